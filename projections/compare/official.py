"""An organiser's official places, seeds and brackets, and published figures, next to ours.

If our edition leaves players tied until they are put in random order, every place that they share
counts as correct.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from operator import mul
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.events.catalogue import AnyEvent, CutMade
from roundbook.ledger.importers.published.published_event import Figure, PublishedPlayer
from roundbook.ledger.importers.tdf.reader import OfficialPlaces
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Verdict
from roundbook.projections.bracket.bracket import positions
from roundbook.projections.standings.percentages import basis, share
from roundbook.projections.standings.standings import DIVISIONS, Standing, overall, standings

What = Literal["place", "seed", "bracket position", "points", "record"] | Figure
_AGES = tuple(division for division in DIVISIONS if division != Division.OPEN)


Cause = Literal[
    "unpublished",
    "unplayed",
    "bye",
    "dropped",
    "floor",
    "late",
    "games",
    "days",
    "follows",
    "rounding",
    "level",
    "order",
    "roster",
]
"""The reason for a difference; `projections.compare.conventions` says what each one means."""


class Difference(Struct, frozen=True, kw_only=True):
    """One value in which the file differs from us.

    `division` is the file's. `said` and `ours` are a place, a seed or a position; None if there is
    none, for a player who is disqualified, not listed, or not in the cut. `decided_by` is the
    tiebreak that gave our place or seed, `cause` the reason for the difference, if that can be
    shown; `also` is the second one, if only two together give what the file says.
    """

    division: Division
    what: What
    player: PlayerId
    said: int | str | None
    ours: int | str | None
    decided_by: str | None = None
    cause: Cause | None = None
    also: Cause | None = None


class Comparison(Struct, frozen=True, kw_only=True):
    """How many places, seeds, positions, figures and records were compared, and the differences."""

    divisions: int
    places: int
    seeds: int
    positions: int
    figures: int = 0
    points: int = 0
    records: int = 0
    differences: tuple[Difference, ...] = ()

    @property
    def nothing(self) -> bool:
        """Whether the file does not contain anything official yet."""
        counted = (self.places, self.seeds, self.positions)
        return not any((*counted, self.figures, self.points, self.records))


class _Ours(Struct, frozen=True):
    """The place that roundbook calculates; from `first` to `last` if players are still tied."""

    first: int
    last: int
    decided_by: str | None


def compare(
    told: Iterable[AnyEvent], rules: Ruleset, official: OfficialPlaces
) -> tuple[Tournament, Comparison]:
    """Return the tournament in a file, and how its official places agree with ours.

    `told` are the events of the file in order. Seeds are compared with the Swiss standings at the
    moment of the cut, bracket positions with the order of a bracket of that size.
    """
    t = Tournament()
    found: list[Difference] = []
    seeded: list[PlayerId] = []
    for seq, event in enumerate(told, start=1):
        # Compared now, not at the end: after the cut, the standings are those of the cut. A seed
        # comes from the Swiss standings at that moment.
        if isinstance(event, CutMade):
            seeded += event.seeds
            found += _seeds(t, rules, event, official)
            found += _positions(event, official)
        t.apply(event, seq)
    listed = [d for d in DIVISIONS if d in official.places or d in official.unfinished]
    # Divisions that the file does not list are compared too, or a player missing from all lists
    # would go unnoticed; but a single list of all players (Open) has no divisions.
    asked = listed if not listed or Division.OPEN in listed else _AGES
    placed = [one for division in asked for one in _places(t, rules, division, official)]
    return t, Comparison(
        divisions=len(listed),
        places=sum(len(rows) for rows in official.places.values()),
        seeds=sum(player in official.seeds for player in seeded),
        positions=sum(player in official.orders for player in seeded),
        differences=(*placed, *found),
    )


def _places(
    t: Tournament, rules: Ruleset, division: Division, official: OfficialPlaces
) -> Iterable[Difference]:
    """Yield the players whose place differs from the file's list, or who are missing from it."""
    said: dict[PlayerId, int | None] = dict(official.places.get(division, ()))
    said |= dict.fromkeys(official.unfinished.get(division, ()), None)
    placed = overall(t, rules) if division == Division.OPEN else standings(t, rules)
    ours = _ranges(one for one in placed if _is(one, division, said))
    seated = {player for paired in t.rounds.values() for player in paired.players()}
    for player, place in said.items():
        if not _agrees(place, ours.get(player)):
            yield _difference("place", division, player, place, ours)
    listed = {player for rows in official.places.values() for player, _ in rows}
    missing = seated.difference(listed, *official.unfinished.values())
    for player in ours if official.whole else ():
        if player in missing:
            yield _difference("place", division, player, None, ours)


def _is(one: Standing, division: Division, said: Collection[PlayerId]) -> bool:
    """Tell whether a player of ours belongs to a list of the file.

    An Open list is for all players; if the edition has no divisions, the file decides who is in
    which.
    """
    if one.division == Division.OPEN:
        return one.player in said
    return division in {one.division, Division.OPEN}


def _seeds(
    t: Tournament, rules: Ruleset, cut: CutMade, official: OfficialPlaces
) -> Iterable[Difference]:
    """Yield the players whose seed differs from Swiss; dropped players are not seeded (A-44)."""
    said = {player: official.seeds[player] for player in cut.seeds if player in official.seeds}
    ours = _ranges(
        one
        for one in standings(t, rules, swiss_only=True)
        if not one.dropped and one.division in {cut.division, Division.OPEN}
    )
    # Only as many of ours as the file has seeded: beyond that, no seeds are expected.
    size = len(said)
    taken = {player: place for player, place in ours.items() if place.first <= size}
    for player, seed in said.items():
        if not _agrees(seed, taken.get(player)):
            yield _difference("seed", cut.division, player, seed, taken)
    for player, place in taken.items():
        if player not in said and place.last <= size:
            yield _difference("seed", cut.division, player, None, taken)


def _positions(cut: CutMade, official: OfficialPlaces) -> Iterable[Difference]:
    """Yield the players whose bracket position does not follow from their seed."""
    standing = enumerate(positions(cut.seeds), start=1)
    ours = {player: _Ours(at, at, "seed") for at, player in standing if player}
    for player in cut.seeds:
        said = official.orders.get(player)
        if said is not None and not _agrees(said, ours[player]):
            yield _difference("bracket position", cut.division, player, said, ours)


def _ranges(placed: Iterable[Standing]) -> dict[PlayerId, _Ours]:
    """Return the places of players among themselves; tied players share a range."""
    tiers: dict[tuple[Division, int], list[Standing]] = {}
    for one in placed:
        if one.place is not None:
            tiers.setdefault((one.division, one.place), []).append(one)
    found: dict[PlayerId, _Ours] = {}
    for tier in tiers.values():
        # Counted again among these players: division places, without the players who cannot be
        # seeded, are turned into places among themselves.
        first = len(found) + 1
        last = len(found) + len(tier)
        found |= {one.player: _Ours(first, last, one.decided_by) for one in tier}
    return found


def _agrees(said: int | None, ours: _Ours | None) -> bool:
    if said is None or ours is None:
        return said is None and ours is None
    return ours.first <= said <= ours.last


def _difference(
    what: What,
    division: Division,
    player: PlayerId,
    said: int | None,
    ours: Mapping[PlayerId, _Ours],
) -> Difference:
    own = ours.get(player)
    return Difference(
        division=division,
        what=what,
        player=player,
        said=said,
        ours=own.first if own else None,
        decided_by=own.decided_by if own else None,
    )


# Published percentages, points and records next to ours.

CLOSE = Fraction(1, 10_000)
"""Published figures are rounded; a smaller difference than this counts as equal."""

Published = Mapping[PlayerId, PublishedPlayer]


def with_figures(
    found: Comparison, t: Tournament, rules: Ruleset, published: Published
) -> Comparison:
    """Return a comparison that also includes the published figures of each player."""
    return replace(
        found,
        figures=sum(len(one.figures) for one in published.values()),
        points=sum(one.points is not None for one in published.values()),
        records=sum(one.record is not None for one in published.values()),
        differences=(*found.differences, *_differing(t, rules, published)),
    )


def _differing(t: Tournament, rules: Ruleset, published: Published) -> Iterator[Difference]:
    if not any(one.figures or one.record or one.points is not None for one in published.values()):
        return
    b = basis(t, rules)
    ours: dict[Figure, Callable[[Standing], Fraction | None]] = {
        "Win %": lambda one: share(b, one.player, b.spans[one.player]),
        "Op Win %": lambda one: one.op_win,
        "Op Op Win %": lambda one: one.op_op_win,
        "Game Win %": lambda one: one.game_win,
        "Op Game Win %": lambda one: one.op_game_win,
    }
    for line in standings(t, rules):
        theirs = published.get(line.player)
        if theirs is None:
            continue
        found: list[tuple[What, int | str | None, int | str | None]] = []
        if theirs.points not in {None, line.match_points}:
            found.append(("points", theirs.points, line.match_points))
        if theirs.record not in {None, line.record, *with_cut(t, line)}:
            found.append(("record", theirs.record, line.record))
        for figure, said in theirs.figures.items():
            own = ours[figure](line)
            if own is None or abs(own - said) > CLOSE:
                found.append((figure, in_percent(said), None if own is None else in_percent(own)))
        for what, one, other in found:
            yield Difference(
                division=line.division, what=what, player=line.player, said=one, ours=other
            )


def check_standings_only(published: Published, rules: Ruleset) -> Comparison:
    """Return whether standings without rounds are consistent.

    Points have to follow from the record, and no player may rank above a player with more points.
    """
    points: dict[PlayerId, int] = {}
    tables: dict[Division, list[int]] = {}
    found: list[tuple[PlayerId, What, int, int, str]] = []
    worth = (rules.win_points, rules.loss_points, rules.tie_points)
    for player, line in published.items():
        parts = map(int, line.record.split("-")) if line.record else ()
        own = sum(map(mul, parts, worth)) if line.record else line.points
        if own is None:
            continue
        if line.points not in {None, own}:
            found.append((player, "points", line.points or 0, own, "record"))
        points[player] = own
        if line.place:
            tables.setdefault(line.division or Division.OPEN, []).append(own)
    for table in tables.values():
        table.sort()
    for player, own in points.items():
        line = published[player]
        rivals = tables.get(line.division or Division.OPEN, [])
        first = 1 + len(rivals) - bisect_right(rivals, own)
        last = len(rivals) - bisect_left(rivals, own)
        if line.place and not first <= line.place <= last:
            found.append((player, "place", line.place, first, "match-points"))
    return Comparison(
        divisions=len(tables),
        places=sum(line.place is not None for line in published.values()),
        seeds=0,
        positions=0,
        points=sum(line.points is not None for line in published.values()),
        records=sum(line.record is not None for line in published.values()),
        differences=tuple(
            Difference(
                division=published[player].division or Division.OPEN,
                what=what,
                player=player,
                said=said,
                ours=ours,
                decided_by=by,
            )
            for player, what, said, ours, by in found
        ),
    )


def with_cut(t: Tournament, line: Standing) -> tuple[str, str]:
    """Return a record including the cut, as some publishers show it, without and with its byes."""
    worth = [line.wins, line.losses, line.ties]
    for match, result in t.results.items():
        if match.pool in t.cuts and line.player in t.matches[match]:
            sides = {Verdict.FIRST: 0, Verdict.SECOND: 1, Verdict.TIE: 2}
            at = sides.get(result.verdict, 1)
            turned = at < 2 and t.matches[match].second == line.player
            worth[1 - at if turned else at] += 1
    byes = sum(
        bye.player == line.player
        for (pool, _), paired in t.rounds.items()
        if pool in t.cuts
        for bye in paired.byes
    )
    won, *others = worth
    return _dashed(won, *others), _dashed(won + byes, *others)


def _dashed(*worth: int) -> str:
    return "-".join(map(str, worth))


def in_percent(rate: Fraction) -> str:
    """Return a rate as a percentage with four decimals."""
    shown = round(rate * 1_000_000)
    return f"{shown // 10_000}.{shown % 10_000:04}"
