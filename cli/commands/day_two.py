"""Begin day two: choose which players advance."""

import click

from roundbook.cli.acts import cut
from roundbook.cli.acts.cut import DayDone
from roundbook.cli.args.types import POOL, WORDS
from roundbook.cli.desk.command import at_desk, leading_on, say_done
from roundbook.cli.desk.write import WriteContext
from roundbook.ledger.events.catalogue import DayTwoMade
from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import Pool
from roundbook.projections.reports.text.cut import just_out


@click.command("day-two")
@click.argument("pool", type=POOL, required=False)
@click.option("--rounds", type=click.IntRange(1, 99), help="The number of rounds on day two.")
@click.option(
    "--again",
    is_flag=True,
    help="Choose the players again, after a drop or a correction.",
)
@click.option("--undo", is_flag=True, help="Withdraw day two.")
@click.option(
    "--reason",
    type=WORDS,
    help="The reason for a different number of rounds.",
)
@at_desk
def command(
    ctx: WriteContext,
    pool: Pool | None,
    rounds: int | None,
    reason: str | None,
    *,
    again: bool,
    undo: bool,
) -> None:
    r"""Begin day two: choose who advances, in POOL or in every pool that has one.

    Players with the match points of the rounds table advance. X-2-0 means at least 3 match points
    for every round but two, with or without ties; if there are fewer than 32 such players, the top
    32 advance (TOP §3.3.5). The number of rounds is as announced, or as in the table. Match points,
    byes and opponents carry over; everybody else keeps their place from day one.

    --again and --undo work until its first round starts, even if it is paired.

    \b
    Examples:
      roundbook day-two
      roundbook day-two masters --again
      roundbook day-two masters --rounds 4 --reason "the hall closes at eight"
    """
    if undo:
        if rounds or reason or again:
            msg = "--undo takes no other option than the pool."
            raise click.UsageError(msg)
        done = cut.withdraw_day_two(ctx, pool)
        gone = [e.pool for entry in done.entries for e in entry.events if isinstance(e, DayTwoMade)]
        told = [f"day two of {each} was withdrawn" for each in gone]
        say_done(ctx, done.entries, *told, *leading_on(ctx, done.entries), pools=[*gone])
        return
    try:
        found = cut.make_day_two(ctx, pool, rounds=rounds, again=again, reason=reason)
    except cut.OtherRoundsError as other:
        msg = f"--rounds {other.rounds} needs --reason: {other.would}"
        raise click.UsageError(msg) from None
    if found.level:
        said = f"day two would begin, after a random draw between {', '.join(found.level)}"
        say_done(ctx, [], said, pools=found.pools)
        return
    lines = [line for one in found.days for line in _said(ctx, one)]
    say_done(ctx, found.entries, *lines, *leading_on(ctx, found.entries))


def _said(ctx: WriteContext, one: DayDone) -> list[str]:
    """Return the lines about day two: players, rounds, and who just misses it and why."""
    made = one.made
    players = counted(len(made.players), "player")
    points = counted(one.enough, "match point")
    lines = [
        f"day two of {made.pool}: {players} play rounds {made.after + 1} to {one.until}",
        f"  {points} were needed after round {made.after}"
        if one.by_points
        else f"  X-2-0 is {points} after round {made.after}",
    ]
    lines += [line for each in one.out for line in just_out(ctx.named, each.player, each.step)]
    lines.append("  once it starts, the players are fixed: later corrections do not change them")
    return lines
