"""What an act asks for on a page, as declared fields, and what was filled in, as values."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from typing import NamedTuple, Protocol, TypeVar

import click
from msgspec import Struct
from msgspec.structs import replace

from cli.acts.act import Facts
from cli.args.players import find_player
from cli.args.tables import AT_TABLE, with_matches
from cli.args.types import DATE, DIVISION, POOL, RESULT, WORDS
from cli.desk.venue import Venue
from cli.desk.write import WriteContext
from cli.web.access.permissions import TYPED
from cli.web.desk.forms.field import FieldRow, FormField, Kind
from ledger.errors import Misuse
from ledger.people.book import Book
from ledger.state.tournament import Tournament
from ledger.terms import Division, MatchId, PlayerId, Pool, Result

LARGEST = 900_000
"""So many bytes a file may have that comes in."""

LIST = 20_000
"""So many characters a field of several lines may have."""

Value = TypeVar("Value")


class HandedFile(NamedTuple):
    """A file that came with a form: its name as the visitor knows it, and what it holds."""

    name: str
    data: bytes

    @property
    def wrong(self) -> str:
        """Why it cannot be taken in; nothing where it can."""
        if not self.data:
            return f"{self.name} is empty." if self.name else "choose a file."
        if len(self.data) > LARGEST:
            return f"a file can have at most {LARGEST:,} bytes here."
        return ""


NO_FILE = HandedFile("", b"")


class PlayersHere(Protocol):
    """Where players are found by what somebody writes: a tournament, and its book of names."""

    @property
    def tournament(self) -> Tournament:
        """The tournament."""

    @property
    def book(self) -> Book:
        """Who the players are."""


class Filled:
    """What was filled in, read field by field. Each reading raises Misuse with a sentence."""

    def __init__(
        self, ctx: PlayersHere, fields: Mapping[str, str], file: HandedFile = NO_FILE
    ) -> None:
        """Keep the texts, the tournament in which players are found, and the file that came."""
        self.ctx, self._fields, self.file = ctx, fields, file

    def has(self, name: str) -> bool:
        """Tell whether anything was filled in, or ticked."""
        return bool(self._fields.get(name, "").strip())

    def text(self, name: str) -> str:
        """Return a text; empty where nothing was filled in."""
        return self.read(name, WORDS) or ""

    def words(self, name: str) -> str | None:
        """Return a reason or a note; None where nothing was filled in."""
        return self.read(name, WORDS)

    def read(self, name: str, kind: click.ParamType[Value]) -> Value | None:
        """Return what is meant by a text, as somebody may type it; None for an empty one."""
        text = self._fields.get(name, "").strip()
        if not text:
            return None
        try:
            value: Value = kind.convert(text, None, None)
        except click.UsageError as wrong:
            raise Misuse(wrong.message, field=name) from None
        return value

    def lines(self, name: str) -> list[str]:
        """Return the lines of a field of several, without the empty ones."""
        return [one.strip() for one in self._fields.get(name, "").splitlines() if one.strip()]

    def each(self, name: str, kind: click.ParamType[Value]) -> list[Value]:
        """Return what is meant by each line."""
        found = list[Value]()
        for line in self.lines(name):
            try:
                found.append(kind.convert(line, None, None))
            except click.UsageError as wrong:
                raise Misuse(wrong.message, field=name) from None
        return found

    def player(self, name: str) -> PlayerId:
        """Return the player who is meant. Raises Refused where it is nobody, or several."""
        return find_player(self._fields[name], self.ctx.tournament, self.ctx.book)

    def players(self, name: str) -> list[PlayerId]:
        """Return the players who are meant, line by line. Raises Refused likewise."""
        t, book = self.ctx.tournament, self.ctx.book
        return [find_player(line, t, book) for line in self.lines(name)]

    def match(self, name: str) -> MatchId | None:
        """Return a match, which may be named by its table alone while that is played at."""
        found = self.read(name, AT_TABLE)
        try:
            match: MatchId | None = with_matches(found, self.ctx.tournament)
        except click.UsageError as wrong:
            raise Misuse(wrong.message, field=name) from None
        return match

    def result(self, name: str) -> Result | None:
        """Return a result."""
        return self.read(name, RESULT)

    def pool(self, name: str) -> Pool | None:
        """Return a pool."""
        return self.read(name, POOL)

    def division(self, name: str) -> Division | None:
        """Return a division."""
        return self.read(name, DIVISION)

    def day(self, name: str) -> date | None:
        """Return a day."""
        return self.read(name, DATE)

    def number(self, name: str) -> int | None:
        """Return a number; its bounds are those of the field."""
        return self.read(name, click.INT)


class Undoing(Struct, frozen=True, kw_only=True):
    """What a form is instead once the field `by` is filled in: it takes back what it does.

    It then asks for `fields` alone, all of them needed. Where the address says already what is
    meant, `meant` tells it in words, and those that are `given` by it are not asked for again.
    """

    by: str
    title: str
    says: str
    fields: tuple[str, ...]
    meant: Callable[[Venue, Mapping[str, str]], str] = lambda _here, _filled: ""
    given: tuple[str, ...] = ()


class Form(Struct, frozen=True, kw_only=True):
    """An act as a form: the verb that does the same, what it asks for, and the act itself.

    `says` is the text above the fields; an empty line begins a paragraph. `risk` is the key of what
    has to be typed first where only some of what can be filled in does harm. `file` is what the
    file is called that comes with it; where it is text, it may be `pasted` instead. An act that is
    `tried` says before it is sent what stands in its way. One that can take back what it does has
    an `undoing`. Of a player who is known already it tells what `stands`, and has the title `of`
    that player, if any, with their name for `{}`.
    """

    verb: str
    title: str
    act: Callable[[WriteContext, Filled], Facts]
    fields: tuple[FormField, ...] = ()
    says: str = ""
    risk: Callable[[Mapping[str, str]], str | None] = lambda _: None
    file: str = ""
    pasted: bool = False
    tried: bool = False
    undoing: Undoing | None = None
    stands: Callable[[Venue, PlayerId], Mapping[str, str]] = lambda _here, _player: {}
    of: str = ""

    def with_filled(self, filled: Mapping[str, str]) -> "Form":
        """Return the form as it is asked for: the one that takes back, if its field is filled."""
        back = self.undoing
        if back is None:
            return self
        if filled.get(back.by):
            fields = {each.name: replace(each, needed=True, seldom=False) for each in self.fields}
            asked = tuple(fields[name] for name in back.fields)
            return replace(self, title=back.title, says=back.says, fields=asked)
        if not self.is_apart:
            return self
        kept = (each for each in self.fields if each.needed or each.name not in back.fields)
        return replace(self, fields=tuple(kept))

    def about_one(self, here: Venue, filled: Mapping[str, str]) -> tuple[str, PlayerId] | None:
        """Return the field that names a player who is known, and the player; None for no such."""
        asked = (each for each in self.fields if each.needed)
        first = next((each for each in asked if each.kind in {Kind.PLAYER, Kind.PLAYERS}), None)
        who = PlayerId(filled.get(first.name, "").strip()) if first else None
        return (first.name, who) if first and who in here.desk.tournament.players else None

    def marked(self, field: str, wrong: str) -> "Form":
        """Return the form with the field marked that was refused, and why."""
        fields = (
            replace(one, wrong=wrong.removeprefix(f"{one.label}: ")) if one.name == field else one
            for one in self.fields
        )
        return replace(self, fields=tuple(fields)) if field else self

    @property
    def is_apart(self) -> bool:
        """Whether what takes back is a form of its own: this one needs fields that it has not."""
        back = self.undoing
        return back is not None and any(
            each.needed and each.name not in back.fields for each in self.fields
        )

    def apart(self, filled: Mapping[str, str]) -> "Form | None":
        """Return the form that takes back, which stands below this one where it is apart."""
        back = self.undoing
        if back is None or filled.get(back.by) or not self.is_apart:
            return None
        return self.with_filled({back.by: "…"})

    @property
    def about(self) -> tuple[str, ...]:
        """The paragraphs above the fields."""
        return tuple(" ".join(part.split()) for part in self.says.split("\n\n") if part.strip())

    @property
    def danger(self) -> str | None:
        """The key of what has to be typed before the act; None for one that does no harm."""
        first = self.verb.partition(" ")[0]
        return first if first in TYPED else None

    @property
    def typed(self) -> str:
        """The word that has to be typed; empty where none has to be."""
        return TYPED[self.danger] if self.danger else ""

    def proposed(self, here: Venue) -> dict[str, str]:
        """Return what the tournament proposes, field by field, where it proposes anything."""
        every = {one.name: one.proposed(here) for one in self.fields if one.proposed}
        return {**self.defaults, **{name: text for name, text in every.items() if text}}

    @property
    def defaults(self) -> dict[str, str]:
        """What is chosen at first, field by field, wherever it is asked."""
        return {one.name: one.default for one in self.fields if one.default}

    def rows(self, here: Venue, filled: Mapping[str, str]) -> dict[str, list[FieldRow]]:
        """Return the rows of each field that is asked for row by row at a tournament."""
        by_row = [
            one for one in self.fields if one.rows or (one.kind is Kind.LINES and one.choices)
        ]
        return {one.name: one.asked(here, filled) for one in by_row}

    def danger_in(self, sent: Mapping[str, str]) -> str | None:
        """Return the key of what has to be typed before what was filled in is done."""
        return self.danger or self.risk(sent)

    def give(self, ctx: WriteContext, sent: Mapping[str, str], file: HandedFile = NO_FILE) -> Facts:
        """Do what was filled in. Raises Misuse with the label of a field, and what the act does."""
        rows = {one.name: one.joined(sent) for one in self.fields if one.kind is Kind.LINES}
        sent = {**sent, **rows}
        needed = {one.name for one in self.with_filled(sent).fields if one.needed}
        fields = [replace(one, needed=one.name in needed) for one in self.fields]
        with checked(fields, sent):
            return self.act(ctx, Filled(ctx, sent, file))


@contextmanager
def checked(fields: Sequence[FormField], sent: Mapping[str, str]) -> Iterator[None]:
    """Look over what was filled in, then let it be read. Raises Misuse with a field's label."""
    try:
        for field in fields:
            _check(field, sent.get(field.name, "").strip())
        yield
    except Misuse as wrong:
        labels = {field.name: field.label for field in fields}
        said = f"{labels[wrong.field]}: " if wrong.field in labels else ""
        raise Misuse(f"{said}{wrong.message}", field=wrong.field) from None


def _check(field: FormField, text: str) -> None:
    """Raise Misuse where a field is empty that must not be, or holds what cannot be chosen."""
    if not text:
        if field.needed and field.kind is not Kind.FLAG:  # An official may override its rule.
            raise Misuse("this field must be filled in.", field=field.name)
        return
    chosen = text.splitlines() if field.kind is Kind.LINES else [text]
    if field.choices and not {one.strip() for one in chosen if one.strip()} <= {*field.choices}:
        raise Misuse(f"choose from {', '.join(field.choices)}.", field=field.name)
    if field.kind is Kind.NUMBER:
        _check_number(field, text)


def _check_number(field: FormField, text: str) -> None:
    least, most = field.least, field.most
    number = int(text) if text.isascii() and text.removeprefix("-").isdigit() else None
    if number is None:
        raise Misuse("write a number.", field=field.name)
    if (least is not None and number < least) or (most is not None and number > most):
        allowed = f"at least {least}" if most is None else f"from {least or 0} to {most}"
        raise Misuse(f"write a number {allowed}.", field=field.name)
