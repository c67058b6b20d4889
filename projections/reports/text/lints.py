"""What breaks no rule and is worth a look, as a table: which entry, by which name, what it is."""

from collections.abc import Iterator, Sequence

from ledger.people.book import Book
from ledger.terms import HandId
from ledger.text import with_names
from projections.lints.catalogue import LINTS, Remark
from projections.reports.text.tables import Column, Part, Table

COLUMNS = (
    Column("Entry", right=True),
    Column("Lint"),
    Column("What", wraps=True),
)


def lints_text(found: Sequence[Remark], book: Book) -> Iterator[Part]:
    """Yield what was found as a table, with the names of staff and players; or that nothing was."""

    def said(message: str) -> str:
        hand, space, rest = message.partition(" ")
        name = book.hands.get(HandId(hand), hand)
        return with_names(f"{name}{space}{rest}", book.named)

    if found:
        yield Table(COLUMNS, [[str(one.seq), one.lint, said(one.message)] for one in found])
    else:
        yield f"nothing found: {len(LINTS)} checks were made."
