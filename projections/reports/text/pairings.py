"""A posted round for people to read, by table or by name, and as read out at the desk."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from roundbook.ledger.phrases import Phrase, phrase, phrase_of
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Bye, ByeKind, MatchId, Pairing, PlayerId, Result, Verdict
from roundbook.projections.reports.names import by_last_name, division_title, listed_as
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
from roundbook.projections.rounds.rounds import PostedRound, Seat, State, TableLine
from roundbook.projections.standings.records import records

BY_TABLE = (
    Column(phrase("Table"), right=True),
    Column(phrase("Player"), wraps=True),
    Column(phrase("W-L-T pts")),
    Column(phrase("Player"), wraps=True),
    Column(phrase("W-L-T pts")),
    Column(phrase("Result"), wraps=True, least=15),
)
IN_BRACKET = (
    *BY_TABLE[:2],
    Column(phrase("Seed")),
    BY_TABLE[3],
    Column(phrase("Seed")),
    BY_TABLE[5],
)
"""In a bracket, the seed replaces the record."""
BY_NAME = (
    Column(phrase("Player"), wraps=True),
    Column(phrase("Division")),
    Column(phrase("Table"), right=True),
    Column(phrase("Record")),
    Column(phrase("Opponent"), wraps=True),
)
_STATES = {
    State.PAIRED: phrase("paired"),
    State.POSTED: phrase("posted"),
    State.STARTED: phrase("started"),
    State.COMPLETED: phrase("completed"),
}
_RESULTS = {
    Verdict.FIRST: phrase("left player won"),
    Verdict.SECOND: phrase("right player won"),
    Verdict.DOUBLE_LOSS: phrase("both lost"),
    Verdict.UNPLAYED: phrase("not played"),
}

NONE: Mapping[MatchId, Result] = MappingProxyType({})


def title(one: PostedRound) -> Phrase:
    """Return the name of the round, and how many results are in."""
    if one.state not in {State.STARTED, State.COMPLETED}:
        state = _STATES[one.state]
        return phrase(
            "%(pool)s, %(round)s: %(state)s", pool=one.pool, round=one.called, state=state
        )
    matches = len(one.tables)
    return phrase(
        "%(pool)s, %(round)s: %(state)s, %(here)s of %(results)s in",
        pool=one.pool,
        round=one.called,
        state=_STATES[one.state],
        here=matches - len(one.open),
        results=phrase_of("%(num)s result", "%(num)s results", matches),
    )


def remarks(one: PostedRound, reading: Reading) -> list[Phrase]:
    """Return notes on a round: fixed tables, missing results, until when results can change."""
    found = of_fixed([one])
    if one.open and one.state == State.STARTED:
        *some, last = (str(match.table) for match in one.open)
        tables = phrase("%(some)s and %(last)s", some=", ".join(some), last=last)
        found.append(
            phrase("outstanding: tables %(tables)s", tables=tables)
            if some
            else phrase("outstanding: table %(table)s", table=last)
        )
    if one.locked and one.tables:
        found.append(phrase("The results of this round are locked (TOP §4)."))
    elif reading.t.closed is None and not one.settled:
        found.append(one.reminder)
    return found


def round_text(
    one: PostedRound, ctx: Reading, *, named: bool = False, was: Mapping[MatchId, Result] = NONE
) -> Iterator[Part]:
    """Yield a round with its title, by table or by name, and the notes on it.

    `was` has the results that were corrected after the next round was paired, as they were then.
    """
    words = words_of(ctx)
    yield from wrapped(say(title(one), ctx), ctx.width)
    seeded = any(line.first.seed for line in one.tables)
    by_number = IN_BRACKET if seeded else BY_TABLE
    columns, rows = by_name(one, ctx) if named else (by_number, by_table(one, ctx, was))
    yield Table(*table_in(columns, rows, words))
    for line in remarks(one, ctx):
        yield from wrapped(say(line, ctx), ctx.width)


def by_table(
    one: PostedRound,
    reading: Reading,
    was: Mapping[MatchId, Result] = NONE,
    *,
    last_names_first: bool = False,
) -> list[list[str]]:
    """Return the matches in table order, then the byes, then the losses without an opponent."""

    def name(player: PlayerId) -> str:
        return listed_as(reading, player) if last_names_first else reading.name(player)

    rows = [
        [
            _table(line),
            name(line.first.player),
            _record(line.first),
            name(line.second.player),
            _record(line.second),
            _result(line, reading.rules.tie_word, was.get(line.match)),
        ]
        for line in one.tables
    ]
    alone = [["", name(seat.player), _record(seat), what, "", ""] for seat, what in _alone(one)]
    return rows + alone


class NamedLine(NamedTuple):
    """A player's line in a list by name; a bye has no table, and is named in `other`."""

    name: str
    division: str
    table: str
    record: str
    other: str


def listed_by_name(one: PostedRound, reading: Reading) -> list[NamedLine]:
    """Return every player of a round once, including byes, sorted by last name, last name first.

    The division is empty if all players are in the same one.
    """
    seats = [
        (mine, _table(line), listed_as(reading, other.player))
        for line in one.tables
        for mine, other in ((line.first, line.second), (line.second, line.first))
    ]
    seats += [(seat, "", what) for seat, what in _alone(one)]
    ages = {seat.player: reading.t.players[seat.player].division for seat, *_ in seats}
    mixed, words = len(set(ages.values())) > 1, words_of(reading)
    found = [
        NamedLine(
            name=listed_as(reading, seat.player),
            division=division_title(ages[seat.player], words) if mixed else "",
            table=table,
            record=_record(seat),
            other=other,
        )
        for seat, table, other in seats
    ]
    return sorted(found, key=lambda line: by_last_name(line.name))


def by_name(one: PostedRound, reading: Reading) -> tuple[Sequence[Column], list[Sequence[str]]]:
    """Return a round as columns and rows, with a row for every player, by last name."""
    return divided(BY_NAME, listed_by_name(one, reading))


AnyColumn = TypeVar("AnyColumn")


def divided(
    columns: Sequence[AnyColumn], rows: Iterable[Sequence[str]]
) -> tuple[Sequence[AnyColumn], list[Sequence[str]]]:
    """Return a list by name; without its second column, the division, if all are in one."""
    kept = list(rows)
    if any(row[1] for row in kept):
        return columns, kept
    return (*columns[:1], *columns[2:]), [(*row[:1], *row[2:]) for row in kept]


def _table(line: TableLine) -> str:
    """Return the number of a table, marked if it is kept for one of the two players."""
    mark = phrase("fixed")
    return (
        Phrase("%(mark)s %(table)s", {"mark": mark, "table": line.table})
        if line.fixed
        else f"{line.table}"
    )


def of_fixed(rounds: Iterable[PostedRound]) -> list[Phrase]:
    """Return what the mark of a table means, if there is one in these rounds."""
    fixed = any(line.fixed for one in rounds for line in one.tables)
    return [phrase("Fixed: the table is kept for one of its two players.")] if fixed else []


def _record(seat: Seat) -> str:
    if seat.seed:
        return phrase("seed %(seed)s", seed=seat.seed)
    return f"{seat.record} ({seat.match_points})"


def _alone(one: PostedRound) -> Iterator[tuple[Seat, Phrase]]:
    """Yield the players without an opponent, and what they have instead."""
    for bye in one.byes:
        yield bye.seat, phrase("bye") if bye.kind == ByeKind.RANDOM else phrase("awarded bye")
    for seat in one.absent:
        yield seat, phrase("a loss")


def _result(line: TableLine, tie: str, was: Result | None = None) -> str:
    """Return a result as seen in the row, and what it was before a late correction."""
    if line.by_leaving:
        won = _RESULTS[line.by_leaving]
        found = phrase("%(result)s (drop)", result=won)
        if line.disqualified:
            found = phrase("%(result)s (disqualified)", result=won)
    else:
        found = _words(line.result, tie) if line.result else Phrase("", {})
    if was:
        change = phrase("corrected later, was %(was)s", was=_words(was, tie))
        found = phrase("%(result)s (%(change)s)", result=found, change=change)
    return phrase("third place: %(result)s", result=found) if line.playoff else found


def _words(result: Result, tie: str) -> Phrase:
    if result.verdict is Verdict.TIE and not result.games:
        word = phrase("tie") if tie == "tie" else phrase("draw")
        return phrase("intentional %(tie)s", tie=word) if result.agreed else word
    if result.games:
        return Phrase("%(games)s", {"games": str(result.games)})
    found = _RESULTS[result.verdict]
    return phrase("%(result)s (no-show)", result=found) if result.no_show else found


# A round as read out at the desk: tables, players, records and byes.


def read_out(
    t: Tournament,
    rules: Ruleset,
    at: Iterable[tuple[int, Pairing]],
    byes: Iterable[Bye],
    named: Callable[[PlayerId], str],
    *,
    in_bracket: bool = False,
) -> list[str]:
    """Return a line for each table and each bye, with the records of the players in `t`.

    A bracket has no records: every remaining player has won all matches in it.
    """
    table = {} if in_bracket or t.is_elimination else records(t, rules)

    def seat(player: PlayerId) -> str:
        if player not in t.players:
            return player
        return f"{named(player)}{f' {table[player]}' if player in table else ''}"

    lines = [f"  table {number}: {seat(first)} - {seat(second)}" for number, (first, second) in at]
    for bye in byes:
        kind = " (awarded)" if bye.kind is ByeKind.AWARDED else ""
        lines.append(f"  bye{kind}: {seat(bye.player)}")
    return lines
