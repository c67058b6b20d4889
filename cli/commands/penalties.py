"""Show who was penalised, for what, and by whom."""

from functools import partial

import click

from cli.args.players import find_player
from cli.desk.output import echo
from cli.desk.read import ReadContext, at_ledger, say_answer
from cli.terminal.tables import show
from ledger.terms import HandId
from projections.judging.penalties import GivenPenalty, penalties
from projections.reports.api.staff import penalties_of
from projections.reports.text.reading import who_wrote
from projections.reports.text.tables import Column

COLUMNS = (
    Column("Entry", right=True),
    Column("Time"),
    Column("Player", wraps=True),
    Column("Penalty"),
    Column("For", wraps=True),
)


@click.command("penalties")
@at_ledger("[PLAYER]")
def command(ctx: ReadContext, who: str | None) -> None:
    r"""Show the penalties of the event, or of one PLAYER: look before you judge the next.

    Disqualifications stand here too, and so does what was withdrawn, with the reason.

    \b
    Examples:
      roundbook penalties cup
      roundbook penalties cup p17
    """
    player = find_player(who, ctx.t, ctx.book) if who else None
    found = penalties(ctx.entries, player)
    if ctx.as_json:
        say_answer(penalties_of(ctx.sight(), found, partial(who_wrote, ctx)))
        return
    echo(ctx.heading())
    if not found:
        echo(f"no penalty{f' for {player}' if player else ''} is on record.")
        return
    show(COLUMNS, [_row(one, ctx) for one in found], plain=ctx.plain)


def _row(one: GivenPenalty, ctx: ReadContext) -> list[str]:
    where = f", {one.match}" if one.match else ""
    taken_back = f' [withdrawn: "{one.withdrawn}"]' if one.withdrawn is not None else ""
    return [
        str(one.seq),
        one.at.isoformat(sep=" ", timespec="minutes")[:16],
        f"{one.player} {ctx.name(one.player)}",
        one.penalty.replace("-", " "),
        f"{one.infraction}{where} (by {_judge(one, ctx)}){taken_back}",
    ]


def _judge(one: GivenPenalty, ctx: ReadContext) -> str:
    name = ctx.book.hands.get(HandId(one.hand.id), one.hand.id)
    return name if name == one.hand.role else f"{name}, {one.hand.role}"
