"""How the look-up answers what people ask at a table, in their words."""

import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from roundbook.ledger.reference.library import OWN, entries
from roundbook.ledger.reference.search import Found, near, search, stem, wording, words_in

pytestmark = pytest.mark.fast

ASKED = Path(__file__).parents[2] / "fixtures" / "lookup"


class Phrase(NamedTuple):
    """A phrase as somebody said it, and the sections of which one answers it; none: no section."""

    text: str
    sections: frozenset[str]


def phrases(file: str) -> list[Phrase]:
    situations = tomllib.loads((ASKED / file).read_text(encoding="utf-8"))["situation"]
    return [
        Phrase(text, frozenset(one["sections"])) for one in situations for text in one["phrases"]
    ]


def ask(text: str) -> Found:
    return search(entries(), text.split())


def sections(found: Found) -> list[str]:
    """The sections that are shown in full, the best first."""
    return list(dict.fromkeys(entry.cite for entry in found.about))


def is_answered(phrase: Phrase) -> bool:
    """Answered is a phrase whose section is shown in full, first or second, or its silence said."""
    found = ask(phrase.text)
    if not phrase.sections:
        return found.silent != ""
    return not found.silent and not phrase.sections.isdisjoint(sections(found)[:2])


@pytest.mark.parametrize(
    ("file", "all_of_them", "at_least"),
    [("everyday.toml", 120, 112), ("fresh.toml", 30, 27), ("unseen.toml", 20, 18)],
)
def test_questions_of_the_table_are_answered_by_the_section_that_is_shown_first_or_second(
    file: str, all_of_them: int, at_least: int
) -> None:
    asked = phrases(file)
    missed = [(one.text, sections(ask(one.text))) for one in asked if not is_answered(one)]
    sys.stdout.write(f"{len(missed)} of {len(asked)} missed:\n")
    sys.stdout.writelines(f"  {text}: {shown}\n" for text, shown in missed)
    assert len(asked) == all_of_them
    assert len(asked) - len(missed) >= at_least, missed


def test_no_question_of_the_table_is_left_without_an_answer() -> None:
    asked = [one for file in ASKED.glob("*.toml") for one in phrases(file.name)]
    assert [one.text for one in asked if not ask(one.text).about] == []


@pytest.mark.parametrize(
    ("asked", "cite"),
    [
        ("time limit", "TRF §7.3"),
        ("late", "TOP §3.1.3"),
        ("tie", "TRF §8.2"),
        ("ties", "TRF §8.3"),
        ("bye", "TOP §3.1"),
        ("byes", "TOP §3.1"),
        ("drop", "TOP §3.1"),
        ("dropped", "TOP §3.1"),
        ("disqualified", "TOP §3.2"),
        ("forfeits", "TOP §3.1"),
        ("latecomers", "TOP §3.1.3"),
        ("copies", "TRF §11.1"),
        ("ace spec", "TRF §11.1"),
        ("deck size", "TRF §11.1"),
        ("language", "TRF §1.8"),
        ("foreign", "TRF §1.8"),
        ("world championships", "TRF §1.8"),
        ("sudden death", "TRF §9.3"),
        ("extra turns", "TRF §8.1"),
        ("21 days", "TRF §1.3"),
        ("not tournament legal", "TRF §1.11"),
        ("sealed", "TRF §11.2.1"),
        ("draft", "TRF §11.2.2"),
        ("tiebreakers", "TOP §3.1.4.1"),
        ("standings", "TOP §3.1.4"),
        ("prizes", "TOP §2"),
        ("no-show", "TOP §3.1"),
        ("locked", "TOP §4"),
        ("who goes first", "TRF §10"),
        ("SLEEVE", "TRF §2"),
        ("autographs", "TRF §1.9"),
        ("coin flip", "TRF §3.5.1"),
        ("swap", "POD, Draws"),
        ("what is a proxy?", "TRF §1.7"),
        ("can I change my deck", "TRF §4"),
        ("when is time called", "TRF §8.1"),
        ("time is up", "TRF §8.1"),
    ],
)
def test_everyday_words_lead_to_their_section(asked: str, cite: str) -> None:
    found = ask(asked)
    assert cite in sections(found)
    assert len(found.about) <= 5


@pytest.mark.parametrize(
    ("asked", "cite"),  # latest, translation; started; pass the rest.
    [("late", "TRF §1.5"), ("late", "TOP Appendix A"), ("art", "TRF §9.2"), ("res", "TRF §11.2.2")],
)
def test_words_are_found_and_not_parts_of_words(asked: str, cite: str) -> None:
    found = ask(asked)
    assert cite not in [entry.cite for entry in (*found.about, *found.also)]


@pytest.mark.parametrize(
    ("asked", "unknown"), [("xyzzy", ("xyzzy",)), ("shuf", ("shuf",)), ("&", ()), ("", ())]
)
def test_what_is_nowhere_is_not_found(asked: str, unknown: tuple[str, ...]) -> None:
    assert ask(asked) == Found(unknown=unknown)


def test_a_word_that_is_nowhere_is_named_and_the_others_are_answered() -> None:
    found = ask("sleeves xyzzy")
    assert (sections(found), found.unknown) == (["TRF §2"], ("xyzzy",))


def test_what_holds_most_of_the_words_comes_first() -> None:
    assert sections(ask("coin dice random lands flat shoulder"))[0] == "TRF §3.5.1"
    assert sections(ask("opposite sides of a coin or of dice"))[0] == "TRF §3.5.2"


def test_what_only_mentions_the_words_comes_second() -> None:
    found = ask("sleeves")
    assert [entry.title for entry in found.about] == ["Sleeves"]
    assert "Cards with another back" in [entry.title for entry in found.also]


def test_a_decision_of_ours_comes_after_the_section_that_it_reads() -> None:
    found = ask("bye")
    assert all(entry.document not in OWN for entry in found.about)
    assert "A-3" in [entry.cite for entry in found.also]
    assert sections(ask("backup")) == ["LED-7"], "only the ledger speaks of backups"


def test_banned_cards_are_those_of_expanded() -> None:
    assert sections(ask("banned cards"))[0] == "TRF §13.2"


def test_what_the_documents_do_not_speak_of_is_said_with_the_person_who_decides() -> None:
    found = ask("may I concede the game")
    assert (
        found.silent
        == "The documents do not speak of conceding. The head judge decides (TRF §1.2)."
    )
    assert sections(found) == ["TRF §1.2"]
    assert not ask("the game goes up to the end").silent


@pytest.mark.parametrize(
    "typed",
    ["Pokémon", "pokemon", "POKEMON", "Pokémon's"],
)
def test_accents_capitals_and_endings_make_no_difference(typed: str) -> None:
    (word,) = words_in(typed)
    assert stem(word) == "pokemon"


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("decklist", "deck list"),
        ("team mate", "teammate"),
        ("no show", "no-show"),
        ("die", "dice"),
        ("two minutes", "2 minutes"),
        ("randomized decks", "randomised deck"),
        ("damaged cards", "damage card"),
    ],
)
def test_two_ways_to_write_a_word_find_the_same_section(one: str, two: str) -> None:
    assert sections(ask(one))[0] == sections(ask(two))[0]


def test_a_number_counts_with_the_word_next_to_it() -> None:
    assert sections(ask("40 cards"))[0] == "TRF §11.2"
    assert "TRF §11.2" not in sections(ask("rounds for 40 players"))


def test_every_synonym_is_one_word_and_leads_to_words_of_the_sections() -> None:
    said = [stem(word) for one in wording().synonym for word in one.said]
    assert sorted(said) == sorted(set(said)), "each word once"
    assert [
        word for one in wording().synonym for word in one.said if len(words_in(word)) != 1
    ] == []
    nowhere = [means for one in wording().synonym for means in one.means if not ask(means).about]
    assert nowhere == []
    unheard = [word for one in wording().synonym for word in one.said if not ask(word).about]
    assert unheard == []


def test_the_words_of_the_table_are_no_copy_of_the_questions() -> None:
    words = [word for one in wording().synonym for word in (*one.said, *one.means)]
    assert {one.text for one in phrases("fresh.toml")}.isdisjoint(words)
    small = wording().small
    assert [word for word in words if word in small] == []


def test_words_that_are_not_found_have_neighbours() -> None:
    assert near(["slevee"]) == ["sleeves"]
    assert near(["qqqq"]) == []


def test_of_a_pasted_page_full_of_slips_few_similar_words_are_shown() -> None:
    titles = {word for entry in entries() for word in words_in(entry.title) if len(word) > 4}
    page = [f"{word}q" for word in sorted(titles)]
    found = search(entries(), [*page, "sleeves"])
    assert sections(found) == ["TRF §2"]
    assert len(found.unknown) > 100
    assert 0 < len(near(found.unknown)) <= 24
