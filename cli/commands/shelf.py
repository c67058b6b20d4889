"""Look at many events in one folder: what is due, a player's history, season points."""

import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct, to_builtins

from roundbook.cli.args.shared_options import AS_JSON, PLAIN, CommandGroup
from roundbook.cli.args.types import WORDS
from roundbook.cli.desk.clock import today
from roundbook.cli.desk.errors import command as command_line
from roundbook.cli.desk.errors import shown
from roundbook.cli.desk.named_files import FILE, read_whole
from roundbook.cli.desk.output import echo, say_answer
from roundbook.cli.folder.layout import is_address, is_folder, is_tournament, no_ledger
from roundbook.cli.folder.shelf import Shelf, path_of
from roundbook.cli.terminal.tables import show
from roundbook.ledger.errors import Refused, Unreadable, advice, do
from roundbook.ledger.phrases import counted
from roundbook.projections.reports.cells import csv_bytes
from roundbook.projections.reports.text.tables import Column
from roundbook.projections.season.placings import Met, Placing, ShelfEvent, head_to_head
from roundbook.projections.season.points import (
    Line,
    PointsRule,
    in_words,
    moved,
    read_rule,
    season_table,
)

if TYPE_CHECKING:
    import sqlite3


class ShelfType(click.Path):
    """A folder that holds events, or the address of a database."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the folder or the database."""
        if isinstance(value, str) and is_address(value):
            from roundbook.cli.desk.command import hall  # It loads what opens a tournament.

            return hall(value)
        return super().convert(value, param, ctx)


DIR = click.option(
    "--dir",
    "folder",
    type=ShelfType(path_type=Path, file_okay=False),
    default=Path(),
    help="The folder or database that holds the events.  [default: this folder]",
)
AS_CSV = click.option("--csv", "as_csv", is_flag=True, help="Print the table as CSV.")
AGAIN = click.option(
    "--again", is_flag=True, help="Verify every event again, not only those that have changed."
)


class ListedEvent(Struct, frozen=True, kw_only=True):
    """An event of a shelf; it `counts` unless it is damaged, or a shorter copy of another one.

    It is `due` if its three months are over and names are still kept.
    """

    event: ShelfEvent
    counts: bool
    due: bool


class ShelfAnswer(Struct, frozen=True, kw_only=True):
    """All events of a shelf, as of a day; `read` of them were new or had changed."""

    day: date
    read: int
    events: tuple[ListedEvent, ...]


class PlayerHistory(Struct, frozen=True, kw_only=True):
    """A person's placings, the latest first, how far each event is proved, and head-to-head."""

    who: str
    name: str
    placings: tuple[Placing, ...]
    levels: dict[str, str]
    head_to_head: tuple[Met, ...]


class SeasonTable(Struct, frozen=True, kw_only=True):
    """The table of a season under a rule."""

    rule: str
    title: str
    events: int
    lines: tuple[Line, ...]


class FoundOnShelf(Struct, frozen=True, kw_only=True):
    """The events and people whose name, path or Player ID contains some text."""

    events: tuple[ShelfEvent, ...]
    people: tuple[Placing, ...]


@contextmanager
def _index(folder: Shelf, *, again: bool = False) -> "Iterator[tuple[sqlite3.Connection, int]]":
    """Open the index of a folder and bring it up to date; yield how many events were read."""
    from roundbook.cli.shelf.index import bring_up_to_date, opened  # It loads SQLite.

    if isinstance(folder, Path) and not is_folder(folder):
        raise no_ledger(folder)
    alone = is_tournament(folder) if isinstance(folder, Path) else folder.only
    if alone:
        raise Refused(
            f"{folder if alone is True else alone} is a tournament, not a folder of several.",
            hint="Give the folder or database that holds the tournaments: --dir DIR.",
        )
    with opened(folder) as index:
        yield index, bring_up_to_date(index, folder, again=again).read


@click.group("shelf", cls=CommandGroup, invoke_without_command=True)
@DIR
@AGAIN
@AS_CSV
@AS_JSON
@PLAIN
@click.pass_context
def command(ctx: click.Context, /, folder: Shelf, **asked: Any) -> None:
    r"""List the events in a folder: verified, how long they are kept, and what is due (TOP §4).

    An event is verified when it is new or has changed.

    \b
    Example:
      roundbook shelf --dir events
    """
    if ctx.invoked_subcommand is not None:
        if folder != Path() or any(asked.values()):
            raise click.UsageError(f"put the options after {ctx.invoked_subcommand}.")
        return
    _list(folder, **asked)


_EVENTS = (
    Column("Event", wraps=True),
    Column("Last day"),
    Column("Players", right=True),
    Column("State", wraps=True, least=12),
    Column("Keep until", wraps=True, least=12),
    Column("Proof", wraps=True, least=10),
)


def _list(folder: Shelf, *, again: bool, as_csv: bool, as_json: bool, plain: bool) -> None:
    from roundbook.cli.shelf.index import events_of, relied_on

    with _index(folder, again=again) as (index, read):
        events = events_of(index)
    counting = relied_on(events)
    found = tuple(
        ListedEvent(event=one, counts=one.event in counting, due=_is_due(one)) for one in events
    )
    if as_json:
        say_answer(ShelfAnswer(day=today(), read=read, events=found))
        return
    if as_csv:
        _say_csv(
            [{**to_builtins(one.event), "counts": one.counts, "due": one.due} for one in found]
        )
        return
    if not found:
        echo("there is no event here.")
        return
    show(_EVENTS, [_row(one) for one in found], plain=plain)
    due = [one.event for one in found if one.due]
    if due:
        act = command_line(do("erase", "--all", "--dir", path_of(folder, due[0].event)))
        echo(shown(f"{counted(len(due), 'event')} due to be erased: {act}"))
    open_ = sum(one.event.requests_open for one in found if one.counts)
    if open_:
        echo(shown(f"{counted(open_, 'request')} for results not answered"))


def _is_due(one: ShelfEvent) -> bool:
    """Tell whether the three months of an event are over and its names are still here."""
    over = one.keep_until is not None and one.keep_until < today().isoformat()
    return over and one.named > 0 and one.what == "ledger"


def _row(one: ListedEvent) -> list[str]:
    event = one.event
    state = event.state if one.counts or event.trouble else f"{event.state}, a copy"
    if event.requests_open:
        state += f", {counted(event.requests_open, 'request')} open"
    return [
        f"{event.event}: {event.title}" if event.title else event.event,
        event.end or event.start or "",
        str(event.players) if event.players else "",
        state,
        f"{event.keep_until or ''}{', due' if one.due else ''}",
        f"WRONG: {event.trouble}" if event.trouble else event.level,
    ]


def _say_csv(rows: Sequence[dict[str, Any]]) -> None:
    echo(csv_bytes(rows).decode(), nl=False)


def _asks(command: Callable[..., None]) -> Callable[..., None]:
    """Give a question to a shelf its options."""

    @wraps(command)
    def asked(*args: Any, **kept: Any) -> None:
        command(*args, **kept)

    for option in (PLAIN, AS_JSON, AS_CSV, DIR):
        asked = option(asked)
    return asked


@command.command("player")
@click.argument("who", metavar="ID|NAME", type=WORDS)
@_asks
def player(who: str, folder: Shelf, *, as_csv: bool, as_json: bool, plain: bool) -> None:
    r"""Show a player's events, places and records, and the record against each opponent.

    People are the same by Player ID. Without one, each event stands alone.

    \b
    Examples:
      roundbook shelf player 1234567
      roundbook shelf player "Ana Lima" --json
    """
    from roundbook.cli.shelf.index import (
        events_of,
        matches_of,
        people_called,
        placings_of,
        relied_on,
    )

    with _index(folder) as (index, _):
        counting = relied_on(events_of(index))
        own = [one for one in people_called(index, who) if one.event in counting]
        own = _one_person(own, who)
        own.sort(key=lambda one: (one.day or date.min, one.event), reverse=True)
        everybody = placings_of(index, {one.event for one in own})
        met = head_to_head(own[0].who, everybody, matches_of(index, own))
    history = PlayerHistory(
        who=own[0].who,
        name=own[0].name,
        placings=tuple(own),
        levels={one.event: counting[one.event].level for one in own},
        head_to_head=met,
    )
    if as_json:
        say_answer(history)
    elif as_csv:
        _say_csv([to_builtins(one) for one in own])
    else:
        _say_history(history, plain=plain)


def _one_person(found: list[Placing], who: str) -> list[Placing]:
    """Return the placings of one person. Raises Refused if there is none, or several."""
    people = {one.who: one for one in found}
    if not people:
        raise Refused(
            f"there is no player {who[:40]} on this shelf.",
            hint=advice("{} searches for part of a name.", do("shelf", "find", who[:40])),
        )
    if len(people) > 1:
        some = ", ".join(f"{one.name} ({one.who})" for one in [*people.values()][:5])
        raise Refused(
            f"{len(people)} players are called {who[:40]}: {some}.",
            hint="Give the Player ID. Without one, players of two events are not the same.",
        )
    return found


_PLACINGS = (
    Column("Last day"),
    Column("Event", wraps=True),
    Column("Division"),
    Column("Place", right=True),
    Column("Record"),
    Column("Points", right=True),
    Column("Proof", wraps=True, least=10),
)
_MET = (
    Column("Opponent", wraps=True),
    *(Column(name, right=True) for name in ("Won", "Lost", "Tied")),
    Column("Matches", wraps=True, least=20),
)


def _say_history(history: PlayerHistory, *, plain: bool) -> None:
    echo(shown(f"{history.name} ({history.who}): {counted(len(history.placings), 'event')}"))
    rows = [
        [
            str(one.day or ""),
            f"{one.event}: {one.title}",
            one.division.value,
            f"{one.place} of {one.players}" if one.place else "",
            f"{one.wins}-{one.losses}-{one.ties}",
            str(one.match_points),
            history.levels[one.event],
        ]
        for one in history.placings
    ]
    show(_PLACINGS, rows, plain=plain)
    met = [
        [
            one.name,
            *map(str, (one.wins, one.losses, one.ties)),
            ", ".join(_where(match.event, match.match, match.entry) for match in one.matches),
        ]
        for one in history.head_to_head
    ]
    if met:
        show(_MET, met, plain=plain)


def _where(event: str, match: str, entry: int | None) -> str:
    return f"{event} {match}" + (f" (entry {entry})" if entry else "")


@command.command("points")
@click.argument("rule", metavar="RULE", type=FILE)
@click.option("--explain", type=WORDS, metavar="ID|NAME", help="The player whose total to explain.")
@click.option(
    "--before",
    type=FILE,
    metavar="RULE",
    help="The earlier rule, to show why places have moved.",
)
@_asks
def points(
    rule: Path,
    folder: Shelf,
    *,
    explain: str | None,
    before: Path | None,
    as_csv: bool,
    as_json: bool,
    plain: bool,
) -> None:
    r"""Show the season's table: places become points by RULE, a TOML file.

    \b
    Examples:
      roundbook shelf points league.toml --dir events
      roundbook shelf points league.toml --explain 1234567
      roundbook shelf points league.toml --before old.toml --explain 1234567
    """
    from roundbook.cli.shelf.index import events_of, placings_of, relied_on

    now, then = _rule(rule), _rule(before) if before else None
    with _index(folder) as (index, _):
        counting = relied_on(events_of(index))
        placings = placings_of(index, counting)
    lines = season_table(now, placings)
    old = season_table(then, placings) if then else []
    if explain is not None:
        lines, old = _of(lines, explain), _of(old, explain)
        if not lines and not old:
            raise Refused(
                f"there is no player {explain[:40]} in the table.",
                hint=advice("{} shows everybody.", do("shelf", "points", str(rule))),
            )
    if as_json:
        say_answer(
            SeasonTable(rule=now.rule, title=now.title, events=len(counting), lines=tuple(lines))
        )
    elif as_csv:
        _say_csv([_cells(line) for line in lines])
    elif then is not None:
        _say_moved(old, lines)
    elif explain is not None:
        for line in lines:
            for each in in_words(line):
                echo(shown(each))
    else:
        _say_table(now, lines, plain=plain)


def _rule(file: Path) -> PointsRule:
    try:
        found = tomllib.loads(read_whole(file).decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Unreadable(
            f"{file} is not TOML: {error}.",
            where=str(file),
            hint="docs/shelf.md shows a complete rule.",
        ) from None
    return read_rule(found, str(file))


def _of(lines: Sequence[Line], who: str) -> list[Line]:
    exact = [line for line in lines if line.who == who]
    return exact or [line for line in lines if who.casefold() in line.name.casefold()]


def _cells(line: Line) -> dict[str, Any]:
    return {
        "division": line.division.value,
        "place": line.place,
        "name": line.name,
        "player_id": "" if "#" in line.who else line.who,
        "points": line.points,
        "events": line.events,
    }


_TABLE = (
    Column("Division"),
    Column("Place", right=True),
    Column("Player", wraps=True),
    Column("Points", right=True),
    Column("Events", right=True),
)


def _say_table(rule: PointsRule, lines: Sequence[Line], *, plain: bool) -> None:
    echo(shown(f"{rule.title} ({rule.rule})"))
    rows = [
        [line.division.value, str(line.place), line.name, str(line.points), str(line.events)]
        for line in lines
    ]
    show(_TABLE, rows, plain=plain)


def _say_moved(before: Sequence[Line], now: Sequence[Line]) -> None:
    """Print why places differ between two rules; nothing of people whose place is the same."""
    old = {(line.division, line.who): line for line in before}
    new = {(line.division, line.who): line for line in now}
    told = 0
    for key in dict.fromkeys((*new, *old)):
        one, other = old.get(key), new.get(key)
        if one is None or other is None or one.place != other.place:
            told += 1
            for each in moved(one, other):
                echo(shown(each))
    if not told:
        echo("no place has moved.")


@command.command("find")
@click.argument("text", type=WORDS)
@_asks
def find(text: str, folder: Shelf, *, as_csv: bool, as_json: bool, plain: bool) -> None:
    r"""Find events and players by part of a name, a path or a Player ID.

    \b
    Example:
      roundbook shelf find lima
    """
    from roundbook.cli.shelf.index import events_of, people_called, relied_on

    with _index(folder) as (index, _):
        every = events_of(index)
        counting = relied_on(every)
        people = {one.who: one for one in people_called(index, text) if one.event in counting}
    wanted = text.casefold()
    events = [one for one in every if wanted in f"{one.event} {one.title}".casefold()]
    if as_json:
        say_answer(FoundOnShelf(events=tuple(events), people=tuple(people.values())))
        return
    rows = [["event", one.event, one.title, one.end or ""] for one in events]
    rows += [["player", one.who, one.name, one.event] for one in people.values()]
    if as_csv:
        _say_csv([dict(zip(("what", "where", "name", "at"), row, strict=True)) for row in rows])
    elif rows:
        show(
            tuple(Column(name, wraps=True) for name in ("What", "Where", "Name", "At")),
            rows,
            plain=plain,
        )
    else:
        echo("nothing was found.")
