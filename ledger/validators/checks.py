"""The rules in force, and the one way of looking for breaches of them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ledger.errors import Violation
from ledger.events.catalogue import AnyEvent
from ledger.events.event import Event, Override
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import Role

Find = Callable[[Tournament, Entry, AnyEvent, Ruleset], Iterable[Violation]]


class Check(NamedTuple):
    """A rule in force: how it looks, at which events, and whether an official may override it.

    `find` sees the tournament before the event, after the earlier events of the same entry. It
    raises nothing and remembers nothing. A *should* rule refuses like any other, unless the event
    carries an override that names it; `by` is the one role that may give it, where not every may.
    """

    find: Find
    about: tuple[type[Event], ...]
    should: bool = False
    by: Role | None = None


class Checks:
    """The checks in force, in order of precedence, found by the class of an event."""

    def __init__(self, checks: Sequence[Check]) -> None:
        """Sort the checks by what they are about."""
        self._about: dict[type[Event], tuple[Check, ...]] = {
            kind: tuple(check for check in checks if kind in check.about)
            for check in checks
            for kind in check.about
        }

    def judge(
        self, t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
    ) -> Iterator[Violation]:
        """Yield every violation of one event, the most important first."""
        for check in self._about.get(type(event), ()):
            for violation in check.find(t, entry, event, rules):
                yield replace(
                    violation,
                    told=event.told.sha256 if event.told else None,
                    because=getattr(event, "reason", None) if event.told else None,
                    overridden=_is_waived(check, violation, event.override),
                )

    def judge_entry(self, t: Tournament, entry: Entry, rules: Ruleset) -> list[Violation]:
        """Return every violation of an entry, without letting it happen."""
        if len(entry.events) == 1:
            return list(self.judge(t, entry, entry.events[0], rules))
        return list(self._judge_and_follow(t.copy(), entry, rules))

    def review(self, entries: Iterable[Entry], rules: Ruleset) -> Iterator[Violation]:
        """Yield every violation of a whole ledger, in the order of its entries."""
        t = Tournament()
        for entry in entries:
            yield from self._judge_and_follow(t, entry, rules)

    def _judge_and_follow(self, t: Tournament, entry: Entry, rules: Ruleset) -> Iterator[Violation]:
        for event in entry.events:
            yield from self.judge(t, entry, event, rules)
            t.apply(event, entry.seq, entry.at.date())
        t.seq = entry.seq


def _is_waived(check: Check, violation: Violation, override: Override | None) -> bool:
    """Tell whether an official lets a violation pass, and may."""
    if override is None or not check.should or override.rule != violation.rule:
        return False
    return check.by is None or override.official == check.by
