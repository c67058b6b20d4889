"""Lots that were drawn are the ones that their secret gives."""

from collections.abc import Iterator

from ledger.errors import Refused, Violation
from ledger.events.catalogue import AnyEvent, LotDrawn
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from projections import lots


def lots_differ(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Lots order exactly the players who are level, as their secret does (A-23, LED-3).

    Other procedures than the one this program knows are not judged by it; a file tells its order.
    """
    if not isinstance(event, LotDrawn) or event.drawn is None or event.drawn.draw != lots.DRAW:
        return
    if t.opened is None:
        return  # Nothing is drawn before the opening: that is `not-open`, which comes first.
    groups = lots.level(t, rules).get(event.division, [])
    try:
        drawn = lots.draw(t, division=event.division, groups=groups, secret=event.drawn.secret)
    except Refused:
        return  # What is no secret at all is `secret-wrong`, which comes first.
    if drawn.lots == event.lots:
        return
    level = sum(len(group) for group in groups)
    yield Violation(
        rule="lots-differ",
        seq=entry.seq,
        message=f"the lots of {event.division} are not what their secret draws for the {level} "
        "players who are level.",
        cites="A-23, LED-3",
        hint="Let `roundbook close` draw them.",
    )
