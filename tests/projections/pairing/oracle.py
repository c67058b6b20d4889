"""The best round by trying every one, straight from the ledger; and the draw, as the page has it.

Nothing here is taken from `projections.pairing`: points, former opponents and byes are counted
anew, and lots are hashed by hand.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import networkx as nx

from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Verdict

Pair = tuple[str, str]


class Try(NamedTuple):
    """One way to pair everybody up, the higher player of each pair first."""

    pairs: tuple[Pair, ...]
    bye: str | None


class Position(NamedTuple):
    """Who is to be paired, from the highest bracket to the lowest."""

    players: Sequence[str]
    points: dict[str, int]
    divisions: dict[str, str]
    met: set[frozenset[str]]
    had_bye: set[str]


def position(t: Tournament) -> Position:
    points: dict[str, int] = dict.fromkeys(t.players, 0)
    met: set[frozenset[str]] = set()
    had_bye: set[str] = set()
    number = 1
    for paired in t.rounds.values():
        number = max(number, paired.number + 1)
        for bye in paired.byes:
            points[bye.player] += 3
            had_bye.add(bye.player)
        for match, (first, second) in paired.matches():
            met.add(frozenset((first, second)))
            verdict = t.results[match].verdict
            points[first] += {Verdict.FIRST: 3, Verdict.TIE: 1}.get(verdict, 0)
            points[second] += {Verdict.SECOND: 3, Verdict.TIE: 1}.get(verdict, 0)
    players = [
        p.id for p in t.players.values() if not p.out and number not in t.awarded.get(p.id, ())
    ]
    players.sort(key=lambda p: (-points[p], int(p[1:])))
    divisions: dict[str, str] = {p: t.players[p].division for p in players}
    where = Position(players, points, divisions, met, had_bye)
    awaiting = {p for p in players if any(later > number for later in t.awarded.get(p, ()))}
    spared = where._replace(had_bye=had_bye | awaiting)
    return spared if len(players) % 2 and any(tries(spared)) else where


def tries(where: Position) -> Iterator[Try]:
    """Every legal round, in dictionary order of players by bracket and number, the bye last."""

    def split(left: list[str | None]) -> Iterator[list[tuple[str, str | None]]]:
        if not left:
            yield []
            return
        first, *rest = left
        assert first is not None
        for place, other in enumerate(rest):
            if other is None:
                legal = first not in where.had_bye
            else:
                legal = frozenset((first, other)) not in where.met
            if legal:
                for more in split(rest[:place] + rest[place + 1 :]):
                    yield [(first, other), *more]

    everybody: list[str | None] = [*where.players]
    if len(everybody) % 2:
        everybody.append(None)
    for found in split(everybody):
        bye = next((a for a, b in found if b is None), None)
        yield Try(tuple((a, b) for a, b in found if b is not None), bye)


def levels(where: Position) -> list[int]:
    return sorted({where.points[p] for p in where.players}, reverse=True)


def vector(where: Position, one: Try) -> tuple[int, ...]:
    """The objectives, the smaller the better: bye, divisions, every gap from the top, squares."""
    level = {points: place for place, points in enumerate(levels(where))}
    at = {p: level[where.points[p]] for p in where.players}
    low = 0 if one.bye is None else len(level) - 1 - at[one.bye]
    across = sum(where.divisions[a] != where.divisions[b] for a, b in one.pairs)
    gaps = [sum(at[a] <= gap < at[b] for a, b in one.pairs) for gap in range(len(level) - 1)]
    squares = sum((at[a] - at[b]) ** 2 for a, b in one.pairs)
    return (low, across, *gaps, squares)


def part(value: bytes | str) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return len(data).to_bytes(4, "big") + data


def lot(key: bytes, label: str, name: str) -> int:
    return int(hashlib.sha256(part(key) + part(label) + part(name)).hexdigest(), 16)


def drawn(where: Position, key: bytes, *, ahead: bool = False) -> Try | None:
    """The round that `draw-1` draws for at most 12 players, by writing all of them down."""
    legal = list(tries(where))
    if not legal:
        return None
    if ahead:
        legal = [one for one in legal if leaves_another(where, one)] or legal
    if len(set(where.divisions.values())) > 1 and len(where.players) % 2:
        lowest = min(where.points[one.bye] for one in legal if one.bye)
        lucky = min(
            {one.bye for one in legal if one.bye and where.points[one.bye] == lowest},
            key=lambda p: lot(key, "bye", p),
        )
        legal = [one for one in legal if one.bye == lucky]
    best = min(vector(where, one) for one in legal)
    legal = [one for one in legal if vector(where, one) == best]
    return legal[lot(key, "round", "") * len(legal) // 2**256]


def best_vector(where: Position, bye: str | None) -> tuple[int, ...]:
    """The best there is; in a mixed field given the bye, which is drawn first."""
    mixed = len(set(where.divisions.values())) > 1
    return min(vector(where, one) for one in tries(where) if not mixed or one.bye == bye)


def leaves_another(where: Position, one: Try) -> bool:
    """Tell whether the round after this one could be paired, if nobody left."""
    met = where.met | {frozenset(pair) for pair in one.pairs}
    had_bye = where.had_bye | {player for player in (one.bye,) if player}
    return any(True for _ in tries(where._replace(met=met, had_bye=had_bye)))


def best_ahead(where: Position, bye: str | None) -> tuple[int, ...]:
    """The best there is where the draw looks ahead, led by 0 if it leaves another round."""
    mixed = len(set(where.divisions.values())) > 1
    return min(
        (0 if leaves_another(where, one) else 1, *vector(where, one))
        for one in tries(where)
        if not mixed or one.bye == bye
    )


def by_matching(where: Position, bye: str | None) -> tuple[int, ...] | None:
    """The best objectives by a matching of networkx on whole numbers; in a mixed field given bye.

    None if there is no legal round.
    """
    mixed = len(set(where.divisions.values())) > 1
    players: list[str | None] = [p for p in where.players if not (mixed and p == bye)]
    if len(players) % 2:
        players.append(None)
    base = len(players) * (len(levels(where)) + 1) ** 2 + 1
    graph: nx.Graph[object] = nx.Graph()
    graph.add_nodes_from(range(len(players)))
    priced: list[tuple[int, int, int]] = []
    for (i, a), (j, b) in combinations(enumerate(players), 2):
        assert a is not None
        if (a in where.had_bye) if b is None else (frozenset((a, b)) in where.met):
            continue
        one = Try((), a) if b is None else Try(((a, b),), None)
        price = 0
        for part_ in vector(where, one):
            price = price * base + part_
        priced.append((i, j, price))
    top = max((price for _, _, price in priced), default=0) + 1
    for i, j, price in priced:
        graph.add_edge(i, j, weight=top - price)
    found = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < len(players):
        return None
    pairs = [(players[min(pair)], players[max(pair)]) for pair in found]
    lucky = bye if mixed else next((a for a, b in pairs if b is None), None)
    return vector(where, Try(tuple((a, b) for a, b in pairs if a and b), lucky))
