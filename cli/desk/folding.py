"""Sentences too long for a terminal, as lines that break between words."""

import re
import sys
from pathlib import Path
from shlex import quote
from shutil import get_terminal_size

from ledger.text import cells_of

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


def as_typed(path: Path) -> str:
    """Return a path as it is typed into a shell: in quotation marks where it needs them."""
    return quote(str(path))
