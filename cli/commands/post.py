"""Print the pairings of a round for the players, and record what was posted."""

from pathlib import Path

import click

from cli.args.types import POOL
from cli.desk.command import at_desk
from cli.desk.write import WriteContext
from cli.printing.paper import PdfRequest, on_paper
from cli.printing.post_sheet import OUT, ROUND, Asking, print_sheet
from cli.terminal.language import LANG
from ledger.events.posting import PostedSheet
from ledger.terms import Pool


@click.command("post")
@click.argument("pool", type=POOL, required=False)
@ROUND
@OUT
@on_paper
@click.option(
    "--boards", type=click.IntRange(1, 26), default=1, help="Split a PDF by letter for N boards."
)
@LANG
@at_desk
def command(
    ctx: WriteContext,
    pool: Pool | None,
    number: int | None,
    out: Path | None,
    boards: int,
    on_paper: PdfRequest | None,
    language: str,
) -> None:
    r"""Print the pairings by name, of POOL or of every pool that waits, and record the digest.

    What was posted can then be shown again, and proved (`roundbook posted`). A round may start
    without it: pairings may also be called out. A PDF is in large type, for a wall; the same ledger
    gives the same file again.

    \b
    Examples:
      roundbook post
      roundbook post masters --out round-2.txt
      roundbook post --pdf round-2.pdf --boards 3
      roundbook post --pdf round-2.pdf --paper letter --lang fr
    """
    if boards > 1 and not on_paper:
        raise click.UsageError("--boards belongs to --pdf FILE.")
    asking = Asking(
        sheet=PostedSheet.PAIRINGS,
        pool=pool,
        number=number,
        out=out,
        pdf=on_paper,
        boards=boards,
        language=language,
    )
    print_sheet(ctx, asking)
