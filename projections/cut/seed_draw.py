"""The seeds of a single elimination, drawn from recorded chance (TOP §3.2)."""

from ledger.errors import Refused, advice, do
from ledger.events.catalogue import SeedsDrawn
from ledger.events.event import Drawn
from ledger.record import draws
from ledger.rulesets.divisions import BRACKET
from ledger.state.pools import entropy_for
from ledger.state.tournament import Tournament
from ledger.terms import Pool

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
    assert t.opened is not None, "nothing is drawn before the tournament is opened"
    players = sorted(
        (p.id for p in t.players.values() if not p.out), key=lambda player: int(player[1:])
    )
    if len(players) < 2:
        raise Refused(
            "a bracket needs at least two players.",
            hint=advice("Register the players first: {}.", do("register")),
        )
    number = t.draws + 1
    key = draws.key(
        tournament=t.opened.tournament,
        pool=pool,
        round=0,
        draw=number,
        state=draws.digest([DRAW, *players]),
        secret=secret,
        entropy=entropy_for(t, pool),
    )
    return SeedsDrawn(
        pool=pool,
        seeds=tuple(sorted(players, key=lambda player: draws.lot(key, DRAW, player))),
        drawn=Drawn(draw=DRAW, number=number, secret=secret),
        reason=reason,
    )
