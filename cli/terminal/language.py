"""The language of texts for players: sentences and titles, never names or recorded texts."""

from collections.abc import Iterable, Sequence
from functools import wraps
from typing import Any

import click
from msgspec.structs import replace

from roundbook.cli.args.shared_options import Command
from roundbook.cli.session.errors import shown
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext
from roundbook.cli.terminal.tables import show
from roundbook.ledger.phrases import phrase
from roundbook.projections.reports.languages import LANGUAGES, SOURCE
from roundbook.projections.reports.remarks import unsanctioned
from roundbook.projections.reports.text.tables import (
    WIDTH,
    Column,
    say,
    table_in,
    words_of,
    wrapped,
)

LANG = click.option(
    "--lang",
    "language",
    type=click.Choice(list(LANGUAGES)),
    default=SOURCE,
    help="The printout's language; JSON is in English.",
)


def in_language(command: Command) -> Command:
    """Add `--lang` to a command that reads: its ReadContext has that language."""

    @wraps(command)
    def spoken(ctx: ReadContext, *words: Any, language: str, **options: Any) -> Any:
        own = SOURCE if ctx.as_json else language
        return command(replace(ctx, language=own), *words, **options)

    return LANG(spoken)  # type: ignore[return-value]


def tell(text: str, ctx: ReadContext) -> None:
    """Print a sentence in the language of a reading, wrapped."""
    for line in wrapped(shown(say(text, ctx)), WIDTH):
        echo(line)


def heading(ctx: ReadContext) -> str:
    """Return the heading of a view: the tournament, and the entry if it is an earlier state."""
    event = ctx.event
    if ctx.as_of:
        event = phrase("%(event)s, as of entry %(seq)s", event=event, seq=ctx.t.seq)
    lines = (event, *unsanctioned(ctx.t.opened))
    return "\n".join(shown(say(line, ctx)) for line in lines)


def show_in(columns: Sequence[Column], rows: Iterable[Sequence[str]], ctx: ReadContext) -> None:
    """Print a table in the language of a reading."""
    show(*table_in(columns, rows, words_of(ctx)), plain=ctx.plain)
