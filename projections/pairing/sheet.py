"""A drawn round read beside its state, without the engine: who stands where, and who met whom.

Whoever checks a round works on this. Nothing here is shared with what draws rounds.
"""

from collections.abc import Iterable, Iterator

from projections.pairing.states import BYE, DrawnRound, Field


class Sheet:
    """The players of a state by id: `bracket` from 0, the highest, and `division`."""

    def __init__(self, field: Field) -> None:
        """Count brackets and divisions anew."""
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
        """Tell whether two may meet, one of whom may be the bye."""
        if BYE in {one, other}:
            return not self.players[one if other == BYE else other].had_bye
        first, second = self.players[one], self.players[other]
        return one != other and other not in first.opponents and one not in second.opponents

    def illegal(self, pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
        """Yield what is wrong with pairs, the bye among them, that should seat everybody once."""
        seated: set[str] = set()
        for pair in pairs:
            strangers = [name for name in pair if name != BYE and name not in self.players]
            if strangers:
                yield f"{strangers[0]} is not to be paired in this round"
                continue
            for name in pair:
                if name in seated:
                    yield f"{name} stands in it twice"
                seated.add(name)
            if not self.may_meet(*pair):
                had = "has had a bye" if BYE in pair else "have met before"
                yield f"{' and '.join(name for name in pair if name != BYE)} {had}"
        if BYE in seated and not self.odd:
            yield "nobody needs a bye"
        everybody = {*self.players, *([BYE] if self.odd else [])}
        yield from (f"{name} is left out" for name in sorted(everybody - seated))

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
