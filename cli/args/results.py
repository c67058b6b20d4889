"""Results as people type them: 2-1, 21, t, id, n1, and match=result."""

import re
from typing import Any

import click

from cli.args.types import MATCH, quoted
from ledger.terms import (
    MatchId,
    NoShow,
    Result,
    Score,
    Verdict,
    no_show,
    won,
)

# Terms: a match, a result, a division, a day.

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
