"""Flights at the desk: how they are typed and told, and in which one somebody joins."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple, cast

import click

from cli.acts.people import Arrival, pool_for
from cli.args.types import DIVISION
from cli.args.words import quoted
from cli.desk.read import ReadContext
from cli.folder import secrets
from cli.folder.home import settings
from ledger.errors import Refused
from ledger.events.catalogue import LatePlayerAdmitted, PlayerRegistered
from ledger.events.event import Drawn
from ledger.events.flights import NUMBERS
from ledger.rulesets.ruleset import Ruleset
from ledger.rulesets.tables import RoundsTable
from ledger.state.queries import smallest_flights
from ledger.state.tournament import Tournament
from ledger.terms import Division, PlayerId, Pool
from projections.rounds.flights import Option, admit, assigned
from projections.schedule import Schedule
from projections.standings.standings import Standing, flight_standings
from projections.text import counted


class FlightsType(click.ParamType[tuple[Division, int]]):
    """How many flights a division has, written `masters=4`."""

    name = "division=number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Division, int]:
        """Return the division and the number; a usage error says how to write them."""
        if isinstance(value, tuple):
            return value
        name, _, number = value.partition("=")
        if number not in {"1", *map(str, NUMBERS)}:
            msg = f"{quoted(value)} cannot be; a division has 2, 4, 8 or 16 flights: masters=4."
            self.fail(msg, param, ctx)
        return DIVISION.convert(name, param, ctx), int(number)


FLIGHTS = FlightsType()


class Joined(NamedTuple):
    """Where somebody joins: the pool, what of it has to be written, the lot if there was one."""

    pool: Pool | None
    said: Pool | None
    drawn: Drawn | None = None


def joins(t: Tournament, one: Arrival, player: PlayerId, named: Pool | None) -> Joined:
    """Return where a new player plays; of flights the one that was smallest at the start.

    Several that were equally small are drawn from (TOP §3.3.3.2). Raises Refused if it is not clear
    where, or if there is no secret to draw with.
    """
    if named is None and one.division in t.flights:
        smallest = smallest_flights(t, one.division)
        if len(smallest) == 1:
            return Joined(smallest[0], smallest[0])
        secret = secrets.next_secret(settings(), t)
        pool, drawn = admit(t, player=player, division=one.division, secret=secret)
        return Joined(pool, pool, drawn)
    where = pool_for(t, one, named)
    own = where and one.division in t.pods.get(where, ()) and one.division not in t.flights
    return Joined(where, None if own else where)


def flight_of(t: Tournament, event: PlayerRegistered | LatePlayerAdmitted, *, dry_run: bool) -> str:
    """Return which flight somebody has joined, and how, as it follows their name."""
    if event.pool not in t.flights.get(event.division, ()):
        return ""
    if event.drawn is None:
        return f", in {event.pool}"
    return ", in a flight by lot" if dry_run else f", in {event.pool} by lot"


def table_of(t: Tournament) -> RoundsTable | None:
    """Return the rounds table of a tournament, if it has one."""
    return cast("RoundsTable | None", t.opened.rounds_table if t.opened else None)


def sizes_in_words(one: Option) -> str:
    """Return the sizes of flights: `36, 36, 36, 35`, or `16 × 32` where there are many."""
    if one.flights <= 4:
        return ", ".join(map(str, one.sizes))
    found = Counter(one.sizes)
    return ", ".join(f"{n} × {size}" if n > 1 else f"{size}" for size, n in found.items())


def in_words(one: Option) -> str:
    """Return how many flights there are and how large: `4 flights of 36, 36, 36, 35`."""
    if one.flights == 1:
        return f"{counted(one.sizes[0], 'player')} without flights"
    return f"{one.flights} flights of {sizes_in_words(one)}"


def rounds_in_words(one: Option) -> str:
    """Return the rounds and where they stand, and the other reading if it differs (A-16)."""
    if one.rounds is None:
        return "no rounds table says how many rounds"
    said = f"{counted(one.rounds, 'round')} ({one.cites})"
    if one.by_doubling in {None, one.rounds}:
        return said
    return f"{said}; one less for each doubling would be {one.by_doubling} (A-16)"


def cut_in_words(one: Option) -> str:
    """Return how many of each flight play on, or how large the cut would have to be."""
    if one.of_each is None:
        return f"a cut of {2 * one.flights} or more" if one.flights > 1 else "no cut"
    return f"top {one.of_each} of each" if one.flights > 1 else f"top {one.cut}"


def rows_in_words(t: Tournament, rules: Ruleset, schedules: dict[Pool, Schedule]) -> list[str]:
    """Return what the rounds table says of each pod in words, its flights as one."""
    flying = {pool for pools in t.flights.values() for pool in pools}
    rows = [
        f"{pool}: {s.rounds} rounds ({s.cites})"
        for pool, s in schedules.items()
        if pool not in flying
    ]
    for division in t.flights:
        one = assigned(t, rules, division, table_of(t))
        rows.append(f"{division.lower()}, {in_words(one)}: {rounds_in_words(one)}")
    return rows


def uneven_cuts(t: Tournament, cut: Mapping[Division, int]) -> list[str]:
    """Return a warning where not two and the same number of each flight play on (FL-7)."""
    flights = t.flights
    flown = [(cut.get(age, 0), age, len(pools)) for age, pools in flights.items()]
    return [
        f"warning: {number} flights of {division} send two or more each into the cut, the same "
        f"number of each: {2 * number} at least, not {size} (TOP §3.3.3.2)"
        for size, division, number in flown
        if size % number or size < 2 * number
    ]


def placed_in(reading: ReadContext, flight: Pool) -> list[Standing]:
    """Return the standings of a flight; raises Refused if there is no such."""
    there = [pool for pools in reading.t.flights.values() for pool in pools]
    if flight not in there:
        known = f"The flights are {', '.join(there)}." if there else "No division plays in flights."
        raise Refused(f"there is no flight {flight}.", hint=known)
    return flight_standings(reading.t, reading.rules, flight)
