"""Whatever happens between two stages, the next one is played by those whom the text names."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from msgspec.structs import replace

from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import Override
from roundbook.ledger.rulesets import released
from roundbook.ledger.state.lock import locked
from roundbook.ledger.state.pools import brackets_of
from roundbook.ledger.state.rounds import (
    day_two_started,
    latest_round,
    latest_started,
    rounds_started,
)
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.ledger.validators import VALIDATORS
from roundbook.ledger.validators.checks import Check, Checks
from roundbook.projections.audits import cuts
from roundbook.projections.cut import day_two
from roundbook.projections.standings.standings import Standing, standings
from tests.scripts import new_desk
from tests.strategies import SWISS, Event, dice

pytestmark = pytest.mark.fast

RULES = released.load("play-2017")
HIGHEST, LOSSES = 3, 0
"""Day two is for so many players at least, and for X-0-0: these events are small."""
OUTDATED = ("day-two-outdated", "seeds-outdated")
CHECKS = (
    *VALIDATORS,
    Check(cuts.cut_differs, should=True),
    Check(cuts.seeds_outdated, should=True),
    Check(cuts.day_two_differs, should=True),
    Check(cuts.day_two_outdated, should=True),
)
LET = Override.of(OUTDATED, reason="The list was read out.", official="organiser")


class Stages(Event):
    """An event in which much happens between a stage and the first round of the next."""

    def __init__(self, chance: Random) -> None:
        super().__init__(chance, lambda _: None)
        self.desk = new_desk(checks=CHECKS)

    def stage(self, pool: Pool) -> bool:
        """Make day two of a pool, or a cut, and let it start some time; False if it never does."""
        self.make(pool)
        for _ in range(9):
            self.disturb()
            number = self.number(pool)
            waits = (pool, number) in self.t.rounds
            act = ev.RoundStarted(pool=pool, round=number) if waits else self.pairing(pool, number)
            if act is None or pool not in {*self.t.day_two, *self.t.cuts}:
                return False
            refusal = self.let(act)
            if refusal in OUTDATED and self.perhaps(3):
                refusal = self.let(replace(act, override=LET))
            if refusal is not None:
                assert refusal in {*OUTDATED, "seats-changed"}
                self.make(pool)
            elif waits:
                return True
        return False

    def let(self, event: ev.AnyEvent) -> str | None:
        """Post an event, and return the rule that refuses it."""
        try:
            self.post(event)
        except Refused as refused:
            return refused.violations[0].rule
        return None

    def number(self, pool: Pool) -> int:
        """Return the number of the first round of a stage."""
        made = self.t.day_two.get(pool)
        if made:
            return made.after + 1
        division = self.t.cuts[pool].division if pool in self.t.cuts else None
        swiss = [each for each, ages in self.t.pods.items() if division in ages]
        return 1 + max((self.t.latest.get(each, 0) for each in swiss), default=0)

    def tables(self, pool: Pool, number: int) -> tuple[int, ...]:
        """Return tables that no other pool uses, whatever cuts are made later."""
        cuts = (Pool(f"{division.lower()}-cut") for division in Division)
        first = 100 * (1 + [*sorted(self.t.pods), *cuts].index(pool))
        return tuple(range(first, first + number))

    def make(self, pool: Pool) -> None:
        """Make a stage, or make it again; nothing happens if no other players would play it."""
        waits = latest_round(self.t, pool)
        back = list[ev.AnyEvent]()
        if waits and not waits.started:
            back = [ev.RoundWithdrawn(pool=pool, round=waits.number, reason="Others play.")]
        with suppress(Refused):
            self.post(*back, *(self.day(pool) if pool in self.t.pods else self.cut(pool)))

    def day(self, pool: Pool) -> list[ev.AnyEvent]:
        """Return day two of a pool, with one round."""
        made = self.t.day_two.get(pool)
        after = made.after if made else self.t.latest[pool]
        players = named_for_day_two(self.t, pool, after)
        sets = [] if made else [ev.RoundsSet(pool=pool, rounds=after + 1)]
        return [ev.DayTwoMade(pool=pool, after=after, players=tuple(players)), *sets]

    def cut(self, pool: Pool) -> list[ev.AnyEvent]:
        """Return the cut to two players that a bracket is for."""
        division = Division(pool.partition("-")[0].title())
        seeds = tuple(one.player for one in still_in(self.t, division)[:2])
        return [ev.CutMade(division=division, pool=pool, seeds=seeds, reason="So many.")]

    def disturb(self) -> None:
        """Correct a result, report it once more, or let somebody leave or come back."""
        happens = self.chance.choice([self.another_result, self.another_result, self.leave])
        for _ in range(self.chance.randint(0, 2)):
            with suppress(Refused):
                happens()

    def another_result(self) -> None:
        free = [match for match in self.t.results if not locked(self.t, match, RULES)]
        if not free:
            return
        match = self.chance.choice(free)
        reason, result = "The slip was read upside down.", self.chance.choice(SWISS)
        if self.perhaps(2):
            back = ev.ResultWithdrawn(match=match, reason=reason)
            self.post(back, ev.ResultReported(match=match, result=result))
        else:
            self.post(ev.ResultCorrected(match=match, result=result, reason=reason))

    def leave(self) -> None:
        who = self.chance.choice([*self.t.players.values()])
        if who.out:
            self.post(ev.PlayerReinstated(player=who.id, reason="The bus was late."))
        else:
            self.post(ev.PlayerDropped(player=who.id, after=latest_started(self.t, who.id)))


# Who plays the next stage, read as it is written.


def still_in(t: Tournament, division: Division) -> list[Standing]:
    """Return the active players of a division, in the order of Swiss as if it were over."""
    over = t.copy()
    over.cuts = {Pool("over"): ev.CutMade(division=division, pool=Pool("over"), seeds=())}
    placed = standings(over, RULES, swiss_only=True)
    return [one for one in placed if one.division == division and not t.players[one.player].out]


def first_day(t: Tournament, pool: Pool, after: int) -> Tournament:
    """Return the tournament as if a pool had no day two."""
    before = t.copy()
    before.day_two.pop(pool, None)
    before.planned[pool] = after
    before.latest[pool] = after
    for number in [n for p, n in before.rounds if p == pool and n > after]:
        del before.rounds[pool, number]
    return before


def named_for_day_two(t: Tournament, pool: Pool, after: int) -> list[PlayerId]:
    """Return every player with so few losses, or the top players, whichever are more."""
    found = list[PlayerId]()
    for division in t.pods[pool]:
        order = still_in(first_day(t, pool, after), division)
        better = sum(one.match_points >= 3 * (after - LOSSES) for one in order)
        found += [one.player for one in order[: max(better, HIGHEST)]]
    return found


def places(order: list[Standing]) -> dict[PlayerId, int]:
    """Return the places of players who have one."""
    return {one.player: one.place for one in order if one.place is not None}


def as_the_text_says(t: Tournament, pool: Pool) -> bool:
    """Tell whether a stage is played by the right players; of those who are tied any may be."""
    if cut := t.cuts.get(pool):
        assert cut.division is not None
        order = still_in(t, cut.division)
        place = places(order)
        seeds = [place[seed] for seed in cut.seeds if seed in place]
        return seeds == [
            place[one.player] for one in order[:2]
        ]  # One, if nobody is left to move up.
    made = t.day_two[pool]
    right = named_for_day_two(t, pool, made.after)
    playing = {player for player in made.players if not t.players[player].out}
    for division in t.pods[pool]:
        order = still_in(first_day(t, pool, made.after), division)
        place = places(order)
        last = max((place[player] for player in right if player in place), default=0)
        sure = {player for player in place if place[player] < last}
        own = playing & {*place}
        if not sure <= own or any(place[player] > last for player in own):
            return False
        if len(own) != sum(player in place for player in right):
            return False
    return True


@pytest.mark.rule("A-71", "A-40", "A-44")
@given(dice())
def test_a_stage_begins_with_those_whom_the_text_names_or_with_the_leave_of_an_official(
    chance: Random,
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(day_two, "HIGHEST", HIGHEST)
        patch.setattr(day_two, "LOSSES", LOSSES)
        event = Stages(chance)
        event.begin()
        event.swiss(chance.randint(2, 4))
        pools = [pool for pool in sorted(event.t.pods) if rounds_started(event.t, pool)]
        after = chance.choice(["day two", "the cut", "day two, then the cut"])
        stages = list(pools) if "day" in after else []
        for pool in stages:
            if begins(event, pool):
                event.report([pool], SWISS)
        for division in (age for pool in pools for age in event.t.pods[pool]):
            if "cut" in after and not brackets_of(event.t, division):
                begins(event, Pool(f"{division.lower()}-cut"))


def begins(event: Stages, pool: Pool) -> bool:
    """Tell whether a stage begins, which is right then, or the ledger and `verify` say why."""
    if not event.stage(pool):
        return False
    assert day_two_started(event.t, pool) or pool in event.t.cuts
    if as_the_text_says(event.t, pool):
        return True
    let = [
        one
        for one in Checks(CHECKS).review(event.desk.entries, RULES)
        if one.rule in OUTDATED and one.overridden and pool in str(one.message)
    ]
    assert let, f"{pool} is played by others, and nobody let it"
    return True
