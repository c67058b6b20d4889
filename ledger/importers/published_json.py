"""Published events in JSON: results with game scores, and standings with everybody's rounds."""

import json
from fractions import Fraction
from typing import Any

from pydantic import ValidationError

from ledger.errors import Unreadable
from ledger.importers.published import Figure, Line, Meeting, Published
from ledger.importers.published_rounds import first_day, last_rounds, swiss_rounds
from ledger.importers.published_shapes import (
    GamesFile,
    ListedPlayer,
    MatchGames,
    Part,
    PublishedLine,
    Rates,
    StandingsFile,
)
from ledger.people import Person, tidy_name
from ledger.terms import Result, Score, Verdict, won
from ledger.unsafe import short

MAX_BYTES = 32_000_000
"""The longest file, in bytes."""

HINT = "docs/importing.md shows both kinds of JSON that can be read."


def is_json(data: bytes) -> bool:
    """Tell whether a file is meant to be JSON: it begins with a brace or a bracket."""
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in {b"{", b"["}


def read_published(data: bytes) -> Published:
    """Read a published event. Raises Unreadable with one sentence."""
    if len(data) > MAX_BYTES:
        raise _wrong(f"it has {len(data):,} bytes, and may have {MAX_BYTES:,}")
    try:
        found: Any = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise _wrong("it begins like JSON, and is none") from None
    keys = found.keys() if isinstance(found, dict) else set()
    try:
        if "players" in keys:
            return _of_standings(StandingsFile.model_validate(found))
        if "rounds" in keys:
            return _of_games(GamesFile.model_validate(found))
    except ValidationError as mistakes:
        first = mistakes.errors()[0]
        place = ".".join(str(step) for step in first["loc"])[:80]
        raise _wrong(f"{place}: {first['msg'][:1].lower()}{first['msg'][1:]}") from None
    raise _wrong(
        "it is JSON, but neither results with game scores (`rounds`) nor standings with "
        "everybody's rounds (`players`)"
    )


def _of_games(file: GamesFile) -> Published:
    """Return results with games: who is not seated again after a round has left."""
    numbers: dict[str, int] = {}
    seated = (n for one in file.rounds for m in one.matches for n in (m.player1, m.player2))
    for name in (*seated, *(one.player for one in file.published_standings)):
        if name is not None:
            numbers.setdefault(name, len(numbers) + 1)
    rounds = tuple(tuple(_met(match, numbers) for match in one.matches) for one in file.rounds)
    for number, meetings in enumerate(rounds, start=1):
        seats = [player for one in meetings for player in one.players]
        if len(seats) != len(set(seats)):
            raise _wrong(f"somebody plays twice in round {number}")
    last = last_rounds(rounds)
    published = {one.player: one for one in file.published_standings}
    if len(published) != len(file.published_standings):
        raise _wrong("published_standings lists somebody twice")
    lines = tuple(
        Line(
            person=Person(name=_tidy(name)),
            place=published[name].rank if name in published else None,
            left=last.get(number, 0) if last.get(number, 0) < len(rounds) else None,
            points=published[name].points if name in published else None,
            figures=_figures(published.get(name)),
        )
        for name, number in numbers.items()
    )
    return Published(
        name=file.label, edition="dci-mtr", lines=lines, rounds=rounds, swiss=len(rounds)
    )


def _met(match: MatchGames, numbers: dict[str, int]) -> Meeting:
    if match.player2 is None:
        return Meeting(players=(numbers[match.player1],))
    games = match.games
    result = won(Score(games.player1, games.player2, games.drawn)) if games else None
    return Meeting(players=(numbers[match.player1], numbers[match.player2]), result=result)


def _figures(one: PublishedLine | None) -> dict[Figure, Fraction]:
    if one is None:
        return {}
    return {
        "Op Win %": Fraction(one.omw),
        "Game Win %": Fraction(one.gw),
        "Op Game Win %": Fraction(one.ogw),
    }


_SEEDS = ("the file names no seeds of its cut: those of the Swiss standings are told.",)
_VERDICTS = {"W": Verdict.FIRST, "L": Verdict.SECOND, "T": Verdict.TIE}
_OTHER = {"W": "L", "L": "W", "T": "T", None: None}


def _of_standings(file: StandingsFile) -> Published:
    """Return standings with everybody's rounds; both players of a match must say the same."""
    numbers: dict[str, int] = {}
    for one in file.players:
        if one.id in numbers:
            raise _wrong(f"players lists {short(one.id)} twice")
        numbers[one.id] = len(numbers) + 1
    of = {one.id: one for one in file.players}
    count = max((int(n) for one in file.players for n in one.rounds), default=0)
    rounds = tuple(
        tuple(
            meeting
            for one in file.players
            if (part := one.rounds.get(str(number)))
            if (meeting := _seen(one, part, of, numbers, str(number)))
        )
        for number in range(1, count + 1)
    )
    swiss = swiss_rounds(rounds)
    given = {numbers[one.id]: one.dropped_after_round for one in file.players}
    day = first_day(rounds[:swiss], given)
    lines = tuple(
        Line(
            person=Person(name=_tidy(one.name), id=one.id),
            place=one.placing,
            left=one.dropped_after_round,
            disqualified=one.disqualified,
            figures=_rates(one.published_win_percentages),
        )
        for one in file.players
    )
    return Published(
        name=file.label,
        edition="tom",
        lines=lines,
        rounds=rounds,
        swiss=swiss,
        first_day=day,
        warnings=_SEEDS if swiss < len(rounds) else (),
    )


def _seen(
    one: ListedPlayer, part: Part, of: dict[str, ListedPlayer], numbers: dict[str, int], number: str
) -> Meeting | None:
    """Return a match as its first player tells it; None where the second one does."""
    mine = numbers[one.id]
    if part.opponent in {"BYE", None}:
        return Meeting(players=(mine,))
    other = of.get(part.opponent or "")
    said = other.rounds.get(number) if other else None
    if other is None or said is None or said.opponent != one.id or other is one:
        raise _wrong(f"round {number} of {short(one.id)} names an opponent who does not say so")
    if said.result != _OTHER[part.result] or said.table != part.table:
        raise _wrong(f"round {number} of {short(one.id)} and of the opponent contradict each other")
    if numbers[other.id] < mine:
        return None
    result = Result(verdict=_VERDICTS[part.result]) if part.result else None
    return Meeting(players=(mine, numbers[other.id]), result=result, table=part.table)


def _rates(given: Rates | None) -> dict[Figure, Fraction]:
    if given is None:
        return {}
    return {
        "Win %": Fraction(given.self),
        "Op Win %": Fraction(given.opp),
        "Op Op Win %": Fraction(given.oppopp),
    }


def _tidy(name: str) -> str:
    try:
        return tidy_name(name)
    except ValueError as mistake:
        raise _wrong(str(mistake).rstrip(".")) from None


def _wrong(what: str) -> Unreadable:
    return Unreadable(f"{what}.", where="the file", hint=HINT)
