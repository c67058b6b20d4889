"""Plays events in which everything goes wrong: `python -m tests.simulation --seed N --events M`.

A seed plays the same event again, to the last byte. `--seeds K` plays K of them, from N on. Where a
promise is broken, the history is made as short as it goes, and printed with the words that play it
alone.
"""

import argparse
import os
import sys
import time

from tests.simulation.faults.defects import DEFECTS
from tests.simulation.faults.play import BrokenError, Plan, Played, plan
from tests.simulation.faults.shorten import only, outcome, shortest

HASHES = "PYTHONHASHSEED"


def main() -> int:
    """Play what is asked for; return 1 if a promise was broken."""
    asked = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--seeds", type=int, default=1, metavar="K", help="play K events")
    asked.add_argument("--events", type=int, default=100, metavar="M", help="steps of each event")
    asked.add_argument("--only", metavar="3,17,20", help="play these steps of the plan alone")
    asked.add_argument("--defect", choices=sorted(DEFECTS), help="with a mistake in the program")
    said = asked.parse_args()
    if os.environ.get(HASHES) != "0":  # The order of a set is chance as well.
        words = [sys.executable, "-m", "tests.simulation", *sys.argv[1:]]
        os.execve(sys.executable, words, {**os.environ, HASHES: "0"})  # noqa: S606 - ourselves.
    began, broken, every = time.monotonic(), 0, list[Played]()
    for seed in range(said.seed, said.seed + said.seeds):
        wanted = plan(seed, said.events)
        if said.only is not None:
            wanted = only(wanted, {int(number) for number in said.only.split(",") if number})
        found, trouble = tried(wanted, said.defect)
        if found:
            every.append(found)
        if trouble:
            broken += 1
            tell(wanted, trouble, said.events, said.defect)
        elif said.seeds > 1 and len(every) % 50 == 0:
            print(f"{len(every)} events, {time.monotonic() - began:.0f} s", flush=True)
    total = Played(*map(sum, zip(*every, strict=True))) if every else Played(0, 0, 0, 0, 0, 0)
    least = [min(one[at] for one in every) for at in (0, 1)] if every else [0, 0]
    print(
        f"{len(every):,} events, seeds {said.seed} to {said.seed + said.seeds - 1}: "
        f"{total.commands:,} commands ({total.acknowledged:,} acknowledged, "
        f"{total.refused:,} refused, {total.unsure:,} unknown), {total.faults:,} faults; "
        f"at least {least[0]} and {least[1]} in each; "
        f"{broken} broke a promise; {(time.monotonic() - began) / 3600:.2f} hours"
    )
    return int(broken > 0)


def tried(wanted: Plan, defect: str | None) -> tuple[Played | None, BrokenError | None]:
    """Play a plan; return what happened, or which promise was broken."""
    return outcome(wanted, defect)


def tell(wanted: Plan, trouble: BrokenError, events: int, defect: str | None) -> None:
    """Print the shortest history in which the same promise is broken, and how to play it alone."""
    print(f"seed {wanted.seed}: {trouble}", flush=True)
    short, still = shortest(wanted, trouble, defect)
    for line in still.history:
        print(f"  {line}")
    numbers = ",".join(str(step.number) for step in short.steps)
    print(f"  {still}")
    words = f"--seed {wanted.seed} --events {events} --only {numbers}"
    print(f"  python -m tests.simulation {words}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
