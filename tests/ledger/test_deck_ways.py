"""Deck lines as people write them, by a table that was written before the reader (A-87)."""

import tomllib
from datetime import date
from functools import cache
from typing import Any

import pytest

from roundbook.ledger.decks import formats, pools
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.importers.lists.pasted_decks import read
from roundbook.projections.decks import Judgement, Question, judge
from tests.conftest import ROOT

pytestmark = pytest.mark.fast

DAY = date(2016, 1, 16)
PROXY = (
    'line 2: the note "proxy" was not checked: a proxy made by a player is a fake card (TRF §1.7).'
)


@cache
def ways() -> dict[str, Any]:
    return tomllib.loads((ROOT / "fixtures/deck_lines.toml").read_text(encoding="utf-8"))


def judged(*lines: str, kind: str = "expanded", on: date = DAY) -> Judgement:
    """Judge these lines and as much Energy as makes 60 cards."""
    cards = sum(int(line.split()[0].rstrip("x")) for line in lines)
    deck = read("\n".join([*lines, f"{60 - cards} Grass Energy"]).encode(), "list.txt")
    rules = formats.rules()
    wanted = rules.format(kind)
    assert wanted
    found = pools.for_format(kind, on)
    pool = found[0] if found else pools.last_before(kind, on)
    asked = Question(format=wanted, rules=rules, on=on, pool=pool, sets_known=found is not None)
    return judge(deck, asked)


def banned(found: Judgement) -> list[str]:
    return [one.message for one in found.breaches if one.rule == "card-banned"]


@pytest.mark.rule("A-87", "TRF-13.2")
@pytest.mark.parametrize("line", ways()["same"])
def test_every_usual_way_of_writing_a_banned_card_names_it(line: str) -> None:
    assert banned(judged(line)) == ["Shiftry (Next Destinies 72/99) is banned in expanded."]


@pytest.mark.rule("A-87")
@pytest.mark.parametrize("line", ways()["perhaps"])
def test_a_line_that_may_be_the_banned_card_is_a_breach_until_it_says_which(line: str) -> None:
    (said,) = banned(judged(line))
    assert "and the line does not say which" in said


@pytest.mark.rule("A-87")
@pytest.mark.parametrize("line", ways()["asked"])
def test_what_only_looks_like_a_set_is_asked_about(line: str) -> None:
    found = judged(line)
    assert found.in_words == "no breach; 1 line cannot be checked"
    assert any("may be Shiftry from a set that roundbook does not know" in r for r in found.remarks)


@pytest.mark.rule("A-87")
@pytest.mark.parametrize("line", ways()["other"])
def test_another_print_and_a_title_of_its_own_are_not_the_banned_card(line: str) -> None:
    found = judged(line)
    assert not found.breaches
    assert not any("may be Shiftry" in remark for remark in found.remarks)


@pytest.mark.rule("A-87", "TRF-1.1", "TRF-11.1")
@pytest.mark.parametrize("lines", ways()["together"], ids=" + ".join)
def test_one_card_counts_together_however_its_lines_are_written(lines: list[str]) -> None:
    found = judged(*lines)
    assert [one.rule for one in found.breaches] == ["copies"], found
    assert "8 copies of" in found.breaches[0].message


@pytest.mark.rule("A-87")
@pytest.mark.parametrize("lines", ways()["apart"], ids=" + ".join)
def test_titles_of_their_own_are_counted_apart(lines: list[str]) -> None:
    assert not judged(*lines).breaches


@pytest.mark.rule("A-87", "TRF-1.8")
@pytest.mark.parametrize(
    ("code", "word"),
    [(code, word) for code, words in ways()["languages"].items() for word in words],
)
def test_a_language_is_known_by_its_code_and_its_names(code: str, word: str) -> None:
    (line,) = read(f"4 Pikachu XY 42 ({word})".encode(), "list.txt").lines
    assert (line.title, line.set, line.number, line.language) == ("Pikachu", "XY", "42", code)


@pytest.mark.rule("A-87", "TRF-1.7", "TRF-1.9")
def test_a_note_that_is_not_known_is_remarked() -> None:
    said = judged("4 Pikachu XY 42 (mint)", "1 Raichu XY 43 (proxy)", "1 Eevee XY 90 (holo)")
    notes = [remark for remark in said.remarks if "the note" in remark]
    assert notes == [
        'line 1: the note "mint" was not checked.',
        PROXY,
    ]


@pytest.mark.rule("A-87", "TRF-13.1")
@pytest.mark.parametrize("on", [date(2010, 1, 1), date(2014, 8, 31), date(2016, 9, 1)])
def test_a_card_is_not_checked_wherever_no_pool_holds_on_the_day(on: date) -> None:
    said = judged("4 Pikachu BCR 42", kind="standard", on=on)
    assert said.in_words == "no breach; 1 line cannot be checked"


@pytest.mark.rule("A-98")
@pytest.mark.parametrize(
    ("text", "remarked"),
    [
        ("60 Fire Energy", True),
        ("Pokémon: 0\nTrainer: 4\n4 Potion XY 1\nEnergy: 56\n56 Fire Energy", True),
        ("Pokémon (0)\nTrainer (4)\n4 Potion XY 1\nEnergy (56)\n56 Fire Energy", True),
        ("4 Potion XY 1\n56 Fire Energy", False),
        ("Pokémon: 4\n4 Pikachu XY 42\nEnergy: 56\n56 Fire Energy", False),
    ],
)
def test_a_deck_without_a_pokemon_gets_a_remark(text: str, remarked: bool) -> None:
    rules = formats.rules()
    wanted = rules.format("unlimited")
    assert wanted
    found = judge(read(text.encode(), "list.txt"), Question(format=wanted, rules=rules, on=DAY))
    assert any("no Pokémon is listed" in remark for remark in found.remarks) is remarked
    assert found.in_words == "legal", "it is no breach"


@pytest.mark.rule("TRF-1.8")
def test_a_foreign_card_outside_premier_events_gets_a_remark() -> None:
    rules = formats.rules()
    wanted = rules.format("unlimited")
    assert wanted
    deck = read(b"4 Pikachu XY 42 (jp)\n56 Fire Energy", "list.txt")
    asked = Question(format=wanted, rules=rules, on=DAY, local=("en", "de"))
    (said,) = judge(deck, asked).remarks
    assert said.startswith("cards in ja, a foreign language here; at a Premier Event they are not")
    assert judge(deck, asked).in_words == "legal"
    assert not judge(read(b"60 Fire Energy (de)", "list.txt"), asked).remarks[1:]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("4 Pikachu ((XY 42))", "brackets within brackets"),
        ("4 Pikachu (XY [42])", "brackets within brackets"),
        ("4 Pikachu (XY 42", "an unmatched bracket"),
        ("4 Pikachu XY 42)", "an unmatched bracket"),
    ],
)
def test_brackets_that_cannot_be_read_are_one_sentence(line: str, wrong: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(f"{line}\n56 Fire Energy".encode(), "list.txt")
    assert str(caught.value).startswith(f"list.txt, line 1: it has {wrong}")


def test_a_list_of_four_thousand_lines_is_one_sentence() -> None:
    with pytest.raises(Unreadable) as caught:
        read(b"4 Pikachu XY 42\n" * 4_000, "list.txt")
    assert str(caught.value) == "list.txt has 4,000 lines; a deck list can have at most 1,000."
