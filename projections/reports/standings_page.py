"""The standings for pages: a line for every player, division by division."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.phrases import Phrase
from roundbook.ledger.state.pools import flights_by_player
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.projections.explain.tiebreak import told_apart
from roundbook.projections.history.announcement import final_prizes
from roundbook.projections.reports.names import by_last_name, last_first
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.reports.remarks import on_places
from roundbook.projections.standings.percentages import percent
from roundbook.projections.standings.shown import after_which, reached_by, shown
from roundbook.projections.standings.standings import (
    Standing,
    are_shared,
    compared_figures,
)


class PlaceLine(Struct, frozen=True, kw_only=True):
    """A line of the standings; `figures` are percentages, in the order of the columns.

    `last` is the last name, if it is known. `decided` is the name of what decided the place.
    """

    one: Standing
    name: str
    last: str | None
    figures: tuple[str, ...]
    flight: Pool | None
    decided: str | None = None


class Block(Struct, frozen=True, kw_only=True):
    """The standings of one division, or of one bracket of all divisions (`division` is None).

    `after` says which round they are after, and `running` is whether another is being played.
    `came` counts its lines except those who dropped before round 1.
    """

    division: Division | None
    after: tuple[Phrase, ...]
    lines: tuple[PlaceLine, ...]
    came: int
    running: bool = False


class Places(Struct, frozen=True, kw_only=True):
    """All standings: the columns of figures, the blocks, and places and sizes for look-up.

    `in_teams` is whether teams have places, `prizes` are those of a closed event. `notes` are about
    players for whom the pod sheet words another OMP than the one that counts (A-62).
    """

    columns: tuple[str, ...]
    blocks: tuple[Block, ...]
    of_player: dict[PlayerId, int | None]
    sizes: dict[Division, int]
    shared: bool
    notes: tuple[Phrase, ...]
    in_teams: bool = False
    prizes: dict[int, str] = {}

    def is_shared(self, player: PlayerId) -> bool:
        """Tell whether another player shares the place of a player."""
        for block in self.blocks:
            own = next((line.one.place for line in block.lines if line.one.player == player), None)
            if own is not None:
                return sum(line.one.place == own for line in block.lines) > 1
        return False


def last_in_cut(sight: Sight) -> dict[PlayerId, int]:
    """Return the last player of each division who would make its announced cut, and its size.

    There is no such line once the cut is made, in flights, or while players tied for its last place
    share it.
    """
    t, found = sight.t, dict[PlayerId, int]()
    sizes = t.announcement.cut if t.announcement and t.closed is None else {}
    made = {cut.division for cut in t.cuts.values()}
    for block in sight.once(places).blocks:
        size = sizes.get(block.division, 0) if block.division else 0
        still = [line.one for line in block.lines if not line.one.dropped]
        if not size or block.division in made or len(still) <= size:
            continue
        last, below = still[size - 1 : size + 1]
        if last.place != below.place and not any(line.flight for line in block.lines):
            found[last.player] = size
    return found


def by_name(block: Block) -> Block:
    """Return a block in order of last names, with the last name first."""
    lines = (replace(line, name=last_first(line.name, line.last)) for line in block.lines)
    return replace(block, lines=tuple(sorted(lines, key=lambda line: by_last_name(line.name))))


def compared_in(sight: Sight) -> dict[str, str]:
    """Return the figures in the standings, with their fields; none in single elimination."""
    return {} if sight.t.is_elimination else compared_figures(sight.rules)


def places(sight: Sight) -> Places:
    """Return the standings of every division; for single elimination as one list."""
    return places_at(sight, live=False)


def _came(t: Tournament, lines: Iterable[PlaceLine]) -> int:
    """Count players who did not drop before round 1."""
    return sum(t.players[line.one.player].after != 0 for line in lines)


def places_at(sight: Sight, *, live: bool) -> Places:
    """Return the standings as every page shows them, or the running table (`live`, A-92)."""
    t, rules = sight.t, sight.rules
    pure = t.is_elimination
    placed = shown(t, rules, as_one=pure, live=live)
    columns = compared_in(sight)
    flights = flights_by_player(t)
    lines = [
        PlaceLine(
            one=one,
            name=sight.name(one.player),
            last=sight.book.last(one.player),
            # Before the first result everybody has the least that an opponent counts as.
            figures=tuple(
                percent(getattr(one, field)) if one.wins + one.losses + one.ties else "–"
                for field in columns.values()
            ),
            flight=flights.get(one.player),
            decided=read.decided_by,
        )
        for one, read in zip(placed, told_apart(t, placed), strict=True)
    ]
    if pure:
        every = Block(division=None, after=(), lines=tuple(lines), came=_came(t, lines))
        blocks = [every] if lines else []
    else:
        blocks = [
            Block(
                division=each,
                after=tuple(after_which(t, each, live=live)),
                lines=own,
                came=_came(t, own),
                running=any(one.running for one in reached_by(t, each)),
            )
            for each in Division
            if (own := tuple(line for line in lines if line.one.division == each))
        ]
    return Places(
        columns=tuple(columns),
        blocks=tuple(blocks),
        of_player={one.player: one.place for one in placed},
        sizes={
            each: len(placed) if pure else sum(one.division == each for one in placed)
            for each in Division
        },
        shared=are_shared(placed) and not t.closed,
        notes=tuple(on_places(t, rules, sight.name)),
        in_teams=bool(t.teams),
        prizes=final_prizes(t, ((one.division, one.place) for one in placed)),
    )
