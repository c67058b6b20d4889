"""Rules for draws from the committed secret, and reasons for decisions by hand (LED-1, LED-3)."""

from roundbook.ledger.errors import advice, do, option
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.record.draws import follows
from roundbook.ledger.state.round_names import named
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.validators.checks import Breach, Found

ChanceAlone = ev.LotDrawn | ev.DraftSeated | ev.SeedsDrawn | ev.DeckCheckDrawn
"""Events that must be drawn; the other ones can be decided by hand."""

Drawn = ChanceAlone | ev.Seating | ev.FlightsAssigned | ev.Joining
"""Events that may be drawn at random."""

Decided = (
    ev.Seating
    | ev.DraftSeated
    | ev.BuildingStarted
    | ev.FlightsAssigned
    | ev.SeedsDrawn
    | ev.PlayerRegistered
    | ev.PlayerDisqualified
)
"""Events that are drawn, imported from a file, or decided by people."""


def secret_wrong(t: Tournament, event: Drawn) -> Found:
    """Every draw has the next number and the next secret of the committed chain (LED-3)."""
    drawn, number = event.drawn, t.draws + 1
    if drawn is None:
        if event.told or not isinstance(event, ChanceAlone):
            return  # A round may be paired by hand, but a lot must be drawn.
        wrong = "it reveals no secret"
    elif t.commitment is None:
        wrong = "the ledger contains no cryptographic commitment to secrets"
    elif not follows(drawn.secret, t.commitment):
        wrong = f"its secret does not match the cryptographic commitment for draw {number}"
    elif drawn.number != number:
        wrong = f"the number of the draw is {drawn.number}, but should be {number}"
    else:
        return
    yield Breach(
        message=f"this draw cannot be checked: {wrong}.",
        cites="the ledger",
        hint=advice(
            "Repeat the draw with the recorded chain; if the chain is lost, use {}.",
            do("new-secrets", "--reason", "…"),
        ),
    )


def reason_missing(t: Tournament, event: Decided) -> Found:  # noqa: C901 - flat.
    """A decision that is neither random nor imported needs a reason (LED-1, GTB-2, A-90).

    Drawing a valid round again needs a reason too, so nobody draws until they like the result. A
    bracket follows from its seeds and results, so it needs no reason.
    """
    if event.told or event.reason:
        return
    match event:
        case ev.RoundPaired() if (event.pool, event.round) in t.rounds:
            what = f"pairing {named(t, event.pool, event.round)} again"
        case ev.RoundPaired() if event.pool not in t.cuts and not event.drawn:
            what = f"pairing {named(t, event.pool, event.round)} by hand"
        case ev.SeedsDrawn() if t.cuts:
            what = "drawing the seeds again"
        case ev.RoundRepaired() if event.pool not in t.cuts and not event.drawn:
            what = f"repairing {named(t, event.pool, event.round)} by hand"
        case ev.DraftSeated() if any(event.draft == before.draft for before in t.drafts):
            what = "drawing the draft seats again"
        case ev.BuildingStarted() if t.built == len(t.drafts):
            what = "starting deck-building time again"
        case ev.FlightsAssigned() if event.division in t.flights or not event.drawn:
            how = "again" if event.division in t.flights else "by hand"
            what = f"assigning the flights of {event.division} {how}"
        case ev.PlayerRegistered() if event.losses:
            what = f"recording {event.player} as left off the list"
        case ev.PlayerDisqualified():
            what = f"disqualifying {event.player}"
        case _:
            return
    yield Breach(
        message=f"{what} needs a reason.",
        cites="the ledger",
        hint=advice("Give the reason: {}.", option("--reason", "…")),
    )
