"""Which pools can be paired now, and what the others wait for."""

from collections.abc import Sequence

from cli.brackets import why_not
from cli.counting import counted
from ledger.errors import Refused
from ledger.state.queries import due, latest_round, open_matches, planned_rounds
from ledger.state.tournament import Tournament
from ledger.terms import Pool
from ledger.validators.opening import eliminates
from ledger.validators.rounds import swiss_pools


def ready(t: Tournament, among: Sequence[Pool] = ()) -> list[Pool]:
    """Return the pools whose next round can be paired, or those `among` some; may raise Refused.

    A round that waits to be started, or for results, is not ready; nor is a pool with all its
    rounds played, unless it is named.
    """
    if eliminates(t) and not t.cuts:
        raise Refused("no seeds are drawn yet.", hint="Draw them first: `roundbook seed`.")
    if not t.pods and not t.cuts:
        raise Refused(
            "nobody is registered, so there is nobody to pair.",
            hint="Register the players: `roundbook register`.",
        )
    asked = among or _all(t)
    waits = {pool: why_not(t, pool) if pool in t.cuts else _why_not(t, pool) for pool in asked}
    found = [
        pool
        for pool, why in waits.items()
        if why is None and (pool in t.cuts or due(t, pool, t.latest.get(pool, 0) + 1))
    ]
    if not found:
        said = "; ".join(why for why in waits.values() if why) or "everybody has dropped"
        raise Refused(f"no pool is ready to be paired: {said}.", hint=_next(t, asked))
    return found


def _next(t: Tournament, pools: Sequence[Pool]) -> str:
    """Return what to do about the first pool that waits."""
    rounds = [paired for pool in pools if (paired := latest_round(t, pool))]
    if any(open_matches(t, paired) for paired in rounds if paired.started):
        return "Report them (`roundbook report`); `roundbook pairings` shows which are out."
    if not all(paired.started for paired in rounds):
        return "Start it (`roundbook start`), or take it back (`roundbook withdraw POOL-ROUND`)."
    return "Look at `roundbook standings`; then `roundbook cut`, or `roundbook close`."


def _all(t: Tournament) -> tuple[Pool, ...]:
    """Return the pods and the brackets."""
    return (*t.pods, *(pool for pool in t.cuts if pool not in t.pods))


def _why_not(t: Tournament, pool: Pool) -> str | None:
    """Return what a pod waits for, or that it has played all its rounds; None for neither."""
    paired, planned = latest_round(t, pool), planned_rounds(t, pool)
    cut = [bracket for bracket in t.cuts if pool in swiss_pools(t, bracket)]
    if cut:
        return f"{pool} has gone on to {', '.join(cut)}"
    if paired and not paired.started:
        return f"round {paired.number} of {pool} has not started"
    if paired and open_matches(t, paired):
        missing = len(open_matches(t, paired))
        return f"round {paired.number} of {pool} lacks {counted(missing, 'result')}"
    if paired and planned and paired.number >= planned:
        return f"{pool} has played its {planned} rounds"
    return None
