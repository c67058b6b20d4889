"""Opens a tournament for reading and writing; the only source of time and random numbers."""

import os
from contextlib import AbstractContextManager

import click
from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.places import last_seen, layout, people
from roundbook.cli.places.edition import ruleset
from roundbook.cli.places.layout import PEOPLE, own_home
from roundbook.cli.places.members import Anywhere, at
from roundbook.cli.places.refused import note
from roundbook.cli.session import clock
from roundbook.cli.session.clock import now as now  # noqa: PLC0414 - of every open venue.
from roundbook.cli.session.clock import today as today  # noqa: PLC0414 - of every open venue.
from roundbook.ledger.desk import Desk
from roundbook.ledger.errors import Refused, Replaced, Unreadable
from roundbook.ledger.events.catalogue import HistoryShortened
from roundbook.ledger.events.event import Override
from roundbook.ledger.people.book import SALT_BYTES, Book, packed, with_teams
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.storage.store import MemoryStore, Store
from roundbook.ledger.terms import Actor, Role
from roundbook.ledger.validators.checks import Checks


class Operator(Struct, frozen=True, kw_only=True):
    """The person at the desk: a name, which stays in the names file, a role and a station."""

    name: str = "organiser"
    role: Role = Role.ORGANISER
    station: str = "desk"


PHONES = Operator(name="players", role=Role.SCOREKEEPER, station="phones")
"""The operator in whose name results that both players agree on are entered."""


class Venue(Struct, frozen=True, kw_only=True):
    """An open tournament: its folder, its desk, and its names.

    `notices` are messages about the files: a tail that was moved aside, a head that was rebuilt,
    another folder that continued. `strange` is how the ledger contradicts what was written in its
    folder. `shortened` is what the next entry must record first if writing may continue all the
    same (A-74).
    """

    folder: Anywhere
    desk: Desk
    book: Book
    notices: list[str]
    strange: last_seen.Contradiction | None = None
    shortened: HistoryShortened | None = None

    @property
    def entrants(self) -> Book:
        """The names of those who are paired and placed: a team has its own (A-65)."""
        return with_teams(self.book, self.desk.tournament)


def random_bytes(count: int) -> bytes:
    """Return random bytes from the operating system."""
    return os.urandom(count)


def new_id() -> str:
    """Return a unique id for a tournament or a command."""
    return packed(random_bytes(12))


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

    A ledger without an opening is refused if it must have `begun`; otherwise an interrupted opening
    can be continued. Refused commands are recorded next to the ledger if `noting`. `accept_shorter`
    is the reason for writing to a ledger that has lost its end. Reading works without a readable
    names file, if not `names_needed`. A `sealed` one is not a folder of this machine, so it is not
    compared with what was written here.
    """
    if not layout.is_tournament(folder):
        raise layout.no_ledger(folder)
    store = layout.store(folder)
    if accept_shorter:
        store.accept_shorter(accept_shorter)
        if noting:  # New players get the numbers of those who were lost.
            people.put_aside(folder)
    noted = folder if noting else None
    version = at(folder).version(PEOPLE)
    book = people.read_book(folder) if names_needed else people.book_or_none(folder, store.notices)
    here = _venue(folder, store, book, operator or Operator(), noted=noted)
    if at(folder).version(PEOPLE) != version:
        # Names are written before their entry. Those that were read before the ledger may lack it.
        here = reloaded(here)
    if begun and here.desk.tournament.opened is None:
        path = layout.where(folder)
        msg = f"{path} does not contain a tournament's opening entry: its lines are missing."
        hint = "Restore the folder from a copy; if an import was stopped, import the file again."
        raise Unreadable(msg, where=path, hint=hint)
    here.notices.extend(people.of_erased(here.desk.tournament, here.book, folder))
    if operator:
        refuse_station(here, operator.station)
    if sealed:
        return here
    known = last_seen.at_desk(own_home(), folder, here.desk)
    here.notices.extend(known.news)
    reading = not (noting or operator)  # For a writer this is an error instead.
    if known.own and (reading or accept_shorter):
        here.notices.append(known.own.told)
    if accept_shorter is None:
        return replace(here, strange=known.own)
    return replace(here, shortened=known.shortened(folder, accept_shorter))


def refuse_station(here: Venue, station: str) -> None:
    """Raise Refused if a station is named after a player: it is in every entry, for good."""
    player = here.book.named_in(station.replace("-", " "), here.desk.tournament.players)
    if player:
        named = f"the station name {station} contains the name of {here.book.named(player)}"
        msg = f"{named}, and names are kept out of the ledger."
        raise Refused(msg, hint="Name the station after its place, such as desk-2.")


def new_venue(folder: Anywhere, book: Book, operator: Operator | None = None) -> Venue:
    """Create a new tournament's folder. Raises Unreadable if there is one already."""
    store = layout.new_store(folder)
    return _venue(folder, store, book, operator or Operator(), noted=folder)


def rehearsal(
    folder: Anywhere, book: Book, operator: Operator | None = None, *, rules: Ruleset | None = None
) -> Venue:
    """Return a venue in memory, to check entries before a folder is created.

    `rules` is the organiser's own edition, which is not in the folder yet.
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
        checks=lambda: _in_force(book),
        ruleset=lambda opening: rules or ruleset(folder, opening),
        clock=clock.now,
        new_cmd=new_id,
        note_attempt=lambda attempt: note(attempt, noted, people.read_book(folder), store.notices),
    )
    shown = book.as_bound(desk.tournament.players)
    return Venue(folder=folder, desk=desk, book=shown, notices=store.notices)


def _in_force(book: Book) -> Checks:
    """Return the rules, loaded only when somebody writes: they need the engine that pairs."""
    from roundbook.projections.rules_in_force import checks

    return checks(book)


def founding(
    folder: Anywhere, book: Book, operator: Operator | None = None
) -> AbstractContextManager[Venue]:
    """Create a new tournament's folder; leave nothing behind if it fails.

    Raises Unreadable if there is one already.
    """
    return layout.founding(folder, lambda: new_venue(folder, book, operator))


def seated(here: Venue, operator: Operator, book: Book) -> Book:
    """Set the operator as the author of entries; return the names file with them on the staff.

    The first entry by a staff member commits the ledger to the name, so the names file is saved
    first.
    """
    book, hand = book.with_hand(operator.name, here.desk.bound)
    book = book.with_staff(hand, packed(random_bytes(SALT_BYTES)))
    here.desk.hand = replace(here.desk.hand, id=hand, commitment=book.staff[hand].bound)
    return book


# Refreshing a venue that stays open with what other programs have written.


def reloaded(here: Venue) -> Venue:
    """Return the venue as its folder is now. Raises Unreadable if that has been damaged.

    New entries are applied, and the names file is read again. If the folder now contains another
    ledger, or an older copy of this one, it is opened again.
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
    here.desk.checks = _in_force(book)
    return replace(here, book=book)


# A venue that is already open, for commands run inside another program.


class CommandOptions(Struct, frozen=True, kw_only=True):
    """The options of a command: how it is written and answered, and by whom.

    `goes_on` is whether more was typed on the same line: then nobody needs to hear what comes next.
    `since` is the last entry before that line, of several inputs: what came later was just shown.
    """

    operator: Operator
    cmd: str | None = None
    seen: int | None = None
    override: Override | None = None
    dry_run: bool = False
    as_json: bool = False
    goes_on: bool = False
    since: int | None = None


class RunningCommand(Struct, frozen=True, kw_only=True):
    """An open venue with a running command: its options, and the entries of its answer.

    `files` is whether the command may use files on this machine, `asks` whether a person at a
    terminal can be asked.
    """

    venue: Venue
    manner: CommandOptions
    files: bool
    entries: list[Entry]
    asks: bool = False

    def given(self, typed: CommandOptions) -> CommandOptions:
        """Return the caller's options combined with those typed; a dry run records no refusal."""
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
    """Return the running command; None for one that was typed in a shell."""
    context = click.get_current_context(silent=True)
    return context.find_object(RunningCommand) if context else None


def speak_of(*entries: Entry) -> None:
    """Pass the entries of an answer to the caller of the command."""
    here = running_command()
    if here:
        here.entries.extend(entries)


def nobody_to_ask() -> bool:
    """Tell whether nobody could answer a question, since the command runs inside a program."""
    here = running_command()
    return here is not None and not here.asks


def refuse_files(word: str) -> None:
    """Refuse to read files unless the command was given at this machine.

    `-` is always refused, since standard input belongs to the program that runs the commands.
    """
    here = running_command()
    if here is None:
        return
    if word == "-":
        raise click.UsageError("there is no standard input here (`-`); give a file.")
    if not here.files:
        raise click.UsageError("files cannot be read here; use the machine with the ledger.")
