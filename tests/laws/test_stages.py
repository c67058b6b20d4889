"""Whatever happens between two stages, the next one is played by those whom the text names."""

from collections import Counter
from contextlib import suppress
from functools import partial
from itertools import product
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
from roundbook.ledger.validators.checks import Check, Checks
from roundbook.ledger.validators.in_force import VALIDATORS
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
        self.seen = Counter[tuple[str, str]]()

    def stage(self, pool: Pool) -> bool:
        """Make day two of a pool, or a cut, and let it start some time; False if it never does."""
        kind = "day two" if pool in self.t.pods else "a cut"
        kind += " after day two" if kind == "a cut" and self.t.day_two else ""
        happened = set[str]()
        self.make(pool)
        for _ in range(9):
            happened |= self.disturb(pool)
            if pool not in {*self.t.day_two, *self.t.cuts}:
                self.make(pool)
            number = self.number(pool)
            waits = (pool, number) in self.t.rounds
            act = ev.RoundStarted(pool=pool, round=number) if waits else self.pairing(pool, number)
            if act is None or pool not in {*self.t.day_two, *self.t.cuts}:
                return False
            refusal = self.let(act)
            if refusal in OUTDATED and self.perhaps(3):
                refusal = self.let(replace(act, override=LET))
                happened |= {"let"} if refusal is None else set()
            if refusal in {"round-unfinished", "results-missing"}:
                self.report_again()
            elif refusal is not None:
                assert refusal in {*OUTDATED, "seats-changed"}, refusal
                self.make(pool)
            elif waits:
                self.seen.update((kind, one) for one in happened)
                return True
        return False

    def let(self, event: ev.AnyEvent) -> str | None:
        """Post an event, and return the rule that refuses it."""
        try:
            self.post(event)
        except Refused as refused:
            return refused.violations[0].rule
        return None

    def report_again(self) -> None:
        """Report the results that were withdrawn, as what a judge saw allows."""
        for match in [each for each in self.t.matches if each not in self.t.results]:
            for result in SWISS:
                if match not in self.t.results:
                    self.let(ev.ResultReported(match=match, result=result))

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

    def disturb(self, pool: Pool) -> set[str]:
        """Let results change, players leave or come back, or a step be undone; return what did."""
        kinds = (self.another_result, self.another_result, self.leave, partial(self.undo, pool))
        happens = self.chance.choice(kinds)
        found = set[str]()
        for _ in range(self.chance.randint(0, 2)):
            with suppress(Refused):
                found.add(happens())
        return found - {""}

    def another_result(self) -> str:
        """Correct a result, or withdraw it; whoever pairs then has to wait for a new report."""
        free = [match for match in self.t.results if not locked(self.t, match, RULES)]
        if not free:
            return ""
        match = self.chance.choice(free)
        reason, result = "The slip was read upside down.", self.chance.choice(SWISS)
        if self.perhaps(2):
            self.post(ev.ResultCorrected(match=match, result=result, reason=reason))
            return "corrected"
        back = ev.ResultWithdrawn(match=match, reason=reason)
        if self.perhaps(2):
            self.post(back)
            return "withdrawn"
        self.post(back, ev.ResultReported(match=match, result=result))
        return "reported"

    def leave(self) -> str:
        who = self.chance.choice([*self.t.players.values()])
        if who.out:
            self.post(ev.PlayerReinstated(player=who.id, reason="The bus was late."))
            return "reinstated"
        after = latest_started(self.t, who.id)
        if self.perhaps(4):
            out = ev.PlayerDisqualified(player=who.id, after=after, reason="Three aces.")
            self.post(out)
            return "disqualified"
        self.post(ev.PlayerDropped(player=who.id, after=after))
        return "dropped"

    def undo(self, pool: Pool) -> str:
        """Withdraw the waiting round of a stage, perhaps with the day two that it is of."""
        waits, made = latest_round(self.t, pool), self.t.day_two.get(pool)
        back = list[ev.AnyEvent]()
        if waits and not waits.started:
            back.append(ev.RoundWithdrawn(pool=pool, round=waits.number, reason="Too early."))
        if made and self.perhaps(2):
            back.append(ev.RoundsSet(pool=pool, rounds=made.after))
            back.append(ev.DayTwoMade(pool=pool, after=made.after, players=()))
        if not back:
            return ""
        self.post(*back)
        return "undone"


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


STAGES = ("day two", "the cut", "day two, then the cut")
"""From Swiss to day two, from Swiss to the cut, and from day two to the cut as well."""


def between_stages(chance: Random, after: str | None = None) -> Stages:
    """Run an event through its stages; much happens before each of them starts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(day_two, "HIGHEST", HIGHEST)
        patch.setattr(day_two, "LOSSES", LOSSES)
        event = Stages(chance)
        event.begin()
        event.swiss(chance.randint(2, 4))
        pools = [pool for pool in sorted(event.t.pods) if rounds_started(event.t, pool)]
        after = after or chance.choice(STAGES)
        for pool in pools if "day" in after else ():
            if begins(event, pool):
                event.report([pool], SWISS)
        for division in (age for pool in pools for age in event.t.pods[pool]):
            if "cut" in after and not brackets_of(event.t, division):
                begins(event, Pool(f"{division.lower()}-cut"))
    return event


@pytest.mark.rule("A-71", "A-40", "A-44")
@pytest.mark.parametrize("after", STAGES)
@given(dice())
def test_a_stage_begins_with_those_whom_the_text_names_or_with_the_leave_of_an_official(
    after: str, chance: Random
) -> None:
    between_stages(chance, after)


@pytest.mark.rule("A-71", "A-40", "A-44")
def test_every_stage_begins_after_each_kind_of_change() -> None:
    """The law above looks at something: seeds are chosen once, the same for ever."""
    seen = Counter[tuple[str, str]]()
    for seed in range(150):
        seen += between_stages(Random(seed)).seen  # noqa: S311
    changes = ("corrected", "withdrawn", "reported", "dropped", "reinstated", "disqualified")
    every = product(("day two", "a cut", "a cut after day two"), (*changes, "undone", "let"))
    assert not [one for one in every if not seen[one]]


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
