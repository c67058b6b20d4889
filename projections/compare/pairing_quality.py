"""Pairing quality: a round compared with the best one for the same state, by hand or at random."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.errors import Refused
from roundbook.ledger.events.catalogue import AnyEvent, RoundPaired, Seating
from roundbook.ledger.events.event import Drawn
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import ByeKind, Pool
from roundbook.projections.pairing.certificate import (
    DRAW,
    SPARING,
    Certificate,
    Kind,
    Objectives,
)
from roundbook.projections.pairing.engine import draw
from roundbook.projections.pairing.impossible import NoLegalRound
from roundbook.projections.pairing.inputs import facts_of, key_of
from roundbook.projections.pairing.pod_sheet import POD_SHEET, propose_by_sheet
from roundbook.projections.pairing.proposal import field_of
from roundbook.projections.pairing.repair import opponents
from roundbook.projections.pairing.state import BYE, DrawnRound, Field
from roundbook.projections.pairing.verifying import RoundSheet, pairs_of, verify_round

Pairs = Sequence[tuple[str, str]]


class Measured(Struct, frozen=True, kw_only=True):
    """A round compared with the best one.

    `illegal` lists what no round may do, `impossible` says why there is no legal round at all,
    `worse` lists what the best round does better, most important first. `proof` is how it is shown
    that no round is better than the best one; `drawn` is whether the best one has the same pairings
    as this round. `rematches` and `second_byes` count what is illegal, `byes` the random byes;
    `across` counts the pairs that cross divisions and `down` the pair-downs, next to those of the
    best round.
    """

    illegal: tuple[str, ...] = ()
    impossible: str | None = None
    worse: tuple[str, ...] = ()
    proof: Kind = Kind.UNPROVEN
    drawn: bool = False
    rematches: int = 0
    byes: int = 0
    second_byes: int = 0
    bye_too_high: bool = False
    across: int = 0
    down: int = 0
    best_across: int | None = None
    best_down: int | None = None


def measured(field: Field, pairs: Pairs, byes: Sequence[str]) -> Measured:
    """Return how good a round is: its pairs, and its random byes (at most one is right).

    If divisions are mixed, the bye is drawn first (A-14). Then a round is compared with the best
    one that gives the same player the bye, and the bye is compared separately.
    """
    sheet = RoundSheet(field)
    whole = [*pairs, *((player, BYE) for player in byes)]
    # Players who should not be in the round are reported as illegal; they have no bracket to count
    # by.
    known = [pair for pair in whole if all(name in sheet.players or name == BYE for name in pair)]
    counted = Measured(
        illegal=tuple(sheet.illegal(whole)),
        rematches=sum(BYE not in pair and not sheet.may_meet(*pair) for pair in known),
        byes=len(byes),
        second_byes=sum(BYE in pair and not sheet.may_meet(*pair) for pair in known),
        across=_apart(sheet.division, known),
        down=_apart(sheet.bracket, known),
    )
    if not field.players:
        return replace(counted, proof=Kind.PARITY, drawn=not counted.illegal)
    try:
        best = draw(field)
    except NoLegalRound as refusal:
        return replace(counted, impossible=refusal.message)
    counted = replace(
        counted,
        best_across=_apart(sheet.division, best.pairs),
        best_down=_apart(sheet.bracket, best.pairs),
        drawn=_seats(whole) == _seats(pairs_of(best)),
    )
    if counted.illegal:
        return counted
    return replace(
        counted,
        bye_too_high=sheet.vector(whole)[0] > best.certificate.objectives.bye,
        worse=tuple(_worse(sheet, whole, best)),
        proof=_proof(sheet, whole, best),
    )


def _apart(group: Mapping[str, object], pairs: Pairs) -> int:
    """Count the pairs of players who are in different divisions, or different brackets."""
    return sum(group[one] != group[other] for one, other in pairs if other != BYE)


def _seats(pairs: Pairs) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in pairs}


def _worse(sheet: RoundSheet, whole: Pairs, best: DrawnRound) -> Iterator[str]:
    """Yield the respects in which a legal round is worse than the best one."""
    field = sheet.field
    following = best.certificate.following is not None
    if field.looks_ahead and following and _following(field, whole) is None:
        yield "the round leaves no legal next round"
        return
    mine, theirs = sheet.vector(whole), best.certificate.objectives.vector()
    if mine[0] > theirs[0]:
        higher = mine[0] - theirs[0]
        yield f"the bye is {counted(higher, 'bracket')} higher than necessary"
        return
    same = _same_bye(sheet, whole, best)
    if same is None:
        return
    field, best = same
    own = RoundSheet(field)
    mine = own.vector([pair for pair in whole if own.odd or BYE not in pair])
    theirs = best.certificate.objectives.vector()
    if mine <= theirs:
        return
    for said, ours, enough in zip(_in_words(field, mine), mine, theirs, strict=True):
        if ours > enough:
            yield f"{said}; {enough} would be enough"


def _in_words(field: Field, vector: Sequence[int]) -> Iterator[str]:
    """Yield what each number of a vector counts, in words."""
    levels = sorted({player.points for player in field.players}, reverse=True)
    bye, across, *gaps, squares = vector
    yield f"the bye is {counted(bye, 'bracket')} above the lowest bracket"
    yield f"{counted(across, 'pair crosses', 'pairs cross')} divisions"
    for (high, low), gap in zip(pairwise(levels), gaps, strict=True):
        over = counted(gap, "pair straddles", "pairs straddle")
        yield f"{over} the gap between {high} and {low} match points"
    yield f"the squared differences in brackets add up to {squares}"


def _same_bye(sheet: RoundSheet, whole: Pairs, best: DrawnRound) -> tuple[Field, DrawnRound] | None:
    """Return the field and its best round if the same player has the bye.

    None if this cannot be determined: if the field looks ahead, the player with the bye matters.
    """
    field = sheet.field
    lucky = next((one for one, other in whole if other == BYE), None)
    if not sheet.mixed or lucky in {None, best.bye}:
        return field, best
    if field.looks_ahead:
        return None
    # The bye is decided before any pairing, so two rounds can be compared only without it; a bye in
    # too high a bracket is reported separately.
    rest = tuple(player for player in field.players if player.id != lucky)
    smaller = replace(field, players=rest)
    return smaller, draw(smaller)


def _proof(sheet: RoundSheet, whole: Pairs, best: DrawnRound) -> Kind:
    """Return how it is shown that no round is better than this one, or than the best one."""
    field, certificate = sheet.field, best.certificate
    vector = sheet.vector(whole)
    parity = Certificate(
        kind=Kind.PARITY,
        objectives=Objectives(
            bye=vector[0], across=vector[1], gaps=vector[2:-1], squares=vector[-1]
        ),
        refused=certificate.refused,
        following=_following(field, whole) if field.looks_ahead else None,
    )
    lucky = next((one for one, other in whole if other == BYE), None)
    pairs = tuple((one, other) for one, other in whole if other != BYE)
    own = replace(best, pairs=pairs, bye=lucky, certificate=parity)
    # Parity needs no search and is easy to see, so it is tried first, for the round as it was
    # paired. Otherwise the proof of the best round is checked, with which this one was compared.
    if not verify_round(field, own, parity):
        return Kind.PARITY
    same = _same_bye(sheet, whole, best)
    if same is None or verify_round(*same, same[1].certificate):
        return Kind.UNPROVEN
    return same[1].certificate.kind


def _following(field: Field, whole: Pairs) -> tuple[tuple[str, str], ...] | None:
    """Return a legal next round if no player drops; None if there is none."""
    partner = {one: other for pair in whole for one, other in (pair, pair[::-1])}
    players = tuple(
        replace(
            player,
            opponents=player.opponents | {partner[player.id]},
            had_bye=player.had_bye or partner[player.id] == BYE,
        )
        for player in field.players
    )
    try:
        found = draw(replace(field, players=players, rounds_planned=None))
    except NoLegalRound:
        return None
    return tuple(pairs_of(found))


# The verdict on each round: every pairing next to the best one for the same state, with a proof.

NO_KEY = bytes(32)
"""The key used to find the best round if a round was not drawn: any key will do."""


class Verdict(StrEnum):
    """The verdict on a round.

    `parity`: each gap between brackets is crossed at most once, as anyone can see, so no round is
    better. `proven`: a checked proof shows that no round is better. `unproven`: the best known.
    `worse`: a better round is known. `illegal`: a player met a former opponent, had a second bye,
    or is not seated exactly once. `impossible`: there was no legal round. `otherwise`: it is not
    the round that its own secret draws. `sheet`: it follows the pod sheet, for which quality does
    not matter.
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
        """Whether a person should look into it."""
        return self in {Verdict.WORSE, Verdict.ILLEGAL, Verdict.OTHERWISE}


class Judged(Struct, frozen=True, kw_only=True):
    """A Swiss round as paired by entry `seq`, and the verdict on it, with reasons in `why`.

    `told` is whether the round was imported from a file. `measured` has the figures, next to those
    of the best round if there is one.
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
    """Return the verdict on every Swiss round that stands, pool by pool.

    For a round that was paired again, its last pairing and what was known then count: later
    corrections of results make no difference.
    """
    return review_events(((entry.seq, e) for entry in entries for e in entry.events), rules)


def review_events(happened: Iterable[tuple[int, AnyEvent]], rules: Ruleset) -> list[Judged]:
    """Return the same for events, each with the number of its entry."""
    t = Tournament()
    found: dict[tuple[Pool, int], Judged] = {}
    for seq, event in happened:
        # By the tournament before the event: later events could not be known at the desk.
        if isinstance(event, Seating) and t.opened and event.pool not in t.cuts:
            found[event.pool, event.round] = judge(t, rules, event, seq)
        t.apply(event, seq)
    return [found[place] for place in sorted(found) if place in t.rounds]


def judge(t: Tournament, rules: Ruleset, event: Seating, seq: int) -> Judged:
    """Return the verdict on a round, from the tournament before it."""
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


def spared_by_another_bye(t: Tournament, rules: Ruleset, event: RoundPaired) -> int:
    """Return how many matches across divisions another random bye would have spared (A-77).

    The bye is drawn first, in the lowest bracket, before anybody is paired (A-14): sparing these
    matches would give the byes to the smallest division.
    """
    field = replace(field_before(t, rules, event), key=NO_KEY.hex(), rounds_planned=None)
    lucky = next((bye for bye in event.byes if bye.kind is ByeKind.RANDOM), None)
    sheet = RoundSheet(field)
    across = _apart(sheet.division, event.pairings)
    if not (lucky and sheet.mixed and across):
        return 0
    bracket = sheet.bracket[lucky.player]
    others = [p for p in field.players if sheet.bracket[p.id] == bracket and not p.had_bye]
    found = [across]
    for other in others:
        rest = tuple(player for player in field.players if player.id != other.id)
        try:
            found.append(_apart(sheet.division, draw(replace(field, players=rest)).pairs))
        except NoLegalRound:
            continue
    return across - min(found)


def field_before(t: Tournament, rules: Ruleset, event: Seating) -> Field:
    """Return the state from which a round is paired, with the key of its draw, if any.

    A player who lost the round without an opponent, as a file says, was not to be paired.
    """
    drawn = event.drawn
    facts = facts_of(t, rules, pool=event.pool, sparing=drawn is not None and drawn.draw in SPARING)
    there = tuple(player for player in facts.players if player not in event.absent)
    facts = replace(facts, players=there)
    known = drawn is not None and drawn.draw == DRAW and t.opened is not None
    return field_of(t, facts, key_of(t, facts, drawn) if known and drawn else NO_KEY)


def _by_sheet(
    t: Tournament, rules: Ruleset, event: RoundPaired, drawn: Drawn
) -> tuple[Verdict, tuple[str, ...]]:
    """Return whether a round follows the pod sheet and its lots (POD-3, POD-5)."""
    try:
        found = propose_by_sheet(t, rules, pool=event.pool, secret=drawn.secret)
    except Refused as refusal:
        return Verdict.OTHERWISE, (refusal.message.rstrip("."),)
    if opponents(found.pairings, found.byes) == opponents(event.pairings, event.byes):
        return Verdict.SHEET, ()
    return Verdict.OTHERWISE, ("the round does not match the pod sheet",)


def _verdict(found: Measured, *, is_drawn: bool) -> tuple[Verdict, tuple[str, ...]]:
    """Return the verdict on a round, and the reasons."""
    if found.illegal:
        if found.impossible:
            return Verdict.IMPOSSIBLE, (found.impossible,)
        return Verdict.ILLEGAL, found.illegal
    if is_drawn and not found.drawn:
        return Verdict.OTHERWISE, ("the round does not match its random draw", *found.worse)
    if found.worse:
        return Verdict.WORSE, found.worse
    shown = {Kind.PARITY: Verdict.PARITY, Kind.UNPROVEN: Verdict.UNPROVEN}
    return shown.get(found.proof, Verdict.PROVEN), ()
