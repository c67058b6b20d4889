"""The session at the prompt `roundbook desk`: lines are read and answered one by one."""

import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from datetime import datetime, timedelta
from textwrap import fill
from types import FrameType, ModuleType

import click
from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.answers.spoken import beside
from roundbook.cli.args.slips import Slip
from roundbook.cli.args.table_numbers import hall_of
from roundbook.cli.keying.grammar import Other, Slips, Spoken, parse
from roundbook.cli.keying.one_line import LineAnswer, carry_out, slips_in, status, still_out, twice
from roundbook.cli.session import errors
from roundbook.cli.session.errors import shown
from roundbook.cli.session.invoke import OURS, CommandAnswer, act_typed
from roundbook.cli.session.named_files import at_home, files_beside
from roundbook.cli.session.venue import CommandOptions, Venue, reloaded
from roundbook.cli.session.write import Outcome
from roundbook.cli.verbs import SATURDAY, below, path_of
from roundbook.ledger.desk import Desk
from roundbook.ledger.errors import Hint
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.terms import MatchId
from roundbook.ledger.text import plain, with_names
from roundbook.projections.history.history import at_the_time, what
from roundbook.projections.reports.text.tables import WIDTH
from roundbook.projections.rounds.clock import RoundClock, building, clocks

# Help at the prompt: the lines for slips, and the commands for an event.

DAILY = [*(word for word in SATURDAY if word not in {"open", "serve"}), path_of("export")]
"""The commands for a normal event that can be typed at the prompt, in order."""

SLIPS = f"""\
Slips: the table, then the result as seen by the left player (upper on a slip).
  12 1   12 2      the left player wins; the right one
  12 t   12 id     a tie; an intentional draw
  12 20  12 111    games won by each, and tied; 2-0 and 2:0 work too
  12 1 d2          and the right player drops (d1: the left one)
  12 x             a double loss
  12 n2  12 nb     the right player did not show up; neither did
  12 2 because slip read upside down     corrects the result
  12 ?             who sits there, what was reported, and by whom
  = 20             every table that follows gets 2-0: 3 7 9 …; = ends this
  masters 12 1     if two pools have a table 12; m 12 1 works if it is clear
  2-12 1           table 12 of round 2; masters-2-12 1 works too
  u                undo your last entry, if it is a result or a drop
  o                tables with slips still out

If a line is refused, Up brings it back. If it only lacks a reason, press Tab.
{fill(f"Commands, in the order of an event: {', '.join(DAILY)}.", WIDTH)}
They work as in a shell, without the word roundbook, -C or --as. `help pair`
explains one, `help all` lists all. `1 20; 2 12; pair` is three lines in one:
nothing is run after one that is refused, and u undoes one entry at a time. A
reason ends at the next semicolon; a comment runs from # to the end; q quits."""


def verbs_of(ctx: click.Context) -> tuple[str, ...]:
    """Return the names of all commands."""
    return tuple(_root(ctx).list_commands(ctx))


def _root(ctx: click.Context) -> click.Group:
    root = ctx.find_root().command
    assert isinstance(root, click.Group), "a command belongs to a group"
    return root


Pages = Callable[[str], str | None]
"""Returns a page of help on more than one command by its word, such as `options`, or None."""


def page(pages: Pages, words: list[str]) -> str | None:
    """Return the help on slips, on a command, or one of the other pages; None if there is none."""
    if not words:
        return SLIPS
    if len(words) == 1 and (found := pages(words[0])):
        return found
    command, rest = below(words)
    path = words[: len(words) - len(rest)]
    if command is None:
        return None
    shown = copy(command)
    shown.params = [param for param in command.params if param.name not in OURS]
    return shown.get_help(click.Context(shown, info_name=" ".join(path)))


# Around the line at the prompt: the state of the rounds, and entries by others.


def clock_and_count(desk: Desk, now: datetime, room: int = WIDTH) -> str:
    """Return how many results are in, and the time left: `41 of 52 in · 31:05 left`.

    If the times differ, each follows its own count. If the text does not fit in `room` columns, the
    times are left out first, then the names of the pools.
    """
    t = desk.tournament
    hall = hall_of(t)
    counts, count = slips_in(t, hall), status(t, hall) or "no round"
    times = {
        one.pool: said for one in clocks(desk.entries, desk.rules, t) if (said := _left(one, now))
    }
    built = building(desk.entries, t)
    more = [f"building decks {_time(built.ends_at - now)}"] if built else []
    if len({times.get(pool) for pool in counts}) > 1:
        behind = {pool: f" {times[pool]}" if pool in times else "" for pool in counts}
        apart = (f"{pool} {came}/{of}{behind[pool]}" for pool, (came, of) in counts.items())
        full = [", ".join(apart), *more]
    else:
        full = [count, *dict.fromkeys(times.values()), *more]
    came, every = (sum(each[at] for each in counts.values()) for at in (0, 1))
    in_all = f"{came} of {every} in, {len(counts)} pools"
    forms = (" · ".join(parts) for parts in (full, [count, *more], [count]))
    return next((form for form in forms if len(form) <= room), in_all)


def news_line(entry: Entry, here: Venue) -> str:
    """Return a line about another desk's entry: who wrote it, and what, with names."""
    name, hand = here.book.hand(entry.hand.id), entry.hand
    more = [word for word in (hand.role.value, hand.station) if word not in {name, "desk"}]
    by = f"{name} ({', '.join(more)})" if more else name
    tie = here.desk.rules.tie_word
    t, entries = here.desk.tournament, here.desk.entries
    said = "; ".join(what(one, tie, at_the_time(t, entries, one)) for one in entry.events)
    named = with_names(said, here.book.name)
    return shown(f"entry {entry.seq} by {by}: {named}")


def _left(one: RoundClock, now: datetime) -> str:
    left = one.left(now)
    if left is None:
        return ""
    if now < one.clock_at:
        return f"clock starts in {_time(one.clock_at - now).removesuffix(' left')}"
    return _time(left)


def _time(left: timedelta) -> str:
    minutes, seconds = divmod(max(left, timedelta(0)) // timedelta(seconds=1), 60)
    return f"{minutes}:{seconds:02} left" if left > timedelta(0) else "time"


class Session(Struct, frozen=True, kw_only=True):
    """The state of a session: the venue, the options, and what is kept between lines.

    `verbs` are all commands, `pages` is the help on several. `shown` is the last entry that was
    shown; `own` are later ones that were written here. `keeping` is the result for the tables that
    follow; with double keying, `waiting` are slips keyed once. `mended` is the line that was
    refused without a reason, up to `because`. `asks` is whether there is a person who can be asked.
    """

    here: Venue
    manner: CommandOptions
    verbs: tuple[str, ...]
    pages: Pages
    shown: int
    double: bool = False
    keeping: str | None = None
    own: frozenset[int] = frozenset()
    waiting: Mapping[MatchId, Slip] = {}
    mended: str | None = None
    asks: bool = False


class Reply(Struct, frozen=True, kw_only=True):
    """The answer to a line. `wrong` is what stopped it; `code` is a command's exit code."""

    lines: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    code: int = 0
    leave: bool = False


def prompt(session: Session, now: datetime) -> str:
    """Return the prompt: `41 of 52 in · 31:05 left> `."""
    kept = f" · all {session.keeping}" if session.keeping else ""
    room = WIDTH - len(kept) - len("> ")
    return f"{clock_and_count(session.here.desk, now, room)}{kept}> "


def news(session: Session) -> tuple[Session, tuple[str, ...]]:
    """Return what other desks have written since, one line for each entry.

    Raises Unreadable if the ledger can no longer be read.
    """
    here = reloaded(session.here)
    entries = [e for e in here.desk.entries[session.shown :] if e.seq not in session.own]
    lines = tuple(news_line(entry, here) for entry in entries)
    seq = here.desk.tournament.seq
    return replace(session, here=here, shown=seq, own=frozenset()), lines


def answer(session: Session, line: str) -> tuple[Session, Reply]:
    """Answer a line: slips, a command as typed in a shell, or a word of the prompt."""
    try:
        line.encode()
    except UnicodeEncodeError:
        return session, Reply(wrong=("this is not UTF-8 text.",), code=errors.UNREADABLE)
    words = line.split()
    if not words or words[0].startswith("#"):
        return session, Reply()
    session = replace(session, mended=None)
    match words[0].lower():
        case "q" | "quit" | "exit":
            return session, Reply(leave=True)
        case "help" | "?":
            return session, _page(session, words[1:])
        case "o":
            t = session.here.desk.tournament
            out = still_out(t, session.here.entrants, hall_of(t))
            return session, Reply(lines=(*(out or ["no slips are out"]),))
        case _:
            spoken = parse(line, hall_of(session.here.desk.tournament), session.keeping)
            typed = isinstance(spoken, Other)
            return _verb(session, line) if typed else _slips(session, spoken, line)


def _page(session: Session, words: list[str]) -> Reply:
    found = page(session.pages, words)
    if found is None:
        return Reply(wrong=(f"there is no help for {' '.join(words)}.",), code=errors.MISUSE)
    return Reply(lines=tuple(found.splitlines()))


def _verb(session: Session, line: str) -> tuple[Session, Reply]:
    try:
        words = shlex.split(line)
    except ValueError:
        return session, Reply(wrong=("a quotation mark is not closed.",), code=errors.MISUSE)
    words = words[1:] if words[:1] == ["roundbook"] else words
    words = [at_home(word) if word.startswith("~/") else word for word in words]
    if {"--help", "-h"} & set(words):
        return session, _page(session, [word for word in words if not word.startswith("-")])
    said = act_typed(session.here, _seen(session), words, files=True, asks=session.asks)
    reply = Reply(
        lines=said.lines,
        notes=said.notes,
        wrong=tuple(map(errors.typed, errors.stopped(said.trouble, said.misuse))),
        entries=said.entries,
        code=_code(said),
    )
    return _with_own(session, said), reply


def _slips(session: Session, spoken: Spoken, line: str) -> tuple[Session, Reply]:
    once = LineAnswer()
    if session.double and isinstance(spoken, Slips):
        found = twice(spoken, session.waiting)
        session = replace(session, waiting=found.waiting)
        spoken, once = found.ready, LineAnswer(lines=found.lines, wrong=found.wrong)
    got = carry_out(
        session.here,
        _seen(session),
        spoken,
        session.keeping,
        says=beside,
    )
    mended = f"{line.strip()} because" if got.at_odds else None
    session = _with_own(replace(session, keeping=got.keeping, mended=mended), *got.said)

    def named(said: str | Hint) -> str:
        name = session.here.entrants.named
        return errors.typed(errors.hint_told(said, lambda text: with_names(text, name)))

    wrong = tuple(map(named, (*once.wrong, *got.wrong)))
    if mended and session.asks:
        wrong += ("  Tab fills in the line; then give the reason.",)
    code = next((code for said in got.said if (code := _code(said))), 0)
    return session, Reply(
        lines=tuple(errors.typed(each) for each in (*once.lines, *got.lines)),
        notes=tuple(note for said in got.said for note in said.notes),
        wrong=wrong,
        entries=tuple(entry for said in got.said for entry in said.entries),
        code=code or (errors.MISUSE if wrong else 0),
    )


def _seen(session: Session) -> CommandOptions:
    """Return the options for the next command, which is based on what was shown."""
    return replace(session.manner, seen=session.shown)


def _with_own(session: Session, *said: CommandAnswer | Outcome) -> Session:
    own = session.own.union(entry.seq for one in said for entry in one.entries)
    return replace(session, own=own)


def _code(said: CommandAnswer | Outcome) -> int:
    if said.misuse:
        return errors.MISUSE
    if said.trouble:
        return errors.kind_of(said.trouble)[1]
    return said.code if isinstance(said, CommandAnswer) else errors.DONE


# Completion at the prompt: commands first, then options, pools, open matches and names.


def offers(session: Session, text: str, first: str | None) -> list[str]:
    """Return the completions of a word; `first` is the line's first word, or None for itself.

    A name is offered as it is typed, in quotation marks. An empty line completes to the refused
    line that lacks a reason, if there is one.
    """
    if session.mended and not text and first is None:
        return [session.mended]
    wanted = plain(text.lstrip('"'))
    every = [*session.verbs, "help", "quit"] if first is None else _behind(session, first, text)
    return [word for word in every if plain(word.strip('"')).startswith(wanted)]


def _behind(session: Session, first: str, text: str) -> Iterator[str]:
    command = below([first])[0]
    if text.startswith("-"):
        for param in command.params if command else ():
            yield from param.opts if isinstance(param, click.Option) else ()
        return
    yield from command.commands if isinstance(command, click.Group) else ()
    hall = hall_of(session.here.desk.tournament)
    yield from hall.pools
    yield from (str(match) for match in hall.running if match not in hall.results)
    for known in session.here.book.players.values():
        name = known.person.name
        yield f'"{name}"' if " " in name else name
    yield from files_beside(text.lstrip('"')) if command and _takes_files(command) else ()


def _takes_files(command: click.Command) -> bool:
    """Tell whether a command, or one of its group, reads or writes a file that is named."""
    if isinstance(command, click.Group) and any(map(_takes_files, command.commands.values())):
        return True
    return any(
        isinstance(param.type, click.Path) or "FILE" in (param.metavar or "")
        for param in command.params
        if param.name not in OURS
    )


# The terminal: lines with history and completion; its settings are restored at the end.

Ask = Callable[[str], str]
"""Reads a line after a prompt."""


@contextmanager
def terminal(offers: Callable[[str, str | None], Sequence[str]]) -> Iterator[Ask]:
    """Yield the function that reads lines; the terminal's settings are restored in any case.

    `offers` returns completions, given what is typed of a word, and the first word of the line if
    that is another one.
    """
    readline = _readline()
    with _restored(), _ended_in_order():
        if readline:
            _complete(readline, offers)
        yield input


def _readline() -> ModuleType | None:
    with suppress(ImportError):
        import readline

        return readline
    return None


def _complete(readline: ModuleType, offers: Callable[[str, str | None], Sequence[str]]) -> None:
    def offered(text: str, number: int) -> str | None:
        before = readline.get_line_buffer()[: readline.get_begidx()].split()
        found = offers(text, before[0] if before else None)
        if number >= len(found):
            return None
        return found[number] if found[number].endswith("/") else f"{found[number]} "

    readline.clear_history()
    readline.set_completer_delims(" \t\n")
    readline.set_completer(offered)
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")


@contextmanager
def _restored() -> Iterator[None]:
    """Restore the settings of the terminal."""
    try:
        import termios
    except ImportError:
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """Turn signals to terminate into a normal exit."""

    def leave(number: int, frame: FrameType | None) -> None:
        del frame
        raise SystemExit(128 + number)

    kinds = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [(kind, signal.signal(kind, leave)) for kind in kinds]
    try:
        yield
    finally:
        for kind, handler in before:
            signal.signal(kind, handler)
