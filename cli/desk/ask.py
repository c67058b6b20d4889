"""Asks a judge for the facts of a match, one question at a time; only for those that matter."""

from typing import Any

import click
from msgspec.structs import replace

from cli.args.facts import AWAY, GAMES, INITIAL, PRIZES, TIME, UNDER_WAY, facts_of
from cli.desk.confirm import agreed
from cli.desk.write import nobody_to_ask
from ledger.events.match_end import Facts, Stage
from ledger.terms import MatchFormat

_IN_A_GAME = ("in-turn", "between-turns")


def ask() -> Facts:
    """Return what was answered; raises a usage error if the answers end before the questions."""
    if nobody_to_ask():
        raise click.UsageError(
            "describe what was seen at the table; questions can only be answered at a terminal."
        )
    try:
        return _ask()
    except click.Abort:
        raise click.UsageError("a question was not answered, so there is no verdict.") from None


def _ask() -> Facts:
    part = _one("Which part?", click.Choice([one.value for one in Stage]), "swiss")
    kind = _one("Which format?", click.Choice([one.value for one in MatchFormat]), "bo3")
    games = _one("Who won each game so far? (1,2; sd1: by Sudden Death; both; none)", GAMES, "none")
    on = _one("What was in progress?", UNDER_WAY, "nothing")
    time = _one("Where was time called?", TIME, "not-yet")
    told: dict[str, Any] = {"games": games, "on": on, "time": time}
    if on != "nothing" and time in _IN_A_GAME:
        told["last_turn_ended"] = agreed("Has the last turn after time ended?")
    if part == Stage.ELIMINATION and on == "game" and told.get("last_turn_ended"):
        told["initial"] = _one("Prize cards at the start", INITIAL, 6)
        told["prizes"] = _one("Prize cards left, first player first, such as 2-4", PRIZES)
    if time != "not-yet":
        told["away"] = _one("Who was late, or away without permission?", AWAY, "nobody")
        if told["away"] != "nobody":
            told["judge_told"] = agreed("Was a judge told before the match ended?")
    return replace(facts_of(**told), part=Stage(part), match_format=MatchFormat(kind))


def _one(question: str, kind: click.ParamType[Any], otherwise: object = None) -> Any:
    return click.prompt(question, type=kind, default=otherwise, err=True)
