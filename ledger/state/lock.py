"""The lock: which later round makes results final (TOP §4). All code asks here."""

from roundbook.ledger.rulesets.divisions import bracket_name
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import ages_in, brackets_seeded
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
    count of the Swiss rounds. A withdrawn round counts: it was paired. So does one of a longer
    ledger from which this one goes on, for a result that the older copy holds (A-74).
    """
    here = max(t.ever_paired.get(pool, 0) for pool in (match.pool, *brackets_seeded(t, match)))
    return max(here, *_paired_before(t, match).values(), 0)


def shortened_by(t: Tournament, match: MatchId, rules: Ruleset) -> int | None:
    """Return the entry that keeps a match locked as it was in a longer ledger, if any (A-74)."""
    lock = locking_round(match.round, rules)
    return next((seq for seq, paired in _paired_before(t, match).items() if paired >= lock), None)


def _paired_before(t: Tournament, match: MatchId) -> dict[int, int]:
    """Return the highest round that a match affected in each ledger that was shortened later."""
    if match not in t.held:
        return {}
    # The bracket of the longer ledger need not be made here.
    ages = () if match.pool in t.cuts else ages_in(t, match)
    pools = (match.pool, *map(bracket_name, ages))
    return {
        seq: max(event.paired.get(pool, 0) for pool in pools)
        for seq, event in t.shortened.items()
        if seq <= t.held[match]
    }


def entered_again(t: Tournament, match: MatchId) -> int | None:
    """Return the last entry that shortened the ledger, if the round had been paired before it.

    A result that is entered then stood in the longer ledger, too, or on its slip (A-74).
    """
    if not t.shortened:
        return None
    seq, event = [*t.shortened.items()][-1]
    return seq if match.round <= event.paired.get(match.pool, 0) else None


def newly_locked(t: Tournament, rules: Ruleset, pool: Pool, number: int) -> list[MatchId]:
    """Return the match records that pairing a round locks, but no earlier pairing did (TOP §4)."""
    return [
        match
        for match in t.matches
        if number >= locking_round(match.round, rules)
        if pool in {match.pool, *brackets_seeded(t, match)}
        if not locked(t, match, rules)
    ]


def locked_only_by(t: Tournament, rules: Ruleset, pool: Pool, number: int) -> list[MatchId]:
    """Return the match records that a round has locked, but no other round that is paired now.

    They stay locked if the round is withdrawn (A-48).
    """

    def others(match: MatchId) -> int:
        pools = {match.pool, *brackets_seeded(t, match)}
        return max((n for p, n in t.rounds if p in pools and (p, n) != (pool, number)), default=0)

    return [
        match
        for match in t.matches
        if pool in {match.pool, *brackets_seeded(t, match)}
        if others(match) < locking_round(match.round, rules) <= number
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
