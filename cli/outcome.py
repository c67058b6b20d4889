"""What a command leads to: the tournament with its entries in it, and what comes next."""

from cli.playing_on import after_the_last
from cli.turn import Turn
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import planned_rounds
from ledger.state.tournament import Tournament
from ledger.terms import Pool
from projections.bracket.bracket import next_round


def after(turn: Turn, *entries: Entry) -> Tournament:
    """Return the tournament with these entries in it, though they were only rehearsed."""
    if not turn.dry_run:
        return turn.tournament
    then = turn.tournament.copy()
    for entry in entries:
        then.follow(entry)
    return then


def next_after(t: Tournament, rules: Ruleset, pool: Pool, number: int) -> str:
    """Return what comes after a round of a pool that has all its results: a round, or the end."""
    if pool in t.cuts:
        done = next_round(t, pool) is None
    else:
        planned = planned_rounds(t, pool)
        done = planned is not None and number >= planned
    return f"next: {after_the_last(t, rules, pool) if done else f'roundbook pair {pool}'}"
