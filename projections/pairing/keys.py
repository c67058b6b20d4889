"""The key of a draw: what every lot of it comes from, and what anybody can reckon again."""

from ledger.events.event import Drawn
from ledger.record import draws
from ledger.state.queries import entropy_for
from ledger.state.tournament import Tournament
from projections.pairing.facts import Facts


def key_of(t: Tournament, facts: Facts, drawn: Drawn) -> bytes:
    """Return the key of one draw of a round, by the tournament before it (docs/pairing.md).

    Raises Refused if the secret is none.
    """
    assert t.opened is not None, "nothing is drawn before the opening"
    return draws.key(
        tournament=t.opened.tournament,
        pool=facts.pool,
        round=facts.round,
        draw=drawn.number,
        state=facts.state,
        secret=drawn.secret,
        entropy=entropy_for(t, facts.pool),
    )
