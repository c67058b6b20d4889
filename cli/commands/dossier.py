"""Write a page about a disputed match or a player, with all evidence for a complaint."""

import sys
from functools import partial
from pathlib import Path

import click
from msgspec.structs import replace

from roundbook.cli.args.players import find_player
from roundbook.cli.args.shared_options import ANONYMOUS
from roundbook.cli.args.table_numbers import place_meant
from roundbook.cli.args.types import RESULT
from roundbook.cli.printing.dossier import dossier_on_paper, dossier_page
from roundbook.cli.printing.paper import PdfRequest, on_paper, write_pdf
from roundbook.cli.session.errors import shown
from roundbook.cli.session.named_files import write_file
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.ledger.people.book import Book
from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import MatchId, Result
from roundbook.projections.explain.dossier import dossier_of_match, dossier_of_player
from roundbook.projections.reports.api.staff import dispute
from roundbook.projections.reports.text.tables import who_wrote


@click.command("dossier")
@at_ledger("MATCH|PLAYER", staff=True)
@click.option("--claim", type=RESULT, help="The claimed result, such as 0-2.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="The file to write.")
@ANONYMOUS
@on_paper
def command(
    ctx: ReadContext,
    of: str,
    claim: Result | None,
    out: Path | None,
    *,
    anonymous: bool,
    on_paper: PdfRequest | None,
) -> None:
    r"""Write one page about a disputed MATCH, or about a PLAYER, as HTML or PDF.

    The page contains the history entry by entry, what was posted and what is known now, the rules,
    and the proof that the entries are in the signed ledger. The page shows whether the result can
    still be corrected and, with --claim, what the claimed result would change. Without --out, the
    page goes to stdout, or at a terminal to a file named after the match or player. Names come from
    people.json; erased players appear by number.

    \b
    Examples:
      roundbook proof dossier -C cup masters-1-3 --claim 0-2 --out complaint.html
      roundbook proof dossier -C cup p17 --anonymous --out p17.html
      roundbook proof dossier -C cup masters-1-3 --pdf complaint.pdf
    """
    if out and on_paper:
        raise click.UsageError("give --out or --pdf, not both.")
    place = place_meant(of, ctx.t, ctx.book)
    if claim and not isinstance(place, MatchId):
        raise click.UsageError("--claim needs a match, such as masters-1-3.")
    if isinstance(place, MatchId):
        about = str(place)
        found = dossier_of_match(ctx.entries, ctx.rules, place, claim)
    else:
        about = player = find_player(of, ctx.t, ctx.book)
        found = dossier_of_player(ctx.entries, ctx.rules, player)
    if anonymous:
        ctx = replace(ctx, book=Book())
    if ctx.as_json:
        say_answer(dispute(ctx.sight(), found, partial(who_wrote, ctx)))
        return
    if on_paper:
        draft = partial(dossier_on_paper, found)
        write_pdf(ctx, on_paper, draft, counted(len(found.entries), "entry", "entries"))
        return
    text = dossier_page(ctx, found)
    if out is None and not sys.stdout.isatty():
        echo(text, nl=False)
        return
    # HTML is unreadable at a terminal.
    out = out or Path(f"dossier-{about}.html")
    write_file(out, text.encode())
    echo(shown(f"{out} contains {counted(len(found.entries), 'entry', 'entries')} of {ctx.event}"))
