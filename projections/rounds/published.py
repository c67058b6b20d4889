"""What is published: a round's pairings stay hidden until they are posted."""

from roundbook.ledger.events.catalogue import RoundWithdrawn
from roundbook.ledger.state.tournament import Round, Tournament

# Which pairings are public: those that the desk has posted (TOP §4).


def is_put_up(t: Tournament, paired: Round) -> bool:
    """Tell whether the tables of a round are public: it was posted, or has started.

    "The Organizer should pair the next round and post the pairings" (TOP §4): until a pairing is
    posted, it may be checked, repaired or made again, and only the desk sees it. A repaired round
    has to be posted again. A round that starts unposted counts as posted by other means, and so
    does one with a known result, or from a file.
    """
    if paired.posted or paired.started:
        return True
    return any(match in t.results for match, _ in paired.matches())


def held_back(t: Tournament) -> list[Round]:
    """Return the rounds that are paired but not public, in the order of their pairing."""
    return sorted(
        (paired for paired in t.rounds.values() if not is_put_up(t, paired)),
        key=lambda paired: paired.seq,
    )


def as_put_up(t: Tournament) -> Tournament:
    """Return a tournament as the public may see it: without the rounds not posted yet.

    Only the seats are held back. That a round was paired is no secret, since it locks match records
    (TOP §4): they are as locked as in the tournament itself. A 3rd-place match may be played as
    soon as it is paired, so it stays.
    """
    hidden = held_back(t)
    if not hidden:
        return t
    # Withdrawn instead of deleted, so that the consequences are the same here as anywhere.
    seen = t.copy()
    for paired in hidden:
        taken = RoundWithdrawn(pool=paired.pool, round=paired.number, reason="not put up yet")
        seen.apply(taken, t.seq)
    return seen
