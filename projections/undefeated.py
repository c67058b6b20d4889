"""Whether only one undefeated player is left before the last announced round (TOP §3.1; A-1)."""

from typing import NamedTuple

from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import members, open_matches, planned_rounds, rounds_of
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId, Pool
from projections.records import records


class Alone(NamedTuple):
    """The only undefeated player of a pool, after which round, and of how many announced."""

    pool: Pool
    player: PlayerId
    after: int
    announced: int


def only_undefeated(t: Tournament, rules: Ruleset, pool: Pool) -> Alone | None:
    """Return the one player of a pool without a loss, where rounds are left to be played.

    The text says both that Swiss goes on until one undefeated player is left, and that the number
    of rounds is announced. The announced number counts; this is only worth a note (A-1). A tie is
    no defeat, and whoever has left is not counted.
    """
    announced, complete = planned_rounds(t, pool), 0
    for paired in rounds_of(t, pool):
        if not paired.started or open_matches(t, paired):
            break
        complete = paired.number
    if pool not in t.pods or announced is None or not 1 <= complete < announced:
        return None
    table = records(t, rules, through=complete)
    unbeaten = [
        player
        for player in members(t, pool)
        if not t.players[player].out and not table[player].losses
    ]
    return Alone(pool, unbeaten[0], complete, announced) if len(unbeaten) == 1 else None


def alone_in(t: Tournament, rules: Ruleset) -> list[Alone]:
    """Return the only undefeated players of all pods for which there still is a round to pair."""
    cut = {t.cuts[pool].division for pool in t.cuts}
    pods = [pool for pool, ages in t.pods.items() if not cut & {*ages} and t.closed is None]
    return [found for pool in pods if (found := only_undefeated(t, rules, pool))]
