"""How people want to be named before everybody; for a child under 13 the parents choose."""

from collections.abc import Callable
from typing import Any

import click

from ledger.people.book import Display
from ledger.state.tournament import Tournament
from ledger.terms import Division
from projections.history.overview import may_be_child

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

CHOICES: tuple[Decorator, ...] = (
    click.option(
        "--display",
        type=click.Choice([each.value for each in Display]),
        help="How everybody may see the name: in full, first name and initial, the id, not at all.",
    ),
    click.option("--parent", is_flag=True, help="A parent of a child under 13 chose it."),
)


def choosing(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options `--display` and `--parent`."""
    for option in reversed(CHOICES):
        command = option(command)
    return command


def chosen(
    t: Tournament,
    display: str | None,
    *,
    parent: bool,
    birth_year: int | None,
    division: Division | None,
) -> Display | None:
    """Return how a name is shown; a usage error says where a parent has to choose (LED-9)."""
    if display is None:
        if parent:
            raise click.UsageError("--parent belongs to --display: say what the parent chose.")
        return None
    if may_be_child(birth_year, division, t) and not parent:
        raise click.UsageError("for a child under 13 a parent chooses: ask, then add --parent.")
    return Display(display)
