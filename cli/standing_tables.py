"""Standings as people read them, and as programs do."""

from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from types import MappingProxyType

import msgspec

from cli.languages import table_in
from cli.tables import Column, show
from cli.voice import echo
from ledger.people.book import Book
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import PlayerId, Pool
from projections.explain.comparison import WORDS
from projections.reports.messages import SOURCE, said, translations
from projections.reports.names import division_title
from projections.standings.percentages import percent
from projections.standings.standings import DIVISIONS, Standing
from projections.text import Phrase, phrase, phrase_of

FIGURES = {
    "op-win": (phrase("Op Win %%"), "op_win"),
    "op-op-win": (phrase("Op Op Win %%"), "op_op_win"),
    "game-win": (phrase("Game %%"), "game_win"),
    "op-game-win": (phrase("Op Game %%"), "op_game_win"),
}
"""The columns of the figures that an edition may compare."""

ENGLISH = translations(SOURCE)
EMPTY: Mapping[PlayerId, Pool] = MappingProxyType({})


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


def division_heading(division: str, players: int, words: NullTranslations) -> Phrase:
    """Return what stands over the standings of a division: its name, and how many play in it."""
    return phrase(
        "%(division)s (%(players)s)",
        division=division_title(division, words),
        players=phrase_of("%(num)s player", "%(num)s players", players),
    )


def standing_table(
    placed: Sequence[Standing],
    book: Book,
    rules: Ruleset,
    *,
    divided: bool = True,
    flights: Mapping[PlayerId, Pool] = EMPTY,
    words: NullTranslations = ENGLISH,
) -> tuple[list[Column], list[list[str]]]:
    """Return standings as columns and rows: percentages with two decimals, half to even.

    A list of all divisions names the division; there is no room beside it for what decided. `words`
    are the language of what stands within a cell beside a name; sentences stay to be said in it.
    """
    figures = [FIGURES[name] for name in rules.tiebreaks if name in FIGURES]
    flown = any(one.player in flights for one in placed)
    columns = [
        Column(phrase("Place"), right=True),
        Column(phrase("Player"), wraps=True),
        *([Column(phrase("Flight"))] if flown else []),
        *([] if divided else [Column(phrase("Division"))]),
        Column(phrase("Points"), right=True),
        Column(phrase("Record")),
        *(Column(title, right=True) for title, _ in figures),
        *([Column(phrase("Decided by"), wraps=True)] if divided else []),
    ]
    rows = [
        [
            str(one.place) if one.place else "-",
            f"{book.name(one.player)}{_marks(one, words)}",
            *([flights.get(one.player, "").rpartition("-")[2]] if flown else []),
            *([] if divided else [division_title(one.division, words)]),
            str(one.match_points),
            one.record,
            *(percent(getattr(one, field)) for _, field in figures),
            *([_decided(one, words)] if divided else []),
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


def _decided(one: Standing, words: NullTranslations) -> str:
    """Return the clause that decided: in English by its own name, elsewhere as it is read out."""
    name = one.decided_by or ""
    return name if words is ENGLISH else WORDS.get(name, name)


def _marks(one: Standing, words: NullTranslations) -> str:
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
