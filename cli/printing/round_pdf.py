"""Pairings and match slips as PDFs: their contents, taken from the ledger (TOP §4)."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from gettext import NullTranslations

from msgspec.structs import replace

from roundbook.cli.printing.fonts import Draft
from roundbook.cli.printing.paper import document
from roundbook.cli.printing.round_text import FIXED, game_boxes, reminder, time_of
from roundbook.cli.session.read import ReadContext
from roundbook.ledger.events.posting import PostedSheet, Printed
from roundbook.ledger.phrases import Phrase, phrase, phrase_of
from roundbook.ledger.rulesets.wording import cited_in
from roundbook.ledger.terms import Division
from roundbook.projections.reports.languages import said, translations
from roundbook.projections.reports.lists import split
from roundbook.projections.reports.names import division_title, is_number, last_first, pool_title
from roundbook.projections.reports.paper.document import (
    Column,
    Document,
    Heading,
    NewPage,
    Part,
    Table,
)
from roundbook.projections.reports.paper.slips import Player, PrintedSlip, slip_texts, slips_pdf
from roundbook.projections.reports.remarks import unsanctioned
from roundbook.projections.reports.text.pairings import (
    by_table,
    divided,
    listed_by_name,
    of_fixed,
)
from roundbook.projections.reports.text.tables import say, words_of
from roundbook.projections.rounds.rounds import PostedRound, Seat, TableLine

# Match slips on paper: the texts of each, in one language (TOP §4).


def slips_of(one: PostedRound, ctx: ReadContext, words: NullTranslations) -> Iterator[PrintedSlip]:
    """Yield the slips of a round, in table order."""
    t, ages = ctx.t, _divisions(one, ctx)
    where = said(
        phrase("%(pool)s, %(round)s", pool=pool_title(one.pool, words), round=one.called), words
    )
    if ", ".join(ages).lower() != one.pool:
        where = f"{where} · {', '.join(division_title(age, words) for age in ages)}"
    tie = words.gettext("tie") if ctx.rules.tie_word == "tie" else words.gettext("draw")
    event = [ctx.event, *(said(text, words) for text in unsanctioned(t.opened))]
    for line in one.tables:
        yield PrintedSlip(
            event=" · ".join(event),
            where=", ".join([where, *(said(mark, words) for mark in _marks(line))]),
            match=str(line.match),
            place=said(phrase("Table %(number)s", number=line.table), words),
            matched=said(phrase("match %(match)s", match=str(line.match)), words),
            first=_player(line.first, ctx, words),
            second=_player(line.second, ctx, words),
            games=game_boxes(ctx),
            tie=None if one.pool in t.cuts else tie,
            time=said(_time(ctx, t.extensions.get(line.match)), words),
            reminder=cited_in(said(reminder(one, ctx), words), ctx.rules),
        )


def _marks(line: TableLine) -> Iterator[Phrase]:
    """Yield what a slip says of its table, besides the number."""
    if line.playoff:
        yield phrase("third place")
    if line.fixed:
        yield FIXED


def _time(ctx: ReadContext, added: int | None) -> Phrase:
    """Return the time of a match, with the extension that a judge gave, or a blank for one."""
    told = phrase("both players told by %(whom)s", whom="_" * 26)
    more = phrase("Extra: ______ minutes")
    if added:
        more = phrase("Extra: %(minutes)s min", minutes=added)
    time = time_of(ctx)
    return phrase("Time: %(time)s. %(more)s, %(told)s", time=time, more=more, told=told)


def _divisions(one: PostedRound, ctx: ReadContext) -> list[Division]:
    """Return the divisions of a round's players, in order."""
    seats = [seat for line in one.tables for seat in (line.first, line.second)]
    seated = {ctx.t.players[seat.player].division for seat in seats}
    return [age for age in Division if age in seated]


def _player(seat: Seat, ctx: ReadContext, words: NullTranslations) -> Player:
    """Return a player for a slip; the end of the Player ID tells players of one name apart."""
    known, book = ctx.book.id(seat.player), ctx.book
    about = [seat.player, *([f"id …{known[-4:]}"] if known else [])]
    about.append(division_title(ctx.t.players[seat.player].division, words))
    points = phrase_of("%(num)s point", "%(num)s points", seat.match_points)
    record = phrase("%(record)s, %(points)s", record=seat.record, points=points)
    if seat.seed:
        record = phrase("seed %(seed)s", seed=seat.seed)
    return Player(
        name=last_first(book.name(seat.player), book.last(seat.player)),
        about=" · ".join(about),
        record=said(record, words),
    )


BY_NAME = (
    Column(phrase("Player"), wraps=True, bold=True),
    Column(phrase("Division")),
    Column(phrase("Table"), right=True, bold=True),
    Column(phrase("Record")),
    Column(phrase("Opponent"), wraps=True),
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
    sheet: PostedSheet, rounds: Sequence[PostedRound], ctx: ReadContext, printed: Printed
) -> Document | Draft:
    """Return a sheet for these rounds as a print."""
    if sheet is PostedSheet.PAIRINGS:
        return pairings(rounds, ctx, printed)
    words = translations(printed.language)
    made = [slip for one in rounds for slip in slips_of(one, ctx, words)]
    return Draft(
        texts=[text for slip in made for text in slip_texts(slip)],
        press=lambda fonts, paper: slips_pdf(
            made,
            paper=paper,
            type_=fonts.type,
            backs=printed.backs,
            language=printed.language,
        ),
    )


def pairings(rounds: Sequence[PostedRound], ctx: ReadContext, printed: Printed) -> Document:
    """Return the pairings by name, one board after another, with byes at the end."""
    words = translations(printed.language)
    parts = [part for one in rounds for part in _boards(one, ctx, printed.boards, words)]
    posted = phrase("posted %(time)s", time=moment(printed.at))
    below = [said(text, words) for text in (*unsanctioned(ctx.t.opened), posted)]
    return Document(
        title=_title(rounds[0], words),
        under=" · ".join([ctx.event, *below]),
        parts=tuple(parts),
        foot=_reminders(rounds, ctx, words),
        page=words.gettext("page %(number)s of %(of)s"),
        language=printed.language,
    )


def staff_list(rounds: Sequence[PostedRound], ctx: ReadContext) -> Document:
    """Return the pairings by table, with boxes for results that are missing."""
    parts: list[Part] = []
    word = phrase("tie") if ctx.rules.tie_word == "tie" else phrase("draw")
    for one in rounds:
        tie = "" if one.pool in ctx.t.cuts else f"  ☐ {say(word, ctx)}"
        empty = f"☐ 1  ☐ 2{tie}"
        rows = by_table(one, ctx, last_names_first=True)
        filled = [(*row[:-1], row[-1] or (empty if row[0] else "")) for row in rows]
        listed = Table(columns=BY_TABLE, rows=tuple(filled), size=STAFF_SIZE)
        pool = pool_title(one.pool, words_of(ctx))
        title = phrase("%(pool)s, %(round)s: by table", pool=pool, round=one.called)
        parts += [NewPage(title), listed]
    return document(ctx, phrase("Pairings by table"), parts, *of_fixed(rounds))


def named_list(rounds: Sequence[PostedRound], ctx: ReadContext) -> Document:
    """Return the current pairings by name."""
    words = words_of(ctx)
    parts = [part for one in rounds for part in _boards(one, ctx, 1, words)]
    return document(ctx, phrase("Pairings by name"), parts, *_reminders(rounds, ctx, words))


def moment(at: datetime) -> str:
    """Return a time as it is printed."""
    return f"{at:%Y-%m-%d %H:%M}"


def _reminders(
    rounds: Sequence[PostedRound], ctx: ReadContext, words: NullTranslations
) -> tuple[str, ...]:
    """Return the reminder of each round, or a single one for all, and what marks mean."""
    told = {one.pool: cited_in(said(reminder(one, ctx), words), ctx.rules) for one in rounds}
    fixed = [said(text, words) for text in of_fixed(rounds)]
    if len(set(told.values())) == 1:
        return (*[*told.values()][:1], *fixed)
    return (*(f"{pool_title(pool, words)}: {text}" for pool, text in told.items()), *fixed)


def _title(one: PostedRound, words: NullTranslations) -> str:
    pool = pool_title(one.pool, words)
    return said(phrase("%(pool)s, %(round)s: pairings", pool=pool, round=one.called), words)


def _boards(
    one: PostedRound, ctx: ReadContext, boards: int, words: NullTranslations
) -> Iterator[Part]:
    """Yield the boards of a round, each beginning on a new page."""
    listed, title = listed_by_name(one, ctx), _title(one, words)
    columns, rows = divided(BY_NAME, [tuple(said(cell, words) for cell in row) for row in listed])
    titled = tuple(replace(one, title=said(one.title, words)) for one in columns)
    numbers = [row for row in rows if is_number(row[0])]
    rows = [row for row in rows if row not in numbers]
    parts = split(rows, boards) if rows else []
    for number, part in enumerate(parts, start=1):
        which = phrase(", board %(number)s of %(of)s", number=number, of=len(parts))
        yield NewPage(f"{title}{said(which, words) if len(parts) > 1 else ''}")
        yield Table(columns=titled, rows=tuple(map(tuple, part)), size=POSTED_SIZE, ranged=0)
    if not parts:
        yield NewPage(title)
    if numbers:
        yield Heading(text=words.gettext("By number"))
        yield Table(columns=titled, rows=tuple(map(tuple, numbers)), size=POSTED_SIZE)
