"""The rules of a tournament: a released edition, or the one that lies in its folder."""

from hashlib import sha256
from pathlib import Path

from ledger.errors import Unreadable
from ledger.events import TournamentOpened
from ledger.rulesets import editions
from ledger.rulesets.ruleset import Ruleset

EDITION = "edition.toml"


def ruleset(folder: Path, opening: TournamentOpened) -> Ruleset:
    """Return the rules that an opening event names, by edition and digest. Raises Unreadable.

    A released edition comes with roundbook; one that the organiser brought lies in the folder.
    """
    path = folder / EDITION
    if opening.edition in editions.EDITIONS and (
        editions.digest(opening.edition) == opening.edition_sha256
    ):
        return editions.load(opening.edition)
    if path.is_file():
        text = path.read_bytes()
        if sha256(text).hexdigest() == opening.edition_sha256:
            from ledger.rulesets import brought  # It loads pydantic, and is rarely needed.

            return brought.read(text)
    msg = f"the rules of this tournament, edition {opening.edition}, are not the ones known here."
    hint = f"They have the digest {opening.edition_sha256}; put that text into {path}."
    raise Unreadable(msg, where=str(path), hint=hint)
