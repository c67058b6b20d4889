"""A view as PDF: the paper that is asked for, the fonts that it takes, and the file."""

import re
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import replace

from cli.counting import counted
from cli.explain import shown
from cli.fonts import Fonts, fonts_for
from cli.options import Decorator
from cli.reading import Reading
from cli.sanction import unsanctioned
from cli.tables import Column as TextColumn
from ledger.errors import Refused, Unreadable
from ledger.hall import Paper
from ledger.people import Book
from ledger.terms import PlayerId
from projections.reports.paper.document import Column, Document, Table, texts
from projections.reports.paper.flow import as_pdf

_NUMBERS = re.compile(r"\bp[1-9][0-9]*\b")

OPTIONS: tuple[Decorator, ...] = (
    click.option(
        "--pdf",
        type=click.Path(path_type=Path, dir_okay=False),
        help="Write it into this file, as PDF for the printer.",
    ),
    click.option(
        "--paper",
        type=click.Choice([paper.value for paper in Paper]),
        default=Paper.A4.value,
        help="The paper of a PDF.  [default: a4]",
    ),
    click.option(
        "--font",
        "fonts",
        type=click.Path(path_type=Path, exists=True, dir_okay=False),
        multiple=True,
        help="A font file for names that the PDF cannot show otherwise.",
    ),
)


class Asked(Struct, frozen=True, kw_only=True):
    """The PDF that somebody asks for: into which file, on which paper, with which fonts besides."""

    file: Path
    paper: Paper
    fonts: tuple[Path, ...] = ()


class Draft(Struct, frozen=True, kw_only=True):
    """A print before it is set: every text on it, and how it becomes a file with its fonts."""

    texts: Sequence[str]
    press: Callable[[Fonts], bytes]


class Done(Struct, frozen=True, kw_only=True):
    """A print that is set: its bytes, the fonts beside ours, and who stands there as a number."""

    data: bytes
    fonts: tuple[str, ...]
    numbers: tuple[PlayerId, ...]

    @property
    def sha256(self) -> str:
        """The digest of exactly what is printed."""
        return sha256(self.data).hexdigest()


def asked(pdf: Path | None, paper: str, fonts: tuple[Path, ...]) -> Asked | None:
    """Return what is asked for; raises a usage error where there is paper and no file."""
    if pdf:
        return Asked(file=pdf, paper=Paper(paper), fonts=fonts)
    if fonts or paper != Paper.A4:
        raise click.UsageError("--paper and --font belong to --pdf FILE.")
    return None


def on_paper(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of a PDF, and `on_paper`: what of it is asked for, or None."""

    def taken(
        *args: Any, pdf: Path | None, paper: str, fonts: tuple[Path, ...], **more: Any
    ) -> Any:
        return command(*args, on_paper=asked(pdf, paper, fonts), **more)

    taken.__doc__ = command.__doc__
    taken.__dict__.update(command.__dict__)
    done: Callable[..., Any] = taken
    for option in reversed(OPTIONS):
        done = option(done)
    return done


def set_with(
    reading: Reading, draft: Callable[[Reading], Draft], fonts: Fonts | Sequence[Path]
) -> Done:
    """Return a print; whose name cannot be set stands there as a number, never as other signs.

    `fonts` are the very fonts, or files that may be used beside ours and those of the machine.
    """
    made = draft(reading)
    chosen = fonts if isinstance(fonts, Fonts) else fonts_for(made.texts, fonts)
    unset = tuple(p for p in reading.book.players if not chosen.type.sets(reading.name(p)))
    if unset:
        known = {p: one for p, one in reading.book.players.items() if p not in unset}
        book: Book = replace(reading.book, players=known)
        made = draft(replace(reading, book=book))
    there = {word for text in made.texts for word in _NUMBERS.findall(text)}
    numbers = tuple(p for p in unset if p in there)
    return Done(data=made.press(chosen), fonts=chosen.used(made.texts), numbers=numbers)


def of_document(build: Callable[[Reading], Document], paper: Paper) -> Callable[[Reading], Draft]:
    """Return how a document becomes a print."""

    def draft(reading: Reading) -> Draft:
        document = build(reading)
        return Draft(
            texts=texts(document),
            press=lambda fonts: as_pdf(document, paper=paper, type_=fonts.type),
        )

    return draft


def write_pdf(
    reading: Reading, on_paper: Asked, draft: Callable[[Reading], Draft], what: str
) -> None:
    """Write a view as PDF and say so; raises Refused where the file is there already."""
    if on_paper.file.exists():
        raise taken(on_paper.file)
    done = set_with(reading, draft, on_paper.fonts)
    write(on_paper.file, done.data)
    click.echo(shown(f"{on_paper.file} holds {what}, SHA-256 {done.sha256}"))
    for line in as_numbers(done, reading.book):
        click.echo(shown(line), err=True)


def document(reading: Reading, title: str, parts: Sequence[Any], *foot: str) -> Document:
    """Return a print of a tournament, as of the moment of the reading."""
    moment = f"as of entry {reading.t.seq}"
    under = " · ".join([reading.event, *unsanctioned(reading.t.opened), moment])
    return Document(title=title, under=under, parts=tuple(parts), foot=foot)


def table(columns: Sequence[TextColumn], rows: Sequence[Sequence[str]], size: float = 10) -> Table:
    """Return a table of the screen as one on paper."""
    heads = tuple(Column(one.title, right=one.right, wraps=one.wraps) for one in columns)
    return Table(columns=heads, rows=tuple(tuple(row) for row in rows), size=size)


def as_numbers(done: Done, book: Book) -> list[str]:
    """Return who stands on a print as a number, and what to do about it."""
    if not done.numbers:
        return []
    who = ", ".join(f"{player} ({book.name(player)})" for player in done.numbers)
    one = len(done.numbers) == 1
    said = "name needs a font that is not here, and stands" if one else "names need fonts that"
    more = "as a number" if one else "are not here, and stand as numbers"
    return [
        f"{counted(len(done.numbers), 'player')}: the {said} {more}: {who}",
        "  hint: Name a font with --font FILE, or print the page from a browser.",
    ]


def taken(file: Path) -> Refused:
    """Return that a file is there already."""
    return Refused(f"{file} is there already.", hint="Name another file: nothing is written over.")


def write(file: Path, data: bytes) -> None:
    """Write a file; raises Unreadable with the reason why it cannot be."""
    try:
        file.write_bytes(data)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        msg = f"{file} cannot be written: {reason}."
        raise Unreadable(msg, where=str(file), hint="Name another file, and print again.") from None
