"""Simulated events on plain states: drawn by the engine, played by dice, without a tournament."""

from collections.abc import Iterator
from random import Random

from roundbook.projections.pairing.engine import draw
from roundbook.projections.pairing.impossible import NoLegalRound
from roundbook.projections.pairing.state import DrawnRound, Field, FieldPlayer
from tests.projections.pairing import oracle

DIVISIONS = ("Junior", "Senior", "Masters")


class Player:
    """Somebody who plays, while the event goes on."""

    def __init__(self, number: int, division: str) -> None:
        self.id, self.division = f"p{number}", division
        self.points, self.had_bye = 0, False
        self.opponents: set[str] = set()


class Event:
    """An event of plain states. `ties`, `drops` and `late` are chances, per match or player."""

    def __init__(
        self,
        dice: Random,
        players: int,
        *,
        mixed: bool = False,
        ties: float = 0.1,
        drops: float = 0.0,
        late: float = 0.0,
        planned: int | None = None,
        weights: tuple[int, int, int] = (1, 1, 1),
    ) -> None:
        self.dice, self.mixed, self.planned, self.weights = dice, mixed, planned, weights
        self.ties, self.drops, self.late = ties, drops, late
        self.number, self.count = 1, 0
        self.players: list[Player] = []
        for _ in range(players):
            self.join()

    def join(self) -> None:
        self.count += 1
        division = self.dice.choices(DIVISIONS, self.weights)[0] if self.mixed else "Masters"
        self.players.append(Player(self.count, division))

    def field(self) -> Field:
        return Field(
            players=tuple(
                FieldPlayer(
                    id=player.id,
                    points=player.points,
                    division=player.division,
                    opponents=frozenset(player.opponents),
                    had_bye=player.had_bye,
                )
                for player in self.players
            ),
            key=self.dice.randbytes(32).hex(),
            round=self.number,
            rounds_planned=self.planned,
            age_modified=self.mixed,
        )

    def play(self, drawn: DrawnRound) -> None:
        """Some ties, some drops, some late players."""
        by_id = {player.id: player for player in self.players}
        for a, b in drawn.pairs:
            by_id[a].opponents.add(b)
            by_id[b].opponents.add(a)
            if self.dice.random() < self.ties:
                by_id[a].points += 1
                by_id[b].points += 1
            else:
                by_id[self.dice.choice((a, b))].points += 3
        if drawn.bye is not None:
            by_id[drawn.bye].points += 3
            by_id[drawn.bye].had_bye = True
        self.players = [p for p in self.players if self.dice.random() >= self.drops]
        if self.dice.random() < self.late:
            self.join()
        self.number += 1

    def rounds(self, most: int) -> Iterator[tuple[Field, DrawnRound | None]]:
        """Yield each round with its state, and none for the first that cannot be paired."""
        for _ in range(most):
            if not self.players:
                return
            field = self.field()
            try:
                drawn = draw(field)
            except NoLegalRound:
                yield field, None
                return
            yield field, drawn
            self.play(drawn)


def position(field: Field) -> oracle.Position:
    """A state as the oracle sees it."""
    players = sorted(field.players, key=lambda p: (-p.points, int(p.id[1:])))
    return oracle.Position(
        [p.id for p in players],
        {p.id: p.points for p in players},
        {p.id: (p.division or "") if field.age_modified else "" for p in players},
        {frozenset((p.id, other)) for p in players for other in p.opponents},
        {p.id for p in players if p.had_bye},
    )


def one_try(field: Field, drawn: DrawnRound) -> oracle.Try:
    """A round as the oracle writes it."""
    rank = {player: place for place, player in enumerate(position(field).players)}
    pairs = [sorted(pair, key=rank.__getitem__) for pair in drawn.pairs]
    return oracle.Try(
        tuple(sorted(((a, b) for a, b in pairs), key=lambda p: rank[p[0]])), drawn.bye
    )


def any_state(dice: Random, players: int, rounds: int, *, mixed: bool) -> Field:
    """Any state at all: whoever has met whom, and on whatever points."""
    event = Event(dice, players, mixed=mixed, planned=dice.choice([None, None, rounds, rounds + 3]))
    event.number = dice.randint(1, rounds)
    chance = dice.random()
    for player in event.players:
        player.points = dice.choice([0, 0, 1, 3, 3, 4, 6])
        player.had_bye = dice.random() < 0.3
        for other in event.players:
            if other is not player and dice.random() < chance / 2:
                player.opponents.add(other.id)
    return event.field()
