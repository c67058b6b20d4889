"""A tournament at a glance: how far it is, erasures, names, requests, and what is new."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime

from msgspec import Struct
from msgspec.structs import replace

from ledger.events import catalogue as ev
from ledger.events.catalogue import PeopleErased, RequestAnswered, RequestRecorded
from ledger.events.retention import keep_until as keep_until  # noqa: PLC0414 - the date is ours too.
from ledger.people.book import Book, BookEntry, Display, Person
from ledger.record.entry import Entry, each_event
from ledger.state.queries import latest_round, open_matches
from ledger.state.round_names import called, named
from ledger.state.tournament import Player, Tournament
from ledger.terms import Actor, Division, PlayerId, Pool
from ledger.text import UNSPACED
from projections.history.history import what

# Who was erased, when, and why: what a ledger says of the names that it no longer has.


class Erasure(Struct, frozen=True, kw_only=True):
    """An erasure: by which entry and hand, `what` in words, and the reason that was given."""

    seq: int
    at: datetime
    hand: Actor
    what: str
    why: str
    everybody: bool
    people: tuple[str, ...]


def erasures(entries: Iterable[Entry]) -> list[Erasure]:
    """Return every erasure in order."""
    return [
        Erasure(
            seq=entry.seq,
            at=entry.at,
            hand=entry.hand,
            what=what(event),
            why=event.reason,
            everybody=event.everybody,
            people=event.named,
        )
        for entry in entries
        for event in entry.events
        if isinstance(event, PeopleErased)
    ]


# Names as everybody may see them: as the player chose, or for a child the parents (LED-9).

GROWN = 13
"""From this age on players choose for themselves; for the younger their parents do."""

OF_AGE = 18
"""Until this age Seniors are shown as the organiser says, where they have not chosen."""


def in_public(book: Book, t: Tournament) -> Book:
    """Return the book as everybody may see it: shown names only, no ids, no years, no staff.

    Anyone who is anonymous is not in it, and so is shown as a number wherever names are shown. What
    is in it is shown as it is: the public book of a public book is the same.
    """
    players: dict[PlayerId, BookEntry] = {}
    for number, known in book.players.items():
        name = shown_name(known, t.players.get(number), t, book.seniors or Display.INITIAL)
        if name is not None:
            shown = Person(name=name)
            players[number] = BookEntry(person=shown, salt=known.salt, display=Display.FULL)
    return with_teams(Book(players=players), t)


def as_asked(book: Book, t: Tournament) -> Book:
    """Return a book with the names of who asked to be shown otherwise; all others are in full.

    It is for a sheet that hangs on a wall in the hall: nobody who asked stands there in full.
    """
    players: dict[PlayerId, BookEntry] = {}
    for number, known in book.players.items():
        name = known.person.name
        if known.display:
            name = shown_name(known, t.players.get(number), t) or ""
        if name:
            person = replace(known.person, name=name)
            players[number] = replace(known, person=person, display=Display.FULL)
    return replace(book, players=players)


def without_teams(book: Book, t: Tournament) -> Book:
    """Return the book of which `with_teams` made this one, or a book without teams as it is."""
    players, former = dict(book.players), dict(book.former)
    for first, team in t.teams.items():
        if first in players and players[first].person.name.startswith(f"{team.name} ("):
            every = former.pop(first, ())
            del players[first]
            if every:
                players[first] = every[-1]
            if every[:-1]:
                former[first] = every[:-1]
    return replace(book, players=players, former=former)


def with_teams(book: Book, t: Tournament) -> Book:
    """Return a book in which who stands for a team has the team's name, and both players' (A-65).

    It is for showing alone: what binds a person is not in it.
    """
    if not t.teams:
        return book
    named: dict[PlayerId, BookEntry] = {}
    for first, team in t.teams.items():
        known = book.players.get(first)
        person = known.person if known else Person(name=first)
        if person.name.startswith(f"{team.name} ("):
            continue  # It is such a book already.
        both = " & ".join(map(book.name, team.players))
        named[first] = BookEntry(
            person=replace(person, name=f"{team.name} ({both})"),
            salt=known.salt if known else t.players[first].commitment,
            display=Display.FULL,
        )
    own = {
        first: (*book.former.get(first, ()), book.players[first])
        for first in named
        if first in book.players
    }
    return replace(book, players={**book.players, **named}, former={**book.former, **own})


def own_name(book: Book, t: Tournament, player: PlayerId) -> str:
    """Return a player's own name in a book `with_teams`, also of one who stands for a team."""
    former = book.former.get(player, ()) if player in t.teams else ()
    return former[-1].person.name if former else book.name(player)


def shown_name(
    known: BookEntry, player: Player | None, t: Tournament, seniors: Display = Display.INITIAL
) -> str | None:
    """Return the name that everybody may see; None for nobody's business.

    Where nobody has chosen it is the full name; of somebody who may be under 13, the first name and
    an initial; of a Senior who may be under 18, as `seniors` says.
    """
    person = known.person
    match known.display or _by_default(person, player.division if player else None, t, seniors):
        case Display.FULL:
            return person.name
        case Display.INITIAL:
            first, *others = person.name.split()
            if others:
                return f"{first} {others[-1][0]}."
            return f"{first[0]}." if max(first) >= UNSPACED else first
        case Display.ID:
            return person.id or None
        case Display.ANONYMOUS:
            return None


def _by_default(
    person: Person, division: Division | None, t: Tournament, seniors: Display
) -> Display:
    """Return how a name is shown where nobody has chosen."""
    if may_be_child(person.birth_year, division, t):
        return Display.INITIAL
    year = person.birth_year if t.opened else None
    grown = year is not None and t.opened is not None and t.opened.start.year - year > OF_AGE
    return seniors if division is Division.SENIOR and not grown else Display.FULL


def may_be_child(birth_year: int | None, division: Division | None, t: Tournament) -> bool:
    """Tell whether somebody may be under 13 at the start, as far as the year of birth tells.

    Where the year is unknown, a Junior may be.
    """
    if birth_year is None or t.opened is None:
        return division is Division.JUNIOR
    return t.opened.start.year - birth_year <= GROWN


# Who asked for the results, when, and with what they were answered (TOP §4).


class RequestAnswer(Struct, frozen=True, kw_only=True):
    """What was handed over: the entry that says so, and the file by its digest and size."""

    seq: int
    at: datetime
    hand: Actor
    sha256: str
    size: int
    text: str | None = None


class Request(Struct, frozen=True, kw_only=True):
    """A request for what is kept: by whom, under which reference, and its answer, if there is."""

    number: int
    seq: int
    at: datetime
    source: str
    reference: str | None = None
    text: str | None = None
    answer: RequestAnswer | None = None


def requests(entries: Iterable[Entry]) -> list[Request]:
    """Return every request in order, each with its answer."""
    found: dict[int, Request] = {}
    for entry, event in each_event(entries):
        match event:
            case RequestRecorded():
                found[event.number] = Request(
                    number=event.number,
                    seq=entry.seq,
                    at=entry.at,
                    source=event.source,
                    reference=event.reference,
                    text=event.text,
                )
            case RequestAnswered() if event.number in found:
                answer = RequestAnswer(
                    seq=entry.seq,
                    at=entry.at,
                    hand=entry.hand,
                    sha256=event.sha256,
                    size=event.size,
                    text=event.text,
                )
                found[event.number] = replace(found[event.number], answer=answer)
            case _:
                pass
    return list(found.values())


# How long the results of a tournament are kept (TOP §4).


def kept_until(t: Tournament) -> date | None:
    """Return the last day on which the results have to be kept.

    None while the tournament has not been closed: its three months have not begun.
    """
    return keep_until(t.ended) if t.closed and t.ended else None


def in_words(until: date | None, today: date) -> str:
    """Return how long that still is, as a part of a sentence."""
    if until is None:
        return (
            "the tournament is not closed yet, so the three "
            "months for keeping results have not begun"
        )
    left = (until - today).days
    if left < 0:
        return f"the results had to be kept until {until}: names may be erased now"
    more = "today is the last day" if left == 0 else f"{left} day{'' if left == 1 else 's'} left"
    return f"the results are kept until {until}, {more} (TOP §4)"


# A tournament in one line: when it was, how far it has come, and until when it is kept.


class Overview(Struct, frozen=True, kw_only=True):
    """What a list of tournaments shows of each.

    `state` is in words; `end` the last day, once the tournament is closed; `keep_until` the last
    day on which its results have to be kept, `requests_open` how many of those who asked for them
    wait; `erased` whether anybody was erased.
    """

    name: str
    tournament: str
    start: date
    end: date | None
    state: str
    players: int
    keep_until: date | None
    requests_open: int
    erased: int


def overview(t: Tournament) -> Overview | None:
    """Return a tournament in one line; None before it is opened."""
    if t.opened is None:
        return None
    return Overview(
        name=t.opened.name,
        tournament=t.opened.tournament,
        start=t.opened.start,
        end=t.ended or t.opened.end,
        state=_state(t),
        players=len(t.players),
        keep_until=kept_until(t),
        requests_open=len(t.requests.keys() - t.answers.keys()),
        erased=len(t.erased.keys() & t.players.keys()),
    )


def _state(t: Tournament) -> str:
    """Return how far a tournament has come: the furthest round of any pool."""
    if t.closed:
        return "closed"
    latest = [paired for pool in t.latest if (paired := latest_round(t, pool))]
    if not latest:
        return "registration"
    last = max(latest, key=lambda paired: paired.number)
    if not last.started:
        return f"{called(t, last.pool, last.number)} paired"
    done = not any(open_matches(t, paired) for paired in latest)
    return f"{called(t, last.pool, last.number)} {'played' if done else 'running'}"


# What a save of a followed event has brought, in few words: one line for people who are busy.


def news(t: Tournament, events: Iterable[ev.AnyEvent], tie: str = "tie") -> list[str]:
    """Return what these events have brought: what is usual counted, what is not in full.

    `t` is the tournament with these events in it.
    """
    joined = byes = 0
    reported: Counter[tuple[Pool, int]] = Counter()
    found: list[str] = []
    at: dict[tuple[Pool, int], int] = {}
    for event in events:
        match event:
            case ev.TournamentOpened():
                found.append(what(event, tie))
            case ev.PlayerRegistered():
                joined += 1
            case ev.ByeAwarded():
                byes += 1
            case ev.RoundPaired() if event.reason is None:
                found.append(_paired(t, event))
            case ev.ResultReported():
                key = event.match.pool, event.match.round
                if key not in at:
                    at[key] = len(found)
                    found.append("")
                reported[key] += 1
            case ev.RoundsSet() | ev.PodsFormed():
                pass  # They follow from the attendance.
            case _:
                found.append(what(event, tie, t))
    for (pool, number), place in at.items():
        results = _count(reported[pool, number], "result")
        found[place] = f"{results} of {named(t, pool, number)}"
    head = [f"{_count(joined, 'player')} registered"] * bool(joined)
    head += [f"{_count(byes, 'bye')} awarded"] * bool(byes)
    opened = 1 if found and found[0].count(" was opened under ") else 0
    return [*found[:opened], *head, *found[opened:]]


def _paired(t: Tournament, event: ev.RoundPaired) -> str:
    byes = f", {_count(len(event.byes), 'bye')}" if event.byes else ""
    tables = _count(len(event.tables), "table")
    return f"{named(t, event.pool, event.round)} paired, {tables}{byes}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun if number == 1 else f'{noun}s'}"
