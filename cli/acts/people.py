"""People who come to the desk: who they are, their numbers and salts, and the names file.

The book is held from the reading of it until the entries are written, so that two desks that
register at once lose nobody. It is written first: a crash in between leaves a name that no entry
refers to, never an entry that refers to nobody.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct
from msgspec.structs import replace

from cli.args.players import Key, index_of, key_of
from cli.desk.errors import naming
from cli.desk.venue import checks, random_bytes
from cli.desk.write import WriteContext, seat
from cli.folder.people import book_lock, keep_book, read_book
from ledger.desk import Act
from ledger.errors import Misuse, Refused, advice, do, option
from ledger.events.catalogue import (
    AnyEvent,
    EntryRefused,
    LatePlayerAdmitted,
    PlayerRegistered,
    StaffNamed,
)
from ledger.people.book import SALT_BYTES, Book, Display, Person, commitment, packed
from ledger.people.book import BookEntry as KnownBook
from ledger.record.entry import Entry
from ledger.rulesets.divisions import division_of, season_of
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import Division, HandId, PlayerId, Pool
from projections.history.overview import may_be_child

MISSING = "the year of birth or the division is missing."


class Arrival(Struct, frozen=True, kw_only=True):
    """Somebody who wants to play: who they are, in which division, and how they are shown."""

    person: Person
    division: Division
    display: Display | None = None


Told = Callable[[Tournament, Arrival, PlayerId, str], AnyEvent]
"""What is written of an arrival, given the number and the commitment."""


def arrival(ctx: WriteContext, person: Person, division: Division | None) -> Arrival:
    """Return an arrival in the division of their year of birth, or in the one that is named.

    Raises Misuse if the two contradict each other, neither is known, or the year is yet to come.
    """
    return arrival_at(ctx.tournament, ctx.rules, person, division)


def arrival_at(t: Tournament, rules: Ruleset, person: Person, division: Division | None) -> Arrival:
    """Return the same at a tournament that may be only judged so far."""
    opened = t.opened
    if opened and person.birth_year and person.birth_year > opened.start.year:
        raise Misuse(f"the year of birth is {person.birth_year}, after this event.")
    if opened is None or rules.divisions is None:
        return Arrival(person=person, division=Division.OPEN)
    of_year = division_of(person.birth_year, opened.start, rules) if person.birth_year else None
    found = of_year or division
    if found is None:
        raise Misuse(MISSING, field="birth_year")
    if found is Division.OPEN:
        raise Misuse("this edition has divisions, so Open cannot be used.", field="division")
    if division not in {None, found}:
        season = season_of(opened.start)
        msg = f"the year of birth puts the player in {found} in season {season}, not in {division}."
        raise Misuse(msg, field="division")
    return Arrival(person=person, division=found)


def newcomer(
    ctx: WriteContext,
    person: Person,
    division: Division | None,
    *,
    display: Display | None,
    parent: bool,
) -> Arrival:
    """Return an arrival with the way its name is shown. Raises Misuse."""
    one = arrival(ctx, person, division)
    year, ages = person.birth_year, one.division
    shown = chosen(ctx.tournament, display, parent=parent, birth_year=year, division=ages)
    return replace(one, display=shown)


def chosen(
    t: Tournament,
    display: Display | None,
    *,
    parent: bool,
    birth_year: int | None,
    division: Division | None,
) -> Display | None:
    """Return how a name is shown; for a child under 13 a parent chooses that (LED-9).

    Raises Misuse where a parent has to be asked, or chose nothing.
    """
    if display is None and parent:
        raise Misuse("give the parent's choice with --display.", field="display")
    if display and may_be_child(birth_year, division, t) and not parent:
        raise Misuse(
            "for a child under 13, a parent must choose this: ask the parent, then add --parent.",
            field="parent",
        )
    return display


def admit(ctx: WriteContext, arrivals: Sequence[Arrival], told: Told) -> tuple[list[Entry], Book]:
    """Write one entry per arrival; return the entries and the book with the new names."""
    desk = ctx.venue.desk
    with holding_the_book(ctx):
        book = read_book(ctx.venue.folder)
        desk.refresh()
        book = _with_salts(ctx, book, arrivals)
        desk.checks = checks(book)
        known = index_of(book)
        acts = [_act(one, book, known, told) for one in arrivals]
        with naming(book.named, lambda: desk.tournament.matches, as_json=ctx.manner.as_json):
            entries = ctx.take(*acts, before=lambda: keep_book(ctx.venue.folder, book))
    return entries, book


def pool_for(t: Tournament, one: Arrival, named: Pool | None) -> Pool | None:
    """Return the pool that somebody joins after the start, of several pods the smallest.

    Raises Refused if it is not clear.
    """
    if named or not t.pods:
        return named
    own = [pool for pool, ages in t.pods.items() if one.division in ages]
    if own:
        seats = [player.pool for player in t.players.values() if not player.out]
        return min(own, key=seats.count)
    if len(t.pods) == 1:
        return next(iter(t.pods))
    raise Refused(
        f"there is no pool for the division {one.division}.",
        hint=advice("Give the pool to join ({}): {}.", option("--pool"), ", ".join(t.pods)),
    )


def refuse(ctx: WriteContext, one: Arrival, reason: str) -> Entry:
    """Write that somebody was not admitted, and why; the name stays in the book."""
    with holding_the_book(ctx):
        book = read_book(ctx.venue.folder)
        kept = _refused_before(ctx, book) or fresh_salt()
        bound = commitment(one.person, kept)
        known = KnownBook(person=one.person, salt=kept)
        book = replace(book, refused={**book.refused, bound: known})
        ctx.venue.desk.checks = checks(book)
        event = EntryRefused(commitment=bound, reason=reason)
        return ctx.take(lambda _: [event], before=lambda: keep_book(ctx.venue.folder, book))[0]


def _refused_before(ctx: WriteContext, book: Book) -> str | None:
    """Return the salt that this same command used before, if it was given before."""
    first = ctx.first()
    for event in first.events if first else ():
        if isinstance(event, EntryRefused) and event.commitment in book.refused:
            return book.refused[event.commitment].salt
    return None


@contextmanager
def holding_the_book(ctx: WriteContext) -> Iterator[None]:
    """Hold the names file, with whoever acts in it; a rehearsal writes nothing."""
    if ctx.dry_run:
        yield
        return
    seat(ctx.venue, ctx.manner.operator)
    with book_lock(ctx.venue.folder):
        yield


def fresh_salt() -> str:
    """Return a salt that nobody can foresee, as the book keeps it."""
    return packed(random_bytes(SALT_BYTES))


def _with_salts(ctx: WriteContext, book: Book, arrivals: Sequence[Arrival]) -> Book:
    """Return the book with a fresh salt for each arrival that this command has not written yet.

    A name that is left from a crash gives way: its number was never given.
    """
    t, cmd = ctx.tournament, ctx.manner.cmd
    joined = (PlayerRegistered, LatePlayerAdmitted)
    entries = ctx.venue.desk.entries if cmd else []
    done = {e.cmd for e in entries if any(isinstance(event, joined) for event in e.events)}
    todo = [
        one
        for n, one in enumerate(arrivals, start=1)
        if (cmd if n == 1 else f"{cmd}/{n}") not in done
    ]
    players = {player: known for player, known in book.players.items() if player in t.players}
    for number, one in enumerate(todo, start=len(t.players) + 1):
        salt = fresh_salt()
        players[PlayerId(f"p{number}")] = KnownBook(
            person=one.person, salt=salt, display=one.display
        )
    former = {player: were for player, were in book.former.items() if player in t.players}
    return replace(book, players=players, former=former)


def _entered(book: Book, player: PlayerId, person: Person) -> KnownBook | None:
    """Return somebody as they were entered first, though they have been amended since."""
    now = book.players.get(player)
    every = [*reversed(book.former.get(player, ())), *([now] if now else [])]
    return next((known for known in every if known.person == person), now)


def _act(one: Arrival, book: Book, known: dict[Key, list[PlayerId]], told: Told) -> Act:
    """Return what registers somebody under the next number, whenever it is asked."""

    def act(t: Tournament) -> list[AnyEvent]:
        player = PlayerId(f"p{len(t.players) + 1}")
        for other in known.get(key_of(one.person), ()):
            if other in t.players:
                raise Refused(
                    already_registered(one.person, other),
                    hint=advice(
                        "If {} has dropped, use {}; if this is somebody else, give a different {}.",
                        *(other, do("reinstate", other), option("--id")),
                    ),
                )
        entered = _entered(book, player, one.person)
        if entered is None:
            raise Refused(
                f"{player} has been erased, so the player can no longer be identified.",
                hint="Use a different command id.",
            )
        return [told(t, one, player, commitment(one.person, entered.salt))]

    return act


def already_registered(person: Person, player: PlayerId) -> str:
    """Return that somebody is registered: under the Player ID that was given, or by name and year.

    It is said to staff only, who typed the id, and is kept nowhere.
    """
    if person.id:
        return f"Player ID {person.id} belongs to {player}, who is already registered."
    return f"this person is already registered as {player}."


# The staff: who is named to which role, and who has written how much.


class Named(Struct, frozen=True, kw_only=True):
    """Somebody on the staff, whose name the book holds: their number, and their roles if new."""

    entries: tuple[Entry, ...]
    hand: HandId
    name: str
    roles: tuple[str, ...] = ()


class StaffMember(Struct, frozen=True, kw_only=True):
    """Somebody who was named or has written entries; the name is None where the book has none."""

    hand: str
    name: str | None
    roles: tuple[str, ...]
    entries: int


class StaffList(Struct, frozen=True, kw_only=True):
    """The staff, by number."""

    staff: tuple[StaffMember, ...]
    entries: tuple[Entry, ...] = ()


def name_staff(ctx: WriteContext, name: str, roles: Sequence[str]) -> Named:
    """Name somebody to the staff; the record holds a number and a commitment."""
    folder, wanted = ctx.venue.folder, tuple(dict.fromkeys(roles))
    with holding_the_book(ctx):
        book, hand = read_book(folder).with_hand(name)
        book = book.with_staff(hand, fresh_salt())
        bound = book.staff[hand].bound
        entries = ctx.take(
            lambda _: [StaffNamed(hand=hand, role=role, commitment=bound) for role in wanted],
            before=lambda: keep_book(folder, book),
        )
    return Named(entries=tuple(entries), hand=hand, name=book.hands[hand], roles=wanted)


def list_staff(ctx: WriteContext) -> StaffList:
    """Return everybody who was named or has written an entry."""
    t, book = ctx.tournament, read_book(ctx.venue.folder)
    wrote = Counter(entry.hand.id for entry in ctx.venue.desk.entries)
    return StaffList(
        staff=tuple(
            StaffMember(
                hand=hand,
                name=book.hands.get(HandId(hand)),
                roles=tuple(t.staff.get(hand, ())),
                entries=wrote[HandId(hand)],
            )
            for hand in sorted({*t.staff, *wrote}, key=lambda hand: int(hand[1:]))
        )
    )
