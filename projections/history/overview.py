"""A tournament at a glance: how far it is, names in public, erasures, requests, and news."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime

from msgspec import Struct
from msgspec.structs import replace

from ledger.events import catalogue as ev
from ledger.events.catalogue import PeopleErased, RequestAnswered, RequestRecorded
from ledger.events.retention import keep_until as keep_until  # noqa: PLC0414 - also offered here.
from ledger.people.book import Book, BookEntry, Display, Person
from ledger.record.entry import Entry, each_event
from ledger.state.queries import latest_round, open_matches
from ledger.state.round_names import called, named
from ledger.state.tournament import Player, Tournament
from ledger.terms import Actor, Division, PlayerId, Pool
from ledger.text import UNSPACED
from projections.history.history import what

# Erasures: who was erased from the names file, when, and why.


class Erasure(Struct, frozen=True, kw_only=True):
    """An erasure: its entry and staff member, `what` in words, and the reason given."""

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


# Names in public: as the player chose, or the parents for a child (LED-9).

GROWN = 13
"""From this age on, players choose for themselves; for younger players, their parents choose."""

OF_AGE = 18
"""Until this age, Seniors who have not chosen are shown as the organiser decides."""


def in_public(book: Book, t: Tournament) -> Book:
    """Return the names file as everybody may see it: shown names, no ids, years or staff.

    Anonymous players are left out, so they are shown as numbers. Names in the result are shown in
    full, so applying this twice changes nothing.
    """
    players: dict[PlayerId, BookEntry] = {}
    for number, known in book.players.items():
        name = shown_name(known, t.players.get(number), t, book.seniors or Display.INITIAL)
        if name is not None:
            shown = Person(name=name)
            players[number] = BookEntry(person=shown, salt=known.salt, display=Display.FULL)
    return with_teams(Book(players=players), t)


def as_asked(book: Book, t: Tournament) -> Book:
    """Return a names file with the display that players asked for; all others are in full.

    It is for sheets on a wall in the hall: players who asked for another display are not in full.
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
    """Undo `with_teams`: return the names file without team names."""
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
    """Return a names file in which the player who stands for a team has its name (A-65).

    The names of both players follow in brackets. It is only for display: a commitment to a person
    cannot be checked against it.
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
    """Return a player's own name from a names file `with_teams`, also if a team has the entry."""
    former = book.former.get(player, ()) if player in t.teams else ()
    return former[-1].person.name if former else book.name(player)


def shown_name(
    known: BookEntry, player: Player | None, t: Tournament, seniors: Display = Display.INITIAL
) -> str | None:
    """Return the name that everybody may see; None if the player is to be anonymous.

    If nobody has chosen, it is the full name; for a player who may be under 13, the first name and
    an initial; for a Senior who may be under 18, as `seniors` says.
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
    """Return how a name is shown if nobody has chosen."""
    if may_be_child(person.birth_year, division, t):
        return Display.INITIAL
    year = person.birth_year if t.opened else None
    grown = year is not None and t.opened is not None and t.opened.start.year - year > OF_AGE
    return seniors if division is Division.SENIOR and not grown else Display.FULL


def may_be_child(birth_year: int | None, division: Division | None, t: Tournament) -> bool:
    """Tell whether a player may be under 13 at the start, judging by the year of birth.

    If the year is unknown, a Junior may be.
    """
    if birth_year is None or t.opened is None:
        return division is Division.JUNIOR
    return t.opened.start.year - birth_year <= GROWN


# Requests for the results: who asked, when, and the answer (TOP §4).


class RequestAnswer(Struct, frozen=True, kw_only=True):
    """The answer to a request: its entry, and the digest and size of the file handed over."""

    seq: int
    at: datetime
    hand: Actor
    sha256: str
    size: int
    text: str | None = None


class Request(Struct, frozen=True, kw_only=True):
    """A request for the results: who asked, with which reference, and the answer, if any."""

    number: int
    seq: int
    at: datetime
    source: str
    reference: str | None = None
    text: str | None = None
    answer: RequestAnswer | None = None


def requests(entries: Iterable[Entry]) -> list[Request]:
    """Return every request in order, each with its answer, if any."""
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

    None until the tournament is closed: its three months have not begun.
    """
    return keep_until(t.ended) if t.closed and t.ended else None


def in_words(until: date | None, today: date) -> str:
    """Return how much longer the results are kept, as part of a sentence."""
    if until is None:
        return (
            "the tournament is not closed yet, so the three "
            "months for keeping results have not begun"
        )
    left = (until - today).days
    if left < 0:
        return f"the results had to be kept until {until}, so names may be erased now"
    more = "today is the last day" if left == 0 else f"{left} day{'' if left == 1 else 's'} left"
    return f"the results are kept until {until} ({more}; TOP §4)"


# A tournament in one line: its days, how far it is, and how long its results are kept.


class Overview(Struct, frozen=True, kw_only=True):
    """What a list of tournaments shows of each one.

    `state` is in words; `end` is the last day, once known; `keep_until` is the last day on which
    the results have to be kept; `requests_open` is how many requests are not answered; `erased` is
    how many players were erased.
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
    """Return a tournament in one line; None if it has not been opened."""
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
    """Return how far a tournament has come, by the furthest round of any pool."""
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


# News: what a save of a followed file has brought, in few words, for busy staff.


def news(t: Tournament, events: Iterable[ev.AnyEvent], tie: str = "tie") -> list[str]:
    """Return what these events have brought: usual ones counted, unusual ones in full.

    `t` is the tournament after these events.
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
                pass  # They follow from the number of players.
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
