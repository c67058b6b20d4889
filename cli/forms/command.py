"""The command of an act, made from its declaration: arguments, options, help, and the answer."""

import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from shlex import quote
from typing import Any

import click
from msgspec.structs import replace

from roundbook.cli.answers.spoken import say
from roundbook.cli.forms.field import FormField, Kind
from roundbook.cli.forms.form import Filled, Form
from roundbook.cli.keying.open_matters import PAIRING, open_matters
from roundbook.cli.session.ask import confirm
from roundbook.cli.session.command import at_desk
from roundbook.cli.session.errors import typed as in_shell
from roundbook.cli.session.write import WriteContext
from roundbook.cli.verbs import VERBS, path_of
from roundbook.ledger.errors import Misuse

Asks = Callable[[WriteContext, Filled], None]
"""Asks at the terminal for confirmation. Raises Declined."""

METAVARS = {
    Kind.PLAYER: "PLAYER",
    Kind.PLAYERS: "PLAYER",
    Kind.NUMBER: "N",
    Kind.DAY: "YYYY-MM-DD",
    Kind.TIME: "TIME",
    Kind.POOL: "POOL",
    Kind.MATCH: "MATCH",
    Kind.RESULT: "RESULT",
}


class Chosen(click.Choice[str]):
    """One of several words, in any case, with dashes or spaces."""

    def __init__(self, choices: Sequence[str], instead: Mapping[str, str]) -> None:
        """Keep the words, and what to type instead of words that belong elsewhere."""
        super().__init__(choices)
        self._instead = instead

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word. A usage error for any other word, which may say what to type instead."""
        if said := self._instead.get(self.normalize_choice(value, ctx)):
            self.fail(said, param, ctx)
        return super().convert(value, param, ctx)

    def normalize_choice(self, choice: object, ctx: click.Context | None) -> str:
        """Return a word as it is compared."""
        del ctx
        word = "-".join(str(choice).lower().replace("_", " ").split())
        return "organiser" if word == "organizer" else word  # As the rulebook spells it.


def declared(verb: str, family: str) -> click.Command:
    """Return the command of an act that needs nothing but its declaration in a family."""
    forms = import_module(f"roundbook.cli.forms.{family}").FORMS
    return command_of(next(form for form in forms if form.verb == verb))


def command_of(form: Form, ask: Asks | None = None) -> click.Command:
    """Return the command that does an act, as its page does; it may `ask` first."""
    fields = [one for one in form.fields if one.option]

    @at_desk
    def run(ctx: WriteContext, **typed: Any) -> None:
        sent = {one.name: text for one in fields if (text := _text(one, typed[one.name]))}
        try:
            if ask:
                ask(ctx, Filled(ctx, sent))
            if form.verb in PAIRING and not (form.undoing and sent.get(form.undoing.by)):
                _decide_first(ctx, form, sent)
            facts = form.give(ctx, sent, named=_as_typed)
        except Misuse as wrong:
            raise click.UsageError(wrong.message) from None
        say(ctx, facts)

    back = form.undoing.fields if form.undoing else ()
    for one in reversed(fields):
        needed = one.needed and (form.undoing is None or one.name in back)
        run = (_argument if _is_argument(one) else _option)(one, needed)(run)
    name = form.verb.rpartition(" ")[2]
    return click.command(name, cls=ActCommand, form=form, help=_help(form))(run)


def _decide_first(ctx: WriteContext, form: Form, sent: Mapping[str, str]) -> None:
    """Ask at the terminal about open matters before an act that pairs players or says who advances.

    An act that is refused asks nothing. Raises Declined.
    """
    left = [] if ctx.dry_run or ctx.first() else open_matters(ctx.venue)
    if left:
        trial = replace(ctx, manner=replace(ctx.manner, dry_run=True))
        form.give(trial, sent, named=_as_typed)
        confirm(ctx, [in_shell(one) for one in left], f"{form.title}?")


class ActCommand(click.Command):
    """The command of an act, which says how to undo it to somebody who types a negative number."""

    def __init__(self, *args: Any, form: Form, **options: Any) -> None:
        """Keep the declaration."""
        super().__init__(*args, **options)
        self._form = form

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words. A usage error for a negative number, if the act can be undone."""
        back = self._form.undoing
        number = next((one for one in self._form.fields if _is_number(one)), None)
        below = next((word for word in args if re.fullmatch("-[0-9]+", word)), None)
        if back and number and below:
            words = [number.option if word == below else quote(word) for word in args]
            options = [one for one in self._form.fields if one.name in back.fields]
            for one in (one for one in options if not _is_argument(one) and one.option not in args):
                words += [one.option, *([] if one.kind is Kind.FLAG else ['"…"'])]
            typed = f"`roundbook {path_of(self._form.verb)} {' '.join(words)}`"
            says = " ".join(back.says.split())
            raise click.UsageError(f"{below} is less than 0. {back.title}: {typed}. {says}", ctx)
        return super().parse_args(ctx, args)


def _is_number(field: FormField) -> bool:
    return _is_argument(field) and field.kind is Kind.NUMBER


def _as_typed(field: FormField) -> str:
    """Return a field as a refusal names it at the terminal."""
    return field.option.replace("/", " or ").strip("[.]")


def _is_argument(field: FormField) -> bool:
    return not field.option.startswith("-")


def _argument(field: FormField, needed: bool) -> Callable[[Any], Any]:  # noqa: FBT001
    many = field.kind in {Kind.PLAYERS, Kind.LINES}
    return click.argument(
        field.name,
        metavar=field.option,
        type=_type(field),
        nargs=-1 if many else 1,
        required=needed,
    )


def _option(field: FormField, needed: bool) -> Callable[[Any], Any]:  # noqa: FBT001
    names = [one for one in field.option.split(" ") if one]
    said = field.hint or f"{field.label}."
    if field.kind is Kind.FLAG:
        return click.option(*names, field.name, is_flag=True, help=said)
    if "/" in field.option:
        return click.option(*names, field.name, default=None, help=said)
    return click.option(
        *names,
        field.name,
        type=_type(field),
        metavar=METAVARS.get(field.kind) or _named(field.choices, names[0]),
        multiple=field.kind in {Kind.PLAYERS, Kind.LINES},
        required=needed,
        help=said,
    )


def _named(choices: Sequence[str], option: str) -> str | None:
    """Return a word in place of the choices of an option; None if they are short enough to show."""
    return option.strip("-").upper() if len("|".join(choices)) > 20 else None


def _type(field: FormField) -> click.ParamType[Any]:
    if field.choices:
        return Chosen(field.choices, field.instead)
    if field.kind is Kind.NUMBER:
        return click.IntRange(field.least, field.most)
    return click.STRING


def _text(field: FormField, typed: Any) -> str:
    """Return what was typed as a page would send it; empty if nothing was."""
    match typed:
        case bool() if field.kind is Kind.FLAG:
            return field.choices[0] if typed else ""
        case bool():
            return field.choices[0 if typed else 1]
        case tuple() | list():
            return "\n".join(map(str, typed))
        case _:
            return "" if typed is None else str(typed)


def _help(form: Form) -> str:
    """Return the help: what the command does, the text of its page, and examples."""
    verb = VERBS.get(form.verb)
    first = verb.line if verb else f"{form.title}."
    title = "Examples" if len(form.examples) > 1 else "Example"
    lines = "\n".join(f"  roundbook {_at_its_place(form.verb, one)}" for one in form.examples)
    words = [
        f"{one.option.strip('[.]')} is {', '.join(one.choices[:-1])} or {one.choices[-1]}."
        for one in form.fields
        if one.option and _is_argument(one) and one.choices
    ]
    return "\n\n".join((first, *form.about, *words, f"\b\n{title}:\n{lines}"))


def _at_its_place(verb: str, example: str) -> str:
    """Return an example, which begins with the act's name, as it is typed."""
    return f"{path_of(verb)}{example.removeprefix(verb)}"
