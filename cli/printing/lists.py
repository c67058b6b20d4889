"""Lists that can be printed at any time, unrecorded: pairings, standings, brackets, forms."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct

from roundbook.cli.args.types import quoted
from roundbook.cli.printing.brackets import brackets_asked, brackets_drawn
from roundbook.cli.printing.deck_forms import deck_forms, whose_forms
from roundbook.cli.printing.fonts import Build, set_with
from roundbook.cli.printing.paper import document, table
from roundbook.cli.printing.pod_sheet import pod_sheets_print
from roundbook.cli.printing.posting import as_read
from roundbook.cli.printing.round_pdf import named_list, staff_list
from roundbook.cli.session.read import ReadContext
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.events.catalogue import AnnouncementMade
from roundbook.ledger.events.posting import Paper
from roundbook.ledger.evidence import own_key
from roundbook.ledger.people.public_names import public_names
from roundbook.ledger.phrases import Phrase, phrase
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.pools import flights_by_player, flights_named
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.projections.bracket.bracket import brackets
from roundbook.projections.bracket.tree import tree
from roundbook.projections.explain.tiebreak import told_apart
from roundbook.projections.history.announcement import final_prizes
from roundbook.projections.podsheet import pod_sheets
from roundbook.projections.reports.languages import SOURCE, dated
from roundbook.projections.reports.paper.document import Document, Heading, NewPage, Paragraph, Part
from roundbook.projections.reports.remarks import on_places
from roundbook.projections.reports.text.announcement import announced_lines
from roundbook.projections.reports.text.cut import going_on
from roundbook.projections.reports.text.drafts import last_seated, to_seat
from roundbook.projections.reports.text.standings import (
    COLUMNS,
    WON,
    division_heading,
    place_rows,
    prize_of,
    standing_table,
)
from roundbook.projections.reports.text.tables import Column, words_of
from roundbook.projections.rounds.clock import RoundClock, clocks
from roundbook.projections.rounds.rounds import PostedRound, in_play, posted_round, third_alone
from roundbook.projections.standings.shown import after_which, shown
from roundbook.projections.standings.standings import Standing, by_division


class ListPrinted(Struct, frozen=True, kw_only=True):
    """A list as a PDF. Nothing is written to the ledger."""

    data: bytes
    entries: tuple[Entry, ...] = ()


def print_list(
    ctx: WriteContext, what: str, about: str = "", *, paper: Paper, language: str = SOURCE
) -> ListPrinted:
    """Print one of LISTS: for a pool or a player, or for all of them if `about` is empty."""
    reading = as_read(ctx, language)
    return ListPrinted(data=set_with(reading, LISTS[what](reading, about), (), paper).data)


# Pairings.


def rounds_asked(ctx: ReadContext, pool: str | None, number: int | None) -> list[PostedRound]:
    """Return the requested rounds. Raises Refused if there are none."""
    t = ctx.t
    shown_now = in_play(t) if number is None else list(t.latest)
    asked = pools_asked(t, pool) or shown_now
    found = [
        one
        for each in asked
        for one in (
            posted_round(t, ctx.rules, each, number or t.latest.get(each, 0)),
            third_alone(t, ctx.rules, each),
        )
        if one and number in {None, one.number}
    ]
    if not found and (pool or number):
        raise not_paired(t, pool, number)
    return found


def pools_asked(t: Tournament, pool: str | None) -> Sequence[Pool]:
    """Return the pool of this name, or the flights of the division; empty without a name."""
    return (flights_named(t, Pool(pool.lower())) or (Pool(pool.lower()),)) if pool else ()


def clocks_asked(ctx: ReadContext, pool: str | None) -> list[RoundClock]:
    """Return the clocks of a pool, or all of them. Raises Refused if the pool was never paired."""
    asked = pools_asked(ctx.t, pool)
    if pool and not ctx.t.latest.keys() & set(asked):
        raise not_paired(ctx.t, pool)
    running = clocks(ctx.entries, ctx.rules, ctx.t)
    return [one for one in running if not pool or one.pool in asked]


def not_paired(t: Tournament, pool: str | None, number: int | None = None) -> Refused:
    """Return the refusal that there is no such round."""
    where = f" of {quoted(pool)}" if pool else ""
    which = f"round {number}{where} has not" if number else f"no round{where} has"
    paired = ", ".join(f"{each}-{latest}" for each, latest in t.latest.items() if latest)
    hint = f"The latest rounds are {paired}." if paired else advice("Pair it: {}.", do("pair"))
    return Refused(f"{which} been paired.", hint=hint)


def pairings(rounds: Sequence[PostedRound], ctx: ReadContext, *, named: bool = False) -> Document:
    """Return the pairings for the staff: by table with boxes, or with every player once."""
    if not rounds:
        raise Refused("nothing has been paired yet.", hint=advice("Pair it with {}.", do("pair")))
    return (named_list if named else staff_list)(rounds, ctx)


# Standings.

ROUNDED = phrase(
    "Percentages are rounded to two decimals here; places are calculated with exact fractions."
)


def standings_list(
    placed: Sequence[Standing],
    ctx: ReadContext,
    *,
    division: Division | None = None,
    title: str = "",
    as_one: bool = False,
    live: bool = False,
) -> Document:
    """Return the standings of everybody, a division or a flight: one table for each.

    Raises Refused if there is nothing to print.
    """
    if not placed:
        whose = f"the {division} division" if division else "this tournament"
        msg = f"nobody plays in {whose} yet, so there are no standings to print."
        raise Refused(msg, hint=advice("Register players: {}.", do("register")))
    if ctx.t.is_elimination and not brackets(ctx.t):
        hint = advice("Draw the seeds: {}.", do("seed"))
        raise Refused("there are no places before the seeds are drawn.", hint=hint)
    placed = told_apart(ctx.t, placed)
    every = shown(ctx.t, ctx.rules, as_one=ctx.t.is_elimination)
    prizes = final_prizes(ctx.t, ((one.division, one.place) for one in every))
    over = phrase("Standings: %(flight)s", flight=title) if title else phrase("Standings")
    notes = () if ctx.t.is_elimination else (ROUNDED,)
    if ctx.t.is_elimination:
        out = place_rows(ctx, division)
        if prizes:
            out = [[*row, prize_of(prizes, int(row[0]) if row[0] != "-" else 0)] for row in out]
        parts: list[Part] = [table((*COLUMNS, *[WON] * bool(prizes)), out, 11)]
    elif as_one or title:
        moments = [] if title else after_which(ctx.t, live=live)
        rows = standing_table(
            placed,
            ctx.book,
            ctx.rules,
            divided=not as_one,
            words=words_of(ctx),
            read_out=True,
            prizes={} if title else prizes,
        )
        parts = [*(Paragraph(text=one) for one in moments), table(*rows, 11)]
    else:
        parts = list(_by_divisions(placed, ctx, prizes, live=live))
    about = _taken_home(ctx, [one.player for one in placed])
    return document(ctx, over, parts, *notes, *_of_key(ctx), about=about)


def _by_divisions(
    placed: Sequence[Standing], ctx: ReadContext, prizes: Mapping[int, str], *, live: bool
) -> Iterator[Part]:
    """Yield a page for each division, then the notes on all places."""
    flights, words = flights_by_player(ctx.t), words_of(ctx)
    for each, own in by_division(placed).items():
        over = division_heading(each, len(own), words)
        yield NewPage(phrase("Standings: %(division)s", division=over))
        for one in (*after_which(ctx.t, each, live=live), going_on(ctx.t, each)):
            if one:
                yield Paragraph(text=one)
        rows = standing_table(
            own, ctx.book, ctx.rules, flights=flights, words=words, read_out=True, prizes=prizes
        )
        yield table(*rows, 11)
    for note in on_places(ctx.t, ctx.rules, ctx.name):
        yield Paragraph(text=note)


def _taken_home(ctx: ReadContext, placed: Sequence[PlayerId]) -> list[str]:
    """Return what a sheet found later has to say: whether it is final, when, and of what.

    One with full names belongs in the hall, as the list on the wall does (decision 0086).
    """
    t, seen = ctx.t, public_names(ctx.book, ctx.t)
    about: list[str] = [] if t.closed is None else [phrase("Final standings")]
    if t.opened:
        days = dict.fromkeys((t.opened.start, t.ended or t.opened.end or t.opened.start))
        about.append(" – ".join(dated(day, words_of(ctx)) for day in days))
    if t.opened and t.opened.sanction:
        about.append(phrase("sanction number %(number)s", number=t.opened.sanction))
    if any(ctx.book.shown(one) != seen.shown(one) for one in placed):
        about.append(phrase("with full names, so not for publication"))
    return about


def _of_key(ctx: ReadContext) -> Iterator[Phrase]:
    """Yield the code of the key that signs a closed event, for the list that people take home.

    People who are sent the event as a file compare this code with the one that the page shows.
    """
    if ctx.t.closed is None:
        return
    for key in own_key(ctx.entries):
        yield phrase(
            "To check a file of this tournament, compare the code: %(code)s", code=key.code
        )


# What was announced, in large type.

SIZE = 16


def told_to_players(ctx: ReadContext) -> AnnouncementMade:
    """Return the announcement. Raises Refused if there is none."""
    told = ctx.t.announcement
    if told is None:
        raise Refused(
            "nothing has been announced yet.", hint=advice("Announce it with {}.", do("announce"))
        )
    return told


def announcement(ctx: ReadContext) -> Document:
    """Return the announcement as a print large enough to read on a wall."""
    told = told_to_players(ctx)
    lines = [Paragraph(text=line, size=SIZE) for line in announced_lines(told, ctx)]
    return document(ctx, phrase("Announcement"), [Heading(text=ctx.event, size=24), *lines])


def draft_seats(ctx: ReadContext) -> Document:
    """Return the tables of the latest draft with their seats. Raises Refused if there are none."""
    found = last_seated(ctx)
    if found is None:
        raise Refused("no draft seats have been drawn yet.", hint=advice("{}.", to_seat(ctx.t)))
    parts: list[Part] = []
    for number, names in enumerate(found[1], start=1):
        parts.append(Heading(text=phrase("Draft table %(number)s", number=number), size=SIZE))
        rows = [[str(seat), name] for seat, name in enumerate(names, start=1)]
        parts.append(table(SEATED, rows, 14))
    return document(ctx, phrase("Draft seats"), parts)


SEATED = (Column(phrase("Seat"), right=True), Column(phrase("Player"), wraps=True))

# What the desk can print, by the command that shows the same.

LISTS: Mapping[str, Callable[[ReadContext, str], Build]] = {
    "pairings": lambda ctx, pool: partial(
        pairings,
        [
            one
            for each in [pool] * bool(pool) or ctx.t.latest
            for one in rounds_asked(ctx, each, None)
        ],
    ),
    "standings": lambda ctx, _: partial(standings_list, shown(ctx.t, ctx.rules)),
    "bracket": lambda ctx, pool: partial(
        brackets_drawn, [tree(ctx.t, each) for each in brackets_asked(ctx, pool)]
    ),
    "announcement": lambda _, __: announcement,
    "draft seats": lambda _, __: draft_seats,
    "deckcheck form": lambda ctx, who: partial(deck_forms, whose_forms(ctx, who)),
    "podsheet": lambda ctx, pool: partial(
        pod_sheets_print,
        pod_sheets(ctx.t, ctx.rules, ctx.entries, only=Pool(pool) if pool else None),
    ),
}
