"""The search for the best round of a board, and the proof that it is the best.

docs/pairing.md specifies the steps and their order: any program that follows it draws the same
round from the same key.
"""

from collections.abc import Hashable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from roundbook.ledger.record import draws
from roundbook.projections.pairing.board import Board, Scale, VertexSeat, objectives
from roundbook.projections.pairing.byes import fields
from roundbook.projections.pairing.certificate import Circle, Copies, Kind, NoRound, Window
from roundbook.projections.pairing.draw_by_lots import (
    Drawn,
    Ground,
    Plan,
    Tables,
    chain,
    parts,
    walk,
)
from roundbook.projections.pairing.impossible import no_legal_round
from roundbook.projections.pairing.weighted_matching import Price, Solution, cheapest
from roundbook.projections.perfect_matching import ALONE, complete

# Small fields: among all the best rounds, each is equally likely. Every way to pair the field up is
# weighed, but none twice: the rest of a field after some pairs is solved once, whichever pairs led
# there.

MOST = 16
"""The largest field for which all rounds are weighed."""

Best = tuple[int, int]
"""The lowest price of the rest, and how many ways there are to get it; (0, 0) for no way."""


def draw(board: Board) -> Tables:
    """Return one of the best rounds of a board that has a legal one, drawn by one lot.

    The best rounds are numbered in dictionary order of their pairs; the lot, as a fraction of
    2^256, decides which one is taken.
    """
    prices = _Prices(board)
    known: dict[int, Best] = {0: (0, 1)}
    everybody = (1 << len(board.names)) - 1
    price, ways = _best(prices, everybody, known)
    assert ways, "a field without a legal pairing should have been refused"
    number = taken(board, ways)
    pairs: Tables = []
    left = everybody
    while left:
        # Each choice stands for as many of the best rounds as its rest can be paired in, so the
        # round with this number is found without listing any of them.
        for u, v, cost, rest in prices.choices(left):
            lower, ways = known[rest]
            if not ways or cost + lower != price:
                continue
            if number < ways:
                pairs.append((u, v))
                price, left = lower, rest
                break
            number -= ways
    return pairs


def taken(board: Board, ways: int) -> int:
    """Return which of that many rounds the lot takes, from 0."""
    return int.from_bytes(draws.lot(board.key, "round", ""), "big") * ways >> 256


def rounds(board: Board) -> list[tuple[int, Tables]]:
    """Return every legal round with its price, the best first, equals in dictionary order."""
    prices = _Prices(board)

    def split(left: int) -> Iterator[tuple[int, Tables]]:
        if not left:
            yield 0, []
            return
        for u, v, cost, rest in prices.choices(left):
            for more, pairs in split(rest):
                yield cost + more, [(u, v), *pairs]

    return sorted(split((1 << len(board.names)) - 1))


class _Prices:
    """The partners that each player may meet, with prices."""

    def __init__(self, board: Board) -> None:
        """Weigh every pair once."""
        seats = board.seats()
        scale = Scale(seats)
        self.of = [
            [
                (v, 1 << v, scale.price(seats[u], seats[v]))
                for v in range(u + 1, len(seats))
                if v not in board.barred[u]
            ]
            for u in range(len(seats))
        ]

    def choices(self, left: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield each partner for the first remaining player, the price, and the rest."""
        # The first remaining player has to meet somebody. So every round comes up once, and all of
        # them in dictionary order.
        first = left & -left
        u = first.bit_length() - 1
        others = left ^ first
        for v, bit, price in self.of[u]:
            if others & bit:
                yield u, v, price, others ^ bit


def _best(prices: _Prices, left: int, known: dict[int, Best]) -> Best:
    """Return the lowest price of pairing up a set of bits, and how many ways reach it."""
    found = known.get(left)
    if found is not None:
        return found
    best, count = 0, 0
    for _, _, cost, rest in prices.choices(left):
        lower, ways = _best(prices, rest, known)
        if not ways:
            continue
        # The count says whether there was a way before: 0 can be a real price.
        if not count or cost + lower < best:
            best, count = cost + lower, ways
        elif cost + lower == best:
            count += ways
    known[left] = (best, count)
    return best, count


# If the draw by lots fails, part of the field is solved exactly, with a proof. A window names some
# players and represents all others as nameless copies, who have met nobody. No legal round of the
# whole field can cost less than the best round of such a window; so a window of a few brackets
# proves what would take far too long for the whole field.

LOT_BITS = 64
"""How many bits of a pair's lot decide between equally good rounds."""

LARGEST = 256
"""The most vertices of a window that is solved: more would take minutes."""


class TooLargeError(Exception):
    """A window has more vertices than can be solved in a reasonable time."""


class Outside(NamedTuple):
    """Players outside a window: where, whether their number is odd, and as which cell."""

    seat: VertexSeat
    odd: bool
    cell: int
    division: str | None = None


class Solved(NamedTuple):
    """The best round of a window: pairs by name, players who meet a cell, cells that meet."""

    pairs: list[tuple[int, int]]
    guests: list[tuple[int, int]]
    links: list[tuple[int, int]]
    proof: Window


def solve(board: Board, named: Sequence[int], outside: Sequence[Outside]) -> Solved | None:
    """Return the best round of a window; None if the whole field is no larger than the window.

    Each part of the outside has so many copies that at least two pair among themselves: then more
    of them would change nothing. The whole field has a legal round.
    """
    # The number of copies is odd or even as that of the players: pairs among those remove two.
    count = [2 + part.odd for part in outside]
    while True:
        vertices = len(named) + sum(count)
        # A window as large as the field costs as much and proves less: with everybody in it by
        # name, no copies are needed.
        if outside and vertices >= len(board.names):
            return None
        if vertices > LARGEST:
            raise TooLargeError
        owner = [place for place, times in enumerate(count) for _ in range(times)]
        found = cheapest(_prices(board, named, outside, owner))
        if found is None:
            assert outside, "a field with a legal pairing has a best pairing"
            # There is a legal round, and with enough copies the window could do the same. So there
            # are too few: add more, keeping the number odd or even.
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
    """Return how many copies of each part meet somebody other than each other."""
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
    # All lots of a round together stay below one unit of the price: they only separate equals.
    room = (n // 2 + 1) << LOT_BITS
    known: dict[tuple[int, int], int] = {}
    for u in range(n):
        for v in range(u + 1, n):
            if v < names:
                if named[v] in board.barred[named[u]]:
                    continue
                lot = lot_of(board, "pair", board.names[named[u]], board.names[named[v]])
            elif u >= names and owner[u - names] == owner[v - names]:
                # Two copies of one part who meet stand for players about whom the window says
                # nothing.
                prices[u][v] = prices[v][u] = 0
                continue
            else:
                # It does not matter which copy of a part a player meets either, so the copies share
                # a lot.
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
    """Return the name of a part of the outside: its bracket, and its division as a number."""
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
    """Return the players whom the cells drawn by lots have to meet."""
    guests: dict[int, list[int]] = {}
    for window in windows:
        for player, cell in window.guests:
            guests.setdefault(cell, []).append(player)
    return guests


# A field too large to weigh every round: cells drawn by lots, and windows where that fails. A cell
# is a bracket or, if divisions are mixed, the players of one division in a bracket. All cells are
# drawn by lots as the plan links them; a cell that cannot be drawn is put into a window by name,
# which is solved exactly and changes the plan; this repeats until all others can be drawn.

NAMED = 3
"""Up to this size a cell of a mixed field is put into the window by name from the start."""


class BestByCells(NamedTuple):
    """The best round of a board in table order, with the windows that prove it, or not `proven`."""

    pairs: Tables
    windows: tuple[Window, ...] = ()
    proven: bool = True


def best_by_cells(board: Board) -> BestByCells:
    """Return the best round of a board that has a legal one; a mixed board has no bye on it."""
    cells = _Cells(board)
    try:
        while True:
            plan, proofs = cells.planned()
            if plan is None:
                continue
            found = walk(cells.ground, cells.members, plan, cells.known)
            if found.failed is None:
                drawn = [list(zip(*sides, strict=True)) for sides in found.sides]
                return BestByCells(_in_order(board, [plan.fixed, *drawn]), proofs)
            # Everything is planned again, but with the same lots: a cell with the same guests has
            # the same result, and is not even drawn again.
            cells.settled.add(found.failed)
    except TooLargeError:
        return BestByCells(_in_order(board, [_any_round(cells)]), proven=False)


def ground_of(board: Board) -> Ground:
    """Return a board in the form for the draw by lots."""
    return Ground(
        words=range(len(board.names)),
        met=board.barred,
        names=parts(board.names),
        key=board.key,
    )


class _Cells:
    """The cells of a board, which of them are settled in windows, and known results."""

    def __init__(self, board: Board) -> None:
        """Begin with every cell to be drawn by lots, except small ones of a mixed field."""
        self.board = board
        self.ground = ground_of(board)
        own: dict[tuple[int, int], list[int]] = {}
        for v, seat in enumerate(zip(board.brackets, board.divisions, strict=True)):
            own.setdefault(seat, []).append(v)
        self.seats = sorted(own)
        self.members = [own[seat] for seat in self.seats]
        self.settled: set[int] = set()
        if board.mixed:
            self.settled = {c for c, cell in enumerate(self.members) if len(cell) <= NAMED}
        self.known: dict[Hashable, Drawn | None] = {}
        self.solved: dict[tuple[int, ...], Solved] = {}

    def planned(self) -> tuple[Plan | None, tuple[Window, ...]]:
        """Return the plan that the windows require; None if they have to grow first."""
        if self.board.mixed:
            return self._whole()
        return self._runs()

    def _whole(self) -> tuple[Plan | None, tuple[Window, ...]]:
        """Plan a mixed field: one window, in which every cell drawn by lots has its copies."""
        # Parity does not decide whether a player of a mixed field is paired down in the division or
        # crosses it. So copies of every cell take part, and the matching decides which cells meet.
        outside = [
            Outside(
                seat=VertexSeat(*self.seats[cell]),
                odd=len(members) % 2 == 1,
                cell=cell,
                division=self.board.kinds[self.seats[cell][1]],
            )
            for cell, members in enumerate(self.members)
            if cell not in self.settled
        ]
        named = sorted(v for cell in self.settled for v in self.members[cell])
        found = solve(self.board, named, outside)
        if found is None:
            return self._everybody()
        links: dict[int, list[int]] = {}
        for one, other in found.links:
            links.setdefault(one, []).append(other)
        plan = Plan(found.pairs, frozenset(self.settled), guests_of([found]), links, None)
        return plan, (found.proof,)

    def _runs(self) -> tuple[Plan | None, tuple[Window, ...]]:
        """Plan brackets: a window for each run of settled ones, and parity between them.

        A window grows over a neighbour that a player would have to pass, or that the bye went to.
        """
        plan = chain([len(members) for members in self.members], self._bye())
        links = dict(plan.links)
        found: list[Solved] = []
        grown: set[int] = set()
        for run in self._settled_runs():
            solved = self._window(run)
            if solved is None:
                return self._everybody()
            found.append(solved)
            above, below = run[0] - 1, run[-1] + 1
            # The bounds of two windows, or of a window and parity, add up only if no pair reaches
            # over both.
            if solved.links or (self._bye(), above) in solved.guests:
                grown |= {above, below} & set(range(len(self.members)))
            # The window decides who crosses these gaps, no longer parity.
            for cell in (above, *run):
                links.pop(cell, None)
        if grown:
            self.settled |= grown
            return None, ()
        last = len(self.members) - 1
        plan = Plan(
            fixed=[pair for each in found for pair in each.pairs],
            settled=frozenset(self.settled),
            guests=guests_of(found),
            links=links,
            closing=None if last in self.settled else plan.closing,
        )
        return plan, tuple(each.proof for each in found)

    def _bye(self) -> int | None:
        """Return the vertex of the bye."""
        return self.board.players if self.board.bye else None

    def _settled_runs(self) -> list[tuple[int, ...]]:
        """Return the settled brackets, neighbours together."""
        runs: list[tuple[int, ...]] = []
        for cell in sorted(self.settled):
            if runs and runs[-1][-1] == cell - 1:
                runs[-1] = (*runs[-1], cell)
            else:
                runs.append((cell,))
        return runs

    def _everybody(self) -> tuple[None, tuple[Window, ...]]:
        """Make the whole field the window, as it is no larger."""
        self.settled = set(range(len(self.members)))
        return None, ()

    def _window(self, run: tuple[int, ...]) -> Solved | None:
        """Solve the window of neighbouring brackets, with everybody above and below as copies."""
        # A window depends on nothing but its brackets, so a new plan solves only runs that have
        # grown.
        if run in self.solved:
            return self.solved[run]
        above = [0, *accumulate(map(len, self.members))]
        first, last = run[0], run[-1]
        named = [v for cell in run for v in self.members[cell]]
        outside: list[Outside] = []
        if first:
            outside.append(self._beyond(first - 1, odd=above[first] % 2 == 1))
        if last + 1 < len(self.members):
            odd = (len(self.board.names) - above[last + 1]) % 2 == 1
            outside.append(self._beyond(last + 1, odd=odd))
        elif self.board.bye:
            named.append(self.board.players)
        found = solve(self.board, named, outside)
        if found is not None:
            self.solved[run] = found
        return found

    def _beyond(self, cell: int, *, odd: bool) -> Outside:
        """Return everybody beyond a window as one part, in the neighbouring bracket."""
        # In the nearest bracket, where pairs with them cost least: so no round of the field costs
        # less than the window.
        return Outside(VertexSeat(self.seats[cell][0]), odd=odd, cell=cell)


def _any_round(cells: _Cells) -> Tables:
    """Return a legal round: random neighbours if they may meet, then paths through the rest."""
    board = cells.board
    line = [v for members in cells.members for v in cells.ground.line(members, "0")]
    line += [board.players] * board.bye
    mate = [ALONE] * len(board.names)
    for u, v in zip(line[::2], line[1::2], strict=True):
        if v not in board.barred[u]:
            mate[u], mate[v] = v, u
    witness = complete(board.barred, mate)
    assert witness is None, "a field without a legal pairing should have been refused"
    return [(u, v) for u, v in enumerate(mate) if u < v]


def _in_order(board: Board, tables: Sequence[Tables]) -> Tables:
    """Return the tables by the bracket of the higher player, then as they were drawn."""
    at = (*board.brackets, len(board.names))
    pairs = [(u, v) if at[u] <= at[v] else (v, u) for drawn in tables for u, v in drawn]
    return sorted(pairs, key=lambda pair: at[pair[0]])


# Which of these searches a field needs, and what proves the result.


class Found(NamedTuple):
    """The pairs of a round in table order, including the bye, and the proof that it is the best."""

    pairs: Tables
    kind: Kind
    windows: tuple[Window, ...] = ()
    refused: tuple[NoRound, ...] = ()
    following: Tables | None = None


def search(board: Board, where: str) -> Found:
    """Return the best round, which need not leave another; raise NoLegalRound, naming `where`.

    In a mixed field the bye is drawn before anybody is paired (A-14); in any other it is weighed
    with everything else, as the first objective.
    """
    refused: list[NoRound] = []
    # Only the first that has a round counts; no other is searched.
    for smaller, old, lucky in fields(board, refused):
        found = _best_search(smaller)
        return found._replace(
            pairs=[*((old[u], old[v]) for u, v in found.pairs), *lucky], refused=tuple(refused)
        )
    raise no_legal_round(board, where)


def _best_search(board: Board) -> Found:
    """Return the best round of a board that has one; if it is mixed, the bye is already drawn."""
    if board.players <= MOST:
        return by_trial(board, draw(board))
    best = best_by_cells(board)
    if not best.proven:
        return Found(best.pairs, Kind.UNPROVEN)
    if not board.mixed and not best.windows:
        return Found(best.pairs, Kind.PARITY)
    return Found(best.pairs, Kind.WINDOW, best.windows)


def by_trial(board: Board, pairs: Tables) -> Found:
    """Put a small round into table order, and prove it: by parity, or by the field as a window."""
    ordered = in_rank(board, pairs)
    if meets_parity(board, pairs):
        return Found(ordered, Kind.PARITY)
    proof = solve(board, range(len(board.names)), [])
    assert proof is not None, "a field with a legal pairing has a best pairing"
    return Found(ordered, Kind.WINDOW, (proof.proof,))


def in_rank(board: Board, pairs: Tables) -> Tables:
    """Return pairs in table order: by bracket, and at random with the label 0 within a bracket."""
    by_lot = sorted(board.by_lot(range(board.players), "0"), key=lambda v: board.brackets[v])
    rank = {v: place for place, v in enumerate(by_lot)}
    rank[board.players] = board.players
    return sorted(
        (((u, v) if rank[u] < rank[v] else (v, u)) for u, v in pairs), key=lambda p: rank[p[0]]
    )


def meets_parity(board: Board, pairs: Tables) -> bool:
    """Return whether no gap is crossed twice, and no bracket, division or bye rule is broken."""
    # The bye of a mixed field is drawn first and may empty a bracket: a pair that passes it skips
    # nobody.
    standing = sorted(set(board.brackets))
    seats = [
        seat._replace(bracket=None if seat.bracket is None else standing.index(seat.bracket))
        for seat in board.seats()
    ]
    found = objectives(((seats[u], seats[v]) for u, v in pairs), len(standing))
    straight = max(found.gaps, default=0) <= 1 and found.squares == sum(found.gaps)
    return straight and not found.bye and not found.across
