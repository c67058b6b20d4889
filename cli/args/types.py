"""Parameter types of the command line: texts, ids, matches, results, pools, divisions, dates."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any, NamedTuple

import click

from ledger.errors import Misuse
from ledger.people.book import has_hidden, tidy_name
from ledger.terms import (
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
from ledger.text import has_extension, short

# Texts in people's own words (names, reasons, ids), kept unchanged or refused.


def quoted(text: str) -> str:
    """Return what was typed, quoted for a message: shortened, with hidden characters shown."""
    return f'"{short(text)}"'


class WordsType(click.ParamType[str]):
    """A text in a person's own words, kept unchanged: one line of limited length."""

    name = "text"

    def __init__(self, most: int = MAX_TEXT) -> None:
        """Set the maximum length in characters."""
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text. A usage error says what is wrong with it."""
        text: str = value.strip()
        if not text:
            self.fail("the value must not be empty.", param, ctx)
        if len(text) > self.most:
            msg = f"the value has {len(text):,} characters; at most {self.most:,} are allowed."
            self.fail(msg, param, ctx)
        if has_hidden(text):
            self.fail(
                "the value contains control or text-direction characters; remove them.",
                param,
                ctx,
            )
        return text


class NameType(click.ParamType[str]):
    """A person's name, normalised."""

    name = "name"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name. A usage error says what is wrong with it."""
        try:
            return tidy_name(value)
        except ValueError as error:
            return self.fail(str(error), param, ctx)


class RoleType(click.Choice[str]):
    """One of several roles; the rulebook's spelling `organizer` is read as `organiser`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the role as spelt in the ledger. A usage error lists the roles."""
        return super().convert("organiser" if value == "organizer" else value, param, ctx)


class PatternType(click.ParamType[str]):
    """An id that is recorded unchanged, of certain characters only."""

    def __init__(self, name: str, pattern: str, such_as: str) -> None:
        """Set the pattern, and its description."""
        self.name = name
        self.pattern = re.compile(pattern, re.ASCII)
        self.such_as = such_as

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the id. A usage error describes the pattern."""
        text: str = value
        if not self.pattern.match(text):
            self.fail(f"{quoted(text)} cannot be used; use {self.such_as}.", param, ctx)
        return text


class EncodingType(click.ParamType[str]):
    """The encoding of a list, by name in any case."""

    name = "encoding"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the encoding's name as used here. A usage error lists them all."""
        from ledger.importers.lists.sheet import ENCODINGS  # Only needed for lists.

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

_ROUND = re.compile(r"([a-z][a-z0-9-]{0,31})-([1-9][0-9]{0,2})\Z", re.ASCII)
_POOL = re.compile(r"[a-z][a-z0-9-]{0,31}\Z", re.ASCII)


class RoundId(NamedTuple):
    """A round of a pool, written `masters-2`."""

    pool: Pool
    number: int


class MatchType(click.ParamType[MatchId]):
    """A match as printed on its slip: `masters-1-14` is pool, round, table."""

    name = "match"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> MatchId:
        """Return the match. A usage error gives the format."""
        if isinstance(value, MatchId):
            return value
        match = match_or_round(value)
        if not isinstance(match, MatchId):
            msg = (
                f"{quoted(value)} is not a match; give pool, round and table, such as masters-1-14."
            )
            self.fail(msg, param, ctx)
        return match


class MatchOrRoundType(click.ParamType[MatchId | RoundId]):
    """A match such as `masters-1-14`, or a round such as `masters-1`."""

    name = "match or round"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> MatchId | RoundId:
        """Return the match or round. A usage error gives the format."""
        if isinstance(value, MatchId | RoundId):
            return value
        found = match_or_round(value)
        if found is None:
            msg = (
                f"{quoted(value)} is neither a match such as masters-1-14 nor a round such as "
                "masters-1."
            )
            self.fail(msg, param, ctx)
        return found


def match_or_round(text: str) -> MatchId | RoundId | None:
    """Return the match or round in a text; None if it is neither."""
    try:
        match = MatchId.parse(text.strip().lower())
        return match if _POOL.match(match.pool) else None
    except ValueError:
        found = _ROUND.match(text.strip().lower())
    return RoundId(Pool(found[1]), int(found[2])) if found else None


class PoolType(click.ParamType[Pool]):
    """A pool: a pod such as `masters` or `junior-senior`."""

    name = "pool"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Pool:
        """Return the pool. A usage error gives the format."""
        text = value.strip().lower()
        if not _POOL.match(text):
            self.fail(f"{quoted(value)} is not a pool; use a name such as masters.", param, ctx)
        division = division_named(text)
        return Pool(division.lower() if division else text)


class DateType(click.ParamType[date]):
    """A date such as 2026-03-07."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """Return the date. A usage error gives the format."""
        if isinstance(value, date):
            return value
        try:
            return date.fromisoformat(value.strip())
        except ValueError:
            return self.fail(f"{quoted(value)} is not a date; use the form 2026-03-07.", param, ctx)


def division_named(text: str) -> Division | None:
    """Return the division with this name, in any case, singular or plural, or None."""
    name = text.strip().lower().removesuffix("s")
    return next((each for each in Division if each.lower().removesuffix("s") == name), None)


class DivisionType(click.ParamType[Division]):
    """An age division, in any case."""

    name = "division"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Division:
        """Return the division. A usage error lists them."""
        if found := division_named(value):
            return found
        known = ", ".join(division.lower() for division in Division)
        return self.fail(f"{quoted(value)} is not a division; use {known}.", param, ctx)


MATCH = MatchType()
MATCH_OR_ROUND = MatchOrRoundType()
POOL = PoolType()
DATE = DateType()
DIVISION = DivisionType()


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


class ResultType(click.ParamType[Result]):
    """A result from the left player's view: games such as `2-1`, or a word."""

    name = "result"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Result:
        """Return the result. A usage error lists the possible ones."""
        if isinstance(value, Result):
            return value
        found = result_named(value)
        if found is None:
            msg = (
                f"{quoted(value)} is not a result; use the game score (2-1, 1-1-1), 1 or 2 "
                f"for the winner, tie, id (an intentional draw), double-loss, no-show:1, "
                f"no-show:2, no-show:both or unplayed."
            )
            self.fail(msg, param, ctx)
        return found


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


class OutcomeType(click.ParamType[tuple[MatchId, Result]]):
    """A match and a possible result: `masters-1-3=2-1`."""

    name = "match=result"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[MatchId, Result]:
        """Return the match and the result. A usage error gives the format."""
        if isinstance(value, tuple):
            return value
        match, equals, result = value.partition("=")
        if not equals:
            self.fail(
                f"{quoted(value)} is not an outcome; use the form masters-1-3=2-1.", param, ctx
            )
        return MATCH.convert(match, param, ctx), RESULT.convert(result, param, ctx)


RESULT = ResultType()


OUTCOME = OutcomeType()
