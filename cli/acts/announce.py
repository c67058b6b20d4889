"""What the players are told before round 1: rounds, cut, second day, times (TOP §2)."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import Struct

from cli.acts.flights import table_of
from cli.desk.write import WriteContext
from ledger.errors import Misuse, Refused, advice, option
from ledger.events.catalogue import AnnouncementMade, AnyEvent, RoundsSet
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import largest_flight, least
from ledger.state.tournament import Tournament
from ledger.terms import Division, Pool, Style
from ledger.validators.opening import eliminates
from projections.cut.planner import PlannedCut, planned_cuts, pods_counted
from projections.rounds.flights import Option, assigned
from projections.schedule import Schedule, elimination_rounds, swiss_rounds


class ToAnnounce(Struct, frozen=True, kw_only=True):
    """What is to be announced; what is left out follows from the rounds table and the edition.

    `rounds` are by pool, `None` for every pool that is not named; `one_less` is one Swiss round
    less than the table has (TOP §3.3.5). `basic_energy` is None where nothing is said of it.
    """

    rounds: Mapping[Pool | None, int] = {}
    one_less: bool = False
    cut: Mapping[Division, int] = {}
    day_two: Mapping[Division, int] = {}
    flights: Mapping[Division, int] = {}
    prizes: int = 0
    third_place: bool = False
    text: str | None = None
    minutes: int | None = None
    turns: int | None = None
    basic_energy: bool | None = None
    energy_told_ahead: bool = False
    redraft: bool = False
    cooperative_draft: bool = False


class Tabled(Struct, frozen=True, kw_only=True):
    """What the rounds table says: the cuts, the rounds of a second day, and the rows they are from.

    `pods` are the rows of pods without flights, `flown` those of divisions with; `in_bracket` is
    how many play in a bracket of everybody, of which no table has to say anything.
    """

    cuts: dict[Division, int] = {}
    day_two: dict[Division, int] = {}
    pods: dict[Pool, Schedule] = {}
    flown: tuple[Option, ...] = ()
    in_bracket: int | None = None


class UnevenCut(NamedTuple):
    """A cut that flights cannot fill evenly: how many of the division, from how many flights."""

    division: Division
    size: int
    flights: int


class Announced(Struct, frozen=True, kw_only=True):
    """What was announced, and how it compares with the rounds table.

    `apart` are the pools with rounds of their own, `tabled` the rows that were used. `most` is the
    largest cut of the table where a premier event has a larger one (TOP-3.3.5c); `uneven` are the
    divisions whose flights do not send the same number into the cut, two or more each (FL-7).
    `cuts` are all those that could be announced (A-61).
    """

    entries: tuple[Entry, ...]
    told: AnnouncementMade
    apart: tuple[RoundsSet, ...]
    tabled: Tabled
    eliminates: bool
    most: Mapping[Division, int]
    uneven: tuple[UnevenCut, ...]
    cuts: tuple[PlannedCut, ...]


def announce(ctx: WriteContext, said: ToAnnounce) -> Announced:
    """Record what the players were told before round 1."""
    if said.one_less and None in said.rounds:
        raise Misuse("it is one less than the table has: name no rounds.", field="one_less")

    def act(t: Tournament) -> list[AnyEvent]:
        planned, tabled = planned_rounds(t, ctx.rules, said.rounds, one_less=said.one_less)
        shortest = least(t.opened, ctx.rules) if t.opened else None
        told = AnnouncementMade(
            rounds=planned.pop(None),
            cut=dict(said.cut) or tabled.cuts,
            day_two=dict(said.day_two) or tabled.day_two,
            prizes=said.prizes,
            third_place_playoff=said.third_place,
            text=said.text or "",
            minutes=said.minutes or (shortest.minutes if shortest else None),
            extra_turns=shortest.turns if said.turns is None and shortest else said.turns,
            basic_energy=said.basic_energy,
            energy_told_ahead=said.energy_told_ahead,
            redraft=said.redraft,
            cooperative_draft=said.cooperative_draft,
            flights=dict(said.flights) or {age: len(pools) for age, pools in t.flights.items()},
        )
        return [told, *(RoundsSet(pool=p, rounds=n) for p, n in planned.items() if p)]

    entry = ctx.take(act)[0]
    told = next(event for event in entry.events if isinstance(event, AnnouncementMade))
    t = ctx.tournament
    _, tabled = planned_rounds(t, ctx.rules, said.rounds, one_less=said.one_less)
    apart = tuple(event for event in entry.events if isinstance(event, RoundsSet))
    return Announced(
        entries=(entry,),
        told=told,
        apart=apart,
        tabled=tabled,
        eliminates=eliminates(t),
        most=_too_large(t, ctx.rules, told),
        uneven=tuple(_uneven(t, told)),
        cuts=tuple(planned_cuts(t, ctx.rules, told, swiss=_swiss(t, ctx.rules, told, apart))),
    )


def _swiss(
    t: Tournament, rules: Ruleset, told: AnnouncementMade, apart: Iterable[RoundsSet]
) -> dict[Division, int]:
    """Return the Swiss rounds that were announced for each division that somebody is in."""
    own = {event.pool: event.rounds for event in apart}
    counts = pods_counted(t, rules)
    return {
        division: own.get(pool, told.rounds)
        for division in Division
        for pool, pod in counts.items()
        if pod.get(division)
    }


def _too_large(t: Tournament, rules: Ruleset, told: AnnouncementMade) -> dict[Division, int]:
    """Return the largest cut of each division that announces a larger one at a premier event."""
    opened = t.opened
    if opened is None or not opened.premier or opened.rounds_table is None:
        return {}
    most: dict[Division, int] = {}
    for each in schedules_of(t, rules).values():
        most.update(each.cuts)
    return {
        division: most[division]
        for division, size in told.cut.items()
        if division in most and size > most[division]
    }


def _uneven(t: Tournament, told: AnnouncementMade) -> list[UnevenCut]:
    flown = [(told.cut.get(age, 0), age, len(pools)) for age, pools in t.flights.items()]
    return [
        UnevenCut(division, size, number)
        for size, division, number in flown
        if size % number or size < 2 * number
    ]


# How many rounds there are: as they were named, or as the rounds table says.


def planned_rounds(
    t: Tournament, rules: Ruleset, rounds: Mapping[Pool | None, int], *, one_less: bool
) -> tuple[dict[Pool | None, int], Tabled]:
    """Return the rounds of all and of single pools, and what the table says.

    `None` stands for every pool that is not named.
    """
    if None in rounds:
        apart: dict[Pool | None, int] = {pool: rounds[None] for pool in t.planned if pool in t.pods}
        return {**apart, **rounds}, Tabled()
    if eliminates(t):
        players = sum(not player.out for player in t.players.values())
        return {None: max(elimination_rounds(players), 1)}, Tabled(in_bracket=players)
    schedules = schedules_of(t, rules, one_less=one_less)
    found = {pool: rounds.get(pool, each.rounds) for pool, each in schedules.items()}
    found |= {pool: number for pool, number in rounds.items() if pool}
    most = max(found.values())
    # What was set before for one pool alone is said anew, so that it does not stay.
    planned: dict[Pool | None, int] = {
        pool: n for pool, n in found.items() if n != most or pool in t.planned
    }
    tabled = _tabled(t, rules, schedules)
    return {None: most, **planned}, tabled


def _tabled(t: Tournament, rules: Ruleset, schedules: Mapping[Pool, Schedule]) -> Tabled:
    """Return what the rounds table says of each pod, the flights of a division as one."""
    flying = {pool for pools in t.flights.values() for pool in pools}
    cuts, day_two = dict[Division, int](), dict[Division, int]()
    if t.opened and t.opened.style is Style.SWISS_PLUS_CUT:
        for each in schedules.values():
            cuts.update({division: size for division, size in each.cuts.items() if size})
            day_two.update(each.day_two)
    return Tabled(
        cuts=cuts,
        day_two=day_two,
        pods={pool: one for pool, one in schedules.items() if pool not in flying},
        flown=tuple(assigned(t, rules, division, table_of(t)) for division in t.flights),
    )


def schedules_of(t: Tournament, rules: Ruleset, *, one_less: bool = False) -> dict[Pool, Schedule]:
    """Return what the rounds table says for each pod, by those who are in."""
    pods = pods_counted(t, rules)
    if not pods:
        raise Refused(
            "nobody is registered, so no table can say how many rounds there are.",
            hint=advice("Register the players first, or name the rounds: {}.", option("--rounds")),
        )
    table = table_of(t)
    if table is None:
        raise Refused(
            "this tournament has no rounds table.",
            hint=advice("Name the rounds yourself: {}.", option("--rounds")),
        )
    return {
        pool: swiss_rounds(
            counts,
            table,
            rules,
            one_less=one_less,
            flight=largest_flight(t, pool),
        )
        for pool, counts in pods.items()
    }
