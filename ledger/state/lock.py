"""From when on a result can no longer be altered: asked here by everybody who wants to know."""

from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import brackets_seeded
from ledger.state.tournament import Tournament
from ledger.terms import MatchId


def locking_round(number: int, rules: Ruleset) -> int:
    """Return the number of the round whose pairing locks the results of round `number` (TOP §4)."""
    return number + rules.rounds_until_lock


def round_locked_by(number: int, rules: Ruleset) -> int | None:
    """Return which round pairing round `number` locks; None while it locks none (TOP §4)."""
    return max(number - rules.rounds_until_lock, 0) or None


def latest_paired_after(t: Tournament, match: MatchId) -> int:
    """Return the highest round ever paired that a match record bears on (A-40, A-48).

    That is in its own pool, and in the brackets that the divisions of its two players went on to,
    which count on from the last Swiss round. A withdrawn round counts: it was paired.
    """
    return max(t.ever_paired.get(pool, 0) for pool in (match.pool, *brackets_seeded(t, match)))


def locked(t: Tournament, match: MatchId, rules: Ruleset) -> bool:
    """Tell whether the round that locks a match record has ever been paired (TOP §4)."""
    return latest_paired_after(t, match) >= locking_round(match.round, rules)


def final(t: Tournament, match: MatchId, rules: Ruleset) -> bool:
    """Tell whether a match record is locked, be it by the close alone (A-49)."""
    return t.closed is not None or locked(t, match, rules)
