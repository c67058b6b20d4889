"""Rules for pods and pools: which divisions play together, and that pools exist (TOP §3.1.1)."""

from collections import Counter
from itertools import product

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.flights import names
from roundbook.ledger.phrases import counted, have, several
from roundbook.ledger.rulesets.divisions import bracket_name, pods_for, pool_name
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import active_by_division, flights_to_draw, in_no_pod, pool_of
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, Pool
from roundbook.ledger.validators.checks import Breach, Found

Pods = dict[Pool, frozenset[Division]]


def pods_frozen(t: Tournament, event: ev.PodsFormed) -> Found:
    """Pods are formed before the first round is paired, and then do not change (TOP §3.1.1)."""
    if not t.rounds:
        return
    yield Breach(
        message=(
            "the pods can no longer change: "
            f"{have(sorted(t.latest), one='has', many='have')} been paired."
        ),
        cites="TOP §3.1.1",
        hint="A paired round 1 can be withdrawn before it starts; then form the pods again.",
    )


def pods_wrong(t: Tournament, event: ev.PodsFormed, rules: Ruleset) -> Found:
    """Divisions play separately or together, as the edition says (TOP §3.1.1, §3.1.2).

    A file does not contain who was there when its pods were formed: some registered players may
    have come late or not at all. So its pods are right if they fit any possible number of players.
    """
    present = active_by_division(t)
    formed = _played(event.pods, present)
    counts: list[Counter[Division]] = [present]
    if event.told:
        on_time = Counter(p.division for p in t.players.values() if not p.out and not p.late)
        everybody = Counter(p.division for p in t.players.values())
        ages = sorted(everybody)
        # Numbers above the minimum change nothing, so few numbers have to be tried.
        ranges = [range(_few(on_time[a], rules), _few(everybody[a], rules) + 1) for a in ages]
        counts = [Counter(dict(zip(ages, tried, strict=True))) for tried in product(*ranges)]
        formed = _played(event.pods, everybody)
        if any(_played(_asked(c, rules), everybody) == formed for c in counts):
            return
    elif _played(_asked(present, rules), present) == formed:
        return
    yield Breach(
        message=f"under {rules.edition} these divisions play as "
        f"{several(sorted(_asked(present, rules)))}, not as {several(sorted(event.pods))}.",
        cites="TOP §3.1.1, §3.1.2",
    )


def pod_too_small(t: Tournament, event: ev.RoundPaired, rules: Ruleset) -> Found:
    """A sanctioned pod is not below the edition's minimum when its first round is paired (A-18)."""
    if event.told or event.round > 1 or event.pool not in t.pods:
        return
    seated = 2 * len(event.pairings) + len(event.byes)
    if t.opened is None or not t.opened.sanction or seated >= rules.minimum_pod:
        return
    yield Breach(
        message=f"{event.pool} has {counted(seated, 'player')}, but a sanctioned pod needs "
        f"{rules.minimum_pod}.",
        cites="TOP §3.3.5",
        hint="Let more players register, or open a new tournament without a sanction number.",
    )


def _few(number: int, rules: Ruleset) -> int:
    return min(number, rules.minimum_division)


def _asked(counts: Counter[Division], rules: Ruleset) -> dict[Pool, tuple[Division, ...]]:
    """Return the pods that the edition requires, by name."""
    return {pool_name(pod): pod for pod in pods_for(counts, rules)}


def _played(pods: dict[Pool, tuple[Division, ...]], counts: Counter[Division]) -> set[object]:
    """Return which divisions with players play together, whatever their pods are called."""
    played = (frozenset(age for age in pod if counts[age]) for pod in pods.values())
    return {pod for pod in played if pod}


def pods_missing(t: Tournament, event: ev.RoundPaired | ev.RoundStarted) -> Found:
    """Every active player must belong to a pod before a round is paired or starts (TOP §3.1.1).

    Who registers between the two may be the first of a division. Pods can be formed again until the
    start, but not after it, and nobody would pair that player.
    """
    if event.pool in t.cuts or t.is_elimination:
        return
    if isinstance(event, ev.RoundStarted) and (event.pool, event.round) not in t.rounds:
        return
    left = in_no_pod(t)
    if t.pods and not left:
        return
    yield Breach(
        message=f"{have(left, one='is', many='are')} not in a pod."
        if t.pods
        else "the pods have not been formed.",
        cites="TOP §3.1.1",
        hint="Pods are formed when round 1 is paired: until it starts, withdraw it and pair it "
        "again. After that, drop players who are in no pod."
        if t.pods
        else "Include every division that has players in the pods, then pair.",
    )


def no_pod_to_return_to(t: Tournament, event: ev.PlayerReinstated) -> Found:
    """Returning players rejoin their division's pod; no pod is added after pairing (A-13)."""
    player = t.players.get(event.player)
    if event.told or player is None or not (t.rounds and t.pods) or pool_of(t, player):
        return
    yield Breach(
        message=(
            f"{player.id} cannot be reinstated: no pod includes the {player.division} division."
        ),
        cites="TOP §3.1.1",
        hint=(
            "If no round has started, withdraw the paired round; the pods can then be formed again."
        ),
    )


NamesPool = (
    ev.RoundPaired
    | ev.DayTwoMade
    | ev.ThirdPlacePlayoffPaired
    | ev.Joining
    | ev.RoundsSet
    | ev.EntropyAdded
)
"""Events that name a pool, which must exist."""


def pool_unknown(t: Tournament, event: NamesPool) -> Found:
    """Only a pod or a bracket of this tournament can be paired (TOP §3.1.1, §3.3)."""
    match event:
        case ev.RoundPaired():
            known = event.pool in t.pods or event.pool in t.cuts or not t.pods
        case ev.DayTwoMade():
            known = event.pool in t.pods
        case ev.ThirdPlacePlayoffPaired():
            known = event.pool in t.cuts
        case ev.PlayerRegistered() | ev.LatePlayerAdmitted() if event.pool and t.pods:
            known = event.pool in t.pods
        case ev.RoundsSet() | ev.EntropyAdded() if event.pool and t.pods:
            known = event.pool in {*t.pods, *_flights_ahead(t)}
        case _:
            return
    if known:
        return
    pool = event.pool
    there = sorted((*t.pods, *t.cuts))
    others = f", only {several(there)}" if there else ""
    yield Breach(
        message=f"there is no pool {pool}{others}.",
        cites="TOP §3.1.1, §3.3",
        hint="Check the name of the pool.",
    )


def _flights_ahead(t: Tournament) -> list[Pool]:
    """Return the names of flights that are announced and not drawn: their rounds can be set."""
    return [pool for age, number in flights_to_draw(t).items() for pool in names(age, number)]


def pool_taken(t: Tournament, event: ev.CutMade) -> Found:
    """A bracket must not have the name of a pod or of another division (TOP §3.3)."""
    other = t.cuts.get(event.pool)
    if event.pool not in t.pods and (other is None or other.division == event.division):
        return
    yield Breach(
        message=f"the name {event.pool} is taken by another pool.",
        cites="TOP §3.3",
        hint=f"Name the bracket {bracket_name(event.division)}.",
    )
