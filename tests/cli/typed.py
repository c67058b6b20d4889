"""Runs the command line in this process, as if its words had been typed, and keeps what it said."""

import io
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from roundbook.cli.main import roundbook as commands
from roundbook.cli.session import errors
from roundbook.ledger.record.chain import Head
from roundbook.ledger.record.entry import START, leaf_hash
from roundbook.ledger.text import cells_of

IMPORTS = Path(__file__).resolve().parents[2] / "fixtures" / "imports"
GOLDEN = "fixtures/commands"
NOON = datetime(2026, 3, 7, 12, 0, 0, tzinfo=UTC)
"""What the clock says wherever a test keeps the words that were said."""


class Said(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The answer in JSON, decoded."""
        return msgspec.json.decode(self.out)

    @property
    def standings(self) -> list[Any]:
        """The lines of an answer about standings, with figures and record as people say them."""
        told = self.data.get("standings", self.data)
        return [
            {
                **line,
                **{name: rate["exact"] for name, rate in line["figures"].items()},
                "record": "-".join(str(n) for n in line["record"].values()),
            }
            for block in told["divisions"]
            for line in block["lines"]
        ]


class Screen(io.StringIO):
    """A stream that also takes the bytes of an answer for programs, which are UTF-8."""

    @property
    def buffer(self) -> Any:
        return self

    def write(self, told: Any, /) -> int:
        return super().write(told.decode() if isinstance(told, bytes) else told)


class Terminal(Screen):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Echo(io.BytesIO):
    """What is typed, of which each line is shown when it is read."""

    def __init__(self, data: bytes, prompt: str) -> None:
        super().__init__(data)
        self.prompt = prompt

    def __next__(self) -> bytes:
        line = super().__next__()
        sys.stdout.write(f"{self.prompt}{line.decode()}")
        return line


class Keys(io.StringIO):
    """What is typed at a terminal, which shows each line when it is read."""

    def isatty(self) -> bool:
        return True

    def readline(self, size: Any = -1, /) -> str:  # type: ignore[override]
        line = super().readline(size)
        sys.stdout.write(line)
        return line


def roundbook(
    *words: object,
    stdin: bytes = b"",
    at_terminal: bool = False,
    together: bool = False,
    echoes: str | None = None,
    code: int | None = None,
) -> Said:
    """Type a command: no traceback may come of it, and this exit code, if one is given.

    What it says is kept `together`, in the order in which a person sees it, or in two streams. What
    it reads is shown too, each line behind what `echoes` it, as on a screen. At a terminal, an
    empty `echoes` means that somebody types there, who can be asked.

    The first word may be a command of a group: `roundbook("people amend", "p1")`.
    """
    typed = words_of(words)
    stream = Terminal if at_terminal else Screen
    out, err = stream(), stream()
    if together:
        err = out
    with redirect_stdout(out), redirect_stderr(err), _typing(stdin, echoes):
        ended = errors.run(
            lambda: commands.main(typed, prog_name="roundbook", standalone_mode=False),
            as_json="--json" in typed,
        )
    said = Said(ended, out.getvalue(), "" if together else err.getvalue())
    assert code in {None, ended}, said
    assert "Traceback" not in err.getvalue(), said
    return said


def words_of(words: Sequence[object]) -> list[str]:
    """The words of a command one by one; the first may be those of a command in a group."""
    first, *rest = words or ("",)
    return [*str(first).split(" "), *map(str, rest)] if words else []


def shown_as(words: Sequence[str]) -> str:
    """A command as a person types it."""
    return " ".join(f'"{word}"' if " " in word else word for word in words_of(words))


def block(*words: str, code: int = 0) -> str:
    """A command and what a person then sees, as a block of a page."""
    said = roundbook(*words, code=code)
    lines = [f"$ roundbook {shown_as(words)}", *(said.out + said.err).splitlines()]
    return "\n".join(["```text", *lines, "```"])


@contextmanager
def _typing(data: bytes, echoes: str | None = None) -> Iterator[None]:
    typed = io.BytesIO(data) if echoes is None else Echo(data, echoes)
    keys = Keys(data.decode()) if echoes == "" else io.TextIOWrapper(typed)
    before, sys.stdin = sys.stdin, keys
    try:
        yield
    finally:
        sys.stdin = before


@cache
def _imported(file: Path) -> dict[str, bytes]:
    """The folder that an import makes, as bytes: it is made once for all tests."""
    with TemporaryDirectory() as away:
        folder = Path(away) / "made"
        roundbook("file import", file, folder, code=0)
        return files(folder)


def lay(file: Path, folder: Path) -> Path:
    """Make a tournament's folder of a file that was imported."""
    for name, data in _imported(file).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def transcript(*commands_typed: Sequence[str], code: int = 0) -> str:
    """What a person sees who types these commands; each has to end with this exit code."""
    seen = []
    for words in commands_typed:
        said = roundbook(*words, code=code)
        seen.append(f"$ roundbook {shown_as(words)}\n{said.out}{said.err}")
    text = "\n".join(seen)
    for line in text.splitlines():
        assert cells_of(line) <= 80, line
    return text


def files(folder: Path) -> dict[str, bytes]:
    """Everything in a folder, byte for byte."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def rewrite(folder: Path, change: Callable[[str], str]) -> None:
    """Write a ledger anew as somebody would who can do everything but stay unnoticed by the rules.

    Every line is changed as text, and chained again; the head is that of the last line. The signed
    head is taken away, and whoever looks has never seen the tournament before.
    """
    (folder / "checkpoint").unlink(missing_ok=True)
    shutil.rmtree(Path(os.environ["ROUNDBOOK_HOME"]) / "seen", ignore_errors=True)
    prev, lines = START, []
    for line in (folder / "ledger.jsonl").read_bytes().splitlines():
        was = msgspec.json.decode(line)["prev"]
        lines.append(change(line.decode().replace(was, prev)).encode())
        prev = leaf_hash(lines[-1])
    (folder / "ledger.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
    (folder / "head").write_bytes(Head(leaf=prev, seq=len(lines)).to_bytes())
