"""Show who stands where."""

from collections.abc import Sequence

import click
import msgspec

from cli.counting import counted
from cli.params import DIVISION
from cli.places import falls_as_data, show_bracket_places
from cli.reading import Reading, at_ledger, say_json
from cli.tables import Column, show
from ledger.people import Book
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import Division
from projections.falls import is_pure
from projections.overall import overall
from projections.rates import percent
from projections.standings import DIVISIONS, Standing, standings

FIGURES = {
    "op-win": ("Op Win %", "op_win"),
    "op-op-win": ("Op Op Win %", "op_op_win"),
    "game-win": ("Game %", "game_win"),
    "op-game-win": ("Op Game %", "op_game_win"),
}
"""The columns of the figures that an edition may compare."""


@click.command("standings")
@at_ledger()
@click.option("--division", type=DIVISION, help="This division only.")
@click.option("--overall", "as_one", is_flag=True, help="All divisions as one list.")
def command(reading: Reading, division: Division | None, *, as_one: bool) -> None:
    r"""Show who stands where, division by division, and what decided it.

    A single elimination is one bracket of all ages: the list is one, and says who knocked whom out.

    \b
    Examples:
      roundbook standings cup
      roundbook standings cup --division Masters --as-of "before round 4"
      roundbook standings cup --json
    """
    reckon = overall if as_one else standings
    placed = [one for one in reckon(reading.t, reading.rules) if division in {None, one.division}]
    if reading.as_json:
        out = falls_as_data(reading)
        data = [as_data(one, reading.book) | out.get(one.player, {}) for one in placed]
        say_json(tournament=reading.event, entry=reading.t.seq, standings=data)
        return
    click.echo(reading.heading())
    if placed and is_pure(reading.t):
        click.echo()
        show_bracket_places(reading, division)
        return
    if not placed:
        click.echo(_empty(reading, division))
        return
    if as_one:
        click.echo()
        show_standings(placed, reading.book, reading.rules, plain=reading.plain, divided=False)
        return
    show_divisions(placed, reading.book, reading.rules, plain=reading.plain)
    if shared(placed):
        click.echo(
            "Players who share a place are level in everything: a lot parts them at the end."
        )


def show_divisions(placed: Sequence[Standing], book: Book, rules: Ruleset, *, plain: bool) -> None:
    """Print the standings of each division under its name, with an empty line before each."""
    for division in DIVISIONS:
        own = [one for one in placed if one.division == division]
        if own:
            click.echo(f"\n{division} ({counted(len(own), 'player')})")
            show_standings(own, book, rules, plain=plain)


def show_standings(
    placed: Sequence[Standing],
    book: Book,
    rules: Ruleset,
    *,
    plain: bool,
    divided: bool = True,
) -> None:
    """Print standings as one table: percentages with two decimals, half to even.

    A list of all divisions names the division; there is no room beside it for what decided.
    """
    figures = [FIGURES[name] for name in rules.tiebreaks if name in FIGURES]
    columns = [
        Column("Place", right=True),
        Column("Player", wraps=True),
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
            *([] if divided else [one.division.value]),
            str(one.match_points),
            one.record,
            *(percent(getattr(one, field)) for _, field in figures),
            *([one.decided_by or ""] if divided else []),
        ]
        for one in placed
    ]
    show(columns, rows, plain=plain)


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


def _empty(reading: Reading, division: Division | None) -> str:
    if division and reading.t.players:
        return f"nobody plays in {division}."
    if reading.as_of:
        return f"nobody was registered yet at entry {reading.t.seq}."
    return f"nobody is registered yet; begin with `roundbook register NAME --dir {reading.folder}`."
