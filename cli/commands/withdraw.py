"""Withdraw a result, or a round that has not started."""

import click

from roundbook.cli.acts import results
from roundbook.cli.acts.rounds import withdraw_round
from roundbook.cli.args.table_numbers import AT_TABLE_OR_ROUND
from roundbook.cli.args.types import WORDS, RoundId
from roundbook.cli.desk.command import at_desk, next_line, say_done
from roundbook.cli.desk.write import WriteContext
from roundbook.cli.terminal.results import withdrawn
from roundbook.ledger.events.catalogue import PlayerReinstated, RoundWithdrawn
from roundbook.ledger.state.round_names import named
from roundbook.ledger.terms import MatchId
from roundbook.projections.progress import next_of


@click.command("withdraw")
@click.argument("what", metavar="MATCH|POOL-ROUND", type=AT_TABLE_OR_ROUND)
@click.option(
    "--reason",
    required=True,
    type=WORDS,
    help="The reason, kept in the ledger; players can read it.",
)
@click.option(
    "--together",
    is_flag=True,
    help="Also withdraw the rounds paired with it, and reinstate the players left out.",
)
@at_desk
def command(ctx: WriteContext, what: MatchId | RoundId, reason: str, *, together: bool) -> None:
    r"""Withdraw the result of a MATCH, or a round that has not started.

    Withdrawing a round does not unlock the results that its pairing locked.

    \b
    Examples:
      roundbook withdraw masters-1-14 --reason "reported for the wrong table"
      roundbook withdraw masters-2 --reason "Ana came back in time"
    """
    if isinstance(what, MatchId):
        if together:
            raise click.UsageError("--together is for a round; a result is withdrawn alone.")
        done = results.withdraw(ctx, what, reason=reason)
        say_done(ctx, done.entries, withdrawn(what))
        return
    done = withdraw_round(ctx, what.pool, number=what.number, reason=reason, together=together)
    act = next_of(ctx.after(done.entries), ctx.rules, what.pool)
    events = [event for entry in done.entries for event in entry.events]
    say_done(
        ctx,
        done.entries,
        *(
            f"{named(ctx.tournament, event.pool, event.round)} was withdrawn; pair it again"
            for event in events
            if isinstance(event, RoundWithdrawn)
        ),
        *(
            f"{ctx.named(event.player)} was reinstated"
            for event in events
            if isinstance(event, PlayerReinstated)
        ),
        *([next_line(act)] if act else []),
    )
