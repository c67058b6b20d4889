"""A command with commands of its own, such as `deck register`."""

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
