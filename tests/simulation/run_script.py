"""Types the lines of an event script at the real command line, one after the other.

A script is what somebody would type: one command of roundbook to a line, without the word
`roundbook`. Three things are the runner's own:

- `cd FOLDER` goes there, as in a shell; the lists of the scripts lie beside the first folder.
- `COMMAND ! RULE` is a command that this rule refuses; any other command has to succeed.
- `results` lets the slips that are out come in: the runner looks at `pairings --json`, decides each
  match by how strong its invented players are, and reports the list. `--pool POOL` is for one pool,
  `--ties 1/10` for a share of ties, `--each RESULT` for the same result at every table, `--tables
  "2-0 1-1"` for results in the order of the tables.

Run by hand: `python -m tests.simulation.run_script fixtures/scripts/draft_pod_8.txt` in an empty
folder; the event stays there.
"""

import contextlib
import csv
import io
import json
import os
import shlex
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.cli.line import PROGRAM, SOURCE
from tests.cli.typed import Said, roundbook

SCRIPTS = SOURCE / "fixtures" / "scripts"
Type = Callable[[Sequence[str]], Said]
"""Types a command in the folder where one is."""

RESULTS = ArgumentParser("results", exit_on_error=False)
RESULTS.add_argument("--pool")
RESULTS.add_argument("--ties", type=Fraction, default=Fraction(0))
RESULTS.add_argument("--each")
RESULTS.add_argument("--tables", type=str.split)


class Script:
    """An event as it is typed, line by line: where it is by now, and what was said."""

    def __init__(self, path: Path, folder: Path, typing: Type) -> None:
        self.path, self.folder, self.typing = path, folder, typing
        self.typed: list[tuple[str, Said]] = []
        for lists in sorted(path.parent.glob("*.csv")):
            shutil.copy(lists, folder)

    def run(self) -> "Script":
        """Type every line; each has to do what it should."""
        for number, line in enumerate(self.path.read_text(encoding="utf-8").splitlines(), start=1):
            words = shlex.split(line, comments=True)
            where = f"{self.path.name}, line {number}: {line}"
            if words[:1] == ["cd"]:
                self.folder /= words[1]
            elif words[:1] == ["results"]:
                self.report(words[1:], where)
            elif words:
                self.type(words, where)
        return self

    def type(self, words: list[str], where: str) -> Said:
        """Type one command; it has to succeed, or to be refused by the rule behind the mark."""
        refusing = words[words.index("!") + 1] if "!" in words else None
        words = words[: words.index("!")] if refusing else words
        with contextlib.chdir(self.folder):
            said = self.typing(words)
        self.typed.append((" ".join(words), said))
        assert said.code == (3 if refusing else 0), f"{where}\n{said.out[-2000:]}{said.err}"
        assert not refusing or f"rule: {refusing} (" in said.err, f"{where}\n{said.err}"
        return said

    def last(self, verb: str) -> Said:
        """Return what a verb said the last time."""
        return next(said for typed, said in reversed(self.typed) if typed.startswith(verb))

    def report(self, words: list[str], where: str) -> None:
        """Report the slips that are out, as one list of results."""
        asked = RESULTS.parse_args(words)
        paired = self.type(["pairings", *([asked.pool] if asked.pool else []), "--json"], where)
        slips = []
        for posted in json.loads(paired.out)["pairings"]:
            out = [t for t in posted["tables"] if t["match"] in posted["open"]]
            for place, table in enumerate(out):
                result = asked.each or self.decided(table, posted["round"], asked.ties)
                slips.append((table["match"], asked.tables[place] if asked.tables else result))
        assert slips, f"{where}\nno slip is out"
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([("match", "result"), *slips])
        (self.folder / "slips.csv").write_text(text.getvalue(), encoding="utf-8")
        self.type(["report", "slips.csv"], where)

    def decided(self, table: dict[str, Any], number: int, ties: Fraction) -> str:
        """Return how a match ends: mostly the stronger wins, by how far they are apart."""
        names = table["first"]["name"], table["second"]["name"]
        if below(ties.denominator, self.path.stem, number, *sorted(names)) < ties.numerator:
            return "tie"
        first, second = (below(1000, self.path.stem, name) for name in names)
        luck = below(1000, self.path.stem, "luck", number, *sorted(names)) - 500
        ahead = first - second + (luck if names == tuple(sorted(names)) else -luck)
        return ("2-0", "2-1")[abs(ahead) < 300] if ahead > 0 else ("0-2", "1-2")[abs(ahead) < 300]


def below(sides: int, *asked: object) -> int:
    """Return a whole number below `sides` that belongs to a question, the same every time."""
    return int.from_bytes(sha256(repr(asked).encode()).digest()) % sides


def in_this_process(words: Sequence[str]) -> Said:
    """Type a command through the same door as the program."""
    return roundbook(*words)


def as_programs() -> Type:
    """Return how every verb is typed as a process of its own, the first time; then it is known."""
    known = set[str]()

    def typed(words: Sequence[str]) -> Said:
        is_new = words[0] not in known
        known.add(words[0])
        return as_a_program(words) if is_new else in_this_process(words)

    return typed


def as_a_program(words: Sequence[str]) -> Said:
    """Type a command as a process of its own."""
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=False,
    )
    return Said(ran.returncode, ran.stdout, ran.stderr)


if __name__ == "__main__":
    Script(Path(sys.argv[1]).resolve(), Path.cwd(), as_a_program).run()
