"""How long an append takes beside a bare write and fdatasync of the same bytes, and how a survey.

Run it by hand: `python -m tests.bench.bench_storage`. It prints ratios and judges nothing. The two
sides take turns, op by op in one loop, because a disk is fast one second and slow the next.
"""

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

from ledger.chain import survey
from ledger.links import follow
from ledger.storage.jsonl import JsonlStore
from tests.stores.lines import data, head, lines, mark

HELD = 5_000
ROUNDS = 400


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def appends(folder: Path) -> None:
    """Append one line at a time to a ledger of 5,000, and the same bytes to a bare file."""
    held = lines(HELD + ROUNDS)
    store = JsonlStore.create(folder / "cup")
    store.append(held[:HELD], after=0)
    bare = os.open(folder / "bare", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(bare, data(held[:HELD]))
    ours, theirs = [], []
    for number in range(HELD, HELD + ROUNDS):
        line = held[number]

        def write(line: bytes = line) -> None:
            os.write(bare, line + b"\n")
            os.fdatasync(bare)

        def append(line: bytes = line, number: int = number) -> None:
            store.append([line], after=number)

        theirs.append(seconds(write))
        ours.append(seconds(append))
    os.close(bare)
    for name, of in (("median", median), ("lower quartile", lambda took: quantiles(took)[0])):
        mine, raw = of(ours), of(theirs)
        print(f"append, {name}: {mine * 1e6:.0f} µs, {mine / raw:.2f} of a bare write")


def surveys() -> None:
    """Look at a ledger of 11,000 lines, beside hashing its bytes line by line."""
    held = lines(11_000)
    whole, last = data(held), head(held)
    end = mark(held)
    ours = min(seconds(lambda: survey(whole, last)) for _ in range(5))
    follows = min(seconds(lambda: follow(held, end._replace(seq=0))) for _ in range(5))
    print(f"survey of {len(held):,} lines, {len(whole):,} bytes: {ours * 1e3:.1f} ms")
    print(f"of which a chain that breaks at once: {follows * 1e3:.3f} ms")


def main() -> None:
    """Print times and ratios."""
    with tempfile.TemporaryDirectory(dir=".") as name:
        appends(Path(name))
    surveys()


if __name__ == "__main__":
    main()
