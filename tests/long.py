"""Runs what the gate has no time for: `python -m tests.long`, or some of it by name.

Where the gate samples, this searches: every forgery, whole events of hundreds of players, laws with
two thousand examples each, tests in another order, broken files at every door, mistakes in the code
that tests have to catch. It takes some hours; a seed makes the same run again. It ends with the
commit, the seed and a line for each part, which a closing note quotes, and fails if a part failed.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PYTEST = ("pytest", "-q", "-p", "no:cacheprovider")
NOTED = 60
"""After so many seconds a part says that it is still running, again and again."""


class Part(NamedTuple):
    """A module that Python runs, with what is set for it; `{seed}` is the seed of the run."""

    about: str
    words: tuple[str, ...]
    settings: tuple[tuple[str, str], ...] = ()
    by_root: bool = False
    """Whether only root can run it."""


PARTS = {
    "marked": Part(
        "the tests that are marked as long, with every program that they need",
        (*PYTEST, "-m", "long", "--hypothesis-seed={seed}"),
        (("CI", "true"), ("HYPOTHESIS_PROFILE", "dev")),
    ),
    "deep": Part(
        "a plain run in which laws, fields and events have fifty times as many examples",
        (*PYTEST, "--hypothesis-seed={seed}"),
        (("HYPOTHESIS_PROFILE", "deep"),),
    ),
    "shuffled": Part(
        "a plain run in another order",
        (*PYTEST, "--shuffle", "{seed}", "--hypothesis-seed={seed}"),
    ),
    "fuzz": Part(
        "broken files at every door, for ten minutes",
        ("tests.fuzz", "--minutes", "10", "--seed", "{seed}"),
    ),
    "simulation": Part(
        "two thousand whole events in which everything goes wrong (docs/faults.md)",
        ("tests.simulation", "--seed", "{seed}", "--seeds", "2000", "--events", "140"),
        (("PYTHONHASHSEED", "0"),),
    ),
    "crashes": Part(
        "five thousand states of a disk after a crash (docs/faults.md)",
        ("tests.simulation.faults.crash_states", "--states", "5000", "--seed", "{seed}"),
    ),
    "mutations": Part("mistakes in the code that tests have to catch", ("tests.mutations",)),
    "cluster": Part(
        "three database servers that are killed and cut off (docs/operations.md)",
        (*PYTEST, "--numprocesses=0", "-m", "database", "tests/cluster"),
        by_root=True,
    ),
}


class Outcome(NamedTuple):
    """How a part ended, in a word, and what it said last."""

    word: str
    said: str


def main() -> int:
    """Run the parts that are named, or all of them; return 1 if one failed."""
    asked = argparse.ArgumentParser(prog="python -m tests.long", description=__doc__)
    listed = "; ".join(f"{name}: {part.about}" for name, part in PARTS.items())
    asked.add_argument("part", nargs="*", metavar="PART", help=listed)
    asked.add_argument("--seed", type=int, help="the seed of the run to repeat (else: the clock)")
    said = asked.parse_args()
    if unknown := {*said.part} - {*PARTS}:
        asked.error(f"there is no part {min(unknown)}: {', '.join(PARTS)}")
    seed = int(time.time()) if said.seed is None else said.seed
    where = f"commit {commit()}, Python {sys.version.split()[0]}, seed {seed}"
    print(where, flush=True)
    outcomes = {name: run(name, PARTS[name], seed) for name in said.part or PARTS}
    print(f"\n{where}")
    for name, outcome in outcomes.items():
        print(f"{name:10} {outcome.word}: {outcome.said}")
    return int(any(outcome.word == "failed" for outcome in outcomes.values()))


def commit() -> str:
    """Return which commit is looked at, and whether anything was changed since."""
    git = ["git", "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty= and changes"]
    return subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def run(name: str, part: Part, seed: int) -> Outcome:
    """Run a part to its end, with a line a minute; show what it said if it failed."""
    if part.by_root and (not hasattr(os, "geteuid") or os.geteuid() != 0):
        return Outcome("left out", "only root can run it")
    words = [word.format(seed=seed) for word in part.words]
    print(f"{name}: python -m {' '.join(words)}", flush=True)
    with tempfile.TemporaryDirectory() as away:
        log, began = Path(away, "log"), time.monotonic()
        with log.open("wb") as out:
            running = subprocess.Popen(
                [sys.executable, "-m", *words],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT), **dict(part.settings)},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
            )
        while True:
            try:
                running.wait(timeout=NOTED)
            except subprocess.TimeoutExpired:
                minutes = (time.monotonic() - began) / 60
                print(f"{name}: {minutes:.0f} minutes so far; {_last(log)}", flush=True)
            else:
                break
        if running.returncode:
            print(log.read_text(encoding="utf-8", errors="replace"))
        outcome = Outcome("failed" if running.returncode else "passed", _last(log))
        print(f"{name}: {outcome.word}, {outcome.said}", flush=True)
        return outcome


def _last(log: Path) -> str:
    """Return the last line of a log that says something."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    return next((line.strip() for line in reversed(lines) if line.strip()), "")


if __name__ == "__main__":
    sys.exit(main())
