"""The seeds of a single elimination, drawn from recorded chance (TOP §3.2)."""

from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.events.catalogue import SeedsDrawn
from roundbook.ledger.record import draws
from roundbook.ledger.rulesets.divisions import BRACKET
from roundbook.ledger.state.pools import draw_key, next_draw
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Pool

DRAW = "seeds-1"
"""The procedure: all active players in order of the SHA-256 lots of the draw's key.

The label is this name and the lowest lot is first; the state in the key is the list of those
players by their numbers.
"""


def draw_seeds(
    t: Tournament, *, secret: str, pool: Pool = BRACKET, reason: str | None = None
) -> SeedsDrawn:
    """Return the seeds that `secret` gives to all active players, all ages together (TOP §3.2.1).

    A player's lot does not depend on the others, but the key does: if a player joins, all seeds are
    drawn again. Raises Refused if there are fewer than two players.
    """
    players = sorted(
        (p.id for p in t.players.values() if not p.out), key=lambda player: int(player[1:])
    )
    if len(players) < 2:
        raise Refused(
            "a bracket needs at least two players.",
            hint=advice("Register the players first: {}.", do("register")),
        )
    drawn = next_draw(t, DRAW, secret)
    key = draw_key(t, drawn, pool, draws.digest([DRAW, *players]))
    return SeedsDrawn(
        pool=pool,
        seeds=tuple(sorted(players, key=lambda player: draws.lot(key, DRAW, player))),
        drawn=drawn,
        reason=reason,
    )
