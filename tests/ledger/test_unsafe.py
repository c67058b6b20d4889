"""What is said back of a text that somebody else wrote."""

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.decks import deck_list as lists
from roundbook.ledger.decks import pools
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.people.book import from_bytes
from roundbook.ledger.text import LONG, SHORT, UNSAFE, reason, short

pytestmark = pytest.mark.fast

ENDLESS = "9" * 20_000
KEPT_DECK = f'{{"deck": {{"lines": [{{"{ENDLESS}": 1}}]}}}}'.encode()


@given(st.text(st.characters(exclude_categories=[])))
def test_a_word_is_said_back_short_and_with_nothing_hidden(text: str) -> None:
    said = short(text)
    assert len(said) <= SHORT + 1
    assert not UNSAFE.search(said)
    said.encode()


@given(st.text(), st.text(), st.booleans())
def test_what_a_library_says_is_said_back_within_bounds(what: str, at: str, placed: bool) -> None:
    said = reason(ValueError(f"{what} - at {at}" if placed else what))
    assert len(said) <= 2 * LONG + 10
    assert not UNSAFE.search(said)


def test_the_place_of_a_mistake_is_said_however_long_the_mistake_is() -> None:
    said = reason(msgspec.ValidationError(f"Object contains `{ENDLESS}` - at `$.deck.lines[7]`."))
    assert said.startswith("Object contains `999")
    assert said.endswith("… - at `$.deck.lines[7]`")


@pytest.mark.parametrize(
    ("door", "data"),
    [
        (pools.read, f'"{ENDLESS}" = 1'.encode()),
        (pools.read, f'name = "x"\n"{ENDLESS}" = 1\n"{ENDLESS}" = 2'.encode()),
        (pools.read, f'[[sets]]\n"{ENDLESS}" = 1'.encode()),
        (lists.from_bytes, KEPT_DECK),
        (from_bytes, f'{{"people": {{"p1": {{"{ENDLESS}": 1}}}}}}'.encode()),
    ],
)
def test_a_file_with_an_endless_name_in_it_is_refused_in_a_short_sentence(
    door: Callable[[bytes, str], object], data: bytes
) -> None:
    with pytest.raises(Unreadable) as refused:
        door(data, "the-file")
    assert len(refused.value.message) < 500
    assert "the-file" in refused.value.message
