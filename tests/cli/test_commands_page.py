"""The help of every command, as the site and `man` show it: never older than the commands."""

import re
from collections.abc import Callable

import click

from roundbook.cli.main import Verbs, roundbook
from roundbook.cli.verbs import SATURDAY, VERBS, WORDS, line_of, path_of
from tests.cli.typed import roundbook as typed
from tests.house.pages import COMMANDS

HEAD = """\
# The commands

Exit codes: 0 done · 1 a check found something · 2 misuse · 3 refused by a rule ·
4 conflict, another desk was first · 5 a ledger or a file cannot be read or contradicts itself.

Every command about a tournament takes the folder as `-C DIR`; without it, the command uses the
folder you are in. Commands that only read also take an archive. Commands about a folder or a file
itself take it without an option, such as `roundbook verify cup` or `roundbook file check cup.tdf`.

A match is a table number of the current round, such as `12`; `2-12` for table 12 of round 2 (if two
pools have it, the pool comes first: `masters-2-12`).

`--as-of` takes the number of an entry (`57`), a time (`2026-03-07T14:30`), the pairing of a round
(`"before round 4 was paired"`, `"before round 4 of masters"`), or its end (`"after round 3"`).
"""


def parts_of(path: str) -> list[str]:
    """A command, and those in it where it is a group: `deck`, `deck judge`."""
    found = help_at(path)[0]
    return [
        path,
        *(p for part in getattr(found, "commands", {}) for p in parts_of(f"{path} {part}")),
    ]


def help_of(path: str) -> str:
    """The help of a command, as it is in a terminal of eighty columns."""
    command, context = help_at(path)
    return command.get_help(context)


def help_at(path: str) -> tuple[click.Command, click.Context]:
    """A command, and where it stands."""
    assert isinstance(roundbook, Verbs)
    context = click.Context(roundbook, info_name="roundbook", **roundbook.context_settings)
    command: click.Command = roundbook
    for word in path.split():
        assert isinstance(command, click.Group), path
        found = command.get_command(context, word)
        assert found is not None, path
        command = found
        context = click.Context(command, parent=context, info_name=word, terminal_width=80)
    return command, context


def test_no_line_of_a_help_is_wider_than_a_terminal() -> None:
    """An example that wraps cannot be copied; what click wraps is narrower anyway."""
    wide = [
        (part, line)
        for verb in WORDS
        for part in parts_of(verb)
        for line in help_of(part).splitlines()
        if len(line) > 80
    ]
    assert wide == []


def test_the_help_of_the_program_lists_every_command() -> None:
    text = typed("help", "all").out
    for verb in {path_of(verb): verb for verb in reversed(VERBS)}.values():
        row = rf"^  {path_of(verb)} +{re.escape(VERBS[verb].line.split()[0])}"
        assert re.search(row, text, re.MULTILINE), verb


LINES, COLUMNS = 24, 80
"""The smallest terminal that people use."""


def test_the_first_page_fits_a_terminal_and_shows_a_normal_event_in_order() -> None:
    lines = typed("help").out.splitlines()
    assert len(lines) <= LINES
    assert [line.split()[0] for line in lines if line.startswith("  ")][1:] == [*SATURDAY]


def test_the_page_of_every_command_fits_a_terminal() -> None:
    parts = [part for each in WORDS for part in parts_of(each)]
    pages = [typed("help", *part.split()).out.splitlines() for part in parts]
    assert [part for part, page in zip(parts, pages, strict=True) if len(page) > LINES] == []
    assert all(len(line) <= COLUMNS for page in pages for line in page)


def page() -> str:
    parts = [HEAD]
    parts += [f"- [`{word}`](#{word}): {line_of(word)}" for word in WORDS]
    parts += [
        "\n## Options that commands share\n",
        "```text",
        typed("help", "options").out.rstrip(),
    ]
    parts += ["```"]
    for verb in (part for each in WORDS for part in parts_of(each)):
        parts += [f"\n## {verb}\n", "```text", help_of(verb).rstrip(), "```"]
    return "\n".join(parts) + "\n"


def test_the_help_of_every_command_is_kept_for_review(golden: Callable[[str, str], None]) -> None:
    golden(COMMANDS, page())


def test_every_command_says_what_it_does_with_an_example() -> None:
    for verb in (part for each in WORDS for part in parts_of(each)):
        text = help_of(verb)
        assert text.startswith(f"Usage: roundbook {verb}"), verb
        assert "Example" in text, verb
        assert f"\n    roundbook {verb}" in text.partition("Example")[2], verb
        assert max(map(len, text.splitlines())) <= 100, verb
