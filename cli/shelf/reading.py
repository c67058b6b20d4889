"""Reads one event for the shelf: verifies it, and returns its lines for the index."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile

from msgspec.structs import replace

from roundbook.cli.archive.contents import recorded
from roundbook.cli.archive.opening import inspect_archive
from roundbook.cli.places.layout import ARCHIVES, is_address, store
from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.opened_archive import is_archive, lay, read_archive
from roundbook.cli.places.people import book_or_none
from roundbook.cli.places.shelf import Elsewhere, Shelf
from roundbook.cli.places.shelf_databases import elsewhere
from roundbook.cli.session.errors import of_the_system
from roundbook.cli.session.named_files import read_whole
from roundbook.cli.tom.compare import compared, told_events
from roundbook.cli.tom.organiser_file import telling_of
from roundbook.cli.verify.inspect import Report, inspect, judged_by
from roundbook.ledger.errors import Trouble
from roundbook.ledger.events.catalogue import ResultCorrected, ResultReported
from roundbook.ledger.people.book import Book
from roundbook.ledger.people.public_names import public_names
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry, each_event, entries_of
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, MatchId, PlayerId
from roundbook.ledger.text import has_extension
from roundbook.projections.history.overview import Overview, overview
from roundbook.projections.history.requests import Request, requests
from roundbook.projections.season.placings import AskedFor, Placing, PlayedMatch, ShelfEvent, What
from roundbook.projections.standings.standings import Standing, standings


class Reading(NamedTuple):
    """An event with its lines for the index."""

    event: ShelfEvent
    placings: tuple[Placing, ...] = ()
    matches: tuple[PlayedMatch, ...] = ()


def read_event(shelf: Shelf, event: str) -> Reading:
    """Verify and read an event; if it cannot be read, its line says why."""
    if not isinstance(shelf, Path):
        return _in_database(shelf, event, event)
    if is_address(event):
        return _at_address(event)
    path = shelf / event
    what: What = "ledger" if path.is_dir() else "archive" if is_archive(path) else "file"
    try:
        if what == "file":
            return _of_file(path, event)
        return _of_ledger(path, event) if what == "ledger" else _of_archive(path, event)
    except Trouble as trouble:
        said = trouble.message
    except OSError as error:
        said = of_the_system(error).message
    return Reading(ShelfEvent(event=event, what=what, trouble=said.replace(f"{path}", event)))


def _at_address(event: str) -> Reading:
    try:
        there = elsewhere(event)
        if there.only is not None:
            return _in_database(there, there.only, event)
        there.looks()
    except Trouble as trouble:
        said = trouble.message
    else:
        said = "the database was unavailable for a moment."
    return Reading(ShelfEvent(event=event, what="ledger", trouble=said))


def _in_database(shelf: Elsewhere, name: str, event: str) -> Reading:
    try:
        with shelf.opened(name) as place:
            return _of_ledger(place, event)
    except Trouble as trouble:
        return Reading(ShelfEvent(event=event, what="ledger", trouble=trouble.message))


def _of_ledger(folder: Anywhere, event: str) -> Reading:
    report = inspect(folder)
    if report.wrong:
        return _unreliable(event, "ledger", report)
    entries = [*entries_of(store(folder).survey().lines)]
    rules, book = judged_by(folder, entries), book_or_none(folder, [])
    return _told(event, "ledger", report, entries, rules, book)


def _of_archive(file: Path, event: str) -> Reading:
    # A parcel is a zip as well, and as an archive it would be a damaged one.
    if inside := _parcel(file):
        return Reading(
            ShelfEvent(
                event=event,
                what="parcel",
                title=f"{counted(inside, 'event')} handed over as one file",
                level="parcel",
            )
        )
    report = inspect_archive(file)
    if report.wrong:
        return _unreliable(event, "archive", report)
    members = read_archive(file)
    what = recorded(members)
    entries = [*entries_of(what.lines)]
    with TemporaryDirectory() as away:
        folder = Path(away)
        lay({each: members[each] for each in members if each in what.files()}, folder)
        rules, book = judged_by(folder, entries), book_or_none(folder, [])
    return _told(event, "archive", report, entries, rules, book)


def _parcel(file: Path) -> int:
    """Return how many archives a file contains that were handed over as one; 0 for other files."""
    try:
        with ZipFile(file) as parcel:
            names = parcel.namelist()
    except (BadZipFile, ValueError):
        return 0
    return len(names) if all(has_extension(name, *ARCHIVES) for name in names) else 0


def _unreliable(event: str, what: What, report: Report) -> Reading:
    return Reading(ShelfEvent(event=event, what=what, trouble=report.wrong))


def _told(
    event: str,
    what: What,
    report: Report,
    entries: Sequence[Entry],
    rules: Ruleset | None,
    book: Book,
) -> Reading:
    t = Tournament.replay(entries)
    known = overview(t, rules) if rules else None
    if known is None or rules is None or t.opened is None:
        return Reading(
            ShelfEvent(event=event, what=what, trouble="the tournament has not been opened yet.")
        )
    broken = f", {counted(report.broken, 'violation')}" if report.broken else ""
    about = ShelfEvent(
        event=event,
        what=what,
        same=known.tournament,
        told=t.opened.told.sha256 if t.opened.told else "",
        title=known.name,
        start=str(known.start),
        end=str(known.end) if known.end else None,
        state=known.state,
        players=known.players,
        entries=len(entries),
        keep_until=str(known.keep_until) if known.keep_until else None,
        requests_open=known.requests_open,
        requests=tuple(_asked_for(one) for one in requests(entries)),
        erased=known.erased,
        named=len(book.players),
        gone=tuple(player for player in t.players if player in t.erased),
        edition=t.opened.edition,
        level=f"{report.verdict.level.value}{broken}",
        verified=report.verdict.sentence,
    )
    placed = standings(t, rules) if known.state == "closed" else ()
    return Reading(
        about,
        tuple(_placings(about, known, t, placed, book)),
        tuple(_matches(event, t, _entries_of_results(entries))),
    )


def _asked_for(one: Request) -> AskedFor:
    told = AskedFor(number=one.number, at=one.at, source=one.source, reference=one.reference)
    by = one.answer
    if by is None:
        return told
    return replace(told, answered=by.at, seq=by.seq, sha256=by.sha256, size=by.size)


def _placings(
    about: ShelfEvent,
    known: Overview,
    t: Tournament,
    placed: Sequence[Standing],
    book: Book,
) -> Iterator[Placing]:
    """Yield the line of every player, with the name as the event shows it."""
    shown, sizes = public_names(book, t), Counter(line.division for line in placed)
    for line in placed:
        own = book.players.get(line.player)
        public = shown.players.get(line.player)
        yield Placing(
            event=about.event,
            title=known.name,
            day=known.end or known.start,
            player=line.player,
            person=own.person.id if own else "",
            shown=public.person.name if public else "",
            division=line.division,
            place=line.place,
            players=sizes[line.division],
            wins=line.wins,
            losses=line.losses,
            ties=line.ties,
            match_points=line.match_points,
        )


def _entries_of_results(entries: Sequence[Entry]) -> dict[MatchId, int]:
    return {
        event.match: entry.seq
        for entry, event in each_event(entries)
        if isinstance(event, (ResultReported, ResultCorrected))
    }


def _matches(event: str, t: Tournament, entries: dict[MatchId, int]) -> Iterator[PlayedMatch]:
    for match, result in t.results.items():
        pair = t.matches.get(match)
        if pair:
            yield PlayedMatch(
                event=event,
                match=str(match),
                first=pair.first,
                second=pair.second,
                verdict=result.verdict,
                entry=entries.get(match),
            )


# A file from another program: its places are its own, and nothing in it is proved.


def _of_file(file: Path, event: str) -> Reading:
    telling = telling_of(event, read_whole(file), None)
    telling.refuse_without_rounds("index")
    happened, book = told_events(telling)
    t, found = compared(telling, happened)
    known = overview(t, load(telling.edition))
    assert known is not None, "a file begins with its opening"
    official = telling.official().places
    about = ShelfEvent(
        event=event,
        what="file",
        same=telling.sha256,
        title=telling.event,
        start=str(telling.start) if telling.start else None,
        end=str(telling.start) if telling.start else None,
        state="closed" if official else known.state,
        players=known.players,
        named=known.players,
        edition=telling.edition,
        level="not proved",
        verified=f"A file from another program: {counted(len(found.differences), 'difference')}.",
    )
    places = {player: place for rows in official.values() for player, place in rows}
    lists = {player: age for age, rows in official.items() for player, _ in rows}
    lines = list(_as_listed(standings(t, telling.rules), places, lists))
    placings = _placings(about, known, t, lines, book)
    return Reading(
        about,
        tuple(replace(one, day=telling.start) for one in placings),
        tuple(_matches(event, t, {})),
    )


def _as_listed(
    lines: Sequence[Standing],
    places: dict[PlayerId, int],
    lists: dict[PlayerId, Division],
) -> Iterator[Standing]:
    """Yield our lines with the places and divisions of the file's lists."""
    for line in lines:
        if line.player in places:
            division = lists[line.player]
            # A list of all ages does not say the division, so ours stays.
            own = line.division if division is Division.OPEN else division
            yield replace(line, place=places[line.player], division=own)
