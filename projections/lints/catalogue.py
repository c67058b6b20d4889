"""Everything that is looked for, in the order in which it is shown."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from typing import NamedTuple

from msgspec import Struct

from ledger.events import catalogue as ev
from ledger.events.catalogue import AnyEvent
from ledger.events.event import Override

# What an auditor wants to see though it breaks no rule, and what it is looked for in.
from ledger.phrases import counted
from ledger.record.entry import Attempt, Entry, each_event
from ledger.rulesets.ruleset import Ruleset
from ledger.state.round_names import named
from ledger.state.tournament import Tournament
from ledger.terms import ByeKind, MatchId, PlayerId, Pool
from ledger.validators.checks import Checks
from projections.audits import CLOSING
from projections.compare.pairing_quality import Verdict, judge


class Remark(Struct, frozen=True, kw_only=True):
    """Something to look at: by which lint, at which entry, in one sentence.

    Of a refused command, which has no entry, `seq` is the last entry before it.
    """

    lint: str
    seq: int
    message: str


class Case(Struct, frozen=True, kw_only=True):
    """A ledger to be looked through: its entries, what they tell, the rules, what was refused."""

    entries: tuple[Entry, ...]
    t: Tournament
    rules: Ruleset
    attempts: tuple[Attempt, ...] = ()

    def acts(self) -> Iterator[tuple[Entry, AnyEvent]]:
        """Yield every event that was done here, with its entry; what a file tells has no clock."""
        for entry, event in each_event(self.entries):
            if event.told is None:
                yield entry, event


Seen = Iterator[tuple[int, str]]
"""What a lint yields: the number of an entry, and the sentence on it."""

Look = Callable[[Case], Seen]


class Lint(NamedTuple):
    """One thing that is looked for. The function is its name, its docstring the reason."""

    look: Look

    @property
    def name(self) -> str:
        """The name for people: `written-at-night`."""
        name: str = getattr(self.look, "__name__", "")
        return name.replace("_", "-")

    @property
    def reason(self) -> str:
        """Why somebody should look: the first sentence of the docstring."""
        return (self.look.__doc__ or "").strip().partition("\n")[0]


# What the hands show: overrides, corrections of one's own, changes at the wrong moment.

FREQUENT = 3
"""How often one rule is overridden before it is a habit."""

FEWEST_WORDS = 3
"""A reason with fewer words gives none."""

AGAIN = 2
"""How many changes of one result are too many."""

SHORTLY = timedelta(minutes=15)
"""A result that changes so soon before a cut was changed with the standings in view."""

NOTABLE = frozenset(
    {
        "result-locked",
        "seeding-frozen",
        "cut-result-final",
        "tournament-closed",
        "reopen-not-organiser",
    }
)
"""The rules that guard what is settled: anyone who ran into them wanted to change it."""

_Change = ev.ResultCorrected | ev.ResultWithdrawn
_Result = ev.ResultReported | _Change
_Weighty = _Result | ev.Seating | ev.RoundWithdrawn | ev.CutMade | ev.DayTwoMade | ev.LateTagCleared


def unexplained_override(case: Case) -> Seen:
    """Anyone who overrides a rule owes a reason that somebody else can follow.

    A reason of fewer than three words.
    """
    for seq, override in _overrides(case):
        if len(override.reason.split()) < FEWEST_WORDS:
            yield seq, f'{override.named} was overridden because: "{override.reason}".'


def frequent_overrides(case: Case) -> Seen:
    """A rule that is overridden again and again is not a rule at this event.

    The same rule three times; told at the third.
    """
    times: Counter[str] = Counter()
    for seq, override in _overrides(case):
        times.update(override.rules)
        for rule in override.rules:
            if times[rule] == FREQUENT:
                yield seq, f"{rule} was overridden for the third time."


def _overrides(case: Case) -> Iterator[tuple[int, Override]]:
    """Yield what was let pass, and by which entry: once for all events of an act."""
    done = ((entry.seq, event.override) for entry, event in case.acts() if event.override)
    return iter(dict.fromkeys(done))


def one_hand_both(case: Case) -> Seen:
    """A second pair of eyes did not see the correction: one hand entered both.

    Where others enter results too; a desk of one hand has no other.
    """
    hands = {e.hand.id for e, one in case.acts() if isinstance(one, _Result)}
    if len(hands) < 2:
        return
    by: dict[MatchId, str] = {}
    for entry, event in case.acts():
        if isinstance(event, ev.ResultCorrected) and by.get(event.match) == entry.hand.id:
            said = f"{entry.hand.id} entered the result of {event.match}, and its correction."
            yield entry.seq, said
        if isinstance(event, ev.ResultReported | ev.ResultCorrected):
            by[event.match] = entry.hand.id


def changed_again(case: Case) -> Seen:
    """A result that changes twice was not read from the slip.

    The second correction or withdrawal of one match, and each one after it.
    """
    times: Counter[MatchId] = Counter()
    for entry, event in case.acts():
        if isinstance(event, _Change):
            times[event.match] += 1
            if times[event.match] >= AGAIN:
                said = f"the result of {event.match} was changed {times[event.match]} times."
                yield entry.seq, said


def changed_before_cut(case: Case) -> Seen:
    """A result that changes shortly before a cut changes who is in it, with the list in view.

    A correction or withdrawal in the quarter of an hour before the cut of a player's division.
    """
    changes: defaultdict[str, list[tuple[Entry, MatchId]]] = defaultdict(list)
    for entry, event in case.acts():
        if isinstance(event, _Change):
            pair = case.t.matches.get(event.match, ())
            for age in sorted({case.t.players[p].division for p in pair if p in case.t.players}):
                changes[age].append((entry, event.match))
        elif isinstance(event, ev.CutMade):
            for change, match in changes.pop(event.division, ()):
                before = entry.at - change.at
                if before <= SHORTLY and match.pool != event.pool:
                    minutes = counted(max(0, before // timedelta(minutes=1)), "minute")
                    yield (
                        change.seq,
                        f"{match} was changed {minutes} before the cut was made.",
                    )


def refused_attempts(case: Case) -> Seen:
    """What somebody tried to change after it was settled is intent, though it came to nothing."""
    for attempt in case.attempts:
        if attempt.rule in NOTABLE:
            said = f"{attempt.hand.id} was refused by {attempt.rule}: {attempt.message}"
            yield attempt.after, said


# What the clock of the desk shows: night, delay, haste, and a clock that was set back.

NIGHT = (23, 6)
"""From this hour to that, by the clock of the venue, nobody plays."""

LONG = timedelta(hours=3)
"""Longer than any round: the results of a round are in by then."""

HASTE = timedelta(seconds=60)
"""Nobody reads a list, checks a record and finds a table in less."""


def written_at_night(case: Case) -> Seen:
    """What is written while nobody plays is written without witnesses.

    Results, pairings and cuts between 23:00 and 06:00; entries one after the other are one remark.
    """
    weighty = (
        entry
        for entry in case.entries
        if any(isinstance(event, _Weighty) and event.told is None for event in entry.events)
    )
    for by_day, run in groupby(weighty, lambda entry: NIGHT[1] <= entry.at.hour < NIGHT[0]):
        first, *more = run
        some = f"{len(more) + 1} entries were" if more else f"entry {first.seq} was"
        upto = f", the last as entry {more[-1].seq}" if more else ""
        if not by_day:
            yield first.seq, f"{some} written at night, from {first.at:%H:%M}{upto}."


def _starts(case: Case) -> dict[tuple[Pool, int], tuple[int, datetime]]:
    """Return when each round was started last, and by which entry."""
    return {
        (event.pool, event.round): (entry.seq, entry.at)
        for entry, event in case.acts()
        if isinstance(event, ev.RoundStarted)
    }


def long_after_the_round(case: Case) -> Seen:
    """A result that is entered hours after its round rests on somebody's memory.

    More than three hours after the round was started.
    """
    starts = _starts(case)
    for entry, event in case.acts():
        if not isinstance(event, _Result) or event.match[:2] not in starts:
            continue
        later = entry.at - starts[event.match[:2]][1]
        if later > LONG:
            hours = later // timedelta(hours=1)
            said = f"the result of {event.match} was entered {hours} hours after its round began."
            yield entry.seq, said


def before_the_round(case: Case) -> Seen:
    """A result that is there before its round began was not played for.

    By the order of the entries, or by the clock.
    """
    starts = _starts(case)
    for entry, event in case.acts():
        if not isinstance(event, ev.ResultReported) or event.match[:2] not in starts:
            continue
        seq, at = starts[event.match[:2]]
        if entry.seq < seq or entry.at < at:
            said = f"{event.match} was reported at {entry.at:%H:%M}; its round began at {at:%H:%M}."
            yield entry.seq, said


def clock_set_back(case: Case) -> Seen:
    """A clock that goes back makes every time after it worth less."""
    for before, after in pairwise(case.entries):
        if after.at < before.at:
            then, now = (f"{one.at:%Y-%m-%d %H:%M:%S}" for one in (before, after))
            yield (
                after.seq,
                f"entry {after.seq} was written at {now}, and the one before it at {then}.",
            )


def started_at_once(case: Case) -> Seen:
    """Players check their records while a round is posted; that takes more than seconds (TOP §4).

    A round that was started less than a minute after it was posted.
    """
    posted: dict[tuple[Pool, int], datetime] = {}
    for entry, event in case.acts():
        if isinstance(event, ev.RoundPosted) and event.sheet is ev.PostedSheet.PAIRINGS:
            posted[event.pool, event.round] = entry.at
        elif isinstance(event, ev.RoundStarted) and (event.pool, event.round) in posted:
            waited = entry.at - posted[event.pool, event.round]
            if waited < HASTE:
                seconds = max(0, int(waited.total_seconds()))
                where = named(case.t, event.pool, event.round)
                yield (
                    entry.seq,
                    f"{where} was started {counted(seconds, 'second')} after it was posted.",
                )


# What the rounds show: a second bye, a rematch, a round by hand that could have been better.


def second_bye(case: Case) -> Seen:
    """Nobody should have a second drawn bye; somebody overrode it (TOP §3.1)."""
    had: dict[tuple[PlayerId, Pool], int] = {}
    for seq, event in _standing(case):
        for bye in event.byes:
            if bye.kind is ByeKind.AWARDED:
                continue
            first = had.setdefault((bye.player, event.pool), event.round)
            if first != event.round:
                where = f"in round {event.round} of {event.pool}"
                yield seq, f"{bye.player} had a bye in round {first}, and another {where}."


def rematch_played(case: Case) -> Seen:
    """Two who have met should not meet again in Swiss; somebody overrode it (TOP §3.1)."""
    met: dict[tuple[Pool, frozenset[PlayerId]], int] = {}
    for seq, event in _standing(case):
        for pairing in event.pairings:
            first = met.setdefault((event.pool, frozenset(pairing)), event.round)
            if first != event.round:
                who = f"{pairing.first} and {pairing.second}"
                yield seq, f"{who} met in round {first}, and again in round {event.round}."


def worse_by_hand(case: Case) -> Seen:
    """A round that was paired by hand, and is not as good as it could be, favoured somebody."""
    by_hand = {seq for seq, event in _standing(case) if not event.drawn and not event.told}
    t = Tournament()
    for entry, event in each_event(case.entries):
        if entry.seq in by_hand and isinstance(event, ev.Seating) and event.pool not in case.t.cuts:
            one = judge(t, case.rules, event, entry.seq)
            if one.verdict is Verdict.WORSE:
                where = f"round {one.round} of {one.pool}"
                said = f"{where} was paired by hand; a better pairing was possible: {one.why[0]}."
                yield entry.seq, said
        t.apply(event, entry.seq)


def _standing(case: Case) -> Iterator[tuple[int, ev.Seating]]:
    """Yield the Swiss rounds that stand, as they were paired last, in order."""
    for entry, event in each_event(case.entries):
        if isinstance(event, ev.Seating) and event.pool not in case.t.cuts:
            stands = case.t.rounds.get((event.pool, event.round))
            if stands and stands.seq == entry.seq:
                yield entry.seq, event


# What the close shows.


def closed_owing(case: Case) -> Seen:
    """An event that ended before its time has places that were not played for (TOP §3.1, §3.3).

    Whether an official overrode that, or a file says so.
    """
    owing, t = Checks(CLOSING), Tournament()
    for entry in case.entries:
        for event in entry.events:
            for found in owing.judge(t, entry, event, case.rules):
                yield entry.seq, f"closed although {found.message}"
            t.apply(event, entry.seq)


LINTS: tuple[Lint, ...] = (
    Lint(clock_set_back),
    Lint(written_at_night),
    Lint(before_the_round),
    Lint(long_after_the_round),
    Lint(started_at_once),
    Lint(one_hand_both),
    Lint(changed_again),
    Lint(changed_before_cut),
    Lint(unexplained_override),
    Lint(frequent_overrides),
    Lint(refused_attempts),
    Lint(second_bye),
    Lint(rematch_played),
    Lint(worse_by_hand),
    Lint(closed_owing),
)


def lint(
    entries: Iterable[Entry], rules: Ruleset, attempts: Iterable[Attempt] = ()
) -> list[Remark]:
    """Return what an auditor wants to see in a ledger, lint by lint, each in order of entries."""
    kept = tuple(entries)
    case = Case(entries=kept, t=Tournament.replay(kept), rules=rules, attempts=tuple(attempts))
    return [
        Remark(lint=one.name, seq=seq, message=said)
        for one in LINTS
        for seq, said in one.look(case)
    ]
