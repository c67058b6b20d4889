"""A sitting at the prompt: lines go in one by one, and each is answered."""

import shlex
from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from cli import explain
from cli.acting import Said, act_typed
from cli.at_hand import Manner
from cli.fresh import reloaded
from cli.keying.double import twice
from cli.keying.entering import Answer, carry_out, why
from cli.keying.hall import hall_of
from cli.keying.line import parse
from cli.keying.spoken import Keyed, Other, Slips, Spoken
from cli.keying.words import still_out
from cli.prompt.pages import page
from cli.prompt.showing import clock_and_count, news_line
from cli.wiring import Venue
from ledger.record.entry import Entry
from ledger.terms import MatchId


class Session(Struct, frozen=True, kw_only=True):
    """Who sits at which venue, what has been shown, and what is kept from line to line.

    `verbs` are all that there are, `listed` is the page of them. `shown` is the entry up to which
    everything was shown, `own` those behind it that were written here. `keeping` is the result of
    the tables that follow; `waiting` are the slips that were keyed once, where they have to be
    keyed twice.
    """

    here: Venue
    manner: Manner
    verbs: tuple[str, ...]
    listed: str
    shown: int
    double: bool = False
    keeping: str | None = None
    own: frozenset[int] = frozenset()
    waiting: Mapping[MatchId, Keyed] = {}


class Reply(Struct, frozen=True, kw_only=True):
    """The answer to a line. `wrong` is what stopped it; `code` is that of a verb in a shell."""

    lines: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    code: int = 0
    leave: bool = False


def prompt(session: Session, now: datetime) -> str:
    """Return what stands before the line that is typed: `41 of 52 in · 31:05 left> `."""
    kept = f" · all {session.keeping}" if session.keeping else ""
    return f"{clock_and_count(session.here.desk, now)}{kept}> "


def news(session: Session) -> tuple[Session, tuple[str, ...]]:
    """Return what other desks have written since, a line for each entry.

    Raises Unreadable where the ledger cannot be read any more.
    """
    here = reloaded(session.here)
    entries = [e for e in here.desk.entries[session.shown :] if e.seq not in session.own]
    lines = tuple(news_line(entry, here) for entry in entries)
    seq = here.desk.tournament.seq
    return replace(session, here=here, shown=seq, own=frozenset()), lines


def answer(session: Session, line: str) -> tuple[Session, Reply]:
    """Answer a line: one of slips, a verb as it is typed in a shell, or a word of the prompt."""
    try:
        line.encode()
    except UnicodeEncodeError:
        return session, Reply(wrong=("this is no text in UTF-8.",), code=explain.UNREADABLE)
    words = line.split()
    if not words or words[0].startswith("#"):
        return session, Reply()
    match words[0].lower():
        case "q" | "quit" | "exit":
            return session, Reply(leave=True)
        case "help" | "?":
            return session, _page(session, words[1:])
        case "o":
            t = session.here.desk.tournament
            out = still_out(t, session.here.book, hall_of(t))
            return session, Reply(lines=(*(out or ["no slip is out"]),))
        case _:
            return _line(session, line)


def _line(session: Session, line: str) -> tuple[Session, Reply]:
    spoken = parse(line, hall_of(session.here.desk.tournament), session.keeping)
    if isinstance(spoken, Other):
        return _verb(session, line)
    return _slips(session, spoken)


def _page(session: Session, words: list[str]) -> Reply:
    found = page(session.listed, words)
    if found is None:
        return Reply(wrong=(f"there is no help for {' '.join(words)}.",), code=explain.MISUSE)
    return Reply(lines=tuple(found.splitlines()))


def _verb(session: Session, line: str) -> tuple[Session, Reply]:
    try:
        words = shlex.split(line)
    except ValueError:
        return session, Reply(wrong=("a quotation mark is not closed.",), code=explain.MISUSE)
    words = words[1:] if words[:1] == ["roundbook"] else words
    if {"--help", "-h"} & set(words):
        return session, _page(session, [word for word in words if not word.startswith("-")])
    said = act_typed(session.here, _seen(session), words, files=True)
    reply = Reply(
        lines=said.lines,
        notes=said.notes,
        wrong=tuple(why(said)),
        entries=said.entries,
        code=_code(said),
    )
    return _with_own(session, said), reply


def _slips(session: Session, spoken: Spoken) -> tuple[Session, Reply]:
    once = Answer()
    if session.double and isinstance(spoken, Slips):
        found = twice(spoken, session.waiting)
        session = replace(session, waiting=found.waiting)
        spoken, once = found.ready, Answer(lines=found.lines, wrong=found.wrong)
    got = carry_out(session.here, _seen(session), spoken, session.keeping)
    session = _with_own(replace(session, keeping=got.keeping), *got.said)
    wrong = (*once.wrong, *got.wrong)
    code = next((code for said in got.said if (code := _code(said))), 0)
    return session, Reply(
        lines=(*once.lines, *got.lines),
        notes=tuple(note for said in got.said for note in said.notes),
        wrong=wrong,
        entries=tuple(entry for said in got.said for entry in said.entries),
        code=code or (explain.MISUSE if wrong else 0),
    )


def _seen(session: Session) -> Manner:
    """Return the manner of the next command: it rests on what has been shown."""
    return replace(session.manner, seen=session.shown)


def _with_own(session: Session, *said: Said) -> Session:
    own = session.own.union(entry.seq for one in said for entry in one.entries)
    return replace(session, own=own)


def _code(said: Said) -> int:
    if said.misuse:
        return explain.MISUSE
    return explain.kind_of(said.trouble)[1] if said.trouble else said.code
