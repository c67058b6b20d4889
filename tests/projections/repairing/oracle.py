"""The fewest changes by trying every round, and by networkx, straight from the ledger.

Nothing here is taken from `projections`: points, former opponents, byes and what was posted are
counted anew.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import networkx as nx

from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import ByeKind, Pool, Verdict

Round = frozenset[frozenset[str]]
"""Who meets whom; who meets `bye` has it."""

BYE = "bye"


class Position(NamedTuple):
    """A round that was posted, and what it should be now."""

    players: list[str]
    points: dict[str, int]
    divisions: dict[str, str]
    barred: set[frozenset[str]]
    posted: Round
    ahead: bool = False

    @property
    def levels(self) -> list[int]:
        return sorted({self.points[p] for p in self.players}, reverse=True)

    @property
    def mixed(self) -> bool:
        return len({self.divisions[p] for p in self.players}) > 1


def position(t: Tournament, pool: Pool) -> Position:
    """The latest round of a pool, which has not started, as the ledger has it."""
    waiting = t.rounds[pool, t.latest[pool]]
    points: dict[str, int] = dict.fromkeys(t.players, 0)
    barred: set[frozenset[str]] = set()
    for paired in t.rounds.values():
        if paired is waiting:
            continue
        for bye in paired.byes:
            points[bye.player] += 3
            barred.add(frozenset((bye.player, BYE)))
        for match, pair in paired.matches():
            barred.add(frozenset(pair))
            verdict = t.results[match].verdict
            points[pair.first] += {Verdict.FIRST: 3, Verdict.TIE: 1}.get(verdict, 0)
            points[pair.second] += {Verdict.SECOND: 3, Verdict.TIE: 1}.get(verdict, 0)
    players: list[str] = [
        p.id
        for p in t.players.values()
        if not p.out and p.losses < waiting.number and waiting.number not in t.awarded.get(p.id, ())
    ]
    return Position(
        players=players,
        points=points,
        divisions={p.id: p.division for p in t.players.values()},
        barred=barred,
        posted=seats(waiting.pairings, waiting.byes),
        ahead=waiting.number < t.planned.get(None, 0) and 2 * t.planned[None] > len(players),
    )


def seats(pairings: Iterable[tuple[str, str]], byes: Iterable[tuple[str, ByeKind]]) -> Round:
    """Who meets whom, the random bye among them."""
    drawn = [(player, BYE) for player, kind in byes if kind is ByeKind.RANDOM]
    return frozenset(frozenset(pair) for pair in (*pairings, *drawn))


def changed(where: Position, one: Round) -> int:
    """How many players have another opponent than the one posted."""
    return sum(len(pair - {BYE}) for pair in one - where.posted)


def bye_of(one: Round) -> str | None:
    return next((p for pair in one if BYE in pair for p in pair - {BYE}), None)


def vector(where: Position, one: Round) -> tuple[int, ...]:
    """How good a round is, the smaller the better: bye, divisions, every gap, squares."""
    levels = where.levels
    at = {p: levels.index(where.points[p]) for p in where.players}
    lucky = bye_of(one)
    pairs = [sorted(pair, key=lambda p: at[p]) for pair in one if BYE not in pair]
    low = 0 if lucky is None else len(levels) - 1 - at[lucky]
    across = sum(where.divisions[a] != where.divisions[b] for a, b in pairs)
    gaps = [sum(at[a] <= gap < at[b] for a, b in pairs) for gap in range(len(levels) - 1)]
    return (low, across, *gaps, sum((at[b] - at[a]) ** 2 for a, b in pairs))


def every_round(where: Position) -> Iterator[Round]:
    """Every legal round."""

    def split(left: list[str]) -> Iterator[list[frozenset[str]]]:
        if not left:
            yield []
            return
        first, *rest = left
        for place, other in enumerate(rest):
            pair = frozenset((first, other))
            if pair not in where.barred:
                for more in split(rest[:place] + rest[place + 1 :]):
                    yield [pair, *more]

    odd = [BYE] if len(where.players) % 2 else []
    for found in split([*where.players, *odd]):
        yield frozenset(found)


def leaves_a_round(where: Position, one: Round) -> bool:
    """Whether everybody can be paired once more when this round has been played."""
    return any(every_round(where._replace(barred=where.barred | one)))


def right_rounds(where: Position) -> list[Round]:
    """Every round that is as good as one drawn now.

    In a mixed field that is asked for each division that the bye could have gone to in the lowest
    bracket, and for whoever had it as posted.
    """
    legal = list(every_round(where))
    if where.ahead:
        legal = [one for one in legal if leaves_a_round(where, one)] or legal
    if not legal:
        return []
    vectors = {one: vector(where, one) for one in legal}
    best = min(vectors.values())
    if not where.mixed or not len(where.players) % 2:
        return [one for one in legal if vectors[one] == best]
    lowest = [one for one in legal if vectors[one][0] == best[0]]
    asked = [[one for one in lowest if bye_of(one) == bye_of(where.posted)]]
    asked += [
        [one for one in lowest if where.divisions[bye_of(one) or ""] == division]
        for division in set(where.divisions.values())
    ]
    found: list[Round] = []
    for group in asked:
        least = min((vectors[one] for one in group), default=())
        found += [one for one in group if vectors[one] == least]
    return found


def best_by_networkx(where: Position) -> tuple[tuple[int, ...], int] | None:
    """The best vector of a field of one division, and the fewest changes at that; or no round."""
    levels = where.levels
    at = {p: levels.index(where.points[p]) for p in where.players}
    names = [*where.players, *([BYE] if len(where.players) % 2 else [])]
    digit = len(names) // 2 + 1
    # Weights of the digits, from the changes up: changes, squares, gaps from the bottom, bye.
    changes, squares = 1, 2 * digit
    weights = [squares * digit * len(levels) ** 2]
    for _ in range(len(levels)):
        weights.append(weights[-1] * digit)
    graph: nx.Graph[object] = nx.Graph()
    for i, first in enumerate(names):
        for second in names[i + 1 :]:
            pair = frozenset((first, second))
            if pair in where.barred:
                continue
            cost = 0 if pair in where.posted else changes * len(pair - {BYE})
            if BYE in pair:
                cost += weights[-1] * (len(levels) - 1 - at[first])
            else:
                high, low = sorted((at[first], at[second]))
                cost += squares * (low - high) ** 2
                cost += sum(weights[len(levels) - 2 - gap] for gap in range(high, low))
            graph.add_edge(first, second, weight=-cost)
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matched) < len(names):
        return None
    one = frozenset(frozenset(pair) for pair in matched)
    return vector(where, one), changed(where, one)
