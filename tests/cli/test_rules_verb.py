import pytest

from ledger.text import cells_of
from projections.reports.text.tables import WIDTH
from tests.cli.typed import roundbook


@pytest.mark.rule("TOP-0", "TOP-1")
def test_without_a_word_everything_is_listed_with_its_section() -> None:
    said = roundbook("rules")
    lines = said.out.splitlines()
    assert "TRF §2  Sleeves" in lines
    assert "TOP Appendix A  The English text prevails" in lines
    assert "TOP §1  TCG Penalty Guidelines (outside: not held here)" in lines
    assert max(map(cells_of, lines)) <= WIDTH


def test_a_word_shows_what_is_said_and_where_else_it_is_mentioned() -> None:
    said = roundbook("rules", "dice")
    assert said.code == 0
    assert said.out.startswith("TRF §3.5  Coins or dice\n  - Chance comes from coins or from dice.")
    assert "  - Transparent or translucent; opposite sides add up to seven.\n" in said.out
    assert "see also:\n" in roundbook("rules", "sleeves").out
    assert max(map(cells_of, said.out.splitlines())) <= WIDTH


def test_a_section_is_shown_with_what_stands_below_it() -> None:
    said = roundbook("rules", "--section", "TRF §3.5")
    cites = [line.partition("  ")[0] for line in said.out.splitlines() if line[0] != " "]
    assert cites == ["TRF §3.5", "TRF §3.5.1", "TRF §3.5.2"]
    narrowed = roundbook("rules", "dice", "shoulder", "--section", "3")
    assert [line for line in narrowed.out.splitlines() if line[0] != " "] == ["TRF §3.5.2  Dice"]


def test_in_json_every_entry_has_its_section_and_the_requirements_it_belongs_to() -> None:
    said = roundbook("rules", "sleeves", "--json")
    (entry,) = said.data["rules"]
    assert (entry["cite"], entry["ids"], entry["outside"]) == ("TRF §2", ["TRF-2"], False)
    assert said.data["see_also"][0] == "TRF §1.10"


@pytest.mark.parametrize(
    ("words", "sentence", "hint"),
    [
        (("slevee",), 'nothing is held about "slevee".', "Look for sleeves."),
        (("xyzzy",), 'nothing is held about "xyzzy".', "`roundbook rules` lists everything."),
        (("--section", "99"), 'nothing is held of "99".', "write one such as TRF §3.5."),
        (("q\x1bqq",), "nothing is held about", "`roundbook rules` lists everything."),
    ],
)
def test_what_is_not_held_is_said_with_what_is_near(
    words: tuple[str, ...], sentence: str, hint: str
) -> None:
    said = roundbook("rules", *words)
    assert (said.code, said.out) == (3, "")
    assert sentence in said.err
    assert hint in said.err
    assert "\x1b" not in said.err
