"""Show the commands for an event, the commands of a topic, or the page of a command."""

from pathlib import Path

import click

from roundbook.cli.args.shared_options import write_page
from roundbook.cli.help_here import help_here
from roundbook.cli.session.output import as_typed, echo
from roundbook.cli.verbs import GROUPS, TOPICS, WORDS, below, path_of, unknown, write_groups

BEGIN = """\
There is no tournament in this folder. To begin:

  roundbook open cup --name "Spring Cup"   a new tournament, in the folder cup
  roundbook file import cup.tdf cup        one that was run with TOM
  roundbook lab demo                       watch a small one to its end

`roundbook help` shows the commands for the day of an event."""


@click.command("help")
@click.argument("words", nargs=-1, metavar="[COMMAND|TOPIC]")
@click.pass_context
def command(ctx: click.Context, words: tuple[str, ...]) -> None:
    r"""Show the commands for an event, the page of a COMMAND, or the commands of a TOPIC.

    The topics are before, rounds, arrivals, judge, end, chance, look, prove and compare; `all`
    lists every command, and `options` lists shared and seldom-needed options.

    \b
    Examples:
      roundbook help pair
      roundbook help deck judge
      roundbook help judge
    """
    echo(_page(ctx.find_root(), words))


def _page(root: click.Context, words: tuple[str, ...]) -> str:
    """Return the page that is asked for. Raises a usage error if there is no such page."""
    match words:
        case ():
            return root.command.get_help(root)
        case ("begin",):
            return begin(Path())
        case (word,) if found := page_of_many(root, word):
            return found
        case _:
            return _of_verb(root, words)


def page_of_many(root: click.Context, word: str) -> str | None:
    """Return the page of all commands, of a topic or of shared options; None if it is none."""
    if word == "options":
        return options(root)
    if word != "all" and (word not in TOPICS or word in WORDS):
        return None
    formatter = root.make_formatter()
    write_groups(formatter, *(GROUPS if word == "all" else [TOPICS[word]]))
    return formatter.getvalue().rstrip("\n")


def _of_verb(root: click.Context, words: tuple[str, ...]) -> str:
    """Return the page of a command or a subcommand, such as `deck judge`."""
    found, rest = below(words)
    if found is None:
        raise click.UsageError(unknown(words[0]), root)
    ctx = root
    for count in range(1, len(words) - len(rest) + 1):
        command = below(words[:count])[0]
        assert command is not None
        ctx = click.Context(command, parent=ctx, info_name=words[count - 1])
    if rest:
        raise click.UsageError(
            f"`{' '.join(words[: -len(rest)])}` has no command {rest[0]!r}.", root
        )
    return help_here(found, ctx)


SETS = (
    ("Most commands that write to the ledger", "note", ""),
    ("Most commands that only read the ledger", "standings", ""),
    ("Every command that writes a PDF", "post", "pdf"),
    ("open", "open", "open"),
    ("register", "register", "register"),
    ("announce", "announce", "announce"),
    ("deck judge and deck register, for a Limited event", "deck judge", "limited"),
    ("verdict and time-called", "verdict", "facts"),
)
"""The sets of options that help pages do not list, each with a command that has them."""


def options(root: click.Context) -> str:
    """Return the page of the options that are shared by many commands, or seldom needed."""
    from roundbook.cli.acts.decks import FORMATS  # Only this page lists all of them.
    from roundbook.cli.acts.opening import REGIONS
    from roundbook.ledger.rulesets.released import EDITIONS
    from roundbook.ledger.rulesets.tables import KNOWN_TABLES
    from roundbook.ledger.terms import Style

    sets = [(heading, _known(words), of) for heading, words, of in SETS]
    values = (
        ("EDITION", EDITIONS),
        ("STYLE", [style.value for style in Style]),
        ("TABLE", KNOWN_TABLES),
        ("FORMAT", FORMATS),
        ("REGION", REGIONS),
    )
    return write_page(root, sets, values)


def _known(words: str) -> click.Command:
    """Return a command or a subcommand, which must exist."""
    found = below(path_of(words).split())[0]
    assert found is not None
    return found


def begin(folder: Path) -> str:
    """Return how to begin or, in a folder that contains tournaments, the list of them."""
    from roundbook.cli.places.layout import tournaments  # Only needed without a command.

    found = [*tournaments(folder, deepest=2)]
    if not found:
        return BEGIN
    lines = [f"  roundbook status -C {as_typed(one)}" for one in found[:MOST]]
    more = [f"  and {len(found) - MOST} more: roundbook shelf tournaments"] if found[MOST:] else []
    return "\n".join(["This folder contains tournaments:", *lines, *more])


MOST = 12
"""The maximum number of tournaments listed."""
