"""A page of the desk speaks of acts and fields: no verb, option or folder of the terminal."""

import re

import pytest

from roundbook.cli.web.staff.every_form import FORMS

OF_THE_TERMINAL = re.compile(
    r"--[a-z]|`|\broundbook\b|\bstdin\b|\[default|\bdry run\b|people\.json"
)
METAVAR = re.compile(r"\b[A-Z]{3,}\b")
SHORT = {"TOP", "TRF", "PDF", "GTB", "SHA", "JSON"}
"""Documents and kinds of file that go by their short names."""


@pytest.mark.parametrize("verb", sorted(FORMS))
def test_a_form_says_nothing_that_only_a_terminal_knows(verb: str) -> None:
    form = FORMS[verb]
    said = [form.title, *form.about]
    said += [text for field in form.fields for text in (field.label, field.hint)]
    for text in said:
        assert not OF_THE_TERMINAL.search(text), text
        assert set(METAVAR.findall(text)) <= SHORT, text
