"""How a match counts: in a bracket a player who dropped has lost, whatever was reported."""

from ledger.state.tournament import Tournament
from ledger.terms import MatchId, PlayerId, Verdict


def decision(t: Tournament, match: MatchId) -> Verdict | None:
    """Return how a match counts: as it was reported; None while it is open.

    In a bracket a player who drops or is disqualified has lost the match of the latest round that
    had started, and every one after it, whatever the result was (TOP §3.2). If a file says that a
    player dropped, its result stands, since the file knew both.
    """
    result = t.results.get(match)
    reported = result.verdict if result else None
    if match.pool not in t.cuts or reported is Verdict.DOUBLE_LOSS:
        return reported
    first, second = (_left(t, match, player, reported) for player in t.matches[match])
    match first, second:
        case (True, True):
            return Verdict.DOUBLE_LOSS
        case (True, False):
            return Verdict.SECOND
        case (False, True):
            return Verdict.FIRST
        case _:
            return reported


def beaten(t: Tournament, match: MatchId) -> tuple[PlayerId, ...]:
    """Return the players who are out after a match of a bracket; both in a double loss (A-50).

    Once the next round has started, its players have come that far: no correction and no return
    moves the bracket any more.
    """
    pair = t.matches[match]
    following = t.rounds.get((match.pool, match.round + 1))
    if following and following.started:
        seated = set(following.players())
        if not seated.isdisjoint(pair):
            return tuple(player for player in pair if player not in seated)
    match decision(t, match):
        case Verdict.FIRST:
            return (pair.second,)
        case Verdict.SECOND:
            return (pair.first,)
        case Verdict.DOUBLE_LOSS:
            return tuple(pair)
        case _:
            return ()


def _left(t: Tournament, match: MatchId, player: PlayerId, reported: Verdict | None) -> bool:
    """Return whether a player of a match dropped in its round or before, and so has lost it."""
    known = t.players.get(player)
    if known is None or known.after is None or known.after > match.round:
        return False
    return not (known.told_out and reported)
