"""The second day takes everybody with X-2-0 or better, or the best 32."""

from collections.abc import Iterator

from ledger.errors import Violation
from ledger.events.catalogue import AnyEvent, DayTwoMade
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId
from ledger.validators.phrasing import have, waiver
from projections.second_day import divisions_in, divisions_on, first_day_order, qualified


def day_two_differs(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """The second day takes all with X-2-0 or better, or the best 32 (TOP §3.3.5; A-19).

    Each division of the pool by itself. Of players who share the last place any may be taken.
    """
    if not isinstance(event, DayTwoMade):
        return
    if any(player in t.players and t.players[player].out for player in event.players):
        return  # Who cannot play it at all is `day-two-player`, which comes first.
    missing, extra = list[PlayerId](), list[PlayerId]()
    on = {*divisions_on(t, rules, event.pool), *divisions_in(t, event.pool, event.players)}
    for division in sorted(on):
        taken = [p for p in event.players if p in t.players and t.players[p].division == division]
        expected = qualified(t, rules, division, event.pool, event.after)
        last = expected[-1].place if expected else 0
        order = first_day_order(t, rules, division, event.pool)
        level = [one.player for one in order if one.place == last]
        sure = [one.player for one in order if one.place < last]
        missing += [player for player in sure if player not in taken]
        extra += [player for player in taken if player not in sure and player not in level]
        room = len(expected) - len(sure)
        missing += [p for p in level if p not in taken][: max(room - len({*level} & {*taken}), 0)]
        extra += [p for p in level if p in taken][room:]
    if not missing and not extra:
        return
    wrong = missing or extra
    why = "should play it" if missing else "should not play it"
    yield Violation(
        rule="day-two-differs",
        seq=entry.seq,
        message=f"the second day of {event.pool} is not right: {have(wrong, one=why, many=why)}.",
        cites="TOP §3.3.5, A-19",
        hint=f"Let `roundbook day-two {event.pool}` take them. {waiver('day-two-differs')}",
    )
