"""Compare what posted sheets showed about a player with what is known now."""

import click

from roundbook.cli.args.players import find_player
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.cli.terminal.language import heading
from roundbook.cli.terminal.tables import show
from roundbook.ledger.phrases import counted
from roundbook.projections.history.posted_vs_now import PostedSeat, Twice, twice
from roundbook.projections.reports.api.staff import posted_record
from roundbook.projections.reports.text.tables import Column

COLUMNS = (
    Column("Entry", right=True),
    Column("Round"),
    Column("The sheet said", wraps=True),
    Column("Now it is", wraps=True),
)


@click.command("record")
@at_ledger("PLAYER")
def command(ctx: ReadContext, player: str) -> None:
    r"""Compare what was posted about PLAYER with what is known now.

    A correction changes a player's record, but not what was on the wall. Every posting and slip is
    listed with the table, opponent and record as printed, and with the current ones where they
    differ. With --as-of, "now" means that moment.

    \b
    Examples:
      roundbook proof record -C cup p17
      roundbook proof record -C cup "ana lo" --as-of "before round 4"
    """
    who = ctx.t.entrant(find_player(player, ctx.t, ctx.book))
    found = twice(ctx.entries, ctx.rules, who)
    if ctx.as_json:
        say_answer(posted_record(ctx.sight(), who, found))
        return
    echo(heading(ctx))
    echo(f"{ctx.book.name(who)} ({who})")
    if not found:
        echo("This player is not on any posted sheet.")
        return
    show(COLUMNS, [_row(one, ctx) for one in found], plain=ctx.plain)
    unlike = sum(bool(one.differs) for one in found)
    printed = counted(len(found), "sheet")
    rest = f"{unlike} would be different now" if unlike else "no sheet would be different now"
    echo(f"{printed}: {rest}.")


def _row(one: Twice, ctx: ReadContext) -> list[str]:
    where = f"{one.pool} {one.round}"
    now = "the round was withdrawn, or its players have changed" if one.now is None else "the same"
    if one.now and one.differs:
        now = _in_words(one.now, ctx)
    return [str(one.seq), where, _in_words(one.then, ctx), now]


def _in_words(said: PostedSeat, ctx: ReadContext) -> str:
    """Return a line of a sheet, such as `1-0-0 (3), table 4, Ben Ode`."""
    record = f"{said.record} ({said.match_points})"
    if said.opponent is None:
        return f"{record}, bye"
    return f"{record}, table {said.table}, {ctx.name(said.opponent)}"
