"""An event on the floor: a desk in memory, and the lawful acts of its commands, one by one.

Every act is what a command of the program would do: it is the program's own function of the
tournament, asked by a desk that holds all validators and audits. `next_step` says what the
organiser does next, so that `to_the_close` brings any event to its end; where a rule has to be
waived for that, `waived` keeps which and when, since a review has to find that and nothing else.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from roundbook.cli.acts.cut import cut_events
from roundbook.cli.acts.flights import joins
from roundbook.cli.acts.pairing import drawn_round, pod_seats, refuse_on_sheet
from roundbook.cli.acts.people import Arrival
from roundbook.cli.places import secrets
from roundbook.cli.places.layout import own_home
from roundbook.ledger.desk import Act
from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.drafts import PairedBy
from roundbook.ledger.events.event import Override
from roundbook.ledger.people.book import Book, Person
from roundbook.ledger.record.entry import Attempt, Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import by_sheet, pool_of
from roundbook.ledger.state.rounds import (
    decision,
    due,
    latest_round,
    latest_started,
    open_matches,
    planned_rounds,
    rounds_started,
    survivors,
)
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import (
    Bye,
    ByeKind,
    Division,
    MatchId,
    Pairing,
    PlayerId,
    Pool,
    Result,
    Style,
    Verdict,
)
from roundbook.ledger.validators.elimination import winner
from roundbook.ledger.validators.rounds import next_round as next_number
from roundbook.projections import drafts
from roundbook.projections.bracket.bracket import bracket_of, next_round, semi_finals, third_place
from roundbook.projections.cut.day_two import (
    divisions_on,
    qualified,
    rounds_of_day_two,
    why_choose_again,
)
from roundbook.projections.cut.planner import size_for
from roundbook.projections.cut.qualifiers import best, outdated, still_in, swiss_order, unplayed
from roundbook.projections.cut.seed_draw import draw_seeds
from roundbook.projections.pairing.repair import opponents, repair
from roundbook.projections.pairing.table_numbers import tables
from roundbook.projections.rounds.flights import assign
from roundbook.projections.rounds.next_bracket_round import mended, seeds_out_of_date
from roundbook.projections.rounds.ready_to_pair import formed
from roundbook.projections.rules_in_force import rules_in_force
from roundbook.projections.standings import lots
from tests.scripts import commitment, new_desk, opening
from tests.strategies import ELIMINATION, SWISS, have_met, matched

MASTERS, SENIOR, JUNIOR = Division.MASTERS, Division.SENIOR, Division.JUNIOR
BOTH_LOSE = Result(verdict=Verdict.DOUBLE_LOSS)
CHECKS = rules_in_force(Book())
WHY = "It is better so."


class Kind(NamedTuple):
    """What is decided before the first player comes: the style, and what was announced."""

    style: Style
    fields: tuple[tuple[Division, ...], ...]
    rounds: int = 3
    cut: Mapping[Division, int] = MappingProxyType({})
    day_two: Mapping[Division, int] = MappingProxyType({})
    playoff: bool = False
    points: bool = False
    edition: str = "play-2017"
    pairing: PairedBy = PairedBy.SWISS
    flights: int = 0


def no_rule_said_so(refused: Refused) -> None:
    """An act may find nothing that it could do; but what it does has to be lawful."""
    if refused.violations:
        raise refused


class Floor:
    """An event while it is run."""

    def __init__(self, kind: Kind, players: Sequence[Division], *, chain: str) -> None:
        self.kind = kind
        self.attempts: list[Attempt] = []
        self.waived: list[tuple[int, str]] = []
        self.given_up: set[Pool] = set()
        self.desk = new_desk(checks=CHECKS, attempts=self.attempts)
        opened = opening(
            kind.edition, style=kind.style, championship_points=kind.points, pairing=kind.pairing
        )
        self.do(replace(opened, commitment=chain))
        entered = [
            ev.PlayerRegistered(
                player=PlayerId(f"p{n}"), division=division, commitment=commitment(f"p{n}")
            )
            for n, division in enumerate(players, start=1)
        ]
        self.do(*entered)
        if kind.flights:
            self.fly(kind.flights)
        self.announce()

    @property
    def t(self) -> Tournament:
        return self.desk.tournament

    @property
    def rules(self) -> Ruleset:
        return self.desk.rules

    @property
    def pure(self) -> bool:
        return self.kind.style is Style.SINGLE_ELIMINATION

    @property
    def secret(self) -> str:
        return self.secret_after(self.t)

    def secret_after(self, t: Tournament) -> str:
        return secrets.next_secret(own_home(), t)

    def act(self, act: Act, *, waive: str | None = None) -> Entry:
        """Let an act happen that has to be lawful, or would be but for the rules to waive."""
        rules = waive.split() if waive else []
        override = Override.of(rules, reason=WHY, official="organiser") if rules else None
        done = self.desk.append([lambda t: [replace(e, override=override) for e in act(t)]])[0]
        self.waived += [(done.seq, rule) for rule in rules]
        return done

    def do(self, *events: ev.AnyEvent, waive: str | None = None) -> Entry:
        return self.act(lambda _: events, waive=waive)

    # --- who is there ----------------------------------------------------------------------------

    def inside(self) -> list[PlayerId]:
        return [player.id for player in self.t.players.values() if not player.out]

    def outside(self) -> list[PlayerId]:
        return [player.id for player in self.t.players.values() if player.out]

    def next_player(self) -> PlayerId:
        return PlayerId(f"p{len(self.t.players) + 1}")

    def arrives(
        self, division: Division, make: Callable[..., ev.AnyEvent], **facts: object
    ) -> tuple[ev.AnyEvent, int] | None:
        """Return how somebody joins now, and after how many rounds; None if it is not clear where.

        A lot of a flight is drawn; the losses are the rounds that have started.
        """
        player = self.next_player()
        one = Arrival(person=Person(name=str(player)), division=division)
        try:
            where, said, drawn = joins(self.t, one, player, None)
        except Refused:
            return None
        started = rounds_started(self.t, where) if where else 0
        if "losses" in facts:
            facts["losses"] = started
        bound = commitment(player)
        return make(
            player=player, division=division, commitment=bound, pool=said, drawn=drawn, **facts
        ), started

    def leave(self, player: PlayerId, *, disqualified: bool = False) -> None:
        after = latest_started(self.t, player)
        if disqualified:
            self.do(ev.PlayerDisqualified(player=player, after=after, reason=WHY))
        else:
            self.do(ev.PlayerDropped(player=player, after=after))

    def may_return(self, player: PlayerId) -> bool:
        """Whoever left a bracket stays beaten once its next round has started (A-50)."""
        after = self.t.players[player].after
        if self.t.rounds and self.t.pods and self.pool(player) is None:
            return False  # No pod plays their division.
        pools = [pool for pool, cut in self.t.cuts.items() if player in cut.seeds]
        return after is not None and all(rounds_started(self.t, pool) <= after for pool in pools)

    def has_won(self, player: PlayerId) -> bool:
        return any(winner(self.t, pool) == player for pool in self.t.cuts)

    # --- before the first round ------------------------------------------------------------------

    def announce(self) -> None:
        kind = self.kind
        self.do(
            ev.AnnouncementMade(
                rounds=kind.rounds,
                minutes=60,
                cut=dict.fromkeys(Division, 0) | dict(kind.cut),
                prizes=8,
                day_two=dict(kind.day_two),
                third_place_playoff=kind.playoff,
                flights={MASTERS: kind.flights} if kind.flights else {},
            )
        )

    def fly(self, number: int, reason: str | None = None) -> None:
        """Assign the flights of the Masters, by the next secret."""

        def flying(t: Tournament) -> list[ev.AnyEvent]:
            then = t.copy()
            done = [] if then.flights else formed(then, self.rules)
            secret = self.secret_after(then)
            found = assign(then, division=MASTERS, number=number, secret=secret)
            return [*done, replace(found, reason=reason)]

        self.act(flying)

    # --- rounds ----------------------------------------------------------------------------------

    def waiting(self) -> list[Round]:
        latest = [latest_round(self.t, pool) for pool in sorted(self.t.latest)]
        return [paired for paired in latest if paired and not paired.started]

    def open(self) -> list[MatchId]:
        """Return the matches that are being played."""
        rounds = [paired for paired in self.t.rounds.values() if paired.started]
        found = [match for paired in rounds for match in open_matches(self.t, paired)]
        playoffs = [match for match in self.t.playoffs.values() if match not in self.t.results]
        return sorted({*found, *playoffs})

    def ready(self) -> list[Pool]:
        """Return the pools whose next round can be paired."""
        brackets = [p for p in self.t.cuts if next_round(self.t, p) and p not in self.given_up]
        brackets = [pool for pool in brackets if self.is_idle(pool) and self.is_seeded(pool)]
        return sorted(brackets) + [p for p in self.swiss() if self.has_rounds_left(p)]

    def swiss(self) -> list[Pool]:
        """Return the Swiss pools; before the first round those that would be formed."""
        if self.pure:
            return []
        then = self.t.copy()
        formed(then, self.rules)
        return sorted(then.pods)

    def has_rounds_left(self, pool: Pool) -> bool:
        planned = planned_rounds(self.t, pool) or 0
        went_on = any(cut.division in self.t.pods.get(pool, ()) for cut in self.t.cuts.values())
        more = not went_on and self.t.latest.get(pool, 0) < planned and pool not in self.given_up
        return more and self.is_idle(pool) and self.is_chosen(pool) and len(self.due_next(pool)) > 1

    def is_chosen(self, pool: Pool) -> bool:
        """Tell whether a second day that has not started has the players that it would have now."""
        return why_choose_again(self.t, self.rules, pool) is None

    def due_next(self, pool: Pool) -> list[PlayerId]:
        then = self.t.copy()
        formed(then, self.rules)
        return due(then, pool, then.latest.get(pool, 0) + 1)

    def is_idle(self, pool: Pool) -> bool:
        """Tell whether a pool neither plays nor waits, nor rests on a match without a result."""
        return not any(
            not paired.started or open_matches(self.t, paired)
            for paired in self.t.rounds.values()
            if paired.pool == pool or (pool in self.t.cuts and paired.pool in self.t.pods)
        )

    def is_seeded(self, pool: Pool) -> bool:
        """Tell whether the seeds of a bracket are those that it would have now."""
        cut = self.t.cuts[pool]
        if isinstance(cut, ev.SeedsDrawn):
            return not seeds_out_of_date(self.t, pool)
        if rounds_started(self.t, pool):
            return True
        try:
            return not outdated(self.t, self.rules, cut.division)
        except Refused:
            return False

    def pair(self, pool: Pool) -> bool:
        """Pair a pool as the program does; by hand or not at all where there is no legal round."""
        try:
            self.act(lambda t: self._drawn(t, pool))
        except Refused as refused:
            no_rule_said_so(refused)
        else:
            return True
        try:
            self.act(lambda t: self._drawn(t, pool, rematches=True), waive="rematch")
        except Refused as refused:
            no_rule_said_so(refused)
        else:
            return True
        by_hand = self.by_hand(pool, second_bye=True)
        if by_hand is None:
            return False
        self.do(by_hand, waive="second-bye")
        return True

    def _drawn(self, t: Tournament, pool: Pool, *, rematches: bool = False) -> list[ev.AnyEvent]:
        then = t.copy()
        done = formed(then, self.rules)
        done += self._seated(then)
        drawn = drawn_round(then, self.rules, pool, first_table=None, allow_rematches=rematches)
        return [*done, drawn]

    def _seated(self, then: Tournament) -> list[ev.AnyEvent]:
        """Return the seats of a pod; drawn again where somebody came after they were drawn."""
        try:
            return pod_seats(then)
        except Refused:
            secret = self.secret_after(then)
            event = drafts.draw(then, draft=None, secret=secret, reason="Somebody came.")
            then.apply(event, then.seq)
            return [event]

    def pair_again(self, paired: Round) -> bool:
        """Draw a round anew that waits, for a reason; False if no legal round is left."""
        try:
            drawn = drawn_round(
                self.t, self.rules, paired.pool, first_table=None, allow_rematches=False
            )
        except Refused:
            return False
        self.do(replace(drawn, reason=WHY))
        return True

    def by_hand(
        self,
        pool: Pool,
        *,
        second_bye: bool = False,
        rematch: bool = False,
        extra: Sequence[PlayerId] = (),
        without: Sequence[PlayerId] = (),
    ) -> ev.RoundPaired | None:
        """Return the next Swiss round of a pool as a person would pair it; None if it cannot be.

        It has exactly the faults that are asked for: a second bye, a rematch, somebody too many.
        """
        number = self.t.latest.get(pool, 0) + 1
        players = [p for p in [*due(self.t, pool, number), *extra] if p not in without]
        awarded = [p for p in players if number in self.t.awarded.get(p, ())]
        rest = [player for player in players if player not in awarded]
        met = have_met(self.t, pool)
        had = {
            b.player for r in self.t.rounds.values() if r.pool not in self.t.cuts for b in r.byes
        }
        lucky: list[PlayerId | None] = [None]
        if len(rest) % 2:
            lucky = [player for player in rest if (player in had) == second_bye]
        elif second_bye:
            return None
        for bye in lucky:
            others = [player for player in rest if player != bye]
            pairs = self._with_rematch(others, met) if rematch else matched(others, met)
            if pairs is None or not (pairs or awarded or bye):
                continue
            granted = [Bye(player, ByeKind.AWARDED) for player in awarded]
            return ev.RoundPaired(
                pool=pool,
                round=number,
                pairings=tuple(pairs),
                tables=tables(self.t, pool, len(pairs)),
                byes=(*granted, *([Bye(bye)] if bye else [])),
                reason="By hand.",
            )
        return None

    def _with_rematch(
        self, players: list[PlayerId], met: set[frozenset[PlayerId]]
    ) -> list[Pairing] | None:
        again = next(
            (sorted(pair) for pair in sorted(map(sorted, met)) if {*pair} <= {*players}), None
        )
        if again is None:
            return None
        rest = [player for player in players if player not in again]
        pairs = zip(rest[::2], rest[1::2], strict=True)
        return [Pairing(*again), *(Pairing(*pair) for pair in pairs)]

    def fits(self, paired: Round) -> bool:
        """Tell whether a round that waits seats who is in, and its bracket the right seeds."""
        if set(paired.players()) != set(due(self.t, paired.pool, paired.number)):
            return False
        right = paired.pool not in self.t.cuts or self.is_seeded(paired.pool)
        return right and self.is_chosen(paired.pool)

    def may_be_made_anew(self, paired: Round) -> bool:
        """Tell whether nothing that a round rests on, and none of its tables, is in play again."""
        rests_on = {paired.pool, *(self.t.pods if paired.pool in self.t.cuts else ())}
        return not any(m.pool in rests_on or m.table in paired.tables for m in self.open())

    def start(self, paired: Round) -> None:
        self.do(ev.RoundStarted(pool=paired.pool, round=paired.number))

    def withdraw(self, paired: Round) -> None:
        self.do(ev.RoundWithdrawn(pool=paired.pool, round=paired.number, reason=WHY))

    def repair(self, paired: Round) -> bool:
        """Repair a round that waits; False if it is right, or has to be made otherwise."""
        if not self.is_chosen(paired.pool):
            return False
        try:
            event = self._repaired(paired)
        except Refused as refused:
            no_rule_said_so(refused)
            return False
        if event is None:
            return False
        self.do(event)
        return True

    def _repaired(self, paired: Round) -> ev.RoundRepaired | None:
        if paired.pool in self.t.cuts:
            return mended(self.t, self.rules, paired.pool, WHY)
        refuse_on_sheet(self.t, self.rules, paired.pool)
        found = repair(self.t, self.rules, pool=paired.pool, secret=self.secret)
        if opponents(found.pairings, found.byes) == opponents(paired.pairings, paired.byes):
            return None
        return ev.RoundRepaired(
            pool=paired.pool,
            round=found.round,
            pairings=found.pairings,
            tables=found.tables,
            byes=found.byes,
            drawn=found.drawn,
            reason=WHY,
        )

    # --- results ---------------------------------------------------------------------------------

    def results_of(self, match: MatchId) -> tuple[Result, ...]:
        """Return what can be reported of a match."""
        return (*ELIMINATION, BOTH_LOSE) if match.pool in self.t.cuts else SWISS

    def report(self, match: MatchId, result: Result) -> None:
        self.do(
            ev.ResultReported(match=match, result=result), waive=self.nobody_wins(match, result)
        )

    def nobody_wins(self, match: MatchId, result: Result) -> str | None:
        """Return the rule to waive if both lose a match and nobody else is left in its bracket."""
        pool, t = match.pool, self.t
        paired = t.rounds.get((pool, match.round)) if pool in t.cuts else None
        if result != BOTH_LOSE or paired is None or t.latest[pool] != match.round:
            return None
        pair = dict(paired.matches()).get(match)
        is_last = pair is not None and {*survivors(t, pool)} <= {*pair}
        return "bracket-without-winner" if is_last else None

    # --- after Swiss -----------------------------------------------------------------------------

    def swiss_of(self, division: Division) -> list[Pool]:
        return [pool for pool, ages in self.t.pods.items() if division in ages]

    def is_over(self, pool: Pool) -> bool:
        """Tell whether as many rounds as there will be have been played, and all are in."""
        return (
            self.t.latest.get(pool, 0) > 0 and self.is_idle(pool) and not self.has_rounds_left(pool)
        )

    def short_of_rounds(self, pool: Pool) -> bool:
        return self.t.latest.get(pool, 0) < (planned_rounds(self.t, pool) or 0)

    def short_of(self, pools: Sequence[Pool]) -> bool:
        """Tell whether fewer rounds were played than were announced, or no second day."""
        return any(
            self.short_of_rounds(pool)
            or (
                pool not in self.t.day_two
                and any(self.kind.day_two.get(age) for age in self.t.pods[pool])
            )
            for pool in pools
        )

    def day_two_due(self) -> list[Pool]:
        """Return the pools whose second day can be made."""
        return [
            pool
            for pool in sorted(self.t.pods)
            if pool not in self.t.day_two and divisions_on(self.t, self.rules, pool)
            if self.is_over(pool) and pool not in self.given_up
            if not any(cut.division in self.t.pods[pool] for cut in self.t.cuts.values())
            if len(self.second_day_of(pool)) > 1
        ]

    def second_day_of(self, pool: Pool) -> list[PlayerId]:
        made = self.t.day_two.get(pool)
        after = made.after if made else self.t.latest[pool]
        divisions = divisions_on(self.t, self.rules, pool)
        found = [qualified(self.t, self.rules, each, pool, after) for each in divisions]
        return [one.player for each in found for one in each]

    def make_day_two(self, pool: Pool, *, waive: str | None = None) -> None:
        after, divisions = self.t.latest[pool], divisions_on(self.t, self.rules, pool)
        rounds = max(rounds_of_day_two(self.t, self.rules, each) for each in divisions)
        players = tuple(self.second_day_of(pool))
        made = ev.DayTwoMade(pool=pool, after=after, players=players)
        self.do(made, ev.RoundsSet(pool=pool, rounds=after + rounds), waive=waive)

    def cuts_due(self) -> list[Division]:
        """Return the divisions whose cut can be made now."""
        return [
            division
            for division in Division
            if self.kind.cut.get(division) and bracket_of(self.t, division) is None
            if (pools := self.swiss_of(division)) and all(map(self.is_over, pools))
            if not any(pool in self.day_two_due() for pool in pools)
            if self.cut_size(division)
        ]

    def cut_size(self, division: Division) -> int:
        """Return how many can play on: as announced, or the most that are still in; 0 for none."""
        size = size_for(self.t, self.rules, division)
        while size > 1:
            try:
                best(self.t, self.rules, division, size)
            except Refused:
                size //= 2
            else:
                return size
        return 0

    def make_cut(self, division: Division) -> None:
        """Make a cut, or make it again, as large as was announced or as can be."""
        size, short = self.cut_size(division), self.short_of(self.swiss_of(division))
        stands = bracket_of(self.t, division)

        def cutting(t: Tournament) -> list[ev.AnyEvent]:
            again = stands is not None
            return [*cut_events(t, self.rules, division, size=size, again=again, reason=WHY)]

        unfair = self.refuses(cutting) & {"cut-too-large", "cut-shares"}
        self.act(
            cutting, waive=" ".join([*(["swiss-unfinished"] if short else []), *sorted(unfair)])
        )

    def refuses(self, act: Act) -> set[str]:
        """Return the rules that an act would break; what they ask is reckoned elsewhere."""
        try:
            self.desk.rehearse([act])
        except Refused as refused:
            return {one.rule for one in refused.violations}
        return set()

    def cuts_to_make_again(self) -> list[Division]:
        found = []
        for cut in self.t.cuts.values():
            if isinstance(cut, ev.CutMade) and unplayed(self.t, cut.division):
                quiet = all(map(self.is_idle, self.swiss_of(cut.division)))
                if quiet and not self.is_seeded(cut.pool) and self.cut_size(cut.division):
                    found.append(cut.division)
        return found

    def days_to_choose_again(self) -> list[Pool]:
        """Return the pools whose second day is to be made again, and can be."""
        return [
            pool
            for pool in sorted(self.t.day_two)
            if not self.is_chosen(pool) and len(self.second_day_of(pool)) > 1
            if not any(match.pool == pool for match in self.open())
        ]

    def choose_again(self, pool: Pool) -> None:
        made, waits = self.t.day_two[pool], latest_round(self.t, pool)
        back = [paired for paired in (waits,) if paired and paired.number > made.after]
        self.do(
            *(ev.RoundWithdrawn(pool=pool, round=one.number, reason=WHY) for one in back),
            replace(made, players=tuple(self.second_day_of(pool))),
        )

    def contenders(self, division: Division) -> list[PlayerId]:
        return [one.player for one in still_in(self.t, swiss_order(self.t, self.rules, division))]

    def place_of(self, division: Division) -> dict[PlayerId, int]:
        order = swiss_order(self.t, self.rules, division)
        return {one.player: one.place for one in order}

    def seed(self) -> None:
        """Draw the seeds of a single elimination; for a reason if they stand, which breaks all."""

        def seeded(t: Tournament) -> list[ev.AnyEvent]:
            then, done = t.copy(), list[ev.AnyEvent]()
            for paired in self.waiting():
                done.append(
                    ev.RoundWithdrawn(pool=paired.pool, round=paired.number, reason="Anew.")
                )
                then.apply(done[-1], t.seq)
            reason = "Somebody came or left." if t.cuts else None
            return [*done, draw_seeds(then, secret=self.secret_after(then), reason=reason)]

        self.act(seeded)

    def third_places(self) -> list[Pool]:
        """Return the brackets in which two players could play for the third place."""
        pools = [pool for pool in sorted(self.t.cuts) if third_place(self.t, pool)]
        return [pool for pool in pools if pool not in self.t.playoffs]

    def playoffs_due(self) -> list[Pool]:
        return self.third_places() if self.kind.playoff else []

    def playoff(self, pool: Pool) -> ev.ThirdPlacePlayoffPaired:
        semis, pairing, final = (
            semi_finals(self.t, pool),
            third_place(self.t, pool),
            latest_round(self.t, pool),
        )
        assert semis
        assert pairing
        assert final
        beside = final.tables if final.number > semis.number else ()
        free = tables(self.t, pool, 2, blocked=beside)[0 if beside else 1]
        return ev.ThirdPlacePlayoffPaired(
            pool=pool, round=semis.number + 1, pairing=pairing, table=free
        )

    def close(self) -> None:
        """Close the event; for a reason where it owes anything."""

        def closing(t: Tournament) -> list[ev.AnyEvent]:
            then, done = t.copy(), list[ev.AnyEvent]()
            for division, groups in lots.level(t, self.rules).items():
                secret = self.secret_after(then)
                done.append(lots.draw(then, division=division, groups=groups, secret=secret))
                then.apply(done[-1], t.seq)
            return [*done, ev.TournamentClosed()]

        self.act(closing, waive=" ".join(self.owed()))

    def owed(self) -> list[str]:
        """Return the rules of the close that hold it up, reckoned from what was announced."""
        t, cut = self.t, {one.division for one in self.t.cuts.values()}
        inside = Counter(t.players[player].division for player in self.inside())
        paired = [one for one in t.rounds.values() if one.pool not in t.cuts]
        swiss = [pool for pool, ages in t.pods.items() if not cut & {*ages}]
        found = {
            "bracket-without-winner": any(
                rounds_started(t, pool) and not survivors(t, pool) for pool in t.cuts
            ),
            "round-unfinished": any(not one.started or open_matches(t, one) for one in paired),
            "rounds-unplayed": any(map(self.rounds_owed, swiss))
            if t.pods
            else not self.pure and inside.total() > 1,
            "cut-unmade": any(inside[age] > 1 for age in {*self.kind.cut} - cut),
            "bracket-unfinished": any(len(self.alive(pool)) > 1 for pool in t.cuts)
            if t.cuts
            else self.pure and inside.total() > 1,
            "third-place-unplayed": bool(self.playoffs_due())
            or any(decision(t, match) is None for match in t.playoffs.values()),
        }
        began = found["rounds-unplayed"] or found["bracket-unfinished"] or bool(t.rounds)
        found["nothing-played"] = not began
        return [rule for rule, holds in found.items() if holds]

    def rounds_owed(self, pool: Pool) -> bool:
        """Tell whether announced rounds are left that somebody could play (A-1)."""
        second = 0 if pool in self.t.day_two else max(map(self.second_day, self.t.pods[pool]))
        planned = planned_rounds(self.t, pool) or 0
        short = self.t.latest.get(pool, 0) < planned + second
        return short and len(self.due_next(pool)) > 1

    def second_day(self, division: Division) -> int:
        return self.kind.day_two.get(division, 0)

    def alive(self, pool: Pool) -> list[PlayerId]:
        return [player for player in survivors(self.t, pool) if not self.t.players[player].out]

    # --- to the end ------------------------------------------------------------------------------

    def next_step(self, result: Callable[[MatchId], Result]) -> bool:  # noqa: C901
        """Do what comes next on the way to the close; False if only the close is left."""
        if open_ones := self.open():
            self.report(open_ones[0], result(open_ones[0]))
        elif again := self.cuts_to_make_again():
            self.make_cut(again[0])
        elif days := self.days_to_choose_again():
            self.choose_again(days[0])
        elif waiting := self.waiting():
            self.settle(waiting[0])
        elif self.pure and not self.has_seeds():
            if len(self.inside()) < 2:
                return False
            self.seed()
        elif playoffs := self.playoffs_due():
            self.do(self.playoff(playoffs[0]))
        elif ready := self.ready():
            if not self.pair(ready[0]):
                self.given_up.add(ready[0])
        elif days := self.day_two_due():
            short = self.short_of_rounds(days[0])
            self.make_day_two(days[0], waive="swiss-unfinished" if short else None)
            self.given_up.discard(days[0])
        elif cuts := self.cuts_due():
            self.make_cut(cuts[0])
        else:
            return False
        return True

    def has_seeds(self) -> bool:
        """Tell whether the seeds of a single elimination are drawn, and not out of date."""
        return bool(self.t.cuts) and not any(seeds_out_of_date(self.t, p) for p in self.t.cuts)

    def settle(self, paired: Round) -> None:
        """Start a round that waits, after it was set right; or take it back."""
        if self.fits(paired):
            self.start(paired)
        elif paired.pool in self.t.cuts and seeds_out_of_date(self.t, paired.pool):
            if len(self.inside()) > 1:
                self.seed()
            else:
                self.withdraw(paired)
        elif self.repair(paired) or (by_sheet(self.t) and self.pair_again(paired)):
            pass
        else:
            self.withdraw(paired)
            if paired.pool in self.t.cuts:
                self.given_up.add(paired.pool)

    def to_the_close(self, result: Callable[[MatchId], Result], limit: int = 400) -> Iterator[int]:
        """Play on by lawful acts alone until the event is closed; yield the number of each."""
        for step in range(limit):
            if self.t.closed:
                return
            yield step
            if not self.next_step(result):
                self.close()
        raise AssertionError("the event does not come to its end")

    def pool(self, player: PlayerId) -> Pool | None:
        return pool_of(self.t, self.t.players[player])

    def next_number(self, pool: Pool) -> int:
        return next_number(self.t, pool)
