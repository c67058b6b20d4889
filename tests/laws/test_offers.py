"""What is offered is allowed, and what is allowed is offered (HOUSE: offered is allowed).

A walk through an event takes one offer after another, at random: so no offer is refused in any
state that offers lead to, in any style and in any format.
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.ledger.errors import Do, Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.events.decks import Format
from roundbook.ledger.events.drafts import Draft, PairedBy
from roundbook.ledger.events.judging import OK, CheckItem, Penalty
from roundbook.ledger.events.match_end import Facts
from roundbook.ledger.record import draws as drawing
from roundbook.ledger.record.entry import START, Entry
from roundbook.ledger.rulesets.divisions import bracket_name
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import swiss_pools_of
from roundbook.ledger.state.rounds import (
    latest_started,
    rounds_missed,
    rounds_started,
)
from roundbook.ledger.state.staff import first_in
from roundbook.ledger.state.tournament import Tournament, part_of
from roundbook.ledger.terms import Actor, Division, PlayerId, Pool, Role, Style
from roundbook.ledger.validators.checks import Checks
from roundbook.ledger.validators.in_force import VALIDATORS
from roundbook.projections import drafts
from roundbook.projections.audits import AUDITS
from roundbook.projections.bracket.bracket import semi_finals, third_place
from roundbook.projections.cut.day_two import divisions_on, qualified
from roundbook.projections.cut.qualifiers import best
from roundbook.projections.cut.seed_draw import draw_seeds
from roundbook.projections.judging import deck_checks
from roundbook.projections.offers import EACH, is_offered, of_pool, offered
from roundbook.projections.pairing.pod_sheet import SheetLeft, propose_by_sheet
from roundbook.projections.pairing.proposal import propose
from roundbook.projections.pairing.repair import repair
from roundbook.projections.pairing.table_numbers import tables
from roundbook.projections.progress import Progress, progress
from roundbook.projections.proposals import KINDS as VERBS
from roundbook.projections.proposals import of_each_sort
from roundbook.projections.roles import who_may
from roundbook.projections.rounds import flights, next_bracket_round
from roundbook.projections.rounds.ready_to_pair import formed
from roundbook.projections.standings import lots
from tests.scripts import BEGIN, SEED, commitment, opening
from tests.strategies import ELIMINATION, SWISS, Event, dice, simulate

CHAIN = 200
CHECKS = Checks((*VALIDATORS, *AUDITS))
ROLES = ("organiser", "head-judge", "judge", "scorekeeper", "entry-station")


@cache
def nth_secret(number: int) -> str:
    """Return a secret of the chain; to hash the way there takes longer than all that uses it."""
    return drawing.secret(SEED, CHAIN, number)


def judged(t: Tournament, rules: Ruleset, events: tuple[AnyEvent, ...], role: str) -> list[str]:
    """Return the rules that refuse these events, as the desk would judge them."""
    seat = Role(role) if role in set(Role) else Role.SCOREKEEPER
    entry = Entry(
        seq=t.seq + 1,
        at=BEGIN,
        hand=Actor(id=first_in(t, seat), role=seat),
        cmd="c1",
        prev=START,
        events=events,
    )
    return [one.rule for one in CHECKS.judge_entry(t, entry, rules) if not one.overridden]


def drawn(t: Tournament, rules: Ruleset, events: tuple[AnyEvent, ...]) -> tuple[AnyEvent, ...]:
    """Return proposed events as the desk records them: with the draws of the real secrets."""
    then, found = t.copy(), list[AnyEvent]()
    for event in events:
        for each in (*_lots(then, rules, event), event):
            found.append(_drawn(then, rules, each))
            then.apply(found[-1], t.seq)
    return tuple(found)


def _lots(t: Tournament, rules: Ruleset, event: AnyEvent) -> Iterator[ev.LotDrawn]:
    """Yield the lots for players who are tied on everything, before a cut or a second day."""
    ages = [event.division] if isinstance(event, ev.CutMade) else []
    ages += t.pods[event.pool] if isinstance(event, ev.DayTwoMade) else []
    for age in ages:
        if t.commitment and age in lots.level(t, rules):
            yield ev.LotDrawn(division=age, lots=())


def _drawn(  # noqa: C901, PLR0912 - flat.
    t: Tournament, rules: Ruleset, event: AnyEvent
) -> AnyEvent:
    secret = nth_secret(t.revealed + 1)
    match event:
        case ev.RoundPaired() if event.pool not in t.cuts:
            try:
                found = propose_by_sheet(t, rules, pool=event.pool, secret=secret)
            except SheetLeft:
                found = propose(t, rules, pool=event.pool, secret=secret)
            return replace(
                event,
                pairings=found.pairings,
                byes=found.byes,
                tables=event.tables[: len(found.pairings)],
                drawn=event.drawn and found.drawn,
            )
        case ev.RoundPaired():
            onwards = next_bracket_round.along_the_bracket(t, rules, event.pool, None)
            return replace(onwards, reason=event.reason)
        case ev.RoundRepaired() if event.pool in t.cuts:
            again = next_bracket_round.mended(t, rules, event.pool, None)
            assert again, "a repair is offered"
            return again
        case ev.RoundRepaired():
            mended = repair(t, rules, pool=event.pool, secret=secret)
            return replace(
                event,
                pairings=mended.pairings,
                byes=mended.byes,
                tables=mended.tables,
                drawn=mended.drawn,
            )
        case ev.SeedsDrawn():
            return draw_seeds(t, secret=secret, reason=event.reason)
        case ev.DraftSeated():
            return drafts.draw(t, draft=event.draft, secret=secret, reason=event.reason)
        case ev.FlightsAssigned() if event.flights:
            return flights.assign(
                t, division=event.division, number=len(event.flights), secret=secret
            )
        case ev.DeckCheckDrawn():
            return deck_checks.draw(t, asked=event.asked, secret=secret, pool=event.pool)
        case ev.LotDrawn():
            groups = lots.level(t, rules)[event.division]
            return lots.draw(t, division=event.division, groups=groups, secret=secret)
        case ev.CutMade():
            seeds = best(t, rules, event.division, len(event.seeds))
            return replace(event, seeds=tuple(one.player for one in seeds))
        case ev.DayTwoMade():
            ages = divisions_on(t, rules, event.pool) or t.pods[event.pool]
            every = (qualified(t, rules, age, event.pool, event.after) for age in ages)
            return replace(event, players=tuple(one.player for each in every for one in each))
        case ev.SecretCommitted():
            return replace(event, commitment=drawing.commitment(SEED, CHAIN))
        case ev.PlayerRegistered() | ev.LatePlayerAdmitted():
            if event.drawn:
                who, division = event.player, event.division
                pool, lot = flights.admit(t, player=who, division=division, secret=secret)
                event = replace(event, pool=pool, drawn=lot)
            return replace(event, commitment=commitment(event.player))
        case ev.PlayerAmended():
            return replace(event, commitment=commitment((event.player, t.seq)))
        case _:
            return event


# Walks through events of every style, from offer to offer.

KINDS: dict[str, tuple[ev.TournamentOpened, dict[Division, int]]] = {
    "swiss": (opening(style=Style.SWISS), {Division.MASTERS: 5}),
    "ages": (opening(style=Style.SWISS), {Division.MASTERS: 4, Division.JUNIOR: 3}),
    "elimination": (opening(style=Style.SINGLE_ELIMINATION), {Division.MASTERS: 5}),
    "cut": (opening(), {Division.MASTERS: 8, Division.SENIOR: 8}),
    "premier": (opening(premier=True, championship_points=True), {Division.MASTERS: 8}),
    "table": (opening(rounds_table="tcg-single-day"), {Division.MASTERS: 9}),
    "draft": (opening(style=Style.SWISS, format=Format.BOOSTER_DRAFT), {Division.MASTERS: 6}),
    "solomon": (opening(style=Style.SWISS, format=Format.SOLOMON_DRAFT), {Division.MASTERS: 4}),
    "sealed": (opening(style=Style.SWISS, format=Format.SEALED), {Division.MASTERS: 4}),
    "teams": (
        opening(style=Style.SWISS, format=Format.TEAM_BATTLE_CONSTRUCTED),
        {Division.MASTERS: 8},
    ),
    "pod": (opening(style=Style.SWISS, pairing=PairedBy.POD_SHEET), {Division.MASTERS: 8}),
    "flights": (opening(), {Division.MASTERS: 66}),
    "told": (replace(opening(style=Style.SWISS), commitment=None), {Division.MASTERS: 4}),
    "told cut": (replace(opening(), commitment=None), {Division.MASTERS: 8}),
    "told elimination": (
        replace(opening(style=Style.SINGLE_ELIMINATION), commitment=None),
        {Division.MASTERS: 5},
    ),
}
SELDOM = frozenset({"close", "reopen", "new-secrets", "erase", "staff", "entropy"})
"""Acts that a walk takes seldom: they end it, or change nothing that others look at."""


def begun(kind: str, chance: Random) -> tuple[Tournament, Ruleset]:
    """Return an event of a kind with its players registered."""
    opened, sizes = KINDS[kind]
    if opened.commitment:
        opened = replace(opened, commitment=drawing.commitment(SEED, CHAIN))
    t = Tournament()
    t.apply(opened, 1)
    t.seq = 1
    for division, size in sizes.items():
        for _ in range(size + chance.randint(0, 2) * (kind != "teams")):
            who = PlayerId(f"p{len(t.players) + 1}")
            joined = ev.PlayerRegistered(player=who, division=division, commitment=commitment(who))
            take(t, (joined,))
    return t, load(opened.edition)


def take(t: Tournament, events: tuple[AnyEvent, ...]) -> None:
    """Let these events happen in one entry."""
    for event in events:
        t.apply(event, t.seq + 1, BEGIN.date())
    t.seq += 1


def step(t: Tournament, rules: Ruleset, chance: Random, due: Progress) -> bool:
    """Take one of the offers, likely what comes next; False if there is none."""
    likely = [one.verb for one in (due.next, *due.meanwhile) if one]
    verbs = [verb for verb in VERBS if verb not in SELDOM or chance.random() < 0.02]
    chance.shuffle(verbs)
    if chance.random() < 0.75:
        verbs = [*(one for one in likely if one in VERBS), *verbs]
    if chance.random() < 0.02:
        take(t, (merged(t),))
    some = of_each_sort(t)
    for verb in verbs:
        every = [*offered(t, rules, verb, some=some)]
        if every:
            events = drawn(t, rules, chance.choice(every).events)
            take(t, tuple(_by_chance(t, event, chance) for event in events))
            return True
    return False


def merged(t: Tournament) -> ev.ContradictionFound:
    """Return what a merge leaves open, which people have to decide."""
    return ev.ContradictionFound(
        leaf="B" * 43, entry=t.seq, at=BEGIN, text="The other desk says so."
    )


def _by_chance(t: Tournament, event: AnyEvent, chance: Random) -> AnyEvent:
    """Return a reported result, or the player that an act is about, as the dice fall."""
    if isinstance(event, ev.ResultReported) and event.match not in t.endings:
        results = ELIMINATION if event.match.pool in t.cuts else SWISS
        return replace(event, result=chance.choice(results))
    return event


def confirm(t: Tournament, rules: Ruleset, chance: Random) -> None:
    """Insist that every offer to a role is accepted with its proposal (law 1)."""
    role, some = chance.choice(ROLES), of_each_sort(t)
    for verb in VERBS:
        for one in offered(t, rules, verb, role, some=some) if role in who_may(verb) else ():
            broken = judged(t, rules, drawn(t, rules, one.events), role)
            assert broken == [], (verb, role, one.act, broken)


# Instances of every kind of act, made without the proposals: bounded, as people would make them.

Instance = tuple[str, tuple[AnyEvent, ...]]
WHY = "It was so."


def instances(
    t: Tournament, rules: Ruleset, chance: Random, wanted: AbstractSet[str]
) -> Iterator[Instance]:
    """Yield instances of the wanted acts, some lawful and some not."""
    yield from of_people(t, rules, chance)
    yield from of_matches(t, chance)
    yield from of_rounds(t, rules, wanted)
    for make in (of_setting_up, of_ending):
        yield from make(t, rules, wanted)


def of_people(t: Tournament, rules: Ruleset, chance: Random) -> Iterator[Instance]:
    everybody = list(t.players.values())
    for one in chance.sample(everybody, min(len(everybody), 5)):
        who, after = one.id, latest_started(t, one.id)
        back = ev.PlayerReinstated(player=who, reason=WHY, missed=rounds_missed(t, rules, who))
        yield "drop", (ev.PlayerDropped(player=who, after=after),)
        yield "disqualify", (ev.PlayerDisqualified(player=who, after=after, reason=WHY),)
        yield "reinstate", (back,)
        yield "late-tag", (ev.LateTagSet(player=who, reason=WHY),)
        yield "late-tag", (ev.LateTagCleared(player=who, reason=WHY),)
        yield "check-in", (ev.PlayerCheckedIn(player=who),)
        yield "check-in", (ev.CheckInUndone(player=who),)
        yield "amend", (ev.PlayerAmended(player=who, commitment="B" * 43, reason=WHY),)
        yield "erase", (ev.PeopleErased(players=(who,), reason=WHY),)
        given = ev.PenaltyIssued(player=who, penalty=Penalty.WARNING, infraction="Slow.")
        yield "penalty", (given,)
        yield "proxy", (ev.ProxyMade(player=who, card="Gust", reason=WHY, kept=True),)
        items = dict.fromkeys(CheckItem, OK)
        yield "deckcheck record", (ev.DeckChecked(player=who, items=items, counted=40),)
        for named, cards in (("standard", 60), ("sealed", 40)):
            deck = ev.DeckRegistered(player=who, commitment="B" * 43, format=named, cards=cards)
            yield "deck register", (deck,)
        for number in range(1, 5):
            yield "award-bye", (ev.ByeAwarded(player=who, round=number),)
    for seq, who in t.penalties:
        yield "penalty", (ev.PenaltyWithdrawn(player=who, entry=seq, reason=WHY),)
    new = PlayerId(f"p{len(t.players) + 1}")
    bound = commitment(new)
    for division in Division:
        for pool in (None, *t.pods):
            where = pool or next(iter(swiss_pools_of(t, division)), None)
            lost = rounds_started(t, where) if where else 0
            joined = ev.PlayerRegistered(
                player=new, division=division, commitment=bound, pool=pool, reason=WHY
            )
            yield "register", (joined,)
            yield "register", (replace(joined, losses=lost),)
            late = ev.LatePlayerAdmitted(
                player=new,
                division=division,
                commitment=bound,
                losses=lost,
                pool=pool,
                informed_by="h1",
            )
            yield "late", (late,)
    yield "late refuse", (ev.EntryRefused(commitment=bound, reason=WHY),)
    yield "staff", (ev.StaffNamed(hand="h9", role="judge", commitment=bound),)
    alone = [one for one in t.players if one not in t.in_team]
    if len(alone) > 1:
        first, second = chance.sample(alone, 2)
        yield "team form", (ev.TeamFormed(players=(first, second), name="The Two"),)
    for first in t.teams:
        yield "team split", (ev.TeamSplit(player=first, reason=WHY),)


def of_matches(t: Tournament, chance: Random) -> Iterator[Instance]:
    every = list(t.matches)
    for match in chance.sample(every, min(len(every), 6)):
        assert t.opened is not None
        for result in {*SWISS, *ELIMINATION}:
            yield "report", (ev.ResultReported(match=match, result=result),)
            yield "correct", (ev.ResultCorrected(match=match, result=result, reason=WHY),)
        yield "withdraw", (ev.ResultWithdrawn(match=match, reason=WHY),)
        yield "withdraw", (ev.ThirdPlacePlayoffWithdrawn(match=match, reason=WHY),)
        facts = Facts(part=part_of(t, match.pool), match_format=t.opened.match_format)
        yield "time-called", (ev.MatchEnded(match=match, facts=facts),)
        for minutes, instead in ((3, False), (2, True)):
            more = ev.TimeExtended(match=match, minutes=minutes, instead=instead, informed_by="h1")
            yield "extend", (more,)
        for event in (ev.JudgeCalled, ev.CallTaken, ev.CallEnded):
            yield "call", (event(match=match),)


def of_rounds(t: Tournament, rules: Ruleset, wanted: AbstractSet[str]) -> Iterator[Instance]:
    for pool in (*t.pods, *t.cuts):
        for number in {max(t.latest.get(pool, 0), 1), t.latest.get(pool, 0) + 1}:
            yield "start", (ev.RoundStarted(pool=pool, round=number),)
            yield "withdraw", (ev.RoundWithdrawn(pool=pool, round=number, reason=WHY),)
            posted = ev.RoundPosted(pool=pool, round=number, sha256="0" * 64)
            yield "post", (posted,)
            yield "slips", (replace(posted, sheet=ev.PostedSheet.SLIPS),)
        secret = nth_secret(t.revealed + 1)
        with suppress(Refused):
            if "pair" in wanted:
                yield "pair", (next_of_pool(t, rules, pool, secret),)
        with suppress(Refused):
            if pool not in t.cuts and "repair" in wanted:
                mended = repair(t, rules, pool=pool, secret=secret)
                again = ev.RoundRepaired(
                    pool=pool,
                    round=mended.round,
                    pairings=mended.pairings,
                    tables=mended.tables,
                    byes=mended.byes,
                    drawn=mended.drawn,
                    reason=WHY,
                )
                yield "repair", (again,)
    if not t.pods and "pair" in wanted:
        then, events = t.copy(), list[AnyEvent]()
        with suppress(Refused):
            events += formed(then, rules)
            secret = nth_secret(t.revealed + 1)
            for pool in list(then.pods)[:1]:
                yield "pair", (*events, next_of_pool(then, rules, pool, secret))


def next_of_pool(t: Tournament, rules: Ruleset, pool: Pool, secret: str) -> ev.RoundPaired:
    """Return the next round of a pool, or the waiting one again, as the engine draws it."""
    if pool in t.cuts:
        return replace(next_bracket_round.along_the_bracket(t, rules, pool, None), reason=WHY)
    found = propose(t, rules, pool=pool, secret=secret)
    return ev.RoundPaired(
        pool=pool,
        round=found.round,
        pairings=found.pairings,
        byes=found.byes,
        tables=tables(t, pool, len(found.pairings)),
        drawn=found.drawn if t.commitment else None,
        reason=WHY,
    )


def of_setting_up(t: Tournament, rules: Ruleset, wanted: AbstractSet[str]) -> Iterator[Instance]:
    secret = nth_secret(t.revealed + 1)
    for rounds in (3, 4):
        said = t.announcement or ev.AnnouncementMade(rounds=rounds, minutes=60, extra_turns=3)
        yield "announce", (replace(said, prizes=3, text="Bring water."),)
    for division in {one.division for one in t.players.values()} if "flights" in wanted else ():
        with suppress(Refused):
            then = t.copy()
            pods = [] if t.flights else formed(then, rules)
            split = flights.assign(then, division=division, number=2, secret=secret)
            yield "flights", (*pods, replace(split, reason=WHY))
        none = ev.FlightsAssigned(division=division, flights={}, reason=WHY)
        yield "flights", (none,)
    with suppress(Refused):
        yield "seed", (draw_seeds(t, secret=secret, reason=WHY),)
    for draft in Draft if "draft seats" in wanted else ():
        with suppress(Refused):
            yield "draft seats", (drafts.draw(t, draft=draft, secret=secret, reason=WHY),)
    yield "draft seats", (ev.SeatsWithdrawn(reason=WHY),)
    yield "draft build", (ev.BuildingStarted(reason=WHY),)
    yield "draft build", (ev.BuildingWithdrawn(reason=WHY),)
    with suppress(Refused):
        yield "deckcheck draw", (deck_checks.draw(t, asked=2, secret=secret),)


def of_ending(t: Tournament, rules: Ruleset, wanted: AbstractSet[str]) -> Iterator[Instance]:
    # Without secrets there are no lots, and nobody else chooses between players who are tied.
    tied = lots.level(t, rules) if wanted & {"cut", "day-two"} and not t.commitment else {}
    there = {one.division for one in t.players.values() if "cut" in wanted}
    for division in there - {*tied}:
        for size in (2, 4, 8):
            pool = bracket_name(division)
            made = ev.CutMade(division=division, pool=pool, seeds=(), reason=WHY)
            with suppress(Refused, KeyError):
                seeds = tuple(one.player for one in best(t, rules, division, size))
                yield "cut", drawn(t, rules, (replace(made, seeds=seeds),))
    for pool in t.pods if "day-two" in wanted and not tied else ():
        after = max(t.latest.get(pool, 0), 1)
        players = tuple(
            one.player
            for age in divisions_on(t, rules, pool) or t.pods[pool]
            for one in qualified(t, rules, age, pool, after)
        )
        day = ev.DayTwoMade(pool=pool, after=after, players=players)
        yield "day-two", (day, ev.RoundsSet(pool=pool, rounds=after + 1, reason=WHY))
    for pool in t.cuts:
        pair, semis = third_place(t, pool), semi_finals(t, pool)
        if pair and semis and pool not in t.playoffs:
            third = ev.ThirdPlacePlayoffPaired(
                pool=pool, round=semis.number + 1, pairing=pair, table=99
            )
            yield "third-place", (third,)
    yield "close", (ev.TournamentClosed(),)
    yield "reopen", (ev.TournamentReopened(reason=WHY),)
    asked = ev.RequestRecorded(number=len(t.requests) + 1, source="the sanctioning body")
    yield "requests record", (asked,)
    for number in t.requests:
        answered = ev.RequestAnswered(number=number, sha256="0" * 64, size=1)
        yield "requests answer", (answered,)
    yield "entropy", (ev.EntropyAdded(text="4 2", source="dice"),)
    yield "new-secrets", (ev.SecretCommitted(commitment="B" * 43, reason=WHY),)
    yield "note", (ev.NoteMade(text=WHY, ruling=True),)
    yield "note", (ev.NoteMade(text=WHY),)
    yield "fact", (ev.FactAdded(spec="example.org/1", id="f1", data={"seen": True}),)
    yield "message", (ev.MessageSent(text=WHY),)
    for seq in t.messages:
        yield "message", (ev.MessageWithdrawn(entry=seq),)
    for seq in t.contradictions:
        yield "decide", (ev.ContradictionDecided(entry=seq, reason=WHY),)


def due_is_offered(t: Tournament, rules: Ruleset) -> Progress:
    """Insist that what comes next is offered, unless an official has to allow it; return it."""
    found = progress(t, rules)
    for act in (found.next, *found.also, *found.meanwhile):
        if act and act.verb in VERBS and "--override" not in act.args:
            assert is_offered(t, rules, act.verb), act
            if act.verb in EACH and act.args:
                assert isinstance(of_pool(t, rules, act.verb, Pool(act.args[0])), Do), act
    return found


def refute(t: Tournament, rules: Ruleset, chance: Random) -> None:
    """Insist that a kind of act is offered if an instance of it is accepted (law 2)."""
    role, some = chance.choice(ROLES), of_each_sort(t)
    wanted = {
        verb
        for verb in VERBS
        if role in who_may(verb) and not any(True for _ in offered(t, rules, verb, role, some=some))
    }
    for verb, events in instances(t, rules, chance, wanted):
        if verb in wanted:
            assert judged(t, rules, events, role), (verb, role, events)


def look(t: Tournament, rules: Ruleset, chance: Random) -> None:
    """Try one of the laws at every other step: what it costs is worth more on another walk."""
    if chance.random() < 0.5:
        chance.choice((confirm, refute))(t, rules, chance)


@pytest.mark.parametrize("kind", KINDS)
@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=max(settings().max_examples // 8, 1))
def test_what_is_offered_is_allowed_and_what_is_allowed_is_offered(kind: str, seed: int) -> None:
    """Both laws, for a role at random, on a walk through an event that its seed repeats."""
    chance = Random(seed)  # noqa: S311 - for a walk that its seed repeats.
    t, rules = begun(kind, chance)
    for _ in range(10 if kind == "flights" else 50):
        look(t, rules, chance)
        if not step(t, rules, chance, due_is_offered(t, rules)):
            return


@given(chance=dice())
@settings(max_examples=max(settings().max_examples // 16, 1))
def test_both_laws_hold_whatever_a_desk_does(chance: Random) -> None:
    """Both laws in events that offers did not lead to: rounds by hand, corrections, returns."""

    def meddle(event: Event) -> None:
        if event.perhaps(8):
            refute(event.t, event.desk.rules, chance)
            for verb in VERBS:
                for one in offered(event.t, event.desk.rules, verb):
                    if not any(getattr(each, "drawn", None) for each in one.events):
                        assert judged(event.t, event.desk.rules, one.events, "organiser") == []

    simulate(chance, meddle)
