"""What a rule advises is a title in a sentence on a page, and a button that does it."""

import pytest

from roundbook.cli.desk.errors import advised, typed
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.desk.hints import HintButton, PageHint, anything, on_page, refusal
from roundbook.cli.web.desk.page_frame import allowed_to
from roundbook.ledger.errors import Hint, Refused, Violation, advice, do, option


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
            "Take it back: “Withdraw a result or a round” (Reason).",
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
            "An official may override it: “Override the rule”, with the reason.",
            (),
        ),
        (
            advice("Set the tag: {}.", do("late-tag", "p4", "--set", "--reason", "…")),
            "Set the tag: “Set or clear the late tag” (Why).",
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
                "Tell both players, then say so: “Both players have been told how many minutes "
                "they have”."
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
    hint = advice("Print it: {}. Look there: {}.", do("deck list"), do("calls"))
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
    assert "".join(text for text, _ in rule.parts) == "Rule: extension-too-late (TRF §7.2)"


def test_a_hint_without_anything_to_do_is_a_sentence_without_a_button() -> None:
    assert on_page("Check the round number.") == PageHint(text="Check the round number.")


@pytest.mark.parametrize(
    ("hint", "beside"),
    [
        (advice("Pair it: {}.", do("pair", "masters")), "Pair it:"),
        (advice("Make the cut: {}.", do("cut")), ""),
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
