"""Verifying a drawn round: whether it is legal and the best, without any part of the engine.

Everything is counted again from the state. Whether the round is the one its key draws is a separate
question: for that it has to be drawn again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from roundbook.projections.pairing.certificate import Certificate, Kind, NoRound, Window
from roundbook.projections.pairing.state import BYE, DrawnRound, Field

# A drawn round next to its state, without the engine: brackets, divisions and past opponents. Only
# the shapes of question and answer are shared with the engine, on purpose: a mistake made there
# cannot be made here as well, and nobody who checks has to trust the engine.


class RoundSheet:
    """The players of a state by id: `bracket` from 0, the highest, and `division`."""

    def __init__(self, field: Field) -> None:
        """Count brackets and divisions again."""
        self.field = field
        self.players = {player.id: player for player in field.players}
        levels = sorted({player.points for player in field.players}, reverse=True)
        self.brackets = len(levels)
        self.bracket = {p.id: levels.index(p.points) for p in field.players}
        self.division = {
            p.id: (p.division or "") if field.age_modified else "" for p in field.players
        }
        self.odd = len(field.players) % 2 == 1
        self.mixed = len(set(self.division.values())) > 1

    def may_meet(self, one: str, other: str) -> bool:
        """Return whether two players, or a player and the bye, may meet."""
        if BYE in {one, other}:
            return not self.players[one if other == BYE else other].had_bye
        first, second = self.players[one], self.players[other]
        return one != other and other not in first.opponents and one not in second.opponents

    def illegal(self, pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
        """Yield what is wrong with pairs, including the bye, that should seat everybody once."""
        seated: set[str] = set()
        for pair in pairs:
            strangers = [name for name in pair if name != BYE and name not in self.players]
            if strangers:
                yield f"{strangers[0]} is not to be paired in this round"
                continue
            for name in pair:
                if name in seated:
                    yield f"{name} is in it twice"
                seated.add(name)
            if not self.may_meet(*pair):
                had = "has had a bye" if BYE in pair else "have met before"
                yield f"{' and '.join(name for name in pair if name != BYE)} {had}"
        if BYE in seated and not self.odd:
            yield "nobody needs a bye"
        if self.odd and BYE not in seated:
            yield "nobody has the bye"
        yield from (f"{name} is left out" for name in sorted(self.players.keys() - seated))

    def vector(self, pairs: Iterable[tuple[str, str]]) -> tuple[int, ...]:
        """Return the objectives: bye, divisions, every gap from the top, squares."""
        bye = across = squares = 0
        gaps = [0] * (self.brackets - 1)
        for one, other in pairs:
            if BYE in {one, other}:
                bye = self.brackets - 1 - self.bracket[one if other == BYE else other]
                continue
            high, low = sorted((self.bracket[one], self.bracket[other]))
            across += self.division[one] != self.division[other]
            squares += (low - high) ** 2
            for gap in range(high, low):
                gaps[gap] += 1
        return (bye, across, *gaps, squares)


def pairs_of(drawn: DrawnRound) -> list[tuple[str, str]]:
    """Return the pairs of a round, the bye as the last of them."""
    return [*drawn.pairs, *([] if drawn.bye is None else [(drawn.bye, BYE)])]


# The least price of a window, by weak duality: labels that no pair of vertices exceeds. For any two
# vertices that may meet, their labels minus the labels of the circles that contain both are at most
# twice their price. So any way to pair all vertices up costs at least half of all labels, minus
# that of each circle for every pair that fits into it. The labels may come from anywhere: if they
# pass this test they prove it.

LOTS = 2**64
"""The lots that decide between equals are smaller than this, and part of the prices."""

Place = tuple[int, str]
"""A bracket and a division; the empty word stands for all divisions together."""


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
        """Return the price of pairing two places; None is the bye."""
        if one is None or other is None:
            place = one or other
            assert place is not None
            return self.across * self.most * (self.low - place[0])
        high, low = sorted((one[0] - self.high, other[0] - self.high))
        return sum(self.gap[high:low]) + (low - high) ** 2 + self.across * (one[1] != other[1])


class Vertex(NamedTuple):
    """A player by name, or a copy of part `part` of the outside; `place` is None for the bye."""

    place: Place | None
    part: int | None


class Opened:
    """A window with its vertices, and the place of every player of the field."""

    def __init__(self, window: Window, place: Mapping[str, Place], cells: Sequence[Place]) -> None:
        """Give the players of the window their places, and let copies stand for all others."""
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
        """Return the vertex of a player, or the copy that stands for a player outside."""
        if name in self.named:
            return Vertex(self.place.get(name), None)
        # The bye has no place. A window that does not name it counts it among the players below
        # (docs/pairing.md).
        seat = self.place.get(name, self.cells[-1])
        if seat not in self.parts:
            upper = seat < self.inside[0]
            edge = self.cells.index(self.inside[0 if upper else -1])
            seat = self.cells[edge - 1 if upper else edge + 1]
        return Vertex(seat, self.parts[seat])

    def paid(self, pairs: Sequence[tuple[str, str]]) -> tuple[int, list[int]]:
        """Return the price of a round in the window, and how many copies of each part it uses."""
        # Pairs among copies of one part are free: they stand for pairs far from the window.
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


def costs_more(
    sheet: RoundSheet, opened: Opened, pairs: Sequence[tuple[str, str]]
) -> Iterator[str]:
    """Yield why a round may cost more in a window than the labels show to be necessary.

    If two copies of each part are left to each other, more copies would change nothing.
    """
    paid, used = opened.paid(pairs)
    if any(out + 2 > c.count for out, c in zip(used, opened.window.copies, strict=True)):
        yield "fewer than two copies of a kind meet each other in a window of the certificate"
    yield from _labelled(sheet, opened, paid)


def _labelled(sheet: RoundSheet, opened: Opened, paid: int) -> Iterator[str]:
    """Yield why the labels of a window do not show that it costs at least the price paid."""
    n = len(opened.vertices)
    labels = [int(label) for label in opened.window.labels]
    circles = [(circle.vertices, int(circle.label)) for circle in opened.window.circles]
    # A circle of 2k + 1 vertices holds at most k pairs, so its label is subtracted at most k times.
    # A label below 0 would count as if its circle were always full.
    sound = all(
        label >= 0 and len(on) % 2 and len(set(on)) == len(on) and set(on) <= set(range(n))
        for on, label in circles
    )
    if n % 2 or len(labels) != n or not sound:
        yield "the labels of a window of the certificate do not fit its vertices"
        return
    # A price has its lot in the lowest digits, and all lots together stay below one unit.
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
        yield (
            "in a window of the certificate, the labels of "
            "two vertices exceed the price of the pair"
        )
    # The bound is compared with a round that is better by 1 and has the highest lots: if even that
    # is out of reach, no round has better objectives, whatever the lots.
    bound = sum(labels) - sum(label * (len(on) // 2) for on, label in circles)
    if bound - n * (LOTS - 1) <= 2 * (paid - 1) * room:
        yield "the labels of a window of the certificate do not rule out a round with a lower price"


def _price(sheet: RoundSheet, opened: Opened, u: int, v: int) -> int | None:
    """Return the price of pairing two vertices; None if they must not meet."""
    one, other = opened.vertices[u], opened.vertices[v]
    names = opened.window.players
    if one.part is None and other.part is None and not sheet.may_meet(names[u], names[v]):
        return None
    if one.part is not None and one.part == other.part:
        return 0
    return opened.prices.pair(one.place, other.place)


# The lower bound of each window, and parity between them: no legal round costs less. A window names
# all players of some cells and replaces all others by nameless copies, who have met nobody. The
# part of any round within the window is a pairing of the window, and none of those costs less than
# its labels show. docs/pairing.md has the argument.


def unbound(
    sheet: RoundSheet, pairs: Sequence[tuple[str, str]], windows: Sequence[Window]
) -> Iterator[str]:
    """Yield why windows do not bound a round, given as all pairs that the objectives weigh."""
    names = {name for pair in pairs for name in pair if name != BYE}
    apart = len({sheet.division[name] for name in names}) > 1
    place = {n: (sheet.bracket[n], sheet.division[n] if apart else "") for n in names}
    cells = sorted(set(place.values()))
    if apart and len(windows) != 1:
        yield "the certificate of a field with mixed divisions must have exactly one window"
        return
    bye = any(BYE in pair for pair in pairs)
    blocks: list[range] = []
    for window in windows:
        wrong = _partial(window, place, cells, bye=bye, apart=apart)
        if wrong:
            yield wrong
            return
        if not apart:
            inside = [cells.index(place[name]) for name in window.players if name != BYE]
            # The gaps it weighs: those between its brackets, and the one above and below it.
            blocks.append(range(max(0, min(inside) - 1), min(max(inside) + 1, len(cells) - 1)))
        yield from costs_more(sheet, Opened(window, place, cells), pairs)
    if not apart:
        if sheet.vector(pairs)[0] and not any(BYE in window.players for window in windows):
            yield "the bye is not in the lowest bracket"
        yield from _between(sheet, pairs, [cell[0] for cell in cells], blocks)


def _partial(
    window: Window,
    place: Mapping[str, Place],
    cells: Sequence[Place],
    *,
    bye: bool,
    apart: bool,
) -> str | None:
    """Return what is wrong with the players a window names, or with its copies."""
    named = [name for name in window.players if name != BYE]
    inside = sorted({place[name] for name in named if name in place})
    if sorted(named) != sorted(name for name, cell in place.items() if cell in inside):
        return "a window of the certificate lists only some players of a bracket or division"
    size = {cell: sum(at == cell for at in place.values()) for cell in cells}
    if apart:
        # Copies have to be odd or even in number as the players: pairs among them remove two. Only
        # then is every round of the field a round of the window.
        expected = {cell: size[cell] % 2 for cell in cells if cell not in inside}
        last = False
    else:
        first = cells.index(inside[0]) if inside else 0
        end = first + len(inside)
        if not inside or list(cells[first:end]) != inside:
            return "the brackets in a window of the certificate are not next to each other"
        last = end == len(cells)
        expected = {}
        if first:
            expected[cells[first - 1]] = sum(size[cell] for cell in cells[:first]) % 2
        if not last:
            expected[cells[end]] = (sum(size[cell] for cell in cells[end:]) + bye) % 2
    if window.players.count(BYE) != (bye and last):
        return "the bye must be in the window of the certificate that contains the lowest bracket"
    copies = {(copy.bracket, copy.division or ""): copy.count % 2 for copy in window.copies}
    if copies != expected or len(window.copies) != len(copies):
        return (
            "the copies in a window of the certificate do not match the players outside the window"
        )
    return None


def _between(
    sheet: RoundSheet,
    pairs: Sequence[tuple[str, str]],
    brackets: Sequence[int],
    blocks: Sequence[range],
) -> Iterator[str]:
    """Yield where a round does more than parity requires between its windows.

    Nor may a pair reach from one window into another: its square would be more than both bounds.
    """
    # Bounds of windows may be added only if no gap is counted in two of them, and no pair's square
    # is shared by several; only parity bounds all other gaps.
    owner: dict[int, int] = {}
    for block, gaps in enumerate(blocks):
        for gap in gaps:
            if gap in owner:
                yield "two windows of the certificate weigh the same gap between brackets"
            owner[gap] = block
    crossed = [0] * len(brackets)
    for pair in pairs:
        if BYE in pair:
            continue
        high, low = sorted(brackets.index(sheet.bracket[name]) for name in pair)
        reach: dict[int, int] = {}
        for gap in range(high, low):
            crossed[gap] += 1
            part = owner.get(gap, -1 - gap)
            reach[part] = reach.get(part, 0) + brackets[gap + 1] - brackets[gap]
        if len(reach) > 1:
            yield (
                f"{pair[0]} and {pair[1]} are paired across two gaps that "
                "are not in the same window of the certificate"
            )
    for gap, times in enumerate(crossed):
        if times > 1 and gap not in owner:
            yield (
                "two or more pairs cross a gap between brackets "
                "that is in no window of the certificate"
            )


# Small fields in which the draw looked ahead: checking the round means trying every other one.

TRIED = 12
"""The most players for whom every round is tried."""

Pairs = list[tuple[str, str]]


def better(sheet: RoundSheet, drawn: DrawnRound) -> Iterator[str]:
    """Yield a round that is better than the one drawn, if there is one.

    A round that leaves another comes before one that does not. In a field of several divisions the
    bye is drawn first, so a different bye makes a round better only by its bracket.
    """
    own = pairs_of(drawn)
    mine = sheet.vector(own)
    leaves = _leaves(sheet, own)
    for pairs in _rounds(sheet, sorted([*sheet.players, *([BYE] if sheet.odd else [])])):
        vector = sheet.vector(pairs)
        elsewhere = sheet.mixed and sheet.odd and pairs_of(drawn)[-1] not in pairs
        preferred = vector[0] < mine[0] if elsewhere else vector < mine
        if (preferred and (not leaves or _leaves(sheet, pairs))) or (
            not leaves and _leaves(sheet, pairs)
        ):
            listed = ", ".join("-".join(sorted(pair)) for pair in sorted(pairs))
            yield f"this round is better: {listed}"
            return


def _rounds(sheet: RoundSheet, left: list[str]) -> Iterator[Pairs]:
    """Yield every legal way to pair up the remaining names, of which one may be the bye."""
    if not left:
        yield []
        return
    # The first player has to meet somebody, so each round comes up once.
    first, *rest = left
    for other in rest:
        if sheet.may_meet(first, other):
            for more in _rounds(sheet, [name for name in rest if name != other]):
                yield [_bye_last(first, other), *more]


def _bye_last(one: str, other: str) -> tuple[str, str]:
    return (other, one) if one == BYE else (one, other)


def _leaves(sheet: RoundSheet, pairs: Pairs) -> bool:
    """Return whether the round after this one can be paired, if nobody drops."""
    names = sorted(name for pair in pairs for name in pair)
    now = {frozenset(pair) for pair in pairs}
    free = {
        name: [
            other
            for other in names
            if other != name and sheet.may_meet(name, other) and frozenset((name, other)) not in now
        ]
        for name in names
    }
    dead: set[frozenset[str]] = set()

    def paired(left: frozenset[str]) -> bool:
        if not left:
            return True
        if left in dead:
            return False
        # The player with the fewest possible opponents first: dead ends show early, and a set of
        # players that is one is not tried again.
        first = min(left, key=lambda name: (sum(o in left for o in free[name]), name))
        if any(paired(left - {first, other}) for other in free[first] if other in left):
            return True
        dead.add(left)
        return False

    return paired(frozenset(names))


# The whole check: the round is legal, has the stated objectives, and a proof that none is better.


def verify_round(field: Field, drawn: DrawnRound, certificate: Certificate) -> list[str]:
    """Return what is wrong with a round or its proof, in sentences; empty if it is the best.

    It is legal (TOP §3.1, A-11); its objectives are those it claims; and the certificate shows that
    no legal round is better, in the order of docs/pairing.md.
    """
    # Legality first, then the claims: bounds say nothing about a round that is not legal.
    sheet = RoundSheet(field)
    wrong = list(sheet.illegal(pairs_of(drawn)))
    if wrong:
        return wrong
    vector = sheet.vector(pairs_of(drawn))
    if vector != certificate.objectives.vector():
        return [f"its objectives are {vector}, not {certificate.objectives.vector()}"]
    return [*_ahead(sheet, drawn, certificate), *_bound(sheet, drawn, certificate)]


def _bound(sheet: RoundSheet, drawn: DrawnRound, certificate: Certificate) -> Iterator[str]:
    """Yield why the certificate does not show that no round is better."""
    match certificate.kind:
        case Kind.TRIAL:
            if len(sheet.players) > TRIED:
                yield f"a certificate by trial is possible only for at most {TRIED} players"
            else:
                yield from better(sheet, drawn)
        case Kind.UNPROVEN:
            yield "the round is legal, but a better pairing has not been ruled out"
        case Kind.PARITY | Kind.WINDOW:
            if sheet.field.looks_ahead and certificate.following is None:
                yield "the certificate does not say how the next round can be paired"
            pairs = list(drawn.pairs)
            if not sheet.mixed:
                pairs = pairs_of(drawn)
            elif drawn.bye is not None:
                yield from _bye(sheet, drawn.bye, certificate)
            if certificate.kind is Kind.PARITY:
                yield from _parity(sheet, pairs)
            else:
                yield from unbound(sheet, pairs, certificate.windows)


def _parity(sheet: RoundSheet, pairs: list[tuple[str, str]]) -> Iterator[str]:
    """Yield where a round does more than parity requires.

    The number of pairs that straddle a gap is even if the number of players above it is (without
    the one with the bye), whatever the round. So none is better than one that crosses each gap at
    most once, and skips no bracket.
    """
    vector = sheet.vector(pairs)
    bye, across, gaps = vector[0], vector[1], vector[2:-1]
    if bye:
        yield "the bye is not in the lowest bracket"
    if across:
        yield "a pair crosses divisions"
    if any(times > 1 for times in gaps):
        yield "more than one pair crosses the same gap between brackets"
    standing = sorted({sheet.bracket[name] for pair in pairs for name in pair if name != BYE})
    following = dict(pairwise(standing))
    for one, other in pairs:
        if BYE not in {one, other}:
            high, low = sorted((sheet.bracket[one], sheet.bracket[other]))
            if low not in {high, following.get(high)}:
                yield f"{one} and {other} are paired across a bracket with players in it"


def _bye(sheet: RoundSheet, lucky: str, certificate: Certificate) -> Iterator[str]:
    """Yield players of lower brackets who could have the bye, if it is drawn first."""
    shown = {refusal.bye: refusal for refusal in certificate.refused}
    for name, player in sorted(sheet.players.items()):
        if sheet.bracket[name] > sheet.bracket[lucky] and not player.had_bye:
            refusal = shown.get(name)
            if refusal is None or not _stands(sheet, refusal):
                yield f"nothing shows that {name}, from a lower bracket, could not have the bye"


def _stands(sheet: RoundSheet, refusal: NoRound) -> bool:
    """Return whether a refusal is true: more odd groups than others that they could meet."""
    # Tutte's condition: each odd group needs a player from outside it, and only `others` can be
    # that. With more groups than others a player stays alone, whatever the round.
    others = set(refusal.others)
    rest = set(sheet.players) - others - {refusal.bye}
    names = [name for group in refusal.groups for name in group]
    return (
        len(refusal.groups) > len(others)
        and all(len(group) % 2 for group in refusal.groups)
        and len(names) == len(set(names))
        and set(names) <= rest
        and not any(
            sheet.may_meet(name, other)
            for group in refusal.groups
            for name in group
            for other in rest - set(group)
        )
    )


def _ahead(sheet: RoundSheet, drawn: DrawnRound, certificate: Certificate) -> Iterator[str]:
    """Yield what is wrong with the next round that the certificate calls possible."""
    following = certificate.following
    if following is None:
        return
    yield from (
        f"the next round in the certificate is not possible: {wrong}"
        for wrong in sheet.illegal(following)
    )
    now = {frozenset(pair) for pair in pairs_of(drawn)}
    again = [pair for pair in following if frozenset(pair) in now]
    yield from (
        f"the next round in the certificate repeats the pair {one} and {other}"
        for one, other in again
    )
