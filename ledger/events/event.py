"""The parts that all events share: the source file, the override, and the draw."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, ClassVar, Self

from msgspec import Meta, Struct

from roundbook.ledger.terms import Commitment, Digest, Text
from roundbook.ledger.text import joined

Moment = Annotated[datetime, Meta(tz=True)]
"""A time with its offset from UTC."""


class ImportedFrom(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The file that an event comes from: the SHA-256 of the save and its local time, if given."""

    sha256: Digest
    local_time: Annotated[str, Meta(max_length=40)] | None = None


RuleName = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,60}\Z")]
"""The name of a rule as people see it: `result-locked`."""


class Override(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An official overrides *should* rules for an event; kept permanently.

    There is one reason, for one `rule` or for more (`also`).
    """

    rule: RuleName
    reason: Text
    official: Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,40}\Z")]
    also: tuple[RuleName, ...] = ()

    @classmethod
    def of(cls, rules: Iterable[str], *, reason: str, official: str) -> Self:
        """Return the override of these rules by one official, each named once."""
        rule, *also = dict.fromkeys(rules)
        return cls(rule=rule, also=tuple(also), reason=reason, official=official)

    @property
    def rules(self) -> tuple[str, ...]:
        """Return every overridden rule."""
        return (self.rule, *self.also)

    @property
    def named(self) -> str:
        """Return every overridden rule, as part of a sentence."""
        return joined(self.rules)


class Drawn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A draw from the committed secrets: the procedure, its number, and the secret it reveals."""

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
    """The common fields: `told` is the file an event comes from, `override` a permission.

    No pairing, result or place rests on an event that is `apart`: a program that calculates only
    those may skip it, as the page of an archive does.

    With `gc=False`, which the events inherit, Python's garbage collector does not search a million
    of them for cycles: a value that never changes is in none.
    """

    apart: ClassVar[bool] = False
    told: ImportedFrom | None = None
    override: Override | None = None
