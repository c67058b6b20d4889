"""What an event changes or rests on, for conflicts between desks, and the players it lists."""

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.terms import Division, MatchId, PlayerId, Pool

Thing = tuple[str, ...]
"""The key of a thing: `("match", "masters-1-14")`, `("round", "masters", "2")`."""

_SAID = {
    "round": "round {1} of {0}",
    "cut": "the {0} cut",
    "day-two": "day two of {0}",
    "flights": "the flights of {0}",
    "lots": "the order of tied players in {0}",
    "call": "the call from match {0}",
    "time": "the extra time of match {0}",
    "deck": "the deck of {0}",
    "penalties": "the penalties of {0}",
    "contradiction": "the contradiction in entry {0}",
    "check-in": "the check-in of {0}",
    "message": "the message of entry {0}",
    "hand": "staff member {0}",
    "deck-checks": "the draws for deck checks",
    "request": "request {0} for the results",
    "person": "the name of {0}",
    "people": "everybody's names",
    "tournament": "the tournament itself",
    "announcement": "the announcement",
}
"""The words for a thing, if its key alone is not clear."""


def in_words(thing: Thing) -> str:
    """Return a thing as people say it: `match masters-1-14`, `round 2 of masters`."""
    kind, *rest = thing
    return _SAID[kind].format(*rest) if kind in _SAID else " ".join(thing)


TOURNAMENT: Thing = ("tournament",)
ANNOUNCEMENT: Thing = ("announcement",)


def match_thing(match: MatchId) -> Thing:
    """Return the key of a match."""
    return ("match", str(match))


def round_thing(pool: Pool, number: int) -> Thing:
    """Return the key of a round of a pool."""
    return ("round", pool, str(number))


def player_thing(player: PlayerId) -> Thing:
    """Return the key of a player."""
    return ("player", player)


def cut_thing(division: Division) -> Thing:
    """Return the key of the cut of a division."""
    return ("cut", division)


def day_two_thing(pool: Pool) -> Thing:
    """Return the key of the second day of a pool."""
    return ("day-two", pool)


def flights_thing(division: Division) -> Thing:
    """Return the key of the flights of a division."""
    return ("flights", division)


def changed_by(event: ev.AnyEvent) -> tuple[Thing, ...]:  # noqa: C901, PLR0912 - flat.
    """Return the things that an event changes; later commands that rest on one are refused."""
    match event:
        case ev.ResultReported() | ev.ResultCorrected() | ev.ResultWithdrawn() | ev.MatchEnded():
            return (match_thing(event.match),)
        case (
            ev.RoundPaired()
            | ev.RoundRepaired()
            | ev.RoundWithdrawn()
            | ev.RoundPosted()
            | ev.RoundStarted()
        ):
            return (round_thing(event.pool, event.round),)
        case ev.ThirdPlacePlayoffPaired():
            return (round_thing(event.pool, event.round),)
        case ev.ThirdPlacePlayoffWithdrawn():
            played = round_thing(event.match.pool, event.match.round)
            return (match_thing(event.match), played)
        case (
            ev.PlayerRegistered()
            | ev.PlayerAmended()
            | ev.LatePlayerAdmitted()
            | ev.LateTagSet()
            | ev.LateTagCleared()
            | ev.PlayerDropped()
            | ev.RegistrationWithdrawn()
            | ev.PlayerReinstated()
            | ev.PlayerDisqualified()
            | ev.ByeAwarded()
            | ev.DeckRegistered()
        ):
            return (player_thing(event.player),)
        case ev.PlayerCheckedIn() | ev.CheckInUndone():
            return (("check-in", event.player),)
        case ev.TimeExtended():
            return (("time", str(event.match)),)
        case ev.JudgeCalled() | ev.CallTaken() | ev.CallEnded():
            return (("call", str(event.match)),)
        case ev.MessageWithdrawn():
            return (("message", str(event.entry)),)
        case ev.StaffNamed() | ev.HandRenamed():
            return (("hand", event.hand),)
        case ev.DeckCheckDrawn():
            return (("deck-checks",),)
        case ev.DeckChecked():
            return (("deck", event.player),)
        case ev.PenaltyIssued() | ev.PenaltyWithdrawn():
            return (("penalties", event.player),)
        case ev.CutMade():
            return (cut_thing(event.division),)
        case ev.DayTwoMade():
            return (day_two_thing(event.pool),)
        case ev.LotDrawn():
            return (("lots", event.division),)
        case ev.AnnouncementMade():
            return (TOURNAMENT, ANNOUNCEMENT)
        case ev.TeamFormed():
            return tuple(map(player_thing, event.players))
        case ev.TeamSplit():
            return (player_thing(event.player),)
        case ev.FlightsAssigned():
            return (flights_thing(event.division),)
        case (
            ev.TournamentOpened()
            | ev.RoundsSet()
            | ev.PodsFormed()
            | ev.DraftSeated()
            | ev.BuildingStarted()
            | ev.BuildingWithdrawn()
            | ev.SeatsWithdrawn()
            | ev.TournamentClosed()
            | ev.TournamentReopened()
            | ev.SecretCommitted()
            | ev.KeyRotated()
            | ev.EntropyAdded()
            | ev.SeedsDrawn()
        ):
            return (TOURNAMENT,)
        case ev.RequestRecorded() | ev.RequestAnswered():
            return (("request", str(event.number)),)
        case ev.PeopleErased():
            everybody = (("people",),) if event.everybody else ()
            return (*everybody, *(("person", who) for who in event.named))
        case ev.ContradictionDecided():
            return (("contradiction", str(event.entry)),)
        case (
            ev.NoteMade()
            | ev.MessageSent()
            | ev.EntryRefused()
            | ev.ProxyMade()
            | ev.HistoryShortened()
            | ev.FactAdded()
            | ev.ContradictionFound()
        ):
            return ()


def rests_on(event: ev.AnyEvent) -> tuple[Thing, ...]:
    """Return the things whose state a person had in mind when they gave the command (LED-5).

    A result rests on its match and on the round it belongs to: if that round was paired again, the
    table may seat other players. Extra time rests on both, and on the earlier extra time.
    """
    match event:
        case ev.TimeExtended():
            played = round_thing(event.match.pool, event.match.round)
            return (*changed_by(event), match_thing(event.match), played)
        case ev.ResultReported() | ev.ResultCorrected() | ev.ResultWithdrawn() | ev.MatchEnded():
            return (match_thing(event.match), round_thing(event.match.pool, event.match.round))
        case _:
            return changed_by(event)


def listed(event: ev.AnyEvent) -> tuple[PlayerId, ...]:
    """Return the players whom an event lists, in its order; none for an event about one player."""
    match event:
        case ev.RoundPaired() | ev.RoundRepaired():
            seated = (player for pairing in event.pairings for player in pairing)
            return (*seated, *(bye.player for bye in event.byes), *event.absent)
        case ev.ThirdPlacePlayoffPaired():
            return tuple(event.pairing)
        case ev.FlightsAssigned():
            return tuple(player for held in event.flights.values() for player in held)
        case ev.CutMade() | ev.SeedsDrawn():
            return event.seeds
        case ev.DayTwoMade() | ev.DeckCheckDrawn() | ev.PeopleErased():
            return event.players
        case ev.LotDrawn():
            return event.lots
        case ev.TeamFormed():
            return event.players
        case ev.DraftSeated():
            return tuple(player for circle in event.tables for player in circle)
        case _:
            return ()
