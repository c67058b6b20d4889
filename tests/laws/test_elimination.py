"""Whole single eliminations through a real desk: leavers, corrections and repairs among them."""

from random import Random

import pytest
from hypothesis import given

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import Override
from roundbook.ledger.people.book import Book
from roundbook.ledger.record import draws as lots
from roundbook.ledger.rulesets.divisions import BRACKET
from roundbook.ledger.terms import Division, MatchFormat, MatchId, PlayerId, Result, Style, Verdict
from roundbook.ledger.validators.checks import Checks
from roundbook.ledger.validators.elimination import winner
from roundbook.projections.bracket.bracket import next_round
from roundbook.projections.cut.seed_draw import draw_seeds
from roundbook.projections.rounds.next_bracket_round import along_the_bracket, mended
from roundbook.projections.rules_in_force import rules_in_force
from roundbook.projections.standings.standings import overall
from tests.projections import elimination
from tests.scripts import DRAWS, SEED, commitment, new_desk, opening
from tests.strategies import dice

pytestmark = pytest.mark.fast

IN_FORCE = rules_in_force(Book())
ENDS = (Verdict.FIRST, Verdict.SECOND, Verdict.FIRST, Verdict.SECOND, Verdict.DOUBLE_LOSS)

NO_WINNER = Override(rule="bracket-without-winner", reason="Both.", official="organiser")


class Event:
    """A single elimination while it is run, and a book of its own of who lost what."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.desk = new_desk(checks=IN_FORCE)
        self.out: dict[PlayerId, int] = {}
        """The round after whose start each leaver left; nothing else is known of them."""
        self.reported: dict[MatchId, Verdict] = {}
        self.settled: dict[tuple[int, frozenset[int]], int] = {}
        self.seeds: list[PlayerId] = []

    def post(self, *events: ev.AnyEvent) -> None:
        self.desk.post(*events)

    def perhaps(self, one_in: int) -> bool:
        return self.chance.randrange(one_in) == 0

    def run(self) -> None:
        self.begin()
        number = 0
        while next_round(self.desk.tournament, BRACKET):
            number += 1
            self.post(along_the_bracket(self.desk.tournament, self.desk.rules, BRACKET, None))
            if not self.still_played(number):
                number -= 1
                break
            self.post(ev.RoundStarted(pool=BRACKET, round=number))
            self.settle(number - 1)
            self.play(number)
        self.settle(number)

    def begin(self) -> None:
        kind = self.chance.choice(list(MatchFormat))
        self.post(opening(style=Style.SINGLE_ELIMINATION, match_format=kind))
        for _ in range(self.chance.randint(2, 12)):
            self.join()
        self.seed(None)
        self.post(ev.AnnouncementMade(rounds=4, prizes=0, minutes=45))
        if self.perhaps(3):
            self.post(along_the_bracket(self.desk.tournament, self.desk.rules, BRACKET, None))
            self.join()
            self.post(ev.RoundWithdrawn(pool=BRACKET, round=1, reason="Somebody came."))
            self.seed("Somebody came.")

    def join(self) -> None:
        player = PlayerId(f"p{len(self.desk.tournament.players) + 1}")
        age = self.chance.choice(list(Division))
        self.post(ev.PlayerRegistered(player=player, division=age, commitment=commitment(player)))

    def seed(self, reason: str | None) -> None:
        secret = lots.secret(SEED, DRAWS, self.desk.tournament.draws + 1)
        event = draw_seeds(self.desk.tournament, secret=secret, reason=reason)
        self.post(event)
        self.seeds = list(event.seeds)

    def still_played(self, number: int) -> bool:
        """While a round waits a result is corrected or somebody leaves, and it is repaired.

        Tell whether there is still a round to be played.
        """
        if number > 1 and self.perhaps(3):
            self.correct(number - 1)
        if number > 1 and self.perhaps(3):
            self.leave(number - 1)
        if number == 1:
            return True
        t = self.desk.tournament
        waiting = t.rounds[BRACKET, number]
        copy = t.copy()
        copy.apply(ev.RoundWithdrawn(pool=BRACKET, round=number, reason="?"), 1)
        if next_round(copy, BRACKET) is None:
            self.post(ev.RoundWithdrawn(pool=BRACKET, round=number, reason="Nobody is left."))
            return False
        before = {frozenset(pair): match.table for match, pair in waiting.matches()}
        if repaired := mended(t, self.desk.rules, BRACKET, None):
            self.post(repaired)
            for table, pair in zip(repaired.tables, repaired.pairings, strict=True):
                assert before.get(frozenset(pair), table) == table
        return True

    def play(self, number: int) -> None:
        matches = [match for match, _ in self.desk.tournament.rounds[BRACKET, number].matches()]
        self.chance.shuffle(matches)
        for match in matches:
            verdict = self.chance.choice(ENDS)
            result = Result(verdict=verdict)
            self.post(ev.ResultReported(match=match, result=result, override=NO_WINNER))
            self.reported[match] = verdict
            if self.perhaps(8):
                self.leave(number)
        if self.perhaps(4):
            self.correct(number)

    def correct(self, number: int) -> None:
        matches = [match for match in self.reported if match.round == number]
        if matches:
            match = self.chance.choice(matches)
            verdict = self.chance.choice([v for v in ENDS if v != self.reported[match]])
            result = Result(verdict=verdict)
            because = "Upside down."
            self.post(
                ev.ResultCorrected(match=match, result=result, reason=because, override=NO_WINNER)
            )
            self.reported[match] = verdict

    def leave(self, number: int) -> None:
        t = self.desk.tournament
        inside = [p.id for p in t.players.values() if not p.out and p.id != winner(t, BRACKET)]
        if inside:
            player = self.chance.choice(inside)
            if self.perhaps(2):
                self.post(ev.PlayerDropped(player=player, after=number))
            else:
                self.post(ev.PlayerDisqualified(player=player, after=number, reason="A card."))
            self.out[player] = number
            if self.perhaps(3):
                self.post(ev.PlayerReinstated(player=player, reason="It was somebody else."))
                del self.out[player]

    def settle(self, number: int) -> None:
        """When the next round starts, what stands now is what counts."""
        paired = self.desk.tournament.rounds.get((BRACKET, number))
        for match, pair in paired.matches() if paired else ():
            lost = {
                Verdict.FIRST: {pair.second},
                Verdict.SECOND: {pair.first},
                Verdict.DOUBLE_LOSS: set(pair),
            }[self.reported[match]]
            left = {player for player in pair if self.out.get(player) == number}
            if left and len(lost) == 1:
                lost = left
            still = sum(self.number(player) for player in pair if player not in lost)
            self.settled[number, frozenset(map(self.number, pair))] = still

    def number(self, player: PlayerId) -> int:
        return self.seeds.index(player) + 1


@pytest.mark.rule("TOP-3.2a", "TOP-3.2d", "TOP-3.2.3", "A-50")
@given(dice())
def test_a_single_elimination_is_what_its_definition_says_whatever_happens(chance: Random) -> None:
    event = Event(chance)
    event.run()
    t = event.desk.tournament
    left = {event.number(player): number for player, number in event.out.items()}
    expected = elimination.play(
        len(event.seeds),
        lambda number, one, other: event.settled[number, frozenset((one, other))],
        lambda number, seed: left.get(seed, number) < number,
    )
    placed = [one for one in overall(t, event.desk.rules) if one.place is not None]
    barred = {player for player in t.players if t.players[player].disqualified}
    order = elimination.places(expected)
    final = max((one.round for one in expected.matches), default=0)
    if not expected.winner and all(number <= final for number, _ in expected.out.values()):
        # Who lost the last match to each other come before one who left without it.
        last = {seed for one in expected.matches if one.round == final for seed in one.pair}
        order = sorted(order, key=lambda seed: seed not in last)
    wanted = [event.seeds[seed - 1] for seed in order]
    assert [one.player for one in placed] == [player for player in wanted if player not in barred]
    for (_, number), paired in t.rounds.items():
        met = {frozenset(map(event.number, pair)) for pair in paired.pairings}
        assert met == elimination.meets(expected).get(number, set())
    found = list(Checks(IN_FORCE).review(event.desk.entries, event.desk.rules))
    assert [one for one in found if not one.overridden] == []
    assert {one.rule for one in found} <= {"bracket-without-winner"}
