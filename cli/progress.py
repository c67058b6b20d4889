"""What is said of each save of a followed event: one line, and the rules that it breaks."""

from collections.abc import Iterator

import click
import msgspec
from msgspec import Struct

from cli.counting import counted
from cli.explain import in_words, shown
from cli.following import Taken
from ledger.errors import Trouble
from ledger.violations import Violation
from projections.news import news


class Tally(Struct, kw_only=True):
    """What came of the saves so far."""

    saves: int = 0
    entries: int = 0
    violations: int = 0
    unread: int = 0

    def sentence(self, folder: object) -> str:
        """Return it in one line."""
        broken = f", {counted(self.violations, 'violation')}" if self.violations else ""
        unread = f", {self.unread} not taken" if self.unread else ""
        entries = counted(self.entries, "entry", "entries")
        return f"followed {counted(self.saves, 'save')}: {entries} in {folder}{broken}{unread}"


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
        click.echo(shown(f"{label}: {'; '.join(brought) or 'nothing new'}"))
        for found in taken.violations:
            for line in _broken(found, taken):
                click.echo(shown(line))
    for notice in taken.notices:
        click.echo(shown(notice), err=True)


def say_older(label: str, digest: str, *, as_json: bool) -> None:
    """Say that a save was written before one that was taken already."""
    if as_json:
        _line(save=label, sha256=digest, state="older", entries=[], brought=[], violations=[])
    else:
        click.echo(shown(f"{label}: older than what was followed already, brings nothing"))


def say_trouble(label: str, trouble: Trouble, *, as_json: bool) -> None:
    """Say that a save could not be taken; the following goes on."""
    if as_json:
        _line(save=label, state="unreadable", message=trouble.message, hint=trouble.hint)
        return
    first, *more = in_words(trouble, f"cannot read {label}")
    for line in (first, *more):
        click.echo(shown(line), err=True)


def _broken(found: Violation, taken: Taken) -> Iterator[str]:
    yield f"  violation: entry {found.seq}: {found.message} [{found.rule}]"
    said = next(entry for entry in taken.entries if entry.seq == found.seq)
    reason = getattr(said.events[0], "reason", None)
    yield f"    {reason or f'Save {taken.digest[:16]} says so.'}"


def _line(**said: object) -> None:
    click.echo(msgspec.json.encode(said, order="sorted").decode())
