"""Pair the match for the third place."""

import click

from cli.args.types import POOL
from cli.desk.command import at_desk, say_done
from cli.desk.write import WriteContext
from ledger.errors import Refused
from ledger.events.catalogue import ThirdPlacePlayoffPaired
from ledger.state.queries import latest_round
from ledger.state.tournament import Tournament
from ledger.terms import Pool
from projections.bracket.bracket import semi_finals, third_place
from projections.pairing.tables import tables


@click.command("third-place")
@click.argument("pool", type=POOL, required=False)
@click.option("--table", type=click.IntRange(1, 999_999), help="Where they play.")
@at_desk
def command(ctx: WriteContext, pool: Pool | None, table: int | None) -> None:
    r"""Let those who lost the semi-finals of POOL play for the third place.

    It has to be announced beforehand (`announce --third-place`; TOP §3.3.6.1). Without it the
    better seed of the two is third.

    \b
    Examples:
      roundbook third-place
      roundbook third-place masters-cut --table 2
    """

    def act(t: Tournament) -> list[ThirdPlacePlayoffPaired]:
        bracket = pool or _only(t)
        if t.cuts and bracket not in t.cuts:
            raise Refused(f"{bracket} is no bracket.", hint=f"There is {', '.join(t.cuts)}.")
        pairing = third_place(t, bracket) if bracket in t.cuts else None
        semis = semi_finals(t, bracket)
        if pairing is None or semis is None:
            raise Refused(
                f"nobody can play for the third place of {bracket} yet, or any more.",
                hint="Both semi-finals need a loser who is still in.",
            )
        final = latest_round(t, bracket)
        beside = final.tables if final and final.number > semis.number else ()
        free = table or tables(t, bracket, 1, blocked=beside)[0]
        if not beside and table is None:
            free = tables(t, bracket, 2)[1]  # The final will be played at the first.
        return [
            ThirdPlacePlayoffPaired(
                pool=bracket, round=semis.number + 1, pairing=pairing, table=free
            )
        ]

    entry = ctx.take(act)[0]
    paired = next(event for event in entry.events if isinstance(event, ThirdPlacePlayoffPaired))
    first, second = paired.pairing
    say_done(
        ctx,
        entry,
        f"for the third place of {paired.pool}: {ctx.named(first)} - {ctx.named(second)}, "
        f"table {paired.table}",
        f"next: roundbook report {paired.pool}-{paired.round}-{paired.table} RESULT",
    )


def _only(t: Tournament) -> Pool:
    """Return the one bracket there is; raises Refused where it has to be named."""
    open_ones = [pool for pool in t.cuts if third_place(t, pool) and pool not in t.playoffs]
    if len(open_ones) != 1:
        known = ", ".join(t.cuts) or "none yet"
        raise Refused(
            "which bracket is meant is not clear."
            if open_ones
            else "nobody can play for a third place yet, or any more.",
            hint=f"The brackets are: {known}.",
        )
    return open_ones[0]
