"""Starts paired rounds, and withdraws them."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from msgspec import Struct

from roundbook.cli.acts.pairing import Lock, stay_locked, waiting
from roundbook.cli.places.deck_lists import without_list
from roundbook.cli.places.phone_claims import drop_frozen
from roundbook.cli.session.clock import now, today
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import Hint, Refused, advice, do
from roundbook.ledger.events.catalogue import (
    AnyEvent,
    PlayerDropped,
    PlayerReinstated,
    RoundPaired,
    RoundStarted,
    RoundWithdrawn,
)
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.pools import flights_named
from roundbook.ledger.state.round_names import named
from roundbook.ledger.state.rounds import rounds_missed, under_way
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import HandId, PlayerId, Pool
from roundbook.projections.judging.deck_checks import last_round, remark
from roundbook.projections.progress import go_on
from roundbook.projections.rounds.clock import building


class RoundsStarted(Struct, frozen=True, kw_only=True):
    """The rounds that have started, what should have been done before, and what comes next.

    `unposted` are rounds whose pairings were not posted, as a Premier Event should do (TOP §4).
    `without_list` start to play without a deck list, if others have one; `undecided` sent one by
    phone that staff have not registered, and it is deleted. `to_check` is how many decks are still
    to be checked, at the last round; a Premier Event, which must check them, hears it at the first
    one too (TRF §5).
    """

    entries: tuple[Entry, ...]
    rounds: tuple[RoundStarted, ...]
    unposted: tuple[RoundStarted, ...]
    without_list: tuple[PlayerId, ...]
    undecided: tuple[PlayerId, ...]
    to_check: tuple[Hint, ...]


def to_start(t: Tournament, pool: Pool | None = None) -> list[Pool]:
    """Return the pools whose round waits to start: this pool or its flights, or every pool."""
    named = flights_named(t, pool) or ((pool,) if pool else ())
    return [each for each in waiting(t) if not named or each in named]


def not_its_day(t: Tournament) -> str:
    """Return that today is before the first day of an event, or after its last; else empty.

    It is said until a round has started: then the day is known to be meant.
    """
    opened = t.opened
    if opened is None or under_way(t) or opened.start <= today() <= (opened.end or opened.start):
        return ""
    return f"The first day of this event is {opened.start}, not today."


def building_until(here: Venue) -> datetime | None:
    """Return when the time for building decks ends, if it still runs."""
    clock = building(here.desk.entries, here.desk.tournament)
    return clock.ends_at if clock and now() < clock.ends_at else None


def still_building(until: datetime) -> str:
    """Return until when players are building decks (TRF §11.2); a round could wait for them."""
    return f"Players are building decks until {until:%H:%M}."


def start(
    ctx: WriteContext, pool: Pool | None = None, *, clock_at: datetime | None = None
) -> RoundsStarted:
    """Start the paired round of a pool, or of every pool that has one (TOP §4).

    The clock starts two minutes later (TRF §7.1), or at the time given.
    """

    def started(each: Pool, number: int) -> RoundStarted:
        return RoundStarted(pool=each, round=number, clock_at=clock_at)

    def act(t: Tournament) -> list[RoundStarted]:
        flights = flights_named(t, pool)
        if pool and not flights:
            return [started(pool, max(t.latest.get(pool, 0), 1))]
        due = to_start(t, pool)
        if not due:
            hint = go_on(t, ctx.rules)
            raise Refused("there is no paired round to start.", hint=hint)
        return [started(each, t.latest[each]) for each in due]

    opened, day = ctx.tournament.opened, not_its_day(ctx.tournament)
    entry = ctx.take(act)[0]
    # An event that is typed later than it was played is no mistake; one that is ahead may be.
    ctx.venue.notices.extend([day] if opened and day and today() < opened.start else [])
    rounds = tuple(event for event in entry.events if isinstance(event, RoundStarted))
    t = ctx.after([entry])
    held = [(event, t.rounds[event.pool, event.round]) for event in rounds]
    held = [(event, paired) for event, paired in held if paired.pairings]
    began = {(event.pool, event.round) for event in rounds}
    first = all(key in began for key, paired in t.rounds.items() if paired.started)
    last = any(last_round(t, *key) for key in began)
    premier = t.opened is not None and t.opened.premier
    return RoundsStarted(
        entries=(entry,),
        rounds=rounds,
        unposted=tuple(event for event, paired in held if not paired.posted),
        without_list=tuple(without_list(t, rounds)),
        undecided=tuple(drop_frozen(ctx.venue.folder, t, trial=ctx.dry_run)),
        to_check=tuple(remark(t, [pool for pool, _ in began]))
        if last or (first and premier)
        else (),
    )


class RoundsGone(Struct, frozen=True, kw_only=True):
    """The rounds that were withdrawn, and the rounds whose results stay locked all the same."""

    entries: tuple[Entry, ...]
    locks: tuple[Lock, ...]


class PairedTogether(NamedTuple):
    """What one entry did and can be undone: rounds that have not started, players left out."""

    rounds: tuple[tuple[Pool, int], ...]
    left_out: tuple[PlayerId, ...]


def paired_together(t: Tournament, entry: Entry) -> PairedTogether:
    """Return the rounds that an entry paired and that still wait, and the players it left out."""
    waits = {*waiting(t)}
    return PairedTogether(
        tuple(
            (event.pool, event.round)
            for event in entry.events
            if isinstance(event, RoundPaired)
            if event.pool in waits and t.latest[event.pool] == event.round
        ),
        tuple(
            event.player
            for event in entry.events
            if isinstance(event, PlayerDropped) and t.players[event.player].out
        ),
    )


def goes_back_at_once(t: Tournament, entry: Entry, hand: HandId) -> bool:
    """Tell whether a person has just paired these rounds, and nobody has been told of them."""
    return bool(paired_together(t, entry).rounds) and not _why_not_at_once(t, entry, hand)


def _why_not_at_once(t: Tournament, entry: Entry, hand: HandId) -> str:
    """Return why rounds that wait are withdrawn with a reason only; empty if they need none."""
    if entry.hand.id != hand:
        return "somebody else paired it"
    for key in paired_together(t, entry).rounds:
        if t.rounds[key].posted:
            return f"{named(t, *key)} has been posted"
        if t.rounds[key].slips:
            return f"the slips of {named(t, *key)} were prepared"
    return ""


def undo_pairing(ctx: WriteContext, pool: Pool, *, number: int) -> RoundsGone:
    """Withdraw what the same person has just paired, and all that its entry did. Raise Refused."""
    desk, hand = ctx.venue.desk, ctx.book.with_hand(ctx.manner.operator.name)[1]
    entry = paired_by(desk.entries, pool, number)
    waits = (pool, number) in paired_together(desk.tournament, entry).rounds if entry else False
    # The rules refuse a round that does not wait: it has started, or is not paired any more.
    if entry and waits and (why := _why_not_at_once(desk.tournament, entry, hand)):
        raise Refused(
            f"{named(desk.tournament, pool, number)} needs a reason to be withdrawn: {why}.",
            hint=advice("Withdraw it: {}.", do("withdraw", f"{pool}-{number}", "--reason", "…")),
        )
    return withdraw_round(ctx, pool, number=number, reason=UNDONE, together=True)


UNDONE = "undone by the person who paired it"
"""The reason for a round that is undone at once."""


def withdraw_round(
    ctx: WriteContext, pool: Pool, *, number: int, reason: str, together: bool = False
) -> RoundsGone:
    """Withdraw a round that has not started; what it has locked stays locked.

    With `together`, everything goes back that its entry did: the other rounds paired in it are
    withdrawn too, and the players it left out are reinstated.
    """

    def act(t: Tournament) -> list[AnyEvent]:
        entry = paired_by(ctx.venue.desk.entries, pool, number) if together else None
        rounds, left_out = paired_together(t, entry) if entry else ((), ())
        return [
            *(
                RoundWithdrawn(pool=each, round=of, reason=reason)
                for each, of in dict.fromkeys([(pool, number), *rounds])
            ),
            *(
                PlayerReinstated(
                    player=player, reason=reason, missed=rounds_missed(t, ctx.rules, player)
                )
                for player in left_out
            ),
        ]

    entries = tuple(ctx.take(act))
    gone = [
        (event.pool, event.round)
        for entry in entries
        for event in entry.events
        if isinstance(event, RoundWithdrawn)
    ]
    return RoundsGone(entries=entries, locks=stay_locked(ctx.after(entries), ctx.rules, gone))


def paired_by(entries: Sequence[Entry], pool: Pool, number: int) -> Entry | None:
    """Return the latest entry that paired a round; None if there is none."""
    for entry in reversed(entries):
        for event in entry.events:
            if isinstance(event, RoundPaired) and (event.pool, event.round) == (pool, number):
                return entry
    return None
