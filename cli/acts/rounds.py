"""The next round of a pool, as the next secret draws it, or as its bracket says."""

from collections import Counter

from cli.acts.pod import propose_pod
from cli.folder import secrets
from cli.folder.home import settings
from ledger.errors import Refused
from ledger.events.catalogue import AnyEvent, PodsFormed, RoundPaired
from ledger.rulesets.divisions import pods_for, pool_name
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import formed_pods
from ledger.state.tournament import Tournament
from ledger.terms import Pool
from ledger.validators.opening import eliminates
from projections.pairing.impossible import NoLegalRound
from projections.pairing.rematches import propose_rematches
from projections.pairing.tables import tables
from projections.rounds.bracket import along_the_bracket


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
    secret = secrets.next_secret(settings(), t)
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


# The pods of an event, formed before its first round by who is in.


def formed(t: Tournament, rules: Ruleset) -> list[AnyEvent]:
    """Let the pods be formed that the edition asks for, by who is in, unless they stand.

    Once a round is paired the pods stay as they are; a single elimination has none (TOP §3.2.1).
    Raises Refused where that would undo flights.
    """
    counts = Counter(player.division for player in t.players.values() if not player.out)
    pods = {pool_name(pod): pod for pod in pods_for(counts, rules)}
    if t.rounds or not pods or pods == formed_pods(t) or eliminates(t):
        return []
    for division in t.flights:
        raise Refused(
            f"the divisions play as {', '.join(pods)} now, and {division} has flights.",
            hint=f"Give the flights up first: `roundbook flights {division.lower()}=1 --reason …`.",
        )
    event = PodsFormed(pods=pods)
    t.apply(event, t.seq)
    return [event]
