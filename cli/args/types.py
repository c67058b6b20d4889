"""Parameter types of the command line: texts, ids, matches, results, pools, divisions, dates."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from enum import StrEnum
from typing import Any, NamedTuple, NoReturn, TypeVar

import click

from roundbook.ledger.errors import Misuse
from roundbook.ledger.people.tidy_names import has_hidden, tidy_name
from roundbook.ledger.terms import (
    MAX_TEXT,
    Division,
    MatchId,
    NoShow,
    Pool,
    Result,
    Score,
    Verdict,
    no_show,
    won,
)
from roundbook.ledger.text import has_extension, short

Value = TypeVar("Value")
Kind = TypeVar("Kind", bound=StrEnum)


class ReadType(click.ParamType[Value]):
    """A value that a function reads from a text; the function refuses any other text."""

    def __init__(self, name: str, read: Callable[[str], Value]) -> None:
        """Set the name in help, and the function."""
        self.name, self._read = name, read

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Value:
        """Return the value; a default that is not a text stays as it is."""
        del param, ctx  # Click adds them to a refusal.
        found: Value = self._read(value) if isinstance(value, str) else value
        return found


def refuse(sentence: str) -> NoReturn:
    """Refuse a text, as a usage error."""
    raise click.BadParameter(sentence)


class EnumType(click.Choice[Kind]):
    """One of an enumeration's values: click itself would read their names in Python."""

    def normalize_choice(self, choice: object, ctx: click.Context | None) -> str:
        """Return a value as it is typed."""
        return super().normalize_choice(str(choice), ctx)


# Texts in people's own words (names, reasons, ids), kept unchanged or refused.


def quoted(text: str) -> str:
    """Return what was typed, quoted for a message: shortened, with hidden characters shown."""
    return f'"{short(text)}"'


class WordsType(ReadType[str]):
    """A text in a person's own words, kept unchanged: one line of limited length."""

    def __init__(self, most: int = MAX_TEXT) -> None:
        """Set the maximum length in characters."""
        super().__init__("text", self._words)
        self.most = most

    def _words(self, text: str) -> str:
        text = text.strip()
        if not text:
            refuse("the value must not be empty.")
        if len(text) > self.most:
            refuse(f"the value has {len(text):,} characters; at most {self.most:,} are allowed.")
        if has_hidden(text):
            refuse("the value contains control or text-direction characters; remove them.")
        return text


def _sanction(text: str) -> str:
    text = text.strip()
    if not _SANCTION.fullmatch(text):
        refuse(
            f"{quoted(text)} is not a sanction number, which has only digits and hyphens, as in "
            "26-11-000123."
        )
    return text


_SANCTION = re.compile(r"(?=.{1,40}\Z)[0-9]+(?:-[0-9]+)*", re.ASCII)

SANCTION = ReadType("text", _sanction)
"""The sanction number of an event, as TOM writes it: `26-11-000123`."""


def _name(text: str) -> str:
    try:
        return tidy_name(text)
    except ValueError as error:
        refuse(str(error))


class RoleType(click.Choice[str]):
    """One of several roles; the rulebook's spelling `organizer` is read as `organiser`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the role as spelt in the ledger. A usage error lists the roles."""
        return super().convert("organiser" if value == "organizer" else value, param, ctx)


def _like(pattern: str, such_as: str) -> Callable[[str], str]:
    """Return a function that reads an id of certain characters, which is recorded unchanged."""
    found = re.compile(pattern, re.ASCII)

    def read(text: str) -> str:
        return (
            text if found.match(text) else refuse(f"{quoted(text)} cannot be used; use {such_as}.")
        )

    return read


def _encoding(text: str) -> str:
    from roundbook.ledger.importers.lists.sheet import (  # Only needed for lists.
        ENCODINGS,
        encoding_called,
    )

    known = ", ".join(ENCODINGS)
    return encoding_called(text) or refuse(
        f"{quoted(text)} is not an encoding; use one of {known}."
    )


IN_ENCODING = click.option(
    "--encoding",
    type=ReadType("encoding", _encoding),
    help="The encoding of the list, such as windows-1252.",
)
WORDS = WordsType()
NAME = ReadType("name", _name)
COMMAND_ID = ReadType(
    "id",
    _like(
        r"[A-Za-z0-9._:/-]{1,100}\Z",
        "only letters, digits and . _ : / -, at most 100 characters",
    ),
)
STATION = ReadType(
    "station",
    _like(
        r"[a-z0-9][a-z0-9-]{0,31}\Z",
        "only lowercase letters, digits and dashes, at most 32 characters",
    ),
)
PLAYER_ID = ReadType(
    "id",
    _like(r"[A-Za-z0-9._:/-]{0,40}\Z", "only letters, digits and . _ : / -, at most 40 characters"),
)
RULE = ReadType("rule", _like(r"[a-z0-9-]{1,60}\Z", "the rule's name, such as rematch"))

_ROUND = re.compile(r"([a-z][a-z0-9-]{0,31})-([1-9][0-9]{0,2})\Z", re.ASCII)
_POOL = re.compile(r"[a-z][a-z0-9-]{0,31}\Z", re.ASCII)


class RoundId(NamedTuple):
    """A round of a pool, written `masters-2`."""

    pool: Pool
    number: int


def match_or_round(text: str) -> MatchId | RoundId | None:
    """Return the match or round in a text; None if it is neither."""
    try:
        match = MatchId.parse(text.strip().lower())
        return match if _POOL.match(match.pool) else None
    except ValueError:
        found = _ROUND.match(text.strip().lower())
    return RoundId(Pool(found[1]), int(found[2])) if found else None


def _match(text: str) -> MatchId:
    match = match_or_round(text)
    if isinstance(match, MatchId):
        return match
    refuse(
        f"{quoted(text)} is not a match; give pool, round and table, such as masters-1-14, or 1-14."
    )


def _match_or_round(text: str) -> MatchId | RoundId:
    return match_or_round(text) or refuse(
        f"{quoted(text)} is neither a match such as masters-1-14 nor a round such as masters-1."
    )


def _pool(text: str) -> Pool:
    name = text.strip().lower()
    if not _POOL.match(name):
        refuse(f"{quoted(text)} is not a pool; use a name such as masters.")
    division = division_named(name)
    return Pool(division.lower() if division else name)


_DAY_FIRST = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4})", re.ASCII)


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        pass
    found = _DAY_FIRST.fullmatch(text.strip())
    try:
        day, month, year = (int(part) for part in found.group(1, 3, 4)) if found else (0, 0, 0)
        said = date(year, month, day)
    except ValueError:
        refuse(f"{quoted(text)} is not a date; use the form 2026-03-07.")
    if found and found[2] != "." and day <= 12 and day != month:
        other = said.replace(month=day, day=month)
        refuse(f"{quoted(text)} could mean {said} or {other} (YYYY-MM-DD); use one of these.")
    return said


def division_named(text: str) -> Division | None:
    """Return the division with this name, in any case, singular or plural, or None."""
    name = text.strip().lower().removesuffix("s")
    return next((each for each in Division if each.lower().removesuffix("s") == name), None)


def _division(text: str) -> Division:
    known = ", ".join(division.lower() for division in Division)
    return division_named(text) or refuse(f"{quoted(text)} is not a division; use {known}.")


MATCH = ReadType("match", _match)
"""A match as printed on its slip: `masters-1-14` is pool, round, table."""
MATCH_OR_ROUND = ReadType("match or round", _match_or_round)
"""A match such as `masters-1-14`, or a round such as `masters-1`."""
POOL = ReadType("pool", _pool)
"""A pool: a pod such as `masters` or `junior-senior`."""
DATE = ReadType("date", _date)
"""A date such as 2026-03-07, or 26.9.2026, or 26/9/2026 if that can be nothing else."""
DIVISION = ReadType("division", _division)
"""An age division, in any case."""


# Words that name a list.

ENDINGS = (".csv", ".tsv", ".txt", ".xlsx", ".xls")
"""The extensions of lists; `.xls` gets a message on what to do."""


def is_list(word: str) -> bool:
    """Tell whether a word names a list: a file with such an extension, or `-` for stdin."""
    return word == "-" or has_extension(word, *ENDINGS)


def called(word: str) -> str:
    """Return the name of a list for messages."""
    return "stdin" if word == "-" else word


# Misuse as a usage error, in a terminal's words: with the options that would help.


@contextmanager
def typed_as(**sentences: str) -> Iterator[None]:
    """Turn Misuse into a usage error, with the sentence for the field that is wrong."""
    try:
        yield
    except Misuse as wrong:
        raise click.UsageError(sentences.get(wrong.field, wrong.message)) from None


# Results: 2-1, 21, t, id, n1, and match=result.

_WORDS = {
    "1": Verdict.FIRST,
    "2": Verdict.SECOND,
    "t": Verdict.TIE,
    "tie": Verdict.TIE,
    "draw": Verdict.TIE,
    "x": Verdict.DOUBLE_LOSS,
    "double-loss": Verdict.DOUBLE_LOSS,
    "unplayed": Verdict.UNPLAYED,
}


_NO_SHOWS: dict[str, NoShow] = {
    "n1": "first",
    "n2": "second",
    "nb": "both",
    "no-show:1": "first",
    "no-show:first": "first",
    "no-show:2": "second",
    "no-show:second": "second",
    "no-show:both": "both",
}


_DASHES = dict.fromkeys(map(ord, "‐‑‒–—−"), "-")  # noqa: RUF001 - as programs write them.


_SPACED = re.compile(r"(?:(?<=\s)|\A)(\d)\s*([-:])\s*(?=\d\b)", re.ASCII)


_GAMES = re.compile(r"(\d)([-:]?)(\d)(?:\2(\d))?\Z", re.ASCII)


def _result(text: str) -> Result:
    return result_named(text) or refuse(
        f"{quoted(text)} is not a result; use the game score (2-1, 1-1-1), 1 or 2 for the winner, "
        "tie, id (an intentional draw), double-loss, no-show:1, no-show:2, no-show:both or "
        "unplayed."
    )


def result_named(text: str) -> Result | None:
    """Return the result in a text (`2-1`, `2:1`, `21`, `t`), or None."""
    word = without_gaps(text.strip().lower())
    if word in _WORDS:
        return Result(verdict=_WORDS[word])
    if word == "id":
        return Result(verdict=Verdict.TIE, agreed=True)
    if word in _NO_SHOWS:
        return no_show(_NO_SHOWS[word])
    games = _GAMES.match(word)
    if not games:
        return None
    first, second, drawn = (int(count or 0) for count in games.group(1, 3, 4))
    return won(Score(first, second, drawn))


def without_gaps(text: str) -> str:
    """Return a text with plain dashes, and a score such as `2 - 0` as one word."""
    return _SPACED.sub(r"\1\2", text.translate(_DASHES))


def as_typed(result: Result) -> str:
    """Return a result as it is typed: `result_named` reads it back."""
    if result.no_show:
        return f"no-show:{result.no_show}"
    if result.agreed:
        return "id"
    if result.games:
        return str(result.games)
    return {Verdict.FIRST: "1", Verdict.SECOND: "2"}.get(result.verdict, result.verdict.value)


def _outcome(text: str) -> tuple[MatchId, Result]:
    match, equals, result = text.partition("=")
    if not equals:
        refuse(f"{quoted(text)} is not an outcome; use the form masters-1-3=2-1.")
    return _match(match), _result(result)


RESULT = ReadType("result", _result)
"""A result from the left player's view: games such as `2-1`, or a word."""
OUTCOME = ReadType("match=result", _outcome)
"""A match and a possible result: `masters-1-3=2-1`."""
