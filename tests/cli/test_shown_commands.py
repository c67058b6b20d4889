"""A command that a page or a help text shows can be typed: it is there, with these options."""

import re
import shlex
from collections.abc import Iterator

import click
import pytest

from roundbook.cli.verbs import NOUNS, VERBS, below, looked_at, path_of
from tests.house.tree import ROOT, files

PAGES = sorted(
    path.as_posix()
    for path in files()
    if path.suffix == ".md" and (path.parent.as_posix() == "docs" or path.name == "README.md")
)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`roundbook\s([^`]+)`")
BARE = re.compile(r"`([a-z][a-z-]*\s[^`]+)`")
FIRST_WORDS = {path_of(verb).split()[0] for verb in VERBS} | set(NOUNS)
TYPED = re.compile(r"^(?:[a-z0-9-]*\$ )?roundbook (.+)$", re.MULTILINE)
NO_COMMAND = "draw v1"
"""Words of a hash, in docs/pairing.md."""


def shown(text: str) -> Iterator[str]:
    """Every command of a text: in its blocks, and between backticks with or without `roundbook`."""
    for block in FENCED.findall(text):
        yield from TYPED.findall(block)
    prose = FENCED.sub("", text)
    for command in INLINE.findall(prose):
        yield " ".join(command.split())
    for words in map(str.split, BARE.findall(prose)):
        if words[0] in FIRST_WORDS:
            yield " ".join(words)


def wrong(command: str) -> str | None:
    """Return what cannot be typed in a command."""
    words = shlex.split(re.split(r" [|<>#] ?| && |  | \\$", command)[0])
    if command == NO_COMMAND or not re.match("[a-z]", words[0]):
        return None
    found, rest = below(words)
    found = looked_at(words[0], words[1:]) or found
    if found is None:
        return f"there is no command {words[0]!r}"
    if isinstance(found, click.Group):
        named = [word for word in rest if re.fullmatch(r"[a-z][a-z-]*", word)]
        if named and named[0] == rest[0]:
            return f"there is no command {named[0]!r} in {found.name!r}"
        return None
    there = {name for one in found.params for name in (*one.opts, *one.secondary_opts)}
    options = {word.partition("=")[0] for word in rest if word.startswith("--") and word != "--"}
    unknown = sorted(options - there - {"--help"})
    return f"{found.name!r} has no {', '.join(unknown)}" if unknown else None


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_shows_can_be_typed(page: str) -> None:
    commands = shown((ROOT / page).read_text("utf-8"))
    assert [f"{command}: {why}" for command in commands if (why := wrong(command))] == []


def helps(path: str) -> Iterator[str]:
    """The help of a command, of its options, and of what is in it."""
    command, _ = below(path.split())
    assert command is not None, path
    yield command.help or ""
    yield from (one.help or "" for one in command.params if isinstance(one, click.Option))
    if isinstance(command, click.Group):
        for name in command.commands:
            yield from helps(f"{path} {name}")


@pytest.mark.parametrize("verb", sorted({*VERBS, *NOUNS}))
def test_what_a_help_text_shows_can_be_typed(verb: str) -> None:
    commands = [
        command
        for text in helps(path_of(verb))
        for command in (
            *INLINE.findall(text),
            *re.findall(r"^\s*roundbook (.+)$", text, re.MULTILINE),
        )
    ]
    wrongs = (
        f"{command}: {why}" for command in commands if (why := wrong(" ".join(command.split())))
    )
    assert list(wrongs) == []


def test_what_cannot_be_typed_would_be_seen() -> None:
    page = "`roundbook\nreport 1`, `drop p9 --now`, `people.json`:\n\n```sh\nroundbook cut\n```\n"
    assert [*shown(page)] == ["cut", "report 1", "drop p9 --now"]
    assert wrong("drop p9 --now") == "'drop' has no --now"
    assert wrong("posted -C cup") == "there is no command 'posted'"
    assert wrong("proof posted -C cup") is None
    assert wrong("round quips") == "there is no command 'quips' in 'round'"
    assert wrong("report 1 2-0 --quick") == "'report' has no --quick"
