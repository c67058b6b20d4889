"""Make the cut: choose who advances to single elimination."""

import click

from roundbook.cli.acts import cut
from roundbook.cli.acts.cut import CutDone
from roundbook.cli.args.types import DIVISION, WORDS
from roundbook.cli.desk.command import at_desk, leading_on, say_done
from roundbook.cli.desk.write import WriteContext
from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import Division
from roundbook.projections.reports.text.cut import just_out, share_of


@click.command("cut")
@click.argument("divisions", metavar="[DIVISION]...", type=DIVISION, nargs=-1)
@click.option(
    "--size",
    type=click.IntRange(2, 1024),
    help="A cut size other than the one announced.",
    metavar="N",
)
@click.option(
    "--again", is_flag=True, help="Repeat the cut, before the bracket's first round starts."
)
@click.option(
    "--reason",
    type=WORDS,
    help="The reason for a different size; kept in the ledger.",
)
@at_desk
def command(
    ctx: WriteContext,
    divisions: tuple[Division, ...],
    size: int | None,
    reason: str | None,
    *,
    again: bool,
) -> None:
    r"""Make the cut: choose who advances to single elimination, in every DIVISION named, or in all.

    The size of the cut is as announced, or as in the rounds table for this number of players.
    Active players are seeded by their places after Swiss; players who are tied on everything are
    ordered at random, and the draw is recorded. The same number of players advances from every
    flight.

    --again repeats the cut after a drop or a corrected result, until the bracket's first round
    starts; if that round is already paired, it is withdrawn.

    \b
    Examples:
      roundbook cut
      roundbook cut masters --size 4 --reason "the hall closes at eight"
      roundbook cut masters --again
    """
    try:
        found = cut.make_cuts(ctx, divisions, size=size, again=again, reason=reason)
    except cut.OtherSizeError as other:
        msg = f"--size {other.size} needs --reason: {other.would}"
        raise click.UsageError(msg) from None
    pools = found.pools
    if found.level:
        lots_for = ", ".join(map(ctx.named, found.level))
        said = f"{', '.join(pools)} would be made, after a random draw between {lots_for}"
        say_done(ctx, [], said, pools=pools)
        return
    lines = [line for one in found.cuts for line in _said(ctx, one)]
    say_done(ctx, found.entries, *lines, *leading_on(ctx, found.entries))


def _said(ctx: WriteContext, one: CutDone) -> list[str]:
    """Return the lines about a cut: the seeds, who just misses it and why, and what locks."""
    division, pool = one.made.division, one.made.pool
    share = share_of(len(one.seeds), one.came)
    lines = [f"the {division} cut, {pool}: {share} advance"]
    lines += [
        f"  seed {number}: {ctx.named(player)}, {counted(points, 'point')}, {record}"
        for number, (player, points, record) in enumerate(one.seeds, start=1)
    ]
    lines += [f"  ordered at random: {', '.join(map(ctx.named, order))}" for order in one.by_lot]
    for each in one.out:
        lines += just_out(ctx.named, each.player, each.step, each.flight)
    if one.larger:
        most = f"at most {one.larger.cut} ({one.larger.cites})"
        lines.append(f"warning: at a premier event the {division} cut is {most}")
    if one.locks:
        lines.append(
            f"  pairing the cut locks the {division} results of round {one.locks} (TOP §4)"
        )
    lines.append("  once it starts, the seeds are fixed: later corrections do not change them")
    return lines
