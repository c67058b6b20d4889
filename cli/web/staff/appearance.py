"""The page for the look of an event: its colour, its logo, and whom to write to."""

import asyncio
from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from roundbook.cli.forms.form import HandedFile
from roundbook.cli.places.appearance import (
    LONGEST_CONTACT,
    as_contact,
    as_logo,
    keep_look,
    look_of,
)
from roundbook.cli.session.venue import Venue
from roundbook.cli.web.access.guard import form_and_file_of, seated
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.server.page_routes import served_of, within
from roundbook.cli.web.staff.hints import capital, on_page
from roundbook.cli.web.staff.page_frame import desk_page
from roundbook.ledger.errors import Misuse
from roundbook.projections.reports.public_view import ACCENTS, logo_of

SEATS = frozenset({AccessRole.ORGANISER})


async def shown(request: Request) -> Response:
    """Show the colours to choose from, the logo and the contact line."""
    seated(request, SEATS)
    return await _page(request)


async def chosen(request: Request) -> Response:
    """Keep what was chosen, or show what is wrong with it."""
    fields, sent = await form_and_file_of(request, seated(request, SEATS))
    served = served_of(request)
    try:
        changed = await _change(fields, HandedFile(*(sent or ("", b""))))
    except Misuse as wrong:
        return await _page(request, wrong, fields)

    def keep(here: Venue) -> None:
        keep_look(here.folder, replace(look_of(here.folder), **changed))

    await within(served, keep)
    return RedirectResponse(f"/t/{served.slug}/desk/look", 303)


async def _change(fields: dict[str, str], file: HandedFile) -> dict[str, object]:
    """Return the changed settings: a colour, a logo or the contact line. Raise Misuse."""
    if "contact" in fields:
        return {"contact": as_contact(fields["contact"])}
    if accent := fields.get("accent"):
        if accent not in ACCENTS:
            raise Misuse("choose one of the colours.")
        return {"accent": accent if accent != ACCENTS[0] else ""}
    if fields.get("no-logo"):
        return {"logo": b""}
    if file.wrong:
        raise Misuse(file.wrong)
    return {"logo": await asyncio.to_thread(as_logo, file.data)}


async def _page(
    request: Request, wrong: Misuse | None = None, filled: Mapping[str, str] = MappingProxyType({})
) -> Response:
    def looked(here: Venue) -> dict[str, object]:
        look = look_of(here.folder)
        logo = logo_of(look, f"/t/{served_of(request).slug}")
        contact = filled.get("contact", look.contact)
        return {"accent": look.accent or ACCENTS[0], "logo": logo, "contact": contact}

    session = seated(request, SEATS)
    sorry = [on_page(capital(wrong.message))] if wrong else []
    return await desk_page(
        request,
        session,
        "look.html",
        looked,
        status=422 if wrong else 200,
        sorry=sorry,
        accents=ACCENTS,
        longest=LONGEST_CONTACT,
    )


ROUTES = (
    Route("/t/{slug}/desk/look", shown, methods=["GET"]),
    Route("/t/{slug}/desk/look", chosen, methods=["POST"]),
)
