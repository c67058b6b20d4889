"""How long it takes to find out what may be done now, beside the status of the event.

Run it by hand: `python -m tests.bench.bench_offers`. It prints times and ratios and judges nothing.
The ledger has some 5,000 entries; the states are those in which a desk asks. `status` reads the
ledger, as the command does, and reckons what comes next and what is at odds.
"""

from collections.abc import Iterator, Sequence
from random import Random

from msgspec.structs import replace

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.record.entry import START, Entry, entries_of, leaf_hash, to_line
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Actor, Division, HandId, MatchId, PlayerId, Pool, Result, Verdict
from roundbook.projections.offers import offers
from roundbook.projections.pairing.proposal import propose
from roundbook.projections.pairing.table_numbers import tables
from roundbook.projections.progress import progress
from roundbook.projections.rounds.needs_repair import at_odds
from tests.bench.bench_standings import seconds
from tests.scripts import BEGIN, opening

POOL, SECRET = Pool("masters"), "A" * 43
PLAYERS, ROUNDS = 1_000, 8
HAND = Actor(id=HandId("h1"))


class Ledger:
    """The lines so far, and the tournament after them."""

    def __init__(self) -> None:
        self.t, self.lines = Tournament(), list[bytes]()

    def add(self, *events: AnyEvent) -> None:
        """Add a line with these events."""
        seq, prev = len(self.lines) + 1, leaf_hash(self.lines[-1]) if self.lines else START
        entry = Entry(seq=seq, at=BEGIN, hand=HAND, cmd=f"c{seq}", prev=prev, events=events)
        self.lines.append(to_line(entry))
        self.t.apply_entry(entry)


def states(rules: Ruleset) -> Iterator[tuple[str, Ledger]]:
    """Yield an event before round 1, and then at each step of its last round."""
    held, chance = Ledger(), Random(1)  # noqa: S311 - nothing secret.
    held.add(opening())
    told = ev.AnnouncementMade(rounds=ROUNDS, cut={Division.MASTERS: 8}, prizes=8)
    held.add(told)
    for number in range(1, PLAYERS + 1):
        who, age = PlayerId(f"p{number}"), Division.MASTERS
        held.add(ev.PlayerRegistered(player=who, division=age, commitment="A" * 43))
    yield "before round 1", held
    held.add(ev.PodsFormed(pods={POOL: (Division.MASTERS,)}))
    for number in range(1, ROUNDS + 1):
        found = propose(held.t, rules, pool=POOL, secret=SECRET)
        places = tables(held.t, POOL, len(found.pairings))
        held.add(
            ev.RoundPaired(
                pool=POOL,
                round=number,
                pairings=found.pairings,
                tables=places,
                byes=found.byes,
                drawn=found.drawn,
            )
        )
        if number == ROUNDS:
            yield "paired", held
        held.add(ev.RoundStarted(pool=POOL, round=number))
        for table in places:
            if number == ROUNDS and table == PLAYERS // 4:
                yield "half of the slips", held
            verdict = chance.choice((Verdict.FIRST, Verdict.SECOND, Verdict.TIE))
            match = MatchId(POOL, number, table)
            held.add(ev.ResultReported(match=match, result=Result(verdict=verdict)))
        if number == ROUNDS - 1:
            yield "to be paired", held
    yield "all played", held
    held.add(replace(told, cut={}))
    yield "to be closed", held


def status(lines: Sequence[bytes], rules: Ruleset) -> None:
    """Read a ledger and reckon what the command `status` shows."""
    t = Tournament.replay(entries_of(lines, 0))
    progress(t, rules)
    at_odds(t, rules)


def main(*_: str) -> None:
    """Print the times."""
    rules = load("play-2017")
    for said, held in states(rules):
        whole = seconds(lambda held=held: status(held.lines, rules), 3)  # type: ignore[misc]
        after = seconds(lambda t=held.t: progress(t, rules), 3)  # type: ignore[misc]
        took = seconds(lambda t=held.t: offers(t, rules), 3)  # type: ignore[misc]
        print(
            f"{said:<18} {len(held.lines):5} entries: status {whole * 1000:6.1f} ms, of which "
            f"what comes next {after * 1000:5.1f} ms; offers {took * 1000:5.1f} ms = "
            f"{took / whole:4.2f} × status"
        )


if __name__ == "__main__":
    main()
