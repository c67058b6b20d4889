"""Was each round as good as it could be? Every pairing beside the best there was, with a proof."""

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from ledger.errors import Refused
from ledger.events.catalogue import AnyEvent, RoundPaired, Seating
from ledger.events.event import Drawn
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import ByeKind, Pool
from projections.pairing.certificate import Kind
from projections.pairing.facts import facts_of
from projections.pairing.keys import key_of
from projections.pairing.pod_sheet import POD_SHEET, propose_by_sheet
from projections.pairing.proposal import DRAW
from projections.pairing.proposals import field_of
from projections.pairing.repair import opponents
from projections.pairing.states import Field
from projections.yardstick import Measured, measured

NO_KEY = bytes(32)
"""The key with which the best round is found where a round was not drawn: any key will do."""


class Verdict(StrEnum):
    """What is said of a round.

    `parity`: each gap between brackets is crossed once or never, as anybody can see, so that
    nothing is better. `proven`: a checked proof shows that nothing is better. `unproven`: the best
    that is known. `worse`: a better round is known. `illegal`: somebody met a former opponent, had
    a second bye, or is not seated once. `impossible`: there was no legal round. `otherwise`: it is
    not the round that its own secret draws. `sheet`: it is what the sheet of a pod says, which does
    not ask whether it is the best.
    """

    PARITY = "parity"
    PROVEN = "proven"
    UNPROVEN = "unproven"
    WORSE = "worse"
    ILLEGAL = "illegal"
    IMPOSSIBLE = "impossible"
    OTHERWISE = "otherwise"
    SHEET = "sheet"

    @property
    def wrong(self) -> bool:
        """Whether somebody should look into it."""
        return self in {Verdict.WORSE, Verdict.ILLEGAL, Verdict.OTHERWISE}


class Judged(Struct, frozen=True, kw_only=True):
    """A round of Swiss as it was paired by entry `seq`, and what is said of it, `why` in sentences.

    `told` rounds stand in an organiser's file. `measured` holds the figures, beside those of the
    best round where there is one.
    """

    pool: Pool
    round: int
    seq: int
    told: bool
    tables: int
    verdict: Verdict
    why: tuple[str, ...]
    measured: Measured


def review(entries: Iterable[Entry], rules: Ruleset) -> list[Judged]:
    """Return what is said of every round of Swiss that stands, pool by pool.

    A round that was paired again is judged as it was paired last, by what was known then: a result
    that was corrected later changes nothing.
    """
    return review_events(((entry.seq, e) for entry in entries for e in entry.events), rules)


def review_events(happened: Iterable[tuple[int, AnyEvent]], rules: Ruleset) -> list[Judged]:
    """Return the same for events, each behind the number of its entry."""
    t = Tournament()
    found: dict[tuple[Pool, int], Judged] = {}
    for seq, event in happened:
        if isinstance(event, Seating) and t.opened and event.pool not in t.cuts:
            found[event.pool, event.round] = judge(t, rules, event, seq)
        t.happen(event, seq)
    return [found[place] for place in sorted(found) if place in t.rounds]


def judge(t: Tournament, rules: Ruleset, event: Seating, seq: int) -> Judged:
    """Judge a round by the tournament before it."""
    field = field_before(t, rules, event)
    byes = [str(bye.player) for bye in event.byes if bye.kind is ByeKind.RANDOM]
    found = measured(field, [(str(a), str(b)) for a, b in event.pairings], byes)
    if isinstance(event, RoundPaired) and event.drawn and event.drawn.draw == POD_SHEET:
        verdict, why = _by_sheet(t, rules, event, event.drawn)
    else:
        verdict, why = _verdict(found, is_drawn=field.key != NO_KEY.hex())
    return Judged(
        pool=event.pool,
        round=event.round,
        seq=seq,
        told=event.told is not None,
        tables=len(event.pairings),
        verdict=verdict,
        why=why,
        measured=found,
    )


def field_before(t: Tournament, rules: Ruleset, event: Seating) -> Field:
    """Return the state that a round is paired from, with the key of its draw, if it has one."""
    facts = facts_of(t, rules, pool=event.pool)
    drawn = event.drawn if isinstance(event, RoundPaired) else None
    known = drawn is not None and drawn.draw == DRAW and t.opened is not None
    return field_of(t, facts, key_of(t, facts, drawn) if known and drawn else NO_KEY)


def _by_sheet(
    t: Tournament, rules: Ruleset, event: RoundPaired, drawn: Drawn
) -> tuple[Verdict, tuple[str, ...]]:
    """Return whether a round is what the sheet of the pod says, with its lots (POD-3, POD-5)."""
    try:
        found = propose_by_sheet(t, rules, pool=event.pool, secret=drawn.secret)
    except Refused as refusal:
        return Verdict.OTHERWISE, (refusal.message.rstrip("."),)
    if opponents(found.pairings, found.byes) == opponents(event.pairings, event.byes):
        return Verdict.SHEET, ()
    return Verdict.OTHERWISE, ("it is not what the sheet says",)


def _verdict(found: Measured, *, is_drawn: bool) -> tuple[Verdict, tuple[str, ...]]:
    """Return what is said of a round, and why."""
    if found.illegal:
        if found.impossible:
            return Verdict.IMPOSSIBLE, (found.impossible,)
        return Verdict.ILLEGAL, found.illegal
    if is_drawn and not found.drawn:
        return Verdict.OTHERWISE, ("it is not what its secret draws", *found.worse)
    if found.worse:
        return Verdict.WORSE, found.worse
    match found.proof:
        case Kind.PARITY:
            return Verdict.PARITY, ()
        case Kind.WINDOW | Kind.TRIAL:
            return Verdict.PROVEN, ()
        case Kind.UNPROVEN:
            return Verdict.UNPROVEN, ()
