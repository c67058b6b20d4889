"""What breaks no rule and is worth a look, as a table: which entry, by which name, what it is."""

from collections.abc import Iterator, Sequence

from projections.lints.catalogue import LINTS, Remark
from projections.reports.text.tables import Column, Part, Table

COLUMNS = (
    Column("Entry", right=True),
    Column("Lint"),
    Column("What", wraps=True),
)


def lints_text(found: Sequence[Remark]) -> Iterator[Part]:
    """Yield what was found as a table, or that nothing was."""
    if found:
        yield Table(COLUMNS, [[str(one.seq), one.lint, one.message] for one in found])
    else:
        yield f"nothing to see: {len(LINTS)} things were looked for."
