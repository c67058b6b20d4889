"""How long the standings of a large tournament take, beside a plain sum over the same matches.

Run it by hand: `python -m tests.bench.bench_standings`. It prints times and ratios and judges
nothing.
"""

import time
from collections.abc import Callable
from itertools import pairwise

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, MatchId, Pairing, PlayerId, Pool, Result, Verdict
from roundbook.projections.standings.standings import standings

POOL = Pool("masters")
VERDICTS = (Verdict.FIRST, Verdict.SECOND, Verdict.TIE, Verdict.FIRST, Verdict.SECOND)


def large(players: int = 2_000, rounds: int = 9) -> Tournament:
    """Return a tournament of so many players and rounds, every tenth of whom drops early."""
    t = Tournament()
    ids = [PlayerId(f"p{number}") for number in range(1, players + 1)]
    for player in ids:
        t.apply(
            ev.PlayerRegistered(player=player, division=Division.MASTERS, commitment="A" * 43), 1
        )
    t.apply(ev.RoundsSet(rounds=rounds), 1)
    for number in range(1, rounds + 1):
        still = [player for player in ids if not t.players[player].out]
        turned = [still[(place * 7 + number * 13) % len(still)] for place in range(len(still))]
        seated = list(dict.fromkeys(turned + still))
        pairings = tuple(Pairing(a, b) for a, b in list(pairwise(seated))[::2])
        tables = tuple(range(1, len(pairings) + 1))
        t.apply(ev.RoundPaired(pool=POOL, round=number, pairings=pairings, tables=tables), 1)
        t.apply(ev.RoundStarted(pool=POOL, round=number), 1)
        for table in tables:
            result = Result(verdict=VERDICTS[(table * number) % len(VERDICTS)])
            t.apply(ev.ResultReported(match=MatchId(POOL, number, table), result=result), 1)
        for player in still[number :: 10 * rounds]:
            t.apply(ev.PlayerDropped(player=player, after=number), 1)
    return t


def plain_sum(t: Tournament) -> dict[PlayerId, int]:
    """Return the match points of every player, by the shortest way there is."""
    points = dict.fromkeys(t.players, 0)
    for match, (first, second) in t.matches.items():
        verdict = t.results[match].verdict
        points[first] += 3 if verdict == Verdict.FIRST else int(verdict == Verdict.TIE)
        points[second] += 3 if verdict == Verdict.SECOND else int(verdict == Verdict.TIE)
    return points


def seconds(work: Callable[[], object], times: int = 5) -> float:
    """Return the shortest of a few runs."""
    found = []
    for _ in range(times):
        begin = time.perf_counter()
        work()
        found.append(time.perf_counter() - begin)
    return min(found)


def main(*_: str) -> None:
    """Print the times."""
    t = large()
    plain = seconds(lambda: plain_sum(t))
    print(f"plain sum      {plain * 1000:8.1f} ms")
    for edition in ("play-2017", "tom", "top-2017-literal", "dci-mtr"):
        rules = load(edition)
        took = seconds(lambda rules=rules: standings(t, rules))  # type: ignore[misc]
        print(f"{edition:<14} {took * 1000:8.1f} ms = {took / plain:6.1f} plain sums")


if __name__ == "__main__":
    main()
