"""Start the paired round."""

from datetime import datetime

import click

from roundbook.cli.acts import rounds
from roundbook.cli.answers.spoken import say
from roundbook.cli.args.types import POOL
from roundbook.cli.session.command import TIME, at_desk
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.terms import Pool


@click.command("start")
@click.argument("pool", type=POOL, required=False)
@click.option(
    "--clock-at",
    type=TIME,
    help="The time at which the clock starts, such as 14:02.  [default: in two minutes]",
)
@at_desk
def command(ctx: WriteContext, pool: Pool | None, clock_at: datetime | None) -> None:
    r"""Start the paired round of POOL, or of every pool that has one.

    Once the round has started, its pairings cannot change (TOP §4). The players have two minutes to
    shuffle, then the round's clock starts (TRF §7.1); use --clock-at for a later time. Deck lists
    sent from players' phones are discarded if the desk has not decided on them.

    \b
    Examples:
      roundbook start
      roundbook start masters --clock-at 14:02
    """
    say(ctx, rounds.start(ctx, pool, clock_at=clock_at))
