"""What a terminal says is nothing to a page: with all of it turned to nonsense, pages are the same.

Help texts, metavars and lines of verbs become nonsense, and so does every sentence that a command
says. The core of the web suite runs again under that, and pages and answers for programs are the
same letter by letter, and so are the answers to questions.
"""

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest

from roundbook.cli import commands
from roundbook.cli.verbs import GROUPS, VERBS, load
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.staff.every_form import FORMS
from roundbook.cli.web.staff.questions import QUESTIONS
from tests.cli.line import Line
from tests.web.test_acts import (
    running,  # noqa: F401 - a fixture of the tests below.
    test_a_dangerous_act_has_to_be_typed,  # noqa: F401 - run again here, as all that follow.
    test_a_form_that_is_sent_twice_is_one_act,  # noqa: F401
    test_a_late_player_comes_in_by_a_form,  # noqa: F401
    test_what_a_rule_refuses_is_said_beside_what_was_filled_in,  # noqa: F401
)
from tests.web.test_entry import (
    desk,  # noqa: F401 - a fixture as well.
    test_a_line_that_is_wrong_stays_in_the_box,  # noqa: F401
    test_a_slip_is_one_line,  # noqa: F401
    test_another_result_needs_a_reason,  # noqa: F401
    test_one_result_for_many_tables,  # noqa: F401
    test_two_desks_at_one_table_see_both_results_and_whose_they_are,  # noqa: F401
    test_undo_says_what_it_takes_back,  # noqa: F401
)
from tests.web.visitor import Visitor

NONSENSE = "Xyzzy --plugh `roundbook xyzzy` PLUGH."
ROOMS = ("roundbook.cli.commands", "roundbook.cli.terminal")
CHANGING = re.compile(
    r'name="(?:key|cmd)" value="[^"]*"|data-claimed="[0-9]+"|<span data-now>[^<]*|told=[^"&]*'
)
PAGES = (
    *("desk", "desk/rounds", "desk/players", "desk/tables?only=all", "desk/claims", "desk/acts"),
    *(
        "desk/history",
        "desk/standings",
        "desk/archive",
        "desk/tom-file",
        "desk/correct/masters-1-1",
    ),
    *(
        f"desk/ask/{verb.replace(' ', '/')}?ask=yes&about=p1"
        for verb in QUESTIONS
        if verb != "clock"
    ),
    *("desk/ask/explain?about=masters-1-1", "desk/ask/what-if?ask=yes&drops=p1", "desk/ask"),
    *("desk/ask/standings?as_of=never", "desk/ask/explain?about=nobody"),
    *("desk/ask/explain?kind=lock&about=masters-1-1", "desk/ask/clock?ask=yes&as_of=5"),
    *(
        "desk/lists/players",
        "desk/saves",
        "desk/hand/deck",
        "desk/flights",
        "standings",
        "pairings",
        "players",
    ),
    *(f"desk/do/{verb.replace(' ', '/')}" for verb in FORMS),
)

REFUSED = tuple(
    f"/t/cup/desk/ask/{rest}"
    for rest in (
        *("what-if?ask=yes&about=p1", "draft/order?ask=yes&about=p1", "standings?as_of=never"),
        *("requests/receipt?ask=yes&about=p1", "explain?about=nobody"),
        "deck/show?ask=yes&about=p1",
    )
)


def every_command() -> Iterator[click.Command]:
    """Yield every command, with its subcommands."""
    waiting = [load(verb) for verb in VERBS]
    while waiting:
        command = waiting.pop()
        yield command
        if isinstance(command, click.Group):
            waiting += command.commands.values()


def modules() -> Iterator[Any]:
    """Yield every module that says something at a terminal."""
    root = Path(commands.__path__[0]).parent
    for room in ROOMS:
        for file in sorted((root / room.rpartition(".")[2]).glob("*.py")):
            yield import_module(f"{room}.{file.stem}" if file.stem != "__init__" else room)


def turn_to_nonsense(patch: pytest.MonkeyPatch) -> None:
    """Let no help text and no sentence of a terminal mean anything; JSON stays as it is."""
    for command in every_command():
        patch.setattr(command, "help", NONSENSE)
        patch.setattr(command, "short_help", NONSENSE)
        for param in command.params:
            if isinstance(param, click.Option):
                patch.setattr(param, "help", NONSENSE)
            if isinstance(param, click.Option | click.Argument):
                patch.setattr(param, "metavar", "PLUGH")
    for heading, verbs in GROUPS.items():
        odd = tuple(verb._replace(line=NONSENSE) for verb in verbs)
        patch.setitem(GROUPS, heading, odd)
        for verb in odd:
            patch.setitem(VERBS, verb.name, verb)
    for module in modules():
        for name in ("say_done", "echo"):
            if hasattr(module, name):
                patch.setattr(module, name, odd_words(name, getattr(module, name)))


def odd_words(name: str, said: Callable[..., None]) -> Callable[..., None]:
    """Return what says nonsense in place of sentences."""

    def say_done(ctx: Any, entries: Any, *lines: str, **answer: object) -> None:
        said(ctx, entries, *(NONSENSE for _ in lines), **answer)

    def echo(text: str = "", **how: bool) -> None:
        said(text if text.lstrip()[:1] in {"{", "["} else NONSENSE, **how)

    return say_done if name == "say_done" else echo


@pytest.fixture(autouse=True)
def nonsense(monkeypatch: pytest.MonkeyPatch) -> None:
    turn_to_nonsense(monkeypatch)


def test_no_page_and_no_answer_changes_when_a_terminal_talks_nonsense(
    visitor: Visitor, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    line("report", "masters-1-1", "2-0")
    visitor.come_in(AccessRole.ORGANISER)
    paths = [f"/t/cup/{page}" for page in PAGES]
    paths += ["/api/v1/tournaments", "/api/v1/tournaments/cup/standings"]

    def seen() -> dict[str, str]:
        return {path: CHANGING.sub("", visitor.get(path).text) for path in paths}

    assert NONSENSE in load("drop").get_help(click.Context(load("drop")))
    not_here = {path for path in paths if visitor.get(path).status_code != 200}
    not_here -= {path for path in REFUSED if visitor.get(path).status_code == 422}
    assert not_here <= {f"/t/cup/desk/do/{verb.replace(' ', '/')}" for verb in FORMS}
    odd = seen()
    monkeypatch.undo()
    monkeypatch.setenv("ROUNDBOOK_HOME", str(line.home))
    for path, text in seen().items():
        assert text == odd[path], path
        assert "xyzzy" not in text.lower(), path
