"""The rounds of an eight-player pod by its sheet: pairings follow from seats and results.

Chance decides if nobody won a match. If the sheet does not cover a round, it is paired as Swiss.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.events.drafts import Draft
from roundbook.ledger.record import draws
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import by_sheet, next_draw
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import Bye, Pairing, PlayerId, Pool, Verdict
from roundbook.projections.pairing.inputs import Facts, facts_of, key_of
from roundbook.projections.pairing.proposal import Proposal
from roundbook.projections.standings.percentages import SHEET_ROUNDS

# The chart of the eight-player pod: seats into matches A to D, and winners and losers onwards.
# Nothing is looked up here: seats, past pairings and winners are passed in. POD-3 is the table at
# the top, and the rest follows from it.

SEATS = 8
"""The sheet has eight lines (POD-1)."""

ROUNDS = SHEET_ROUNDS

LETTERS = ("ABCD", "EFGH", "IJKL")
"""The matches of each round, in table order."""

FEEDERS: dict[str, tuple[str, str, bool]] = {
    "E": ("A", "C", True),
    "F": ("B", "D", True),
    "G": ("A", "C", False),
    "H": ("B", "D", False),
    "I": ("E", "F", True),
    "J": ("E", "F", False),
    "K": ("G", "H", True),
    "L": ("G", "H", False),
}
"""The two matches that the players of a match come from, and whether as winners (POD-3)."""


class Slot(NamedTuple):
    """A player's place in a match: a seat, or the winner's or loser's place of another match.

    `player` is None if it is empty. `by_lot` says that chance gave the place after a draw (POD-5),
    `swapped` whose place it was before players who had drawn swapped brackets (POD-6).
    """

    player: PlayerId | None
    place: str
    by_lot: bool = False
    swapped: PlayerId | None = None

    @property
    def how(self) -> str:
        """Return how the player got the place."""
        side, _, letter = self.place.partition(" of ")
        own = f"chosen at random as the {side} of match {letter}" if self.by_lot else self.place
        return f"in the place of {self.swapped}, {own} (POD)" if self.swapped else own


class Box(NamedTuple):
    """A match of the chart, by its letter."""

    letter: str
    first: Slot
    second: Slot

    @property
    def players(self) -> tuple[PlayerId | None, PlayerId | None]:
        """Return the players in its two places."""
        return self.first.player, self.second.player


class Ended(NamedTuple):
    """How a match ended: the players who take the winner's and the loser's place.

    `level` says that nobody won; then `winner` and `loser` are only the left and the right.
    """

    winner: PlayerId | None
    loser: PlayerId | None
    level: bool = False


Toss = Callable[[str, PlayerId | None, PlayerId | None], bool]
"""Returns whether the first of two players takes the winner's place of a match nobody won."""


def first_round(seats: Sequence[PlayerId]) -> tuple[Box, ...]:
    """Return A to D: seat 1 meets seat 5, 2 meets 6, 3 meets 7, 4 meets 8 (POD-3)."""
    assert len(seats) <= SEATS, "a pod sheet has only eight lines"
    places = [*seats, *[None] * (SEATS - len(seats))]
    half = SEATS // 2
    return tuple(
        Box(
            letter,
            Slot(places[line], f"seat {line + 1}"),
            Slot(places[line + half], f"seat {line + half + 1}"),
        )
        for line, letter in enumerate(LETTERS[0])
    )


def onwards(number: int, ended: Mapping[str, Ended], toss: Toss) -> tuple[Box, ...]:
    """Return the matches of round 2 or 3, from the ends of the round before (POD-3, POD-5).

    If nobody won a match, `toss` says who takes which place.
    """
    places: dict[tuple[str, bool], Slot] = {}
    for letter, end in ended.items():
        winner, loser = end.winner, end.loser
        if end.level and not toss(letter, winner, loser):
            winner, loser = loser, winner
        places[letter, True] = Slot(winner, f"winner of {letter}", end.level)
        places[letter, False] = Slot(loser, f"loser of {letter}", end.level)
    return tuple(
        Box(letter, places[one, winners], places[other, winners])
        for letter in LETTERS[number - 1]
        for one, other, winners in (FEEDERS[letter],)
    )


def swapped(boxes: Sequence[Box], one: PlayerId, other: PlayerId) -> tuple[Box, ...]:
    """Return the matches with these two in each other's places (POD-6)."""
    change = {one: other, other: one}

    def new(slot: Slot) -> Slot:
        if slot.player not in change:
            return slot
        return slot._replace(player=change[slot.player], swapped=slot.player)

    return tuple(Box(box.letter, new(box.first), new(box.second)) for box in boxes)


# How the matches of a pod's sheet ended, taken from the rounds as they were paired.

_WON = {Verdict.FIRST: True, Verdict.SECOND: False}


class SheetLeft(Refused):
    """The sheet does not give the pairings of this round; the message says why (A-37)."""


def as_played(t: Tournament, pool: Pool, seats: tuple[PlayerId, ...]) -> list[tuple[Box, ...]]:
    """Return the matches of each paired round, as long as the sheet was followed.

    It ends with a second match without a winner (A-37): the next round then goes by match points,
    even if it happens to seat the players as on the sheet.
    """
    found: list[tuple[Box, ...]] = []
    boxes = first_round(seats)
    drew: list[Box] = []
    try:
        for number in range(1, ROUNDS + 1):
            ended = ended_in(t, t.rounds.get((pool, number)), boxes)
            found.append(boxes)
            level = [box for box in boxes if ended[box.letter].level]
            if number == ROUNDS or len(drew) + len(level) > 1:
                return found
            swap = drew[0].players if drew else None
            boxes = as_paired(t.rounds.get((pool, number + 1)), number + 1, ended, swap)
            drew += level
    except SheetLeft:
        return found
    return found


def ended_in(t: Tournament, paired: Round | None, boxes: tuple[Box, ...]) -> dict[str, Ended]:
    """Return how each match of a round ended; raise SheetLeft if it was not paired so.

    An absent player takes the loser's place. A match that nobody won is tied: a draw, a double
    loss, or one that was never played.
    """
    if paired is None or not _agrees(paired, boxes):
        raise SheetLeft(
            "an earlier round was not paired from the pod sheet.",
            hint="The pod continues as Swiss.",
        )
    seated = set(paired.players())
    won = {
        frozenset(pairing): (pairing, t.results[match].verdict)
        for match, pairing in paired.matches()
        if match in t.results
    }
    ended: dict[str, Ended] = {}
    for box in boxes:
        one, other = box.players
        if one not in seated or other not in seated:
            ended[box.letter] = Ended(*((one, other) if one in seated else (other, one)))
            continue
        pairing, verdict = won.get(frozenset((one, other)), ((one, other), Verdict.UNPLAYED))
        if verdict not in _WON:
            ended[box.letter] = Ended(one, other, level=True)
            continue
        winner, loser = pairing if _WON[verdict] else pairing[::-1]
        ended[box.letter] = Ended(winner, loser)
    return ended


def as_paired(
    paired: Round | None,
    number: int,
    ended: Mapping[str, Ended],
    drew: tuple[PlayerId | None, PlayerId | None] | None = None,
) -> tuple[Box, ...]:
    """Return the matches of a paired round: its pairings show how the lots fell.

    They also show whether the players who `drew` in round 1 have swapped brackets. Raises
    SheetLeft.
    """
    # The secret of that draw need not be known: of the few ways in which its lots can have fallen,
    # it is the one that seats the players as they were seated.
    letters = [letter for letter, end in ended.items() if end.level]
    for fallen in product((True, False), repeat=len(letters)):
        boxes = onwards(number, ended, _as_fallen(dict(zip(letters, fallen, strict=True))))
        one, other = drew or (None, None)
        for tried in (boxes, swapped(boxes, one, other) if one and other else boxes):
            if paired and _agrees(paired, tried):
                return tried
    raise SheetLeft(
        "an earlier round was not paired from the pod sheet.", hint="The pod continues as Swiss."
    )


def _as_fallen(fallen: dict[str, bool]) -> Toss:
    return lambda letter, _one, _other: fallen[letter]


def _agrees(paired: Round, boxes: tuple[Box, ...]) -> bool:
    """Return whether a round seats its players as these matches do, whatever the tables."""
    seated = set(paired.players())
    wanted = {frozenset(p for p in box.players if p in seated) for box in boxes}
    there = {frozenset(pairing) for pairing in paired.pairings}
    there |= {frozenset((bye.player,)) for bye in paired.byes}
    return wanted - {frozenset()} == there


# The next round by the sheet, as long as the sheet gives its pairings.

POD_SHEET = "pod-sheet-1"
"""The procedure that docs/formats.md specifies: the chart, and lots if nobody won."""


def seats_of(t: Tournament, pool: Pool | None) -> tuple[PlayerId, ...]:
    """Return the players by seat of a pod, from the latest draft; empty if there is none.

    It is the pod's table, or the only table of a draft that names no pods.
    """
    for one in reversed(t.drafts):
        if one.pools:
            return dict(zip(one.pools, one.tables, strict=False)).get(pool or one.pools[0], ())
        if len(one.tables) == 1 and one.draft is not Draft.SOLOMON:
            return one.tables[0]
    return ()


def propose_by_sheet(t: Tournament, rules: Ruleset, *, pool: Pool, secret: str) -> Proposal:
    """Return the next round of a pod by its sheet (POD-3).

    If nobody won a match, `secret` draws who takes the winner's place (POD-5). A player who faces
    an empty place has the bye. Raises SheetLeft if the sheet does not give the pairings.
    """
    if not by_sheet(t) or pool in t.cuts:
        raise SheetLeft(
            f"{pool} does not use a pod sheet.",
            hint=advice(
                "Choose the pod sheet when you open the event: {}.",
                do("open", "…", "--pairing", "pod-sheet"),
            ),
        )
    facts = facts_of(t, rules, pool=pool)
    drawn = next_draw(t, POD_SHEET, secret)
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


def gives(t: Tournament, rules: Ruleset, pool: Pool) -> bool:
    """Tell whether the sheet gives the pairings of the next round, or of the waiting one."""
    try:
        # By any secret: it decides how the lots fall, and every way is a way of the sheet.
        propose_by_sheet(t, rules, pool=pool, secret="A" * 43)
    except SheetLeft:
        return False
    return True


def boxes_of(t: Tournament, facts: Facts, key: bytes) -> tuple[Box, ...]:
    """Return the matches of the next round, with how each player got there; raise SheetLeft."""
    seats = seats_of(t, facts.pool)
    _refuse_others(facts, seats)

    def by_lot(letter: str, one: PlayerId | None, other: PlayerId | None) -> bool:
        return draws.lot(key, letter, str(one)) < draws.lot(key, letter, str(other))

    boxes = first_round(seats)
    level: list[Box] = []
    for number in range(1, facts.round):
        ended = ended_in(t, t.rounds.get((facts.pool, number)), boxes)
        level += [box for box in boxes if ended[box.letter].level]
        if len(level) > 1:
            why = f"{len(level)} matches had no winner, so the round is paired by record"
            raise _left(facts, why)
        if number + 1 == facts.round:
            boxes = onwards(number + 1, ended, by_lot)
        else:
            boxes = as_paired(t.rounds.get((facts.pool, number + 1)), number + 1, ended)
    # Only a lot sent one of two players who drew in round 1 to the winners. If they have the same
    # match points before the last round, they swap places (POD-6).
    if facts.round == ROUNDS and level and level[0].letter in LETTERS[0]:
        one, other = level[0].players
        if one in facts.points and other in facts.points and _same(facts, one, other):
            boxes = swapped(boxes, one, other)
    return boxes


def _same(facts: Facts, one: PlayerId, other: PlayerId) -> bool:
    return facts.points[one] == facts.points[other]


def _refuse_others(facts: Facts, seats: tuple[PlayerId, ...]) -> None:
    """Refuse a pod that does not fit the eight lines of the sheet."""
    strangers = [player for player in facts.players if player not in seats]
    if facts.round > ROUNDS:
        raise _left(facts, "the sheet has three rounds")
    if facts.awarded:
        raise _left(facts, f"{facts.awarded[0]} was awarded a bye")
    if len(seats) > SEATS or len(facts.players) > SEATS:
        raise _left(
            facts, f"the sheet has {SEATS} lines, but there are {len(facts.players)} active players"
        )
    if strangers:
        raise _left(facts, f"{strangers[0]} has no seat on the sheet")
    if len(facts.players) < SEATS - 1:
        raise _left(
            facts, f"only {len(facts.players)} of the pod's {len(seats)} players are active"
        )


def _left(facts: Facts, why: str) -> SheetLeft:
    """Return that the sheet does not give the pairings, and why."""
    return SheetLeft(
        f"the pod sheet does not give the pairings of round {facts.round} of {facts.pool}: {why}.",
        hint="Pair it as a Swiss round.",
    )
