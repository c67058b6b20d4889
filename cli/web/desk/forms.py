"""Every verb as a form: its fields are the words and options that the verb itself takes.

Nothing is listed twice: what a verb learns in the terminal its page knows at once.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum

import click
from msgspec import Struct

from cli.loading import find
from cli.web.permits import TYPED

LIST = 20_000
"""So many characters a field of several lines may have."""

_SETTLED = frozenset({
    *("folder", "seen", "accept_shorter", "cmd", "acting", "role", "station"),
    *("rule", "because", "dry_run", "as_json", "plain", "public", "moment", "yes"),
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


class Field(Struct, frozen=True, kw_only=True):
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


class Form(Struct, frozen=True, kw_only=True):
    """A verb to be filled in: what it says of itself, what it asks for, what has to be typed."""

    verb: str
    title: str
    about: tuple[str, ...]
    fields: tuple[Field, ...]
    danger: str | None = None

    @property
    def typed(self) -> str:
        """The word that has to be typed before the act; empty for one that does no harm."""
        return TYPED[self.danger] if self.danger else ""


def form_of(verb: str) -> Form | None:
    """Return the form of a verb, with its subcommand if it has some; None if there is none."""
    first, _, rest = verb.partition(" ")
    command = find(first)
    if rest and isinstance(command, click.Group):
        command = command.commands.get(rest)
    elif rest:
        return None
    if command is None or (isinstance(command, click.Group) and not rest):
        return None
    paragraphs = (command.help or "").split("\n\n")
    about = [" ".join(each.split()) for each in paragraphs if "\b" not in each]
    return Form(
        verb=verb,
        title=about[0] if about else verb,
        about=tuple(about[1:]),
        fields=tuple(_fields(command)),
        danger=first if first in TYPED else None,
    )


def parts_of(verb: str) -> list[str]:
    """Return a verb's subcommands that write or look, with the verb; itself where it has none."""
    command = find(verb)
    if not isinstance(command, click.Group):
        return [verb]
    return [f"{verb} {part}" for part in command.commands]


def words_of(
    form: Form, filled: Mapping[str, str]
) -> tuple[list[str], dict[str, bool | list[str]]]:
    """Return what was filled in, as the words and the options of the verb."""
    words = list[str]()
    options: dict[str, bool | list[str]] = {}
    for field in form.fields:
        text = filled.get(field.name, "").strip()
        if not text:
            continue
        several = field.kind in {Kind.PLAYERS, Kind.LINES}
        values = [one.strip() for one in text.splitlines() if one.strip()] if several else [text]
        if not field.option:
            words += values
        elif field.kind is Kind.FLAG:
            options[field.choices[0] if text == field.choices[0] else text] = True
        else:
            options[field.option] = values
    return words, options


def _fields(command: click.Command) -> Iterator[Field]:
    """Yield what a verb asks for, its words first."""
    words = [
        param
        for param in command.params
        if isinstance(param, click.Argument) and param.name not in _SETTLED
    ]
    options = [param for param in command.params if isinstance(param, click.Option)]
    for param in words:
        label = (param.metavar or param.name or "").strip("[].").split("|")[0]
        yield Field(
            name=param.name or "",
            label=label.replace("_", " ").capitalize(),
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
        yield Field(
            name=option.name or "",
            label=said.replace("-", " ").capitalize(),
            option=said,
            kind=_kind(option),
            needed=option.required,
            hint=option.help or "",
            choices=_choices(option),
            least=_least(option),
            most=_most(option),
        )


def _kind(param: click.Parameter) -> Kind:
    """Return how a word or an option is asked for."""
    several = param.nargs == -1 or param.multiple
    metavar = (param.metavar or "") if isinstance(param, click.Argument | click.Option) else ""
    if isinstance(param, click.Option) and param.is_flag:
        return Kind.FLAG
    if "PLAYER" in metavar or param.name == "who":
        return Kind.PLAYERS if several else Kind.PLAYER
    if several:
        return Kind.LINES
    if isinstance(param.type, click.Choice):
        return Kind.CHOICE
    if isinstance(param.type, click.IntRange):
        return Kind.NUMBER
    return Kind.DAY if param.type.name == "date" else Kind.TEXT


def _choices(param: click.Parameter) -> tuple[str, ...]:
    """Return what can be chosen; of a flag its names."""
    if isinstance(param, click.Option) and param.is_flag:
        return (
            max(param.opts, key=len).lstrip("-"),
            *(o.lstrip("-") for o in param.secondary_opts),
        )
    return tuple(map(str, param.type.choices)) if isinstance(param.type, click.Choice) else ()


def _least(param: click.Parameter) -> int | None:
    """Return the smallest number that is taken, where there is one."""
    least = param.type.min if isinstance(param.type, click.IntRange) else None
    return None if least is None else int(least)


def _most(param: click.Parameter) -> int | None:
    """Return the largest number that is taken, where there is one."""
    most = param.type.max if isinstance(param.type, click.IntRange) else None
    return None if most is None else int(most)
