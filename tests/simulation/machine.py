"""A whole event of one style through random commands, lawful and unlawful, as Hypothesis picks."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import event, note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from roundbook.ledger.errors import Refused, Violation
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.record.entry import Entry, from_line, to_line
from roundbook.ledger.state.lock import chose_day_two, latest_paired_after, seeded_by
from roundbook.ledger.state.pools import brackets_of
from roundbook.ledger.state.rounds import planned_rounds, rounds_missed, rounds_started, under_way
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, PlayerId, Result
from roundbook.ledger.validators.checks import Checks
from roundbook.projections.standings.standings import standings
from tests.simulation import reckoning
from tests.simulation.floor import CHECKS, WHY, Floor, Kind
from tests.simulation.test_reckoning import in_tiers, over
from tests.simulation.wrongs import WRONGS, Wrong

PICKS = st.integers(0, 999)
AT_ONCE = 8
"""So many wrongs are tried one after the other; each is refused, and changes nothing."""
LEAST, MOST = 3, 14
"""Nobody leaves of so few, and nobody joins so many: a small event shows as much."""


class Machine(RuleBasedStateMachine):
    """An event of the style of `kind`; it is played to its close when Hypothesis is done with it.

    What is lawful has to happen. What is unlawful has to be refused by its rule and leave no trace.
    In the end a review of the ledger finds what officials let pass, and nothing else.
    """

    def __init__(self, kind: Kind, chain: str) -> None:
        super().__init__()
        self.kind, self.chain = kind, chain
        self.floor: Floor | None = None

    @property
    def f(self) -> Floor:
        assert self.floor is not None
        return self.floor

    @initialize(field=PICKS)
    def begin(self, field: int) -> None:
        players = self.kind.fields[field % len(self.kind.fields)]
        self.floor = Floor(self.kind, players, chain=self.chain)

    def running(self) -> bool:
        return self.floor is not None and self.floor.t.closed is None

    # --- people ----------------------------------------------------------------------------------

    @precondition(lambda self: self.running() and not under_way(self.f.t))
    @rule(pick=PICKS)
    def register(self, pick: int) -> None:
        crowd = len(self.f.t.players) >= max(MOST, len(self.kind.fields[0]) + 2)
        if crowd or (self.f.t.drafts and self.f.t.pods):
            return
        self.join(pick, ev.PlayerRegistered)

    @precondition(lambda self: self.running() and under_way(self.f.t) and not self.f.pure)
    @rule(pick=PICKS, left_off=st.booleans())
    def come_late(self, pick: int, left_off: bool) -> None:
        if len(self.f.t.players) >= max(MOST, len(self.kind.fields[0]) + 2):
            return
        if left_off:
            self.join(pick, ev.PlayerRegistered, losses=0, reason="On the paper list.")
        else:
            self.join(pick, ev.LatePlayerAdmitted, losses=0, informed_by="h1")

    def join(self, pick: int, make: Callable[..., ev.AnyEvent], **facts: object) -> None:
        ages = sorted({age for field in self.kind.fields for age in field})
        found = self.f.arrives(ages[pick % len(ages)], make, **facts)
        if found is None or ("losses" in facts and not found[1]):
            return  # Nobody of this age has begun to play.
        joins, rounds = found
        assert isinstance(joins, ev.Joining)
        t = self.f.t
        pool = joins.pool or next((p for p, ages in t.pods.items() if joins.division in ages), None)
        late = "losses" in facts
        if late and pool:
            planned = planned_rounds(t, pool)
            if pool in t.day_two or brackets_of(t, joins.division) or rounds >= (planned or 99):
                return  # No round is left to play.
        closed = late and self.kind.points and rounds >= self.f.rules.late_entry_until_round
        self.f.do(joins, waive="late-entry-closed" if closed else None)

    @precondition(lambda self: self.running())
    @rule(pick=PICKS, disqualified=st.booleans())
    def leave(self, pick: int, disqualified: bool) -> None:
        inside = self.f.inside()
        player = inside[pick % len(inside)]
        if len(inside) > LEAST and not self.f.has_won(player):
            self.f.leave(player, disqualified=disqualified)

    @precondition(lambda self: self.running() and self.f.outside())
    @rule(pick=PICKS)
    def come_back(self, pick: int) -> None:
        outside = [player for player in self.f.outside() if self.f.may_return(player)]
        if outside:
            back = outside[pick % len(outside)]
            missed = rounds_missed(self.f.t, self.f.rules, back)
            self.f.do(ev.PlayerReinstated(player=back, reason="The bus was late.", missed=missed))

    @precondition(lambda self: self.running() and not self.f.pure)
    @rule(pick=PICKS)
    def tag_or_untag(self, pick: int) -> None:
        player = PlayerId(f"p{1 + pick % len(self.f.t.players)}")
        kind = ev.LateTagCleared if self.f.t.players[player].late else ev.LateTagSet
        self.f.do(kind(player=player, reason=WHY))

    @precondition(lambda self: self.running() and not self.f.pure)
    @rule(pick=PICKS, ahead=st.integers(1, 2))
    def award(self, pick: int, ahead: int) -> None:
        inside = self.f.inside()
        if not inside or 4 * len(self.f.t.awarded) >= len(inside):
            return
        player = inside[pick % len(inside)]
        pool = self.f.pool(player)
        number = (self.f.t.latest.get(pool, 0) if pool else 0) + ahead
        had = number in self.f.t.awarded.get(player, ())
        if not had and number <= ((planned_rounds(self.f.t, pool) if pool else None) or 3):
            swiss = [each for each in self.f.t.rounds.values() if each.pool not in self.f.t.cuts]
            byes = {bye.player for paired in swiss for bye in paired.byes}
            had_one = player in byes or player in self.f.t.awarded
            second = had_one and self.f.rules.byes_each is not None
            award = ev.ByeAwarded(player=player, round=number)
            self.f.do(award, waive="second-bye" if second else None)

    @precondition(lambda self: self.floor is not None)
    @rule()
    def make_a_note(self) -> None:
        self.f.do(ev.NoteMade(text="The hall was cold."))

    @precondition(lambda self: self.running())
    @rule()
    def add_entropy(self) -> None:
        self.f.do(ev.EntropyAdded(text="3 14 15 92 65", source="a die"))

    # --- rounds ----------------------------------------------------------------------------------

    @precondition(lambda self: self.running() and self.f.ready())
    @rule(pick=PICKS, by_hand=st.booleans())
    def pair(self, pick: int, by_hand: bool) -> None:
        ready = self.f.ready()
        pool = ready[pick % len(ready)]
        made = self.f.by_hand(pool) if by_hand and pool in self.f.t.pods else None
        if made:
            self.f.do(made)
        elif not self.f.pair(pool):
            self.f.given_up.add(pool)

    @precondition(lambda self: self.running() and self.f.waiting())
    @rule(pick=PICKS, how=st.sampled_from(["start", "repair", "again", "withdraw", "settle"]))
    def act_on_what_waits(self, pick: int, how: str) -> None:
        waiting = self.f.waiting()
        paired = waiting[pick % len(waiting)]
        anew, fresh = self.f.may_be_made_anew(paired), self.f.is_chosen(paired.pool)
        match how:
            case "start" if self.f.fits(paired):
                self.f.start(paired)
            case "repair" if anew:
                self.f.repair(paired)
            case "again" if anew and fresh and paired.pool not in self.f.t.cuts:
                self.f.pair_again(paired)
            case "withdraw":
                self.f.withdraw(paired)
            case "settle" if anew and paired.pool not in self.f.t.cuts:
                self.f.settle(paired)
            case _:
                pass

    # --- results ---------------------------------------------------------------------------------

    @precondition(lambda self: self.running() and self.f.open())
    @rule(pick=PICKS, how=PICKS)
    def report(self, pick: int, how: int) -> None:
        match = self.f.open()[pick % len(self.f.open())]
        self.f.report(match, self.result(match, how))

    @precondition(lambda self: self.running() and self.f.open())
    @rule(how=PICKS)
    def report_all(self, how: int) -> None:
        for number, match in enumerate(self.f.open()):
            if match in self.f.open():
                self.f.report(match, self.result(match, how + number * (how % 5)))

    def result(self, match: MatchId, how: int) -> Result:
        results = self.f.results_of(match)
        return results[how % len(results)]

    @precondition(lambda self: self.running() and self.f.t.results)
    @rule(pick=PICKS, how=PICKS, take_back=st.booleans())
    def correct(self, pick: int, how: int, take_back: bool) -> None:
        """Correct what is not locked; what has seeded a bracket only as an official allows it."""
        t = self.f.t
        matches = [m for m in sorted(t.results) if latest_paired_after(t, m) < m.round + 2]
        matches = [m for m in matches if m.pool not in t.cuts or not self.moved_on(m)]
        if not matches:
            return
        match = matches[pick % len(matches)]
        frozen = bool(seeded_by(t, match)) or chose_day_two(t, match)
        waive = "seeding-frozen" if frozen else None
        result = self.result(match, how)
        if take_back:
            self.f.do(ev.ResultWithdrawn(match=match, reason=WHY), waive=waive)
        elif result != t.results[match]:
            waive = waive or self.f.nobody_wins(match, result)
            self.f.do(ev.ResultCorrected(match=match, result=result, reason=WHY), waive=waive)

    def moved_on(self, match: MatchId) -> bool:
        return rounds_started(self.f.t, match.pool) > match.round

    # --- after Swiss, and the end ----------------------------------------------------------------

    @precondition(lambda self: self.running() and self.f.cuts_due())
    @rule()
    def cut(self) -> None:
        self.f.make_cut(self.f.cuts_due()[0])

    @precondition(lambda self: self.running() and self.f.days_to_choose_again())
    @rule()
    def choose_again(self) -> None:
        self.f.choose_again(self.f.days_to_choose_again()[0])

    @precondition(lambda self: self.running() and self.f.cuts_to_make_again())
    @rule()
    def cut_again(self) -> None:
        self.f.make_cut(self.f.cuts_to_make_again()[0])

    @precondition(lambda self: self.running())
    @rule(how=PICKS)
    def close(self, how: int) -> None:
        """Close now and then; what is owed holds it up, all of it, and nothing else does."""
        if owed := self.f.owed():
            with pytest.raises(Refused) as caught:
                self.f.desk.rehearse([lambda _: [ev.TournamentClosed()]])
            assert list(dict.fromkeys(v.rule for v in caught.value.violations)) == owed
        if how % 10 == 0 and not self.f.open() and not self.f.waiting():
            self.f.close()

    @precondition(lambda self: self.floor is not None and self.floor.t.closed)
    @rule()
    def reopen(self) -> None:
        self.f.do(ev.TournamentReopened(reason="A slip was found."))

    @precondition(lambda self: self.running())
    @rule(steps=st.integers(1, 12), how=PICKS)
    def go_on(self, steps: int, how: int) -> None:
        """Do what comes next on the way to the close, several times."""
        for step in range(steps):
            which = how + step * (how % 5)
            if not self.f.next_step(partial(self.result, how=which)):
                return

    # --- what is not allowed ---------------------------------------------------------------------

    @precondition(lambda self: self.running())
    @rule(first=st.integers(0, len(WRONGS) - 1), pick=PICKS)
    def try_what_is_wrong(self, first: int, pick: int) -> None:
        for number in range(first, first + AT_ONCE):
            self.refused(WRONGS[number % len(WRONGS)], pick)

    def refused(self, wrong: Wrong, pick: int) -> None:
        events = wrong.write(self.f, pick)
        if events:
            event(f"{wrong.name}: {wrong.rule}")
            self.refuse(*events, rule=wrong.rule)

    @precondition(lambda self: self.floor is not None and self.floor.t.closed)
    @rule(pick=PICKS)
    def try_something_after_the_close(self, pick: int) -> None:
        player = PlayerId(f"p{1 + pick % len(self.f.t.players)}")
        tried = (
            ev.PlayerReinstated(player=player, reason=WHY),
            ev.PlayerDropped(player=player, after=0),
            ev.EntropyAdded(text="1", source="a die"),
            ev.TournamentClosed(),
            ev.AnnouncementMade(rounds=1),
        )
        self.refuse(tried[pick % len(tried)], rule="tournament-closed")

    def refuse(self, *events: ev.AnyEvent, rule: str) -> None:
        desk, tried = self.f.desk, len(self.f.attempts)
        before = list(map(to_line, desk.entries))
        with pytest.raises(Refused) as caught:
            desk.post(*events)
        found = [violation.rule for violation in caught.value.violations]
        assert found[:1] == [rule], f"{events}: {found}: {caught.value.message}"
        assert list(map(to_line, desk.entries)) == before
        assert [attempt.rule for attempt in self.f.attempts[tried:]] == [rule]

    # --- what always holds -----------------------------------------------------------------------

    @invariant()
    def the_desk_has_followed_every_entry(self) -> None:
        if self.floor is not None:
            assert self.f.t.seq == len(self.f.desk.entries)

    def teardown(self) -> None:
        if self.floor is None:
            return
        note(f"the end begins at entry {self.f.t.seq}")
        self.judge_what_was_refused()
        self.finish()
        entries = [from_line(to_line(e), e.seq) for e in self.f.desk.entries]
        assert vars(Tournament.replay(entries)) == vars(self.f.t)
        self.review(entries)
        self.reckon(entries)
        super().teardown()

    def finish(self) -> None:
        """Play on to the close by lawful acts alone; at each step something is tried in vain."""
        begun = self.f.t.seq
        for step in self.f.to_the_close(lambda m: self.result(m, m.table + 2 * m.round)):
            for number in range(step * AT_ONCE, (step + 1) * AT_ONCE):
                self.refused(WRONGS[(begun + number) % len(WRONGS)], number)

    def judge_what_was_refused(self) -> None:
        """A ledger into which the last refused command was written all the same is found out."""
        # An act that was refused before it named any event has left nothing to judge.
        for tried in [attempt for attempt in self.f.attempts if attempt.events][-1:]:
            entries = [e for e in self.f.desk.entries if e.seq <= tried.after]
            entry = Entry(
                seq=tried.after + 1,
                at=tried.at,
                hand=tried.hand,
                cmd="forged",
                prev=self.f.desk.leaf(tried.after),
                events=tried.events,
            )
            found = [v.rule for v in self.reviewed([*entries, entry]) if v.seq == entry.seq]
            assert found[:1] == [tried.rule]

    def reviewed(self, entries: list[Entry]) -> list[Violation]:
        return list(Checks(CHECKS).review(entries, self.f.rules))

    def review(self, entries: list[Entry]) -> None:
        """A review finds exactly what officials let pass."""
        found = self.reviewed(entries)
        assert [v for v in found if not v.overridden] == []
        assert sorted({(v.seq, v.rule) for v in found}) == sorted(self.f.waived)

    def reckon(self, entries: list[Entry]) -> None:
        """The places are those of a reckoning from the lines, where a bracket was played out."""
        t, lines = self.f.t, [to_line(entry) for entry in entries]
        told = reckoning.Event(lines)
        left = any(t.players[seed].out for cut in t.cuts.values() for seed in cut.seeds)
        left |= self.f.pure and any(player.out for player in t.players.values())
        if self.kind.edition != "play-2017" or told.second_day or left:
            return
        if not all(over(told, pool) for pool in told.cuts):
            return
        event("reckoned")
        with TemporaryDirectory() as folder:
            (Path(folder) / "ledger.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
            placed, reckoned = standings(t, self.f.rules), reckoning.places(Path(folder))
        assert in_tiers(placed) == reckoned, f"{in_tiers(placed)}: {reckoned}"
