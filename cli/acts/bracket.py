"""Acts for brackets: drawing seeds for single elimination, and pairing the 3rd-place match."""

from msgspec import Struct

from roundbook.cli.places import secrets
from roundbook.cli.places.layout import own_home
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import Refused
from roundbook.ledger.events.catalogue import (
    AnyEvent,
    RoundWithdrawn,
    SeedsDrawn,
    ThirdPlacePlayoffPaired,
)
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.divisions import BRACKET
from roundbook.ledger.state.rounds import latest_round
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId, Pool
from roundbook.projections.bracket.bracket import byes_needed, semi_finals, third_place
from roundbook.projections.cut.seed_draw import draw_seeds
from roundbook.projections.pairing.table_numbers import table_of_playoff


class SeedsDone(Struct, frozen=True, kw_only=True):
    """The seeds drawn, in order, with the number of players and of byes in round 1.

    A dry run has no seeds: nobody may know them in advance. `broken` are rounds that were withdrawn
    because all of their matches changed (TOP §3.2.2).
    """

    entries: tuple[Entry, ...]
    pool: Pool
    players: int
    byes: int
    seeds: tuple[PlayerId, ...]
    broken: tuple[int, ...]


def seed(ctx: WriteContext, *, reason: str | None = None) -> SeedsDone:
    """Draw the seeds of a single elimination; with a reason, draw them again (TOP §3.2)."""

    def act(t: Tournament) -> list[AnyEvent]:
        if not t.is_elimination:
            raise Refused(
                "this is not a single-elimination tournament, so its seeds come from the Swiss "
                "standings.",
                hint="Seeds are only drawn in the single-elimination style (TOP §3.2, §3.3).",
            )
        then, done = t.copy(), list[AnyEvent]()
        waits = latest_round(t, BRACKET)
        if waits and not waits.started and reason:
            done.append(RoundWithdrawn(pool=BRACKET, round=waits.number, reason=reason))
            then.apply(done[0], t.seq)
        secret = secrets.next_secret(own_home(), then)
        return [*done, draw_seeds(then, secret=secret, reason=reason if t.cuts else None)]

    entry = ctx.take(act)[0]
    drawn = next(event for event in entry.events if isinstance(event, SeedsDrawn))
    broken = (event.round for event in entry.events if isinstance(event, RoundWithdrawn))
    return SeedsDone(
        entries=() if ctx.dry_run else (entry,),
        pool=drawn.pool,
        players=len(drawn.seeds),
        byes=byes_needed(len(drawn.seeds)),
        seeds=() if ctx.dry_run else tuple(drawn.seeds),
        broken=tuple(broken),
    )


class ThirdPlacePaired(Struct, frozen=True, kw_only=True):
    """The 3rd-place match: its players and its table.

    Those `elsewhere` do not sit at the table that is kept for them.
    """

    entries: tuple[Entry, ...]
    paired: ThirdPlacePlayoffPaired
    elsewhere: tuple[PlayerId, ...] = ()


_AFTER_SEMIS = "A 3rd-place match follows the semi-finals, which have not been paired yet."
_NO_CUT = "A 3rd-place match follows the semi-finals, and no cut has been made yet."


def _no_semis(t: Tournament) -> str:
    """Return why there are no semi-finals yet."""
    return _AFTER_SEMIS if t.cuts or t.is_elimination else _NO_CUT


def pair_third_place(
    ctx: WriteContext, pool: Pool | None = None, *, table: int | None = None
) -> ThirdPlacePaired:
    """Pair the 3rd-place match between the losers of the semi-finals (TOP §3.3.6.1).

    Without a table, it gets the one that is kept for one of its players, or one next to the final.
    """

    def act(t: Tournament) -> list[ThirdPlacePlayoffPaired]:
        bracket = pool or _only(t)
        if t.cuts and bracket not in t.cuts:
            raise Refused(
                f"{bracket} is not a bracket.", hint=f"The brackets are: {', '.join(t.cuts)}."
            )
        pairing = third_place(t, bracket) if bracket in t.cuts else None
        semis = semi_finals(t, bracket) if bracket in t.cuts else None
        if pairing is None or semis is None:
            hint = "Each semi-final needs a loser who has not dropped."
            raise Refused(
                f"the 3rd-place match of {bracket} cannot be paired now.",
                hint=hint if semis else _no_semis(t),
            )
        free = table or table_of_playoff(t, bracket, pairing, semis)
        number = semis.number + 1
        return [ThirdPlacePlayoffPaired(pool=bracket, round=number, pairing=pairing, table=free)]

    entry = ctx.take(act)[0]
    paired = next(event for event in entry.events if isinstance(event, ThirdPlacePlayoffPaired))
    kept = ctx.tournament.kept
    elsewhere = (each for each in paired.pairing if kept.get(each, paired.table) != paired.table)
    return ThirdPlacePaired(entries=(entry,), paired=paired, elsewhere=tuple(elsewhere))


def _only(t: Tournament) -> Pool:
    """Return the only bracket, or the only one that lacks its 3rd-place match. Raises Refused."""
    if len(t.cuts) == 1:
        return next(iter(t.cuts))  # If it cannot be paired now, it has its own reason.
    open_ones = [pool for pool in t.cuts if third_place(t, pool) and pool not in t.playoffs]
    if len(open_ones) != 1:
        known = ", ".join(t.cuts)
        raise Refused(
            "there are several brackets, so choose one."
            if open_ones
            else "no 3rd-place match can be paired now.",
            hint=f"The brackets are: {known}." if known else _no_semis(t),
        )
    return open_ones[0]
