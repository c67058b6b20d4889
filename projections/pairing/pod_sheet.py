"""The rounds of an eight-player pod by its sheet: who meets whom follows from seats and results.

Chance comes in where nobody won a match. Where the sheet says no more, the round is one of Swiss.
"""

from ledger.events.drafts import Draft, PairedBy
from ledger.events.event import Drawn
from ledger.record import draws
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import Bye, Pairing, PlayerId, Pool
from projections.pairing.facts import Facts, facts_of
from projections.pairing.keys import key_of
from projections.pairing.pod_chart import (
    LETTERS,
    ROUNDS,
    SEATS,
    Box,
    first_round,
    onwards,
    swapped,
)
from projections.pairing.pod_played import SheetLeft, as_paired, ended_in
from projections.pairing.proposal import Proposal

POD_SHEET = "pod-sheet-1"
"""The procedure that docs/drafts.md specifies: the chart, and lots where nobody won."""


def by_sheet(t: Tournament) -> bool:
    """Tell whether the rounds of this tournament go by the sheet of a pod."""
    return t.opened is not None and t.opened.pairing is PairedBy.POD_SHEET


def seats_of(t: Tournament) -> tuple[PlayerId, ...]:
    """Return who has which seat of the pod: those of the latest draft at one table; or nobody."""
    circles = (
        one.tables[0]
        for one in reversed(t.drafts)
        if len(one.tables) == 1 and one.draft is not Draft.SOLOMON
    )
    return next(circles, ())


def propose_by_sheet(t: Tournament, rules: Ruleset, *, pool: Pool, secret: str) -> Proposal:
    """Return the next round of a pod as its sheet says (POD-3).

    Where nobody won a match, `secret` draws who goes on in the winner's place (POD-5). Whoever
    faces an empty place has the bye. Raises SheetLeft where the sheet does not say who meets whom.
    """
    if not by_sheet(t) or pool in t.cuts:
        raise SheetLeft(
            f"{pool} does not go by the sheet of a pod.",
            hint="Say so when it is opened: `roundbook open … --pairing pod-sheet`.",
        )
    facts = facts_of(t, rules, pool=pool)
    drawn = Drawn(draw=POD_SHEET, number=t.draws + 1, secret=secret)
    here = set(facts.players)
    pairings: list[Pairing] = []
    byes: list[Bye] = []
    for box in boxes_of(t, facts, key_of(t, facts, drawn)):
        match [player for player in box.players if player in here]:
            case [first, second] if first and second:
                pairings.append(Pairing(first, second))
            case [lucky] if lucky in facts.had_bye:
                raise _left(facts, f"{lucky} would have a second bye")
            case [lucky] if lucky:
                byes.append(Bye(lucky))
            case _:
                pass
    return Proposal(
        pool=pool, round=facts.round, pairings=tuple(pairings), byes=tuple(byes), drawn=drawn
    )


def boxes_of(t: Tournament, facts: Facts, key: bytes) -> tuple[Box, ...]:
    """Return the matches of the next round, with how everybody came there; raises SheetLeft."""
    seats = seats_of(t)
    _refuse_others(facts, seats)

    def by_lot(letter: str, one: PlayerId | None, other: PlayerId | None) -> bool:
        return draws.lot(key, letter, str(one)) < draws.lot(key, letter, str(other))

    boxes = first_round(seats)
    level: list[Box] = []
    for number in range(1, facts.round):
        ended = ended_in(t, t.rounds.get((facts.pool, number)), boxes)
        level += [box for box in boxes if ended[box.letter].level]
        if len(level) > 1:
            raise _left(facts, f"{len(level)} matches had no winner, so that records count")
        if number + 1 == facts.round:
            boxes = onwards(number + 1, ended, by_lot)
        else:
            boxes = as_paired(t.rounds.get((facts.pool, number + 1)), number + 1, ended)
    if facts.round == ROUNDS and level and level[0].letter in LETTERS[0]:
        one, other = level[0].players
        if one in facts.points and other in facts.points and _same(facts, one, other):
            boxes = swapped(boxes, one, other)
    return boxes


def _same(facts: Facts, one: PlayerId, other: PlayerId) -> bool:
    return facts.points[one] == facts.points[other]


def _refuse_others(facts: Facts, seats: tuple[PlayerId, ...]) -> None:
    """Refuse a pod for which there are no eight lines, or not all of them."""
    strangers = [player for player in facts.players if player not in seats]
    if facts.round > ROUNDS:
        raise _left(facts, "it has three rounds")
    if facts.awarded:
        raise _left(facts, f"{facts.awarded[0]} was awarded a bye")
    if len(seats) > SEATS or len(facts.players) > SEATS:
        raise _left(facts, f"it has {SEATS} lines, and {len(facts.players)} players are in")
    if strangers:
        raise _left(facts, f"{strangers[0]} has no seat on it")
    if len(facts.players) < SEATS - 1:
        raise _left(facts, f"{len(facts.players)} of its {SEATS} players are in")


def _left(facts: Facts, why: str) -> SheetLeft:
    """Return that the sheet does not say who meets whom, and why."""
    return SheetLeft(
        f"the sheet does not say who meets whom in round {facts.round} of {facts.pool}: {why}.",
        hint="Pair it as a round of Swiss.",
    )
