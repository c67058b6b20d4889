"""List the tables waiting for a judge, the longest wait first."""

from functools import partial

import click

from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.cli.terminal.language import heading
from roundbook.cli.terminal.tables import show
from roundbook.projections.judging.calls_and_messages import OpenCall, open_calls
from roundbook.projections.reports.api.staff import calls_of
from roundbook.projections.reports.text.tables import Column, who_wrote


@click.command("calls")
@at_ledger(staff=True)
def command(ctx: ReadContext) -> None:
    r"""List the open calls for a judge, with the players at the table.

    Calls that no judge has taken come first, the longest wait at the top. Calls that a judge has
    taken come next, with the judge who is on the way. A call is over once its match gets a result.

    \b
    Examples:
      roundbook call
      roundbook call -C cup --json
    """
    found = open_calls(ctx.t, ctx.entries)
    if ctx.as_json:
        say_answer(calls_of(ctx.sight(), found, partial(who_wrote, ctx)))
        return
    echo(heading(ctx))
    if not found:
        echo("no table is waiting for a judge")
        return
    columns = [Column("Since"), Column("Match"), Column("Players", wraps=True)]
    columns += [Column("Reason", wraps=True), Column("Judge")]
    show(columns, [_row(ctx, one) for one in found], plain=ctx.plain)


def _row(ctx: ReadContext, one: OpenCall) -> list[str]:
    players = " - ".join(map(ctx.name, ctx.t.matches[one.match]))
    judge = who_wrote(ctx, one.taken_by) if one.taken_by else ""
    return [f"{one.at:%H:%M}", str(one.match), players, one.reason or "", judge]
