"""What a command says: on the streams of the terminal, or collected for whoever gave the command.

A command that runs inside another program, as at the web desk, has no terminal of its own. What it
says is collected in the context of the call, which belongs to one thread; the streams of the
process are never touched.
"""

import re
import sys
from shlex import quote
from shutil import get_terminal_size

import click

from ledger.text import cells_of

# Sentences too long for a terminal, as lines that break between words.

_PIECES = re.compile(r" +|(?:`[^`]*`|[^ ])+")
"""What a line is made of: gaps, and words; a command between backticks is one word."""

_FURTHER_IN = 4


def fitted(text: str, *, err: bool) -> str:
    """Return a text as it goes to the terminal; as it is where a pipe or a file takes it."""
    stream = sys.stderr if err else sys.stdout
    if not stream.isatty() or "\n" in text or text.startswith(("{", "[")):
        return text
    return "\n".join(folded(text, get_terminal_size().columns))


def folded(text: str, width: int) -> list[str]:
    """Return a line as lines of at most `width` columns, all but the first further in.

    Nothing is broken that somebody may want to copy: a path, a link, a command between backticks.
    Each stands on a line of its own where it is longer than that.
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


def as_typed(path: object) -> str:
    """Return a path as it is typed into a shell: in quotation marks where it needs them."""
    return quote(str(path))


_KEPT = "cli.desk.output"


class Voice:
    """What is said in one call: `told` would have stood on stdout, `aside` on stderr."""

    def __init__(self) -> None:
        """Nothing has been said yet."""
        self.told: list[str] = []
        self.aside: list[str] = []

    @property
    def lines(self) -> tuple[str, ...]:
        """Return what was told, line by line."""
        return tuple("".join(self.told).splitlines())

    @property
    def notes(self) -> tuple[str, ...]:
        """Return what was said beside it, line by line."""
        return tuple("".join(self.aside).splitlines())

    def speaks_in(self, context: click.Context) -> None:
        """Let whatever is said in this context be collected here."""
        context.meta[_KEPT] = self


def voice() -> Voice | None:
    """Return what collects in this call; None where a terminal listens."""
    context = click.get_current_context(silent=True)
    found: Voice | None = context.meta.get(_KEPT) if context else None
    return found


def echo(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Say a text, on stdout or stderr, or to whoever collects.

    On a terminal a line that is too long for it breaks between words; in a pipe it stays one line.
    """
    collects = voice()
    if collects is None:
        click.echo(fitted(text, err=err) if nl else text, err=err, nl=nl)
        return
    (collects.aside if err else collects.told).append(f"{text}\n" if nl else text)
