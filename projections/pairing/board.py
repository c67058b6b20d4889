"""The players to be paired as numbers from 0, highest bracket first; every search uses them."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.record import draws
from roundbook.projections.pairing.certificate import Objectives
from roundbook.projections.pairing.state import BYE, Field, FieldPlayer

# The price of a pairing: the objectives as one whole number, the first in the highest digits.


class VertexSeat(NamedTuple):
    """The position of a vertex: its bracket from 0, the highest, and its division.

    The bye is in no bracket.
    """

    bracket: int | None
    division: int = 0


class Scale:
    """The prices of pairs, each objective weighted so that no sum of later ones reaches it."""

    def __init__(self, seats: Iterable[VertexSeat]) -> None:
        """Calculate the weights for the vertices that are to be paired, including the bye."""
        brackets = [seat.bracket for seat in seats]
        standing = [bracket for bracket in brackets if bracket is not None]
        self.lowest = max(standing, default=0)
        highest = min(standing, default=0)
        # Each objective counts at most one per pair, except the squares, which come last and stay
        # below the first weight together. So each has a digit of its own, and one sum compares them
        # all.
        digit = len(brackets) // 2 + 1
        weight = digit * (self.lowest - highest + 1) ** 2
        gaps = [0]
        for _ in range(highest, self.lowest):
            gaps.append(gaps[-1] + weight)
            weight *= digit
        # below[b]: the price of a pair that reaches from bracket b down to the lowest.
        self.below = {self.lowest - steps: total for steps, total in enumerate(gaps)}
        self.across = weight
        self.bye = weight * digit

    def price(self, one: VertexSeat, other: VertexSeat) -> int:
        """Return the price of pairing two vertices."""
        if one.bracket is None or other.bracket is None:
            stands = other.bracket if one.bracket is None else one.bracket
            assert stands is not None, "there is one bye"
            return self.bye * (self.lowest - stands)
        high, low = sorted((one.bracket, other.bracket))
        price = self.below[high] - self.below[low] + (low - high) ** 2
        return price + self.across * (one.division != other.division)


def objectives(pairs: Iterable[tuple[VertexSeat, VertexSeat]], brackets: int) -> Objectives:
    """Return the objectives of a round, in a field with that many brackets."""
    bye = across = squares = 0
    steps = [0] * (brackets + 1)
    for one, other in pairs:
        if one.bracket is None or other.bracket is None:
            stands = other.bracket if one.bracket is None else one.bracket
            assert stands is not None, "there is one bye"
            bye = brackets - 1 - stands
            continue
        across += one.division != other.division
        down = other.bracket - one.bracket
        if down:
            # Only where it begins and ends; the sums below fill in the gaps between.
            high, low = sorted((one.bracket, other.bracket))
            steps[high] += 1
            steps[low] -= 1
            squares += down * down
    gaps: list[int] = []
    crossing = 0
    for change in steps[: max(0, brackets - 1)]:
        crossing += change
        gaps.append(crossing)
    return Objectives(bye=bye, across=across, gaps=tuple(gaps), squares=squares)


class Board(Struct, frozen=True, kw_only=True):
    """The players and whom they may meet, in order of bracket, then of the number in their id.

    `brackets` count from 0, the highest. `divisions` are numbers too, places in `kinds`. `barred`
    are the vertices that each one may not meet. With `bye`, the last vertex is the bye itself:
    players who may not have it are barred from it, and it is in no bracket.
    """

    names: tuple[str, ...]
    brackets: tuple[int, ...]
    divisions: tuple[int, ...]
    barred: tuple[AbstractSet[int], ...]
    key: bytes
    bye: bool = False
    kinds: tuple[str, ...] = ("",)

    @property
    def players(self) -> int:
        """The number of players, without the bye."""
        return len(self.brackets)

    @property
    def mixed(self) -> bool:
        """Whether players of more than one division are paired together (TOP §3.1.2)."""
        return len(set(self.divisions)) > 1

    @property
    def most_met(self) -> int:
        """The most vertices that any one is barred from."""
        return max(map(len, self.barred), default=0)

    @property
    def plentiful(self) -> bool:
        """Whether everybody has so many possible opponents that there is a round (Dirac 1952)."""
        return len(self.names) >= 2 * self.most_met + 2

    def seats(self) -> list[VertexSeat]:
        """Return the position of each vertex."""
        seats = [VertexSeat(b, d) for b, d in zip(self.brackets, self.divisions, strict=True)]
        return [*seats, VertexSeat(None)] if self.bye else seats

    def only(self, staying: Sequence[int]) -> tuple["Board", list[int]]:
        """Return the board of these vertices, in order, and the old number of each."""
        kept = sorted(staying)
        new = {old: place for place, old in enumerate(kept)}
        players = [old for old in kept if old < self.players]
        smaller = replace(
            self,
            names=tuple(self.names[old] for old in kept),
            brackets=tuple(self.brackets[old] for old in players),
            divisions=tuple(self.divisions[old] for old in players),
            barred=tuple({new[o] for o in self.barred[old] if o in new} for old in kept),
            bye=len(players) < len(kept),
        )
        return smaller, kept

    def barring(self, pairs: Iterable[tuple[int, int]]) -> "Board":
        """Return the board on which these pairs may not meet either."""
        barred = [set(row) for row in self.barred]
        for u, v in pairs:
            barred[u].add(v)
            barred[v].add(u)
        return replace(self, barred=tuple(barred))

    def by_lot(self, vertices: Iterable[int], label: str) -> list[int]:
        """Return vertices in the order of their lots."""
        return sorted(vertices, key=lambda v: draws.lot(self.key, label, self.names[v]))


def standing(player: FieldPlayer) -> tuple[int, int, str]:
    """Return the sort key: by match points, the most first; then by id, `p9` before `p10`."""
    return -player.points, len(player.id), player.id


def board_of(field: Field) -> Board:
    """Return the board of a round, with the bye if the number of players is odd (TOP §3.1)."""
    players = sorted(field.players, key=standing)
    place = {player.id: i for i, player in enumerate(players)}
    levels = sorted({player.points for player in players}, reverse=True)
    level = {points: i for i, points in enumerate(levels)}
    kinds = sorted({_division(field, player) for player in players})
    barred: list[set[int]] = [set() for _ in players]
    for i, player in enumerate(players):
        for other in player.opponents:
            there = place.get(other)
            if there is not None:
                # In both directions: a state from elsewhere may give a match on one side only.
                barred[i].add(there)
                barred[there].add(i)
    odd = len(players) % 2 == 1
    if odd:
        refused = {i for i, player in enumerate(players) if player.had_bye}
        for i in refused:
            barred[i].add(len(players))
        barred.append(refused)
    names = tuple(player.id for player in players)
    return Board(
        names=(*names, BYE) if odd else names,
        brackets=tuple(level[player.points] for player in players),
        divisions=tuple(kinds.index(_division(field, player)) for player in players),
        barred=tuple(barred),
        key=bytes.fromhex(field.key),
        bye=odd,
        kinds=tuple(kinds),
    )


def _division(field: Field, player: FieldPlayer) -> str:
    """Return the division of a player; the same for all if divisions do not count."""
    return (player.division or "") if field.age_modified else ""
