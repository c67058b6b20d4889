"""Published results match by match: our own format with games or results, and exports of Melee."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Annotated, Any, Literal

from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict, Field

from roundbook.ledger.importers.published.published_event import (
    Alone,
    Figure,
    Meeting,
    Notes,
    Published,
    PublishedPlayer,
    Stage,
    dropped_after,
    figures,
    in_sentences,
    named,
    refuse_twice,
    seated,
    with_winners,
    without_repeats,
    wrong,
)
from roundbook.ledger.people.book import Person
from roundbook.ledger.rulesets.released import OF_GAMES, OF_RESULTS
from roundbook.ledger.terms import Division, Result, Score, Verdict, no_show, won
from roundbook.ledger.text import short

Name = Annotated[str, Field(min_length=1, max_length=200)]
Games = Annotated[int, Field(ge=0, le=9)]
Place = Annotated[int, Field(ge=1, le=100_000)]
Round = Annotated[int, Field(ge=0, le=99)]
Count = Annotated[int, Field(ge=0, le=100_000)]
Age = Literal["junior", "senior", "masters"]
Kind = Literal[
    "bye",
    "awarded-bye",
    "loss",
    "late",
    "no-show",
    "double-loss",
    "intentional-draw",
    "unplayed",
    "third-place",
]
"""What a match was apart from a win, a loss or a tie; `loss` and `late` have no opponent."""

THIRD_PLACE = "third-place"
"""The kind of the match for third place, which has a result like any other."""


class PublishedModel(BaseModel):
    """The known fields of a file; the rest of it stays in the original."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class MatchModel(PublishedModel):
    """A match; unknown fields are noted, since one may have decided it."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    def unknown(self, where: str, notes: Notes) -> None:
        """Note the unknown keys."""
        for key in self.model_extra or ():
            notes.setdefault(f"has the unknown key {key!a:.40}", []).append(where)


class GamesWon(PublishedModel):
    """The games won by each player of a match, and the drawn ones."""

    player1: Games
    player2: Games
    drawn: Games = 0


class MatchGames(MatchModel):
    """A match with its games, or the result as `player1` sees it; alone it is a bye or a loss."""

    player1: Name
    player2: Name | None = None
    games: GamesWon | None = None
    result: Literal["W", "L", "T"] | None = None
    kind: Kind | None = None
    table: Count | None = None


class RoundGames(PublishedModel):
    """A round."""

    matches: Annotated[list[MatchGames], Field(max_length=20_000)]
    phase: Stage | None = Field(default=None, strict=False)


class PublishedLine(PublishedModel):
    """A player's line in the standings, as far as it is published."""

    player: Name
    rank: Place
    points: Count | None = None
    record: Annotated[str, Field(pattern=r"^\d{1,3}-\d{1,3}(-\d{1,3})?$")] | None = None
    win: float | None = None
    omw: float | None = None
    oomw: float | None = None
    gw: float | None = None
    ogw: float | None = None

    def rates(self) -> dict[Figure, float | None]:
        """Return the rates by name."""
        return {
            "Win %": self.win,
            "Op Win %": self.omw,
            "Op Op Win %": self.oomw,
            "Game Win %": self.gw,
            "Op Game Win %": self.ogw,
        }


class GamesPlayer(PublishedModel):
    """A player's name as in the matches, and when they dropped."""

    player: Name
    name: Name | None = None
    division: Age | None = None
    dropped_after_round: Round | None = None
    disqualified: bool = False


class GamesFile(PublishedModel):
    """Results in rounds, and the standings."""

    label: Name = "A tournament without a name"
    players: Annotated[list[GamesPlayer], Field(max_length=100_000)] = []
    rounds: Annotated[list[RoundGames], Field(min_length=1, max_length=99)]
    published_standings: Annotated[list[PublishedLine], Field(max_length=100_000)] = []


class Listed:
    """Numbers players from 1, in the order in which they first appear."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, name: str) -> int:
        """Return the number of a player."""
        return self.numbers.setdefault(name, len(self.numbers) + 1)


def of_games(found: Any) -> Published:
    """Return results in our own format. Raises Unreadable, and ValidationError."""
    file, notes, listed = GamesFile.model_validate(found), Notes(), Listed()
    stages = _stages(file.rounds)
    rounds = [
        [
            _met(match, listed, f"rounds[{n}].matches[{m}]", notes)
            for m, match in enumerate(one.matches)
        ]
        for n, one in enumerate(file.rounds)
    ]
    for name in [p.player for p in file.players] + [p.player for p in file.published_standings]:
        listed.number(name)
    known = _once((one.player, one) for one in file.players)
    placed = _once((one.player, one) for one in file.published_standings)
    left = dropped_after(rounds, stages)
    played = set().union(*map(seated, rounds))
    lines = []
    for name, number in listed.numbers.items():
        player, line = known.get(name), placed.get(name)
        gone = left.get(number) if number in played else 0
        if player and player.dropped_after_round is not None:
            gone = player.dropped_after_round
        if player and player.disqualified and gone is None:
            gone = len(rounds)
        lines.append(
            PublishedPlayer(
                person=Person(
                    name=named(player.name or name) if player else named(name),
                    id=name if player and player.name else "",
                ),
                division=Division(player.division.title()) if player and player.division else None,
                place=line.rank if line else None,
                left=gone,
                disqualified=player.disqualified if player else False,
                points=line.points if line else None,
                record=with_ties(line.record) if line else None,
                figures=figures(line.rates(), short(name), notes) if line else {},
            )
        )
    refuse_twice(rounds, lines)
    rounds = with_winners(rounds, stages, lines, notes)
    return Published(
        name=file.label,
        form="results, match by match",
        edition=OF_GAMES if _has_games(rounds) else OF_RESULTS,
        lines=tuple(lines),
        rounds=rounds,
        stages=stages,
        warnings=in_sentences(notes),
    )


def _has_games(rounds: Iterable[Iterable[Meeting]]) -> bool:
    results = [one.result for meetings in rounds for one in meetings if one.result]
    return not results or any(one.games for one in results)


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, one in pairs:
        if name in found:
            what = "published_standings" if isinstance(one, PublishedLine) else "players"
            raise wrong(f"{what} lists somebody twice: {name!a:.40}")
        found[name] = one
    return found


def with_ties(record: str | None) -> str | None:
    """Return a record with its ties, which some files leave out if there are none."""
    return f"{record}-0" if record and record.count("-") == 1 else record


def _stages(rounds: Sequence[RoundGames]) -> tuple[Stage, ...]:
    """Return the stage of each round, by default that of the one before. Raises Unreadable."""
    found: list[Stage] = []
    order = list(Stage)
    for number, one in enumerate(rounds):
        before = found[-1] if found else Stage.SWISS
        stage = one.phase or before
        if order.index(stage) < order.index(before):
            raise wrong(f"rounds[{number}].phase is {stage}, which cannot follow {before}")
        found.append(stage)
    return tuple(found)


def _met(match: MatchGames, listed: Listed, where: str, notes: Notes) -> Meeting:
    """Return a match. Raises Unreadable if it contradicts itself."""
    match.unknown(where, notes)
    first = listed.number(match.player1)
    each = match.games
    games = Score(each.player1, each.player2, each.drawn) if each else None
    if match.player2 is None:
        said = match.result or (_SAID[won(games).verdict] if games else None)
        return Meeting(players=(first,), alone=alone(match.kind, said, where))
    by_games = won(games).verdict if games else None
    third = match.kind == THIRD_PLACE
    kind = None if third else match.kind
    result = agreed_result(kind, match.result, _TURNED[match.result], where)
    if games and kind is None:
        if result and result.verdict is not by_games:
            raise wrong(f"{where}: the games and the result contradict each other")
        result = won(games)
    elif games and result and result.verdict in {by_games, Verdict.TIE}:
        result = Result(verdict=result.verdict, games=games, agreed=result.agreed)
    elif result is None and kind is None:
        notes.setdefault("has neither games nor a result, so it counts as not played", []).append(
            where
        )
    players = (first, listed.number(match.player2))
    return Meeting(players=players, result=result, table=match.table, third_place=third)


_TURNED: dict[str | None, str | None] = {"W": "L", "L": "W", "T": "T", None: None}
_VERDICTS = {"W": Verdict.FIRST, "L": Verdict.SECOND, "T": Verdict.TIE}
_SAID = {verdict: said for said, verdict in _VERDICTS.items()}


def alone(kind: str | None, said: str | None, where: str) -> Alone:
    """Return what a round without an opponent was. Raises Unreadable if it contradicts itself."""
    found = {None: Alone.BYE, "bye": Alone.BYE, "awarded-bye": Alone.AWARDED_BYE}.get(kind)
    if kind in {"loss", "late", "no-show"}:
        found = Alone.LATE if kind == "late" else Alone.LOSS
    if found is None:
        raise wrong(f"{where} is of kind {kind}, but has no opponent")
    if (said and (said == "L") is not (found in {Alone.LOSS, Alone.LATE})) or said == "T":
        hint = "" if kind else "; mark such a loss with kind: loss"
        raise wrong(f"{where} has the result {said} without an opponent{hint}")
    return found


def agreed_result(
    kind: str | None, said: str | None, other: str | None, where: str
) -> Result | None:
    """Return the result of a match on which both players agree. Raises Unreadable."""
    fits = {
        None: said == _TURNED[other] or said == other == "L",
        "double-loss": {said, other} <= {"L", None, "W"} and (said, other) != ("W", "W"),
        "no-show": "T" not in {said, other},
        "intentional-draw": {said, other} <= {"T", None},
        "unplayed": said is None and other is None,
    }
    if not fits.get(kind, False):
        results = f"the results {said or 'none'} and {other or 'none'}"
        other_ = f"the kind {kind}" if kind else "each other"
        raise wrong(f"{where}: {results} contradict {other_}")
    match kind:
        case "double-loss":
            return Result(verdict=Verdict.DOUBLE_LOSS)
        case "no-show":
            return no_show("both" if said == other else "first" if said == "L" else "second")
        case "intentional-draw":
            return Result(verdict=Verdict.TIE, agreed=True)
        case _:
            pass
    if said == other == "L":
        return Result(verdict=Verdict.DOUBLE_LOSS)
    return Result(verdict=_VERDICTS[said]) if said else None


# Exports of Melee: results as `2-1-0`, names alone, figures of six digits.


class MeleeMatch(MatchModel):
    """A match; the second player is `-` or null if there is none."""

    Player1: Name
    Player2: Name | None
    Result: Annotated[str, Field(pattern=r"^[0-9]-[0-9](-[0-9])?$")]


class MeleeRound(PublishedModel):
    """A round, called `Round 3` in Swiss; any other name is a bracket round."""

    RoundName: Name
    Matches: Annotated[list[MeleeMatch], Field(max_length=20_000)]


class MeleeLine(PublishedModel):
    """A line of the standings; -1 stands for a missing figure."""

    Rank: Place
    Player: Name
    Points: Count | None = None
    OMWP: float | None = None
    GWP: float | None = None
    OGWP: float | None = None

    def rates(self) -> dict[Figure, float | None]:
        """Return the rates by name."""
        return {"Op Win %": self.OMWP, "Game Win %": self.GWP, "Op Game Win %": self.OGWP}


class MeleeTournament(PublishedModel):
    """The name and date of the event."""

    Name: Annotated[str, Field(max_length=200)] = ""
    Date: Annotated[str, Field(max_length=40)] = ""


class MeleeFile(PublishedModel):
    """An export."""

    Tournament: MeleeTournament
    Rounds: Annotated[list[MeleeRound], Field(max_length=99)]
    Standings: Annotated[list[MeleeLine], Field(max_length=100_000)] = []


def of_melee(found: Any) -> Published:
    """Return an export from Melee. Raises Unreadable, and ValidationError."""
    file, notes, listed = MeleeFile.model_validate(found), Notes(), Listed()
    stages = tuple(
        Stage.SWISS if one.RoundName.casefold().startswith("round") else Stage.CUT
        for one in file.Rounds
    )
    if Stage.SWISS in stages[stages.index(Stage.CUT) :] if Stage.CUT in stages else False:
        raise wrong("Rounds: a Swiss round follows a bracket round")
    if not file.Rounds:
        raise wrong("Rounds is empty")
    rounds = without_repeats(
        [_melee_round(one, listed, f"Rounds[{n}]", notes) for n, one in enumerate(file.Rounds)],
        notes,
    )
    for line in file.Standings:
        listed.number(line.Player)
    times = Counter(line.Player for line in file.Standings)
    lines_of = {line.Player: line for line in file.Standings if times[line.Player] == 1}
    if twice := [f"{name!a:.40}" for name, number in times.items() if number > 1]:
        # Nobody can tell which of the lines is right, and a wrong one would decide a bracket.
        told = "appears more than once in Standings, so all of that player's lines are left out"
        notes[told] = twice
    left = dropped_after(rounds, stages)
    played = set().union(*map(seated, rounds))
    lines = []
    for name, number in listed.numbers.items():
        said = lines_of.get(name)
        lines.append(
            PublishedPlayer(
                person=Person(name=named(name)),
                place=said.Rank if said else None,
                left=left.get(number) if number in played else 0,
                points=said.Points if said else None,
                figures=figures(said.rates(), short(name), notes, none=-1) if said else {},
            )
        )
    refuse_twice(rounds, lines)
    rounds = with_winners(_drawn_by_points(rounds, stages, lines), stages, lines, notes)
    return Published(
        name=named(file.Tournament.Name)
        if file.Tournament.Name.strip()
        else "A tournament without a name",
        form="an export from Melee",
        edition=OF_GAMES,
        lines=tuple(lines),
        rounds=rounds,
        stages=stages,
        start=day_of(file.Tournament.Date),
        warnings=in_sentences(notes),
    )


def _drawn_by_points(
    rounds: Sequence[Sequence[Meeting]], stages: Sequence[Stage], lines: Sequence[PublishedPlayer]
) -> list[list[Meeting]]:
    """Return the rounds with `0-0-0` in Swiss as a draw if both players have a point for it.

    The publisher writes the same for a match that was never played; only the points tell which.
    """
    swiss = [one for one, stage in zip(rounds, stages, strict=True) if stage is not Stage.CUT]
    points, open_ = Counter[int](), Counter[int]()
    for one in (one for meetings in swiss for one in meetings):
        points.update({player: one.worth(player) for player in one.players})
        open_.update(one.players if _is_open(one) else ())
    drew = {
        player
        for player, number in open_.items()
        if lines[player - 1].points == points[player] + number
    }
    tie = Result(verdict=Verdict.TIE)
    return [
        [
            replace(one, result=tie)
            if stage is not Stage.CUT and _is_open(one) and drew.issuperset(one.players)
            else one
            for one in meetings
        ]
        for meetings, stage in zip(rounds, stages, strict=True)
    ]


def _is_open(one: Meeting) -> bool:
    return len(one.players) == 2 and one.result is None


def day_of(text: str) -> date | None:
    """Return the day of an ISO 8601 time; None for any other text."""
    try:
        return datetime.fromisoformat(text).date()
    except ValueError:
        return None


def _melee_round(one: MeleeRound, listed: Listed, where: str, notes: Notes) -> list[Meeting]:
    """Return the matches of a round; a draw that also appears mirrored is one match."""
    seen: set[tuple[str, str | None, str]] = set()
    found = []
    for at, match in enumerate(one.Matches):
        match.unknown(f"{where}.Matches[{at}]", notes)
        games = Score(*map(int, match.Result.split("-")))
        turned = f"{games.second}-{games.first}-{games.drawn}"
        if (match.Player2, match.Player1, turned) in seen and games.first == games.second:
            continue
        seen.add((match.Player1, match.Player2, f"{games.first}-{games.second}-{games.drawn}"))
        first = listed.number(match.Player1)
        if match.Player2 is None or match.Player2 == "-":
            # 0-0-0 without an opponent is a round that the player missed, so there is nothing.
            kind = Alone.LOSS if games.second > games.first else Alone.BYE
            found += [Meeting(players=(first,), alone=kind)] if any(games) else []
        else:
            result = won(games) if any(games) else None
            found.append(Meeting(players=(first, listed.number(match.Player2)), result=result))
    return found
