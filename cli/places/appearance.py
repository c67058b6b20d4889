"""What the organiser chose for the pages: colour, logo, contact (`look.json`, `logo.png`)."""

import io
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from roundbook.cli.places.layout import LOGO, LOOK
from roundbook.cli.places.members import Anywhere, at
from roundbook.ledger.errors import UNDECODABLE, Misuse, Unreadable
from roundbook.ledger.text import UNSAFE
from roundbook.projections.reports.public_view import ACCENTS, EventLook

if TYPE_CHECKING:
    from PIL import Image

SIDE = 256
"""The longer side of a kept logo, in pixels: sharp on a projector, and a small file."""

HEAVY = 60_000
"""A logo with more bytes than this is kept in 256 colours, for phones in a full hall."""

MOST_PIXELS = 4_000
"""The maximum width and height of an uploaded picture, in pixels."""

LONGEST = 3
"""The maximum ratio of a logo's longer side to its shorter side."""

LARGEST = 300_000
"""Maximum size of a logo in bytes; the logos that roundbook makes are smaller."""

LONGEST_CONTACT = 200
"""The maximum length of the line that tells players and parents whom to write to."""

PNG = b"\x89PNG\r\n\x1a\n"


class _Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of `look.json`, written last so that its version changes with every change."""

    accent: str = ""
    contact: str = ""
    logo: bool = False


def look_of(folder: Anywhere) -> EventLook:
    """Return what was chosen for the pages of an event; the default if it cannot be read."""
    try:
        kept = msgspec.json.decode(at(folder).read(LOOK, LARGEST), type=_Kept)
        contact = as_contact(kept.contact)
        logo = at(folder).read(LOGO, LARGEST + 1) if kept.logo else b""
    except (*UNDECODABLE, OSError, Unreadable, Misuse):
        return EventLook()
    whole = logo.startswith(PNG) and len(logo) <= LARGEST
    accent = kept.accent if kept.accent in ACCENTS else ""
    return EventLook(accent=accent, logo=logo if whole else b"", contact=contact)


def keep_look(folder: Anywhere, look: EventLook) -> None:
    """Save what was chosen, replacing what was there. Raises Unreadable."""
    if look.logo:
        at(folder).write(LOGO, look.logo)
    kept = _Kept(accent=look.accent, contact=look.contact, logo=bool(look.logo))
    at(folder).write(LOOK, msgspec.json.encode(kept, order="sorted") + b"\n")
    if not look.logo:
        at(folder).remove(LOGO)


def as_contact(text: str) -> str:
    """Return the contact line as it is kept. Raise Misuse if it is too long, or hides something."""
    line = " ".join(text.split())
    if UNSAFE.search(line):
        msg = "the contact line contains an invisible character: type the line again."
        raise Misuse(msg, field="contact")
    if len(line) > LONGEST_CONTACT:
        raise Misuse(
            f"the contact line can be at most {LONGEST_CONTACT} characters long.", field="contact"
        )
    return line


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
        return f"a logo can be at most {LONGEST} times as long on one side as on the other."
    return ""


def _png(picture: "Image.Image") -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()
