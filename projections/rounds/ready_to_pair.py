"""Which pools can be paired now, and what the others wait for."""

from collections.abc import Sequence

from roundbook.ledger.errors import Hint, Refused, advice, do
from roundbook.ledger.events.catalogue import AnyEvent, PodsFormed
from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets.divisions import pods_for, pool_name
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import (
    active_by_division,
    draft_pods,
    formed_pods,
    swiss_pools_of,
)
from roundbook.ledger.state.round_names import named
from roundbook.ledger.state.rounds import (
    due,
    latest_round,
    open_matches,
    planned_rounds,
    rounds_of,
)
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Pool
from roundbook.ledger.text import joined
from roundbook.projections.bracket.bracket import next_round
from roundbook.projections.rounds.needs_repair import stage_again, to_make_again
from roundbook.projections.rounds.next_bracket_round import lacks, seed_again, why_not


def ready(t: Tournament, rules: Ruleset, among: Sequence[Pool] = ()) -> list[Pool]:
    """Return the pools whose next round can be paired, all or of `among`; may raise Refused.

    A round that waits to be started, or for results, is not ready; nor is a pool that has played
    all its rounds. A bracket whose cut must be made again is ready only if no other pool is: a rule
    refuses it then, unless an official overrides that. If every round has been played, the refusal
    has no hint: what follows depends on the rules of the event.
    """
    if t.is_elimination and not t.cuts:
        raise Refused(
            "no seeds have been drawn yet.", hint=advice("Draw them first: {}.", do("seed"))
        )
    if not t.pods and not t.cuts:
        raise Refused(
            "there are no active players, so there is nobody to pair.",
            hint=advice("Register the players: {}.", do("register")),
        )
    asked = among or (*t.pods, *(pool for pool in t.cuts if pool not in t.pods))
    waits = {
        pool: why_not(t, rules, pool) if pool in t.cuts else _why_not(t, pool) for pool in asked
    }
    found = [
        pool
        for pool, why in waits.items()
        if why is None and (pool in t.cuts or due(t, pool, t.latest.get(pool, 0) + 1))
    ]
    found = found or [pool for pool in asked if seed_again(t, rules, pool) and next_round(t, pool)]
    if not found:
        reasons = [why for why in waits.values() if why] or ["everybody has dropped"]
        said = " ".join(f"{why[0].upper()}{why[1:]}." for why in reasons)
        raise Refused(f"nothing can be paired now. {said}", hint=_next(t, rules, asked))
    return found


def _next(t: Tournament, rules: Ruleset, pools: Sequence[Pool]) -> Hint | None:
    """Return what to do about the first pool that waits; None if no pool waits."""
    rounds = [paired for pool in pools if (paired := latest_round(t, pool))]
    every = (paired for pool in pools for paired in rounds_of(t, pool))
    if any(open_matches(t, paired) for paired in every if paired.started):
        return advice(
            "Report the missing results ({}); {} shows the tables.", do("report"), do("pairings")
        )
    if again := next((act for pool in pools if (act := stage_again(t, rules, pool))), None):
        return to_make_again(again)
    for one in rounds:
        if not one.started:
            withdraw = do("withdraw", f"{one.pool}-{one.number}", "--reason", "…")
            return advice("Start the round ({}), or withdraw it ({}).", do("start"), withdraw)
    return None


def _why_not(t: Tournament, pool: Pool) -> str | None:
    """Return what a pod waits for, or that it has played all its rounds; None if it is ready."""
    paired, planned = latest_round(t, pool), planned_rounds(t, pool)
    cut = [one.pool for one in t.cuts.values() if pool in swiss_pools_of(t, one.division)]
    if cut:
        made = "has been made" if len(cut) == 1 else "have been made"
        return f"the Swiss rounds of {pool} are over: {joined(cut)} {made}"
    if paired and not paired.started:
        return f"{named(t, pool, paired.number)} has not started"
    # Of an earlier round too: a result may have been withdrawn since.
    if lacking := next(filter(None, (lacks(t, one) for one in rounds_of(t, pool))), None):
        return lacking
    if paired and planned and paired.number >= planned:
        been = "has been" if planned == 1 else "have been"
        return f"the {counted(planned, 'round')} of {pool} {been} played"
    return None


# Pods, formed before round 1 from the active players.


def formed(t: Tournament, rules: Ruleset) -> list[AnyEvent]:
    """Form the pods that the edition requires for the active players, unless they exist.

    Once a round is paired the pods are fixed; a single elimination has none (TOP §3.2.1). Raises
    Refused if this would undo flights.
    """
    counts = active_by_division(t)
    pods = {pool_name(pod): pod for pod in pods_for(counts, rules)}
    if t.rounds or not pods or pods == formed_pods(t) or t.is_elimination or draft_pods(t):
        return []
    for division in t.flights:
        raise Refused(
            f"the divisions now play in the pools {', '.join(pods)}, but {division} is split "
            "into flights.",
            hint=advice(
                "Remove the flights first: {}.",
                do("flights", f"{division.lower()}=1", "--reason", "…"),
            ),
        )
    event = PodsFormed(pods=pods)
    t.apply(event, t.seq)
    return [event]
