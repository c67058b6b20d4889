"""Writes a view as a PDF: the options `--pdf`, `--paper` and `--font`, and the file itself."""

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from roundbook.cli.args.shared_options import Decorator, option, with_options
from roundbook.cli.args.types import EnumType
from roundbook.cli.printing.fonts import Build, as_numbers, set_with
from roundbook.cli.session.errors import shown
from roundbook.cli.session.named_files import FILE, write_file
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, say_answer
from roundbook.ledger.errors import Refused
from roundbook.ledger.events.posting import Paper
from roundbook.ledger.phrases import phrase
from roundbook.ledger.terms import PlayerId
from roundbook.projections.reports.paper.document import Column, Document, Table, in_words
from roundbook.projections.reports.remarks import unsanctioned
from roundbook.projections.reports.text.tables import Column as TextColumn
from roundbook.projections.reports.text.tables import say, words_of

PAPER = EnumType(Paper)
OPTIONS: tuple[Decorator, ...] = (
    click.option(
        "--pdf",
        type=click.Path(path_type=Path, dir_okay=False),
        help="The PDF file to write, for printing.",
    ),
    option(
        "--paper",
        type=PAPER,
        of="pdf",
        stands_for=("--paper, …", "Paper and fonts for PDFs: `help options`."),
        help="The paper size of the PDF.  [default: a4]",
    ),
    option(
        "--font",
        "fonts",
        type=FILE,
        multiple=True,
        of="pdf",
        help="A font file for names that the built-in fonts cannot show.",
    ),
)


class PdfWritten(Struct, frozen=True, kw_only=True):
    """The result of writing a view as a PDF; `as_numbers` are players whose names no font can show.

    The same entries, fonts and paper always give the same `sha256`.
    """

    tournament: str
    entry: int
    file: str
    sha256: str
    fonts: tuple[str, ...]
    as_numbers: tuple[PlayerId, ...]


class PdfRequest(Struct, frozen=True, kw_only=True):
    """The options of a PDF: the file to write, the paper, and additional fonts."""

    file: Path
    paper: Paper
    fonts: tuple[Path, ...] = ()


def on_paper(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the PDF options to a command, which gets them as `on_paper`: a PdfRequest or None."""

    @wraps(command)
    def taken(
        *args: Any, pdf: Path | None, paper: Paper | None, fonts: tuple[Path, ...], **more: Any
    ) -> Any:
        if not pdf and (fonts or paper):
            raise click.UsageError("--paper and --font can only be used with --pdf FILE.")
        asked = PdfRequest(file=pdf, paper=paper or Paper.A4, fonts=fonts) if pdf else None
        return command(*args, on_paper=asked, **more)

    return with_options(OPTIONS, taken)


def write_pdf(ctx: ReadContext, on_paper: PdfRequest, build: Build, what: str) -> None:
    """Write a view as a PDF and report it. Raises Refused if the file already exists."""
    if on_paper.file.exists():
        raise taken(on_paper.file)
    done = set_with(ctx, build, on_paper.fonts, on_paper.paper)
    write_file(on_paper.file, done.data)
    if ctx.as_json:
        say_answer(
            PdfWritten(
                tournament=ctx.event,
                entry=ctx.t.seq,
                file=str(on_paper.file),
                sha256=done.sha256,
                fonts=done.fonts,
                as_numbers=done.numbers,
            )
        )
        return
    echo(shown(f"{on_paper.file} contains {what}"))
    echo(f"  SHA-256 {done.sha256}")
    for line in as_numbers(done.numbers, ctx.book):
        echo(shown(line), err=True)


def document(
    ctx: ReadContext, title: str, parts: Sequence[Any], *foot: str, about: Sequence[str] = ()
) -> Document:
    """Return a document about a tournament, marked with the latest entry, in its language.

    Sentences `about` it come between the two, under the title.
    """
    moment = phrase("as of entry %(seq)s", seq=ctx.t.seq)
    below = [say(text, ctx) for text in (*about, *unsanctioned(ctx.t.opened), moment)]
    under = " · ".join([ctx.event, *below])
    made = Document(title=title, under=under, parts=tuple(parts), foot=foot)
    return in_words(made, words_of(ctx), ctx.language)


def table(columns: Sequence[TextColumn], rows: Sequence[Sequence[str]], size: float = 10) -> Table:
    """Return a table of the screen as a table for paper."""
    heads = tuple(Column(one.title, right=one.right, wraps=one.wraps) for one in columns)
    return Table(columns=heads, rows=tuple(tuple(row) for row in rows), size=size)


def taken(file: Path) -> Refused:
    """Return the refusal for a file that already exists."""
    hint = "Give another file name: this command does not overwrite files."
    return Refused(f"{file} already exists.", hint=hint)
