"""The output of commands: printed to the terminal, or collected for the program that runs them.

A command that runs inside another program, such as the web desk, has no terminal. Its output is
collected in the context of the call, which belongs to one thread; the streams of the process are
never used.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shlex import quote

import click
import msgspec

from roundbook.ledger.text import UNSAFE, cells_of

# Wraps sentences that are too long for a terminal.

_PIECES = re.compile(r" +|(?:`[^`]*`|[^ ])+")
"""The pieces of a line: spaces, and words; a command in backticks is one word."""

_FURTHER_IN = 4


def fitted(text: str, *, err: bool) -> str:
    """Return a text wrapped for the terminal; unchanged for a pipe or a file."""
    stream = sys.stderr if err else sys.stdout
    if not stream.isatty() or "\n" in text or text.startswith(("{", "[")):
        return text
    return "\n".join(folded(text, terminal_size().columns))


def terminal_size() -> os.terminal_size:
    """Return the columns and lines of the terminal."""
    from shutil import get_terminal_size  # Not needed in a pipe.

    return get_terminal_size()


def folded(text: str, width: int) -> list[str]:
    """Return a line wrapped to `width` columns, with further lines indented.

    Paths, links and commands in backticks are never broken, so that they can be copied; a long one
    has a line of its own.
    """
    if cells_of(text) <= width:
        return [text]
    start = len(text) - len(text.lstrip(" "))
    margin = " " * (start + _FURTHER_IN)
    found, gap = [text[:start]], ""
    for piece in _PIECES.findall(text[start:]):
        if piece.isspace():
            gap = piece
        elif cells_of(found[-1] + gap + piece) <= width or not found[-1].strip():
            found[-1] += gap + piece
            gap = ""
        else:
            found.append(margin + piece)
            gap = ""
    return found


_TO_FILL_IN = re.compile("…|[A-Z]+(?:[|][A-Z]+)*")
"""A word in the place of one that the reader has to choose, such as `NAME|FILE`."""


def as_typed(word: object) -> str:
    """Return a word as typed in a shell, quoted if necessary; a word to fill in stays as it is."""
    typed = str(word)
    return typed if _TO_FILL_IN.fullmatch(typed) else quote(typed)


def safe_json(answer: object) -> str:
    """Return an answer as one line of JSON that cannot move the cursor or reverse text."""
    text = msgspec.json.encode(answer, enc_hook=str).decode()
    if text.isascii() and "\x7f" not in text:  # Any JSON has the other controls escaped.
        return text
    return UNSAFE.sub(lambda odd: f"\\u{ord(odd[0]):04x}", text)


_KEPT = "roundbook.cli.session.output"


class Voice:
    """The output of one call: `told` for stdout, `aside` for stderr."""

    def __init__(self) -> None:
        """Start empty."""
        self.told: list[str] = []
        self.aside: list[str] = []

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the lines for stdout."""
        return tuple("".join(self.told).splitlines())

    @property
    def notes(self) -> tuple[str, ...]:
        """Return the lines for stderr."""
        return tuple("".join(self.aside).splitlines())

    def speaks_in(self, context: click.Context) -> None:
        """Collect the output of this context here."""
        context.meta[_KEPT] = self


def voice() -> Voice | None:
    """Return the collector of this call; None for a terminal."""
    context = click.get_current_context(silent=True)
    found: Voice | None = context.meta.get(_KEPT) if context else None
    return found


def at_terminal() -> bool:
    """Tell whether the output goes to a terminal, where a person reads it."""
    return voice() is None and sys.stdout.isatty()


_WORDED = "roundbook.cli.session.output.worded"


@contextmanager
def worded(words: Callable[[str], str]) -> Iterator[None]:
    """Print every text of this call as `words` returns it, such as with other citations."""
    context = click.get_current_context(silent=True)
    if context is None:
        yield
        return
    before = context.meta.get(_WORDED)
    context.meta[_WORDED] = words
    try:
        yield
    finally:
        context.meta[_WORDED] = before


def as_worded(text: str) -> str:
    """Return a text with the words and citations of this call, such as those of an edition."""
    context = click.get_current_context(silent=True)
    words = context.meta.get(_WORDED) if context else None
    return words(text) if words and not text.startswith(("{", "[")) else text


def echo(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Print a text to stdout or stderr, or add it to the collector.

    On a terminal, a long line is wrapped between words; in a pipe it stays one line.
    """
    text = as_worded(text)
    collects = voice()
    if collects is None:
        click.echo(fitted(text, err=err) if nl else text, err=err, nl=nl)
        return
    (collects.aside if err else collects.told).append(f"{text}\n" if nl else text)


def say_answer(answer: msgspec.Struct) -> None:
    """Print an answer as JSON, in the shape described by `roundbook lab schema`.

    Characters that could move the cursor or reverse text are escaped.
    """
    echo(msgspec.json.format(safe_json(answer), indent=2))
