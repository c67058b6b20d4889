"""The play-off for the third place: only where the players knew of it (TOP §3.3.6.1)."""

from collections.abc import Iterator

from ledger import events as ev
from ledger.entries import Entry
from ledger.errors import Violation
from ledger.events import AnyEvent
from ledger.rulesets.ruleset import Ruleset
from ledger.tournament import Tournament
from ledger.validators.wording import waiver


def playoff_unannounced(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """The third place is played for only if that was announced beforehand (TOP §3.2, §3.3.6.1)."""
    if not isinstance(event, ev.ThirdPlacePlayoffPaired) or event.told:
        return
    if t.announcement is not None and t.announcement.third_place_playoff:
        return
    yield Violation(
        rule="playoff-unannounced",
        seq=entry.seq,
        message=f"no play-off for the third place of {event.pool} was announced.",
        cites="TOP §3.3.6.1",
        hint=f"The better seed of the two is third. {waiver('playoff-unannounced')}",
    )
