"""A name of an event that looks like another one: what is seen, and what is left alone."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.text import looks_like_another
from tests.cli.line import Line
from tests.cli.typed import IMPORTS, roundbook

CYRILLIC = "\u0430\u0435\u043e\u0440\u0441\u0443\u0445"


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("S\N{CYRILLIC SMALL LETTER A}turday Cup", "U+0430 CYRILLIC SMALL LETTER A in the word"),
        ("\N{GREEK CAPITAL LETTER OMICRON}pen", "U+039F GREEK CAPITAL LETTER OMICRON in the word"),
        ("Cup\N{ZERO WIDTH SPACE}", "U+200B ZERO WIDTH SPACE, which cannot be seen"),
        ("C\N{ZERO WIDTH JOINER}up", "U+200D ZERO WIDTH JOINER, which cannot be seen"),
        ("Cup\N{HANGUL FILLER}", "U+3164 HANGUL FILLER, which cannot be seen"),
        ("Cup \N{VARIATION SELECTOR-16}", "U+FE0F VARIATION SELECTOR-16, which cannot be seen"),
        ("Cup \N{COMBINING ACUTE ACCENT}", "U+0301 COMBINING ACUTE ACCENT, an accent without"),
        ("\N{MATHEMATICAL BOLD CAPITAL C}up", "U+1D402 MATHEMATICAL BOLD CAPITAL C, which looks"),
        ("\N{FULLWIDTH LATIN CAPITAL LETTER C}up", "which looks like C"),
    ],
)
def test_what_looks_like_another_name_is_named(title: str, said: str) -> None:
    found = looks_like_another(title)
    assert found
    assert found.startswith(said) or said in found


@pytest.mark.parametrize(
    "title",
    [
        "Saturday Challenge",
        "Fête d'été à Nîmes — 2e jour",
        "Cafe\N{COMBINING ACUTE ACCENT} Cup",
        "Кубок Москвы & Moscow Cup",
        "Κύπελλο Open",
        "ポケモンカード 東京 Cup",
        "كأس الرياض",
        "גביע תל אביב",
        "हिन्दी कप",
        "می\N{ZERO WIDTH NON-JOINER}خ",
        "\N{HEAVY BLACK HEART}\N{VARIATION SELECTOR-16} Cup",
        "서울 리그",
        "Cup № 3, 45 % – “Spring”",
    ],
)
def test_names_in_any_language_are_left_alone(title: str) -> None:
    assert looks_like_another(title) is None


@given(
    st.text(st.characters(codec="ascii", categories=("Lu", "Ll", "Nd", "Zs", "Po")), max_size=30)
)
def test_no_ascii_name_looks_like_another(title: str) -> None:
    assert looks_like_another(title) is None


@given(
    st.sampled_from("\u0430\u0435\u043e\u0440\u0441\u0443\u0445"),
    st.text(st.sampled_from("abcdefgh"), min_size=1),
)
def test_one_cyrillic_letter_among_latin_ones_is_always_seen(letter: str, rest: str) -> None:
    assert looks_like_another(rest + letter)
    assert looks_like_another(letter + rest)


def test_such_a_name_in_a_file_is_told(tmp_path: Path) -> None:
    """A file tells what happened, under whatever name: it is taken, and said."""
    data = (IMPORTS / "01_cup_two_pods_cut_final.tdf").read_bytes()
    assert (
        roundbook("file import", IMPORTS / "01_cup_two_pods_cut_final.tdf", tmp_path / "a").code
        == 0
    )
    name = re.search(rb"<name>([^<]+)</name>", data)
    assert name
    odd = name[1].replace(b"a", "\N{CYRILLIC SMALL LETTER A}".encode(), 1)
    assert odd != name[1]
    (tmp_path / "odd.tdf").write_bytes(data.replace(name[1], odd, 1))
    said = roundbook("file import", tmp_path / "odd.tdf", tmp_path / "b", code=0)
    assert "the name of the event contains U+0430 CYRILLIC SMALL LETTER A" in said.out + said.err


def test_a_tournament_is_not_opened_under_such_a_name(line: Line) -> None:
    said = roundbook("open", line.folder, "--name", "S\N{CYRILLIC SMALL LETTER A}turday", code=2)
    assert "U+0430 CYRILLIC SMALL LETTER A" in said.err
    assert not line.folder.exists()
