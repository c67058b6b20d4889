"""What a window costs at least, by weak duality: labels that no pair of vertices exceeds.

For any two vertices that may meet, their labels less the labels of the circles that hold both are
at most twice their price. So any way to pair all vertices up costs at least half of all labels,
less that of each circle for every pair that fits into it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from projections.pairing.certificate import Window
from projections.pairing.sheet import Sheet
from projections.pairing.states import BYE

LOTS = 2**64
"""The lots that decide between equals are smaller than this, and part of the prices."""

Place = tuple[int, str]
"""A bracket and a division; of all divisions together, the empty word."""


class Prices:
    """Prices in a window: bye, divisions, gaps from the top, squares, each above all after it."""

    def __init__(self, brackets: Sequence[int], vertices: int) -> None:
        """Weigh each so that no sum of later ones reaches it."""
        self.low, self.high = max(brackets), min(brackets)
        self.most = vertices // 2 + 1
        weight = self.most * (self.low - self.high + 1) ** 2
        self.gap: list[int] = []
        for _ in range(self.high, self.low):
            self.gap.insert(0, weight)
            weight *= self.most
        self.across = weight

    def pair(self, one: Place | None, other: Place | None) -> int:
        """Return what it costs to pair two places; none is the bye."""
        if one is None or other is None:
            place = one or other
            assert place is not None
            return self.across * self.most * (self.low - place[0])
        high, low = sorted((one[0] - self.high, other[0] - self.high))
        return sum(self.gap[high:low]) + (low - high) ** 2 + self.across * (one[1] != other[1])


class Vertex(NamedTuple):
    """A player by name, or a copy of part `part` of the outside; `place` is none for the bye."""

    place: Place | None
    part: int | None


class Opened:
    """A window with its vertices: where everybody of the field stands in it."""

    def __init__(self, window: Window, place: Mapping[str, Place], cells: Sequence[Place]) -> None:
        """Stand the players of the window in their places, and everybody else for a copy."""
        self.window, self.place, self.cells = window, place, cells
        self.vertices = [Vertex(place.get(name), None) for name in window.players]
        self.parts: dict[Place, int] = {}
        for part, copy in enumerate(window.copies):
            seat = (copy.bracket, copy.division or "")
            self.parts[seat] = part
            self.vertices += [Vertex(seat, part)] * copy.count
        self.named = set(window.players)
        self.inside = sorted(place[name] for name in window.players if name != BYE)
        standing = [vertex.place[0] for vertex in self.vertices if vertex.place is not None]
        self.prices = Prices(standing, len(self.vertices))

    def stands(self, name: str) -> Vertex:
        """Return the vertex that is a player, or that stands for one outside."""
        if name in self.named:
            return Vertex(self.place.get(name), None)
        seat = self.place.get(name, self.cells[-1])
        if seat not in self.parts:
            upper = seat < self.inside[0]
            edge = self.cells.index(self.inside[0 if upper else -1])
            seat = self.cells[edge - 1 if upper else edge + 1]
        return Vertex(seat, self.parts[seat])

    def paid(self, pairs: Sequence[tuple[str, str]]) -> tuple[int, list[int]]:
        """Return what a round costs in the window, and how many copies of each part it takes."""
        paid, used = 0, [0] * len(self.window.copies)
        for pair in pairs:
            one, other = map(self.stands, pair)
            if one.part is not None and one.part == other.part:
                continue
            paid += self.prices.pair(one.place, other.place)
            for vertex in (one, other):
                if vertex.part is not None:
                    used[vertex.part] += 1
        return paid, used


def costs_more(sheet: Sheet, opened: Opened, pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield why a round may cost more in a window than the labels show to be needed.

    If two copies of each part are left to each other, more copies would change nothing.
    """
    paid, used = opened.paid(pairs)
    if any(out + 2 > c.count for out, c in zip(used, opened.window.copies, strict=True)):
        yield "a window has too few copies of somebody"
    yield from _labelled(sheet, opened, paid)


def _labelled(sheet: Sheet, opened: Opened, paid: int) -> Iterator[str]:
    """Yield why the labels of a window do not show that it costs at least what was paid."""
    n = len(opened.vertices)
    labels = [int(label) for label in opened.window.labels]
    circles = [(circle.vertices, int(circle.label)) for circle in opened.window.circles]
    sound = all(
        label >= 0 and len(on) % 2 and len(set(on)) == len(on) and set(on) <= set(range(n))
        for on, label in circles
    )
    if n % 2 or len(labels) != n or not sound:
        yield "the labels of a window do not fit it"
        return
    room = opened.prices.most * LOTS
    shared = [[0] * n for _ in range(n)]
    for on, label in circles:
        for u in on:
            for v in on:
                shared[u][v] += label
    prices = ((u, v, _price(sheet, opened, u, v)) for u in range(n) for v in range(u))
    if any(
        labels[u] + labels[v] - shared[u][v] > 2 * (price * room + LOTS - 1)
        for u, v, price in prices
        if price is not None
    ):
        yield "the labels of a window exceed a price"
    bound = sum(labels) - sum(label * (len(on) // 2) for on, label in circles)
    if bound - n * (LOTS - 1) <= 2 * (paid - 1) * room:
        yield "the labels of a window do not show that no round costs less"


def _price(sheet: Sheet, opened: Opened, u: int, v: int) -> int | None:
    """Return what it costs to pair two vertices; none if they must not meet."""
    one, other = opened.vertices[u], opened.vertices[v]
    names = opened.window.players
    if one.part is None and other.part is None and not sheet.may_meet(names[u], names[v]):
        return None
    if one.part is not None and one.part == other.part:
        return 0
    return opened.prices.pair(one.place, other.place)
