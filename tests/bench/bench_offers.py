"""How long it takes to find out what may be done now, beside the status of the event.

Run it by hand: `python -m tests.bench.bench_offers`. It prints times and ratios and judges nothing.
The ledger has some 5,000 entries; the states are those in which a desk asks.
"""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, MatchId, PlayerId, Pool, Result, Verdict
from roundbook.projections.offers import offers
from roundbook.projections.pairing.proposal import propose
from roundbook.projections.pairing.table_numbers import tables
from roundbook.projections.progress import progress
from tests.bench.bench_standings import seconds
from tests.scripts import opening

POOL, SECRET = Pool("masters"), "A" * 43
PLAYERS, ROUNDS = 1_000, 8


def states(rules: Ruleset) -> Iterator[tuple[str, Tournament]]:
    """Yield an event before round 1, and then at each step of its last round."""
    t, chance = Tournament(), Random(1)  # noqa: S311 - nothing secret.
    t.apply(opening(), 1)
    t.apply(ev.AnnouncementMade(rounds=ROUNDS, cut={Division.MASTERS: 8}, prizes=8), 2)
    for number in range(1, PLAYERS + 1):
        who = PlayerId(f"p{number}")
        t.apply(ev.PlayerRegistered(player=who, division=Division.MASTERS, commitment="A" * 43), 3)
    yield "before round 1", t
    t.apply(ev.PodsFormed(pods={POOL: (Division.MASTERS,)}), 4)
    for number in range(1, ROUNDS + 1):
        found = propose(t, rules, pool=POOL, secret=SECRET)
        places = tables(t, POOL, len(found.pairings))
        t.apply(
            ev.RoundPaired(
                pool=POOL,
                round=number,
                pairings=found.pairings,
                tables=places,
                byes=found.byes,
                drawn=found.drawn,
            ),
            t.seq + 1,
        )
        if number == ROUNDS:
            yield "paired", t
        t.apply(ev.RoundStarted(pool=POOL, round=number), t.seq + 1)
        for table in places:
            if number == ROUNDS and table == PLAYERS // 4:
                yield "half of the slips", t
            verdict = chance.choice((Verdict.FIRST, Verdict.SECOND, Verdict.TIE))
            match = MatchId(POOL, number, table)
            t.apply(ev.ResultReported(match=match, result=Result(verdict=verdict)), t.seq + 1)
            t.seq += 1
        if number == ROUNDS - 1:
            yield "to be paired", t
    yield "all played", t
    told = replace(t.announcement, cut={}) if t.announcement else None
    assert told is not None, "it was announced above"
    t.apply(told, t.seq + 1)
    yield "to be closed", t


def main(*_: str) -> None:
    """Print the times."""
    rules = load("play-2017")
    for said, t in states(rules):
        status = seconds(lambda t=t: progress(t, rules), 3)  # type: ignore[misc]
        took = seconds(lambda t=t: offers(t, rules), 3)  # type: ignore[misc]
        print(
            f"{said:<18} status {status * 1000:8.1f} ms, offers {took * 1000:8.1f} ms = "
            f"{took / status:5.2f} × status"
        )


if __name__ == "__main__":
    main()
