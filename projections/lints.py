"""The lints: patterns in a ledger that need not break a rule, but that an auditor looks at."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from typing import NamedTuple

from msgspec import Struct

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.events.event import Override

# What an auditor wants to see, although it breaks no rule, and where it is looked for.
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Attempt, Entry, each_event
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.round_names import named
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import ByeKind, MatchId, PlayerId, Pool
from roundbook.ledger.validators.checks import Checks
from roundbook.projections.audits import CLOSING
from roundbook.projections.compare.pairing_quality import Verdict, judge
from roundbook.projections.history.history import what


class Remark(Struct, frozen=True, kw_only=True):
    """One finding of a lint: which lint, at which entry, in one sentence.

    For a refused command, which has no entry, `seq` is the last entry before it.
    """

    lint: str
    seq: int
    message: str


class Case(Struct, frozen=True, kw_only=True):
    """What lints look through: the entries, the tournament, the rules and the refused attempts."""

    entries: tuple[Entry, ...]
    t: Tournament
    rules: Ruleset
    attempts: tuple[Attempt, ...] = ()

    def acts(self) -> Iterator[tuple[Entry, AnyEvent]]:
        """Yield every event entered here, with its entry; imported events have no times."""
        for entry, event in each_event(self.entries):
            if event.told is None:
                yield entry, event


Seen = Iterator[tuple[int, str]]
"""What a lint yields: the number of an entry, and a sentence about it."""

Look = Callable[[Case], Seen]


class Lint(NamedTuple):
    """One lint: its name comes from the function, its reason from the function's docstring."""

    look: Look

    @property
    def name(self) -> str:
        """The name shown to people, such as `written-at-night`."""
        name: str = getattr(self.look, "__name__", "")
        return name.replace("_", "-")

    @property
    def reason(self) -> str:
        """Why an auditor should look: the first line of the docstring."""
        return (self.look.__doc__ or "").strip().partition("\n")[0]


# What staff did: overrides, corrections of their own entries, changes at suspicious moments.

FREQUENT = 3
"""How often one rule is overridden before it is reported."""

FEWEST_WORDS = 3
"""A reason with fewer words does not explain anything."""

AGAIN = 2
"""How many changes of one result are too many."""

SHORTLY = timedelta(minutes=15)
"""A result changed this shortly before a cut may have been changed with the standings in view."""

NOTABLE = frozenset(
    {
        "result-locked",
        "seeding-frozen",
        "cut-result-final",
        "tournament-closed",
        "reopen-not-organiser",
    }
)
"""Rules that protect what is settled: a refusal by one is an attempt to change it afterwards."""

_Result = ev.ResultReported | ev.Correction
_Weighty = _Result | ev.Seating | ev.RoundWithdrawn | ev.CutMade | ev.DayTwoMade | ev.LateTagCleared


def unexplained_override(case: Case) -> Seen:
    """An official who overrides a rule owes a reason that others can follow.

    A reason of fewer than three words.
    """
    for seq, override in _overrides(case):
        if len(override.reason.split()) < FEWEST_WORDS:
            yield seq, f'{override.named} was overridden for this reason: "{override.reason}".'


def frequent_overrides(case: Case) -> Seen:
    """A rule that is overridden again and again is not being applied at this event.

    The same rule overridden three times; reported at the third.
    """
    times: Counter[str] = Counter()
    for seq, override in _overrides(case):
        times.update(override.rules)
        for rule in override.rules:
            if times[rule] == FREQUENT:
                yield seq, f"{rule} was overridden for the third time."


def _overrides(case: Case) -> Iterator[tuple[int, Override]]:
    """Yield each override with its entry, once for all events of the same act."""
    done = ((entry.seq, event.override) for entry, event in case.acts() if event.override)
    return iter(dict.fromkeys(done))


def one_hand_both(case: Case) -> Seen:
    """The same person entered a result and its correction, so perhaps nobody else checked it.

    Only if at least two people enter results.
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
    """A result that changes twice was probably not read from the slip.

    The second correction or withdrawal of one match, and each one after it.
    """
    times: Counter[MatchId] = Counter()
    for entry, event in case.acts():
        if isinstance(event, ev.Correction):
            times[event.match] += 1
            if times[event.match] >= AGAIN:
                said = f"the result of {event.match} was changed {times[event.match]} times."
                yield entry.seq, said


def changed_before_cut(case: Case) -> Seen:
    """A result changed shortly before the cut may have been changed with the standings in view.

    A correction or withdrawal in the 15 minutes before the cut of a player's division.
    """
    changes: defaultdict[str, list[tuple[Entry, MatchId]]] = defaultdict(list)
    for entry, event in case.acts():
        if isinstance(event, ev.Correction):
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
    """A refused attempt to change what was settled may show intent, although nothing changed.

    The attempts are not in the ledger, so no signature covers them.
    """
    for attempt in case.attempts:
        if attempt.rule in NOTABLE:
            said = (
                f"{attempt.hand.id} was refused by {attempt.rule}: {attempt.message} This note is "
                "not part of the ledger, so no signature covers it."
            )
            yield attempt.after, said


def undecided(case: Case) -> Seen:
    """Two desks recorded different things, and nobody has decided which is right (LED-5)."""
    for seq, one in case.t.contradictions.items():
        yield seq, f"not decided yet: {one.text}"


# What the clock shows: late-night entries, delay, haste, and a clock that was set back.

NIGHT = (23, 6)
"""From the first hour to the second, by the clock of the venue, nobody plays."""

LONG = timedelta(hours=3)
"""Longer than any round: its results should have been entered by then."""

HASTE = timedelta(seconds=60)
"""Too short for players to read a list, check their records and find their tables."""


def written_at_night(case: Case) -> Seen:
    """What is entered at night, while nobody is playing, may have no witnesses.

    Results, pairings, cuts and their changes between 23:00 and 06:00; those with none by day in
    between are one finding.
    """
    weighty = (
        entry
        for entry in case.entries
        if any(isinstance(event, _Weighty) and event.told is None for event in entry.events)
    )
    for by_day, run in groupby(weighty, lambda entry: NIGHT[1] <= entry.at.hour < NIGHT[0]):
        first, *more = run
        some = f"{len(more) + 1} entries were" if more else f"entry {first.seq} was"
        upto = f", ending with entry {more[-1].seq}" if more else ""
        if not by_day:
            yield first.seq, f"{some} written at night, from {first.at:%H:%M}{upto}."


def _starts(case: Case) -> dict[tuple[Pool, int], tuple[int, datetime]]:
    """Return when each round was last started, and by which entry."""
    return {
        (event.pool, event.round): (entry.seq, entry.at)
        for entry, event in case.acts()
        if isinstance(event, ev.RoundStarted)
    }


def long_after_the_round(case: Case) -> Seen:
    """A result entered hours after its round may depend on somebody's memory.

    More than three hours after the round was started.
    """
    starts = _starts(case)
    for entry, event in case.acts():
        if not isinstance(event, _Result) or event.match[:2] not in starts:
            continue
        later = entry.at - starts[event.match[:2]][1]
        if later > LONG:
            hours = later // timedelta(hours=1)
            done = "entered" if isinstance(event, ev.ResultReported) else "changed"
            said = f"the result of {event.match} was {done} {hours} hours after its round started."
            yield entry.seq, said


def before_the_round(case: Case) -> Seen:
    """A result reported before its round started may not have been played.

    By the order of the entries, or by the clock.
    """
    starts = _starts(case)
    for entry, event in case.acts():
        if not isinstance(event, ev.ResultReported) or event.match[:2] not in starts:
            continue
        seq, at = starts[event.match[:2]]
        if entry.seq < seq or entry.at < at:
            said = (
                f"{event.match} was reported at {entry.at:%H:%M}; its round started at {at:%H:%M}."
            )
            yield entry.seq, said


def clock_set_back(case: Case) -> Seen:
    """If the clock was set back, no later time in the ledger can be relied on."""
    for before, after in pairwise(case.entries):
        if after.at < before.at:
            then, now = (f"{one.at:%Y-%m-%d %H:%M:%S}" for one in (before, after))
            yield (
                after.seq,
                f"entry {after.seq} was written at {now}, and the one before it at {then}.",
            )


def started_at_once(case: Case) -> Seen:
    """Players need more than seconds to check their records on a posted sheet (TOP §4).

    A round that was started less than a minute after it was posted.
    """
    posted: dict[tuple[Pool, int], datetime] = {}
    for entry, event in case.acts():
        if isinstance(event, ev.RoundPosted) and event.sheet is ev.PostedSheet.PAIRINGS:
            posted[event.pool, event.round] = entry.at
        elif isinstance(event, ev.Seating):  # A round that is paired again is posted again.
            posted.pop((event.pool, event.round), None)
        elif isinstance(event, ev.RoundStarted) and (event.pool, event.round) in posted:
            waited = entry.at - posted[event.pool, event.round]
            if waited < HASTE:
                seconds = max(0, int(waited.total_seconds()))
                where = named(case.t, event.pool, event.round)
                yield (
                    entry.seq,
                    f"{where} was started {counted(seconds, 'second')} after it was posted.",
                )


# What the rounds show: second byes, rematches, and pairings by hand that could be better.


def second_bye(case: Case) -> Seen:
    """A player should not get a second random bye without an official's reason (TOP §3.1)."""
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
    """Two players should not meet twice in Swiss without an official's reason (TOP §3.1)."""
    met: dict[tuple[Pool, frozenset[PlayerId]], int] = {}
    for seq, event in _standing(case):
        for pairing in event.pairings:
            first = met.setdefault((event.pool, frozenset(pairing)), event.round)
            if first != event.round:
                who = f"{pairing.first} and {pairing.second}"
                yield seq, f"{who} met in round {first}, and again in round {event.round}."


def worse_by_hand(case: Case) -> Seen:
    """A round paired by hand may favour a player if a better pairing was possible."""
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
    """Yield the Swiss rounds that stand, as last paired, in order."""
    for entry, event in each_event(case.entries):
        if isinstance(event, ev.Seating) and event.pool not in case.t.cuts:
            stands = case.t.rounds.get((event.pool, event.round))
            if stands and stands.seq == entry.seq:
                yield entry.seq, event


# What the history of the ledger shows.


def history_shortened(case: Case) -> Seen:
    """A ledger that goes on from an older copy has lost entries, which somebody had seen (A-74).

    Compare the results that were entered again with the slips.
    """
    for entry, event in case.acts():
        if isinstance(event, ev.HistoryShortened):
            yield entry.seq, f"{what(event)}; the reason: {event.reason.removesuffix('.')}."


# What the close of the event shows.


def closed_owing(case: Case) -> Seen:
    """If an event closes early, some places may not be decided by play (TOP §3.1, §3.3).

    Reported whether an official overrode the rule or a file says so.
    """
    owing, t = Checks(CLOSING), Tournament()
    for entry in case.entries:
        for event in entry.events:
            for found in owing.judge(t, entry, event, case.rules):
                yield entry.seq, f"closed although {found.message}"
            t.apply(event, entry.seq)


LINTS: tuple[Lint, ...] = (
    Lint(history_shortened),
    Lint(clock_set_back),
    Lint(written_at_night),
    Lint(before_the_round),
    Lint(long_after_the_round),
    Lint(started_at_once),
    Lint(one_hand_both),
    Lint(changed_again),
    Lint(changed_before_cut),
    Lint(undecided),
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
    """Return the findings of all lints, lint by lint, each in order of entries."""
    kept = tuple(entries)
    case = Case(entries=kept, t=Tournament.replay(kept), rules=rules, attempts=tuple(attempts))
    return [
        Remark(lint=one.name, seq=seq, message=said)
        for one in LINTS
        for seq, said in one.look(case)
    ]
