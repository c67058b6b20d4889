"""Standings on a terminal: each division under its name, or one list of all ages."""

from collections.abc import Mapping, Sequence
from gettext import NullTranslations

from cli.desk.output import echo
from cli.desk.read import ReadContext
from cli.terminal.language import show_in, tell
from cli.terminal.tables import show
from ledger.people.book import Book
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import Division, PlayerId, Pool
from projections.bracket.bracket import brackets
from projections.reports.messages import said
from projections.reports.names import division_title
from projections.reports.text.reading import table_in, words_of
from projections.reports.text.standings import (
    COLUMNS,
    EMPTY,
    ENGLISH,
    division_heading,
    place_rows,
    standing_table,
)
from projections.standings.overall import overall
from projections.standings.standings import DIVISIONS, Standing
from projections.text import counted, phrase


def show_bracket_places(ctx: ReadContext, division: Division | None) -> None:
    """Print one list of all ages, or of one division in the same order (TOP §3.2.1, §3.2.3).

    The winner of a division is its highest-placed player, whatever the place in the whole list.
    """
    if not brackets(ctx.t):
        said = f"{counted(len(ctx.t.players), 'player')}; no seeds are drawn yet"
        echo(f"{said}: the places follow from the bracket (`roundbook seed`).")
        return
    show_in(COLUMNS, place_rows(ctx, division), ctx)
    placed = overall(ctx.t, ctx.rules)
    present = {one.division for one in placed}
    if len(present) < 2 or division:
        return
    echo()
    for each in DIVISIONS:
        first = next((o for o in placed if o.division == each and o.place is not None), None)
        if first:
            line = phrase(
                "first of %(division)s: %(player)s, place %(place)s of all",
                division=division_title(each, words_of(ctx)),
                player=ctx.name(first.player),
                place=first.place or 0,
            )
            tell(line, ctx)


def show_divisions(
    placed: Sequence[Standing],
    book: Book,
    rules: Ruleset,
    *,
    plain: bool,
    flights: Mapping[PlayerId, Pool] = EMPTY,
    words: NullTranslations = ENGLISH,
) -> None:
    """Print the standings of each division under its name, with an empty line before each.

    A division that plays in flights is one list, which says who plays where.
    """
    for division in DIVISIONS:
        own = [one for one in placed if one.division == division]
        if own:
            echo(f"\n{said(division_heading(division, len(own), words), words)}")
            show_standings(own, book, rules, plain=plain, flights=flights, words=words)


def show_standings(
    placed: Sequence[Standing],
    book: Book,
    rules: Ruleset,
    *,
    plain: bool,
    divided: bool = True,
    flights: Mapping[PlayerId, Pool] = EMPTY,
    words: NullTranslations = ENGLISH,
) -> None:
    """Print standings as one table."""
    columns, rows = standing_table(
        placed, book, rules, divided=divided, flights=flights, words=words
    )
    show(*table_in(columns, rows, words), plain=plain)
