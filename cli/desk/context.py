"""A venue that is open already, for a command that is given inside another program."""

from collections.abc import Callable
from typing import Any, TypeVar

import click
from msgspec import Struct
from msgspec.structs import replace

from cli.desk.venue import Operator, Venue
from cli.folder.people import read_book
from cli.folder.refused import note
from ledger.events.event import Override
from ledger.record.entry import Entry

Command = TypeVar("Command", bound=Callable[..., Any])


class CommandOptions(Struct, frozen=True, kw_only=True):
    """How a command is to be written and answered, and who gives it."""

    operator: Operator
    cmd: str | None = None
    seen: int | None = None
    override: Override | None = None
    dry_run: bool = False
    as_json: bool = False


class RunningCommand(Struct, frozen=True, kw_only=True):
    """An open venue, the manner in which somebody acts there, and the entries that are spoken of.

    `files` is whether the command may read and write the files of this machine.
    """

    venue: Venue
    manner: CommandOptions
    files: bool
    entries: list[Entry]

    def given(self, typed: CommandOptions) -> CommandOptions:
        """Return the manner of a command, with what was typed of it; a trial leaves no note."""
        manner, override = self.manner, typed.override
        if override:
            override = replace(override, official=manner.operator.role)
        manner = replace(
            manner,
            override=override or manner.override,
            dry_run=typed.dry_run or manner.dry_run,
            as_json=typed.as_json or manner.as_json,
        )
        here = self.venue
        noted = None if manner.dry_run else here.folder
        here.desk.note_attempt = lambda attempt: note(
            attempt, noted, read_book(here.folder), here.notices
        )
        return manner


def running_command() -> RunningCommand | None:
    """Return what is open already; None for a command that was typed into a shell."""
    context = click.get_current_context(silent=True)
    return context.find_object(RunningCommand) if context else None


def speak_of(*entries: Entry) -> None:
    """Hand the entries of an answer to whoever gave the command."""
    here = running_command()
    if here:
        here.entries.extend(entries)


def nobody_to_ask() -> bool:
    """Tell whether a question would reach nobody: the command was given inside a program."""
    return running_command() is not None


def refuse_files(word: str) -> None:
    """Refuse to read what a word names, where it is not the word of somebody at this machine.

    The input of the program that gives the commands is its own: `-` is refused in any case.
    """
    here = running_command()
    if here is None:
        return
    if word == "-":
        raise click.UsageError("there is no other input here (`-`); name a file.")
    if not here.files:
        raise click.UsageError("files are not read here; do it where the ledger lies.")


def serves(command: Command) -> Command:
    """Mark a command that can be given inside a program: all it says goes by `cli.desk.output`."""
    command.serves_at_hand = True  # type: ignore[attr-defined]
    return command


def serves_files(command: Command) -> Command:
    """Mark one that works on the files of this machine, and is given by somebody who sits there."""
    command.serves_at_hand = "files"  # type: ignore[attr-defined]
    return command
