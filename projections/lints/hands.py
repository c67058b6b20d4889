"""What the hands show: overrides, corrections of one's own, changes at the wrong moment."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta

from ledger.events import catalogue as ev
from ledger.terms import MatchId
from projections.lints.remark import Case, Remark

FREQUENT = 3
"""So often one rule is let pass before it is a habit."""

FEWEST_WORDS = 3
"""A reason with fewer words gives none."""

AGAIN = 2
"""So many changes of one result are many."""

SHORTLY = timedelta(minutes=15)
"""A result that changes so soon before a cut was changed with the standings in view."""

NOTABLE = frozenset(
    {
        "result-locked",
        "seeding-frozen",
        "cut-result-final",
        "tournament-closed",
        "reopen-not-organiser",
    }
)
"""The rules that guard what is settled: whoever ran into them wanted to change it."""

Changes = list[tuple[int, datetime, MatchId]]
"""Results that were changed: by which entry, when, of which match."""

_Change = ev.ResultCorrected | ev.ResultWithdrawn


def unexplained_override(case: Case) -> Iterator[Remark]:
    """Whoever lets a rule pass owes a reason that somebody else can follow.

    A reason of fewer than three words.
    """
    for entry, event in case.acts():
        if event.override and len(event.override.reason.split()) < FEWEST_WORDS:
            said = f'{event.override.rule} was let pass because: "{event.override.reason}".'
            yield Remark(lint="unexplained-override", seq=entry.seq, message=said)


def frequent_overrides(case: Case) -> Iterator[Remark]:
    """A rule that is let pass again and again is no rule at this event.

    The same rule three times; told at the third.
    """
    times: Counter[str] = Counter()
    for entry, event in case.acts():
        if event.override:
            times[event.override.rule] += 1
            if times[event.override.rule] == FREQUENT:
                said = f"{event.override.rule} was let pass for the third time."
                yield Remark(lint="frequent-overrides", seq=entry.seq, message=said)


def one_hand_both(case: Case) -> Iterator[Remark]:
    """A second pair of eyes did not see the correction: one hand entered both.

    Where others enter results too; a desk of one hand has no other.
    """
    hands = {e.hand.id for e, one in case.acts() if isinstance(one, ev.ResultReported | _Change)}
    if len(hands) < 2:
        return
    by: dict[MatchId, str] = {}
    for entry, event in case.acts():
        if isinstance(event, ev.ResultCorrected) and by.get(event.match) == entry.hand.id:
            said = f"{entry.hand.id} entered the result of {event.match}, and its correction."
            yield Remark(lint="one-hand-both", seq=entry.seq, message=said)
        if isinstance(event, ev.ResultReported | ev.ResultCorrected):
            by[event.match] = entry.hand.id


def changed_again(case: Case) -> Iterator[Remark]:
    """A result that changes twice was not read from the slip.

    The second correction or withdrawal of one match, and each one after it.
    """
    times: Counter[MatchId] = Counter()
    for entry, event in case.acts():
        if isinstance(event, _Change):
            times[event.match] += 1
            if times[event.match] >= AGAIN:
                said = f"the result of {event.match} was changed {times[event.match]} times."
                yield Remark(lint="changed-again", seq=entry.seq, message=said)


def changed_before_cut(case: Case) -> Iterator[Remark]:
    """A result that changes shortly before a cut changes who is in it, with the list in view.

    A correction or withdrawal in the quarter of an hour before the cut of a player's division.
    """
    changes: defaultdict[str, Changes] = defaultdict(list)
    for entry, event in case.acts():
        if isinstance(event, _Change):
            pair = case.t.matches.get(event.match, ())
            for age in sorted({case.t.players[p].division for p in pair if p in case.t.players}):
                changes[age].append((entry.seq, entry.at, event.match))
        elif isinstance(event, ev.CutMade):
            for seq, at, match in changes[event.division]:
                if entry.at - at <= SHORTLY and match.pool != event.pool:
                    minutes = max(0, (entry.at - at) // timedelta(minutes=1))
                    said = f"{match} was changed {minutes} minutes before the cut was made."
                    yield Remark(lint="changed-before-cut", seq=seq, message=said)


def refused_attempts(case: Case) -> Iterator[Remark]:
    """What somebody tried to change after it was settled is intent, though it came to nothing."""
    for attempt in case.attempts:
        if attempt.rule in NOTABLE:
            said = f"{attempt.hand.id} was refused by {attempt.rule}: {attempt.message}"
            yield Remark(lint="refused-attempts", seq=attempt.after, message=said)
