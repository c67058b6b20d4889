"""Tiebreaks: the named clauses that order players, and the chain of an edition.

The chain of an edition names its clauses. Those that apply to every edition come first: the cut,
the second day, match points.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import NamedTuple

from msgspec import Struct

from roundbook.ledger.rulesets.ruleset import Ruleset, Tiebreak
from roundbook.ledger.terms import PlayerId
from roundbook.projections.standings.records import Record, Scored

# Players are put in order clause by clause, each separating only players who are still tied.

Key = tuple[int | Fraction, ...]
"""The value that a clause compares; lower is better."""


class TiebreakLine(Struct, frozen=True, kw_only=True):
    """Everything that can be compared about a player.

    `far` is how far a player came in the cut, empty outside it; `order` the place in the order of
    registration. `gone_unseen` is a player who dropped without a single round (A-7).
    """

    player: PlayerId
    order: int
    match_points: int
    late: bool
    op_win: Fraction
    op_op_win: Fraction
    game_win: Fraction | None = None
    op_game_win: Fraction | None = None
    day_two: bool = False
    gone_unseen: bool = False
    seed: int | None = None
    far: tuple[int, ...] = ()


class Tier(NamedTuple):
    """Players who are tied on everything, and the clause that put them below those above."""

    level: tuple[TiebreakLine, ...]
    decided_by: str | None


Split = Callable[[Sequence[TiebreakLine]], list[list[TiebreakLine]]]
"""Splits tied players, the best first; returns them as one list if it does not apply."""


Part = tuple[str, Sequence[TiebreakLine]]
"""Players who stay tied, and the tiebreak that separates them from the players above."""


class Clause(NamedTuple):
    """A tiebreak by name."""

    name: str
    split: Split

    def parts(self, level: Sequence[TiebreakLine]) -> Iterable[Part]:
        """Split tied players into groups, the best first."""
        return ((self.name, part) for part in self.split(level))


class Joined(NamedTuple):
    """Two tiebreaks that are applied in turn, and so form one clause (A-52)."""

    name: str
    parts: Callable[[Sequence[TiebreakLine]], Iterable[Part]]


Chain = Sequence[Clause | Joined]
"""Tiebreaks in the order in which they are applied."""


def tiers(
    level: Sequence[TiebreakLine],
    clauses: Chain,
    above: str | None = None,
    aside: Collection[PlayerId] = (),
) -> list[Tier]:
    """Return players in order, each tier with the clause that separated it from the one above.

    `above` is the clause that separated all of them from the player above. Players `aside` are
    compared with all others, but are placed elsewhere and left out.
    """
    if len(level) <= 1 or not clauses:
        here = tuple(line for line in level if line.player not in aside)
        return [Tier(here, above)] if here else []
    found: list[Tier] = []
    # Each part continues alone with the clauses that follow. So a clause for exactly two players,
    # such as head-to-head, sees only players who are still tied here.
    first, rest = clauses[0], clauses[1:]
    for name, part in first.parts(level):
        # This clause put nobody above the first part, so that part keeps the clause from before.
        found += tiers(part, rest, name if found else above, aside)
    return found


def by(key: Callable[[TiebreakLine], Key]) -> Split:
    """Return the split by a figure."""

    def split(level: Sequence[TiebreakLine]) -> list[list[TiebreakLine]]:
        parts: dict[Key, list[TiebreakLine]] = {}
        for line in level:
            parts.setdefault(key(line), []).append(line)
        return [parts[found] for found in sorted(parts)] if len(parts) > 1 else [list(level)]

    return split


def _high(figure: Callable[[TiebreakLine], Fraction | None]) -> Split:
    """Return the split by a rate, from high to low.

    Equal rates are found by numerator and denominator, which is faster than comparing fractions.
    """

    def split(level: Sequence[TiebreakLine]) -> list[list[TiebreakLine]]:
        parts: dict[tuple[int, int], list[TiebreakLine]] = {}
        rates: dict[tuple[int, int], tuple[float, Fraction]] = {}
        for line in level:
            rate = figure(line) or _NOTHING
            ratio = rate.as_integer_ratio()
            if ratio not in parts:
                # A division is rounded correctly, so a larger rate is never a smaller float; where
                # two floats are the same, the fractions decide.
                rates[ratio] = (ratio[0] / ratio[1], rate)
                parts[ratio] = []
            parts[ratio].append(line)
        return [parts[found] for found in sorted(parts, key=rates.__getitem__, reverse=True)]

    return split


_NOTHING = Fraction(0)


# The clauses themselves: those before every chain, and those that an edition names.

BEFORE: tuple[Clause, ...] = (
    Clause("cut", by(lambda line: (line.seed is None,))),
    Clause("bracket", by(lambda line: line.far)),
    Clause("seed", by(lambda line: (line.seed or 0,))),
    Clause("day-two", by(lambda line: (not line.day_two,))),
    Clause("match-points", by(lambda line: (-line.match_points,))),
    Clause("never-played", by(lambda line: (line.gone_unseen,))),
)
"""The clauses before the tiebreaks of any edition (TOP §3.3.6, A-20, TOP §3.1.4, A-7)."""

FIGURES: dict[Tiebreak, Split] = {
    "late": by(lambda line: (line.late,)),
    "op-win": _high(lambda line: line.op_win),
    "op-op-win": _high(lambda line: line.op_op_win),
    "game-win": _high(lambda line: line.game_win),
    "op-game-win": _high(lambda line: line.op_game_win),
}
"""The tiebreaks that compare a figure (TOP §3.1.4.1, T1–T3; POD-10)."""


def chain(
    rules: Ruleset,
    table: Mapping[PlayerId, Record],
    everybody: Mapping[PlayerId, TiebreakLine],
    lots: Sequence[PlayerId],
) -> list[Clause | Joined]:
    """Return the clauses of an edition, in order.

    `everybody` has the lines of all players of the tournament, since a last opponent may be of
    another division. With head-to-head between two, it is tried once more on a pair that remains
    after the last opponent (A-23); with head-to-head among all, the two alternate (A-52).
    """
    joined = rules.head_to_head == "acyclic" and "head-to-head" in rules.tiebreaks
    mutual = Clause("head-to-head", between_two(table))
    clauses: list[Clause | Joined] = []
    for name in rules.tiebreaks:
        match name:
            case "head-to-head" if joined:
                # The opponents are ordered without their own last opponents, or two could wait for
                # each other for ever.
                alone = Joined(name, among_all(table, None))
                rank = last_opponents(table, everybody, [*clauses, alone])
                clauses.append(Joined(name, among_all(table, rank)))
            case "head-to-head":
                clauses.append(mutual)
            case "last-opponent" if joined:
                clauses.append(Clause(name, _together))  # It has been applied in turn.
            case "last-opponent":
                rank = last_opponents(table, everybody, clauses)
                clauses.append(Clause(name, by_last_opponent(rank)))
                if mutual in clauses:
                    clauses.append(mutual)
            case "lot":
                clauses.append(Clause(name, lot(lots)))
            case "file-order":
                clauses.append(Clause(name, by(lambda line: (line.order,))))
            case figure:
                clauses.append(Clause(figure, FIGURES[figure]))
    return clauses


def _together(level: Sequence[TiebreakLine]) -> list[list[TiebreakLine]]:
    """Separate nobody."""
    return [list(level)]


# Head-to-head: a player beat another by winning more of the Swiss matches between the two.


def beaten_by(
    table: Mapping[PlayerId, Record], players: Collection[PlayerId]
) -> dict[PlayerId, set[PlayerId]]:
    """Return, for each of some players, which of the others beat them."""
    led: dict[tuple[PlayerId, PlayerId], int] = {}
    among, lost = set(players), Scored.LOSS
    for player in players:
        for part in table[player].rounds:
            if part.scored is lost and part.opponent in among:
                pair = part.opponent, player
                led[pair] = led.get(pair, 0) + 1
    beaten: dict[PlayerId, set[PlayerId]] = {player: set() for player in players}
    for (one, loser), matches in led.items():
        if matches > led.get((loser, one), 0):
            beaten[loser].add(one)
    return beaten


def between_two(table: Mapping[PlayerId, Record]) -> Split:
    """If exactly two players are tied, put the winner of their match above (T4, A-21)."""

    def split(level: Sequence[TiebreakLine]) -> list[list[TiebreakLine]]:
        if len(level) == 2:
            beaten = beaten_by(table, [line.player for line in level])
            first = [line for line in level if not beaten[line.player]]
            # If both are left, they tied, never met, or won equally often: T4 does not separate
            # them.
            if len(first) == 1:
                return [first, [line for line in level if line not in first]]
        return [list(level)]

    return split


def without_circles(beaten: Mapping[PlayerId, set[PlayerId]]) -> dict[PlayerId, set[PlayerId]]:
    """Leave out wins that are part of a circle, direct or not: circles prove nothing."""
    above: dict[PlayerId, set[PlayerId]] = {}
    for player in beaten:
        seen, waiting = set[PlayerId](), [player]
        while waiting:
            fresh = beaten[waiting.pop()] - seen
            seen |= fresh
            waiting += fresh
        above[player] = seen
    # A win is part of a circle exactly if the loser beat the winner as well, directly or through
    # others.
    return {loser: {one for one in won if loser not in above[one]} for loser, won in beaten.items()}


Ranks = Callable[[Sequence[TiebreakLine]], Mapping[PlayerId, int]]
"""How high the last opponents of players are placed; players who never had one are left out."""


def among_all(
    table: Mapping[PlayerId, Record], ranks: Ranks | None
) -> Callable[[Sequence[TiebreakLine]], Iterator[Part]]:
    """Apply head-to-head among all who are tied, and last opponents among those in front (A-52).

    In front are players whom nobody still to be placed has beaten, circles aside (TOP §3.1.4.1,
    T4). Of them the one with the highest last opponent is placed, and all are compared again (T5).
    If there are several, their matches alone are compared once more (A-23); players then tied share
    a place.
    """

    def parts(level: Sequence[TiebreakLine]) -> Iterator[Part]:
        lines = {line.player: line for line in level}
        beaten = without_circles(beaten_by(table, lines))
        rank = ranks(level) if ranks else {}
        left, above, second = [*lines], set[PlayerId](), set[PlayerId]()
        while left:
            here = set(left)
            front = [player for player in left if beaten[player].isdisjoint(here)]
            best = front
            # One of them without any opponent leaves nothing to compare, so all in front are equal
            #
            if all(player in rank for player in front):
                top = min(rank[player] for player in front)
                best = [player for player in front if rank[player] == top]
            placed = best
            # If nobody was left out, the same players were compared a moment ago, with the same
            # result.
            if len(best) < len(level):
                again = without_circles(beaten_by(table, best))
                placed = [player for player in best if not again[player]]
            mutual = all(player in second or beaten[player] & above for player in placed)
            yield (
                "head-to-head" if mutual else "last-opponent",
                [lines[player] for player in placed],
            )
            above, second = set(placed), set(best).difference(placed)
            left = [player for player in left if player not in above]

    return parts


def last_opponents(
    table: Mapping[PlayerId, Record], everybody: Mapping[PlayerId, TiebreakLine], before: Chain
) -> Ranks:
    """Return how high last Swiss opponents rank: by match points, then by the clauses `before`.

    They are compared no further (A-22): with later clauses two opponents who wait for each other's
    tiebreak would never be placed.
    """
    clauses = [*(clause for clause in BEFORE if clause.name == "match-points"), *before]

    def ranks(level: Sequence[TiebreakLine]) -> dict[PlayerId, int]:
        met = {line.player: table[line.player].last_opponent for line in level}
        last = {player: one for player, one in met.items() if one and one in everybody}
        place = {
            line.player: number
            for number, tier in enumerate(
                tiers([everybody[player] for player in sorted(set(last.values()))], clauses)
            )
            for line in tier.level
        }
        return {player: place[one] for player, one in last.items()}

    return ranks


def are_joined(clauses: Chain) -> bool:
    """Tell whether head-to-head and last opponents are applied in turn (A-52)."""
    return any(isinstance(clause, Joined) for clause in clauses)


def of_last_opponents(table: Mapping[PlayerId, Record], clauses: Chain) -> Chain:
    """Return the clauses by which last opponents are compared, of all those of an edition."""
    last = "head-to-head" if are_joined(clauses) else "last-opponent"
    before = list(takewhile(lambda clause: clause.name != last, clauses))
    own = [one for one in before if one.name == "match-points" or one not in BEFORE]
    return [*own, Joined(last, among_all(table, None))] if are_joined(clauses) else own


def by_last_opponent(ranks: Ranks) -> Split:
    """Put players with a higher last Swiss opponent above (T5, GTB-11).

    If any player never had an opponent there is nothing to compare, and all stay tied.
    """

    def split(level: Sequence[TiebreakLine]) -> list[list[TiebreakLine]]:
        rank = ranks(level)
        if len(rank) < len(level):
            return [list(level)]
        return by(lambda line: (rank[line.player],))(level)

    return split


def lot(lots: Sequence[PlayerId]) -> Split:
    """Return the split by recorded lots, which order only players who all have one (A-23)."""
    drawn = {player: number for number, player in enumerate(lots)}

    def split(level: Sequence[TiebreakLine]) -> list[list[TiebreakLine]]:
        if all(line.player in drawn for line in level):
            return by(lambda line: (drawn[line.player],))(level)
        return [list(level)]

    return split
