"""Imports a file into a new tournament folder; an interrupted import can be repeated."""

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.places import sources
from roundbook.cli.places.last_seen import remember
from roundbook.cli.places.layout import is_tournament, own_home, refuse_taken
from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.people import keep_book, read_book
from roundbook.cli.session.venue import Operator, Venue, founding, new_id, rehearsal, seated, venue
from roundbook.cli.tom.organiser_file import Telling, salted_book
from roundbook.ledger.desk import Act
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.entry import Entry


class Imported(Struct, frozen=True, kw_only=True):
    """The imported entries, and how many rules they break; None after a dry run.

    `notices` are messages about the files.
    """

    entries: tuple[Entry, ...]
    breaches: int | None
    notices: tuple[str, ...] = ()


def import_file(
    telling: Telling, folder: Anywhere, operator: Operator, *, cmd: str | None, dry_run: bool
) -> Imported:
    """Import a file into a new folder, or continue an import that was interrupted.

    Everything in the file is checked first and written at once. Raises Unreadable if the folder is
    already in use.
    """
    if dry_run:
        refuse_taken(folder)
        return Imported(entries=tuple(foretell(telling, operator, cmd)[0]), breaches=None)
    own_cmd = cmd or _cmd(telling)
    if is_tournament(folder):
        here = venue(folder, operator, begun=False)
        entries = _resume(telling, here, operator, own_cmd, asked=cmd is not None)
    else:
        with founding(folder, salted_book(telling), operator) as here:
            entries = _write(telling, here, operator, here.book, own_cmd)
    found = here.desk.checks.review(here.desk.entries, here.desk.rules)
    return Imported(
        entries=tuple(entries),
        breaches=sum(not one.overridden for one in found),
        notices=tuple(here.notices),
    )


def foretell(
    telling: Telling, operator: Operator, cmd: str | None = None
) -> tuple[list[Entry], Book]:
    """Return the entries that an import would write now, and the names file; write nothing."""
    book = salted_book(telling)
    here = rehearsal(Path(), book, operator)
    names = seated(here, operator, book)
    acts = _acts(telling, book, new_id())
    return here.desk.rehearse(acts, cmd=cmd or _cmd(telling), source=telling.sha256), names


def _cmd(telling: Telling) -> str:
    """Return the command id of an import, which is the same if it is repeated."""
    return f"import/{telling.sha256[:16]}"


def _write(telling: Telling, here: Venue, operator: Operator, book: Book, cmd: str) -> list[Entry]:
    """Save the file and the names, then write all of its entries at once.

    Names saved earlier stay: later and amended players are not in the file.
    """
    sources.keep(here.folder, telling.sha256, telling.extension, telling.data)
    kept = read_book(here.folder)
    names = {**book.players, **kept.players}
    keep_book(here.folder, seated(here, operator, replace(kept, players=names)))
    done = here.desk.record(telling.sha256, _acts(telling, book, _id(here)), cmd=cmd)
    remember(own_home(), here.folder, here.desk, say=here.notices.append)
    return done


def _id(here: Venue) -> str:
    """Return the tournament's id: the one in its ledger, or a new one."""
    opened = here.desk.tournament.opened
    return opened.tournament if opened else new_id()


def _resume(
    telling: Telling, here: Venue, operator: Operator, cmd: str, *, asked: bool
) -> list[Entry]:
    """Continue an interrupted import, or return the entries of a complete one.

    Raises Unreadable if the folder is another tournament, or if the import is complete and `--cmd`
    did not mark this as a repeat.
    """
    done = here.desk.entries
    if done and done[0].cmd != cmd:
        refuse_taken(here.folder)
    book = salted_book(telling, read_book(here.folder))
    tournament = _id(here)
    acts = telling.acts(book, tournament)
    if len(done) >= len(acts) and not asked:
        refuse_taken(here.folder)
    if any(entry.events != told for entry, told in zip(done, acts, strict=False)):
        # The desk refuses this before any name from another file is written.
        return here.desk.record(telling.sha256, _acts(telling, book, tournament), cmd=cmd)
    return _write(telling, here, operator, book, cmd)


def _acts(telling: Telling, book: Book, tournament: str) -> list[Act]:
    """Return the contents of the file, with one act of the desk for each entry."""
    return [lambda _, told=told: told for told in telling.acts(book, tournament)]  # type: ignore[misc]
