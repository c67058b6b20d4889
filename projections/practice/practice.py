"""Practice from a real event: invented names, no draws, and some slips entered wrongly.

What happened stays: who met whom, when, and the results. Everything that identifies people goes:
names, ids, teams, reasons, penalties, decks, requests, and whatever a person wrote in an
announcement or a note.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.people.book import Book, BookEntry, Person, commitment
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.lock import locked
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import HandId, MatchId, PlayerId, Result, Verdict
from roundbook.projections.history.announcement import NONE
from roundbook.projections.practice.invented import Dice

REASON = "as it was at the event"
PRIZE = "a prize"
LEFT_OUT = (
    *(ev.SecretCommitted, ev.KeyRotated, ev.EntropyAdded, ev.EntryRefused),
    *(ev.StaffNamed, ev.HandRenamed),
    *(ev.DraftSeated, ev.DeckRegistered, ev.DeckCheckDrawn, ev.DeckChecked, ev.ProxyMade),
    *(ev.PenaltyIssued, ev.PenaltyWithdrawn, ev.TournamentClosed, ev.TournamentReopened),
    *(
        ev.RequestRecorded,
        ev.RequestAnswered,
        ev.PeopleErased,
        ev.NoteMade,
        ev.HistoryShortened,
        ev.FactAdded,
        ev.BuildingStarted,
        ev.BuildingWithdrawn,
        ev.SeatsWithdrawn,
    ),
    *(ev.PlayerCheckedIn, ev.CheckInUndone, ev.JudgeCalled, ev.CallTaken, ev.CallEnded),
    *(ev.MessageSent, ev.MessageWithdrawn, ev.ContradictionFound, ev.ContradictionDecided),
)
"""The events that an exercise leaves out: about people, the real event's draws, close and desks."""


class Cast:
    """Invented people in place of the real ones, with a salt for every commitment."""

    def __init__(self, salts: Iterator[str]) -> None:
        """Start without any people; the salts are new."""
        self._salts = salts
        self.known: dict[PlayerId, tuple[BookEntry, ...]] = {}

    def bind(self, player: PlayerId) -> str:
        """Return a new commitment of a player to the same invented name."""
        person = Person(name=f"Player {player.removeprefix('p').zfill(4)}")
        one = BookEntry(person=person, salt=next(self._salts))
        self.known[player] = (*self.known.get(player, ()), one)
        return commitment(one.person, one.salt)

    def book(self, hands: Iterable[HandId]) -> Book:
        """Return the names file with the invented names; staff are called by their number."""
        former = {player: every[:-1] for player, every in self.known.items() if every[1:]}
        players = {player: every[-1] for player, every in self.known.items()}
        named = {hand: f"Staff {hand.removeprefix('h')}" for hand in hands}
        book = Book(players=players, former=former, hands=named)
        for hand in named:
            book = book.with_staff(hand, next(self._salts))
        return book


def acts(
    entries: Sequence[Entry], opening: Mapping[str, str | None], people: Cast
) -> Iterator[tuple[Entry, tuple[ev.AnyEvent, ...]]]:
    """Yield the events of an exercise, entry by entry; `opening` are the fields of its opening."""
    for entry in entries:
        told = [_other(event, opening, people) for event in entry.events]
        if kept := tuple(event for event in told if event):
            yield entry, kept


def _other(
    event: ev.AnyEvent, opening: Mapping[str, str | None], people: Cast
) -> ev.AnyEvent | None:
    """Return an event as it is in an exercise; None if it is left out."""
    if isinstance(event, LEFT_OUT):
        return None
    if isinstance(event, ev.TournamentOpened):
        event = replace(event, **opening)
    if isinstance(event, ev.Joining | ev.PlayerAmended):
        event = replace(event, commitment=people.bind(event.player))
    if isinstance(event, ev.AnnouncementMade):
        event = _without_words(event)
    if isinstance(event, ev.TeamFormed):
        event = replace(event, name=f"Team {event.players[0]}")
    changed: dict[str, object] = {}
    if getattr(event, "drawn", None):
        changed = {"drawn": None}
    if getattr(event, "reason", None) or isinstance(event, ev.Seating | ev.FlightsAssigned):
        changed |= {"reason": None if event.told else REASON}
    if event.override:
        changed |= {"override": replace(event.override, reason=REASON)}
    return replace(event, **changed) if changed else event


def _without_words(said: ev.AnnouncementMade) -> ev.AnnouncementMade:
    """Return an announcement in which nothing is left that a person wrote.

    What was announced stays announced: some editions require a word on staff, format and breaks.
    """
    return replace(
        said,
        text="",
        breaks=said.breaks if said.breaks in {None, NONE} else REASON,
        format=said.format and REASON,
        staff=said.staff and REASON,
        prizes_by_place=dict.fromkeys(said.prizes_by_place, PRIZE),
    )


def open_slips(t: Tournament, rules: Ruleset) -> dict[MatchId, Result]:
    """Return the Swiss results that can still be corrected, by match (TOP §4)."""
    return {
        match: result
        for match, result in sorted(t.results.items())
        if match.pool not in t.cuts and not locked(t, match, rules)
    }


def mistaken(slips: Mapping[MatchId, Result], number: int, seed: str) -> dict[MatchId, Result]:
    """Return `number` results with winner and loser exchanged, chosen by a seed."""
    won = {Verdict.FIRST, Verdict.SECOND}
    decided = [match for match, result in slips.items() if result.verdict in won]
    chosen = Dice(seed).shuffled(decided, "mistake")[:number]
    # As if a slip had been read the wrong way up.
    return {match: slips[match].turned() for match in sorted(chosen)}


def with_mistakes(
    told: Sequence[ev.AnyEvent], mistakes: Mapping[MatchId, Result]
) -> tuple[ev.AnyEvent, ...]:
    """Return events in which these results were entered wrongly from the beginning."""
    return tuple(
        replace(event, result=mistakes[event.match])
        if isinstance(event, ev.ResultReported | ev.ResultCorrected) and event.match in mistakes
        else event
        for event in told
    )
