"""Finds the command of a verb, importing its module only then."""

from importlib import import_module
from keyword import iskeyword
from typing import TypeVar

import click

from cli.verbs import verb_of

AnyCommand = TypeVar("AnyCommand", bound=click.Command)


def load(verb: str) -> click.Command:
    """Return the command of a verb that there is."""
    command: click.Command = import_module(_module(verb)).command
    return in_blocks(command)


def find(verb: str) -> click.Command | None:
    """Return the command of a verb that somebody typed; None if there is no such verb."""
    known = verb_of(verb)
    return load(known.name) if known else None


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
