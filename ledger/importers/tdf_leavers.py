"""Who left a tournament of a `.tdf` file, and after which round that is told."""

from ledger import events as ev
from ledger.importers.tdf_cast import Cast
from ledger.importers.tdf_shapes import Dropped, PlayerRow

DISQUALIFIED = 2


def leavers(cast: Cast) -> dict[int, list[ev.AnyEvent]]:
    """Return the drops and disqualifications, by the round after whose results they are told.

    The file names the last round that counts; it is told once the player has stood in a round for
    the last time, since whoever is still in is due in the next round. Who never stood in any, a
    no-show or one who did not start, has left before round 1, and no round counts.
    """
    found: dict[int, list[ev.AnyEvent]] = {}
    for row in cast.file.players:
        last = cast.last.get(row.userid, 0)
        if row.left:
            told_after = min(row.left.round, last)
            found.setdefault(told_after, []).append(_left(cast, row, row.left))
        elif last == 0 and cast.file.idle(row):
            gone = ev.PlayerDropped(told=cast.told(), player=cast.numbers[row.userid], after=0)
            found.setdefault(0, []).append(gone)
    return found


def _left(cast: Cast, row: PlayerRow, left: Dropped) -> ev.AnyEvent:
    told, player = cast.told(left.timestamp), cast.numbers[row.userid]
    after = left.round if row.userid in cast.last else 0
    if left.status == DISQUALIFIED:
        return ev.PlayerDisqualified(told=told, player=player, after=after)
    return ev.PlayerDropped(told=told, player=player, after=after)
