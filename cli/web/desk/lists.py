"""A list of players or results as a file: judged first, then taken in as it was judged."""

import base64
import binascii
import tempfile
from pathlib import Path

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.acting import Said
from cli.acting import act as given
from cli.at_hand import Manner
from cli.web.acts import through
from cli.web.desk.acting import sorry_of
from cli.web.desk.frames import desk_frame, shown
from cli.web.guard import TurnedAwayError, form_and_file_of, seated
from cli.web.permits import MAY
from cli.web.showing import house_of, missing, within
from cli.wiring import Venue

LISTS = {"players": "register", "results": "report"}
"""What a list can hold, and the verb that takes it in."""

SUFFIXES = (".csv", ".txt", ".tsv", ".xlsx")
LARGEST = 900_000


async def offered(request: Request) -> Response:
    """Show where a list is chosen."""
    return await _page(request, None)


async def brought(request: Request) -> Response:
    """Judge the list that was chosen, or take in the one that was judged."""
    verb = _verb(request)
    session = seated(request, frozenset(seat for seat, verbs in MAY.items() if verb in verbs))
    fields, file = await form_and_file_of(request, session)
    house = house_of(request)
    if house is None:
        return missing(request)
    name, data = file or _judged_before(fields)
    if not data or len(data) > LARGEST:
        wrong = nothing(name) if not data else f"a list has at most {LARGEST:,} bytes."
        return await _page(request, Said(misuse=wrong))
    first = file is not None
    fields = {**fields, "dry-run": "yes" if first else ""}

    def taking(here: Venue, manner: Manner) -> Said:
        with tempfile.TemporaryDirectory(prefix="roundbook-") as folder:
            path = Path(folder) / f"list{_suffix(name)}"
            path.write_bytes(data)
            return without(given(here, manner, verb, [str(path)], files=True), str(path), name)

    said = await through(request, verb, taking, fields=fields)
    packed = base64.b64encode(data).decode() if first and said.done else ""
    return await _page(request, said, name=name, packed=packed)


def without(said: Said, path: str, name: str) -> Said:
    """Return what was said with the name of the file as the visitor knows it."""

    def ours(text: str) -> str:
        return text.replace(path, name)

    if said.trouble is not None:
        said.trouble.message = ours(said.trouble.message)
        said.trouble.others = tuple(map(ours, said.trouble.others))
    return replace(
        said,
        lines=tuple(map(ours, said.lines)),
        notes=tuple(map(ours, said.notes)),
        misuse=None if said.misuse is None else ours(said.misuse),
    )


def nothing(name: str) -> str:
    """Return what is said where nothing came."""
    return f"{name} is empty." if name else "choose a file."


def _judged_before(fields: dict[str, str]) -> tuple[str, bytes]:
    """Return the list that was judged a moment ago, as the form brings it back."""
    try:
        return fields.get("name", ""), base64.b64decode(fields.get("packed", ""), validate=True)
    except (binascii.Error, ValueError):
        return "", b""


def _suffix(name: str) -> str:
    """Return the ending by which the kind of a list is known; a list is CSV otherwise."""
    found = next((each for each in SUFFIXES if name.lower().endswith(each)), ".csv")
    return ".xlsx" if found == ".xlsx" else ".csv"


def _verb(request: Request) -> str:
    verb = LISTS.get(str(request.path_params["kind"]))
    if verb is None:
        raise TurnedAwayError("There is no such list.", status=404)
    return verb


async def _page(
    request: Request, said: Said | None, *, name: str = "", packed: str = ""
) -> Response:
    verb = _verb(request)
    session = seated(request, frozenset(seat for seat, verbs in MAY.items() if verb in verbs))
    house = house_of(request)
    if house is None:
        return missing(request)
    frame = await within(house, lambda here: desk_frame(request, session, here))
    return shown(
        request,
        "list.html",
        status=200 if said is None or said.done else 422,
        frame=frame,
        kind=request.path_params["kind"],
        name=name,
        packed=packed,
        said=said,
        sorry=sorry_of(said),
    )


ROUTES = (
    Route("/t/{slug}/desk/lists/{kind}", offered, methods=["GET"]),
    Route("/t/{slug}/desk/lists/{kind}", brought, methods=["POST"]),
)
