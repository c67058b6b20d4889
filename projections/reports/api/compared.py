"""The answers about two accounts of one event: a file beside ours, two ledgers, two editions."""

from collections.abc import Iterable

from msgspec import Struct

from ledger.people.book import Book
from ledger.terms import Division, PlayerId
from projections.compare.facts import Difference as FactDifference
from projections.compare.official import Comparison, What
from projections.compare.pairing_quality import Judged
from projections.explain.other_editions import Compared
from projections.reports.api.basics import taken
from projections.reports.api.places import Standings


class DifferenceLine(Struct, frozen=True, kw_only=True):
    """A place, seed, position or figure that a file says otherwise than we do.

    `said` and `ours` are null where there is none; `decided_by` is the clause that gave ours.
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


class ComparedFile(Struct, frozen=True, kw_only=True):
    """An organiser's file: how much of it was compared, what differs, and its rounds of Swiss."""

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
    """A tournament that was followed from its first entry on, and the standings that come out.

    `compared` is null where no file recorded the places, and where the replay ended early, after
    round `until`. `differences` are sentences on what else was recorded and does not follow.
    """

    compared: ComparedFile | None
    standings: Standings
    until: int | None = None
    differences: tuple[str, ...] = ()


class FactLine(Struct, frozen=True, kw_only=True):
    """A fact that two accounts tell otherwise; null where one of them does not tell it."""

    where: str
    what: str
    first: str | None
    second: str | None


class TwoAccounts(Struct, frozen=True, kw_only=True):
    """What two ledgers, or a ledger and a file, tell otherwise.

    `more_entries` are the numbers of those that only one of two copies of a ledger has.
    """

    first: str
    second: str
    differences: tuple[FactLine, ...]
    more_entries: tuple[int, ...] = ()


class EditionsCompared(Struct, frozen=True, kw_only=True):
    """Whose place is another under other editions, and by which clause."""

    ledger: str
    edition: str
    editions: tuple[Compared, ...]
    names: dict[PlayerId, str]


def compared_file(
    file: str, found: Comparison, book: Book, rounds: Iterable[Judged] = ()
) -> ComparedFile:
    """Return a comparison, with the names and Player IDs of those whom it is about."""
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
    """Return what two accounts tell otherwise."""
    lines = (taken(FactLine, one.fact, first=one.left, second=one.right) for one in found)
    return TwoAccounts(first=first, second=second, differences=tuple(lines))
