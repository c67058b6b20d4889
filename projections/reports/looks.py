"""The organiser's own colour and logo: what an event looks like to everybody."""

from hashlib import sha256

from msgspec import Struct

ACCENTS = ("blue", "red", "orange", "yellow", "green", "teal", "purple", "pink", "black")
"""Colours that stand out from every ground, light and dark; the first is ours."""


class EventLook(Struct, frozen=True, kw_only=True):
    """The colour that an organiser chose, and their logo as a PNG; ours and none, if empty."""

    accent: str = ""
    logo: bytes = b""


class Logo(Struct, frozen=True, kw_only=True):
    """A logo as a page shows it: its address, which no other logo has, and its size in pixels."""

    address: str
    width: int
    height: int


def logo_of(look: EventLook, root: str) -> Logo | None:
    """Return the logo of an event whose pages begin at `root`; None for none."""
    if not look.logo:
        return None
    wide, high = (int.from_bytes(look.logo[at : at + 4], "big") for at in (16, 20))  # Its IHDR.
    tag = sha256(look.logo).hexdigest()[:12]
    return Logo(address=f"{root}/logo.png?v={tag}", width=wide, height=high)
