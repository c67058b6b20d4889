"""Signs out whoever is erased, so that no name of theirs stays among those who may come in."""

from collections.abc import Callable, Container, Iterator
from pathlib import Path

from cli.web.doorfile import named
from cli.web.doors import Invitation, Session
from cli.web.hall import slug_of
from cli.web.permits import Seat
from cli.web.porch import Porch
from cli.wiring import fresh, now
from ledger.people.book import Book
from ledger.people.erasure import betrays, everybody_in, needles, persons, without

Guest = Session | Invitation


def guests(home: Path, folder: Path, book: Book, gone: Container[str]) -> int:
    """Count who is signed in or invited as one of these people, ended or not. Raises Unreadable."""
    return sum(porch.counted(_one_of(folder, book, gone)) for porch in _porches(home, folder))


def sign_out(home: Path, folder: Path, book: Book, gone: Container[str]) -> None:
    """Sign these people out, and take their invitations back. Raises Unreadable."""
    wanted = _one_of(folder, book, gone)
    for porch in _porches(home, folder):
        if porch.counted(wanted):
            porch.forget(wanted)


def _porches(home: Path, folder: Path) -> Iterator[Porch]:
    """Yield the doors of a tournament: of its own folder, and of the one that it lies in."""
    own = folder.resolve()
    for served in (own, own.parent):
        if (home / "doors" / f"{named(served)}.json").is_file():
            yield Porch(home, served, clock=now, fresh=fresh)


def _one_of(folder: Path, book: Book, gone: Container[str]) -> Callable[[Guest], bool]:
    """Return what tells one of these people: by number as a player, else by name.

    Whoever stays in the book under the same name stays signed in.
    """
    wanted = needles(persons(book, [who for who in _everybody(book) if who in gone]))
    rest = without(book, gone)
    staying = {one.name for one in persons(rest, _everybody(rest))}
    slug = slug_of(folder.resolve().name)

    def one_of(guest: Guest) -> bool:
        if guest.seat is Seat.PLAYER and guest.tournament == slug and guest.player in gone:
            return True
        known = guest.name in staying or guest.name == guest.player
        return not known and betrays(guest.name.encode(), wanted, as_words=True)

    return one_of


def _everybody(book: Book) -> list[str]:
    return [who for shelf in everybody_in(book) for who in shelf]
