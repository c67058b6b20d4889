"""Small fields in which the draw looked ahead: whoever checks the round tries every other one."""

from collections.abc import Iterator

from projections.pairing.sheet import Sheet, pairs_of
from projections.pairing.states import BYE, DrawnRound

TRIED = 12
"""The most players for whom every round is tried."""

Pairs = list[tuple[str, str]]


def better(sheet: Sheet, drawn: DrawnRound) -> Iterator[str]:
    """Yield a round that is better than the one drawn, if there is one.

    A round that leaves another comes before one that does not. In a field of several divisions the
    bye is drawn first, so that only the bracket of another bye can make a round better.
    """
    own = pairs_of(drawn)
    mine = sheet.vector(own)
    leaves = _leaves(sheet, own)
    for pairs in _rounds(sheet, sorted([*sheet.players, *([BYE] if sheet.odd else [])])):
        vector = sheet.vector(pairs)
        elsewhere = sheet.mixed and sheet.odd and pairs_of(drawn)[-1] not in pairs
        preferred = vector[0] < mine[0] if elsewhere else vector < mine
        if (preferred and (not leaves or _leaves(sheet, pairs))) or (
            not leaves and _leaves(sheet, pairs)
        ):
            listed = ", ".join("-".join(sorted(pair)) for pair in sorted(pairs))
            yield f"this round is better: {listed}"
            return


def _rounds(sheet: Sheet, left: list[str]) -> Iterator[Pairs]:
    """Yield every legal way to pair up those left, of whom the bye may be one."""
    if not left:
        yield []
        return
    first, *rest = left
    for other in rest:
        if sheet.may_meet(first, other):
            for more in _rounds(sheet, [name for name in rest if name != other]):
                yield [_bye_last(first, other), *more]


def _bye_last(one: str, other: str) -> tuple[str, str]:
    return (other, one) if one == BYE else (one, other)


def _leaves(sheet: Sheet, pairs: Pairs) -> bool:
    """Tell whether the round after this one can be paired, if nobody leaves."""
    names = sorted(name for pair in pairs for name in pair)
    now = {frozenset(pair) for pair in pairs}
    free = {
        name: [
            other
            for other in names
            if other != name and sheet.may_meet(name, other) and frozenset((name, other)) not in now
        ]
        for name in names
    }
    dead: set[frozenset[str]] = set()

    def paired(left: frozenset[str]) -> bool:
        if not left:
            return True
        if left in dead:
            return False
        first = min(left, key=lambda name: (sum(o in left for o in free[name]), name))
        if any(paired(left - {first, other}) for other in free[first] if other in left):
            return True
        dead.add(left)
        return False

    return paired(frozenset(names))
