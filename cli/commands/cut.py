"""Say who plays on in single elimination."""

from collections.abc import Sequence

import click

from cli.acts.cut import cut_events, divisions_due, size_for
from cli.acts.cut_text import out_and_why, share_of, too_large
from cli.args.types import DIVISION
from cli.args.words import WORDS
from cli.desk.command import at_desk, say_done
from cli.desk.write import WriteContext
from ledger.events.catalogue import AnyEvent, CutMade, LotDrawn
from ledger.state.lock import round_locked_by
from ledger.state.queries import rounds_of
from ledger.state.tournament import Tournament
from ledger.terms import Division
from projections.cut.qualifiers import swiss_pools_of
from projections.standings.records import records
from projections.text import counted


@click.command("cut")
@click.argument("divisions", metavar="[DIVISION]...", type=DIVISION, nargs=-1)
@click.option("--size", type=click.IntRange(2, 1024), help="Another number than was announced.")
@click.option("--again", is_flag=True, help="Seed it again, before its first round starts.")
@click.option("--reason", type=WORDS, help="Why more or fewer play on; kept for good.")
@at_desk
def command(
    ctx: WriteContext,
    divisions: tuple[Division, ...],
    size: int | None,
    reason: str | None,
    *,
    again: bool,
) -> None:
    r"""Say who plays on in single elimination: of each DIVISION, or of all that have a cut.

    The number is the one that was announced, or the one that the rounds table has for the size of
    the division. The seeds are the places after Swiss of those who are still in; where several are
    level in everything a recorded lot orders them (A-23). Of flights each sends the same number.

    Until the first round of the bracket starts, --again lets the next in rank move up for somebody
    who has left, and follows a corrected result; a first round that waits is taken back (A-44).

    \b
    Examples:
      roundbook cut
      roundbook cut masters senior
      roundbook cut masters --size 4 --reason "the hall closes at eight"
      roundbook cut masters --again
    """

    def act(t: Tournament) -> list[AnyEvent]:
        then, done = t.copy(), list[AnyEvent]()
        for division in divisions or divisions_due(t, ctx.rules, again=again):
            _reason_given(t, ctx, division, size, reason)
            made = cut_events(then, ctx.rules, division, size=size, again=again, reason=reason)
            for event in made:
                then.apply(event, t.seq)
            done += made
        return done

    entry = ctx.take(act)[0]
    cuts = [event for event in entry.events if isinstance(event, CutMade)]
    drawn = [event for event in entry.events if isinstance(event, LotDrawn)]
    if ctx.dry_run and drawn:
        # Whoever saw the lots could still change what they are drawn from.
        level = ", ".join(player for event in drawn for player in sorted(event.lots))
        pools = [cut.pool for cut in cuts]
        say_done(ctx, [], f"would be made: {', '.join(pools)}, with lots for {level}", pools=pools)
        return
    t = ctx.tournament
    if ctx.dry_run:
        t = t.copy()
        t.apply_entry(entry)
    lines = [line for cut in cuts for line in _said(ctx, t, cut, drawn)]
    nexts = cuts[0].pool if len(cuts) == 1 else ""
    say_done(ctx, entry, *lines, f"next: roundbook pair {nexts}".rstrip())


def _reason_given(
    t: Tournament, ctx: WriteContext, division: Division, size: int | None, reason: str | None
) -> None:
    """Refuse another number than is due without a reason (TOP-3.3.5d)."""
    if size and reason is None and size != size_for(t, ctx.rules, division):
        due = size_for(t, ctx.rules, division) or "none"
        raise click.UsageError(f"--size {size} needs --reason: {due} of {division} would play on.")


def _said(ctx: WriteContext, t: Tournament, cut: CutMade, drawn: Sequence[LotDrawn]) -> list[str]:
    """Return a cut as it is read out: the seeds, who is just out and why, what locks."""
    table = records(t, ctx.rules)
    lines = [
        f"the {cut.division} cut, {cut.pool}: {share_of(t, cut.division, len(cut.seeds))} play on"
    ]
    for number, player in enumerate(cut.seeds, start=1):
        record = table[player]
        points = counted(record.match_points, "point")
        lines.append(f"  seed {number}: {ctx.named(player)}, {points}, {record.score}")
    for event in drawn:
        if event.division == cut.division:
            order = ", ".join(ctx.named(player) for player in event.lots)
            lines.append(f"  by lot, in this order: {order}")
    lines += out_and_why(ctx, t, cut)
    lines += too_large(t, ctx.rules, cut.division, len(cut.seeds))
    last = max(
        (r.number for p in swiss_pools_of(t, cut.division) for r in rounds_of(t, p)), default=0
    )
    if locked := round_locked_by(last + 1, ctx.rules):
        lines.append(f"  pairing it locks the results of round {locked} (TOP §4)")
    lines.append("  its start fixes the seeds: later corrections do not move them (A-40)")
    return lines
