"""The pages of the shelf that write: the book of people, and several events handed over as one."""

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path

import click
from msgspec import to_builtins
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from roundbook.cli.args.types import DATE, WORDS
from roundbook.cli.places.known_people import end_known
from roundbook.cli.places.shelf import Shelf, index_of
from roundbook.cli.session.named_files import read_whole
from roundbook.cli.session.venue import CommandOptions, today
from roundbook.cli.shelf import questions
from roundbook.cli.shelf.handing_over import Ask, HandedOver, hand_over, refuse_unknown
from roundbook.cli.shelf.index import opened
from roundbook.cli.shelf.people import forget_person, keep_people
from roundbook.cli.web.access.guard import form_of, seated
from roundbook.cli.web.permitted import manner_of
from roundbook.cli.web.staff.shelf import SEATS, Answer, Looked, answered, reader_of, said_of
from roundbook.ledger.errors import Refused, Trouble

PEOPLE, HAND_OVER = "/desk/shelf/people", "/desk/shelf/hand-over"

FILE = re.compile(r"[a-z0-9][a-z0-9-]{0,60}\.zip")
"""The name of a file with several events: nothing that could be a path."""

GIVEN = "give "
"""How the names of the fields begin that choose an event."""


# The book of people over events.


async def people(request: Request) -> Response:
    """Show the book of people, or that there is none."""
    return await answered(request, "shelf_people.html", (), _book)


def _book(at: Looked) -> Answer:
    at.values["people"] = kept = questions.people_kept(at.shelf)
    at.values["day"] = today()
    return Answer(kept, [to_builtins(one) for one in kept.people])


async def people_changed(request: Request) -> Response:
    """Make the book, take somebody out of it, or delete it."""
    session = seated(request, SEATS)
    fields = await form_of(request, session)
    reader = await asyncio.to_thread(reader_of, request)
    try:
        await asyncio.to_thread(_change, reader.shelf, fields)
    except (Trouble, click.UsageError) as wrong:
        return await answered(request, "shelf_people.html", (), _book, wrong=said_of(wrong))
    return RedirectResponse(PEOPLE, 303)


def _change(shelf: Shelf, fields: Mapping[str, str]) -> None:
    if "end" in fields:
        end_known(shelf)
    elif "forget" in fields:
        forget_person(shelf, fields["forget"])
    else:
        until = DATE.convert(fields.get("until", ""), None, None)
        with opened(shelf) as index:
            keep_people(index, shelf, until, today())


# Several events handed over as one file.


async def handing_over(request: Request) -> Response:
    """Show the ledgers that can be handed over; send a file that was made here."""
    seated(request, SEATS)
    if name := request.query_params.get("file", ""):
        reader = await asyncio.to_thread(reader_of, request)
        return await asyncio.to_thread(_sent, reader.shelf, name)
    return await answered(request, "shelf_hand_over.html", (), _ledgers)


def _sent(shelf: Shelf, name: str) -> Response:
    file = index_of(shelf).parent / name
    if not FILE.fullmatch(name) or file.is_symlink() or not file.is_file():
        return Response("There is no such file here.", status_code=404, media_type="text/plain")
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
    }
    return Response(read_whole(file), media_type="application/zip", headers=headers)


def _ledgers(at: Looked) -> None:
    """Give the page the ledgers of the shelf; there is nothing in it for programs."""
    ledgers = questions.ledgers(at.kept)
    at.values["ledgers"] = [one for one in ledgers if one.state == "closed"]


async def handed_over(request: Request) -> Response:
    """Hand the chosen events over as one file, and show the receipts."""
    session = seated(request, SEATS)
    fields = await form_of(request, session)
    reader = await asyncio.to_thread(reader_of, request)
    manner = manner_of(session, fields)
    try:
        done = await asyncio.to_thread(_hand_over, reader.shelf, fields, manner)
    except (Trouble, click.UsageError) as wrong:
        return await answered(request, "shelf_hand_over.html", (), _ledgers, wrong=said_of(wrong))

    def shown(at: Looked) -> None:
        _ledgers(at)
        at.values["handed"], at.values["handed_name"] = done, Path(done.file).name

    return await answered(request, "shelf_hand_over.html", (), shown)


def _hand_over(shelf: Shelf, fields: Mapping[str, str], manner: CommandOptions) -> HandedOver:
    events = [value for name, value in fields.items() if name.startswith(GIVEN)]
    if not events:
        raise Refused("no event was chosen.", hint="Choose one or more.")
    name = fields.get("name", "").strip().lower()
    name = name if name.endswith(".zip") else f"{name}.zip"
    file = index_of(shelf).parent / name
    if not FILE.fullmatch(name):
        raise Refused(
            f"{name[:60]} cannot be the name of the file.",
            hint="Use letters, digits and hyphens, such as season-2026.",
        )
    if file.exists():
        raise Refused(f"there is already a file {name}.", hint="Give another name.")
    ask = Ask(
        source=WORDS.convert(fields.get("source", ""), None, None),
        reference=WORDS.convert(fields["reference"], None, None)
        if fields.get("reference", "").strip()
        else None,
        anonymous="anonymous" in fields,
    )
    with opened(shelf) as index:
        ledgers = [one.event for one in questions.ledgers(index)]
    refuse_unknown(events, ledgers)
    return hand_over(shelf, [*dict.fromkeys(events)], ask, file, manner=manner)


ROUTES = (
    Route(PEOPLE, people, methods=["GET"]),
    Route(PEOPLE, people_changed, methods=["POST"]),
    Route(HAND_OVER, handing_over, methods=["GET"]),
    Route(HAND_OVER, handed_over, methods=["POST"]),
)
