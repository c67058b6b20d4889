"""The rules in force: one list by which the desk, `verify`, archives, pages and Python judge.

The validators of the ledger need only what it contains; the audits need an answer, such as pairings
or standings, so they are known up here. Their order is that of precedence.
"""

from roundbook.ledger.people.book import Book
from roundbook.ledger.people.privacy import names_stay_out
from roundbook.ledger.validators import VALIDATORS
from roundbook.ledger.validators.checks import Check, Checks
from roundbook.projections.audits import AUDITS


def rules_in_force(book: Book) -> tuple[Check, ...]:
    """Return every rule; no text may name anybody in this names file (LED-9)."""
    return (names_stay_out(book), *VALIDATORS, *AUDITS)


def checks(book: Book) -> Checks:
    """Return the rules ready to judge: an event before it is recorded, or a ledger as a whole."""
    return Checks(rules_in_force(book))
