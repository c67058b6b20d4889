"""Give a match more time."""

import click

from cli.acts import judging
from cli.args.tables import AT_TABLE
from cli.args.words import WORDS
from cli.desk.command import at_desk, say_done
from cli.desk.write import WriteContext
from ledger.terms import MatchId
from projections.text import counted


@click.command("extend")
@click.argument("match", type=AT_TABLE)
@click.argument("minutes", type=click.IntRange(1, 999))
@click.option(
    "--informed", is_flag=True, help="You have told both players how much extra time they have."
)
@click.option("--reason", type=WORDS, help="The reason, kept in the ledger for good.")
@at_desk
def command(
    ctx: WriteContext,
    match: MatchId,
    minutes: int,
    informed: bool,  # noqa: FBT001 - a flag.
    reason: str | None,
) -> None:
    r"""Give MATCH extra time, in MINUTES, and record it at once (TRF §7.2).

    Both players must be told how much extra time they have. The entry records the judge, the table
    and the time. Instead of MATCH you may give its table in the current round.

    \b
    Examples:
      roundbook extend masters-2-14 5 --informed --as "Jo Park" --role judge
      roundbook extend 3 10 --informed --reason "a deck check"
    """
    found = judging.extend(ctx, match, minutes, informed=informed, reason=reason)
    in_all = f", {found.in_all} in all" if found.in_all != minutes else ""
    say_done(
        ctx,
        found.entries,
        f"match {match} at table {match.table} gets {counted(minutes, 'more minute')}{in_all}",
        f"  {' and '.join(map(ctx.named, found.players))}",
        "next: roundbook clock",
        minutes=found.in_all,
    )
