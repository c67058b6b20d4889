"""An event as somebody else has published it: who met whom, what came of it, and their figures."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ledger import events as ev
from ledger.event import Told
from ledger.importers.official import OfficialPlaces
from ledger.people import Person
from ledger.rulesets.divisions import pool_name
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import (
    Bye,
    Division,
    MatchId,
    Pairing,
    PlayerId,
    Pool,
    Result,
    Style,
    Verdict,
)

Figure = Literal["Win %", "Op Win %", "Op Op Win %", "Game Win %", "Op Game Win %"]
Seeded = Callable[[Sequence[ev.AnyEvent], Sequence[PlayerId]], Sequence[PlayerId]]
"""Puts those who play on in order of seed, by what was told up to then: such files name none."""

CUT = Pool("masters-cut")


class Line(Struct, frozen=True, kw_only=True):
    """A player: the place and the figures that were published; the last round, for who left."""

    person: Person
    place: int | None = None
    left: int | None = None
    disqualified: bool = False
    points: int | None = None
    figures: dict[Figure, Fraction] = {}


class Meeting(Struct, frozen=True, kw_only=True):
    """A match of two players by their number from 1, or a bye of one; None has no result."""

    players: tuple[int, ...]
    result: Result | None = None
    table: int | None = None


class Published(Struct, frozen=True, kw_only=True):
    """A published event: `swiss` counts its Swiss rounds; after `first_day` not all play on."""

    name: str
    edition: str
    lines: tuple[Line, ...]
    rounds: tuple[tuple[Meeting, ...], ...]
    swiss: int
    first_day: int | None = None
    warnings: tuple[str, ...] = ()

    def people(self) -> list[Person]:
        """Return who the players are; the nth becomes p<n>."""
        return [line.person for line in self.lines]

    def official(self, rules: Ruleset) -> OfficialPlaces:
        """Return the places that were published."""
        placed = [(_player(n), line.place) for n, line in enumerate(self.lines, start=1)]
        out = tuple(player for player, place in placed if place is None)
        return OfficialPlaces(
            places={_division(rules): tuple((p, place) for p, place in placed if place)},
            unfinished={_division(rules): out} if out else {},
            seeds={},
            orders={},
        )

    def figures(self) -> dict[PlayerId, dict[Figure, Fraction]]:
        """Return the figures that were published, player by player."""
        return {_player(n): line.figures for n, line in enumerate(self.lines, start=1)}


def tell_published(  # noqa: PLR0913 - as `tell` of a save, and what such files lack.
    event: Published,
    *,
    sha256: str,
    rules: Ruleset,
    edition_sha256: str,
    tournament: str,
    commitments: Sequence[str],
    start: date,
    seeded: Seeded,
) -> list[tuple[ev.AnyEvent, ...]]:
    """Return the events of a published event, one tuple per entry; `start` is its first day.

    Nobody's year of birth is published: all are Masters, where the edition knows divisions.
    """
    told = Told(sha256=sha256)
    happened: list[ev.AnyEvent] = []
    opening = ev.TournamentOpened(
        told=told,
        tournament=tournament,
        name=event.name,
        edition=rules.edition,
        edition_sha256=edition_sha256,
        style=Style.SWISS_PLUS_CUT if len(event.rounds) > event.swiss else Style.SWISS,
        start=start,
    )
    order = lambda players: seeded(happened, players)  # noqa: E731 - it is told as we go.
    division = _division(rules)
    happened += [opening, *_registered(told, division, commitments)]
    for one in _happenings(event, told, division, start, order):
        happened.append(one)
    return [(one,) for one in happened]


def _registered(
    told: Told, division: Division, commitments: Sequence[str]
) -> Iterator[ev.PlayerRegistered]:
    for number, bound in enumerate(commitments, start=1):
        player = _player(number)
        yield ev.PlayerRegistered(told=told, player=player, division=division, commitment=bound)


def _happenings(
    event: Published,
    told: Told,
    division: Division,
    start: date,
    order: Callable[[Sequence[PlayerId]], Sequence[PlayerId]],
) -> Iterator[ev.AnyEvent]:
    pool = pool_name((division,))
    yield from _leavers(event, told, 0)
    yield ev.PodsFormed(told=told, pods={pool: (division,)})
    yield ev.RoundsSet(told=told, rounds=event.swiss, pool=pool)
    for number, meetings in enumerate(event.rounds, start=1):
        seats = tuple(_player(n) for one in meetings for n in one.players)
        if event.first_day is not None and number == event.first_day + 1:
            yield ev.DayTwoMade(told=told, pool=pool, after=event.first_day, players=seats)
        if number == event.swiss + 1:
            yield ev.CutMade(told=told, division=division, pool=CUT, seeds=tuple(order(seats)))
        where = CUT if number > event.swiss else pool
        yield from _round(meetings, told, where, number)
        yield from _leavers(event, told, number)
    yield ev.TournamentClosed(told=told, end=start)


def _round(
    meetings: Sequence[Meeting], told: Told, pool: Pool, number: int
) -> Iterator[ev.AnyEvent]:
    two = [one for one in meetings if len(one.players) == 2]
    given = [one.table for one in two if one.table]
    whole = len(set(given)) == len(two)
    tables = {id(one): one.table if whole and one.table else n for n, one in enumerate(two, 1)}
    two.sort(key=lambda one: tables[id(one)])
    yield ev.RoundPaired(
        told=told,
        pool=pool,
        round=number,
        pairings=tuple(Pairing(*(_player(n) for n in one.players)) for one in two),
        tables=tuple(tables[id(one)] for one in two),
        byes=tuple(Bye(_player(one.players[0])) for one in meetings if len(one.players) == 1),
    )
    for one in two:
        yield ev.ResultReported(
            told=told,
            match=MatchId(pool, number, tables[id(one)]),
            result=one.result or Result(verdict=Verdict.UNPLAYED),
        )


def _leavers(event: Published, told: Told, after: int) -> Iterator[ev.AnyEvent]:
    for number, line in enumerate(event.lines, start=1):
        if line.left == after:
            left = ev.PlayerDisqualified if line.disqualified else ev.PlayerDropped
            yield left(told=told, player=_player(number), after=after)


def _player(number: int) -> PlayerId:
    return PlayerId(f"p{number}")


def _division(rules: Ruleset) -> Division:
    return Division.MASTERS if rules.divisions else Division.OPEN
