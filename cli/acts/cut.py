"""Makes cuts and day two: who advances, with the lots for ties and the seeds."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from msgspec import Struct

from roundbook.cli.places import secrets
from roundbook.cli.places.layout import own_home
from roundbook.cli.session.write import Done, WriteContext
from roundbook.ledger.errors import Hint, Misuse, Refused, advice, do
from roundbook.ledger.events.catalogue import (
    AnyEvent,
    CutMade,
    DayTwoMade,
    LotDrawn,
    RoundsSet,
    RoundWithdrawn,
)
from roundbook.ledger.phrases import counted, several
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.divisions import bracket_name
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.lock import round_locked_by
from roundbook.ledger.state.pools import flights_of, swiss_pools_of
from roundbook.ledger.state.rounds import day_two_started, latest_round, rounds_of
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool, Style
from roundbook.projections.bracket.bracket import bracket_of
from roundbook.projections.cut.day_two import (
    attendance,
    awaits_day_two,
    choose_again,
    divisions_on,
    enough,
    first_day_order,
    least_to_advance,
    qualified,
    rounds_of_day_two,
    row_of,
)
from roundbook.projections.cut.planner import size_due, size_for
from roundbook.projections.cut.qualifiers import best, outdated, still_in, swiss_order, unplayed
from roundbook.projections.explain.missed_cut import misses, step_between
from roundbook.projections.explain.tiebreak import NeighbourStep
from roundbook.projections.progress import go_on, next_of
from roundbook.projections.rounds_by_attendance import DivisionCut
from roundbook.projections.standings import lots
from roundbook.projections.standings.records import records
from roundbook.projections.standings.standings import first_day

Each = TypeVar("Each")

# The cut: its size, the lots it needs, the bracket it replaces, the seeds.


class JustOut(Struct, frozen=True, kw_only=True):
    """The best player of a division or flight who does not advance, and why.

    `step` compares this player with the last one who advances; None if nothing separates them.
    """

    player: PlayerId
    step: NeighbourStep | None
    flight: Pool | None = None


class CutDone(Struct, frozen=True, kw_only=True):
    """A division's cut: who advances and why, who just misses it, and what it locks once paired.

    `came` is the number of players it is a share of; `seeds` are in order, with match points and
    record. `larger` is the row of the rounds table that it exceeds at a Premier Event (TOP-3.3.5c).
    """

    made: CutMade
    came: int
    seeds: tuple[tuple[PlayerId, int, str], ...]
    by_lot: tuple[tuple[PlayerId, ...], ...]
    out: tuple[JustOut, ...]
    larger: DivisionCut | None
    locks: int | None


class CutsMade(Struct, frozen=True, kw_only=True):
    """The cuts that were made.

    In a dry run, a cut that needs lots has only its pools and the tied players: somebody who saw
    the lots could still change what they are drawn from.
    """

    entries: tuple[Entry, ...]
    pools: tuple[Pool, ...]
    cuts: tuple[CutDone, ...] = ()
    level: tuple[PlayerId, ...] = ()


def make_cuts(
    ctx: WriteContext,
    divisions: tuple[Division, ...] = (),
    *,
    size: int | None = None,
    again: bool = False,
    reason: str | None = None,
) -> CutsMade:
    """Make the cut of each division, or of all divisions that have one still to make (TOP §3.3).

    A `size` other than the one due needs a reason (TOP-3.3.5d). `again` makes a cut again before
    its first round starts (A-44).
    """

    def made(then: Tournament, division: Division) -> list[AnyEvent]:
        due, stands = size_for(then, ctx.rules, division), size_due(then, ctx.rules, division)
        if size and reason is None and size not in {due, stands}:
            raise OtherSizeError(size, due, division, stands=stands)
        return cut_events(then, ctx.rules, division, size=size, again=again, reason=reason)

    entry = _one_by_one(ctx, lambda t: divisions or divisions_due(t, ctx.rules, again=again), made)
    cuts = [event for event in entry.events if isinstance(event, CutMade)]
    drawn = [event for event in entry.events if isinstance(event, LotDrawn)]
    pools = tuple(cut.pool for cut in cuts)
    if level := _unseen_lots(ctx, drawn):
        return CutsMade(entries=(), pools=pools, level=level)
    t = ctx.after([entry])
    found = tuple(_cut_done(t, ctx.rules, cut, drawn) for cut in cuts)
    return CutsMade(entries=(entry,), pools=pools, cuts=found)


def _one_by_one(
    ctx: WriteContext,
    due: Callable[[Tournament], Iterable[Each]],
    made: Callable[[Tournament, Each], list[AnyEvent]],
) -> Entry:
    """Write one entry with what is made for each item that is due, applying them in turn."""

    def act(t: Tournament) -> list[AnyEvent]:
        then, done = t.copy(), list[AnyEvent]()
        for each in due(t):
            for event in made(then, each):
                then.apply(event, t.seq)
                done.append(event)
        return done

    return ctx.take(act)[0]


def _unseen_lots(ctx: WriteContext, drawn: Sequence[LotDrawn]) -> tuple[PlayerId, ...]:
    """Return the players who need a lot, in a dry run: nobody sees the lots before they count."""
    return tuple(player for event in drawn if ctx.dry_run for player in sorted(event.lots))


class OtherSizeError(Misuse):
    """A cut of a different size than is due, without a reason."""

    def __init__(self, size: int, due: int, division: Division, *, stands: int) -> None:
        """Keep the numbers: the one that is due, and that of the current cut."""
        would = f"the {division} cut is {due}." if due else f"{division} has no cut."
        if stands != due:
            instead = f"and should be {due}" if due else "and none was due"
            would = f"the {division} cut is {stands} now, {instead}."
        super().__init__(
            f"a cut to a different number of players needs a reason: {would}", field="reason"
        )
        self.size, self.would = size, would


def _cut_done(t: Tournament, rules: Ruleset, cut: CutMade, drawn: list[LotDrawn]) -> CutDone:
    """Return a cut with the facts about it."""
    table, size, row = records(t, rules), len(cut.seeds), row_of(t, rules, cut.division)
    larger = t.opened is not None and t.opened.premier and row is not None and size > row.cut
    played = (one.number for p in swiss_pools_of(t, cut.division) for one in rounds_of(t, p))
    return CutDone(
        made=cut,
        came=max(attendance(t, rules, cut.division), 1),
        seeds=tuple((one, table[one].match_points, str(table[one])) for one in cut.seeds),
        by_lot=tuple(tuple(event.lots) for event in drawn if event.division == cut.division),
        out=tuple(_just_out(t, rules, cut)),
        larger=row if larger else None,
        locks=round_locked_by(max(played, default=0) + 1, rules),
    )


def _just_out(t: Tournament, rules: Ruleset, cut: CutMade) -> list[JustOut]:
    """Return the best player of each flight, or of the division, who misses the cut, and why."""
    found = list[JustOut]()
    for flight in flights_of(t, cut.division):
        order = still_in(t, swiss_order(t, rules, cut.division, flight))
        first_out = next((one.player for one in order if one.player not in cut.seeds), None)
        if first_out is not None:
            missed = misses(t, rules, first_out)
            step = missed[-1].step if missed else None
            found.append(JustOut(player=first_out, step=step, flight=flight))
    return found


def no_swiss(what: str) -> Refused:
    """Return the refusal of what follows Swiss rounds, in a single elimination."""
    return Refused(
        f"a single-elimination tournament has no Swiss rounds, so there is no {what}.",
        hint="Everybody plays in the bracket (TOP §3.2).",
    )


def no_cut(t: Tournament, rules: Ruleset, division: Division) -> Refused:
    """Return the refusal for a division that has no cut, with the reason."""
    row = row_of(t, rules, division)
    if t.opened and t.opened.style is not Style.SWISS_PLUS_CUT:
        why = f"the style of the tournament is {t.opened.style}"
    elif row and row.players and not row.cut:
        why = f"{row.players} players, {row.cites}"
    elif t.announcement and t.announcement.cut:
        why = "none was announced"
    else:
        why = "there is no rounds table"
    return Refused(
        f"{division} has no cut: {why}.",
        hint=go_on(t, rules)
        if t.closed
        else advice(
            "To make one anyway: {}.",
            do("cut", "DIVISION", "--size", "N", "--reason", "…"),
        ),
    )


def divisions_due(t: Tournament, rules: Ruleset, *, again: bool) -> list[Division]:
    """Return the divisions whose cut can be made, or made again. Raises Refused for none."""
    if t.is_elimination:
        raise no_swiss("cut")
    present = [d for d in Division if any(p.division == d for p in t.players.values())]
    made = {division: bracket_of(t, division) for division in present}
    if again:
        found = [d for d in present if made[d] and unplayed(t, d) and outdated(t, rules, d)]
        if not found:
            raise Refused(
                "no cut needs to be made again.",
                hint=advice(
                    "To let another number of players advance: {}.",
                    do("cut", "DIVISION", "--again", "--size", "N", "--reason", "…"),
                )
                if any(made[d] and unplayed(t, d) for d in present)
                else "A cut can be made again only before its first round starts.",
            )
        return found
    found = [d for d in present if made[d] is None and size_for(t, rules, d)]
    if not found and any(made.values()):
        pools = ", ".join(cut.pool for cut in made.values() if cut)
        raise Refused(f"every cut has already been made: {pools}.", hint=go_on(t, rules))
    if not found:
        if present:
            raise no_cut(t, rules, present[-1])
        raise Refused(
            "there are no active players, so there is no cut to make.",
            hint=advice("Register the players: {}.", do("register", "NAME")),
        )
    return found


def cut_events(
    t: Tournament,
    rules: Ruleset,
    division: Division,
    *,
    size: int | None,
    again: bool,
    reason: str | None,
) -> list[AnyEvent]:
    """Return the events for a division's cut: lots if seeds would be tied, and the cut.

    Making it again withdraws the first round if that is paired but has not started.
    """
    if t.is_elimination:
        raise no_swiss("cut")
    stands = bracket_of(t, division)
    if again and stands is None:
        hint = advice("Make the cut: {}.", do("cut"))
        raise Refused(f"the {division} cut has not been made.", hint=hint)
    number = size or size_due(t, rules, division)
    if not number:
        raise no_cut(t, rules, division)
    then, done = t.copy(), list[AnyEvent]()
    if stands and again:
        if number == len(stands.seeds):  # The reason for another number is not one for this.
            reason = reason or stands.reason
        paired = latest_round(t, stands.pool)
        if paired and not paired.started:
            why = f"The {division} cut is made again."
            done.append(RoundWithdrawn(pool=stands.pool, round=paired.number, reason=why))
            then.apply(done[-1], t.seq)
    chosen = {one.player for one in best(then, rules, division, number)}
    if level_in(then, rules, division, chosen):
        groups = lots.level(then, rules)[division]
        secret = secrets.next_secret(own_home(), then)
        done.append(lots.draw(then, division=division, groups=groups, secret=secret))
        then.apply(done[-1], t.seq)
    done.append(
        CutMade(
            division=division,
            pool=stands.pool if stands else bracket_name(division),
            seeds=tuple(one.player for one in best(then, rules, division, number)),
            reason=reason,
        )
    )
    return done


def level_in(
    t: Tournament, rules: Ruleset, division: Division, chosen: set[PlayerId]
) -> list[PlayerId]:
    """Return players tied on everything with one who would advance, if two of them are still in."""
    return [
        player
        for group in lots.level(t, rules).get(division, [])
        if chosen.intersection(group)
        if sum(not t.players[one].out for one in group) > 1
        for player in group
    ]


# Day two of Swiss: who plays it, and for how many rounds (TOP §3.3.5).


class DayDone(Struct, frozen=True, kw_only=True):
    """A day two: its players, its last round, the match points needed, and who just misses it.

    `by_points` is whether the points alone decide; if not, at least 32 players advance.
    """

    made: DayTwoMade
    until: int
    enough: int
    by_points: bool
    out: tuple[JustOut, ...]


class DaysMade(Struct, frozen=True, kw_only=True):
    """The day twos that were made; in a dry run that needs lots, only the tied players."""

    entries: tuple[Entry, ...]
    pools: tuple[Pool, ...]
    days: tuple[DayDone, ...] = ()
    level: tuple[PlayerId, ...] = ()


def make_day_two(
    ctx: WriteContext,
    pool: Pool | None = None,
    *,
    rounds: int | None = None,
    again: bool = False,
    reason: str | None = None,
) -> DaysMade:
    """Make day two of a pool, or of every pool that has one (A-19).

    If the rounds table gives none, a number of `rounds` makes one for every pool. A number of
    `rounds` other than the one due needs a reason. `again` makes it again before its
    first round starts; if that is paired, it is withdrawn (A-71).
    """
    entry = _one_by_one(
        ctx,
        lambda t: [pool] if pool else _days_due(t, ctx.rules, rounds, again=again),
        lambda t, each: _day_events(t, ctx.rules, each, rounds, again=again, reason=reason),
    )
    made = [event for event in entry.events if isinstance(event, DayTwoMade)]
    drawn = [event for event in entry.events if isinstance(event, LotDrawn)]
    pools = tuple(one.pool for one in made)
    if level := _unseen_lots(ctx, drawn):
        return DaysMade(entries=(), pools=pools, level=level)
    t = ctx.after([entry])
    days = tuple(_day_done(t, ctx.rules, one) for one in made)
    return DaysMade(entries=(entry,), pools=pools, days=days)


def withdraw_day_two(ctx: WriteContext, pool: Pool | None = None) -> Done:
    """Withdraw day two of a pool, or of every pool, before its first round starts (A-71).

    If that round is paired, it is withdrawn too.
    """

    def act(t: Tournament) -> list[AnyEvent]:
        pools = [pool] if pool else [each for each in t.day_two if not day_two_started(t, each)]
        if not pools or not {*pools} <= {*t.day_two}:
            raise _nothing_to_undo(t, ctx.rules)
        return [event for each in pools for event in _day_undone(t, t.day_two[each])]

    return Done(entries=tuple(ctx.take(act)))


def _nothing_to_undo(t: Tournament, rules: Ruleset) -> Refused:
    """Return the refusal to withdraw a day two: it has started, is not made yet, or there is none.

    Only one that could be made is advised.
    """
    hint: str | Hint | None = None
    if any(day_two_started(t, pool) for pool in t.day_two):
        hint = "Day two has started, so it can no longer be withdrawn."
    elif any(awaits_day_two(t, rules, pool) for pool in t.pods):
        hint = advice("Begin day two: {}.", do("day-two"))
    return Refused("there is no day two that could be withdrawn.", hint=hint)


def _day_undone(t: Tournament, made: DayTwoMade) -> list[AnyEvent]:
    """Return the events that withdraw a day two: its paired round, its rounds, its players."""
    back = _waiting_back(t, made, f"Day two of {made.pool} is withdrawn.")
    rounds = max(made.after, t.planned.get(None, 0))
    return [
        *back,
        RoundsSet(pool=made.pool, rounds=rounds),
        DayTwoMade(pool=made.pool, after=made.after, players=()),
    ]


def _waiting_back(t: Tournament, made: DayTwoMade, why: str) -> list[AnyEvent]:
    """Return the event that withdraws the first round of a day two, if it is paired."""
    waits = latest_round(t, made.pool)
    if waits is None or waits.started or waits.number <= made.after:
        return []
    return [RoundWithdrawn(pool=made.pool, round=waits.number, reason=why)]


class OtherRoundsError(Misuse):
    """A different number of rounds than is due, without a reason."""

    def __init__(self, rounds: int, due: int) -> None:
        """Keep the numbers."""
        would = f"day two should have {counted(due, 'round') if due else 'no rounds'}."
        super().__init__(f"a different number of rounds needs a reason: {would}", field="reason")
        self.rounds, self.would = rounds, would


def _day_done(t: Tournament, rules: Ruleset, made: DayTwoMade) -> DayDone:
    """Return a day two with the facts about it: how many, how long, who just misses it."""
    out = list[JustOut]()
    for division in t.pods.get(made.pool, ()):
        order = first_day_order(t, rules, division, made.pool)
        inside = [one.player for one in order if one.player in made.players]
        beside = [one.player for one in order if one.player not in made.players]
        if inside and beside:
            step = step_between(first_day(t), rules, division, above=inside[-1], below=beside[0])
            out.append(JustOut(player=beside[0], step=step))
    first, *_ = divisions_on(t, rules, made.pool) or t.pods[made.pool]
    return DayDone(
        made=made,
        until=t.planned.get(made.pool, made.after),
        enough=enough(t, rules, first, made.after),
        by_points=not least_to_advance(t, rules, first),
        out=tuple(out),
    )


def _days_due(t: Tournament, rules: Ruleset, rounds: int | None, *, again: bool) -> list[Pool]:
    """Return the pools whose day two can be made. Raises Refused if there are none.

    If no pool is due to have one, all can with a number of `rounds`.
    """
    if t.is_elimination:
        raise no_swiss("day two")
    pools = [pool for pool in t.pods if divisions_on(t, rules, pool)] or [
        pool for pool in t.pods if rounds or pool in t.day_two
    ]
    found = [pool for pool in pools if (pool in t.day_two) == again]
    if again:
        found = [pool for pool in found if choose_again(t, rules, pool)] or found
    if not found:
        if again:
            waits = any(awaits_day_two(t, rules, pool) for pool in pools)
            hint = advice("Begin day two: {}.", do("day-two")) if waits else None
            raise Refused("no day two has begun whose players could be chosen again.", hint=hint)
        if pools:
            raise Refused("day two has already begun.", hint=go_on(t, rules))
        raise _no_day(t, rules, next(iter(t.pods), None) if len(t.pods) == 1 else None)
    return found if again else due_now(t, rules, found) or found


def due_now(t: Tournament, rules: Ruleset, pools: Iterable[Pool]) -> list[Pool]:
    """Return the pools whose next step is day two: others may still be playing day one."""
    return [pool for pool in pools if next_of(t, rules, pool) == do("day-two", pool)]


def _no_day(t: Tournament, rules: Ruleset, pool: Pool | None) -> Refused:
    """Return the refusal for a pool that has no day two, with the reason."""
    if not t.pods:
        hint = go_on(t, rules)
        return Refused("nothing has been paired, so there is no day two to begin.", hint=hint)
    if pool and pool not in t.pods:
        return Refused(f"there is no pool {pool}.", hint=f"Pools: {several(sorted(t.pods))}.")
    ages = dict.fromkeys(age for each in ([pool] if pool else t.pods) for age in t.pods[each])
    known = [row for each in ages if (row := row_of(t, rules, each))]
    if t.announcement and t.announcement.day_two:
        why = "none was announced"
    elif known:
        why = "; ".join(f"{row.division}: {row.players} players, {row.cites}" for row in known)
    else:
        why = "there is no rounds table"
    return Refused(
        f"{pool or 'this tournament'} has no day two: {why}.",
        hint=go_on(t, rules)
        if t.closed
        else advice(
            "To make one anyway, give the number of rounds and a reason: {}.",
            do("day-two", *filter(None, [pool]), "--rounds", "N", "--reason", "…"),
        ),
    )


def _day_events(
    t: Tournament,
    rules: Ruleset,
    pool: Pool,
    asked: int | None,
    *,
    again: bool,
    reason: str | None,
) -> list[AnyEvent]:
    """Return the events for day two: lots if the last are tied, the players, the rounds.

    Making it again withdraws its first round if that is paired but has not started (A-71).
    """
    stands = t.day_two.get(pool)
    if stands and not again:
        raise Refused(
            f"day two of {pool} has already begun.",
            hint=go_on(t, rules)
            if day_two_started(t, pool)
            else advice(
                "To choose its players again after a drop or a correction, before its first "
                "round starts: {}.",
                do("day-two", pool, "--again"),
            ),
        )
    on = divisions_on(t, rules, pool)
    due = max((rounds_of_day_two(t, rules, division) for division in on), default=0)
    if asked is None and not due and not stands:
        raise _no_day(t, rules, pool)
    if asked and asked != due and reason is None:
        raise OtherRoundsError(asked, due)
    after = stands.after if stands else max(t.latest.get(pool, 0), 1)  # The last round of day one.
    then, done = t.copy(), list[AnyEvent]()
    if stands:
        done = _waiting_back(t, stands, f"The players of day two of {pool} are chosen again.")
        for event in done:
            then.apply(event, t.seq)
    divisions = on or [*t.pods.get(pool, ())]
    for division in divisions:
        chosen = _chosen(then, rules, division, pool, after)
        groups = lots.level(then, rules).get(division, [])
        if groups and _parts_level(then, rules, division, pool, chosen):
            secret = secrets.next_secret(own_home(), then)
            done.append(lots.draw(then, division=division, groups=groups, secret=secret))
            then.apply(done[-1], t.seq)
    players = [p for division in divisions for p in _chosen(then, rules, division, pool, after)]
    done.append(DayTwoMade(pool=pool, after=after, players=tuple(players)))
    total = after + (asked or due)
    if (asked or not stands) and t.planned.get(pool) != total:
        done.append(RoundsSet(pool=pool, rounds=total, reason=reason))
    return done


def _chosen(
    t: Tournament, rules: Ruleset, division: Division, pool: Pool, after: int
) -> list[PlayerId]:
    return [one.player for one in qualified(t, rules, division, pool, after)]


def _parts_level(
    t: Tournament, rules: Ruleset, division: Division, pool: Pool, chosen: list[PlayerId]
) -> bool:
    """Tell whether the last place divides players who are tied on everything and still in."""
    order = first_day_order(t, rules, division, pool)
    last = next((one.place for one in order if one.player == chosen[-1]), 0) if chosen else 0
    return any(one.place == last and one.player not in chosen for one in order)
