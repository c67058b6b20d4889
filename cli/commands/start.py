"""Start the paired round."""

from datetime import datetime

import click

from roundbook.cli.acts import rounds
from roundbook.cli.answers.spoken import lists_wait, say, sign_ups_wait
from roundbook.cli.args.types import POOL
from roundbook.cli.places.phone_claims import lost_at_start
from roundbook.cli.session.ask import confirm
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
    shuffle, then the round's clock starts (TRF §7.1); use --clock-at for a later time. A deck
    list from a phone that nobody has decided on is discarded when its player's first round starts,
    and sign-ups when round 1 starts; at a terminal you are asked first.

    \b
    Examples:
      roundbook start
      roundbook start masters --clock-at 14:02
    """
    t = ctx.tournament
    due = [t.rounds[each, t.latest[each]] for each in rounds.to_start(t, pool)]
    lost = [
        *(sign_ups_wait(ctx.venue.folder, t) if due else ()),
        *lists_wait(ctx.person, lost_at_start(ctx.venue.folder, t, due)),
    ]
    # The answer says what was discarded, so nobody else reads it twice.
    question = "Start, and discard them?" if lost else "Start now?"
    until = rounds.building_until(ctx.venue) if due else None
    building = [rounds.still_building(until)] if until else []
    confirm(ctx, [], question, said_by_answer=[*building, *lost])
    say(ctx, rounds.start(ctx, pool, clock_at=clock_at))
