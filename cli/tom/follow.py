"""Follows an event: adds what is new in a TOM save to the ledger, and reports broken rules.

The file's bytes are saved first, then the names, then all entries at once. An interruption at any
point is completed by taking the same save again; nothing is written twice.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.places import last_seen, sources
from roundbook.cli.places.layout import is_tournament, own_home
from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.people import book_lock, keep_book, read_book
from roundbook.cli.places.sources import began_with_save, told
from roundbook.cli.session.errors import hint_of, in_full, in_words, shown
from roundbook.cli.session.output import echo
from roundbook.cli.session.venue import (
    Operator,
    Venue,
    founding,
    new_id,
    random_bytes,
    seated,
    venue,
)
from roundbook.cli.tom.save_order import Save, is_older, why_older
from roundbook.ledger.desk import Act
from roundbook.ledger.errors import Trouble, Unreadable, Violation
from roundbook.ledger.events.catalogue import Joining, NoteMade, PlayerAmended, TournamentOpened
from roundbook.ledger.importers.tdf import events, reader
from roundbook.ledger.importers.tdf.changes import Acts, other_heading, tell_changes
from roundbook.ledger.importers.tdf.events import edition_for
from roundbook.ledger.importers.tdf.players import (
    ListedPlayer,
    Seats,
    is_same_event,
    listed_by,
    refuse_other_event,
    seats_of,
)
from roundbook.ledger.importers.tdf.reader import read
from roundbook.ledger.importers.tdf.shapes import Data, TdfFile
from roundbook.ledger.people.book import SALT_BYTES, Book, BookEntry, Person, packed
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchFormat, PlayerId
from roundbook.ledger.text import with_names
from roundbook.projections.history.overview import news
from roundbook.projections.reports.text.tables import WIDTH, wrapped
from roundbook.projections.rules_in_force import checks

# What the saves of an event told the ledger, save by save, from the files that are kept.

Bind = Callable[[PlayerId, Person], str]
"""Returns the commitment for a person who is new in a save, or has changed."""


class Before(NamedTuple):
    """The state of a ledger before a save: the tournament, the listed players, and earlier saves.

    `saves` gives, for each entry, the digest of the save it came from; `heading` is that of the
    latest save.
    """

    t: Tournament
    listed: Mapping[str, ListedPlayer]
    saves: Mapping[int, str]
    heading: Data | None = None


def before(folder: Anywhere, entries: Sequence[Entry], digest: str) -> Before:
    """Return the state of a ledger before the first entry from a save, or the current state.

    Raises Unreadable if an earlier save was not kept: the players could then not be matched.
    """
    t, listed, saves = Tournament(), dict[str, ListedPlayer](), dict[int, str]()
    heading: Data | None = None
    for other, said in told(entries).items():
        if other == digest:
            break
        _go_on(t, entries, said[0].seq - 1)
        if not sources.is_kept(folder, other) or sources.extension(folder, other) != "tdf":
            msg = (
                f"the save {other[:16]}… is the source of {len(said)} of the entries, but "
                "is not kept here."
            )
            hint = "Put the file back into sources/, or follow the event into a new folder."
            raise Unreadable(msg, where=sources.where(folder, other), hint=hint)
        heading, people, seats = _read(folder, other)
        listed = listed_by(people, listed, t.last_number, seats)
        saves |= {entry.seq: other for entry in said}
    first = told(entries).get(digest)
    _go_on(t, entries, first[0].seq - 1 if first else len(entries))
    return Before(t, listed, saves, heading)


def acts(  # noqa: PLR0913 - as `tell`.
    stood: Before,
    file: TdfFile,
    *,
    digest: str,
    rules: Ruleset,
    edition_sha256: str,
    tournament: str,
    bind: Bind,
    match_format: MatchFormat = MatchFormat.BEST_OF_THREE,
) -> Acts:
    """Return what a save adds to `stood`. Raises Unreadable if it contradicts itself."""
    people = events.people(file)
    listed = listed_by(people, stood.listed, stood.t.last_number, seats_of(file))
    bound = []
    for person in people:
        known, player = stood.listed.get(person.id), listed[person.id].player
        registered = stood.t.players.get(player)
        same = known is not None and known.person == person
        bound.append(registered.commitment if same and registered else bind(player, person))
    return tell_changes(
        stood.t,
        file,
        sha256=digest,
        rules=rules,
        edition_sha256=edition_sha256,
        tournament=tournament,
        commitments=bound,
        numbers={userid: one.player for userid, one in listed.items()},
        saves=stood.saves,
        match_format=match_format,
        heading=stood.heading,
    )


def _go_on(t: Tournament, entries: Sequence[Entry], upto: int) -> None:
    for entry in entries[t.seq : upto]:
        t.apply_entry(entry)


@lru_cache(maxsize=512)
def _read(folder: Anywhere, digest: str) -> tuple[Data, tuple[Person, ...], Seats]:
    """Return the heading of a kept save, and the people in it and their seats.

    Raises Unreadable.
    """
    file = reader.read(sources.read(folder, digest))
    return file.data, tuple(events.people(file)), seats_of(file)


class Taken(Struct, frozen=True, kw_only=True):
    """The result of taking a save: the entries, what they say, and the rules that they break."""

    digest: str
    entries: tuple[Entry, ...]
    brought: list[str]
    violations: tuple[Violation, ...]
    notices: tuple[str, ...] = ()


def take(folder: Anywhere, save: Save, *, edition: str | None, operator: Operator) -> Taken:
    """Take a save into the ledger in `folder`, which is created if necessary.

    Raises Unreadable, and writes nothing, if the ledger was not made from saves, or is of another
    event.
    """
    if not is_tournament(folder):
        with founding(folder, Book(), operator) as here:
            return _take(here, save.data, save.file, edition, operator)
    return _take(_opened(folder, operator), save.data, save.file, edition, operator)


def finish(folder: Anywhere, *, edition: str | None, operator: Operator) -> Taken | None:
    """Finish a save that an interrupted follower took only in part; None if there is none."""
    if not is_tournament(folder):
        return None
    here = _opened(folder, operator)
    digests = list(told(here.desk.entries))
    if not digests or not sources.lies_there(folder, digests[-1]):
        return None
    data = sources.read(folder, digests[-1])
    taken = _take(here, data, read(data), edition, operator)
    return taken if taken.entries else None


def followed(folder: Anywhere) -> Iterator[Save]:
    """Yield the kept saves that the ledger in a folder was made from."""
    if is_tournament(folder):
        yield from kept_saves(folder, venue(folder, noting=False, begun=False).desk.entries)


def kept_saves(folder: Anywhere, entries: Sequence[Entry]) -> Iterator[Save]:
    """Yield the kept saves that these entries of a folder's ledger came from."""
    for digest in told(entries):
        if sources.is_kept(folder, digest) and sources.extension(folder, digest) == "tdf":
            data, path = sources.read(folder, digest), Path(sources.where(folder, digest))
            yield Save(path=path, written=0, data=data, file=read(data))


def newer(save: Save, held: Iterable[Save]) -> Save | None:
    """Return a newer save of the same event; None if this is the newest."""
    rivals = [one for one in held if _same_event(save, one) and is_older(save, one)]
    # A save that contains this one is newer for certain; between all others only clocks decide.
    containing = [one for one in rivals if save.content < one.content]
    return max(containing or rivals, key=lambda one: one.moment, default=None)


def _same_event(one: Save, other: Save) -> bool:
    known = other.file.data
    return is_same_event(one.file.data, sanction=known.id, name=known.name, start=known.startdate)


def _opened(folder: Anywhere, operator: Operator) -> Venue:
    """Open a ledger made from saves. Raises Unreadable if it is not one."""
    here = venue(folder, operator, begun=False)
    last_seen.refuse(here.strange, folder)
    entries = here.desk.entries
    if entries and entries[0].events[0].told is None:
        msg = f"{folder} was opened at the desk, not from a save."
        raise Unreadable(msg, where=str(folder), hint="Give a new folder: -C NEW.")
    if here.desk.tournament.erased:
        msg = f"people were erased from {folder}, and every save would bring their names back."
        raise Unreadable(msg, where=str(folder), hint="Follow the event into a new folder.")
    return here


def foretell(here: Venue, save: Save) -> Taken:
    """Return what a save would add to a ledger made from saves; write nothing.

    Raises Unreadable if the save contradicts itself or is of another event.
    """
    book = read_book(here.folder)
    stood, events, _ = _told_by(here, book, save.file, save.sha256, None)
    entries = here.desk.rehearse(_as_acts(events), source=save.sha256)
    violations = _broken(here, stood, [*here.desk.entries, *entries], entries)
    brought = news(stood.t, [event for _, event in each_event(entries)])
    return Taken(
        digest=save.sha256, entries=tuple(entries), brought=brought, violations=tuple(violations)
    )


def _as_acts(events: Acts) -> list[Act]:
    return [lambda _, told=told: told for told in events]  # type: ignore[misc]


def _told_by(
    here: Venue, book: Book, file: TdfFile, digest: str, edition: str | None
) -> tuple[Before, Acts, Book]:
    """Return the state before a save, what the save adds, and the names file with its people.

    Raises Unreadable if the save contradicts itself or is of another event.
    """
    if opened := here.desk.tournament.opened:
        refuse_other_event(opened, file)
    stood = before(here.folder, here.desk.entries, digest)
    used = edition or edition_for(file)
    people: dict[PlayerId, BookEntry] = {}
    # A person whom this save has bound already is in the book, and may have been amended since.
    bound = {
        event.commitment
        for _, event in each_event(told(here.desk.entries).get(digest, ()))
        if isinstance(event, Joining | PlayerAmended)
    }

    def bind(player: PlayerId, person: Person) -> str:
        known = _known(book, player, person)
        if known.bound not in bound:
            people[player] = known
        return known.bound

    events = acts(
        stood,
        file,
        digest=digest,
        rules=here.desk.rules if opened else released.load(used),
        edition_sha256=opened.edition_sha256 if opened else released.digest(used),
        tournament=opened.tournament if opened else new_id(),
        bind=bind,
        match_format=opened.match_format if opened else MatchFormat.BEST_OF_THREE,
    )
    return stood, events, _with(book, people)


def _take(
    here: Venue, data: bytes, file: TdfFile, edition: str | None, operator: Operator
) -> Taken:
    digest = sha256(data).hexdigest()
    with book_lock(here.folder):
        book = read_book(here.folder)
        stood, events, people = _told_by(here, book, file, digest, edition)
        sources.keep(here.folder, digest, "tdf", data)
        kept = seated(here, operator, people)
        if kept != book or events:
            keep_book(here.folder, kept)
        here.desk.checks = checks(kept)
        already, half = len(here.desk.entries), told(here.desk.entries).get(digest)
        # The command id of the interrupted attempt, so that its entries are found and not written
        # twice.
        cmd = half[0].cmd if half else f"follow/{digest[:16]}"
        done = here.desk.record(digest, _as_acts(events), cmd=cmd)
    fresh_ones = [entry for entry in done if entry.seq > already]
    if fresh_ones:
        last_seen.after(own_home(), here.folder, here.desk, fresh_ones, here.notices)
        opened = stood.t.opened
        other = other_heading(opened, stood.heading, file.data) if opened else None
        if other and not any(isinstance(event, NoteMade) for (event, *_) in events):
            here.notices.append(f"note: {other}")
    return Taken(
        digest=digest,
        entries=tuple(fresh_ones),
        brought=news(here.desk.tournament, [event for _, event in each_event(fresh_ones)]),
        violations=tuple(_broken(here, stood, here.desk.entries, fresh_ones)),
        notices=tuple(here.notices),
    )


def _broken(
    here: Venue, stood: Before, every: Sequence[Entry], done: Sequence[Entry]
) -> list[Violation]:
    """Return the rules that the entries in `done` break; `every` entry is applied."""
    found: list[Violation] = []
    t = stood.t
    for entry in every[t.seq :]:
        if entry in done:
            found += here.desk.checks.judge_entry(t, entry, here.desk.rules)
        t.apply_entry(entry)
    return [one for one in found if not one.overridden]


def _known(book: Book, player: PlayerId, person: Person) -> BookEntry:
    """Return a person with a salt: the known one for this name, or a new one."""
    now = book.players.get(player)
    every = (*([now] if now else []), *book.former.get(player, ()))
    same = next((one for one in every if one.person == person), None)
    display = now.display if now else None
    return same or BookEntry(person=person, salt=packed(random_bytes(SALT_BYTES)), display=display)


def _with(book: Book, people: dict[PlayerId, BookEntry]) -> Book:
    """Return the names file with these people added; their former names are kept."""
    former = dict(book.former)
    for player, known in people.items():
        was = book.players.get(player)
        if was and was != known and was not in former.get(player, ()):
            former[player] = (was, *former.get(player, ()))
    return replace(book, players={**book.players, **people}, former=former)


# Output for each save of a followed event: one line, and the rules that it breaks.


class Course(Struct, kw_only=True):
    """The results of the saves so far.

    `seen` are the digests of handled files, `held` the saves of the event among them, `warned` the
    warnings shown.
    """

    seen: set[str] = set()
    held: dict[str, Save] = {}
    warned: set[str] = set()
    saves: int = 0
    entries: int = 0
    violations: int = 0
    unread: int = 0

    def add(self, taken: Taken) -> None:
        """Count what a save has added."""
        self.entries += len(taken.entries)
        self.violations += len(taken.violations)

    def sentence(self, folder: object) -> str:
        """Return the results in one line."""
        broken = f", {counted(self.violations, 'violation')}" if self.violations else ""
        unread = f", {self.unread} not read" if self.unread else ""
        entries = counted(self.entries, "entry", "entries")
        return f"followed {counted(self.saves, 'save')}: {entries} in {folder}{broken}{unread}"


def say_waiting(place: Path, *, once: bool) -> None:
    """Say that the command is waiting, so that the user does not see an empty screen."""
    if not once:
        there = "" if place.exists() else ", which does not exist yet"
        echo(shown(f"waiting for saves in {place}{there}; press Ctrl-C to stop"), err=True)


def say_taken(label: str, digest: str, taken: Taken, *, as_json: bool) -> None:
    """Say what a save has added, and which rules it breaks."""
    if as_json:
        _line(
            save=label,
            sha256=digest,
            state="told" if taken.entries else "nothing",
            entries=[entry.seq for entry in taken.entries],
            brought=taken.brought,
            violations=[in_full(found) for found in taken.violations],
        )
    else:
        _say(f"{label}: {'; '.join(taken.brought) or 'nothing new'}")
        for found in taken.violations:
            _say(f"violation: entry {found.seq}: {found.message} [{found.rule}]", by="  ")
            _say(found.because or f"This comes from save {taken.digest[:16]}.", by="    ")
    for notice in taken.notices:
        echo(shown(notice), err=True)


def say_older(save: Save, than: Save, *, as_json: bool) -> None:
    """Say that a save is older than one that was already taken, and why."""
    why = why_older(save, than)
    if as_json:
        facts = {"entries": [], "brought": [], "violations": [], "newer": than.label, "why": why}
        _line(save=save.label, sha256=save.sha256, state="older", **facts)
    else:
        kept = "The file is kept, but changes nothing."
        _say(f"{save.label}: older than a save that was already followed ({why}). {kept}")


def say_trouble(label: str, trouble: Trouble, *, as_json: bool) -> None:
    """Say that a save could not be taken; following continues."""
    if as_json:
        _line(save=label, state="unreadable", message=trouble.message, hint=hint_of(trouble))
        return
    first, *more = in_words(trouble, f"cannot read {label}")
    _say(first, err=True)
    for line in more:
        _say(line.strip(), by="  ", err=True)


def _say(text: str, *, by: str = "", err: bool = False) -> None:
    """Print a sentence indented with `by`, wrapped, with further lines indented more."""
    first, *more = wrapped(text, WIDTH - 8)
    for line in (f"{by}{first}", *(f"{by}    {each}" for each in more)):
        echo(shown(line), err=err)


def _line(**said: object) -> None:
    echo(msgspec.json.encode(said, order="sorted").decode())


# A save that is dropped on a page: the tournament it continues, and what it would add.


class LaterSave(Struct, frozen=True, kw_only=True):
    """What a save would add to a tournament, or a sentence on why it cannot be added.

    `is_known` is whether all of its contents are already recorded.
    """

    event: str
    brought: tuple[str, ...] = ()
    violations: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    wrong: str = ""
    is_known: bool = False


def save_of(name: str, data: bytes) -> Save:
    """Return a file from a form as a save. Raises Unreadable.

    The time of writing is unknown, so if nothing else decides, it counts as the later save.
    """
    try:
        return Save(path=Path(name), written=1, data=data, file=read(data))
    except Unreadable as wrong:
        raise Unreadable(f"{name}: {wrong.message}", where=wrong.where, hint=wrong.hint) from None


def is_of(opened: TournamentOpened, save: Save) -> bool:
    """Tell whether a save is certainly of a tournament, without asking the user.

    Without a sanction number on both sides, the name and the first day must be the same.
    """
    data = save.file.data
    if not is_same_event(data, sanction=opened.sanction, name=opened.name, start=opened.start):
        return False
    is_numbered = bool(opened.sanction and data.id)
    return is_numbered or (opened.name, opened.start) == (data.name, data.startdate)


def weigh(here: Venue, save: Save) -> LaterSave:
    """Return what a save would add to an open tournament; write nothing."""
    t, entries = here.desk.tournament, here.desk.entries
    name = t.opened.name if t.opened else ""
    if wrong := _why_not_read(here, save):
        return LaterSave(event=name, wrong=wrong)
    if save.sha256 in told(entries):
        return LaterSave(event=name, is_known=True)
    kept = [replace(one, path=Path("the latest save")) for one in kept_saves(here.folder, entries)]
    if than := newer(save, kept):
        earlier = f"{save.path.name} is an earlier save of {name}: {why_older(save, than)}."
        return LaterSave(event=name, wrong=earlier)
    try:
        found = foretell(here, save)
    except Trouble as trouble:
        return LaterSave(event=name, wrong=f"{save.path.name}: {trouble.message}")
    named = here.book.named
    return LaterSave(
        event=name,
        brought=tuple(with_names(line, named) for line in found.brought),
        violations=tuple(with_names(one.message, named) for one in found.violations),
        notes=tuple(save.file.warnings),
        is_known=not found.entries,
    )


def _why_not_read(here: Venue, save: Save) -> str:
    """Return why no save, or not this one, can be added to a tournament; empty if it can."""
    t = here.desk.tournament
    if t.opened is None or not began_with_save(here.folder, t.opened):
        return "This tournament did not begin with a save from TOM, so no save can be added."
    if t.erased:
        return f"People were erased from {t.opened.name}; a save would bring their names back."
    data, opened = save.file.data, t.opened
    if not is_same_event(data, sanction=opened.sanction, name=opened.name, start=opened.start):
        other = data.name or "an event without a name"
        return f"{save.path.name} is a save of another event, {other}, not of {t.opened.name}."
    return ""
