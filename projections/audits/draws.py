"""What was drawn is what its secret gives: deck checks, seats, flights, lots and seeds."""

from ledger.errors import Refused, advice, do
from ledger.events.catalogue import (
    DeckCheckDrawn,
    DraftSeated,
    FlightsAssigned,
    LatePlayerAdmitted,
    LotDrawn,
    PlayerRegistered,
    SeedsDrawn,
)
from ledger.events.flights import NUMBERS
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import smallest_flights
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId, Pool
from ledger.validators.checks import Breach, Found
from ledger.validators.phrasing import have, several
from projections.cut import seed_draw
from projections.drafts.seats import SEATS, draw
from projections.judging import deck_checks
from projections.rounds import flights
from projections.standings import lots

# Decks that were drawn for a check are the ones that their secret gives.


def deck_checks_differ(t: Tournament, event: DeckCheckDrawn) -> Found:
    """Deck checks fall on the players whom their secret draws, and on no one else (TRF §5; LED-3).

    Other procedures than the one this program knows are not judged by it.
    """
    if event.drawn.draw != deck_checks.DRAW:
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
    yield Breach(
        message=f"these deck checks are not what was drawn: {wrong}.",
        cites="TRF §5, LED-3",
        hint=advice("Let {} draw them.", do("deckcheck draw")),
    )


# The seats of a draft are the ones that their secret draws.


def seats_differ(t: Tournament, event: DraftSeated) -> Found:
    """Everybody sits at a draft where the secret puts them (POD-2, LED-3).

    Who has a seat, and how large the tables are, is `draft-players` and `draft-tables`, which come
    first. Other procedures than the one this program knows are not judged by it.
    """
    if event.drawn is None or event.drawn.draw != SEATS:
        return
    if t.opened is None:
        return  # Nothing is drawn before the opening: that is `not-open`, which comes first.
    try:
        drawn = draw(t, draft=event.draft, secret=event.drawn.secret)
    except Refused:
        return  # What is no secret is `secret-wrong`; what cannot be seated, `draft-tables`.
    if event.tables == drawn.tables or _shape(event) != _shape(drawn):
        return
    here = [player for circle in event.tables for player in circle]
    there = [player for circle in drawn.tables for player in circle]
    moved = sum(one != other for one, other in zip(here, there, strict=True))
    yield Breach(
        message=f"the seats of the draft are not what their secret draws: {moved} players sit "
        "elsewhere.",
        cites="POD-2, LED-3",
        hint=advice("Let them be drawn: {}.", do("draft seats")),
    )


def _shape(event: DraftSeated) -> tuple[list[PlayerId], list[int]]:
    """Return who has a seat, and how large the tables are, whatever the order."""
    players = sorted(player for circle in event.tables for player in circle)
    return players, sorted(len(circle) for circle in event.tables)


# Flights that were drawn are the ones that their secret gives, and so is that of a late player.


def flights_differ(t: Tournament, event: FlightsAssigned) -> Found:
    """Flights that were drawn hold exactly the players that their secret gives (FL-4, LED-3).

    Other procedures than the one this program knows are not judged by it; a hand has a reason.
    """
    if event.drawn is None:
        return
    if event.drawn.draw != flights.ASSIGN or t.opened is None:
        return
    number, division = len(event.flights), event.division
    here = _flight_of(event)
    if number not in NUMBERS or sorted(here) != sorted(flights.players_of(t, division)):
        return  # Whether there can be such flights at all is said by rules that come first.
    try:
        drawn = flights.assign(t, division=division, number=number, secret=event.drawn.secret)
    except Refused:
        return  # What is no secret at all is `secret-wrong`, which comes first.
    there = _flight_of(drawn)
    wrong = [player for player in there if here[player] != there[player]]
    if not wrong:
        return
    yield Breach(
        message=f"the flights of {division} are not what their secret draws: "
        f"{have(wrong, one='plays', many='play')} elsewhere.",
        cites="TOP §3.3.3.2, LED-3",
        hint=advice("Let them be drawn: {}.", do("flights", f"{division.lower()}={number}")),
    )


def _flight_of(event: FlightsAssigned) -> dict[PlayerId, Pool]:
    """Return who plays in which flight."""
    return {player: pool for pool, players in event.flights.items() for player in players}


def late_flight_differs(t: Tournament, event: PlayerRegistered | LatePlayerAdmitted) -> Found:
    """A lot between equally small flights is the one that its secret gives (FL-6, LED-3).

    Where one flight alone was smallest there is nothing to draw.
    """
    if event.drawn is None:
        return
    if event.drawn.draw != flights.ADMIT or t.opened is None:
        return
    player, division = event.player, event.division
    smallest = smallest_flights(t, division)
    if len(smallest) < 2:
        wrong = "one flight alone was smallest, and there is nothing to draw"
    else:
        try:
            pool, _ = flights.admit(t, player=player, division=division, secret=event.drawn.secret)
        except Refused:
            return  # What is no secret at all is `secret-wrong`, which comes first.
        if event.pool not in smallest or event.pool == pool:
            return  # A flight that was larger at the start is `late-flight`, which comes first.
        wrong = f"of {several(smallest)} its secret draws {pool}"
    yield Breach(
        message=f"{player} joins {event.pool}: {wrong}.",
        cites="TOP §3.3.3.2, LED-3",
        hint="Name no pool, and the flight is drawn where it has to be.",
    )


# Lots that were drawn are the ones that their secret gives.


def lots_differ(t: Tournament, event: LotDrawn, rules: Ruleset) -> Found:
    """Lots order exactly the players who are level, as their secret does (A-23, LED-3).

    Other procedures than the one this program knows are not judged by it; a file tells its order.
    """
    if event.drawn is None or event.drawn.draw != lots.DRAW:
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
    yield Breach(
        message=f"the lots of {event.division} are not what their secret draws for the {level} "
        "players who are level.",
        cites="A-23, LED-3",
        hint=advice("Let {} draw them.", do("close")),
    )


# Seeds that were drawn are the ones that their secret gives.


def seeds_differ(t: Tournament, event: SeedsDrawn) -> Found:
    """The seeds of a single elimination are those that their secret draws (TOP §3.2, LED-3).

    Other procedures than the one this program knows are not judged by it.
    """
    if event.drawn is None or event.drawn.draw != seed_draw.DRAW:
        return
    if t.opened is None:
        return  # Nothing is drawn before the opening: that is `not-open`, which comes first.
    try:
        drawn = seed_draw.draw_seeds(t, secret=event.drawn.secret, pool=event.pool)
    except Refused:
        return  # No secret, or nobody to draw from: `secret-wrong`, `seeds-everybody`.
    if drawn.seeds == event.seeds or set(drawn.seeds) != set(event.seeds):
        return
    here = zip(event.seeds, drawn.seeds, strict=False)
    number = next(n for n, (one, other) in enumerate(here, start=1) if one != other)
    yield Breach(
        message=f"the seeds are not what their secret draws: seed {number} is "
        f"{drawn.seeds[number - 1]}, not {event.seeds[number - 1]}.",
        cites="TOP §3.2, LED-3",
        hint=advice("Let {} draw them.", do("seed")),
    )
