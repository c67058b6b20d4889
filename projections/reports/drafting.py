"""The seats of a draft as pages show them: until round 1 is put up, everybody looks for theirs."""

from msgspec import Struct

from ledger.terms import PlayerId
from projections.reports.sight import Sight


class DraftTable(Struct, frozen=True, kw_only=True):
    """A draft table: its number, and who sits at it with their names, clockwise from seat 1."""

    number: int
    seats: tuple[tuple[PlayerId, str], ...]


def draft_tables(sight: Sight) -> tuple[DraftTable, ...]:
    """Return the tables of the draft that was seated last; none once a round is put up."""
    t = sight.t
    if not t.drafts or any(t.latest.values()):
        return ()
    return tuple(
        DraftTable(number=number, seats=tuple((player, sight.name(player)) for player in circle))
        for number, circle in enumerate(t.drafts[-1].tables, start=1)
    )


def draft_seat(sight: Sight, player: PlayerId) -> tuple[int, int] | None:
    """Return the draft table of a player, and the seat; None for none."""
    for table in sight.once(draft_tables):
        for seat, (who, _) in enumerate(table.seats, start=1):
            if who == player:
                return table.number, seat
    return None
