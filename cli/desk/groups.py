"""A command with commands of its own, such as `deck register`."""

from pathlib import Path
from shlex import quote

import click


class CommandGroup(click.Group):
    """A group whose help shows the whole first sentence of each of its commands.

    Click cuts that sentence to what fits one line; here it goes on in the next one.
    """

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by name, with what each does."""
        found = [self.commands[name] for name in self.list_commands(ctx)]
        rows = [(one.name or "", one.get_short_help_str(limit=1000)) for one in found]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is typed; of a folder in its place, say how it is named."""
        word = args[0]
        takes = any("--dir" in one.opts for one in self.params)
        if takes and word not in self.commands and Path(word).is_dir():
            ctx.fail(f"{word} is a folder: write {ctx.command_path} --dir {quote(word)}.")
        return super().resolve_command(ctx, args)
