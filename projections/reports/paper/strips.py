"""A piece of a page that is as wide as the page, and is never torn."""

from collections.abc import Callable
from typing import NamedTuple, Optional

from projections.reports.paper.press import Press

Draw = Callable[[Press, float, float], None]
"""Draws a strip with its upper left corner at these two places."""


class Strip(NamedTuple):
    """A strip: how high it is, and how it is drawn.

    A `glued` one stays with the next. `under` is the strip that stands above it, again where a page
    begins with it. `first` is the letter that it stands for, at the top of the page. `title` begins
    a page, under that title.
    """

    high: float
    draw: Draw
    glued: bool = False
    under: Optional["Strip"] = None
    first: str = ""
    title: str | None = None
