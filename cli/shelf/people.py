"""Gathers the book of people over events from the names files of a shelf's ledgers."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import UNSET

from roundbook.cli.places.known_people import KnownPerson
from roundbook.cli.places.people import book_or_none
from roundbook.cli.places.shelf import Shelf, opened_at
from roundbook.cli.shelf.index import events_of, relied_on

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
                )
