"""The named clauses that order players: the chain of an edition, and what stands before any chain.

The chain of an edition names its clauses. Those that are true of every edition come first: the
cut, the second day, match points.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from ledger.rulesets.ruleset import Tiebreak
from ledger.terms import PlayerId
from projections.standings.records import Record, Scored

# How players are put in order: clause by clause, each parting only those who are still level.

Key = tuple[int | Fraction, ...]
"""What a clause compares; the less, the better."""


class TiebreakLine(Struct, frozen=True, kw_only=True):
    """What there is to compare about a player.

    `far` is how far a player came in the cut, empty outside it; `order` the place in the order of
    registration. `gone_unseen` is somebody who left without a single round (A-7).
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
    """Players who are level in everything, and the clause that put them below those above."""

    level: tuple[TiebreakLine, ...]
    decided_by: str | None


Split = Callable[[Sequence[TiebreakLine]], list[list[TiebreakLine]]]
"""Parts players who are level so far, the best first; all in one list if it does not apply."""


class Clause(NamedTuple):
    """A tiebreak by name."""

    name: str
    split: Split


def tiers(
    level: Sequence[TiebreakLine],
    clauses: Sequence[Clause],
    above: str | None = None,
    aside: Collection[PlayerId] = (),
) -> list[Tier]:
    """Return players in order, each tier with the clause that parted it from the one above.

    `above` is the clause that parted all of them from whoever stands above. Those `aside` are
    compared with all others, but stand elsewhere and are left out.
    """
    if len(level) <= 1 or not clauses:
        here = tuple(line for line in level if line.player not in aside)
        return [Tier(here, above)] if here else []
    found: list[Tier] = []
    # Each part goes on alone with the clauses that follow. So a clause for exactly two players,
    # such as head-to-head, sees only those who are still level here.
    first, rest = clauses[0], clauses[1:]
    for part in first.split(level):
        found += tiers(part, rest, first.name if found else above, aside)
    return found


def by(key: Callable[[TiebreakLine], Key]) -> Split:
    """Return the split that a figure makes."""

    def split(level: Sequence[TiebreakLine]) -> list[list[TiebreakLine]]:
        parts: dict[Key, list[TiebreakLine]] = {}
        for line in level:
            parts.setdefault(key(line), []).append(line)
        return [parts[found] for found in sorted(parts)] if len(parts) > 1 else [list(level)]

    return split


def _high(figure: Callable[[TiebreakLine], Fraction | None]) -> Split:
    """Return the split that a rate makes, from high to low.

    Equal rates are told by numerator and denominator, which is quicker than asking fractions.
    """

    def split(level: Sequence[TiebreakLine]) -> list[list[TiebreakLine]]:
        parts: dict[tuple[int, int], list[TiebreakLine]] = {}
        for line in level:
            parts.setdefault((figure(line) or _NOTHING).as_integer_ratio(), []).append(line)
        return [
            parts[found]
            for found in sorted(parts, key=lambda ratio: Fraction(*ratio), reverse=True)
        ]

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
"""What comes before the tiebreaks of any edition (TOP §3.3.6, A-20, TOP §3.1.4, A-7)."""

FIGURES: dict[Tiebreak, Split] = {
    "late": by(lambda line: (line.late,)),
    "op-win": _high(lambda line: line.op_win),
    "op-op-win": _high(lambda line: line.op_op_win),
    "game-win": _high(lambda line: line.game_win),
    "op-game-win": _high(lambda line: line.op_game_win),
}
"""The tiebreaks that compare a figure (TOP §3.1.4.1, T1–T3; POD-10)."""


def chain(
    tiebreaks: Sequence[Tiebreak],
    table: Mapping[PlayerId, Record],
    everybody: Mapping[PlayerId, TiebreakLine],
    lots: Sequence[PlayerId],
) -> list[Clause]:
    """Return the clauses of an edition, in order.

    `everybody` holds the lines of all players of the tournament, since a last opponent may be of
    another division. After the last opponent a pair that remains is tried on its own match once
    more (A-23).
    """
    mutual = Clause("head-to-head", head_to_head(table))
    clauses: list[Clause] = []
    for name in tiebreaks:
        match name:
            case "head-to-head":
                clauses.append(mutual)
            case "last-opponent":
                clauses.append(Clause(name, last_opponent(table, everybody, clauses)))
                if mutual in clauses:
                    clauses.append(mutual)
            case "lot":
                clauses.append(Clause(name, lot(lots)))
            case "file-order":
                clauses.append(Clause(name, by(lambda line: (line.order,))))
            case figure:
                clauses.append(Clause(figure, FIGURES[figure]))
    return clauses


def winner(table: Mapping[PlayerId, Record], one: PlayerId, other: PlayerId) -> PlayerId | None:
    """Return who won more of the Swiss matches between two players; None if they are level."""
    met = [part.scored for part in table[one].played if part.opponent == other]
    won, lost = met.count(Scored.WIN), met.count(Scored.LOSS)
    if won == lost:
        return None
    return one if won > lost else other


def head_to_head(table: Mapping[PlayerId, Record]) -> Split:
    """If exactly two are level and one of them beat the other, that one is higher (T4, A-21)."""

    def split(level: Sequence[TiebreakLine]) -> list[list[TiebreakLine]]:
        if len(level) == 2:
            one, other = level
            match winner(table, one.player, other.player):
                case one.player:
                    return [[one], [other]]
                case other.player:
                    return [[other], [one]]
                case _:
                    pass
        return [list(level)]

    return split


def last_opponent(
    table: Mapping[PlayerId, Record],
    everybody: Mapping[PlayerId, TiebreakLine],
    before: Sequence[Clause],
) -> Split:
    """Whose last Swiss opponent stands higher is higher (T5, GTB-11).

    The opponents are compared by match points and the tiebreaks before this one, and no further
    (A-22). If anybody never had an opponent there is nothing to compare, and all stay level.
    """
    # With later clauses two opponents who wait for each other's tiebreak would never be placed.
    clauses = [clause for clause in BEFORE if clause.name == "match-points"] + list(before)

    def split(level: Sequence[TiebreakLine]) -> list[list[TiebreakLine]]:
        last = {line.player: table[line.player].last_opponent for line in level}
        if any(opponent is None or opponent not in everybody for opponent in last.values()):
            return [list(level)]
        opponents = sorted({opponent for opponent in last.values() if opponent})
        place = {
            line.player: number
            for number, tier in enumerate(tiers([everybody[p] for p in opponents], clauses))
            for line in tier.level
        }
        return by(lambda line: (place[last[line.player] or line.player],))(level)

    return split


def lot(lots: Sequence[PlayerId]) -> Split:
    """Return the order that recorded chance gave; it orders only those who are all in it (A-23)."""
    drawn = {player: number for number, player in enumerate(lots)}

    def split(level: Sequence[TiebreakLine]) -> list[list[TiebreakLine]]:
        if all(line.player in drawn for line in level):
            return by(lambda line: (drawn[line.player],))(level)
        return [list(level)]

    return split
