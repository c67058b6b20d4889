"""The faces of a rule as data: its breach played up to the last line, and what is said of it."""

from typing import NamedTuple

import msgspec

from roundbook.cli.session.errors import in_words
from roundbook.ledger.desk import Desk
from roundbook.ledger.errors import Refused, Violation
from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.people.book import Book, BookEntry, Person
from roundbook.ledger.record.entry import START, Entry, leaf_hash, to_line
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.terms import PlayerId
from roundbook.ledger.validators.checks import Check
from roundbook.projections.rules_in_force import rules_in_force
from tests.rules.breaches import BREACHES
from tests.scripts import BEGIN, Script, lines_of, new_desk

RULES: Ruleset = released.load("play-2017")
ANA = BookEntry(person=Person(name="Ana Archer", id="1234567", birth_year=1990), salt="A" * 43)
IN_FORCE = rules_in_force(Book(players={PlayerId("p1"): ANA}))
"""What a desk asks, in order of precedence; the names file knows one player."""


class Breach(NamedTuple):
    """A desk at which everything was lawful, and the events that are not."""

    desk: Desk
    events: tuple[AnyEvent, ...]

    @property
    def rules(self) -> Ruleset:
        """The edition of the script; the default one if its last line opens the tournament."""
        opened = self.desk.tournament.opened
        return released.load(opened.edition) if opened else RULES

    def entry(self) -> Entry:
        """Return the entry that the desk would have written, had it not refused."""
        last = self.desk.entries[-1] if self.desk.entries else None
        return Entry(
            seq=(last.seq if last else 0) + 1,
            at=BEGIN.replace(hour=18),
            hand=self.desk.hand,
            cmd="breach",
            prev=leaf_hash(to_line(last)) if last else START,
            events=self.events,
        )

    def ledger(self) -> str:
        """Return the whole ledger as it is kept on disk, the breach in its last line."""
        lines = [*map(to_line, self.desk.entries), to_line(self.entry())]
        return "".join(f"{line.decode()}\n" for line in lines)


def breach_of(rule: str) -> Breach:
    """Play the script of a rule up to its last line."""
    script = Script(new_desk(checks=IN_FORCE))
    *lawful, last = lines_of(BREACHES[rule])
    for line in lawful:
        script.play(line)
    [events] = script.events(last)
    return Breach(script.desk, events)


def name_of(check: Check) -> str:
    """Return the name of a rule for people."""
    name: str = getattr(check.find, "__name__", "")
    return name.replace("_", "-")


def words_of(violation: Violation) -> str:
    """Return what the desk says when this is why it refuses."""
    refused = Refused(violation.message, hint=violation.advice, violations=(violation,))
    return "".join(f"{line}\n" for line in in_words(refused))


def changed(event: AnyEvent, **fields: object) -> AnyEvent:
    """Return an event with other values in the fields that every event has."""
    return msgspec.structs.replace(event, **fields)
