"""How long a command takes that has little to do, next to importing what it is made of.

Processor time of whole processes, pair by pair, so a busy machine changes little. At most 1.5 for
`--help` and 2.5 for `status` and `report` is wanted.
"""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

PEER = (sys.executable, "-c", "import click, msgspec")
COMMANDS = (("--help",), ("status",), ("report", "1", "2-0", "--dry-run"), ("standings",))
PREPARED = (
    ("open", "cup", "--name", "Cup", "--start", "2026-03-07"),
    ("register", "players.csv", "-C", "cup"),
    ("announce", "--rounds", "3", "--prizes", "none", "-C", "cup"),
    ("pair", "-C", "cup"),
    ("start", "-C", "cup"),
)


def program(*words: str) -> tuple[str, ...]:
    """Return the command line of roundbook with these words."""
    return (sys.executable, "-m", "roundbook", *words)


def processor_seconds(command: tuple[str, ...], folder: Path) -> float:
    """Run a command in a folder; return what it took of a processor."""
    # Whoever forbids Python to keep bytecode would measure its compiler.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env |= {"ROUNDBOOK_HOME": str(folder / "home")}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, env=env, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def prepare(folder: Path) -> None:
    """Begin a small event whose first round is being played."""
    players = "".join(f"{name} Lima,1990\n" for name in ("Ana", "Ben", "Cho", "Dee"))
    (folder / "players.csv").write_text(f"name,birth year\n{players}", encoding="utf-8")
    for each in PREPARED:
        processor_seconds(program(*each), folder)


def main(*words: str) -> None:
    """Print the ratio of each command to the peer: the median of so many pairs, or of 15."""
    pairs = int(words[0]) if words else 15
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        prepare(folder)
        for command in COMMANDS:
            if command != ("--help",):
                command = (*command, "-C", "cup")  # noqa: PLW2901
            ratios = [
                processor_seconds(program(*command), folder) / processor_seconds(PEER, folder)
                for _ in range(pairs + 1)
            ]
            print(f"{command[0]:10} {median(ratios[1:]):5.2f} × {' '.join(PEER[1:])}")
