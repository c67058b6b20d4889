"""The search for an edition: rules under which published figures come out, found by trying.

Starting from every released edition, one parameter is changed at a time, for as long as more
figures agree; then, from the best result, two at a time, as some changes help only together. A
parameter for which every value agrees as well is listed as undecided.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.projections.compare.conventions import Open, agreeing, values
from roundbook.projections.compare.official import Published
from roundbook.projections.standings.percentages import basis

PARAMETERS: dict[str, tuple[object, ...]] = {
    "rate": ("rounds-played", "rounds-planned", "points"),
    "win_floor": (Fraction(0), Fraction(1, 4), Fraction(1, 3)),
    "cap_applies": ("never", "dropped", "dropped-early"),
    "freeze_dropped": (False, True),
    "awarded_bye": ("bye", "opponent"),
    "bye_in_rate": (False, True),
    "bye_games": ((0, 0), (1, 0), (2, 0)),
    "own_game_floor": (Fraction(0), Fraction(1, 4), Fraction(1, 3)),
    "op_win_without_opponents": (Fraction(0), Fraction(1, 4), Fraction(1, 3)),
    "day_two": ("both-days", "day-two-only"),
}
"""The values to try, by the names of the parameters in an edition."""

MOST_WEIGHED = 12
"""With two parameters at a time, how many of the files that do not agree yet are compared."""


Written = str | bool | tuple[int, ...]


class PublishedCase(NamedTuple):
    """A published event: the tournament imported from it, and what was published."""

    t: Tournament
    published: Published


class Tried(NamedTuple):
    """Rules to try, and whether matches that were never played count as matches."""

    rules: Ruleset
    unplayed: bool


class EditionFound(Struct, frozen=True, kw_only=True):
    """The rules under which most figures agree: an edition, and which parameters are changed.

    `parameters` are all that were tried, as an edition writes them; `changed` are those that differ
    from the edition; `undecided` are those that could have another value as far as the published
    figures show.
    """

    figures: int
    agreeing: int
    edition: str
    by_edition: int
    parameters: dict[str, Written]
    changed: tuple[str, ...]
    undecided: tuple[str, ...]
    count_unplayed: bool


def find_edition(
    cases: Sequence[PublishedCase],
    editions: Sequence[Ruleset],
    progress: Callable[[int], object] = lambda _: None,
) -> EditionFound:
    """Return the rules under which most of the published figures agree.

    If several agree equally, the one with the fewest changes wins, then the edition named first.
    `progress` is called with the number of calculations so far.
    """
    known: dict[tuple[object, ...], int] = {}
    names = _parameters(cases)

    def agree(case: PublishedCase, tried: Tried) -> int:
        rules = tried.rules
        key = (id(case), _settings(tried), rules.tiebreaks, rules.win_cap)
        if key not in known:
            known[key] = _agreeing(case, tried)
            progress(len(known))
        return known[key]

    def score(tried: Tried) -> int:
        return sum(agree(case, tried) for case in cases)

    ends = [(_climb(Tried(rules, unplayed=False), names, score), rules) for rules in editions]
    best, edition = max(ends, key=lambda end: (score(end[0]), -len(_changed(end[0].rules, end[1]))))
    while open_ := [case for case in cases if agree(case, best) < _figures(case)][:MOST_WEIGHED]:
        near = _steps(best, names)
        two = {_settings(other): other for one in near for other in _steps(one, names)}
        step = max(two.values(), key=lambda tried: sum(agree(case, tried) for case in open_))
        if score(step) <= score(best):
            break
        best = _climb(step, names, score)
    most = score(best)
    undecided = tuple(
        name for name in names if all(score(one) == most for one in _neighbours(best, [name]))
    )
    rules = best.rules
    return EditionFound(
        figures=sum(map(_figures, cases)),
        agreeing=most,
        edition=edition.edition,
        by_edition=score(Tried(edition, unplayed=False)),
        parameters={name: _written(getattr(rules, name)) for name in names},
        changed=_changed(rules, edition),
        undecided=undecided,
        count_unplayed=best.unplayed,
    )


def _written(value: Written | Fraction) -> Written:
    """Return a value as an edition writes it: a fraction as text."""
    return str(value) if isinstance(value, Fraction) else value


def _settings(tried: Tried) -> tuple[object, ...]:
    return (*(getattr(tried.rules, name) for name in PARAMETERS), tried.unplayed)


def _changed(rules: Ruleset, edition: Ruleset) -> tuple[str, ...]:
    return tuple(name for name in PARAMETERS if getattr(rules, name) != getattr(edition, name))


def _parameters(cases: Iterable[PublishedCase]) -> list[str]:
    """Return the parameters that can matter: which days count only does with a second one."""
    two_days = any(case.t.day_two for case in cases)
    return [name for name in PARAMETERS if two_days or name != "day_two"]


def _climb(start: Tried, names: Sequence[str], score: Callable[[Tried], int]) -> Tried:
    """Return rules for which no single change makes more figures agree."""
    best = start
    while True:
        step = max(_steps(best, names), key=score)
        if score(step) <= score(best):
            return best
        best = step


def _steps(tried: Tried, names: Sequence[str]) -> Iterator[Tried]:
    """Yield the rules with one parameter changed."""
    yield from _neighbours(tried, names)
    yield tried._replace(unplayed=not tried.unplayed)


def _neighbours(tried: Tried, names: Iterable[str]) -> Iterator[Tried]:
    """Yield the rules with one parameter changed; contradictory rules are left out."""
    for name in names:
        for value in PARAMETERS[name]:
            if value != getattr(tried.rules, name):
                try:
                    yield tried._replace(rules=replace(tried.rules, **{name: value}))
                except ValueError:
                    continue


def _figures(case: PublishedCase) -> int:
    return sum(len(one.figures) for one in case.published.values())


def _agreeing(case: PublishedCase, tried: Tried) -> int:
    said: Open = {
        (player, what): rate
        for player, line in case.published.items()
        for what, rate in line.figures.items()
    }
    b = basis(case.t, tried.rules, count_unplayed=tried.unplayed)
    return len(agreeing(said, values(b, {player for player, _ in said})))
