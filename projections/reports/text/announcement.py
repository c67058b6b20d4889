"""The announcement in sentences (TOP §2), later changes to it, and the clocks."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from gettext import NullTranslations

from roundbook.ledger.events.catalogue import AnnouncementMade
from roundbook.ledger.phrases import Phrase, counted, phrase, phrase_of, several
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import by_sheet
from roundbook.ledger.state.round_names import called, named_alone
from roundbook.ledger.state.rounds import planned_rounds
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId
from roundbook.projections.cut.planner import rounds_of_day_one, rounds_that_differ
from roundbook.projections.history.announcement import on_day_two, sentences
from roundbook.projections.reports.names import division_title, pool_title
from roundbook.projections.reports.text.tables import Reading, words_of
from roundbook.projections.rounds.clock import BuildingClock, RoundClock


def announced_lines(told: AnnouncementMade, ctx: Reading) -> Iterator[str]:
    """Yield what was announced as it is read out or posted: the sentences, the text, a reminder."""
    yield from announced(told, ctx.t, ctx.rules, words_of(ctx))
    if told.text:
        yield told.text
    if not ctx.t.closed:
        yield phrase(
            "Check your record every round, and tell the staff at once if it is wrong (TOP §4)."
        )


def announced(
    told: AnnouncementMade, t: Tournament, rules: Ruleset, words: NullTranslations
) -> Iterator[Phrase]:
    """Yield what was announced, a sentence each, without the text; the rest is left out."""
    differ = rounds_that_differ(t, rules)
    if not differ:
        yield Phrase("%(rounds)s.", {"rounds": _played(t, told.rounds)})
    for pool, number in differ or (
        (each, rounds_of_day_one(t, each)) for each in t.planned if each
    ):
        if number and (differ or number != told.rounds):
            where = pool_title(pool, words)
            yield Phrase("%(where)s: %(rounds)s.", {"where": where, "rounds": _played(t, number)})
    yield from sentences(told, lambda age: division_title(age, words))
    for pool, made in t.day_two.items():
        number = (planned_rounds(t, pool) or 0) - made.after
        if number > 0 and {told.day_two.get(age) for age in t.pods.get(pool, ())} != {number}:
            yield on_day_two(pool_title(pool, words), number)


def _played(t: Tournament, number: int) -> Phrase:
    """Return a number of rounds, and how they are played."""
    if t.is_elimination:
        return phrase_of(
            "%(num)s round of single elimination", "%(num)s rounds of single elimination", number
        )
    if by_sheet(t):
        return phrase_of(
            "%(num)s round at each draft table", "%(num)s rounds at each draft table", number
        )
    return phrase_of("%(num)s round of Swiss", "%(num)s rounds of Swiss", number)


# The changes in a later announcement.


def taken_back_in_words(promised: Sequence[str]) -> str:
    """Return a warning that players may have relied on what has changed (TOP §2)."""
    return (
        f"players were told something different about {several(promised)} and may "
        "have acted on it, so tell everybody"
    )


def too_short_in_words(minutes: int) -> str:
    """Return why the time in the imported file is not proposed (TRF §7.3)."""
    return (
        f"the imported file has {counted(minutes, 'minute')} a match, "
        "but this event needs more (TRF §7.3)"
    )


# The clocks of rounds in progress, as they are read out (TRF §7).


def clocks_text(
    t: Tournament,
    running: Sequence[RoundClock],
    at: datetime,
    built: BuildingClock | None = None,
) -> Iterator[str]:
    """Yield the state of every clock, or that none is running."""
    if built:
        left = built.ends_at - at
        until = f", until {built.ends_at:%H:%M:%S}" if left > timedelta(0) else ""
        yield f"building decks: {spoken(left)}{until}"
    elif not running:
        yield "no clock is running."
    for one in running:
        yield from clock_lines(t, one, at)


def clock_lines(t: Tournament, one: RoundClock, at: datetime) -> Iterator[str]:
    """Yield the state of a clock, and the matches with extra time."""
    out = f"{len(one.open)} out"
    yield f"{one.pool}, {called(t, one.pool, one.round)}: {_said(one, at)} ({out})"
    for match, minutes in sorted(one.extensions.items()):
        left = one.left(at, match)
        now_left = f": {spoken(left)}" if left is not None else ""
        yield f"  table {match.table} ({match}): {counted(minutes, 'extra minute')}{now_left}"


def _said(one: RoundClock, at: datetime) -> str:
    """Return the state of the clock, in words."""
    if one.limit is None:
        return f"no time limit was announced; started at {one.started_at:%H:%M}"
    end = one.ends_at()
    if at < one.clock_at:
        return f"the clock starts in {_minutes(one.clock_at - at)}, for {one.limit}"
    left = one.left(at)
    assert left is not None
    assert end is not None
    until = f", until {end:%H:%M:%S}" if left > timedelta(0) else _then(one, at)
    return f"{spoken(left)}{until}"


def _then(one: RoundClock, at: datetime) -> str:
    """Return what follows when time has been called: the turns, and until when, or nothing."""
    if one.limit is None or not one.limit.turns:
        return ""
    end = one.turns_end_at()
    if end and end <= at:
        return f"; the turns and the round ended at {end:%H:%M:%S}"
    return f", then {counted(one.limit.turns, 'turn')}{f', until {end:%H:%M:%S}' if end else ''}"


def time_left(one: RoundClock, at: datetime) -> str | None:
    """Return the state of a clock, in the fewest words; None if no time was announced."""
    if (left := one.left(at)) is None:
        return None
    return f"starts in {_minutes(one.clock_at - at)}" if at < one.clock_at else spoken(left)


def spoken(left: timedelta) -> str:
    """Return how much time is left, or how long ago time was called."""
    if left > timedelta(0):
        return f"{_minutes(left)} left"
    return "time" if not left else f"time was called {_minutes(-left)} ago"


def still_running(t: Tournament, one: RoundClock, match: MatchId, at: datetime) -> str:
    """Return that a match still has time, although time is said to have been called."""
    which = named_alone(t, one.pool, one.round)
    if at < one.clock_at:
        return f"the clock for {which} has not started yet"
    left = _minutes(one.left(at, match) or timedelta(0))
    if match in one.extensions:
        return f"match {match} still has {left} left, with its extra time"
    return f"the clock for {which} still shows {left}"


def _minutes(span: timedelta) -> str:
    """Return minutes and seconds, such as `31:05`; fractions of a second are dropped."""
    minutes, seconds = divmod(span // timedelta(seconds=1), 60)
    return f"{minutes}:{seconds:02}"
