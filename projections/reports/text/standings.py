"""Standings for people to read: the table of a division, and the places of a bracket."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from gettext import NullTranslations
from types import MappingProxyType

from roundbook.ledger.errors import Hint, advice, do
from roundbook.ledger.people.book import Book
from roundbook.ledger.phrases import Phrase, counted, phrase, phrase_of
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import flights_by_player
from roundbook.ledger.state.round_names import called_alone
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.projections.bracket.bracket import brackets
from roundbook.projections.bracket.placements import Fall, falls
from roundbook.projections.cut.qualifiers import alone_in
from roundbook.projections.explain.tiebreak import WORDS, told_apart
from roundbook.projections.history.announcement import PRIZE
from roundbook.projections.reports.languages import SOURCE, said, translations
from roundbook.projections.reports.names import division_title, pool_title
from roundbook.projections.reports.remarks import on_places
from roundbook.projections.reports.text.cut import going_on, provisional, undefeated_lines
from roundbook.projections.reports.text.tables import (
    Column,
    Part,
    Reading,
    Table,
    say,
    table_in,
    words_of,
    wrapped,
)
from roundbook.projections.standings.percentages import percent
from roundbook.projections.standings.shown import after_which, reached_in_words, shown
from roundbook.projections.standings.standings import (
    Standing,
    are_shared,
    by_division,
    compared_figures,
)

# The places of a single elimination as a table: when each player was knocked out, and by whom.

COLUMNS = (
    Column(phrase("Place"), right=True),
    Column(phrase("Player"), wraps=True),
    Column(phrase("In division")),
    Column(phrase("Seed"), right=True),
    Column(phrase("Out")),
    Column(phrase("Knocked out by"), wraps=True),
)

WON = Column(phrase("Prize"), wraps=True)
"""The column of prizes in final standings."""


def place_rows(ctx: Reading, division: Division | None) -> list[list[str]]:
    """Return the places of all divisions together, or of one division, as rows of a table."""
    pool = brackets(ctx.t)[-1].pool
    out = falls(ctx.t, pool)
    own = {one.player: one.place for one in shown(ctx.t, ctx.rules)}
    return [
        [
            str(one.place or "-"),
            f"{ctx.name(one.player)}{_marks(one, ctx)}",
            f"{division_title(one.division, words_of(ctx))} {own[one.player] or '-'}",
            str(one.seed or "-"),
            called_alone(ctx.t, pool, out[one.player].round) if one.player in out else "-",
            _by(out.get(one.player), ctx),
        ]
        for one in shown(ctx.t, ctx.rules, as_one=True)
        if division in {None, one.division}
    ]


def _by(fall: Fall | None, ctx: Reading) -> str:
    """Return who knocked a player out; in brackets, who advanced instead if they did not meet."""
    if fall is None or fall.by is None:
        return ""
    return ctx.name(fall.by) if fall.met else phrase("(%(name)s advanced)", name=ctx.name(fall.by))


def _marks(one: Standing, ctx: Reading) -> str:
    """Return the marks after a name; dropped players are marked as in the bracket."""
    if one.disqualified:
        word = say(phrase("disqualified"), ctx)
        return f" ({word})"
    left = say(phrase("(drop)"), ctx)
    return f" {left}" if one.dropped else ""


TITLES = {
    "op-win": phrase("Op Win %%"),
    "op-op-win": phrase("Op Op Win %%"),
    "game-win": phrase("Game %%"),
    "op-game-win": phrase("Op Game %%"),
}
"""The titles of the figures that an edition may compare."""

ENGLISH = translations(SOURCE)
EMPTY: Mapping[PlayerId, Pool] = MappingProxyType({})
NOTHING: Mapping[int, str] = MappingProxyType({})
UNKNOWN: Mapping[Division, Sequence[Phrase]] = MappingProxyType({})


def division_heading(division: str, players: int, words: NullTranslations) -> Phrase:
    """Return the heading of a division's standings: its name, and the number of players."""
    return phrase(
        "%(division)s (%(players)s)",
        division=division_title(division, words),
        players=phrase_of("%(num)s player", "%(num)s players", players),
    )


def standing_table(  # noqa: PLR0913 - one argument per fact.
    placed: Sequence[Standing],
    book: Book,
    rules: Ruleset,
    *,
    divided: bool = True,
    flights: Mapping[PlayerId, Pool] = EMPTY,
    words: NullTranslations = ENGLISH,
    read_out: bool = False,
    prizes: Mapping[int, str] = NOTHING,
) -> Table:
    """Return standings as a table in a language: percentages with two decimals, half up.

    A list of all divisions has a division column, which leaves no room for what decided. A print
    is `read_out` by people who never type a tiebreak: it is named in words, as on the pages.
    """
    every: list[tuple[bool, Column, Callable[[Standing], str]]] = [
        (True, Column(phrase("Place"), right=True), lambda one: str(one.place or "-")),
        (
            True,
            Column(phrase("Player"), wraps=True),
            lambda one: f"{book.shown(one.player)}{_marks_standing_tables(one, words)}",
        ),
        (
            bool(prizes),
            WON,
            lambda one: prize_of(prizes, one.place),
        ),
        (
            any(one.player in flights for one in placed),
            Column(phrase("Flight")),
            lambda one: _flight(flights.get(one.player), words, read_out=read_out),
        ),
        (
            not divided,
            Column(phrase("Division")),
            lambda one: division_title(one.division, words),
        ),
        (True, Column(phrase("Points"), right=True), lambda one: str(one.match_points)),
        (True, Column(phrase("Record")), lambda one: one.record),
        *(
            (True, Column(TITLES[name], right=True), partial(_percent, field))
            for name, field in compared_figures(rules).items()
        ),
        (
            divided and (not read_out or any(one.decided_by for one in placed)),
            Column(phrase("Decided by"), wraps=True),
            lambda one: _decided(one, words, read_out=read_out),
        ),
    ]
    shown = [(column, cell) for holds, column, cell in every if holds]
    rows = [[cell(one) for _, cell in shown] for one in placed]
    return Table(*table_in([column for column, _ in shown], rows, words))


def prize_of(prizes: Mapping[int, str], place: int | None) -> str:
    """Return the prize of a place as announced, or the word for one if only a number was."""
    won = prizes.get(place or 0, "")
    return phrase("prize") if won == PRIZE else won


def _flight(flight: Pool | None, words: NullTranslations, *, read_out: bool) -> str:
    """Return a flight by its name, or by its letter alone in a terminal."""
    if flight and read_out:
        return pool_title(flight, words)
    return (flight or "").rpartition("-")[2]


def _percent(field: str, one: Standing) -> str:
    return percent(getattr(one, field))


def _decided(one: Standing, words: NullTranslations, *, read_out: bool) -> str:
    """Return the tiebreak that decided: at an English prompt by the name that is typed there."""
    name = one.decided_by or ""
    return name if words is ENGLISH and not read_out else WORDS.get(name, name)


def _marks_standing_tables(one: Standing, words: NullTranslations) -> str:
    marks = [
        said(word, words)
        for word, holds in (
            (phrase("disqualified"), one.disqualified),
            (phrase("dropped"), one.dropped),
            (phrase("late"), one.late),
        )
        if holds
    ]
    return f" ({', '.join(marks)})" if marks else ""


# The whole answer: who advances, every division under its name, and notes.

SHARED = phrase(
    "Players who share a place are tied on every tiebreaker: a random draw decides at the cut or "
    "the close."
)

SEEDS_FIRST = advice("the places follow from the bracket ({}).", do("seed"))


def standings_text(
    placed: Sequence[Standing],
    ctx: Reading,
    *,
    advise: Callable[[Hint], str],
    division: Division | None = None,
    flight: Pool | None = None,
    as_one: bool = False,
    live: bool = False,
) -> Iterator[Part]:
    """Yield the standings: of a flight, of a division, of all as one list, or of each division.

    `advise` turns a hint into text. `live` is whether they are the running table (A-92).
    """
    words, placed = words_of(ctx), told_apart(ctx.t, placed)
    if ctx.t.is_elimination:
        yield ""
        yield from _bracket_places(ctx, division, advise)
    elif as_one or flight:
        yield ""
        if flight:
            one = reached_in_words(ctx.t, flight, live=live)
            heading = division_heading(flight, len(placed), words)
            yield from _headed(heading, [one] if one else [], words)
        else:
            yield from (said(one, words) for one in after_which(ctx.t, live=live))
        yield standing_table(placed, ctx.book, ctx.rules, divided=not as_one, words=words)
    else:
        yield from _by_division(placed, ctx, division, live=live)
        for note in on_places(ctx.t, ctx.rules, ctx.name):
            yield from wrapped(said(note, words), ctx.width)
        for alone in alone_in(ctx.t, ctx.rules):
            if division is None or division in ctx.t.pods[alone.pool]:
                yield from undefeated_lines(alone, ctx.name, words, width=ctx.width)


def _by_division(
    placed: Sequence[Standing], ctx: Reading, division: Division | None, *, live: bool
) -> Iterator[Part]:
    """Yield who advances, and every division."""
    words = words_of(ctx)
    for each in Division:
        if (found := going_on(ctx.t, each)) and division in {None, each}:
            yield from wrapped(f"{division_title(each, words)}: {said(found, words)}", ctx.width)
    flights = flights_by_player(ctx.t)
    moments = {each: after_which(ctx.t, each, live=live) for each in Division}
    yield from divisions_text(
        placed, ctx.book, ctx.rules, flights=flights, words=words, moments=moments
    )
    for each in Division:
        if (note := provisional(ctx.t, each)) and division in {None, each}:
            yield from wrapped(said(note, words), ctx.width)
    if are_shared(placed) and not ctx.t.closed:
        yield from wrapped(said(SHARED, words), ctx.width)


def divisions_text(
    placed: Sequence[Standing],
    book: Book,
    rules: Ruleset,
    *,
    flights: Mapping[PlayerId, Pool] = EMPTY,
    words: NullTranslations = ENGLISH,
    moments: Mapping[Division, Sequence[Phrase]] = UNKNOWN,
) -> Iterator[Part]:
    """Yield the standings of each division under its name, with an empty line before each.

    A division in flights is one list, with a column for the flight. `moments` say after which round
    they are.
    """
    for division, own in by_division(placed).items():
        yield ""
        heading = division_heading(division, len(own), words)
        yield from _headed(heading, moments.get(division, ()), words)
        yield standing_table(own, book, rules, flights=flights, words=words)


def _headed(heading: Phrase, moments: Sequence[Phrase], words: NullTranslations) -> Iterator[str]:
    """Yield the heading of a list, and after which round it is: in one line if that is one."""
    found = [said(one, words) for one in moments]
    alone = f", {found.pop()}" if len(found) == 1 else ""
    yield from (f"{said(heading, words)}{alone}", *found)


def _bracket_places(
    ctx: Reading, division: Division | None, advise: Callable[[Hint], str]
) -> Iterator[Part]:
    """Yield one list of all divisions, or of one in the same order (TOP §3.2.1, §3.2.3).

    The winner of a division is its highest-placed player, whatever the place in the whole list.
    """
    if not brackets(ctx.t):
        there = counted(len(ctx.t.players), "player")
        yield f"{there}; no seeds have been drawn yet: {advise(SEEDS_FIRST)}"
        return
    words = words_of(ctx)
    yield Table(*table_in(COLUMNS, place_rows(ctx, division), words))
    placed = shown(ctx.t, ctx.rules, as_one=True)
    present = {one.division for one in placed}
    if len(present) < 2 or division:
        return
    yield ""
    for each in Division:
        first = next((o for o in placed if o.division == each and o.place is not None), None)
        if first:
            line = phrase(
                "best in %(division)s: %(player)s (overall place: %(place)s)",
                division=division_title(each, words),
                player=ctx.name(first.player),
                place=first.place or 0,
            )
            yield from wrapped(said(line, words), ctx.width)
