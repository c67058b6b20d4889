"""A page of the desk speaks of acts and fields: no verb, option or folder of the terminal."""

import re

import pytest

from cli.web.desk.forms.catalogue import FORMS
from cli.web.desk.wording import plainly

OF_THE_TERMINAL = re.compile(
    r"--[a-z]|`|\broundbook\b|\bstdin\b|\[default|\bdry run\b|people\.json"
)
METAVAR = re.compile(r"\b[A-Z]{3,}\b")
SHORT = {"TOP", "TRF", "PDF", "GTB", "SHA"}
"""Documents and kinds of file that go by their short names."""


@pytest.mark.parametrize("verb", sorted(FORMS))
def test_a_form_says_nothing_that_only_a_terminal_knows(verb: str) -> None:
    form = FORMS[verb]
    said = [form.title, *form.about]
    said += [text for field in form.fields for text in (field.label, field.hint)]
    for text in said:
        assert not OF_THE_TERMINAL.search(text), text
        assert set(METAVAR.findall(text)) <= SHORT, text


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("next: roundbook pair all", "next: “Pair a round”"),
        (
            "  hint: If it is wrong, use `roundbook correct`.",
            "  hint: If it is wrong, use “Correct a result”.",
        ),
        (
            "An official may let it pass: `--override rematch --because …`.",
            "An official may let it pass: “Let the rule pass”, with the reason.",
        ),
        (
            "Take it back: `roundbook withdraw masters-2 --reason …`.",
            "Take it back: “Take back a result or a round” (Reason).",
        ),
        ("if it is somebody else, give an id (--id).", "if it is somebody else, give an id."),
        ("Give --birth-year or --division.", "Give “Year of birth” or “Division”."),
        ("Tell both, then say so: `--informed`.", "Tell both, then say so: “Informed”."),
        ("no result is kept; `= 20` lets the tables", "no result is kept; `= 20` lets the tables"),
        ("the deck check form has 60 - 4 cards", "the deck check form has 60 - 4 cards"),
    ],
)
def test_what_a_verb_says_is_said_by_titles_and_labels(said: str, shown: str) -> None:
    assert plainly(said) == shown
