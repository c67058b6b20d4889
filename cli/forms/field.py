"""The fields of the desk's forms: their kinds, labels, choices and proposed values."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.session.venue import Venue


class Kind(StrEnum):
    """The kind of input that a field takes."""

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
    """One row of a field with several: a pool, a division, or an item of a check.

    `value` is the proposed value. `choices` are pairs of a value and its meaning, to choose from;
    without them, the row takes a number. Those in `needs_why` need an official's reason. A row that
    `ticks` is a tick box. `hint` says where the value comes from.
    """

    key: str
    label: str
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    needs_why: frozenset[str] = frozenset()
    ticks: bool = False
    hint: str = ""

    def without_why(self) -> Self:
        """Return the row without the choices that need a reason, for staff who cannot give one."""
        left = tuple(one for one in self.choices if one[0] not in self.needs_why - {self.value})
        return replace(self, choices=left)


class FormField(Struct, frozen=True):
    """One field of a form.

    `choices` are the values to choose from; a flag has one, the value it is sent with. `proposed`
    returns the value that the tournament proposes, with which the field is filled at first. A field
    that is `seldom` filled in is folded away under a summary. A field of several lines that has
    `rows` at a tournament is shown row by row, and not as it would be typed. `titles` are the
    labels of the choices, in their order, if the usual label does not fit. `options` returns the
    values to choose from at a tournament, each with its label. `default` is the choice selected at
    first; if there is none, `empty` is the label for choosing nothing. A `wanted` field is marked
    as needed on the page, but the act itself refuses if it is empty. `due` tells whether it is
    `wanted` at a tournament, and then it is not folded away; `applies` whether it is asked for
    at all. `wrong` is why the value was refused.

    `typed` is how the field is typed in the command: an argument such as `PLAYER`, an option such
    as `--for`, or two such as `--set/--clear`. An empty text means the option of the same name, and
    None that only the page has this field. `instead` says what to type instead of some words that
    are not choices. `why` marks the field for an official's reason, asked for only where a choice
    needs one.
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
    due: Callable[[Venue], bool] | None = None
    applies: Callable[[Venue], bool] | None = None
    wrong: str = ""
    typed: str | None = ""
    instead: Mapping[str, str] = {}
    why: bool = False

    @property
    def option(self) -> str:
        """How the field is typed in the command; empty if only the page has it."""
        return f"--{self.name.replace('_', '-')}" if self.typed == "" else self.typed or ""

    @property
    def is_wide(self) -> bool:
        """Whether half of a page would cut off what there is to choose from."""
        chosen = self.kind is Kind.CHOICE
        said = [self.empty, *map(self.titled, self.choices)] if chosen else []
        return any(len(one) > WIDE for one in said)

    def titled(self, choice: str) -> str:
        """Return the label of a choice; Yes or No if the choices are a word and its `no-` form."""
        if self.titles:
            return self.titles[self.choices.index(choice)]
        if f"no-{self.choices[0]}" in self.choices:
            return "Yes" if choice == self.choices[0] else "No"
        if choice in _SAID:
            return _SAID[choice]
        said = " ".join(_WRITTEN.get(word, word) for word in choice.split("-"))
        return said[:1].upper() + said[1:]

    def asked(self, here: Venue, filled: Mapping[str, str]) -> list[FieldRow]:
        """Return the rows of this field with the values filled in, or else those proposed."""
        rows = self.rows(here) if self.rows else [_ticked(one) for one in self.choices]
        lines = filled.get(self.name, "").splitlines()
        sent = any(name.startswith(f"{self.name}:") for name in filled)
        if lines or sent:
            rows = [replace(row, value="") if row.ticks else row for row in rows]
        if sent and any(row.ticks for row in rows):  # A box that was not sent was not ticked.
            lines = []
        return [replace(row, value=_in_row(self.name, row, filled, lines)) for row in rows]

    def joined(self, sent: Mapping[str, str]) -> str:
        """Return the rows as lines; the text that was sent, if the rows do not differ from it."""
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
"""Words of choices that are shown differently from how they are typed."""

_SAID = {
    "tcg-swiss-only": "TCG Swiss only",
    "30-card-constructed": "30-card constructed",
    "30-card-limited": "30-card limited",
    "not-yet": "Time has not been called yet",
    "in-turn": "During a turn (turn 0)",
    "between-turns": "Between two turns",
    "between-games": "Between games, or before the first game",
}
"""Choices with a longer label on the page than the word that is typed."""

WIDE = 30
"""How many letters of a choice can be read in half of a narrow form."""

TICK = "yes"
"""The value that a ticked row is sent with."""


def _ticked(choice: str) -> FieldRow:
    return FieldRow(key=choice, label=choice.replace("-", " ").capitalize(), ticks=True)


def _in_row(name: str, row: FieldRow, filled: Mapping[str, str], lines: Sequence[str]) -> str:
    """Return the value of a row: what was sent for it, or the lines say, or was proposed."""
    said = filled.get(f"{name}:{row.key}")
    if said is None and row.ticks and lines:
        return TICK if row.key in lines else row.value
    return said if said is not None else _of_row(row.key, lines) or row.value


def _of_row(key: str, lines: Sequence[str]) -> str:
    """Return the value that lines such as `5`, `junior=3` or `junior` give a row."""
    if key and key in lines:
        return TICK
    said = {name: value for name, _, value in (line.rpartition("=") for line in lines)}
    return said.get(key, said.get("", ""))


# One function for each kind of field: it takes the name and the label.

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


def choice(  # noqa: PLR0913 - as many as a field has.
    name: str,
    label: str,
    choices: Iterable[str],
    *,
    hint: str = "",
    needed: bool = False,
    proposed: Callable[[Venue], str] | None = None,
    default: str = "",
    typed: str | None = "",
    applies: Callable[[Venue], bool] | None = None,
) -> FormField:
    """Return a field in which one of `choices` is chosen."""
    return FormField(
        name,
        label,
        Kind.CHOICE,
        needed,
        hint,
        tuple(choices),
        proposed=proposed,
        default=default,
        typed=typed,
        applies=applies,
    )


def or_none(one: FormField, empty: str) -> FormField:
    """Return the field with `empty` as its label for choosing nothing."""
    return replace(one, empty=empty)


def flag(
    name: str,
    label: str,
    *,
    hint: str = "",
    value: str = "",
    seldom: bool = False,
    needed: bool = False,
    typed: str | None = "",
) -> FormField:
    """Return a tick box; if ticked, it is sent with its `value`, or its name without one.

    A `needed` box is marked on the page, but it is the rule that refuses if it is not ticked.
    """
    sent = value or name.replace("_", "-")
    return FormField(
        name, label, Kind.FLAG, needed, hint, choices=(sent,), seldom=seldom, typed=typed
    )


def reason(hint: str, *, needed: bool = False, typed: str | None = "") -> FormField:
    """Return the field for a reason."""
    return FormField("reason", "Reason", needed=needed, hint=hint, typed=typed)


def seldom(*fields: FormField) -> tuple[FormField, ...]:
    """Return these fields marked as `seldom` filled in."""
    return tuple(replace(one, seldom=True) for one in fields)
