"""What `help` shows at the prompt: the lines of slips, and every verb."""

from copy import copy

import click

from cli.acting import OURS
from cli.loading import find

SLIPS = """\
Slips: the table, then the result as seen from the left of the slip.
  12 1   12 2      left wins, right wins
  12 t   12 id     a tie; an agreed one
  12 20  12 111    games won by the left, by the right, drawn
  12 1 d2          and the right player drops (d1: the left one)
  12 x             a double loss
  12 n2  12 nb     the right player did not come; neither did
  12 2 because slip read upside down     another result than before
  12 ?             who sits there, what was reported, and by whom
  = 20             every table that follows has 2-0: 3 7 9 …; = ends it
  masters 12 1     where two pools have a table 12; m 12 1 does, if it is clear
  masters-2-12 1   a match of a round before this one
  u                take back what you entered last
  o                the tables whose slips are out
  help VERB        how a verb is typed; q, or Ctrl-D, leaves

Verbs, as in a shell, without the word roundbook."""


def verbs_of(ctx: click.Context) -> tuple[str, ...]:
    """Return every verb that there is."""
    return tuple(_root(ctx).list_commands(ctx))


def listing(ctx: click.Context) -> str:
    """Return every verb with its line of help, as `roundbook --help` shows them."""
    formatter = click.HelpFormatter()
    _root(ctx).format_commands(ctx, formatter)
    return formatter.getvalue()


def _root(ctx: click.Context) -> click.Group:
    root = ctx.find_root().command
    assert isinstance(root, click.Group), "a verb belongs to a group"
    return root


def page(listed: str, words: list[str]) -> str | None:
    """Return the page about slips and verbs, or about one verb; None if there is none of that."""
    if not words:
        return f"{SLIPS}\n{listed}"
    command, path = find(words[0]), words[:1]
    for word in words[1:]:
        if not isinstance(command, click.Group) or word not in command.commands:
            break
        command, path = command.commands[word], [*path, word]
    if command is None:
        return None
    shown = copy(command)
    shown.params = [param for param in command.params if param.name not in OURS]
    return shown.get_help(click.Context(shown, info_name=" ".join(path)))
