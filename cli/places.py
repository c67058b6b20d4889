"""The places of a single elimination as a table: who was out when, and at whose hands."""

from cli.counting import counted
from cli.reading import Reading
from cli.tables import Column, show
from cli.voice import echo
from ledger.terms import Division, PlayerId
from projections.bracket import brackets
from projections.falls import Fall, falls, is_pure
from projections.overall import overall
from projections.standings import DIVISIONS, Standing, standings

COLUMNS = (
    Column("Place", right=True),
    Column("Player", wraps=True),
    Column("In division"),
    Column("Seed", right=True),
    Column("Out"),
    Column("Knocked out by", wraps=True),
)


def show_bracket_places(reading: Reading, division: Division | None) -> None:
    """Print one list of all ages, or of one division in the same order (TOP §3.2.1, §3.2.3).

    The winner of a division is its highest-placed player, whatever the place in the whole list.
    """
    if not brackets(reading.t):
        said = f"{counted(len(reading.t.players), 'player')}; no seeds are drawn yet"
        echo(f"{said}: the places follow from the bracket (`roundbook seed`).")
        return
    show(COLUMNS, place_rows(reading, division), plain=reading.plain)
    placed = overall(reading.t, reading.rules)
    present = {one.division for one in placed}
    if len(present) < 2 or division:
        return
    echo()
    for each in DIVISIONS:
        first = next((o for o in placed if o.division == each and o.place is not None), None)
        if first:
            where = f"place {first.place} of all"
            echo(f"first of {each}: {reading.name(first.player)}, {where}")


def place_rows(reading: Reading, division: Division | None) -> list[list[str]]:
    """Return the places of all ages, or of one division, as rows of a table."""
    out = falls(reading.t, brackets(reading.t)[-1].pool)
    own = {one.player: one.place for one in standings(reading.t, reading.rules)}
    return [
        [
            str(one.place or "-"),
            f"{reading.name(one.player)}{_marks(one)}",
            f"{one.division} {own[one.player] or '-'}",
            str(one.seed or "-"),
            f"round {out[one.player].round}" if one.player in out else "-",
            _by(out.get(one.player), reading),
        ]
        for one in overall(reading.t, reading.rules)
        if division in {None, one.division}
    ]


def falls_as_data(reading: Reading) -> dict[PlayerId, dict[str, object]]:
    """Return for a program who was out of a single elimination when, and by whom."""
    if not is_pure(reading.t):
        return {}
    return {
        player: {"out_in_round": fall.round, "knocked_out_by": fall.by if fall.met else None}
        for bracket in brackets(reading.t)
        for player, fall in falls(reading.t, bracket.pool).items()
    }


def _by(fall: Fall | None, reading: Reading) -> str:
    """Return who knocked a player out; in brackets who went on where nobody was met."""
    if fall is None or fall.by is None:
        return ""
    return reading.name(fall.by) if fall.met else f"({reading.name(fall.by)} went on)"


def _marks(one: Standing) -> str:
    if one.disqualified:
        return " (disqualified)"
    return " (left)" if one.dropped else ""
