"""The pages that import a list of players or results: the file is checked, then imported."""

import base64
import binascii
from collections.abc import Mapping
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from roundbook.cli.acts.registration import register_list
from roundbook.cli.acts.results import report_all
from roundbook.cli.acts.teams import form_list
from roundbook.cli.args.slips import read_slips
from roundbook.cli.forms.form import HandedFile
from roundbook.cli.session.write import Facts, Outcome, WriteContext
from roundbook.cli.web.access.guard import form_and_file_of, seated
from roundbook.cli.web.access.permissions import who_may
from roundbook.cli.web.permitted import perform
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.staff.hints import BOXES
from roundbook.cli.web.staff.page_frame import desk_page, lead_on, told
from roundbook.ledger.importers.lists.sheet import ENCODINGS

NO_FIELDS: Mapping[str, str] = {}


class ListKind(NamedTuple):
    """A kind of list: the command that imports it, its button, its columns, and the page after."""

    verb: str
    button: str
    columns: str
    page: str


LISTS = {
    "players": ListKind(
        "register",
        "Register these players",
        "A header row such as first name, last name, player ID, birth year or division, then one "
        "player per row.",
        "players",
    ),
    "results": ListKind(
        "report",
        "Record these results",
        "A header row with match, result, and drop for players who drop, then one slip per row.",
        "rounds",
    ),
    "teams": ListKind(
        "team read",
        "Form these teams",
        "A header row with team, first and second, then one team per row. Write players by number, "
        "Player ID or name.",
        "teams",
    ),
}
"""The kinds of lists that can be imported."""


async def offered(request: Request) -> Response:
    """Show the form to choose a list."""
    session = seated(request, who_may(_kind(request).verb))
    return await _page(request, told(request, session, Outcome))


async def brought(request: Request) -> Response:
    """Check the list that was chosen, or import the one that was checked."""
    verb = _kind(request).verb
    session = seated(request, who_may(verb))
    fields, file = await form_and_file_of(request, session)
    name, data = file or judged_before(fields)
    came = HandedFile(name, data)
    if came.wrong:
        return await _page(request, Outcome(misuse=came.wrong))
    encoding = next((one for one in ENCODINGS if one == fields.get("encoding")), None)
    first = file is not None
    fields = {**fields, "dry-run": "yes" if first else ""}

    def take(ctx: WriteContext) -> Facts:
        if verb == "team read":
            return form_list(ctx, data, name, encoding)
        if verb == "register":
            skipped = bool(fields.get("skip_known"))
            return register_list(ctx, data, name, skip_known=skipped, encoding=encoding)
        slips = read_slips(data, name, ctx.tournament, ctx.book, encoding=encoding)
        return report_all(ctx, slips)

    said = await perform(request, verb, take, fields=fields)
    if said.done and not first:
        return lead_on(request, session, fields.get("cmd", ""), said)
    packed = base64.b64encode(data).decode() if first and said.done else ""
    return await _page(request, said, name=name, packed=packed, fields=fields)


def judged_before(fields: dict[str, str]) -> tuple[str, bytes]:
    """Return the name and content of the list just checked, which the form sends again."""
    try:
        return fields.get("name", ""), base64.b64decode(fields.get("packed", ""), validate=True)
    except (binascii.Error, ValueError):
        return "", b""


def _kind(request: Request) -> ListKind:
    kind = LISTS.get(str(request.path_params["kind"]))
    if kind is None:
        raise TurnedAwayError("There is no such list.", status=404)
    return kind


async def _page(
    request: Request,
    said: Outcome | None,
    *,
    name: str = "",
    packed: str = "",
    fields: Mapping[str, str] = NO_FIELDS,
) -> Response:
    return await desk_page(
        request,
        seated(request, who_may(_kind(request).verb)),
        "list.html",
        said=said,
        kind=request.path_params["kind"],
        list=_kind(request),
        name=name,
        packed=packed,
        skip_known=fields.get("skip_known", ""),
        skips=BOXES["skip-known"],
        encoding=fields.get("encoding", ""),
        encodings=ENCODINGS,
    )


ROUTES = (
    Route("/t/{slug}/desk/lists/{kind}", offered, methods=["GET"]),
    Route("/t/{slug}/desk/lists/{kind}", brought, methods=["POST"]),
)
