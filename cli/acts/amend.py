"""Corrects the details of players and staff, in the names file and in the ledger.

The names file is written first, and keeps the earlier details. After a crash halfway it has both,
and the command can be repeated.
"""

from collections.abc import Mapping
from datetime import date

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from roundbook.cli.acts.people import Named, arrival, chosen, fresh_salt, holding_the_book
from roundbook.cli.args.players import index_of, key_of
from roundbook.cli.places.people import keep_book, read_book
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import Misuse, Refused, advice, do, option
from roundbook.ledger.events.catalogue import AnyEvent, HandRenamed, PlayerAmended
from roundbook.ledger.people.book import Book, BookEntry, Display, Person, birthday, typed_name
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.rounds import latest_started, names_are_seen, never_came
from roundbook.ledger.state.tournament import Player, Tournament
from roundbook.ledger.terms import Division, HandId, PlayerId
from roundbook.projections.rules_in_force import checks

SENIORS = "seniors"
"""The word for all Seniors under 18 who have not chosen how their names are shown."""


class Amendment(Struct, frozen=True, kw_only=True):
    """The details to correct; None leaves a detail as it is.

    One comma in the name separates the last name from the first: `García Márquez, Ana`.
    """

    name: str | None = None
    id: str | None = None
    birth_year: int | None = None
    birth_date: date | None = None
    division: Division | None = None
    display: Display | None = None
    parent: bool = False
    reason: str | None = None


class Amended(Struct, frozen=True, kw_only=True):
    """An amended player: the division, and the person as in the names file.

    `was` and `was_in` are the person and the division before; `was` is None if that was erased. How
    a name is displayed is only in the names file, so such a change has no entry.
    """

    entries: tuple[Entry, ...]
    player: PlayerId
    division: Division
    known: BookEntry
    was: Person | None
    was_in: Division

    @property
    def display(self) -> Display:
        """How the name is displayed in public."""
        return self.known.display or Display.FULL


class SeniorsShown(Struct, frozen=True, kw_only=True):
    """How the names of Seniors under 18 are displayed, which is only in the names file."""

    display: Display
    entries: tuple[Entry, ...] = ()


def amend(ctx: WriteContext, player: PlayerId, asked: Amendment) -> Amended:
    """Correct a player's details.

    Raises Refused if another player is that person, or the name was erased; Misuse if nothing is to
    be changed, or the birth year and the division contradict each other.
    """
    with holding_the_book(ctx):
        ctx.venue.desk.refresh()
        book = read_book(ctx.venue.folder)
        stands = ctx.tournament.players[player]
        every = _every(book, player)
        known = next((one for one in every if one.bound == stands.commitment), None)
        person = _person(player, known, asked)
        target = _division(ctx, person, stands.division, asked)
        shown = known.display if known else None
        display = chosen(  # A form that is sent again has the choice that is known already.
            ctx.tournament,
            asked.display or (shown if asked.parent else None),
            parent=asked.parent,
            birth_year=person.birth_year,
            division=target,
            before=shown,
        )
        display = display or shown
        done = _done_before(ctx, player)
        before = _before(ctx, player) if done else stands
        was = next((one.person for one in every if one.bound == before.commitment), None)
        if not done and known and (person, target) == (known.person, stands.division):
            after = _shown_otherwise(ctx, book, player, replace(known, display=display))
            return Amended(
                entries=(), player=player, division=target, known=after, was=was, was_in=target
            )
        _refuse_double(ctx.tournament, book, player, person)
        # A repeated command: what it asks for changes nothing of what it wrote then.
        written = (one for one in every if one.bound == done)
        same = next((one for one in written if _person(player, one, asked) == one.person), None)
        after = same or BookEntry(person=person, salt=fresh_salt(), display=display)
        kept = book if same else _with(book, player, after, ctx.tournament)
        ctx.venue.desk.checks = checks(kept)

        def act(t: Tournament) -> list[AnyEvent]:
            if player not in t.players:
                raise Refused(f"{player} is not registered.", hint="Check the number.")
            moved = None if target == t.players[player].division else target
            if asked.reason is None and names_are_seen(t):
                raise Misuse("a round is posted or started, so give a reason.", field="reason")
            return [
                PlayerAmended(
                    player=player, commitment=after.bound, reason=asked.reason, division=moved
                )
            ]

        (entry,) = ctx.take(act, before=lambda: keep_book(ctx.venue.folder, kept))
        stands = ctx.after([entry]).players[player]
        return Amended(
            entries=(entry,),
            player=player,
            division=stands.division,
            known=after,
            was=was,
            was_in=before.division,
        )


DATE_WAS_MISSING = "the date of birth was missing"


def add_birthdays(
    ctx: WriteContext, told: Mapping[PlayerId, Person]
) -> tuple[tuple[PlayerId, ...], tuple[Entry, ...]]:
    """Add the birthdays that are told of players, where the names file lacks them.

    Nothing else is changed, and nothing of a player with another year of birth. Return whose
    birthday was, or would be, added, and the entry.
    """
    if not told:
        return (), ()
    if done := ctx.written(PlayerAmended):
        first = ctx.first()
        return tuple(one.player for one in done), (first,) if first else ()
    with holding_the_book(ctx):
        ctx.venue.desk.refresh()
        book, t = read_book(ctx.venue.folder), ctx.tournament
        after = {
            player: BookEntry(
                person=replace(known.person, birthday=person.birthday),
                salt=fresh_salt(),
                display=known.display,
            )
            for player, person in told.items()
            if (known := book.players.get(player))
            and known.bound == t.players[player].commitment
            and known.person.birthday is UNSET
            and known.person.birth_year == person.birth_year
        }
        if not after:
            return (), ()
        kept = book
        for player, known in after.items():
            kept = _with(kept, player, known, t)
        ctx.venue.desk.checks = checks(kept)
        events = [
            PlayerAmended(
                player=player,
                commitment=known.bound,
                reason=DATE_WAS_MISSING if names_are_seen(t) else None,
            )
            for player, known in after.items()
        ]
        entries = ctx.take(lambda _: events, before=lambda: keep_book(ctx.venue.folder, kept))
        return tuple(after), tuple(entries)


def show_seniors(ctx: WriteContext, display: Display | None) -> SeniorsShown:
    """Save how names of Seniors under 18 who have not chosen are displayed. Raises Misuse."""
    if display is None:
        raise Misuse("choose how the names of Seniors are shown.", field="display")
    with holding_the_book(ctx):
        book = read_book(ctx.venue.folder)
        if not ctx.dry_run:
            keep_book(ctx.venue.folder, replace(book, seniors=display))
    return SeniorsShown(display=display)


def rename_hand(ctx: WriteContext, hand: HandId, *, name: str, reason: str) -> Named:
    """Correct a staff member's name: the names file has the name, the ledger records the change.

    Raises Refused if there is nobody with that number.
    """
    with holding_the_book(ctx):
        book = read_book(ctx.venue.folder)
        if hand not in book.hands:
            there = ", ".join(book.hands) or "none yet"
            raise Refused(f"there is no staff member {hand}.", hint=(f"Staff members: {there}."))
        kept = replace(book, hands={**book.hands, hand: name}).with_staff(hand, fresh_salt())
        event = HandRenamed(hand=hand, commitment=kept.staff[hand].bound, reason=reason)
        entries = ctx.take(lambda _: [event], before=lambda: keep_book(ctx.venue.folder, kept))
        return Named(entries=tuple(entries), hand=hand, name=name)


def _every(book: Book, player: PlayerId) -> list[BookEntry]:
    """Return everything the names file has for a player, the current person first."""
    now = book.players.get(player)
    return [*([now] if now else []), *book.former.get(player, ())]


def _person(player: PlayerId, known: BookEntry | None, asked: Amendment) -> Person:
    """Return the corrected person. Raises Refused if the details are gone."""
    if not known and not asked.name:
        raise Refused(
            f"the names file has no details of {player}.",
            hint=advice(
                "Unless they were erased, give them again: {}, and {} and {} if you know them.",
                *(option("--name"), option("--id"), option("--birth-year")),
            ),
        )
    before = known.person if known else Person(name="")
    name, last = _name(before, asked.name)
    day = asked.birth_date
    if day and asked.birth_year not in {None, day.year}:
        raise Misuse("the year of birth does not match the date of birth.", field="birth_date")
    year = day.year if day else asked.birth_year
    return Person(
        name=name,
        id=before.id if asked.id is None else asked.id,
        birth_year=before.birth_year if year is None else year,
        last=last,
        birthday=birthday(day) if day else before.birthday,
    )


def _name(before: Person, typed: str | None) -> tuple[str, str | UnsetType]:
    """Return the corrected name and last name; the last name stays if the name still has it."""
    if typed is None:
        return before.name, before.last
    name, last = typed_name(typed)
    kept = before.last_name
    if last is UNSET and kept and f" {name} ".endswith(f" {kept} "):
        return name, kept
    return name, last


def _division(ctx: WriteContext, person: Person, now: Division, asked: Amendment) -> Division:
    """Return the corrected division: by the birth year, or as given."""
    if asked.division is None and asked.birth_year is None and asked.birth_date is None:
        return now
    return arrival(ctx, person, asked.division).division


def _done_before(ctx: WriteContext, player: PlayerId) -> str | None:
    """Return the commitment that this same command has already written, if it is a repeat."""
    own = (one.commitment for one in ctx.written(PlayerAmended) if one.player == player)
    return next(own, None)


def _before(ctx: WriteContext, player: PlayerId) -> Player:
    """Return a player as they were before this command, which is a repeat."""
    first = ctx.first()
    assert first is not None, "a repeat has been written before"
    return Tournament.replay(ctx.venue.desk.entries[: first.seq - 1]).players[player]


def _shown_otherwise(
    ctx: WriteContext, book: Book, player: PlayerId, after: BookEntry
) -> BookEntry:
    """Save how a name is displayed, the only change. Raises Misuse if that is the same too."""
    if after.display == next(
        one.display for one in _every(book, player) if one.bound == after.bound
    ):
        raise Misuse("nothing would change: give the correct details.")
    if not ctx.dry_run:
        keep_book(ctx.venue.folder, replace(book, players={**book.players, player: after}))
    return after


def _refuse_double(t: Tournament, book: Book, player: PlayerId, person: Person) -> None:
    """Raise Refused if another player is already this person."""
    others = index_of(book).get(key_of(person), [])
    # Somebody who dropped before the start and never played is in no file, so does not matter.
    here = (one for one in others if one != player and one in t.players)
    other = next((one for one in here if not never_came(t, one)), None)
    if other is None:
        return
    both = do("amend", player, "--same-as", other)
    merge = advice("If they are the same person, use {}.", both)
    if latest_started(t, player) or latest_started(t, other):
        merge = advice("If {} is somebody else, give a Player ID ({}).", player, option("--id"))
    raise Refused(f"this person is already registered as {other}.", hint=merge)


def _with(book: Book, player: PlayerId, after: BookEntry, t: Tournament) -> Book:
    """Return the names file with a player amended, and everybody the ledger has committed to."""
    former = tuple(one for one in _every(book, player) if one.bound in t.bound)
    return replace(
        book,
        players={**book.players, player: after},
        former={**book.former, player: former},
    )
