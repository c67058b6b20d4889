"""An act as it is declared: its fields, its words, and the values that were filled in."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from hashlib import sha256
from itertools import chain
from typing import NamedTuple, Protocol, TypeVar

import click
from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.args.players import find_player, players_called
from roundbook.cli.args.table_numbers import AT_TABLE, with_matches
from roundbook.cli.args.types import DATE, DIVISION, POOL, RESULT, WORDS
from roundbook.cli.forms.field import FieldRow, FormField, Kind
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Facts, WriteContext
from roundbook.cli.verbs import TYPED
from roundbook.ledger.errors import Misuse, Refused
from roundbook.ledger.people.book import Book
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.rulesets.wording import in_edition
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, MatchId, PlayerId, Pool, Result
from roundbook.ledger.text import opened

LARGEST = 900_000
"""The maximum size of an uploaded file, in bytes."""

LIST = 20_000
"""The maximum length of a field of several lines, in characters."""

MOST_CALLED = 20
"""The maximum number of players, with a part of their names in common, to choose from."""

Value = TypeVar("Value")


class HandedFile(NamedTuple):
    """An uploaded file: its name on the visitor's device, and its content."""

    name: str
    data: bytes

    @property
    def wrong(self) -> str:
        """Why the file cannot be imported; empty if it can."""
        if not self.data:
            return f"{self.name} is empty." if self.name else "choose a file."
        if len(self.data) > LARGEST:
            return f"a file can have at most {LARGEST:,} bytes here."
        return ""


NO_FILE = HandedFile("", b"")


class PlayersHere(Protocol):
    """What is needed to find players by a number or a name: a tournament and its names file."""

    @property
    def tournament(self) -> Tournament:
        """The tournament."""

    @property
    def book(self) -> Book:
        """The names file."""


class Filled:
    """The values that were filled in, read field by field. Each method may raise Misuse."""

    def __init__(
        self, ctx: PlayersHere, fields: Mapping[str, str], file: HandedFile = NO_FILE
    ) -> None:
        """Keep the texts, the tournament and names to find players in, and the uploaded file."""
        self.ctx, self._fields, self.file = ctx, fields, file

    def has(self, name: str) -> bool:
        """Tell whether the field was filled in, or ticked."""
        return bool(self._fields.get(name, "").strip())

    def emptied(self, name: str) -> bool:
        """Tell whether the field was sent, and is empty."""
        return name in self._fields and not self.has(name)

    def text(self, name: str) -> str:
        """Return a text; empty if nothing was filled in."""
        return self.read(name, WORDS) or ""

    def words(self, name: str) -> str | None:
        """Return a reason or a note; None if nothing was filled in."""
        return self.read(name, WORDS)

    def read(self, name: str, kind: click.ParamType[Value]) -> Value | None:
        """Return the text of a field as a value of this kind; None if it is empty."""
        text = self._fields.get(name, "").strip()
        if not text:
            return None
        try:
            value: Value = kind.convert(text, None, None)
        except click.UsageError as wrong:
            raise Misuse(wrong.message, field=name) from None
        return value

    def lines(self, name: str) -> list[str]:
        """Return the lines of a field of several lines, without the empty ones."""
        return [one.strip() for one in self._fields.get(name, "").splitlines() if one.strip()]

    def each(self, name: str, kind: click.ParamType[Value]) -> list[Value]:
        """Return each line as a value of this kind."""
        found = list[Value]()
        for line in self.lines(name):
            try:
                found.append(kind.convert(line, None, None))
            except click.UsageError as wrong:
                raise Misuse(wrong.message, field=name) from None
        return found

    def player(self, name: str) -> PlayerId:
        """Return the player. Raise Refused if no player, or several players, match the text."""
        text, t, book = self._fields[name], self.ctx.tournament, self.ctx.book
        try:
            return find_player(text, t, book)
        except Refused as several:
            if not 1 < len(players_called(text, t, book)) <= MOST_CALLED:
                raise
            # The page offers these players as a choice.
            raise Refused(several.message, hint="Choose the player you mean.") from None

    def players(self, name: str) -> list[PlayerId]:
        """Return the players, one for each line. Raise Refused as `player` does."""
        t, book = self.ctx.tournament, self.ctx.book
        return [find_player(line, t, book) for line in self.lines(name)]

    def match(self, name: str) -> MatchId | None:
        """Return a match; its table number is enough while a match is being played there."""
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
        """Return a number; `give` has checked it against the limits of the field."""
        return self.read(name, click.INT)


class Undoing(Struct, frozen=True, kw_only=True):
    """How a form undoes its own act, once the field `by` is filled in.

    It then asks only for `fields`, all of them needed but a pool, or players who may be everybody.
    If the address already says what to undo, `meant` describes it in words, and the fields in
    `given` are not asked for again. `titles` are those of values that need a confirmation word.
    """

    by: str
    title: str
    titles: Mapping[str, str] = {}
    says: str
    fields: tuple[str, ...]
    meant: Callable[[Venue, Mapping[str, str]], str] = lambda _here, _filled: ""
    given: tuple[str, ...] = ()


class OnPage(Struct, frozen=True, kw_only=True):
    """What only the page of an act needs.

    `risk` returns the key of the confirmation word, if only some values of the form need one.
    `asks_twice` tells whether the act, with these values, is shown first and done by a second tap,
    because it cannot be taken back.
    `file` is the label of the file to upload; if the file is text, it may be `pasted` instead. One
    that never `writes` has its answer on the page of the form. The fields in `repeated` take the
    place of those of the same name if the act is done `again`, `titled_again` and `says_again` that
    of the title and the text above them. If the player is already known, `stands` returns the
    values to fill in at first, and `of` is the title, if any, with the player's name for `{}`.
    `why` are fields for an official's reason, each below the field whose choice may need it. `lets`
    maps rules to the field in which an official's reason is the override, so that nobody types it
    again.
    """

    risk: Callable[[Mapping[str, str]], str | None] = lambda _: None
    asks_twice: Callable[[Mapping[str, str]], bool] = lambda _: False
    file: str = ""
    pasted: bool = False
    writes: bool = True
    repeated: tuple[FormField, ...] = ()
    why: Mapping[str, FormField] = {}
    lets: Mapping[str, str] = {}
    titled_again: str = ""
    says_again: str = ""
    stands: Callable[[Venue, PlayerId], Mapping[str, str]] = lambda _here, _player: {}
    of: str = ""


class Form(Struct, frozen=True, kw_only=True):
    """An act, declared once: a command and a page are made of it.

    `verb` is the command. `says` is the text above the fields, and below the first line of the
    command's help; an empty line begins a new paragraph. `examples` are complete commands, without
    the word `roundbook`. An act that can be undone here has an `undoing`.
    """

    verb: str
    title: str
    act: Callable[[WriteContext, Filled], Facts]
    fields: tuple[FormField, ...] = ()
    says: str = ""
    examples: tuple[str, ...] = ()
    undoing: Undoing | None = None
    page: OnPage = OnPage()

    def with_filled(self, filled: Mapping[str, str]) -> "Form":
        """Return the form to show: the one that undoes or repeats, if its field is filled in."""
        if self.page.repeated and filled.get("again"):
            other = {each.name: each for each in self.page.repeated}
            fields = tuple(other.get(each.name, each) for each in self.fields)
            return replace(
                self,
                title=self.page.titled_again or self.title,
                says=self.page.says_again or self.says,
                fields=fields,
            )
        back = self.undoing
        if back is None:
            return self
        if filled.get(back.by):
            needed = {
                each.name: replace(each, needed=_to_undo(each, back.by), seldom=False)
                for each in self.fields
            }
            asked = tuple(needed[name] for name in back.fields)
            title = back.titles.get(self.page.risk(filled) or "", back.title)
            return replace(self, title=title, says=back.says, fields=asked)
        if not self.is_apart:
            return self
        kept = (each for each in self.fields if each.needed or each.name not in back.fields)
        return replace(self, fields=tuple(kept))

    def asking_why(self) -> "Form":
        """Return the form with the fields for an official's reason, below those they are about."""
        why = self.page.why
        fields = ((one, *([why[one.name]] if one.name in why else ())) for one in self.fields)
        return replace(self, fields=tuple(chain.from_iterable(fields)))

    def unfolded(self, names: Collection[str]) -> "Form":
        """Return the form with these fields among those that are always filled in."""
        fields = (replace(one, seldom=False) if one.name in names else one for one in self.fields)
        return replace(self, fields=tuple(fields))

    def checked_as_on_page(self, here: Venue) -> "Form":
        """Return the form with the fields as needed that the page asks for at a tournament.

        A browser does not let anybody send these empty, but a check alone is sent as it is.
        """
        fields = (
            replace(one, needed=True) if one.due and one.due(here) else one for one in self.fields
        )
        return replace(self, fields=tuple(fields))

    def about_one(self, here: Venue, filled: Mapping[str, str]) -> tuple[str, PlayerId] | None:
        """Return the first needed player field and its player; None if it is not filled in."""
        asked = (each for each in self.fields if each.needed or each.wanted)
        first = next((each for each in asked if each.kind in {Kind.PLAYER, Kind.PLAYERS}), None)
        who = PlayerId(filled.get(first.name, "").strip()) if first else None
        return (first.name, who) if first and who in here.desk.tournament.players else None

    def about_several(
        self, here: Venue, filled: Mapping[str, str]
    ) -> tuple[tuple[str, ...], list[PlayerId]] | None:
        """Return the field with two or more players, and the players; None without one."""
        for each in self.fields:
            players = [PlayerId(one) for one in filled.get(each.name, "").split()]
            known = here.desk.tournament.players
            if each.kind is Kind.PLAYERS and len(players) > 1 and all(p in known for p in players):
                return (each.name,), players
        return None

    def marked(self, field: str, wrong: str) -> "Form":
        """Return the form with the refused field marked, and the reason."""
        fields = (
            replace(one, wrong=opened(wrong.removeprefix(f"{one.label}: ")))
            if one.name == field
            else one
            for one in self.fields
        )
        return replace(self, fields=tuple(fields)) if field else self

    def in_edition(self, rules: Ruleset) -> "Form":
        """Return the form in the words of an edition, such as what decides a bracket match."""
        if not rules.has_own_words:
            return self

        def told(text: str) -> str:
            return in_edition(" ".join(text.split()), rules)

        fields = tuple(
            replace(one, label=told(one.label), hint=told(one.hint)) for one in self.fields
        )
        says = "\n\n".join(map(told, self.about))
        return replace(self, says=says, fields=fields)

    @property
    def is_apart(self) -> bool:
        """Whether undoing is a form of its own, because this form needs other fields."""
        back = self.undoing
        return back is not None and any(
            each.needed and each.name not in back.fields for each in self.fields
        )

    def apart(self, filled: Mapping[str, str]) -> "Form | None":
        """Return the form that undoes, to show below this one; None if it is not separate."""
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
        """The key of the word to type before the act; None if the act does no harm."""
        first = self.verb.partition(" ")[0]
        return first if first in TYPED else None

    @property
    def typed(self) -> str:
        """The word to type before the act; empty if there is none."""
        return TYPED[self.danger] if self.danger else ""

    def proposed(self, here: Venue) -> dict[str, str]:
        """Return the default and proposed values, by field, without empty ones."""
        every = {one.name: one.proposed(here) for one in self.fields if one.proposed}
        return {**self.defaults, **{name: text for name, text in every.items() if text}}

    @property
    def defaults(self) -> dict[str, str]:
        """The default choices, by field, at every tournament."""
        return {one.name: one.default for one in self.fields if one.default}

    def rows(self, here: Venue, filled: Mapping[str, str]) -> dict[str, list[FieldRow]]:
        """Return the rows of each field that is shown row by row at a tournament."""
        by_row = [
            one for one in self.fields if one.rows or (one.kind is Kind.LINES and one.choices)
        ]
        return {one.name: one.asked(here, filled) for one in by_row}

    def danger_in(self, sent: Mapping[str, str]) -> str | None:
        """Return the key of the word to type before the act, with these values; None if none."""
        return self.danger or self.page.risk(sent)

    def is_grave(self, sent: Mapping[str, str]) -> bool:
        """Tell whether a page warns of the act by its colour: it asks for a word, or twice."""
        return bool(self.danger_in(sent)) or self.page.asks_twice(sent)

    def sure_of(self, sent: Mapping[str, str]) -> str:
        """Return a digest of the values that a first tap shows, so that a second means the same."""
        return sha256("\n".join(sent.get(one.name, "") for one in self.fields).encode()).hexdigest()

    def give(
        self,
        ctx: WriteContext,
        sent: Mapping[str, str],
        file: HandedFile = NO_FILE,
        *,
        named: Callable[[FormField], str] = lambda field: field.label,
    ) -> Facts:
        """Do the act with the values sent. Raise Misuse with the field's label, or as the act does.

        The act may raise Refused. `named` returns how a field is called here.
        """
        rows = {one.name: one.joined(sent) for one in self.fields if one.kind is Kind.LINES}
        sent = {**sent, **rows}
        needed = {one.name for one in self.with_filled(sent).fields if one.needed}
        fields = [replace(one, needed=one.name in needed) for one in self.fields]
        with checked(fields, sent, named):
            return self.act(ctx, Filled(ctx, sent, file))


def _to_undo(one: FormField, by: str) -> bool:
    """Tell whether a field has to be filled in to undo an act."""
    if one.kind is Kind.FLAG and one.name != by:
        return one.needed
    return one.kind is not Kind.POOL and not one.wanted


@contextmanager
def checked(
    fields: Sequence[FormField],
    sent: Mapping[str, str],
    named: Callable[[FormField], str] = lambda field: field.label,
) -> Iterator[None]:
    """Check the values sent before they are read. Raise Misuse with the field's label."""
    try:
        for field in fields:
            _check(field, sent.get(field.name, "").strip())
        yield
    except Misuse as wrong:
        labels = {field.name: named(field) for field in fields}
        said = f"{labels[wrong.field]}: " if wrong.field in labels else ""
        raise Misuse(f"{said}{wrong.message}", field=wrong.field) from None


def _check(field: FormField, text: str) -> None:
    """Raise Misuse if a needed field is empty, or a value is not one of the choices."""
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
        raise Misuse("enter a number.", field=field.name)
    if (least is not None and number < least) or (most is not None and number > most):
        allowed = f"at least {least}" if most is None else f"from {least or 0} to {most}"
        raise Misuse(f"enter a number {allowed}.", field=field.name)
