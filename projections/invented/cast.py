"""Who plays in an invented event: how many, of which division, and who comes when."""

from datetime import date, timedelta
from fractions import Fraction

from msgspec import Struct

from ledger.people.book import Book, Known, Person, commitment, packed
from ledger.rulesets.divisions import division_of
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import Division, PlayerId
from projections.invented.dice import Dice


class Plan(Struct, frozen=True, kw_only=True):
    """What an invented event is to be like. The shares are from 0 to 1.

    `divisions` say how many of the players belong to each. `ties` is a share of the matches,
    `drops` of those who are in after each round but the last, `late` and `awarded` of all players,
    `corrections` of the results.
    """

    seed: str
    rounds: int
    divisions: dict[Division, int]
    ties: Fraction = Fraction(0)
    drops: Fraction = Fraction(0)
    late: Fraction = Fraction(0)
    awarded: Fraction = Fraction(0)
    corrections: Fraction = Fraction(0)

    @property
    def players(self) -> int:
        """How many people come, on time or late."""
        return sum(self.divisions.values())

    @property
    def dice(self) -> Dice:
        """The dice of this event."""
        return Dice(self.seed)

    @property
    def day(self) -> date:
        """The day on which it takes place."""
        return date(2026, 1, 1) + timedelta(days=self.dice.below(365, "day"))


class Comer(Struct, frozen=True, kw_only=True):
    """Somebody who comes to an invented event, and after the start of which round; 0 is on time."""

    player: PlayerId
    division: Division
    commitment: str
    after: int


def cast(plan: Plan, rules: Ruleset) -> tuple[list[Comer], Book]:
    """Return who comes, in order, and the book of their invented names.

    Whoever is late comes while a round is being played that is not the last one; at least two are
    on time.
    """
    dice = plan.dice
    places = [d for d, number in plan.divisions.items() for _ in range(number)]
    order = dice.shuffled(range(len(places)), "division")
    late = min(int(plan.players * plan.late), max(plan.players - 2, 0))
    rounds = [1 + dice.below(max(plan.rounds - 1, 1), "late", n) for n in range(late)]
    arrivals = [0] * (plan.players - late) + sorted(rounds)
    comers: list[Comer] = []
    players: dict[PlayerId, Known] = {}
    years = _years(plan, rules)
    for number, (place, after) in enumerate(zip(order, arrivals, strict=True), start=1):
        player, division = PlayerId(f"p{number}"), places[place]
        fitting = years[division]
        person = Person(
            name=f"Player {number:04}",
            birth_year=fitting[dice.below(len(fitting), "year", number)],
        )
        salt = packed(dice.throw("salt", number))
        players[player] = Known(person=person, salt=salt)
        comers.append(
            Comer(
                player=player,
                division=division,
                commitment=commitment(person, salt),
                after=after,
            )
        )
    return comers, Book(players=players)


def _years(plan: Plan, rules: Ruleset) -> dict[Division, list[int]]:
    """Return the years of birth of each division, as people come who are from 6 to 60 years old."""
    years: dict[Division, list[int]] = {}
    for age in range(6, 61):
        born = plan.day.year - age
        years.setdefault(division_of(born, plan.day, rules), []).append(born)
    return years
