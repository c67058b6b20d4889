"""What there is to look up: every requirement that is left to people, with its section."""

import re

import pytest

from ledger.reference.library import documents, entries, in_section, near, search
from tests.house.matrix import requirements

# The sections that the bodies of the documents have, typed from their headings.
TRF = """
    1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 1.10 1.11 2 3 3.1 3.2 3.3 3.4 3.5 3.5.1 3.5.2 3.6 4 5 6 7
    7.1 7.2 7.3 8 8.1 8.2 8.3 9 9.1 9.2 9.3 10 11 11.1 11.2 12 13 13.1 13.2 13.3 14 14.1 14.2 14.3
"""
TOP = "1 2 3 3.1 3.1.1 3.1.2 3.1.3 3.1.4 3.2 3.2.1 3.2.2 3.2.3 3.3 4"
BODY = {
    "TRF": TRF.split(),
    "TOP": [*TOP.split(), "Appendix A"],
    "A": [str(number) for number in range(1, 52)],
}


def about(*words: str) -> list[str]:
    return [entry.title for entry in search(entries(), words)[0]]


def test_everything_that_is_left_to_people_can_be_looked_up() -> None:
    human = {row.id for row in requirements() if row.human}
    held = {name for entry in entries() for name in entry.ids}
    assert len(human) == 14
    assert human <= held


@pytest.mark.rule("TRF-1.4", "TRF-4c", "TRF-10", "TRF-14", "TOP-0", "TOP-1", "A-27", "A-28")
def test_every_text_to_look_up_has_an_entry() -> None:
    texts = {row.id for row in requirements() if row.mark == "[D]"}
    held = {name for entry in entries() for name in entry.ids}
    assert len(texts) > 8
    assert texts <= held


def test_every_entry_belongs_to_a_requirement_that_exists() -> None:
    known = {row.id for row in requirements()}
    assert {name for entry in entries() for name in entry.ids} <= known


@pytest.mark.rule("A-28")
def test_sections_are_those_of_the_body() -> None:
    for entry in entries():
        assert entry.section in BODY[entry.document], entry.cite
    for entry in entries():  # A requirement that names its section stands there, or within it.
        for name in entry.ids:
            found = re.fullmatch(r"(TRF|TOP)-([0-9]+(?:\.[0-9]+)*)[a-i]?", name)
            if found and found[1] == entry.document and found[2] != "0":
                sections = (entry.section, found[2])
                shorter, longer = sorted(sections, key=len)
                near_by = longer == shorter or longer.startswith(f"{shorter}.")
                assert near_by or name == "TRF-1a", (entry.cite, name)
    assert [document.document for document in documents()] == ["TRF", "TOP", "A"]


@pytest.mark.rule("TOP-0", "TOP-1")
def test_the_english_text_prevails_and_what_is_not_held_is_marked_as_outside() -> None:
    (english,) = search(entries(), ["translation", "english", "counts"])[0]
    assert english.cite == "TOP Appendix A"
    outside = [entry.title for entry in entries() if entry.outside]
    assert outside == [
        "General Event Rules",
        "TCG Penalty Guidelines",
        "VG Rules and Formats",
        "Tournament Sanctioning Regulations",
    ]


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        (["sleeves"], ["Sleeves"]),
        (["SLEEVE"], ["Sleeves"]),
        (["dice"], ["Coins or dice", "Dice"]),
        (["rock"], ["Rock, paper, scissors"]),
        (["autographs"], ["Writing and autographs on cards"]),
        (["coin flip", "loser"], ["Who goes first"]),
        (["TRF-6"], ["Shuffling and cutting"]),
        (["shuf"], ["Shuffling after a check, missing reference cards", "Shuffling and cutting"]),
        (["xyzzy"], []),
        (["sleeves", "xyzzy"], []),
        (["&"], []),
    ],
)
def test_words_find_what_is_about_them(words: list[str], titles: list[str]) -> None:
    assert about(*words) == titles


def test_what_only_mentions_the_words_comes_second() -> None:
    first, second = search(entries(), ["sleeves"])
    assert [entry.title for entry in first] == ["Sleeves"]
    assert "Cards with another back" in [entry.title for entry in second]


@pytest.mark.parametrize(
    ("typed", "cites"),
    [
        ("TRF §3.5", ["TRF §3.5", "TRF §3.5.1", "TRF §3.5.2"]),
        ("trf 3.5.1", ["TRF §3.5.1"]),
        ("§3.6", ["TRF §3.6"]),
        ("1.1", []),
        ("TOP §4", ["TOP §4"]),
        ("4", ["TRF §4", "TOP §4"]),
        ("a-28", ["A-28"]),
        ("TRF-3.5.2", ["TRF §3.5", "TRF §3.5.2"]),
        ("TOP Appendix A", ["TOP Appendix A"]),
        ("", []),
        ("TRF", []),
        ("TRF §99", []),
    ],
)
def test_a_section_holds_what_stands_there_and_below(typed: str, cites: list[str]) -> None:
    assert [entry.cite for entry in in_section(entries(), typed)] == cites


def test_words_that_are_not_found_have_neighbours() -> None:
    assert near(entries(), ["slevee"]) == ["sleeves"]
    assert near(entries(), ["qqqq"]) == []
