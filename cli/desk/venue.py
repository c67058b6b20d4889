"""Builds the desk: the one owner of the clock, of fresh chance, and of what lies where on disk."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date, datetime
from pathlib import Path

import click
from msgspec import Struct
from msgspec.structs import replace

from cli.folder import erasure_leftovers, last_seen_head, secrets
from cli.folder.edition import ruleset
from cli.folder.layout import LEDGER, no_ledger
from cli.folder.refused import note
from cli.folder.sources import SOURCES
from ledger.desk import Desk
from ledger.errors import Unreadable
from ledger.people.book import Book, from_bytes, packed, to_bytes
from ledger.people.privacy import names_stay_out
from ledger.record.chain import Head
from ledger.rulesets.ruleset import Ruleset
from ledger.storage.disk import unwritten
from ledger.storage.folder import places
from ledger.storage.jsonl import JsonlStore
from ledger.storage.memory import MemoryStore
from ledger.storage.quarantine import set_aside
from ledger.storage.store import Store
from ledger.terms import Actor, Role
from ledger.validators import VALIDATORS
from ledger.validators.checks import Checks
from projections.audits import AUDITS

PEOPLE = "people.json"


class Operator(Struct, frozen=True, kw_only=True):
    """Who sits at the desk: a name, which stays in the book, a role and a station."""

    name: str = "organiser"
    role: Role = Role.ORGANISER
    station: str = "desk"


class Venue(Struct, frozen=True, kw_only=True):
    """A tournament's folder with what acts on it: the desk, and the names.

    `notices` are what people should be told about the files: a tail that was put aside, a head that
    was rebuilt. `strange` is how the ledger contradicts what was seen of it on this machine.
    """

    folder: Path
    desk: Desk
    book: Book
    notices: list[str]
    strange: str | None = None


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


def settings() -> Path:
    """Return the user's own folder, outside every tournament, for unrevealed secrets."""
    named = os.environ.get("ROUNDBOOK_HOME")
    return Path(named) if named else Path(click.get_app_dir("roundbook"))


def checks(book: Book) -> Checks:
    """Return the checks in force at a desk with this book of names, in order of precedence."""
    return Checks((names_stay_out(book), *VALIDATORS, *AUDITS))


def venue(
    folder: Path,
    operator: Operator | None = None,
    *,
    noting: bool = True,
    accept_shorter: str | None = None,
    begun: bool = True,
    names_needed: bool = True,
) -> Venue:
    """Open the tournament in `folder`. Raises Unreadable if there is none, or it is damaged.

    A ledger without an opening is no tournament, unless what breaks off there is to go on: `begun`.
    Refused commands are noted beside the ledger, if `noting`. `accept_shorter` is why a ledger that
    has lost its end may be written. Whoever only reads can do without a damaged book of names.
    """
    if not (folder / LEDGER).is_file():
        raise no_ledger(folder)
    store = JsonlStore(folder)
    if accept_shorter:
        store.accept_shorter(accept_shorter)
        if (folder / PEOPLE).is_file():  # New players take the numbers of those who are lost.
            set_aside(folder, PEOPLE, (folder / PEOPLE).read_bytes())
    noted = folder if noting else None
    book = read_book(folder) if names_needed else _book_or_none(folder, store.notices)
    here = _venue(folder, store, book, operator or Operator(), noted=noted)
    if begun and here.desk.tournament.opened is None:
        msg = f"{folder / LEDGER} does not hold the opening of a tournament: its lines are gone."
        hint = "Restore the folder from a copy; if an import was stopped, import the file again."
        raise Unreadable(msg, where=str(folder / LEDGER), hint=hint)
    places = {"people": folder / PEOPLE, "sources": folder / SOURCES}
    here.notices.extend(erasure_leftovers.of_erased(here.desk.tournament, here.book, **places))
    odd = last_seen_head.strange(settings(), here.desk)
    if odd is None:
        last_seen_head.remember(settings(), here.desk)
    elif not noting or accept_shorter:  # A writer is refused instead.
        here.notices.append(odd)
    return replace(here, strange=None if accept_shorter else odd)


def new_venue(folder: Path, book: Book, operator: Operator | None = None) -> Venue:
    """Make the folder of a new tournament. Raises Unreadable if it is one already."""
    store = JsonlStore.create(folder)
    return _venue(folder, store, book, operator or Operator(), noted=folder)


def rehearsal(
    folder: Path, book: Book, operator: Operator | None = None, *, rules: Ruleset | None = None
) -> Venue:
    """Return a venue in memory: what would be written can be judged before a folder is made.

    `rules` are those of an edition that the organiser brings, which does not lie in the folder yet.
    """
    return _venue(folder, MemoryStore(), book, operator or Operator(), noted=None, rules=rules)


def read_book(folder: Path) -> Book:
    """Return the book of names of a tournament; empty where it was erased. Raises Unreadable."""
    path = folder / PEOPLE
    try:
        return from_bytes(path.read_bytes(), str(path))
    except FileNotFoundError:
        return Book()


def _book_or_none(folder: Path, notices: list[str]) -> Book:
    try:
        return read_book(folder)
    except Unreadable as trouble:
        why = trouble.message
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        why = f"the book of names {folder / PEOPLE} cannot be read: {reason}."
    notices.append(f"{why} Players are shown by number.")
    return Book()


def keep_book(folder: Path, book: Book) -> None:
    """Write the book of names in one step, for its owner's eyes alone. Raises Unreadable."""
    path = folder / PEOPLE
    draft = path.with_suffix(".new")
    try:
        draft.unlink(missing_ok=True)  # One that a crash has left may be open to others.
        with open(draft, "wb", opener=secrets.opener) as file:
            file.write(to_bytes(book))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise unwritten(error, path) from error


def _venue(
    folder: Path,
    store: Store,
    book: Book,
    operator: Operator,
    *,
    noted: Path | None,
    rules: Ruleset | None = None,
) -> Venue:
    book, hand = book.with_hand(operator.name)
    desk = Desk(
        store,
        hand=Actor(id=hand, role=operator.role, station=operator.station),
        checks=checks(book),
        ruleset=lambda opening: rules or ruleset(folder, opening),
        clock=now,
        new_cmd=new_id,
        note_attempt=lambda attempt: note(attempt, noted, read_book(folder), store.notices),
    )
    return Venue(folder=folder, desk=desk, book=book, notices=store.notices)


# Makes the folder of a new tournament, or nothing at all.


@contextmanager
def founding(folder: Path, book: Book, operator: Operator | None = None) -> Iterator[Venue]:
    """Make the folder of a new tournament, and leave nothing behind if it comes to nothing.

    Raises Unreadable if it is one already.
    """
    refuse_taken(folder)
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    kept = set(folder.iterdir()) if folder.is_dir() else set[Path]()
    ours = True
    try:
        try:
            here = new_venue(folder, book, operator)
        except Unreadable:
            ours = False  # Somebody else was first, or nothing could be written.
            raise
        except BaseException:
            # We were stopped on the way: an empty ledger is ours, one with a line cannot be.
            ours = not ((folder / LEDGER).is_file() and (folder / LEDGER).stat().st_size)
            raise
        yield here
    except BaseException:
        with suppress(OSError):
            # What lies in the folder of somebody who was first is theirs.
            for made in sorted(set(folder.iterdir()) - kept) if ours else ():
                shutil.rmtree(made) if made.is_dir() else made.unlink()
            for path in missing:
                path.rmdir()
        raise


def refuse_taken(folder: Path) -> None:
    """Raise Unreadable if a folder is a tournament already, or no folder."""
    if (folder / LEDGER).exists() or (folder / "head").exists():
        msg = f"{folder} is a tournament already."
        raise Unreadable(msg, where=str(folder), hint="Name a new folder for a new tournament.")
    if folder.exists() and not folder.is_dir():
        msg = f"{folder} is a file, not a folder."
        raise Unreadable(msg, where=str(folder), hint="Name a new folder for a new tournament.")


# A venue that stays open, brought up to what other programs have written meanwhile.


def reloaded(here: Venue) -> Venue:
    """Return the venue as its folder is now. Raises Unreadable where that has been damaged.

    What was written behind the ledger is followed, and the book of names is read again. A folder
    in which another ledger lies by now, or an older copy of this one, is opened anew.
    """
    here.desk.refresh()
    if _was_replaced(here):
        return venue(here.folder)
    if _is_kept(here):
        return here
    book = read_book(here.folder)
    if book == here.book:
        return here
    here.desk.checks = checks(book)
    return replace(here, book=book)


def _is_kept(here: Venue) -> bool:
    """Tell whether the book of names lies in the folder, byte for byte."""
    try:
        return (here.folder / PEOPLE).read_bytes() == to_bytes(here.book)
    except OSError:
        return False


def _was_replaced(here: Venue) -> bool:
    """Tell whether the head in the folder is of other lines than these, or of fewer."""
    try:
        head = Head.from_bytes(places(here.folder).head.read_bytes())
    except FileNotFoundError:
        return True
    held = here.desk.tournament.seq
    if head is None or head.seq < held:
        return True
    return head.seq == held and head.leaf != here.desk.leaf(held)
