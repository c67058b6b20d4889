"""The hall screen: names with tables, in pages that can be read from the last row."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from msgspec import Struct

from roundbook.ledger.terms import Division
from roundbook.projections.reports.lists import Board, ByName
from roundbook.projections.reports.names import bare, by_last_name, letter

Item = TypeVar("Item")

COLUMNS, ROWS = 4, 12
A_PAGE = COLUMNS * ROWS
"""How many names fit on a page: two hundred names take five pages of six seconds."""

WIDE, WIDEST = 14, 20
"""Longer names are set smaller, and even longer ones on two lines."""


class Part(NamedTuple):
    """The part of all names that a screen shows, such as the second of three."""

    number: int
    of: int


WHOLE = Part(1, 1)


def part(text: str) -> Part | None:
    """Return a part from text such as `2/3`; None if it is not valid."""
    number, slash, of = text.partition("/")
    if not (
        slash and all(one.isascii() and one.isdigit() and len(one) < 3 for one in (number, of))
    ):
        return None
    found = Part(int(number), int(of))
    return found if 1 <= found.number <= found.of else None


def of_part(items: Sequence[Item], which: Part) -> Sequence[Item]:
    """Return a screen's share: each item is on one screen, in order, shared out equally."""
    number, of = which
    return items[len(items) * (number - 1) // of : len(items) * number // of]


def evenly(items: Sequence[Item]) -> list[Sequence[Item]]:
    """Return the items in as few pages as possible, all of them about equally full."""
    pages = -(-len(items) // A_PAGE)
    return [of_part(items, Part(number, pages)) for number in range(1, pages + 1)]


def shape(size: int) -> str:
    """Return the CSS class of a page of names: as few columns as possible, about equally full."""
    columns, rows = _grid(size)
    return f"c{columns} r{rows}" if columns > 1 else f"c{columns}"


def _grid(size: int) -> tuple[int, int]:
    """Return how many columns a page has, and how many rows."""
    columns = -(-size // ROWS)
    return columns, -(-size // columns)


# A page of names.


class WallLine(Struct, frozen=True, kw_only=True):
    """A player's line; `letter` is set if the names of another letter begin here.

    `division` is the opponent's, where several play.
    """

    one: ByName
    letter: str
    division: Division | None

    @property
    def width(self) -> str:
        """The CSS class that makes the name fit."""
        letters = len(bare(self.one.name))
        return "n3" if letters > WIDEST else "n2" if letters > WIDE else ""


class WallPage(Struct, frozen=True, kw_only=True):
    """A page of names, with its first and last letter: `F–L`."""

    letters: str
    lines: tuple[WallLine, ...]


def pages(boards: Iterable[Board], which: Part = WHOLE) -> list[WallPage]:
    """Return the names of all rounds in one order, page by page.

    If there are several rounds, or a round has several divisions, each opponent has theirs. Nobody
    is sent to a 3rd-place match that is over while the final is played.
    """
    boards = list(boards)
    mixed = len(boards) > 1 or any(board.mixed for board in boards)
    every = [(one, board.round.open) for board in boards for one in board.names]
    waits = [one for one, still in every if not one.third_place or one.match in still]
    names = waits or [one for one, _ in every]
    names.sort(key=lambda one: by_last_name(one.name))
    return [_page(some, mixed=mixed) for some in evenly(of_part(names, which))]


def _page(names: Sequence[ByName], *, mixed: bool) -> WallPage:
    """Return a page; each column begins with the letter of its names."""
    under = [letter(one.name) for one in names]
    _, rows = _grid(len(names))
    lines = [
        WallLine(
            one=one,
            letter=under[at] if at % rows == 0 or under[at] != under[at - 1] else "",
            division=one.against if mixed else None,
        )
        for at, one in enumerate(names)
    ]
    first, last = under[0], under[-1]
    return WallPage(letters=first if first == last else f"{first}–{last}", lines=tuple(lines))
