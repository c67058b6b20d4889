"""List entries that break no rule, but that an auditor would want to see."""

import click

from roundbook.cli.desk.errors import FOUND
from roundbook.cli.desk.output import echo
from roundbook.cli.desk.read import ReadContext, at_ledger, say_answer
from roundbook.cli.folder.refused import attempts
from roundbook.cli.terminal.tables import show_parts
from roundbook.projections.lints import LINTS, lint
from roundbook.projections.reports.api.staff import lints, unusual
from roundbook.projections.reports.text.lints import lints_text


@click.command("lint")
@at_ledger(staff=True)
@click.option(
    "--list", "listing", is_flag=True, help="List the possible findings, and the reason for each."
)
def command(ctx: ReadContext, *, listing: bool) -> int:
    r"""List entries that an auditor would want to see, although they break no rule.

    Examples are entries at night or long after the round, a result and its correction by the same
    author, overrides without a reason, a clock that was set back, and refused attempts to change
    settled results. None of these is a fault; each is something to ask about.

    \b
    Examples:
      roundbook proof lint -C cup
      roundbook proof lint -C cup --list

    \b
    Exit codes:
      0 nothing found    1 something to look at
      5 something that cannot be read
    """
    if listing and ctx.as_json:
        say_answer(lints())
        return 0
    if listing:
        for one in LINTS:
            echo(one.name)
            echo(f"  {one.reason}")
        return 0
    refused = [] if ctx.as_of else attempts(ctx.folder)
    found = lint(ctx.entries, ctx.rules, refused)
    if ctx.as_json:
        say_answer(unusual(ctx.sight(), found))
    else:
        show_parts(lints_text(found, ctx.book), plain=ctx.plain)
        if found:
            echo(
                "\nNone of these points breaks a rule. "
                "`roundbook proof lint --list` explains each point."
            )
    return FOUND if found else 0
