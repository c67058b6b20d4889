"""Running the rules: each event is checked against all rules that concern it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, get_args

from msgspec import Struct

from roundbook.ledger.errors import Hint, Violation
from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.events.event import Event, Override
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.rulesets.wording import cited, in_edition
from roundbook.ledger.state.staff import OFFICIALS, Roles, may, who_may
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Actor


class Breach(Struct, frozen=True, kw_only=True):
    """A breach of a rule: what is wrong, the source, and what to do about it.

    If an official may override it, the hint also says how, unless `waiver` is false.
    """

    message: str
    cites: str
    hint: str | Hint = ""
    waiver: bool = True


Found = Iterator[Breach]
"""What a rule yields: its breaches, the most important first; usually none."""

Find = Callable[..., Iterable[Breach]]
"""A rule as it is written, with some of the parameters `t`, `event`, `entry`, `rules`."""

Look = Callable[[Tournament, Any, Entry, Ruleset], Iterable[Breach]]
"""A rule as it is called: with the tournament, the event, the entry of the event, the rules."""


class Check(Struct, frozen=True, dict=True):
    """A rule in force, and whether an official may override it.

    `find` sees the tournament before the event, but after the earlier events of the same entry. It
    raises nothing and has no state. Its name is the name of the rule, and the annotation of its
    `event` lists the events that it checks. A *should* rule refuses like any other, unless the
    event has an override that names it, by somebody who counts in one of the roles `by` (A-76).
    """

    find: Find
    should: bool = False
    by: Roles = OFFICIALS

    @cached_property
    def rule(self) -> str:
        """Return the name of the rule as people see it: `result-locked`."""
        return self.find.__name__.replace("_", "-")

    @cached_property
    def about(self) -> tuple[type[Event], ...]:
        """Return the classes of the events that the rule checks."""
        kind = self.find.__annotations__["event"]
        return get_args(kind) or (kind,)

    @cached_property
    def look(self) -> Look:
        """Return a function that passes the rule only the arguments it asks for."""
        find = self.find
        match [*find.__annotations__]:
            case ["t", "event", "return"]:
                return lambda t, event, _entry, _rules: find(t, event)
            case ["t", "event", "entry", "return"]:
                return lambda t, event, entry, _rules: find(t, event, entry)
            case ["t", "event", "rules", "return"]:
                return lambda t, event, _entry, rules: find(t, event, rules)
            case asked:
                assert asked == ["t", "event", "entry", "rules", "return"], asked
                return find


class Checks:
    """The checks in force, in order of precedence, found by the class of an event."""

    def __init__(self, checks: Sequence[Check]) -> None:
        """Group the checks by the events that they are about."""
        self._about: dict[type[Event], list[Check]] = {}
        for check in checks:
            for kind in check.about:
                self._about.setdefault(kind, []).append(check)

    def judge(
        self, t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
    ) -> Iterator[Violation]:
        """Yield every violation of one event, the most important first."""
        for check in self._about.get(type(event), ()):
            for breach in check.look(t, event, entry, rules):
                let = check.should and may(t, entry.hand, check.by)
                # Nobody overrides a rule for an imported event: it is recorded in any case, and
                # only reported.
                barred = check.should and not let and not event.told
                named = event.override is not None and check.rule in event.override.rules
                hint = breach.hint
                if barred:
                    hint = _and(hint, who_may(t, entry.hand, check.by, "override this"))
                elif named and not check.should:
                    hint = _and(Hint(f"Nobody may override {check.rule}."), hint)
                yield Violation(
                    rule=check.rule,
                    seq=entry.seq,
                    message=in_edition(breach.message, rules),
                    cites=cited(breach.cites, rules, check.rule),
                    hint=_worded(hint, rules),
                    should=let,
                    waiver=breach.waiver,
                    told=event.told.sha256 if event.told else None,
                    because=getattr(event, "reason", None) if event.told else None,
                    overridden=let and _overrides(check, event.override, entry.hand),
                )

    def judge_entry(self, t: Tournament, entry: Entry, rules: Ruleset) -> list[Violation]:
        """Return every violation of an entry, without applying it."""
        if len(entry.events) == 1:
            # Nothing comes after a single event, so it need not be applied, and nothing has to be
            # copied.
            return list(self.judge(t, entry, entry.events[0], rules))
        return list(self._judge_and_follow(t.copy(), entry, rules))

    def review(
        self, entries: Iterable[Entry], rules: Ruleset, into: Tournament | None = None
    ) -> Iterator[Violation]:
        """Yield every violation of a whole ledger, in the order of its entries.

        All entries are applied to the empty tournament `into`, so the caller need not replay them.
        """
        t = Tournament() if into is None else into
        for entry in entries:
            yield from self._judge_and_follow(t, entry, rules)

    def _judge_and_follow(self, t: Tournament, entry: Entry, rules: Ruleset) -> Iterator[Violation]:
        for event in entry.events:
            yield from self.judge(t, entry, event, rules)
            t.apply(event, entry.seq, entry.at.date())
        t.follow(entry)


def _worded(hint: str | Hint, rules: Ruleset) -> str | Hint:
    """Return a hint in the words of the edition."""
    if isinstance(hint, str):
        return in_edition(hint, rules)
    parts = (in_edition(one, rules) if isinstance(one, str) else one for one in hint.parts)
    return Hint(in_edition(hint.text, rules), tuple(parts))


def _overrides(check: Check, override: Override | None, actor: Actor) -> bool:
    """Return whether an override names a rule, and the role of the person who overrides it."""
    if override is None or check.rule not in override.rules:
        return False
    return override.official == actor.role


def _and(first: str | Hint, then: str | Hint) -> Hint:
    """Return one hint after another."""
    one, other = (each if isinstance(each, Hint) else Hint(each) for each in (first, then))
    return Hint(f"{one.text} {other.text}".strip(), (*one.parts, *other.parts))
