"""Repair a posted round before it starts."""

import click

from roundbook.cli.acts import repair
from roundbook.cli.acts.repair import RepairedRound
from roundbook.cli.args.pairings import TABLES
from roundbook.cli.args.types import POOL, WORDS
from roundbook.cli.desk.command import at_desk, leading_on, say_done
from roundbook.cli.desk.write import WriteContext
from roundbook.ledger.state.round_names import called
from roundbook.ledger.state.tournament import Tournament
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
    possible (TOP §4). Players who keep their opponent keep their table. The repaired round is as
    good as a new pairing of the whole round.

    In a bracket, a match changes only if its players have changed.

    You may also start a round that was paired from a wrong record; the next pairing will use the
    correct record. To pair the whole round again, use `roundbook pair --again`.

    \b
    Examples:
      roundbook repair
      roundbook repair masters --reason "p17 has dropped"
      roundbook repair masters --block 5-8,12
    """
    found = repair.repair(ctx, pool, reason=reason, blocked=blocked or frozenset())
    pools = found.pools
    if not found.entries:
        counted = [f"would be repaired: {_kept(found.before, one)}" for one in found.rounds]
        say_done(ctx, [], *counted, pools=pools)
        return
    say_done(
        ctx,
        found.entries,
        *(line for one in found.rounds for line in _said(ctx, found.before, one)),
        *leading_on(ctx, found.entries),
    )


def _kept(t: Tournament, one: RepairedRound) -> str:
    """Return how many tables of a round a repair leaves unchanged."""
    kept = f"{one.stay} of {one.tables} tables are unchanged"
    players = "player has" if one.moved == 1 else "players have"
    proved = "the others stay" if one.in_bracket else "no repair changes fewer"
    title = f"{called(t, one.pool, one.number)} of {one.pool}"
    return f"{title}: {kept}; {one.moved} {players} a new opponent, and {proved}"


def _said(ctx: WriteContext, before: Tournament, one: RepairedRound) -> list[str]:
    """Return the lines about a repair: what stays, and each new table and bye."""
    return [
        _kept(before, one),
        *read_out(before, ctx.rules, one.changed, one.byes, ctx.named, in_bracket=one.in_bracket),
        *(f"  table {table} stays empty" for table in one.empty),
    ]
