"""A round that was drawn is the one that its secret draws."""

from collections.abc import Iterator

from ledger.errors import Refused, Violation
from ledger.events.catalogue import AnyEvent, RoundPaired
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import Bye, Pairing
from projections.pairing import propose
from projections.pairing.pod_sheet import POD_SHEET, propose_by_sheet
from projections.pairing.proposal import DRAW, REMATCHES
from projections.pairing.rematches import propose_rematches

_PROCEDURES = {DRAW: propose, REMATCHES: propose_rematches, POD_SHEET: propose_by_sheet}


def draw_differs(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """A drawn round holds exactly the pairings and byes that its secret draws (TOP §3.1, LED-3).

    Which table they are played at, and who is named first, is not drawn. Other procedures than
    those this program knows are not judged by it; a round by hand has a reason, and a file tells.
    """
    if not isinstance(event, RoundPaired) or event.drawn is None:
        return
    procedure = _PROCEDURES.get(event.drawn.draw)
    if procedure is None:
        return
    try:
        proposal = procedure(t, rules, pool=event.pool, secret=event.drawn.secret)
    except Refused as refusal:
        wrong = f"nothing can have been drawn: {refusal.message.rstrip('.')}"
    else:
        if proposal.round != event.round:
            return  # A round at the wrong time is `round-number`, which comes first.
        here, there = _seats(event.pairings, event.byes), _seats(proposal.pairings, proposal.byes)
        if here == there:
            return
        differing = len(here - there)
        wrong = (
            f"{differing} of its {len(here)} pairings and byes are others"
            if differing
            else f"it leaves out {len(there - here)} of the pairings and byes"
        )
    yield Violation(
        rule="draw-differs",
        seq=entry.seq,
        message=f"round {event.round} of {event.pool} is not what its secret draws: {wrong}.",
        cites="TOP §3.1, LED-3",
        hint="Post the round as it is drawn, or pair it by hand and give the reason.",
    )


def _seats(pairings: tuple[Pairing, ...], byes: tuple[Bye, ...]) -> set[tuple[str, ...]]:
    """Return who meets whom and who has which bye, whatever the order."""
    return {tuple(sorted(pair)) for pair in pairings} | {("bye", *bye) for bye in byes}
