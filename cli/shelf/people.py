"""Gathers the book of people over events from the names files of a shelf's ledgers."""

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from msgspec import UNSET

from roundbook.cli.places.known_people import KnownPerson, forget_in, keep_known
from roundbook.cli.places.people import book_or_none
from roundbook.cli.places.shelf import Shelf
from roundbook.cli.places.shelf_databases import opened_at
from roundbook.cli.shelf.index import events_of, relied_on
from roundbook.ledger.errors import Refused, advice, do

if TYPE_CHECKING:
    import sqlite3


def people_of(index: "sqlite3.Connection", shelf: Shelf) -> Iterator[KnownPerson]:
    """Yield everybody with a Player ID whose name a ledger still keeps, the latest name last."""
    for event in reversed([*relied_on(events_of(index)).values()]):
        if event.what != "ledger":
            continue
        with opened_at(shelf, event.event) as place:
            book = book_or_none(place, [])
        for known in book.players.values():
            one = known.person
            if one.id:
                yield KnownPerson(
                    id=one.id,
                    name=one.name,
                    birth_year=one.birth_year,
                    birthday=None if one.birthday is UNSET else one.birthday,
                    display=known.display,
                )


def keep_people(index: "sqlite3.Connection", shelf: Shelf, until: date, day: date) -> None:
    """Make the book of a shelf, or bring it up to date. Raises Refused, Unreadable."""
    if until < day:
        raise Refused(
            f"{until} has passed, so the book cannot be kept until then.",
            hint="Give a later day.",
        )
    keep_known(shelf, people_of(index, shelf), until)


def forget_person(shelf: Shelf, own_id: str) -> None:
    """Take a person out of the book of a shelf. Raises Refused, Unreadable."""
    if not forget_in(shelf, {own_id}):
        raise Refused(
            f"there is no Player ID {own_id[:40]} in the book of people.",
            hint=advice("{} lists them.", do("shelf", "people")),
        )
