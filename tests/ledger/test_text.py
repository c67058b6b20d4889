"""How a player is written in a sentence: the name, then the number."""

import sys

import pytest

from roundbook.ledger.phrases import runs_of
from roundbook.ledger.terms import MatchId, Pairing, PlayerId
from roundbook.ledger.text import (
    Sought,
    Spoken,
    folded,
    joined,
    with_names,
    with_number,
    with_opponents,
    without_name,
)


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


MATCHES = {
    MatchId.parse(match): Pairing(PlayerId(first), PlayerId(second))
    for match, first, second in (
        ("masters-1-7", "p1", "p2"),
        ("masters-1-8", "p3", "p4"),
        ("masters-cut-5-1", "p1", "p3"),
    )
}


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("match masters-1-7 is locked.", "match masters-1-7 (p1 – p2) is locked."),
        ("masters-cut-5-1 has no result.", "masters-cut-5-1 (p1 – p3) has no result."),
        ("masters-1-7 and masters-1-8.", "masters-1-7 (p1 – p2) and masters-1-8 (p3 – p4)."),
        ("masters-1-7, and again masters-1-7.", "masters-1-7 (p1 – p2), and again masters-1-7."),
        # The players of one match are named already, one of another is.
        ("p2 and p1 play masters-1-7.", "p2 and p1 play masters-1-7."),
        ("p9 is not in masters-1-7.", "p9 is not in masters-1-7 (p1 – p2)."),
        ("p1 is not in masters-1-8.", "p1 is not in masters-1-8 (p3 – p4)."),
        # What is typed or quoted, no match, and a long list stay as they are.
        ('`extend masters-1-7 5` for "masters-1-8".', '`extend masters-1-7 5` for "masters-1-8".'),
        ("there is no match masters-1-9.", "there is no match masters-1-9."),
        ("masters-1-7, masters-1-8, masters-1-9.", "masters-1-7, masters-1-8, masters-1-9."),
    ],
)
def test_a_match_is_told_with_its_players(said: str, told: str) -> None:
    assert with_opponents(said, MATCHES) == told
    assert with_opponents(told, MATCHES) == told, "it is told once"


def test_the_players_of_a_match_are_told_by_name() -> None:
    names = {"p1": "Ana Lima (p1)", "p2": "Ben Ito (p2)"}
    said = with_opponents("match masters-1-7 is locked.", MATCHES)
    told = "match masters-1-7 (Ana Lima (p1) – Ben Ito (p2)) is locked."
    assert with_names(said, lambda player: names[player]) == told


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ([], ""),
        ([4], "4"),
        ([2, 1], "1 and 2"),
        ([1, 2, 4], "1, 2 and 4"),
        ([*range(1, 8), 9], "1 to 7 and 9"),
        ([5, 7, 6, 1, 10, 11, 12], "1, 5 to 7 and 10 to 12"),
    ],
)
def test_numbers_in_a_row_are_said_as_one(numbers: list[int], said: str) -> None:
    assert runs_of(numbers) == said


def test_several_things_are_joined_as_people_say_them() -> None:
    assert [joined("abc"[:count]) for count in range(4)] == ["", "a", "a and b", "a, b and c"]


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("Ana Lima was late", "Ana Lima", "p7 was late"),
        ("saw LIMA, ANA twice; ana lima said so", "Ana Lima", "saw p7 twice; p7 said so"),
        ("Åkesson-Fjällström's deck", "Akesson-Fjallstrom", "p7's deck"),
        ("Anabel Lima was late", "Ana Lima", "Anabel Lima was late"),
        ("nothing", "", "nothing"),
    ],
)
def test_a_name_in_a_text_becomes_the_number(text: str, name: str, said: str) -> None:
    assert without_name(text, name, "p7") == said


def test_folding_a_letter_again_changes_nothing() -> None:
    """Some capitals are small to Python until they are taken apart, such as a raised A."""
    letters = (chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000)
    assert [one for one in letters if folded(folded(one)) != folded(one)] == []
    assert folded("\N{MODIFIER LETTER CAPITAL A}na") == "ana"
    assert Spoken("\N{MODIFIER LETTER CAPITAL A}na Lima is late").names(Sought.of("Ana Lima", ""))
