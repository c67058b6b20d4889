"""Players without a Player ID, at an event where others have one: a .tdf file needs it."""

from collections.abc import Sequence

from ledger.errors import Hint, advice, do
from ledger.people.book import Book
from ledger.phrases import several
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId

NEEDED = "no Player ID, which a .tdf file needs"


def without_id(t: Tournament, book: Book) -> list[PlayerId]:
    """Return the players without a Player ID, as long as the event is open and one can be added.

    If no player has a Player ID, nobody plans to upload a .tdf file; teams cannot be in one. Erased
    players are not in the names file, so they are left out.
    """
    if t.closed or t.teams:
        return []
    known = {player: one.person for player, one in book.players.items() if player in t.players}
    if not any(person.id for person in known.values()):
        return []
    return [player for player, person in known.items() if not person.id]


def id_advice(players: Sequence[PlayerId], book: Book, *, recorded: bool = True) -> list[Hint]:
    """Return one hint about players without a Player ID; empty if every player has one.

    Players who are not `recorded` yet, in a dry run, cannot be amended.
    """
    if not players:
        return []
    first, *others = players
    who = f"{len(players)} players ({several(players)}) have" if others else ""
    amend = do("amend", "PLAYER" if others else first, "--id", "ID", "--reason", "…")
    said = (who or f"{book.named(first)} has", NEEDED)
    return [advice("{} {}: {}.", *said, amend) if recorded else advice("{} {}.", *said)]
