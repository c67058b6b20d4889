"""List entries that break no rule, but that an auditor would want to see."""

import click

from roundbook.cli.places.refused import attempts
from roundbook.cli.plugins import remarks
from roundbook.cli.session.errors import FOUND, shown
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.cli.session.venue import running_command
from roundbook.cli.terminal.tables import show_parts
from roundbook.ledger.errors import Misuse
from roundbook.projections.lints import LINTS, Remark, lint
from roundbook.projections.reports.api.staff import lints, unusual
from roundbook.projections.reports.text.lints import lints_text


@click.command("lint")
@at_ledger(staff=True)
@click.option(
    "--only",
    multiple=True,
    metavar="NAME",
    help="The finding to look for; any other name is passed to a plug-in.",
)
@click.option(
    "--list", "listing", is_flag=True, help="List the possible findings, and the reason for each."
)
def command(ctx: ReadContext, *, only: tuple[str, ...], listing: bool) -> int:
    r"""List entries that an auditor would want to see, although they break no rule.

    Examples are entries at night or long after the round, a result and its correction by the same
    author, overrides with a reason of one or two words, a clock that was set back, and refused
    attempts to change settled results. None of these is a fault; each is something to ask about.

    \b
    Examples:
      roundbook proof lint -C cup
      roundbook proof lint -C cup --list
      roundbook proof lint -C cup --only second-bye

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
    if only:
        ours = {one.name for one in LINTS}
        found = [one for one in found if one.lint in only]
        found += [
            one for name in dict.fromkeys(only) if name not in ours for one in _asked(name, ctx)
        ]
    if ctx.as_json:
        say_answer(unusual(ctx.sight(), found))
    else:
        show_parts(lints_text(found, ctx.book, len({*only} or LINTS)), plain=ctx.plain)
        if found:
            echo(
                "\nA finding does not mean that a rule was broken. "
                "`roundbook proof lint --list` explains each kind."
            )
    return FOUND if found else 0


def _asked(name: str, ctx: ReadContext) -> list[Remark]:
    """Return what a plug-in remarks on the ledger. Raises a usage error, or Unreadable."""
    here = running_command()
    if here and not here.files:
        raise click.UsageError("plug-ins run only on the machine with the ledger.")
    from roundbook.cli.library.ledger import read_from  # It loads much, and is rarely needed.

    ledger = read_from(tuple(ctx.entries), ctx.rules, ctx.book, source=str(ctx.source))
    try:
        found, notes = remarks(name, ledger)
    except Misuse as wrong:
        raise click.UsageError(wrong.message) from None
    for note in notes:
        echo(shown(note), err=True)
    return [Remark(lint=name, seq=seq, message=said) for seq, said in found]
