"""A law of the house: the page of a question asks what its command asks."""

import click
import pytest

from roundbook.cli.verbs import load
from roundbook.cli.web.staff.questions import QUESTIONS

OF_TERMINAL = {
    *("folder", "sources", "typed", "as_json", "plain", "public", "moment"),
    *("pdf", "paper", "fonts", "language", "out"),
}
"""What a terminal alone needs, or a page offers elsewhere: where, how it is shown, printing."""

CALLED = {"seq": "entry", "round_of": "round", "outcomes": "results", "words": "about"}
"""Options whose field has another name."""

TYPED = {
    "explain": {"kind", "about"},
    "blame": {"about", "cell"},
    "pairings": {"pool"},
    "penalties": {"who"},
    "deck show": {"player"},
    "clock": {"pool"},
    "requests receipt": {"number"},
    "dossier": {"about"},
}
"""Fields whose values are plain words of the command."""

ONLY_COMMAND = {
    "standings": {"division", "flight", "as_one", "live"},
    "pairings": {"named"},
    "explain": {"proof"},
    "blame": {"proof"},
    "draft order": {"kind", "players", "table"},
    "deck show": {"form"},
    "posted": {"file"},
    "dossier": {"anonymous"},
    "rules": {"section"},
    "lint": {"listing", "only"},
    "verify": {"trust", "kept", "tail"},
}
"""Options that only the command has: a new one is to be thought about."""


@pytest.mark.parametrize("verb", QUESTIONS)
def test_the_page_of_a_question_asks_what_the_command_asks(verb: str) -> None:
    asked = {one.name for one in QUESTIONS[verb].fields}
    options = {CALLED.get(name, name) for name in _params(verb) - OF_TERMINAL}
    assert asked == options - ONLY_COMMAND.get(verb, set()) | TYPED.get(verb, set())


@pytest.mark.parametrize("verb", QUESTIONS)
def test_a_question_can_be_asked_of_a_moment_where_its_command_can(verb: str) -> None:
    assert QUESTIONS[verb].any_moment <= ("moment" in _params(verb))


def _params(verb: str) -> set[str]:
    """Return the names of a command's parameters."""
    first, *parts = verb.split()
    command = load(first)
    for part in parts:
        assert isinstance(command, click.Group)
        command = command.commands[part]
    return {param.name or "" for param in command.params}
