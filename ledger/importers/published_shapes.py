"""What stands in the JSON of events that somebody has published, as far as it is known."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(min_length=1, max_length=200)]
Games = Annotated[int, Field(ge=0, le=9)]
Place = Annotated[int, Field(ge=1, le=100_000)]
Rate = Annotated[float, Field(ge=0, le=1)]


class Known(BaseModel):
    """What is known of a file; the rest of it stays in the original."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class GamesWon(Known):
    """The games that each player of a match has won, and those that nobody has."""

    player1: Games
    player2: Games
    drawn: Games = 0


class MatchGames(Known):
    """A match; without a second player it is a bye, without games it was not played."""

    player1: Name
    player2: Name | None = None
    games: GamesWon | None = None


class RoundGames(Known):
    """A round."""

    matches: list[MatchGames]


class PublishedLine(Known):
    """A player's line in the standings: opponents' match win %, own and opponents' game win %."""

    player: Name
    rank: Place
    points: Annotated[int, Field(ge=0, le=100_000)]
    omw: Rate
    gw: Rate
    ogw: Rate


class GamesFile(Known):
    """Results with game scores, as programs for eight players and more publish them."""

    label: Name = "A tournament without a name"
    rounds: Annotated[list[RoundGames], Field(min_length=1, max_length=99)]
    published_standings: list[PublishedLine] = []


class Part(Known):
    """A round of one player: whom they met, what came of it, at which table."""

    opponent: Name | None
    result: Annotated[str, Field(pattern="^[WLT]$")] | None
    table: Annotated[int, Field(ge=0, le=100_000)] | None = None


class Rates(Known):
    """A player's own win %, that of the opponents, and that of theirs."""

    self: Rate
    opp: Rate
    oppopp: Rate


class ListedPlayer(Known):
    """A player in the standings, with everything they played."""

    id: Name
    name: Name
    placing: Place | None
    disqualified: bool = False
    dropped_after_round: Annotated[int, Field(ge=0, le=99)] | None = None
    published_win_percentages: Rates | None = None
    rounds: dict[Annotated[str, Field(pattern="^[1-9][0-9]?$")], Part]


class StandingsFile(Known):
    """Standings with the opponent and result of everybody in every round."""

    label: Name = "A tournament without a name"
    players: Annotated[list[ListedPlayer], Field(min_length=1, max_length=100_000)]
