"""The real command line at a tournament, as tests type it."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.chance import alike
from tests.cli.begun import Begun
from tests.cli.typed import Said, roundbook, words_of

SOURCE = Path(__file__).resolve().parents[2]
DURABLE = "import sys; sys.argv[0] = 'roundbook'; from roundbook.cli.main import main; main()"
"""The program as a process of its own."""
PROGRAM = f"import os; os.fsync = os.fdatasync = lambda _: None; {DURABLE}"
"""The same, but it does not wait for the disk: see tests/conftest.py."""


class Line:
    """The command line at one tournament."""

    def __init__(self, home: Path, folder: Path, begun: Begun | None = None) -> None:
        self.home = home
        self.folder = folder
        self.begun_by = begun

    def run(self, *words: object, stdin: bytes = b"", code: int | None = None) -> Said:
        """Run a command within this process, through the same door as the program.

        What it advises is kept as it is said in the folder itself: tests/cli/test_elsewhere.py has
        the words for somebody who stands outside.
        """
        said = roundbook(*words, stdin=stdin, code=code)
        told = re.escape(str(self.folder))
        named = re.compile(rf" -C {told}(?![/\w])|(?<=roundbook archive)([^\n`]*) {told}\b")
        out, err = (named.sub(lambda found: found[1] or "", text) for text in said[1:])
        return Said(said.code, out, err)

    def __call__(self, verb: str, *words: object) -> Said:
        """Run a writing verb at the tournament; it must succeed.

        The first announcement says that nobody gets a prize, unless the test says otherwise.
        """
        first = verb == "announce" and b"announcement-made" not in self._bytes()
        if first and "--prizes" not in words:
            words = (*words, "--prizes", "none")
        said = self.at(verb, *words)
        assert said.code == 0, f"{verb} {words}: {said.err}"
        return said

    def at(self, verb: str, *words: object, code: int | None = None) -> Said:
        """Run a writing verb at the tournament, whatever comes of it unless a code is given."""
        return self.run(verb, *words, "-C", self.folder, code=code)

    def refused(self, verb: str, *words: object, rule: str | None = None, code: int = 3) -> str:
        """Run a verb that must come to nothing; return what is said, in one sentence or three."""
        before = self.files()
        said = self.at(verb, *words)
        assert said.code == code, f"{verb} {words}: {said.code} {said.out} {said.err}"
        assert self.files() == before
        if rule:
            assert f"rule: {rule} (" in said.err, said.err
        return said.err

    def announce(self, *words: object) -> Said:
        """Announce another number of rounds than the table has, as an official may (TOP §3.3.5)."""
        because = ("--override", "rounds-differ", "--because", "it is a small event")
        return self("announce", *words, *because)

    def close(self, *words: object) -> Said:
        """Close the tournament early: an official lets pass whatever it still owes."""
        owed = re.findall(r"rule: ([a-z-]+) ", self.at("close", *words, "--dry-run").err)
        let = [word for rule in owed for word in ("--override", rule)]
        return self("close", *words, *let, *(["--because", "the hall is needed"] if let else []))

    def forget(self) -> None:
        """Look at the tournament from now on as somebody who has never seen it before."""
        shutil.rmtree(self.home / "seen")

    def start(self, *words: object, **divisions: int) -> Said:
        """Begin the tournament, with so many players of each division; it must succeed."""
        said = self.run(
            "open", self.folder, "--name", "Cup", "--start", "2026-03-07", *words, code=0
        )
        if divisions:
            self.crowd(**divisions)
        return said

    def crowd(self, **divisions: int) -> None:
        """Register so many players of each division, in one list."""
        rows = [
            f"{division} {n},{division}"
            for division, size in divisions.items()
            for n in range(1, size + 1)
        ]
        path = self.home.parent / "crowd.csv"
        path.write_text("\n".join(["name,division", *rows]))
        self("register", path)

    def enrol(self, *names: str) -> None:
        """Begin the tournament with these players."""
        self.start()
        self.register(*names)

    def register(self, *names: str) -> None:
        """Register players who were born in 1990: in one list, where their names are plain.

        That takes one command, and makes an entry for each of them, too.
        """
        if len(names) > 1 and all(re.fullmatch("[A-Za-z ]+", name) for name in names):
            path = self.home.parent / "players.csv"
            path.write_text("name,birth year\n" + "".join(f"{name},1990\n" for name in names))
            self("register", path)
        else:
            for name in names:
                self("register", name, "--birth-year", 1990)

    def pair(self, *words: object) -> Said:
        """Pair the next round, and start it; return what pairing it says.

        A premier event prints its slips in between.
        """
        said = self("pair", *words)
        if self.ledger()[0]["events"][0].get("premier"):
            self("round slips")
        self("start")
        return said

    def begin(self, *names: str, played: int = 0) -> None:
        """Begin and announce a small tournament, start round 1, and play so many rounds."""
        begun, self.begun_by = self.begun_by, None
        if not begun or not begun.may_be_copied:
            self._begin(names, played)
            return
        key = (names, played, self.folder.relative_to(begun.root).as_posix())
        if not begun.copied(key):
            with alike(f"begun {names} {played}"):
                self._begin(names, played)
            begun.keep(key)

    def _begin(self, names: Sequence[str], played: int) -> None:
        self.enrol(*names)
        self.first_round()
        for number in range(1, played + 1):
            self.play(number)
            if number < played:
                self.pair()

    def first_round(self, rounds: int | None = None, *words: object) -> Said:
        """Announce, by the table or so many rounds; then pair and start round 1."""
        said = self.announce("--rounds", rounds, *words) if rounds else self("announce")
        self.pair()
        return said

    def play(self, round_number: int, result: str = "1") -> None:
        """Report the same result at every table of a round."""
        self.report(dict.fromkeys(self.tables(round_number), result))

    def report(self, results: dict[str, str]) -> None:
        """Report so many matches in one list, which takes one command and an entry for each."""
        if results:
            path = self.home.parent / "results.csv"
            path.write_text("match,result\n" + "".join(f"{m},{r}\n" for m, r in results.items()))
            self("report", path)

    def tables(self, round_number: int) -> list[str]:
        """Return the matches of a Masters round, as the ledger has them."""
        return [f"masters-{round_number}-{n}" for n in self.paired(round_number)["tables"]]

    def paired(self, round_number: int) -> dict[str, Any]:
        """Return the event that paired a round."""
        events = [event for entry in self.ledger() for event in entry["events"]]
        return next(
            event
            for event in reversed(events)
            if event["event"] == "round-paired" and event["round"] == round_number
        )

    def ledger(self) -> list[Any]:
        """Return the entries, as they stand on disk."""
        return self._lines("ledger.jsonl")

    def attempts(self) -> list[Any]:
        """Return the refused commands, as they stand on disk."""
        return self._lines("attempts.jsonl")

    def _bytes(self) -> bytes:
        ledger = self.folder / "ledger.jsonl"
        return ledger.read_bytes() if ledger.exists() else b""

    def _lines(self, name: str) -> list[Any]:
        return [json.loads(text) for text in (self.folder / name).read_bytes().splitlines()]

    def files(self) -> dict[str, bytes]:
        """Return everything in the folder but the refused commands and the empty locks."""
        return {
            path.name: path.read_bytes()
            for path in sorted(self.folder.glob("*"))
            if path.is_file() and path.name != "attempts.jsonl" and not path.name.endswith("lock")
        }

    def process(self, *words: object) -> subprocess.Popen[bytes]:
        """Begin the program itself, as a process of its own."""
        program = [sys.executable, "-c", PROGRAM, *words_of(words)]
        env = {**os.environ, "PYTHONPATH": str(SOURCE), "ROUNDBOOK_HOME": str(self.home)}
        pipe = subprocess.PIPE
        return subprocess.Popen(
            program, env=env, cwd=self.home.parent, stdin=pipe, stdout=pipe, stderr=pipe
        )
