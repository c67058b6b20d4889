"""Show who stands where."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import click
import msgspec

from cli.counting import counted
from cli.explain import shown
from cli.flighting import placed_in
from cli.params import DIVISION, POOL
from cli.reading import Reading, at_ledger, say_json
from cli.tables import Column, show
from cli.undefeated import undefeated_lines
from ledger.field import flights_by_player
from ledger.people import Book
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import Division, PlayerId, Pool
from projections.overall import overall
from projections.rates import percent
from projections.standings import DIVISIONS, Standing, standings
from projections.undefeated import alone_in

EMPTY: Mapping[PlayerId, Pool] = MappingProxyType({})
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
@click.option("--flight", type=POOL, help="This flight only, with places of its own: masters-a.")
@click.option("--overall", "as_one", is_flag=True, help="All divisions as one list.")
def command(
    reading: Reading, division: Division | None, flight: Pool | None, *, as_one: bool
) -> None:
    r"""Show who stands where, division by division, and what decided it.

    \b
    Examples:
      roundbook standings cup
      roundbook standings cup --division Masters --as-of "before round 4"
      roundbook standings cup --flight masters-a
      roundbook standings cup --json
    """
    if flight:
        if as_one or division:
            raise click.UsageError("--flight stands alone: a flight is part of one division.")
        placed = placed_in(reading, flight)
    else:
        reckon = overall if as_one else standings
        everybody = reckon(reading.t, reading.rules)
        placed = [one for one in everybody if division in {None, one.division}]
    flights = flights_by_player(reading.t)
    undefeated = alone_in(reading.t, reading.rules)
    if reading.as_json:
        data = [
            as_data(one, reading.book)
            | ({"flight": flights[one.player]} if one.player in flights else {})
            for one in placed
        ]
        alone_now = [one._asdict() for one in undefeated]
        say_json(
            tournament=reading.event, entry=reading.t.seq, standings=data, undefeated=alone_now
        )
        return
    click.echo(reading.heading())
    if not placed:
        click.echo(_empty(reading, division))
        return
    if as_one:
        click.echo()
        show_standings(placed, reading.book, reading.rules, plain=reading.plain, divided=False)
        return
    if flight:
        click.echo(f"\n{flight} ({counted(len(placed), 'player')})")
        show_standings(placed, reading.book, reading.rules, plain=reading.plain)
        return
    show_divisions(placed, reading.book, reading.rules, plain=reading.plain, flights=flights)
    if shared(placed):
        click.echo(
            "Players who share a place are level in everything: a lot parts them at the end."
        )
    for alone in undefeated:
        for line in undefeated_lines(alone, reading.name):
            click.echo(shown(line))


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
            click.echo(f"\n{division} ({counted(len(own), 'player')})")
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
    """Print standings as one table: percentages with two decimals, half to even.

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
