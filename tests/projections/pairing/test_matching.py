"""The two exact searches against trying everything."""

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundbook.projections.pairing.weighted_matching import Price, cheapest
from roundbook.projections.perfect_matching import ALONE, Witness, complete
from tests.projections.pairing.events import dice_of

Prices = list[list[Price]]


def priced(seed: int, half: int, top: int, missing: int) -> Prices:
    """A square table of prices for 2 × half vertices; `missing` in ten pairs must not meet."""
    dice = dice_of(seed)
    n = 2 * half
    prices: Prices = [[None] * n for _ in range(n)]
    for u in range(n):
        for v in range(u):
            if dice.randrange(10) >= missing:
                prices[u][v] = prices[v][u] = dice.randrange(top)
    return prices


tables = st.builds(
    priced,
    st.integers(0, 2**64),
    st.integers(1, 5),
    st.sampled_from([1, 2, 5, 1_000, 2**200]),
    st.integers(0, 9),
)


def lowest(prices: Prices, left: tuple[int, ...] | None = None) -> Price:
    """The price of the best pairing, by trying every one; None if there is none."""
    left = tuple(range(len(prices))) if left is None else left
    if not left:
        return 0
    found: Price = None
    for place in range(1, len(left)):
        price = prices[left[0]][left[place]]
        rest = None if price is None else lowest(prices, left[1:place] + left[place + 1 :])
        if price is not None and rest is not None and (found is None or price + rest < found):
            found = price + rest
    return found


@settings(max_examples=300)
@given(tables)
def test_no_pairing_is_cheaper(prices: Prices) -> None:
    found = cheapest(prices)
    if found is None:
        assert lowest(prices) is None
        return
    assert sorted(chain.from_iterable(found.pairs)) == list(range(len(prices)))
    paid = [prices[u][v] for u, v in found.pairs]
    assert None not in paid
    assert sum(price for price in paid if price is not None) == lowest(prices)


@settings(max_examples=300)
@given(tables)
def test_the_labels_prove_that_no_pairing_is_cheaper(prices: Prices) -> None:
    """Weak duality: no pair of vertices is worth more than its price, and together they are it."""
    found = cheapest(prices)
    if found is None:
        return
    for u, row in enumerate(prices):
        for v, price in enumerate(row):
            if price is not None:
                both = sum(label for on, label in found.circles if u in on and v in on)
                assert found.labels[u] + found.labels[v] - both <= 2 * price
    assert all(len(on) % 2 and label > 0 for on, label in found.circles)
    bound = sum(found.labels) - sum(label * (len(on) // 2) for on, label in found.circles)
    paid = [prices[u][v] for u, v in found.pairs]
    assert bound == 2 * sum(price for price in paid if price is not None)


def test_an_odd_number_cannot_be_paired() -> None:
    assert cheapest([[None, 1, 1], [1, None, 1], [1, 1, None]]) is None


def barred_by(prices: Prices) -> list[set[int]]:
    return [{v for v, price in enumerate(row) if price is None} for row in prices]


def proves(barred: list[set[int]], witness: Witness) -> bool:
    """More odd groups than others, and nobody of a group may meet anybody else."""
    everybody = set(range(len(barred)))
    return (
        len(witness.groups) > len(witness.others)
        and all(len(group) % 2 for group in witness.groups)
        and all(
            everybody - set(group) - set(witness.others) <= barred[v]
            for group in witness.groups
            for v in group
        )
    )


@settings(max_examples=300)
@given(tables, st.integers(0, 2**32))
def test_everybody_is_paired_or_a_witness_proves_that_it_cannot_be(
    prices: Prices, seed: int
) -> None:
    """Begins with some legal pairs, as a draw leaves them."""
    barred = barred_by(prices)
    n = len(barred)
    mate = [ALONE] * n
    line = list(range(n))
    dice_of(seed).shuffle(line)
    for u, v in zip(line[: n // 2 : 2], line[1 : n // 2 : 2], strict=False):
        if v not in barred[u]:
            mate[u], mate[v] = v, u
    witness = complete(barred, mate)
    if witness is not None:
        assert proves(barred, witness)
        assert lowest(prices) is None
        return
    assert all(mate[mate[v]] == v and mate[v] not in barred[v] for v in range(n))


@pytest.mark.parametrize("size", [50, 301])
def test_two_odd_halves_that_have_met_cannot_be_paired(size: int) -> None:
    """A large field of which one half has met the other: only the parity stands in the way."""
    left = set(range(size))
    right = set(range(size, 2 * size))
    barred = [right if v in left else left for v in range(2 * size)]
    witness = complete(barred, [ALONE] * (2 * size))
    assert (witness is None) == (size % 2 == 0)
    if witness is not None:
        assert proves(barred, witness)
