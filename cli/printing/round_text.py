"""Pairings and match slips as plain text, eighty columns wide."""

from collections.abc import Iterator, Sequence

from roundbook.cli.session.errors import shown
from roundbook.cli.session.read import ReadContext
from roundbook.cli.terminal.language import heading
from roundbook.ledger.events.posting import PostedSheet
from roundbook.ledger.phrases import phrase
from roundbook.ledger.state.match_time import turns_after_time
from roundbook.ledger.terms import MatchFormat
from roundbook.ledger.text import cells_of
from roundbook.projections.history.announcement import lasting
from roundbook.projections.reports.text.pairings import by_name, of_fixed
from roundbook.projections.reports.text.tables import (
    WIDTH,
    Column,
    lines,
    say,
    table_in,
    words_of,
    wrapped,
)
from roundbook.projections.rounds.rounds import PostedRound, Seat, TableLine, until_when

_BOX = "[ ]"
_LABEL = 9
"""The minimum width in columns of the labels on a slip."""
FIXED = phrase("fixed table")
_SIGNED, _TIME, _MORE = phrase("Signed"), phrase("Time"), phrase("Extra")


def sheet_text(sheet: PostedSheet, rounds: Sequence[PostedRound], ctx: ReadContext) -> str:
    """Return the exact text that is printed for these rounds."""
    made = _slips if sheet is PostedSheet.SLIPS else _pairings
    return "".join(f"{line}\n" for one in rounds for line in made(one, ctx))


def _pairings(one: PostedRound, ctx: ReadContext) -> Iterator[str]:
    """Yield the pairings report: every player once, with the record before the round (TOP §4)."""
    yield from _heading(ctx)
    title = phrase("%(pool)s, %(round)s: pairings", pool=one.pool, round=one.called)
    yield from wrapped(say(title, ctx), WIDTH)
    yield ""
    columns, rows = table_in(*by_name(one, ctx), words_of(ctx))
    yield from lines(columns, [[shown(cell) for cell in row] for row in rows])
    yield ""
    for note in (reminder(one, ctx), *of_fixed([one])):
        yield from wrapped(say(note, ctx), WIDTH)
    yield ""


def _slips(one: PostedRound, ctx: ReadContext) -> Iterator[str]:
    """Yield a slip for every match of a round, in table order, with a line to cut along."""
    labels = [say(text, ctx) for text in (_SIGNED, _TIME, _MORE)]
    edge = max(_LABEL, *(cells_of(label) + 2 for label in labels))
    signed, time, more = (label + " " * (edge - cells_of(label)) for label in labels)
    line_to_sign_on = "_" * ((WIDTH - edge - 3) // 2)
    for line in one.tables:
        yield from _heading(ctx)
        yield from _where(one, line, ctx)
        yield ""
        yield from _boxes(one, line, ctx)
        yield ""
        yield f"{signed}{line_to_sign_on}   {line_to_sign_on}"
        yield ""
        yield f"{time}{say(time_of(ctx), ctx)}"
        yield f"{more}{_more_time(line, ctx, WIDTH - edge)}"
        yield from wrapped(say(reminder(one, ctx), ctx), WIDTH)
        yield "- " * (WIDTH // 2 - 1) + "-"


def _where(one: PostedRound, line: TableLine, ctx: ReadContext) -> list[str]:
    """Return the match and its table, on one line if there is room."""
    told = phrase(
        "%(pool)s, %(round)s, table %(table)s",
        pool=one.pool,
        round=one.called,
        table=line.table,
    )
    where = say(told, ctx) + (f", {say(FIXED, ctx)}" if line.fixed else "")
    match = say(phrase("match %(match)s", match=str(line.match)), ctx)
    room = WIDTH - cells_of(where) - cells_of(match)
    return [f"{where}{' ' * room}{match}"] if room > 0 else [where, match]


def _boxes(one: PostedRound, line: TableLine, ctx: ReadContext) -> list[str]:
    """Return the two players with their records, and the boxes to tick."""
    numbers = range(1, game_boxes(ctx) + 1)
    games = [phrase("Game %(number)s", number=number) for number in numbers]
    ticked = [*games, phrase("Match"), phrase("Drop")]
    columns = [Column(phrase("Player"), wraps=True), *map(Column, [phrase("Record"), *ticked])]
    boxes = [_BOX] * len(ticked)
    rows = [[*_player(seat, ctx), *boxes] for seat in (line.first, line.second)]
    word = phrase("tie") if ctx.rules.tie_word == "tie" else phrase("draw")
    if one.pool not in ctx.t.cuts:  # A match of a bracket has a winner (TOP §3.2).
        rows.append([word, "", *boxes[:-1], ""])
    return lines(*table_in(columns, rows, words_of(ctx)))


def _player(seat: Seat, ctx: ReadContext) -> list[str]:
    name = ctx.book.name(seat.player)
    number = "" if name == seat.player else f" ({seat.player})"
    return [shown(f"{name}{number}"), f"{seat.record} ({seat.match_points})"]


def game_boxes(ctx: ReadContext) -> int:
    """Return how many boxes for games a slip has; none in best of one."""
    opened = ctx.t.opened
    return 0 if opened and opened.match_format is MatchFormat.BEST_OF_ONE else 3


def time_of(ctx: ReadContext) -> str:
    """Return the time of a match as announced."""
    said = ctx.t.announcement
    if said is None or not said.minutes:
        return phrase("not announced")
    return lasting(said.minutes, turns_after_time(ctx.t, ctx.rules))


def _more_time(line: TableLine, ctx: ReadContext, room: int) -> str:
    """Return the extra time of a match, or a blank, and a blank for who told the players."""
    added = ctx.t.extensions.get(line.match)

    def said(whom: str) -> str:
        about = {"minutes": added or "_" * 6, "whom": whom}
        return say(phrase("%(minutes)s minutes, both players told by %(whom)s", **about), ctx)

    return said("_" * min(26, room - cells_of(said(""))))


def _heading(ctx: ReadContext) -> Iterator[str]:
    for line in heading(ctx).splitlines():
        yield from wrapped(line, WIDTH)


def reminder(one: PostedRound, ctx: ReadContext) -> str:
    """Return the reminder to check the record, with the deadline for corrections (TOP §4)."""
    if one.number == 1 or one.pool in ctx.t.cuts:
        return one.reminder
    last = one.number - 1
    before = until_when(ctx.t, ctx.rules, one.pool, last)
    if before == one.until:
        return phrase(
            "Check your record and report mistakes: rounds %(last)s and %(this)s can be corrected "
            "until %(then)s (TOP §4).",
            last=last,
            this=one.number,
            then=one.until,
        )
    return phrase(
        "Check your record and report mistakes: round %(last)s can be corrected until "
        "%(before)s, this one until %(then)s (TOP §4).",
        last=last,
        before=before,
        then=one.until,
    )
