"""Asks a judge for the facts of a match, one question at a time; only for those that matter."""

from collections.abc import Mapping
from typing import Any

import click
from msgspec.structs import replace

from cli.args.facts import AWAY, GAMES, INITIAL, PRIZES, TIME, UNDER_WAY, facts_of
from cli.desk.confirm import agreed
from cli.desk.venue import nobody_to_ask
from ledger.events.match_end import Facts, Stage
from ledger.terms import MatchFormat

_IN_A_GAME = ("in-turn", "between-turns")


def ask(
    typed: Mapping[str, Any],
    *,
    part: Stage | None = None,
    match_format: MatchFormat | None = None,
) -> Facts:
    """Return what was answered; raises a usage error if the answers end before the questions.

    Nobody is asked again for the facts that were `typed` as options, nor for a part or a format
    that is known.
    """
    if nobody_to_ask():
        raise click.UsageError(
            "describe what was seen at the table; questions can only be answered at a terminal."
        )
    try:
        return _ask(typed, part, match_format)
    except click.Abort:
        raise click.UsageError("a question was not answered, so there is no verdict.") from None


def _ask(typed: Mapping[str, Any], part: Stage | None, match_format: MatchFormat | None) -> Facts:
    told = dict(typed)

    def one(fact: str, question: str, kind: click.ParamType[Any], otherwise: object = None) -> Any:
        if fact not in told:
            told[fact] = _one(question, kind, otherwise)
        return told[fact]

    def yes(fact: str, question: str) -> Any:
        if fact not in told:
            told[fact] = agreed(question)
        return told[fact]

    if part is None:
        part = Stage(_one("Which part?", click.Choice([each.value for each in Stage]), "swiss"))
    if match_format is None:
        formats = click.Choice([each.value for each in MatchFormat])
        match_format = MatchFormat(_one("Which format?", formats, "bo3"))
    games = "Who won each game so far? (1,2; sd1: by Sudden Death; both; none)"
    one("games", games, GAMES, "none")
    on = one("on", "What was in progress?", UNDER_WAY, "nothing")
    time = one(
        "time", "At what point was time called? (not-yet: the match ended first)", TIME, "not-yet"
    )
    if on != "nothing" and time in _IN_A_GAME:
        yes("last_turn_ended", "Has the last turn after time ended?")
    if part is Stage.ELIMINATION and on == "game" and told.get("last_turn_ended"):
        one("initial", "Prize cards at the start", INITIAL, 6)
        one("prizes", "Prize cards left, first player first, such as 2-4", PRIZES)
    away = "Who was late, or away without permission?"
    if time != "not-yet" and one("away", away, AWAY, "nobody") != "nobody":
        yes("judge_told", "Was a judge told before the match ended?")
    return replace(facts_of(**told), part=part, match_format=match_format)


def _one(question: str, kind: click.ParamType[Any], otherwise: object = None) -> Any:
    return click.prompt(question, type=kind, default=otherwise, err=True)
