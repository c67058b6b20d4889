"""An invented event from a seed: its players, its results, and everything in order."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.events.event import Override
from roundbook.ledger.people.book import Book, BookEntry, Person, commitment, packed
from roundbook.ledger.proofs.checkpoints import ORIGIN
from roundbook.ledger.proofs.notes import vkey_of
from roundbook.ledger.record import draws
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.divisions import division_of, pods_for, pool_name
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import pool_of
from roundbook.ledger.state.rounds import latest_started, planned_rounds, rounds_started
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import (
    Division,
    HandId,
    MatchId,
    PlayerId,
    Pool,
    Result,
    Score,
    Style,
    Verdict,
    won,
)
from roundbook.projections.audits.closing import rounds_unplayed
from roundbook.projections.pairing import propose
from roundbook.projections.pairing.table_numbers import tables
from roundbook.projections.standings import lots

# Reproducible dice: one throw for every question, from a seed. A throw is a SHA-256 of the seed and
# the question, so no throw depends on how many came before: another question changes no other
# answer.

Thing = TypeVar("Thing")

TAG = "roundbook invented event v1"
"""The start of the input of every throw, so that none is a key or a lot of a real draw."""


class Dice(Struct, frozen=True):
    """The source of chance of an invented event."""

    seed: str

    def throw(self, *asked: object) -> bytes:
        """Return the 32 bytes that belong to a question."""
        return draws.digest([TAG, self.seed, *map(str, asked)])

    def below(self, sides: int, *asked: object) -> int:
        """Return a whole number from 0 to below `sides`."""
        return int.from_bytes(self.throw(*asked), "big") * sides >> 256

    def hits(self, share: Fraction, *asked: object) -> bool:
        """Tell whether something happens that happens in this share of all cases."""
        return self.below(share.denominator, *asked) < share.numerator

    def shuffled(self, items: Iterable[Thing], *asked: object) -> list[Thing]:
        """Return things in random order; each needs a text of its own."""
        return sorted(items, key=lambda item: self.throw(*asked, item))


# The players of an invented event: how many, in which divisions, and when they arrive.


class Plan(Struct, frozen=True, kw_only=True):
    """The settings of an invented event. The shares are from 0 to 1.

    `divisions` gives the number of players in each. `ties` is a share of the matches, `drops` of
    the active players after each round but the last, `late` and `awarded` of all players,
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
        """How many players there are, on time or late."""
        return sum(self.divisions.values())

    @property
    def dice(self) -> Dice:
        """The dice of this event."""
        return Dice(self.seed)

    @property
    def day(self) -> date:
        """The day of the event."""
        return date(2026, 1, 1) + timedelta(days=self.dice.below(365, "day"))


class Comer(Struct, frozen=True, kw_only=True):
    """A player of an invented event, who arrives after the start of round `after`; 0 is on time."""

    player: PlayerId
    division: Division
    commitment: str
    after: int


def cast(plan: Plan, rules: Ruleset, season: str | None = None) -> tuple[list[Comer], Book]:
    """Return the players, in order of arrival, and the names file with their invented names.

    With a season, they are some of its people, who come again to its other events.

    Late players arrive while a round is being played that is not the last one (A-59), so there are
    none if there is only one round; at least two players are on time.
    """
    dice = plan.dice
    places = [d for d, number in plan.divisions.items() for _ in range(number)]
    order = dice.shuffled(range(len(places)), "division")
    late = min(int(plan.players * plan.late), max(plan.players - 2, 0)) if plan.rounds > 1 else 0
    rounds = [1 + dice.below(plan.rounds - 1, "late", n) for n in range(late)]
    arrivals = [0] * (plan.players - late) + sorted(rounds)
    comers: list[Comer] = []
    players: dict[PlayerId, BookEntry] = {}
    years = _years(plan, rules)
    regulars = _regulars(plan, rules, season) if season is not None else {}
    for number, (place, after) in enumerate(zip(order, arrivals, strict=True), start=1):
        player, division = PlayerId(f"p{number}"), places[place]
        if regulars:
            person = regulars[division].pop()
        else:
            born = years[division][dice.below(len(years[division]), "year", number)]
            person = Person(name=f"Player {number:04}", birth_year=born)
        known = BookEntry(person=person, salt=packed(dice.throw("salt", number)))
        players[player] = known
        bound = commitment(person, known.salt)
        comers.append(Comer(player=player, division=division, commitment=bound, after=after))
    return comers, Book(players=players)


PEOPLE_FOR_ONE = 3
"""A season has so many people for each player of an event: every third one comes."""


def _regulars(plan: Plan, rules: Ruleset, season: str) -> dict[Division, list[Person]]:
    """Return the people of a season who come to this event, by division, in random order.

    A person is the same at every event, whatever its size: the Player ID, the name, and a year of
    birth with which nobody changes division during the year.
    """
    first, last = plan.day.replace(month=1, day=1), plan.day.replace(month=12, day=31)
    found: dict[Division, list[Person]] = {}
    for division, players in plan.divisions.items():
        years = [
            plan.day.year - age
            for age in range(6, 61)
            if {division_of(plan.day.year - age, day, rules) for day in (first, last)} == {division}
        ]
        people = plan.dice.shuffled(range(1, PEOPLE_FOR_ONE * players + 1), "people", division)
        found[division] = [
            Person(
                name=f"Player {division.value[0]}{number:04}",
                id=f"{1 + [*Division].index(division)}{number:06}",
                birth_year=years[Dice(season).below(len(years), "year", division, number)],
            )
            for number in people[:players]
        ]
    return found


def _years(plan: Plan, rules: Ruleset) -> dict[Division, list[int]]:
    """Return the years of birth of each division, for people from 6 to 60 years old."""
    years: dict[Division, list[int]] = {}
    for age in range(6, 61):
        born = plan.day.year - age
        years.setdefault(division_of(born, plan.day, rules), []).append(born)
    return years


# The results on the slips of an invented event.

_GAMES = {
    Verdict.FIRST: (Score(2, 0), Score(2, 1), Score(1, 0)),
    Verdict.SECOND: (Score(0, 2), Score(1, 2), Score(0, 1)),
    Verdict.TIE: (Score(1, 1), Score(1, 1, 1), Score(0, 0)),
}
"""The ways a best of three can end, whether time was called or not (TRF §8, §9)."""


def first_result(dice: Dice, match: MatchId, ties: Fraction) -> Result:
    """Return the result that is reported; `ties` is the share of matches that are tied."""
    if dice.hits(ties, "tie", match):
        return _result(dice, match, Verdict.TIE)
    winner = (Verdict.FIRST, Verdict.SECOND)[dice.below(2, "winner", match)]
    return _result(dice, match, winner)


def another_result(dice: Dice, match: MatchId, before: Result, ties: Fraction) -> Result:
    """Return the true result of a misread slip: another winner, or a tie if there are ties."""
    possible = [v for v in _GAMES if v != before.verdict and (ties or v != Verdict.TIE)]
    return _result(dice, match, possible[dice.below(len(possible), "really", match)])


def _result(dice: Dice, match: MatchId, verdict: Verdict) -> Result:
    games = _GAMES[verdict]
    return won(games[dice.below(len(games), "games", verdict, match)])


# The state of an invented event, and its players.

Act = tuple[AnyEvent, ...]
"""The events written as one entry."""


class Stage(Struct, frozen=True, kw_only=True):
    """The state of an invented event, with a tournament to which every event is applied."""

    t: Tournament
    rules: Ruleset
    plan: Plan
    comers: Sequence[Comer]
    hand: HandId


def pods(on: Stage) -> AnyEvent:
    """Return which divisions play together, by the players who are on time (TOP §3.1.1)."""
    counts = Counter(player.division for player in on.t.players.values())
    return ev.PodsFormed(pods={pool_name(pod): pod for pod in pods_for(counts, on.rules)})


def latecomers(on: Stage, number: int) -> Iterator[Act]:
    """Yield players who arrive during a round, with a loss for each round that has started."""
    for comer in on.comers:
        if comer.after != number:
            continue
        own = next((pool for pool, ages in on.t.pods.items() if comer.division in ages), None)
        pool = own or next(iter(on.t.pods))
        yield (
            ev.LatePlayerAdmitted(
                player=comer.player,
                division=comer.division,
                commitment=comer.commitment,
                losses=rounds_started(on.t, pool),
                pool=None if own else pool,
                informed_by=on.hand,
            ),
        )


# The draws of an invented event, from a chain of its own: rounds and random orders.


def opening(on: Stage) -> AnyEvent:
    """Return the opening, with the published end of the chain of secrets."""
    seed, length = _chain(on)
    tournament = f"invented-{on.plan.dice.throw('tournament', on.plan).hex()[:16]}"
    return ev.TournamentOpened(
        tournament=tournament,
        public_key=str(vkey_of(f"{ORIGIN}{tournament}", signing_seed(on.plan))),
        name="An invented event",
        edition=on.rules.edition,
        edition_sha256=released.digest(on.rules.edition),
        style=Style.SWISS,
        start=on.plan.day,
        commitment=draws.commitment(seed, length),
    )


def signing_seed(plan: Plan) -> bytes:
    """Return the signing key of an invented event: anyone who knows its settings has the key."""
    return plan.dice.throw("key")


def _chain(on: Stage) -> tuple[bytes, int]:
    """Return the chain of secrets: long enough for the rounds and three random orders."""
    return on.plan.dice.throw("secret"), 3 * on.plan.rounds + 3


def _next_secret(on: Stage, latest: str | None) -> str:
    seed, length = _chain(on)
    return draws.next_secret(seed, length, latest or "")


def paired_by_lot(on: Stage, pool: Pool) -> AnyEvent | None:
    """Return the next round of a pool as drawn with its secret; None if no round is legal."""
    secret = _next_secret(on, on.t.commitment)
    try:
        found = propose(on.t, on.rules, pool=pool, secret=secret)
    except Refused:
        return None
    return ev.RoundPaired(
        pool=pool,
        round=found.round,
        pairings=found.pairings,
        tables=tables(on.t, pool, len(found.pairings)),
        byes=found.byes,
        drawn=found.drawn,
    )


ENDED = Override(
    rule="rounds-unplayed", reason="no round without a rematch was left", official="organiser"
)
"""The reason why an invented event may end before its last announced round."""


def close(on: Stage) -> Act:
    """Return the close, with random orders of players who are tied on everything (A-23).

    If there was no legal round left, the organiser overrides the missing rounds (A-11).
    """
    then, drawn = on.t.copy(), list[AnyEvent]()
    for division, groups in lots.level(on.t, on.rules).items():
        secret = _next_secret(on, then.commitment)
        drawn.append(lots.draw(then, division=division, groups=groups, secret=secret))
        then.apply(drawn[-1], on.t.seq)
    closed = ev.TournamentClosed()
    early = any(rounds_unplayed(then, closed))
    return (*drawn, replace(closed, override=ENDED if early else None))


# All events, entry by entry, from the opening to the close.


def happenings(on: Stage) -> Iterator[Act]:
    """Yield the events of each entry, one after the other.

    Each must have been applied to the tournament before the next one is requested. A pool without a
    legal next round ends there, as an organiser may decide (A-11).
    """
    plan = on.plan
    yield (opening(on),)
    for comer in on.comers:
        if not comer.after:
            player, division, bound = comer.player, comer.division, comer.commitment
            yield (ev.PlayerRegistered(player=player, division=division, commitment=bound),)
    time, prizes = on.rules.times.best_of_three, min(8, plan.players)
    yield (ev.AnnouncementMade(rounds=plan.rounds, prizes=prizes, minutes=time),)
    yield (pods(on),)
    open_pools = list(on.t.pods)
    doubted: list[MatchId] = []
    for number in range(1, plan.rounds + 1):
        yield from _awards(on, number)
        for pool in list(open_pools):
            paired = paired_by_lot(on, pool)
            if paired is None:
                open_pools.remove(pool)
            else:
                yield (paired,)
        for pool in open_pools:
            yield (ev.RoundStarted(pool=pool, round=number),)
        yield from ((_corrected(on, match),) for match in doubted)
        doubted.clear()
        yield from latecomers(on, number)
        played = [match for match in on.t.matches if match.round == number]
        yield from _results(on, number, played)
        for match in plan.dice.shuffled(played, "doubted"):
            if plan.dice.hits(plan.corrections, "wrong", match):
                if plan.dice.below(2, "seen late", match) and number < plan.rounds:
                    doubted.append(match)
                else:
                    yield (_corrected(on, match),)
    yield from ((_corrected(on, match),) for match in doubted)
    yield close(on)


def _awards(on: Stage, number: int) -> Iterator[Act]:
    """Yield the byes awarded in a round, to players who have had none (A-56)."""
    plan = on.plan
    had = {bye.player for paired in on.t.rounds.values() for bye in paired.byes}
    for player in list(on.t.players.values()):
        wins = plan.dice.hits(plan.awarded, "awarded", player.id)
        when = 1 + plan.dice.below(plan.rounds, "awarded in", player.id)
        if wins and when == number and not player.out and player.id not in had:
            yield (ev.ByeAwarded(player=player.id, round=number, reason="won it before"),)


def _results(on: Stage, number: int, played: Sequence[MatchId]) -> Iterator[Act]:
    """Yield the results as they come in, with drops after their matches; then the other drops."""
    plan, dice = on.plan, on.plan.dice
    staying = (player for player in on.t.players.values() if not player.out)
    leaving = [
        player.id
        for player in staying
        if (pool := pool_of(on.t, player)) and number < (planned_rounds(on.t, pool) or 0)
        if dice.hits(plan.drops, "drop", number, player.id)  # Only before the last round.
    ]
    for match in dice.shuffled(played, "slip"):
        gone = [player for player in on.t.matches[match] if player in leaving]
        result = first_result(dice, match, plan.ties)
        yield (ev.ResultReported(match=match, result=result), *(_drop(on, p) for p in gone))
    for player in leaving:
        if not on.t.players[player].out:
            yield (_drop(on, player),)


def _drop(on: Stage, player: PlayerId) -> AnyEvent:
    return ev.PlayerDropped(player=player, after=latest_started(on.t, player))


def _corrected(on: Stage, match: MatchId) -> AnyEvent:
    result = another_result(on.plan.dice, match, on.t.results[match], on.plan.ties)
    return ev.ResultCorrected(match=match, result=result, reason="the slip had been misread")
