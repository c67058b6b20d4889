"""`roundbook desk` at a real terminal: typed key by key, and left as it was found."""

import codecs
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any

import pytest

from roundbook.cli.session import ask
from tests.cli.line import PROGRAM, SOURCE, Line

OWN_TERMINAL = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)"
"""Makes the terminal the program's own, so that Ctrl-C reaches it."""

PATIENCE = 60
"""So many seconds without a word, and the program is taken for stuck."""

CODES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\r")
UP_TO_A_CUT = re.compile(r"(.*?)(\x1b(?:\[[0-9;?]*)?)?", re.DOTALL)


class UnseenError(AssertionError):
    """A text that did not come."""


class Typist:
    """Somebody at a terminal: types keys, and reads what is shown."""

    def __init__(self, line: Line, *words: str) -> None:
        env = os.environ | {
            "PYTHONPATH": str(SOURCE),
            "ROUNDBOOK_HOME": str(line.home),
            "TERM": "vt100",
        }
        self.master, self.slave = pty.openpty()
        self.before = termios.tcgetattr(self.slave)
        self.program = subprocess.Popen(
            [sys.executable, "-c", f"{OWN_TERMINAL}; {PROGRAM}", *words],
            env=env,
            cwd=line.home.parent,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
        )
        self.shown = ""
        self.letters = codecs.getincrementaldecoder("utf-8")("replace")
        self.cut = ""

    def sees(self, text: str, patience: float = PATIENCE) -> str:
        """Wait until a text is shown; return everything up to it. Raises UnseenError."""
        while text not in self.shown:
            ready, _, _ = select.select([self.master], [], [], patience)
            if not ready:
                raise UnseenError(f"{text!r} is not shown, but {self.shown!r}")
            self.shown += self._read()
        found, _, self.shown = self.shown.partition(text)
        return found + text

    def _read(self) -> str:
        """Return what came, without codes; a letter or code that is cut waits for its end."""
        came = self.cut + self.letters.decode(os.read(self.master, 65536))
        whole, self.cut = UP_TO_A_CUT.fullmatch(came).groups("")  # type: ignore[union-attr]
        return CODES.sub("", whole)

    def types(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def enters(self, line: str, then: str = "> ") -> str:
        """Type a line and Enter; return what is shown up to the next prompt."""
        self.types(f"{line}\r")
        return self.sees(then)

    def interrupts(self, then: str) -> None:
        """Press Ctrl-C until a text is shown; return only when it is.

        One that comes while a key is being taken in is heard at the next key, or the next Ctrl-C.
        """
        for _ in range(PATIENCE):
            self.types("\x03")
            with suppress(UnseenError):
                self.sees(then, patience=1)
                return
        raise AssertionError(f"Ctrl-C is not heard: {self.shown!r}")

    def leaves(self) -> int:
        """Wait for the end of the program; return its exit code."""
        return self.program.wait(PATIENCE)

    def ends(self, kind: signal.Signals) -> int:
        """Send a signal until the program has gone; return its exit code.

        One that comes while a key is being taken in is heard at the next key, or the next signal.
        """
        for _ in range(PATIENCE):
            self.program.send_signal(kind)
            with suppress(subprocess.TimeoutExpired):
                return self.program.wait(1)
        raise AssertionError(f"{kind!r} does not end it")

    def state(self) -> list[Any]:
        return termios.tcgetattr(self.slave)

    def close(self) -> None:
        self.program.kill()
        self.program.wait()
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def typist(line: Line) -> Iterator[Typist]:
    line.start()
    somebody = Typist(line, "desk", "-C", str(line.folder))
    yield somebody
    somebody.close()


def test_an_event_is_typed_at_a_terminal(line: Line, typist: Typist) -> None:
    typist.sees("Ctrl-D quits.")
    typist.sees("no round> ")
    for name in ("Ana", '"Ben Ode"', "Cho", "Dee"):
        assert "was registered in Masters." in typist.enters(f"register {name} --birth-year 1990")
    typist.enters("announce --prizes none")
    assert typist.enters("pair").endswith("0 of 2 in> ")
    typist.enters("start")
    assert " 2-0 " in typist.enters("1 20", then="1 of 2 in · clock starts in ")
    typist.sees("> ")

    # After a refused line the bell rings, the next slip stands alone, and Up brings the line back.
    refused = typist.enters("2 7", then="> ")
    assert "\a" in refused
    assert '"7" is not a result' in refused
    assert "(masters-1-2)" in typist.enters("o")
    typist.types("\x1b[A\x1b[A")
    typist.sees("2 7")
    assert "ties with" in typist.enters("\x7ft", then="2 of 2 in> ")

    # Where only a reason is missing, Tab fills in the line.
    assert "Tab fills in the line" in typist.enters("1 02")
    typist.types("\t")
    typist.sees("1 02 because ")
    assert " · corrected" in typist.enters("read upside down")

    # Who sits there is asked about what is for good.
    typist.enters(
        'people disqualify Dee --reason "hid a card"', then="Disqualify Dee (p4)? [y/N]: "
    )
    assert "Nothing was recorded." in typist.enters("")

    # Ctrl-C clears the line, Tab completes.
    typist.types("1 2 beca")
    typist.sees("1 2 beca")
    typist.interrupts("2 of 2 in> ")
    typist.types("dro\t")
    typist.sees("drop ")
    typist.types("Be\t\r")
    typist.sees("Ben Ode (p2) dropped, after round 1.")
    typist.sees("> ")

    # What another desk writes comes before the next prompt.
    line("note", "the hall is cold", "--as", "Jo", "--role", "judge")
    assert "by Jo (judge): " in typist.enters("o")

    # The line before comes back; Ctrl-D quits.
    typist.types("\x1b[A")
    typist.sees("o")
    typist.types("\x15\x04")
    assert typist.leaves() == 0
    assert typist.state() == typist.before
    events = [event for entry in line.ledger() for event in entry["events"]]
    results = [event["result"]["verdict"] for event in events if "result" in event]
    assert results == ["first", "tie", "second"]
    assert line.run("verify", line.folder).code == 0


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGHUP])
def test_the_terminal_is_left_as_it_was_whoever_ends_the_program(
    typist: Typist, kind: signal.Signals
) -> None:
    typist.sees("> ")
    typist.types("half a li")
    typist.sees("half a li")
    assert typist.state() != typist.before
    assert typist.ends(kind) == 128 + kind
    assert typist.state() == typist.before


PASTED = "pair; post\rstart\r1 20; 2 20\rstatus\r"


def test_the_lines_pasted_before_a_question_are_not_its_answer(line: Line) -> None:
    """They are left out, which is said, and the first answer counts."""
    line.begin("Ana", "Ben", "Cho", "Dee", played=2)
    with closing(Typist(line, "desk", "-C", str(line.folder))) as typist:
        typist.sees("> ")
        typist.types(PASTED)
        asked = typist.sees("Pair? [y/N]: ")
        assert '"start" and 2 more lines were not run, because a question came first.' in asked
        agreed = typist.enters("y", then="0 of 2 in> ")
        assert "Posted." in agreed
        assert "Please answer" not in agreed
        typist.types("\x04")
        assert typist.leaves() == 0
        assert typist.state() == typist.before


def test_the_line_pasted_after_time_called_is_not_what_the_judge_saw(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    with closing(Typist(line, "desk", "-C", str(line.folder))) as typist:
        typist.sees("> ")
        typist.types("time-called 1\rstatus\r")
        asked = typist.sees("Who won each game so far?")
        assert '"status" was not run, because a question came first.' in asked


@pytest.mark.parametrize("others", [0, 1, 12])
def test_a_long_line_that_was_not_run_is_named_in_80_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, others: int
) -> None:
    long = 'report masters-1-2 2-0 --because "the slip was found later"'
    monkeypatch.setattr(ask, "_waiting", lambda: [long, *["status"] * others])
    ask._leave_out_what_waits()
    said = capsys.readouterr().err
    assert said.startswith('"report ')
    assert said.endswith(" not run, because a question came first.\n")
    assert len(said.rstrip()) <= 80


def test_the_line_pasted_after_open_is_not_the_number_of_an_edition(line: Line) -> None:
    words = ("open", "evening", "--name", "Evening", "--start", "2026-10-03")
    with closing(Typist(line, *words)) as typist:
        typist.types("roundbook desk -C evening\r")
        asked = typist.sees("Enter for 1]: ")
        assert '"roundbook desk -C evening" was not run, because a question' in asked
        typist.types("\r")
        said = typist.sees("next: roundbook desk -C evening, then: register FILE")
        assert "Evening is open in evening" in said
        assert typist.leaves() == 0


def test_the_lines_pasted_before_a_passphrase_are_not_the_passphrase(line: Line) -> None:
    line.start()
    words = ("file", "backup", "a.roundbook-backup", "-C", str(line.folder), "--passphrase")
    with closing(Typist(line, *words)) as typist:
        typist.types("four words\rfour words\r")
        asked = typist.sees("Passphrase: ")
        assert "2 lines were not run, because a question came first.\n" in asked
        typist.enters("other words", then="Repeat for confirmation: ")
        typist.enters("other words", then=", encrypted")
        assert typist.leaves() == 0
