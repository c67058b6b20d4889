"""A round to be paired, without a tournament around it: who is in, on how many points, who has met.

A state in JSON, as another program would write it:

    {"players": [{"id": "a", "points": 3, "division": "Masters", "opponents": ["b"],
                  "had_bye": false}],
     "round": 2, "rounds_planned": 5, "age_modified": false, "key": "64 hex digits"}
"""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from ledger.errors import Refused
from projections.pairing.certificate import Certificate

BYE = "bye"
"""How the bye is written where the id of a player could stand; so no player can have this id."""

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^\S+$")]


class FieldPlayer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player who is to be paired, or to have the random bye, in this round.

    `points` are match points (A-2). `opponents` are all whom the player may not meet (TOP §3.1);
    ids of players who are no longer in may stand among them. Two of the field who have met name
    each other; in JSON it is enough if one does. `had_bye` tells of a bye of either kind.
    `division` counts where the field is age-modified; otherwise it may be left out.
    """

    id: Id
    points: int
    division: str | None = None
    opponents: frozenset[str] = frozenset()
    had_bye: bool = False


class Field(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The players of one round of one pool, in any order: whoever has an awarded bye is left out.

    `round` counts from 1. `rounds_planned` is how many rounds of Swiss there will be, if that is
    known: it decides whether the draw looks ahead to the next one. `age_modified` says that players
    of several divisions are paired together (TOP §3.1.2). `key` is 32 bytes in hexadecimal, the
    only source of chance.
    """

    players: tuple[FieldPlayer, ...]
    key: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
    round: Annotated[int, Meta(ge=1)] = 1
    rounds_planned: Annotated[int, Meta(ge=1)] | None = None
    age_modified: bool = False

    @property
    def looks_ahead(self) -> bool:
        """Whether the round must leave another one: few players, many rounds, and not the last.

        By Dirac's theorem no dead end is near while half the players or fewer rounds are played.
        """
        planned = self.rounds_planned
        return planned is not None and 2 * planned > len(self.players) and self.round < planned


def field_from(data: bytes) -> Field:
    """Read a state from JSON; raises Refused with one sentence if it is none."""
    try:
        field = msgspec.json.decode(data, type=Field)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused(
            f"this is no state of a round: {error}.",
            hint="Give the players, and the key as 64 hexadecimal digits in lower case.",
        ) from None
    wrong = next(_wrong(field), None)
    if wrong:
        raise Refused(f"this is no state of a round: {wrong}.", hint="Correct that, and try again.")
    return _both_ways(field)


def _both_ways(field: Field) -> Field:
    """Let two players name each other as soon as one names the other."""
    named = {player.id: player.opponents for player in field.players}
    more: dict[str, set[str]] = {}
    for player, opponents in named.items():
        for other in opponents:
            if player not in named.get(other, {player}):
                more.setdefault(other, set()).add(player)
    if not more:
        return field
    players = tuple(
        replace(player, opponents=player.opponents | more.get(player.id, frozenset()))
        for player in field.players
    )
    return replace(field, players=players)


def _wrong(field: Field) -> Iterator[str]:
    """Yield what no round can be drawn from."""
    if not field.players:
        yield "it has no players"
    seen: set[str] = set()
    for player in field.players:
        if player.id in seen:
            yield f"{player.id} stands in it twice"
        if player.id == BYE:
            yield f"a player cannot be called {BYE!r}, since the bye is"
        if player.id in player.opponents:
            yield f"{player.id} is an opponent of themselves"
        if field.age_modified and player.division is None:
            yield f"{player.id} has no division, and the field is age-modified"
        seen.add(player.id)


class DrawnRound(Struct, frozen=True, kw_only=True):
    """A round as it was drawn: `pairs` in table order, the higher player first, and the bye.

    `procedure` is the name under which docs/pairing.md specifies the draw, and `certificate` shows
    that no better round exists.
    """

    procedure: str
    round: int
    pairs: tuple[tuple[str, str], ...]
    bye: str | None
    certificate: Certificate
