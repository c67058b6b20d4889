"""docs/commands.md is the help of every command, and never older than the commands."""

import re
from collections.abc import Callable

import click

from roundbook.cli.main import Verbs, roundbook
from roundbook.cli.verbs import SATURDAY, VERBS
from tests.cli.typed import roundbook as typed

HEAD = """\
# The commands

Written by `pytest --regenerate` from the commands' own help, and never by hand.

Exit codes: 0 done · 1 a check found something · 2 misuse · 3 refused by a rule ·
4 conflict, another desk was first · 5 a ledger or a file cannot be read or contradicts itself.

Every command takes the tournament's folder as `--dir`; commands that look also take it as their
first word, and an archive as well. Both use the folder you are in if you name none.

`--as-of` takes the number of an entry (`57`), a time (`2026-03-07T14:30`), or the pairing of a
round (`"before round 4 was paired"`, `"before round 4 of masters"`).
"""


def parts_of(verb: str) -> list[str]:
    """The verb, and the verbs under it where it has some: `deck`, `deck judge`."""
    found = help_at(verb)[0]
    return [verb, *(f"{verb} {part}" for part in getattr(found, "commands", {}))]


def help_of(verb: str) -> str:
    """The help of a command, as it is in a terminal of eighty columns."""
    verb, *below = verb.split()
    command, context = help_at(verb)
    for part in below:
        assert isinstance(command, click.Group)
        command = command.commands[part]
        context = click.Context(command, parent=context, info_name=part, terminal_width=80)
    return command.get_help(context)


def help_at(verb: str) -> tuple[click.Command, click.Context]:
    """A command, and where it stands."""
    assert isinstance(roundbook, Verbs)
    whole = click.Context(roundbook, info_name="roundbook", **roundbook.context_settings)
    command = roundbook.get_command(whole, verb)
    assert command is not None, verb
    return command, click.Context(command, parent=whole, info_name=verb, terminal_width=80)


def test_no_line_of_a_help_is_wider_than_a_terminal() -> None:
    """An example that wraps cannot be copied; what click wraps is narrower anyway."""
    wide = [
        (part, line)
        for verb in VERBS
        for part in parts_of(verb)
        for line in help_of(part).splitlines()
        if len(line) > 80
    ]
    assert wide == []


def test_the_help_of_the_program_lists_every_command() -> None:
    text = typed("help", "all").out
    for verb, record in VERBS.items():
        assert re.search(rf"^  {verb} +{re.escape(record.line.split()[0])}", text, re.MULTILINE), (
            verb
        )


LINES, COLUMNS = 24, 80
"""The smallest terminal that people use."""


def test_the_first_page_fits_a_terminal_and_shows_a_normal_event_in_order() -> None:
    lines = typed("help").out.splitlines()
    assert len(lines) <= LINES
    assert [line.split()[0] for line in lines if line.startswith("  ")][1:] == [*SATURDAY]


def test_the_page_of_every_command_fits_a_terminal() -> None:
    parts = [part for each in VERBS for part in parts_of(each)]
    pages = [typed("help", *part.split()).out.splitlines() for part in parts]
    assert [part for part, page in zip(parts, pages, strict=True) if len(page) > LINES] == []
    assert all(len(line) <= COLUMNS for page in pages for line in page)


def page() -> str:
    parts = [HEAD]
    parts += [f"- [`{verb}`](#{verb}): {record.line}" for verb, record in VERBS.items()]
    parts += [
        "\n## Options that commands share\n",
        "```text",
        typed("help", "options").out.rstrip(),
    ]
    parts += ["```"]
    for verb in (part for each in VERBS for part in parts_of(each)):
        parts += [f"\n## {verb}\n", "```text", help_of(verb).rstrip(), "```"]
    return "\n".join(parts) + "\n"


def test_the_page_of_the_commands_is_fresh(golden: Callable[[str, str], None]) -> None:
    golden("docs/commands.md", page())


def test_every_command_says_what_it_does_with_an_example() -> None:
    for verb in (part for each in VERBS for part in parts_of(each)):
        text = help_of(verb)
        assert text.startswith(f"Usage: roundbook {verb}"), verb
        assert "Example" in text, verb
        assert f"\n    roundbook {verb}" in text.partition("Example")[2], verb
        assert max(map(len, text.splitlines())) <= 100, verb
