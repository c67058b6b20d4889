"""The findings of the lints as a table: entry, lint, and what was found."""

from collections.abc import Iterator, Sequence

from roundbook.ledger.people.book import Book
from roundbook.ledger.phrases import counted
from roundbook.ledger.text import with_names
from roundbook.projections.lints import LINTS, Remark
from roundbook.projections.reports.text.tables import Column, Part, Table

COLUMNS = (
    Column("Entry", right=True),
    Column("Lint"),
    Column("What", wraps=True),
)


def lints_text(found: Sequence[Remark], book: Book, asked: int = len(LINTS)) -> Iterator[Part]:
    """Yield the findings as a table, with names, or that the checks `asked` for found none."""

    def said(message: str) -> str:
        hand, space, rest = message.partition(" ")
        name = book.hand(hand)
        return with_names(f"{name}{space}{rest}", book.named)

    if found:
        yield Table(COLUMNS, [[str(one.seq), one.lint, said(one.message)] for one in found])
    else:
        yield f"nothing found: {counted(asked, 'check was', 'checks were')} made."
