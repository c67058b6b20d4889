"""Repair a posted round before it starts."""

import click

from roundbook.cli.acts import repair
from roundbook.cli.acts.repair import RepairedRound, RoundsRepaired
from roundbook.cli.answers.spoken import say
from roundbook.cli.args.pairings import TABLES
from roundbook.cli.args.types import POOL, WORDS
from roundbook.cli.session.command import at_desk
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.terms import Pool
from roundbook.projections.reports.text.pairings import read_out


@click.command("repair")
@click.argument("pool", type=POOL, required=False)
@click.option(
    "--reason", type=WORDS, help="The reason for the repair; kept in the ledger for good."
)
@click.option("--block", "blocked", type=TABLES, help="Tables to leave empty, such as 5-8,12.")
@at_desk
def command(
    ctx: WriteContext, pool: Pool | None, reason: str | None, blocked: frozenset[int] | None
) -> None:
    r"""Repair the paired round of POOL, or of every pool where the round is wrong.

    After a corrected result, a late player, a drop or a reinstatement, re-pair as few players as
    possible (TOP §4). Players who keep their opponent keep their table.

    In a bracket, a match changes only if its players have changed.

    A Swiss round that was paired from a wrong record may also be started unchanged, if its players
    are still the same: the next one will be correct. A whole round, such as that of a pod sheet, is
    paired again with `pair --again`; a bracket is seeded again with `cut --again` or `round seed`.

    \b
    Examples:
      roundbook round repair
      roundbook round repair masters --reason "p17 has dropped"
      roundbook round repair masters --block 5-8,12
    """
    found = repair.repair(ctx, pool, reason=reason, blocked=blocked or frozenset())
    tables = (
        [] if ctx.dry_run else [line for one in found.rounds for line in _tables(ctx, found, one)]
    )
    say(ctx, found, *tables)


def _tables(ctx: WriteContext, found: RoundsRepaired, one: RepairedRound) -> list[str]:
    """Return each new table and bye of a repaired round."""
    t, bracket = found.before, one.in_bracket
    return [
        *read_out(t, ctx.rules, one.changed, one.byes, ctx.named, in_bracket=bracket),
        *(f"  table {table} stays empty" for table in one.empty),
    ]
