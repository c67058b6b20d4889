"""The help of commands in the words of an event, if it is asked for in the event's folder."""

from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:  # `--help` is quicker without the ledger, which only an event's folder needs.
    from roundbook.ledger.rulesets.ruleset import Ruleset


def help_here(command: click.Command, ctx: click.Context) -> str:
    """Return the help of a command, worded as the edition of the event in this folder is.

    Our texts cite the documents of 2016 and 2017. An event that cannot be read changes nothing.
    """
    rules = _rules(Path())
    if rules is None or not rules.has_own_words:
        return command.get_help(ctx)
    from roundbook.ledger.rulesets.wording import in_edition

    # Once more as a whole, for the lines about the commands of a group.
    return in_edition(_worded(command, rules).get_help(ctx), rules)


def _rules(folder: Path) -> "Ruleset | None":
    from roundbook.cli.places.layout import first_line, is_tournament

    if not is_tournament(folder):
        return None
    from roundbook.cli.places.edition import ruleset
    from roundbook.ledger.errors import Trouble
    from roundbook.ledger.events.catalogue import TournamentOpened
    from roundbook.ledger.record.entry import from_line

    try:
        first = from_line(first_line(folder), 1)
        opened = next((one for one in first.events if isinstance(one, TournamentOpened)), None)
        return ruleset(folder, opened) if opened else None
    except (Trouble, ValueError):
        return None


def _worded(command: click.Command, rules: "Ruleset") -> click.Command:
    """Return a command whose texts are reworded, before they are fitted to the lines."""
    from roundbook.ledger.rulesets.wording import in_edition

    found = copy(command)
    found.help = in_edition(command.help, rules) if command.help else command.help
    found.params = [*map(copy, command.params)]
    for param in found.params:
        if isinstance(param, click.Option) and param.help:
            param.help = in_edition(param.help, rules)
    return found
