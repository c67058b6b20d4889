"""Pairs and repairs rounds: at random with the next secret, by a bracket or sheet, or by hand."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.places import secrets
from roundbook.cli.places.layout import own_home
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.desk import Act
from roundbook.ledger.errors import Misuse, Refused, advice, do, option
from roundbook.ledger.events.catalogue import (
    AnyEvent,
    DraftSeated,
    PlayerDropped,
    RoundPaired,
)
from roundbook.ledger.events.event import Override
from roundbook.ledger.phrases import have, several
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.divisions import bracket_name
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.check_in import to_come
from roundbook.ledger.state.lock import locked, locked_only_by, newly_locked
from roundbook.ledger.state.pools import (
    by_sheet,
    flights_named,
)
from roundbook.ledger.state.round_names import named
from roundbook.ledger.state.rounds import latest_round, latest_rounds
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Bye, ByeKind, Division, MatchId, Pairing, PlayerId, Pool
from roundbook.ledger.text import opened
from roundbook.ledger.validators.rounds import next_round
from roundbook.projections import drafts
from roundbook.projections.bracket.bracket import next_round as next_bracket_round
from roundbook.projections.compare.pairing_quality import Verdict, judge, spared_by_another_bye
from roundbook.projections.cut.qualifiers import Alone, only_undefeated
from roundbook.projections.pairing import propose
from roundbook.projections.pairing.impossible import NoLegalRound
from roundbook.projections.pairing.pod_sheet import (
    POD_SHEET,
    SEATS,
    SheetLeft,
    gives,
    propose_by_sheet,
    seats_of,
)
from roundbook.projections.pairing.proposal import Proposal
from roundbook.projections.pairing.rematches import propose_rematches
from roundbook.projections.pairing.table_numbers import TablePlan, at_own, tables, tables_in
from roundbook.projections.progress import go_on
from roundbook.projections.rounds.needs_repair import (
    TO_PAIR_AGAIN,
    how_to_mend,
    stage_again,
    to_make_again,
)
from roundbook.projections.rounds.next_bracket_round import along_the_bracket, seed_again
from roundbook.projections.rounds.outgrown_announcements import if_left_out
from roundbook.projections.rounds.ready_to_pair import formed, ready


def drawn_round(
    t: Tournament, rules: Ruleset, pool: Pool, *, first_table: int | None, allow_rematches: bool
) -> RoundPaired:
    """Return the next round of a pool. Raises Refused if there is none.

    With `allow_rematches`, it has the fewest rematches, and only if no round is legal (A-11).
    """
    if pool in t.cuts and not allow_rematches:
        return along_the_bracket(t, rules, pool, first_table)
    if pool not in t.pods and pool not in t.cuts:
        raise no_such_pool(t, pool)
    secret = secrets.next_secret(own_home(), t)
    # Without a pod sheet, every round is Swiss.
    draw = propose_rematches if allow_rematches else propose_pod
    try:
        found = draw(t, rules, pool=pool, secret=secret)
    except NoLegalRound as refusal:
        if allow_rematches:
            raise
        # Rematches do not help if everybody has had a bye: this raises the same refusal.
        propose_rematches(t, rules, pool=pool, secret=secret)
        raise Refused(
            refusal.message,
            hint=advice(
                "End Swiss here, or allow as few rematches as possible: {}.",
                do("pair", pool, "--allow-rematches", "--override", "rematch", "--because", "…"),
            ),
        ) from None
    return RoundPaired(
        pool=pool,
        round=found.round,
        pairings=found.pairings,
        tables=tables(t, pool, len(found.pairings), first_table),
        byes=found.byes,
        drawn=found.drawn,
    )


def no_such_pool(t: Tournament, pool: Pool) -> Refused:
    """Return the refusal for an unknown pool; a bracket first needs its cut."""
    of = {bracket_name(division): division.lower() for division in Division}
    if pool in of and any(one.division.lower() == of[pool] for one in t.players.values()):
        hint = advice("Make the cut first: {}.", do("cut", of[pool]))
        return Refused(f"the cut of {of[pool]} has not been made, so {pool} is empty.", hint=hint)
    known = ", ".join((*t.pods, *t.cuts)) or "none yet"
    return Refused(f"there is no pool {pool}.", hint=f"Pools: {known}.")


# Pod sheets: seats before round 1, and rounds by the sheet.


def pod_seats(t: Tournament) -> list[AnyEvent]:
    """Draw the seats of the pods before round 1, unless a draft has drawn them (POD-2).

    Raises Refused if a player was registered after that draw.
    """
    if not by_sheet(t) or t.rounds:
        return []
    players = [player.id for player in t.players.values() if not player.out]
    there = {player for pool in t.pods for player in seats_of(t, pool)}
    missing = [player for player in players if player not in there]
    if there and missing:
        raise Refused(
            f"{missing[0]} joined after the seats were drawn, and so has no seat.",
            hint=advice("The others have drafted, so drop the player: {}.", do("drop", missing[0]))
            if t.built == len(t.drafts)
            else advice(
                "Draw the seats again before the draft: {}.",
                do("draft seats", "…", "--reason", "…"),
            ),
        )
    if there or len(players) < SEATS - 1:
        return []
    event: DraftSeated = drafts.draw(t, draft=None, secret=secrets.next_secret(own_home(), t))
    t.apply(event, t.seq)
    return [event]


def propose_pod(t: Tournament, rules: Ruleset, *, pool: Pool, secret: str) -> Proposal:
    """Return the next round of a pod: by its sheet, or Swiss if the sheet does not say (A-37)."""
    try:
        return propose_by_sheet(t, rules, pool=pool, secret=secret)
    except SheetLeft:
        return propose(t, rules, pool=pool, secret=secret)


def refuse_on_sheet(t: Tournament, rules: Ruleset, pool: Pool) -> None:
    """Refuse to repair a round that follows the pod sheet, which fixes every pairing."""
    if gives(t, rules, pool):
        raise Refused(
            f"{pool} follows the pod sheet, which fixes every pairing even if players have "
            "dropped.",
            hint=advice(
                "Pair the round again from the sheet: {}.", do("pair", pool, *TO_PAIR_AGAIN)
            ),
        )


# Pairing the pools that are due, with the next secrets or by hand.


Absent = Literal["drop", "keep"]
"""What to do with players who have not checked in: drop them, or pair them anyway."""


class SeatsByHand(NamedTuple):
    """A round paired by hand: the pairings in table order, and the byes."""

    pairings: tuple[Pairing, ...]
    byes: tuple[PlayerId, ...] = ()


class Lock(NamedTuple):
    """A round whose results a pairing locks (TOP §4), and its matches without a result.

    A bracket locks only what its own players played (A-40): then `of` are their divisions, unless
    that is the whole round.
    """

    pool: Pool
    number: int
    missing: tuple[MatchId, ...]
    of: tuple[Division, ...] = ()

    @property
    def whose(self) -> str:
        """Whose matches are locked, as a phrase to follow the round; empty for all of them."""
        return f", in matches of {several(self.of)}," if self.of else ""


def locks_of(t: Tournament, rules: Ruleset, rounds: Iterable[tuple[Pool, int]]) -> tuple[Lock, ...]:
    """Return the rounds that pairing these rounds would newly lock."""
    rounds = tuple(rounds)
    new = dict.fromkeys(m for pool, number in rounds for m in newly_locked(t, rules, pool, number))
    return _by_round(t, rules, rounds, new)


def stay_locked(
    t: Tournament, rules: Ruleset, rounds: Iterable[tuple[Pool, int]]
) -> tuple[Lock, ...]:
    """Return the rounds that only these have locked: withdrawing these does not unlock them."""
    rounds = tuple(rounds)
    still = dict.fromkeys(
        m for pool, number in rounds for m in locked_only_by(t, rules, pool, number)
    )
    return _by_round(t, rules, rounds, still)


def _by_round(
    t: Tournament, rules: Ruleset, rounds: Sequence[tuple[Pool, int]], new: Collection[MatchId]
) -> tuple[Lock, ...]:
    """Return these matches by the rounds that they belong to, and whether they are whole rounds."""
    brackets = [t.cuts[pool].division for pool, _ in rounds if pool in t.cuts]
    ages = tuple(division for division in brackets if division)
    found = []
    for pool, number in dict.fromkeys(match[:2] for match in new):
        every = [match for match in t.matches if match[:2] == (pool, number)]
        open_still = any(m not in new and not locked(t, m, rules) for m in every)
        missing = tuple(m for m in every if m in new and m not in t.results)
        found.append(Lock(pool, number, missing, ages if open_still else ()))
    return tuple(found)


class NewRound(Struct, frozen=True, kw_only=True):
    """A round that was just paired, and its consequences.

    `alone` is the only undefeated player of a pool with rounds left. `off_sheet` is whether the pod
    sheet did not say how to pair (A-37). `worse` is what a better pairing than one by hand would
    spare, each with its figure (A-93); `spared` how many matches across divisions another random
    bye would have spared (A-77). The players `elsewhere` do not sit at the table kept for them.
    """

    event: RoundPaired
    alone: Alone | None = None
    off_sheet: bool = False
    worse: tuple[str, ...] = ()
    spared: int = 0
    elsewhere: tuple[PlayerId, ...] = ()


class NewRounds(Struct, frozen=True, kw_only=True):
    """The rounds that were just paired, by pool, and what was done before: pods, seats of a pod.

    `numbers` are the numbers of the rounds; `again` is whether they had been paired before. `locks`
    are the rounds whose results are now locked, `absent` players of a first round who have not
    checked in. A dry run of a draw has no pairings: somebody who saw them could still change what
    they are drawn from.
    """

    entries: tuple[Entry, ...]
    pools: tuple[Pool, ...]
    numbers: tuple[int, ...]
    again: bool = False
    rounds: tuple[NewRound, ...] = ()
    locks: tuple[Lock, ...] = ()
    absent: tuple[PlayerId, ...] = ()

    @property
    def would_draw(self) -> bool:
        """Whether this is a dry run of a draw."""
        return not self.rounds


def pair(  # noqa: PLR0913 - what is paired, how, and who has to agree.
    ctx: WriteContext,
    pool: Pool | None = None,
    *,
    by_hand: SeatsByHand | None = None,
    again: bool = False,
    reason: str | None = None,
    hall: TablePlan | None = None,
    allow_rematches: bool = False,
    absent: Absent | None = None,
    anyway: bool = False,
    agree: Callable[[tuple[Lock, ...], tuple[PlayerId, ...], tuple[str, ...]], None] | None = None,
) -> NewRounds:
    """Pair the next round of a pool, or of every pool that is ready; form the pods before round 1.

    `again` pairs a round again that has not started (TOP §4); this, and a round `by_hand`, needs a
    `reason`. `allow_rematches` uses the fewest rematches if no round is legal, and needs an
    override of that rule (A-11). `absent` says what to do with players who have not checked in.
    `agree` is called before a legal round is written, with the rounds it locks, if `absent` is
    not given, the players of a first round who have not checked in, and what a better pairing than
    one by hand would spare; it raises to stop the pairing. Without `agree`, such players stop the
    pairing, and so does a better pairing unless it is made `anyway` (A-93).
    """
    if (by_hand is None and not again) != (reason is None):
        raise Misuse(
            "give a reason if a round is paired by hand or paired again, and only then.",
            field="reason",
        )
    override = ctx.manner.override
    decided = by_hand is None and override is not None and "rematch" in override.rules
    if allow_rematches and not decided:
        raise Misuse(
            "allowing rematches needs an override of the rule against them, and cannot be "
            "combined with pairing by hand.",
            field="allow_rematches",
        )
    alone = by_hand is not None or again or allow_rematches
    plan = hall or TablePlan()
    locks: tuple[Lock, ...] = ()
    worse, spared = dict[Pool, tuple[str, ...]](), dict[Pool, int]()

    def paired(t: Tournament, each: Pool, kept: Mapping[PlayerId, int]) -> RoundPaired:
        number = _number(t, ctx.rules, each, again=again, by_hand=by_hand is not None)
        if by_hand is None:
            event = drawn_round(
                t, ctx.rules, each, first_table=plan.start, allow_rematches=allow_rematches
            )
            event = replace(event, reason=reason)
        else:
            event = _seated(t, each, number, by_hand, reason, plan.start)
        return _in_hall(t, event, plan, kept) if plan.blocked or kept else event

    def due_rounds(t: Tournament) -> list[AnyEvent]:
        then, done = t.copy(), list[AnyEvent]()
        kept = plan.kept(t)
        gone = to_come(t, pool) if absent == "drop" else ()
        for player in dict.fromkeys(map(t.entrant, gone)):  # A team needs both its players.
            done.append(PlayerDropped(player=player, after=0))
            then.apply(done[-1], t.seq)
        done += formed(then, ctx.rules)
        done += pod_seats(then) if by_hand is None else []
        some = flights_named(then, pool)
        due = [pool] if pool and not some else []
        due = due or (waiting(then) if by_hand and not again and all_wait(then) else [])
        due = due or _due_pools(then, ctx.rules, some, override, again=again, alone=alone)
        rounds = list[RoundPaired]()
        for each in due:
            rounds.append(replace(paired(then, each, kept), kept=None if kept == t.kept else kept))
            worse[each] = worse_by_hand(then, ctx.rules, rounds[-1])
            spared[each] = _spared(then, ctx.rules, rounds[-1])
            then.apply(rounds[-1], t.seq)
        nonlocal locks
        locks = locks_of(t, ctx.rules, ((one.pool, one.round) for one in rounds))
        return [*done, *rounds]

    act = _leading_on(due_rounds, ctx.rules)
    missing = _missing(ctx, pool, absent, stop=agree is None)
    asks = agree and (ctx.tournament.rounds or missing)
    if not ctx.dry_run and ctx.first() is None and (asks or by_hand):
        ctx.rehearse(act)
        better = tuple(why for each in worse.values() for why in each)
        go_on = agree or partial(_on_page, anyway=anyway)
        go_on(locks, missing if absent is None else (), better)
    entry = ctx.take(act)[0]
    events = [event for event in entry.events if isinstance(event, RoundPaired)]
    due = NewRounds(
        entries=(),
        pools=tuple(event.pool for event in events),
        numbers=tuple(event.round for event in events),
        again=again,
        locks=locks,
        absent=missing,
    )
    if ctx.dry_run and any(event.drawn for event in events):
        return due
    rounds = tuple(
        replace(_paired(ctx, event, worse.get(event.pool, ())), spared=spared.get(event.pool, 0))
        for event in events
    )
    return replace(due, entries=(entry,), rounds=rounds)


def worse_by_hand(t: Tournament, rules: Ruleset, event: RoundPaired) -> tuple[str, ...]:
    """Return what a better pairing than this one by hand would avoid, as `lint` says it (A-93).

    `t` is the tournament before the round. A bracket has no better pairing.
    """
    if event.drawn or event.pool in t.cuts:
        return ()
    try:
        found = judge(t, rules, event, t.seq)
    except Refused:
        return ()  # A rule refuses the round, and says why.
    return found.why if found.verdict in {Verdict.WORSE, Verdict.ILLEGAL} else ()


def _spared(t: Tournament, rules: Ruleset, event: RoundPaired) -> int:
    """Return how many matches across divisions another random bye would have spared (A-77)."""
    is_mixed = len(t.pods.get(event.pool, ())) > 1 and event.drawn is not None
    return spared_by_another_bye(t, rules, event) if is_mixed else 0


def _on_page(
    _locks: tuple[Lock, ...],
    _missing: tuple[PlayerId, ...],
    better: tuple[str, ...],
    *,
    anyway: bool,
) -> None:
    """Refuse a round by hand, on a page, if a better one is possible and nobody accepted that."""
    if better and not anyway:
        raise Refused(
            f"a better pairing is possible: {'; '.join(better)}.",
            hint="To go on, tick “Pair by hand although a better pairing is possible”.",
        )


def _leading_on(act: Act, rules: Ruleset) -> Act:
    """Add what comes next to a refusal without a hint: every round has been played."""

    def advised(t: Tournament) -> Sequence[AnyEvent]:
        try:
            return act(t)
        except Refused as refused:
            refused.hint = refused.hint or go_on(t, rules)
            raise

    return advised


def _missing(
    ctx: WriteContext, pool: Pool | None, absent: Absent | None, *, stop: bool
) -> tuple[PlayerId, ...]:
    """Return the players who are paired without having checked in.

    If nothing was decided about them and `stop` is true, raises Refused.
    """
    found = () if absent == "drop" or ctx.first() else to_come(ctx.tournament, pool)
    if found and absent is None and stop:
        of = (pool,) if pool else ()
        raise Refused(
            f"{have(found, one='has', many='have')} not checked in.",
            hint=advice(
                "Decide what to do with players who have not checked in: {}, {}, or {}. "
                f"If they are left out: {' '.join(if_left_out(ctx.tournament, ctx.rules, found))}",
                do("pair", *of, "--absent", "drop"),
                do("pair", *of, "--absent", "keep"),
                do("check-in", "…"),
            ),
        )
    return found


def _bye(t: Tournament, player: PlayerId, number: int) -> Bye:
    """Return a player's bye in a round by hand: awarded if it was granted, else random."""
    awarded = number in t.awarded.get(player, ())
    return Bye(player, ByeKind.AWARDED if awarded else ByeKind.RANDOM)


def _paired(ctx: WriteContext, event: RoundPaired, worse: tuple[str, ...] = ()) -> NewRound:
    drawn = event.drawn
    return NewRound(
        event=event,
        worse=worse,
        alone=only_undefeated(ctx.tournament, ctx.rules, event.pool),
        elsewhere=tuple(
            player
            for pair in event.pairings
            for player in pair
            if player in ctx.tournament.kept and player not in event.fixed
        ),
        off_sheet=by_sheet(ctx.tournament) and drawn is not None and drawn.draw != POD_SHEET,
    )


def _number(t: Tournament, rules: Ruleset, pool: Pool, *, again: bool, by_hand: bool) -> int:
    """Return the number of the round to pair. Raises Refused if one is waiting, or none is due."""
    latest = latest_round(t, pool)
    waits = latest is not None and not latest.started
    if latest and waits and not again:
        anew = do("pair", pool, *TO_PAIR_AGAIN)
        how, act = how_to_mend(t, rules, latest)
        hint = advice(f"{opened(how)}: {{}}.", act)
        if act.verb == "repair":
            hint = advice("To fix it: {}. To pair the whole round again: {}.", act, anew)
        if stage := stage_again(t, rules, pool):
            hint = to_make_again(stage)
        elif by_hand:
            hint = advice("To pair this round by hand, add {}.", option("--again"))
        raise Refused(
            f"{named(t, pool, t.latest[pool])} is already paired, but has not started.",
            hint=hint,
        )
    if again and not waits:
        raise Refused(
            f"no round of {pool} is waiting to start.",
            hint=go_on(t, rules),
        )
    return t.latest[pool] if waits else next_round(t, pool)


def _due_pools(
    t: Tournament,
    rules: Ruleset,
    flights: Sequence[Pool],
    override: Override | None,
    *,
    again: bool,
    alone: bool,
) -> list[Pool]:
    """Return the pools to pair if none is named. Raises Refused if one has to be named.

    If a division with flights is named, these are its flights.
    """
    if not again:
        pools = [] if flights else _outdated(t, rules, override)
        pools = pools or ready(t, rules, flights)
    else:
        pools = [pool for pool in waiting(t) if not flights or pool in flights]
        if not pools:
            raise Refused("no paired round is waiting to start.", hint=go_on(t, rules))
    if alone and len(pools) > 1:
        msg = (
            "only one pool at a time can be paired by hand, paired again or paired with rematches."
        )
        raise Refused(msg, hint=f"Choose the pool: {', '.join(pools)}.")
    return pools


def _outdated(t: Tournament, rules: Ruleset, override: Override | None) -> list[Pool]:
    """Return the bracket that an override of `seeds-outdated` is for. Raises Refused for several.

    No other pool is paired then: that was not asked for.
    """
    if override is None or "seeds-outdated" not in override.rules:
        return []
    pools = [pool for pool in t.cuts if seed_again(t, rules, pool) and next_bracket_round(t, pool)]
    if len(pools) > 1:
        raise Refused(
            f"the seeds of {several(pools)} are outdated, and only one bracket at a time can be "
            "paired with an override.",
            hint=f"Choose the pool: {', '.join(pools)}.",
        )
    return pools


def waiting(t: Tournament) -> list[Pool]:
    """Return the pools whose latest round is paired but has not started."""
    return [paired.pool for paired in latest_rounds(t) if not paired.started]


def all_wait(t: Tournament) -> bool:
    """Tell whether every pool waits for the start of a round: none can be paired, except again."""
    return len(waiting(t)) == len(t.latest)


def _seated(
    t: Tournament,
    pool: Pool,
    number: int,
    by_hand: SeatsByHand,
    reason: str | None,
    first_table: int | None,
) -> RoundPaired:
    """Return a pool's round as paired by hand."""
    return RoundPaired(
        pool=pool,
        round=number,
        pairings=by_hand.pairings,
        tables=tables(t, pool, len(by_hand.pairings), first_table),
        byes=tuple(_bye(t, player, number) for player in by_hand.byes),
        reason=reason,
    )


def _in_hall(
    t: Tournament, event: RoundPaired, hall: TablePlan, kept: Mapping[PlayerId, int]
) -> RoundPaired:
    """Return a round with its pairs at free tables, in order. Raises Refused."""
    numbers = tables_in(t, event.pool, event.pairings, hall, kept)
    placed = sorted(zip(numbers, event.pairings, strict=True))
    in_order = tuple(table for table, _ in placed)
    pairings = tuple(pair for _, pair in placed)
    fixed = at_own(kept, pairings, in_order)
    return replace(event, tables=in_order, pairings=pairings, fixed=fixed)
