"""A page of the desk speaks of acts and fields: no verb, option or folder of the terminal."""

import re
from pathlib import Path

import pytest

from roundbook.cli.web.staff.every_form import FORMS
from tests.house.catalogues import TEMPLATES

OF_THE_TERMINAL = re.compile(
    r"--[a-z]|`|\broundbook\b|\bstdin\b|\[default|\bdry run\b|people\.json"
)
METAVAR = re.compile(r"\b[A-Z]{3,}\b")
SHORT = {"TCG", "TOP", "TRF", "PDF", "GTB", "SHA", "JSON"}
"""Documents and kinds of file that go by their short names."""


@pytest.mark.parametrize("verb", sorted(FORMS))
def test_a_form_says_nothing_that_only_a_terminal_knows(verb: str) -> None:
    form = FORMS[verb]
    said = [form.title, *form.about]
    said += [text for field in form.fields for text in (field.label, field.hint)]
    for text in said:
        assert not OF_THE_TERMINAL.search(text), text
        assert set(METAVAR.findall(text)) <= SHORT, text


@pytest.mark.parametrize("page", sorted(TEMPLATES.rglob("*.html")), ids=lambda page: page.stem)
def test_a_page_names_no_option_that_its_reader_cannot_type(page: Path) -> None:
    """What stands in a macro's arguments is for the terminal; what a reader sees is not."""
    shown = re.sub(r"\{#.*?#\}|\{%.*?%\}|<[^>]+>", " ", page.read_text(encoding="utf-8"))
    said = [shown, *re.findall(r'_\("([^"]+)"', shown)]
    plain = re.sub(r"\{\{.*?\}\}", " ", said[0])
    for text in (plain, *said[1:]):
        assert not re.search(r"(?<![-\w])--[a-z]", text), text
