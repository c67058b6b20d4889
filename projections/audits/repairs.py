"""A round that was repaired changes no more than it has to."""

from collections.abc import Iterator

from ledger.errors import Refused, Violation
from ledger.events.catalogue import AnyEvent, RoundRepaired
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.validators.phrasing import count, waiver
from projections.pairing.repair import REPAIR, fewest_changes, opponents, repair


def repair_differs(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """A drawn repair holds exactly the pairings and byes that its secret gives (TOP §4, LED-3).

    Other procedures than the one this program knows are not judged by it.
    """
    if not isinstance(event, RoundRepaired) or event.drawn is None or event.drawn.draw != REPAIR:
        return
    try:
        found = repair(t, rules, pool=event.pool, secret=event.drawn.secret)
    except Refused as refusal:
        wrong = f"nothing can have been drawn: {refusal.message.rstrip('.')}"
    else:
        here = opponents(event.pairings, event.byes)
        there = opponents(found.pairings, found.byes)
        differing = sum(here.get(player) != other for player, other in there.items())
        if found.round != event.round or here == there:
            return  # A round at the wrong time is `round-not-paired`, which comes first.
        wrong = f"{count(differing, 'player')} would have another opponent"
    yield Violation(
        rule="repair-differs",
        seq=entry.seq,
        message=f"round {event.round} of {event.pool} is not what its secret repairs: {wrong}.",
        cites="TOP §4, LED-3",
        hint="Post the round as it is drawn, or repair it by hand and give the reason.",
    )


def repair_too_wide(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """A repair by hand should change as few players' pairings as possible (TOP §4, A-42)."""
    if not isinstance(event, RoundRepaired):
        return
    if event.drawn is not None and event.drawn.draw == REPAIR:
        return  # Whether that is what its secret gives is `repair-differs`.
    paired = t.rounds.get((event.pool, event.round))
    if paired is None:
        return
    try:
        least = fewest_changes(t, rules, pool=event.pool)
    except Refused:
        return  # Nothing better can be proposed.
    before = opponents(paired.pairings, paired.byes)
    now = opponents(event.pairings, event.byes)
    changed = sum(before.get(player) != other for player, other in now.items())
    if changed <= least:
        return
    would_do = "none has to" if least == 0 else f"{least} would do"
    yield Violation(
        rule="repair-too-wide",
        seq=entry.seq,
        message=f"the repair of round {event.round} of {event.pool} changes "
        f"{count(changed, 'player')}, and {would_do}.",
        cites="TOP §4, A-42",
        hint=f"Let it be drawn: `roundbook repair`. {waiver('repair-too-wide')}",
    )
