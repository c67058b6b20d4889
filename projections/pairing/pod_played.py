"""How the matches of a pod's sheet ended, read off the rounds as they were paired."""

from collections.abc import Mapping
from itertools import product

from ledger.errors import Refused
from ledger.state.tournament import Round, Tournament
from ledger.terms import PlayerId, Pool, Verdict
from projections.pairing.pod_chart import (
    ROUNDS,
    Box,
    Ended,
    Toss,
    first_round,
    onwards,
    swapped,
)

_WON = {Verdict.FIRST: True, Verdict.SECOND: False}


class SheetLeft(Refused):
    """The sheet does not say who meets whom in this round; the message says why (A-37)."""


def as_played(t: Tournament, pool: Pool, seats: tuple[PlayerId, ...]) -> list[tuple[Box, ...]]:
    """Return the matches of each round that has been paired, as long as the sheet was followed."""
    found: list[tuple[Box, ...]] = []
    boxes = first_round(seats)
    drew: list[Box] = []
    try:
        for number in range(1, ROUNDS + 1):
            ended = ended_in(t, t.rounds.get((pool, number)), boxes)
            found.append(boxes)
            if number < ROUNDS:
                swap = drew[0].players if len(drew) == 1 else None
                boxes = as_paired(t.rounds.get((pool, number + 1)), number + 1, ended, swap)
            drew += [box for box in found[-1] if ended[box.letter].level]
    except SheetLeft:
        return found
    return found


def ended_in(t: Tournament, paired: Round | None, boxes: tuple[Box, ...]) -> dict[str, Ended]:
    """Return how each match of a round ended; raises SheetLeft if it was not paired so.

    Who was not there takes the loser's place. A match that nobody won is level: a draw, a double
    loss, or one that was never played.
    """
    if paired is None or not _agrees(paired, boxes):
        raise SheetLeft(
            "an earlier round was not paired by the sheet.", hint="It goes on as Swiss."
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
    """Return the matches of a round that has been paired: its pairings tell how the lots fell.

    They tell too whether those who `drew` in round 1 have swapped brackets. Raises SheetLeft.
    """
    letters = [letter for letter, end in ended.items() if end.level]
    for fallen in product((True, False), repeat=len(letters)):
        boxes = onwards(number, ended, _as_fallen(dict(zip(letters, fallen, strict=True))))
        one, other = drew or (None, None)
        for tried in (boxes, swapped(boxes, one, other) if one and other else boxes):
            if paired and _agrees(paired, tried):
                return tried
    raise SheetLeft("an earlier round was not paired by the sheet.", hint="It goes on as Swiss.")


def _as_fallen(fallen: dict[str, bool]) -> Toss:
    return lambda letter, _one, _other: fallen[letter]


def _agrees(paired: Round, boxes: tuple[Box, ...]) -> bool:
    """Tell whether a round seats its players as these matches do, whatever the tables."""
    seated = set(paired.players())
    wanted = {frozenset(p for p in box.players if p in seated) for box in boxes}
    there = {frozenset(pairing) for pairing in paired.pairings}
    there |= {frozenset((bye.player,)) for bye in paired.byes}
    return wanted - {frozenset()} == there
