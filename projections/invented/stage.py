"""What an invented event is played on, and who comes to it."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from ledger.events import catalogue as ev
from ledger.events.catalogue import AnyEvent
from ledger.rulesets.divisions import pods_for, pool_name
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import rounds_started
from ledger.state.tournament import Tournament
from ledger.terms import HandId
from projections.invented.cast import Comer, Plan

Act = tuple[AnyEvent, ...]
"""What is written as one entry."""


class Stage(Struct, frozen=True, kw_only=True):
    """What an invented event is played on: a tournament that follows all that happens."""

    t: Tournament
    rules: Ruleset
    plan: Plan
    comers: Sequence[Comer]
    hand: HandId


def registered(comer: Comer) -> AnyEvent:
    """Return the registration of somebody who is on time."""
    return ev.PlayerRegistered(
        player=comer.player, division=comer.division, commitment=comer.commitment
    )


def pods(on: Stage) -> AnyEvent:
    """Return which divisions play together, by those who are on time (TOP §3.1.1)."""
    counts = Counter(player.division for player in on.t.players.values())
    return ev.PodsFormed(pods={pool_name(pod): pod for pod in pods_for(counts, on.rules)})


def latecomers(on: Stage, number: int) -> Iterator[Act]:
    """Yield those who come while a round is being played, with a loss for each that has started."""
    for comer in on.comers:
        if comer.after != number:
            continue
        own = next((pool for pool, ages in on.t.pods.items() if comer.division in ages), None)
        pool = own or next(iter(on.t.pods))
        yield (
            ev.LatePlayerAdmitted(
                player=comer.player,
                division=comer.division,
                commitment=comer.commitment,
                losses=rounds_started(on.t, pool),
                pool=None if own else pool,
                informed_by=on.hand,
            ),
        )
