"""Options shared by many commands: one line in each command's help, and a page of their own."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from shlex import quote
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def belongs_to_option(word: str, line: str) -> str:
    """Return how to name a tournament that was typed as a word: `line` is the command without it.

    One sentence for every command, wherever it notices.
    """
    what = "a folder" if Path(word).is_dir() else "a tournament"
    return f"{word} is {what}; use `{line} -C {quote(word)}`."


def with_options(options: Sequence[Decorator], command: Command) -> Command:
    """Add these options to a command, in this order."""
    for one in reversed(options):
        command = one(command)  # type: ignore[assignment]
    return command


ANONYMOUS = click.option(
    "--anonymous",
    is_flag=True,
    help="Leave out all names, except in texts that staff wrote.",
)


class SharedOption(click.Option):
    """An option that is described once, on the page of shared options."""

    def __init__(
        self, *args: Any, stands_for: tuple[str, str] | None = None, of: str = "", **words: Any
    ) -> None:
        """Take the help line that stands for the whole set; None for no line.

        `of` names the set if a command has several.
        """
        super().__init__(*args, **words)
        self.stands_for = stands_for
        self.of = of

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the line for the whole set, or None."""
        del ctx
        return self.stands_for

    def described(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option's own description, for the page of shared options."""
        return super().get_help_record(ctx)


class OfPlaces(click.Command):
    """A command whose words are the tournaments themselves, and that takes one by `-C DIR` too."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, with the folder after `-C` as the last word."""
        if "-C" in args[:-1]:
            at = args.index("-C")
            args = [*args[:at], *args[at + 2 :], args[at + 1]]
        return super().parse_args(ctx, args)


class EitherOption(click.Option):
    """An option with two forms, `--third-place` and `--no-third-place`, shown on one line."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return both forms as one: `--[no-]third-place`."""
        record = super().get_help_record(ctx)
        return record and (f"--[no-]{self.opts[0].removeprefix('--')}", record[1])


def option(*names: str, **words: Any) -> Callable[[Command], Command]:
    """Return a decorator that adds a shared option."""
    return click.option(*names, cls=SharedOption, **words)


_AS_JSON = {"is_flag": True, "help": "Print the output as JSON."}
_PLAIN = {"is_flag": True, "help": "Plain aligned text, without colour or lines."}
AS_JSON = click.option("--json", "as_json", **_AS_JSON)  # type: ignore[arg-type]
PLAIN = click.option("--plain", **_PLAIN)  # type: ignore[arg-type]
SHARED_AS_JSON = option("--json", "as_json", **_AS_JSON)
SHARED_PLAIN = option("--plain", **_PLAIN)


def write_page(
    ctx: click.Context,
    sets: Iterable[tuple[str, click.Command, str]],
    values: Iterable[tuple[str, Iterable[str]]],
) -> str:
    """Return the page of shared options, set by set, each as in one of the commands.

    After them come the values for names in capitals.
    """
    formatter = ctx.make_formatter()
    for heading, command, of in sets:
        own = [one for one in command.params if isinstance(one, SharedOption) and one.of == of]
        with formatter.section(heading):
            formatter.write_dl([record for one in own if (record := one.described(ctx))])
    with formatter.section("Values"):
        formatter.write_dl([(name, f"{', '.join(words)}.") for name, words in values])
    return formatter.getvalue().rstrip("\n")


# The passphrase of a backup: typed without being shown, or read from a file.

PASSPHRASE = click.option(
    "--passphrase", is_flag=True, help="Ask for a passphrase to encrypt the backup."
)
PASSPHRASE_FILE = click.option(
    "--passphrase-file",
    type=click.Path(path_type=Path, readable=False, allow_dash=True),
    metavar="FILE",
    help="A file with the passphrase on its first line.",
)
