"""A field of a form: what is asked for, how, and what the tournament proposes."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from cli.desk.venue import Venue


class Kind(StrEnum):
    """How something is asked for."""

    TEXT = "text"
    PLAYER = "player"
    PLAYERS = "players"
    LINES = "lines"
    CHOICE = "choice"
    FLAG = "flag"
    NUMBER = "number"
    DAY = "date"
    POOL = "pool"
    MATCH = "match"
    RESULT = "result"


class FormField(Struct, frozen=True):
    """One thing that a form asks for.

    `choices` are what can be chosen; a flag has one, the value that it is sent with. `proposed` is
    what the tournament proposes, which stands in the field until somebody changes it. A field that
    is `seldom` filled in stands behind a summary.
    """

    name: str
    label: str
    kind: Kind = Kind.TEXT
    needed: bool = False
    hint: str = ""
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    seldom: bool = False
    proposed: Callable[[Venue], str] | None = None


# A field of each kind, by its name and its label.

text = FormField
player = partial(FormField, kind=Kind.PLAYER)
players = partial(FormField, kind=Kind.PLAYERS)
lines = partial(FormField, kind=Kind.LINES)
number = partial(FormField, kind=Kind.NUMBER)
day = partial(FormField, kind=Kind.DAY)
pool = partial(FormField, kind=Kind.POOL)
match = partial(FormField, kind=Kind.MATCH)
result = partial(FormField, kind=Kind.RESULT)


def choice(
    name: str,
    label: str,
    choices: Iterable[str],
    *,
    hint: str = "",
    needed: bool = False,
    proposed: Callable[[Venue], str] | None = None,
) -> FormField:
    """Return a field in which one of these is chosen."""
    every = tuple(choices)
    return FormField(name, label, Kind.CHOICE, needed, hint, every, proposed=proposed)


def flag(name: str, label: str, *, value: str = "", seldom: bool = False) -> FormField:
    """Return a field that is ticked or not; ticked, it is sent with its `value`, or its name."""
    sent = value or name.replace("_", "-")
    return FormField(name, label, kind=Kind.FLAG, choices=(sent,), seldom=seldom)


def reason(hint: str, *, needed: bool = False) -> FormField:
    """Return the field for a reason."""
    return FormField("reason", "Reason", needed=needed, hint=hint)


def seldom(*fields: FormField) -> tuple[FormField, ...]:
    """Return these fields as those that are seldom filled in."""
    return tuple(replace(one, seldom=True) for one in fields)
