"""Posted rounds that something made wrong: each repair is the smallest, and how fast.

Run it by hand: `python -m tests.bench repair [ROUNDS [PLAYERS]]`, with 1000 rounds for
the full count. Every repair is compared with the matching of the whole field by networkx; a
difference stops it.
"""

import sys
import time

from roundbook.projections.pairing.repair import repair
from tests.projections.pairing.events import POOL, RULES, dice_of, secret_of
from tests.projections.repairing import oracle
from tests.projections.repairing.waiting import large

USUAL = (100, 200)


def main(*words: str) -> None:
    """Print how many rounds were compared, and the times."""
    rounds, players = (*map(int, words), *USUAL[len(words) :])
    ours: list[float] = []
    peer: list[float] = []
    whole = moved = 0
    for seed in range(rounds):
        t = large(dice_of(seed), players)
        begin = time.perf_counter()
        found = repair(t, RULES, pool=POOL, secret=secret_of(t))
        ours.append(time.perf_counter() - begin)
        where = oracle.position(t, POOL)
        one = oracle.seats(found.pairings, found.byes)
        begin = time.perf_counter()
        best = oracle.best_by_networkx(where)
        peer.append(time.perf_counter() - begin)
        assert best == (oracle.vector(where, one), found.least), f"seed {seed}: {best}"
        moved += found.least
        whole += found.looked_at >= len(where.players)
    ours.sort()
    peer.sort()
    half, most = rounds // 2, max(0, rounds * 99 // 100 - 1)
    print(f"{rounds} rounds of about {players} players: no repair changes more than necessary")
    print(f"{moved / rounds:.1f} players change on average; {whole} fields looked at as a whole")
    print(f"repair    median {ours[half]:.3f} s, 99 of 100 below {ours[most]:.3f} s")
    print(f"networkx  median {peer[half]:.3f} s = {peer[half] / ours[half]:.1f} repairs")


if __name__ == "__main__":
    main(*sys.argv[1:])
