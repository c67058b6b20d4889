"""Single elimination by its definition, on plain numbers: nothing of the product is used here.

A bracket is a nest of pairs. Seeds are numbers from 1; 0 is nobody.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

Nest = int | tuple["Nest", "Nest"]


class Match(NamedTuple):
    """Two seeds who meet in a round, and which of them won; 0 if both lost."""

    round: int
    pair: frozenset[int]
    winner: int


class Played(NamedTuple):
    """A whole bracket: its matches, who was lost where and to whom, its byes, and who won.

    Where nobody won, it is whoever came next out of that part of the bracket; 0 if nobody did.
    """

    matches: list[Match]
    out: dict[int, tuple[int, int]]
    byes: list[tuple[int, int]]
    winner: int


def nest(players: int) -> Nest:
    """The standard bracket: in each round the best that is left meets the worst that is left.

    It is built from the final backwards: whoever stands in a bracket of n meets, one round before,
    the seed that makes 2n + 1 with their own.
    """
    size = 1
    while size < players:
        size *= 2

    def part(seed: int, of: int) -> Nest:
        if of == size:
            return seed if seed <= players else 0
        return part(seed, 2 * of), part(2 * of + 1 - seed, 2 * of)

    return part(1, 1)


def play(
    players: int,
    wins: Callable[[int, int, int], int],
    gone: Callable[[int, int], bool] = lambda _number, _seed: False,
) -> Played:
    """Play a bracket; `wins` is told the round and two seeds, and returns the winner or 0.

    `gone` tells of a seed who has got as far as a round whether they have left before it.
    """
    matches: list[Match] = []
    out: dict[int, tuple[int, int]] = {}
    byes: list[tuple[int, int]] = []

    def come(of: Nest) -> tuple[int, int, list[int]]:
        """Who comes out of a part, how many rounds it has, and who was lost there to nobody."""
        if isinstance(of, int):
            return of, 0, []
        (one, before, lost), (other, _, too) = come(of[0]), come(of[1])
        number, orphans = before + 1, lost + too
        here = [seed for seed in (one, other) if seed]
        there = [seed for seed in here if not gone(number, seed)]
        if len(there) == 2:
            winner = wins(number, one, other)
            matches.append(Match(number, frozenset(there), winner))
        else:
            winner = sum(there)
            byes.extend((number, seed) for seed in there)
        fallen = [seed for seed in here if seed != winner]
        out.update(dict.fromkeys(fallen, (number, winner)))
        if winner:
            out.update({orphan: (out[orphan][0], winner) for orphan in orphans})
            return winner, number, []
        return 0, number, orphans + fallen

    winner, _, _ = come(nest(players))
    return Played(matches, out, byes, winner)


def places(played: Played, third: int = 0) -> list[int]:
    """Everybody in order: the later out the higher, then as those who knocked them out.

    `third` won the play-off of those who lost the semi-finals. Two whom nobody parts stand by seed.
    """
    order = [played.winner] if played.winner else []
    for number in sorted({number for number, _ in played.out.values()}, reverse=True):
        level = [seed for seed, (when, _) in played.out.items() if when == number]
        above = {seed: place for place, seed in enumerate(order)} | {0: len(order)}
        order += sorted(level, key=lambda seed: (seed != third, above[played.out[seed][1]], seed))
    return order


def meets(played: Played) -> Mapping[int, set[frozenset[int]]]:
    """Who meets whom in each round."""
    found: dict[int, set[frozenset[int]]] = {}
    for number, pair, _ in played.matches:
        found.setdefault(number, set()).add(pair)
    return found
