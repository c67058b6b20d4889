"""Look at many events in one folder: what is due, a player's history, season points."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import wraps
from pathlib import Path
from typing import Any

import click
from msgspec import to_builtins
from msgspec.structs import replace

from roundbook.cli.args.shared_options import ANONYMOUS, AS_JSON, PLAIN
from roundbook.cli.args.types import DATE, NAME, WORDS
from roundbook.cli.places.known_people import end_known
from roundbook.cli.places.layout import is_address
from roundbook.cli.places.shelf import Shelf, path_of
from roundbook.cli.places.shelf_databases import join, part
from roundbook.cli.session.clock import today
from roundbook.cli.session.errors import command as command_line
from roundbook.cli.session.errors import shown
from roundbook.cli.session.named_files import FILE, read_whole
from roundbook.cli.session.output import echo, say_answer
from roundbook.cli.shelf.questions import (
    AskedAt,
    ListedEvent,
    PeopleKept,
    PlayerHistory,
    ShelfAnswer,
    ShelfDue,
    due,
    event_cells,
    found_cells,
    found_in,
    history,
    indexed,
    ledgers,
    line_cells,
    listed,
    moved_pairs,
    of_player,
    people_kept,
    refuse_single,
    rule_in,
    table,
)
from roundbook.cli.terminal.tables import show
from roundbook.cli.verbs import CommandGroup
from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.phrases import counted
from roundbook.projections.reports.cells import csv_bytes
from roundbook.projections.reports.text.tables import Column
from roundbook.projections.season.points import Line, PointsRule, in_words, moved


class ShelfType(click.Path):
    """A folder that holds events, or the address of a database."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the folder or the database."""
        if isinstance(value, str) and is_address(value):
            from roundbook.cli.session.command import hall  # It loads what opens a tournament.

            return hall(value)
        return super().convert(value, param, ctx)


DIR = click.option(
    "-C",
    "folder",
    metavar="DIR",
    type=ShelfType(path_type=Path, file_okay=False),
    default=Path(),
    help="The folder with the events.  [default: this folder]",
)
AS_CSV = click.option("--csv", "as_csv", is_flag=True, help="Print the table as CSV.")
AGAIN = click.option("--again", is_flag=True, help="Verify every event again, changed or not.")


@click.group("shelf", cls=CommandGroup, invoke_without_command=True)
@DIR
@click.option(
    "--also",
    metavar="ADDRESS|none",
    help="Another database to list from now on; `none` to stop.",
)
@AGAIN
@AS_CSV
@AS_JSON
@PLAIN
@click.pass_context
def command(ctx: click.Context, /, folder: Shelf, **asked: Any) -> None:
    r"""List the events in a folder or database, and how long to keep each (TOP §4).

    \b
    Example:
      roundbook shelf -C events
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


def _list(
    folder: Shelf,
    *,
    also: str | None,
    again: bool,
    as_csv: bool,
    as_json: bool,
    plain: bool,
) -> None:
    if also:
        _join(folder, also)
    with indexed(folder, again=again) as (index, read):
        found = listed(index, today())
    if as_json:
        say_answer(ShelfAnswer(day=today(), read=read, events=found))
        return
    if as_csv:
        _say_csv([event_cells(one) for one in found])
        return
    if not found:
        echo("there are no events here.")
        return
    show(_EVENTS, [_row(one) for one in found], plain=plain)
    due = [one.event for one in found if one.due]
    if due:
        first = do("erase", "--all", "-C", path_of(folder, due[0].event))
        each = do("shelf", "due", *(() if str(folder) == "." else ("-C", str(folder))))
        act = command_line(first if len(due) == 1 else each)
        names = counted(len(due), "event has names", "events have names")
        echo(shown(f"{names} that may now be erased: {act}"))
    open_ = sum(one.event.requests_open for one in found if one.counts)
    if open_:
        asked = counted(open_, "request for results has", "requests for results have")
        echo(shown(f"{asked} no answer yet"))


def _join(folder: Shelf, also: str) -> None:
    """Put a database on the shelf of a folder, or take all of them off."""
    refuse_single(folder)
    if not isinstance(folder, Path) or not (also == "none" or is_address(also)):
        raise click.UsageError(
            "--also works only for the shelf of a folder, and takes the address of a database, or "
            "`none`."
        )
    if also == "none":
        part(folder)
    else:
        join(folder, also)


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
        f"{event.keep_until or ''}{', due' if one.due else ''}".strip(", "),
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
    r"""Show a player's events, places and records, also by opponent.

    Players are recognised by their Player ID. Without one, each event is counted separately.

    \b
    Examples:
      roundbook shelf player 1234567
      roundbook shelf player "Ana Lima" --json
    """
    with indexed(folder) as (index, _):
        own = history(index, who)
    if as_json:
        say_answer(own)
    elif as_csv:
        _say_csv([to_builtins(one) for one in own.placings])
    else:
        _say_history(own, plain=plain)


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
@click.option(
    "--explain", type=WORDS, metavar="ID|NAME", help="The player whose total you want explained."
)
@click.option(
    "--before",
    type=FILE,
    metavar="RULE",
    help="The earlier rule, to show why places have changed.",
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
    r"""Show the season's table under RULE, a TOML file.

    \b
    Examples:
      roundbook shelf points league.toml -C events
      roundbook shelf points league.toml --explain 1234567
      roundbook shelf points league.toml --before old.toml --explain 1234567
    """
    now, then = _rule(rule), _rule(before) if before else None
    with indexed(folder) as (index, _):
        found, old = table(index, now, then)
    if explain is not None:
        found = replace(found, lines=tuple(of_player(found.lines, explain)))
        old = of_player(old, explain)
        if not found.lines and not old:
            raise Refused(
                f"there is no player {explain[:40]} in the table.",
                hint=advice("{} shows everybody.", do("shelf", "points", str(rule))),
            )
    if as_json:
        say_answer(found)
    elif as_csv:
        _say_csv([line_cells(line) for line in found.lines])
    elif then is not None:
        _say_moved(old, found.lines)
    elif explain is not None:
        for line in found.lines:
            for each in in_words(line):
                echo(shown(each))
    else:
        _say_table(now, found.lines, plain=plain)


def _rule(file: Path) -> PointsRule:
    return rule_in(read_whole(file), str(file))


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
    """Print why places differ between two rules; people whose place is the same are left out."""
    pairs = [*moved_pairs(before, now)]
    for one, other in pairs:
        for each in moved(one, other):
            echo(shown(each))
    if not pairs:
        echo("no place has changed.")


@command.command("find")
@click.argument("text", type=WORDS)
@_asks
def find(text: str, folder: Shelf, *, as_csv: bool, as_json: bool, plain: bool) -> None:
    r"""Find events and players by part of a name or path, or an ID.

    \b
    Example:
      roundbook shelf find lima
    """
    with indexed(folder) as (index, _):
        found = found_in(index, text)
    if as_json:
        say_answer(found)
        return
    rows = found_cells(found)
    if as_csv:
        _say_csv(rows)
    elif rows:
        columns = tuple(Column(name.capitalize(), wraps=True) for name in rows[0])
        show(columns, [[*row.values()] for row in rows], plain=plain)
    else:
        echo("nothing was found.")


@command.command("people")
@click.option(
    "--until",
    type=DATE,
    help="Make or update the book, to be used until this day, such as 2027-12-31.",
)
@click.option(
    "--forget",
    type=WORDS,
    metavar="ID",
    help="The Player ID of the person to remove from the book.",
)
@click.option("--end", is_flag=True, help="Delete the book.")
@_asks
def people(
    folder: Shelf,
    *,
    until: date | None,
    forget: str | None,
    end: bool,
    as_csv: bool,
    as_json: bool,
    plain: bool,
) -> None:
    r"""Show or make the book of regular players.

    There is no book unless you make one. Until its last day, `register ID` in any of the events
    fills in the name and the date of birth. --until fills the book from the names files of the
    ledgers here; repeat it to bring the book up to date. If you erase somebody from any of the
    events, they are also removed from the book.

    \b
    Examples:
      roundbook shelf people --until 2027-12-31
      roundbook shelf people --forget 1234567
    """
    if sum((until is not None, forget is not None, end)) > 1:
        raise click.UsageError("give only one of --until, --forget and --end.")
    refuse_single(folder)
    if until is not None:
        _keep(folder, until)
    elif forget is not None:
        from roundbook.cli.shelf.people import forget_person  # It reads names files.

        forget_person(folder, forget)
    elif end:
        end_known(folder)
    kept = people_kept(folder)
    if as_json:
        say_answer(kept)
    elif as_csv:
        _say_csv([to_builtins(one) for one in kept.people])
    else:
        _say_people(kept, plain=plain)


def _keep(folder: Shelf, until: date) -> None:
    from roundbook.cli.shelf.people import keep_people  # It reads names files.

    with indexed(folder) as (index, _):
        keep_people(index, folder, until, today())


def _say_people(kept: PeopleKept, *, plain: bool) -> None:
    if kept.until is None:
        echo("there is no book of people: names stay with their events.")
        return
    over = ", which has passed: delete the book with --end" if kept.until < today() else ""
    echo(f"{counted(len(kept.people), 'person', 'people')}, used until {kept.until}{over}")
    rows = [
        [one.id, one.name, "-".join(filter(None, (str(one.birth_year or ""), one.birthday)))]
        for one in kept.people
    ]
    if rows:
        show((Column("Player ID"), Column("Name", wraps=True), Column("Born")), rows, plain=plain)


@command.command("due")
@_asks
def due_(folder: Shelf, *, as_csv: bool, as_json: bool, plain: bool) -> None:
    r"""Show what is due: names to erase, requests, receipts.

    Results must be kept for three months after the last day of an event, unless its edition says
    otherwise (TOP §4). This command erases nothing and answers no request.

    \b
    Example:
      roundbook shelf due -C events
    """
    del plain  # There is no table.
    with indexed(folder) as (index, _):
        found = due(index, folder, today())
    if as_json:
        say_answer(found)
        return
    rows = [*_dues(found, folder)]
    if as_csv:
        _say_csv([dict(zip(("what", "event", "day", "do"), row, strict=True)) for row in rows])
        return
    for what, event, day, how in rows:  # No table: a command that is wrapped cannot be copied.
        echo(shown(f"{what}: {event + ', ' if event else ''}{day}"))
        if how:
            echo(shown(f"  {how}"))
    if not rows:
        echo("nothing is due.")


def _dues(found: ShelfDue, folder: Shelf) -> Iterator[list[str]]:
    """Yield what is due, since when, and the command for it."""

    def act(*words: str, event: str) -> str:
        return command_line(do(*words, "-C", path_of(folder, event)))

    for one in found.erase:
        do_it = act("erase", "--all", event=one.event)
        since = f"{one.keep_until} over" if one.keep_until else "no rule says how long to keep them"
        yield ["erase names", f"{one.event}: {one.title}", since, do_it]
    for one in found.soon:
        yield ["keep names", f"{one.event}: {one.title}", f"until {one.keep_until}", ""]
    for each in found.unanswered:
        words = ("requests", "answer", f"{each.request.number}", "--with", "FILE")
        yield [
            *_asked(each, "answer"),
            f"{each.request.at:%Y-%m-%d}",
            act(*words, event=each.event),
        ]
    for each in found.answered:
        receipt = act("requests", "receipt", f"{each.request.number}", event=each.event)
        yield [*_asked(each, "answered"), f"{each.request.answered:%Y-%m-%d}", receipt]
    if found.people_until:
        row = ["book of people", "", f"until {found.people_until}", ""]
        if found.people_until < found.day:
            end = command_line(do("shelf", "people", "--end", "-C", str(folder)))
            row[2:] = [f"{found.people_until} has passed", end]
        yield row


def _asked(one: AskedAt, what: str) -> tuple[str, str]:
    by = ", ".join(filter(None, (one.request.source, one.request.reference)))
    return f"{what}: {by}", f"{one.event}: {one.title}"


@command.command("hand-over")
@click.argument("events", metavar="[EVENT]...", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Hand over every closed ledger on the shelf.")
@click.option(
    "--from",
    "source",
    required=True,
    type=WORDS,
    help="The person or office that asked, without names.",
)
@click.option("--reference", type=WORDS, help="The reference of the request, such as 2026-117.")
@click.option(
    "--out",
    "file",
    required=True,
    type=click.Path(path_type=Path),
    help="The file to write, such as season.zip.",
)
@ANONYMOUS
@click.option("--as", "name", type=NAME, help="Your name, for the staff list of each event.")
@DIR
@AS_JSON
def hand_over_(
    events: tuple[str, ...],
    folder: Shelf,
    *,
    every: bool,
    file: Path,
    name: str | None,
    as_json: bool,
    **how: Any,
) -> None:
    r"""Hand several events over as one file, with receipts.

    EVENT is a ledger as `shelf` lists it. The file contains an archive of each. Each ledger gets
    the request, if it does not have it yet, and the answer with the SHA-256 of the file. If one
    event cannot be archived, nothing is written.

    \b
    Examples:
      roundbook shelf hand-over cup open --from "the office" --out season.zip
      roundbook shelf hand-over --all --from "the office" --out season.zip
    """
    from roundbook.cli.session.venue import CommandOptions, Operator
    from roundbook.cli.shelf.handing_over import Ask, hand_over, refuse_unknown

    if every == bool(events):
        raise click.UsageError("give one or more events, or --all.")
    with indexed(folder) as (index, _):
        found = ledgers(index)
    refuse_unknown(events, [one.event for one in found])
    if every:
        events = tuple(sorted(one.event for one in found if one.state == "closed"))
        if not events:
            raise Refused(
                "no ledger on this shelf is closed.", hint="Close one: `roundbook close -C FOLDER`."
            )
    operator = Operator(name=name) if name else Operator()
    manner = CommandOptions(operator=operator, as_json=as_json)
    ask = Ask(**how)
    done = hand_over(folder, [*dict.fromkeys(events)], ask, file, manner=manner)
    if as_json:
        say_answer(done)
        return
    echo(shown(f"{done.file}: {counted(len(done.receipts), 'event')}, {done.size:,} bytes"))
    echo(f"SHA-256: {done.sha256}")
    for one in done.receipts:
        at = ("-C", path_of(folder, one.event))
        receipt = command_line(do("requests", "receipt", f"{one.number}", *at))
        echo(shown(f"{one.event}: request {one.number} was answered in entry {one.seq}: {receipt}"))
        for remark in one.remarks:
            echo(shown(f"note: {one.event}: {remark}"), err=True)
