"""The questions to the documents of a season: every field of an edition answers one of them."""

from collections.abc import Iterator
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from roundbook.ledger.rulesets.own_rules import NOT_RULES, fields_that_differ, values
from roundbook.ledger.rulesets.questions import (
    CHOICES,
    QUESTIONS,
    QuestionName,
    in_words,
    question_of,
)
from roundbook.ledger.rulesets.released import EDITIONS, load
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.rulesets.tables import Times

pytestmark = pytest.mark.fast


def test_every_field_answers_exactly_one_question_and_has_words() -> None:
    named = [field for question in QUESTIONS for field in question.fields]
    assert len(set(named)) == len(named)
    asked = {field for field in named if "." not in field}
    assert asked >= {*Ruleset.__struct_fields__} - {*NOT_RULES}
    assert asked <= {*Ruleset.__struct_fields__}
    assert {f"times.{name}" for name in Times.__struct_fields__} <= {*named}
    assert tuple(one.name for one in QUESTIONS) == get_args(QuestionName)


SPEAK = {"tie_word", "penalties"}
"""The fields whose values need no explanation."""


def test_every_word_that_a_field_chooses_from_is_explained() -> None:
    hints = get_type_hints(Ruleset)
    known = {name: [*words_of(hint)] for name, hint in hints.items()}
    chosen = {name: words for name, words in known.items() if words and name != "unanswered"}
    assert {name: [*words] for name, words in CHOICES.items()} == {
        name: words for name, words in chosen.items() if name not in SPEAK
    }


def words_of(hint: object) -> Iterator[str]:
    """The words among which a type lets people choose."""
    for part in get_args(hint):
        if get_origin(hint) is Literal:
            yield part
        else:
            yield from words_of(part)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_value_of_an_edition_can_be_said_in_words(edition: str) -> None:
    for place in values(load(edition)):
        assert in_words(place)
        assert question_of(place)[0].asks.endswith("?")


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("vg[8]", "rounds table VG, from 8 players"),
        ("tables.tcg-swiss-only[9]", "rounds table tcg-swiss-only, from 9 players"),
        ("divisions.seasons[2027]", "years of birth in season 2027"),
        ("times.extra_turns", "turns after time"),
        ("citations.TOP §4", "section cited for TOP §4"),
        ("retention_months", "months for which results are kept"),
    ],
)
def test_a_place_in_words(place: str, words: str) -> None:
    assert in_words(place) == words


def test_a_row_of_a_table_with_a_name_of_its_own_differs_as_a_row() -> None:
    differ = fields_that_differ(load("play-2027-notes"), load("play-2017"))
    assert "tables.tcg-swiss-only[9]" in differ
    assert "vg[4]" in differ
    assert "vg[9]" not in differ
    assert not {*differ} & {*NOT_RULES}
