"""A draft, and the sheet of a pod: who sits where, when decks are built, how rounds are paired."""

from enum import StrEnum
from itertools import product
from string import ascii_lowercase
from typing import Annotated

from msgspec import Meta

from ledger.events.event import Drawn, Event
from ledger.terms import PlayerId, Pool, PoolName, Text


class Draft(StrEnum):
    """How cards are drafted in Limited play (TRF §11.2.2 to §11.2.4)."""

    BOOSTER = "booster"
    ROCHESTER = "rochester"
    SOLOMON = "solomon"


class PairedBy(StrEnum):
    """What says who meets whom before a cut: TOP §3.1, or the sheet of an eight-player pod."""

    SWISS = "swiss"
    POD_SHEET = "pod-sheet"


Circle = Annotated[tuple[PlayerId, ...], Meta(min_length=1, max_length=64)]
"""The players at one draft table, clockwise from seat 1: each passes to the left to the next."""


def pod_names(number: int) -> tuple[Pool, ...]:
    """Return what so many pods are called: `pod-a`, `pod-b`, and `pod-aa` after `pod-z`."""
    letters = (*ascii_lowercase, *map("".join, product(ascii_lowercase, repeat=2)))
    return tuple(Pool(f"pod-{letter}") for letter in letters[:number])


class DraftSeated(Event, frozen=True, kw_only=True, tag="draft-seated"):
    """Who sits where for a draft: its tables, each a circle in order of seats (TRF §11.2).

    `draft` is absent where nothing is drafted, and the seats are only those of the pod's sheet
    (POD-2). At a Solomon draft two sit at each table, and seat 1 has won the flip of the coin. It
    is drawn; a second one of the same kind has a `reason`. Where every table is a pod of its own
    (A-66), `pools` names them in the order of the tables.
    """

    tables: Annotated[tuple[Circle, ...], Meta(min_length=1)]
    draft: Draft | None = None
    drawn: Drawn | None = None
    reason: Text | None = None
    pools: tuple[PoolName, ...] = ()


class BuildingStarted(Event, frozen=True, kw_only=True, tag="building-started"):
    """The players build their Limited decks, for thirty minutes from this entry (TRF §11.2).

    A second one has a `reason`, unless seats of a draft were drawn since.
    """

    reason: Text | None = None
