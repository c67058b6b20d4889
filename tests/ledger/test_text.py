"""How a player is written in a sentence: the name, then the number."""

import pytest

from ledger.terms import PlayerId
from ledger.text import with_number


@pytest.mark.parametrize(
    ("name", "width", "said"),
    [
        ("Ana Lima", None, "Ana Lima (p7)"),
        ("Peter Schmidt (p7)", None, "Peter Schmidt (p7)"),  # Told apart from another already.
        ("p7", None, "p7"),
        ("", None, "p7"),
        ("Ana Lima", 13, "Ana Lima (p7)"),
        ("Ana Lima", 12, "Ana Li… (p7)"),
    ],
)
def test_a_player_is_told_by_name_and_number_once(name: str, width: int | None, said: str) -> None:
    assert with_number(PlayerId("p7"), name, width) == said
    assert width is None or len(said) <= width
