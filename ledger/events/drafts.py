"""Drafts and pods: the seats, the start of deck building, and how rounds are paired."""

from enum import StrEnum
from itertools import product
from string import ascii_lowercase
from typing import Annotated, ClassVar

from msgspec import Meta

from roundbook.ledger.events.event import Drawn, Event
from roundbook.ledger.terms import PlayerId, Pool, PoolName, Text


class Draft(StrEnum):
    """How cards are drafted in Limited (TRF §11.2.2 to §11.2.4)."""

    BOOSTER = "booster"
    ROCHESTER = "rochester"
    SOLOMON = "solomon"


class PairedBy(StrEnum):
    """How rounds before a cut are paired: by TOP §3.1, or by the sheet of an eight-player pod."""

    SWISS = "swiss"
    POD_SHEET = "pod-sheet"


Circle = Annotated[tuple[PlayerId, ...], Meta(min_length=1, max_length=64)]
"""The players at one draft table, clockwise from seat 1: each passes to the next on the left."""


def pod_names(number: int) -> tuple[Pool, ...]:
    """Return the names of that many pods: `pod-a`, `pod-b`, and `pod-aa` after `pod-z`."""
    letters = (*ascii_lowercase, *map("".join, product(ascii_lowercase, repeat=2)))
    return tuple(Pool(f"pod-{letter}") for letter in letters[:number])


class DraftSeated(Event, frozen=True, kw_only=True, tag="draft-seated"):
    """The seats of a draft: its tables, each a circle in order of seats (TRF §11.2).

    `draft` is absent if nothing is drafted, and the seats are only those of the pod's sheet
    (POD-2). In a Solomon draft two players sit at each table, and the one in seat 1 has won the
    coin flip. Seats are drawn; a second draw of the same kind has a `reason`. If every table is a
    separate pod (A-66), `pools` names them in the order of the tables.
    """

    tables: Annotated[tuple[Circle, ...], Meta(min_length=1)]
    draft: Draft | None = None
    drawn: Drawn | None = None
    reason: Text | None = None
    pools: tuple[PoolName, ...] = ()


class BuildingStarted(Event, frozen=True, kw_only=True, tag="building-started"):
    """The players build their Limited decks, for thirty minutes from this entry (TRF §11.2).

    A second one has a `reason`, unless draft seats have been drawn since.
    """

    apart: ClassVar[bool] = True
    reason: Text | None = None


class BuildingWithdrawn(Event, frozen=True, kw_only=True, tag="building-withdrawn"):
    """The time for building decks was started by mistake: nobody builds yet (A-91)."""

    apart: ClassVar[bool] = True
    reason: Text


class SeatsWithdrawn(Event, frozen=True, kw_only=True, tag="seats-withdrawn"):
    """The latest seats were drawn by mistake: nobody sits at a draft table by them (A-91).

    Pods that those tables had become are gone, too.
    """

    reason: Text
