"""Lawful tournaments, as Hypothesis finds them: everything in them went through a real desk.

`tournaments()` gives the entries of a whole event: registration, awarded byes, late players, drops
and returns, rounds that are withdrawn, repaired or paired again, results in any order with ties and
double losses, extensions, corrections, amended players, what judges do, a second day, cuts out of
mixed pods, the seats of a draft, the close; sheets that are posted.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from random import Random
from typing import TypeVar

from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.cli.library.testing import as_repair
from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.drafts import Draft
from roundbook.ledger.events.event import Override
from roundbook.ledger.events.judging import OK, CheckItem, Penalty
from roundbook.ledger.events.match_end import Away, Facts, GameEnd, TimeCalled, UnderWay
from roundbook.ledger.record import draws as drawing
from roundbook.ledger.record.draws import secret as secret_of
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.divisions import pods_for, pool_name
from roundbook.ledger.rulesets.ruleset import PENALTIES
from roundbook.ledger.state.pools import brackets_of, pool_of
from roundbook.ledger.state.rounds import due, planned_rounds, rounds_missed, rounds_started
from roundbook.ledger.state.tournament import Player, Tournament
from roundbook.ledger.terms import (
    Bye,
    ByeKind,
    Division,
    MatchId,
    Pairing,
    PlayerId,
    Pool,
    Result,
    Score,
    Verdict,
    no_show,
)
from roundbook.ledger.validators.elimination import winner
from roundbook.ledger.verdicts.contradictions import most_games
from roundbook.ledger.verdicts.decide import ruling
from roundbook.projections import drafts
from roundbook.projections.judging import deck_checks
from tests.scripts import DRAWS, SEED, commitment, new_desk, opening

POSTED_AT = datetime(2026, 3, 7, 12, tzinfo=UTC)

SWISS = (
    Result(verdict=Verdict.FIRST),
    Result(verdict=Verdict.FIRST, games=Score(2, 1)),
    Result(verdict=Verdict.SECOND),
    Result(verdict=Verdict.SECOND, games=Score(0, 2)),
    Result(verdict=Verdict.TIE),
    Result(verdict=Verdict.TIE, games=Score(1, 1, 1)),
    Result(verdict=Verdict.DOUBLE_LOSS),
    Result(verdict=Verdict.UNPLAYED),
    no_show("first"),
    no_show("both"),
)
ELIMINATION = (SWISS[0], SWISS[1], SWISS[2], SWISS[3])
TIME_CALLED = (
    Facts(time=TimeCalled.BETWEEN_GAMES),
    Facts(games=(GameEnd.SECOND,), time=TimeCalled.BETWEEN_GAMES),
    Facts(
        games=(GameEnd.FIRST, GameEnd.SECOND_BY_SUDDEN_DEATH),
        under_way=UnderWay.GAME,
        time=TimeCalled.IN_TURN,
        last_turn_ended=True,
        away=Away.FIRST,
    ),
)
"""Facts of Swiss matches that ended by the clock."""

Thing = TypeVar("Thing")

Meddle = Callable[["Event"], None]
"""What a test does between any two acts of an event."""


@st.composite
def tournaments(draw: st.DrawFn) -> list[Entry]:
    """Return the entries of a lawful tournament, from the opening on."""
    return simulate(draw(dice())).desk.entries


class Dice(Random):
    """Dice whose throws Hypothesis has drawn: it shrinks them one by one, to the quietest event.

    A throw of 0 is the first of several and the least of several numbers, and whatever only may
    happen does not. After the last throw that was drawn all are 0. They come as one piece of bytes:
    dice that Hypothesis throws one by one take twice the time of the whole law.
    """

    def __init__(self, throws: bytes) -> None:
        super().__init__(0)
        self._throws, self._at = throws, 0

    def __repr__(self) -> str:
        return f"Dice({self._throws.rstrip(bytes(1))!r})"

    def _randbelow(self, n: int) -> int:
        width = 1 if n <= 256 else 4
        thrown = self._throws[self._at : self._at + width]
        self._at += width
        return int.from_bytes(thrown, "little") % n

    def random(self) -> float:
        """Return a number below 1; that of 0 is the greatest, so nothing happens that only may."""
        return (255 - self._randbelow(256)) / 256

    def sample(self, population: Sequence[Thing], k: int, **_: object) -> list[Thing]:
        """Return some of several, without throwing until others come."""
        found = list(population)
        self.shuffle(found)
        return found[:k]


def dice() -> st.SearchStrategy[Dice]:
    """Return dice for an event: mostly as many throws as a long one needs, sometimes few."""
    sizes = st.sampled_from((64, 256, 1024, 1024))
    return sizes.flatmap(lambda size: st.binary(min_size=size, max_size=size)).map(Dice)


def simulate(chance: Random, meddle: Meddle = lambda _: None) -> "Event":
    """Run an event from the opening to the close, or to the point where it is left."""
    event = Event(chance, meddle)
    event.begin()
    event.swiss(chance.randint(1, 4))
    if event.perhaps(6):
        event.second_day()
    if chance.random() < 0.6:
        event.cuts()
    if event.chance.random() < 0.5:
        event.post(ev.TournamentClosed())
        event.afterwards()
    return event


class Event:
    """An event while it is run: a desk, and the dice that decide what happens next."""

    def __init__(self, chance: Random, meddle: Meddle) -> None:
        self.chance = chance
        self.desk = new_desk()
        self._meddle = meddle
        self._busy = False

    @property
    def t(self) -> Tournament:
        return self.desk.tournament

    def post(self, *events: ev.AnyEvent) -> None:
        """Let something happen, and then let the test meddle."""
        self.desk.post(*events)
        if not self._busy:
            self._busy = True
            self._meddle(self)
            self._busy = False

    def perhaps(self, one_in: int) -> bool:
        return self.chance.randrange(one_in) == one_in - 1

    # --- before the first round ------------------------------------------------------------------

    def begin(self) -> None:
        self.post(opening())
        self.post(
            ev.AnnouncementMade(rounds=4, cut=dict.fromkeys(Division, 0), prizes=0, minutes=45)
        )
        if self.perhaps(5):  # Two pods, of six each.
            players = [Division.SENIOR, Division.MASTERS] * 6
        else:
            ages = self.chance.choice([[Division.MASTERS], [*Division][1:3], [*Division][:3]])
            players = [self.chance.choice(ages) for _ in range(self.chance.randint(2, 9))]
        for division in players:
            self.register(division)
        for player in [one.id for one in self.t.players.values() if not one.out]:
            if self.perhaps(8):
                self.post(ev.ByeAwarded(player=player, round=self.chance.randint(1, 3)))
            if self.perhaps(5):
                self.post(ev.PlayerCheckedIn(player=player))
                if self.perhaps(4):
                    self.post(ev.CheckInUndone(player=player))
            if self.perhaps(4):
                bound = commitment(f"the deck of {player}")
                self.post(
                    ev.DeckRegistered(player=player, commitment=bound, format="sealed", cards=40)
                )
        self.form_pods()
        if self.perhaps(6):
            self.draft()

    def register(self, division: Division) -> None:
        player = self.next_player()
        self.post(
            ev.PlayerRegistered(player=player, division=division, commitment=commitment(player))
        )

    def draft(self) -> None:
        """Let seats be drawn, perhaps again."""
        for reason in (None, "A chair was missing.")[: self.chance.randint(1, 2)]:
            secret = secret_of(SEED, DRAWS, self.t.draws + 1)
            self.post(drafts.draw(self.t, draft=Draft.BOOSTER, secret=secret, reason=reason))

    def next_player(self) -> PlayerId:
        return PlayerId(f"p{self.t.last_number + 1}")

    def form_pods(self) -> None:
        ages = [player.division for player in self.t.players.values() if not player.out]
        pods = pods_for({age: ages.count(age) for age in Division}, self.desk.rules)
        self.post(ev.PodsFormed(pods={pool_name(pod): pod for pod in pods}))

    # --- Swiss -----------------------------------------------------------------------------------

    def swiss(self, rounds: int) -> None:
        for number in range(1, rounds + 1):
            going_on = [p for p in sorted(self.t.pods) if self.t.latest.get(p, 0) == number - 1]
            playing = [pool for pool in going_on if self.play(pool, number)]
            self.report(playing, SWISS)
            self.come_and_go()
            self.judge()
            if not playing:
                return

    def second_day(self) -> None:
        """Let some of each pool play one round more, on a second day."""
        pools = [pool for pool in sorted(self.t.pods) if self.t.latest.get(pool)]
        for pool in pools:
            after = self.t.latest[pool]
            inside = due(self.t, pool, after + 1)
            if len(inside) < 2 or not self.t.rounds[pool, after].started:
                continue
            taken = self.chance.sample(inside, self.chance.randint(2, len(inside)))
            self.post(
                ev.DayTwoMade(pool=pool, after=after, players=tuple(taken)),
                ev.RoundsSet(pool=pool, rounds=after + 1),
            )
            if self.play(pool, after + 1):
                self.report([pool], SWISS)
        self.come_and_go()

    def play(self, pool: Pool, number: int) -> bool:
        """Pair a round and start it, after a change of mind or two; False if none can be paired."""
        for _ in range(4):
            paired = self.pairing(pool, number)
            if paired is None:
                if (pool, number) in self.t.rounds:
                    self.withdraw(pool, number)
                return False
            self.post(self.perhaps_as_repair(paired))
            if self.perhaps(6):
                self.withdraw(pool, number)
                continue
            if self.perhaps(6):
                sheet = self.chance.choice(list(ev.PostedSheet))
                paper = self.chance.choice([None, *ev.Paper])
                printed = ev.Printed(paper=paper, at=POSTED_AT) if paper else None
                posted = ev.RoundPosted(pool=pool, round=number, sha256="0" * 64, sheet=sheet)
                self.post(replace(posted, printed=printed))
            if self.perhaps(6):
                self.come_and_go()
            try:
                self.post(ev.RoundStarted(pool=pool, round=number))
            except Refused as refused:
                assert refused.violations[0].rule == "seats-changed"  # noqa: PT017
            else:
                return True
        if (pool, number) in self.t.rounds:
            self.withdraw(pool, number)
        return False

    def withdraw(self, pool: Pool, number: int) -> None:
        self.post(ev.RoundWithdrawn(pool=pool, round=number, reason="It was too early."))

    def pairing(self, pool: Pool, number: int) -> ev.RoundPaired | None:
        """Return a lawful round, any one; none if there is none."""
        players = due(self.t, pool, number)
        in_cut = pool in self.t.cuts
        awarded = [p for p in players if number in self.t.awarded.get(p, ()) and not in_cut]
        rest = [player for player in players if player not in awarded]
        self.chance.shuffle(rest)
        met = set() if in_cut else self.met(pool, number)
        free = rest if in_cut else [p for p in rest if not self.had_bye(p, pool, number)]
        for bye in free if len(rest) % 2 else [None]:
            pairs = matched([player for player in rest if player != bye], met)
            if pairs is not None and (pairs or awarded or bye):
                drawn = [Bye(bye)] if bye else []
                return ev.RoundPaired(
                    pool=pool,
                    round=number,
                    pairings=tuple(pairs),
                    tables=self.tables(pool, len(pairs)),
                    byes=(*(Bye(player, ByeKind.AWARDED) for player in awarded), *drawn),
                    reason="As the dice fell.",
                )
        return None

    def perhaps_as_repair(self, paired: ev.RoundPaired) -> ev.Seating:
        """Return a round as the repair of the one that waits, which no longer seats who is in."""
        before = self.t.rounds.get((paired.pool, paired.round))
        if before is None or self.perhaps(2):
            return paired
        old = {frozenset(pair): match.table for match, pair in before.matches()}
        free = (table for table in self.tables(paired.pool, 99) if table not in before.tables)
        tables = tuple(old.get(frozenset(pair)) or next(free) for pair in paired.pairings)
        return as_repair(replace(paired, tables=tables))

    def met(self, pool: Pool, number: int) -> set[frozenset[PlayerId]]:
        again = {frozenset(pair) for m, pair in self.t.matches.items() if m[:2] == (pool, number)}
        return have_met(self.t, pool) - again

    def had_bye(self, player: PlayerId, pool: Pool, number: int) -> bool:
        now = self.t.rounds.get((pool, number))
        here = [bye.player for bye in now.byes] if now else []
        return sum(byes_had(self.t, player, kind) for kind in ByeKind) > here.count(player)

    def tables(self, pool: Pool, number: int) -> tuple[int, ...]:
        """Return tables that no other pool of the event ever uses."""
        first = 100 * (1 + [*sorted(self.t.pods), *sorted(self.t.cuts)].index(pool))
        return tuple(range(first, first + number))

    def report(self, pools: Sequence[Pool], results: Sequence[Result]) -> None:
        """Let the slips of these pools come in, in any order."""
        slips = [m for m in self.t.matches if m.pool in pools and m not in self.t.results]
        self.chance.shuffle(slips)
        for match in slips:
            if match in self.t.results:
                continue
            if self.perhaps(9):
                self.post(ev.TimeExtended(match=match, minutes=3, informed_by="h1"))
            if self.perhaps(9):
                self.post(ev.JudgeCalled(match=match, player=self.t.matches[match][0]))
                self.post(ev.CallTaken(match=match))
                self.post(ev.CallEnded(match=match))
                self.post(ev.MessageSent(text="Look at the slip.", match=match))
            self.end(match, results)
            if self.perhaps(6):
                self.correct(match, results)

    def end(self, match: MatchId, results: Sequence[Result]) -> None:
        """Report a match: now and then with the facts that a judge saw, as the tables say."""
        facts = self.chance.choice(TIME_CALLED) if results is SWISS and self.perhaps(5) else None
        found = ruling(facts).result if facts else None
        if facts and found:
            ended = ev.MatchEnded(match=match, facts=facts)
            self.post(ended, ev.ResultReported(match=match, result=found))
            return
        self.post(ev.ResultReported(match=match, result=self.chance.choice(results)))

    def correct(self, match: MatchId, results: Sequence[Result]) -> None:
        others = [result for result in results if result != self.t.results[match]]
        wrong = "The slip was read upside down."
        fixed = ev.ResultCorrected(match=match, result=self.chance.choice(others), reason=wrong)
        if match in self.t.endings:
            began = most_games(self.t.endings[match].facts)
            more = sum(fixed.result.games or ()) > began
            rule = "game-not-started" if more else "verdict-differs"
            leave = Override(rule=rule, reason=wrong, official="organiser")
            fixed = replace(fixed, override=leave)
        self.post(fixed)

    def may_join(self, pool: Pool) -> bool:
        """Tell whether somebody may come late: round 1 has started, and a round is left (A-59)."""
        started, planned = rounds_started(self.t, pool), planned_rounds(self.t, pool)
        gone_on = pool in self.t.day_two or brackets_of(self.t, self.t.pods[pool][0])
        return 0 < started < (planned or started + 1) and not gone_on

    def come_and_go(self) -> None:
        """Let somebody come late, leave or come back, or nobody."""
        inside = [player for player in self.t.players.values() if not player.out]
        outside = [player for player in self.t.players.values() if self.may_return(player)]
        pools = [pool for pool in sorted(self.t.pods) if self.may_join(pool)]
        if pools and self.perhaps(4):
            pool = self.chance.choice(pools)
            player = self.next_player()
            self.post(
                ev.LatePlayerAdmitted(
                    player=player,
                    division=self.t.pods[pool][0],
                    commitment=commitment(player),
                    losses=rounds_started(self.t, pool),
                    informed_by="h1",
                )
            )
        if len(inside) > 2 and self.perhaps(4):
            won = {winner(self.t, pool) for pool in self.t.cuts}
            leaver = self.chance.choice([player for player in inside if player.id not in won])
            playing = [pool for pool, cut in self.t.cuts.items() if leaver.id in cut.seeds]
            swiss = pool_of(self.t, leaver)
            after = max(rounds_started(self.t, pool) for pool in (swiss, *playing) if pool)
            if self.perhaps(4):
                wrong = "He hid a card."
                self.post(ev.PlayerDisqualified(player=leaver.id, after=after, reason=wrong))
            else:
                self.post(ev.PlayerDropped(player=leaver.id, after=after))
        if outside and self.perhaps(3):
            back = self.chance.choice(outside).id
            missed = rounds_missed(self.t, self.desk.rules, back)
            self.post(ev.PlayerReinstated(player=back, reason="The bus was late.", missed=missed))

    def may_return(self, player: Player) -> bool:
        """Whoever left a bracket stays beaten once its next round has started (A-50)."""
        pools = [pool for pool, cut in self.t.cuts.items() if player.id in cut.seeds]
        return player.after is not None and all(
            rounds_started(self.t, pool) <= player.after for pool in pools
        )

    def judge(self) -> None:
        """Let a judge look at a deck, make a proxy, or give a penalty and perhaps take it back."""
        players = [player.id for player in self.t.players.values() if not player.out]
        if self.perhaps(3) and players and self.t.revealed < DRAWS:
            secret = drawing.secret(SEED, DRAWS, self.t.revealed + 1)
            self.post(deck_checks.draw(self.t, asked=self.chance.randint(1, 3), secret=secret))
        for player in players:
            if self.perhaps(8):
                items = dict.fromkeys(CheckItem, OK)
                self.post(ev.DeckChecked(player=player, items=items, counted=60))
            if self.perhaps(12):
                penalty = self.chance.choice([Penalty(one) for one in PENALTIES])
                self.post(ev.PenaltyIssued(player=player, penalty=penalty, infraction="Slow."))
            if self.perhaps(20):
                known = commitment((player, self.t.seq))
                self.post(ev.PlayerAmended(player=player, commitment=known, reason="Misspelt."))
            if self.perhaps(20):
                self.post(ev.ProxyMade(player=player, card="Gust", reason="Bent.", kept=True))
        for seq, player in list(self.t.penalties):
            if self.perhaps(10):
                self.post(ev.PenaltyWithdrawn(player=player, entry=seq, reason="It was another."))

    # --- the cut ---------------------------------------------------------------------------------

    def cuts(self) -> None:
        for age in sorted({player.division for player in self.t.players.values()}):
            if self.perhaps(5) or not any(
                age in pod and self.t.latest.get(pool) for pool, pod in self.t.pods.items()
            ):
                continue  # This division ends after Swiss.
            seeds = [p.id for p in self.t.players.values() if p.division == age and not p.out]
            size = 1 << (min(len(seeds), 8).bit_length() - 1) if seeds else 0
            if size < 2:
                continue
            self.chance.shuffle(seeds)
            pool = Pool(f"{age.lower()}-cut")
            few = Override(rule="cut-too-large", reason="They are few.", official="organiser")
            made = ev.CutMade(division=age, pool=pool, seeds=tuple(seeds[:size]), reason="So many.")
            self.post(replace(made, override=few))
        for _ in range(3):
            playing = []
            for pool in sorted(self.t.cuts):
                number = self.next_number(pool)
                if len(due(self.t, pool, number)) > 1 and self.play(pool, number):
                    playing.append(pool)
            self.report(playing, ELIMINATION)

    def afterwards(self) -> None:
        """Let somebody ask for the results, and a family for the name of a player to go."""
        if self.perhaps(3):
            self.post(ev.RequestRecorded(number=1, source="the sanctioning body"))
            self.post(ev.RequestAnswered(number=1, sha256="0" * 64, size=9))
        if self.perhaps(3):
            who = self.chance.choice(list(self.t.players))
            self.post(ev.PeopleErased(players=(who,), reason="The parents asked."))

    def next_number(self, pool: Pool) -> int:
        swiss = [p for p, ages in self.t.pods.items() if self.t.cuts[pool].division in ages]
        return 1 + (self.t.latest.get(pool) or max(self.t.latest.get(p, 0) for p in swiss))


def matched(players: Sequence[PlayerId], met: set[frozenset[PlayerId]]) -> list[Pairing] | None:
    """Return pairings of everybody without a rematch; none if there are none."""
    if not players:
        return []
    first, *others = players
    for second in others:
        if frozenset((first, second)) not in met:
            rest = matched([player for player in others if player != second], met)
            if rest is not None:
                return [Pairing(first, second), *rest]
    return None


def byes_had(t: Tournament, player: PlayerId, kind: ByeKind) -> int:
    """Return how many byes of a kind a player has had in Swiss (TOP §3.1)."""
    return sum(
        bye.player == player and bye.kind == kind
        for paired in t.rounds.values()
        if paired.pool not in t.cuts
        for bye in paired.byes
    )


def have_met(t: Tournament, pool: Pool) -> set[frozenset[PlayerId]]:
    """Return every pair of players that has been paired in a pool, in any round that stands."""
    return {frozenset(pair) for match, pair in t.matches.items() if match.pool == pool}
