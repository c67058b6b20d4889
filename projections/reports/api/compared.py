"""Answers that compare two sources: a file with ours, two ledgers, or two editions."""

from collections.abc import Iterable

from msgspec import Struct

from roundbook.ledger.people.book import Book
from roundbook.ledger.terms import Division, PlayerId
from roundbook.projections.compare.ledgers import Difference as FactDifference
from roundbook.projections.compare.official import Comparison, What
from roundbook.projections.compare.pairing_quality import Judged
from roundbook.projections.explain.other_editions import Compared
from roundbook.projections.reports.api.basics import taken
from roundbook.projections.reports.api.standings import Standings


class DifferenceLine(Struct, frozen=True, kw_only=True):
    """A place, seed, position or figure that differs between a file and ours.

    `said` and `ours` are null if there is none; `decided_by` is the tiebreak that decided ours;
    `cause` is why they differ, `also` the second cause if it takes two.
    """

    division: Division
    what: What
    player: PlayerId
    name: str
    id: str | None
    said: int | str | None
    ours: int | str | None
    decided_by: str | None
    cause: str | None = None
    also: str | None = None


class ComparedFile(Struct, frozen=True, kw_only=True):
    """An organiser's file: how much of it was compared, the differences, and its Swiss rounds."""

    file: str
    divisions: int
    places: int
    seeds: int
    positions: int
    figures: int
    points: int
    records: int
    differences: tuple[DifferenceLine, ...]
    pairings: tuple[Judged, ...]


class Replay(Struct, frozen=True, kw_only=True):
    """A tournament replayed from its first entry, and the standings that come out.

    `compared` is null if no file recorded the places, or if the replay ended early, after round
    `until`. `differences` are sentences on what else was recorded and does not follow.
    """

    compared: ComparedFile | None
    standings: Standings
    until: int | None = None
    differences: tuple[str, ...] = ()


class FactLine(Struct, frozen=True, kw_only=True):
    """A fact that differs between two sources; null if one of them does not have it."""

    where: str
    what: str
    first: str | None
    second: str | None


class TwoAccounts(Struct, frozen=True, kw_only=True):
    """The differences between two ledgers, or a ledger and a file.

    `more_entries` are the numbers of entries that only one of two copies of a ledger has.
    """

    first: str
    second: str
    differences: tuple[FactLine, ...]
    more_entries: tuple[int, ...] = ()


class EditionsCompared(Struct, frozen=True, kw_only=True):
    """The players whose place differs under other editions, and the clause behind it."""

    ledger: str
    edition: str
    editions: tuple[Compared, ...]
    names: dict[PlayerId, str]


def compared_file(
    file: str, found: Comparison, book: Book, rounds: Iterable[Judged] = ()
) -> ComparedFile:
    """Return a comparison, with the names and Player IDs of the players concerned."""
    return taken(
        ComparedFile,
        found,
        file=file,
        differences=tuple(
            taken(DifferenceLine, one, name=book.name(one.player), id=book.id(one.player))
            for one in found.differences
        ),
        pairings=tuple(rounds),
    )


def two_accounts(first: str, second: str, found: Iterable[FactDifference]) -> TwoAccounts:
    """Return the differences between two sources."""
    lines = (taken(FactLine, one.fact, first=one.left, second=one.right) for one in found)
    return TwoAccounts(first=first, second=second, differences=tuple(lines))
