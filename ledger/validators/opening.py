"""A ledger holds one tournament: it begins with the opening, and rests after the close."""

from collections.abc import Iterator

from ledger import events as ev
from ledger.entries import Entry
from ledger.errors import Violation
from ledger.events import AnyEvent
from ledger.field import under_way
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import Role
from ledger.tournament import Tournament
from ledger.validators.wording import waiver


def not_open(t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset) -> Iterator[Violation]:
    """The first thing in a ledger is the opening, which names the edition of the rules (LED-1)."""
    if isinstance(event, ev.TournamentOpened) or t.opened:
        return
    yield Violation(
        rule="not-open",
        seq=entry.seq,
        message="the tournament has not been opened.",
        cites="LED-1",
        hint="Open it first: `roundbook open`.",
    )


def opened_twice(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """One ledger holds one tournament, so it is opened once."""
    if not isinstance(event, ev.TournamentOpened) or t.opened is None:
        return
    yield Violation(
        rule="opened-twice",
        seq=entry.seq,
        message=f"this ledger already holds the tournament {t.opened.tournament}.",
        cites="LED-4",
        hint="Use another folder for another tournament.",
    )


def tournament_closed(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """After the close nothing changes any more; the last results are locked with it (A-49).

    A note may still be made, and somebody may join the staff to make it; what was asked for is
    handed over, and people are erased.
    """
    if t.closed is None or isinstance(event, ev.TournamentReopened | ev.NoteMade | ev.StaffNamed):
        return
    if isinstance(event, ev.RequestRecorded | ev.RequestAnswered | ev.PeopleErased):
        return
    yield Violation(
        rule="tournament-closed",
        seq=entry.seq,
        message="the tournament is closed: its results are locked.",
        cites="TOP §4, A-49",
        hint="Note a dispute with `roundbook note`; only the organiser can reopen, with a reason.",
    )


def reopen_not_closed(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Only a closed tournament can be opened again (A-49)."""
    if not isinstance(event, ev.TournamentReopened) or t.closed:
        return
    yield Violation(
        rule="reopen-not-closed",
        seq=entry.seq,
        message="the tournament is not closed.",
        cites="A-49",
        hint="Nothing has to be reopened: go on.",
    )


def reopen_not_organiser(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Only the organiser opens a closed tournament again (A-49)."""
    if not isinstance(event, ev.TournamentReopened) or entry.hand.role is Role.ORGANISER:
        return
    yield Violation(
        rule="reopen-not-organiser",
        seq=entry.seq,
        message=f"only the organiser can reopen the tournament, not a {entry.hand.role}.",
        cites="A-49",
        hint="Ask the organiser to do it: `roundbook reopen --role organiser`.",
    )


def key_unchanged(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """A key is replaced by another one; the same again would change nothing (LED-1)."""
    if not isinstance(event, ev.KeyRotated) or event.public_key != t.key:
        return
    yield Violation(
        rule="key-unchanged",
        seq=entry.seq,
        message="this key signs the heads of this ledger already.",
        cites="LED-1",
        hint="Begin a new one: `roundbook key --renew --reason …`.",
    )


def announcement_missing(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Before round 1 starts the players are told rounds, cut and prizes (TOP §2)."""
    if not isinstance(event, ev.RoundStarted) or event.told or t.announcement:
        return
    if event.round > 1:
        return
    yield Violation(
        rule="announcement-missing",
        seq=entry.seq,
        message="round 1 cannot start: rounds, cut and prizes have not been announced.",
        cites="TOP §2",
        hint="Announce them with `roundbook announce`.",
    )


def announcement_late(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Rounds, cut and prizes are told at the beginning, not once round 1 has started (TOP §2)."""
    if not isinstance(event, ev.AnnouncementMade) or event.told or not under_way(t):
        return
    yield Violation(
        rule="announcement-late",
        seq=entry.seq,
        message="round 1 has started: rounds, cut and prizes are announced before it.",
        cites="TOP §2",
        hint=waiver("announcement-late"),
    )
