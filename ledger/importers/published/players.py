"""Published standings with every player's rounds: ours, tournament data, and Limitless."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from roundbook.ledger.importers.published.published_event import (
    Figure,
    Meeting,
    Notes,
    Published,
    PublishedPlayer,
    figures,
    in_sentences,
    named,
    wrong,
)
from roundbook.ledger.importers.published.results import (
    THIRD_PLACE,
    Age,
    Count,
    Kind,
    MatchModel,
    Name,
    Place,
    PublishedModel,
    Round,
    agreed_result,
    alone,
    day_of,
)
from roundbook.ledger.people.book import Person
from roundbook.ledger.rulesets.released import OF_RESULTS
from roundbook.ledger.terms import Division
from roundbook.ledger.text import short

Number = Annotated[str, Field(pattern="^[1-9][0-9]?$")]
Said = Literal["W", "L", "T"] | None


class PublishedRound(MatchModel):
    """A round of one player: the opponent, the result and the table."""

    opponent: Name | None
    result: Said
    kind: Kind | None = None
    table: Count | None = None


class Rates(PublishedModel):
    """A player's own win %, that of the opponents, and that of theirs."""

    self: float | None = None
    opp: float | None = None
    oppopp: float | None = None

    def rates(self) -> dict[Figure, float | None]:
        """Return the rates by name."""
        return {"Win %": self.self, "Op Win %": self.opp, "Op Op Win %": self.oppopp}


class Tally(PublishedModel):
    """Wins, losses and ties."""

    wins: Count
    losses: Count
    ties: Count = 0


class ListedPlayer(PublishedModel):
    """A player in the standings, with all rounds played."""

    id: Name
    name: Name
    placing: Place | None
    division: Age | None = None
    points: Count | None = None
    record: Tally | None = None
    disqualified: bool = False
    dropped_after_round: Round | None = None
    published_win_percentages: Rates | None = None
    rounds: dict[Number, PublishedRound]


class StandingsFile(PublishedModel):
    """Standings with each player's opponent and result in every round."""

    label: Name = "A tournament without a name"
    players: Annotated[list[ListedPlayer], Field(min_length=1, max_length=100_000)]


class OwnRound(NamedTuple):
    """A round from one player's view; the opponent by number, None without one."""

    opponent: int | None
    said: Said
    kind: str | None
    table: int | None
    where: str


def _figures(rates: Rates | None, who: str, notes: Notes) -> dict[Figure, Fraction]:
    return figures(rates.rates(), short(who), notes) if rates else {}


def of_standings(found: Any) -> Published:
    """Return standings in our own format. Raises Unreadable, and ValidationError."""
    file, notes = StandingsFile.model_validate(found), Notes()
    numbers: dict[str, int] = {}
    for one in file.players:
        if numbers.setdefault(one.id, len(numbers) + 1) != len(numbers):
            raise wrong(f"players lists {short(one.id)} twice")
    told = [
        {
            int(number): _own(part, numbers, f"round {number} of {short(one.id)}", notes)
            for number, part in one.rounds.items()
        }
        for one in file.players
    ]
    lines = tuple(
        PublishedPlayer(
            person=Person(name=named(one.name), id=one.id),
            division=Division(one.division.title()) if one.division else None,
            place=one.placing,
            left=one.dropped_after_round,
            disqualified=one.disqualified,
            points=one.points,
            record=_record(one.record),
            figures=_figures(one.published_win_percentages, one.id, notes),
        )
        for one in file.players
    )
    return _published(file.label, "standings with every player's rounds", lines, told, notes)


def _record(tally: Tally | None) -> str | None:
    return f"{tally.wins}-{tally.losses}-{tally.ties}" if tally else None


def _published(
    name: str,
    form: str,
    lines: Sequence[PublishedPlayer],
    told: Sequence[Mapping[int, OwnRound]],
    notes: Notes,
    start: date | None = None,
) -> Published:
    rounds = tuple(tuple(one) for one in _rounds(told))
    return Published(
        name=name,
        form=form,
        edition=OF_RESULTS,
        lines=tuple(lines),
        rounds=rounds,
        start=start,
        warnings=in_sentences(notes),
    )


def _own(part: PublishedRound, numbers: Mapping[str, int], where: str, notes: Notes) -> OwnRound:
    part.unknown(where, notes)
    kind, opponent = part.kind, part.opponent
    if opponent == "BYE":
        opponent = None
    if opponent is not None and opponent not in numbers:
        raise wrong(f"{where} names the opponent {opponent!a:.40}, who is not among the players")
    return OwnRound(numbers[opponent] if opponent else None, part.result, kind, part.table, where)


def _rounds(told: Sequence[Mapping[int, OwnRound]]) -> Iterator[list[Meeting]]:
    """Yield the rounds; both players of a match must agree. Raises Unreadable."""
    for number in range(1, max((n for own in told for n in own), default=0) + 1):
        meetings: list[Meeting] = []
        for mine, own in enumerate(told, start=1):
            part = own.get(number)
            if part is None:
                continue
            if part.opponent is None:
                what = alone(part.kind, part.said, part.where)
                meetings.append(Meeting(players=(mine,), alone=what))
                continue
            other = told[part.opponent - 1].get(number)
            if other is None or other.opponent != mine or part.opponent == mine:
                raise wrong(
                    f"{part.where} names an opponent whose own rounds do not show the match"
                )
            if other.table != part.table:
                raise wrong(f"{part.where} and of the opponent: the tables contradict each other")
            if part.opponent > mine:
                kind = part.kind or other.kind
                third = kind == THIRD_PLACE
                kind = None if third else kind
                result = agreed_result(
                    kind, part.said, other.said, f"{part.where} and of the opponent"
                )
                pair = (mine, part.opponent)
                meetings.append(
                    Meeting(players=pair, result=result, table=part.table, third_place=third)
                )
        yield meetings


# Tournament data by division: opponents are given by name, not by number.


class DataRound(MatchModel):
    """A round of one player: the opponent by name, or `BYE`, `R1 BYE`, `LATE`."""

    name: Name
    result: Said = None
    table: Count | None = None


class DataPlayer(PublishedModel):
    """A player of a division; a placing of 9000 or more is a disqualification."""

    name: Name
    placing: Place | None = None
    record: Tally | None = None
    resistances: Rates | None = None
    drop: Annotated[int, Field(ge=-1, le=99)] = -1
    rounds: dict[Number, DataRound] = Field(default_factory=dict)


class DataDivision(PublishedModel):
    """A division."""

    division: Literal["junior", "juniors", "senior", "seniors", "master", "masters"]
    data: Annotated[list[DataPlayer], Field(max_length=100_000)]


class DataDates(PublishedModel):
    """The dates of the event."""

    start: Annotated[str, Field(max_length=40)] = ""


class DataEvent(PublishedModel):
    """The name and dates of the event."""

    name: Annotated[str, Field(max_length=200)] = ""
    date: DataDates = DataDates()


class DataFile(PublishedModel):
    """Tournament data, by division or as one list of players."""

    tournament: DataEvent = DataEvent()
    tournament_data: Annotated[list[DataDivision], Field(max_length=20)]


DISQUALIFIED = 9000
_AGES = {"junior": Division.JUNIOR, "senior": Division.SENIOR, "master": Division.MASTERS}
_ALONE = {"BYE": "bye", "R1 BYE": "awarded-bye", "LATE": "late"}


def of_divisions(found: Any) -> Published:
    """Return tournament data by division. Raises Unreadable, and ValidationError."""
    inside = found["tournament_data"]
    whole = isinstance(inside, list) and any(
        isinstance(one, dict) and "rounds" in one for one in inside
    )
    if whole:  # A list of players, without divisions.
        found = {**found, "tournament_data": [{"division": "masters", "data": inside}]}
    file, notes = DataFile.model_validate(found), Notes()
    lines: list[PublishedPlayer] = []
    told: list[dict[int, OwnRound]] = []
    for one in file.tournament_data:
        age = None if whole else _AGES[one.division.removesuffix("s")]
        told += _named(one, len(lines), notes)
        lines += (_line(player, age, notes) for player in one.data)
    if not lines:
        raise wrong("tournament_data has no players")
    name = file.tournament.name.strip()
    return _published(
        named(name) if name else "A tournament without a name",
        "tournament data by division",
        lines,
        told,
        notes,
        day_of(file.tournament.date.start),
    )


def _line(player: DataPlayer, age: Division | None, notes: Notes) -> PublishedPlayer:
    out = player.placing is not None and player.placing >= DISQUALIFIED
    last = max((int(number) for number in player.rounds), default=0)
    return PublishedPlayer(
        person=Person(name=named(player.name)),
        division=age,
        place=None if out else player.placing,
        left=player.drop if player.drop >= 0 else last if out else None,
        disqualified=out,
        record=_record(player.record),
        figures=_figures(player.resistances, player.name, notes),
    )


def _named(one: DataDivision, before: int, notes: Notes) -> Iterator[dict[int, OwnRound]]:
    """Yield every player's rounds with the opponents as numbers. Raises Unreadable.

    If several players have the opponent's name, it is the one who names this player back, at the
    same table, with the matching result; each is used once.
    """
    of: dict[str, list[int]] = {}
    for at, player in enumerate(one.data):
        of.setdefault(player.name, []).append(at)
    pairs: dict[tuple[int, str], int] = {}
    for at, player in enumerate(one.data):
        for number, part in player.rounds.items():
            if part.name in _ALONE or (at, number) in pairs:
                continue
            fits = [
                other
                for other in of.get(part.name, ())
                if other != at and (other, number) not in pairs
                if (back := one.data[other].rounds.get(number))
                and (back.name, back.table) == (player.name, part.table)
                and {(part.result, back.result)} <= _BOTH
            ]
            if not fits:
                where = f"round {number} of {short(player.name)}"
                raise wrong(
                    f"{where} names {short(part.name)}, whose own rounds do not show the match"
                )
            pairs[at, number], pairs[fits[0], number] = fits[0], at
    for at, player in enumerate(one.data):
        own = {}
        for number, part in player.rounds.items():
            where = f"round {number} of {short(player.name)}"
            part.unknown(where, notes)
            met_ = pairs.get((at, number))
            who = None if met_ is None else before + met_ + 1
            own[int(number)] = OwnRound(who, part.result, _ALONE.get(part.name), part.table, where)
        yield own


_BOTH: set[tuple[Said, Said]] = {
    ("W", "L"),
    ("L", "W"),
    ("T", "T"),
    ("L", "L"),
    (None, None),
}


# Limitless: the standings of an event as its public API lists them.


class LimitlessLine(PublishedModel):
    """A player in the standings."""

    player: Name
    name: Name | None = None
    placing: Place | None = None
    record: Tally | None = None
    drop: Round | None = None


class LimitlessFile(PublishedModel):
    """The list, under a name of our own."""

    standings: Annotated[list[LimitlessLine], Field(min_length=1, max_length=100_000)]


def of_limitless(found: Any) -> Published:
    """Return standings of Limitless, which have no rounds. Raises ValidationError."""
    file = LimitlessFile.model_validate({"standings": found})
    return Published(
        name="A tournament without a name",
        form="standings from Limitless, without rounds",
        edition=OF_RESULTS,
        lines=tuple(
            PublishedPlayer(
                person=Person(name=named(one.name or one.player), id=one.player),
                place=one.placing,
                left=one.drop,
                record=_record(one.record),
            )
            for one in file.standings
        ),
    )
