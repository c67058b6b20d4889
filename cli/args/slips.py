"""Reads match slips: the rows of a list of results, as values."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import click
from msgspec import Struct

from roundbook.cli.args.players import find_player
from roundbook.cli.args.table_numbers import AT_TABLE, with_matches
from roundbook.cli.args.types import RESULT
from roundbook.ledger.errors import Refused
from roundbook.ledger.people.book import Book
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, PlayerId, Result

if TYPE_CHECKING:
    from roundbook.ledger.importers.lists.results import ResultRow

Taking = TypeVar("Taking")


class Slip(Struct, frozen=True, kw_only=True):
    """The slip of a match: its result, and the players who drop.

    `reason` is why it replaces a recorded result (TOP §4), `line` where it is in a list.
    """

    match: MatchId
    result: Result
    leaving: tuple[PlayerId, ...] = ()
    reason: str | None = None
    line: int = 0


class SlipList(Struct, frozen=True, kw_only=True):
    """A list of results: its name, its slips, and how it was read, in words.

    `byes` and `still_out` count the rows without a result: those without a table, and the others.
    """

    where: str
    slips: tuple[Slip, ...]
    read_as: str
    byes: int = 0
    still_out: int = 0


def read_slips(
    data: bytes, where: str, t: Tournament, book: Book, *, encoding: str | None = None
) -> SlipList:
    """Return the slips in a list. Raises Unreadable with every line that is wrong."""
    from roundbook.ledger.importers.lists import results  # Only needed for lists.

    slips, mistakes = list[Slip](), list[tuple[int, str]]()
    found = results.read(data, where, encoding)
    for row in found.rows:
        slip, wrong = _slip_of(row, t, book)
        mistakes += [(row.line, one) for one in wrong]
        slips += [slip] if slip else []
    if mistakes:
        raise results.source_of(where).all_wrong(mistakes)
    return SlipList(
        where=where,
        slips=tuple(slips),
        read_as=found.taken.in_words,
        byes=found.byes,
        still_out=found.still_out,
    )


def _slip_of(row: "ResultRow", t: Tournament, book: Book) -> tuple[Slip | None, list[str]]:
    """Return a row's slip, or None and everything that is wrong with it."""
    wrong: list[str] = []

    def taken(read: Callable[[], Taking]) -> Taking | None:
        try:
            return read()
        except (click.UsageError, Refused) as mistake:
            wrong.append(mistake.message.rstrip("."))
            return None

    match = taken(lambda: with_matches(AT_TABLE.convert(row.match, None, None), t))
    result = taken(lambda: RESULT.convert(row.result, None, None))
    leaving = taken(lambda: tuple(find_player(who, t, book) for who in row.leaving))
    if wrong or match is None or result is None:
        return None, wrong
    return Slip(line=row.line, match=match, result=result, leaving=leaving or ()), []
