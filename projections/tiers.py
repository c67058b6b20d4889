"""How players are put in order: clause by clause, each parting only those who are still level."""

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from ledger.terms import PlayerId

Key = tuple[int | Fraction, ...]
"""What a clause compares; the less, the better."""


class Line(Struct, frozen=True, kw_only=True):
    """What there is to compare about a player.

    `far` is how far a player came in the cut, empty outside it; `order` the place in the order of
    registration. `gone_unseen` is somebody who left without a single round (A-7).
    """

    player: PlayerId
    order: int
    match_points: int
    late: bool
    op_win: Fraction
    op_op_win: Fraction
    game_win: Fraction | None = None
    op_game_win: Fraction | None = None
    day_two: bool = False
    gone_unseen: bool = False
    seed: int | None = None
    far: tuple[int, ...] = ()


class Tier(NamedTuple):
    """Players who are level in everything, and the clause that put them below those above."""

    level: tuple[Line, ...]
    decided_by: str | None


Split = Callable[[Sequence[Line]], list[list[Line]]]
"""Parts players who are level so far, the best first; all in one list if it does not apply."""


class Clause(NamedTuple):
    """A tiebreak by name."""

    name: str
    split: Split


def tiers(
    level: Sequence[Line],
    clauses: Sequence[Clause],
    above: str | None = None,
    aside: Collection[PlayerId] = (),
) -> list[Tier]:
    """Return players in order, each tier with the clause that parted it from the one above.

    `above` is the clause that parted all of them from whoever stands above. Those `aside` are
    compared with all others, but stand elsewhere and are left out.
    """
    if len(level) <= 1 or not clauses:
        here = tuple(line for line in level if line.player not in aside)
        return [Tier(here, above)] if here else []
    found: list[Tier] = []
    first, rest = clauses[0], clauses[1:]
    for part in first.split(level):
        found += tiers(part, rest, first.name if found else above, aside)
    return found


def by(key: Callable[[Line], Key]) -> Split:
    """Return the split that a figure makes."""

    def split(level: Sequence[Line]) -> list[list[Line]]:
        parts: dict[Key, list[Line]] = {}
        for line in level:
            parts.setdefault(key(line), []).append(line)
        return [parts[found] for found in sorted(parts)] if len(parts) > 1 else [list(level)]

    return split
