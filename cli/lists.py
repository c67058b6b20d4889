"""A list that somebody names instead of one thing: the bytes of a CSV file, or those of stdin."""

import sys
from pathlib import Path

from cli.at_hand import refuse_files


def is_list(word: str) -> bool:
    """Tell whether a word names a list: a file `.csv`, or `-` for stdin."""
    return word == "-" or word.lower().endswith(".csv")


def called(word: str) -> str:
    """Return what a list is called where it is spoken of."""
    return "stdin" if word == "-" else word


def bytes_of(word: str, most: int) -> bytes:
    """Return the bytes of a list: one more than `most`, where it is longer. Raises OSError."""
    refuse_files(word)
    if word == "-":
        return sys.stdin.buffer.read(most + 1)
    with Path(word).open("rb") as file:
        return file.read(most + 1)
