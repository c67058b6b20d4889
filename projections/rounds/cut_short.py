"""Swiss rounds that could not be played: fewer than announced, and no legal pairing left (A-78)."""

from collections.abc import Iterator
from typing import NamedTuple

from roundbook.ledger.phrases import Phrase, phrase
from roundbook.ledger.state.pools import swiss_pools_of
from roundbook.ledger.state.rounds import (
    latest_round,
    open_matches,
    planned_rounds,
    rounds_of,
)
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, Pool
from roundbook.projections.rounds_left import can_go_on


class CutShort(NamedTuple):
    """A pool that played fewer rounds than announced, as no legal pairing was left."""

    pool: Pool
    played: int
    announced: int


def announced_rounds(t: Tournament, pool: Pool) -> int:
    """Return how many Swiss rounds were announced for a pool, including those of day two."""
    second = t.announcement.day_two if t.announcement and pool not in t.day_two else {}
    ages = (second.get(age, 0) for age in t.pods[pool])
    return (planned_rounds(t, pool) or 0) + max(ages, default=0)


def cut_short(t: Tournament) -> Iterator[CutShort]:
    """Yield the pools whose announced rounds cannot all be played, unless a cut has ended Swiss."""
    cut = {bracket.division for bracket in t.cuts.values()}
    for pool, ages in t.pods.items():
        played, announced = rounds_of(t, pool), announced_rounds(t, pool)
        complete = bool(played) and played[-1].started and not open_matches(t, played[-1])
        is_short = complete and len(played) < announced and not cut & {*ages}
        if is_short and not can_go_on(t, pool):
            yield CutShort(pool, len(played), announced)


def has_played(t: Tournament, division: Division) -> bool:
    """Tell whether every pool of a division, such as its flights, has played its Swiss rounds.

    A pool has also if no legal round is left (A-78).
    """
    for pool in swiss_pools_of(t, division):
        paired, planned = latest_round(t, pool), planned_rounds(t, pool)
        if paired is None or not paired.started or open_matches(t, paired):
            return False
        if planned and paired.number < planned and can_go_on(t, pool):
            return False
    return True


def short_in_words(one: CutShort) -> Phrase:
    """Return how many rounds a pool played, and why there were no more."""
    return phrase(
        "%(pool)s: %(played)s of %(announced)s rounds were played; no legal pairing was left",
        pool=one.pool,
        played=one.played,
        announced=one.announced,
    )
