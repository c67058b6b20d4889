"""The reason for each table of a round, in sentences that a judge can read out."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from enum import StrEnum
from itertools import combinations

from msgspec import Struct

from roundbook.ledger.text import joined
from roundbook.projections.pairing.state import DrawnRound, Field
from roundbook.projections.pairing.verifying import RoundSheet

SHOWN = 6
"""How many rematches or players a sentence names; the rest are counted."""


class Why(StrEnum):
    """The reason for a pair or a bye.

    `bracket`: both are in the same one. `odd`: the number of players above is odd, so one of them
    is paired down. `rematches`: their brackets cannot be paired within themselves. `division`: a
    division has an odd number, or its players have met. `bye`: the field has an odd number.
    `ahead`: without it, the next round could not be paired.
    """

    BRACKET = "bracket"
    ODD = "odd"
    REMATCHES = "rematches"
    DIVISION = "division"
    BYE = "bye"
    AHEAD = "ahead"


class Reason(Struct, frozen=True, kw_only=True):
    """Why two players meet, or why one has the bye.

    `met` are the past pairings that stood in the way.
    """

    players: tuple[str, ...]
    why: Why
    met: tuple[tuple[str, str], ...] = ()
    sentence: str


def reasons(field: Field, drawn: DrawnRound) -> tuple[Reason, ...]:
    """Return the reason for each pair in table order, and for the bye last (TOP §3.1).

    If a pair leaves its bracket although the number of players above is even, or in addition to
    another pair, the cause is a rematch: in its own brackets, or further along the chain that ends
    with it.
    """
    told = _Told(field, drawn)
    found = [told.pair(*pair) for pair in drawn.pairs]
    return (*found, *([] if drawn.bye is None else [told.bye(drawn.bye)]))


class _Told:
    """A round and its state, with the counts that the reasons need."""

    def __init__(self, field: Field, drawn: DrawnRound) -> None:
        self.sheet, self.drawn = RoundSheet(field), drawn
        self.points = {player.id: player.points for player in field.players}
        division = self.sheet.division
        self.cell = {name: (self.points[name], division[name]) for name in self.points}
        self.inside = [pair for pair in drawn.pairs if division[pair[0]] == division[pair[1]]]

    def pair(self, one: str, other: str) -> Reason:
        """Return why two players meet."""
        high, low = sorted((one, other), key=lambda name: -self.points[name])
        if self.sheet.division[one] != self.sheet.division[other]:
            return self._across(high, low)
        if self.points[high] == self.points[low]:
            both = f"{one} and {other} are both on {worth(self.points[one])}"
            return Reason(players=(one, other), why=Why.BRACKET, sentence=f"{both}.")
        return self._down(high, low)

    def _down(self, high: str, low: str) -> Reason:
        """Return why a player is paired down within a division."""
        points, division = self.points[high], self.sheet.division[high]
        own = [pair for pair in self.inside if self.sheet.division[pair[0]] == division]
        above = sum(self.points[name] >= points for pair in own for name in pair)
        leaving = sum(
            max(self.points[n] for n in pair) >= points > min(self.points[n] for n in pair)
            for pair in own
        )
        meets = f"{high}, on {worth(points)}, meets {low}, on {worth(self.points[low])}"
        if above % 2 and leaving == 1:
            kind = f"{division} players" if self.sheet.mixed else "players"
            why = f"an odd number of {kind} ({above}) have {worth(points)} or more"
            if above == 1:
                why = f"only one of the {kind} has {worth(points)} or more"
            why = f"{self._without({division}, points)}{why}"
            return Reason(players=(high, low), why=Why.ODD, sentence=f"{meets}: {why}.")
        return self._forced((high, low), meets)

    def _across(self, high: str, low: str) -> Reason:
        """Return why two players of different divisions meet."""
        division = self.sheet.division
        meets = f"{high} ({division[high]}) meets {low} ({division[low]})"
        present = [division[name] for pair in self.drawn.pairs for name in pair]
        odd = sorted({division[name] for name in (high, low) if present.count(division[name]) % 2})
        if odd:
            numbers, are = ("numbers", "are both") if len(odd) > 1 else ("number", "is")
            why = f"the {numbers} of {' and '.join(odd)} players {are} odd"
            why = f"{self._without({*odd})}{why}"
            return Reason(players=(high, low), why=Why.DIVISION, sentence=f"{meets}: {why}.")
        met = self._met({high: division[high], low: division[low]}, division)
        why = f"their divisions cannot be paired within themselves{_listed(met)}"
        return Reason(players=(high, low), why=Why.DIVISION, met=met, sentence=f"{meets}: {why}.")

    def _without(self, divisions: Collection[str], points: int = 0) -> str:
        """Return that the player with the bye is not counted, if they are in these divisions."""
        lucky = self.drawn.bye
        if lucky is None or self.points[lucky] < points:
            return ""
        if self.sheet.division[lucky] not in divisions:
            return ""
        return f"without {lucky}, who has the bye, "

    def _forced(self, pair: tuple[str, str], meets: str) -> Reason:
        """Return the past pairings that forced a player out of a bracket."""
        met = self._met({name: self.cell[name] for name in pair}, self.cell)
        if met:
            sentence = f"{meets}: their brackets cannot be paired without a rematch{_listed(met)}."
            return Reason(players=pair, why=Why.REMATCHES, met=met, sentence=sentence)
        if self.drawn.certificate.following is not None:
            sentence = f"{meets}: any other pairing would leave no legal next round."
            return Reason(players=pair, why=Why.AHEAD, sentence=sentence)
        sentence = f"{meets}: without this pairing, another bracket could not avoid a rematch."
        return Reason(players=pair, why=Why.REMATCHES, sentence=sentence)

    def bye(self, lucky: str) -> Reason:
        """Return why this player has the bye: at random, in the lowest possible bracket."""
        number = len(self.points)
        sentence = f"{lucky} has the bye: the number of players ({number}) is odd"
        lower = [name for name in self.points if self.points[name] < self.points[lucky]]
        if not lower:
            sentence += f", and it goes to the lowest bracket, {worth(self.points[lucky])}"
            sentence += self._drawn_among(lucky)
        elif all(self.sheet.players[name].had_bye for name in lower):
            below = worth(self.points[lucky])
            sentence += f", and everybody below {below} has had a bye or been promised one"
        else:
            sentence += ", and a bye in a lower bracket would leave no legal pairing of this round"
            if self.drawn.certificate.following is not None:
                sentence += ", or of the next one"
        return Reason(players=(lucky,), why=Why.BYE, sentence=f"{sentence}.")

    def _drawn_among(self, lucky: str) -> str:
        """Return which players of the bracket the bye was drawn among, and which were spared."""
        level = [name for name in self.points if self.points[name] == self.points[lucky]]
        spared = [name for name in level if self.sheet.players[name].had_bye]
        among = [name for name in level if name not in spared]
        drawn = f", at random among {_some(among)}" if len(among) > 1 else ""
        have = "has" if len(spared) == 1 else "have"
        return (
            f"{drawn}; {_some(spared)} {have} had one already, or been promised one"
            if spared
            else drawn
        )

    def _met(
        self, groups: Mapping[str, Hashable], of: Mapping[str, Hashable]
    ) -> tuple[tuple[str, str], ...]:
        """Return past pairings of two players with their groups, or else within the groups."""
        found = [
            (name, other)
            for name, group in groups.items()
            for other in self.points
            if other != name and of[other] == group and not self.sheet.may_meet(name, other)
        ]
        if found:
            return tuple(found)
        names = [name for name in self.points if of[name] in set(groups.values())]
        return tuple(
            (one, other)
            for one, other in combinations(names, 2)
            if of[one] == of[other] and not self.sheet.may_meet(one, other)
        )


def worth(points: int) -> str:
    """Return `1 point` or `3 points`."""
    return f"{points} point{'' if points == 1 else 's'}"


def _some(players: Sequence[str]) -> str:
    """Return a list of players, or their number if there are many."""
    if len(players) > SHOWN:
        return f"{len(players)} players"
    return joined(players)


def _listed(met: Sequence[tuple[str, str]]) -> str:
    """Return a list of past pairings, only the first of them if there are many."""
    if not met:
        return ""
    rest = f" and {len(met) - SHOWN} more" if len(met) > SHOWN else ""
    return f" ({', '.join(f'{a}-{b}' for a, b in met[:SHOWN])}{rest} have met)"
