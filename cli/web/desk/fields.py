"""What a verb asks for, as fields: its words first, then its options; of which kind each is."""

from collections.abc import Iterator
from enum import StrEnum

import click
from msgspec import Struct

from cli.web.desk.labels import AGES
from cli.web.desk.wording import called, hinted

_SETTLED = frozenset({
    *("folder", "seen", "accept_shorter", "cmd", "acting", "role", "station"),
    *("rule", "because", "dry_run", "as_json", "plain", "public", "moment", "yes"),
    *("paper", "boards", "one_sided", "skip_known"),  # These belong to files,
    "ask",  # and this one to a terminal.
})  # fmt: skip


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


class FormField(Struct, frozen=True, kw_only=True):
    """One thing that a form asks for: a word of the verb, or an option.

    `option` is empty for a word; `choices` are what a flag with two names offers too.
    """

    name: str
    label: str
    kind: Kind
    option: str = ""
    needed: bool = False
    hint: str = ""
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    seldom: bool = False


def fields_of(command: click.Command) -> Iterator[FormField]:
    """Yield what a verb asks for, its words first."""
    words = [
        param
        for param in command.params
        if isinstance(param, click.Argument) and param.name not in _SETTLED
    ]
    options = [param for param in command.params if isinstance(param, click.Option)]
    for param in words:
        words_for = (param.metavar or param.name or "").strip("[].").split("|")
        label = " or ".join(part for part in words_for if "FILE" not in part)
        yield FormField(
            name=param.name or "",
            label=_of_word(label),
            kind=_kind(param),
            needed=param.required,
            choices=_choices(param),
            least=_least(param),
            most=_most(param),
        )
    for option in options:
        if option.name in _SETTLED or isinstance(option.type, click.Path):
            continue
        said = max(option.opts, key=len).lstrip("-")
        label, choices = called(said), _choices(option)
        hint = _hint(option, choices)
        if option.is_flag and len(choices) == 1 and hint:
            label, hint = hint.rstrip("."), ""
        yield FormField(
            name=option.name or "",
            label=label,
            option=said,
            kind=_kind(option),
            needed=option.required,
            hint=hint,
            choices=choices,
            least=_least(option),
            most=_most(option),
        )


def _of_word(metavar: str) -> str:
    """Return what a word of a verb is called on a page."""
    words = metavar.replace("_", " ").replace("POOL-ROUND", "ROUND")
    return words.replace("=NUMBER", " and flights, such as masters=4").capitalize()


def _hint(option: click.Option, choices: tuple[str, ...]) -> str:
    """Return what a verb says of an option, but for what a page shows anyhow."""
    every = ", ".join(choices)
    said = (option.help or "").replace(f"One of {every}.", "").replace(f": {every}.", ".")
    return hinted(said)


def _kind(param: click.Parameter) -> Kind:
    """Return how a word or an option is asked for."""
    several = param.nargs == -1 or param.multiple
    metavar = (param.metavar or "") if isinstance(param, click.Argument | click.Option) else ""
    if isinstance(param, click.Option) and param.is_flag:
        return Kind.FLAG
    if "PLAYER" in metavar or (param.name == "who" and "NAME" not in metavar):
        return Kind.PLAYERS if several else Kind.PLAYER
    if several:
        return Kind.LINES
    if isinstance(param.type, click.Choice) or param.type.name == "division":
        return Kind.CHOICE
    if param.type.name in _NAMED:
        return _NAMED[param.type.name]
    if isinstance(param.type, click.IntRange):
        return Kind.NUMBER
    return Kind.DAY if param.type.name == "date" else Kind.TEXT


_NAMED = {"pool": Kind.POOL, "match": Kind.MATCH, "result": Kind.RESULT}
"""Kinds that are known by what a verb takes them for."""


def _choices(param: click.Parameter) -> tuple[str, ...]:
    """Return what can be chosen; of a flag its names."""
    if isinstance(param, click.Option) and param.is_flag:
        return (
            max(param.opts, key=len).lstrip("-"),
            *(o.lstrip("-") for o in param.secondary_opts),
        )
    if param.type.name == "division" and param.nargs == 1 and not param.multiple:
        return AGES
    return tuple(map(str, param.type.choices)) if isinstance(param.type, click.Choice) else ()


def _least(param: click.Parameter) -> int | None:
    """Return the smallest number that is taken, where there is one."""
    least = param.type.min if isinstance(param.type, click.IntRange) else None
    return None if least is None else int(least)


def _most(param: click.Parameter) -> int | None:
    """Return the largest number that is taken, where there is one."""
    most = param.type.max if isinstance(param.type, click.IntRange) else None
    return None if most is None else int(most)
