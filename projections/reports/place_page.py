"""Why a player has a place, as a page: the same facts for the public and for the staff."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec import Struct

from roundbook.ledger.phrases import Phrase
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.terms import Division, PlayerId
from roundbook.ledger.text import with_names
from roundbook.projections.explain.bracket import Course, course
from roundbook.projections.explain.place import Explanation, explain_place
from roundbook.projections.reports.event_page import may_move
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.reports.standings_page import places
from roundbook.projections.standings.race import Race
from roundbook.projections.standings.shown import (
    COUNTED_WHEN_COMPLETE,
    after_which_round,
    counts_later,
)


class PlaceReasons(Struct, frozen=True, kw_only=True):
    """Why a player has a place: the explanation, and the way through a bracket.

    `is_shared` and `is_alone` are about the place, `is_over` is about the tournament; `so_far`
    tells whether the place may still move, as it stands `after` a round; `later` says that a round
    is not counted yet. `by_round` are the places after each round, None while there was none.
    `name` returns a player's name.
    """

    found: Explanation
    way: Course | None
    is_shared: bool
    is_alone: bool
    is_over: bool
    so_far: bool
    after: Phrase | None
    later: Phrase | None
    by_round: tuple[int | None, ...]
    rules: Ruleset
    name: Callable[[PlayerId], str]

    def with_names(self, text: str) -> str:
        """Return a text with names instead of numbers."""
        return with_names(text, self.name)


NO_RACES: Mapping[Division, Race] = MappingProxyType({})


def place_reasons(
    sight: Sight, player: PlayerId, races: Mapping[Division, Race] = NO_RACES
) -> PlaceReasons:
    """Return why a player, or their team, has a place. Raise Refused for an unknown player.

    The `races` give the place after each round; they take long, so the public page has them
    elsewhere.
    """
    who = sight.t.entrant(player)
    at_hand = [line.one for block in sight.once(places).blocks for line in block.lines]
    found = explain_place(sight.t, sight.rules, who, None if sight.t.is_elimination else at_hand)
    race = races.get(found.division)
    return PlaceReasons(
        found=found,
        way=course(sight.t, sight.rules, who),
        is_shared=sight.once(places).is_shared(who),
        is_alone=sight.once(places).sizes[found.division] == 1,
        is_over=sight.t.closed is not None,
        so_far=may_move(sight, who),
        after=after_which_round(sight.t, who),
        later=COUNTED_WHEN_COMPLETE if counts_later(sight.t, who) else None,
        by_round=race.of(who) if race else (),
        rules=sight.rules,
        name=sight.name,
    )
