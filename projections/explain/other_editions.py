"""Who would stand elsewhere under another edition of the rules, and the clause that would do it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import Division, PlayerId
from projections.standings.standings import Standing, standings

CLAUSES: Mapping[str, str] = {
    "tiebreaks": "the order of the tiebreaks",
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
    "day_two": "which days count in the second day's percentages",
}
"""What of an edition can move a place, in words: the names are those of its file."""


def other_reading(rules: Ruleset) -> Ruleset | None:
    """Return an edition with head-to-head read the other way; None where it does not ask for it.

    No official result at hand decides between the two, so what hangs on it is named (A-52).
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
        return None  # An edition of one's own that asks for the last opponent elsewhere.


class Elsewhere(Struct, frozen=True, kw_only=True):
    """A player whose place is another under the other edition; None for who has no place.

    `decided_by` and `would_by` are the tiebreaks that put the player there. `clauses` are those of
    the edition that did it: each of them, taken back alone, would give another place. Where several
    do the same, so none of them is needed, they are all that give it alone; where only together
    they do it, there are none.
    """

    player: PlayerId
    division: Division
    place: int | None
    would_be: int | None
    decided_by: str | None
    would_by: str | None
    clauses: tuple[str, ...] = ()


class Compared(Struct, frozen=True, kw_only=True):
    """An edition next to the one that a tournament is played under: how many places, which differ.

    `unlike` are the clauses in which the two editions differ at all.
    """

    edition: str
    title: str
    places: int
    unlike: tuple[str, ...]
    elsewhere: tuple[Elsewhere, ...]


def compare_editions(
    t: Tournament, rules: Ruleset, others: Iterable[Ruleset], *, swiss_only: bool = False
) -> list[Compared]:
    """Return who would stand elsewhere under each of the other editions.

    The results stay as they are: nobody knows which rounds another edition would have paired.
    `swiss_only` asks for the order that seeds the cut.
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

    A mixture that no edition may be is left out.
    """
    for name in unlike:
        try:
            mixed = replace(rules, **{name: getattr(other, name)})
        except (ValueError, msgspec.ValidationError):
            continue
        yield name, _lines(t, mixed, swiss_only=swiss_only)


def _needed(player: PlayerId, there: Lines, without: Mapping[str, Lines]) -> tuple[str, ...]:
    """Return the clauses without which the other edition would put a player elsewhere."""
    place = there[player].place
    return tuple(name for name, lines in without.items() if lines[player].place != place)


def _enough(player: PlayerId, there: Lines, alone: Mapping[str, Lines]) -> tuple[str, ...]:
    """Return the clauses that alone would put a player where the other edition does."""
    place = there[player].place
    return tuple(name for name, lines in alone.items() if lines[player].place == place)
