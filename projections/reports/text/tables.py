"""Tables and paragraphs as plain lines, 80 columns wide."""

from collections.abc import Iterable, Sequence
from gettext import NullTranslations
from typing import TYPE_CHECKING, NamedTuple, Protocol

from roundbook.ledger.terms import Actor, PlayerId
from roundbook.ledger.text import cells, cells_of, with_number
from roundbook.projections.reports.languages import phrased, translations

if TYPE_CHECKING:  # A table of a shelf is quicker without what a tournament consists of.
    from roundbook.ledger.people.book import Book
    from roundbook.ledger.rulesets.ruleset import Ruleset
    from roundbook.ledger.state.tournament import Tournament

WIDTH = 80
"""Columns of a plain table, whatever the terminal: piped output is the same everywhere."""

GAP, NARROWEST = 2, 12
"""Columns between two cells, and the minimum width of a column that wraps."""


class Column(NamedTuple):
    """A column's title, and whether its cells are right-aligned, as numbers are.

    A column that `wraps` continues on the next line if it is too narrow: text that a person should
    read is never cut off. One with a `least` width narrows to it before any other column does, so
    that names are broken last.
    """

    title: str
    right: bool = False
    wraps: bool = False
    least: int = 0


def lines(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table as aligned plain lines, titles first, within `WIDTH` if possible.

    Raise ValueError if a row does not have one cell per column.
    """
    return [line for row in lines_of_rows(columns, rows, WIDTH) for line in row]


def lines_of_rows(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], most: int
) -> list[list[str]]:
    """Return the lines of each row, titles first, within `most` columns if possible."""
    table = [[column.title for column in columns], *rows]
    for row in table:
        if len(row) != len(columns):
            raise ValueError(f"a row has {len(row)} cells for {len(columns)} columns")
    widths = [max(map(cells_of, cells)) for cells in zip(*table, strict=True)]
    wrapping = [index for index, column in enumerate(columns) if column.wraps]
    while sum(widths) + GAP * (len(widths) - 1) > most:
        first = [i for i in wrapping if 0 < columns[i].least < widths[i]]
        widest = max(first or wrapping, key=lambda index: widths[index], default=None)
        if widest is None or widths[widest] <= NARROWEST:
            break
        widths[widest] -= 1
    return [_row(columns, row, widths) for row in table]


def _row(columns: Sequence[Column], row: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Return one row, with as many lines as its longest cell needs."""
    parts = [
        wrapped(cell, width) if column.wraps else [cell]
        for column, cell, width in zip(columns, row, widths, strict=True)
    ]
    found = []
    for number in range(max(map(len, parts))):
        cells = [part[number] if number < len(part) else "" for part in parts]
        padded = [
            _padded(cell, width, right=column.right)
            for column, cell, width in zip(columns, cells, widths, strict=True)
        ]
        found.append((" " * GAP).join(padded).rstrip())
    return found


def _padded(cell: str, width: int, *, right: bool) -> str:
    space = " " * (width - cells_of(cell))
    return space + cell if right else cell + space


def wrapped(text: str, width: int) -> list[str]:
    """Return a text as lines of at most `width` columns, broken between words if possible."""
    if cells_of(text) <= width and not text.startswith(" "):
        return [text]  # Nearly every cell.
    found = [""]
    for word in text.split(" "):
        joined = f"{found[-1]} {word}" if found[-1] else word
        if cells_of(joined) <= width:
            found[-1] = joined
            continue
        if found[-1]:
            found.append("")
        for character in word:
            if found[-1] and cells_of(found[-1]) + cells(character) > width:
                found.append("")
            found[-1] += character
    return found


class Table(NamedTuple):
    """A table within a text; the caller knows how wide it may be."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]


Part = str | Table
"""A part of an answer: a line, or a table."""


# What texts are made from: the tournament, the names, and the language.


class Reading(Protocol):
    """What texts are made from: a tournament up to a moment, its rules, the names, a language."""

    @property
    def t(self) -> "Tournament":
        """The tournament."""

    @property
    def rules(self) -> "Ruleset":
        """The edition under which it is played."""

    @property
    def book(self) -> "Book":
        """The names of the players and the staff."""

    @property
    def language(self) -> str:
        """The language of the text, as a two-letter code."""

    @property
    def width(self) -> int:
        """The columns of a line: those of a plain table, or more than any line on a page."""

    def name(self, player: PlayerId) -> str:
        """Return a player's name, or the number."""


def words_of(ctx: Reading) -> NullTranslations:
    """Return the message catalogue of the language of a reading."""
    return translations(ctx.language)


def say(text: str, ctx: Reading) -> str:
    """Return a sentence in the language of a reading; a name or a figure stays as it is."""
    from roundbook.ledger.rulesets.wording import cited_in

    return cited_in(phrased(text, words_of(ctx)), ctx.rules)


def table_in(
    columns: Sequence[Column], rows: Iterable[Sequence[str]], words: NullTranslations
) -> tuple[list[Column], list[list[str]]]:
    """Return a table with its titles and phrases in the language of a catalogue."""
    titled = [one._replace(title=phrased(one.title, words)) for one in columns]
    return titled, [[phrased(cell, words) for cell in row] for row in rows]


# The names of players and staff in a text.


def named(ctx: Reading, player: PlayerId) -> str:
    """Return a player's name and number; only the number if the name was erased."""
    return with_number(player, ctx.book.name(player))


def person(ctx: Reading, player: PlayerId) -> str:
    """Return a player's own name and number, also of one who represents a team."""
    from roundbook.ledger.people.book import own_name

    return with_number(player, own_name(ctx.book, ctx.t, player))


def who_wrote(ctx: Reading, hand: Actor) -> str:
    """Return who wrote an entry: the name, with role and station if they say more."""
    name = ctx.book.hand(hand.id)
    more = [word for word in (hand.role.value, hand.station) if word not in {name, "desk"}]
    return f"{name} ({', '.join(more)})" if more else name
