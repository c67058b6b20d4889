"""The rules edition that a ledger names: a released one, or the organiser's own file."""

from hashlib import sha256

from roundbook.cli.places.layout import EDITION
from roundbook.cli.places.members import Anywhere, at
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.events.catalogue import TournamentOpened
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.ruleset import Ruleset


def ruleset(folder: Anywhere, opening: TournamentOpened) -> Ruleset:
    """Return the rules that an opening event names by edition and digest. Raises Unreadable.

    Released editions come with roundbook; an organiser's own edition is in the folder, and cannot
    have the name of a released one.
    """
    if is_released(opening):
        return released.load(opening.edition)
    if opening.edition in released.EDITIONS:
        raise Unreadable(
            released.taken(opening.edition),
            where=at(folder).where(EDITION),
            hint="A released edition never changes, so do not rely on this ledger.",
        )
    text = own_text(folder)
    if text is not None and sha256(text).hexdigest() == opening.edition_sha256:
        from roundbook.ledger.rulesets import custom  # It loads pydantic, and is rarely needed.

        return custom.read(text)
    path = at(folder).where(EDITION)
    msg = f"the rules of this tournament (the edition {opening.edition}) are not on this machine."
    hint = (
        f"Find the edition file with the SHA-256 {opening.edition_sha256}, and save it as {path}."
    )
    raise Unreadable(msg, where=path, hint=hint)


def text_of(folder: Anywhere, opening: TournamentOpened) -> bytes:
    """Return the exact text of the edition that an opening event names. Raises OSError."""
    if is_released(opening):
        return released.text(opening.edition)
    return at(folder).read(EDITION)


def own_text(folder: Anywhere) -> bytes | None:
    """Return the text of the organiser's own edition, or None if there is none in the folder."""
    return at(folder).read(EDITION) if at(folder).has(EDITION) else None


def keep(folder: Anywhere, text: bytes) -> None:
    """Save the organiser's own edition in the folder. Raises Unreadable."""
    at(folder).write(EDITION, text)


def is_released(opening: TournamentOpened) -> bool:
    """Tell whether an opening event names a released edition, unchanged."""
    known = opening.edition in released.EDITIONS
    return known and released.digest(opening.edition) == opening.edition_sha256
