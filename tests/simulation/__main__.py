"""Plays events in which everything goes wrong: `python -m tests.simulation --seed N --events M`.

A seed plays the same event again, to the last byte. `--seeds K` plays K of them, from N on, on all
processors or on `--processes P`, and says which broke a promise: each history is made as short as
it goes, and printed with the words that play it alone. The others are played nonetheless.
"""

import argparse
import os
import sys
import time

from tests.simulation.faults.defects import DEFECTS
from tests.simulation.faults.many import Asked, Tried, every, summary

HASHES = "PYTHONHASHSEED"
TOLD = 50
"""After so many events it says how far it is."""


def main() -> int:
    """Play what is asked for; return 1 if a promise was broken."""
    asked = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--seeds", type=int, default=1, metavar="K", help="play K events")
    asked.add_argument("--events", type=int, default=100, metavar="M", help="steps of each event")
    asked.add_argument("--only", metavar="3,17,20", help="play these steps of the plan alone")
    asked.add_argument("--defect", choices=sorted(DEFECTS), help="with a mistake in the program")
    asked.add_argument(
        "--processes", type=int, default=os.cpu_count() or 1, metavar="P", help="how many play"
    )
    said = asked.parse_args()
    if os.environ.get(HASHES) != "0":  # The order of a set is chance as well.
        words = [sys.executable, "-m", "tests.simulation", *sys.argv[1:]]
        os.execve(sys.executable, words, {**os.environ, HASHES: "0"})  # noqa: S606 - ourselves.
    numbers = None
    if said.only is not None:
        numbers = frozenset(int(number) for number in said.only.split(",") if number)
    wanted = Asked(said.events, numbers, said.defect)
    seeds = range(said.seed, said.seed + said.seeds)
    began, found = time.monotonic(), list[Tried]()
    for one in every(seeds, wanted, said.processes):
        found.append(one)
        for line in one.lines:
            print(line, flush=True)
        if len(found) % TOLD == 0:
            print(f"{len(found)} events, {time.monotonic() - began:.0f} s", flush=True)
    print(summary(seeds, found, time.monotonic() - began))
    return int(any(one.played is None for one in found))


if __name__ == "__main__":
    sys.exit(main())
