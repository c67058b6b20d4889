"""Runs a command inside another program, at a venue that is already open, and collects its output.

The same command functions run here and in a shell. Their output is collected, not printed. Only a
person at the prompt is asked. Who acts, how and where comes from the caller's `CommandOptions`, not
from options.
"""

from collections.abc import Sequence

import click
from click.core import ParameterSource
from msgspec import Struct

from roundbook.cli.session.errors import advising_inside, of_the_system, sentence_of
from roundbook.cli.session.output import Voice
from roundbook.cli.session.venue import CommandOptions, RunningCommand, Venue, reloaded
from roundbook.cli.session.write import acted_by
from roundbook.cli.verbs import NO_PLUGINS, below, looked_at, unknown
from roundbook.ledger.errors import Trouble
from roundbook.ledger.record.entry import Entry

OURS = frozenset(
    {"folder", "folders", "sources", "acting", "role", "station", "accept_shorter", "seen", "cmd"}
)
"""Options that are set by the caller, not in the words of the command."""


class CommandAnswer(Struct, frozen=True, kw_only=True):
    """The result of a command.

    `lines` is its output, `notes` its output on stderr, `entries` what was, or would be, written.
    `trouble` is the rule, other desk or file that stopped it; `misuse` is a sentence on what was
    wrong with the words. `code` is the exit code of a command that checks something.
    """

    lines: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    trouble: Trouble | None = None
    misuse: str | None = None
    code: int = 0

    @property
    def done(self) -> bool:
        """Whether the command succeeded."""
        return self.trouble is None and self.misuse is None


def act_typed(
    here: Venue,
    manner: CommandOptions,
    typed: Sequence[str],
    *,
    files: bool = False,
    asks: bool = False,
) -> CommandAnswer:
    """Run a command as typed, word by word, with the caller's options.

    `files` is whether it may use files on this machine, `asks` whether it may ask questions.
    """
    voice, entries = Voice(), list[Entry]()
    trouble, misuse, code = None, None, 0
    try:
        now = acted_by(reloaded(here), manner)
        at_hand = RunningCommand(venue=now, manner=manner, files=files, entries=entries, asks=asks)
        code = _run(at_hand, voice, typed)
    except Trouble as found:
        trouble = found
    except click.exceptions.Exit as done:
        code = done.exit_code
    except click.Abort:
        misuse = "the command was stopped before anything was written."
    except click.ClickException as wrong:
        misuse = sentence_of(wrong)
    except OSError as error:
        trouble = of_the_system(error)
    return CommandAnswer(
        lines=voice.lines,
        notes=voice.notes,
        entries=tuple(entries),
        trouble=trouble,
        misuse=misuse,
        code=code,
    )


def _run(at_hand: RunningCommand, voice: Voice, typed: Sequence[str]) -> int:
    """Run the words typed; return the exit code. Raises what the command raises."""
    path, command, rest = _found(typed)
    serves = getattr(command.callback, "serves_at_hand", False)
    if not serves or (serves == "files" and not at_hand.files):
        msg = f"`{path}` cannot be used here; run it in a shell, on the machine with the ledger."
        raise click.UsageError(msg)
    root = click.Context(
        click.Group("roundbook"),
        info_name="roundbook",
        obj=at_hand,
        help_option_names=[],
        color=False,
    )
    outer = click.get_current_context(silent=True)
    root.meta[NO_PLUGINS] = outer.meta.get(NO_PLUGINS, False) if outer else False
    voice.speaks_in(root)
    given = {"folder": str(at_hand.venue.folder)}
    with root:
        advising_inside()
    with command.make_context(path, list(rest), parent=root, default_map=given) as context:
        _refuse_ours(context, at_hand)
        code = command.invoke(context)
    return code if isinstance(code, int) else 0


def _found(typed: Sequence[str]) -> tuple[str, click.Command, Sequence[str]]:
    """Return the command's name, the command, and the rest. Raises a usage error."""
    command, rest = below(typed)
    if command is None:
        raise click.UsageError(unknown(typed[0]) if typed else "no command was given.")
    path = " ".join(typed[: len(typed) - len(rest)])
    command = looked_at(path, rest) or command
    loose = [word for word in rest if not word.startswith("-")]
    if isinstance(command, click.Group) and (loose or not command.invoke_without_command):
        if loose and loose[0] not in command.commands:
            raise click.UsageError(unknown(loose[0], path))
        known = ", ".join(command.commands)
        raise click.UsageError(f"choose a subcommand of `{path}`: {known}.")
    return path, command, rest


def _refuse_ours(context: click.Context, at_hand: RunningCommand) -> None:
    """Refuse options that the caller sets, and files where they cannot be read."""
    for param in context.command.params:
        if context.get_parameter_source(param.name or "") is not ParameterSource.COMMANDLINE:
            continue
        if param.name in OURS and isinstance(param, click.Option):
            msg = f"{param.opts[0]} is already set here; leave it out."
            raise click.UsageError(msg)
        if isinstance(param.type, click.Path) and not at_hand.files:
            name = param.opts[0] if isinstance(param, click.Option) else param.human_readable_name
            msg = f"{name} is a file, and files cannot be read here."
            raise click.UsageError(msg)
