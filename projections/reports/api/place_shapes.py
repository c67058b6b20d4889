"""Answers about places: the standings, brackets, and why somebody stands where they stand."""

from msgspec import Struct

from ledger.terms import Division
from projections.played import Scored
from projections.reports.api.basics import Games, Moment, Number, Rate, Scores, Where, Who
from projections.tree import How


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


class Beside(Struct, frozen=True, kw_only=True):
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
    step: Beside | None


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
    steps: tuple[Beside, ...]
    misses: tuple[Missed, ...]
    remarks: tuple[str, ...]


class Knot(Struct, frozen=True, kw_only=True):
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
    matches: tuple[Knot, ...]


class Bracket(Struct, frozen=True, kw_only=True):
    """A bracket: its players in order of seed, its rounds, played or to come."""

    pool: Where
    seeds: tuple[Who, ...]
    rounds: tuple[Stage, ...]
    third_place: Knot | None
    winner: Number | None


class Brackets(Struct, frozen=True, kw_only=True):
    """Every bracket of the tournament; none before a cut."""

    as_of: Moment
    brackets: tuple[Bracket, ...]
    remarks: tuple[str, ...]
