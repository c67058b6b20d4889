"""What no longer fits who is in, after somebody came or left, and how it is set right."""

from cli.brackets import seeds_out_of_date
from ledger.events.catalogue import CutMade
from ledger.state.queries import rounds_started, unseated
from ledger.state.tournament import Round, Tournament
from ledger.terms import PlayerId


def to_mend(t: Tournament) -> list[str]:
    """Return what to do where a round that waits, or a bracket, no longer holds who is in."""
    if any(seeds_out_of_date(t, pool) for pool in t.cuts):
        do = "`roundbook seed --reason …`, TOP §3.2.2"
        return [
            f"the seeds no longer hold who is in: all matches are broken and paired anew ({do})"
        ]
    said = [
        f"round {paired.number} of {paired.pool} no longer seats who is in: {_mend(t, paired)}"
        for paired in unseated(t)
    ]
    return said + [
        f"a seed of {pool} has left: {_seed_again(cut)}"
        for pool, cut in t.cuts.items()
        if isinstance(cut, CutMade) and not t.latest.get(pool)
        if any(t.players[seed].out for seed in cut.seeds if seed in t.players)
    ]


def lost_by_leaving(t: Tournament, player: PlayerId) -> list[str]:
    """Return which match of a bracket a player has lost by leaving (TOP §3.2)."""
    known = t.players.get(player)
    return [
        f"  match {match} is lost by {player}, whatever the result was (TOP §3.2)"
        for match, pair in t.matches.items()
        if known and match.pool in t.cuts and match.round == known.after and player in pair
    ]


def _mend(t: Tournament, paired: Round) -> str:
    """Return what sets a waiting round right; the first after Swiss is seeded again (A-44)."""
    cut = t.cuts.get(paired.pool)
    if isinstance(cut, CutMade) and not rounds_started(t, paired.pool):
        return _seed_again(cut)
    return f"repair it (`roundbook repair {paired.pool}`)"


def _seed_again(cut: CutMade) -> str:
    return f"seed it again (`roundbook cut {cut.division.lower()} --again`)"
