"""The win percentages that somebody has published, beside ours."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from msgspec.structs import replace

from ledger.importers.published import Figure
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId
from projections.basis import basis
from projections.official import Comparison, Difference
from projections.rates import share
from projections.standings import Standing, standings

CLOSE = Fraction(1, 10_000)
"""Published figures are rounded; closer than this is the same."""

Published = Mapping[PlayerId, Mapping[Figure, Fraction]]


def with_figures(
    found: Comparison,
    t: Tournament,
    rules: Ruleset,
    published: Published,
    *,
    count_unplayed: bool = False,
) -> Comparison:
    """Return a comparison that knows the published figures as well.

    With `count_unplayed` an opponent who was paired and never played counts, as for some
    publishers.
    """
    differing = _differing(t, rules, published, count_unplayed=count_unplayed)
    number = sum(len(figures) for figures in published.values())
    differences = (*found.differences, *differing)
    return replace(found, figures=number, differences=differences)


def _differing(
    t: Tournament, rules: Ruleset, published: Published, *, count_unplayed: bool
) -> Iterator[Difference]:
    if not any(published.values()):
        return
    b = basis(t, rules, count_unplayed=count_unplayed)
    ours: dict[Figure, Callable[[Standing], Fraction | None]] = {
        "Win %": lambda one: share(b, one.player, b.spans[one.player]),
        "Op Win %": lambda one: one.op_win,
        "Op Op Win %": lambda one: one.op_op_win,
        "Game Win %": lambda one: one.game_win,
        "Op Game Win %": lambda one: one.op_game_win,
    }
    for line in standings(t, rules, count_unplayed=count_unplayed):
        for figure, said in published.get(line.player, {}).items():
            own = ours[figure](line)
            if own is None or abs(own - said) > CLOSE:
                yield Difference(
                    division=line.division,
                    what=figure,
                    player=line.player,
                    said=_percent(said),
                    ours=None if own is None else _percent(own),
                )


def _percent(rate: Fraction) -> str:
    """Return a rate in per cent, with four decimals."""
    shown = round(rate * 1_000_000)
    return f"{shown // 10_000}.{shown % 10_000:04}"
