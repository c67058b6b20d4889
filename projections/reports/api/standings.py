"""Answers about places and brackets, from public data."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated

from msgspec import UNSET, Meta, Struct

from roundbook.ledger.state.pools import flights_by_player
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.projections.bracket.bracket import brackets as every_bracket
from roundbook.projections.bracket.placements import Fall, falls
from roundbook.projections.bracket.tree import How, Node, Tree, tree
from roundbook.projections.cut.qualifiers import alone_in
from roundbook.projections.explain.bracket import Course, Went, course
from roundbook.projections.explain.percentages import Mean
from roundbook.projections.explain.place import explain_place
from roundbook.projections.reports.api.basics import (
    Games,
    Moment,
    Number,
    OrganiserId,
    Rate,
    Scores,
    Where,
    Who,
    moment,
    named,
    rate,
    taken,
)
from roundbook.projections.reports.api.event import remarked
from roundbook.projections.reports.api.rounds import games_of
from roundbook.projections.reports.charts import race_of
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.reports.remarks import on_places
from roundbook.projections.reports.standings_page import compared_in, places
from roundbook.projections.standings.records import Scored
from roundbook.projections.standings.shown import reached_by, shown
from roundbook.projections.standings.standings import Standing

# Answers about places: the standings, brackets, and why a player has a place.


class KnockedOut(Struct, frozen=True, kw_only=True):
    """How a player of a single elimination was knocked out: in which round, and by whom.

    If they did not meet (`met`), `by` is the player who advanced; null if nobody did.
    """

    round: int
    by: Who | None
    met: bool


class PlaceLine(Struct, frozen=True, kw_only=True):
    """A player in the standings.

    `place` is null if there is none, and shared by players who are tied on everything. `figures`
    are those that the edition compares. `decided_by` is the tiebreak that put the player below the
    one above, or the first above the one below. `seed` is the number in the cut. If the list is a
    bracket of all divisions, `in_division` is the place in the division, and `out` says how the
    player was knocked out; otherwise both are null.
    """

    place: int | None
    player: Number
    name: str | None
    division: Division
    flight: Where | None
    match_points: int
    record: Scores
    figures: dict[str, Rate]
    decided_by: str | None
    seed: int | None
    late: bool
    left: bool
    dropped: bool
    disqualified: bool
    in_division: int | None
    out: KnockedOut | None
    id: OrganiserId = UNSET


class OnlyUndefeated(Struct, frozen=True, kw_only=True):
    """The only undefeated player of a pool, if announced rounds are still to be played."""

    pool: Where
    player: Who
    after: Annotated[int, Meta(description="The round after which only this player is undefeated.")]
    announced: Annotated[
        int, Meta(description="The announced number of rounds, which still applies.")
    ]


class RunningRound(Struct, frozen=True, kw_only=True):
    """A round that is being played: how many of its results are `there`, of `every` match."""

    round: int
    there: int
    every: int


class AfterRound(Struct, frozen=True, kw_only=True):
    """The last complete Swiss round of a pool, 0 before it, and the round being played, if any."""

    pool: Where
    after: int
    running: RunningRound | None


class Block(Struct, frozen=True, kw_only=True):
    """The standings of one division, or of all together if `division` is null.

    `flight` is set if it is the list of one flight. `after` says which round of each pool they are
    after; empty once Swiss is over, and in single elimination.
    """

    division: Division | None
    flight: Where | None
    after: tuple[AfterRound, ...]
    lines: tuple[PlaceLine, ...]


class Standings(Struct, frozen=True, kw_only=True):
    """The standings. `compared` names the figures in the order in which they are compared.

    `live` is whether they count the results of the round being played too, and not only those of
    complete rounds.
    """

    as_of: Moment
    live: bool
    compared: tuple[str, ...]
    divisions: tuple[Block, ...]
    undefeated: tuple[OnlyUndefeated, ...]
    remarks: tuple[str, ...]


class Counted(Struct, frozen=True, kw_only=True):
    """What one opponent counts in a mean, and why that is not simply their rate."""

    opponent: Who | None
    round: int
    record: str
    rate: Rate | None
    counts: Rate
    notes: tuple[str, ...]


class Averaged(Struct, frozen=True, kw_only=True):
    """A figure as the mean of what each opponent counts; `note` explains it if there are none."""

    result: Rate
    of: tuple[Counted, ...]
    note: str | None


class NeighbourComparison(Struct, frozen=True, kw_only=True):
    """How a player compares with a neighbour in the standings.

    They are tied on `level_on`; `decided_by` separates them, by `mine` and `theirs`. It is null
    while they are tied on everything. `cites` is the source of the tiebreak. `note` says why their
    own match did not separate them, if one of them won it.
    """

    other: Who
    is_above: bool
    level_on: tuple[str, ...]
    decided_by: str | None
    mine: str
    theirs: str
    cites: str
    note: str | None


class Missed(Struct, frozen=True, kw_only=True):
    """Why a player does not advance: `last` is the last player who does."""

    what: str
    pool: Where
    size: int
    last: Who
    gone: bool
    step: NeighbourComparison | None


class Scoring(Struct, frozen=True, kw_only=True):
    """One Swiss round of the player: what it was worth, and against whom; own games first."""

    pool: Where
    round: int
    scored: Scored
    match_points: int
    opponent: Who | None
    games: Games


class Leg(Struct, frozen=True, kw_only=True):
    """One round of a player in a bracket; `games` are from the player's side.

    `corrected` is the entry that corrected the result after the bracket had gone on.
    """

    round: int
    went: Went
    opponent: Who | None
    games: Games | None
    third_place: bool
    corrected: int | None


class BracketNeighbour(Struct, frozen=True, kw_only=True):
    """A neighbour in a bracket of all divisions; `by_place` is that of the player who beat them."""

    player: Who
    place: int
    is_above: bool
    out: KnockedOut | None
    by_place: int | None


class Way(Struct, frozen=True, kw_only=True):
    """A player's path through a bracket of `players`; `pure` if the whole event is a bracket.

    Then `place` is that of the one bracket, otherwise that in the division.
    """

    pool: Where
    players: int
    seed: int
    pure: bool
    place: int | None
    in_division: int | None
    legs: tuple[Leg, ...]
    out: KnockedOut | None
    by_place: int | None
    won: bool
    neighbours: tuple[BracketNeighbour, ...]


class Why(Struct, frozen=True, kw_only=True):
    """Why a player has their place: adding up the fractions gives the same place.

    `figures` are shown by opponent. `looks_at` says which rounds they use, if not all. `games` are
    those won, lost and drawn, if the edition counts them; `left_after` is the last round of a
    player who dropped. `bracket` is the path through a single elimination, for players who were in
    one. `reading` gives the place under another reading of a rule that nobody has settled.
    """

    as_of: Moment
    standing: PlaceLine
    rounds: tuple[Scoring, ...]
    looks_at: str | None
    figures: dict[str, Averaged]
    game_win: Rate | None
    games: Games | None
    flight_place: int | None
    left_after: int | None
    steps: tuple[NeighbourComparison, ...]
    misses: tuple[Missed, ...]
    bracket: Way | None
    reading: str | None
    places_by_round: Annotated[
        tuple[int | None, ...],
        Meta(description="The place after each complete Swiss round, with all corrections so far."),
    ]
    remarks: tuple[str, ...]


class BracketNode(Struct, frozen=True, kw_only=True):
    """Two neighbours of a bracket. A player is null if nobody is known yet, or nobody comes.

    `corrected` is the entry that corrected the result after the bracket had gone on.
    """

    match: str | None
    first: Who | None
    second: Who | None
    winner: Number | None
    how: How
    corrected: int | None
    games: Games | None


class Stage(Struct, frozen=True, kw_only=True):
    """A round of a bracket, from top to bottom."""

    round: int
    matches: tuple[BracketNode, ...]


class Bracket(Struct, frozen=True, kw_only=True):
    """A bracket: its players in order of seed, and its rounds, played or to come."""

    pool: Where
    seeds: tuple[Who, ...]
    rounds: tuple[Stage, ...]
    third_place: BracketNode | None
    winner: Number | None


class Brackets(Struct, frozen=True, kw_only=True):
    """Every bracket of the tournament; empty before the cut, or before the seeds are drawn."""

    as_of: Moment
    brackets: tuple[Bracket, ...]
    remarks: tuple[str, ...]


def standings(sight: Sight, words: Mapping[str, str]) -> Standings | None:
    """Return the standings; None for a division without players."""
    wanted = words.get("division", "").capitalize()
    blocks = [
        (one.division, [line.one for line in one.lines])
        for one in sight.once(places).blocks
        if wanted in {"", one.division}
    ]
    return None if wanted and not blocks else standings_of(sight, blocks)


def standings_of(
    sight: Sight,
    blocks: Iterable[tuple[Division | None, Sequence[Standing]]],
    *,
    flight: Pool | None = None,
    live: bool = False,
) -> Standings:
    """Return given standings, block by block; `flight` if they are those of one flight."""
    return Standings(
        as_of=moment(sight),
        live=live,
        compared=tuple(compared_in(sight).values()),
        divisions=tuple(
            Block(
                division=division,
                flight=flight,
                after=tuple(_after(sight, division, flight)),
                lines=tuple(_line(sight, one) for one in placed),
            )
            for division, placed in blocks
        ),
        undefeated=tuple(
            taken(OnlyUndefeated, one, sight) for one in alone_in(sight.t, sight.rules)
        ),
        remarks=(*sight.once(remarked), *sight.once(_on_places)),
    )


def _after(sight: Sight, division: Division | None, flight: Pool | None) -> Iterator[AfterRound]:
    """Yield which round each pool of a list is after."""
    for one in reached_by(sight.t, division):
        if flight in {None, one.pool}:
            run = one.running
            yield AfterRound(
                pool=one.pool,
                after=one.after,
                running=RunningRound(round=run, there=one.there, every=one.every) if run else None,
            )


def _on_places(sight: Sight) -> tuple[str, ...]:
    return tuple(map(str, on_places(sight.t, sight.rules, sight.name)))


def why(sight: Sight, words: Mapping[str, str]) -> Why | None:
    """Return why a player has their place; None if there is no such number."""
    number = PlayerId(words["player"])
    if number not in sight.t.players:
        return None
    found = explain_place(sight.t, sight.rules, number)
    race = race_of(sight, found.division)
    means = ((name, getattr(found, name)) for name in ("op_win", "op_op_win", "op_game_win"))
    return taken(
        Why,
        found,
        sight,
        as_of=moment(sight),
        standing=sight.once(_lines)[number],
        figures={name: _averaged(sight, mean) for name, mean in means if mean},
        left_after=found.dropped_after,
        bracket=_way(sight, way) if (way := course(sight.t, sight.rules, number)) else None,
        places_by_round=race.of(found.player) if race else (),
        remarks=sight.once(remarked),
    )


def brackets(sight: Sight, words: Mapping[str, str]) -> Brackets:
    """Return every bracket, with what was played and what is to come."""
    del words
    return brackets_of(sight, (tree(sight.t, one.pool) for one in every_bracket(sight.t)))


def brackets_of(sight: Sight, found: Iterable[Tree]) -> Brackets:
    """Return these brackets."""
    trees = tuple(_bracket(sight, one) for one in found)
    return Brackets(as_of=moment(sight), brackets=trees, remarks=sight.once(remarked))


def _lines(sight: Sight) -> dict[PlayerId, PlaceLine]:
    """Return every player's line in the standings."""
    return {
        line.one.player: _line(sight, line.one)
        for block in sight.once(places).blocks
        for line in block.lines
    }


def _flights(sight: Sight) -> Mapping[PlayerId, Pool]:
    return flights_by_player(sight.t)


def _knocked_out(sight: Sight) -> dict[PlayerId, Fall]:
    """Return how players were knocked out of a single elimination; empty for other events."""
    if not sight.t.is_elimination:
        return {}
    found = [falls(sight.t, one.pool) for one in every_bracket(sight.t)]
    return {player: fall for each in found for player, fall in each.items()}


def _in_division(sight: Sight) -> dict[PlayerId, int | None]:
    """Return the places in the divisions, if the standings are one list of all divisions."""
    if not sight.t.is_elimination:
        return {}
    every = shown(sight.t, sight.rules)
    return {one.player: one.place for one in every}


def _line(sight: Sight, one: Standing) -> PlaceLine:
    """Return a player's line in the standings."""
    return taken(
        PlaceLine,
        one,
        name=named(sight, one.player),
        flight=sight.once(_flights).get(one.player),
        record=Scores(wins=one.wins, losses=one.losses, ties=one.ties),
        figures={name: rate(getattr(one, name)) for name in compared_in(sight).values()},
        left=one.dropped or one.disqualified,
        in_division=sight.once(_in_division).get(one.player),
        out=_out(sight, sight.once(_knocked_out).get(one.player)),
        id=sight.id(one.player),
    )


def _out(sight: Sight, fall: Fall | None) -> KnockedOut | None:
    """Return how a player was knocked out of a bracket."""
    return taken(KnockedOut, fall, sight) if fall else None


def _way(sight: Sight, found: Course) -> Way:
    """Return a player's path through a bracket."""
    return taken(
        Way,
        found,
        sight,
        out=_out(sight, found.fall),
        neighbours=tuple(
            taken(BracketNeighbour, one, sight, out=_out(sight, one.fall))
            for one in found.neighbours
        ),
    )


def _averaged(sight: Sight, mean: Mean) -> Averaged:
    """Return a figure with its shares."""
    return taken(Averaged, mean, sight, of=tuple(taken(Counted, one, sight) for one in mean.shares))


def _bracket(sight: Sight, found: Tree) -> Bracket:
    """Return one bracket."""
    return taken(
        Bracket,
        found,
        sight,
        rounds=tuple(
            Stage(round=nodes[0].round, matches=tuple(_knot(sight, node) for node in nodes))
            for nodes in found.rounds
        ),
        third_place=_knot(sight, found.third_place) if found.third_place else None,
    )


def _knot(sight: Sight, node: Node) -> BracketNode:
    """Return one match of a bracket."""
    played = node.how is How.PLAYED
    return taken(BracketNode, node, sight, games=games_of(node.result) if played else None)
