"""What it means for the round that waits, or is played, that somebody has come or left."""

from cli.brackets import seeds_out_of_date
from ledger.field import due, latest_round
from ledger.terms import PlayerId
from ledger.tournament import Tournament


def to_repair(t: Tournament) -> list[str]:
    """Return what to do where a round that has not started no longer seats who is due."""
    if any(seeds_out_of_date(t, pool) for pool in t.cuts):
        do = "`roundbook seed --reason …`, TOP §3.2.2"
        return [
            f"the seeds no longer hold who is in: all matches are broken and paired anew ({do})"
        ]
    waiting = [latest_round(t, pool) for pool in t.latest]
    return [
        f"round {paired.number} of {paired.pool} no longer seats who is in: repair it "
        f"(`roundbook repair {paired.pool}`)"
        for paired in waiting
        if paired and not paired.started
        if set(paired.players()) != set(due(t, paired.pool, paired.number))
    ]


def lost_by_leaving(t: Tournament, player: PlayerId) -> list[str]:
    """Return which match of a bracket a player has lost by leaving (TOP §3.2)."""
    known = t.players.get(player)
    return [
        f"  match {match} is lost by {player}, whatever the result was (TOP §3.2)"
        for match, pair in t.matches.items()
        if known and match.pool in t.cuts and match.round == known.after and player in pair
    ]
