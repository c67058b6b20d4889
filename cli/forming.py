"""The pods of an event, formed before its first round by who is in."""

from collections import Counter

from ledger.errors import Refused
from ledger.events.catalogue import AnyEvent, PodsFormed
from ledger.rulesets.divisions import pods_for, pool_name
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import formed_pods
from ledger.state.tournament import Tournament
from ledger.validators.opening import eliminates


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
    t.happen(event, t.seq)
    return [event]
