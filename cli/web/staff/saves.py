"""The pages that import a later save of TOM: its changes are shown, then recorded."""

import asyncio
import base64
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.forms.form import HandedFile
from roundbook.cli.places.sources import began_with_save
from roundbook.cli.session.errors import said_on_page
from roundbook.cli.session.venue import Venue
from roundbook.cli.web.access.guard import form_and_file_of, seated
from roundbook.cli.web.access.permissions import who_may
from roundbook.cli.web.permitted import manner_of
from roundbook.cli.web.server.page_routes import served_of, within
from roundbook.cli.web.server.tournaments import TournamentFolder, first_entry
from roundbook.cli.web.staff.hints import capital
from roundbook.cli.web.staff.lists import judged_before
from roundbook.cli.web.staff.page_frame import desk_page
from roundbook.ledger.errors import Trouble
from roundbook.ledger.events.catalogue import TournamentOpened
from roundbook.ledger.phrases import counted

if TYPE_CHECKING:
    from roundbook.cli.tom.follow import LaterSave
    from roundbook.cli.tom.save_order import Save

SEATS = who_may("import")


class FoundSave(Struct, frozen=True, kw_only=True):
    """A save of TOM as a page shows it: its tournament, its bytes, and its changes.

    `packed` are the encoded bytes, which the form sends again.
    """

    slug: str
    name: str
    packed: str
    later: "LaterSave"


async def found_save(every: TournamentFolder, slug: str, save: "Save") -> FoundSave:
    """Return the changes that a save would make to a served tournament; write nothing.

    Raise Trouble if the tournament cannot be read.
    """
    from roundbook.cli.tom.follow import weigh  # Loaded only for saves.

    found = await within(every.at(slug), partial(weigh, save=save))
    packed = base64.b64encode(save.data).decode()
    return FoundSave(slug=slug, name=save.path.name, packed=packed, later=found)


def read_if_save(file: HandedFile) -> "Save | None":
    """Return a file as a save of TOM; None for another file, and for one that cannot be read."""
    from roundbook.cli.tom.follow import save_of

    if b"<" in file.data[:8]:
        with suppress(Trouble):  # The import itself reports what is wrong with the file.
            return save_of(file.name, file.data)
    return None


def tournaments_with(every: TournamentFolder, save: "Save") -> list[str]:
    """Return the tournaments to which a save certainly belongs."""
    from roundbook.cli.tom.follow import is_of

    every.look_now()
    found = []
    for slug, folder in every.folders.items():
        with suppress(Trouble, OSError):
            events = first_entry(folder).events
            opened = next((one for one in events if isinstance(one, TournamentOpened)), None)
            if opened and began_with_save(folder, opened) and is_of(opened, save):
                found.append(slug)
    return found


async def offered(request: Request) -> Response:
    """Show the form to choose a save."""
    return await _page(request)


async def dropped(request: Request) -> Response:
    """Show the changes in a save, or record the changes that were shown."""
    session = seated(request, SEATS)
    fields, sent = await form_and_file_of(request, session)
    file, served = HandedFile(*(sent or judged_before(fields))), served_of(request)
    if file.wrong:
        return await _page(request, wrong=file.wrong)
    every = request.app.state.tournaments
    from roundbook.cli.tom.follow import save_of, take

    try:
        save = await asyncio.to_thread(save_of, file.name, file.data)
        found = await found_save(every, served.slug, save)
        if sent or found.later.wrong or found.later.is_known:
            return await _page(request, found=found, wrong=found.later.wrong)
        operator = manner_of(session, fields).operator
        record = partial(take, served.folder, save, edition=None, operator=operator)
        taken = await served.alone(record)
        if not taken.entries:  # Another desk has recorded them in the meantime.
            known = await found_save(every, served.slug, save)
            return await _page(request, found=known)
    except Trouble as trouble:
        return await _page(request, wrong=said_on_page(trouble.message, trouble))
    first, last = taken.entries[0].seq, taken.entries[-1].seq
    entries = f"entry {first}" if first == last else f"entries {first} to {last}"
    return await _page(request, found=found, recorded=f"Recorded as {entries}.")


async def _page(
    request: Request, *, found: FoundSave | None = None, wrong: str = "", recorded: str = ""
) -> Response:
    def looked(here: Venue) -> dict[str, object]:
        return {"follows": began_with_save(here.folder, here.desk.tournament.opened)}

    return await desk_page(
        request,
        seated(request, SEATS),
        "saves.html",
        looked,
        status=422 if wrong else 200,
        found=found,
        wrong=capital(wrong),
        recorded=recorded,
        counted=counted,
    )


ROUTES = (
    Route("/t/{slug}/desk/saves", offered, methods=["GET"]),
    Route("/t/{slug}/desk/saves", dropped, methods=["POST"]),
)
