"""The organiser's colour and logo, which lie beside the ledger and are seen by everybody."""

import msgspec
from msgspec import Struct

from cli.folder.layout import LOGO, LOOK
from cli.folder.members import Anywhere, at
from ledger.errors import UNDECODABLE, Unreadable
from projections.reports.public_view import ACCENTS, EventLook

LARGEST = 300_000
"""So many bytes of a logo are read: more than any that was made here has."""

PNG = b"\x89PNG\r\n\x1a\n"


class _Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """What `look.json` says. It is written last, so that it tells of every change."""

    accent: str = ""
    logo: bool = False


def look_of(folder: Anywhere) -> EventLook:
    """Return the colour and the logo of an event. What cannot be read is ours, and no logo."""
    try:
        kept = msgspec.json.decode(at(folder).read(LOOK, LARGEST), type=_Kept)
        logo = at(folder).read(LOGO, LARGEST + 1) if kept.logo else b""
    except (*UNDECODABLE, OSError, Unreadable):
        return EventLook()
    whole = logo.startswith(PNG) and len(logo) <= LARGEST
    accent = kept.accent if kept.accent in ACCENTS else ""
    return EventLook(accent=accent, logo=logo if whole else b"")


def keep_look(folder: Anywhere, look: EventLook) -> None:
    """Keep a colour and a logo in place of those before. Raises Unreadable."""
    if look.logo:
        at(folder).write(LOGO, look.logo)
    kept = _Kept(accent=look.accent, logo=bool(look.logo))
    at(folder).write(LOOK, msgspec.json.encode(kept, order="sorted") + b"\n")
    if not look.logo:
        at(folder).remove(LOGO)
