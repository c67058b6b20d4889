"""The page takes for an entry what roundbook takes for one, whatever the event and its fields."""

from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundbook.cli.archive.contents import page
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.record.entry import from_line
from tests.any_line import altered, any_line, text_of
from tests.node.test_page import Ask

pytestmark = pytest.mark.node


def is_entry(text: str) -> bool:
    try:
        from_line(text.encode("utf-8", "surrogatepass"), 1)
    except Unreadable:
        return False
    return True


def same_lines(ask: Ask, chance: Random, number: int) -> tuple[int, int]:
    """Ask both about lines of every kind, as they may be and altered; return how many are none."""
    lines = [any_line(chance) for _ in range(number)]
    texts = [text_of(one) for one in lines]
    assert all(map(is_entry, texts)), next(text for text in texts if not is_entry(text))
    texts += [text_of(altered(one, chance)) for one in lines]
    wrong = 0
    for text, fault in zip(texts, ask("line", [{"text": text} for text in texts]), strict=True):
        assert (fault is None) == is_entry(text), (fault, text)
        wrong += fault is not None
    return wrong, len(texts)


@pytest.mark.rule("LED-6")
@given(st.integers(0, 2**32))
@settings(max_examples=4, deadline=None)
def test_page_and_program_take_the_same_lines_for_entries(ask: Ask, seed: int) -> None:
    """With a field that no event has, the page used to call the archive signed and whole."""
    wrong, asked = same_lines(ask, Random(seed), 200)  # noqa: S311 - a million words.
    assert asked / 4 < wrong < asked / 2


@pytest.mark.long
@given(st.integers(0, 2**32))
@settings(max_examples=150, deadline=None)
def test_page_and_program_take_the_same_of_many_lines(ask: Ask, seed: int) -> None:
    same_lines(ask, Random(seed), 400)  # noqa: S311 - a million words.


def test_the_page_folds_every_event_on_which_a_place_can_rest() -> None:
    script = page().decode()
    unfolded = [
        kind.__struct_config__.tag
        for kind in get_args(AnyEvent)
        if not kind.apart and f'case "{kind.__struct_config__.tag}":' not in script
    ]
    assert unfolded == []
