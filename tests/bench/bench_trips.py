"""How many files of the program one errand enters, from the words that are typed to the answer.

Run it by hand: `python -m tests.bench trips [-v]`; `-v` names the files. A file is entered when one
of its functions is: what runs while a module is imported is not counted. The command line is a
process of its own each time; the server lies in this one, and has done the same errand before.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import FrameType

from tests.cli.line import Line
from tests.cli.typed import IMPORTS, words_of

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("cli", "ledger", "projections")
SAVE = IMPORTS / "01_cup_two_pods_cut_final.tdf"
DESK, PHONE = "/t/cup/desk", "/t/cup/standings"
PATIENCE = 5.0
"""So many seconds the server may show its phones the last version: tracing makes its pages dear."""


class Steps:
    """The files that were entered, in order, each as often as the way led into it from another."""

    def __init__(self) -> None:
        self.files: list[str] = []
        self.walking = False
        self._importing = 0
        self._known: dict[str, str] = {}

    def step(self, frame: FrameType, event: str, _: object) -> None:
        """Note one call, as Python's profiler tells it."""
        code = frame.f_code
        if code.co_name == "<module>" and event in {"call", "return"}:
            self._importing += 1 if event == "call" else -1
        elif event == "call" and self.walking and not self._importing:
            if not code.co_flags & CO_OPTIMIZED:
                return  # The body of a class.
            file = self._known.get(code.co_filename)
            if file is None:
                file = self._known[code.co_filename] = _ours(code.co_filename)
            if file and self.files[-1:] != [file]:
                self.files.append(file)

    @contextmanager
    def walk(self) -> Iterator[list[str]]:
        """Note what is called meanwhile, in this thread and in those that begin later."""
        self.files, self.walking = [], True
        threading.setprofile(self.step)
        sys.setprofile(self.step)
        try:
            yield self.files
        finally:
            self.walking = False
            sys.setprofile(None)
            threading.setprofile(None)


def _ours(filename: str) -> str:
    """Return the path of a file of the packages, from the root of the checkout; or nothing."""
    path = Path(filename)
    inside = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
    return inside if inside.partition("/")[0] in PACKAGES else ""


def typed(words: tuple[str, ...], home: Path) -> list[str]:
    """Give a command in a process of its own; return the files that were entered."""
    program = [sys.executable, "-m", "tests.bench.bench_trips", "--", *words_of(words)]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "ROUNDBOOK_HOME": str(home)}
    said = subprocess.run(program, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    files: list[str] = json.loads(said.stderr.rpartition("\n")[2])
    return files


def traced(words: list[str]) -> None:
    """Be the command line; the last line of the error stream is the files that were entered."""
    from roundbook.cli.main import main as command_line

    sys.argv = ["roundbook", *words]
    steps, code = Steps(), 0
    with steps.walk() as files:
        try:
            command_line()
        except SystemExit as ended:
            code = int(ended.code or 0)
    sys.stderr.write("\n" + json.dumps(files))
    sys.exit(code)


def small(line: Line) -> Line:
    """Open a tournament of six players; its first round is being played, one slip is in."""
    line.begin("Ana", "Ben", "Cho", "Dee", "Eva", "Flo")
    line("report", "masters-1-1", "2-0")
    return line


def at_the_server(base: Path) -> Iterator[tuple[str, list[str]]]:
    """Walk from a slip at the desk to a page that a phone shows, each for the second time."""
    from roundbook.cli.session.venue import now, random_bytes
    from roundbook.cli.web.access.permissions import AccessRole
    from roundbook.cli.web.access.sessions import AccessStore
    from roundbook.cli.web.app import app
    from roundbook.cli.web.server.tournaments import TournamentFolder
    from tests.web.at_desk import hidden
    from tests.web.test_signin import come_in
    from tests.web.visitor import Visitor

    events = base / "events"
    events.mkdir()
    line = Line(base / "home", events / "cup")
    line.begin(*(f"Player {n}" for n in range(1, 9)))
    folder = TournamentFolder(events)
    access = AccessStore(line.home, events, clock=now, random_bytes=random_bytes)
    steps = Steps()
    with steps.walk(), Visitor(app(folder, access)) as desk, Visitor(desk.app) as phone:
        come_in(desk, access, AccessRole.SCOREKEEPER)
        slip, page = steps.files, steps.files
        for table in (1, 2):
            form = {**hidden(desk.get(DESK).text), "line": f"{table} 20"}
            steps.files = []
            said = desk.post(DESK, data=form, follow_redirects=False)
            slip = steps.files
            assert said.status_code == 303, said.text
            time.sleep(PATIENCE)
            steps.files = []
            assert phone.get(PHONE).status_code == 200
            page = steps.files
    yield "slip at the desk's page", slip
    yield "a phone's page after it", page


def trips(base: Path) -> Iterator[tuple[str, list[str]]]:
    """Walk every trip; yield what it is called, and the files in the order they were entered."""
    home = base / "home"
    cup = small(Line(home, base / "cup")).folder
    yield "slip by command", typed(("report", "masters-1-2", "2-0", "-C", str(cup)), home)
    yield from at_the_server(base)
    made = base / "made"
    yield "import of a .tdf", typed(("file import", str(SAVE), str(made)), home)
    yield "standings after it", typed(("standings", "-C", str(made)), home)
    yield "export of it", typed(("file export", "-C", str(made), str(base / "again.tdf")), home)
    yield "verify", typed(("verify", str(made)), home)


def main(*words: str) -> None:
    """Print what came of it."""
    print(f"{'trip':24} {'files':>5}   cli / ledger / projections   changes of file")
    with tempfile.TemporaryDirectory() as name:
        base = Path(name)
        os.environ["ROUNDBOOK_HOME"] = str(base / "home")
        for trip, files in trips(base):
            count = Counter(file.partition("/")[0] for file in set(files))
            shares = " ".join(f"{count[package]:>6}" for package in PACKAGES)
            print(f"{trip:24} {len(set(files)):>5} {shares} {len(files):>22,}")
            if "-v" in words:
                print("".join(f"    {file}\n" for file in sorted(set(files))))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--"]:
        traced(sys.argv[2:])
    else:
        main(*sys.argv[1:])
