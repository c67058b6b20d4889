"""The page of the tournaments at which staff work; for the organiser, with forms for a new one."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from roundbook.cli.acts.opening import Opened
from roundbook.cli.acts.people import arrival_at
from roundbook.cli.acts.registration import register_list
from roundbook.cli.answers.answer import answer
from roundbook.cli.args.types import DATE
from roundbook.cli.forms.form import HandedFile
from roundbook.cli.forms.opening import OPEN
from roundbook.cli.places.layout import ARCHIVES
from roundbook.cli.session.errors import stopped
from roundbook.cli.session.venue import CommandOptions, new_id, rehearsal, venue
from roundbook.cli.session.write import Outcome, WriteContext, at_open_venue
from roundbook.cli.web.access.guard import form_and_file_of, seated
from roundbook.cli.web.access.guard import form_of as fields_of
from roundbook.cli.web.access.permissions import AccessRole, invites
from roundbook.cli.web.access.sessions import Session
from roundbook.cli.web.access.signin import desk_of
from roundbook.cli.web.permitted import manner_of
from roundbook.cli.web.public.players import PAGE
from roundbook.cli.web.server.listing import ListPage, listing_of
from roundbook.cli.web.server.page_routes import asked, private
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.server.tournaments import (
    ServedTournament,
    TournamentFolder,
    first_entry,
    tournaments_of,
)
from roundbook.cli.web.staff.hints import capital, on_page
from roundbook.cli.web.staff.lists import judged_before
from roundbook.cli.web.staff.page_frame import answering, lead_to
from roundbook.cli.web.staff.saves import FoundSave, found_save, read_if_save, tournaments_with
from roundbook.ledger.archive_file import GZIP
from roundbook.ledger.errors import Do, Hint, Misuse, Trouble, Unreadable, warning
from roundbook.ledger.people.book import Book, Person
from roundbook.ledger.terms import Division
from roundbook.ledger.text import has_extension, sentence
from roundbook.projections.history.overview import Overview, overview
from roundbook.projections.reports.public_view import slug_of

STAFF = frozenset(AccessRole) - {AccessRole.PLAYER}
SEATS = frozenset({AccessRole.ORGANISER})
TAKE_FILES = frozenset({"import", "open-archive", "register"})
"""The commands for which this page has one form, which takes a file of each kind."""

CLOSED = "closed"
"""The state of a tournament that is over, in its overview."""


SENT_TWICE = Outcome(
    lines=(
        warning(
            "The form was sent twice, and opened one tournament: this one. To open another, load "
            "the page of the tournaments again."
        ),
    )
)
"""The answer to a form that is sent again, such as after going back."""


class FolderTournament(NamedTuple):
    """A served tournament: the address of the visitor's page there, and its overview."""

    slug: str
    goes: str
    overview: Overview | None


class Shelf(NamedTuple):
    """One page of the list: its tournaments, its number, the search `find`, and the page count."""

    tournaments: tuple[FolderTournament, ...]
    page: ListPage
    find: str
    of_all: int


async def tournaments(request: Request) -> Response:
    """Show the tournaments; redirect staff to their own, or the only one that is not over."""
    session = seated(request, STAFF, anywhere=True)
    if session.tournament is not None:
        return RedirectResponse(desk_of(session, session.tournament), 303)
    shelf = await _every(request, session)
    running = [one for one in shelf.tournaments if one.overview and one.overview.state != CLOSED]
    is_one = len(running) == 1 and len(shelf.tournaments) == shelf.of_all
    if session.seat not in SEATS and is_one and "all" not in request.query_params:
        return RedirectResponse(running[0].goes, 303)
    return await _page(request, session, {}, [], shelf)


async def opened(request: Request) -> Response:
    """Open a tournament, and redirect to its desk."""
    session = seated(request, SEATS)
    fields = await fields_of(request, session)
    every = tournaments_of(request)
    if every.only is not None:
        raise TurnedAwayError(
            "Only one tournament is served here: to open another, serve a folder of tournaments."
        )
    if before := await asyncio.to_thread(_opened_by, every, manner_of(session, fields).cmd):
        goes = f"/t/{before}/desk/players"
        return lead_to(request, session, fields.get("cmd", ""), SENT_TWICE, goes)
    slug, remark, wrong = await asyncio.to_thread(_open, every, session, fields)
    if wrong:
        return await _page(request, session, fields, wrong)
    await asyncio.to_thread(every.look_now)
    number, cmd = fields.get("sanction", "").strip(), fields.get("cmd", "")
    if not number:
        return RedirectResponse(f"/t/{slug}/desk/players", 303)
    said = (f"The tournament was opened with the sanction number {number}.", *remark)
    return lead_to(request, session, cmd, Outcome(lines=said), f"/t/{slug}/desk/players")


def _open(
    every: TournamentFolder, session: Session, fields: dict[str, str]
) -> tuple[str, list[str], list[str]]:
    """Return the name in addresses of the tournament opened, or the reasons why it was not.

    Between them is what to know about its rules, if anything.
    """
    title = fields.get("title", "").strip()
    if not title:
        return "", [], ["a tournament needs a name."]
    manner = replace(manner_of(session, fields), dry_run=False)
    try:
        folder = every.places.new(slug_of(title))
        ctx = WriteContext(venue=rehearsal(folder, Book(), manner.operator), manner=manner)
        done = OPEN.give(ctx, fields)
    except Misuse as wrong:
        return "", [], [wrong.message]
    except Trouble as trouble:
        return "", [], _why(trouble)
    assert isinstance(done, Opened)
    return folder.name, [f"{done.remark}."] if done.remark else [], []


def _why(trouble: Trouble) -> list[str]:
    """Return the sentences of a refusal, as a page says them, before there is a tournament."""
    return [on_page(_here(line)).text for line in stopped(trouble, None, on_page=True)]


def _here(line: str | Hint) -> str | Hint:
    """Name the form of this page in a hint, instead of a command that takes a file."""
    if isinstance(line, str):
        return line
    parts = (
        "“Import a file”" if isinstance(one, Do) and one.verb in TAKE_FILES else one
        for one in line.parts
    )
    return Hint(line.text, tuple(parts))


async def brought(request: Request) -> Response:
    """Make a tournament from the uploaded file, and redirect to its desk."""
    session = seated(request, SEATS)
    fields, sent = await form_and_file_of(request, session)
    every = tournaments_of(request)
    if every.only is not None:
        raise TurnedAwayError(
            "Only one tournament is served here: to open another, serve a folder of tournaments."
        )
    file = HandedFile(*(sent or judged_before(fields)))
    if file.wrong:
        return await _page(request, session, fields, [file.wrong])
    if later := await _later(every, session, fields, file):
        return await _page(request, session, fields, [], later=later)
    made = await asyncio.to_thread(_bring, every, session, fields, file)
    if made.wrong:
        return await _page(request, session, fields, [*made.wrong])
    await asyncio.to_thread(every.look_now)
    if made.said is None:
        return RedirectResponse(made.goes, 303)
    return lead_to(request, session, fields.get("cmd", ""), made.said, made.goes)


class Brought(NamedTuple):
    """The address of the tournament made from a file, or the reasons why it was not.

    `said` is what people should know about how the file was read; the page of the players shows it.
    """

    goes: str = ""
    wrong: Sequence[str] = ()
    said: Outcome | None = None


async def _later(
    every: TournamentFolder, session: Session, fields: dict[str, str], file: HandedFile
) -> list[FoundSave]:
    """Return the changes that a save would make to the tournaments to which it belongs.

    Empty if this form was sent twice, or if the save is to become a new tournament anyway.
    """
    cmd = manner_of(session, fields).cmd
    if fields.get("apart") or await asyncio.to_thread(_opened_by, every, cmd):
        return []
    found = list[FoundSave]()
    save = await asyncio.to_thread(read_if_save, file)
    if save is None:
        return []
    for slug in await asyncio.to_thread(tournaments_with, every, save):
        with suppress(Trouble):  # The list above shows a tournament that cannot be read.
            found.append(await found_save(every, slug, save))
    return found


def _bring(
    every: TournamentFolder, session: Session, fields: dict[str, str], file: HandedFile
) -> Brought:
    """Make a tournament from a file.

    A save of TOM and published results are imported, an archive is unpacked, and a list of players
    opens a tournament in which they are registered.
    """
    manner = manner_of(session, fields)
    if before := _opened_by(every, manner.cmd):
        return Brought(f"/t/{before}/desk/players", said=SENT_TWICE)
    try:
        if has_extension(file.name, *ARCHIVES) and file.data[:2] in {b"PK", GZIP}:
            return Brought(desk_of(session, _laid_out(every, file)))
        if _names_players(file):
            slug, said = _begun_with(every, file, fields, replace(manner, dry_run=False))
            return Brought(f"/t/{slug}/desk/players", said=said)
        slug, warnings = _imported(every, file, fields, manner)
        if warnings:
            lines = tuple(warning(sentence(one.removeprefix("warning: "))) for one in warnings)
            return Brought(f"/t/{slug}/desk/players", said=Outcome(lines=lines))
        return Brought(desk_of(session, slug))
    except click.UsageError as wrong:
        return Brought(wrong=[wrong.message])
    except Trouble as trouble:
        return Brought(wrong=_why(trouble))


def _names_players(file: HandedFile) -> bool:
    """Tell whether a file is a list of players without results."""
    from roundbook.ledger.importers.published.spreadsheets import (
        ListOfPlayersError,
        is_table,
        read_table,
    )

    if is_table(file.data, Path(file.name).suffix.lower()):
        try:
            read_table(file.data, file.name)
        except ListOfPlayersError:
            return True
        except Unreadable:  # The import itself reports what is wrong with the file.
            return False
    return False


def _begun_with(
    every: TournamentFolder, file: HandedFile, fields: dict[str, str], manner: CommandOptions
) -> tuple[str, Outcome]:
    """Return the tournament that was opened with the players of a list, and how it was read.

    Every line is checked before anything is written.
    """
    from roundbook.ledger.importers.lists import roster

    title = file.name.rpartition(".")[0].strip() or "Tournament"
    folder, asked = every.places.new(slug_of(title)), {**fields, "title": title}
    ctx = WriteContext(venue=rehearsal(folder, Book(), manner.operator), manner=manner)
    trial = WriteContext(venue=ctx.venue, manner=replace(manner, dry_run=True))
    opened = OPEN.give(trial, asked)
    assert isinstance(opened, Opened)
    then = trial.after(opened.entries)

    def judge(person: Person, division: Division | None) -> None:
        try:
            arrival_at(then, opened.rules, person, division)
        except Misuse as wrong:
            raise ValueError(wrong.message) from None

    roster.read(file.data, file.name, judge)
    OPEN.give(ctx, asked)
    players = replace(manner, cmd=f"{manner.cmd}/players" if manner.cmd else None)
    here = at_open_venue(venue(folder, manner.operator), players)
    facts = register_list(here, file.data, file.name)
    notes = tuple(here.venue.notices)
    return folder.name, Outcome(facts=facts, lines=answer(here, facts), notes=notes)


def _imported(
    every: TournamentFolder, file: HandedFile, fields: dict[str, str], manner: CommandOptions
) -> tuple[str, Sequence[str]]:
    """Return the tournament made from a save or published results, and warnings about the file."""
    from roundbook.cli.tom.importing import import_file  # Loaded only for files.
    from roundbook.cli.tom.organiser_file import telling_of

    day = DATE.convert(fields["start"], None, None) if fields.get("start") else None
    telling = telling_of(file.name, file.data, None, day)
    telling.refuse_without_rounds()
    if telling.start is None:
        msg = f"{file.name} does not give the date of the event; fill in the first day."
        raise Unreadable(msg)
    folder = every.places.new(slug_of(telling.event or file.name.partition(".")[0]))
    done = import_file(telling, folder, manner.operator, cmd=manner.cmd, dry_run=False)
    return folder.name, (*telling.warnings, *done.notices)


def _laid_out(every: TournamentFolder, file: HandedFile) -> str:
    """Return the name of the tournament that was made from an archive."""
    from roundbook.cli.places.hosted import copy
    from roundbook.cli.places.opened_archive import lay, name_in, sound_members

    folder = every.places.new(slug_of(name_in(file.name)))
    members = sound_members(file.data, file.name)
    if isinstance(folder, Path):
        lay(members, folder)
    else:
        with TemporaryDirectory(prefix="roundbook-") as away:
            lay(members, Path(away, folder.name))
            copy(Path(away, folder.name), folder)
    return folder.name


def _opened_by(every: TournamentFolder, cmd: str | None) -> str:
    """Return the tournament that this form has already opened, if it is sent again."""
    every.look_now()
    for slug, folder in every.folders.items():
        with suppress(Trouble):
            if cmd and first_entry(folder).cmd == cmd:
                return slug
    return ""


async def _page(
    request: Request,
    session: Session,
    filled: dict[str, str],
    wrong: list[str],
    shelf: Shelf | None = None,
    later: Sequence[FoundSave] = (),
) -> Response:
    async def show(now: Request) -> Response:
        return await private(
            now,
            "desk/tournaments.html",
            status=422 if wrong or any(one.later.wrong for one in later) else 200,
            later=later,
            session=session,
            cmd=new_id(),
            shelf=shelf or await _every(now, session),
            invites=bool(invites(session.seat)),
            can_open=session.seat in SEATS and tournaments_of(now).only is None,
            form=OPEN,
            filled={**OPEN.defaults, **filled},
            wrong=[capital(one) for one in wrong],
        )

    return await answering(request, session, show, "/desk")


async def _every(request: Request, session: Session) -> Shelf:
    """Return a page of the served tournaments, with those that are over at the end.

    Only the tournaments on that page are opened.
    """
    every, wanted = tournaments_of(request), asked(request, ("find", "page"))
    number = wanted.word("page")
    listing = await listing_of(request).now()
    page = listing.page(int(number) if PAGE.fullmatch(number) else 1, wanted.word("find"))
    found = list[FolderTournament]()
    for slug in [one.slug for one in page.lines]:
        served = every.served(slug)
        known = await served.alone(partial(_known, served)) if served else None
        found.append(FolderTournament(slug, desk_of(session, slug), known))
    found.sort(key=lambda one: bool(one.overview and one.overview.state == CLOSED))
    return Shelf(tuple(found), page, wanted.word("find"), len(listing.lines))


def _known(served: ServedTournament) -> Overview | None:
    """Return the overview of a tournament; None if it cannot be read."""
    try:
        with served.held() as here:
            return overview(here.desk.tournament, here.desk.rules)
    except Trouble:
        return None


ROUTES = (
    Route("/desk", tournaments, methods=["GET"]),
    Route("/desk", opened, methods=["POST"]),
    Route("/desk/bring", brought, methods=["POST"]),
)
