"""Withdraw a result, or a round that has not started."""

import click

from cli.acts import results
from cli.acts.rounds import withdraw_round
from cli.args.table_numbers import AT_TABLE_OR_ROUND
from cli.args.types import WORDS, RoundId
from cli.desk.command import at_desk, next_line, say_done
from cli.desk.write import WriteContext
from cli.terminal.results import withdrawn
from ledger.state.round_names import named
from ledger.terms import MatchId
from projections.progress import next_of


@click.command("withdraw")
@click.argument("what", metavar="MATCH|POOL-ROUND", type=AT_TABLE_OR_ROUND)
@click.option(
    "--reason",
    required=True,
    type=WORDS,
    help="The reason, kept in the ledger; players can read it.",
)
@at_desk
def command(ctx: WriteContext, what: MatchId | RoundId, reason: str) -> None:
    r"""Withdraw the result of a MATCH, or a round that has not started.

    Withdrawing a round does not unlock the results that its pairing locked.

    \b
    Examples:
      roundbook withdraw masters-1-14 --reason "reported for the wrong table"
      roundbook withdraw masters-2 --reason "Ana came back in time"
    """
    if isinstance(what, MatchId):
        done = results.withdraw(ctx, what, reason=reason)
        say_done(ctx, done.entries, withdrawn(what))
        return
    done = withdraw_round(ctx, what.pool, number=what.number, reason=reason)
    act = next_of(ctx.after(done.entries), ctx.rules, what.pool)
    say_done(
        ctx,
        done.entries,
        f"{named(ctx.tournament, what.pool, what.number)} was withdrawn; pair it again",
        *([next_line(act)] if act else []),
    )
