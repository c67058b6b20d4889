"""What is put up or handed out for a round, as plain text of eighty columns: pairings, slips."""

from collections.abc import Iterator, Sequence

from cli.explain import shown
from cli.folding import cells_of
from cli.posting import BY_NAME, by_name
from cli.reading import Reading
from cli.sanction import unsanctioned
from cli.tables import WIDTH, Column, lines, wrapped
from ledger.hall import Sheet
from ledger.terms import MatchFormat
from projections.phrases import phrase, phrase_of
from projections.rounds import PostedRound, Seat, TableLine

_BOX = "[ ]"


def sheet_text(sheet: Sheet, rounds: Sequence[PostedRound], reading: Reading) -> str:
    """Return what is printed for these rounds, to the last character."""
    made = _slips if sheet is Sheet.SLIPS else _pairings
    return "".join(f"{line}\n" for one in rounds for line in made(one, reading))


def _pairings(one: PostedRound, reading: Reading) -> Iterator[str]:
    """Yield the pairings report: every player once, with the record before the round (TOP §4)."""
    yield from _heading(reading)
    yield f"{one.pool}, round {one.number}: pairings"
    yield ""
    rows = [[shown(cell) for cell in row] for row in by_name(one, reading)]
    yield from lines(BY_NAME, rows)
    yield ""
    yield from wrapped(reminder(one, reading), WIDTH)
    yield ""


def _slips(one: PostedRound, reading: Reading) -> Iterator[str]:
    """Yield a slip for every match of a round, in table order, with a line to cut along."""
    for line in one.tables:
        yield from _heading(reading)
        where = f"{one.pool}, round {one.number}, table {line.table}"
        match = f"match {line.match}"
        yield f"{where}{' ' * max(WIDTH - cells_of(where) - cells_of(match), 1)}{match}"
        yield ""
        yield from _boxes(one, line, reading)
        yield ""
        yield f"Signed   {'_' * 34}   {'_' * 34}"
        yield ""
        yield from _time(line, reading)
        yield from wrapped(reminder(one, reading), WIDTH)
        yield "- " * (WIDTH // 2 - 1) + "-"


def _boxes(one: PostedRound, line: TableLine, reading: Reading) -> list[str]:
    """Return the two players with their records, and the boxes to be ticked."""
    games = [Column(f"Game {number}") for number in range(1, game_boxes(reading) + 1)]
    columns = (
        Column("Player", wraps=True),
        Column("Record"),
        *games,
        Column("Match"),
        Column("Drop"),
    )
    boxes = [_BOX] * (len(games) + 2)
    rows = [[*_player(seat, reading), *boxes] for seat in (line.first, line.second)]
    word = reading.rules.tie_word
    if one.pool not in reading.t.cuts:  # A match of a bracket has a winner (TOP §3.2).
        rows.append([word, "", *boxes[:-1], ""])
    return lines(columns, rows)


def _player(seat: Seat, reading: Reading) -> list[str]:
    name = reading.name(seat.player)
    number = "" if name == seat.player else f" ({seat.player})"
    return [shown(f"{name}{number}"), f"{seat.record} ({seat.match_points})"]


def game_boxes(reading: Reading) -> int:
    """Return for how many games a slip has boxes; none where a match is one game."""
    opened = reading.t.opened
    return 0 if opened and opened.match_format is MatchFormat.BEST_OF_ONE else 3


def time_of(reading: Reading) -> str:
    """Return the time of a match, as it was announced."""
    said = reading.t.announcement
    turns = said.extra_turns if said else None
    after = reading.rules.times.extra_turns if turns is None else turns
    if said is None or not said.minutes:
        return phrase("not announced")
    minutes = phrase_of("%(num)s minute", "%(num)s minutes", said.minutes)
    more = phrase_of("%(num)s turn", "%(num)s turns", after)
    return phrase("%(minutes)s and %(turns)s", minutes=minutes, turns=more)


def _time(line: TableLine, reading: Reading) -> list[str]:
    """Return the time of the match, and what it was given more or a place to write it."""
    added = reading.t.extensions.get(line.match)
    more = f"{added} minutes" if added else f"{'_' * 6} minutes"
    return [f"Time     {time_of(reading)}", f"More     {more}, both players told by {'_' * 26}"]


def _heading(reading: Reading) -> Iterator[str]:
    for line in (reading.event, *unsanctioned(reading.t.opened)):
        yield from wrapped(shown(line), WIDTH)


def reminder(one: PostedRound, reading: Reading) -> str:
    """Return the reminder to check the record, and until when it can change (TOP §4)."""
    until, number = reading.rules.rounds_until_lock, one.number
    if number == 1:
        return phrase(
            "Check your record, and tell the staff: this round locks when round %(until)s is paired"
            " (TOP §4).",
            until=number + until,
        )
    return phrase(
        "Check your record, and tell the staff: round %(last)s locks when round %(before)s is"
        " paired, this one when round %(until)s is (TOP §4).",
        last=number - 1,
        before=number - 1 + until,
        until=number + until,
    )
