"""The next round of a pool, as the next secret draws it, or as its bracket says."""

from cli import keys
from cli.brackets import along_the_bracket
from cli.podding import propose_pod
from cli.wiring import settings
from ledger.errors import Refused
from ledger.events.catalogue import RoundPaired
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import Pool
from projections.pairing.impossible import NoLegalRound
from projections.pairing.rematches import propose_rematches
from projections.pairing.tables import tables


def drawn_round(
    t: Tournament, rules: Ruleset, pool: Pool, *, first_table: int | None, allow_rematches: bool
) -> RoundPaired:
    """Return the next round of a pool; raises Refused where there is none.

    With `allow_rematches` it is the one with the fewest, and only where no round is legal (A-11).
    """
    if pool in t.cuts and not allow_rematches:
        return along_the_bracket(t, pool, None, first_table)
    if pool not in t.pods and pool not in t.cuts:
        known = ", ".join((*t.pods, *t.cuts)) or "none yet"
        raise Refused(f"there is no pool {pool} here to be drawn.", hint=f"The pools are: {known}.")
    secret = keys.next_secret(settings(), t)
    # A tournament that does not go by a sheet is Swiss throughout.
    draw = propose_rematches if allow_rematches else propose_pod
    try:
        found = draw(t, rules, pool=pool, secret=secret)
    except NoLegalRound as refusal:
        if allow_rematches:
            raise
        # Rematches help nobody where all have had a bye: then this raises the same refusal.
        propose_rematches(t, rules, pool=pool, secret=secret)
        raise Refused(
            refusal.message,
            hint="End Swiss here, or let the fewest players meet again: "
            f"`roundbook pair {pool} --allow-rematches --override rematch --because …`.",
        ) from None
    return RoundPaired(
        pool=pool,
        round=found.round,
        pairings=found.pairings,
        tables=tables(t, pool, len(found.pairings), first_table),
        byes=found.byes,
        drawn=found.drawn,
    )
