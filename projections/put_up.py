"""Which pairings everybody may see: those that the desk has put up (TOP §4)."""

from ledger.events.catalogue import RoundWithdrawn
from ledger.state.tournament import Round, Tournament


def is_put_up(t: Tournament, paired: Round) -> bool:
    """Tell whether the tables of a round are for everybody: it was posted, or has started.

    "The Organizer should pair the next round and post the pairings" (TOP §4): what is paired and
    not posted may be looked at, repaired or drawn again first, and is the desk's. A round that was
    repaired is to be posted anew. One that starts unposted was put up by other means, as is one of
    which a result is known, and all that a file tells.
    """
    if paired.posted or paired.started:
        return True
    return any(match in t.results for match, _ in paired.matches())


def held_back(t: Tournament) -> list[Round]:
    """Return the rounds that are paired and not put up, in the order of their pairing."""
    return sorted(
        (paired for paired in t.rounds.values() if not is_put_up(t, paired)),
        key=lambda paired: paired.seq,
    )


def as_put_up(t: Tournament) -> Tournament:
    """Return a tournament as everybody may see it: as if nothing but what is put up was paired.

    Only who sits where is held back. That a round was paired is nobody's secret, since it locks
    match records (TOP §4): they are as locked as in the tournament itself. A match for the third
    place may be played as soon as it is paired, and stays.
    """
    hidden = held_back(t)
    if not hidden:
        return t
    seen = t.copy()
    for paired in hidden:
        taken = RoundWithdrawn(pool=paired.pool, round=paired.number, reason="not put up yet")
        seen.happen(taken, t.seq)
    return seen
