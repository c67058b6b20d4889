"""The end of a `.tdf` file: the final standings, and the sizes of cut that were offered."""

from typing import Annotated

from pydantic import Field

from ledger.importers.shapes import Shape
from ledger.importers.tdf_codes import Category
from ledger.importers.values import Setting, Truth, UserId, Whole, Words, code


class PlaceRow(Shape):
    """A player in the final standings; who is listed as not finished has no place."""

    id: UserId = Field(alias="@id")
    place: Whole | None = Field(alias="@place", default=None)


class StandingsRow(Shape):
    """The final standings of one division: who finished, or who did not."""

    category: Annotated[int, code("category of standings", 0, 1, 2, 10)] = Field(alias="@category")
    type: Words = Field(alias="@type")
    players: tuple[PlaceRow, ...]


class CutOption(Shape):
    """A size of the cut that was offered."""

    size: Whole


class CategoryCut(Shape):
    """The cut of a division: which sizes were offered, which was taken."""

    key: Category = Field(alias="@key")
    options: tuple[int, ...]
    cut: Setting = 0
    playercount: Setting = 0
    paired3rd4th: Truth = False
