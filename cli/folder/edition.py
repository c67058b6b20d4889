"""The rules that a ledger names: a released edition, or one that the organiser has brought."""

from hashlib import sha256
from pathlib import Path

from ledger.errors import Unreadable
from ledger.events.catalogue import TournamentOpened
from ledger.rulesets import released
from ledger.rulesets.ruleset import Ruleset

EDITION = "edition.toml"


def ruleset(folder: Path, opening: TournamentOpened) -> Ruleset:
    """Return the rules that an opening event names, by edition and digest. Raises Unreadable.

    A released edition comes with roundbook; one that the organiser brought lies in the folder.
    """
    path = folder / EDITION
    if opening.edition in released.EDITIONS and (
        released.digest(opening.edition) == opening.edition_sha256
    ):
        return released.load(opening.edition)
    if path.is_file():
        text = path.read_bytes()
        if sha256(text).hexdigest() == opening.edition_sha256:
            from ledger.rulesets import custom  # It loads pydantic, and is rarely needed.

            return custom.read(text)
    msg = f"the rules of this tournament, edition {opening.edition}, are not the ones known here."
    hint = f"They have the digest {opening.edition_sha256}; put that text into {path}."
    raise Unreadable(msg, where=str(path), hint=hint)
