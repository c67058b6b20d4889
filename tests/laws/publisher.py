"""An invented publisher: an event, its standings reckoned on paper, and every odd way to reckon.

Nothing here comes from the program. What a figure is stands in the texts: T2 and T3 of TOP
§3.1.4.1, A-3, A-4, A-6, A-9, A-20, A-53 and A-73.
"""

import json
from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

PLAYERS, ROUNDS, DAY_TWO, ON = 16, 4, 2, 6


class Part(NamedTuple):
    """A round of one player: `won`, `lost`, `tied`, `unplayed`, `bye`, `awarded` or `late`."""

    kind: str
    opponent: int | None = None
    games: tuple[int, int] = (0, 0)


Rounds = list[dict[int, Part]]


class Row(NamedTuple):
    """What is published about a player."""

    place: int
    points: int
    record: tuple[int, int, int]
    figures: dict[str, Fraction]


class Event(NamedTuple):
    """Rounds, who dropped after which, who played the second day, and the two of the final."""

    rounds: Rounds
    left: dict[int, int]
    second_day: tuple[int, ...]
    final: tuple[int, int]
    games: bool


def invent(seed: int, *, games: bool = False) -> Event:
    """Return an event of two days and a final, with byes, drops, lost and unplayed rounds."""
    chance = Random(seed)  # noqa: S311 - an invented event.
    playing = [*range(PLAYERS)]
    rounds: Rounds = []
    left: dict[int, int] = {}
    for number in range(1, ROUNDS + 1):
        told: dict[int, Part] = {}
        seats = chance.sample(playing, len(playing))
        if number == 1:
            told |= {seats.pop(): Part("awarded"), seats.pop(): Part("awarded")}
            told |= {seats.pop(): Part("late"), seats.pop(): Part("late")}
        if len(seats) % 2:
            told[seats.pop()] = Part("bye")
        told |= _played(seats, chance, unplayed=number in {2, 3}, games=games)
        rounds.append(told)
        if number in {2, 3}:
            gone = chance.choice(playing)
            playing.remove(gone)
            left[gone] = number
    on = tuple(sorted(playing, key=lambda who: -_points(rounds, who))[:ON])
    for _ in range(DAY_TWO):
        rounds.append(_played(chance.sample(on, ON), chance, unplayed=False, games=games))
    event = Event(rounds, left, on, (on[0], on[1]), games)
    first, second, *_ = in_order(event, publish(event))
    return event._replace(final=(first, second))


def _played(
    seats: Sequence[int], chance: Random, *, unplayed: bool, games: bool
) -> dict[int, Part]:
    told: dict[int, Part] = {}
    for at in range(0, len(seats), 2):
        one, other = seats[at : at + 2]
        if unplayed and at == 0:
            told |= {one: Part("unplayed", other), other: Part("unplayed", one)}
            continue
        if chance.random() < 0.15:
            told |= {one: Part("tied", other, (1, 1)), other: Part("tied", one, (1, 1))}
            continue
        lost = chance.randrange(2)
        told |= {one: Part("won", other, (2, lost)), other: Part("lost", one, (lost, 2))}
    if not games:
        return {who: part._replace(games=(0, 0)) for who, part in told.items()}
    return told


def _of(rounds: Rounds, who: int, after: int = 0, upto: int = 99) -> list[Part]:
    return [one[who] for one in rounds[after:upto] if who in one]


def _points(rounds: Rounds, who: int) -> int:
    worth = {"won": 3, "bye": 3, "awarded": 3, "tied": 1}
    return sum(worth.get(part.kind, 0) for part in _of(rounds, who))


# The figures, as the texts say them, but for the odd ways that a publisher follows.


class Reckoning:
    """The percentages of an event, `oddly`: the names of what this publisher does its own way."""

    def __init__(self, event: Event, oddly: Collection[str] = ()) -> None:
        self.event, self.oddly = event, oddly
        self.floor = Fraction(1, 3) if "floor" in oddly else Fraction(1, 4)
        self.rounds = event.rounds
        if "unplayed" in oddly:
            lost = [
                {
                    who: p._replace(kind="lost") if p.kind == "unplayed" else p
                    for who, p in r.items()
                }
                for r in self.rounds
            ]
            self.rounds = lost

    def span(self, who: int) -> tuple[int, int]:
        """The rounds that a player's own figures are about."""
        if who in self.event.second_day:
            return (0, 99) if "days" in self.oddly else (ROUNDS, 99)
        gone = self.event.left.get(who, ROUNDS)
        return (0, ROUNDS) if "dropped" in self.oddly else (0, gone)

    def rate(self, who: int, span: tuple[int, int]) -> Fraction:
        """Wins and half the ties, by the rounds played."""
        if "games" in self.oddly:
            games = [part.games for part in _of(self.rounds, who, *span)]
            of = sum(map(sum, games))
            return Fraction(sum(won for won, _ in games), of) if of else Fraction(0)
        parts = [part.kind for part in _of(self.rounds, who, *span)]
        counted = [kind for kind in parts if kind not in {"bye", "unplayed"}]
        if "bye" in self.oddly:
            counted = [kind for kind in counted if kind != "awarded"]
        won = sum(kind in {"won", "awarded"} for kind in counted)
        return (
            Fraction(2 * won + counted.count("tied"), 2 * len(counted)) if counted else Fraction(0)
        )

    def share(self, who: int, span: tuple[int, int]) -> Fraction:
        """What a player counts for an opponent: at least the floor, capped after an early drop."""
        rate = max(self.floor, self.rate(who, span))
        early = self.event.left.get(who, 999) <= span[1] and "games" not in self.oddly
        return min(rate, Fraction(3, 4)) if early else rate

    def met(self, who: int, span: tuple[int, int]) -> list[int]:
        parts = _of(self.rounds, who, *span)
        return [
            one.opponent for one in parts if one.opponent is not None and one.kind != "unplayed"
        ]

    def beside(self, who: int, span: tuple[int, int], awarded: Fraction) -> list[Fraction]:
        """What counts as an opponent without being one."""
        kinds = [part.kind for part in _of(self.rounds, who, *span)]
        byes = 0 if {"bye", "games"} & {*self.oddly} else kinds.count("awarded")
        return [awarded] * byes + [self.floor] * (kinds.count("late") * ("late" in self.oddly))

    def op_win(self, who: int, span: tuple[int, int]) -> Fraction:
        parts = [self.share(one, span) for one in self.met(who, span)]
        return mean(parts + self.beside(who, span, Fraction(1)))

    def op_op_win(self, who: int) -> Fraction:
        after, upto = self.span(who)
        if "games" in self.oddly:  # The mean of what stands there for the opponents.
            parts = [self.op_win(one, self.span(one)) for one in self.met(who, (after, upto))]
            return mean(parts + self.beside(who, (after, upto), Fraction(0)))
        parts = [
            self.op_win(one, (after, min(upto, self.span(one)[1])))
            for one in self.met(who, (after, upto))
        ]
        return mean(parts + self.beside(who, (after, upto), Fraction(1, 4)))

    def figures(self, who: int) -> dict[str, Fraction]:
        own = self.span(who)
        if "games" in self.oddly:
            return self.of_games(who, own)
        win = self.share(who, own)
        return {"win": win, "omw": self.op_win(who, own), "oomw": self.op_op_win(who)}

    def of_games(self, who: int, own: tuple[int, int]) -> dict[str, Fraction]:
        """The same of games; without a game there is nothing to publish."""
        met = self.met(who, own)
        games = {
            one for one in range(PLAYERS) if any(p.games != (0, 0) for p in _of(self.rounds, one))
        }
        found = {"win": self.rate(who, own)} if who in games else {}
        if games.intersection(met):
            found |= {"omw": self.op_win(who, own), "oomw": self.op_op_win(who)}
        return found


def mean(parts: Sequence[Fraction]) -> Fraction:
    return sum(parts, Fraction(0)) / len(parts) if parts else Fraction(0)


# The table, in order, and what a publisher does to it.

RECKONED = ("unplayed", "bye", "dropped", "floor", "late", "games", "days")
"""What a publisher may reckon its own way; each is named as `check` names it."""


def publish(event: Event, oddly: Collection[str] = ()) -> dict[int, Row]:
    """Return the table: the final, then the second day, then by points and percentages."""
    reckoning = Reckoning(event, oddly)
    rows = {}
    for who in range(PLAYERS):
        kinds = [part.kind for part in _of(event.rounds, who)]
        won = sum(kind in {"won", "bye", "awarded"} for kind in kinds)
        record = (won, sum(kind in {"lost", "late"} for kind in kinds), kinds.count("tied"))
        rows[who] = Row(0, _points(event.rounds, who), record, reckoning.figures(who))
    return _placed(event, rows, late_last="order" not in oddly)


def _placed(event: Event, rows: dict[int, Row], *, late_last: bool) -> dict[int, Row]:
    rest = in_order(event, rows, late_last=late_last)
    placed = [*event.final, *(one for one in rest if one not in event.final)]
    return {who: rows[who]._replace(place=placed.index(who) + 1) for who in rows}


def _unpublished(event: Event, rows: dict[int, Row]) -> dict[int, Row]:
    """Put the floor in the place of every figure of the two of the final."""
    none = dict.fromkeys(("win", "omw", "oomw"), Fraction(1, 4))
    return rows | {who: rows[who]._replace(figures=none) for who in event.final}


def _without_one(event: Event, rows: dict[int, Row]) -> dict[int, Row]:
    """Leave out somebody of the first day, so that all below stand one place higher."""
    gone = next(who for who, row in rows.items() if row.place == ON + 2)
    return {
        who: row._replace(place=row.place - (row.place > ON + 2))
        for who, row in rows.items()
        if who != gone
    }


def _records(event: Event, rows: dict[int, Row], kinds: set[str], *, lost: bool) -> dict[int, Row]:
    """Take byes out of the records, or count matches never played as lost."""
    found = {}
    for who, row in rows.items():
        number = sum(part.kind in kinds for part in _of(event.rounds, who))
        won, losses, tied = row.record
        record = (won, losses + number, tied) if lost else (won - number, losses, tied)
        found[who] = row._replace(record=record)
    return found


ALTERED: dict[str, tuple[str, Callable[[Event, dict[int, Row]], dict[int, Row]]]] = {
    "order": ("order", lambda _, rows: rows),
    "placeholders": ("unpublished", _unpublished),
    "a player left out": ("roster", _without_one),
    "records without byes": ("bye", lambda e, r: _records(e, r, {"bye", "awarded"}, lost=False)),
    "records with losses": ("unplayed", lambda e, r: _records(e, r, {"unplayed"}, lost=True)),
}
"""What a publisher may do to a finished table, and how `check` names it."""

ODD = {**{name: name for name in RECKONED}, **{name: cause for name, (cause, _) in ALTERED.items()}}
"""Every oddity, and the cause that it has to be given."""


def published(event: Event, oddly: Sequence[str]) -> dict[int, Row]:
    """Return the table of a publisher with these oddities."""
    rows = publish(event, oddly)
    for name in (each for each in ALTERED if each in oddly):
        rows = ALTERED[name][1](event, rows)
    return rows


def in_order(event: Event, rows: dict[int, Row], *, late_last: bool = True) -> list[int]:
    """Return the players from the best to the last."""

    def key(who: int) -> tuple[Any, ...]:
        late = late_last and any(part.kind == "late" for part in _of(event.rounds, who))
        row, day = rows[who], who not in event.second_day
        return (day, -row.points, late, -row.figures.get("omw", 0), -row.figures.get("oomw", 0))

    return sorted(range(PLAYERS), key=key)


def written(event: Event, rows: dict[int, Row], digits: int = 9) -> bytes:
    """Return the file: `results, match by match` (docs/tom.md)."""
    rounds: list[dict[str, Any]] = []
    for number, told in enumerate(event.rounds, start=1):
        matches = [_match(who, part, games=event.games) for who, part in told.items()]
        phase = "day-two" if number > ROUNDS else "swiss"
        rounds.append({"phase": phase, "matches": [one for one in matches if one]})
    one, other = event.final
    final = {"player1": f"{one}", "player2": f"{other}", "result": "W"}
    if event.games:
        final["games"] = {"player1": 2, "player2": 0}  # type: ignore[assignment]
    rounds.append({"phase": "cut", "matches": [final]})
    players = [{"player": f"{who}", "dropped_after_round": event.left.get(who)} for who in rows]
    table = [
        {
            "player": f"{who}",
            "rank": row.place,
            "points": row.points,
            "record": "-".join(map(str, row.record)),
            **{name: round(float(rate), digits) for name, rate in row.figures.items()},
        }
        for who, row in rows.items()
        if row.place
    ]
    file = {"players": players, "rounds": rounds, "published_standings": table}
    return json.dumps(file).encode()


def _match(who: int, part: Part, *, games: bool) -> dict[str, Any] | None:
    if part.opponent is None:
        return {"player1": f"{who}", "kind": {"awarded": "awarded-bye"}.get(part.kind, part.kind)}
    if part.opponent < who:
        return None
    told: dict[str, Any] = {"player1": f"{who}", "player2": f"{part.opponent}"}
    if part.kind == "unplayed":
        return told | {"kind": "unplayed"}
    if games:
        told["games"] = dict(zip(("player1", "player2"), part.games, strict=True))
    return told | {"result": {"won": "W", "lost": "L", "tied": "T"}[part.kind]}
