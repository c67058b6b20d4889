"""Repair a drawn round: by the program after a change, or two players exchanged by hand."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.acts.pairing import (
    NewRounds,
    _bye,
    _paired,
    no_such_pool,
    refuse_on_sheet,
    waiting,
    worse_by_hand,
)
from roundbook.cli.places import secrets
from roundbook.cli.places.layout import own_home
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.events.catalogue import RoundPaired, RoundRepaired
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import flights_named
from roundbook.ledger.state.rounds import latest_round
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import Bye, Pairing, PlayerId, Pool
from roundbook.projections.pairing.repair import STARTED_STAYS, Repair, opponents
from roundbook.projections.pairing.repair import repair as least_repair
from roundbook.projections.pairing.table_numbers import at_own
from roundbook.projections.progress import go_on
from roundbook.projections.rounds.needs_repair import stranded
from roundbook.projections.rounds.next_bracket_round import mended


def swap(
    ctx: WriteContext,
    first: PlayerId,
    second: PlayerId,
    *,
    reason: str,
    agree: Callable[[tuple[str, ...]], object],
) -> NewRounds:
    """Exchange two players of a round that has not started, at its tables, by hand.

    `agree` is called before it is written, with what a better pairing would spare (A-93).
    """
    worse: tuple[str, ...] = ()

    def act(t: Tournament) -> list[RoundPaired]:
        nonlocal worse
        [event] = swapped(t)
        worse = worse_by_hand(t, ctx.rules, event)
        return [event]

    def swapped(t: Tournament) -> list[RoundPaired]:
        paired = _seating(t, first, second)
        change = {first: second, second: first}
        pairings = tuple(Pairing(*(change.get(p, p) for p in p2)) for p2 in paired.pairings)
        byes = (change.get(bye.player, bye.player) for bye in paired.byes)
        return [
            RoundPaired(
                pool=paired.pool,
                round=paired.number,
                pairings=pairings,
                tables=paired.tables,
                fixed=at_own(t.kept, pairings, paired.tables),
                byes=tuple(_bye(t, player, paired.number) for player in byes),
                reason=reason,
            )
        ]

    if not ctx.dry_run and ctx.first() is None:
        ctx.rehearse(act)
        agree(worse)
    (entry,) = ctx.take(act)
    (event,) = entry.events
    assert isinstance(event, RoundPaired), "a swap already counts as a pairing by hand"
    return NewRounds(
        entries=(entry,),
        pools=(event.pool,),
        numbers=(event.round,),
        again=True,
        rounds=(_paired(ctx, event, worse),),
    )


def _seating(t: Tournament, first: PlayerId, second: PlayerId) -> Round:
    """Return the waiting round with both players. Raises Refused if a swap would change nothing."""
    rounds = [one for pool in waiting(t) if (one := latest_round(t, pool))]
    found = next((one for one in rounds if {first, second} <= set(one.players())), None)
    if found is None:
        apart = all(any(one in each.players() for each in rounds) for one in (first, second))
        raise Refused(
            f"{first} and {second} are not both in a paired round that has not started yet.",
            hint=advice("Swap two players of the same round.")
            if apart
            else advice("A round that has started cannot be changed (TOP §4).")
            if t.rounds
            else advice("No round is paired yet: {}.", do("pair")),
        )
    if first == second or {first, second} in map(set, found.pairings):
        raise Refused(
            f"swapping {first} and {second} would change nothing.", hint="Choose two other players."
        )
    return found


# Repairing: as few pairings as possible of a waiting round change (TOP §4).


class RepairedRound(Struct, frozen=True, kw_only=True):
    """What a repair keeps of a round, and what is new: tables with their players, and byes.

    At `stay` of `tables` tables both players stay; `moved` players have another opponent. `empty`
    are tables that are no longer used; `in_bracket` is whether the repair follows from the bracket.
    """

    pool: Pool
    number: int
    tables: int
    stay: int
    moved: int
    in_bracket: bool
    changed: tuple[tuple[int, Pairing], ...]
    byes: tuple[Bye, ...]
    empty: tuple[int, ...]


class RoundsRepaired(Struct, frozen=True, kw_only=True):
    """The repaired rounds, and the tournament before the repair.

    A dry run of a draw has only the rounds' numbers, without players.
    """

    entries: tuple[Entry, ...]
    rounds: tuple[RepairedRound, ...]
    before: Tournament

    @property
    def pools(self) -> tuple[Pool, ...]:
        """The pools of these rounds."""
        return tuple(one.pool for one in self.rounds)


def repair(
    ctx: WriteContext,
    pool: Pool | None = None,
    *,
    reason: str | None = None,
    blocked: frozenset[int] = frozenset(),
) -> RoundsRepaired:
    """Repair the waiting round of a pool, or of every pool where it is wrong."""

    def act(t: Tournament) -> list[RoundRepaired]:
        if pool and t.rounds and pool not in (*t.pods, *t.cuts) and not flights_named(t, pool):
            raise no_such_pool(t, pool)
        then = t.copy()
        done: list[RoundRepaired] = []
        for each in (
            [pool] if pool and not flights_named(t, pool) else _to_repair(then, ctx.rules, pool)
        ):
            event = repaired(then, ctx.rules, each, reason, blocked)
            if event:
                done.append(event)
                then.apply(event, t.seq)
        if not done:
            where, left = pool or "any pool", stranded(t)
            raise Refused(
                f"there is nothing to repair in {where}: every active player there is paired, and "
                "no other pairing would be better.",
                hint=left[0] if left else advice("Start the round: {}.", do("start")),
            )
        return done

    entry = ctx.take(act)[0]
    events = [event for event in entry.events if isinstance(event, RoundRepaired)]
    before = Tournament.replay(ctx.venue.desk.entries[: entry.seq - 1])
    rounds = tuple(_changed(before, event) for event in events)
    if ctx.dry_run and any(event.drawn for event in events):
        unseen = tuple(replace(one, changed=(), byes=(), empty=()) for one in rounds)
        return RoundsRepaired(entries=(), rounds=unseen, before=before)
    return RoundsRepaired(entries=(entry,), rounds=rounds, before=before)


def _to_repair(t: Tournament, rules: Ruleset, division: Pool | None) -> list[Pool]:
    """Return the pools with a waiting round. Raises Refused if there are none.

    If a division with flights is named, these are its flights.
    """
    among = flights_named(t, division) or list(dict.fromkeys((*t.pods, *t.cuts)))
    waits = waiting(t)
    found = [each for each in among if each in waits]
    if not found and not t.rounds:
        raise Refused(
            "there is no round to repair: nothing has been paired yet.",
            hint=go_on(t, rules),
        )
    if not found:
        raise Refused(
            "there is no round to repair: none is waiting to start.",
            hint=STARTED_STAYS,
        )
    return found


def repaired(
    t: Tournament, rules: Ruleset, pool: Pool, reason: str | None, blocked: frozenset[int]
) -> RoundRepaired | None:
    """Return the repair of a pool's round, using the next secret; None if it is right.

    The repair of a bracket follows from its seeds and results.
    """
    if pool in t.cuts:
        event = mended(t, rules, pool, reason)
        return event and replace(event, fixed=at_own(t.kept, event.pairings, event.tables))
    refuse_on_sheet(t, rules, pool)
    secret = secrets.next_secret(own_home(), t)
    found: Repair = least_repair(t, rules, pool=pool, secret=secret, blocked=blocked)
    paired = latest_round(t, pool)
    assert paired is not None
    if opponents(found.pairings, found.byes) == opponents(paired.pairings, paired.byes):
        return None
    return RoundRepaired(
        pool=pool,
        round=found.round,
        pairings=found.pairings,
        tables=found.tables,
        byes=found.byes,
        drawn=found.drawn,
        reason=reason,
        fixed=at_own(t.kept, found.pairings, found.tables),
    )


def _changed(before: Tournament, event: RoundRepaired) -> RepairedRound:
    """Return what a repair keeps, and each new table and bye."""
    paired = before.rounds[event.pool, event.round]
    posted, now = (opponents(one.pairings, one.byes) for one in (paired, event))
    at = list(zip(event.tables, event.pairings, strict=True))
    changed = tuple((table, pair) for table, pair in at if posted.get(pair.first) != pair.second)
    return RepairedRound(
        pool=event.pool,
        number=event.round,
        tables=len(paired.tables),
        stay=len(at) - len(changed),
        moved=sum(posted.get(player) != other for player, other in now.items()),
        in_bracket=event.pool in before.cuts,
        changed=changed,
        byes=tuple(bye for bye in event.byes if posted.get(bye.player) != bye.kind),
        empty=tuple(table for table in paired.tables if table not in event.tables),
    )
