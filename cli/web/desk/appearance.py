"""The page for the look of an event: its colour and its logo."""

import asyncio
import io
from typing import TYPE_CHECKING

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from cli.desk.venue import Venue
from cli.folder.appearance import keep_look, look_of
from cli.web.access.guard import form_and_file_of, seated
from cli.web.access.permissions import AccessRole
from cli.web.desk.forms.form import HandedFile
from cli.web.desk.hints import capital, on_page
from cli.web.desk.page_frame import desk_page
from cli.web.server.page_routes import served_of, within
from ledger.errors import Misuse
from projections.reports.public_view import ACCENTS, logo_of

if TYPE_CHECKING:
    from PIL import Image

SEATS = frozenset({AccessRole.ORGANISER})

SIDE = 256
"""The longer side of a kept logo, in pixels: sharp on a projector, and a small file."""

HEAVY = 60_000
"""A logo with more bytes than this is kept in 256 colours, for phones in a full hall."""

MOST_PIXELS = 4_000
"""The maximum width and height of an uploaded picture, in pixels."""

LONGEST = 3
"""The maximum ratio of a logo's longer side to its shorter side."""


def as_logo(data: bytes) -> bytes:
    """Return a picture as the small PNG to keep: only its pixels, without any metadata.

    Raise Misuse if it is not a PNG or JPEG, or is too large or too narrow.
    """
    from PIL import Image, ImageOps  # Loaded only if there is a logo.

    wrong = "this is not a PNG or JPEG picture."
    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as brought:
            wrong = _too_large(*brought.size) or wrong  # Before any pixel is unpacked.
            picture = None if _too_large(*brought.size) else ImageOps.exif_transpose(brought)
            small = picture.convert("RGBA") if picture else None
    except Exception:  # noqa: BLE001 - A decoder raises anything for a broken picture.
        small = None
    if small is None:
        raise Misuse(wrong, field="file")
    small.thumbnail((SIDE, SIDE))
    small.info.clear()  # Metadata, such as the place and the photographer.
    kept = _png(small)
    return kept if len(kept) <= HEAVY else _png(small.quantize(256))


def _too_large(wide: int, high: int) -> str:
    """Return what is wrong with the size of a picture; empty if it can be a logo."""
    if max(wide, high) > MOST_PIXELS:
        return f"a logo can be at most {MOST_PIXELS:,} pixels wide and high."
    if max(wide, high) > LONGEST * min(wide, high):
        return (
            f"a logo can be at most {LONGEST} times as wide as it is high, or the other way round."
        )
    return ""


def _png(picture: "Image.Image") -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


async def shown(request: Request) -> Response:
    """Show the colours to choose from, and the logo."""
    seated(request, SEATS)
    return await _page(request, "")


async def chosen(request: Request) -> Response:
    """Keep the colour or the logo that was chosen, or show why the file cannot be a logo."""
    fields, sent = await form_and_file_of(request, seated(request, SEATS))
    served = served_of(request)
    try:
        changed = await _change(fields, HandedFile(*(sent or ("", b""))))
    except Misuse as wrong:
        return await _page(request, wrong.message)

    def keep(here: Venue) -> None:
        keep_look(here.folder, replace(look_of(here.folder), **changed))

    await within(served, keep)
    return RedirectResponse(f"/t/{served.slug}/desk/look", 303)


async def _change(fields: dict[str, str], file: HandedFile) -> dict[str, object]:
    """Return the changed settings: a colour or a logo. Raise Misuse."""
    if accent := fields.get("accent"):
        if accent not in ACCENTS:
            raise Misuse("choose one of the colours.")
        return {"accent": accent if accent != ACCENTS[0] else ""}
    if fields.get("no-logo"):
        return {"logo": b""}
    if file.wrong:
        raise Misuse(file.wrong)
    return {"logo": await asyncio.to_thread(as_logo, file.data)}


async def _page(request: Request, wrong: str) -> Response:
    def looked(here: Venue) -> dict[str, object]:
        look = look_of(here.folder)
        logo = logo_of(look, f"/t/{served_of(request).slug}")
        return {"accent": look.accent or ACCENTS[0], "logo": logo}

    session = seated(request, SEATS)
    sorry = [on_page(capital(wrong))] if wrong else []
    return await desk_page(
        request,
        session,
        "look.html",
        looked,
        status=422 if wrong else 200,
        sorry=sorry,
        accents=ACCENTS,
    )


ROUTES = (
    Route("/t/{slug}/desk/look", shown, methods=["GET"]),
    Route("/t/{slug}/desk/look", chosen, methods=["POST"]),
)
