"""Where the draw by lots fails, part of the field is solved exactly, with a proof.

A window holds some players by name and everybody else as nameless copies, who have met nobody. No
legal round of the whole field can cost less than the best round of such a window.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ledger.record import draws
from projections.pairing.board import Board
from projections.pairing.certificate import Circle, Copies, Window
from projections.pairing.objectives import Scale, Seat
from projections.pairing.weighted import Price, Solution, cheapest

LOT_BITS = 64
"""How much of the lot of a pair decides between rounds that are equally good."""

LARGEST = 256
"""The most vertices of a window that is solved: more would take minutes."""


class TooLargeError(Exception):
    """A window has more vertices than can be solved in a reasonable time."""


class Outside(NamedTuple):
    """Players who stand outside a window: where, how many (odd or even), and as which cell."""

    seat: Seat
    odd: bool
    cell: int
    division: str | None = None


class Solved(NamedTuple):
    """The best round of a window: pairs by name, who meets which cell, which cells meet."""

    pairs: list[tuple[int, int]]
    guests: list[tuple[int, int]]
    links: list[tuple[int, int]]
    proof: Window


def solve(board: Board, named: Sequence[int], outside: Sequence[Outside]) -> Solved | None:
    """Return the best round of a window; None if the whole field is no larger than the window.

    Each part of the outside has so many copies that two at least stay among themselves: then more
    of them would change nothing. The whole field has a legal round.
    """
    count = [2 + part.odd for part in outside]
    while True:
        vertices = len(named) + sum(count)
        if outside and vertices >= len(board.names):
            return None
        if vertices > LARGEST:
            raise TooLargeError
        owner = [place for place, times in enumerate(count) for _ in range(times)]
        found = cheapest(_prices(board, named, outside, owner))
        if found is None:
            assert outside, "a board with a legal round has a best one"
            count = [2 * times + part.odd for times, part in zip(count, outside, strict=True)]
            continue
        used = _used(found, owner, len(named))
        if all(out + 2 <= times for out, times in zip(used, count, strict=True)):
            return _solved(board, named, outside, owner, found)
        count = [
            times + (times + part.odd) * (out + 2 > times)
            for out, times, part in zip(used, count, outside, strict=True)
        ]


def _used(found: Solution, owner: Sequence[int], names: int) -> list[int]:
    """Return how many copies of each part meet somebody else than each other."""
    used = [0] * (max(owner, default=-1) + 1)
    for pair in found.pairs:
        parts = [owner[v - names] if v >= names else None for v in pair]
        if parts[0] != parts[1]:
            for part in parts:
                if part is not None:
                    used[part] += 1
    return used


def _prices(
    board: Board, named: Sequence[int], outside: Sequence[Outside], owner: Sequence[int]
) -> list[list[Price]]:
    """Return the prices of all pairs of a window, each with the lot that decides between equals."""
    own = board.seats()
    seats = [own[v] for v in named] + [outside[part].seat for part in owner]
    scale = Scale(seats)
    n, names = len(seats), len(named)
    prices: list[list[Price]] = [[None] * n for _ in range(n)]
    room = (n // 2 + 1) << LOT_BITS
    known: dict[tuple[int, int], int] = {}
    for u in range(n):
        for v in range(u + 1, n):
            if v < names:
                if named[v] in board.barred[named[u]]:
                    continue
                lot = lot_of(board, "pair", board.names[named[u]], board.names[named[v]])
            elif u >= names and owner[u - names] == owner[v - names]:
                prices[u][v] = prices[v][u] = 0
                continue
            else:
                one = named[u] if u < names else -1 - owner[u - names]
                pair = (one, owner[v - names])
                if pair not in known:
                    first = board.names[one] if one >= 0 else _written(outside[-1 - one])
                    known[pair] = lot_of(board, "outside", first, _written(outside[pair[1]]))
                lot = known[pair]
            prices[u][v] = prices[v][u] = scale.price(seats[u], seats[v]) * room + lot
    return prices


def lot_of(board: Board, label: str, first: str, second: str) -> int:
    """Return the first bits of the lot of a pair."""
    lot = draws.lot(board.key, label, f"{first} {second}")
    return int.from_bytes(lot[: LOT_BITS // 8], "big")


def _written(part: Outside) -> str:
    """Name a part of the outside: its bracket, and its division as a number."""
    return f"{part.seat.bracket} {part.seat.division}"


def _solved(
    board: Board,
    named: Sequence[int],
    outside: Sequence[Outside],
    owner: Sequence[int],
    found: Solution,
) -> Solved:
    """Translate a solution into players and cells."""
    names = len(named)
    pairs: list[tuple[int, int]] = []
    guests: list[tuple[int, int]] = []
    links: list[tuple[int, int]] = []
    for u, v in found.pairs:
        if v < names:
            pairs.append((named[u], named[v]))
        elif u < names:
            guests.append((named[u], outside[owner[v - names]].cell))
        elif owner[u - names] != owner[v - names]:
            cells = sorted(outside[owner[w - names]].cell for w in (u, v))
            links.append((cells[0], cells[1]))
    proof = Window(
        players=tuple(board.names[v] for v in named),
        copies=tuple(
            Copies(bracket=part.seat.bracket or 0, count=owner.count(place), division=part.division)
            for place, part in enumerate(outside)
        ),
        labels=tuple(map(str, found.labels)),
        circles=tuple(
            Circle(vertices=vertices, label=str(label)) for vertices, label in found.circles
        ),
    )
    return Solved(sorted(pairs), sorted(guests), sorted(links), proof)


def guests_of(windows: Sequence[Solved]) -> dict[int, list[int]]:
    """Return whom the cells that are drawn by lots have to meet."""
    guests: dict[int, list[int]] = {}
    for window in windows:
        for player, cell in window.guests:
            guests.setdefault(cell, []).append(player)
    return guests
