"""What is said of each save of a followed event: one line, and the rules that it breaks."""

from pathlib import Path

import msgspec
from msgspec import Struct

from cli.counting import counted
from cli.explain import in_words, shown
from cli.following import Taken
from cli.tables import WIDTH, wrapped
from cli.voice import echo
from ledger.errors import Trouble
from projections.history.news import news


class Tally(Struct, kw_only=True):
    """What came of the saves so far."""

    saves: int = 0
    entries: int = 0
    violations: int = 0
    unread: int = 0

    def add(self, taken: Taken) -> None:
        """Count what a save has brought."""
        self.entries += len(taken.entries)
        self.violations += len(taken.violations)

    def sentence(self, folder: object) -> str:
        """Return it in one line."""
        broken = f", {counted(self.violations, 'violation')}" if self.violations else ""
        unread = f", {self.unread} not taken" if self.unread else ""
        entries = counted(self.entries, "entry", "entries")
        return f"followed {counted(self.saves, 'save')}: {entries} in {folder}{broken}{unread}"


def say_waiting(place: Path, *, once: bool) -> None:
    """Say what is waited for, to a person who would see nothing for a long time."""
    if not once:
        there = "" if place.exists() else ", which is not there yet"
        echo(shown(f"waiting for saves in {place}{there}; Ctrl-C ends it"), err=True)


def say_taken(label: str, digest: str, taken: Taken, *, as_json: bool) -> None:
    """Say what a save has brought, and which rules that breaks, with the two saves at odds."""
    brought = news(taken.events)
    if as_json:
        _line(
            save=label,
            sha256=digest,
            state="told" if taken.entries else "nothing",
            entries=[entry.seq for entry in taken.entries],
            brought=brought,
            violations=taken.violations,
        )
    else:
        _say(f"{label}: {'; '.join(brought) or 'nothing new'}")
        for found in taken.violations:
            _say(f"violation: entry {found.seq}: {found.message} [{found.rule}]", by="  ")
            _say(found.because or f"Save {taken.digest[:16]} says so.", by="    ")
    for notice in taken.notices:
        echo(shown(notice), err=True)


def say_older(label: str, digest: str, *, as_json: bool) -> None:
    """Say that a save was written before one that was taken already."""
    if as_json:
        _line(save=label, sha256=digest, state="older", entries=[], brought=[], violations=[])
    else:
        echo(shown(f"{label}: older than what was followed already, brings nothing"))


def say_trouble(label: str, trouble: Trouble, *, as_json: bool) -> None:
    """Say that a save could not be taken; the following goes on."""
    if as_json:
        _line(save=label, state="unreadable", message=trouble.message, hint=trouble.hint)
        return
    first, *more = in_words(trouble, f"cannot read {label}")
    _say(first, err=True)
    for line in more:
        _say(line.strip(), by="  ", err=True)


def _say(text: str, *, by: str = "", err: bool = False) -> None:
    """Say a sentence `by` so far in, in as many lines as it needs, the others further in."""
    first, *more = wrapped(text, WIDTH - 8)
    for line in (f"{by}{first}", *(f"{by}    {each}" for each in more)):
        echo(shown(line), err=err)


def _line(**said: object) -> None:
    echo(msgspec.json.encode(said, order="sorted").decode())
