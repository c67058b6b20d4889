"""What is reckoned with whole numbers, to be quick, is what fractions say."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import groupby

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from roundbook.ledger.terms import PlayerId
from roundbook.projections.standings.percentages import mean, percent
from roundbook.projections.standings.tiebreaks import FIGURES, TiebreakLine

pytestmark = pytest.mark.fast

rates = st.fractions(0, 1, max_denominator=10_000)
halves = st.integers(0, 20_000).map(lambda number: Fraction(number, 20_000))
close = [Fraction(2**60 + more, 2**61) for more in (0, -1, 1)]
"""Three rates that are one and the same as a float."""

few = st.sampled_from([Fraction(1, 3), Fraction(2, 6), Fraction(1, 2), Fraction(0), Fraction(1)])


@given(rates | halves)
def test_a_percentage_is_rounded_half_up(
    rate: Fraction,
) -> None:
    exact = Decimal(rate.numerator) * 100 / Decimal(rate.denominator)
    cents = Decimal("0.01")
    assert percent(rate) == str(exact.quantize(cents, ROUND_HALF_UP))


@given(st.lists(rates, max_size=12), rates)
def test_a_mean_is_the_sum_by_the_number(some: list[Fraction], of_none: Fraction) -> None:
    assert mean(some, of_none) == (sum(some) / len(some) if some else of_none)


@given(st.lists(few | rates, min_size=1, max_size=9))
@example(close)
def test_a_rate_parts_players_from_high_to_low_and_equal_ones_stay_level(
    some: list[Fraction],
) -> None:
    level = [
        TiebreakLine(
            player=PlayerId(f"p{place}"),
            order=place,
            match_points=3,
            late=False,
            op_win=rate,
            op_op_win=Fraction(0),
        )
        for place, rate in enumerate(some, start=1)
    ]
    in_order = sorted(level, key=lambda line: line.op_win, reverse=True)
    parts = [[*part] for _, part in groupby(in_order, key=lambda line: line.op_win)]
    assert FIGURES["op-win"](level) == parts
