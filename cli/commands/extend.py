"""Give a match extra time."""

import re
from shlex import quote

import click

from roundbook.cli.acts import judging
from roundbook.cli.args.table_numbers import AT_TABLE
from roundbook.cli.args.types import WORDS, typed_as
from roundbook.cli.desk.command import at_desk, next_line, say_done
from roundbook.cli.desk.errors import command as as_typed
from roundbook.cli.desk.write import WriteContext
from roundbook.ledger.errors import do
from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import MatchId


class ExtendCommand(click.Command):
    """The command, with a helpful refusal of negative minutes."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words; a negative number is a usage error that shows how to reduce the time."""
        below = next((word for word in args if re.fullmatch("-[0-9]+", word)), None)
        if below:
            words = ["TOTAL" if word == below else quote(word) for word in args]
            words += [word for word in ("--informed", "--instead") if word not in args]
            words += [] if "--reason" in args else ["--reason", '"…"']
            msg = (
                f"{below} minutes cannot be given. To reduce the extra time, give the new total: "
                f"`roundbook extend {' '.join(words)}`."
            )
            raise click.UsageError(msg, ctx)
        return super().parse_args(ctx, args)


@click.command("extend", cls=ExtendCommand)
@click.argument("match", type=AT_TABLE)
@click.argument("minutes", type=click.IntRange(0, 999))
@click.option(
    "--informed", is_flag=True, help="You have told both players how much extra time they have."
)
@click.option(
    "--instead", is_flag=True, help="MINUTES is the total extra time and replaces any given before."
)
@click.option("--reason", type=WORDS, help="The reason, kept in the ledger for good.")
@at_desk
def command(
    ctx: WriteContext,
    match: MatchId,
    minutes: int,
    informed: bool,  # noqa: FBT001 - a flag.
    reason: str | None,
    *,
    instead: bool,
) -> None:
    r"""Give MATCH extra time, in MINUTES, and record it at once (TRF §7.2).

    Both players must be told how much extra time they have. The entry records the judge, the table
    and the time. Instead of MATCH, you may enter a table number of the current round.

    \b
    Examples:
      roundbook extend masters-2-14 5 --informed --as "Jo Park" --role judge
      roundbook extend 3 10 --informed --reason "a deck check"
      roundbook extend 3 5 --instead --informed --reason "typed twice"
    """
    with typed_as(reason="--instead needs --reason REASON."):
        found = judging.extend(
            ctx, match, minutes, informed=informed, reason=reason, instead=instead
        )
    at_table = f"match {match} at table {match.table}"
    if found.instead_of is not None:
        has = f"has {counted(minutes, 'more minute')} in all" if minutes else "has no extra time"
        told = f"{at_table} {has}, not {found.instead_of}"
    else:
        before = found.in_all - minutes
        in_all = f", {found.in_all} in all: {before} + {minutes}" if before else ""
        told = f"{at_table} gets {counted(minutes, 'more minute')}{in_all}"
    say_done(
        ctx,
        found.entries,
        told,
        f"  {' and '.join(map(ctx.named, found.players))}",
        *([] if ctx.dry_run else _undo(found)),
        next_line(do("clock")),
        minutes=found.in_all,
    )


def _undo(found: judging.Extended) -> list[str]:
    """Return how to undo a further extension, which may have been entered twice."""
    before = found.in_all - found.minutes
    if found.instead_of is not None or not before:
        return []
    back = do("extend", str(found.match), str(before), "--instead", "--informed", "--reason", "…")
    return [f"  if it was entered twice: {as_typed(back)}"]
