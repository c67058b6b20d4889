"""The repair that changes the fewest players, with the proof that none changes fewer.

A posted pair within one bracket and division costs nothing as it stands. So a few of them from each
cell are enough to look at, drawn by lot, beside everybody else; and how good such a repair could be
at best is the answer to an easier question, in which those pairs may meet anyone. Where the two are
the same, nobody can do better with the whole field. Otherwise more pairs are looked at, in the end
all of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ledger.record import draws
from projections.pairing.repair_ahead import first_that_leaves_a_round, leaves_a_round
from projections.pairing.repair_board import Cell, Posted
from projections.pairing.repair_prices import RepairPrices
from projections.pairing.weighted import Price, cheapest

Pairs = list[tuple[int, int]]

SIZES = (4, 12, 36, 108, 324)
"""How many posted pairs of each cell are looked at."""

NEARLY_ALL = 48
"""A field of which so few are left out, or none, is looked at as a whole."""


class Fewest(NamedTuple):
    """The pairs of the repaired round, the bye last; `least` players have to change, and do."""

    pairs: Pairs
    worth: int
    least: int
    looked_at: int


def fewest(board: Posted) -> Fewest | None:
    """Return the repair that changes the fewest players; None if there is no legal round.

    In a mixed field the bye is settled before anybody is paired, by lot in the lowest bracket where
    a legal round exists (A-14); so it may as well have gone to each division there, or to whoever
    has it: the repair is the one of these that changes the fewest.
    """
    found = _solve(board)
    if found is None or not (board.odd and board.mixed):
        return found
    options = [found]
    (level, division), holder = board.cells[found.pairs[-1][0]], board.old[board.players]
    lowest = [u for u, cell in enumerate(board.cells) if cell[0] == level]
    others = {board.cells[u][1] for u in lowest} - {division}
    among = [{u for u in lowest if board.cells[u][1] == other} for other in sorted(others)]
    for lucky in (*among, {holder} & set(lowest)):
        option = _solve(board.with_bye_among(lucky)) if lucky else None
        if option and (not board.ahead or leaves_a_round(board, option.pairs)):
            options.append(option)

    def order(option: Fewest) -> tuple[int, bool, bytes]:
        lucky = option.pairs[-1][0]
        return option.least, lucky != holder, draws.lot(board.key, "bye", board.names[lucky])

    return min(options, key=order)


def _solve(board: Posted) -> Fewest | None:
    """Return the best repair of a field in which the bye is one of the objectives."""
    prices = RepairPrices(board)
    everybody = range(len(board.names))
    if board.ahead:
        return _answer(prices, first_that_leaves_a_round(board, prices), len(everybody))
    within, others = board.held()
    for pairs in within.values():
        pairs.sort(key=lambda pair: _lot(board, pair))
    for size in SIZES:
        chosen = [v for pairs in within.values() for pair in pairs[:size] for v in pair]
        if len(everybody) - len(others) - len(chosen) <= NEARLY_ALL:
            break
        looked_at = sorted((*others, *chosen))
        found = _answer(prices, _exact(prices, looked_at), len(looked_at), of=within)
        if found and found.worth == bound(prices, within, others, size):
            return found
    return _answer(prices, _exact(prices, everybody), len(everybody))


def _lot(board: Posted, pair: tuple[int, int]) -> bytes:
    u, v = pair
    return draws.lot(board.key, "look", f"{board.names[u]} {board.names[v]}")


def _exact(prices: RepairPrices, looked_at: Sequence[int]) -> Pairs | None:
    """Return the best way to pair up these vertices, in ascending order, and nobody else."""
    table: list[list[Price]] = [[None] * len(looked_at) for _ in looked_at]
    for i, u in enumerate(looked_at):
        for j in range(i + 1, len(looked_at)):
            table[i][j] = table[j][i] = prices.whole(u, looked_at[j])
    found = cheapest(table)
    return None if found is None else [(looked_at[i], looked_at[j]) for i, j in found.pairs]


def _answer(
    prices: RepairPrices,
    pairs: Pairs | None,
    looked_at: int,
    of: dict[Cell, list[tuple[int, int]]] | None = None,
) -> Fewest | None:
    """Return a whole round with its figures: who was not looked at stays as posted, for nothing."""
    if pairs is None:
        return None
    seen = {v for pair in pairs for v in pair}
    stay = [pair for kept in (of or {}).values() for pair in kept if pair[0] not in seen]
    worth = sum(prices.pair(u, v) or 0 for u, v in pairs)
    whole = sorted([*pairs, *stay], key=lambda pair: (pair[1] == prices.board.players, pair))
    return Fewest(whole, worth, prices.changed(worth), looked_at)


def bound(
    prices: RepairPrices,
    within: dict[Cell, list[tuple[int, int]]],
    others: Iterable[int],
    size: int,
) -> int | None:
    """Return the worth that no repair can beat; None if even the easier question has no answer.

    Cells of at most `size` posted pairs are taken as they are. Of each other cell there are a few
    pairs that may meet anyone. As long as one of them is left as posted in each cell, more of them
    would not help: whatever went through a cell twice could be closed there as two circles,
    and one of the two alone would already be a gain.
    """
    small = [v for held in within.values() if len(held) <= size for pair in held for v in pair]
    supply = {cell: 2 for cell, held in within.items() if len(held) > size}
    barred = prices.board.barred[-1] if prices.board.odd else frozenset[int]()
    byes = {cell for cell in supply if any(not barred >= set(pair) for pair in within[cell])}
    while True:
        easier = _Easier(prices, sorted({*others, *small}), supply, byes)
        found = cheapest(easier.table())
        if found is None:
            return None
        spare = {easier.seats[u] for u, v in found.pairs if easier.posted(u, v)}
        short = [c for c in supply if c not in spare and supply[c] < len(within[c])]
        if not short:
            return sum(easier.worth(u, v) or 0 for u, v in found.pairs)
        for cell in short:
            supply[cell] = min(supply[cell] + 2, len(within[cell]))


class _Easier:
    """The easier question: real players, and behind them posted pairs who may meet anyone."""

    def __init__(
        self,
        prices: RepairPrices,
        real: Sequence[int],
        supply: Mapping[Cell, int],
        byes: AbstractSet[Cell],
    ) -> None:
        """Seat `supply` pairs of each cell; those in `byes` may have the bye."""
        self.prices, self.real, self.byes = prices, real, byes
        cells: list[Cell | None] = [None] * len(real)
        self.seats = cells + [cell for cell, count in supply.items() for _ in range(2 * count)]

    def posted(self, u: int, v: int) -> bool:
        """Tell whether two seats, u before v, hold a posted pair who may meet anyone."""
        first = len(self.real)
        return u >= first and (u - first) // 2 == (v - first) // 2

    def worth(self, u: int, v: int) -> Price:
        """Return what two seats cost, u before v, up to the players who change."""
        board, first = self.prices.board, len(self.real)
        cell = self.seats[v]
        if cell is None:
            return self.prices.pair(self.real[u], self.real[v])
        if u < first and self.real[u] == board.players:
            return self.prices.worth(cell, None, kept=False) if cell in self.byes else None
        other = self.seats[u] or board.cells[self.real[u]]
        return self.prices.worth(other, cell, kept=self.posted(u, v))

    def table(self) -> list[list[Price]]:
        """Return the prices of all pairs."""
        count = len(self.seats)
        table: list[list[Price]] = [[None] * count for _ in range(count)]
        for u in range(count):
            for v in range(u + 1, count):
                table[u][v] = table[v][u] = self.worth(u, v)
        return table
