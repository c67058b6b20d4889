"""More time for a match: while it is played, told to both players, within reason (TRF §7.2)."""

from collections.abc import Iterator
from datetime import timedelta

from ledger import events as ev
from ledger.entries import Entry
from ledger.errors import Violation
from ledger.events import AnyEvent
from ledger.rulesets.ruleset import Ruleset
from ledger.tournament import Tournament
from ledger.validators.wording import count, waiver


def extension_too_late(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Only a match that is still being played can have more time (TRF §7.2)."""
    if not isinstance(event, ev.TimeExtended) or event.match not in t.results:
        return
    yield Violation(
        rule="extension-too-late",
        seq=entry.seq,
        message=f"match {event.match} is over: it has its result.",
        cites="TRF §7.2",
        hint="Check the match: `roundbook pairings` shows which tables are out.",
    )


def extension_not_told(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Both players are told how much more time they have (TRF §7.2)."""
    if not isinstance(event, ev.TimeExtended) or event.informed_by:
        return
    yield Violation(
        rule="extension-not-told",
        seq=entry.seq,
        message=f"nobody has told the players of match {event.match} how much time they have.",
        cites="TRF §7.2",
        hint="Tell both players the minutes, then say so: `--informed`.",
    )


def extension_too_long(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """All the time added to a match should be shorter than the match itself (TRF §7.2)."""
    if not isinstance(event, ev.TimeExtended) or t.announcement is None:
        return
    limit = t.announcement.minutes
    added = t.extensions.get(event.match, 0) + event.minutes
    if limit is None or added < limit:
        return
    yield Violation(
        rule="extension-too-long",
        seq=entry.seq,
        message=f"match {event.match} would have {count(added, 'minute')} more, "
        f"and a whole match has {limit}.",
        cites="TRF §7.2",
        hint=f"Check the minutes. {waiver('extension-too-long')}",
    )


def clock_too_early(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """The clock of a round starts once the players had their time to shuffle (TRF §7.1)."""
    if not isinstance(event, ev.RoundStarted) or event.clock_at is None:
        return
    before = rules.times.pre_game
    if event.clock_at >= entry.at + timedelta(minutes=before):
        return
    yield Violation(
        rule="clock-too-early",
        seq=entry.seq,
        message=f"the clock of round {event.round} of {event.pool} starts later: the players have "
        f"{count(before, 'minute')} first.",
        cites="TRF §7.1",
        hint=f"Name a later time, or none. {waiver('clock-too-early')}",
    )
