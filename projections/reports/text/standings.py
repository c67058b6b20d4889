"""Standings as people read them: the table of a division, and the places of a bracket."""

from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from types import MappingProxyType

from ledger.people.book import Book
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import Division, PlayerId, Pool
from projections.bracket.bracket import brackets
from projections.bracket.placements import Fall, falls
from projections.explain.comparison import WORDS
from projections.reports.messages import SOURCE, said, translations
from projections.reports.names import division_title
from projections.reports.text.reading import Reading, say, words_of
from projections.reports.text.tables import Column
from projections.standings.overall import overall
from projections.standings.percentages import percent
from projections.standings.standings import Standing, standings
from projections.text import Phrase, phrase, phrase_of

# The places of a single elimination as a table: who was out when, and at whose hands.

COLUMNS = (
    Column(phrase("Place"), right=True),
    Column(phrase("Player"), wraps=True),
    Column(phrase("In division")),
    Column(phrase("Seed"), right=True),
    Column(phrase("Out")),
    Column(phrase("Knocked out by"), wraps=True),
)


def place_rows(ctx: Reading, division: Division | None) -> list[list[str]]:
    """Return the places of all ages, or of one division, as rows of a table."""
    out = falls(ctx.t, brackets(ctx.t)[-1].pool)
    own = {one.player: one.place for one in standings(ctx.t, ctx.rules)}
    return [
        [
            str(one.place or "-"),
            f"{ctx.name(one.player)}{_marks(one, ctx)}",
            f"{division_title(one.division, words_of(ctx))} {own[one.player] or '-'}",
            str(one.seed or "-"),
            phrase("round %(number)s", number=out[one.player].round) if one.player in out else "-",
            _by(out.get(one.player), ctx),
        ]
        for one in overall(ctx.t, ctx.rules)
        if division in {None, one.division}
    ]


def _by(fall: Fall | None, ctx: Reading) -> str:
    """Return who knocked a player out; in brackets who went on where nobody was met."""
    if fall is None or fall.by is None:
        return ""
    return ctx.name(fall.by) if fall.met else phrase("(%(name)s went on)", name=ctx.name(fall.by))


def _marks(one: Standing, ctx: Reading) -> str:
    """Return what is said behind a name; who left stands there as in the bracket."""
    if one.disqualified:
        word = say(phrase("disqualified"), ctx)
        return f" ({word})"
    left = say(phrase("(left)"), ctx)
    return f" {left}" if one.dropped else ""


FIGURES = {
    "op-win": (phrase("Op Win %%"), "op_win"),
    "op-op-win": (phrase("Op Op Win %%"), "op_op_win"),
    "game-win": (phrase("Game %%"), "game_win"),
    "op-game-win": (phrase("Op Game %%"), "op_game_win"),
}
"""The columns of the figures that an edition may compare."""

ENGLISH = translations(SOURCE)
EMPTY: Mapping[PlayerId, Pool] = MappingProxyType({})


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
            f"{book.name(one.player)}{_marks_standing_tables(one, words)}",
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


def shared(placed: Sequence[Standing]) -> bool:
    """Tell whether two players share a place."""
    places = [(one.division, one.place) for one in placed if one.place]
    return len(set(places)) < len(places)


def _decided(one: Standing, words: NullTranslations) -> str:
    """Return the clause that decided: in English by its own name, elsewhere as it is read out."""
    name = one.decided_by or ""
    return name if words is ENGLISH else WORDS.get(name, name)


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
