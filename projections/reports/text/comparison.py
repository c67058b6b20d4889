"""What an organiser's file says differently from us: as rows of a table, and in one line."""

from ledger.people.book import Book
from projections.compare.official import Comparison
from projections.reports.text.tables import Column
from projections.text import counted

DIFFERENCE_COLUMNS = (
    Column("Division"),
    Column("What"),
    Column("Player", wraps=True),
    Column("File", right=True),
    Column("Ours", right=True),
    Column("Ours by"),
)


def compared_in_words(found: Comparison) -> list[str]:
    """Return what was compared: `35 official places`, `12 seeds`, `12 bracket positions`."""
    return [
        counted(number, what)
        for number, what in (
            (found.places, "official place"),
            (found.seeds, "seed"),
            (found.positions, "bracket position"),
            (found.figures, "published figure"),
            (found.points, "point total"),
            (found.records, "record"),
        )
        if number
    ]


def verdict(found: Comparison) -> str:
    """Return one line on a file that does not differ; nothing to compare is not agreement."""
    if found.nothing:
        return "nothing to compare: there are no official places or seeds yet"
    unplaced = "" if found.places else "no official places yet; "
    return f"{unplaced}no difference in {', '.join(compared_in_words(found))}"


def difference_rows(found: Comparison, book: Book) -> list[list[str]]:
    """Return the differences as rows of a table."""
    return [
        [
            one.division.value,
            one.what,
            f"{book.name(one.player)} ({book.id(one.player) or one.player})",
            "none" if one.said is None else str(one.said),
            "none" if one.ours is None else str(one.ours),
            one.decided_by or "",
        ]
        for one in found.differences
    ]
