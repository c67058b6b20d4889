"""What all events have in common: who told it, who allowed it, and from which chance it came."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Self

from msgspec import Meta, Struct

from ledger.terms import Commitment, Digest, Text
from ledger.text import joined

Moment = Annotated[datetime, Meta(tz=True)]
"""A time with its offset from UTC."""


class ImportedFrom(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Which file says so: the SHA-256 of the save and, where it gives one, its local time."""

    sha256: Digest
    local_time: Annotated[str, Meta(max_length=40)] | None = None


RuleName = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,60}\Z")]
"""A rule as people name it: `result-locked`."""


class Override(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An official lets an event stand that *should* rules would refuse; kept for good.

    One official has one reason, whether it is one `rule` that passes, or others `also`.
    """

    rule: RuleName
    reason: Text
    official: Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,40}\Z")]
    also: tuple[RuleName, ...] = ()

    @classmethod
    def of(cls, rules: Iterable[str], *, reason: str, official: str) -> Self:
        """Return how one official overrides these rules, each named once."""
        rule, *also = dict.fromkeys(rules)
        return cls(rule=rule, also=tuple(also), reason=reason, official=official)

    @property
    def rules(self) -> tuple[str, ...]:
        """Return every rule that passes."""
        return (self.rule, *self.also)

    @property
    def named(self) -> str:
        """Return every rule that passes, as a sentence has them."""
        return joined(self.rules)


class Drawn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A draw from recorded chance: the procedure, the number of the draw, the secret it reveals."""

    draw: Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,40}\Z")]
    number: Annotated[int, Meta(ge=1, le=1_000_000)]
    secret: Commitment


class Event(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="event",
    gc=False,
):
    """The common shape. `told` names the file that says so; `override` the official who allows.

    A million of them are not work for Python's search for cycles: a value that is never changed is
    in none (`gc=False`, which the events inherit).
    """

    told: ImportedFrom | None = None
    override: Override | None = None
