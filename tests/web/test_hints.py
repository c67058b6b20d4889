"""What a rule advises is a title in a sentence on a page, and a button that does it."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from roundbook.cli.session.errors import advised, typed
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.staff.every_form import FORMS
from roundbook.cli.web.staff.hints import (
    NOT_YOURS,
    PAGES,
    HintButton,
    PageHint,
    anything,
    button_of,
    in_the_hall,
    in_three_kinds,
    on_page,
    refusal,
)
from roundbook.cli.web.staff.page_frame import allowed_to
from roundbook.cli.web.staff.questions import QUESTIONS
from roundbook.ledger.errors import Hint, Refused, Violation, advice, do, option, warning
from roundbook.ledger.terms import MatchId
from tests.conftest import ROOT


@pytest.mark.parametrize(
    ("hint", "text", "goes"),
    [
        (
            advice("If the result is wrong, use {}.", do("correct")),
            "If the result is wrong, use “Correct a result”.",
            ("desk/do/correct",),
        ),
        (
            advice("Pair it: {}.", do("pair", "masters")),
            "Pair it: “Pair a round”.",
            ("desk/do/pair?pool=masters",),
        ),
        (
            advice("Take it back: {}.", do("withdraw", "masters-2", "--reason", "…")),
            "Take it back: “Withdraw a result or a round”.",
            ("desk/do/withdraw?what=masters-2",),
        ),
        (
            advice(
                "Report the missing results ({}); {} shows the tables.",
                do("report"),
                do("pairings"),
            ),
            "Report the missing results (“Report a result”); “Rounds” shows the tables.",
            ("desk/do/report", "desk/rounds"),
        ),
        (
            advice("Draw them: {}.", do("draft seats")),
            "Draw them: “Draw the seats for a draft”.",
            ("desk/do/draft/seats",),
        ),
        (
            advice("An official may override it: {}.", option("--override", "rematch")),
            "An official may override it: “Override the rules”, with the reason.",
            (),
        ),
        (
            advice("Set the tag: {}.", do("late-tag", "p4", "--set", "--reason", "…")),
            "Set the tag: “Set or clear the late tag”.",
            ("desk/do/late-tag?who=p4&late=set",),
        ),
        (
            advice("Undo: {}.", do("penalty", "p4", "--seq", "10")),
            "Undo: “Withdraw the penalty”.",
            ("desk/do/penalty?who=p4&seq=10",),
        ),
        (
            advice("Tell both players, then say so: {}.", option("--informed", of="extend")),
            (
                "Tell both players, then say so: “Both players have been told how many extra "
                "minutes they have”."
            ),
            (),
        ),
        (
            advice("Register everybody else with {}.", option("--skip-known")),
            "Register everybody else with “Skip players who are already registered”.",
            (),
        ),
    ],
)
def test_a_page_names_the_act_and_has_its_button(
    hint: Hint, text: str, goes: tuple[str, ...]
) -> None:
    found = on_page(hint)
    assert found.text == text
    assert tuple(button.goes for button in found.buttons) == goes


def test_whoever_may_not_enter_a_result_tells_it_to_the_desk() -> None:
    lost = advice("The match is lost. Enter its result: {}. Then {}.", do("report"), do("calls"))
    found = on_page(lost, allowed=lambda verb: verb != "report")
    assert found.text == "The match is lost. Tell the desk the result. Then “Tables”."
    assert [one.title for one in found.buttons] == ["Tables"]
    assert on_page(lost).text.startswith("The match is lost. Enter its result: “Report a result”.")


def test_what_somebody_may_not_do_is_no_button_and_names_whom_to_ask() -> None:
    hint = advice("Print it: {}. Look there: {}.", do("announcement"), do("calls"))
    found = on_page(hint, "/t/cup", allowed_to(AccessRole.ENTRY))
    assert (
        found.text
        == "Print it: “Print” (ask the organiser). Look there: “Tables” (ask the organiser)."
    )
    assert found.buttons == ()
    shown = on_page(hint, "/t/cup", allowed_to(AccessRole.JUDGE))
    assert [one.goes for one in shown.buttons] == ["/t/cup/desk/print", "/t/cup/desk/tables"]


def test_a_section_of_the_rules_leads_to_what_it_says() -> None:
    late = Violation(rule="extension-too-late", seq=1, message="", cites="TRF §7.2", hint="")
    [said, rule] = refusal(advised(Refused("a sentence.", violations=[late])), "/t/cup", anything)
    assert said.text == "A sentence."
    assert rule.is_rule
    assert [goes for _, goes in rule.parts if goes] == ["/t/cup/desk/ask/rules?about=TRF+%C2%A77.2"]
    assert "".join(text for text, _ in rule.parts) == "Rule: TRF §7.2"
    none = Violation(rule="unknown-player", seq=1, message="", cites="the ledger", hint="")
    shown = refusal(advised(Refused("a sentence.", violations=[none])), "/t/cup", anything)
    assert [one.text for one in shown] == ["A sentence."]


def test_a_hint_without_anything_to_do_is_a_sentence_without_a_button() -> None:
    assert on_page("Check the round number.") == PageHint(text="Check the round number.")


@pytest.mark.parametrize(
    ("hint", "beside"),
    [
        (advice("Pair it: {}.", do("pair", "masters")), "Pair it:"),
        (advice("Make the cut: {}.", do("cut")), ""),
        (advice("It no longer fits: repair it ({})", do("repair")), "It no longer fits: repair it"),
        (
            advice("Decide: {}, {}, or {}.", do("pair"), do("cut"), do("check-in", "…")),
            "Decide:",
        ),
        (
            advice("{} opens it again.", do("reopen")),
            "“Reopen a closed tournament” opens it again.",
        ),
        (advice("Announce it: {}.", do("announce", "--prizes", "N")), "Announce it:"),
        (advice("Let them ({}), or not.", option("--role", "head-judge")), "Let them, or not."),
    ],
)
def test_a_sentence_beside_its_buttons_does_not_say_what_they_say(hint: Hint, beside: str) -> None:
    assert on_page(hint).beside == beside


def test_what_has_to_be_done_in_two_pools_is_one_button_that_asks_for_which() -> None:
    cuts = [do("cut", "junior"), do("cut", "masters")]
    found = on_page(advice("Make the cut: {}. Make the cut: {}. Or wait.", *cuts))
    assert found.beside == "Or wait."
    assert [(one.title, one.goes) for one in found.buttons] == [("Make the cut", "desk/do/cut")]


def test_a_button_bears_the_title_of_its_act() -> None:
    found = on_page(advice("Start it first: {}.", do("start")))
    assert found.buttons == (HintButton(title="Start a round", goes="desk/do/start"),)


def test_the_same_hint_is_a_command_line_in_a_terminal() -> None:
    hint = advice("Give them up: {}; {}.", do("flights", "masters=1"), option("--reason", "…"))
    assert typed(hint) == "Give them up: `roundbook round flights masters=1`; `--reason …`."


def test_what_is_named_in_a_hint_is_no_pattern() -> None:
    assert typed(advice("Perhaps {} is meant.", "{} and {0}")) == "Perhaps {} and {0} is meant."


def test_an_answer_comes_in_three_kinds_and_people_read_no_numbers_of_entries_first() -> None:
    lines = (
        "Entry 27: Ana Lopez (p1) dropped, after round 1.",
        warning("No deck list yet: {odd}."),
        warning("Round 1 waits for the prizes: {}.", do("announce")),
        advice("Pair it: {}.", do("pair", "masters")),
        "10 players remain.",
    )
    found = in_three_kinds([on_page(one) for one in lines], recorded=True)
    assert [one.text for one in found.done] == [
        "Ana Lopez (p1) dropped, after round 1.",
        "10 players remain.",
    ]
    assert found.entries == ("27",)
    assert [one.beside for one in found.look] == [
        "No deck list yet: {odd}.",
        "Round 1 waits for the prizes:",
    ]
    assert [one.buttons[0].title for one in found.todo] == ["Pair a round"]
    tried = [on_page("This would be entry 27: ana dropped."), on_page("In the same entry: so.")]
    checked = in_three_kinds(tried, recorded=False)
    assert [one.text for one in checked.done] == [
        "To be recorded: ana dropped.",
        "To be recorded: so.",
    ]
    assert checked.entries == ()


@pytest.mark.parametrize(
    ("pools", "said", "told"),
    [
        (("masters",), "match masters-3-4 was reported: 2-0", "table 4 was reported: 2-0"),
        (("masters",), "a warning in match masters-3-4", "a warning at table 4"),
        (("masters",), "Match masters-1-4 was", "Table 4 in round 1 was"),
        (("masters-a", "senior"), "match masters-a-3-4 was", "table 4 of Masters A was"),
        (
            ("masters-a", "senior"),
            "round 3 of masters-a and senior",
            "round 3 of Masters A and Senior",
        ),
        (("masters-a", "masters"), "results of masters-a", "results of Masters A"),
        (("masters",), 'a note: "masters-3-4"', 'a note: "masters-3-4"'),
        (
            ("masters", "senior"),
            "match senior-4-2 was reported",
            "table 2 of Senior in the 3rd-place match was reported",
        ),
        (("masters",), "there is no match masters-9-4", "there is no match masters-9-4"),
        (("masters",), "the masters of it", "the masters of it"),
    ],
)
def test_matches_and_pools_are_called_as_in_the_hall(
    pools: tuple[str, ...], said: str, told: str
) -> None:
    """The 3rd-place match may be played before the final is paired."""
    t: Any = SimpleNamespace(
        players={}, pods=dict.fromkeys(pools), cuts={}, latest=dict.fromkeys(pools, 3)
    )
    t.playoffs = {"senior": MatchId.parse("senior-4-2")}
    assert in_the_hall(t)(said) == told


def test_before_the_first_pairing_divisions_are_called_as_in_the_hall() -> None:
    divisions = {"p1": "Masters", "p2": "Senior", "p3": "Open"}
    players = {one: SimpleNamespace(division=division) for one, division in divisions.items()}
    t: Any = SimpleNamespace(pods={}, cuts={}, latest={}, players=players)
    told = in_the_hall(t)
    assert told("The rounds of senior were set to 3.") == "The rounds of Senior were set to 3."
    assert told("It starts to open.") == "It starts to open."
    said = "according to the rounds table, {} has 5 rounds"
    assert told(said.format("masters-a")) == said.format("Masters A"), "not drawn yet"


NO_PAGE = {
    *("backup", "key", "restore", "prepare-database", "schema", "edition", "compare-editions"),
    *("check", "check-proof", "head", "proof", "merge", "open-archive", "practise", "serve"),
    *("deck pool", "follow", "import", "invite", "open", "shelf"),
}
"""Commands that hints name and that no page of a tournament replaces: files, keys, other events."""


def test_a_page_names_a_command_only_where_no_page_does_the_same() -> None:
    """A hint with another verb needs a page here, or its place among those that have none."""
    hinted = {
        verb
        for room in ("cli", "ledger", "projections")
        for file in (ROOT / room).rglob("*.py")
        for verb in re.findall(r'\bdo\(\s*"([a-z][a-z -]*)"', file.read_text(encoding="utf-8"))
    }
    assert {"players", "pair", "export"} <= hinted, "the code is read"
    assert {verb for verb in hinted if button_of(do(verb)) is None} == NO_PAGE
    assert not {verb for verb in QUESTIONS if button_of(do(verb)) is None and verb in hinted}


def test_titles_at_the_end_of_a_sentence_are_buttons_behind_it() -> None:
    """Also those with a field to fill in, whose label has brackets within the brackets."""
    hint = advice("See who wins: {}, {}.", do("time-called"), do("verdict", "--elimination"))
    found = on_page(hint, "/t/cup", anything)
    assert "(A match in a bracket (TRF §9))" in found.text
    assert found.beside == "See who wins:"


@pytest.mark.parametrize("verb", sorted({*PAGES, *FORMS} - {"open"}))
def test_no_organiser_is_told_to_ask_the_organiser(verb: str) -> None:
    """Whatever a hint names is theirs to open, also a page that is in the menu only later."""
    found = on_page(advice("Go on: {}.", do(verb)), "/t/cup", allowed_to(AccessRole.ORGANISER))
    assert NOT_YOURS not in found.text
    assert found.buttons
