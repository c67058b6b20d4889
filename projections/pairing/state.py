"""The state of a round to be paired, without a tournament: players, points and past opponents.

A state in JSON, as another program would write it:

    {"players": [{"id": "a", "points": 3, "division": "Masters", "opponents": ["b"],
                  "had_bye": false}],
     "round": 2, "rounds_planned": 5, "age_modified": false, "key": "hexadecimal digits"}
"""

from collections.abc import Collection
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from roundbook.projections.pairing.certificate import Certificate

BYE = "bye"
"""The bye, where an id could be; so no player can have this id."""

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^\S+\Z")]


class FieldPlayer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player who is to be paired, or to have the random bye, in this round.

    `points` are match points (A-2). `opponents` are all players whom this one may not meet (TOP
    §3.1); they may include players who have dropped. Two players who have met name each other; in
    JSON it is enough if one does. `had_bye` means a bye of either kind, or one that was awarded for
    a later round and is to be the only one (A-56). `division` counts if the field is age-modified;
    if not, it may be left out.
    """

    id: Id
    points: int
    division: str | None = None
    opponents: frozenset[str] = frozenset()
    had_bye: bool = False


class Field(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The players of one round of one pool, in any order, without those who have an awarded bye.

    `round` counts from 1. `rounds_planned` is the number of Swiss rounds, if known: it decides
    whether the draw looks ahead to the next one. `age_modified` says that players of several
    divisions are paired together (TOP §3.1.2). `key` is bytes in hexadecimal, the only source of
    chance.
    """

    players: tuple[FieldPlayer, ...]
    key: Annotated[str, Meta(pattern=r"^(?:[0-9a-fA-F]{2}){1,64}\Z")]
    round: Annotated[int, Meta(ge=1)] = 1
    rounds_planned: Annotated[int, Meta(ge=1)] | None = None
    age_modified: bool = False

    @property
    def looks_ahead(self) -> bool:
        """Whether the round must leave another one: few players, many rounds, and not the last.

        By Dirac's theorem no dead end is near while at most half as many rounds as players are
        played.
        """
        planned = self.rounds_planned
        return planned is not None and 2 * planned > len(self.players) and self.round < planned


def mutual(field: Field) -> Field:
    """Return a field in which two players name each other if one names the other."""
    named = {player.id: player.opponents for player in field.players}
    more: dict[str, set[str]] = {}
    for player, opponents in named.items():
        for other in opponents:
            if player not in named.get(other, {player}):
                more.setdefault(other, set()).add(player)
    players = tuple(
        replace(player, opponents=player.opponents | more.get(player.id, frozenset()))
        for player in field.players
    )
    return replace(field, players=players) if more else field


def without_bye(field: Field, these: Collection[str]) -> Field:
    """Return a field in which none of these players may have the random bye either."""
    players = (
        replace(player, had_bye=True) if player.id in these else player for player in field.players
    )
    return replace(field, players=tuple(players)) if these else field


class DrawnRound(Struct, frozen=True, kw_only=True):
    """A round as it was drawn: `pairs` in table order, the higher player first, and the bye.

    `procedure` is the name under which docs/pairing.md specifies the draw, and `certificate` shows
    that no better pairing exists.
    """

    procedure: str
    round: int
    pairs: tuple[tuple[str, str], ...]
    bye: str | None
    certificate: Certificate
