"""What people say in their own words: names, reasons, ids; kept as it was said, or not at all."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from ledger.errors import Misuse
from ledger.people.book import has_hidden, tidy_name
from ledger.terms import MAX_TEXT
from ledger.text import short


def quoted(text: str) -> str:
    """Return what somebody typed as it can be said back to them: short, and nothing hidden."""
    return f'"{short(text)}"'


class WordsType(click.ParamType[str]):
    """Something a person says, which is kept as it was said: one line, not too long."""

    name = "text"

    def __init__(self, most: int = MAX_TEXT) -> None:
        """Keep the length, in characters, that can be kept."""
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text; a usage error says what is wrong with it."""
        text: str = value.strip()
        if not text:
            self.fail("it must not be empty.", param, ctx)
        if len(text) > self.most:
            msg = f"it has {len(text):,} characters; at most {self.most:,} are allowed."
            self.fail(msg, param, ctx)
        if has_hidden(text):
            self.fail(
                "it contains control or direction characters; remove them.",
                param,
                ctx,
            )
        return text


class NameType(click.ParamType[str]):
    """The name of a person, in one form."""

    name = "name"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name; a usage error says what is wrong with it."""
        try:
            return tidy_name(value)
        except ValueError as error:
            return self.fail(str(error), param, ctx)


class RoleType(click.Choice[str]):
    """One of several roles; the rulebook's spelling `organizer` is read as `organiser`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the role as the ledger spells it; a usage error lists the roles."""
        return super().convert("organiser" if value == "organizer" else value, param, ctx)


class PatternType(click.ParamType[str]):
    """An id that goes into the ledger as it is: of certain characters only."""

    def __init__(self, name: str, pattern: str, such_as: str) -> None:
        """Keep what fits, and how to say it."""
        self.name = name
        self.pattern = re.compile(pattern, re.ASCII)
        self.such_as = such_as

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the id; a usage error says what it is made of."""
        text: str = value
        if not self.pattern.match(text):
            self.fail(f"{quoted(text)} cannot be used; write {self.such_as}.", param, ctx)
        return text


class EncodingType(click.ParamType[str]):
    """The encoding in which a list was saved, by its name in any case."""

    name = "encoding"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the encoding as it is called here; a usage error lists them all."""
        from ledger.importers.lists.sheet import ENCODINGS  # Only where a list is read.

        return click.Choice([*ENCODINGS], case_sensitive=False).convert(value, param, ctx)


IN_ENCODING = click.option(
    "--encoding",
    type=EncodingType(),
    help="The encoding of the list, such as windows-1252.",
)
WORDS = WordsType()
NAME = NameType()
COMMAND_ID = PatternType(
    "id", r"[A-Za-z0-9._:/-]{1,100}\Z", "only letters, digits and . _ : / -, at most 100 characters"
)
STATION = PatternType(
    "station",
    r"[a-z0-9][a-z0-9-]{0,31}\Z",
    "only lowercase letters, digits and dashes, at most 32 characters",
)
PLAYER_ID = PatternType(
    "id", r"[A-Za-z0-9._:/-]{0,40}\Z", "only letters, digits and . _ : / -, at most 40 characters"
)
RULE = PatternType("rule", r"[a-z0-9-]{1,60}\Z", "the rule's name, such as rematch")


# What makes no sense, as a terminal says it: with the options that would help.


@contextmanager
def typed_as(**sentences: str) -> Iterator[None]:
    """Say what makes no sense as a usage error, in the sentence for the value that is wrong."""
    try:
        yield
    except Misuse as wrong:
        raise click.UsageError(sentences.get(wrong.field, wrong.message)) from None
