"""The resources of the public JSON API below a tournament: the one list for routes and docs."""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from roundbook.ledger.terms import Division
from roundbook.projections.reports.api import event, rounds, standings
from roundbook.projections.reports.api.rounds import Matches, Pairings
from roundbook.projections.reports.api.standings import Standings
from roundbook.projections.reports.public_view import Sight

ROOT = "/api/v1/tournaments"
"""The path at which version 1 begins."""


class Word(Struct, frozen=True, kw_only=True):
    """A parameter in a URL: its allowed values (as pattern and JSON schema), and its meaning."""

    name: str
    about: str
    must_be: str
    pattern: str
    schema: Mapping[str, Any]

    def allows(self, value: str) -> bool:
        """Tell whether a value is allowed."""
        return re.fullmatch(self.pattern, value) is not None


class Resource(Struct, frozen=True, kw_only=True):
    """A resource: its path, the shape of its answer, and the parameters after the `?`.

    `make` returns None if there is no such thing, which `missing` says in a sentence.
    """

    path: str
    name: str
    title: str
    answer: type[Struct]
    make: Callable[[Sight, Mapping[str, str]], Struct | None]
    words: tuple[Word, ...] = ()
    missing: str = ""


SLUG = Word(
    name="slug",
    about="The name of a tournament in URLs, as in the list of tournaments.",
    must_be="lowercase letters, digits and hyphens",
    pattern="[a-z0-9]+(-[a-z0-9]+)*",
    schema={"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": 80},
)
PLAYER = Word(
    name="player",
    about="A player's number.",
    must_be="a player's number, such as p17",
    pattern="p[1-9][0-9]{0,5}",
    schema={"type": "string", "pattern": "^p[1-9][0-9]{0,5}$"},
)
ROUND = Word(
    name="round",
    about="A round, counted from 1 in each pool; a bracket continues the count.",
    must_be="a whole number from 1 to 999",
    pattern="[1-9][0-9]{0,2}",
    schema={"type": "integer", "minimum": 1, "maximum": 999},
)
POOL = Word(
    name="pool",
    about="A group paired together: one or more divisions, a flight, or a bracket.",
    must_be="the name of a pool, such as masters or masters-cut",
    pattern="[a-z][a-z0-9-]{0,31}",
    schema={"type": "string", "pattern": "^[a-z][a-z0-9-]{0,31}$"},
)
DIVISION = Word(
    name="division",
    about="One division instead of all.",
    must_be=f"one of {', '.join(Division)}",
    pattern="|".join((*Division, *map(str.lower, Division))),
    schema={"type": "string", "enum": [*Division, *map(str.lower, Division)]},
)
FROM = Word(
    name="from",
    about="The first entry to include.",
    must_be="the number of an entry, 1 or higher",
    pattern="[1-9][0-9]{0,8}",
    schema={"type": "integer", "minimum": 1, "maximum": 999_999_999},
)
FIND = Word(
    name="find",
    about="Words in the name of a tournament, or in its name in URLs.",
    must_be="some letters, 80 at most",
    pattern=r"(?s).{1,80}",
    schema={"type": "string", "minLength": 1, "maxLength": 80},
)
PAGE = Word(
    name="page",
    about=(
        "Fifty tournaments at a time: today's first, then upcoming ones, then past "
        "ones. A page number past the end gives the last page."
    ),
    must_be="a whole number from 1 to 999999",
    pattern="[1-9][0-9]{0,5}",
    schema={"type": "integer", "minimum": 1, "maximum": 999_999},
)
LIST_WORDS = (FIND, PAGE)
"""The parameters after the `?` of the list; without them it is complete."""

RESOURCES = (
    Resource(
        path="",
        name="tournament",
        title="A tournament: its dates, what was announced, its progress",
        answer=event.Tournament,
        make=event.tournament,
    ),
    Resource(
        path="/players",
        name="players",
        title="Every registered player, also those who dropped",
        answer=event.Players,
        make=event.players,
    ),
    Resource(
        path="/players/{player}",
        name="player",
        title="One player: their table now, their record, every round",
        answer=event.Player,
        make=event.player,
        missing="There is no player with this number.",
    ),
    Resource(
        path="/rounds",
        name="rounds",
        title="Every paired round, and its progress",
        answer=rounds.Rounds,
        make=rounds.rounds,
    ),
    Resource(
        path="/pairings",
        name="pairings",
        title="Pairings: the latest rounds, or those asked for",
        answer=rounds.Pairings,
        make=rounds.pairings,
        words=(ROUND, POOL),
        missing="No such round has been paired.",
    ),
    Resource(
        path="/standings",
        name="standings",
        title="The standings, with exact figures",
        answer=standings.Standings,
        make=standings.standings,
        words=(DIVISION,),
        missing="Nobody is in this division.",
    ),
    Resource(
        path="/standings/{player}",
        name="why",
        title="Why a player has their place: every figure in detail, and both neighbours",
        answer=standings.Why,
        make=standings.why,
        missing="There is no player with this number.",
    ),
    Resource(
        path="/bracket",
        name="bracket",
        title="Every bracket: matches played, and matches to come",
        answer=standings.Brackets,
        make=standings.brackets,
    ),
    Resource(
        path="/matches",
        name="matches",
        title="Every match and bye that counts",
        answer=rounds.Matches,
        make=rounds.matches,
        words=(ROUND, POOL),
        missing="No such round has been paired.",
    ),
    Resource(
        path="/clock",
        name="clock",
        title="The clocks of the rounds that are being played",
        answer=rounds.Clocks,
        make=rounds.clocks,
    ),
)
"""Every resource of a tournament except the feed, which continues while it is read."""

# The same answers as one file.


class Tables(Struct, frozen=True, kw_only=True):
    """A tournament as a file, with the answers that were requested; `rounds` are all matches."""

    tournament: event.Tournament
    standings: Standings | UnsetType = UNSET
    pairings: Pairings | UnsetType = UNSET
    rounds: Matches | UnsetType = UNSET
    players: event.Players | UnsetType = UNSET
    remarks: tuple[str, ...]


def tables(sight: Sight, asked: Collection[str]) -> Tables:
    """Return a tournament with some of `standings`, `pairings`, `rounds` and `players`."""

    def whole(name: str, make: Callable[[Sight, Mapping[str, str]], Any]) -> Any:
        return make(sight, {}) if name in asked else UNSET

    return Tables(
        tournament=event.tournament(sight, {}),
        standings=whole("standings", standings.standings),
        pairings=whole("pairings", rounds.pairings),
        rounds=whole("rounds", rounds.matches),
        players=whole("players", event.players),
        remarks=sight.once(event.remarked),
    )
