"""A round of a bracket is paired along the bracket."""

from collections.abc import Iterable, Iterator

from ledger.errors import Violation
from ledger.events.catalogue import AnyEvent, RoundWithdrawn, Seating
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import open_matches, rounds_of
from ledger.state.tournament import Tournament
from ledger.terms import Bye, Pairing, PlayerId
from projections.bracket import NextRound, next_round


def bracket_differs(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Winners meet as the bracket of their seeds says: 1 and 8, 5 and 4, … (TOP §3.2, §3.3).

    So do those who have nobody to meet and go on without a match: the highest seeds in round 1,
    and later whoever would have met one of two players who both lost (A-50). Who may be seated at
    all is `not-due` and `not-seated`, which come first.
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
        if not any(open_matches(before, paired) for paired in rounds_of(before, event.pool)):
            yield _violation(entry, event, "it has been played to its end", "Close the tournament.")
        return
    here, there = _seats(event.pairings, event.byes), _seats(expected.pairings, expected.byes)
    if here == there or frozenset().union(*here) != frozenset().union(*there):
        return
    wrong = min(there - here, key=lambda seats: (-len(seats), sorted(seats)))
    said = " meets ".join(sorted(wrong)) if len(wrong) > 1 else f"{next(iter(wrong))} has a bye"
    hint = f"The bracket wants {_typed(expected)}; `roundbook pair {event.pool}` pairs it so."
    yield _violation(entry, event, said, hint)


def _violation(entry: Entry, event: Seating, wrong: str, hint: str) -> Violation:
    return Violation(
        rule="bracket-differs",
        seq=entry.seq,
        message=f"round {event.round} of {event.pool} is not paired along the bracket: {wrong}.",
        cites="TOP §3.2, §3.3",
        hint=hint,
    )


def _seats(pairings: Iterable[Pairing], byes: Iterable[Bye]) -> set[frozenset[PlayerId]]:
    """Return who meets whom, and alone who has a bye, whatever the order."""
    return {frozenset(pair) for pair in pairings} | {frozenset([bye.player]) for bye in byes}


def _typed(expected: NextRound) -> str:
    """Return a round as it is typed by hand, its first eight pairings and byes at most."""
    typed = [f"{first}-{second}" for first, second in expected.pairings]
    typed += [f"bye:{bye.player}" for bye in expected.byes]
    return " ".join(typed[:8]) + (" …" if typed[8:] else "")
