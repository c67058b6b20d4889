"""A round as it is read out at the desk: who sits where, with which record, and who has a bye."""

from collections.abc import Iterable

from cli.turn import Turn
from ledger.state.tournament import Tournament
from ledger.terms import Bye, ByeKind, Pairing, PlayerId
from ledger.validators.opening import eliminates
from projections.standings.records import records


def read_out(
    turn: Turn, t: Tournament, at: Iterable[tuple[int, Pairing]], byes: Iterable[Bye]
) -> list[str]:
    """Return a line for each table and each bye, with the records of the players in `t`.

    In a single elimination there are none: nobody who is in has lost.
    """
    table = {} if eliminates(t) else records(t, turn.rules)

    def seat(player: PlayerId) -> str:
        if player not in t.players:
            return player
        return f"{turn.named(player)}{f' {table[player].score}' if player in table else ''}"

    lines = [f"  table {number}: {seat(first)} - {seat(second)}" for number, (first, second) in at]
    for bye in byes:
        kind = " (awarded)" if bye.kind is ByeKind.AWARDED else ""
        lines.append(f"  bye{kind}: {seat(bye.player)}")
    return lines
