"""Pairings and match slips on paper: what stands on them, as the ledger has it (TOP §4)."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from unicodedata import east_asian_width

from cli.paper import document, of_document
from cli.posting import by_name, by_table
from cli.reading import Reading
from cli.sanction import unsanctioned
from cli.sheets import game_boxes, reminder, time_of
from cli.typesetting import Draft, is_number
from ledger.hall import Printed, Sheet
from ledger.terms import Division
from projections.reports.paper.document import Column, Document, Heading, NewPage, Part, Table
from projections.reports.paper.letters import letter, plain
from projections.reports.paper.slips import Player, Slip, slip_texts, slips_pdf
from projections.rounds import PostedRound, Seat

BY_NAME = (
    Column("Player", wraps=True, bold=True),
    Column("Table", right=True, bold=True),
    Column("Record"),
    Column("Opponent", wraps=True),
)
WITHOUT = (
    Column("Player", wraps=True, bold=True),
    Column("Record"),
    Column("No opponent", wraps=True),
)
BY_TABLE = (
    Column("Table", right=True, bold=True),
    Column("Player", wraps=True),
    Column("Record"),
    Column("Player", wraps=True),
    Column("Record"),
    Column("Result"),
)
POSTED_SIZE, STAFF_SIZE = 14, 11


def sheet_draft(
    sheet: Sheet, rounds: Sequence[PostedRound], reading: Reading, printed: Printed
) -> Draft:
    """Return a sheet of these rounds as a print."""
    if sheet is Sheet.PAIRINGS:
        return of_document(lambda each: pairings(rounds, each, printed), printed.paper)(reading)
    made = [slip for one in rounds for slip in _slips(one, reading)]
    return Draft(
        texts=[text for slip in made for text in slip_texts(slip)],
        press=lambda fonts: slips_pdf(
            made, paper=printed.paper, type_=fonts.type, backs=printed.backs
        ),
    )


def pairings(rounds: Sequence[PostedRound], reading: Reading, printed: Printed) -> Document:
    """Return the pairings by name, a board after the other, whoever has a bye at the end."""
    parts = [part for one in rounds for part in _boards(one, reading, printed.boards)]
    posted = f"posted {moment(printed.at)}"
    under = " · ".join([reading.event, *unsanctioned(reading.t.opened), posted])
    foot = _reminders(rounds, reading)
    return Document(title=_title(rounds[0]), under=under, parts=tuple(parts), foot=foot)


def staff_list(rounds: Sequence[PostedRound], reading: Reading) -> Document:
    """Return the pairings by table, with boxes where no result has come in."""
    parts: list[Part] = []
    for one in rounds:
        tie = "" if one.pool in reading.t.cuts else f"  ☐ {reading.rules.tie_word}"
        empty = f"☐ 1  ☐ 2{tie}"
        rows = [
            (table, last_first(left), record, last_first(right) if table else right, *rest)
            for table, left, record, right, *rest in by_table(one, reading)
        ]
        filled = [(*row[:-1], row[-1] or (empty if row[0] else "")) for row in rows]
        listed = Table(columns=BY_TABLE, rows=tuple(filled), size=STAFF_SIZE)
        parts += [NewPage(f"{one.pool}, round {one.number}: by table"), listed]
    return document(reading, "Pairings by table", parts)


def named_list(rounds: Sequence[PostedRound], reading: Reading) -> Document:
    """Return the pairings by name, as they stand now."""
    parts = [part for one in rounds for part in _boards(one, reading, 1)]
    return document(reading, "Pairings by name", parts, *_reminders(rounds, reading))


def last_first(name: str) -> str:
    """Return a name with the last word first: `Lopez, Ana`.

    What is so already stays, a number too, and a name in signs that put the family first.
    """
    first, _, last = name.rpartition(" ")
    as_it_is = "," in name or is_number(name) or any(east_asian_width(c) == "W" for c in name)
    return f"{last}, {first}" if first and not as_it_is else name


def moment(at: datetime) -> str:
    """Return a time as it stands on paper."""
    return f"{at:%Y-%m-%d %H:%M}"


def split(rows: Sequence[Sequence[str]], boards: int) -> list[Sequence[Sequence[str]]]:
    """Return rows as so many parts, about as long as one another, each from a letter on."""
    letters = [letter(row[0]) for row in rows]
    starts = [n for n in range(1, len(rows)) if letters[n] != letters[n - 1]]
    cuts = [0]
    for board in range(1, boards):
        wanted = board * len(rows) / boards
        later = [n for n in starts if n > cuts[-1]]
        if later:
            cuts.append(min(later, key=lambda n: (abs(n - wanted), n)))
    return [rows[a:b] for a, b in zip(cuts, [*cuts[1:], len(rows)], strict=True)]


def _reminders(rounds: Sequence[PostedRound], reading: Reading) -> tuple[str, ...]:
    """Return the reminder of each round, once where it is the same for all."""
    said = {one.pool: reminder(one, reading) for one in rounds}
    if len(set(said.values())) == 1:
        return tuple(said.values())[:1]
    return tuple(f"{pool}: {text}" for pool, text in said.items())


def _title(one: PostedRound) -> str:
    return f"{one.pool}, round {one.number}: pairings"


def _boards(one: PostedRound, reading: Reading, boards: int) -> Iterator[Part]:
    """Yield the boards of a round, each from a page of its own."""
    every = by_name(one, reading)
    rows = [(last_first(row[0]), *row[1:3], last_first(row[3])) for row in every if row[1]]
    rows.sort(key=lambda row: (plain(row[0]), row))
    numbers = [row for row in rows if is_number(row[0])]
    rows = [row for row in rows if row not in numbers]
    byes = [(last_first(name), record, kind) for name, table, record, kind in every if not table]
    parts = split(rows, boards) if rows else []
    for number, part in enumerate(parts, start=1):
        which = f", board {number} of {len(parts)}" if len(parts) > 1 else ""
        yield NewPage(f"{_title(one)}{which}")
        yield Table(columns=BY_NAME, rows=tuple(map(tuple, part)), size=POSTED_SIZE, ranged=0)
    if not parts:
        yield NewPage(_title(one))
    if numbers:
        yield Heading(text="By number")
        yield Table(columns=BY_NAME, rows=tuple(numbers), size=POSTED_SIZE)
    if byes:
        yield Heading(text="Bye")
        yield Table(columns=WITHOUT, rows=tuple(byes), size=POSTED_SIZE)


def _slips(one: PostedRound, reading: Reading) -> Iterator[Slip]:
    """Yield the slips of a round, in table order."""
    t, ages = reading.t, _divisions(one, reading)
    where = f"{one.pool}, round {one.number}"
    told = ", ".join(age.value for age in ages)
    said = "" if told.lower() == one.pool else f" · {told}"
    for line in one.tables:
        added = t.extensions.get(line.match)
        more = f"{added} minutes more" if added else "More: ______ minutes"
        yield Slip(
            event=" · ".join([reading.event, *unsanctioned(t.opened)]),
            where=f"{where}{said}{', third place' if line.playoff else ''}",
            match=str(line.match),
            table=line.table,
            first=_player(line.first, reading),
            second=_player(line.second, reading),
            games=game_boxes(reading),
            tie=None if one.pool in t.cuts else reading.rules.tie_word,
            time=time_of(reading),
            more=f"{more}, both players told by {'_' * 26}",
            reminder=reminder(one, reading),
        )


def _divisions(one: PostedRound, reading: Reading) -> list[Division]:
    """Return the divisions that sit in a round, in their order."""
    seats = [seat for line in one.tables for seat in (line.first, line.second)]
    seated = {reading.t.players[seat.player].division for seat in seats}
    return [age for age in Division if age in seated]


def _player(seat: Seat, reading: Reading) -> Player:
    """Return a player of a slip: the end of the organiser's id tells two of one name apart."""
    known, name = reading.book.id(seat.player), reading.name(seat.player)
    about = [seat.player, *([f"id …{known[-4:]}"] if known else [])]
    about.append(reading.t.players[seat.player].division.value)
    count = seat.match_points
    points = f"{count} point{'' if count == 1 else 's'}"
    record = f"seed {seat.seed}" if seat.seed else f"{seat.record}, {points}"
    return Player(name=last_first(name), about=" · ".join(about), record=record)
