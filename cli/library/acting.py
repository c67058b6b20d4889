"""The Python library, writing: each act of a form, done with values in place of typed words."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time
from os import PathLike
from pathlib import Path
from typing import Any

from click import BadParameter
from msgspec import Struct, structs

from roundbook.cli.answers.answer import answer
from roundbook.cli.args.types import NAME, STATION
from roundbook.cli.forms.field import FormField, Kind
from roundbook.cli.forms.form import NO_FILE, Form, HandedFile
from roundbook.cli.library.ledger import Ledger, Source, as_text, in_words, place_of, read_from
from roundbook.cli.session.errors import in_words_of, typed
from roundbook.cli.session.named_files import read_whole
from roundbook.cli.session.venue import CommandOptions, Operator, Venue, rehearsal, reloaded, venue
from roundbook.cli.session.write import (
    Facts,
    WriteContext,
    at_open_venue,
    in_own_name,
    in_own_role,
    new_on_staff,
)
from roundbook.cli.web.staff.every_form import FORMS
from roundbook.ledger.errors import Misuse
from roundbook.ledger.events.event import Override
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.terms import MatchId, Role

Lines = int | str | Iterable[str] | Mapping[str, int | str]
"""One value, several, or values by pool or division, such as `{"masters": 8}`."""

Day = date | str
"""A day, or a text such as `2026-03-07`."""

Time = time | datetime | str
"""A time at the venue, or a text such as `14:02`."""

FileOf = str | PathLike[str] | bytes
"""A file by its path, or what it contains."""


class Answer(Struct, frozen=True, kw_only=True):
    """What an act did: the entries it wrote, the facts about them, and the sentences for people.

    Rule: the entries are in the ledger, or, in a dry run, would be.
    Units: `entries` in order; `facts` are the act's own; `said` are the sentences that every face
    says; `notes` are about the files.
    Errors: none; an act that is refused raises, and has no answer.

    >>> answer = desk.note("the hall is cold")
    >>> answer.entries[0].events[0].text, answer.said[0].endswith("note: the hall is cold.")
    ('the hall is cold', True)
    """

    entries: Sequence[Entry]
    facts: Facts
    said: tuple[str, ...]
    notes: tuple[str, ...] = ()


class Acting(Struct, frozen=True, kw_only=True):
    """An open tournament, and who acts there and how."""

    venue: Venue
    manner: CommandOptions
    source: Source

    def ledger(self) -> Ledger:
        """Return the ledger as it is now, with what others have written."""
        with in_words():
            here = reloaded(self.venue)
            return read_from(
                tuple(here.desk.entries), here.desk.rules, here.book, source=self.source
            )

    def given(self, **options: Any) -> "Acting":
        """Return the same desk with other options for its acts."""
        rules, because = (*options.pop("override"),), options.pop("because")
        if bool(rules) != bool(because):
            raise Misuse("`override` and `because` must be given together.", field="because")
        role = self.manner.operator.role
        override = Override.of(rules, reason=because, official=role) if rules else None
        manner = structs.replace(self.manner, override=override, **options)
        return structs.replace(self, manner=manner)

    def do(self, verb: str, values: Mapping[str, object], file: FileOf | None = None) -> Answer:
        """Do the act of a form with these values, by the names of its fields."""
        form = FORMS[verb]
        sent = {one.name: text for one in form.fields if (text := _sent(one, values[one.name]))}
        with in_words():
            ctx = at_open_venue(self.venue, self.manner)
            with in_words_of(ctx.rules if ctx.tournament.opened else None):
                return _done(ctx, form, sent, file)


def _done(ctx: WriteContext, form: Form, sent: Mapping[str, str], file: FileOf | None) -> Answer:
    facts = form.give(ctx, sent, _handed(file), named=lambda field: field.name)
    said = tuple(typed(line) for line in answer(ctx, facts))
    notes = tuple(ctx.venue.notices)
    ctx.venue.notices.clear()
    return Answer(entries=facts.entries, facts=facts, said=said, notes=notes)


def _handed(file: FileOf | None) -> HandedFile:
    """Return a file as a page would hand it over."""
    if file is None:
        return NO_FILE
    if isinstance(file, bytes):
        return HandedFile("the file", file)
    return HandedFile(Path(file).name, read_whole(Path(file)))


def _sent(field: FormField, value: object) -> str:
    """Return a value as the page of its form would send it; empty if there is none."""
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        chosen = field.choices[0 if value else 1] if field.kind is Kind.CHOICE else ""
        return chosen or (field.choices[0] if value else "")
    if isinstance(value, Mapping):
        return "\n".join(f"{key}={as_text(each)}" for key, each in value.items())
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Iterable) and not isinstance(value, str | MatchId):
        return "\n".join(map(as_text, value))
    return as_text(value)


def opened_desk(
    place: Source,
    *,
    as_: str,
    role: str | None,
    station: str,
    accept_shorter: str | None,
) -> Acting:
    """Open a tournament to write to it, in somebody's name and role."""
    with in_words():
        folder = place_of(place)
        operator = _operator(as_, role, station)
        manner = in_own_name(folder, CommandOptions(operator=operator))
        here = venue(folder, manner.operator, accept_shorter=accept_shorter)
        manner = manner if role else in_own_role(here, manner)
        new = new_on_staff(folder, manner.operator)
        here.notices.extend([new] if new else [])
        return Acting(venue=here, manner=manner, source=place)


def _operator(as_: str, role: str | None, station: str) -> Operator:
    """Return who writes, in which role and where. Raise Misuse for words that no entry may have."""
    try:
        name = NAME.convert(as_, None, None)
    except BadParameter as wrong:
        raise Misuse(wrong.message, field="as_") from wrong
    try:
        place = STATION.convert(station, None, None)
    except BadParameter as wrong:
        raise Misuse(f"the station {wrong.message}", field="station") from wrong
    return Operator(name=name, role=_role(role), station=place)


def _role(role: str | None) -> Role:
    """Return a role by its name; the organiser's if none is named. Raise Misuse."""
    if role is not None and role not in set(Role):
        raise Misuse(f"a role is one of {', '.join(Role)}.", field="role")
    return Role(role or Role.ORGANISER)


def created(
    place: Source, values: Mapping[str, object], *, rules: FileOf | None, as_: str, station: str
) -> Acting:
    """Open a tournament in a new folder or database, and return the desk that writes to it."""
    form = FORMS["open"]
    with in_words():
        folder = place_of(place)
        operator = _operator(as_, None, station)
        manner = CommandOptions(operator=operator)
        ctx = WriteContext(venue=rehearsal(folder, Book(), operator), manner=manner)
        sent = {one.name: text for one in form.fields if (text := _sent(one, values[one.name]))}
        if rules is not None and "edition" in sent:
            raise Misuse("give `edition` or `rules`, not both.", field="rules")
        form.give(ctx, sent, _handed(rules), named=lambda field: field.name)
    return opened_desk(place, as_=as_, role=None, station=station, accept_shorter=None)
