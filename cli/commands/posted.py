"""List the posted sheets, print one again, or check a file against them."""

from pathlib import Path

import click

from roundbook.cli.printing.paper import PdfRequest, on_paper, taken
from roundbook.cli.printing.posting import sheet_again
from roundbook.cli.session import errors
from roundbook.cli.session.errors import shown
from roundbook.cli.session.named_files import FILE, digest_of, write_file
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.cli.terminal.tables import show_parts
from roundbook.ledger.errors import Refused
from roundbook.projections.reports.api.handouts import SheetPrintedAgain
from roundbook.projections.reports.api.staff import posted_sheets
from roundbook.projections.reports.text.posted import OTHERWISE, SHEETS, posted_text, postings


@click.command("posted")
@at_ledger()
@click.option(
    "--entry",
    "seq",
    type=click.IntRange(min=1),
    help="The entry number of the posting to print again.",
    metavar="N",
)
@click.option(
    "--check", "file", type=FILE, help="Check whether this file is exactly what was posted."
)
@on_paper
def command(
    ctx: ReadContext, seq: int | None, file: Path | None, on_paper: PdfRequest | None
) -> int:
    r"""Show which pairings and slips were printed, and prove what was on them.

    With --entry, print a posting again as the ledger stood then; a note tells you if it does not
    match the recorded digest. A PDF is reproduced with the same paper size and fonts. To post
    pairings, use `roundbook post`.

    \b
    Examples:
      roundbook proof posted -C cup
      roundbook proof posted -C cup --entry 12
      roundbook proof posted -C cup --check round-2.txt
      roundbook proof posted -C cup --entry 12 --pdf again.pdf

    \b
    Exit codes:
      0 done    1 it does not match what was posted
    """
    if seq and file:
        raise click.UsageError("give --entry or --check, not both.")
    if seq:
        return _again(ctx, seq, on_paper)
    if on_paper:
        raise click.UsageError("--pdf needs --entry: it prints that posting again.")
    found = list(postings(ctx.entries))
    if file:
        digest, _ = digest_of(file)
        found = [(entry, event) for entry, event in found if event.sha256 == digest]
    if ctx.as_json:
        say_answer(posted_sheets(ctx.sight(), found))
    else:
        show_parts(posted_text(found, ctx.t, ctx.entries), plain=ctx.plain)
        if not found:
            unlike = f"{file} does not match anything that was posted."
            nothing = unlike if file else "nothing has been posted yet."
            echo(shown(nothing))
    return errors.FOUND if file and not found else 0


def _again(ctx: ReadContext, seq: int, on_paper: PdfRequest | None) -> int:
    """Print a posting again, from the ledger as it stood then; say if it does not match."""
    found = sheet_again(ctx, seq, on_paper.fonts if on_paper else ())
    event = found.event
    if event.printed is None and on_paper:
        raise Refused("this was printed as text, not as a PDF.", hint="Leave --pdf out.")
    if on_paper and on_paper.file.exists():
        raise taken(on_paper.file)
    if on_paper:
        write_file(on_paper.file, found.data)
    if ctx.as_json:
        say_answer(
            SheetPrintedAgain(
                entry=seq,
                sha256=event.sha256,
                same=found.same,
                text=found.text,
                printed=event.printed,
            )
        )
    elif event.printed:
        paper = f"{SHEETS[event.sheet]}, as a PDF on {event.printed.paper}"
        wrote = f"written to {on_paper.file}" if on_paper else "`--pdf FILE` writes the PDF again"
        echo(shown(f"{paper}: {wrote}"))
        echo(f"  SHA-256 {event.sha256}")
    else:
        echo(found.text or "", nl=False)
    if not found.same and not ctx.as_json:
        echo("\n".join(OTHERWISE), err=True)
    return 0 if found.same else errors.FOUND
