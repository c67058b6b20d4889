"""A round of a bracket is paired along the bracket."""

from collections.abc import Iterator

from ledger.entries import Entry
from ledger.events import AnyEvent, RoundWithdrawn, Seating
from ledger.rulesets.ruleset import Ruleset
from ledger.tournament import Tournament
from ledger.violations import Violation
from projections.bracket import NextRound, next_round


def bracket_differs(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Winners meet as the bracket of their seeds says: 1 and 8, 5 and 4, … (TOP §3.2, §3.3).

    Who may be seated at all is `not-due` and `not-seated`, which come first.
    """
    if not isinstance(event, Seating) or event.pool not in t.cuts:
        return
    before = t
    if (event.pool, event.round) in t.rounds:
        before = t.copy()  # A round that is made anew is judged as if for the first time.
        again = RoundWithdrawn(pool=event.pool, round=event.round, reason="paired anew")
        before.happen(again, entry.seq)
    expected = next_round(before, event.pool)
    if expected is None:
        return
    here = {frozenset(pair) for pair in event.pairings}
    there = {frozenset(pair) for pair in expected.pairings}
    seated = {player for pair in here for player in pair}
    if here == there or seated != {player for pair in there for player in pair}:
        return
    wrong = next(pair for pair in expected.pairings if frozenset(pair) not in here)
    yield Violation(
        rule="bracket-differs",
        seq=entry.seq,
        message=f"round {event.round} of {event.pool} is not paired along the bracket: "
        f"{wrong.first} meets {wrong.second}.",
        cites="TOP §3.2, §3.3",
        hint=f"The bracket wants {_pairs(expected)}; `roundbook pair {event.pool}` pairs it so.",
    )


def _pairs(expected: NextRound) -> str:
    """Return a round as it is typed by hand, its first eight pairings at most."""
    typed = [f"{first}-{second}" for first, second in expected.pairings]
    return " ".join(typed[:8]) + (" …" if typed[8:] else "")
