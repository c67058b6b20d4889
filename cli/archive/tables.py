"""The places and the rounds of a sealed tournament, in three forms that need no program of ours.

What is written here is a promise, since `verify` writes it again and compares: a change of form
needs a new number in the README of the archive.
"""

from ledger.people.book import Book
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from projections.reports import tables as forms
from projections.reports.tables import matches, places


def tables(t: Tournament, rules: Ruleset, book: Book) -> dict[str, bytes]:
    """Return the files of places and rounds, by their names in an archive.

    Players whose names are not in the book stand there by number alone.
    """
    title = t.opened.name if t.opened else ""
    found: dict[str, bytes] = {}
    for what, rows in (
        ("standings", list(places(t, rules, book))),
        ("rounds", list(matches(t, book))),
    ):
        found[f"tables/{what}.json"] = forms.array(rows)
        found[f"tables/{what}.csv"] = forms.csv_bytes(rows)
        found[f"tables/{what}.html"] = forms.html_bytes(f"{title}: {what}", rows)
    return found
