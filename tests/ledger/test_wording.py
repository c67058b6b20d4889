"""Sentences and citations under an edition with documents of its own."""

import re

import pytest

from roundbook.ledger.people.book import Book
from roundbook.ledger.rulesets.released import EDITIONS, load
from roundbook.ledger.rulesets.wording import (
    cited,
    cited_in,
    in_edition,
    page_in,
    shown_in,
    uncited,
)
from roundbook.projections.rules_in_force import rules_in_force
from tests.rules.breaches import BREACHES
from tests.rules.faces import breach_of, words_of

OLD, NEW = load("play-2017"), load("play-2027-notes")
OLD_DOCUMENTS = re.compile(r"\b(?:TOP|TRF) §|\b(?:GTB|POD)\b|Sudden Death")
NAMES = {check.rule for check in rules_in_force(Book())}


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("The rounds are few (TOP §3.3.5).", "The rounds are few (TRH §5.5.6)."),
        ("The results are locked (TOP §4).", "The results are locked."),
        ("kept until Friday (5 days left; TOP §4)", "kept until Friday (5 days left)"),
        ("No game starts (TRF §8.1, §9.1).", "No game starts (TCG-H §7.4.3)."),
        ("A circle (TOP §3.1.4.1 (3), GTB).", "A circle (TRH §5.5.2.1)."),
        ("Sudden Death goes on", "the tiebreaker game goes on"),
        ("sudden-death and sd1 are words that are stored", None),
        ("The TOP 8 Cup (in TRF) and TOP §4 as somebody wrote it", None),
    ],
)
def test_a_sentence_is_shown_in_the_words_of_its_edition(written: str, shown: str | None) -> None:
    assert in_edition(written, NEW) == (shown or written)
    assert in_edition(written, OLD) == written


def test_a_sentence_for_players_has_no_citations() -> None:
    assert uncited("The deck has 59 cards (TRF §2, §3.1).") == "The deck has 59 cards."
    assert uncited("kept until Friday (5 days left; TOP §4)") == "kept until Friday (5 days left)"


def test_what_people_wrote_keeps_its_words_and_only_our_citations_change() -> None:
    text = "won by Sudden Death, as the judge said (TOP §3.1.2)"
    assert cited_in(text, NEW) == "won by Sudden Death, as the judge said (TRH §5.2.1)"


def test_what_a_judge_saw_is_said_in_the_words_of_the_edition_and_a_note_is_not() -> None:
    text = (
        "entry 9: match m-1-1 as a judge saw it: Sudden\n    Death under way\nnote: Sudden Death?"
    )
    assert shown_in(text, NEW) == (
        "entry 9: match m-1-1 as a judge saw it: a tiebreaker game under way\nnote: Sudden Death?"
    )
    assert shown_in(text, OLD) == text


def test_a_section_on_a_page_loses_the_link_to_our_text_of_another_document() -> None:
    page = (
        '<p>Locked (<a href="/t/cup/desk/ask/rules?about=TOP+%C2%A74" target="_blank">TOP §4'
        '<span class="unseen"> (opens in a new tab)</span></a>), <a href="/x">x</a> (TOP §3.2)</p>'
    )
    assert page_in(page, NEW) == '<p>Locked, <a href="/x">x</a> (TRH §5.5.3)</p>'
    assert page_in(page, OLD) == page


def test_a_rule_with_a_section_of_its_own_cites_that_and_one_without_cites_nothing() -> None:
    assert cited("TOP §4", NEW, "result-locked") == "TRH §5.3.1.1"
    assert cited("TOP §4", NEW, "tournament-closed") == ""
    assert cited("TOP §3.1.3, GTB", NEW, "registration-closed") == "TRH §5.2.2"
    assert cited("the ledger", NEW, "not-open") == "the ledger"
    assert cited("TOP §4", OLD, "result-locked") == "TOP §4"


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_rule_that_an_edition_cites_by_name_is_in_force(edition: str) -> None:
    named = {place for place in load(edition).citations if re.fullmatch(r"[a-z-]+", place)}
    assert named <= NAMES


@pytest.mark.parametrize("name", sorted(BREACHES))
def test_no_refusal_of_this_season_cites_a_document_of_another(name: str) -> None:
    """Every rule breaks in its smallest script, judged by the edition of this season."""
    breach = breach_of(name)
    judged = breach.desk.checks.judge_entry(breach.desk.tournament, breach.entry(), NEW)
    said = [words_of(one) for one in judged]
    assert [words for words in said if OLD_DOCUMENTS.search(words)] == []
