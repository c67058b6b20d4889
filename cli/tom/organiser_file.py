"""Reads an organiser's file (a TOM save or a published event) from disk or stdin."""

import sys
from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import is_zipfile

import click
from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli import plugins
from roundbook.cli.args.types import NAME
from roundbook.cli.places.layout import ARCHIVES, is_address, is_part, is_tournament
from roundbook.cli.places.opened_archive import ZIP
from roundbook.cli.session import errors
from roundbook.cli.session.command import as_shown
from roundbook.cli.session.editions import read_edition
from roundbook.cli.session.named_files import read_start, read_whole
from roundbook.cli.session.output import echo
from roundbook.cli.session.venue import random_bytes
from roundbook.ledger.errors import UnknownFormat, Unreadable, advice, do
from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.importers.published.events import NO_DAY, tell_published
from roundbook.ledger.importers.published.published_event import (
    Published,
    PublishedPlayer,
    number_of,
)
from roundbook.ledger.importers.published.reader import is_json, read_published
from roundbook.ledger.importers.published.spreadsheets import is_table, read_table
from roundbook.ledger.importers.tdf.events import edition_for, people, tell
from roundbook.ledger.importers.tdf.players import moved, years_at_odds
from roundbook.ledger.importers.tdf.reader import OfficialPlaces, official, read
from roundbook.ledger.importers.tdf.shapes import TdfFile
from roundbook.ledger.importers.tdf.xml import MAX_BYTES
from roundbook.ledger.people.book import SALT_BYTES, Book, BookEntry, Person, commitment, packed
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchFormat, PlayerId
from roundbook.ledger.text import has_extension, looks_like_another
from roundbook.projections.standings.standings import standings

BY = click.option(
    "--as",
    "name",
    envvar="ROUNDBOOK_HAND",
    type=NAME,
    default="organiser",
    help="Your name; the ledger contains only your number.",
)
EDITION = click.option(
    "--edition",
    type=click.Choice(released.EDITIONS),
    help="The rules edition.  [default: depends on the file]",
    metavar="EDITION",
)


_NO_BOOK = Book()

_SEEDS = "the file does not give the seeds of its cut, so they come from the Swiss standings."


class Telling(Struct, frozen=True, kw_only=True):
    """A file that was read: its bytes, digest, contents, and rules edition.

    `start` is the first day of the event; None if neither the file nor the user gives it.
    `match_format` is in no TOM save. `said` are sentences about how it was read.
    """

    name: str
    data: bytes
    file: TdfFile | Published
    edition: str
    edition_sha256: str
    rules: Ruleset
    start: date | None = None
    match_format: MatchFormat = MatchFormat.BEST_OF_THREE
    said: tuple[str, ...] = ()

    @property
    def sha256(self) -> str:
        """The digest of the file's bytes, in hexadecimal."""
        return sha256(self.data).hexdigest()

    @property
    def event(self) -> str:
        """The name of the event; empty if it has none."""
        return self.file.data.name if isinstance(self.file, TdfFile) else self.file.name

    @property
    def form(self) -> str:
        """The format recognised in a published file; empty for a TOM save."""
        return "" if isinstance(self.file, TdfFile) else self.file.form

    @property
    def extension(self) -> str:
        """The extension under which the bytes are kept."""
        if isinstance(self.file, TdfFile):
            return "tdf"
        return "json" if is_json(self.data) else "xlsx" if self.data.startswith(ZIP) else "csv"

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences on oddities in the file."""
        file = self.file
        if isinstance(file, TdfFile):
            odd = years_at_odds(file, self.rules)
        else:
            odd = _SEEDS if any(pod.has_cut for pod in file.pods(self.rules)) else None
        disguised = looks_like_another(self.event)
        name = f"the name of the event contains {disguised}." if disguised else None
        return (*self.said, *file.warnings, *filter(None, (odd, name)))

    @property
    def is_in_flights(self) -> bool:
        """Whether the file has subgroups, whose players are read as one list."""
        pods = self.file.pods if isinstance(self.file, TdfFile) else ()
        return any(len(pod.subgroups) > 1 for pod in pods)

    def moved(self) -> list[str]:
        """Return sentences on players of a save whose division does not fit their birth year."""
        return moved(self.file, self.rules) if isinstance(self.file, TdfFile) else []

    def refuse_without_rounds(self, purpose: str = "import") -> None:
        """Raise Unreadable if there are no rounds, so that no ledger can be made of the file."""
        if not self.counts()[1] and self.extension != "tdf":
            raise Unreadable(
                f"{self.name} has standings but no rounds, so there is nothing to {purpose}.",
                where=self.name,
                hint=advice("Compare its standings with {}.", do("check")),
            )

    @property
    def no_date(self) -> str:
        """The sentence that the first day is missing; empty if it is known."""
        return "" if self.start else f"{self.name} does not give the date of the event"

    def counts(self) -> tuple[int, int, int]:
        """Return how many players, rounds, and matches and byes there are."""
        file = self.file
        if isinstance(file, TdfFile):
            rounds = sum(len(pod.rounds) for pod in file.pods)
            return len(file.players), rounds, sum(1 for _ in file.matches())
        return len(file.lines), len(file.rounds), sum(len(one) for one in file.rounds)

    def official(self) -> OfficialPlaces:
        """Return the places that the file gives; without seeds that come from flights."""
        if isinstance(self.file, TdfFile):
            given = official(self.file)
            return replace(given, seeds={}) if self.is_in_flights else given
        return self.file.official(self.rules)

    def published(self) -> Mapping[PlayerId, PublishedPlayer]:
        """Return the published figures of each player; empty for a TOM save."""
        lines = () if isinstance(self.file, TdfFile) else self.file.lines
        return {number_of(number): line for number, line in enumerate(lines, start=1)}

    def people(self) -> list[Person]:
        """Return the players in the order of the file. Raises Unreadable."""
        try:
            return people(self.file) if isinstance(self.file, TdfFile) else self.file.people()
        except Unreadable as trouble:
            raise _in_file(self.name, trouble) from None

    def acts(self, book: Book, tournament: str) -> list[tuple[AnyEvent, ...]]:
        """Return the file's events, one tuple for each entry, using the salts of a book."""
        bound = [commitment(one.person, one.salt) for one in book.players.values()]
        try:
            return self.bound_acts(bound, tournament)
        except Unreadable as trouble:
            raise _in_file(self.name, trouble) from None

    def bound_acts(self, bound: Sequence[str], tournament: str) -> list[tuple[AnyEvent, ...]]:
        """Return the file's events, given the commitments."""
        file = self.file
        if isinstance(file, TdfFile):
            telling = partial(tell, file, match_format=self.match_format)
        else:
            order = partial(seeded, rules=self.rules)
            start = self.start or NO_DAY
            telling = partial(tell_published, file, start=start, seeded=order)
        return telling(
            sha256=self.sha256,
            rules=self.rules,
            edition_sha256=self.edition_sha256,
            tournament=tournament,
            commitments=bound,
        )


def seeded(
    told: Sequence[AnyEvent], players: Sequence[PlayerId], *, rules: Ruleset
) -> list[PlayerId]:
    """Return players in the order of the Swiss standings, to seed them."""
    t = Tournament()
    for seq, event in enumerate(told, start=1):
        t.apply(event, seq)
    placed = standings(t, rules, swiss_only=True)
    return [one.player for one in placed if one.player in set(players)]


def read_telling(name: str, edition: str | None, start: date | None = None) -> Telling:
    """Read a TOM save or a published file, `-` for stdin; its content decides which it is.

    Plug-ins are asked about a format that is not known here: the file is then what one of them has
    made of it, so verifying needs no plug-in. Raises Unreadable, and OSError.
    """
    data = _bytes(name)
    try:
        return telling_of(name, data, edition, start)
    except UnknownFormat:
        made = plugins.converted(name, data)
        if made is None:
            raise
    telling = telling_of(name, made.data, edition, start)
    return replace(telling, said=made.said)


def telling_of(name: str, data: bytes, edition: str | None, start: date | None = None) -> Telling:
    """Return the contents of a file's bytes. Raises Unreadable."""
    if not data:
        raise Unreadable(f"{name} is empty.", where=name, hint="Use another copy of the file.")
    try:
        file = _read(name, data)
    except Unreadable as trouble:
        raise _in_file(name, trouble) from None
    own = edition_for(file) if isinstance(file, TdfFile) else file.edition
    used, rules, digest = _rules(edition or own)
    day = file.data.startdate if isinstance(file, TdfFile) else file.start or start
    return Telling(
        name=name,
        data=data,
        file=file,
        edition=used,
        edition_sha256=digest,
        rules=rules,
        start=day,
    )


def _read(name: str, data: bytes) -> TdfFile | Published:
    ending = Path(name).suffix.lower()
    if ending == ".tdf" and data[:1] == b"<":  # The form that TOM writes; no need to guess.
        return read(data)
    if is_json(data):
        return read_published(data)
    is_workbook = data.startswith(ZIP) and is_zipfile(BytesIO(data))
    return read_table(data, "the table") if is_workbook or is_table(data, ending) else read(data)


def _rules(edition: str) -> tuple[str, Ruleset, str]:
    """Return a released edition, or the one in the user's own file. Raises Unreadable."""
    if not has_extension(edition, ".toml"):
        return edition, released.load(edition), released.digest(edition)
    text = read_whole(Path(edition))
    rules = read_edition(text)
    return rules.edition, rules, sha256(text).hexdigest()


def _in_file(name: str, trouble: Unreadable) -> Unreadable:
    """Return an error with the file's name in front."""
    kind = UnknownFormat if isinstance(trouble, UnknownFormat) else Unreadable
    return kind(f"{name}: {trouble.message}", where=trouble.where, hint=trouble.hint)


def salted_book(telling: Telling, kept: Book = _NO_BOOK) -> Book:
    """Return a file's names with salts: those saved before, or new ones."""
    players = {}
    for number, person in enumerate(telling.people(), start=1):
        player = PlayerId(f"p{number}")
        every = (*kept.former.get(player, ()), kept.players.get(player))
        same = [known.salt for known in every if known and known.person == person]
        salt = same[0] if same else packed(random_bytes(SALT_BYTES))
        players[player] = BookEntry(person=person, salt=salt)
    return Book(players=players, hands=kept.hands, seniors=kept.seniors)


def _bytes(name: str) -> bytes:
    """Return the bytes of a file, up to the maximum size of a tournament."""
    if name == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    if is_address(name) or is_tournament(Path(name)):
        kind = "tournament in a database" if is_address(name) else "tournament's folder"
        name = as_shown(name)
        msg = f"{name} is a {kind}, not an organiser's file."
        raise Unreadable(
            msg, where=name, hint=advice("Use {} or {}.", do("verify"), do("standings"))
        )
    if is_part(Path(name)):
        folder = as_shown(str(Path(name).parent))
        msg = f"{name} is part of the tournament in {folder}, not an organiser's file."
        raise Unreadable(msg, where=name, hint=advice("Check all of it: {}.", do("check", folder)))
    if has_extension(name, *ARCHIVES) and Path(name).is_file():
        msg = f"{name} looks like an archive, not a tournament file."
        unpack = advice("Unpack the file into a folder: {}.", do("open-archive", name, "DIR"))
        raise Unreadable(msg, where=name, hint=unpack)
    return read_start(Path(name), MAX_BYTES + 1)


def say_warnings(telling: Telling) -> None:
    """Print the file's warnings to stderr."""
    for warning in telling.warnings:
        echo(errors.shown(f"warning: {telling.name}: {warning}"), err=True)
