"""Erases people: whom to erase, what is recorded, and what is deleted from the folder."""

import re
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.args.players import find_player
from roundbook.cli.places import sign_ups
from roundbook.cli.places.erasure import Plan, carry_out, in_order, plan
from roundbook.cli.places.layout import own_home
from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.people import book_lock, read_book
from roundbook.cli.places.phone_claims import erase_lists, handed_in
from roundbook.cli.session.errors import of_the_system
from roundbook.cli.session.venue import today
from roundbook.cli.session.write import WriteContext, seat
from roundbook.ledger.errors import Misuse, Refused, Trouble, Unwritable, advice, do
from roundbook.ledger.events.catalogue import EntryRefused, PeopleErased, TournamentClosed
from roundbook.ledger.people.book import Book
from roundbook.ledger.people.privacy import everybody_in, parts_in, persons
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Commitment, HandId
from roundbook.ledger.text import plain
from roundbook.ledger.validators.retention import keep_until
from roundbook.projections.rules_in_force import checks

OVER = "the results no longer have to be kept"
HAND = re.compile(r"h[1-9][0-9]{0,5}\Z", re.ASCII)
_COMMITMENT = re.compile(r"[A-Za-z0-9_-]{43}\Z", re.ASCII)


class Wish(Struct, frozen=True, kw_only=True):
    """The people to erase, in `gone` by number or commitment, and why."""

    gone: tuple[str, ...]
    everybody: bool
    reason: str | None

    @property
    def words(self) -> str:
        """The people as they can be typed."""
        if self.everybody:
            return "everybody"
        return " ".join("not-admitted" if _COMMITMENT.match(who) else who for who in self.gone)

    def event(self, t: Tournament) -> PeopleErased | None:
        """Return the event to record; None if the ledger already has all of it."""
        new = [who for who in self.gone if who not in t.erased]
        players = () if self.everybody else tuple(who for who in t.players if who in new)
        hands = tuple(HandId(who) for who in in_order(new) if HAND.match(who))
        refused = tuple(Commitment(who) for who in new if _COMMITMENT.match(who))
        left = self.everybody and any(player not in t.erased for player in t.players)
        if not (players or hands or refused or left):
            return None
        if self.reason is None and not self.everybody:
            raise Misuse("give a reason: it stays in the ledger with the erasure.", field="reason")
        return PeopleErased(
            reason=self.reason or OVER,
            everybody=self.everybody,
            players=players,
            hands=hands,
            refused=refused,
        )


def whom(ctx: WriteContext, text: str) -> str:
    """Return the number of a player, or of a staff member such as h2. Raises Refused.

    Part of a name is not enough, since an erasure cannot be undone.
    """
    hand = text.strip().lower()
    if not HAND.match(hand):
        return find_player(text, ctx.tournament, ctx.book, in_full=True)
    if hand in ctx.book.hands or any(e.hand.id == hand for e in ctx.venue.desk.entries):
        return hand
    msg = f"there is no {hand} on the staff."
    raise Refused(msg, hint=advice("{} shows who wrote what.", do("history", "--json")))


def not_admitted(ctx: WriteContext, number: int) -> str:
    """Return the commitment of the person whose admission an entry refused. Raises Refused."""
    for _, event in each_event(ctx.venue.desk.entries[max(number - 1, 0) : max(number, 0)]):
        if isinstance(event, EntryRefused):
            return event.commitment
    msg = f"entry {number} is not a refused admission."
    raise Refused(msg, hint=advice("{} shows the entry number.", do("history")))


def everybody(ctx: WriteContext) -> list[str]:
    """Return all people in the names file, now or earlier."""
    players, hands, refused = everybody_in(ctx.book)
    return [*ctx.tournament.players, *players, *hands, *refused, *ctx.tournament.erased]


class Guests(NamedTuple):
    """Functions that count and end people's sign-ins to the pages.

    Each takes the user's own folder, the tournament's folder, its names file, and the people.
    """

    signed_in: Callable[[Path, Anywhere, Book, Container[str]], int]
    sign_out: Callable[[Path, Anywhere, Book, Container[str]], None]


class Erasure(Struct, frozen=True, kw_only=True):
    """The people erased, and what is deleted with them or stays; `done` once it is gone.

    `event` is what is recorded; None if the ledger already has all of it.
    """

    entries: tuple[Entry, ...]
    wish: Wish
    plan: Plan
    event: PeopleErased | None
    done: bool = False

    @property
    def nothing(self) -> bool:
        """Whether there is nothing to erase."""
        return self.plan.empty and self.event is None


def consider(ctx: WriteContext, wish: Wish, guests: Guests) -> Erasure:
    """Return what would be erased, with a rehearsed entry, so that rules refuse it now.

    Raises Misuse if a reason is needed, Refused as the rules do.
    """
    event = next(iter(ctx.written(PeopleErased)), None) or wish.event(ctx.tournament)
    folder, gone = ctx.venue.folder, set(wish.gone)
    found = plan(folder, ctx.book, gone, everybody=wish.everybody)
    parts = parts_in(ctx.venue.desk.entries, persons(ctx.book, gone))
    found = replace(
        found,
        left=(*found.left, *(_in_ledger(seq, part) for seq, part in parts)),
        guests=guests.signed_in(own_home(), folder, ctx.book, gone),
        handed=handed_in(folder, ctx.tournament, gone),
        signed=len(_signed(ctx, wish)),
    )
    rehearsed = list[Entry]()
    if event and ctx.first() is None:
        rehearsed = ctx.rehearse(lambda _: [event])
        if wish.everybody and wish.reason is None:
            _closed_lately(ctx)
    return Erasure(entries=tuple(rehearsed), wish=wish, plan=found, event=event)


def _signed(ctx: WriteContext, wish: Wish) -> list[int]:
    """Return the sign-ups of these people, by number: accepted ones, and others of their name."""
    people = persons(read_book(ctx.venue.folder), {*wish.gone})
    ids = {one.id for one in people if one.id}
    names = {plain(one.name) for one in people}
    return [
        one.number
        for one in sign_ups.read(ctx.venue.folder, ctx.tournament).people
        if wish.everybody
        or one.player in wish.gone
        or one.id in ids
        or (one.name and plain(one.whole_name) in names)
    ]


def _in_ledger(seq: int, part: str) -> str:
    return (
        f"entry {seq} contains the word “{part}”, which is part of the name, and a ledger is "
        "never changed."
    )


@contextmanager
def _recorded(entries: Sequence[Entry]) -> Iterator[None]:
    """Let the error of a deletion say that the ledger already records it: the entry stands."""
    try:
        yield
    except (Trouble, OSError) as error:
        if not entries:
            raise
        trouble = of_the_system(error) if isinstance(error, OSError) else error
        stands = f"Entry {entries[0].seq} records the erasure."
        raise Unwritable(
            f"{stands} Not everything is deleted yet: {trouble.message}",
            hint="Solve that, then repeat the command. Until then, every command reminds you.",
        ) from error


def _closed_lately(ctx: WriteContext) -> None:
    """Raise Refused if an event was closed less than three months ago, with an earlier last day.

    By the last day alone the three months may be over on the day of the close (TOP §4). An edition
    may have another time, or none.
    """
    closed = (
        (entry.at.date(), event.end)
        for entry, event in each_event(ctx.venue.desk.entries)
        if isinstance(event, TournamentClosed) and not event.told
    )
    on, end = max(closed, default=(None, None), key=lambda one: one[0])
    if on is None or end is None or end >= on:
        return
    until = keep_until(on, ctx.rules)
    if until is None or today() > until:
        return
    raise Refused(
        f"the tournament was closed on {on} with the last day {end}; until {until}, erasing "
        "everybody needs a reason.",
        hint=advice("Say why: {}.", do("erase", "--all", "--reason", "…")),
    )


def erase(ctx: WriteContext, it: Erasure, guests: Guests) -> Erasure:
    """Record the erasure, then delete the data, with the names file locked.

    Does nothing in a dry run, or if there is nothing to erase.
    """
    if ctx.dry_run or it.nothing:
        return it
    folder, event, gone = ctx.venue.folder, it.event, set(it.wish.gone)
    seat(ctx.venue, ctx.manner.operator)
    with book_lock(folder):
        book = read_book(folder)
        ctx.venue.desk.checks = checks(book)
        entries = ctx.take(lambda _: [event]) if event else []
        if not event:
            # A killed program may have written the entry, and not waited for it. Without the entry,
            # a power cut would leave a name that is gone and a ledger that does not say why.
            ctx.venue.desk.confirm()
        with _recorded(entries):
            guests.sign_out(own_home(), folder, book, gone)
            erase_lists(folder, ctx.tournament, gone)
            if signed := _signed(ctx, it.wish):
                sign_ups.change(
                    folder, ctx.tournament, lambda kept: kept.changing(signed, lambda _: None)
                )
            carry_out(plan(folder, book, gone, everybody=it.wish.everybody))
    return replace(it, entries=tuple(entries), done=True)
