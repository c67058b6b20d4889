"""Draw checks: rounds, deck checks, seats, flights, orders and seeds match their secrets."""

from collections.abc import Callable
from functools import partial
from itertools import chain
from operator import ne
from typing import TypeVar

from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import Drawn
from roundbook.ledger.events.flights import NUMBERS
from roundbook.ledger.phrases import have, several
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import smallest_flights
from roundbook.ledger.state.round_names import named
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId, Pool
from roundbook.ledger.validators.checks import Breach, Found
from roundbook.projections.cut import seed_draw
from roundbook.projections.drafts import SEATS, draw
from roundbook.projections.judging import deck_checks
from roundbook.projections.pairing import propose
from roundbook.projections.pairing.certificate import DRAW, REMATCHES, REPAIR
from roundbook.projections.pairing.pod_sheet import POD_SHEET, propose_by_sheet
from roundbook.projections.pairing.proposal import Proposal
from roundbook.projections.pairing.rematches import propose_rematches
from roundbook.projections.rounds import flights
from roundbook.projections.standings import lots

PROCEDURES: dict[str, Callable[..., Proposal]] = {
    DRAW: propose,
    REMATCHES: propose_rematches,
    POD_SHEET: propose_by_sheet,
}
"""The functions that pair a round again, by procedure; rounds by other procedures are not
checked."""

# A draw is checked by the procedure that it names, if roundbook knows that procedure.

KNOWN: dict[type[ev.AnyEvent], frozenset[str]] = {
    ev.RoundPaired: frozenset(PROCEDURES),
    ev.RoundRepaired: frozenset({REPAIR}),
    ev.LotDrawn: frozenset({lots.DRAW}),
    ev.DraftSeated: frozenset({SEATS}),
    ev.DeckCheckDrawn: frozenset({deck_checks.DRAW}),
    ev.FlightsAssigned: frozenset({flights.ASSIGN}),
    ev.SeedsDrawn: frozenset({seed_draw.DRAW}),
    ev.PlayerRegistered: frozenset({flights.ADMIT}),
    ev.LatePlayerAdmitted: frozenset({flights.ADMIT}),
}
"""The procedures by which each event can be drawn: any other is of a newer roundbook."""

Made = TypeVar("Made")


def _again(
    t: Tournament, drawn: Drawn | None, procedure: str, make: Callable[..., Made]
) -> Made | None:
    """Make a draw again from its secret; return None if that is not possible.

    Draws before the opening are reported by `not-open`, invalid secrets by `secret-wrong`, and
    draws from nobody by their own rules; all of these come first.
    """
    if drawn is None or drawn.draw != procedure or t.opened is None:
        return None
    try:
        return make(secret=drawn.secret)
    except Refused:
        return None


def draw_differs(t: Tournament, event: ev.RoundPaired, rules: Ruleset) -> Found:
    """A randomly paired round has the pairings and byes that its secret gives (TOP §3.1, LED-3).

    The tables, and which player is named first, are not random. Procedures unknown to roundbook,
    rounds paired by hand (which have a reason) and imported rounds are not checked.
    """
    if event.drawn is None:
        return
    procedure = PROCEDURES.get(event.drawn.draw)
    if procedure is None:
        return
    try:
        proposal = procedure(t, rules, pool=event.pool, secret=event.drawn.secret)
    except Refused as refusal:
        wrong = f"no random draw was possible: {refusal.message.rstrip('.')}"
    else:
        if proposal.round != event.round:
            return  # `round-number` reports the wrong round, and comes first.
        here, there = _seats(event), _seats(proposal)
        if here == there:
            return
        differing = len(here - there)
        wrong = (
            f"{differing} of its {len(here)} pairings and byes are different"
            if differing
            else f"it leaves out {len(there - here)} of the pairings and byes"
        )
    yield Breach(
        message=(f"{named(t, event.pool, event.round)} does not match the draw: {wrong}."),
        cites="TOP §3.1",
        hint=(
            "Post the random pairings without changes, or pair "
            "the round by hand and give the reason."
        ),
    )


def _seats(one: ev.Seating | Proposal) -> set[tuple[str, ...]]:
    """Return the pairings and byes as a set, without any order."""
    return {tuple(sorted(pair)) for pair in one.pairings} | {("bye", *bye) for bye in one.byes}


def deck_checks_differ(t: Tournament, event: ev.DeckCheckDrawn) -> Found:
    """Deck checks cover exactly the players that the secret selects (TRF §5; LED-3).

    Procedures unknown to roundbook are not checked.
    """
    if event.drawn.draw != deck_checks.DRAW or t.opened is None:
        return
    try:
        drawn = deck_checks.draw(
            t,
            asked=event.asked,
            secret=event.drawn.secret,
            pool=event.pool,
            number=event.round,
        )
    except Refused as refusal:
        wrong = f"no random draw was possible: {refusal.message.rstrip('.')}"
    else:
        if drawn.players == event.players:
            return
        wrong = "the draw from the secret gives different players"
    yield Breach(
        message=f"these deck checks do not match the draw: {wrong}.",
        cites="TRF §5",
        hint=advice("Let {} choose the decks.", do("deckcheck draw")),
    )


def seats_differ(t: Tournament, event: ev.DraftSeated) -> Found:
    """The seats at a draft follow from the secret (POD-2, LED-3).

    The players and the sizes of the tables are checked by `draft-players` and `draft-tables`, which
    come first.
    """
    drawn = _again(t, event.drawn, SEATS, partial(draw, t, draft=event.draft))
    if drawn is None or event.tables == drawn.tables or _shape(event) != _shape(drawn):
        return
    here, there = (chain.from_iterable(one.tables) for one in (event, drawn))
    moved = sum(map(ne, here, there))
    yield Breach(
        message=(f"the draft seats do not match the draw: {moved} players should sit elsewhere."),
        cites="POD",
        hint=advice("Draw them: {}.", do("draft seats")),
    )


def _shape(event: ev.DraftSeated) -> tuple[list[PlayerId], list[int]]:
    """Return the players who have a seat, and the sizes of the tables, both in sorted order."""
    return sorted(chain.from_iterable(event.tables)), sorted(map(len, event.tables))


def flights_differ(t: Tournament, event: ev.FlightsAssigned) -> Found:
    """Random flights have exactly the players that the secret gives (FL-4, LED-3).

    Flights assigned by hand need a reason instead. Rules that come first check whether such flights
    are possible at all.
    """
    number, division, here = len(event.flights), event.division, _flight_of(event)
    if number not in NUMBERS or sorted(here) != sorted(flights.players_of(t, division)):
        return
    make = partial(flights.assign, t, division=division, number=number)
    drawn = _again(t, event.drawn, flights.ASSIGN, make)
    there = _flight_of(drawn) if drawn else here
    if wrong := [player for player in there if here[player] != there[player]]:
        yield Breach(
            message=(
                f"the flights of {division} do not match the draw: "
                f"{have(wrong, one='belongs', many='belong')} in another flight."
            ),
            cites="TOP §3.3.3.2",
            hint=advice(
                "Assign the flights at random: {}.", do("flights", f"{division.lower()}={number}")
            ),
        )


def _flight_of(event: ev.FlightsAssigned) -> dict[PlayerId, Pool]:
    """Return the flight of each player."""
    return {player: pool for pool, players in event.flights.items() for player in players}


def late_flight_differs(t: Tournament, event: ev.Joining) -> Found:
    """A random choice between equally small flights follows the secret (FL-6, LED-3).

    If only one flight was smallest, there is nothing to draw. A flight that was larger at the start
    is reported by `late-flight`, which comes first.
    """
    if event.drawn is None or event.drawn.draw != flights.ADMIT or t.opened is None:
        return
    player, division = event.player, event.division
    smallest = smallest_flights(t, division)
    if len(smallest) < 2:
        wrong = "only one flight was smallest, so there was nothing to choose at random"
    else:
        make = partial(flights.admit, t, player=player, division=division)
        given = _again(t, event.drawn, flights.ADMIT, make)
        if given is None or event.pool not in smallest or event.pool == given[0]:
            return
        wrong = f"the recorded secret gives {given[0]}, out of {several(smallest)}"
    yield Breach(
        message=f"{player} joins {event.pool}: {wrong}.",
        cites="TOP §3.3.3.2",
        hint="Leave out the pool; roundbook then chooses the flight, at random if necessary.",
    )


def lots_differ(t: Tournament, event: ev.LotDrawn, rules: Ruleset) -> Found:
    """A random order covers exactly the tied players, and follows the secret (A-23, LED-3).

    An imported order has no secret to check.
    """
    if event.drawn is None:
        return
    groups = lots.level(t, rules).get(event.division, [])
    make = partial(lots.draw, t, division=event.division, groups=groups)
    drawn = _again(t, event.drawn, lots.DRAW, make)
    if drawn and drawn.lots != event.lots:
        yield Breach(
            message=(
                f"the random order of {event.division} does not match the draw "
                f"for the {sum(map(len, groups))} tied players."
            ),
            cites="the ledger",
            hint=advice("Let {} put the tied players in order.", do("close")),
        )


def seeds_differ(t: Tournament, event: ev.SeedsDrawn) -> Found:
    """The seeds of a single elimination are those drawn from its secret (TOP §3.2, LED-3).

    Which players are seeds at all is checked by `seeds-everybody`, which comes first.
    """
    make = partial(seed_draw.draw_seeds, t, pool=event.pool)
    drawn = _again(t, event.drawn, seed_draw.DRAW, make)
    if drawn is None or drawn.seeds == event.seeds or {*drawn.seeds} != {*event.seeds}:
        return
    here = zip(event.seeds, drawn.seeds, strict=False)
    number = next(n for n, (one, other) in enumerate(here, start=1) if one != other)
    yield Breach(
        message=(
            "the seeds do not match the draw: seed "
            f"{number} should be {drawn.seeds[number - 1]}, not "
            f"{event.seeds[number - 1]}."
        ),
        cites="TOP §3.2",
        hint=advice("Let {} draw the seeds.", do("seed")),
    )
