"""Show what breaks no rule, and what an auditor wants to see all the same."""

from pathlib import Path

import click

from cli.desk.errors import FOUND
from cli.desk.output import echo
from cli.desk.read import ReadContext, at_ledger, say_json
from cli.folder.refused import ATTEMPTS
from cli.terminal.tables import Column, show
from ledger.errors import Unreadable
from ledger.ids import UNDECODABLE, decode
from ledger.record.entry import Attempt
from ledger.text import reason
from projections.lints.catalogue import LINTS, lint

COLUMNS = (
    Column("Entry", right=True),
    Column("Lint"),
    Column("What", wraps=True),
)


@click.command("lint")
@at_ledger()
@click.option("--list", "listing", is_flag=True, help="List what is looked for, and why.")
def command(ctx: ReadContext, *, listing: bool) -> int:
    r"""Show what breaks no rule, and what an auditor wants to see all the same.

    Such as: entries at night or long after the round, one hand that entered a result and its
    correction, overrides without a reason, a clock that was set back, refused attempts to change
    what was settled. Nothing of it is a fault; each is something to ask about.

    \b
    Examples:
      roundbook lint cup
      roundbook lint cup --list

    \b
    Exit codes:
      0 nothing to see    1 something to look at
      5 something that cannot be read
    """
    if listing:
        for one in LINTS:
            echo(f"{one.name}\n  {one.reason}")
        return 0
    attempts = [] if ctx.as_of else read_attempts(ctx.folder / ATTEMPTS)
    found = lint(ctx.entries, ctx.rules, attempts)
    if ctx.as_json:
        say_json(tournament=ctx.event, entry=ctx.t.seq, remarks=found)
    elif not found:
        echo(f"nothing to see: {len(LINTS)} things were looked for.")
    else:
        rows = [[str(one.seq), one.lint, one.message] for one in found]
        show(COLUMNS, rows, plain=ctx.plain)
        echo("\nNone of this breaks a rule. Why it is shown: `roundbook lint --list`.")
    return FOUND if found else 0


def read_attempts(path: Path) -> list[Attempt]:
    """Return the commands that were refused; none where none were noted. Raises Unreadable."""
    if not path.is_file():
        return []
    found = []
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            found.append(decode(Attempt, line))
        except UNDECODABLE as error:
            msg = f"line {number} of {path} is no refused command: {reason(error)}."
            hint = "Put the file aside; the ledger does not need it."
            raise Unreadable(msg, where=f"line {number}", hint=hint) from error
    return found
