"""Reads an organiser's file from disk, or from stdin, as the acts that it tells."""

import sys
from hashlib import sha256
from pathlib import Path

import click
from msgspec import Struct

from ledger.errors import Unreadable
from ledger.events import AnyEvent
from ledger.importers.tdf import people, tell
from ledger.importers.tdf_file import read
from ledger.importers.tdf_shapes import TdfFile
from ledger.importers.tree import MAX_BYTES
from ledger.people import Book, Known, Person, commitment
from ledger.rulesets import editions
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import PlayerId

EDITION = click.option(
    "--edition",
    type=click.Choice(editions.EDITIONS),
    default="tom",
    show_default=True,
    help="The rules by which the file is read.",
)


class Telling(Struct, frozen=True, kw_only=True):
    """A file that was read: its bytes and digest, what stands in it, and by which rules."""

    name: str
    data: bytes
    file: TdfFile
    edition: str
    rules: Ruleset

    @property
    def sha256(self) -> str:
        """The digest of the file's bytes, in hexadecimal."""
        return sha256(self.data).hexdigest()

    def people(self) -> list[Person]:
        """Return who the players are, in the order of the file. Raises Unreadable."""
        try:
            return people(self.file)
        except Unreadable as trouble:
            raise _in_file(self.name, trouble) from None

    def acts(self, book: Book, tournament: str) -> list[tuple[AnyEvent, ...]]:
        """Return what the file tells, one tuple of events per entry, with the salts of a book."""
        known = book.players.values()
        try:
            return tell(
                self.file,
                sha256=self.sha256,
                rules=self.rules,
                edition_sha256=editions.digest(self.edition),
                tournament=tournament,
                commitments=[commitment(one.person, one.salt) for one in known],
            )
        except Unreadable as trouble:
            raise _in_file(self.name, trouble) from None


def read_telling(name: str, edition: str) -> Telling:
    """Read a `.tdf` file, `-` for stdin. Raises Unreadable; OSError if the disk says no."""
    data = _bytes(name)
    if not data:
        raise Unreadable(f"{name} is empty.", where=name, hint="Take another copy of the file.")
    try:
        file = read(data)
    except Unreadable as trouble:
        raise _in_file(name, trouble) from None
    return Telling(name=name, data=data, file=file, edition=edition, rules=editions.load(edition))


def _in_file(name: str, trouble: Unreadable) -> Unreadable:
    """Return what is wrong, with the name of the file before it."""
    return Unreadable(f"{name}: {trouble.message}", where=trouble.where, hint=trouble.hint)


def book_of(people: list[Person], salts: list[str]) -> Book:
    """Return a book of names: the nth person is player p<n>, with the nth salt."""
    return Book(
        players={
            PlayerId(f"p{number}"): Known(person=person, salt=salt)
            for number, (person, salt) in enumerate(zip(people, salts, strict=True), start=1)
        }
    )


def _bytes(name: str) -> bytes:
    """Return the bytes of a file, and no more than a tournament can have."""
    if name == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    if (Path(name) / "ledger.jsonl").is_file():
        msg = f"{name} is a tournament's folder, not an organiser's file."
        raise Unreadable(msg, where=name, hint="Use `roundbook verify` or `roundbook standings`.")
    with Path(name).open("rb") as file:
        return file.read(MAX_BYTES + 1)
