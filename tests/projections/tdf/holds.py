"""What a `.tdf` file can hold of a tournament, reckoned from the fold alone: an oracle of its own.

Of a ledger that roundbook ran and of the one that its file tells when it is imported, this has to
be the same. Left out is what such a file has no place for: games, reasons, hands, chance, decks.
"""

from typing import NamedTuple

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.importers.tdf.reader import official, read
from roundbook.ledger.people.book import Book, BookEntry, Person
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.divisions import division_of
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Player, Tournament
from roundbook.ledger.terms import Division, PlayerId, Verdict
from roundbook.projections.compare.official import Comparison, compare
from tests.ledger.tdf_told import told

SALT = "A" * 43


class Held(NamedTuple):
    """What a file holds: who they are, who met whom with which outcome, and who played on."""

    players: dict[PlayerId, tuple[str, bool, frozenset[int], int | None, bool]]
    pods: dict[str, tuple[Division, ...]]
    matches: dict[tuple[int, frozenset[PlayerId]], tuple[int, str]]
    byes: dict[tuple[int, PlayerId], str]
    seeds: dict[Division | None, tuple[PlayerId, ...]]
    thirds: set[frozenset[PlayerId]]
    closed: bool


def _lost(t: Tournament, player: Player) -> frozenset[int]:
    """Return the rounds that a player has lost without an opponent."""
    absent = {one.number for one in t.rounds.values() if player.id in one.absent}
    return frozenset(absent.union(range(1, player.losses + 1), player.missed))


def held(t: Tournament) -> Held:
    """Return what a file can hold of a tournament."""
    players = {
        one.id: (age_of(one.division), one.late, _lost(t, one), one.after, one.disqualified)
        for one in t.players.values()
    }
    matches = {
        (match.round, frozenset(pair)): (match.table, outcome(t, *match))
        for match, pair in t.matches.items()
    }
    byes = {
        (one.number, bye.player): bye.kind.value for one in t.rounds.values() for bye in one.byes
    }
    return Held(
        players=players,
        pods={pool: tuple(ages) for pool, ages in t.pods.items()},
        matches=matches,
        byes=byes,
        seeds={cut.division: cut.seeds for cut in t.cuts.values()},
        thirds={frozenset(t.matches[match]) for match in t.playoffs.values()},
        closed=t.closed is not None,
    )


def age_of(division: Division) -> str:
    """Who plays as Open beside others has a year of birth that makes a Master in the file."""
    return (Division.MASTERS if division is Division.OPEN else division).value


def outcome(t: Tournament, pool: str, number: int, table: int) -> str:
    """Return how a match counts, as who wins by number; a match that stays open was not played.

    Who leaves a bracket has lost there, whatever was reported (TOP §3.2).
    """
    match = next(one for one in t.matches if one == (pool, number, table))
    first, second = t.matches[match]
    result = t.results.get(match)
    verdict = result.verdict if result else None
    if pool in t.cuts and verdict is not Verdict.DOUBLE_LOSS:
        gone = [_gone(t, player, number, reported=verdict) for player in (first, second)]
        if all(gone):
            verdict = Verdict.DOUBLE_LOSS
        elif any(gone):
            verdict = Verdict.SECOND if gone[0] else Verdict.FIRST
    if verdict in {None, Verdict.UNPLAYED}:
        over = t.closed is not None or number < t.latest.get(match.pool, 0)
        return "not played" if over else "open"
    won = {Verdict.FIRST: first, Verdict.SECOND: second}
    return won.get(verdict, verdict.value)


def _gone(t: Tournament, player: PlayerId, number: int, *, reported: Verdict | None) -> bool:
    known = t.players[player]
    if known.after is None or known.after > number:
        return False
    return not (known.told_out and reported)


def book_of(t: Tournament, rules: Ruleset) -> Book:
    """Return names for everybody, with a Player ID and a year of birth that fits the division."""
    assert t.opened
    born, start = range(2015, 1950, -1), t.opened.start
    years = {
        age: next((year for year in born if division_of(year, start, rules) == age), 1990)
        for age in {one.division for one in t.players.values()}
    }
    return Book(
        players={
            one.id: BookEntry(
                person=Person(
                    name=f"Zoë O'Neill-{one.id[1:]} <&>",
                    id=str(1000 + int(one.id[1:])),
                    birth_year=years[one.division],
                ),
                salt=SALT,
            )
            for one in t.players.values()
        }
    )


def reread(data: bytes, edition: str) -> tuple[Tournament, Comparison]:
    """Return the tournament that a file tells, and how its official places agree with ours."""
    acts = told(data, edition)[1]
    happened = [event for act in acts for event in act]
    return compare(happened, load(edition), official(read(data)))


def edition_of(entries: list[Entry]) -> str:
    """Return the edition by which a tournament is played."""
    opened = entries[0].events[0]
    assert isinstance(opened, ev.TournamentOpened)
    return opened.edition
