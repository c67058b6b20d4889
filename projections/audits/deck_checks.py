"""Decks that were drawn for a check are the ones that their secret gives."""

from collections.abc import Iterator

from ledger.errors import Refused, Violation
from ledger.events.catalogue import AnyEvent, DeckCheckDrawn
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from projections import deck_checks


def deck_checks_differ(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Deck checks fall on the players whom their secret draws, and on no one else (TRF §5; LED-3).

    Other procedures than the one this program knows are not judged by it.
    """
    if not isinstance(event, DeckCheckDrawn) or event.drawn.draw != deck_checks.DRAW:
        return
    if t.opened is None:
        return  # Nothing is drawn before the opening: that is `not-open`, which comes first.
    try:
        drawn = deck_checks.draw(
            t, asked=event.asked, secret=event.drawn.secret, pool=event.pool, number=event.round
        )
    except Refused as refusal:
        wrong = f"nothing can have been drawn: {refusal.message.rstrip('.')}"
    else:
        if drawn.players == event.players:
            return
        wrong = f"their secret does not draw {len(event.players)} players so"
    yield Violation(
        rule="deck-checks-differ",
        seq=entry.seq,
        message=f"these deck checks are not what was drawn: {wrong}.",
        cites="TRF §5, LED-3",
        hint="Let `roundbook deckcheck draw` draw them.",
    )
