"""A posted round as people read it, by table or by name, and as programs do."""

from collections.abc import Sequence

from cli.counting import counted
from cli.reading import Reading
from cli.tables import Column
from ledger.terms import ByeKind, Result, Verdict
from projections.phrases import phrase
from projections.rounds import ByeLine, PostedRound, Seat, State, TableLine

BY_TABLE = (
    Column("Table", right=True),
    Column("Player", wraps=True),
    Column("Record"),
    Column("Player", wraps=True),
    Column("Record"),
    Column("Result"),
)
BY_NAME = (
    Column("Player", wraps=True),
    Column("Table", right=True),
    Column("Record"),
    Column("Opponent", wraps=True),
)
_RESULTS = {
    Verdict.FIRST: "left won",
    Verdict.SECOND: "right won",
    Verdict.DOUBLE_LOSS: "both lost",
    Verdict.UNPLAYED: "not played",
}


def title(one: PostedRound) -> str:
    """Return which round this is, and how far it has come."""
    matches = len(one.tables)
    came_in = f"{matches - len(one.open)} of {counted(matches, 'result')} in"
    said = f", {came_in}" if one.state in {State.STARTED, State.COMPLETED} else ""
    return f"{one.pool}, round {one.number}: {one.state}{said}"


def remarks(one: PostedRound, reading: Reading) -> list[str]:
    """Return what people should know about a round: what is out, and until when it can change."""
    said = []
    if one.open and one.state == State.STARTED:
        said.append(f"outstanding: table {', '.join(str(match.table) for match in one.open)}")
    if one.locked and one.tables:
        said.append("The results of this round are locked (TOP §4).")
    elif one.pool in reading.t.cuts and reading.t.closed is None:
        said.append("A wrong result can be corrected until the next round starts (TOP §4, A-50).")
    elif reading.t.closed is None:
        until = one.number + reading.rules.rounds_until_lock
        said.append(f"Check your record: you have until round {until} is paired (TOP §4).")
    return said


def by_table(one: PostedRound, reading: Reading) -> list[list[str]]:
    """Return the matches in table order, and the byes behind them."""
    rows = [
        [
            f"{line.table}",
            reading.name(line.first.player),
            _record(line.first),
            reading.name(line.second.player),
            _record(line.second),
            _result(line, reading.rules.tie_word),
        ]
        for line in one.tables
    ]
    byes = [
        ["", reading.name(bye.seat.player), _record(bye.seat), _bye(bye), "", ""]
        for bye in one.byes
    ]
    return rows + byes


def by_name(one: PostedRound, reading: Reading) -> list[list[str]]:
    """Return every player once as the left one, by the last word of the name."""
    sides = [
        (mine, str(line.table), reading.name(other.player))
        for line in one.tables
        for mine, other in ((line.first, line.second), (line.second, line.first))
    ]
    rows = [
        [reading.name(mine.player), table, _record(mine), other] for mine, table, other in sides
    ]
    byes = [[reading.name(bye.seat.player), "", _record(bye.seat), _bye(bye)] for bye in one.byes]
    return sorted(rows, key=_last_name) + sorted(byes, key=_last_name)


def _last_name(row: Sequence[str]) -> tuple[str, str]:
    name = row[0].casefold()
    return name.rpartition(" ")[2], name


def _record(seat: Seat) -> str:
    if seat.seed:
        return phrase("seed %(seed)s", seed=seat.seed)
    return f"{seat.record} ({seat.match_points})"


def _bye(bye: ByeLine) -> str:
    return phrase("bye") if bye.kind == ByeKind.RANDOM else phrase("awarded bye")


def _result(line: TableLine, tie: str) -> str:
    """Return a result as seen in the row, and whether it is final."""
    playoff = "third place: " if line.playoff else ""
    if line.by_leaving:
        return f"{playoff}{_RESULTS[line.by_leaving]}, by leaving"
    if line.result is None:
        return playoff
    return f"{playoff}{_words(line.result, tie)}"


def _words(result: Result, tie: str) -> str:
    if result.verdict is Verdict.TIE and not result.games:
        return f"agreed {tie}" if result.agreed else tie
    absent = " (no-show)" if result.no_show else ""
    return str(result.games) if result.games else f"{_RESULTS[result.verdict]}{absent}"


def as_data(one: PostedRound, reading: Reading) -> dict[str, object]:
    """Return a round for a program, with names and organiser's ids."""
    return {
        "pool": one.pool,
        "round": one.number,
        "state": one.state,
        "locked": one.locked,
        "check_until_round_is_paired": one.number + reading.rules.rounds_until_lock,
        "tables": [
            {
                "match": str(line.match),
                "table": line.table,
                "first": _seat(line.first, reading),
                "second": _seat(line.second, reading),
                "result": line.result,
                "locked": line.locked,
                "third_place": line.playoff,
                **({"by_leaving": line.by_leaving} if line.by_leaving else {}),
            }
            for line in one.tables
        ],
        "byes": [{**_seat(bye.seat, reading), "kind": bye.kind} for bye in one.byes],
        "open": [str(match) for match in one.open],
    }


def _seat(seat: Seat, reading: Reading) -> dict[str, object]:
    return {
        "player": seat.player,
        "name": reading.name(seat.player),
        "id": reading.book.id(seat.player),
        "record": seat.record,
        "match_points": seat.match_points,
        **({"seed": seat.seed} if seat.seed else {}),
    }
