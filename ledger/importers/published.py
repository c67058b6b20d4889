"""An event as somebody else has published it: who met whom, what came of it, and their figures."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Annotated, Any, Literal

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ledger.errors import Unreadable
from ledger.events import catalogue as ev
from ledger.events.event import ImportedFrom
from ledger.importers.tdf.reader import OfficialPlaces
from ledger.people.book import Person, tidy_name
from ledger.rulesets.divisions import pool_name
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import (
    Bye,
    Division,
    MatchId,
    Pairing,
    PlayerId,
    Pool,
    Result,
    Score,
    Style,
    Verdict,
    won,
)
from ledger.text import short

Figure = Literal["Win %", "Op Win %", "Op Op Win %", "Game Win %", "Op Game Win %"]
Seeded = Callable[[Sequence[ev.AnyEvent], Sequence[PlayerId]], Sequence[PlayerId]]
"""Puts those who play on in order of seed, by what was told up to then: such files name none."""

CUT = Pool("masters-cut")


class PublishedPlayer(Struct, frozen=True, kw_only=True):
    """A player: the place and the figures that were published; the last round, for who left."""

    person: Person
    place: int | None = None
    left: int | None = None
    disqualified: bool = False
    figures: dict[Figure, Fraction] = {}


class Meeting(Struct, frozen=True, kw_only=True):
    """A match of two players by their number from 1, or a bye of one; None has no result."""

    players: tuple[int, ...]
    result: Result | None = None
    table: int | None = None

    @property
    def winner(self) -> int | None:
        """Who won; nobody in a tie, in a double loss, and where there is no result."""
        sides = {Verdict.FIRST: 0, Verdict.SECOND: 1}
        side = sides.get(self.result.verdict) if self.result else None
        return None if side is None else self.players[side]


class Published(Struct, frozen=True, kw_only=True):
    """A published event: `swiss` counts its Swiss rounds; after `first_day` not all play on."""

    name: str
    edition: str
    lines: tuple[PublishedPlayer, ...]
    rounds: tuple[tuple[Meeting, ...], ...]
    swiss: int
    first_day: int | None = None
    warnings: tuple[str, ...] = ()

    def people(self) -> list[Person]:
        """Return who the players are; the nth becomes p<n>."""
        return [line.person for line in self.lines]

    def official(self, rules: Ruleset) -> OfficialPlaces:
        """Return the places that were published."""
        placed = [(_player(n), line.place) for n, line in enumerate(self.lines, start=1)]
        out = tuple(player for player, place in placed if place is None)
        return OfficialPlaces(
            places={_division(rules): tuple((p, place) for p, place in placed if place)},
            unfinished={_division(rules): out} if out else {},
            seeds={},
            orders={},
        )

    def figures(self) -> dict[PlayerId, dict[Figure, Fraction]]:
        """Return the figures that were published, player by player."""
        return {_player(n): line.figures for n, line in enumerate(self.lines, start=1)}


def tell_published(  # noqa: PLR0913 - as `tell` of a save, and what such files lack.
    event: Published,
    *,
    sha256: str,
    rules: Ruleset,
    edition_sha256: str,
    tournament: str,
    commitments: Sequence[str],
    start: date,
    seeded: Seeded,
) -> list[tuple[ev.AnyEvent, ...]]:
    """Return the events of a published event, one tuple per entry; `start` is its first day.

    Nobody's year of birth is published: all are Masters, where the edition knows divisions.
    """
    told = ImportedFrom(sha256=sha256)
    happened: list[ev.AnyEvent] = []
    opening = ev.TournamentOpened(
        told=told,
        tournament=tournament,
        name=event.name,
        edition=rules.edition,
        edition_sha256=edition_sha256,
        style=Style.SWISS_PLUS_CUT if len(event.rounds) > event.swiss else Style.SWISS,
        start=start,
    )
    order = lambda players: seeded(happened, players)  # noqa: E731 - it is told as we go.
    division = _division(rules)
    happened.append(opening)
    happened += (
        ev.PlayerRegistered(told=told, player=_player(n), division=division, commitment=bound)
        for n, bound in enumerate(commitments, start=1)
    )
    for one in _happenings(event, told, division, start, order):
        happened.append(one)
    return [(one,) for one in happened]


def _happenings(
    event: Published,
    told: ImportedFrom,
    division: Division,
    start: date,
    order: Callable[[Sequence[PlayerId]], Sequence[PlayerId]],
) -> Iterator[ev.AnyEvent]:
    pool = pool_name((division,))
    yield from _leavers(event, told, 0)
    yield ev.PodsFormed(told=told, pods={pool: (division,)})
    yield ev.RoundsSet(told=told, rounds=event.swiss, pool=pool)
    for number, meetings in enumerate(event.rounds, start=1):
        seats = tuple(_player(n) for one in meetings for n in one.players)
        if event.first_day is not None and number == event.first_day + 1:
            yield ev.DayTwoMade(told=told, pool=pool, after=event.first_day, players=seats)
        if number == event.swiss + 1:
            yield ev.CutMade(told=told, division=division, pool=CUT, seeds=tuple(order(seats)))
        where = CUT if number > event.swiss else pool
        yield from _round(meetings, told, where, number)
        yield from _leavers(event, told, number)
    yield ev.TournamentClosed(told=told, end=start)


def _round(
    meetings: Sequence[Meeting], told: ImportedFrom, pool: Pool, number: int
) -> Iterator[ev.AnyEvent]:
    two = [one for one in meetings if len(one.players) == 2]
    given = [one.table for one in two if one.table]
    whole = len(set(given)) == len(two)
    tables = {id(one): one.table if whole and one.table else n for n, one in enumerate(two, 1)}
    two.sort(key=lambda one: tables[id(one)])
    yield ev.RoundPaired(
        told=told,
        pool=pool,
        round=number,
        pairings=tuple(Pairing(*(_player(n) for n in one.players)) for one in two),
        tables=tuple(tables[id(one)] for one in two),
        byes=tuple(Bye(_player(one.players[0])) for one in meetings if len(one.players) == 1),
    )
    for one in two:
        yield ev.ResultReported(
            told=told,
            match=MatchId(pool, number, tables[id(one)]),
            result=one.result or Result(verdict=Verdict.UNPLAYED),
        )


def _leavers(event: Published, told: ImportedFrom, after: int) -> Iterator[ev.AnyEvent]:
    for number, line in enumerate(event.lines, start=1):
        if line.left == after:
            left = ev.PlayerDisqualified if line.disqualified else ev.PlayerDropped
            yield left(told=told, player=_player(number), after=after)


def _player(number: int) -> PlayerId:
    return PlayerId(f"p{number}")


def _division(rules: Ruleset) -> Division:
    return Division.MASTERS if rules.divisions else Division.OPEN


# What follows from the rounds of a published event: where Swiss ends, who left, who plays on.

_Rounds = Sequence[Sequence[Meeting]]


def last_rounds(rounds: _Rounds) -> dict[int, int]:
    """Return the last round in which each player is seated."""
    found: dict[int, int] = {}
    for number, meetings in enumerate(rounds, start=1):
        found.update(dict.fromkeys((n for one in meetings for n in one.players), number))
    return found


def swiss_rounds(rounds: _Rounds) -> int:
    """Return the number of Swiss rounds: those before a bracket that ends with one match.

    A bracket is one match after two, after four, …, played by the winners of the round before. A
    single match at the end is a bracket only where its players have won such a round.
    """
    swiss, size = len(rounds), 1
    while swiss and len(rounds[swiss - 1]) == size:
        winners = {one.winner for one in rounds[swiss - 1]}
        if None in winners or (size > 1 and winners != _seated(rounds[swiss])):
            break
        swiss, size = swiss - 1, size * 2
    return len(rounds) if len(rounds) - swiss < 2 else swiss


def _seated(meetings: Sequence[Meeting]) -> set[int]:
    return {player for one in meetings for player in one.players}


def first_day(swiss: _Rounds, given: Mapping[int, int | None]) -> int | None:
    """Return the last round of a first day, after which a part of the players played on.

    That is where more stop without having left than play on; None where that is nowhere.
    """
    last = last_rounds(swiss)
    for number in range(1, len(swiss)):
        stopped = [p for p, n in last.items() if n == number and given.get(p) is None]
        if len(stopped) > len(_seated(swiss[number])):
            return number
    return None


# What stands in the JSON of events that somebody has published, as far as it is known.

Name = Annotated[str, Field(min_length=1, max_length=200)]
Games = Annotated[int, Field(ge=0, le=9)]
Place = Annotated[int, Field(ge=1, le=100_000)]
Rate = Annotated[float, Field(ge=0, le=1)]


class PublishedModel(BaseModel):
    """What is known of a file; the rest of it stays in the original."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class GamesWon(PublishedModel):
    """The games that each player of a match has won, and those that nobody has."""

    player1: Games
    player2: Games
    drawn: Games = 0


class MatchGames(PublishedModel):
    """A match; without a second player it is a bye, without games it was not played."""

    player1: Name
    player2: Name | None = None
    games: GamesWon | None = None


class RoundGames(PublishedModel):
    """A round."""

    matches: list[MatchGames]


class PublishedLine(PublishedModel):
    """A player's line in the standings: opponents' match win %, own and opponents' game win %."""

    player: Name
    rank: Place
    points: Annotated[int, Field(ge=0, le=100_000)]
    omw: Rate
    gw: Rate
    ogw: Rate


class GamesFile(PublishedModel):
    """Results with game scores, as programs for eight players and more publish them."""

    label: Name = "A tournament without a name"
    rounds: Annotated[list[RoundGames], Field(min_length=1, max_length=99)]
    published_standings: list[PublishedLine] = []


class PublishedRound(PublishedModel):
    """A round of one player: whom they met, what came of it, at which table."""

    opponent: Name | None
    result: Annotated[str, Field(pattern="^[WLT]$")] | None
    table: Annotated[int, Field(ge=0, le=100_000)] | None = None


class Rates(PublishedModel):
    """A player's own win %, that of the opponents, and that of theirs."""

    self: Rate
    opp: Rate
    oppopp: Rate


_FIGURES: dict[str, Figure] = {
    "omw": "Op Win %",
    "gw": "Game Win %",
    "ogw": "Op Game Win %",
    "self": "Win %",
    "opp": "Op Win %",
    "oppopp": "Op Op Win %",
}
"""What the figures of a line, and the rates of a player, are called."""


class ListedPlayer(PublishedModel):
    """A player in the standings, with everything they played."""

    id: Name
    name: Name
    placing: Place | None
    disqualified: bool = False
    dropped_after_round: Annotated[int, Field(ge=0, le=99)] | None = None
    published_win_percentages: Rates | None = None
    rounds: dict[Annotated[str, Field(pattern="^[1-9][0-9]?$")], PublishedRound]


class StandingsFile(PublishedModel):
    """Standings with the opponent and result of everybody in every round."""

    label: Name = "A tournament without a name"
    players: Annotated[list[ListedPlayer], Field(min_length=1, max_length=100_000)]


# Published events in JSON: results with game scores, and standings with everybody's rounds.

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
        PublishedPlayer(
            person=Person(name=_tidy(name)),
            place=published[name].rank if name in published else None,
            left=last.get(number, 0) if last.get(number, 0) < len(rounds) else None,
            figures=_figures(published.get(name)),
        )
        for name, number in numbers.items()
    )
    return Published(
        name=file.label, edition="dci-mtr", lines=lines, rounds=rounds, swiss=len(rounds)
    )


def _met(match: MatchGames, numbers: dict[str, int]) -> Meeting:
    seats = (match.player1, match.player2) if match.player2 else (match.player1,)
    games = match.games if match.player2 else None
    result = won(Score(games.player1, games.player2, games.drawn)) if games else None
    return Meeting(players=tuple(numbers[one] for one in seats), result=result)


def _figures(said: PublishedLine | Rates | None) -> dict[Figure, Fraction]:
    """Return what of a line or of a player's rates is a figure."""
    there = said.model_fields_set if said else ()
    return {what: Fraction(getattr(said, name)) for name, what in _FIGURES.items() if name in there}


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
        PublishedPlayer(
            person=Person(name=_tidy(one.name), id=one.id),
            place=one.placing,
            left=one.dropped_after_round,
            disqualified=one.disqualified,
            figures=_figures(one.published_win_percentages),
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
    one: ListedPlayer,
    part: PublishedRound,
    of: dict[str, ListedPlayer],
    numbers: dict[str, int],
    number: str,
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


def _tidy(name: str) -> str:
    try:
        return tidy_name(name)
    except ValueError as mistake:
        raise _wrong(str(mistake).rstrip(".")) from None


def _wrong(what: str) -> Unreadable:
    return Unreadable(f"{what}.", where="the file", hint=HINT)
