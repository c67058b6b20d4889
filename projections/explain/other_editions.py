"""Places under other editions of the rules: players who would move, and the clause behind it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId
from roundbook.projections.standings.standings import Standing, standings

CLAUSES: Mapping[str, str] = {
    "tiebreaks": "the order of the tiebreakers",
    "rate": "how a win % is calculated",
    "win_floor": "the floor for an opponent's win %",
    "win_cap": "the cap for a dropped opponent's win %",
    "cap_applies": "which players the cap applies to",
    "freeze_dropped": "whether dropping freezes a player's own percentages",
    "awarded_bye": "what an awarded bye is worth",
    "awarded_bye_op_op_win": "how an awarded bye counts in Op Op Win %",
    "head_to_head": "which players are compared head-to-head",
    "op_win_without_opponents": "the Op Win % of a player without opponents",
    "win_points": "the points for a win",
    "tie_points": "the points for a tie",
    "loss_points": "the points for a loss",
    "own_game_floor": "the floor for a player's own game %",
    "bye_games": "the games counted for a bye",
    "bye_in_rate": "whether a bye counts in a player's own percentage",
    "day_two": "which days count in the percentages of day two",
}
"""The fields of an edition that can change a place, in words, by their names in its file."""


def other_reading(rules: Ruleset) -> Ruleset | None:
    """Return an edition with the other reading of head-to-head; None if it does not use it.

    No official result at hand decides between the two readings, so places that depend on it are
    named (A-52).
    """
    if "head-to-head" not in rules.tiebreaks:
        return None
    way: Literal["two", "acyclic"] = "acyclic" if rules.head_to_head == "two" else "two"
    try:
        return replace(
            rules,
            edition=f"head-to-head-{way}",
            title=f"{rules.edition} with the other reading of the head-to-head rule",
            head_to_head=way,
        )
    except ValueError:
        return None  # The user's own edition has the last opponent in another position.


class Elsewhere(Struct, frozen=True, kw_only=True):
    """A player whose place differs under the other edition; None for no place.

    `decided_by` and `would_by` are the tiebreaks that put the player there. `clauses` are the
    clauses of the edition that cause it: reverting any one of them would give another place. If
    several have the same effect, so that none of them is needed, they are all those that are enough
    alone; if it takes several together, the list is empty.
    """

    player: PlayerId
    division: Division
    place: int | None
    would_be: int | None
    decided_by: str | None
    would_by: str | None
    clauses: tuple[str, ...] = ()


class Compared(Struct, frozen=True, kw_only=True):
    """Another edition compared with the tournament's own: how many places, and which differ.

    `unlike` are the clauses in which the two editions differ.
    """

    edition: str
    title: str
    places: int
    unlike: tuple[str, ...]
    elsewhere: tuple[Elsewhere, ...]


def compare_editions(
    t: Tournament, rules: Ruleset, others: Iterable[Ruleset], *, swiss_only: bool = False
) -> list[Compared]:
    """Return the players whose place would differ under each of the other editions.

    The results stay as they are: nobody knows which rounds another edition would have paired. With
    `swiss_only` it is the order that seeds the cut.
    """
    return [_compared(t, rules, other, swiss_only=swiss_only) for other in others]


def _compared(t: Tournament, rules: Ruleset, other: Ruleset, *, swiss_only: bool) -> Compared:
    here = _lines(t, rules, swiss_only=swiss_only)
    there = _lines(t, other, swiss_only=swiss_only)
    unlike = tuple(name for name in CLAUSES if getattr(rules, name) != getattr(other, name))
    moved = [player for player in there if here[player].place != there[player].place]
    without = dict(_hybrids(t, other, rules, unlike, swiss_only=swiss_only)) if moved else {}
    alone = dict(_hybrids(t, rules, other, unlike, swiss_only=swiss_only)) if moved else {}
    return Compared(
        edition=other.edition,
        title=other.title,
        places=sum(one.place is not None for one in there.values()),
        unlike=unlike,
        elsewhere=tuple(
            Elsewhere(
                player=player,
                division=there[player].division,
                place=here[player].place,
                would_be=there[player].place,
                decided_by=here[player].decided_by,
                would_by=there[player].decided_by,
                clauses=_needed(player, there, without) or _enough(player, there, alone),
            )
            for player in moved
        ),
    )


Lines = dict[PlayerId, Standing]


def _lines(t: Tournament, rules: Ruleset, *, swiss_only: bool) -> Lines:
    """Return every player's line, by player, in the order of the standings."""
    return {one.player: one for one in standings(t, rules, swiss_only=swiss_only)}


def _hybrids(
    t: Tournament, rules: Ruleset, other: Ruleset, unlike: tuple[str, ...], *, swiss_only: bool
) -> Iterator[tuple[str, Lines]]:
    """Yield the lines under `rules` with one clause of `other`, clause by clause.

    Combinations that are not a valid edition are left out.
    """
    for name in unlike:
        try:
            mixed = replace(rules, **{name: getattr(other, name)})
        except (ValueError, msgspec.ValidationError):
            continue
        yield name, _lines(t, mixed, swiss_only=swiss_only)


def _needed(player: PlayerId, there: Lines, without: Mapping[str, Lines]) -> tuple[str, ...]:
    """Return the clauses without which the other edition would give a player another place."""
    place = there[player].place
    return tuple(name for name, lines in without.items() if lines[player].place != place)


def _enough(player: PlayerId, there: Lines, alone: Mapping[str, Lines]) -> tuple[str, ...]:
    """Return the clauses that alone give a player the same place as the other edition."""
    place = there[player].place
    return tuple(name for name, lines in alone.items() if lines[player].place == place)
