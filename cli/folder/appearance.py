"""The colour and the logo that the organiser chose for the pages: `look.json`, `logo.png`."""

import msgspec
from msgspec import Struct

from cli.folder.layout import LOGO, LOOK
from cli.folder.members import Anywhere, at
from ledger.errors import UNDECODABLE, Unreadable
from projections.reports.public_view import ACCENTS, EventLook

LARGEST = 300_000
"""Maximum size of a logo in bytes; the logos that roundbook makes are smaller."""

PNG = b"\x89PNG\r\n\x1a\n"


class _Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of `look.json`, written last so that its version changes with every change."""

    accent: str = ""
    logo: bool = False


def look_of(folder: Anywhere) -> EventLook:
    """Return the colour and the logo of an event; the default look if they cannot be read."""
    try:
        kept = msgspec.json.decode(at(folder).read(LOOK, LARGEST), type=_Kept)
        logo = at(folder).read(LOGO, LARGEST + 1) if kept.logo else b""
    except (*UNDECODABLE, OSError, Unreadable):
        return EventLook()
    whole = logo.startswith(PNG) and len(logo) <= LARGEST
    accent = kept.accent if kept.accent in ACCENTS else ""
    return EventLook(accent=accent, logo=logo if whole else b"")


def keep_look(folder: Anywhere, look: EventLook) -> None:
    """Save a colour and a logo, replacing the earlier ones. Raises Unreadable."""
    if look.logo:
        at(folder).write(LOGO, look.logo)
    kept = _Kept(accent=look.accent, logo=bool(look.logo))
    at(folder).write(LOOK, msgspec.json.encode(kept, order="sorted") + b"\n")
    if not look.logo:
        at(folder).remove(LOGO)
