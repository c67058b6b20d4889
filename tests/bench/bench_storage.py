"""How long an append takes beside a bare write and fdatasync of the same bytes, and how a survey.

Run it by hand: `python -m tests.bench.bench_storage`. It prints ratios and judges nothing. The two
sides take turns, op by op in one loop, because a disk is fast one second and slow the next.
"""

import os
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from statistics import median, quantiles

from roundbook.ledger.desk import Desk
from roundbook.ledger.events.catalogue import ResultReported
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.chain import follow, survey
from roundbook.ledger.record.entry import to_line
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.storage.jsonl import JsonlStore
from roundbook.ledger.terms import Actor, HandId, MatchId, Score, won
from roundbook.projections.rules_in_force import checks
from tests.bench.bench_peer import BEGIN, written
from tests.stores.lines import data, head, lines, mark

HELD, PLAYERS = 5_000, 900
ROUNDS = 400


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def append_times(folder: Path, before: int, rounds: int) -> tuple[list[float], list[float]]:
    """Append one line at a time to a ledger, and the same bytes to a bare file."""
    held = lines(before + rounds)
    store = JsonlStore.create(folder / "cup")
    store.append(held[:before], after=0)
    bare = os.open(folder / "bare", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(bare, data(held[:before]))
    ours, theirs = [], []
    for number in range(before, before + rounds):
        line = held[number]

        def write(line: bytes = line) -> None:
            os.write(bare, line + b"\n")
            os.fdatasync(bare)

        def append(line: bytes = line, number: int = number) -> None:
            store.append([line], after=number)

        theirs.append(seconds(write))
        ours.append(seconds(append))
    os.close(bare)
    return ours, theirs


def post_times(
    folder: Path, before: int, players: int, rounds: int
) -> tuple[list[float], list[float]]:
    """Report results at a desk with entries, every rule asked; and the same bytes, bare."""
    cup = written(folder / "desk", before, players)
    numbers = count(1)
    desk = Desk(
        JsonlStore(cup),
        hand=Actor(id=HandId("h1")),
        checks=lambda: checks(Book()),
        ruleset=lambda opening: load(opening.edition),
        clock=lambda: BEGIN,
        new_cmd=lambda: f"report-{next(numbers)}",
        note_attempt=lambda _: None,
    )
    still_open = [*desk.tournament.matches.keys() - desk.tournament.results.keys()]
    bare = os.open(folder / "bare-beside", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(bare, (cup / "ledger.jsonl").read_bytes())
    ours, theirs = [], []
    for match in sorted(still_open)[:rounds]:
        line = to_line(desk.entries[-1])

        def write(line: bytes = line) -> None:
            os.write(bare, line + b"\n")
            os.fdatasync(bare)

        def post(match: MatchId = match) -> None:
            desk.post(ResultReported(match=match, result=won(Score(2, 1))))

        theirs.append(seconds(write))
        ours.append(seconds(post))
    os.close(bare)
    return ours, theirs


def say(what: str, ours: list[float], theirs: list[float]) -> None:
    for name, of in (("median", median), ("lower quartile", lambda took: quantiles(took)[0])):
        mine, raw = of(ours), of(theirs)
        print(f"{what}, {name}: {mine * 1e6:.0f} µs, {mine / raw:.2f} of a bare write (bar: 1.5)")


def surveys() -> None:
    """Look at a ledger of 11,000 lines, beside hashing its bytes line by line."""
    held = lines(11_000)
    whole, last = data(held), head(held)
    end = mark(held)
    ours = min(seconds(lambda: survey(whole, last)) for _ in range(5))
    follows = min(seconds(lambda: follow(held, end._replace(seq=0))) for _ in range(5))
    print(f"survey of {len(held):,} lines, {len(whole):,} bytes: {ours * 1e3:.1f} ms")
    print(f"of which a chain that breaks at once: {follows * 1e3:.3f} ms")


def main(*_: str) -> None:
    """Print times and ratios."""
    with tempfile.TemporaryDirectory(dir=".") as name:
        say("append", *append_times(Path(name), HELD, ROUNDS))
        at_desk = post_times(Path(name), HELD, PLAYERS, ROUNDS)
        say(f"a result at a desk with {HELD:,} entries", *at_desk)
    surveys()


if __name__ == "__main__":
    main()
