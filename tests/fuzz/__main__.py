"""Try every door with broken files: `python -m tests.fuzz --minutes 60`.

Each door is tried in a process of its own, whose memory is bounded; a file that is neither read nor
refused in a sentence, that takes too long, or more memory than there is, is shown with its bytes.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import mkdtemp

from tests.fuzz import trial
from tests.fuzz.targets import BY_NAME, TARGETS

ROOT = Path(__file__).resolve().parents[2]
AT_ONCE, SLOW = 400, 40
"""So many files are tried with one seed; of doors that are whole commands fewer."""


def main() -> int:
    """Try the doors for a while, or with so many files each; return 1 if there are findings."""
    asked = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    asked.add_argument("--minutes", type=float, help="how long in all")
    asked.add_argument(
        "--cases", type=int, help="how many files for each door (slow ones: a tenth)"
    )
    asked.add_argument("--seed", type=int, help="begin with this seed (else: the clock)")
    asked.add_argument("--only", choices=BY_NAME, action="append", help="this door alone")
    asked.add_argument("--child", help=argparse.SUPPRESS)
    said = asked.parse_args()
    first = time.time_ns() % 1_000_000_000 if said.seed is None else said.seed
    if said.child:
        return child(said.child.split(","), first, said.minutes, said.cases)
    names = said.only or [target.name for target in TARGETS]
    print(f"seed {first}; {len(names)} doors; {trial.MEMORY} MB, {trial.LONGEST} s a file at most")
    if said.cases:
        slow = [name for name in names if BY_NAME[name].slow]
        groups = [[name for name in names if name not in slow], slow]
        bad = [group for group in groups if group and not parent(group, first, None, said.cases)]
    else:
        minutes = (said.minutes or 1.0) / len(names)
        bad = [[name] for name in names if not parent([name], first, minutes, None)]
    print(
        f"{len(bad)} findings{': ' if bad else ''}{' '.join(name for one in bad for name in one)}"
    )
    return 1 if bad else 0


def parent(names: list[str], first: int, minutes: float | None, cases: int | None) -> bool:
    """Try doors in a process of their own; tell whether nothing was found."""
    words = [sys.executable, "-m", "tests.fuzz", "--child", ",".join(names), "--seed", str(first)]
    words += ["--minutes", str(minutes)] if minutes else ["--cases", str(cases)]
    home = mkdtemp(prefix="roundbook-fuzz-home-")
    env = {**os.environ, "PYTHONPATH": str(ROOT), "ROUNDBOOK_HOME": home}
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    print(done.stdout, end="")
    if done.returncode:
        print(f"FOUND (exit {done.returncode}) after these:\n{done.stderr[-12_000:]}")
    return done.returncode == 0


def child(names: list[str], first: int, minutes: float | None, cases: int | None) -> int:
    """Try doors one after the other within bounds, and say how it went."""
    every = [BY_NAME[name] for name in names]
    for target in every:
        for data in target.samples():
            target.check(data)  # What is made or loaded once is there before the bounds are set.
    trial.bound()
    for target in every:
        began, done, number = time.monotonic(), 0, first
        some = SLOW if target.slow else AT_ONCE
        least = 1 if cases is None else max(cases // 10 if target.slow else cases, 1)
        while done < least or (minutes and time.monotonic() - began < minutes * 60):
            now = some if cases is None else min(some, least - done)
            trial.tried(target, number=number, cases=now)
            done, number = done + now, number + 1
        seconds = time.monotonic() - began
        print(f"{target.name}: {done} files in {seconds:.1f} s, {trial.peak()} MB at most")
    return 0


if __name__ == "__main__":
    sys.exit(main())
