"""Decks of the season 2027, by the rules and the pool from public notes (SEASON 2027, §7)."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.ledger.decks import formats, pools
from roundbook.ledger.decks.pools import CardPool, CardSet
from roundbook.ledger.errors import Unreadable
from roundbook.projections.decks import Judgement, Question, judge
from tests.projections.decks import listed

RULES = formats.rules("tcg-2026-notes")
DAY = date(2026, 11, 28)
FILL = "56 Fire Energy"


def pool() -> CardPool:
    found = pools.for_format("standard", DAY, RULES.name)
    assert found is not None
    return found[0]


def judged(text: str, name: str = "standard", on: date = DAY, **said: Any) -> Judgement:
    wanted = RULES.format(name)
    assert wanted is not None
    held = pool() if wanted.pool == "standard" else None
    return judge(listed(text), Question(format=wanted, rules=RULES, on=on, pool=held, **said))


def broken(text: str, name: str = "standard", **said: Any) -> list[str]:
    return [one.rule for one in judged(text, name, **said).breaches]


# Regulation marks decide, whatever the set is called.


@pytest.mark.parametrize(
    ("mark", "rules"),
    [("H", []), ("I", []), ("J", []), ("G", ["mark-not-legal"]), ("D", ["mark-not-legal"])],
)
def test_a_card_is_legal_by_its_regulation_mark(mark: str, rules: list[str]) -> None:
    for written in (f"({mark})", f"(mark {mark})", f"(regulation mark {mark})"):
        found = judged(f"4 Pikachu ABC 18 {written}\n{FILL}")
        assert [one.rule for one in found.breaches] == rules
        assert found.unjudged == ()
        assert not any("was not checked" in one for one in found.remarks)


def test_without_a_mark_or_a_set_of_the_pool_nothing_is_claimed() -> None:
    found = judged(f"4 Pikachu ABC 18\n{FILL}")
    assert found.breaches == ()
    assert found.unjudged == (1,)
    assert any("standard-2027-notes has no entry for ABC" in one for one in found.remarks)


# New sets: the second Friday after the release.

LEGAL = [
    ("Perfect Order", date(2026, 4, 10)),
    ("Pitch Black", date(2026, 7, 31)),
    ("30th Celebration", date(2026, 9, 25)),
    ("Delta Reign", date(2026, 11, 20)),
]


@pytest.mark.parametrize(("name", "day"), LEGAL)
def test_a_set_is_legal_on_the_second_friday_after_its_release(name: str, day: date) -> None:
    one = pool().find(name)
    assert one is not None
    assert pool().legal_from(one) == day
    before = date.fromordinal(day.toordinal() - 1)
    card = f"4 Pikachu ({name} 18)\n{FILL}"
    assert broken(card, on=before) == ["set-too-new"]
    assert broken(card, on=day) == []


@given(st.dates(date(2000, 1, 1), date(2090, 1, 1)))
def test_the_second_friday_comes_8_to_14_days_after_the_release(released: date) -> None:
    one = CardSet(name="A set", released=released)
    by_friday = replace(pool(), new_sets="second-friday")
    legal = by_friday.legal_from(one)
    assert legal is not None
    assert legal.weekday() == 4
    assert 8 <= (legal - released).days <= 14
    by_days = replace(pool(), new_sets="after-days")
    assert by_days.legal_from(one) == date.fromordinal(released.toordinal() + 21)
    own = replace(one, legal_from=released)
    assert by_friday.legal_from(own) == released


# Limits in the text of cards.


@pytest.mark.parametrize(
    ("lines", "rules"),
    [
        (("1 Radiant Greninja (H)", "3 Pikachu (H)"), []),
        (("1 Radiant Greninja (H)", "1 Radiant Alakazam (H)", "2 Pikachu (H)"), ["card-limit"]),
        (("2 Radiant Greninja (H)", "2 Pikachu (H)"), ["card-limit"]),
        (("1 Solgaleo Prism Star (H)", "1 Lunala Prism Star (H)", "2 Pikachu (H)"), []),
        (("2 Solgaleo Prism Star (H)", "2 Pikachu (H)"), ["card-limit"]),
        (("2 Solgaleo ◇ (H)", "2 Pikachu (H)"), ["card-limit"]),
        (("1 Prime Catcher (ACE SPEC) (H)", "3 Pikachu (H)"), []),
        (
            ("1 Prime Catcher (ACE SPEC) (H)", "1 Master Ball (ACE SPEC) (H)", "2 Pikachu (H)"),
            ["card-limit"],
        ),
    ],
)
def test_radiant_prism_star_and_ace_spec_have_their_limits(
    lines: tuple[str, ...], rules: list[str]
) -> None:
    assert broken("\n".join([*lines, FILL])) == rules


def test_a_deck_has_a_pokemon() -> None:
    assert broken("60 Fire Energy") == ["no-basic-pokemon"]
    assert broken("40 Fire Energy", "sealed") == ["no-basic-pokemon"]
    old = formats.rules()
    wanted = old.format("standard")
    assert wanted is not None
    asked = Question(format=wanted, rules=old, on=date(2016, 1, 16))
    assert judge(listed("60 Fire Energy"), asked).breaches == ()


# Languages by the table of today.

LOCAL = {
    "united-states": {"en"},
    "canada": {"en", "fr"},
    "latin-america": {"en", "es", "pt"},
    "europe": {"en", "fr", "de", "it", "pt", "es"},
    "oceania": {"en"},
    "russia": {"en", "ru"},
    "middle-east-and-south-africa": {"en"},
}


def test_the_languages_of_each_region_are_those_of_the_table() -> None:
    assert {region: {*RULES.languages[region]} for region in LOCAL} == LOCAL
    assert {*formats.rules().languages} <= {*RULES.languages}
    assert {*formats.regions()} == {*RULES.languages}


@pytest.mark.parametrize(("region", "rules"), [("russia", []), ("oceania", ["language-foreign"])])
def test_a_foreign_language_is_refused_at_a_premier_event(region: str, rules: list[str]) -> None:
    local = RULES.languages[region]
    card = f"4 Pikachu ABC 18 (ru) (H)\n{FILL}"
    assert broken(card, local=local, premier=True) == rules


# What is said of it.


def test_every_answer_says_that_nobody_checked_it_and_cites_no_earlier_document() -> None:
    for name in (one.name for one in RULES.formats):
        found = judged("7 Pikachu ABC 18 (G) (ru) (proxy)\n3 Raichu", name, premier=True)
        said = "\n".join([*(one.in_words for one in found.breaches), *found.remarks])
        assert f"{RULES.name}: from public notes, not checked" in said
        assert "TRF" not in said
        assert "()" not in said


def test_the_pool_is_no_list_of_cards_and_says_where_it_is_from() -> None:
    assert pool().unchecked.startswith("from public notes, not checked")
    assert (pool().titles, pool().banned) == ((), ())
    assert pool().deck_rules == RULES.name
    assert pools.for_format("standard", DAY) is None


# Bad input: one sentence with the place.

BASE = 'name = "ours"\nformat = "standard"\nvalid_from = 2026-09-01\n'


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('marks = ["HI"]', "marks[0]"),
        ('marks = ["h"]', "marks[0]"),
        ('marks = ["H", "H"]', "marks lists a regulation mark more than once"),
        (
            'marks = ["H"]\nsets = [{name = "Old", marks = ["F", "G"]}]',
            "sets[0]: Old has the marks F, G, none of which is legal here (H)",
        ),
        ('sets = [{name = "One"}, {name = "one"}]', "sets[1]: one is listed twice"),
        ("valid_until = 2026-08-31", "valid_until (2026-08-31) is before valid_from (2026-09-01)"),
        ('new_sets = "third-friday"', "new_sets"),
        ('deck_rules = "trf-2031"', "deck_rules"),
    ],
)
def test_a_pool_that_contradicts_itself_is_refused_in_one_sentence(more: str, said: str) -> None:
    with pytest.raises(Unreadable) as told:
        pools.read(f"{BASE}{more}\n".encode(), "ours.toml")
    assert said in told.value.message
    assert told.value.message.count("\n") == 0
