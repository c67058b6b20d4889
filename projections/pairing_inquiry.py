"""Why a round was paired as it was: each table and bye, what proves the round, who made it."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from ledger.errors import Refused
from ledger.events.catalogue import RoundRepaired, Seating
from ledger.events.event import Drawn
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import entropy_for
from ledger.state.tournament import Tournament
from ledger.terms import Hand, MatchId, PlayerId, Pool
from projections.pairing.certificate import Certificate
from projections.pairing.drawing import draw
from projections.pairing.facts import facts_of
from projections.pairing.keys import key_of
from projections.pairing.pod_sheet import POD_SHEET
from projections.pairing.proposal import DRAW, REMATCHES, NoLegalRound
from projections.pairing.repair import REPAIR, opponents
from projections.pairing.states import DrawnRound, Field
from projections.pairing.verifying import verify_round
from projections.review import Judged, Verdict, field_before, judge
from projections.table_whys import TableWhy, Whys, by_bracket, sheet_boxes


class Made(StrEnum):
    """How a round came about: `bracket` is one that follows from its seeds and results."""

    DRAWN = "drawn"
    HAND = "by hand"
    TOLD = "told"
    BRACKET = "bracket"


class Chance(Struct, frozen=True, kw_only=True):
    """What a draw comes from; `state` and `key` are in hexadecimal where the procedure is known."""

    procedure: str
    draw: int
    secret: str
    state: str | None = None
    key: str | None = None
    entropy: str = ""


class PairingWhy(Struct, frozen=True, kw_only=True):
    """A round as it stands, paired last by entry `seq`, and everything that it follows from.

    `judged` sets it beside the best round there was. `certificate` belongs to the engine's own, and
    is `checked` here without the engine. `moved` are whom a repair gave another opponent.
    """

    pool: Pool
    round: int
    seq: int
    at: datetime
    hand: Hand
    made: Made
    repaired: bool
    reason: str | None
    told: str | None
    chance: Chance | None
    tables: tuple[TableWhy, ...]
    moved: tuple[PlayerId, ...] = ()
    judged: Judged | None = None
    certificate: Certificate | None = None
    checked: bool = False


def explain_round(entries: Iterable[Entry], rules: Ruleset, pool: Pool, number: int) -> PairingWhy:
    """Return why a round that stands is as it is, by what was known when it was paired.

    A result that was corrected later changes nothing. Raises Refused if there is no such round.
    """
    t = Tournament()
    found: tuple[Tournament, Entry, Seating] | None = None
    for entry in entries:
        for event in entry.events:
            if isinstance(event, Seating) and (event.pool, event.round) == (pool, number):
                found = t.copy(), entry, event
            t.happen(event, entry.seq)
    if found is None or (pool, number) not in t.rounds:
        there = ", ".join(f"{name}-{last}" for name, last in sorted(t.latest.items()) if last)
        raise Refused(
            f"no round {number} of {pool} is paired here.",
            hint=f"The latest rounds are {there}." if there else "No round is paired yet.",
        )
    before, entry, event = found
    explained = _explained(before, rules, entry, event)
    playoff = t.playoffs.get(pool)
    if playoff is None or playoff.round != number:
        return explained
    third = by_bracket(
        playoff, tuple(t.matches[playoff]), "both lost a semi-final, and play for third place"
    )
    return replace(explained, tables=(*explained.tables, third))


def only_table(explained: PairingWhy, match: MatchId) -> PairingWhy:
    """Return the same for one table of the round; raises Refused if there is none."""
    here = tuple(one for one in explained.tables if one.match == match)
    if here:
        return replace(explained, tables=here)
    where = f"{explained.pool}-{explained.round}"
    raise Refused(
        f"nobody was paired at table {match.table} in round {match.round} of {match.pool}.",
        hint=f"All tables of the round: `roundbook explain {where}`.",
    )


def only_player(explained: PairingWhy, player: PlayerId) -> PairingWhy:
    """Return the same for the table, or the bye, of one player of the round."""
    return replace(explained, tables=tuple(o for o in explained.tables if player in o.players))


def _explained(t: Tournament, rules: Ruleset, entry: Entry, event: Seating) -> PairingWhy:
    """Return why a round is as it is, by the tournament before it was paired."""
    is_bracket = event.pool in t.cuts
    posted = t.rounds.get((event.pool, event.round)) if isinstance(event, RoundRepaired) else None
    before = opponents(posted.pairings, posted.byes) if posted else {}
    now = opponents(event.pairings, event.byes)
    bare = PairingWhy(
        pool=event.pool,
        round=event.round,
        seq=entry.seq,
        at=entry.at,
        hand=entry.hand,
        made=_made(event, is_bracket=is_bracket),
        repaired=isinstance(event, RoundRepaired),
        reason=event.reason,
        told=event.told.sha256 if event.told else None,
        chance=_chance(t, rules, event.pool, event.drawn) if event.drawn else None,
        tables=(),
        moved=tuple(p for p in t.players if posted and p in now and now[p] != before.get(p)),
    )
    at = [MatchId(event.pool, event.round, table) for table in event.tables]
    if is_bracket:
        seated = zip(at, event.pairings, strict=False)
        why = "it follows from the seeds, and from who won before"
        byes = [by_bracket(None, (bye.player,), why) for bye in event.byes]
        return replace(bare, tables=(*(by_bracket(m, tuple(p), why) for m, p in seated), *byes))
    field = field_before(t, rules, event)
    judged = judge(t, rules, event, entry.seq)
    best = _best(field)
    proven = judged.verdict in {Verdict.PARITY, Verdict.PROVEN}
    known = proven or (bare.made is Made.DRAWN and not judged.verdict.wrong)
    boxes = sheet_boxes(t, rules, event)
    whys = Whys(field, event, best if known else None, boxes)
    changed = {player: before.get(player, "nobody") for player in bare.moved}
    pairs = zip(at, event.pairings, strict=False)
    tables = [whys.table(match, pairing.first, pairing.second) for match, pairing in pairs]
    tables += [whys.bye(bye) for bye in event.byes]
    return replace(
        bare,
        tables=tuple(
            replace(one, before={p: changed[p] for p in one.players if p in changed})
            for one in tables
        ),
        judged=judged,
        certificate=best.certificate if best and not boxes else None,
        checked=best is not None and not verify_round(field, best, best.certificate),
    )


def _made(event: Seating, *, is_bracket: bool) -> Made:
    """Return how a round came about."""
    if event.told:
        return Made.TOLD
    if event.drawn:
        return Made.DRAWN
    return Made.BRACKET if is_bracket else Made.HAND


def _chance(t: Tournament, rules: Ruleset, pool: Pool, drawn: Drawn) -> Chance:
    """Return what a draw comes from, so that anybody can reckon its key again."""
    named = Chance(
        procedure=drawn.draw,
        draw=drawn.number,
        secret=drawn.secret,
        entropy=entropy_for(t, pool).hex(),
    )
    if drawn.draw not in {DRAW, REMATCHES, REPAIR, POD_SHEET} or t.opened is None or pool in t.cuts:
        return named
    facts = facts_of(t, rules, pool=pool)
    return replace(named, state=facts.state.hex(), key=key_of(t, facts, drawn).hex())


def _best(field: Field) -> DrawnRound | None:
    """Return the engine's own round from the same state; None if there is no legal one."""
    if not field.players:
        return None
    try:
        return draw(field)
    except NoLegalRound:
        return None
