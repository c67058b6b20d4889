"""Flights: the effect of each number of flights, assigning them, and placing late players."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.acts.people import Arrival, pool_for
from roundbook.cli.places import secrets
from roundbook.cli.places.layout import own_home
from roundbook.cli.session.read import ReadContext
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import Refused
from roundbook.ledger.events.catalogue import AnyEvent, FlightsAssigned, Joining
from roundbook.ledger.events.event import Drawn
from roundbook.ledger.events.flights import names
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.tables import RoundsTable
from roundbook.ledger.state.pools import draft_pods, smallest_flights, swiss_pools_of
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.projections.rounds.flights import (
    Option,
    admit,
    assign,
    assigned,
    options,
    players_of,
)
from roundbook.projections.rounds.ready_to_pair import formed
from roundbook.projections.standings.shown import shown_in
from roundbook.projections.standings.standings import Standing

# The effect of each number of flights for a division, and assigning them (TOP §3.3.3).


class FlownDivision(Struct, frozen=True, kw_only=True):
    """A division whose flights were assigned or given up, and the effect.

    `fewer` are smaller numbers of flights that would do with more rounds: choose as few as the time
    allows.
    """

    event: FlightsAssigned
    now: Option
    fewer: tuple[Option, ...]


class FlightsDone(Struct, frozen=True, kw_only=True):
    """The flights that were assigned; after a dry run, only the number that was `wanted`."""

    entries: tuple[Entry, ...]
    wanted: Mapping[Division, int]
    flown: tuple[FlownDivision, ...] = ()


def assign_flights(
    ctx: WriteContext, wanted: Mapping[Division, int], *, reason: str | None = None
) -> FlightsDone:
    """Split divisions into flights at random; 1 removes the flights again."""

    def act(t: Tournament) -> list[AnyEvent]:
        then = t.copy()
        done = [] if then.flights else formed(then, ctx.rules)
        for division, number in wanted.items():
            done.append(_drawn(then, division, number, reason))
            then.apply(done[-1], t.seq)
        return done

    entry = ctx.take(act)[0]
    if ctx.dry_run:
        return FlightsDone(entries=(), wanted=wanted)
    t, rules = ctx.tournament, ctx.rules
    flown = []
    for event in entry.events:
        if isinstance(event, FlightsAssigned):
            now = assigned(t, rules, event.division, table_of(t))
            every = options(t, rules, event.division, table_of(t))
            fewer = tuple(one for one in every if one.rounds and 1 < one.flights < now.flights)
            flown.append(FlownDivision(event=event, now=now, fewer=fewer))
    return FlightsDone(entries=(entry,), wanted=wanted, flown=tuple(flown))


def _drawn(t: Tournament, division: Division, number: int, reason: str | None) -> FlightsAssigned:
    """Return a division's flights, drawn with the next secret; none for 1."""
    if number > 1:
        secret = secrets.next_secret(own_home(), t)
        return replace(assign(t, division=division, number=number, secret=secret), reason=reason)
    if division not in t.flights:
        raise Refused(f"{division} already plays without flights.", hint="There is nothing to do.")
    return FlightsAssigned(division=division, flights={}, reason=reason)


class Splits(Struct, frozen=True, kw_only=True):
    """The effect of each number of flights for a division, and why some are impossible."""

    division: Division
    now: Option
    options: tuple[tuple[Option, str | None], ...]

    @property
    def possible(self) -> list[Option]:
        """The numbers of flights that the rules allow."""
        return [one for one, why_not in self.options if why_not is None]

    def fewest(self, at_most: int) -> int | None:
        """Return the fewest flights with at most this many rounds, or None."""
        fits = (one.flights for one in self.possible if one.rounds and one.rounds <= at_most)
        return next(fits, None)


class SplitsFound(Struct, frozen=True, kw_only=True):
    """The effect of each number of flights; `at_most` is the acceptable number of rounds."""

    divisions: tuple[Splits, ...]
    at_most: int | None = None
    entries: tuple[Entry, ...] = ()


def what_splits(ctx: WriteContext, *, at_most: int | None = None) -> SplitsFound:
    """Calculate the effect of each number of flights; write nothing."""
    return SplitsFound(divisions=tuple(possible_splits(ctx.venue)), at_most=at_most)


def possible_splits(here: Venue) -> list[Splits]:
    """Return the possible numbers of flights for each division, whatever it has now."""
    t, rules = here.desk.tournament.copy(), here.desk.rules
    if not t.flights:
        formed(t, rules)
    return [
        Splits(
            division=division,
            now=assigned(t, rules, division, table_of(t)),
            options=tuple(
                (one, _why_not(here, t, one)) for one in options(t, rules, division, table_of(t))
            ),
        )
        for division in Division
        if players_of(t, division)
    ]


def _why_not(here: Venue, t: Tournament, one: Option) -> str | None:
    """Return why a division cannot have this many flights, in the rule's words, or None."""
    if one.flights == 1:
        return None
    players = iter(players_of(t, one.division))
    held = [tuple(next(players) for _ in range(size)) for size in one.sizes]
    flights = dict(zip(names(one.division, one.flights), held, strict=True))
    event = FlightsAssigned(division=one.division, flights=flights, reason="What if?")
    last = here.desk.entries[-1]
    broken = here.desk.checks.judge_entry(t, replace(last, events=(event,)), here.desk.rules)
    return broken[0].message if broken else None


def table_of(t: Tournament) -> RoundsTable | None:
    """Return the tournament's rounds table, or None."""
    return t.opened.rounds_table if t.opened else None


# The flight for a player who joins after the draw.


class Joined(NamedTuple):
    """Where a player joins: the pool, the pool to record, and the draw if there was one."""

    pool: Pool | None
    said: Pool | None
    drawn: Drawn | None = None


def joins(t: Tournament, one: Arrival, player: PlayerId, named: Pool | None) -> Joined:
    """Return where a new player plays; with flights, the one that was smallest at the start.

    If several were equally small, one is drawn (TOP §3.3.3.2). Raises Refused if the place is
    unclear, or there is no secret to draw with.
    """
    if named is None and one.division in t.flights:
        smallest = smallest_flights(t, one.division)
        if len(smallest) == 1:
            return Joined(smallest[0], smallest[0])
        secret = secrets.next_secret(own_home(), t)
        pool, drawn = admit(t, player=player, division=one.division, secret=secret)
        return Joined(pool, pool, drawn)
    where = pool_for(t, one, named)
    own = swiss_pools_of(t, one.division)
    return Joined(where, None if own == [where] and one.division not in t.flights else where)


def flight_of(t: Tournament, event: Joining, *, dry_run: bool) -> str:
    """Return the flight that a player has joined, as text to follow the name; empty without one."""
    if event.pool not in t.flights.get(event.division, ()):
        return ""
    if event.drawn is None:
        return f", in {event.pool}"
    return (
        ", in a flight assigned at random"
        if dry_run
        else (f", in {event.pool}, assigned at random")
    )


def placed_in(reading: ReadContext, flight: Pool, *, live: bool = False) -> list[Standing]:
    """Return the standings of a flight or a draft pod. Raises Refused for an unknown one."""
    there = [pool for pools in reading.t.flights.values() for pool in pools]
    there += draft_pods(reading.t)
    if flight not in there:
        known = f"There are {', '.join(there)}." if there else "There are none in this event."
        raise Refused(f"there is no flight or draft pod {flight}.", hint=known)
    return shown_in(reading.t, reading.rules, flight, live=live)
