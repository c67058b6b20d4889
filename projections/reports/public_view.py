"""The public view of a tournament at one moment, with cached calculations."""

import re
import unicodedata
from collections.abc import Callable
from hashlib import sha256
from typing import Any, TypeVar, cast

from msgspec import UNSET, Struct, UnsetType, field

from roundbook.ledger.people.book import Book, own_name
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import PlayerId

# What the organiser chose for the pages of an event.

ACCENTS = ("blue", "red", "orange", "yellow", "green", "teal", "purple", "pink", "black")
"""Colours that contrast with light and dark backgrounds; the first is the default."""


class EventLook(Struct, frozen=True, kw_only=True):
    """The colour that an organiser chose, and their logo as a PNG; empty for the defaults.

    `contact` is one line that tells players and parents whom to write to.
    """

    accent: str = ""
    logo: bytes = b""
    contact: str = ""


class Logo(Struct, frozen=True, kw_only=True):
    """A logo for a page: its URL, which no other logo has, and its size in pixels."""

    address: str
    width: int
    height: int


def logo_of(look: EventLook, root: str) -> Logo | None:
    """Return the logo of an event whose pages begin at `root`; None if there is none."""
    if not look.logo:
        return None
    wide, high = (int.from_bytes(look.logo[at : at + 4], "big") for at in (16, 20))  # Its IHDR.
    tag = sha256(look.logo).hexdigest()[:12]
    return Logo(address=f"{root}/logo.png?v={tag}", width=wide, height=high)


Reckoned = TypeVar("Reckoned")


class Sight(Struct, frozen=True, kw_only=True):
    """What a page is made from: the tournament up to `version`, and the public names.

    `slug` is its name in URLs. `kept` caches what pages have in common (the standings, the posted
    rounds), so it is calculated once for each version, not for each page; `carried` caches what the
    next version may need again, with what it rests on. In public, `t` has no round that is not
    posted; those are in `held_back`. `ids` and `years` are whether the staff may
    read Player IDs and years of birth in the answers (LED-9).
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
    carried: dict[Any, tuple[object, object]] = field(default_factory=dict)
    ids: bool = False
    years: bool = False

    def once(self, reckon: Callable[["Sight"], Reckoned]) -> Reckoned:
        """Return the result of `reckon` for this sight, calculated only the first time."""
        # The key is the function itself, so there is no name to keep unique. A sight never changes,
        # and is discarded as a whole when the ledger has a new version, so nothing in the cache can
        # be out of date.
        if reckon not in self.kept:
            self.kept[reckon] = reckon(self)
        return cast("Reckoned", self.kept[reckon])

    def still(
        self, reckon: Callable[["Sight"], Reckoned], basis: Callable[["Sight"], object]
    ) -> Reckoned:
        """Return the result of `reckon` as an earlier version left it, if its `basis` is the same.

        It is for what takes long and seldom changes. The basis is everything that the result rests
        on, and is calculated once for each version.
        """
        rests_on = self.once(basis)
        if self.carried.get(reckon, (None, None))[0] != rests_on:
            self.carried[reckon] = rests_on, reckon(self)
        return cast("Reckoned", self.carried[reckon][1])

    def id(self, player: PlayerId) -> str | UnsetType | None:
        """Return a player's Player ID, None if it is unknown; unset in public."""
        return self.book.id(player) if self.ids else UNSET

    def name(self, player: PlayerId) -> str:
        """Return a player's public name, distinct from others; or the number."""
        return self.book.shown(player)

    def person(self, player: PlayerId) -> str:
        """Return the same for one person, also for a player who represents a team (A-65)."""
        is_first = player in self.t.teams
        return own_name(self.book, self.t, player) if is_first else self.name(player)

    @property
    def event(self) -> str:
        """The name of the tournament."""
        return self.t.opened.name if self.t.opened else self.slug

    @property
    def root(self) -> str:
        """The path at which the pages of the tournament begin."""
        return f"/t/{self.slug}"


def slug_of(name: str) -> str:
    """Return a folder's name for a URL: lowercase letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60] or "event"
