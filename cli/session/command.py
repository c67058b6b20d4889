"""What commands that write share at the terminal: options, addresses, moments, and output."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import wraps
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import click
import msgspec
from click.core import ParameterSource
from msgspec import Struct

from roundbook.cli.args.shared_options import Command, Decorator, option, with_options
from roundbook.cli.args.table_numbers import matches_in
from roundbook.cli.args.types import (
    COMMAND_ID,
    NAME,
    RULE,
    STATION,
    WORDS,
    ReadType,
    RoleType,
    quoted,
    refuse,
    typed_as,
)
from roundbook.cli.places import last_seen
from roundbook.cli.places.layout import is_address
from roundbook.cli.places.members import Anywhere
from roundbook.cli.session.ask import goes_on
from roundbook.cli.session.errors import advising_from, at_prompt, in_words_of, naming, shown
from roundbook.cli.session.errors import command as as_typed
from roundbook.cli.session.output import echo
from roundbook.cli.session.venue import (
    CommandOptions,
    Operator,
    now,
    running_command,
    speak_of,
    venue,
)
from roundbook.cli.session.write import WriteContext, in_own_name, in_own_role, new_on_staff, serves
from roundbook.ledger.errors import Do, Refused, do
from roundbook.ledger.events.event import Override
from roundbook.ledger.optional_packages import missing
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Pool, Role
from roundbook.projections.history.moments import AfterRound, BeforeRound, Moment

if TYPE_CHECKING:
    from roundbook.cli.places.database import Hall, ServedDatabase
    from roundbook.projections.progress import Progress


# The options of all commands that write: where, who, how, and dry runs.

# Moments of a tournament as people type them: an entry, a time, or the pairing of a round.

_ROUND = re.compile(
    r"(before|after)\s+round\s+([0-9]{1,3})(?:\s+of\s+([a-z][a-z0-9-]*))?(?:\s+was\s+paired)?",
    re.IGNORECASE,
)


def _time(typed: str) -> datetime:
    text, at = typed.strip(), now()
    clock = re.fullmatch("([01]?[0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9]))?", text, re.ASCII)
    if clock:
        hour, minute, second = (int(part or 0) for part in clock.groups())
        today = at.replace(hour=hour, minute=minute, second=second)
        days = (today + timedelta(days=day) for day in (-1, 0, 1))
        return min(days, key=lambda time: abs(time - at))
    try:
        time = datetime.fromisoformat(text).replace(microsecond=0)
    except ValueError:
        refuse(f"{quoted(typed)} is not a time; use 14:02 or 2026-03-07T14:02.")
    return time if time.tzinfo else time.replace(tzinfo=at.tzinfo)


TIME = ReadType("time", _time)
"""A time at the venue such as 14:02 (the nearest one), or a full time with date and offset."""


def moment_named(text: str, entries: Sequence[Entry]) -> Moment:
    """Return the moment in a text: `57`, a time with its offset, `before round 4`, `after round 3`.

    A time without an offset has that of the first entry. Raises a usage error for any other text,
    and Refused if the moment has not come yet.
    """
    text = text.strip()
    if re.fullmatch("[0-9]{1,15}", text):
        return int(text)
    if told := _ROUND.fullmatch(text):
        kind = BeforeRound if told[1].lower() == "before" else AfterRound
        return kind(int(told[2]), Pool(told[3].lower()) if told[3] else None)
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        msg = (
            f"--as-of {text!r} is not a point in time; use an entry number such as 57, a "
            "time such as "
            '2026-03-07T14:30, "before round 4 was paired" or "after round 3".'
        )
        raise click.UsageError(msg) from None
    if time.tzinfo is None:
        time = time.replace(tzinfo=entries[0].at.tzinfo if entries else now().tzinfo)
    latest = max([now(), *(entry.at for entry in entries[-1:])])
    if time > latest:
        msg = f"{text} is in the future; the ledger ends at entry {len(entries)}."
        raise Refused(msg, hint="Leave --as-of out to see the latest state.")
    return time


def announce(sentence: str) -> None:
    """Print that a command waits for a database."""
    echo(shown(sentence), err=True)


def named(word: str) -> Anywhere:
    """Return the place of a tournament: a folder, or the address of a database."""
    return _databases().named(word, announce) if is_address(word) else Path(word)


def hall(address: str) -> "Hall":
    """Return the database with this address: all its tournaments, or the one named."""
    made: Hall = _databases().hall(address, announce)
    return made


def served(address: str) -> "ServedDatabase":
    """Return the tournaments to serve at an address: a whole database, or one of them."""
    made: ServedDatabase = _databases().served(address, announce)
    return made


def as_shown(word: str) -> str:
    """Return a name as it is shown to people: an address without its password."""
    hidden: str = _databases().without_password(word) if is_address(word) else word
    return hidden


def _databases() -> ModuleType:
    try:
        from roundbook.cli.places import database  # An extra, and rarely needed.
    except ImportError as error:
        raise missing(error) from error
    return database


class FolderType(click.Path):
    """A folder, or a database where addresses are allowed. An empty word is an error."""

    def __init__(self, of_address: Callable[[str], object] | None = None) -> None:
        """Accept paths, and addresses if `of_address` is given."""
        super().__init__(path_type=Path)
        self._of_address = of_address

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the folder. A usage error for an empty word."""
        if value == "":
            self.fail("the folder name is empty; give a folder, or `.` for this one.", param, ctx)
        if isinstance(value, str) and is_address(value):
            if self._of_address:
                return self._of_address(value)
            self.fail("this command needs a folder; it cannot use a database.", param, ctx)
        return super().convert(value, param, ctx)


FOLDER, PLACE, HALL = FolderType(), FolderType(named), FolderType(hall)
SERVED = FolderType(served)


AT_FOLDER = click.option(
    "-C",
    "folder",
    type=PLACE,
    metavar="DIR",
    default=Path(),
    help="The tournament's folder.  [default: this folder]",
)
"""The folder of a command that takes none of the options that people share."""


def is_typed_alone(ctx: click.Context, *, as_json: bool) -> bool:
    """Tell whether a group that shows something by itself was typed without one of its commands.

    With one, a usage error for `-C` and `--json`: they belong after the command.
    """
    if ctx.invoked_subcommand is None:
        return True
    if as_json or ctx.get_parameter_source("folder") is ParameterSource.COMMANDLINE:
        raise click.UsageError(f"put -C and --json after {ctx.invoked_subcommand}.")
    return False


WHERE: tuple[Decorator, ...] = (
    option(
        "-C",
        "folder",
        type=PLACE,
        metavar="DIR",
        default=Path(),
        help="The tournament's folder or database.  [default: this folder]",
    ),
    option(
        "--seen",
        type=click.IntRange(min=0),
        help="The number of the last entry that you have seen.",
    ),
    option(
        "--accept-shorter",
        type=WORDS,
        help="The reason for continuing with a ledger that is shorter than before (such as a "
        "restored copy) or is a different branch. It goes into an entry of its own, for good.",
    ),
)
HOW: tuple[Decorator, ...] = (
    option(
        "--cmd",
        type=COMMAND_ID,
        help="An ID that makes it safe to repeat this command.",
    ),
    option(
        "--as",
        "acting",
        envvar="ROUNDBOOK_HAND",
        type=NAME,
        default="organiser",
        help="Your name as on the staff list, your number there (h2), or a part of your name that "
        "nobody else has. A new name is kept, unless it is similar to a known one. "
        "The ledger contains only the number.",
    ),
    option(
        "--role",
        type=RoleType([role.value for role in Role]),
        help="The role you are acting in.  [default: your only role on the staff list, or else "
        "organiser]",
    ),
    option(
        "--station",
        envvar="ROUNDBOOK_STATION",
        type=STATION,
        default="desk",
        help="The desk or computer you work at.",
    ),
    option(
        "--override",
        "rules",
        type=RULE,
        multiple=True,
        help="The rule to override; needs --because. Repeat the option for more rules.",
    ),
    option(
        "--because", type=WORDS, help="The reason for the override, kept in the ledger for good."
    ),
    option(
        "--dry-run",
        is_flag=True,
        help="Check only; write nothing.",
        stands_for=("--dry-run, …", "Options for all commands: `help options`."),
    ),
    option("--json", "as_json", is_flag=True, help="Print the output as JSON."),
)
WHO = HOW[1:4]
"""The options that say who acts, for programs that take one command after another."""


def say_done(
    ctx: WriteContext, entries: Entry | Sequence[Entry], *lines: str, **answer: object
) -> None:
    """Print what was done: lines for people, or the entries and `answer` as JSON."""
    done = [entries] if isinstance(entries, Entry) else list(entries)
    speak_of(*done)
    if ctx.manner.as_json:
        data = {"dry_run": ctx.dry_run, "entries": done, **answer}
        text = msgspec.json.format(msgspec.json.encode(data, order="sorted"), indent=2)
        echo(text.decode())
        return
    for line in with_entry(ctx, done, lines):
        echo(shown(line))


LEADS_ON = ("next: ", "or, to run it here: ", "meanwhile: ")
"""How lines on what comes next begin."""


def with_entry(ctx: WriteContext, entries: Sequence[Entry], lines: Sequence[str]) -> list[str]:
    """Return the lines about entries; the first line begins with their numbers.

    A dry run wrote nothing, so the hints on what comes next are left out.
    """
    if ctx.dry_run:
        lines = [line for line in lines if not line.startswith(LEADS_ON)]
    if not entries:
        return [*lines]
    first, last = entries[0].seq, entries[-1].seq
    which = f"entry {first}" if first == last else f"entries {first} to {last}"
    return [f"{'would be ' if ctx.dry_run else ''}{which}: {lines[0]}", *lines[1:]]


def leading_on(ctx: WriteContext, entries: Sequence[Entry], *, slips: bool) -> list[str]:
    """Return the lines on what comes next, once these entries are written.

    While a round is played there are none, unless `slips` asks for its first result.
    """
    from roundbook.projections.progress import progress  # Not every command needs it.

    t = ctx.after(entries)
    found = progress(t, ctx.rules)
    assert found.next, "the entries just written have not been archived"
    return next_lines(found, t) if slips or found.next.verb != "report" else []


def next_line(act: Do, t: Tournament) -> str:
    """Return the line on what comes next, as a command to type.

    At the prompt, the only pool is not named: `next: pair`; a result is a slip: `next: 1 RESULT`.
    """
    if not at_prompt():
        return f"{NEXT}{as_typed(act)}"
    if [*act.args] == [*{*t.pods, *t.cuts, *t.latest}]:
        act = do(act.verb)
    if act.verb == "report":
        return f"{NEXT}{' '.join((_table_of(act.args[0], t), *act.args[1:]))}"
    return f"{NEXT}{as_typed(act)}"


def _table_of(match: str, t: Tournament) -> str:
    """Return the table number of a match, or its name if the number may mean another."""
    from roundbook.cli.args.table_numbers import hall_of  # Only at the prompt.

    named = next((one for one in t.matches if str(one) == match), None)
    return str(named.table) if named and hall_of(t).at(named.table) == [named] else match


NEXT = "next: "
"""How a line on what comes next begins."""


def next_lines(found: "Progress", t: Tournament) -> list[str]:
    """Return the next command to type, and what other pools can do meanwhile."""
    act = found.typed()
    first = [next_line(act, t)] if act else []
    if act and act.verb == "follow":  # Until the desk takes over, either may be meant.
        first.append(f"or, to run it here: {as_typed(do('new-secrets', '--reason', '…'))}")
    return [*first, *(f"meanwhile: {as_typed(one)}" for one in found.meanwhile)]


def at_desk(command: Command, *, beside: str = "") -> Command:
    """Add the options of commands that write; the command gets a WriteContext first.

    `beside` is its argument for another folder, if the command is about the lines of both.
    """

    @wraps(command)
    def taken(
        *args: Any, folder: Anywhere, seen: int | None, accept_shorter: str | None, **options: Any
    ) -> Any:
        own_role = options["role"] is None
        manner, options = _manner(seen=seen, **options)
        inside = running_command()
        if inside is not None:
            manner = inside.given(manner)
            ctx = WriteContext(venue=inside.venue, manner=manner, agree=_asking(manner))
            try:
                with typed_as(), _naming(ctx):
                    return command(ctx, *args, **matches_in(options, ctx.tournament))
            finally:
                _tell(ctx.venue.notices)
        with typed_as(), advising_from(folder, as_json=manner.as_json):
            manner = in_own_name(folder, manner)
        noting = not manner.dry_run
        with last_seen.beside(*([options[beside]] if beside else [])):
            here = venue(folder, manner.operator, noting=noting, accept_shorter=accept_shorter)
        if own_role:
            manner = in_own_role(here, manner)
        new = new_on_staff(folder, manner.operator)
        told = _tell(here.notices)
        ctx = WriteContext(venue=here, manner=manner, agree=_asking(manner))
        try:
            with typed_as(), advising_from(folder, as_json=ctx.manner.as_json), _naming(ctx):
                return command(ctx, *args, **matches_in(options, ctx.tournament))
        finally:
            if new and new_on_staff(folder, manner.operator) is None:  # It wrote something.
                here.notices.append(new)
            _tell(here.notices, told)

    return with_options(WHERE + HOW, serves(taken))  # type: ignore[return-value]


def _asking(manner: CommandOptions) -> Callable[[Sequence[str], str], bool]:
    """Return how to ask whether to write a text: not if a program reads the answer."""
    return (lambda _, __: False) if manner.as_json else goes_on


@contextmanager
def _naming(ctx: WriteContext) -> Iterator[None]:
    """Let errors of a command name the players, in the words of the edition."""
    names = naming(ctx.book.named, lambda: ctx.tournament.matches, as_json=ctx.manner.as_json)
    with names, in_words_of(ctx.rules if ctx.tournament.opened else None):
        yield


def gathered(shape: type[Struct]) -> Callable[[Command], Command]:
    """Pass the options named like the fields of `shape` to a command as one value: `asked`."""

    def gathering(command: Command) -> Command:
        @wraps(command)
        def given(*args: Any, **options: Any) -> Any:
            own = {name: options.pop(name) for name in shape.__struct_fields__ if name in options}
            return command(*args, asked=shape(**own), **options)

        return given  # type: ignore[return-value]

    return gathering


def _tell(notices: list[str], told: Sequence[str] = ()) -> list[str]:
    """Print the notices about files that were not printed before; return them."""
    fresh = [notice for notice in notices if notice not in told]
    for notice in fresh:
        echo(shown(notice), err=True)
    notices.clear()
    return fresh


def before_there_is_a_desk(command: Command) -> Command:
    """Add the same options to a command that opens a tournament; it gets the options first."""

    @wraps(command)
    def taken(*args: Any, **options: Any) -> Any:
        manner, options = _manner(seen=None, **options)
        with typed_as():
            return command(manner, *args, **options)

    return with_options(HOW, taken)  # type: ignore[return-value]


def _manner(  # noqa: PLR0913 - one argument per shared option.
    *,
    cmd: str | None,
    seen: int | None,
    acting: str,
    role: str | None,
    station: str,
    rules: tuple[str, ...],
    because: str | None,
    dry_run: bool,
    as_json: bool,
    **others: Any,
) -> tuple[CommandOptions, dict[str, Any]]:
    """Return the command's options, and the other ones."""
    if bool(rules) != bool(because):
        msg = "--override RULE and --because REASON must be used together."
        raise click.UsageError(msg)
    acts_as = Role(role or Role.ORGANISER)
    override = Override.of(rules, reason=because, official=acts_as) if rules and because else None
    manner = CommandOptions(
        operator=Operator(name=acting, role=acts_as, station=station),
        cmd=cmd,
        seen=seen,
        override=override,
        dry_run=dry_run,
        as_json=as_json,
    )
    return manner, others
