"""Set or clear a player's late tag."""

import click

from roundbook.cli.acts import drops
from roundbook.cli.args.players import find_player
from roundbook.cli.args.types import WORDS
from roundbook.cli.desk.command import at_desk, say_done
from roundbook.cli.desk.write import WriteContext
from roundbook.projections.reports.text import explanations


@click.command("late-tag")
@click.argument("who", metavar="PLAYER")
@click.option("--set/--clear", "late", default=None, help="Set the late tag, or clear it.")
@click.option(
    "--reason", required=True, type=WORDS, help="The reason, kept in the ledger for good."
)
@at_desk
def command(ctx: WriteContext, who: str, late: bool | None, reason: str) -> None:  # noqa: FBT001
    r"""Set or clear PLAYER's late tag (TOP §3.1.4.1; GTB).

    If the tag affects the places, an explanation for a support ticket is printed.

    \b
    Example:
      roundbook late-tag p17 --clear --reason "was here on time; set by accident"
    """
    if late is None:
        raise click.UsageError("give --set or --clear.")
    player = find_player(who, ctx.tournament, ctx.book)
    found = drops.change_tag(ctx, player, late=late, reason=reason)
    has = "has" if late else "no longer has"
    say_done(ctx, found.entries, f"{ctx.named(player)} {has} the late tag", *_ticket(ctx, found))


def _ticket(ctx: WriteContext, found: drops.TagChanged) -> list[str]:
    """Return the places that the tag decides, and why, for a support ticket (GTB-2)."""
    if found.why is None:
        return []
    names = {each: ctx.book.name(each) for each in ctx.tournament.players}
    return [
        "the late tag decides these places; for a support ticket:",
        *(
            f"  {ctx.named(each)}: place {having} with the tag, {lacking} without"
            for each, having, lacking in found.moved
        ),
        "",
        *explanations.lines(found.why, names),
    ]
