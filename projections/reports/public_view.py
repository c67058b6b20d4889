"""A tournament as everybody may see it at one moment, with what was calculated of it so far."""

import re
import unicodedata
from collections.abc import Callable
from hashlib import sha256
from typing import Any, TypeVar, cast

from msgspec import UNSET, Struct, UnsetType, field

from ledger.people.book import Book
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Round, Tournament
from ledger.terms import PlayerId

# The organiser's own colour and logo: what an event looks like to everybody.

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


Reckoned = TypeVar("Reckoned")


class Sight(Struct, frozen=True, kw_only=True):
    """What a page is made of: the tournament up to `version`, and the names that everybody may see.

    `slug` is its name in addresses. `kept` holds what pages have in common (the standings, the
    rounds as posted), so it is calculated once for each version and not for each page. For
    everybody, `t` has no round that is not put up; `held_back` are those. `ids` and `years` tell
    whether the staff reads, and may read Player IDs and years of birth in the answers (LED-9).
    """

    slug: str
    version: str
    t: Tournament
    rules: Ruleset
    entries: list[Entry]
    book: Book
    held_back: list[Round] = field(default_factory=list)
    look: EventLook = EventLook()
    kept: dict[Any, object] = field(default_factory=dict)
    ids: bool = False
    years: bool = False

    def once(self, reckon: Callable[["Sight"], Reckoned]) -> Reckoned:
        """Return what `reckon` says of this sight, asking it the first time only."""
        # By the function itself: there is no name to keep unique. A sight never changes, and goes
        # as a whole when the ledger has a new version; so nothing that is kept can be out of date.
        if reckon not in self.kept:
            self.kept[reckon] = reckon(self)
        return cast("Reckoned", self.kept[reckon])

    def id(self, player: PlayerId) -> str | UnsetType | None:
        """Return a player's Player ID, None where it is unknown; nothing at all in public."""
        return self.book.id(player) if self.ids else UNSET

    def name(self, player: PlayerId) -> str:
        """Return a player's name as it may be seen, told apart from others; or the number."""
        return self.book.shown(player)

    @property
    def event(self) -> str:
        """The name of the tournament."""
        return self.t.opened.name if self.t.opened else self.slug

    @property
    def root(self) -> str:
        """Where the pages of the tournament begin."""
        return f"/t/{self.slug}"


def slug_of(name: str) -> str:
    """Return a folder's name as it stands in an address: lowercase letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60] or "event"
