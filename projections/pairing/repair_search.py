"""The repair that changes the fewest players, with the proof that none changes fewer.

A posted pair within one bracket and division costs nothing as it stands. So a few of them from each
cell, drawn at random, are searched together with everybody else. An easier question, in which those
pairs may meet anyone, gives the best possible result of any repair. If the two are equal, the whole
field cannot do better. If not, more pairs are searched, in the end all of them.

A few pairs of a cell are enough, as long as one of them stays. Suppose that more pairs allowed a
cheaper answer. The two answers differ by closed chains in which posted and new pairs alternate, and
one of these chains alone would lower the price. Take the shortest. If it contains two untouched
pairs of one cell, it can be closed at the first, since the pairs of a cell are alike; it then
splits into two shorter chains, one of which lowers the price. So it contains at most one untouched
pair of each cell, and the pair that stays could replace that one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from heapq import heappop, heappush
from itertools import count, islice
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.record import draws
from roundbook.projections.pairing.board import board_of
from roundbook.projections.pairing.state import Field
from roundbook.projections.pairing.weighted_matching import Price, cheapest
from roundbook.projections.perfect_matching import ALONE, complete

# A posted round as numbers: the players to be paired now, and who still has the posted opponent.

Cell = tuple[int, int]
"""A bracket, counted from 0, the highest, and a division: players who share both are equivalent."""


class Posted(Struct, frozen=True, kw_only=True):
    """All players to be paired, by number, and their posted opponents.

    Players are in order of bracket, then of name; if their number is odd the bye is last, in no
    cell. `met` are the players whom a player has met, including the bye; `barred` those whom a
    player may not meet now; `old` the posted opponent, if still here and allowed: ALONE for a
    newcomer, and if the opponent has dropped. `ahead` says that the next round has to stay
    possible.
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
        """The number of players, without the bye."""
        return len(self.cells)

    @property
    def odd(self) -> bool:
        """Whether a player has the bye."""
        return len(self.names) > len(self.cells)

    @property
    def mixed(self) -> bool:
        """Whether players of more than one division are paired together (TOP §3.1.2)."""
        return len({division for _, division in self.cells}) > 1

    def held(self) -> tuple[dict[Cell, list[tuple[int, int]]], list[int]]:
        """Return the posted pairs within each cell, and all others, who may have to move.

        The others are players alone, pairs across brackets or divisions, and the bye with its
        holder.
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
        """Return the same round with the bye open to some players only."""
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
    board = board_of(field)
    place = {name: number for number, name in enumerate(board.names)}
    old = [ALONE] * len(board.names)
    for one, other in pairs.items():
        u, v = place.get(one, ALONE), place.get(other, ALONE)
        if ALONE not in {u, v} and v not in board.barred[u]:
            old[u], old[v] = v, u
    return Posted(
        names=board.names,
        cells=tuple(zip(board.brackets, board.divisions, strict=True)),
        met=board.barred,
        barred=board.barred,
        old=tuple(old),
        key=board.key,
        ahead=field.looks_ahead,
    )


# The price of a repair: how good the round is, then how many players change, as one number.

LOT_BYTES = 8
"""How many bytes of a pair's lot decide between equally good repairs."""


class RepairPrices:
    """The prices of pairs, in order of importance; the first five are the `worth` of a round.

    1. how far the bye is from the lowest bracket (TOP §3.1);
    2. pairs across divisions (TOP §3.1.2);
    3. pairs that straddle each gap between neighbouring brackets, from the top;
    4. the squares of how many brackets a pair goes down;
    5. players whose opponent is not the one posted (TOP §4);
    6. who changes: the holder of the bye before others, low brackets before high ones (A-42);
    7. lots.
    """

    def __init__(self, board: Posted) -> None:
        """Weigh each so that no sum of later ones reaches it, in any round of this field."""
        self.board = board
        self.lowest = max((level for level, _ in board.cells), default=0)
        pairs = len(board.names) // 2
        # Larger than any number of changes, so `changed` finds that number again as a remainder.
        self.square = len(board.names) + 1
        weight = self.square * (pairs * self.lowest**2 + 1)
        below = [0]
        for _ in range(self.lowest):
            below.append(below[-1] + weight)
            weight *= pairs + 1
        # below[level]: the price of a pair that reaches from there down to the lowest bracket.
        self.below = below[::-1]
        self.across = weight
        self.bye = weight * (pairs + 1)
        self.room = (pairs + 1) << (8 * LOT_BYTES)
        self.fine = (len(board.names) * (self.lowest + 1) + 1) * self.room

    def worth(self, one: Cell, other: Cell | None, *, kept: bool) -> int:
        """Return the price of a pair, the players who change as its last term; None is the bye."""
        # Nobody loses an opponent on the side of the bye, so a new holder counts once, and any
        # other new pair twice.
        if other is None:
            return self.bye * (self.lowest - one[0]) + (not kept)
        high, low = sorted((one[0], other[0]))
        price = self.below[high] - self.below[low] + self.square * (low - high) ** 2
        return price + self.across * (one[1] != other[1]) + 2 * (not kept)

    def changed(self, worth: int) -> int:
        """Return how many players change, from the worth of a whole round."""
        return worth % self.square

    def pair(self, u: int, v: int) -> int | None:
        """Return the worth of two vertices, u before v; None if they must not meet."""
        board = self.board
        if v in board.barred[u]:
            return None
        other = board.cells[v] if v < board.players else None
        return self.worth(board.cells[u], other, kept=board.old[u] == v)

    def whole(self, u: int, v: int) -> Price:
        """Return the full price of two vertices, u before v; None if they must not meet."""
        worth = self.pair(u, v)
        if worth is None or self.board.old[u] == v:
            return None if worth is None else worth * self.fine
        names = self.board.names
        lot = draws.lot(self.board.key, "repair", f"{names[u]} {names[v]}")
        who = self._asked(u) + self._asked(v)
        return worth * self.fine + who * self.room + int.from_bytes(lot[:LOT_BYTES], "big")

    def _asked(self, v: int) -> int:
        """Return the price of changing this player's posted opponent."""
        if v >= self.board.players or self.board.old[v] in {ALONE, self.board.players}:
            return 0
        return 1 + self.lowest - self.board.cells[v][0]


# Few players and many rounds: a repair must not lead to a dead end. Rounds are tried from the
# cheapest up, until one leaves another round after it. With up to 12 players they are all listed;
# with more, the next cheapest is found from those before it (Murty 1968): the remaining rounds are
# split by the first pair that differs from the failed one.

TRIED = 12
"""The largest field for which every round is tried."""

TRIES = 200
"""How many rounds of a larger field are tried before the best one is taken, dead end or not."""

Pairs = list[tuple[int, int]]
Table = Sequence[Sequence[Price]]


def first_that_leaves_a_round(board: Posted, prices: RepairPrices) -> Pairs | None:
    """Return the cheapest round after which another can be paired, or else the cheapest.

    None if there is no legal round at all.
    """
    n = len(board.names)
    table: list[list[Price]] = [[None] * n for _ in range(n)]
    for u in range(n):
        for v in range(u + 1, n):
            table[u][v] = table[v][u] = prices.whole(u, v)
    if board.players <= TRIED:
        found = sorted((_price(table, pairs), pairs) for pairs in _every(table, list(range(n))))
        rounds = iter([pairs for _, pairs in found])
    else:
        rounds = islice(_by_price(table), TRIES)
    best: Pairs | None = None
    for pairs in rounds:
        if leaves_a_round(board, pairs):
            return pairs
        best = best or pairs
    return best


def _every(table: Table, left: Sequence[int]) -> Iterator[Pairs]:
    """Yield every legal way to pair up the remaining players."""
    if not left:
        yield []
        return
    first, *rest = left
    for place, other in enumerate(rest):
        if table[first][other] is not None:
            for more in _every(table, rest[:place] + rest[place + 1 :]):
                yield [(first, other), *more]


def _by_price(table: Table) -> Iterator[Pairs]:
    """Yield legal rounds, the cheapest first."""
    number = count()
    waiting: list[tuple[int, int, Table, Pairs]] = []

    def put(among: Table) -> None:
        found = cheapest(among)
        if found:
            # The number keeps equals in the order in which they were found, and the heap from
            # comparing tables.
            heappush(waiting, (_price(among, found.pairs), next(number), among, found.pairs))

    put(table)
    while waiting:
        _, _, among, pairs = heappop(waiting)
        yield pairs
        # One part for each pair: without it, but with all pairs before it. No round is in two
        # parts, and together they contain all but the one just yielded.
        for u, v in pairs:
            others = [list(row) for row in among]
            others[u][v] = others[v][u] = None
            put(others)
            among = _with(among, u, v)


def _price(table: Table, pairs: Pairs) -> int:
    return sum(table[u][v] or 0 for u, v in pairs)


def _with(table: Table, u: int, v: int) -> Table:
    """Return the prices of the rounds in which u and v meet."""
    return [
        [price if {i, j} == {u, v} or not {i, j} & {u, v} else None for j, price in enumerate(row)]
        for i, row in enumerate(table)
    ]


def leaves_a_round(board: Posted, pairs: Pairs) -> bool:
    """Return whether everybody can be paired once more after this round."""
    barred = [set(others) for others in board.met]
    for u, v in pairs:
        barred[u].add(v)
        barred[v].add(u)
    return complete(barred, [ALONE] * len(board.names)) is None


# The search for the fewest changes: a few posted pairs of each cell are searched, then more.

SIZES = (4, 12, 36, 108, 324)
"""How many posted pairs of each cell are searched."""

NEARLY_ALL = 48
"""If no more players than this would be left out, the whole field is searched."""


class Fewest(NamedTuple):
    """The pairs of the repaired round, the bye last; `least` players have to change, and do."""

    pairs: Pairs
    worth: int
    least: int
    looked_at: int


def fewest(board: Posted) -> Fewest | None:
    """Return the repair that changes the fewest players; None if there is no legal round.

    In a mixed field the bye is settled before anybody is paired, at random in the lowest bracket
    where a legal round exists (A-14). So it could have gone to each division there, or to the
    player who has it: the repair is the one of these that changes the fewest.
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
    # At random, so nobody chooses whose table may be broken up.
    for pairs in within.values():
        pairs.sort(key=lambda pair: _lot(board, pair))
    for size in SIZES:
        chosen = [v for pairs in within.values() for pair in pairs[:size] for v in pair]
        if len(everybody) - len(others) - len(chosen) <= NEARLY_ALL:
            break
        looked_at = sorted((*others, *chosen))
        found = _answer(prices, _exact(prices, looked_at), len(looked_at), of=within)
        # The bound holds for the whole field, however few players were searched: a repair that
        # reaches it is proved to be the best.
        if found and found.worth == bound(prices, within, others, size):
            return found
    return _answer(prices, _exact(prices, everybody), len(everybody))


def _lot(board: Posted, pair: tuple[int, int]) -> bytes:
    u, v = pair
    return draws.lot(board.key, "look", f"{board.names[u]} {board.names[v]}")


def _exact(prices: RepairPrices, looked_at: Sequence[int]) -> Pairs | None:
    """Return the best way to pair up only these vertices, in ascending order."""
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
    """Return a whole round with its figures: players outside the search stay as posted."""
    if pairs is None:
        return None
    seen = {v for pair in pairs for v in pair}
    stay = [pair for kept in (of or {}).values() for pair in kept if pair[0] not in seen]
    # Pairs that stay add nothing: both players are in one cell, and the pair is as posted.
    worth = sum(prices.pair(u, v) or 0 for u, v in pairs)
    # The bye goes last: `fewest` looks for its holder there.
    whole = sorted([*pairs, *stay], key=lambda pair: (pair[1] == prices.board.players, pair))
    return Fewest(whole, worth, prices.changed(worth), looked_at)


def bound(
    prices: RepairPrices,
    within: dict[Cell, list[tuple[int, int]]],
    others: Iterable[int],
    size: int,
) -> int | None:
    """Return the worth that no repair can beat; None if even the easier question has no answer.

    Cells of at most `size` posted pairs are taken as they are. Each other cell has a few pairs that
    may meet anyone. As long as one of them stays as posted in each cell, more of them would not
    help: whatever went through a cell twice could be closed there as two circles, and one of the
    two alone would already be a gain.
    """
    # Players who may meet anyone cost no more than players who may not. So the easier answer never
    # costs more than a true one, and its table is far smaller.
    small = [v for held in within.values() if len(held) <= size for pair in held for v in pair]
    supply = {cell: 2 for cell, held in within.items() if len(held) > size}
    barred = prices.board.barred[-1] if prices.board.odd else frozenset[int]()
    # A cell in which everybody has had the bye cannot take it in the easier question either: this
    # keeps the bound within reach.
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
    """The easier question: real players, followed by posted pairs who may meet anyone."""

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
        """Return whether two seats, u before v, are a posted pair who may meet anyone."""
        first = len(self.real)
        return u >= first and (u - first) // 2 == (v - first) // 2

    def worth(self, u: int, v: int) -> Price:
        """Return the price of two seats, u before v, whose last term is the players who change."""
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
