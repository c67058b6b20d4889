"""Why published places differ from ours, if that can be shown.

A place differs because players changed sides: some whom we put above are published below, or the
other way round. A cause is named if it explains each of those pairs.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from roundbook.ledger.importers.published.published_event import Figure, PublishedPlayer
from roundbook.ledger.people.book import Person
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.terms import Division, PlayerId
from roundbook.projections.compare.official import CLOSE, Cause, Difference, Published
from roundbook.projections.standings.standings import Standing

_ORDER: dict[str, Figure] = {
    "op-win": "Op Win %",
    "op-op-win": "Op Op Win %",
    "game-win": "Game Win %",
    "op-game-win": "Op Game Win %",
}
_OURS: dict[Figure, Callable[[Standing], Fraction | None]] = {
    "Op Win %": lambda line: line.op_win,
    "Op Op Win %": lambda line: line.op_op_win,
    "Game Win %": lambda line: line.game_win,
    "Op Game Win %": lambda line: line.op_game_win,
}
_STRONGEST: tuple[Cause, ...] = ("follows", "order", "rounding", "level")
"""The cause of a place if its pairs have several: the first of these."""

UnderOthers = Callable[[], Iterable[tuple[Cause, Sequence[Standing]]]]
"""Yields our standings under other conventions, each with its cause."""


def causes_of_places(
    differences: Sequence[Difference],
    placed: Sequence[Standing],
    rules: Ruleset,
    published: Published,
    under_others: UnderOthers,
) -> dict[PlayerId, Cause]:
    """Return why places differ: because of published figures, their rounding, or the list."""
    differing = [one for one in differences if one.what == "place"]
    if not differing:
        return {}
    look = _Places(differing, placed, rules, published)
    found = {one.player: cause for one in differing if (cause := look.cause(one))}
    open_ = {one.player: one for one in differing if one.player not in found}
    if open_:
        right = [line for line in placed if all(line.player != one.player for one in differing)]
        found |= _by_convention(open_, right, under_others())
    return found


def _by_convention(
    open_: Mapping[PlayerId, Difference],
    agreeing: Sequence[Standing],
    others: Iterable[tuple[Cause, Sequence[Standing]]],
) -> dict[PlayerId, Cause]:
    """Return the places that a convention gives, if it moves fewer players away from theirs."""
    found: dict[PlayerId, Cause] = {}
    ours = {line.player: line.place for line in agreeing}
    tried: list[tuple[Cause, set[PlayerId]]] = []
    for cause, lines in others:
        right = {
            line.player
            for line in lines
            if line.player in open_ and _shares(line, lines, open_[line.player].said)
        }
        moved = {
            line.player for line in lines if line.player in ours and line.place != ours[line.player]
        }
        if len(right) > len(moved):
            tried.append((cause, right))
    while tried:
        most = max(tried, key=lambda one: len(one[1] - found.keys()))
        tried.remove(most)
        found |= dict.fromkeys(most[1] - found.keys(), most[0])
    return found


def _shares(mine: Standing, lines: Sequence[Standing], said: int | str | None) -> bool:
    """Tell whether a place is the player's, or one of those that tied players share."""
    if mine.place is None or not isinstance(said, int):
        return mine.place is None and said is None
    tied = [one for one in lines if one.division == mine.division and one.place == mine.place]
    return mine.place <= said < mine.place + len(tied)


class _Places:
    """The published places of an event next to ours."""

    def __init__(
        self,
        differing: Sequence[Difference],
        placed: Sequence[Standing],
        rules: Ruleset,
        published: Published,
    ) -> None:
        self.published = published
        self.late_last = "late" in rules.tiebreaks
        self.names = [_ORDER[name] for name in rules.tiebreaks if name in _ORDER]
        self.missing = {one.player for one in differing if one.said is None}
        if any(line.place for line in published.values()):
            unlisted = {line.player for line in placed if not self._line(line).place}
            self.missing |= {line.player for line in placed if line.place} & unlisted
        self.lines = {line.player: line for line in placed}
        self.rivals: dict[Division, list[Standing]] = {}
        for line in placed:
            if line.place:
                self.rivals.setdefault(line.division, []).append(line)

    def cause(self, one: Difference) -> Cause | None:
        """Return why a place differs."""
        if one.player in self.missing:
            return None if self._listed(one.player) else "roster"
        mine = self.lines.get(one.player)
        if mine is None or mine.place is None or not isinstance(one.said, int):
            return None
        if self.missing:
            listed = self._without_missing(mine.division)
            again = next(line for line in listed if line.player == mine.player)
            if _shares(again, listed, one.said):
                return "roster"
        causes = {self._between(mine, *rival) for rival in self._crossed(mine, one.said)}
        if not causes or None in causes:
            return None
        return next(each for each in _STRONGEST if each in causes)

    def _without_missing(self, division: Division) -> list[Standing]:
        """Return the places in a division without the players whom the list leaves out."""
        listed = [one for one in self.rivals[division] if one.player not in self.missing]
        places = [one.place for one in listed]
        return [replace(one, place=1 + places.index(one.place)) for one in listed]

    def _crossed(self, mine: Standing, said: int) -> list[tuple[Standing, bool]]:
        """Return the rivals who changed sides, and whether they are published above."""
        found = []
        for line in self.rivals[mine.division]:
            theirs = self._line(line).place
            if line is mine or not theirs or theirs == said or not line.place or not mine.place:
                continue
            if (theirs < said) != (line.place < mine.place) or line.place == mine.place:
                found.append((line, theirs < said))
        return found

    def _listed(self, player: PlayerId) -> bool:
        """Tell whether a player is in the list, even if without a place."""
        line = self.published.get(player, _NOBODY)
        return line.disqualified or bool(line.figures)

    def _line(self, line: Standing) -> PublishedPlayer:
        return self.published.get(line.player, _NOBODY)

    def _between(self, mine: Standing, rival: Standing, is_above: bool) -> Cause | None:  # noqa: FBT001
        """Return why a rival is published above or below, as far as their figures show it."""
        upper, lower = (rival, mine) if is_above else (mine, rival)
        if upper.seed or lower.seed:
            return None  # Bracket matches and seeds put these in order, not figures.
        points = [_points(line, self._line(line)) for line in (upper, lower)]
        if points[0] != points[1]:
            ours = upper.match_points > lower.match_points
            return None if points[0] < points[1] else "order" if ours else "follows"
        found = self._by_figures(upper, lower)
        return "order" if found and self.late_last and upper.late and not lower.late else found

    def _by_figures(self, upper: Standing, lower: Standing) -> Cause | None:
        """Return why figures put a player above another, who has as many points."""
        rounded = half = False
        for name in self.names:
            own = [_OURS[name](line) or Fraction(0) for line in (upper, lower)]
            one, other = self._given(name, upper, lower) or own
            if one == other:
                rounded |= own[0] != own[1]
                half |= _is_half(one)
            elif one > other:
                near = all(abs(a - b) <= CLOSE for a, b in zip((one, other), own, strict=True))
                if rounded or own[0] == own[1] or (near and own[0] < own[1]):
                    return "rounding"
                return "order" if own[0] > own[1] else "follows"
            elif _in_print(one) & _in_print(other):
                rounded = True
            else:
                return "rounding" if half else None
        return "rounding" if rounded else "level"

    def _given(self, name: Figure, *pair: Standing) -> list[Fraction] | None:
        """Return a published figure of two players, 0 for one without it; None if both lack it."""
        given = [self._line(line).figures.get(name) for line in pair]
        return [each or Fraction(0) for each in given] if any(given) else None


_NOBODY = PublishedPlayer(person=Person(name="nobody"))


def _points(line: Standing, said: PublishedPlayer) -> int:
    return line.match_points if said.points is None else said.points


def _in_print(rate: Fraction) -> set[int]:
    """Return a rate as a percentage with two decimals, in hundredths; an exact half has two."""
    hundredths, rest = divmod(rate * 10_000, 1)
    whole = int(hundredths)
    return {whole, whole + 1} if _is_half(rate) else {whole + (2 * rest > 1)}


def _is_half(rate: Fraction) -> bool:
    """Tell whether binary fractions decide how a rate is rounded to two decimals."""
    rest = rate * 10_000 % 1
    return abs(rest - Fraction(1, 2)) <= _NOISE


_NOISE = Fraction(1, 1_000_000)
"""Published figures were once binary fractions, so an exact half is only nearly one."""
