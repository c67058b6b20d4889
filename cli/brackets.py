"""The next round of a bracket: nothing is drawn, it follows from the seeds and the results."""

from cli.counting import counted
from ledger.errors import Refused
from ledger.events import RoundPaired, RoundWithdrawn
from ledger.field import latest_round, open_matches
from ledger.terms import Pool
from ledger.tournament import Tournament
from projections.bracket import next_round
from projections.pairing.tables import tables


def along_the_bracket(
    t: Tournament, pool: Pool, reason: str | None, first_table: int | None
) -> RoundPaired:
    """Return the next round of a bracket, or the one that waits to be started, paired anew.

    Neighbours in the bracket meet (TOP §3.2). Raises Refused where there is no next round yet, or
    none any more.
    """
    before = t
    paired = latest_round(t, pool)
    if paired and not paired.started:
        before = t.copy()  # It is made anew, as if for the first time.
        before.happen(RoundWithdrawn(pool=pool, round=paired.number, reason="anew"), t.seq)
    found = next_round(before, pool)
    if found is None:
        raise Refused(
            f"no round of {pool} can be paired: {why_not(before, pool)}.",
            hint="A bracket is not drawn: its next round follows from the seeds and the results.",
        )
    return RoundPaired(
        pool=pool,
        round=found.number,
        pairings=found.pairings,
        tables=tables(t, pool, len(found.pairings), first_table),
        byes=found.byes,
        reason=reason,
    )


def why_not(t: Tournament, pool: Pool) -> str | None:
    """Return why no round of a bracket can be paired now; None if one can."""
    paired = latest_round(t, pool)
    if paired and not paired.started:
        return f"round {paired.number} of {pool} has not started"
    if paired and open_matches(t, paired):
        missing = counted(len(open_matches(t, paired)), "result")
        return f"round {paired.number} of {pool} lacks {missing}"
    return None if next_round(t, pool) else f"{pool} has been played to its end"
