"""Pair the 3rd-place match."""

import click

from roundbook.cli.acts import bracket
from roundbook.cli.args.types import POOL
from roundbook.cli.desk.command import at_desk, leading_on, say_done
from roundbook.cli.desk.write import WriteContext
from roundbook.ledger.terms import Pool


@click.command("third-place")
@click.argument("pool", type=POOL, required=False)
@click.option("--table", type=click.IntRange(1, 999_999), help="The table for the match.")
@at_desk
def command(ctx: WriteContext, pool: Pool | None, table: int | None) -> None:
    r"""Pair the 3rd-place match of POOL, between the players who lost the semi-finals.

    The match must be announced beforehand (`announce --third-place`; TOP §3.3.6.1). Without this
    match, the better-seeded of the two takes third place after Swiss; in a pure
    single elimination, it is the one who lost to the winner (TOP §3.2.3).

    \b
    Examples:
      roundbook third-place
      roundbook third-place masters-cut --table 2
    """
    found = bracket.pair_third_place(ctx, pool, table=table)
    paired = found.paired
    first, second = map(ctx.named, paired.pairing)
    say_done(
        ctx,
        found.entries,
        f"3rd-place match of {paired.pool}: {first} - {second}, table {paired.table}",
        *leading_on(ctx, found.entries),
    )
