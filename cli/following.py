"""Takes a save of an event that is followed into its ledger: what is new in it, and what breaks.

The bytes are kept first, then the names, then the entries are written at once: what broke off
anywhere is finished by taking the same save again, and nothing is written twice.
"""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cli import heads, private, seen
from cli.absent import LEDGER
from cli.founding import founding
from cli.kept import SOURCES, path_of, told
from cli.saves import Before, acts, before
from cli.staff import book_lock
from cli.watching import Save
from cli.wiring import Sitting, Venue, checks, fresh, keep_book, new_id, read_book, settings, venue
from ledger.errors import Unreadable, Violation
from ledger.events.catalogue import AnyEvent
from ledger.importers.tdf.players import refuse_other_event
from ledger.importers.tdf.reader import read
from ledger.importers.tdf.shapes import TdfFile
from ledger.people.book import SALT_BYTES, Book, Known, Person, packed
from ledger.record.entry import Entry
from ledger.rulesets import released
from ledger.terms import PlayerId


class Taken(Struct, frozen=True, kw_only=True):
    """What came of a save: the entries that were written, and which rules they break."""

    digest: str
    entries: tuple[Entry, ...]
    violations: tuple[Violation, ...]
    notices: tuple[str, ...] = ()

    @property
    def events(self) -> list[AnyEvent]:
        """What was told, in order."""
        return [event for entry in self.entries for event in entry.events]


def take(folder: Path, save: Save, *, edition: str, sitting: Sitting) -> Taken:
    """Take a save into the ledger in `folder`, which is made if there is none.

    Raises Unreadable if the ledger is not one of saves, or of another event; nothing is written.
    """
    if not (folder / LEDGER).is_file():
        with founding(folder, Book(), sitting) as here:
            return _take(here, save.data, save.file, edition, sitting)
    return _take(_opened(folder, sitting), save.data, save.file, edition, sitting)


def finish(folder: Path, *, edition: str, sitting: Sitting) -> Taken | None:
    """Finish what a follower that was stopped has left half told; None if there is nothing."""
    if not (folder / LEDGER).is_file():
        return None
    here = _opened(folder, sitting)
    digests = list(told(here.desk.entries))
    if not digests or not path_of(folder, digests[-1]).is_file():
        return None
    data = path_of(folder, digests[-1]).read_bytes()
    taken = _take(here, data, read(data), edition, sitting)
    return taken if taken.entries else None


def followed(folder: Path) -> frozenset[str]:
    """Return the digests of the saves that have told the ledger in a folder."""
    if not (folder / LEDGER).is_file():
        return frozenset()
    return frozenset(told(venue(folder, noting=False, begun=False).desk.entries))


def _opened(folder: Path, sitting: Sitting) -> Venue:
    """Open a ledger that saves have told. Raises Unreadable if it is another."""
    here = venue(folder, sitting, begun=False)
    seen.refuse(here.strange, folder)
    entries = here.desk.entries
    if entries and entries[0].events[0].told is None:
        msg = f"{folder} is run at the desk: no save has told its beginning."
        raise Unreadable(msg, where=str(folder), hint="Name another folder: --dir NEW.")
    if here.desk.tournament.erased:
        msg = f"people were erased from {folder}, and every save would bring their names back."
        raise Unreadable(msg, where=str(folder), hint="Follow the event into a new folder.")
    return here


def _take(here: Venue, data: bytes, file: TdfFile, edition: str, sitting: Sitting) -> Taken:
    digest = Save(path=here.folder, written=0, data=data, file=file).sha256
    if opened := here.desk.tournament.opened:
        refuse_other_event(opened, file)
    with book_lock(here.folder):
        book, hand = read_book(here.folder).with_hand(sitting.name)
        stood = before(here.folder, here.desk.entries, digest)
        people: dict[PlayerId, Known] = {}

        def bind(player: PlayerId, person: Person) -> str:
            known = _known(book, player, person)
            people[player] = known
            return known.bound

        rules = here.desk.rules if opened else released.load(edition)
        events = acts(
            stood,
            file,
            digest=digest,
            rules=rules,
            edition_sha256=opened.edition_sha256 if opened else released.digest(edition),
            tournament=opened.tournament if opened else new_id(),
            bind=bind,
        )
        _keep(here.folder, digest, data)
        kept = _with(book, people)
        if kept != read_book(here.folder):
            keep_book(here.folder, kept)
        here.desk.checks = checks(kept)
        here.desk.hand = replace(here.desk.hand, id=hand)
        already, half = len(here.desk.entries), told(here.desk.entries).get(digest)
        done = here.desk.post_all(
            [lambda _, act=act: act for act in events],  # type: ignore[misc]
            cmd=half[0].cmd if half else f"follow/{digest[:16]}",
        )
    fresh_ones = [entry for entry in done if entry.seq > already]
    if fresh_ones:
        heads.after(settings(), here.folder, here.desk, fresh_ones, here.notices)
    return Taken(
        digest=digest,
        entries=tuple(fresh_ones),
        violations=tuple(_broken(here, stood, fresh_ones)),
        notices=tuple(here.notices),
    )


def _broken(here: Venue, stood: Before, done: Sequence[Entry]) -> list[Violation]:
    """Return which rules these entries break."""
    found: list[Violation] = []
    t = stood.t
    for entry in here.desk.entries[t.seq :]:
        if entry in done:
            found += here.desk.checks.judge_entry(t, entry, here.desk.rules)
        t.follow(entry)
    return [one for one in found if not one.overridden]


def _keep(folder: Path, digest: str, data: bytes) -> None:
    """Keep the bytes of a save, whole or not at all, for its owner's eyes alone."""
    path = path_of(folder, digest)
    (folder / SOURCES).mkdir(exist_ok=True)
    if path.is_file() and path.read_bytes() == data:
        return
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    with open(draft, "wb", opener=private.opener) as out:
        out.write(data)
    draft.replace(path)


def _known(book: Book, player: PlayerId, person: Person) -> Known:
    """Return a person with a salt: the one that the book has for this name, or a fresh one."""
    now = book.players.get(player)
    every = (*([now] if now else []), *book.former.get(player, ()))
    same = next((one for one in every if one.person == person), None)
    display = now.display if now else None
    return same or Known(person=person, salt=packed(fresh(SALT_BYTES)), display=display)


def _with(book: Book, people: dict[PlayerId, Known]) -> Book:
    """Return the book with these people in it; it goes on to know who they were before."""
    former = dict(book.former)
    for player, known in people.items():
        was = book.players.get(player)
        if was and was != known and was not in former.get(player, ()):
            former[player] = (was, *former.get(player, ()))
    return replace(book, players={**book.players, **people}, former=former)
