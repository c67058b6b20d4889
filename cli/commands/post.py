"""Print the pairings of a round for the players, and record what was posted."""

from pathlib import Path

import click

from cli.params import POOL
from cli.printing import OUT, ROUND, print_sheet
from cli.turn import Turn, at_desk
from ledger.hall import Sheet
from ledger.terms import Pool


@click.command("post")
@click.argument("pool", type=POOL, required=False)
@ROUND
@OUT
@at_desk
def command(turn: Turn, pool: Pool | None, number: int | None, out: Path | None) -> None:
    r"""Print the pairings by name, of POOL or of every pool that waits, and record the digest.

    What was posted can then be shown again, and proved (`roundbook posted`). A round may start
    without it: pairings may also be called out.

    \b
    Examples:
      roundbook post
      roundbook post masters --out round-2.txt
    """
    print_sheet(turn, Sheet.PAIRINGS, pool, number, out)
