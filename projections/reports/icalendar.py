"""The days and the rounds of a tournament as a calendar that any program reads (RFC 5545)."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta

from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from projections.reports.timetable import Slot, slots

_WIDEST = 75
"""So many bytes a line may have (RFC 5545 §3.1)."""


def bytes_of(entries: Sequence[Entry], rules: Ruleset, begins: datetime | None = None) -> bytes:
    """Return a calendar: the tournament itself, and every round whose time is known.

    Rounds to come are estimates, and say so. `begins` is when the first is to start, where that is
    known. The same ledger has the same calendar; a later one replaces it, by its numbers.
    """
    t = Tournament.of(entries)
    assert t.opened is not None, "only a tournament that was opened has a schedule"
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
    for plain, said in (("\\", "\\\\"), (";", "\\;"), (",", "\\,")):
        text = text.replace(plain, said)
    return "\\n".join("".join(c for c in line if c >= " ") for line in text.splitlines())


def folded(line: str) -> bytes:
    """Return a line in pieces of 75 bytes at most, none of which breaks a letter (§3.1)."""
    pieces: list[bytes] = [b""]
    for letter in line:
        data = letter.encode(errors="replace")
        if len(pieces[-1]) + len(data) > _WIDEST:
            pieces.append(b" ")
        pieces[-1] += data
    return b"\r\n".join(pieces) + b"\r\n"


def _whole(t: Tournament, stamp: datetime) -> Iterator[str]:
    """Yield the tournament as an event of whole days."""
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
    """Return what was announced, a line for each thing."""
    said = t.announcement
    if said is None:
        return ""
    lines = [f"{said.rounds} Swiss rounds"]
    lines += [f"{division}: {number} more on day two" for division, number in said.day_two.items()]
    lines += [f"{division}: cut to {number}" for division, number in said.cut.items() if number]
    if said.minutes:
        lines.append(f"{said.minutes} minutes a match")
    return "\n".join([*lines, *([said.text] if said.text else [])])


def _round(t: Tournament, slot: Slot, stamp: datetime) -> Iterator[str]:
    """Yield a round as an event of some minutes."""
    assert t.opened is not None, "looked at above"
    estimated = " (estimated)" if slot.estimated else ""
    yield "BEGIN:VEVENT"
    yield f"UID:{t.opened.tournament}-{slot.pool or 'all'}-{slot.round}@roundbook"
    yield from _kept(t, stamp)
    yield f"DTSTART:{_moment(slot.begins)}"
    if slot.ends:
        yield f"DTEND:{_moment(slot.ends)}"
    yield f"SUMMARY:{escaped(f'{t.opened.name}: {slot.title}{estimated}')}"
    yield f"STATUS:{'TENTATIVE' if slot.estimated else 'CONFIRMED'}"
    yield "END:VEVENT"


def _kept(t: Tournament, stamp: datetime) -> Iterator[str]:
    """Yield what tells a later version from an earlier one."""
    yield f"DTSTAMP:{_moment(stamp)}"
    yield f"SEQUENCE:{t.seq}"


def _day(day: date) -> str:
    return f"{day.year:04}{day.month:02}{day.day:02}"


def _moment(at: datetime) -> str:
    there = at.astimezone(UTC)
    return f"{_day(there)}T{there.hour:02}{there.minute:02}{there.second:02}Z"
