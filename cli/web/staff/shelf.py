"""The pages of the shelf: all events with what is due, a player's history, season points, a search.

The index is brought up to date next to the answers, one event after the other, so that no page
waits for it: a page shows what has been read so far, and says how much is still to come.
"""

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click
import msgspec
from msgspec import to_builtins
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.places.shelf import Shelf, rules_beside
from roundbook.cli.session.errors import hint_of
from roundbook.cli.session.named_files import read_whole
from roundbook.cli.session.output import safe_json
from roundbook.cli.session.venue import today
from roundbook.cli.shelf import questions
from roundbook.cli.shelf.index import bring_up_to_date, opened
from roundbook.cli.web.access.guard import seated
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.public.players import PAGE
from roundbook.cli.web.server.page_cache import answer, finished
from roundbook.cli.web.server.page_routes import asked, private
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.server.tournaments import TournamentFolder, tournaments_of
from roundbook.cli.web.staff.page_frame import answering
from roundbook.ledger.errors import Refused, Trouble
from roundbook.projections.reports.cells import csv_bytes
from roundbook.projections.season.points import Line, PointsRule, in_words, moved

if TYPE_CHECKING:
    import sqlite3

SEATS = frozenset({AccessRole.ORGANISER})

PATIENCE = 2.0
"""How many seconds a page waits while changed events are read; few change in a day."""

A_PAGE = 100
"""The number of lines on a page of a table."""

Found = TypeVar("Found")


class Progress(NamedTuple):
    """How many events have been read of those that were new or had changed."""

    done: int
    of: int


class ShelfReader:
    """Brings the index of the served shelf up to date in a thread, one run at a time."""

    def __init__(self, shelf: Shelf) -> None:
        """Remember the shelf; nothing is read before a page is asked for."""
        self.shelf = shelf
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._progress = Progress(0, 0)
        self._trouble: Trouble | None = None

    def renewed(self, patience: float = PATIENCE) -> Progress | None:
        """Start a run, or wait for the one under way; return how far it is, None at its end.

        Raises Trouble if the index cannot be written, or the database cannot be reached.
        """
        with self._lock:
            if self._thread is None:
                self._progress, self._trouble = Progress(0, 0), None
                self._thread = threading.Thread(target=self._run, name="shelf", daemon=True)
                self._thread.start()
            thread = self._thread
        thread.join(patience)
        if thread.is_alive():
            return self._progress
        with self._lock:
            if self._thread is thread:
                self._thread = None
        if self._trouble:
            raise self._trouble
        return None

    def _run(self) -> None:
        try:
            with opened(self.shelf) as index:
                bring_up_to_date(index, self.shelf, watch=self._seen)
        except Trouble as trouble:
            self._trouble = trouble

    def _seen(self, done: int, of: int) -> None:
        self._progress = Progress(done, of)


def _rule(rules: Mapping[str, Path], name: str) -> PointsRule | None:
    """Return a rule by its name; None if none was chosen. Raises Unreadable, Refused."""
    if not name:
        return None
    if name not in rules:
        raise Refused(f"there is no season-points rule {name[:60]} in the events folder.")
    return questions.rule_in(read_whole(rules[name]), name)


def reader_of(request: Request) -> ShelfReader:
    """Return what reads the served shelf. Raise TurnedAwayError if only one event is served."""
    every: TournamentFolder = tournaments_of(request)
    if every.only is not None:
        raise TurnedAwayError(
            "Only one tournament is served here: to see many, serve a folder of tournaments."
        )
    state = request.app.state
    if not hasattr(state, "events_read"):
        state.events_read = ShelfReader(every.places.shelf)
    reader: ShelfReader = state.events_read
    return reader


def _desks(every: TournamentFolder, shelf: Shelf) -> dict[str, str]:
    """Return the names in addresses of the events that are served, by their names on the shelf."""
    return {
        place.relative_to(shelf).as_posix()
        if isinstance(place, Path) and isinstance(shelf, Path)
        else place.name: slug
        for slug, place in every.folders.items()
    }


class Answer(NamedTuple):
    """What a page shows, for programs: as a value, and as rows."""

    data: msgspec.Struct
    rows: Sequence[dict[str, Any]]


class PageValues:
    """What a page shows: the values of its template, and how many events are still to be read."""

    def __init__(self) -> None:
        """Begin with nothing to show."""
        self.to_come: Progress | None = None
        self.values: dict[str, object] = dict.fromkeys(
            (
                *("events", "due", "history", "rules", "table", "why", "moves", "found"),
                *("people", "day", "ledgers", "handed", "handed_name"),
            )
        )


class Looked(NamedTuple):
    """What a page is made of: the index, the shelf, the words asked, and the values to fill in."""

    kept: "sqlite3.Connection"
    shelf: Shelf
    words: Mapping[str, str]
    values: dict[str, object]


Look = Callable[[Looked], Answer | None]


def said_of(trouble: Trouble | click.UsageError) -> str:
    """Return a refusal and what to do as a page of the shelf says them."""
    if isinstance(trouble, click.UsageError):
        return trouble.message
    return f"{trouble.message} {hint_of(trouble) or ''}".strip()


async def answered(
    request: Request, template: str, words: Sequence[str], look: Look, *, wrong: str = ""
) -> Response:
    """Return a page, or the same as JSON or CSV; a refusal is on the page, also one from before."""
    session = seated(request, SEATS)
    reader = await asyncio.to_thread(reader_of, request)
    asks = asked(request, ("as", "page", *words))

    page = PageValues()

    def looked() -> Answer | None:
        page.to_come = reader.renewed()
        with opened(reader.shelf) as index:
            return look(Looked(index, reader.shelf, asks.words, page.values))

    found = None
    try:
        found = await asyncio.to_thread(looked)
    except Trouble as trouble:
        wrong = wrong or said_of(trouble)
    form, number = asks.word("as"), asks.word("page")
    if form in _FORMS and found is not None:
        kind, made = _FORMS[form]
        return answer(request, finished(made(found), kind=kind), cache="no-store")

    async def show(now: Request) -> Response:
        return await private(
            now,
            f"desk/{template}",
            status=422 if wrong else 200,
            session=session,
            here=request.url.path,
            desks=_desks(tournaments_of(request), reader.shelf),
            to_come=page.to_come,
            wrong=wrong,
            asks={name: asks.word(name) for name in words},
            number=int(number) if PAGE.fullmatch(number) else 1,
            a_page=A_PAGE,
            has_rows=found is not None and bool(found.rows),
            **page.values,
        )

    return await answering(request, session, show)


_FORMS: dict[str, tuple[str, Callable[[Answer], bytes]]] = {
    "json": (
        "application/json",
        lambda one: msgspec.json.format(safe_json(one.data), indent=2).encode(),
    ),
    "csv": ("text/csv; charset=utf-8", lambda one: csv_bytes(one.rows, marked=True)),
}


async def events(request: Request) -> Response:
    """Show all events, the latest first, and what is due at them."""

    def look(at: Looked) -> Answer:
        found = questions.listed(at.kept, today())
        at.values["events"] = found
        at.values["due"] = questions.due(at.kept, at.shelf, today())
        said = questions.ShelfAnswer(day=today(), read=0, events=found)
        return Answer(said, [questions.event_cells(one) for one in found])

    return await answered(request, "shelf.html", (), look)


async def player(request: Request) -> Response:
    """Show a player's events, places and records, and the record against each opponent."""

    def look(at: Looked) -> Answer | None:
        if not (who := at.words.get("who", "")):
            return None
        at.values["history"] = found = questions.history(at.kept, who)
        return Answer(found, [to_builtins(one) for one in found.placings])

    return await answered(request, "shelf_player.html", ("who",), look)


async def points(request: Request) -> Response:
    """Show the season's table under a rule, and why a total is what it is, or a place has moved."""

    def look(at: Looked) -> Answer | None:
        rules, who = rules_beside(at.shelf), at.words.get("explain", "")
        at.values["rules"] = tuple(rules)
        now, then = (_rule(rules, at.words.get(name, "")) for name in ("rule", "before"))
        if now is None:
            return None
        table, old = questions.table(at.kept, now, then)
        at.values["table"] = table
        own = questions.of_player(table.lines, who) if who else []
        at.values["why"] = [line for one in own for line in in_words(one)]
        at.values["moves"] = _moves(old, table, who) if then else None
        return Answer(table, [questions.line_cells(one) for one in table.lines])

    return await answered(request, "shelf_points.html", ("rule", "before", "explain"), look)


def _moves(old: Sequence[Line], table: questions.SeasonTable, who: str) -> list[Sequence[str]]:
    """Return why places differ from those under an earlier rule, person by person."""
    pairs = questions.moved_pairs(old, table.lines)
    return [
        moved(then, now)
        for then, now in pairs
        if not who or questions.of_player([one for one in (then, now) if one], who)
    ]


async def find(request: Request) -> Response:
    """Show the events and people whose name, path or Player ID contains a text."""

    def look(at: Looked) -> Answer | None:
        if not (text := at.words.get("text", "")):
            return None
        at.values["found"] = found = questions.found_in(at.kept, text)
        return Answer(found, questions.found_cells(found))

    return await answered(request, "shelf_find.html", ("text",), look)


ROUTES = (
    Route("/desk/shelf", events, methods=["GET"]),
    Route("/desk/shelf/player", player, methods=["GET"]),
    Route("/desk/shelf/points", points, methods=["GET"]),
    Route("/desk/shelf/find", find, methods=["GET"]),
)
