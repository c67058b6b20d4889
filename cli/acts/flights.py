"""Flights: what each number of them would mean, the draw of them, in which one somebody joins."""

from collections.abc import Mapping
from typing import NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from cli.acts.pairing import formed
from cli.acts.people import Arrival, pool_for
from cli.desk.read import ReadContext
from cli.desk.venue import Venue
from cli.desk.write import WriteContext
from cli.folder import secrets
from cli.folder.layout import settings
from ledger.errors import Refused
from ledger.events.catalogue import AnyEvent, FlightsAssigned, LatePlayerAdmitted, PlayerRegistered
from ledger.events.event import Drawn
from ledger.events.flights import names
from ledger.record.entry import Entry
from ledger.rulesets.tables import RoundsTable
from ledger.state.queries import draft_pods, smallest_flights
from ledger.state.tournament import Tournament
from ledger.terms import Division, PlayerId, Pool
from projections.rounds.flights import Option, admit, assign, assigned, options, players_of
from projections.standings.standings import Standing, pool_standings

# What each number of flights would mean for a division, and the draw of them (TOP §3.3.3).


class FlownDivision(Struct, frozen=True, kw_only=True):
    """The flights of a division that were assigned or given up, and what they mean.

    `fewer` are the numbers of flights that would do with more rounds: as few as the time allows.
    """

    event: FlightsAssigned
    now: Option
    fewer: tuple[Option, ...]


class FlightsDone(Struct, frozen=True, kw_only=True):
    """The flights that were assigned; of a draw that was only judged, the divisions alone."""

    entries: tuple[Entry, ...]
    divisions: tuple[Division, ...]
    flown: tuple[FlownDivision, ...] = ()


def assign_flights(
    ctx: WriteContext, wanted: Mapping[Division, int], *, reason: str | None = None
) -> FlightsDone:
    """Split divisions into so many flights, drawn by lot; 1 gives them up again."""

    def act(t: Tournament) -> list[AnyEvent]:
        then = t.copy()
        done = [] if then.flights else formed(then, ctx.rules)
        for division, number in wanted.items():
            done.append(_drawn(then, division, number, reason))
            then.apply(done[-1], t.seq)
        return done

    entry = ctx.take(act)[0]
    if ctx.dry_run:
        return FlightsDone(entries=(), divisions=tuple(wanted))
    t, rules = ctx.tournament, ctx.rules
    flown = []
    for event in entry.events:
        if isinstance(event, FlightsAssigned):
            now = assigned(t, rules, event.division, table_of(t))
            every = options(t, rules, event.division, table_of(t))
            fewer = tuple(one for one in every if one.rounds and 1 < one.flights < now.flights)
            flown.append(FlownDivision(event=event, now=now, fewer=fewer))
    return FlightsDone(entries=(entry,), divisions=tuple(wanted), flown=tuple(flown))


def _drawn(t: Tournament, division: Division, number: int, reason: str | None) -> FlightsAssigned:
    """Return the flights of a division, drawn with the next secret; none of them for 1."""
    if number > 1:
        secret = secrets.next_secret(settings(), t)
        return replace(assign(t, division=division, number=number, secret=secret), reason=reason)
    if division not in t.flights:
        raise Refused(f"{division} plays without flights already.", hint="There is nothing to do.")
    return FlightsAssigned(division=division, flights={}, reason=reason)


class Splits(Struct, frozen=True, kw_only=True):
    """What each number of flights would mean for a division, and why some cannot be."""

    division: Division
    now: Option
    options: tuple[tuple[Option, str | None], ...]

    @property
    def possible(self) -> list[Option]:
        """The numbers of flights that the rules allow."""
        return [one for one, why_not in self.options if why_not is None]

    def fewest(self, at_most: int) -> int | None:
        """Return the fewest flights that play at most so many rounds; None if none do."""
        fits = (one.flights for one in self.possible if one.rounds and one.rounds <= at_most)
        return next(fits, None)


class SplitsFound(Struct, frozen=True, kw_only=True):
    """What each number of flights would mean; the most rounds that anybody asked for."""

    divisions: tuple[Splits, ...]
    at_most: int | None = None
    entries: tuple[Entry, ...] = ()


def what_splits(ctx: WriteContext, *, at_most: int | None = None) -> SplitsFound:
    """Look what each number of flights would mean; nothing is written."""
    return SplitsFound(divisions=tuple(possible_splits(ctx.venue)), at_most=at_most)


def possible_splits(here: Venue) -> list[Splits]:
    """Return into how many flights each division may be split, whatever there is now."""
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
    """Return why a division cannot have so many flights, as the rules say it; None if it can."""
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
    """Return the rounds table of a tournament, if it has one."""
    return cast("RoundsTable | None", t.opened.rounds_table if t.opened else None)


# In which flight somebody joins who comes after the draw.


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
    own = [pool for pool, ages in t.pods.items() if one.division in ages]
    return Joined(where, None if own == [where] and one.division not in t.flights else where)


def flight_of(t: Tournament, event: PlayerRegistered | LatePlayerAdmitted, *, dry_run: bool) -> str:
    """Return which flight somebody has joined, and how, as it follows their name."""
    if event.pool not in t.flights.get(event.division, ()):
        return ""
    if event.drawn is None:
        return f", in {event.pool}"
    return (
        ", in a flight assigned at random"
        if dry_run
        else (f", in {event.pool}, assigned at random")
    )


def placed_in(reading: ReadContext, flight: Pool) -> list[Standing]:
    """Return the standings of a flight, or of a pod of several; raises Refused if there is none."""
    there = [pool for pools in reading.t.flights.values() for pool in pools]
    there += draft_pods(reading.t)
    if flight not in there:
        known = f"The flights are {', '.join(there)}." if there else "No division plays in flights."
        raise Refused(f"there is no flight {flight}.", hint=known)
    return pool_standings(reading.t, reading.rules, flight)
