"""What no longer fits who is in, after somebody came or left, and how it is set right."""

from ledger.events import CutMade
from ledger.field import rounds_started, unseated
from ledger.seats import Round
from ledger.tournament import Tournament


def to_mend(t: Tournament) -> list[str]:
    """Return what to do where a round that waits, or a bracket, no longer holds who is in."""
    said = [
        f"round {paired.number} of {paired.pool} no longer seats who is in: {_mend(t, paired)}"
        for paired in unseated(t)
    ]
    return said + [
        f"a seed of {pool} has left: {_seed_again(cut)}"
        for pool, cut in t.cuts.items()
        if not t.latest.get(pool)
        if any(t.players[seed].out for seed in cut.seeds if seed in t.players)
    ]


def _mend(t: Tournament, paired: Round) -> str:
    """Return what sets a waiting round right; the first of a bracket is seeded again (A-44)."""
    if paired.pool not in t.cuts:
        return f"repair it (`roundbook repair {paired.pool}`)"
    if rounds_started(t, paired.pool):
        return f"pair it anew (`roundbook pair {paired.pool} --again --reason …`)"
    return _seed_again(t.cuts[paired.pool])


def _seed_again(cut: CutMade) -> str:
    return f"seed it again (`roundbook cut {cut.division.lower()} --again`)"
