"""What every writing command shares at the terminal: its options, and how it says what was done."""

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from cli.args.misuse import typed_as
from cli.desk.context import CommandOptions, running_command, serves, speak_of
from cli.desk.errors import shown
from cli.desk.options import HOW, WHERE, Decorator
from cli.desk.output import echo
from cli.desk.venue import Operator, venue
from cli.desk.write import WriteContext
from ledger.events.event import Override
from ledger.record.entry import Entry
from ledger.terms import Role

Command = TypeVar("Command", bound=Callable[..., Any])


def say_done(
    ctx: WriteContext, entries: Entry | Sequence[Entry], *lines: str, **answer: object
) -> None:
    """Say what was done: a line for people, or the entries and `answer` in JSON."""
    done = [entries] if isinstance(entries, Entry) else list(entries)
    speak_of(*done)
    if ctx.manner.as_json:
        data = {"dry_run": ctx.dry_run, "entries": done, **answer}
        text = msgspec.json.format(msgspec.json.encode(data, order="sorted"), indent=2)
        echo(text.decode())
        return
    for line in with_entry(ctx, done, lines):
        echo(shown(line))


def with_entry(ctx: WriteContext, entries: Sequence[Entry], lines: Sequence[str]) -> list[str]:
    """Return what is said of entries: the first line names the first of them."""
    told = "would be entry" if ctx.dry_run else "entry"
    return [f"{told} {entries[0].seq}: {lines[0]}", *lines[1:]] if entries else [*lines]


def at_desk(command: Command) -> Command:
    """Give a command the options of every writing verb, and a `WriteContext` first."""

    @wraps(command)
    def taken(
        *args: Any, folder: Path, seen: int | None, accept_shorter: str | None, **options: Any
    ) -> Any:
        manner, options = _manner(seen=seen, **options)
        inside = running_command()
        if inside is not None:
            ctx = WriteContext(venue=inside.venue, manner=inside.given(manner))
            try:
                with typed_as():
                    return command(ctx, *args, **options)
            finally:
                _tell(ctx.venue.notices)
        noting = not manner.dry_run
        here = venue(folder, manner.operator, noting=noting, accept_shorter=accept_shorter)
        told = _tell(here.notices)
        try:
            with typed_as():
                return command(WriteContext(venue=here, manner=manner), *args, **options)
        finally:
            _tell(here.notices, told)

    return _with(WHERE + HOW, serves(taken))  # type: ignore[return-value]


def _tell(notices: list[str], told: Sequence[str] = ()) -> list[str]:
    """Say what was found and done about the files, but not what was told before; return it."""
    fresh = [notice for notice in notices if notice not in told]
    for notice in fresh:
        echo(shown(notice), err=True)
    notices.clear()
    return fresh


def before_there_is_a_desk(command: Command) -> Command:
    """Give a command that makes a tournament the same options, and a `CommandOptions` first."""

    @wraps(command)
    def taken(*args: Any, **options: Any) -> Any:
        manner, options = _manner(seen=None, **options)
        with typed_as():
            return command(manner, *args, **options)

    return _with(HOW, taken)  # type: ignore[return-value]


def _with(options: Sequence[Decorator], command: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(options):
        command = option(command)
    return command


def _manner(  # noqa: PLR0913 - one argument per shared option.
    *,
    cmd: str | None,
    seen: int | None,
    acting: str,
    role: str,
    station: str,
    rule: str | None,
    because: str | None,
    dry_run: bool,
    as_json: bool,
    **others: Any,
) -> tuple[CommandOptions, dict[str, Any]]:
    """Return the manner of a command, and the options that are its own."""
    if (rule is None) != (because is None):
        msg = "--override RULE and --because REASON belong together."
        raise click.UsageError(msg)
    override = Override(rule=rule, reason=because, official=role) if rule and because else None
    manner = CommandOptions(
        operator=Operator(name=acting, role=Role(role), station=station),
        cmd=cmd,
        seen=seen,
        override=override,
        dry_run=dry_run,
        as_json=as_json,
    )
    return manner, others
