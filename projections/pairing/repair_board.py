"""A posted round as numbers: who is to be paired now, and who still has the opponent as posted."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from msgspec import Struct
from msgspec.structs import replace

from projections.pairing.states import BYE, Field

ALONE = -1
"""Whoever has nobody: a newcomer, or a player whose opponent has left."""

Cell = tuple[int, int]
"""A bracket, counted from 0, the highest, and a division: who shares both is interchangeable."""


class Posted(Struct, frozen=True, kw_only=True):
    """Everybody who is to be paired, by number, and what was posted for them.

    Players stand by bracket, then by name; where their number is odd the bye stands last, in no
    cell. `met` holds whom a player has met, the bye among them; `barred` whom a player may not meet
    now; `old` the opponent as posted, who must still be here and allowed. `ahead` says that the
    round after this one has to stay possible.
    """

    names: tuple[str, ...]
    cells: tuple[Cell, ...]
    met: tuple[AbstractSet[int], ...]
    barred: tuple[AbstractSet[int], ...]
    old: tuple[int, ...]
    key: bytes
    ahead: bool = False

    @property
    def players(self) -> int:
        """How many players there are, the bye not counted."""
        return len(self.cells)

    @property
    def odd(self) -> bool:
        """Whether somebody has the bye."""
        return len(self.names) > len(self.cells)

    @property
    def mixed(self) -> bool:
        """Whether players of more than one division are paired together (TOP §3.1.2)."""
        return len({division for _, division in self.cells}) > 1

    def held(self) -> tuple[dict[Cell, list[tuple[int, int]]], list[int]]:
        """Return the posted pairs within each cell, and everybody else: who may have to move.

        The others are whoever is alone, who meets across brackets or divisions, and the bye with
        its holder.
        """
        within: dict[Cell, list[tuple[int, int]]] = {}
        others: list[int] = []
        for u, v in enumerate(self.old):
            if u >= self.players or v in {ALONE, self.players} or self.cells[u] != self.cells[v]:
                others.append(u)
            elif u < v:
                within.setdefault(self.cells[u], []).append((u, v))
        return within, others

    def with_bye_among(self, lucky: AbstractSet[int]) -> "Posted":
        """Return the same with the bye open to some players only."""
        bye = self.players
        refused = set(range(bye)) - (set(lucky) - set(self.barred[bye]))
        barred = [set(self.barred[u]) - {bye} for u in range(bye)]
        for u in refused:
            barred[u].add(bye)
        old = list(self.old)
        holder = old[bye]
        if holder in refused:
            old[holder] = old[bye] = ALONE
        return replace(self, barred=(*barred, refused), old=tuple(old))


def posted(field: Field, pairs: Mapping[str, str]) -> Posted:
    """Return a field with what was posted: each player's opponent, or `bye`."""
    levels = sorted({player.points for player in field.players}, reverse=True)
    players = sorted(field.players, key=lambda p: (-p.points, _number(p.id)))
    kinds = sorted({p.division or "" for p in players}) if field.age_modified else []
    place = {player.id: number for number, player in enumerate(players)}
    barred: list[set[int]] = [{place[o] for o in p.opponents if o in place} for p in players]
    names = [player.id for player in players]
    if len(players) % 2:
        place[BYE] = len(players)
        names.append(BYE)
        barred.append({place[p.id] for p in players if p.had_bye})
    for u, others in enumerate(barred):
        for v in others:
            barred[v].add(u)  # It is enough if one of two names the other.
    old = [ALONE] * len(names)
    for one, other in pairs.items():
        u, v = place.get(one, ALONE), place.get(other, ALONE)
        if ALONE not in {u, v} and v not in barred[u]:
            old[u], old[v] = v, u
    return Posted(
        names=tuple(names),
        cells=tuple(
            (levels.index(p.points), kinds.index(p.division or "") if kinds else 0) for p in players
        ),
        met=tuple(barred),
        barred=tuple(barred),
        old=tuple(old),
        key=bytes.fromhex(field.key),
        ahead=field.looks_ahead,
    )


def _number(name: str) -> tuple[int, str]:
    """Order `p2` before `p17`; other names as text."""
    return (int(name[1:]) if name[1:].isdecimal() else 0, name)
