"""Print the match slips of a round, and record what was printed."""

from pathlib import Path

import click

from cli.params import POOL
from cli.printing import OUT, ROUND, print_sheet
from cli.turn import Turn, at_desk
from ledger.hall import Sheet
from ledger.terms import Pool


@click.command("slips")
@click.argument("pool", type=POOL, required=False)
@ROUND
@OUT
@at_desk
def command(turn: Turn, pool: Pool | None, number: int | None, out: Path | None) -> None:
    r"""Print a slip for every match, of POOL or of every pool that waits, and record the digest.

    A premier event must use match slips (TOP §4): `roundbook start` warns there without them. The
    slips of a past round are shown again by `roundbook posted`.

    \b
    Examples:
      roundbook slips
      roundbook slips masters --round 2 --out slips.txt
    """
    print_sheet(turn, Sheet.SLIPS, pool, number, out)
