"""Adds people to the names file and the ledger: players, refused admissions, staff.

The names file is locked from reading it until the entries are written, so two desks that register
at once lose nobody. It is written first: a crash halfway leaves a name that no entry refers to,
never an entry without a name.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.args.players import Key, index_of, key_of
from roundbook.cli.places.deck_lists import lists_of
from roundbook.cli.places.layout import DECKS
from roundbook.cli.places.members import at
from roundbook.cli.places.people import book_lock, keep_book, read_book
from roundbook.cli.session.errors import naming
from roundbook.cli.session.venue import random_bytes
from roundbook.cli.session.write import WriteContext, seat
from roundbook.ledger.desk import Act
from roundbook.ledger.errors import Misuse, Refused, advice, do, option
from roundbook.ledger.events.catalogue import (
    AnyEvent,
    EntryRefused,
    LatePlayerAdmitted,
    PlayerRegistered,
    StaffNamed,
)
from roundbook.ledger.people.book import SALT_BYTES, Book, Display, Person, commitment, packed
from roundbook.ledger.people.book import BookEntry as KnownBook
from roundbook.ledger.people.public_names import may_be_child
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.divisions import division_of, season_of
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import swiss_pools_of
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, HandId, PlayerId, Pool
from roundbook.projections.rules_in_force import checks

MISSING = "the year of birth or the division is missing."


class Arrival(Struct, frozen=True, kw_only=True):
    """A person who wants to play, with the division, and how the name is displayed."""

    person: Person
    division: Division
    display: Display | None = None


Told = Callable[[Tournament, Arrival, PlayerId, str], AnyEvent]
"""Returns the event for an arrival, given the number and the commitment."""


def arrival(ctx: WriteContext, person: Person, division: Division | None) -> Arrival:
    """Return an arrival in the division of the birth year, or in the one given.

    Raises Misuse if the two contradict each other, if neither is known, or for a future year.
    """
    return arrival_at(ctx.tournament, ctx.rules, person, division)


def arrival_at(t: Tournament, rules: Ruleset, person: Person, division: Division | None) -> Arrival:
    """Return the same for a tournament, which may be a dry run."""
    opened = t.opened
    if opened and person.birth_year and person.birth_year > opened.start.year:
        raise Misuse(f"the year of birth is {person.birth_year}, which is after this event.")
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
    """Return an arrival with its choice of display. Raises Misuse."""
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
    before: Display | None = None,
) -> Display | None:
    """Return how a name is displayed; for a child under 13 a parent chooses (LED-9).

    Nobody is asked before less of a child's name is displayed than `before`, or without a choice.
    Raises Misuse if a parent has to be asked, or the parent's choice is missing.
    """
    if display is None and parent:
        raise Misuse("give the parent's choice of how the name is shown.", field="display")
    now = before or Display.INITIAL
    less = {now, Display.ANONYMOUS, *([Display.INITIAL] if now is Display.FULL else [])}
    if display not in {None, *less} and may_be_child(birth_year, division, t) and not parent:
        raise Misuse(
            "a parent must choose how the name of a child under 13 is shown, so ask the parent.",
            field="parent",
        )
    return display


def admit(ctx: WriteContext, arrivals: Sequence[Arrival], told: Told) -> tuple[list[Entry], Book]:
    """Write one entry per arrival; return the entries and the names file with the new names."""
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
    """Return the pool for a player who joins: the one named, or the smallest of the division.

    None before the pods are formed. Raises Refused if it is unclear.
    """
    if named or not t.pods:
        return named
    own = swiss_pools_of(t, one.division)
    if own:
        seats = [player.pool for player in t.players.values() if not player.out]
        return min(own, key=seats.count)
    if len(t.pods) == 1:
        return next(iter(t.pods))
    raise Refused(
        f"there is no pool for the {one.division} division.",
        hint=advice("Give the pool to join ({}): {}.", option("--pool"), ", ".join(t.pods)),
    )


def refuse(ctx: WriteContext, one: Arrival, reason: str) -> Entry:
    """Record that a person was not admitted, and why; the name stays in the names file."""
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
    """Return the salt that this same command has already used, if it is a repeat."""
    bound = (one.commitment for one in ctx.written(EntryRefused))
    return next((book.refused[one].salt for one in bound if one in book.refused), None)


@contextmanager
def holding_the_book(ctx: WriteContext) -> Iterator[None]:
    """Lock the names file, with the operator added to it; a dry run writes nothing."""
    if ctx.dry_run:
        yield
        return
    seat(ctx.venue, ctx.manner.operator)
    with book_lock(ctx.venue.folder):
        if ctx.tournament.unregistered:
            forget_unregistered(ctx)
        yield


def forget_unregistered(ctx: WriteContext) -> None:
    """Delete the names and the deck lists of everybody whose registration was withdrawn.

    No other command knows them any more. The program may have been killed between the entry and
    this, so each change of the names file looks for what was left.
    """
    folder, gone = ctx.venue.folder, ctx.tournament.unregistered
    if lists := [*lists_of(folder, gone)]:
        for listed in lists:
            at(folder).remove(listed)
        at(folder).settle(DECKS)
    book = read_book(folder)
    stay = [
        {who: one for who, one in known.items() if who not in gone}
        for known in (book.players, book.former)
    ]
    if stay != [book.players, book.former]:
        keep_book(folder, replace(book, players=stay[0], former=stay[1]))


def fresh_salt() -> str:
    """Return a new random salt, as the names file stores it."""
    return packed(random_bytes(SALT_BYTES))


def _with_salts(ctx: WriteContext, book: Book, arrivals: Sequence[Arrival]) -> Book:
    """Return the names file with a new salt for each arrival that is not written yet.

    A name left by a crash is replaced: its number was never given out.
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
    for number, one in enumerate(todo, start=t.last_number + 1):
        salt = fresh_salt()
        players[PlayerId(f"p{number}")] = KnownBook(
            person=one.person, salt=salt, display=one.display
        )
    former = {player: were for player, were in book.former.items() if player in t.players}
    return replace(book, players=players, former=former)


def _entered(book: Book, player: PlayerId, person: Person) -> KnownBook | None:
    """Return a person as first entered, even if they were amended since."""
    now = book.players.get(player)
    every = [*reversed(book.former.get(player, ())), *([now] if now else [])]
    return next((known for known in every if known.person == person), now)


def _act(one: Arrival, book: Book, known: dict[Key, list[PlayerId]], told: Told) -> Act:
    """Return the act that registers a person under the next number, whenever it runs."""

    def act(t: Tournament) -> list[AnyEvent]:
        player = PlayerId(f"p{t.last_number + 1}")
        for other in known.get(key_of(one.person), ()):
            if other in t.players:
                raise Refused(
                    already_registered(one.person, other),
                    hint=advice(
                        "If {} has dropped, use {}; if this is somebody else, give their own {}.",
                        *(other, do("reinstate", other, "--reason", "…"), option("--id")),
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
    """Return the message that a person is already registered, by Player ID or by name and year.

    It is shown only to the staff who typed the ID; `cli.places.refused` does not keep it.
    """
    if person.id:
        return f"Player ID {person.id} belongs to {player}, who is already registered."
    return f"this person is already registered as {player}."


# The staff: names, roles, and the number of entries written.


class Named(Struct, frozen=True, kw_only=True):
    """A staff member whose name is in the names file: the number, and any new roles."""

    entries: tuple[Entry, ...]
    hand: HandId
    name: str
    roles: tuple[str, ...] = ()


class StaffMember(Struct, frozen=True, kw_only=True):
    """A staff member with a role or entries; the name is None if the names file has none.

    Without a role on the staff, the `roles` are those in which the entries were written.
    """

    hand: str
    name: str | None
    roles: tuple[str, ...]
    entries: int


class StaffList(Struct, frozen=True, kw_only=True):
    """The staff, by number."""

    staff: tuple[StaffMember, ...]
    entries: tuple[Entry, ...] = ()


def name_staff(ctx: WriteContext, name: str, roles: Sequence[str]) -> Named:
    """Add a person to the staff; the ledger has a number and a commitment."""
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
    """Return everybody who has a staff role or wrote an entry."""
    t, book = ctx.tournament, read_book(ctx.venue.folder)
    wrote = Counter(entry.hand.id for entry in ctx.venue.desk.entries)
    acted = dict.fromkeys((entry.hand.id, entry.hand.role) for entry in ctx.venue.desk.entries)
    return StaffList(
        staff=tuple(
            StaffMember(
                hand=hand,
                name=book.hands.get(HandId(hand)),
                roles=tuple(t.staff.get(hand) or (role for who, role in acted if who == hand)),
                entries=wrote[HandId(hand)],
            )
            for hand in sorted({*t.staff, *wrote}, key=lambda hand: int(hand[1:]))
        )
    )
