"""Print the match slips of a round, and record what was printed."""

from pathlib import Path

import click

from roundbook.cli.args.types import POOL
from roundbook.cli.commands.post import OUT, PUBLIC, ROUND, print_sheet
from roundbook.cli.printing.paper import PdfRequest, on_paper
from roundbook.cli.printing.posting import ToPost
from roundbook.cli.session.command import at_desk
from roundbook.cli.session.write import WriteContext
from roundbook.cli.terminal.language import LANG
from roundbook.ledger.events.posting import PostedSheet
from roundbook.ledger.terms import Pool


@click.command("slips")
@click.argument("pool", type=POOL, required=False)
@ROUND
@OUT
@on_paper
@click.option(
    "--one-sided", is_flag=True, help="Leave out the backs of the slips, which are for judges."
)
@PUBLIC
@LANG
@at_desk
def command(  # noqa: PLR0913 - one argument per option.
    ctx: WriteContext,
    pool: Pool | None,
    number: int | None,
    out: Path | None,
    *,
    one_sided: bool,
    public: bool,
    on_paper: PdfRequest | None,
    language: str,
) -> None:
    r"""Print the match slips, and record them.

    Without POOL, it prints every round waiting to start, or if there is none, those being played. A
    Premier Event uses slips (TOP §4); only an official can start a round without them. `roundbook
    proof posted` shows past slips. A PDF has four slips on a page, in table order once the stack is
    cut.

    \b
    Examples:
      roundbook round slips
      roundbook round slips masters --round 2 --out slips.txt
      roundbook round slips --pdf slips.pdf --lang de
    """
    if one_sided and not on_paper:
        raise click.UsageError("--one-sided can only be used with --pdf FILE.")
    asked = ToPost(
        sheet=PostedSheet.SLIPS,
        pool=pool,
        number=number,
        backs=not one_sided,
        language=language,
        public=public,
    )
    print_sheet(ctx, asked, out=out, pdf=on_paper)
