"""Finds the match meant by a table number."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import filterfalse
from typing import Any, NamedTuple

import click
from msgspec import Struct

from roundbook.cli.args.types import MATCH, MATCH_OR_ROUND, OUTCOME, RESULT, RoundId, match_or_round
from roundbook.ledger.people.book import Book
from roundbook.ledger.state.pools import brackets_of
from roundbook.ledger.state.rounds import latest_matches, matches_in_play, undecided
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, Pairing, Pool, Result
from roundbook.ledger.text import joined


class OpenTables(Struct, frozen=True, kw_only=True):
    """The matches that a table number may mean, and facts about every match.

    `running` are those of rounds being played, `resting` those of other latest rounds; a number
    means a running one if possible. `brackets` are the pools in which no match is tied.
    """

    running: tuple[MatchId, ...]
    resting: tuple[MatchId, ...]
    matches: Mapping[MatchId, Pairing]
    results: Mapping[MatchId, Result]
    brackets: frozenset[Pool] = frozenset()

    @property
    def pools(self) -> list[Pool]:
        """Return the pools in play, running ones first."""
        return list(dict.fromkeys(match.pool for match in (*self.running, *self.resting)))

    def at(self, table: int, pool: Pool | None = None) -> list[MatchId]:
        """Return the matches that a table number may mean, in all pools or in one."""
        return _at(self.running, table, pool) or _at(self.resting, table, pool)

    def of_round(self, table: "Table", pool: Pool | None = None) -> list[MatchId]:
        """Return the matches at a table of a round, in all pools or in one."""
        found = (match for match in self.matches if match.round == table.round)
        return _at(found, table.number, pool)


def hall_of(t: Tournament) -> OpenTables:
    """Return the tables of the latest rounds; a bracket hides the Swiss rounds before it."""
    running, resting = list[MatchId](), list[MatchId]()
    for pool in t.latest:
        if _is_followed(t, pool):
            continue
        every, playing = latest_matches(t, pool), matches_in_play(t, pool)
        if not undecided(t, pool, playing):
            playing = []
        running.extend(playing)
        if len(playing) < len(every):
            resting.extend(filterfalse(set(playing).__contains__, every))
    return OpenTables(
        running=tuple(running),
        resting=tuple(resting),
        matches=t.matches,
        results=t.results,
        brackets=frozenset(t.cuts),
    )


def pools_in_hall(t: Tournament) -> list[Pool]:
    """Return the pools of which a table number may mean a match."""
    return [pool for pool in t.latest if not _is_followed(t, pool) and latest_matches(t, pool)]


def _is_followed(t: Tournament, pool: Pool) -> bool:
    ages = t.pods.get(pool, ())
    return any(t.latest.get(bracket) for age in ages for bracket in brackets_of(t, age))


def _at(matches: Iterable[MatchId], table: int, pool: Pool | None) -> list[MatchId]:
    return [match for match in matches if match.table == table and pool in {None, match.pool}]


# A table number instead of a match, wherever one is typed: `extend 12 5`, `what-if 12 2-1`.

_TABLE = re.compile(
    r"(?:(?:table|tisch|mesa|tavolo)[ -]*)?([1-9][0-9]{0,5})\Z", re.ASCII | re.IGNORECASE
)


_ROUND_TABLE = re.compile(r"([1-9][0-9]{0,2})-([1-9][0-9]{0,5})\Z", re.ASCII)
"""A table of an earlier round, `2-12`, where only one pool has it."""


_IN_WORDS = re.compile(
    r"(?:(?P<pool>[a-z][a-z0-9 -]*?),? +)??"
    r"(?:round +(?P<round>[1-9][0-9]{0,2}),? +table +(?P<table>[1-9][0-9]{0,5})"
    r"|table +(?P<first>[1-9][0-9]{0,5})(?:,| of)? +round +(?P<last>[1-9][0-9]{0,2}))\Z",
    re.ASCII | re.IGNORECASE,
)


def in_short(word: str) -> str:
    """Return a match of a round as it is typed, from the words of a page; other texts as they are.

    `Masters A, round 1, table 2` becomes `masters-a-1-2`, and `table 2 of round 1` becomes `1-2`.
    """
    found = _IN_WORDS.match(word.strip())
    if not found:
        return word
    pool = f"{found['pool'].lower().replace(' ', '-')}-" if found["pool"] else ""
    return f"{pool}{found['round'] or found['last']}-{found['table'] or found['first']}"


class Table(NamedTuple):
    """A table number instead of a match, which is looked up in the tournament later.

    Without a round, it is that of the current round.
    """

    number: int
    round: int | None = None


def table_named(word: str) -> Table | None:
    """Return the table in a word: `12`, `table 12`, or `2-12` for table 12 of round 2; or None."""
    word = word.strip()
    if found := _ROUND_TABLE.match(word):
        return Table(int(found[2]), int(found[1]))
    named = _TABLE.match(word)
    return Table(int(named[1])) if named else None


class TableType(click.ParamType[Any]):
    """A match, a table number, or whatever else the argument allows."""

    def __init__(self, other: click.ParamType[Any]) -> None:
        """Set the type for anything that is not a table number."""
        self.name, self._other = other.name, other

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the table, or the value of the other type. A usage error gives the format."""
        if not isinstance(value, str):
            return value
        words, equals, result = value.strip().partition("=")
        table = in_short(words)
        at = table_named(table)
        if not at:
            return self._other.convert(f"{table}{equals}{result}", param, ctx)
        return (at, RESULT.convert(result, param, ctx)) if equals else at


AT_TABLE, AT_TABLE_OR_ROUND = TableType(MATCH), TableType(MATCH_OR_ROUND)
OUTCOME_AT_TABLE = TableType(OUTCOME)


def match_at(table: Table, t: Tournament) -> MatchId:
    """Return the match at a table. Raises a usage error if there is none, or more than one."""
    return match_in(table, None, hall_of(t))


def match_in(table: Table, pool: Pool | None, hall: OpenTables) -> MatchId:
    """Return the match at a table, in any pool or in one. Raises a usage error like match_at."""
    found = hall.at(table.number, pool) if table.round is None else hall.of_round(table, pool)
    if not found:
        raise click.UsageError(no_table(table, pool, hall))
    if len(found) > 1:
        pools, names = joined([match.pool for match in found]), " or ".join(map(str, found))
        raise click.UsageError(f"{_said(table)} is used in {pools}; use {names} instead.")
    return found[0]


def with_matches(typed: Any, t: Tournament) -> Any:
    """Return what was typed, with tables replaced by their matches."""
    if isinstance(typed, Table):
        return match_at(typed, t)
    return tuple(with_matches(one, t) for one in typed) if type(typed) is tuple else typed


def matches_in(options: Mapping[str, Any], t: Tournament) -> dict[str, Any]:
    """Return a command's arguments with tables replaced by their matches."""
    return {name: with_matches(typed, t) for name, typed in options.items()}


def place_meant(word: str, t: Tournament, book: Book) -> MatchId | RoundId | None:
    """Return the match or round meant by a word, also by table number; None for a player.

    A number that is somebody's Player ID means that player.
    """
    word = in_short(word)
    place = match_or_round(word)
    table = table_named(word)
    if place or not table or any(book.id(player) == word for player in t.players):
        return place
    return match_at(table, t) if table.round or hall_of(t).at(table.number) else None


def _said(table: Table) -> str:
    return f"table {table.number}" + (f" of round {table.round}" if table.round else "")


def no_table(table: Table, pool: Pool | None, hall: OpenTables) -> str:
    """Return the message that there is no such table, with those that there are."""
    latest = (*hall.running, *hall.resting)
    of = latest if table.round is None else [m for m in hall.matches if m.round == table.round]
    tables = sorted({match.table for match in of if pool in {None, match.pool}})
    where = f" in {pool}" if pool else ""
    if not tables and table.round and latest:
        return f"there is no {_said(table)}{where}: round {table.round} is not paired."
    if not tables:
        return f"there is no {_said(table)}: no round is paired."
    are = (
        f"the tables are {_ranges(tables)}" if len(tables) > 1 else f"the only table is {tables[0]}"
    )
    return f"there is no {_said(table)}{where}; {are}."


def _ranges(tables: Sequence[int]) -> str:
    """Return sorted numbers as ranges: `1 to 9, 11, 13 to 20`."""
    starts = [n for n in tables if n - 1 not in tables]
    ends = [n for n in tables if n + 1 not in tables]
    pairs = zip(starts, ends, strict=True)
    return ", ".join(f"{a} to {b}" if a < b else f"{a}" for a, b in pairs)
