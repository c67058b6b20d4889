"""Merging branches of a ledger: which entries of another branch can be added, and which cannot.

Two desks that continued separately have the same entries up to a fork. Entries since then about
different matches and players do not depend on their order, so they can be added. People have to
decide on the rest.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial

from msgspec import Struct

from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.record.entry import Entry, leaf_hash, to_line
from roundbook.ledger.state.subjects import Thing, changed_by, in_words, match_thing, rests_on
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MAX_TEXT, Actor, MatchId, Result
from roundbook.projections.history.history import what

# Events of the first kinds can be added in any order, as long as they are about different matches
# and players. A pairing or a draw depends on everything before it, so two of those cannot both
# stand.
_Result = ev.ResultReported | ev.ResultCorrected | ev.ResultWithdrawn | ev.MatchEnded
_Said = ev.NoteMade | ev.FactAdded | ev.MessageSent | ev.ContradictionFound
_Commuting = _Result | _Said | ev.PlayerDropped | ev.PlayerCheckedIn
_Drawn = ev.LotDrawn | ev.SeedsDrawn | ev.FlightsAssigned | ev.DraftSeated | ev.DeckCheckDrawn
_Made = ev.CutMade | ev.DayTwoMade | ev.ThirdPlacePlayoffPaired
_Withdrawn = ev.RoundWithdrawn | ev.ThirdPlacePlayoffWithdrawn | ev.SeatsWithdrawn
_Pairing = ev.Seating | _Withdrawn | _Made | _Drawn


class Undecided(Struct, frozen=True, kw_only=True):
    """An entry of the other branch that a person has to decide on, and why.

    If it is about a result, `match` and `result` are those of the other branch.
    """

    seq: int
    message: str
    leaf: str
    at: datetime
    match: MatchId | None = None
    result: Result | None = None

    def found(self, text: str) -> ev.ContradictionFound:
        """Return the event that keeps it in our ledger."""
        return ev.ContradictionFound(
            leaf=self.leaf,
            entry=self.seq,
            at=self.at,
            text=text[:MAX_TEXT],
            match=self.match,
            result=self.result,
        )


class Taken(Struct, frozen=True, kw_only=True):
    """An entry of the other branch, with what ours does not have: its number, and its leaf hash.

    The leaf hash identifies the original entry; `note` says when it was written there and by whom.
    """

    seq: int
    leaf: str
    at: datetime
    hand: Actor
    events: tuple[ev.AnyEvent, ...]

    def note(self) -> str:
        """Return where this entry comes from, as a note to record with it."""
        hand = f"{self.hand.id} there ({self.hand.role}, {self.hand.station})"
        at = self.at.isoformat(sep=" ", timespec="seconds")
        return f"Merged: entry {self.seq} of another branch, {at}, by {hand}, leaf {self.leaf}."

    def undecided(self, message: str) -> Undecided:
        """Return this entry as one that a person has to decide on."""
        told = [e for e in self.events if isinstance(e, ev.ResultReported | ev.ResultCorrected)]
        last = told[-1] if told else None
        return Undecided(
            seq=self.seq,
            message=message,
            leaf=self.leaf,
            at=self.at,
            match=last.match if last else None,
            result=last.result if last else None,
        )


class Merge(Struct, frozen=True, kw_only=True):
    """A merge: the last common entry, entries to add, entries here already, and undecided ones."""

    fork: int
    taken: tuple[Taken, ...]
    same: tuple[int, ...]
    undecided: tuple[Undecided, ...]


def merge(ours: Sequence[Entry], theirs: Sequence[Entry], tie: str = "tie") -> Merge:
    """Return what the other branch has beyond ours; `tie` is the edition's word for a tie.

    Raise Refused if these are not branches of one ledger, or if both have paired or drawn.
    """
    fork = _fork(ours, theirs)
    if fork == 0:
        raise Refused(
            "the two ledgers have no line in common: they are not branches of one tournament.",
            hint=advice("Compare them by meaning: {}.", do("diff")),
        )
    here, there = ours[fork:], theirs[fork:]
    _refuse_two_pairings(here, there)
    known, told = _told(here), _told(there)
    one, other = Tournament.replay(ours).results, Tournament.replay(theirs).results
    alike = {match for match, result in other.items() if one.get(match) == result}
    shared = _shared(known, told, alike=alike)
    taken_up = _taken_up(known, told)
    lines = {leaf_hash(to_line(entry)) for entry in here}
    about_us = partial(_about_us, lines, there)
    taken: list[Taken] = []
    same: list[int] = []
    undecided: list[Undecided] = []
    for entry in there:
        # A slip may say more than a result that both have: who drops, for instance.
        fresh = tuple(event for event in entry.events if not next(shared) and not about_us(event))
        if not fresh:
            same.append(entry.seq)
            continue
        message = _hindrance(entry, fresh, here, taken_up, tie)
        if message is None:
            taken.append(_original(entry, fresh))
            continue
        undecided.append(_original(entry, entry.events).undecided(message))
        # Whatever depends on an undecided entry is undecided as well, and so on down the branch.
        taken_up |= {thing for event in entry.events for thing in changed_by(event)}
    return Merge(fork=fork, taken=tuple(taken), same=tuple(same), undecided=tuple(undecided))


def _original(entry: Entry, events: tuple[ev.AnyEvent, ...]) -> Taken:
    """Return an entry of the other branch with those of its events that ours does not have."""
    leaf = leaf_hash(to_line(entry))
    return Taken(seq=entry.seq, leaf=leaf, at=entry.at, hand=entry.hand, events=events)


def _fork(ours: Sequence[Entry], theirs: Sequence[Entry]) -> int:
    """Return how many entries both branches begin with."""
    pairs = zip(ours, theirs, strict=False)
    shorter = min(len(ours), len(theirs))
    return next((n for n, (one, other) in enumerate(pairs) if one != other), shorter)


def _refuse_two_pairings(here: Iterable[Entry], there: Iterable[Entry]) -> None:
    """Raise Refused if both branches have paired or drawn: only one of the two draws counts."""
    first, second = (
        next((e for e in branch if any(isinstance(one, _Pairing) for one in e.events)), None)
        for branch in (here, there)
    )
    if first and second:
        raise Refused(
            (
                "both branches have changed rounds, cuts or draws since they split: "
                f"entry {first.seq} here, entry {second.seq} there."
            ),
            hint=advice(
                (
                    "Only one of the two counts: continue with the branch that contains it; {} "
                    "shows both."
                ),
                do("diff"),
            ),
        )


Events = list[ev.AnyEvent]
"""The events of a branch since the fork, in order."""


def _told(entries: Iterable[Entry]) -> Events:
    return [event for entry in entries for event in entry.events]


def _of_matches(events: Events) -> defaultdict[MatchId, Events]:
    """Return the events of each match, in order."""
    found: defaultdict[MatchId, Events] = defaultdict(list)
    for event in events:
        if match := _match(event):
            found[match].append(event)
    return found


def _shared(known: Events, told: Events, *, alike: set[MatchId]) -> Iterator[bool]:
    """Yield for each event of the other branch whether ours has it as well.

    For a match, both have what they recorded in the same order, from its first result on; or all of
    it, if both arrived at the same result.
    """
    # A result and its correction belong together: what both desks recorded of a match is the same
    # only as far as they recorded it in the same order.
    ours, theirs = _of_matches(known), _of_matches(told)
    count: Counter[MatchId] = Counter()
    for event in told:
        match = _match(event)
        if match is None:
            yield event in known
            continue
        count[match] += 1
        upto = count[match]
        yield match in alike or ours[match][:upto] == theirs[match][:upto]


def _taken_up(known: Events, told: Events) -> set[Thing]:
    """Return the things that our branch has changed differently from the other one."""
    ours, theirs = _of_matches(known), _of_matches(told)
    found = {match_thing(m) for m, own in ours.items() if own != theirs[m][: len(own)]}
    rest = (event for event in known if _match(event) is None and event not in told)
    return found | {thing for event in rest for thing in changed_by(event)}


def _about_us(ours: set[str], there: Sequence[Entry], event: ev.AnyEvent) -> bool:
    """Tell whether an event of the other branch only says what it does not have of our entries.

    It left one of them undecided, or decided it; or it goes on without them, as we do not (A-74).
    """
    if isinstance(event, ev.ContradictionDecided):
        found = (one for entry in there if entry.seq == event.entry for one in entry.events)
        return any(_about_us(ours, there, one) for one in found)
    return isinstance(event, ev.ContradictionFound | ev.HistoryShortened) and event.leaf in ours


def _match(event: ev.AnyEvent) -> MatchId | None:
    """Return the match whose result an event changes; None for all other events."""
    return event.match if isinstance(event, _Result) else None


def _hindrance(
    entry: Entry,
    fresh: Sequence[ev.AnyEvent],
    here: Iterable[Entry],
    taken_up: set[Thing],
    tie: str,
) -> str | None:
    """Return why what an entry has beyond ours cannot simply be added; None if it can."""
    for event in fresh:
        also = [what(one, tie) for one in fresh if one is not event]
        besides = f" (with it: {'; '.join(also)})" if also else ""
        said = f"there, {what(event, tie)}, as entry {entry.seq}{besides}"
        if not isinstance(event, _Commuting):
            return f"{said}: repeat the command here if it should count."
        touched = [thing for thing in rests_on(event) if thing in taken_up]
        if not touched:
            continue
        match = _match(event)
        if match and match_thing(match) in touched:
            ours = [one for one in here if any(_match(each) == match for each in one.events)]
            if ours:
                own = next(e for e in reversed(ours[-1].events) if _match(e) == match)
                same = what(own, tie).replace(f"match {match} ", "it ", 1)
                return f"{said}; here, {same}, as entry {ours[-1].seq}: look at the slip."
        return (
            f"{said}; here, there is a different change to {in_words(touched[0])}: compare both, "
            "then decide."
        )
    return None
