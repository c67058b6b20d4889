"""Who is on the staff, and in which roles."""

from collections.abc import Iterator

from ledger import events as ev
from ledger.entries import Entry
from ledger.errors import Violation
from ledger.events import AnyEvent
from ledger.rulesets.ruleset import Ruleset
from ledger.tournament import Tournament


def staff_named_twice(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Somebody is named to a role once (LED-1)."""
    if not isinstance(event, ev.StaffNamed) or event.role not in t.staff.get(event.hand, ()):
        return
    yield Violation(
        rule="staff-named-twice",
        seq=entry.seq,
        message=f"{event.hand} is {event.role} already.",
        cites="LED-1",
        hint="`roundbook staff` lists who is who.",
    )
