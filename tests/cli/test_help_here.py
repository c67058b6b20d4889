"""The help of commands in an event's folder has the words and the documents of its edition."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from roundbook.cli.help_here import help_here
from roundbook.cli.main import roundbook as root
from roundbook.cli.places import layout
from roundbook.cli.verbs import WORDS, find
from tests.cli.line import Line
from tests.cli.typed import roundbook

EARLIER = re.compile(r"\b(?:TOP|TRF|GTB)\b|Sudden Death")
LOOK_UP = "edition find"
"""The command that looks up our texts of the documents of 2016 and 2017."""


def helps(
    command: click.Command, path: tuple[str, ...], above: click.Context
) -> Iterator[tuple[str, str]]:
    """Every command with its help, those of groups as well."""
    ctx = click.Context(command, parent=above, info_name=path[-1])
    yield " ".join(path), help_here(command, ctx)
    for name in command.list_commands(ctx) if isinstance(command, click.Group) else ():
        yield from helps(command.commands[name], (*path, name), ctx)  # type: ignore[attr-defined]


def of_every_command() -> dict[str, str]:
    top = click.Context(root, info_name="roundbook")
    found = dict[str, str]()
    for word in WORDS:
        command = find(word)
        assert command is not None
        found |= dict(helps(command, (word,), top))
    return found


@pytest.fixture
def event(line: Line, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of an event of this season, in which somebody stands."""
    edition = ("--edition", "play-2027-notes", "--start", "2026-11-28")
    line.run("open", line.folder, "--name", "Cup", *edition, code=0)
    monkeypatch.chdir(line.folder)
    return line.folder


def test_no_help_cites_a_document_of_an_earlier_season_in_an_event_of_this_one(event: Path) -> None:
    found = of_every_command()
    assert len(found) > 120
    assert event.name
    assert [name for name, text in found.items() if EARLIER.search(text)] == [LOOK_UP]


def test_elsewhere_the_help_cites_what_roundbook_was_made_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert sum(bool(EARLIER.search(text)) for text in of_every_command().values()) > 20


def test_both_ways_to_ask_for_help_are_worded_alike(event: Path) -> None:
    asked = roundbook("announce", "--help", code=0).out
    assert "(TRH §3.3.3)" in asked
    assert roundbook("help", "announce", code=0).out == asked


@pytest.mark.parametrize("text", [b"", b"{}\n", b"\xff\n"])
def test_an_event_that_cannot_be_read_has_the_help_all_the_same(event: Path, text: bytes) -> None:
    (event / layout.LEDGER).write_bytes(text)
    assert "(TOP §2)" in roundbook("announce", "--help", code=0).out
