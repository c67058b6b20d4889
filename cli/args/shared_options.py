"""Options that many commands have: one line in the help of each, and a page of their own."""

from collections.abc import Iterable
from typing import Any

import click


class SharedOption(click.Option):
    """An option that works everywhere and is described once; one of a set stands for all."""

    def __init__(self, *args: Any, stands_for: tuple[str, str] | None = None, **words: Any) -> None:
        """Take what the help of a command says instead of all of them; None says nothing."""
        super().__init__(*args, **words)
        self.stands_for = stands_for

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the line that stands for the whole set, or nothing."""
        del ctx
        return self.stands_for

    def described(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return what the option is, for the page of all of them."""
        return super().get_help_record(ctx)


def option(*names: str, **words: Any) -> Any:
    """Return the decorator that gives a command an option which many have."""
    return click.option(*names, cls=SharedOption, **words)


def write_page(ctx: click.Context, sets: Iterable[tuple[str, click.Command]]) -> str:
    """Return the page of the shared options, set by set, each as some command has it."""
    formatter = ctx.make_formatter()
    for heading, command in sets:
        own = [param for param in command.params if isinstance(param, SharedOption)]
        with formatter.section(heading):
            formatter.write_dl([record for one in own if (record := one.described(ctx))])
    return formatter.getvalue().rstrip("\n")
