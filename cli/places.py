"""The places of a single elimination as a table: who was out when, and at whose hands."""

from cli.counting import counted
from cli.languages import say, show_in, tell, words_of
from cli.reading import Reading
from cli.tables import Column
from cli.voice import echo
from ledger.terms import Division, PlayerId
from projections.bracket.bracket import brackets
from projections.bracket.placements import Fall, falls, is_pure
from projections.reports.names import division_title
from projections.standings.overall import overall
from projections.standings.standings import DIVISIONS, Standing, standings
from projections.text import phrase

COLUMNS = (
    Column(phrase("Place"), right=True),
    Column(phrase("Player"), wraps=True),
    Column(phrase("In division")),
    Column(phrase("Seed"), right=True),
    Column(phrase("Out")),
    Column(phrase("Knocked out by"), wraps=True),
)


def show_bracket_places(reading: Reading, division: Division | None) -> None:
    """Print one list of all ages, or of one division in the same order (TOP §3.2.1, §3.2.3).

    The winner of a division is its highest-placed player, whatever the place in the whole list.
    """
    if not brackets(reading.t):
        said = f"{counted(len(reading.t.players), 'player')}; no seeds are drawn yet"
        echo(f"{said}: the places follow from the bracket (`roundbook seed`).")
        return
    show_in(COLUMNS, place_rows(reading, division), reading)
    placed = overall(reading.t, reading.rules)
    present = {one.division for one in placed}
    if len(present) < 2 or division:
        return
    echo()
    for each in DIVISIONS:
        first = next((o for o in placed if o.division == each and o.place is not None), None)
        if first:
            line = phrase(
                "first of %(division)s: %(player)s, place %(place)s of all",
                division=division_title(each, words_of(reading)),
                player=reading.name(first.player),
                place=first.place or 0,
            )
            tell(line, reading)


def place_rows(reading: Reading, division: Division | None) -> list[list[str]]:
    """Return the places of all ages, or of one division, as rows of a table."""
    out = falls(reading.t, brackets(reading.t)[-1].pool)
    own = {one.player: one.place for one in standings(reading.t, reading.rules)}
    return [
        [
            str(one.place or "-"),
            f"{reading.name(one.player)}{_marks(one, reading)}",
            f"{division_title(one.division, words_of(reading))} {own[one.player] or '-'}",
            str(one.seed or "-"),
            phrase("round %(number)s", number=out[one.player].round) if one.player in out else "-",
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
    return (
        reading.name(fall.by)
        if fall.met
        else phrase("(%(name)s went on)", name=reading.name(fall.by))
    )


def _marks(one: Standing, reading: Reading) -> str:
    """Return what is said behind a name; who left stands there as in the bracket."""
    if one.disqualified:
        word = say(phrase("disqualified"), reading)
        return f" ({word})"
    left = say(phrase("(left)"), reading)
    return f" {left}" if one.dropped else ""
