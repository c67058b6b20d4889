"""List the current messages from the desk."""

from functools import partial

import click

from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.cli.terminal.language import heading
from roundbook.cli.terminal.tables import show
from roundbook.ledger.people.book import own_name
from roundbook.ledger.text import with_names
from roundbook.projections.judging.calls_and_messages import messages
from roundbook.projections.reports.api.event import messages_of
from roundbook.projections.reports.text.tables import Column


@click.command("messages")
@at_ledger()
def command(ctx: ReadContext) -> None:
    r"""Show the current messages, the newest first: entry, time, recipients and text.

    \b
    Examples:
      roundbook message
      roundbook message -C cup --json
    """
    found = messages(ctx.t, ctx.entries)
    if ctx.as_json:
        say_answer(messages_of(ctx.sight(), found))
        return
    echo(heading(ctx))
    if not found:
        echo("there are no current messages")
        return
    columns = [Column("Entry", right=True), Column("At"), Column("To"), Column("Text", wraps=True)]
    rows = [
        [
            str(one.seq),
            f"{one.at:%H:%M}",
            str(one.match or one.division or "everybody"),
            with_names(one.text, partial(own_name, ctx.book, ctx.t)),
        ]
        for one in found
    ]
    show(columns, rows, plain=ctx.plain)
