"""A field of a form: what is asked for, how, and what the tournament proposes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
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
    TIME = "time"
    POOL = "pool"
    MATCH = "match"
    RESULT = "result"


class FieldRow(Struct, frozen=True, kw_only=True):
    """One of several of which a field asks the same: a pool, a division, an item of a check.

    `value` is what is proposed. With `choices`, values and what they mean, one of these is chosen;
    without, it is a number. A row that `ticks` is one of those that the field names, or not.
    `hint` says where the value comes from.
    """

    key: str
    label: str
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    ticks: bool = False
    hint: str = ""


class FormField(Struct, frozen=True):
    """One thing that a form asks for.

    `choices` are what can be chosen; a flag has one, the value that it is sent with. `proposed` is
    what the tournament proposes, which stands in the field until somebody changes it. A field that
    is `seldom` filled in stands behind a summary. A field of several lines that has `rows` at a
    tournament is asked for row by row, and not as it would be typed. `titles` are what the choices
    are called, one by one, where that depends on what is being asked about. `options` are what can
    be chosen at a tournament, each with its name. One of its choices may be the `default`, which is
    chosen at first, or `empty` says what it means to choose none. One that is `wanted` is needed on
    the page; without it the act says what is missing. `wrong` is why it was refused.
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
    rows: Callable[[Venue], Sequence[FieldRow]] | None = None
    titles: tuple[str, ...] = ()
    options: Callable[[Venue], Sequence[tuple[str, str]]] | None = None
    default: str = ""
    empty: str = ""
    wanted: bool = False
    wrong: str = ""

    def titled(self, choice: str) -> str:
        """Return a choice as people say it; what is so or not is a yes or a no."""
        if self.titles:
            return self.titles[self.choices.index(choice)]
        if f"no-{self.choices[0]}" in self.choices:
            return "Yes" if choice == self.choices[0] else "No"
        if choice in _SAID:
            return _SAID[choice]
        said = " ".join(_WRITTEN.get(word, word) for word in choice.split("-"))
        return said[:1].upper() + said[1:]

    def asked(self, here: Venue, filled: Mapping[str, str]) -> list[FieldRow]:
        """Return the rows of this field as they are filled in, or else proposed."""
        rows = self.rows(here) if self.rows else [_ticked(one) for one in self.choices]
        lines = filled.get(self.name, "").splitlines()
        if lines or any(name.startswith(f"{self.name}:") for name in filled):
            rows = [replace(row, value="") if row.ticks else row for row in rows]
        return [replace(row, value=_in_row(self.name, row, filled, lines)) for row in rows]

    def joined(self, sent: Mapping[str, str]) -> str:
        """Return what the rows of this field say, line by line; what was proposed, if they do."""
        rows = {
            name.partition(":")[2]: text.strip()
            for name, text in sent.items()
            if name.startswith(f"{self.name}:") and text.strip()
        }
        before = sent.get(self.name, "")
        lines = before.splitlines()
        if all(value == _of_row(key, lines) for key, value in rows.items()):
            return before
        return "\n".join(
            key if value == TICK else f"{key}={value}" if key else value
            for key, value in rows.items()
        )


_WRITTEN = {
    **{word: word.upper() for word in ("dci", "mtr", "tcg", "tom", "top")},
    **{name: name.capitalize() for name in ("africa", "america", "pacific", "states")},
    "en": "English",
    "de": "German",
    "es": "Spanish",
    "fr": "French",
    "bo1": "best of one",
    "bo3": "best of three",
    "vg": "video game",
    "id": "player ID",
}
"""Words of choices that are not written as they are typed."""

_SAID = {
    "not-yet": "Time has not been called yet",
    "in-turn": "During a turn (turn 0)",
    "between-turns": "Between two turns",
    "between-games": "Between games, or before the first game",
}
"""Choices that say more on a page than the word that is typed."""

TICK = "yes"
"""What the row of a field is sent with that is ticked."""


def _ticked(choice: str) -> FieldRow:
    return FieldRow(key=choice, label=choice.replace("-", " ").capitalize(), ticks=True)


def _in_row(name: str, row: FieldRow, filled: Mapping[str, str], lines: Sequence[str]) -> str:
    """Return what stands in a row: what was sent for it, what the lines say, what is proposed."""
    said = filled.get(f"{name}:{row.key}")
    if said is None and row.ticks and lines:
        return TICK if row.key in lines else row.value
    return said if said is not None else _of_row(row.key, lines) or row.value


def _of_row(key: str, lines: Sequence[str]) -> str:
    """Return what lines such as `5`, `junior=3` or `junior` say of a row."""
    if key and key in lines:
        return TICK
    said = {name: value for name, _, value in (line.rpartition("=") for line in lines)}
    return said.get(key, said.get("", ""))


# A field of each kind, by its name and its label.

text = FormField
player = partial(FormField, kind=Kind.PLAYER)
players = partial(FormField, kind=Kind.PLAYERS)
lines = partial(FormField, kind=Kind.LINES)
number = partial(FormField, kind=Kind.NUMBER)
day = partial(FormField, kind=Kind.DAY)
time = partial(FormField, kind=Kind.TIME)
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
    default: str = "",
) -> FormField:
    """Return a field in which one of these is chosen."""
    every = tuple(choices)
    return FormField(
        name, label, Kind.CHOICE, needed, hint, every, proposed=proposed, default=default
    )


def or_none(one: FormField, empty: str) -> FormField:
    """Return a field that says what it means to choose nothing in it."""
    return replace(one, empty=empty)


def flag(
    name: str,
    label: str,
    *,
    hint: str = "",
    value: str = "",
    seldom: bool = False,
    needed: bool = False,
) -> FormField:
    """Return a field that is ticked or not; ticked, it is sent with its `value`, or its name.

    Of one that is `needed` the page says so; what is missing without it the rule says.
    """
    sent = value or name.replace("_", "-")
    return FormField(name, label, Kind.FLAG, needed, hint, choices=(sent,), seldom=seldom)


def reason(hint: str, *, needed: bool = False) -> FormField:
    """Return the field for a reason."""
    return FormField("reason", "Reason", needed=needed, hint=hint)


def seldom(*fields: FormField) -> tuple[FormField, ...]:
    """Return these fields as those that are seldom filled in."""
    return tuple(replace(one, seldom=True) for one in fields)
