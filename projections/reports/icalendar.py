"""The calendar of a tournament: its days and rounds, for any calendar program (RFC 5545)."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.match_time import least
from roundbook.ledger.state.round_names import called
from roundbook.ledger.state.rounds import planned_rounds
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Pool
from roundbook.ledger.text import opened
from roundbook.projections.history.announcement import NONE, prized_in_words
from roundbook.projections.rounds.clock import began
from roundbook.projections.rounds.published import as_put_up

# The times: of rounds that have started, with an estimate for those to come.

BETWEEN = timedelta(minutes=15)
"""The time an estimate allows between two rounds: extra turns, slips, and pairing."""


def breaks_between(t: Tournament, number: int, rounds: int) -> timedelta:
    """Return the announced breaks after a round, and after those that follow it.

    `rounds` is how many rounds are played before another begins.
    """
    after = t.announcement.breaks_after if t.announcement else {}
    every = range(number, number + rounds)
    return timedelta(minutes=sum(after.get(str(each), 0) for each in every))


class Slot(Struct, frozen=True, kw_only=True):
    """A round and its time; `ends` is None if the length of a match is not known.

    `estimated` marks a round that has not started: it begins when the previous one may be over. A
    `pause` is the break after the round.
    """

    pool: Pool | None
    round: int
    called: str
    begins: datetime
    ends: datetime | None
    estimated: bool = False
    pause: bool = False

    @property
    def title(self) -> str:
        """The name of the round as people say it: `Masters, round 3`."""
        said = f"break after {self.called}" if self.pause else self.called
        where = f"{self.pool.replace('-', ' ')}, {said}" if self.pool else said
        return opened(where)


def slots(entries: Sequence[Entry], rules: Ruleset, begins: datetime | None = None) -> list[Slot]:
    """Return the rounds with their times, pool by pool.

    A round begins with its clock. Future rounds follow the latest one that has started, or
    `begins`, if the length of a match is known; without either they have no time.
    """
    t = as_put_up(Tournament.replay(entries))
    length = _length(t, rules)
    starts = sorted(began(entries, rules, t.rounds).items())
    found = [_slot(t, pool, number, at, length) for (pool, number), at in starts]
    return found if t.closed or not length else [*found, *_coming(t, found, length, begins)]


def _slot(
    t: Tournament, pool: Pool | None, number: int, at: datetime, length: timedelta | None
) -> Slot:
    named = called(t, pool, number) if pool else f"round {number}"
    ends = at + length if length else None
    return Slot(pool=pool, round=number, called=named, begins=at, ends=ends)


def _length(t: Tournament, rules: Ruleset) -> timedelta | None:
    """Return the length of a match: as announced, or else the minimum of the edition."""
    if t.announcement and t.announcement.minutes:
        return timedelta(minutes=t.announcement.minutes)
    limit = least(t.opened, rules) if t.opened else None
    return timedelta(minutes=limit.minutes) if limit else None


def _coming(
    t: Tournament, started: list[Slot], length: timedelta, begins: datetime | None
) -> Iterator[Slot]:
    """Yield the rounds that have not started yet, one after the other."""
    for pool, last in _ends(t):
        before = [slot for slot in started if slot.pool == pool]
        first = before[-1].round + 1 if before else 1
        at = before[-1].begins + length if before else begins
        for number in range(first, last + 1):
            if at is None:
                break
            if number > 1:
                pause = breaks_between(t, number - 1, 1)
                if pause:
                    over = _slot(t, pool, number - 1, at, pause)
                    yield replace(over, estimated=True, pause=True)
                at += pause + BETWEEN
            yield replace(_slot(t, pool, number, at, length), estimated=True)
            at += length


def _ends(t: Tournament) -> Iterator[tuple[Pool | None, int]]:
    """Yield each pool, with the number of its last round.

    A bracket is included as soon as its first round is posted; before that its rounds are not
    known.
    """
    pools: list[Pool | None] = [*t.pods] or [None]
    for pool in pools:
        planned = t.planned.get(None) if pool is None else planned_rounds(t, pool)
        if planned and not (pool and _cut_of(t, pool)):
            yield pool, planned
    for pool, cut in sorted(t.cuts.items()):
        first = min((number for where, number in t.rounds if where == pool), default=None)
        if first is not None:
            yield pool, first + max(len(cut.seeds) - 1, 1).bit_length() - 1


def _cut_of(t: Tournament, pool: Pool) -> bool:
    """Tell whether players of a pool have advanced to single elimination."""
    return any(cut.division in {None, *t.pods[pool]} for cut in t.cuts.values())


_WIDEST = 75
"""The maximum number of bytes in a line (RFC 5545 §3.1)."""


def bytes_of(entries: Sequence[Entry], rules: Ruleset, begins: datetime | None = None) -> bytes:
    """Return a calendar: the tournament itself, and every round whose time is known.

    Future rounds are marked as estimates. `begins` is when the first is to start, if that is known.
    The same ledger always gives the same calendar; a later one replaces it, by its numbers.
    """
    t = Tournament.replay(entries)
    assert t.opened is not None, "a tournament must be opened before it has a schedule"
    stamp = entries[-1].at
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//roundbook//schedule//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{escaped(t.opened.name)}",
        *_whole(t, stamp),
        *(line for slot in slots(entries, rules, begins) for line in _round(t, slot, stamp)),
        "END:VCALENDAR",
    ]
    return b"".join(folded(line) for line in lines)


def escaped(text: str) -> str:
    """Return a text as a value: no comma, semicolon or line break ends it (RFC 5545 §3.3.11)."""
    # Backslashes first, or those inserted here would be doubled.
    for plain, said in (("\\", "\\\\"), (";", "\\;"), (",", "\\,")):
        text = text.replace(plain, said)
    return "\\n".join("".join(c for c in line if c >= " ") for line in text.splitlines())


def folded(line: str) -> bytes:
    """Return a line in pieces of at most 75 bytes, without breaking a character (§3.1)."""
    pieces: list[bytes] = [b""]
    for letter in line:
        data = letter.encode(errors="replace")
        if len(pieces[-1]) + len(data) > _WIDEST:
            pieces.append(b" ")
        pieces[-1] += data
    return b"\r\n".join(pieces) + b"\r\n"


def _whole(t: Tournament, stamp: datetime) -> Iterator[str]:
    """Yield the tournament as an all-day event."""
    opened = t.opened
    assert opened is not None, "looked at above"
    last = max(t.ended or opened.end or opened.start, opened.start)
    yield "BEGIN:VEVENT"
    yield f"UID:{opened.tournament}@roundbook"
    yield from _kept(t, stamp)
    yield f"DTSTART;VALUE=DATE:{_day(opened.start)}"
    yield f"DTEND;VALUE=DATE:{_day(last + timedelta(days=1))}"
    yield f"SUMMARY:{escaped(opened.name)}"
    if told := _told(t):
        yield f"DESCRIPTION:{escaped(told)}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _told(t: Tournament) -> str:
    """Return the announced rounds, cut, match time, breaks, prizes by place and words, in lines."""
    said = t.announcement
    if said is None:
        return ""
    lines = [counted(said.rounds, "round" if t.is_elimination else "Swiss round")]
    lines += [
        f"{division}: {counted(number, 'more round')} on day two"
        for division, number in said.day_two.items()
        if number
    ]
    lines += [f"{division}: cut to {number}" for division, number in said.cut.items() if number]
    if said.minutes:
        lines.append(f"{counted(said.minutes, 'minute')} a match")
    if said.breaks:
        lines.append("no breaks" if said.breaks == NONE else f"breaks: {said.breaks}")
    lines += [
        f"break after round {number}: {counted(minutes, 'minute')}"
        for number, minutes in said.breaks_after.items()
    ]
    lines += [
        f"prize for {prized_in_words(places)}: {won}"
        for places, won in said.prizes_by_place.items()
    ]
    return "\n".join([*lines, *([said.text] if said.text else [])])


def _round(t: Tournament, slot: Slot, stamp: datetime) -> Iterator[str]:
    """Yield a round as an event with a start and an end."""
    assert t.opened is not None, "looked at above"
    estimated = " (estimated)" if slot.estimated else ""
    yield "BEGIN:VEVENT"
    which = f"{slot.pool or 'all'}-{slot.round}{'-break' * slot.pause}"
    yield f"UID:{t.opened.tournament}-{which}@roundbook"
    yield from _kept(t, stamp)
    yield f"DTSTART:{_moment(slot.begins)}"
    if slot.ends:
        yield f"DTEND:{_moment(slot.ends)}"
    yield f"SUMMARY:{escaped(f'{t.opened.name}: {slot.title}{estimated}')}"
    yield f"STATUS:{'TENTATIVE' if slot.estimated else 'CONFIRMED'}"
    yield "END:VEVENT"


def _kept(t: Tournament, stamp: datetime) -> Iterator[str]:
    """Yield the values that distinguish a later version from an earlier one."""
    yield f"DTSTAMP:{_moment(stamp)}"
    yield f"SEQUENCE:{t.seq}"


def _day(day: date) -> str:
    return f"{day.year:04}{day.month:02}{day.day:02}"


def _moment(at: datetime) -> str:
    there = at.astimezone(UTC)
    return f"{_day(there)}T{there.hour:02}{there.minute:02}{there.second:02}Z"
