"""One turn at the desk: what every writing command shares, from its options to what it says."""

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
from msgspec import Struct
from msgspec.structs import replace

from cli.desk.context import CommandOptions, running_command, serves, speak_of
from cli.desk.errors import shown
from cli.desk.options import HOW, WHERE, Decorator
from cli.desk.output import echo
from cli.desk.staff import seat
from cli.desk.venue import Operator, Venue, settings, venue
from cli.folder import heads, last_seen_head
from ledger.desk import Act
from ledger.events.catalogue import AnyEvent
from ledger.events.event import Override
from ledger.people.book import Book
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId, Role
from projections.rounds.needs_repair import to_mend

Command = TypeVar("Command", bound=Callable[..., Any])


class WriteContext(Struct, frozen=True, kw_only=True):
    """A venue, and the manner of the command that is given there."""

    venue: Venue
    manner: CommandOptions

    @property
    def tournament(self) -> Tournament:
        """Return the tournament as it stands."""
        return self.venue.desk.tournament

    @property
    def rules(self) -> Ruleset:
        """Return the rules of the tournament."""
        return self.venue.desk.rules

    @property
    def book(self) -> Book:
        """Return the book of names, as it was when the command began."""
        return self.venue.book

    @property
    def dry_run(self) -> bool:
        """Whether nothing is to be written."""
        return self.manner.dry_run

    def first(self) -> Entry | None:
        """Return the entry that this same command has written before, if it has."""
        cmd, entries = self.manner.cmd, self.venue.desk.entries
        return next((entry for entry in entries if cmd and entry.cmd == cmd), None)

    def named(self, player: PlayerId) -> str:
        """Return a player as people are told: `Ana Lopez (p1)`, or `p1` without a name."""
        name = self.book.name(player)
        return player if name == player else f"{name} ({player})"

    def to_repair(self) -> list[str]:
        """Return what to do where a round that has not started no longer seats who is due."""
        return to_mend(self.tournament)

    def take(self, *acts: Act, before: Callable[[], None] = lambda: None) -> list[Entry]:
        """Write one entry per act, or only judge them; raises what the desk raises.

        `before` is called once everything has been judged, and before it is written.
        """
        desk = self.venue.desk
        allowed = [self._allowed(act) for act in acts]
        if self.dry_run:
            return desk.rehearse(allowed)
        last_seen_head.refuse(self.venue.strange, self.venue.folder)
        seat(self.venue, self.manner.operator)
        done = desk.append(allowed, cmd=self.manner.cmd, seen=self.manner.seen, before=before)
        heads.after(settings(), self.venue.folder, desk, done, self.venue.notices)
        return done

    def post(self, *events: AnyEvent) -> Entry:
        """Write these events as one entry, or only judge them."""
        return self.take(lambda _: events)[0]

    def say(self, entries: Entry | Sequence[Entry], *lines: str, **answer: object) -> None:
        """Say what was done: a line for people, or the entries and `answer` in JSON."""
        done = [entries] if isinstance(entries, Entry) else list(entries)
        speak_of(*done)
        if self.manner.as_json:
            data = {"dry_run": self.dry_run, "entries": done, **answer}
            text = msgspec.json.format(msgspec.json.encode(data, order="sorted"), indent=2)
            echo(text.decode())
            return
        told = "would be entry" if self.dry_run else "entry"
        for number, line in enumerate(lines):
            first = f"{told} {done[0].seq}: " if number == 0 and done else ""
            echo(shown(f"{first}{line}"))

    def _allowed(self, act: Act) -> Act:
        override = self.manner.override
        if override is None:
            return act
        return lambda t: [replace(event, override=override) for event in act(t)]


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
                return command(ctx, *args, **options)
            finally:
                _tell(ctx.venue.notices)
        noting = not manner.dry_run
        here = venue(folder, manner.operator, noting=noting, accept_shorter=accept_shorter)
        told = _tell(here.notices)
        try:
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
