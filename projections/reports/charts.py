"""Pictures of places and slips, drawn from four marks: lines, dots, bars and texts.

A chart has no words of its own beyond names and numbers. Its page gives it a title and a
description, and says the same in a table below it, from the same figures.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from roundbook.ledger.state.pools import brackets_of, swiss_pools_of
from roundbook.ledger.terms import Division, PlayerId
from roundbook.ledger.text import clipped
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.reports.seating import seats
from roundbook.projections.reports.standings_page import Block
from roundbook.projections.rounds.turn_in import TurnIn
from roundbook.projections.standings.race import Race, basis_of_races, races
from roundbook.projections.standings.records import Scored
from roundbook.projections.standings.shown import reached

# The four marks. `kind` is a class of the style sheet, which gives the colours.


class Line(Struct, frozen=True, kw_only=True):
    """A line through points; each is `x,y`."""

    points: tuple[str, ...]
    kind: str = ""


class Dot(Struct, frozen=True, kw_only=True):
    """A dot around a point."""

    x: int
    y: int
    kind: str = ""


class Bar(Struct, frozen=True, kw_only=True):
    """A bar with its upper left corner."""

    x: int
    y: int
    width: int
    height: int


class Label(Struct, frozen=True, kw_only=True):
    """A name or a number; `at` is which end of it is at the point: start, middle or end."""

    x: int
    y: int
    text: str
    at: str = "middle"
    kind: str = ""


class Chart(Struct, frozen=True, kw_only=True):
    """A picture: its size and its marks, the last of which is on top."""

    width: int
    height: int
    lines: tuple[Line, ...]
    dots: tuple[Dot, ...] = ()
    bars: tuple[Bar, ...] = ()
    labels: tuple[Label, ...]


WIDTH = 640
LEFT, TOP, FOOT = 60, 18, 34
"""The room for places at the left, above the first place, and for rounds at the foot."""

ASIDE = 200
"""The room for names at the right of a race."""

STEP = 26
"""The distance of two places among the first ones of a race."""

LONG = 18
"""The letters of a name that fit there; the table below has all of them."""


def race_of(sight: Sight, division: Division | None) -> Race | None:
    """Return the race of a division; a slip of the running round changes none of them."""
    return sight.still(_races, _basis).get(division) if division else None


def _races(sight: Sight) -> dict[Division, Race]:
    return races(sight.t, sight.rules)


def _basis(sight: Sight) -> bytes:
    return basis_of_races(sight.entries, sight.t)


def moves(sight: Sight, block: Block) -> dict[PlayerId, int]:
    """Return how many places each player has gained since the round before; lost ones are below 0.

    Only while Swiss is what counts: empty before the second complete round, and once there is a
    bracket. It is empty too while one flight is a round ahead of another: they share the places;
    and if nobody has moved, since a column would then say nothing.
    """
    found, t = race_of(sight, block.division), sight.t
    if block.division is None or found is None or len(found.places) < 2:
        return {}
    ends = {reached(t, pool).after for pool in swiss_pools_of(t, block.division)}
    if len(ends) > 1 or brackets_of(t, block.division):
        return {}
    before, now = found.places[-2:]
    found_moves = {
        player: then - place
        for player, place in now.items()
        if place and (then := before.get(player))
    }
    return found_moves if any(found_moves.values()) else {}


# The race: the first ten players of a division, and where each was after each round.

MOST = 10
"""The players of a race that are drawn: more lines cannot be told apart."""


class Runner(Struct, frozen=True, kw_only=True):
    """A player of a race: the name, and the place after each round."""

    player: PlayerId
    name: str
    places: tuple[int | None, ...]


class RaceShown(Struct, frozen=True, kw_only=True):
    """The race of a division: the chart, and the players in it, first place first.

    `cut` is how many advance, or 0; their line is dashed. The line of the first player stands out.
    """

    chart: Chart
    runners: tuple[Runner, ...]
    rounds: int
    cut: int


def race(sight: Sight, block: Block) -> RaceShown | None:
    """Return the race of a block of the standings; None before its second complete round.

    Nor is there a race of one player.
    """
    found = race_of(sight, block.division)
    if found is None or len(found.places) < 2:
        return None
    last = found.places[-1]
    order = sorted((place, at, who) for at, (who, place) in enumerate(last.items()) if place)
    if len(order) < 2:
        return None
    names = {line.one.player: line.name for line in block.lines}
    first = [who for _, _, who in order[:MOST]]
    runners = tuple(Runner(player=who, name=names[who], places=found.of(who)) for who in first)
    said = sight.t.announcement
    size = said.cut.get(found.division, 0) if said else 0
    made = [len(cut.seeds) for cut in sight.t.cuts.values() if cut.division == found.division]
    cut = made[-1] if made else size
    rounds = len(found.places)
    return RaceShown(
        chart=race_chart(runners, rounds, cut=cut if cut < MOST else 0),
        runners=runners,
        rounds=rounds,
        cut=cut,
    )


def race_chart(runners: Sequence[Runner], rounds: int, *, cut: int) -> Chart:
    """Return the chart of a race: the first places at equal distances, all below them closer."""
    lowest = max(place for one in runners for place in one.places if place)
    near = max(len(runners), 2)
    below = 4 * STEP if lowest > near else 0
    right, foot = WIDTH - ASIDE, TOP + (near - 1) * STEP + below

    def x(number: int) -> int:
        return LEFT + (right - LEFT) * (number - 1) // (rounds - 1)

    def y(place: int) -> int:
        if place <= near:
            return TOP + (place - 1) * STEP
        return TOP + (near - 1) * STEP + below * (place - near) // (lowest - near)

    lines = [_upright(x(number), foot) for number in range(1, rounds + 1)]
    if cut:
        level = y(cut) + STEP // 2
        lines.append(Line(points=(f"{LEFT},{level}", f"{WIDTH},{level}"), kind="cut"))
    drawn = [
        _through((x(number), y(place)) for number, place in _known(one.places)) for one in runners
    ]
    labels = [_of_round(x(number), foot, number) for number in range(1, rounds + 1)]
    labels += [
        Label(x=LEFT - 14, y=y(place) + 5, text=str(place), at="end", kind="soft")
        for place in sorted({1, near, lowest})
    ]
    for slot, one in enumerate(runners, start=1):
        kind, name = "mine" if slot == 1 else "", clipped(one.name, LONG)
        labels.append(Label(x=right + 14, y=y(slot) + 5, text=name, at="start", kind=kind))
    mine = runners[0]
    dots = tuple(Dot(x=x(number), y=y(place)) for number, place in _known(mine.places))
    lines += [Line(points=points, kind="other") for points in drawn[:0:-1]]
    lines.append(Line(points=drawn[0], kind="mine"))
    return Chart(
        width=WIDTH, height=foot + FOOT, lines=tuple(lines), dots=dots, labels=tuple(labels)
    )


# A player's path: the place after each round, with what was won and lost.


class Stretch(Struct, frozen=True, kw_only=True):
    """A round of a path: the place after it, and how it was scored; None if the player had none."""

    round: int
    place: int
    scored: Scored | None


class Path(Struct, frozen=True, kw_only=True):
    """A player's path: the chart, and the same round by round; `of` players are in the division."""

    chart: Chart
    rounds: tuple[Stretch, ...]
    of: int


def path(sight: Sight, player: PlayerId) -> Path | None:
    """Return a player's path through the Swiss rounds; None before the second complete round."""
    first = sight.t.entrant(player)
    division = sight.t.players[first].division
    found = race_of(sight, division)
    scored = {sat.round: sat.scored for sat in sight.once(seats)[first] if not sat.in_bracket}
    rounds = tuple(
        Stretch(round=number, place=place, scored=scored.get(number))
        for number, place in _known(found.of(first) if found else ())
    )
    if len(rounds) < 2:
        return None
    of = len(found.places[-1]) if found else 0
    return Path(chart=_path_chart(rounds, of), rounds=rounds, of=of)


WON = frozenset({Scored.WIN, Scored.BYE, Scored.AWARDED_BYE})


def _path_chart(rounds: Sequence[Stretch], of: int) -> Chart:
    """Return the chart of a path: from first place above to last place below."""
    deep, top = 170, TOP + 12
    foot, last = top + deep, rounds[-1].round

    def x(number: int) -> int:
        return LEFT + (WIDTH - 2 * LEFT) * (number - 1) // (last - 1)

    def y(place: int) -> int:
        return top + deep * (place - 1) // max(of - 1, 1)

    labels = [_of_round(x(number), foot + 6, number) for number in range(1, last + 1)]
    labels += [
        Label(x=LEFT - 18, y=y(place) + 5, text=str(place), at="end", kind="soft")
        for place in sorted({1, of})
    ]
    labels += [
        Label(x=x(one.round), y=y(one.place) - 11, text=str(one.place), kind="mine")
        for one in rounds
    ]
    return Chart(
        width=WIDTH,
        height=foot + FOOT + 6,
        lines=(
            *(_upright(x(number), foot, top) for number in range(1, last + 1)),
            Line(points=_through((x(one.round), y(one.place)) for one in rounds), kind="mine"),
        ),
        dots=tuple(
            Dot(x=x(one.round), y=y(one.place), kind="" if one.scored in WON else "open")
            for one in rounds
        ),
        labels=tuple(labels),
    )


# The turn-in curve of a round: the slips that came in, minute by minute.


def turn_in_chart(found: TurnIn) -> Chart:
    """Return the curve of a round: a bar for each minute, and the sum as a line."""
    deep = 150
    end = max(found.minutes[-1][0] + 1, found.limit or 0, 1)
    foot, right = TOP + deep, WIDTH - LEFT

    def x(minute: int) -> int:
        return LEFT + (right - LEFT) * minute // end

    def y(slips: int) -> int:
        return foot - deep * slips // found.every

    points = [(x(0), foot)]
    for minute, _, together in found.so_far():
        points += [(x(minute), points[-1][1]), (x(minute), y(together))]
    points.append((x(found.minutes[-1][0] + 1), points[-1][1]))  # What comes later is not known.
    step = next(each for each in (5, 10, 15, 30, 60, 120, 1440) if end // each <= 10)
    labels = [
        Label(x=x(minute), y=foot + 22, text=str(minute), kind="soft")
        for minute in range(0, end + 1, step)
    ]
    labels += [
        Label(x=LEFT - 10, y=y(each) + 5, text=str(each), at="end", kind="soft")
        for each in sorted({0, found.every})
    ]
    ground = [Line(points=(f"{LEFT},{foot}", f"{right},{foot}"), kind="round")]
    if found.limit:
        ground.append(_upright(x(found.limit), foot, kind="cut"))
    return Chart(
        width=WIDTH,
        height=foot + FOOT,
        lines=(*ground, Line(points=_through(points), kind="mine")),
        bars=tuple(
            Bar(x=x(minute), y=y(slips), width=max(x(minute + 1) - x(minute) - 1, 1), height=high)
            for minute, slips in found.minutes
            if (high := foot - y(slips))
        ),
        labels=tuple(labels),
    )


# What the charts have in common.


def _known(places: Sequence[int | None]) -> Iterator[tuple[int, int]]:
    """Yield the rounds after which there was a place, with the place."""
    for number, place in enumerate(places, start=1):
        if place is not None:
            yield number, place


def _through(points: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    """Return points as they stand in a line, without repeating any."""
    return tuple(f"{x},{y}" for (x, y), _ in groupby(points))


def _upright(x: int, foot: int, top: int = TOP, kind: str = "round") -> Line:
    return Line(points=(f"{x},{top}", f"{x},{foot}"), kind=kind)


def _of_round(x: int, foot: int, number: int) -> Label:
    """Return the number of a round below its line."""
    return Label(x=x, y=foot + 24, text=str(number), kind="soft")
