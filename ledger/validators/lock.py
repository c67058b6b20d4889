"""Rules for when a result can no longer be changed (TOP §4)."""

from roundbook.ledger.errors import advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.lock import (
    chose_day_two,
    locked,
    locking_round,
    seeded_by,
    shortened_by,
)
from roundbook.ledger.state.pools import brackets_seeded
from roundbook.ledger.state.round_names import named
from roundbook.ledger.state.rounds import rounds_started
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, winner_in
from roundbook.ledger.validators.checks import Breach, Found


def result_locked(t: Tournament, event: ev.Correction, rules: Ruleset) -> Found:
    """A match record locks when the second subsequent round is paired (TOP §4; A-40, A-48).

    Round 1 may be corrected while round 2 is the latest one paired. Pairing round 3 locks it: by
    then two rounds of pairings depend on it. Withdrawing round 3 does not unlock it. The rounds of
    a bracket continue the count; a match of two divisions locks with the first bracket that gets
    there. A judge's facts may still be recorded; if they exclude the result, the head judge decides
    (A-63). What a longer ledger had locked stays locked in one that goes on from an older copy
    (A-74).
    """
    match = event.match
    if match not in t.matches:
        return  # An unpaired match is `match-unknown`, which comes first.
    if not locked(t, match, rules):
        return
    lock = locking_round(match.round, rules)
    before = shortened_by(t, match, rules)
    reached = max(t.ever_paired.get(p, 0) for p in (match.pool, *brackets_seeded(t, match)))
    why = (
        f"it was played before entry {before}, which continues from an older copy"
        if before and reached < lock
        else _locking(t, match, lock)
    )
    yield Breach(
        message=f"match {match} is locked: {why}.",
        cites="TOP §4",
        hint=advice("The result stands; to note the dispute, use {}.", do("note")),
    )


def _locking(t: Tournament, match: MatchId, lock: int) -> str:
    """Return that the round that locked a match was paired, and if it was withdrawn later."""
    pool = match.pool
    if t.ever_paired.get(pool, 0) < lock:
        pool = next(p for p in brackets_seeded(t, match) if t.ever_paired.get(p, 0) >= lock)
    where = named(t, pool, lock) if pool in t.cuts else f"round {lock}"
    if (pool, lock) in t.rounds:
        return f"{where} has been paired"
    return f"{where} was paired, and withdrawing it does not unlock anything"


def seeding_frozen(t: Tournament, event: ev.Correction, rules: Ruleset) -> Found:
    """Once the next stage is played, results that chose its players should not change (A-40, A-71).

    The next stage is a second day or a cut. A correction that an official allows is kept and shown,
    but moves neither the players of the second day nor the seeds.
    """
    match = event.match
    if event.told or match not in t.matches or locked(t, match, rules):
        return
    if playing := seeded_by(t, match):
        message = f"match {match} counted towards the seeds of {playing[0]}, which has started."
        hint = "The seeds do not change."
    elif chose_day_two(t, match):
        message = f"match {match} counted towards day two of {match.pool}, which has started."
        hint = "The players of day two do not change."
    else:
        return
    yield Breach(message=message, cites="TOP §4", hint=hint)


def cut_result_final(t: Tournament, event: ev.Correction, rules: Ruleset) -> Found:
    """Who advances cannot change once the bracket's next round starts (TOP §3.2, §4; A-50).

    A correction that an official allows is kept and shown, and does not move the bracket.
    """
    if event.told:
        return
    match = event.match
    if match.pool not in t.cuts or match not in t.matches or match not in t.results:
        return
    if locked(t, match, rules) or rounds_started(t, match.pool) <= match.round:
        return
    pair, before = t.matches[match], t.results[match].verdict
    after = event.result.verdict if isinstance(event, ev.ResultCorrected) else None
    if winner_in(pair, before) == winner_in(pair, after):
        return
    yield Breach(
        message=f"match {match} decided who advances, and "
        f"{named(t, match.pool, match.round + 1)} has started.",
        cites="TOP §4",
        hint="The bracket does not change.",
    )
