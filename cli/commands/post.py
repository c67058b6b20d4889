"""Print the pairings of a round for the players, and record what was posted."""

from collections.abc import Iterator
from pathlib import Path

import click
from msgspec.structs import replace

from roundbook.cli.answers.spoken import lines_of, nexts, say
from roundbook.cli.args.types import POOL
from roundbook.cli.printing import posting
from roundbook.cli.printing.fonts import as_numbers
from roundbook.cli.printing.paper import PdfRequest, on_paper, taken
from roundbook.cli.printing.posting import SheetPosted, ToPost
from roundbook.cli.session.command import at_desk
from roundbook.cli.session.errors import shown, typed
from roundbook.cli.session.named_files import is_another, write_file
from roundbook.cli.session.output import echo
from roundbook.cli.session.venue import speak_of
from roundbook.cli.session.write import WriteContext
from roundbook.cli.terminal.language import LANG
from roundbook.ledger.errors import advice, do
from roundbook.ledger.events.catalogue import RoundPosted
from roundbook.ledger.events.posting import PostedSheet
from roundbook.ledger.state.rounds import to_replace
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Pool
from roundbook.projections.rounds.needs_repair import to_mend

OUT = click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the text to this file (for a PDF, use --pdf).",
)
PUBLIC = click.option("--public", is_flag=True, help="Show names as on the public pages.")
ROUND = click.option(
    "--round", "number", type=click.IntRange(1, 999), help="The round, if not the latest."
)


@click.command("post")
@click.argument("pool", type=POOL, required=False)
@ROUND
@OUT
@on_paper
@click.option(
    "--boards",
    type=click.IntRange(1, 26),
    default=1,
    help="Split the PDF alphabetically across N boards.",
    metavar="N",
)
@PUBLIC
@LANG
@at_desk
def command(  # noqa: PLR0913 - one argument per option.
    ctx: WriteContext,
    pool: Pool | None,
    number: int | None,
    out: Path | None,
    boards: int,
    on_paper: PdfRequest | None,
    language: str,
    *,
    public: bool,
) -> None:
    r"""Print the pairings by name, and record the posting.

    Without POOL, it prints every round waiting to start, or if there is none, those being played.
    `roundbook proof posted` proves what was posted. A round may start unposted, if the pairings are
    called out. Names are in full, including children's, unless a player asked for less or you add
    --public. A PDF uses large type, for a wall.

    \b
    Examples:
      roundbook post
      roundbook post --pdf round-2.pdf --paper letter --lang fr
    """
    if boards > 1 and not on_paper:
        raise click.UsageError("--boards can only be used with --pdf FILE.")
    asked = ToPost(
        sheet=PostedSheet.PAIRINGS,
        pool=pool,
        number=number,
        boards=boards,
        language=language,
        public=public,
    )
    print_sheet(ctx, asked, out=out, pdf=on_paper)


def print_sheet(
    ctx: WriteContext, asked: ToPost, *, out: Path | None, pdf: PdfRequest | None
) -> None:
    """Print a sheet to a file or to stdout, and say what was recorded.

    Text goes to stdout and all remarks to stderr, so redirected output is exactly what was
    recorded.
    """
    if pdf and out:
        raise click.UsageError("give --out or --pdf, not both; to have both, run it twice.")
    file = pdf.file if pdf else out
    if file and file.exists() and ctx.first() is None:
        raise taken(file)
    kept: list[bytes] = []

    def keep(data: bytes) -> None:
        if file and data not in kept:
            write_file(file, data)
            kept.append(data)

    if pdf:
        asked = replace(asked, paper=pdf.paper, fonts=pdf.fonts)
    done = posting.post(ctx, asked, keep=keep)
    if file and not ctx.dry_run and not kept:  # A repeated command, whose file may be gone.
        if is_another(file, done.data):
            raise taken(file)
        write_file(file, done.data)
    _say(ctx, done, file)


def _say(ctx: WriteContext, done: SheetPosted, file: Path | None) -> None:
    """Report what was printed; print the text to stdout if there is no file."""
    remarks = _remarks(ctx, done)
    said = lines_of(ctx, done)
    lines = [one for one in remarks if one not in said]
    lines += [f"Written to {file}."] if file and not ctx.dry_run else []
    if file is None and not ctx.manner.as_json:
        speak_of(*done.entries)
        if not _has_shown_tables(ctx, done):
            echo(done.data.decode(), nl=False)
        elif all(event.round == 1 for event in done.rounds):  # Then it is known.
            lines.append(typed(advice("The list by name: {}.", do("pairings", "--by-name"))))
        for line in (*said, *lines, *nexts(ctx, done)):
            echo(shown(line), err=True)
        return
    text = {} if done.printed else {"text": done.data.decode()}
    say(ctx, done, *lines, sha256=done.sha256, remarks=remarks, **text)


def _has_shown_tables(ctx: WriteContext, done: SheetPosted) -> bool:
    """Tell whether the rounds were paired on this line, and so shown by table: `pair; post`."""
    since, t = ctx.manner.since, ctx.after(done.entries)
    return since is not None and all(
        t.rounds[event.pool, event.round].seq > since for event in done.rounds
    )


def _remarks(ctx: WriteContext, done: SheetPosted) -> list[str]:
    """Return remarks: dropped players, names printed as numbers, how to print."""
    t = ctx.after(done.entries)
    pools = {event.pool for event in done.rounds}
    found = [typed(said) for said in to_mend(t, ctx.rules, pools)]
    found += [said for event in done.rounds for said in _left(ctx, t, event)]
    found += as_numbers(done.as_numbers, ctx.book)
    if done.printed and done.printed.backs and done.sheet is PostedSheet.SLIPS:
        found.append("Print on both sides, flipped on the long edge; then cut the stack.")
    return found


def _left(ctx: WriteContext, t: Tournament, event: RoundPosted) -> Iterator[str]:
    """Yield the bracket matches that were lost because a player has dropped.

    None is lost while the cut must be made again: then another player takes the place.
    """
    if event.pool in t.cuts and to_replace(t, event.pool):
        return
    for match, pair in t.rounds[event.pool, event.round].matches() if event.pool in t.cuts else ():
        gone = [player for player in pair if t.players[player].out]
        if gone and match not in t.results:
            who = " and ".join(map(ctx.named, gone))
            have = "has" if len(gone) == 1 else "have"
            yield f"Table {match.table}: {who} {have} dropped, so the match is lost (TOP §3.2)."
