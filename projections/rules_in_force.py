"""The rules in force: one list by which the desk, `verify`, archives, pages and Python check.

The validators of the ledger need only what it contains; the audits need an answer, such as pairings
or standings, so they are known up here. Their order is that of precedence.
"""

import re
from collections.abc import Iterable

from roundbook.ledger.people.book import Book
from roundbook.ledger.people.privacy import names_stay_out
from roundbook.ledger.reference.library import entries
from roundbook.ledger.validators.checks import Check, Checks
from roundbook.ledger.validators.in_force import VALIDATORS
from roundbook.projections.audits import AUDITS


def rules_in_force(book: Book) -> tuple[Check, ...]:
    """Return every rule; no text may name anybody in this names file (LED-9)."""
    return (names_stay_out(book), *VALIDATORS, *AUDITS)


def checks(book: Book) -> Checks:
    """Return the rules, ready to check an event before it is recorded, or a whole ledger."""
    return Checks(rules_in_force(book))


def rule_names() -> list[str]:
    """Return the name of every rule, as refusals give it."""
    return [one.rule for one in rules_in_force(Book())]


# What an edition cites is looked up by its documents' own sections, and by the names of rules.


def unknown_places(citations: Iterable[str]) -> list[str]:
    """Return the places among these that are neither a section that roundbook cites nor a rule."""
    known = {one.cite for one in entries()} | {one.document for one in entries()}
    known |= {*rule_names()}
    return [place for place in citations if _PART.sub("", place) not in known]


_PART = re.compile(r" \([0-9]\)\Z")
"""A numbered sentence of a section, such as `TOP §3.1.4.1 (2)`."""
