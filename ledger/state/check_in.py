"""Check-in: who is expected in the first round but has not come."""

from collections.abc import Iterable

from roundbook.ledger.events.catalogue import PlayerDropped
from roundbook.ledger.state.pools import flights_named, pool_of
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId, Pool


def absent(t: Tournament) -> list[PlayerId]:
    """Return the on-time players who have not dropped and are not checked in, by number."""
    return [
        player.id
        for player in t.players.values()
        if not (player.late or t.is_out(player.id))
        if player.id not in t.checked_in
    ]


def came(t: Tournament) -> list[PlayerId]:
    """Return everybody who did not drop before their first round; in a team, both players."""
    return [player for player in t.players if t.players[t.entrant(player)].after != 0]


def to_come(t: Tournament, pool: Pool | None = None) -> tuple[PlayerId, ...]:
    """Return the players who would be seated in a first round but have not checked in.

    Empty if nobody has checked in at all: then check-in is not used at this event.
    """
    if not t.checked_in:
        return ()
    pools = flights_named(t, pool) or ((pool,) if pool else ())
    where = {player: pool_of(t, t.players[t.entrant(player)]) for player in absent(t)}
    return tuple(
        player
        for player, own in where.items()
        if not (t.latest.get(own, 0) if own else any(t.latest.values()))
        and (own is None or not pools or own in pools)
    )


def left_out(t: Tournament, players: Iterable[PlayerId]) -> Tournament:
    """Return the tournament as if players had been dropped before round 1; of a team, the team."""
    then = t.copy()
    for player in dict.fromkeys(map(t.entrant, players)):
        then.apply(PlayerDropped(player=player, after=0), then.seq)
    return then
