"""The players to be paired as numbers from 0, highest bracket first: what every search works on."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from msgspec import Struct
from msgspec.structs import replace

from ledger import chance
from projections.pairing.facts import Facts, number_of


class Board(Struct, frozen=True, kw_only=True):
    """Who may meet whom. Players stand by bracket, then by the number of their id.

    `brackets` count from 0, the highest. `divisions` are numbers too. `barred` holds whom a player
    may not meet. With `bye`, the last vertex is the bye itself: who may not have it is barred from
    it, and it stands in no bracket.
    """

    names: tuple[str, ...]
    brackets: tuple[int, ...]
    divisions: tuple[int, ...]
    barred: tuple[AbstractSet[int], ...]
    key: bytes
    bye: bool = False

    @property
    def players(self) -> int:
        """How many players there are, the bye not counted."""
        return len(self.brackets)

    @property
    def mixed(self) -> bool:
        """Whether players of more than one division are paired together (TOP §3.1.2)."""
        return len(set(self.divisions)) > 1

    def without(self, leaving: AbstractSet[int]) -> tuple["Board", list[int]]:
        """Return the board without these vertices, and the old number of each that stays."""
        return self.only([v for v in range(len(self.names)) if v not in leaving])

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

    def by_lot(self, vertices: Iterable[int], label: str) -> list[int]:
        """Return vertices in the order of their lots."""
        return sorted(vertices, key=lambda v: chance.lot(self.key, label, self.names[v]))


def board_of(facts: Facts, key: bytes) -> Board:
    """Return the board of a round; the bye is on it if the players are odd (TOP §3.1)."""
    players = sorted(facts.players, key=lambda p: (-facts.points[p], number_of(p)))
    place = {player: i for i, player in enumerate(players)}
    levels = sorted({facts.points[p] for p in players}, reverse=True)
    kinds = sorted(set(facts.divisions.values()))
    barred: list[AbstractSet[int]] = [
        {place[other] for other in facts.met[p] if other in place} for p in players
    ]
    odd = len(players) % 2 == 1
    if odd:
        refused = {place[p] for p in players if p in facts.had_bye}
        barred = [b | {len(players)} if i in refused else b for i, b in enumerate(barred)]
        barred.append(refused)
    return Board(
        names=(*players, "bye") if odd else tuple(players),
        brackets=tuple(levels.index(facts.points[p]) for p in players),
        divisions=tuple(kinds.index(facts.divisions[p]) for p in players),
        barred=tuple(barred),
        key=key,
        bye=odd,
    )
