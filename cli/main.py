"""The command line `roundbook`: its commands, each imported only when it is used."""

import gc
import os
import sys
from io import BufferedWriter, RawIOBase, TextIOWrapper
from pathlib import Path
from typing import TextIO

import click
from click.shell_completion import CompletionItem

from roundbook.cli.session import errors
from roundbook.cli.verbs import (
    NO_PLUGINS,
    NOUNS,
    SATURDAY,
    TOPICS,
    VERBS,
    WORDS,
    find,
    in_blocks,
    line_of,
    looked_at,
    unknown,
)


class Verbs(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of an event, not alphabetically."""
        del ctx
        return list(WORDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, importing its module; None if there is none with this name."""
        found = find(cmd_name)
        if found and ctx.resilient_parsing:
            # Only needed for shell completion.
            from roundbook.cli.session.completion import with_words

            return with_words(found)
        return found

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands that begin like this, without loading them."""
        words = [word for word in WORDS if word.startswith(incomplete)]
        items = [CompletionItem(word, help=line_of(word)) for word in words]
        return items + click.Command.shell_complete(self, ctx, incomplete)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; without any, run `status` in a tournament, else `help begin`.

        `-C DIR` may also stand before the command.
        """
        if args[:1] == ["-C"] and len(args) > 1:
            args = [*(args[2:] or ["status"]), *args[:2]]
        if not args and not ctx.resilient_parsing:
            from roundbook.cli.places.layout import is_tournament  # `--help` is quicker without it.

            args = ["status"] if is_tournament(Path()) else ["help", "begin"]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that was typed; suggest others for an unknown word."""
        word = args[0]
        if word not in WORDS and not word.startswith("-") and not ctx.resilient_parsing:
            ctx.fail(unknown(word))
        look = None if ctx.resilient_parsing else looked_at(word, args[1:])
        return (word, look, args[1:]) if look else super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a reader of its output may stop reading, as `head` does."""
        with errors.readers_may_leave():
            return super().invoke(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write only the commands, so the page fits a terminal."""
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands for a normal event in order, and how to show the others."""
        del ctx
        with formatter.section("On the day, in order"):
            formatter.write_dl([(f"{verb:<11}", VERBS[verb].line) for verb in SATURDAY])
        formatter.write_paragraph()
        formatter.write_text(
            f"Groups: {', '.join(NOUNS)}. "
            f"More: help all, help COMMAND, help options, --version; help {', '.join(TOPICS)}."
        )


@in_blocks
@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="roundbook", prog_name="roundbook")
@click.option(
    "--no-plugins",
    is_flag=True,
    envvar="ROUNDBOOK_NO_PLUGINS",
    expose_value=False,
    callback=lambda ctx, _, off: ctx.meta.update({NO_PLUGINS: off}),
    help="Use no plug-ins.",
)
def roundbook() -> None:
    """Run a tournament on the record, and show whether anything was changed."""


def collect_seldom() -> None:
    """Let Python collect garbage less often: a ledger is many small values without cycles."""
    gc.freeze()
    # Of 5,000 entries and their standings, about 100,000 values stay: looking through them twice
    # took a tenth of the time.
    gc.set_threshold(200_000, 50, 50)


def whole(stream: TextIO | None) -> TextIO:
    """Return a stream for output that writes all of a text, or raises OSError.

    A stream closed by the caller is None; its output goes nowhere. Unbuffered (PYTHONUNBUFFERED),
    Python passes a text to the system once and drops what a full disk has not taken. Characters
    that a terminal cannot encode are written as code points.
    """
    if stream is None:
        return Path(os.devnull).open("w", encoding="utf-8")
    if not isinstance(stream, TextIOWrapper):
        return stream
    stream.reconfigure(errors="backslashreplace")
    if not isinstance(stream.buffer, RawIOBase):
        return stream
    encoding, lines = stream.encoding, stream.line_buffering
    buffer = BufferedWriter(stream.detach())
    return TextIOWrapper(
        buffer, encoding, "backslashreplace", line_buffering=lines, write_through=True
    )


def main() -> None:
    """Run the command line and exit with its code."""
    collect_seldom()
    sys.stdout, sys.stderr = whole(sys.stdout), whole(sys.stderr)
    as_json = "--json" in sys.argv[1:]
    sys.exit(errors.run(lambda: roundbook.main(standalone_mode=False), as_json=as_json))
