"""The lock: which later round makes results final (TOP §4). All code asks here."""

from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import brackets_seeded
from roundbook.ledger.state.rounds import day_two_started, rounds_started
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, Pool


def locking_round(number: int, rules: Ruleset) -> int:
    """Return the number of the round whose pairing locks the results of round `number` (TOP §4)."""
    return number + rules.rounds_until_lock


def round_locked_by(number: int, rules: Ruleset) -> int | None:
    """Return the round that pairing round `number` locks; None if it locks none (TOP §4)."""
    return max(number - rules.rounds_until_lock, 0) or None


def latest_paired_after(t: Tournament, match: MatchId) -> int:
    """Return the highest round ever paired that a match record affects (A-40, A-48).

    That is in its own pool, and in the brackets of its two players' divisions, which continue the
    count of the Swiss rounds. A withdrawn round counts: it was paired.
    """
    return max(t.ever_paired.get(pool, 0) for pool in (match.pool, *brackets_seeded(t, match)))


def newly_locked(t: Tournament, rules: Ruleset, pool: Pool, number: int) -> list[MatchId]:
    """Return the match records that pairing a round locks, but no earlier pairing did (TOP §4)."""
    return [
        match
        for match in t.matches
        if number >= locking_round(match.round, rules)
        if pool in {match.pool, *brackets_seeded(t, match)}
        if not locked(t, match, rules)
    ]


def locked(t: Tournament, match: MatchId, rules: Ruleset) -> bool:
    """Return whether the round that locks a match record has ever been paired (TOP §4)."""
    return latest_paired_after(t, match) >= locking_round(match.round, rules)


def seeded_by(t: Tournament, match: MatchId) -> list[Pool]:
    """Return the brackets being played that a Swiss match has seeded (A-40)."""
    return [pool for pool in brackets_seeded(t, match) if rounds_started(t, pool)]


def chose_day_two(t: Tournament, match: MatchId) -> bool:
    """Return whether a match of the first day chose the players of a second day that has started.

    They no longer change (A-71).
    """
    return day_two_started(t, match.pool) and match.round <= t.day_two[match.pool].after


def final(t: Tournament, match: MatchId, rules: Ruleset) -> bool:
    """Return whether a match record is locked, even if only by the close (A-49)."""
    return t.closed is not None or locked(t, match, rules)
