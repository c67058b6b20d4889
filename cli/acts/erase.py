"""Takes people out of a tournament's folder: everything else first, and the book of names last.

The ledger has said so before. As long as the book still knows them the erasure is not done, and
every command says so: whatever breaks off in between is noticed, and can be done again.
"""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import click
from msgspec import Struct

from cli.desk.venue import PEOPLE, keep_book
from cli.folder.deck_lists import DECKS
from cli.folder.erasure_leftovers import called
from cli.folder.layout import LEDGER
from cli.folder.refused import ATTEMPTS
from cli.folder.sources import SOURCES
from ledger.events.catalogue import PeopleErased
from ledger.people.book import Book
from ledger.people.erasure import Needles, betrays, namesakes, needles, persons, still_in, without
from ledger.state.tournament import Tournament
from ledger.storage.disk import make_names_durable, put, unwritten
from ledger.storage.quarantine import FOLDER as QUARANTINE
from ledger.terms import Commitment, HandId
from projections.text import counted

DRAFT = "people.new"
MOST = 1 << 25
"""So many bytes of a file that is not ours are looked into for a name."""

_OURS = {PEOPLE, ATTEMPTS, DRAFT}
_ARCHIVES = {".zip", ".tar", ".gz", ".tgz", ".7z", ".roundbook"}


class Plan(Struct, frozen=True, kw_only=True):
    """What goes from a folder, and what stays though it may hold names.

    `people` are those whom the book knows; `attempts` how many refused commands name them, out of
    `kept` that do not. `left` are sentences. `guests` are sign-ins and invitations to the pages.
    """

    folder: Path
    book: Book
    people: tuple[str, ...]
    sources: tuple[Path, ...]
    decks: tuple[Path, ...]
    aside: tuple[Path, ...]
    attempts: int
    kept: tuple[bytes, ...]
    left: tuple[str, ...]
    guests: int = 0

    @property
    def empty(self) -> bool:
        """Whether nothing of these people is there."""
        kept = self.people or self.sources or self.decks or self.aside
        return not (kept or self.attempts or self.guests)


def plan(folder: Path, book: Book, gone: set[str], *, everybody: bool) -> Plan:
    """Look for these people, by number or commitment, in a folder. Raises OSError."""
    people = persons(book, gone)
    wanted, same = needles(people), namesakes(book, gone, people)
    attempts = _lines(folder / ATTEMPTS)
    kept = tuple(line for line in attempts if not betrays(line, wanted))
    lists = (path for path in _files(folder / DECKS) if path.name.partition("-")[0] in gone)
    return Plan(
        folder=folder,
        book=without(book, gone),
        people=tuple(still_in(book, in_order(gone))),
        sources=tuple(_files(folder / SOURCES)),
        decks=tuple(lists),
        aside=tuple(_aside(folder, wanted, everybody=everybody)),
        attempts=len(attempts) - len(kept),
        kept=kept,
        left=(
            *(f"{called(who)} has the same name and stays: is it the same person?" for who in same),
            *_left(folder, wanted),
        ),
    )


def in_order(people: Iterable[str]) -> list[str]:
    """Return numbers in order: p2 before p10."""
    return sorted(people, key=lambda who: (who[:1], len(who), who))


def carry_out(it: Plan) -> None:
    """Take away what a plan says, the book of names last. Raises Unreadable.

    Whoever calls it holds the book, and the ledger says already who is erased.
    """
    try:
        for path in (*it.sources, *it.decks, *it.aside):
            path.unlink(missing_ok=True)
        for name in (SOURCES, DECKS, QUARANTINE):
            if (it.folder / name).is_dir():
                make_names_durable(it.folder / name)
        if it.attempts:
            put(it.folder / ATTEMPTS, b"".join(it.kept))
        (it.folder / DRAFT).unlink(missing_ok=True)
        make_names_durable(it.folder)
    except OSError as error:
        raise unwritten(error, Path(error.filename or it.folder)) from error
    if it.people:
        keep_book(it.folder, it.book)
        with suppress(OSError):
            make_names_durable(it.folder)


def _aside(folder: Path, wanted: Needles, *, everybody: bool) -> Iterator[Path]:
    """Yield what was put aside and names these people: old books of names, ends of the ledger."""
    for path in _files(folder / QUARANTINE):
        book = path.name.startswith("people")
        if (book and everybody) or betrays(path.read_bytes(), wanted):
            yield path


def _left(folder: Path, wanted: Needles) -> Iterator[str]:
    """Yield what stays and may hold names: archives, the record itself, files of somebody else."""
    for path in _others(folder):
        name = path.relative_to(folder)
        if path.suffix.lower() in _ARCHIVES:
            yield f"{name} is not touched: if it holds names, it keeps them."
            continue
        try:
            data = None if path.stat().st_size > MOST else path.read_bytes()
        except OSError:
            data = None
        found = data is not None and betrays(data, wanted, as_words=True)
        if data is None:
            yield f"{name} was not looked into."
        elif found and path.name == LEDGER:
            yield f"{name} names them itself, and a record is never changed."
        elif found:
            yield f"{name} names them and is left: look whether it may go."
        elif path.name != LEDGER and not _is_text(data):
            yield f"{name} is no text to look into: if it holds names, it keeps them."


def _is_text(data: bytes) -> bool:
    """Tell whether bytes are text in UTF-8: a spreadsheet, a PDF or another alphabet's are not."""
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False


def _others(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder that are not taken away, but not those of tournaments below."""
    for where, below, names in os.walk(folder):
        here = Path(where)
        if here != folder and LEDGER in names:
            below.clear()
            continue
        if here == folder:
            below[:] = sorted(set(below) - {SOURCES, QUARANTINE})
        yield from (here / name for name in sorted(names) if here != folder or name not in _OURS)


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() or path.is_symlink())


def _lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True) if path.is_file() else []


# Whom somebody wants to erase, what is then recorded, and what is said of it.

OVER = "the three months of TOP §4 are over"
HAND = re.compile(r"h[1-9][0-9]{0,5}\Z", re.ASCII)
_COMMITMENT = re.compile(r"[A-Za-z0-9_-]{43}\Z", re.ASCII)


class Wish(Struct, frozen=True, kw_only=True):
    """Who should be erased: `gone` by number or commitment, and why."""

    gone: tuple[str, ...]
    everybody: bool
    reason: str | None

    @property
    def words(self) -> str:
        """Whom this is about, in words that can be typed."""
        if self.everybody:
            return "everybody"
        return " ".join("not-admitted" if _COMMITMENT.match(who) else who for who in self.gone)

    def event(self, t: Tournament) -> PeopleErased | None:
        """Return what is to be recorded; None where the ledger says all of it already."""
        new = [who for who in self.gone if who not in t.erased]
        players = () if self.everybody else tuple(who for who in t.players if who in new)
        hands = tuple(HandId(who) for who in in_order(new) if HAND.match(who))
        refused = tuple(Commitment(who) for who in new if _COMMITMENT.match(who))
        left = self.everybody and any(player not in t.erased for player in t.players)
        if not (players or hands or refused or left):
            return None
        if self.reason is None and not self.everybody:
            raise click.UsageError("--reason REASON is missing: why somebody is erased is kept.")
        return PeopleErased(
            reason=self.reason or OVER,
            everybody=self.everybody,
            players=players,
            hands=hands,
            refused=refused,
        )


def lines(wish: Wish, found: Plan, *, done: bool) -> list[str]:
    """Return what went, or would go, and what stays."""
    left = [f"  {one}" for one in found.left]
    if found.empty and not done:
        return [f"nothing of {wish.words} is left in this folder", *left]
    parts = [
        counted(len(found.people), "person", "people") + " in people.json",
        counted(len(found.sources), "imported file") if found.sources else "",
        counted(len(found.decks), "deck list") if found.decks else "",
        counted(found.attempts, "refused command") if found.attempts else "",
        f"{counted(len(found.aside), 'file')} in quarantine" if found.aside else "",
        f"{counted(found.guests, 'sign-in')} to its pages" if found.guests else "",
    ]
    said = [f"{wish.words}: {'erased' if done else 'to be erased'}"]
    said.append(f"  {'gone' if done else 'will go'}: {', '.join(filter(None, parts))}")
    if found.sources:
        said.append("  the imported file can no longer be given back byte for byte")
    return [*said, *left, "  copies of the folder elsewhere keep the names: see to them too"]


def as_data(wish: Wish, found: Plan) -> dict[str, object]:
    """Return the same for a program, without a name."""
    return {
        "erased": list(wish.gone),
        "everybody": wish.everybody,
        "gone": {
            "people": len(found.people),
            "sources": len(found.sources),
            "decks": len(found.decks),
            "attempts": found.attempts,
            "quarantine": len(found.aside),
            "sign_ins": found.guests,
        },
        "left": list(found.left),
    }
