"""What the players are told beforehand: enough for their event, and no match too short."""

from collections.abc import Iterator

from ledger import events as ev
from ledger.entries import Entry
from ledger.errors import Violation
from ledger.events import AnyEvent
from ledger.limits import least
from ledger.rulesets.ruleset import Ruleset
from ledger.tournament import Tournament
from ledger.validators.wording import several, waiver


def format_unsanctioned(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Only Constructed and Limited may be sanctioned, the fun formats never (TRF §11, §14)."""
    if not isinstance(event, ev.TournamentOpened) or not event.sanction:
        return
    if event.format is None or not event.format.fun:
        return
    yield Violation(
        rule="format-unsanctioned",
        seq=entry.seq,
        message=f"{event.format} is a fun format: its events may not be sanctioned.",
        cites="TRF §11, §14",
        hint="Open it without a sanction number, or play Constructed or Limited.",
    )


def time_too_short(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """A match is given at least the minutes and turns of the edition (TRF §7.3; A-34)."""
    if not isinstance(event, ev.AnnouncementMade) or t.opened is None:
        return
    shortest = least(t.opened, rules)
    if shortest is None or event.minutes is None:
        return
    turns = shortest.turns if event.extra_turns is None else event.extra_turns
    if event.minutes >= shortest.minutes and turns >= shortest.turns:
        return
    yield Violation(
        rule="time-too-short",
        seq=entry.seq,
        message=f"a match of this event is given at least {shortest}.",
        cites="TRF §7.3, A-34",
        hint="Announce as much or more: `roundbook announce --time MINUTES --turns TURNS`.",
    )


def announcement_incomplete(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Before round 1 starts the players know what else their event needs (TOP §2, TRF §7.3, §11.2).

    That is the time of a match, where the edition has a least one; and in Limited whether basic
    Energy is given out, which they were told before the date as well.
    """
    if not isinstance(event, ev.RoundStarted) or event.told or event.round > 1:
        return
    said, opened = t.announcement, t.opened
    if said is None or opened is None or said.told:
        return
    missing = []
    if said.minutes is None and least(opened, rules):
        missing.append("the time of a match")
    if opened.format is not None and opened.format.limited:
        if said.basic_energy is None:
            missing.append("whether basic Energy is given out")
        elif not said.energy_told_ahead:
            missing.append("before the date, whether basic Energy is given out")
    if not missing:
        return
    yield Violation(
        rule="announcement-incomplete",
        seq=entry.seq,
        message=f"round 1 cannot start: not announced: {several(missing)}.",
        cites="TOP §2, TRF §7.3, §11.2",
        hint=f"Announce it again, in full. {waiver('announcement-incomplete')}",
    )
