"""Finds the command of a verb, importing its module only then."""

import re
from importlib import import_module
from importlib.util import find_spec
from keyword import iskeyword
from typing import TypeVar

import click

_VERB = re.compile(r"[a-z]+(-[a-z]+)*\Z")

AnyCommand = TypeVar("AnyCommand", bound=click.Command)


def load(verb: str) -> click.Command:
    """Return the command of a verb that there is."""
    command: click.Command = import_module(_module(verb)).command
    return in_blocks(command)


def find(verb: str) -> click.Command | None:
    """Return the command of a verb that somebody typed; None if there is no such verb."""
    if not _VERB.match(verb) or find_spec(_module(verb)) is None:
        return None
    command: click.Command | None = getattr(import_module(_module(verb)), "command", None)
    return in_blocks(command) if command else None


def _module(verb: str) -> str:
    return f"cli.commands.{verb}_" if iskeyword(verb) else f"cli.commands.{verb.replace('-', '_')}"


def in_blocks(command: AnyCommand) -> AnyCommand:
    r"""Let click see which lines of a help not to wrap: a raw docstring spells its `\b` out."""
    if command.help:
        command.help = command.help.replace("\\b\n", "\b\n")
    if isinstance(command, click.Group):
        for part in command.commands.values():
            in_blocks(part)
    return command
