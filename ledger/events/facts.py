"""Facts of other programs: kept and hashed as they are, shown as theirs, and used by no rule."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from roundbook.ledger.events.event import Event
from roundbook.ledger.terms import MAX_INT

MAX_DATA = 4096
"""The most bytes that the data of a fact may have, in canonical form."""

Key = Annotated[str, Meta(pattern=r"^[ -~]{1,60}\Z")]
"""The name of a value of a fact: ASCII, as all names in a ledger are."""

Plain = (
    Annotated[str, Meta(max_length=500)]
    | Annotated[int, Meta(ge=-MAX_INT, le=MAX_INT)]
    | bool
    | None
)
"""A single value: text, a whole number, true, false or nothing. Fractions are written as text."""

Flat = Plain | tuple[Plain, ...] | Mapping[Key, Plain]
Nested = Plain | tuple[Flat, ...] | Mapping[Key, Flat]
Value = Plain | tuple[Nested, ...] | Mapping[Key, Nested]
"""A value with at most three levels of lists and objects in it: deeper ones become text."""


class FactAdded(Event, frozen=True, kw_only=True, tag="fact-added"):
    """A fact of another program (`spec` says whose, and where its meaning is written).

    `id` names the fact for that program. No rule reads the fact, and no pairing, result or place
    rests on it; every reader keeps it and shows it under `spec`.
    """

    apart: ClassVar[bool] = True
    id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9._:/-]{1,100}\Z")]
    spec: Annotated[str, Meta(pattern=r"^[A-Za-z0-9._:/-]{1,200}\Z")]
    data: Mapping[Key, Value] = {}

    def __post_init__(self) -> None:
        """Refuse data that take too much room. Raise ValueError, as any reader of a line does."""
        size = len(_encode(self.data))
        if size > MAX_DATA:
            raise ValueError(
                f"the data of the fact have {size:,} bytes; at most {MAX_DATA:,} are allowed"
            )

    @property
    def text(self) -> str:
        """The data as canonical JSON, to read and to look for names in; empty without data."""
        return _encode(self.data).decode() if self.data else ""


_encode = msgspec.json.Encoder(order="sorted").encode
