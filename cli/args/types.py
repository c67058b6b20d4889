"""What people type, as terms: a match, a result, a division, a day."""

import re
from datetime import date
from typing import Any, NamedTuple

import click

from cli.args.players import find_player
from cli.args.words import quoted
from ledger.errors import Misuse
from ledger.people.book import Book
from ledger.state.tournament import Tournament
from ledger.terms import Division, MatchId, NoShow, Pool, Result, Score, Verdict, no_show, won
from projections.explain.blame import Cell, Figure, MatchCell

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
_GAMES = re.compile(r"(\d)([-:]?)(\d)(?:\2(\d))?\Z", re.ASCII)
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
        """Return the match; a usage error says how to write one."""
        if isinstance(value, MatchId):
            return value
        match = match_or_round(value)
        if not isinstance(match, MatchId):
            msg = (
                f"{quoted(value)} is not a match; write pool, round and table, such as "
                "masters-1-14."
            )
            self.fail(msg, param, ctx)
        return match


class MatchOrRoundType(click.ParamType[MatchId | RoundId]):
    """A match such as `masters-1-14`, or a round such as `masters-1`."""

    name = "match or round"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> MatchId | RoundId:
        """Return what is meant; a usage error says how to write it."""
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
    """Return the match or round that a text has the form of; None if it has that of neither."""
    try:
        match = MatchId.parse(text.strip().lower())
        return match if _POOL.match(match.pool) else None
    except ValueError:
        found = _ROUND.match(text.strip().lower())
    return RoundId(Pool(found[1]), int(found[2])) if found else None


class ResultType(click.ParamType[Result]):
    """A result, seen from the left of the slip: games such as `2-1`, or a word."""

    name = "result"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Result:
        """Return the result; a usage error lists what can be typed."""
        if isinstance(value, Result):
            return value
        found = result_named(value)
        if found is None:
            msg = (
                f"{quoted(value)} is not a result; write the game score (2-1, 1-1-1), 1 or 2 "
                f"for the winner, tie, id (an intentional draw), double-loss, no-show:1, "
                f"no-show:2, no-show:both or unplayed."
            )
            self.fail(msg, param, ctx)
        return found


def result_named(text: str) -> Result | None:
    """Return the result that a text has the form of: `2-1`, `2:1`, `21`, `t`; None if of none."""
    word = text.strip().lower().translate(_DASHES)
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


def as_typed(result: Result) -> str:
    """Return a result as somebody types it: what `result_named` reads as the same result."""
    if result.no_show:
        return f"no-show:{result.no_show}"
    if result.agreed:
        return "id"
    if result.games:
        return str(result.games)
    return {Verdict.FIRST: "1", Verdict.SECOND: "2"}.get(result.verdict, result.verdict.value)


class OutcomeType(click.ParamType[tuple[MatchId, Result]]):
    """A match and how it might have ended: `masters-1-3=2-1`."""

    name = "match=result"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[MatchId, Result]:
        """Return the match and the result; a usage error says how to write them."""
        if isinstance(value, tuple):
            return value
        match, equals, result = value.partition("=")
        if not equals:
            self.fail(f"{quoted(value)} is not an outcome; write masters-1-3=2-1.", param, ctx)
        return MATCH.convert(match, param, ctx), RESULT.convert(result, param, ctx)


class PoolType(click.ParamType[Pool]):
    """A pool: a pod such as `masters` or `junior-senior`."""

    name = "pool"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Pool:
        """Return the pool; a usage error says how pools are written."""
        text = value.strip().lower()
        if not _POOL.match(text):
            self.fail(f"{quoted(value)} is not a pool; write one such as masters.", param, ctx)
        division = division_named(text)
        return Pool(division.lower() if division else text)


class DateType(click.ParamType[date]):
    """A day, written 2026-03-07."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """Return the day; a usage error says how to write it."""
        if isinstance(value, date):
            return value
        try:
            return date.fromisoformat(value.strip())
        except ValueError:
            return self.fail(
                f"{quoted(value)} is not a date; write one such as 2026-03-07.", param, ctx
            )


def division_named(text: str) -> Division | None:
    """Return the division of this name, in any case, of one or of many: `juniors`; None if none."""
    name = text.strip().lower().removesuffix("s")
    return next((each for each in Division if each.lower().removesuffix("s") == name), None)


class DivisionType(click.ParamType[Division]):
    """An age division, in any case."""

    name = "division"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Division:
        """Return the division; a usage error lists them."""
        if found := division_named(value):
            return found
        known = ", ".join(division.lower() for division in Division)
        return self.fail(f"{quoted(value)} is not a division; use {known}.", param, ctx)


MATCH = MatchType()
MATCH_OR_ROUND = MatchOrRoundType()
RESULT = ResultType()
OUTCOME = OutcomeType()
POOL = PoolType()
DATE = DateType()
DIVISION = DivisionType()


# Which cell of the standings, of a pairing or of a result somebody asks about.


def cell_named(of: str, what: str | None, t: Tournament, book: Book) -> Cell:
    """Return the cell `what` of a player or match: the place or the result if nothing is said.

    Raises Refused where nobody is meant, Misuse where there is no such cell of it.
    """
    place = match_or_round(of)
    match = place if isinstance(place, MatchId) else None
    kinds: list[Figure | MatchCell] = [*MatchCell] if match else [*Figure]
    usual = MatchCell.RESULT if match else Figure.PLACE
    shows = next((one for one in kinds if one == what), None) if what else usual
    if shows is None:
        some = ", ".join(kinds)
        msg = f"{quoted(what or '')} is not a possible value; write one of {some}."
        raise Misuse(msg, field="cell")
    return Cell(of=match or find_player(of, t, book), shows=shows)
