"""Which cell of the standings, of a pairing or of a result somebody asks about."""

from cli.args.players import find_player
from cli.args.types import match_or_round, quoted
from ledger.errors import Misuse
from ledger.people.book import Book
from ledger.state.tournament import Tournament
from ledger.terms import MatchId
from projections.explain.blame import Cell, Figure, MatchCell


def cell_named(of: str, what: str | None, t: Tournament, book: Book) -> Cell:
    """Return the cell `what` of a player or match: the place or the result if nothing is said.

    Raises Refused where nobody is meant, Misuse where there is no such cell of it.
    """
    place = match_or_round(of)
    match = place if isinstance(place, MatchId) else None
    kinds: list[Figure | MatchCell] = [*MatchCell] if match else [*Figure]
    usual = MatchCell.RESULT if match else Figure.PLACE
    shows = next((one for one in kinds if one == what), None) if what else usual
    if shows is None:
        some = ", ".join(kinds)
        msg = f"{quoted(what or '')} is not a possible value; write one of {some}."
        raise Misuse(msg, field="cell")
    return Cell(of=match or find_player(of, t, book), shows=shows)
