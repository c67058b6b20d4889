"""The options for what a judge saw at a table, such as `--games` and `--prizes`, as facts."""

import re
from functools import wraps
from typing import Any

import click

from roundbook.cli.args.shared_options import Command, option, with_options
from roundbook.cli.args.types import ReadType, quoted, refuse
from roundbook.ledger.events.match_end import (
    Away,
    Facts,
    GameEnd,
    Prizes,
    Side,
    TimeCalled,
    UnderWay,
)

GAMES_TYPED = {
    "1": GameEnd.FIRST,
    "2": GameEnd.SECOND,
    "sd1": GameEnd.FIRST_BY_SUDDEN_DEATH,
    "sd2": GameEnd.SECOND_BY_SUDDEN_DEATH,
    "both": GameEnd.BOTH,
    "void": GameEnd.UNCOUNTED,
}
_SIDES = {"1": Side.FIRST, "2": Side.SECOND}
_AWAY = {"nobody": Away.NOBODY, "1": Away.FIRST, "2": Away.SECOND, "both": Away.BOTH}
_IN_GAMES = {"0-0": "none", "1-0": "1", "0-1": "2", "2-0": "1,1", "0-2": "2,2"}
"""Game scores as on slips, where the score alone gives the winners in order."""
_SCORE = re.compile(r"[0-9]-[0-9]\Z", re.ASCII)
_PRIZES = re.compile(r"([0-6])\s*[-:–]\s*([0-6])\Z")


def _games(text: str) -> tuple[GameEnd, ...]:
    typed = text.lower().replace(" ", "").replace("\N{EN DASH}", "-")
    words = [word for word in _IN_GAMES.get(typed, typed).split(",") if word]
    if words == ["none"]:
        return ()
    if typed not in _IN_GAMES and _SCORE.match(typed):
        refuse(
            f"{quoted(text)} does not say who won which game; list the winners in order, such as "
            "1,2."
        )
    if len(words) > 9 or not all(word in GAMES_TYPED for word in words):
        refuse(
            f"{quoted(text)} is not a list of game winners; list them in order, such as 1,2 (sd1, "
            "sd2: by Sudden Death; both: at the same time; void: does not count)."
        )
    return tuple(GAMES_TYPED[word] for word in words)


def _prizes(text: str) -> Prizes:
    if found := _PRIZES.match(text.strip()):
        return Prizes(int(found[1]), int(found[2]))
    return refuse(f"{quoted(text)} does not give the Prize cards remaining; use the form 2-4.")


GAMES = ReadType("games", _games)
"""The finished games in order: `1,2` or `1,sd2`; `none` for none."""
PRIZES = ReadType("prizes", _prizes)
"""The Prize cards remaining, those of the left player first: `2-4`."""
INITIAL = click.IntRange(1, 6)
UNDER_WAY = click.Choice([one.value for one in UnderWay])
TIME = click.Choice([one.value for one in TimeCalled])
AWAY = click.Choice(list(_AWAY))

_OPTIONS = (
    click.option("--games", type=GAMES, default=(), help="The winner of each game, such as 1,sd2."),
    click.option(
        "--on",
        type=UNDER_WAY,
        default="nothing",
        help="What was in play: nothing, game or sudden-death.",
        metavar="WHAT",
    ),
    click.option(
        "--time",
        type=TIME,
        default="not-yet",
        help="When: not-yet, in-turn, between-turns or between-games.",
        metavar="WHEN",
    ),
    click.option("--last-turn-ended", is_flag=True, help="The last extra turn is over."),
    click.option(
        "--prizes",
        type=PRIZES,
        help="Prize cards remaining, left player first, such as 2-4.",
    ),
    click.option(
        "--away",
        type=AWAY,
        default="nobody",
        help="Who was late or absent: 1, 2, both or nobody.",
        metavar="WHO",
    ),
    click.option("--judge-told", is_flag=True, help="A judge was told before the match ended."),
    option(
        "--initial",
        type=INITIAL,
        metavar="N",
        default=6,
        of="facts",
        stands_for=("--initial, …", "Rarely needed options: `help options`."),
        help="The number of Prize cards at the start of a game.",
    ),
    option(
        "--decider",
        type=click.Choice(list(_SIDES)),
        of="facts",
        help="The winner of Sudden Death.",
    ),
)


def with_facts(command: Command) -> Command:
    """Add the options for what was seen at a table to a command, which gets them as `facts`."""

    @wraps(command)
    def told(*args: Any, **options: Any) -> Any:
        names = [option for option in _NAMES if option in options]
        facts = facts_of(**{name: options.pop(name) for name in names})
        return command(*args, facts=facts, **options)

    return with_options(_OPTIONS, told)  # type: ignore[return-value]


def typed_facts() -> dict[str, Any]:
    """Return the facts that were typed as options of the running command."""
    ctx = click.get_current_context()
    typed = click.core.ParameterSource.COMMANDLINE
    options = (name for name in _NAMES if ctx.get_parameter_source(name) is typed)
    return {name: ctx.params[name] for name in options}


_NAMES = (
    "games",
    "on",
    "time",
    "last_turn_ended",
    "prizes",
    "initial",
    "away",
    "judge_told",
    "decider",
)


def facts_of(  # noqa: PLR0913 - one argument per fact.
    *,
    games: tuple[GameEnd, ...] = (),
    on: str = "nothing",
    time: str = "not-yet",
    last_turn_ended: bool = False,
    prizes: Prizes | None = None,
    initial: int = 6,
    away: str = "nobody",
    judge_told: bool = False,
    decider: str | None = None,
) -> Facts:
    """Return the options as facts; the part and the match format are set elsewhere."""
    return Facts(
        games=games,
        under_way=UnderWay(on),
        time=TimeCalled(time),
        last_turn_ended=last_turn_ended,
        prizes=prizes,
        initial=initial,
        away=_AWAY[away],
        judge_told=judge_told,
        decider=_SIDES[decider] if decider else None,
    )
