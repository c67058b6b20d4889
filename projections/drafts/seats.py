"""The seats of a draft, from recorded chance: as few tables as can be, as equal as can be."""

from collections.abc import Sequence
from itertools import islice

from ledger.errors import Refused
from ledger.events.catalogue import DraftSeated
from ledger.events.drafts import Draft, pod_names
from ledger.events.event import Drawn
from ledger.record import draws
from ledger.state.queries import by_sheet, draft_pods, entropy_for
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId
from ledger.validators.decks import table_sizes

SEATS = "seats-1"
"""The procedure: everybody who is in stands by the SHA-256 lot of the draw's key, and the tables
are filled in this order, each from seat 1. docs/drafts.md specifies it."""

_TRIES = 1000
"""How many deals are tried for a re-draft before it is said that everybody has met everybody."""


def draw(
    t: Tournament, *, draft: Draft | None, secret: str, reason: str | None = None
) -> DraftSeated:
    """Return who sits where, as `secret` draws it, for everybody who is in (TRF §11.2; POD-2).

    At a Solomon draft two sit at each table, and seat 1 has won the flip of the coin; nobody has
    the opponent of an earlier one (TRF §11.2.4). Where the event goes by the sheet of a pod and has
    several tables, each is a pod (A-66). Raises Refused where nobody can be seated so.
    """
    assert t.opened is not None, "nothing is drawn before the tournament is opened"
    players = [player.id for player in t.players.values() if not player.out]
    sizes = _sizes(len(players), draft)
    drawn = Drawn(draw=SEATS, number=t.draws + 1, secret=secret)
    earlier = _earlier(t, draft)
    key = draws.key(
        tournament=t.opened.tournament,
        pool="draft",
        round=0,
        draw=drawn.number,
        state=draws.digest(
            [SEATS, draft or "pod", " ".join(players), *sorted(" ".join(each) for each in earlier)]
        ),
        secret=secret,
        entropy=entropy_for(t, "draft"),
    )
    barred = {frozenset(pair) for pair in earlier}
    split = by_sheet(t) and draft is not Draft.SOLOMON and (len(sizes) > 1 or draft_pods(t))
    pods = pod_names(len(sizes)) if split else ()
    # Everybody is dealt again, rather than two players switched: so every deal that is allowed
    # stays equally likely.
    for attempt in range(_TRIES):
        tables = _dealt(key, str(attempt), players, sizes)
        if barred.isdisjoint(frozenset(circle) for circle in tables):
            return DraftSeated(tables=tables, draft=draft, drawn=drawn, reason=reason, pools=pods)
    raise Refused(
        "no seating was found that keeps all opponents from an earlier draft apart.",
        hint="Continue with the cards that were drafted (TRF §11.2.4).",
    )


def _sizes(players: int, draft: Draft | None) -> tuple[int, ...]:
    """Return how many sit at each table; refuse numbers that cannot be seated."""
    sizes = table_sizes(players, draft) if players else ()
    if sizes:
        return sizes
    wrong = "nobody is registered" if not players else f"{players} players cannot sit in pairs"
    hint = "Register the players first." if not players else "A Solomon draft needs an even number."
    raise Refused(f"no seats can be drawn: {wrong}.", hint=hint)


def _earlier(t: Tournament, draft: Draft | None) -> list[tuple[PlayerId, ...]]:
    """Return who sat together at earlier Solomon drafts, if this is one, each in order of id."""
    if draft is not Draft.SOLOMON:
        return []
    before = (each for each in t.drafts if each.draft is draft)
    return [tuple(sorted(circle)) for each in before for circle in each.tables]


def _dealt(
    key: bytes, label: str, players: Sequence[PlayerId], sizes: Sequence[int]
) -> tuple[tuple[PlayerId, ...], ...]:
    """Return players in the order of their lots, dealt to tables one after the other."""
    ordered = iter(sorted(players, key=lambda player: draws.lot(key, label, player)))
    return tuple(tuple(islice(ordered, size)) for size in sizes)
