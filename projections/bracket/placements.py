"""How far each player came in a bracket, and who knocked them out: the basis of their places."""

from msgspec import Struct

from roundbook.ledger.state.rounds import beaten, rounds_of
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId, Pool
from roundbook.projections.bracket.bracket import eliminated, positions

STILL_IN = (-1_000_000,)
"""How far a player came who has not been beaten: further than all others."""


class Fall(Struct, frozen=True):
    """How a player left a bracket: in which round, and against whom.

    `by` is the opponent who won; if both players lost, or there was no opponent, the player who
    advanced from that part of the bracket; None if nobody did. `met` says whether the two played.
    """

    round: int
    by: PlayerId | None
    met: bool


def falls(t: Tournament, pool: Pool) -> dict[PlayerId, Fall]:
    """Return how each player who is out of a bracket left it."""
    out = eliminated(t, pool)
    victors = _victors(t, pool)
    return {
        player: Fall(number, victors[player], met=True)
        if player in victors
        else Fall(number, _heir(t, pool, out, player), met=False)
        for player, number in out.items()
    }


def how_far(t: Tournament, pool: Pool) -> dict[PlayerId, tuple[int, ...]]:
    """Return how far each player of a bracket came; a lower value is further.

    After Swiss, players knocked out in the same round are tied here and ranked by seed (TOP
    §3.3.6). In a pure single elimination they rank as the players who beat them (TOP §3.2.3), and
    two who lost to each other as the player who advanced from there, then by seed. A 3rd-place
    match separates third from fourth.
    """
    out = falls(t, pool)
    pure = t.is_elimination
    lost_playoff = set[PlayerId]()
    if playoff := t.playoffs.get(pool):
        lost_playoff.update(beaten(t, playoff))
    far: dict[PlayerId, tuple[int, ...]] = {}
    order = {player: fall.round for player, fall in out.items()}
    seeds = {player: seed for seed, player in enumerate(t.cuts[pool].seeds, start=1)}
    # The last to go out come first, since in a pure bracket players rank as those who beat them:
    # these have to be placed before.
    for player in sorted(seeds, key=lambda p: -order.get(p, 1_000_000)):
        fall = out.get(player)
        if fall is None:
            far[player] = STILL_IN
            continue
        beyond: tuple[int, ...] = ()
        if pure:
            # If nobody advanced, both losers rank below all others of the round; and so does a
            # player who lost to one who was already out, as a ledger made elsewhere may have it.
            beyond = (*far[fall.by], seeds[fall.by]) if fall.by in far else (1,)
        far[player] = (-fall.round, int(player in lost_playoff), *beyond)
    return far


def _victors(t: Tournament, pool: Pool) -> dict[PlayerId, PlayerId]:
    """Return the player who knocked out each player; none if both players lost."""
    victors: dict[PlayerId, PlayerId] = {}
    for paired in rounds_of(t, pool):
        for match, pairing in paired.matches():
            lost = beaten(t, match)
            if len(lost) == 1:
                first, second = pairing
                victors.setdefault(lost[0], first if lost[0] == second else second)
    return victors


def _heir(t: Tournament, pool: Pool, out: dict[PlayerId, int], player: PlayerId) -> PlayerId | None:
    """Return the player who advanced from the part of the bracket in which a player lost (A-50).

    That part doubles from round to round until a player comes out of it: the next opponent, who
    advanced without a match.
    """
    places = positions(t.cuts[pool].seeds)
    if player not in places:  # A ledger made elsewhere may seat players who are not seeds.
        return None
    rounds = rounds_of(t, pool)
    first = rounds[0].number if rounds else out[player]
    at, number = places.index(player), out[player]
    while (size := 2 ** max(number - first + 1, 0)) <= len(places):
        part = places[at - at % size : at - at % size + size]
        still = [p for p in part if p and out.get(p, number + 1) > number]
        if len(still) == 1:
            return still[0]
        number += 1
    return None
