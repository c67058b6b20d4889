"""Standings as people read them, and as programs do."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import msgspec

from cli.counting import counted
from cli.tables import Column, show
from cli.voice import echo
from ledger.people import Book
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import PlayerId, Pool
from projections.rates import percent
from projections.standings import DIVISIONS, Standing

FIGURES = {
    "op-win": ("Op Win %", "op_win"),
    "op-op-win": ("Op Op Win %", "op_op_win"),
    "game-win": ("Game %", "game_win"),
    "op-game-win": ("Op Game %", "op_game_win"),
}
"""The columns of the figures that an edition may compare."""

EMPTY: Mapping[PlayerId, Pool] = MappingProxyType({})


def show_divisions(
    placed: Sequence[Standing],
    book: Book,
    rules: Ruleset,
    *,
    plain: bool,
    flights: Mapping[PlayerId, Pool] = EMPTY,
) -> None:
    """Print the standings of each division under its name, with an empty line before each.

    A division that plays in flights is one list, which says who plays where.
    """
    for division in DIVISIONS:
        own = [one for one in placed if one.division == division]
        if own:
            echo(f"\n{division} ({counted(len(own), 'player')})")
            show_standings(own, book, rules, plain=plain, flights=flights)


def show_standings(
    placed: Sequence[Standing],
    book: Book,
    rules: Ruleset,
    *,
    plain: bool,
    divided: bool = True,
    flights: Mapping[PlayerId, Pool] = EMPTY,
) -> None:
    """Print standings as one table."""
    columns, rows = standing_table(placed, book, rules, divided=divided, flights=flights)
    show(columns, rows, plain=plain)


def standing_table(
    placed: Sequence[Standing],
    book: Book,
    rules: Ruleset,
    *,
    divided: bool = True,
    flights: Mapping[PlayerId, Pool] = EMPTY,
) -> tuple[list[Column], list[list[str]]]:
    """Return standings as columns and rows: percentages with two decimals, half to even.

    A list of all divisions names the division; there is no room beside it for what decided.
    """
    figures = [FIGURES[name] for name in rules.tiebreaks if name in FIGURES]
    flown = any(one.player in flights for one in placed)
    columns = [
        Column("Place", right=True),
        Column("Player", wraps=True),
        *([Column("Flight")] if flown else []),
        *([] if divided else [Column("Division")]),
        Column("Points", right=True),
        Column("Record"),
        *(Column(title, right=True) for title, _ in figures),
        *([Column("Decided by")] if divided else []),
    ]
    rows = [
        [
            str(one.place) if one.place else "-",
            f"{book.name(one.player)}{_marks(one)}",
            *([flights.get(one.player, "").rpartition("-")[2]] if flown else []),
            *([] if divided else [one.division.value]),
            str(one.match_points),
            one.record,
            *(percent(getattr(one, field)) for _, field in figures),
            *([one.decided_by or ""] if divided else []),
        ]
        for one in placed
    ]
    return columns, rows


def as_data(one: Standing, book: Book) -> dict[str, object]:
    """Return a standing for a program: exact fractions, and who the player is.

    Games are left out where the edition does not count them.
    """
    counts_games = one.game_win is not None
    facts = {
        field: value
        for field, value in msgspec.structs.asdict(one).items()
        if counts_games or not field.endswith("game_win")
    }
    return {
        **facts,
        "name": book.name(one.player),
        "id": book.id(one.player),
        "record": one.record,
    }


def shared(placed: Sequence[Standing]) -> bool:
    """Tell whether two players share a place."""
    places = [(one.division, one.place) for one in placed if one.place]
    return len(set(places)) < len(places)


def _marks(one: Standing) -> str:
    marks = [
        word
        for word, holds in (
            ("disqualified", one.disqualified),
            ("dropped", one.dropped),
            ("late", one.late),
        )
        if holds
    ]
    return f" ({', '.join(marks)})" if marks else ""
