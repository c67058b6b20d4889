"""The rules that a ledger names: a released edition, or one that the organiser has brought."""

from hashlib import sha256

from msgspec.structs import replace

from cli.folder.layout import EDITION
from cli.folder.members import Anywhere, at
from ledger.errors import Unreadable
from ledger.events.catalogue import TournamentOpened
from ledger.rulesets import released
from ledger.rulesets.ruleset import Ruleset, decode


def ruleset(folder: Anywhere, opening: TournamentOpened) -> Ruleset:
    """Return the rules that an opening event names, by edition and digest. Raises Unreadable.

    A released edition comes with roundbook; one that the organiser brought lies in the folder.
    """
    if is_released(opening):
        return released.load(opening.edition)
    if before := released.before_release(opening.edition, opening.edition_sha256):
        rules = decode(before)
        return replace(rules, title=f"{rules.title}: rules from before the first release")
    text = own_text(folder)
    if text is not None and sha256(text).hexdigest() == opening.edition_sha256:
        from ledger.rulesets import custom  # It loads pydantic, and is rarely needed.

        return custom.read(text)
    path = at(folder).where(EDITION)
    msg = f"the rules of this tournament (the edition {opening.edition}) are not on this machine."
    hint = (
        f"Find the edition file with the SHA-256 {opening.edition_sha256}, and save it as {path}."
    )
    raise Unreadable(msg, where=path, hint=hint)


def text_of(folder: Anywhere, opening: TournamentOpened) -> bytes:
    """Return the exact text of the rules that an opening event names. Raises OSError."""
    if is_released(opening):
        return released.text(opening.edition)
    before = released.before_release(opening.edition, opening.edition_sha256)
    return before or at(folder).read(EDITION)


def own_text(folder: Anywhere) -> bytes | None:
    """Return the text of the rules that the organiser has brought; None where none lies there."""
    return at(folder).read(EDITION) if at(folder).has(EDITION) else None


def keep(folder: Anywhere, text: bytes) -> None:
    """Keep the rules that the organiser brings. Raises Unreadable."""
    at(folder).write(EDITION, text)


def is_released(opening: TournamentOpened) -> bool:
    """Tell whether an opening event names rules that come with roundbook, as they are there."""
    known = opening.edition in released.EDITIONS
    return known and released.digest(opening.edition) == opening.edition_sha256
