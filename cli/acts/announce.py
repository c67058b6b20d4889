"""Announces what players are told before round 1: rounds, cut, day two, times, prizes (TOP §2)."""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.acts.flights import table_of
from roundbook.cli.places.sources import minutes_of_match
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import Misuse, Refused, advice, do, option
from roundbook.ledger.events.catalogue import AnnouncementMade, AnyEvent, RoundsSet
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.match_time import proposed
from roundbook.ledger.state.pools import flights_named, split_since
from roundbook.ledger.state.rounds import planned_rounds as planned_rounds_of
from roundbook.ledger.state.rounds import rounds_started, under_way
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, Pool, Style
from roundbook.ledger.validators.opening import unannounced
from roundbook.projections.compare.ledgers import Difference, differences
from roundbook.projections.cut.day_two import attendance, row_of
from roundbook.projections.cut.planner import PlannedCut, planned_cuts, pods_counted, schedules
from roundbook.projections.history.announcement import NONE, prized
from roundbook.projections.rounds.flights import Option, as_announced, assigned
from roundbook.projections.rounds.outgrown_announcements import beside_the_table
from roundbook.projections.rounds_by_attendance import (
    DivisionCut,
    Schedule,
    elimination_rounds,
)


class ToAnnounce(Struct, frozen=True, kw_only=True):
    """What to announce. Values left out, or None, stay as announced before (A-57).

    In the first announcement they follow from the rounds table and the edition. `rounds` are by
    pool, `None` for every pool that is not named; `by_table` uses the table again, and `one_less`
    takes one Swiss round fewer than it has (TOP §3.3.5). A cut or a number of prizes of 0 means
    none.
    """

    rounds: Mapping[Pool | None, int] = {}
    by_table: bool = False
    one_less: bool = False
    cut: Mapping[Division, int] = {}
    day_two: Mapping[Division, int] = {}
    flights: Mapping[Division, int] = {}
    prizes: int | None = None
    prizes_by_place: Mapping[str, str] | None = None
    third_place_playoff: bool | None = None
    text: str | None = None
    minutes: int | None = None
    extra_turns: int | None = None
    basic_energy: bool | None = None
    energy_told_ahead: bool | None = None
    redraft: bool | None = None
    cooperative_draft: bool | None = None
    breaks: str | None = None
    turns_within: int | None = None
    format: str | None = None
    staff: str | None = None
    breaks_after: Mapping[str, int] | None = None


FOR_PARTS = {"rounds", "by_table", "one_less", "cut", "day_two", "flights"}
"""The values for a pool or a division; the others are for the whole event."""


class Tabled(Struct, frozen=True, kw_only=True):
    """The rows of the rounds table that give the number of rounds.

    `pods` are the rows of pods without flights, `flown` those of divisions with flights;
    `in_bracket` is the number of players in a bracket of all ages, which needs no table.
    """

    pods: dict[Pool, Schedule] = {}
    flown: tuple[Option, ...] = ()
    in_bracket: int | None = None


class Announced(Struct, frozen=True, kw_only=True):
    """The announcement, and how it compares with the rounds table.

    `apart` are pools with their own number of rounds, `tabled` the rows that were used. `most` is
    the table's largest cut if a Premier Event has a larger one (TOP-3.3.5c). `cuts` are all
    possible cuts (A-61). `changes` are differences from the previous announcement, `taken_back`
    those that players had been promised; `missing` is what round 1 still needs (A-57). `too_short`
    are the minutes of a match in the imported file, if they are too few to be announced. `beside`
    are notes on rounds that differ from the table in pure Swiss (A-80). `now_with_cut` is whether
    the event was opened as Swiss, and has a cut from now on. `points` are the match points with
    which a division's players advance to day two, if its row says so.
    """

    entries: tuple[Entry, ...]
    told: AnnouncementMade
    apart: tuple[RoundsSet, ...]
    tabled: Tabled
    eliminates: bool
    most: Mapping[Division, int]
    cuts: tuple[PlannedCut, ...]
    changes: tuple[Difference, ...]
    taken_back: tuple[str, ...]
    missing: Mapping[str, tuple[str, ...]]
    too_short: int | None
    beside: tuple[str, ...] = ()
    now_with_cut: bool
    points: Mapping[Division, int] = {}


def announce(ctx: WriteContext, said: ToAnnounce) -> Announced:
    """Record what players are told before round 1, or a change to it (TOP §2, A-57).

    Raises Refused if nothing is new.
    """
    if None in said.rounds and said.one_less:
        raise Misuse(
            "give either one round fewer than the rounds table or a number of rounds, not both.",
            field="one_less",
        )
    if said.one_less and not ctx.rules.one_round_fewer:
        raise Refused(
            f"{ctx.rules.edition} does not allow one round fewer than the rounds table.",
            hint=advice("Take the number from the rounds table: {}.", option("--rounds", "table")),
        )
    if said.breaks == NONE and said.breaks_after:
        raise Misuse(
            "announce either no breaks or a break after a round, not both.",
            field="breaks",
        )
    judged: list[tuple[Tournament, Tabled]] = []
    here = ctx.venue
    of_file = minutes_of_match(here.folder, here.desk.entries)

    def act(t: Tournament) -> list[AnyEvent]:
        events, tabled = told_with(t, ctx.rules, said, of_file)
        for event in events:
            if isinstance(event, AnnouncementMade):
                _refuse_too_few(event)
        judged.append((t.copy(), tabled))
        return events

    entry = ctx.take(act)[0]
    told = next(event for event in entry.events if isinstance(event, AnnouncementMade))
    before, tabled = judged[-1]
    t = before.copy()
    t.apply_entry(entry)
    apart = tuple(event for event in entry.events if isinstance(event, RoundsSet))
    then = as_announced(t, ctx.rules)
    return Announced(
        entries=(entry,),
        told=told,
        apart=apart,
        tabled=tabled,
        eliminates=t.is_elimination,
        most=_too_large(t, ctx.rules, told),
        cuts=tuple(planned_cuts(then, ctx.rules, told, swiss=swiss_of(then, ctx.rules))),
        changes=tuple(differences(before, t, whole=False)) if before.announcement else (),
        taken_back=tuple(_taken_back(before, t)),
        missing=unannounced(t, ctx.rules),
        beside=tuple(beside_the_table(t, ctx.rules)),
        too_short=None if before.announcement else _too_short(t, ctx.rules, of_file),
        now_with_cut=before.opened != t.opened,
        points=_points(t, ctx.rules, told),
    )


def nothing_new(ctx: WriteContext) -> bool:
    """Tell whether an announcement without any values would only repeat the last one."""
    t, here = ctx.tournament, ctx.venue
    try:
        told_with(t, ctx.rules, ToAnnounce(), minutes_of_match(here.folder, here.desk.entries))
    except Refused:
        return t.announcement is not None
    return False


def told_with(
    t: Tournament, rules: Ruleset, said: ToAnnounce, of_file: int | None = None
) -> tuple[list[AnyEvent], Tabled]:
    """Return the announcement with these values, and the rows that its rounds come from.

    `of_file` are the minutes of a match in the imported file. Raises Refused if nothing is new.
    """
    then = as_announced(t, rules, said.flights)
    rounds, tabled = _rounds(then, rules, _of_flights(then, said))
    told = _whole(t, rules, said, rounds.pop(None), of_file)
    apart = [RoundsSet(pool=p, rounds=n) for p, n in rounds.items() if p and t.planned.get(p) != n]
    before = t.announcement
    if before and told == replace(before, told=None, override=None) and not apart:
        raise Refused(
            "this has already been announced: nothing would change.",
            hint=advice(
                "Give only what changes; {} shows the current announcement.", do("announcement")
            ),
        )
    return [told, *apart], tabled


def _refuse_too_few(told: AnnouncementMade) -> None:
    """Refuse prizes for more places than there are players who get one."""
    places = sum(len(prized(each)) for each in told.prizes_by_place)
    if told.prizes is not None and told.prizes < places:
        raise Misuse(
            f"the prizes by place are for {counted(places, 'place')}, but the number of players "
            f"who get prizes is {told.prizes}.",
            field="prizes",
        )


def _of_flights(t: Tournament, said: ToAnnounce) -> ToAnnounce:
    """Return what to announce, with the rounds of a division as those of each of its flights."""
    rounds = {
        each: number
        for pool, number in said.rounds.items()
        for each in flights_named(t, pool) or (pool,)
    }
    return replace(said, rounds=rounds)


def _whole(
    t: Tournament, rules: Ruleset, said: ToAnnounce, rounds: int, of_file: int | None
) -> AnnouncementMade:
    """Return the complete announcement: values not given stay as they were."""
    before = t.announcement
    if before is None:
        _refuse_undefined(t, rules, said)
        limit = proposed(t.opened, rules, of_file) if t.opened else None
        cut, day_two = by_table(t, rules, with_cut=any(said.cut.values()))
        before = AnnouncementMade(
            rounds=rounds,
            cut=cut,
            day_two=day_two,
            minutes=limit.minutes if limit else None,
            extra_turns=limit.turns if limit else None,
            turns_within=limit.within if limit else None,
        )
    flights = {age: n for age, n in before.flights.items() if not split_since(t, age)}
    flights |= {age: len(pools) for age, pools in t.flights.items()}
    whole = set(ToAnnounce.__struct_fields__) - FOR_PARTS
    named = {field: value for field in whole if (value := getattr(said, field)) is not None}
    if said.breaks == NONE:
        named["breaks_after"] = {}
    elif said.breaks_after and before.breaks == NONE:
        named.setdefault("breaks", None)
    return replace(
        before,
        told=None,
        override=None,
        rounds=rounds,
        cut={**before.cut, **said.cut},
        day_two={**before.day_two, **said.day_two},
        flights={**flights, **said.flights},
        **named,
    )


def _too_short(t: Tournament, rules: Ruleset, minutes: int | None) -> int | None:
    """Return the minutes of a match in the imported file if they are not proposed."""
    limit = proposed(t.opened, rules, minutes) if t.opened else None
    return minutes if limit and limit.minutes != minutes else None


def by_table(
    t: Tournament, rules: Ruleset, *, with_cut: bool = False
) -> tuple[dict[Division, int], dict[Division, int]]:
    """Return the cuts and day-two rounds that the rounds table gives for the attendance.

    They are for an event with a cut: opened as one, or `with_cut` now that one is announced.
    """
    swiss = t.opened is not None and t.opened.style is Style.SWISS and with_cut
    if t.opened is None or not (swiss or t.opened.style is Style.SWISS_PLUS_CUT):
        return {}, {}
    rows = [row for row in _rows(t, rules) if not row.asymmetrical]
    days = {row.division: row.day_two_rounds for row in rows if row.day_two_rounds}
    return {row.division: row.cut for row in rows}, days


def _rows(t: Tournament, rules: Ruleset) -> list[DivisionCut]:
    """Return the row of the rounds table for each division that has players."""
    known = [division for division in Division if attendance(t, rules, division)]
    return [row for division in known if (row := row_of(t, rules, division))]


def _refuse_undefined(t: Tournament, rules: Ruleset, said: ToAnnounce) -> None:
    """Refuse to take a cut from the rounds table that no document defines.

    An asymmetrical cut takes at least as many players as its row names: how many more, with which
    byes and in which bracket, is not said. The organiser may decide on a cut of their own.
    """
    for row in _rows(t, rules):
        if row.asymmetrical and row.division not in said.cut:
            raise Refused(
                f"the rounds table gives {row.players} {row.division} an asymmetrical cut, top "
                f"{row.cut}, but no rules document says how it is played.",
                hint=advice(
                    "Announce a cut of your own ({}), or no cut if the rules allow that.",
                    option("--cut", f"{row.division.lower()}=8"),
                ),
            )


def _taken_back(before: Tournament, after: Tournament) -> Iterator[str]:
    """Yield what players were promised and lose: a cut, a 3rd-place match, rounds in play."""
    old, new = before.announcement, after.announcement
    if old is None or new is None:
        return
    for division, size in old.cut.items():
        if new.cut.get(division, 0) < size:
            yield f"the {division} cut"
    if old.third_place_playoff and not new.third_place_playoff:
        yield "the 3rd-place match"
    if any(
        (planned_rounds_of(after, p) or 0) < (planned_rounds_of(before, p) or 0)
        for p in before.pods
        if rounds_started(before, p)
    ):
        yield "the number of rounds"


def _points(t: Tournament, rules: Ruleset, told: AnnouncementMade) -> dict[Division, int]:
    """Return the match points for day two of each division whose row gives them."""
    rows = {age: row_of(t, rules, age) for age, rounds in told.day_two.items() if rounds}
    return {age: row.day_two_points for age, row in rows.items() if row and row.day_two_points}


def swiss_of(t: Tournament, rules: Ruleset) -> dict[Division, int]:
    """Return the announced Swiss rounds of each division that has players."""
    counts = pods_counted(t, rules)
    return {
        division: planned_rounds_of(t, pool) or 0
        for division in Division
        for pool, pod in counts.items()
        if pod.get(division)
    }


def _too_large(t: Tournament, rules: Ruleset, told: AnnouncementMade) -> dict[Division, int]:
    """Return the table's cut for each division that announces a larger one at a Premier Event."""
    if t.opened is None or not t.opened.premier:
        return {}
    rows = {division: row_of(t, rules, division) for division in told.cut}
    return {
        division: row.cut
        for division, row in rows.items()
        if row and row.players and told.cut[division] > row.cut
    }


# The number of rounds: as given, as announced, or from the rounds table.


def _rounds(
    t: Tournament, rules: Ruleset, said: ToAnnounce
) -> tuple[dict[Pool | None, int], Tabled]:
    """Return the rounds of all pools and of single pools, and the rows they come from.

    Flights assigned since the announcement have a different number of rounds, and so does a bracket
    of all ages that a player has joined since.
    """
    anew = said.by_table or said.one_less or None in said.rounds or t.is_elimination
    known: dict[Pool | None, int] = {
        pool: planned_rounds_of(t, pool) or 0 for pool in pods_counted(t, rules)
    }
    # A file of an event that has begun contains its rounds, but no announcement.
    told = t.announcement or (under_way(t) and all(known.values()))
    if anew or not told or any(split_since(t, age) for age in Division):
        return planned_rounds(t, rules, said.rounds, one_less=said.one_less)
    if not said.rounds and None in t.planned:
        return {None: t.planned[None]}, Tabled()
    return _parted(t, {**known, **said.rounds}), Tabled()


def planned_rounds(
    t: Tournament, rules: Ruleset, rounds: Mapping[Pool | None, int], *, one_less: bool
) -> tuple[dict[Pool | None, int], Tabled]:
    """Return the rounds of all pools and of single pools, and what the table says.

    `None` stands for every pool that is not named.
    """
    if None in rounds:
        # Until the pods are formed, a number may have been announced for any pool.
        known = t.pods or t.planned
        return {**{pool: rounds[None] for pool in t.planned if pool in known}, **rounds}, Tabled()
    if t.is_elimination:
        players = sum(not player.out for player in t.players.values())
        return {None: max(elimination_rounds(players), 1)}, Tabled(in_bracket=players)
    every = schedules_of(t, rules, one_less=one_less)
    found: dict[Pool | None, int] = {pool: each.rounds for pool, each in every.items()}
    return _parted(t, {**found, **rounds}), _tabled(t, rules, every)


def _parted(t: Tournament, rounds: Mapping[Pool | None, int]) -> dict[Pool | None, int]:
    """Return the largest number of rounds as that of all pools, and the pools with another number.

    A number set earlier for a single pool is repeated, so that it is replaced.
    """
    most = max(rounds.values())
    return {None: most} | {pool: n for pool, n in rounds.items() if n != most or pool in t.planned}


def _tabled(t: Tournament, rules: Ruleset, every: Mapping[Pool, Schedule]) -> Tabled:
    """Return the rounds table's row for each pod, with the flights of a division as one."""
    flying = {pool for pools in t.flights.values() for pool in pools}
    return Tabled(
        pods={pool: one for pool, one in every.items() if pool not in flying},
        flown=tuple(assigned(t, rules, division, table_of(t)) for division in t.flights),
    )


def schedules_of(t: Tournament, rules: Ruleset, *, one_less: bool = False) -> dict[Pool, Schedule]:
    """Return the rounds table's schedule for each pod. Raise Refused if it gives none."""
    t = as_announced(t, rules)
    if not pods_counted(t, rules):
        raise Refused(
            "there are no active players, so the rounds table cannot give the number of rounds.",
            hint=advice(
                "Register the players first, or give the number of rounds: {}.", option("--rounds")
            ),
        )
    if table_of(t) is None:
        raise Refused(
            "this tournament has no rounds table.",
            hint=advice("Give the rounds yourself: {}.", option("--rounds")),
        )
    return schedules(t, rules, one_less=one_less, on_day_two=True)
