"""Pairings and match slips on paper: what stands on them, as the ledger has it (TOP §4)."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from gettext import NullTranslations

from msgspec.structs import replace

from cli.languages import say, words_of
from cli.paper import document, of_document
from cli.posting import by_name, by_table
from cli.reading import Reading
from cli.sanction import unsanctioned
from cli.sheets import reminder
from cli.slips import last_first, slips_of
from cli.typesetting import Draft, is_number
from ledger.events.posting import Printed, Sheet
from projections.reports.messages import opened, said, translations
from projections.reports.names import letter, plain
from projections.reports.paper.document import Column, Document, Heading, NewPage, Part, Table
from projections.reports.paper.slips import slip_texts, slips_pdf
from projections.rounds.rounds import PostedRound
from projections.text import Phrase, phrase

BY_NAME = (
    Column(phrase("Player"), wraps=True, bold=True),
    Column(phrase("Table"), right=True, bold=True),
    Column(phrase("Record")),
    Column(phrase("Opponent"), wraps=True),
)
WITHOUT = (
    Column(phrase("Player"), wraps=True, bold=True),
    Column(phrase("Record")),
    Column(phrase("No opponent"), wraps=True),
)
BY_TABLE = (
    Column(phrase("Table"), right=True, bold=True),
    Column(phrase("Player"), wraps=True),
    Column(phrase("Record")),
    Column(phrase("Player"), wraps=True),
    Column(phrase("Record")),
    Column(phrase("Result")),
)
POSTED_SIZE, STAFF_SIZE = 14, 11


def sheet_draft(
    sheet: Sheet, rounds: Sequence[PostedRound], reading: Reading, printed: Printed
) -> Draft:
    """Return a sheet of these rounds as a print."""
    if sheet is Sheet.PAIRINGS:
        return of_document(lambda each: pairings(rounds, each, printed), printed.paper)(reading)
    words = translations(printed.language)
    made = [slip for one in rounds for slip in slips_of(one, reading, words)]
    return Draft(
        texts=[text for slip in made for text in slip_texts(slip)],
        press=lambda fonts: slips_pdf(
            made,
            paper=printed.paper,
            type_=fonts.type,
            backs=printed.backs,
            language=printed.language,
        ),
    )


def pairings(rounds: Sequence[PostedRound], reading: Reading, printed: Printed) -> Document:
    """Return the pairings by name, a board after the other, whoever has a bye at the end."""
    words = translations(printed.language)
    parts = [part for one in rounds for part in _boards(one, reading, printed.boards, words)]
    posted = phrase("posted %(time)s", time=moment(printed.at))
    below = [said(text, words) for text in (*unsanctioned(reading.t.opened), posted)]
    return Document(
        title=said(_title(rounds[0]), words),
        under=" · ".join([reading.event, *below]),
        parts=tuple(parts),
        foot=_reminders(rounds, reading, words),
        page=words.gettext("page %(number)s of %(of)s"),
        language=printed.language,
    )


def staff_list(rounds: Sequence[PostedRound], reading: Reading) -> Document:
    """Return the pairings by table, with boxes where no result has come in."""
    parts: list[Part] = []
    word = phrase("tie") if reading.rules.tie_word == "tie" else phrase("draw")
    for one in rounds:
        tie = "" if one.pool in reading.t.cuts else f"  ☐ {say(word, reading)}"
        empty = f"☐ 1  ☐ 2{tie}"
        rows = [
            (table, last_first(left), record, last_first(right) if table else right, *rest)
            for table, left, record, right, *rest in by_table(one, reading)
        ]
        filled = [(*row[:-1], row[-1] or (empty if row[0] else "")) for row in rows]
        listed = Table(columns=BY_TABLE, rows=tuple(filled), size=STAFF_SIZE)
        title = phrase("%(pool)s, round %(number)s: by table", pool=one.pool, number=one.number)
        parts += [NewPage(title), listed]
    return document(reading, phrase("Pairings by table"), parts)


def named_list(rounds: Sequence[PostedRound], reading: Reading) -> Document:
    """Return the pairings by name, as they stand now."""
    words = words_of(reading)
    parts = [part for one in rounds for part in _boards(one, reading, 1, words)]
    return document(reading, phrase("Pairings by name"), parts, *_reminders(rounds, reading, words))


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


def _reminders(
    rounds: Sequence[PostedRound], reading: Reading, words: NullTranslations
) -> tuple[str, ...]:
    """Return the reminder of each round, once where it is the same for all."""
    told = {one.pool: said(reminder(one, reading), words) for one in rounds}
    if len(set(told.values())) == 1:
        return tuple(told.values())[:1]
    return tuple(f"{pool}: {text}" for pool, text in told.items())


def _title(one: PostedRound) -> Phrase:
    return phrase("%(pool)s, round %(number)s: pairings", pool=one.pool, number=one.number)


def _boards(
    one: PostedRound, reading: Reading, boards: int, words: NullTranslations
) -> Iterator[Part]:
    """Yield the boards of a round, each from a page of its own."""
    every, title = by_name(one, reading), said(_title(one), words)
    by_name_, without = _in_words(BY_NAME, words), _in_words(WITHOUT, words)
    rows = [
        (last_first(name), table, said(record, words), last_first(other))
        for name, table, record, other in every
        if table
    ]
    rows.sort(key=lambda row: (plain(row[0]), row))
    numbers = [row for row in rows if is_number(row[0])]
    rows = [row for row in rows if row not in numbers]
    byes = [
        (last_first(name), said(record, words), said(kind, words))
        for name, table, record, kind in every
        if not table
    ]
    parts = split(rows, boards) if rows else []
    for number, part in enumerate(parts, start=1):
        which = phrase(", board %(number)s of %(of)s", number=number, of=len(parts))
        yield NewPage(f"{title}{said(which, words) if len(parts) > 1 else ''}")
        yield Table(columns=by_name_, rows=tuple(map(tuple, part)), size=POSTED_SIZE, ranged=0)
    if not parts:
        yield NewPage(title)
    if numbers:
        yield Heading(text=words.gettext("By number"))
        yield Table(columns=by_name_, rows=tuple(numbers), size=POSTED_SIZE)
    if byes:
        yield Heading(text=opened(words.gettext("bye")))
        yield Table(columns=without, rows=tuple(byes), size=POSTED_SIZE)


def _in_words(columns: Sequence[Column], words: NullTranslations) -> tuple[Column, ...]:
    """Return columns with their titles in a language."""
    return tuple(replace(one, title=said(one.title, words)) for one in columns)
