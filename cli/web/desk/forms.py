"""Every verb as a form: its fields are the words and options that the verb itself takes.

Nothing is listed twice: what a verb learns in the terminal its page knows at once.
"""

from collections.abc import Mapping

import click
from msgspec import Struct
from msgspec.structs import replace

from cli.loading import find
from cli.web.desk.abouts import ABOUT
from cli.web.desk.fields import Field, Kind, fields_of
from cli.web.desk.labels import MORE, TITLES
from cli.web.desk.wording import plainly
from cli.web.permits import TYPED

LIST = 20_000
"""So many characters a field of several lines may have."""


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
    about = _paragraphs(command.help or "")
    own = [plainly(text) for text in about[verb not in TITLES :] if "FILE" not in text]
    return Form(
        verb=verb,
        title=TITLES.get(verb) or (about[0].rstrip(".") if about else verb),
        about=tuple(_paragraphs(ABOUT[verb]) if verb in ABOUT else own),
        fields=tuple(
            replace(field, seldom=field.name in MORE.get(verb, ())) for field in fields_of(command)
        ),
        danger=first if first in TYPED else None,
    )


def _paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a text, but for examples."""
    parts = [part for part in text.split("\n\n") if "\b" not in part]
    return [" ".join(part.split()) for part in parts if part.strip()]


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
