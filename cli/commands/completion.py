"""Print the shell completion for commands, options, matches, players and divisions."""

import click
from click.shell_completion import get_completion_class

from roundbook.cli.session.completion import VARIABLE
from roundbook.cli.session.output import echo


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    r"""Print the lines that let SHELL complete what you type: add them to its start-up file.

    Tab then completes commands and options and, in a tournament's folder, divisions, pools, open
    matches, and players by number or by the first letters of a name.

    \b
    Examples:
      eval "$(roundbook lab completion bash)"
      eval "$(roundbook lab completion zsh)"
      roundbook lab completion fish | source
    """
    of_shell = get_completion_class(shell)
    assert of_shell is not None, "click supports all three shells"
    echo(of_shell(ctx.find_root().command, {}, "roundbook", VARIABLE).source())
