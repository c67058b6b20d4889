"""Runs one command on several tournaments; an error in one does not stop the others."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import click
from msgspec import Struct

from roundbook.cli.places.members import Anywhere
from roundbook.cli.session.errors import in_words, kind_of, of_the_system, shown
from roundbook.cli.session.output import echo, voice
from roundbook.cli.session.venue import running_command
from roundbook.ledger.errors import Trouble
from roundbook.ledger.phrases import counted

Found = TypeVar("Found")
Each = TypeVar("Each")


class Stopped(Struct, frozen=True):
    """An error in one tournament: the exit code, and the message, with the hint last."""

    code: int
    said: tuple[str, ...]


def or_here(sources: Sequence[Anywhere]) -> Anywhere:
    """Return the only tournament named; if none is, that of the open venue, or this folder."""
    inside = running_command()
    return sources[0] if sources else inside.venue.folder if inside else Path()


def one_by_one(
    sources: Sequence[Anywhere], act: Callable[[Anywhere], Found]
) -> Iterator[tuple[Anywhere, Found | Stopped]]:
    """Yield each tournament with the result of `act`, or the error."""
    for source in progress(sources, "tournaments", len(sources)):
        try:
            yield source, act(source)
        except (Trouble, OSError) as error:
            trouble = error if isinstance(error, Trouble) else of_the_system(error)
            word, code = kind_of(trouble)
            yield source, Stopped(code, tuple(in_words(trouble, word)))


def progress(each: Iterable[Each], what: str, total: int) -> Iterator[Each]:
    """Yield each item; at a terminal, show the progress on one line that is overwritten."""
    seen = total > 1 and voice() is None and sys.stderr.isatty()
    try:
        for number, one in enumerate(each, start=1):
            if seen and number % (1 + total // 100) == 0:
                echo(f"\r{min(number, total):,} of {total:,} {what}\r", nl=False, err=True)
            yield one
    finally:
        if seen:
            echo("\r\033[K", nl=False, err=True)


def say_summary(codes: Sequence[int], done: str) -> int:
    """Print how many succeeded and how many failed; return the highest exit code."""
    bad = sum(map(bool, codes))
    failed = f", {bad} not" if bad else ""
    echo(shown(f"{counted(len(codes), 'tournament')}: {len(codes) - bad} {done}{failed}."))
    return max(codes)


def refuse_alone(sources: Sequence[object], option: str, value: object) -> None:
    """Refuse an option for a single tournament if several are named."""
    if len(sources) > 1 and value is not None:
        msg = f"{option} needs exactly one tournament; {len(sources)} were given."
        raise click.UsageError(msg)
