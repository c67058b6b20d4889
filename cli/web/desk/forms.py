"""Every verb as a form: its fields are the words and options that the verb itself takes.

Nothing is listed twice: what a verb learns in the terminal its page knows at once.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum

import click
from msgspec import Struct
from msgspec.structs import replace

from cli.loading import find
from cli.web.permits import TYPED

LIST = 20_000
"""So many characters a field of several lines may have."""

_SETTLED = frozenset({
    *("folder", "seen", "accept_shorter", "cmd", "acting", "role", "station"),
    *("rule", "because", "dry_run", "as_json", "plain", "public", "moment", "yes"),
    *("paper", "boards", "one_sided", "skip_known"),  # These belong to files.
})  # fmt: skip

LABELS = {
    "id": "Player id",
    "birth-year": "Year of birth",
    "counted": "Cards counted",
    "for": "What for",
    "from": "From whom",
    "by-hand": "Pairings by hand",
    "set": "Late tag",
    "withdraw": "Take back the penalty of entry",
    "match-format": "Games of a match",
}
"""What an option is called on a page, where the terminal is shorter."""

TITLES = {
    "amend": "Set right who a player is",
    "announce": "Announce rounds, cut and times",
    "award": "Award a bye",
    "correct": "Correct a result",
    "cut": "Make the cut",
    "day-two": "Begin the second day",
    "deck register": "Take in a deck list",
    "deckcheck draw": "Draw whose decks are checked",
    "deckcheck record": "Record a deck check",
    "disqualify": "Disqualify a player",
    "drop": "Drop players",
    "ended": "Time was called: record how a match stood",
    "entropy": "Add chance that everybody saw",
    "extend": "Give a match more time",
    "flights": "Split a division into flights",
    "late": "Admit a player who comes late",
    "note": "Keep a note",
    "open": "Begin a tournament",
    "pair": "Pair a round",
    "penalty": "Give a penalty",
    "proxy": "Record a proxy for a damaged card",
    "redact": "Erase who somebody is",
    "register": "Register a player",
    "reinstate": "Let a player play again",
    "repair": "Repair a round that has not started",
    "report": "Report a result",
    "requests answer": "Answer a request",
    "seed": "Draw the seeds",
    "slips": "Print the match slips",
    "staff": "Name somebody to the staff",
    "start": "Start a round",
    "tag": "Set or clear the late tag",
    "third-place": "Play for the third place",
    "verdict": "How does an unfinished match end?",
    "withdraw": "Take back a result or a round",
}
"""What an act is called on a page, where the terminal speaks of its words."""

SHORT = {
    "amend": "Amend",
    "award": "Award a bye",
    "deckcheck record": "Deck check",
    "disqualify": "Disqualify",
    "drop": "Drop",
    "ended": "Time called",
    "extend": "More time",
    "note": "Note",
    "penalty": "Penalty",
    "proxy": "Proxy",
    "reinstate": "Reinstate",
    "tag": "Late tag",
    "verdict": "How does it end?",
}
"""What an act is called where there is little room."""

MORE: Mapping[str, frozenset[str]] = {
    "open": frozenset({
        *("edition", "end", "match_format", "pairing", "cards", "championship_points", "sanction"),
    }),
    "register": frozenset({"left_off", "pool", "reason", "display", "parent"}),
    "amend": frozenset({"display", "parent"}),
    "late": frozenset({"pool", "refused", "reason", "display", "parent"}),
    "announce": frozenset({
        *("one_less", "prizes", "third_place", "turns", "basic_energy", "energy_told_ahead"),
        *("redraft", "cooperative_draft", "flights", "day_two"),
    }),
    "pair": frozenset({"seats", "first_table", "blocked", "fixed", "allow_rematches"}),
    "repair": frozenset({"blocked"}),
    "penalty": frozenset({"seq", "reason"}),
    "ended": frozenset({"prizes", "initial", "away", "judge_told", "decider", "result"}),
    "verdict": frozenset({"prizes", "initial", "away", "judge_told", "decider", "edition"}),
    "deckcheck record": frozenset({"left_out", "references"}),
}  # fmt: skip
"""Fields that are seldom filled in, by verb: a page shows them on request."""

AGES = ("junior", "senior", "masters", "open")


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
    seldom: bool = False


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
        title=TITLES.get(verb) or (about[0].rstrip(".") if about else verb),
        about=tuple(text for text in about[verb not in TITLES :] if "FILE" not in text),
        fields=tuple(
            replace(field, seldom=field.name in MORE.get(verb, ())) for field in _fields(command)
        ),
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
        called = (param.metavar or param.name or "").strip("[].").split("|")
        label = " or ".join(part for part in called if "FILE" not in part)
        yield Field(
            name=param.name or "",
            label=label.replace("_", " ").replace("=number", "=flights").capitalize(),
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
        label, hint, choices = _called(said), _hint(option), _choices(option)
        if option.is_flag and len(choices) == 1 and hint:
            label, hint = hint.rstrip("."), ""
        yield Field(
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


def _called(option: str) -> str:
    """Return what an option is called on a page."""
    return LABELS.get(option) or option.replace("-", " ").capitalize()


def _hint(option: click.Option) -> str:
    """Return what a verb says of an option, but for what only a terminal knows."""
    said = (option.help or "").split("; needs --", maxsplit=1)[0]
    said = said.removeprefix("With --left-off: ").removeprefix("With --withdraw: ")
    return said.replace("; needed with --left-off", "")


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
