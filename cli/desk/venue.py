"""Builds the desk over a tournament's folder: the one owner of the clock and of fresh chance."""

import os
from contextlib import AbstractContextManager
from datetime import date, datetime

import click
from msgspec import Struct
from msgspec.structs import replace

from cli.folder import last_seen, layout, people
from cli.folder.edition import ruleset
from cli.folder.layout import settings
from cli.folder.members import Anywhere
from cli.folder.refused import note
from ledger.desk import Desk
from ledger.errors import Refused, Replaced, Unreadable
from ledger.events.event import Override
from ledger.people.book import SALT_BYTES, Book, packed
from ledger.people.privacy import names_stay_out
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.storage.store import MemoryStore, Store
from ledger.terms import Actor, Role
from ledger.validators import VALIDATORS
from ledger.validators.checks import Checks
from projections.audits import AUDITS


class Operator(Struct, frozen=True, kw_only=True):
    """Who sits at the desk: a name, which stays in the book, a role and a station."""

    name: str = "organiser"
    role: Role = Role.ORGANISER
    station: str = "desk"


class Venue(Struct, frozen=True, kw_only=True):
    """A tournament's folder with what acts on it: the desk, and the names.

    `notices` are what people should be told about the files: a tail that was put aside, a head that
    was rebuilt, another folder that went on. `strange` is how the ledger contradicts what was
    written in its folder.
    """

    folder: Anywhere
    desk: Desk
    book: Book
    notices: list[str]
    strange: last_seen.Contradiction | None = None


def now() -> datetime:
    """Return the time at the venue, with its offset, to the second."""
    return datetime.now().astimezone().replace(microsecond=0)


def today() -> date:
    """Return the day at the venue."""
    return now().date()


def random_bytes(count: int) -> bytes:
    """Return bytes that nobody can foresee."""
    return os.urandom(count)


def new_id() -> str:
    """Return an id that nothing else has, for a tournament or a command."""
    return packed(random_bytes(12))


def checks(book: Book) -> Checks:
    """Return the checks in force at a desk with this book of names, in order of precedence."""
    return Checks((names_stay_out(book), *VALIDATORS, *AUDITS))


def venue(
    folder: Anywhere,
    operator: Operator | None = None,
    *,
    noting: bool = True,
    accept_shorter: str | None = None,
    begun: bool = True,
    names_needed: bool = True,
    sealed: bool = False,
) -> Venue:
    """Open the tournament in `folder`. Raises Unreadable if there is none, or it is damaged.

    A ledger without an opening is no tournament, unless what breaks off there is to go on: `begun`.
    Refused commands are noted beside the ledger, if `noting`. `accept_shorter` is why a ledger that
    has lost its end may be written. Whoever only reads can do without a damaged book of names. What
    was `sealed` is not a folder of this machine: it is compared with none.
    """
    if not layout.is_tournament(folder):
        raise layout.no_ledger(folder)
    store = layout.store(folder)
    if accept_shorter:
        store.accept_shorter(accept_shorter)
        people.put_aside(folder)  # New players take the numbers of those who are lost.
    noted = folder if noting else None
    book = people.read_book(folder) if names_needed else people.book_or_none(folder, store.notices)
    here = _venue(folder, store, book, operator or Operator(), noted=noted)
    if begun and here.desk.tournament.opened is None:
        path = layout.where(folder)
        msg = f"{path} does not contain a tournament's opening entry: its lines are missing."
        hint = "Restore the folder from a copy; if an import was stopped, import the file again."
        raise Unreadable(msg, where=path, hint=hint)
    here.notices.extend(people.of_erased(here.desk.tournament, here.book, folder))
    if operator:
        _refuse_name(here, operator.station)
    if sealed:
        return here
    known = last_seen.at_desk(settings(), folder, here.desk)
    here.notices.extend(known.news)
    if known.own and (not noting or accept_shorter):  # A writer is refused instead.
        here.notices.append(known.own.told)
    return replace(here, strange=None if accept_shorter else known.own)


def _refuse_name(here: Venue, station: str) -> None:
    """Raise Refused where a station is called after a player: it is in every entry, for good."""
    player = here.book.named_in(station.replace("-", " "), here.desk.tournament.players)
    if player:
        named = f"the station {station} names {here.book.named(player)}"
        msg = f"{named}, and names are kept out of the ledger."
        raise Refused(msg, hint="Name the station after its place, such as desk-2.")


def new_venue(folder: Anywhere, book: Book, operator: Operator | None = None) -> Venue:
    """Make the folder of a new tournament. Raises Unreadable if it is one already."""
    store = layout.new_store(folder)
    return _venue(folder, store, book, operator or Operator(), noted=folder)


def rehearsal(
    folder: Anywhere, book: Book, operator: Operator | None = None, *, rules: Ruleset | None = None
) -> Venue:
    """Return a venue in memory: what would be written can be judged before a folder is made.

    `rules` are those of an edition that the organiser brings, which does not lie in the folder yet.
    """
    return _venue(folder, MemoryStore(), book, operator or Operator(), noted=None, rules=rules)


def _venue(
    folder: Anywhere,
    store: Store,
    book: Book,
    operator: Operator,
    *,
    noted: Anywhere | None,
    rules: Ruleset | None = None,
) -> Venue:
    book, hand = book.with_hand(operator.name)
    desk = Desk(
        store,
        hand=Actor(id=hand, role=operator.role, station=operator.station),
        checks=lambda: checks(book),
        ruleset=lambda opening: rules or ruleset(folder, opening),
        clock=now,
        new_cmd=new_id,
        note_attempt=lambda attempt: note(attempt, noted, people.read_book(folder), store.notices),
    )
    shown = book.as_bound(desk.tournament.players)
    return Venue(folder=folder, desk=desk, book=shown, notices=store.notices)


def founding(
    folder: Anywhere, book: Book, operator: Operator | None = None
) -> AbstractContextManager[Venue]:
    """Make the folder of a new tournament, and leave nothing behind if it comes to nothing.

    Raises Unreadable if it is one already.
    """
    return layout.founding(folder, lambda: new_venue(folder, book, operator))


def seated(here: Venue, operator: Operator, book: Book) -> Book:
    """Let somebody act, and return the names file with them among the staff.

    The first entry of a hand binds the record to the name, so the book is kept before it.
    """
    book, hand = book.with_hand(operator.name, here.desk.bound)
    book = book.with_staff(hand, packed(random_bytes(SALT_BYTES)))
    here.desk.hand = replace(here.desk.hand, id=hand, commitment=book.staff[hand].bound)
    return book


# A venue that stays open, brought up to what other programs have written meanwhile.


def reloaded(here: Venue) -> Venue:
    """Return the venue as its folder is now. Raises Unreadable where that has been damaged.

    What was written behind the ledger is followed, and the names file is read again. A folder
    in which another ledger lies by now, or an older copy of this one, is opened anew.
    """
    try:
        here.desk.refresh()
    except Replaced:
        return venue(here.folder)
    if people.is_kept(here.folder, here.book):
        return here
    book = people.read_book(here.folder).as_bound(here.desk.tournament.players)
    if book == here.book:
        return here
    here.desk.checks = checks(book)
    return replace(here, book=book)


# A venue that is open already, for a command that is given inside another program.


class CommandOptions(Struct, frozen=True, kw_only=True):
    """How a command is to be written and answered, and who gives it."""

    operator: Operator
    cmd: str | None = None
    seen: int | None = None
    override: Override | None = None
    dry_run: bool = False
    as_json: bool = False


class RunningCommand(Struct, frozen=True, kw_only=True):
    """An open venue, the manner in which somebody acts there, and the entries that are spoken of.

    `files` is whether the command may read and write the files of this machine, `asks` whether
    somebody sits at its terminal who can be asked.
    """

    venue: Venue
    manner: CommandOptions
    files: bool
    entries: list[Entry]
    asks: bool = False

    def given(self, typed: CommandOptions) -> CommandOptions:
        """Return the manner of a command, with what was typed of it; a trial leaves no note."""
        manner, override = self.manner, typed.override
        if override:
            override = replace(override, official=manner.operator.role)
        manner = replace(
            manner,
            override=override or manner.override,
            dry_run=typed.dry_run or manner.dry_run,
            as_json=typed.as_json or manner.as_json,
        )
        here = self.venue
        noted = None if manner.dry_run else here.folder
        here.desk.note_attempt = lambda attempt: note(
            attempt, noted, people.read_book(here.folder), here.notices
        )
        return manner


def running_command() -> RunningCommand | None:
    """Return what is open already; None for a command that was typed into a shell."""
    context = click.get_current_context(silent=True)
    return context.find_object(RunningCommand) if context else None


def speak_of(*entries: Entry) -> None:
    """Hand the entries of an answer to whoever gave the command."""
    here = running_command()
    if here:
        here.entries.extend(entries)


def nobody_to_ask() -> bool:
    """Tell whether a question would reach nobody: the command was given inside a program."""
    here = running_command()
    return here is not None and not here.asks


def refuse_files(word: str) -> None:
    """Refuse to read what a word names, where it is not the word of somebody at this machine.

    The input of the program that gives the commands is its own: `-` is refused in any case.
    """
    here = running_command()
    if here is None:
        return
    if word == "-":
        raise click.UsageError("there is no standard input here (`-`); give a file.")
    if not here.files:
        raise click.UsageError("files cannot be read here; use the machine with the ledger.")
