"""The answers about places and brackets, made of what everybody may see."""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from ledger.terms import Division, PlayerId
from projections.bracket.bracket import brackets as every_bracket
from projections.bracket.tree import How, Node, Tree, tree
from projections.explain.comparison import NeighbourStep
from projections.explain.percentages import Mean
from projections.explain.place import explain_place
from projections.reports.api.basics import Games, Moment, Number, Rate, Scores, Where, Who
from projections.reports.api.event import moment, named, remarked, who
from projections.reports.api.rounds import games_of
from projections.reports.places import FIGURES, places
from projections.reports.places import PlaceLine as Shown
from projections.reports.sight import Sight
from projections.standings.percentages import percent
from projections.standings.records import Scored

# Answers about places: the standings, brackets, and why somebody stands where they stand.


class PlaceLine(Struct, frozen=True, kw_only=True):
    """A player in the standings.

    `place` is null for who has none, and shared by players who are level in everything. `figures`
    are those that the edition compares. `decided_by` is the clause that put the player below
    whoever is above. `seed` is the number in the cut.
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


class Block(Struct, frozen=True, kw_only=True):
    """The standings of one division; of all ages together where `division` is null."""

    division: Division | None
    lines: tuple[PlaceLine, ...]


class Standings(Struct, frozen=True, kw_only=True):
    """Who stands where. `compared` names the figures in the order in which they are compared."""

    as_of: Moment
    compared: tuple[str, ...]
    divisions: tuple[Block, ...]
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
    """A figure as the mean of what each opponent counts; `note` says what it is without any."""

    result: Rate
    of: tuple[Counted, ...]
    note: str | None


class NeighbourComparison(Struct, frozen=True, kw_only=True):
    """How a player compares with a neighbour in the standings.

    `level_on` did not part them, `decided_by` did: by `mine` and `theirs`. It is null while they
    are level in everything. `cites` is where the clause is written.
    """

    other: Who
    is_above: bool
    level_on: tuple[str, ...]
    decided_by: str | None
    mine: str
    theirs: str
    cites: str


class Missed(Struct, frozen=True, kw_only=True):
    """Why a player does not play on: `last` is the last of those who do."""

    what: str
    pool: Where
    size: int
    last: Who
    gone: bool
    step: NeighbourComparison | None


class Scoring(Struct, frozen=True, kw_only=True):
    """One Swiss round of the player: what it was worth, against whom."""

    pool: Where
    round: int
    scored: Scored
    match_points: int
    opponent: Who | None


class Why(Struct, frozen=True, kw_only=True):
    """Why a player stands where they stand: whoever adds up the fractions finds the same place.

    `figures` are taken apart by opponent. `looks_at` says which rounds they look at, where these
    are not all.
    """

    as_of: Moment
    standing: PlaceLine
    rounds: tuple[Scoring, ...]
    looks_at: str | None
    figures: dict[str, Averaged]
    game_win: Rate | None
    steps: tuple[NeighbourComparison, ...]
    misses: tuple[Missed, ...]
    remarks: tuple[str, ...]


class BracketNode(Struct, frozen=True, kw_only=True):
    """Two neighbours of a bracket. A player is null where nobody is known yet, or nobody comes."""

    match: str | None
    first: Who | None
    second: Who | None
    winner: Number | None
    how: How
    games: Games | None


class Stage(Struct, frozen=True, kw_only=True):
    """A round of a bracket, from top to bottom."""

    round: int
    matches: tuple[BracketNode, ...]


class Bracket(Struct, frozen=True, kw_only=True):
    """A bracket: its players in order of seed, its rounds, played or to come."""

    pool: Where
    seeds: tuple[Who, ...]
    rounds: tuple[Stage, ...]
    third_place: BracketNode | None
    winner: Number | None


class Brackets(Struct, frozen=True, kw_only=True):
    """Every bracket of the tournament; none before a cut."""

    as_of: Moment
    brackets: tuple[Bracket, ...]
    remarks: tuple[str, ...]


def standings(sight: Sight, words: Mapping[str, str]) -> Standings | None:
    """Return who stands where; None for a division in which nobody stands."""
    found, wanted = sight.once(places), words.get("division")
    blocks = [one for one in found.blocks if wanted is None or one.division == wanted]
    if wanted and not blocks:
        return None
    return Standings(
        as_of=moment(sight),
        compared=tuple(FIGURES[name] for name in found.columns),
        divisions=tuple(
            Block(division=one.division, lines=tuple(_line(sight, line) for line in one.lines))
            for one in blocks
        ),
        remarks=sight.once(remarked),
    )


def why(sight: Sight, words: Mapping[str, str]) -> Why | None:
    """Return why a player stands where they stand; None where there is no such number."""
    number = PlayerId(words["player"])
    if number not in sight.t.players:
        return None
    found = explain_place(sight.t, sight.rules, number)
    means = {
        "op_win": found.op_win,
        "op_op_win": found.op_op_win,
        "op_game_win": found.op_game_win,
    }
    return Why(
        as_of=moment(sight),
        standing=sight.once(_lines)[number],
        rounds=tuple(
            Scoring(
                pool=part.pool,
                round=part.round,
                scored=part.scored,
                match_points=part.match_points,
                opponent=who(sight, part.opponent),
            )
            for part in found.rounds
        ),
        looks_at=found.looks_at,
        figures={name: _averaged(sight, mean) for name, mean in means.items() if mean},
        game_win=_rate(found.game_win) if found.game_win is not None else None,
        steps=tuple(_beside(sight, step) for step in found.steps),
        misses=tuple(
            Missed(
                what=miss.what,
                pool=miss.pool,
                size=miss.size,
                last=_seen(sight, miss.last),
                gone=miss.gone,
                step=_beside(sight, miss.step) if miss.step else None,
            )
            for miss in found.misses
        ),
        remarks=sight.once(remarked),
    )


def brackets(sight: Sight, words: Mapping[str, str]) -> Brackets:
    """Return every bracket, with what was played and what is to come."""
    del words
    found = tuple(_bracket(sight, tree(sight.t, one.pool)) for one in every_bracket(sight.t))
    return Brackets(as_of=moment(sight), brackets=found, remarks=sight.once(remarked))


def _lines(sight: Sight) -> dict[PlayerId, PlaceLine]:
    """Return every player's line in the standings."""
    return {
        line.one.player: _line(sight, line)
        for block in sight.once(places).blocks
        for line in block.lines
    }


def _line(sight: Sight, line: Shown) -> PlaceLine:
    """Return a player's line in the standings."""
    one, columns = line.one, sight.once(places).columns
    return PlaceLine(
        place=one.place,
        player=one.player,
        name=named(sight, one.player),
        division=one.division,
        flight=line.flight,
        match_points=one.match_points,
        record=Scores(wins=one.wins, losses=one.losses, ties=one.ties),
        figures={FIGURES[name]: _rate(getattr(one, FIGURES[name])) for name in columns},
        decided_by=one.decided_by,
        seed=one.seed,
        late=one.late,
        left=one.dropped or one.disqualified,
    )


def _rate(rate: Fraction) -> Rate:
    """Return a figure, exactly and as it is printed."""
    return Rate(exact=str(rate), percent=percent(rate))


def _seen(sight: Sight, player: PlayerId) -> Who:
    """Return a player with the name that everybody may see."""
    return Who(player=player, name=named(sight, player))


def _averaged(sight: Sight, mean: Mean) -> Averaged:
    """Return a figure taken apart."""
    return Averaged(
        result=_rate(mean.result),
        of=tuple(
            Counted(
                opponent=who(sight, share.opponent),
                round=share.round,
                record=share.record,
                rate=_rate(share.rate) if share.rate is not None else None,
                counts=_rate(share.counts),
                notes=share.notes,
            )
            for share in mean.shares
        ),
        note=mean.note,
    )


def _beside(sight: Sight, step: NeighbourStep) -> NeighbourComparison:
    """Return how a player compares with another."""
    return NeighbourComparison(
        other=_seen(sight, step.other),
        is_above=step.is_above,
        level_on=step.level_on,
        decided_by=step.decided_by,
        mine=step.mine,
        theirs=step.theirs,
        cites=step.cites,
    )


def _bracket(sight: Sight, found: Tree) -> Bracket:
    """Return one bracket."""
    return Bracket(
        pool=found.pool,
        seeds=tuple(_seen(sight, player) for player in found.seeds),
        rounds=tuple(
            Stage(round=nodes[0].round, matches=tuple(_knot(sight, node) for node in nodes))
            for nodes in found.rounds
        ),
        third_place=_knot(sight, found.third_place) if found.third_place else None,
        winner=found.winner,
    )


def _knot(sight: Sight, node: Node) -> BracketNode:
    """Return one match of a bracket."""
    return BracketNode(
        match=str(node.match) if node.match else None,
        first=who(sight, node.first),
        second=who(sight, node.second),
        winner=node.winner,
        how=node.how,
        games=games_of(node.result) if node.how is How.PLAYED else None,
    )
