"""Looks at a file of an event: places, rules, and every round of Swiss."""

from collections.abc import Iterator, Sequence

import msgspec

from cli import comparing, reviewing
from cli.checking.findings import Checked, of_places, of_rounds, of_rules
from cli.telling import read_telling
from cli.wiring import checks, now
from ledger.errors import Violation
from ledger.events.catalogue import AnyEvent
from ledger.people.book import Book
from ledger.record.entry import START, Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import Hand, HandId
from projections.compare.pairing_quality import review_events


def look_at_file(name: str, edition: str | None) -> Checked:
    """Compare an organiser's or a published file with our reckoning."""
    telling = read_telling(name, edition)
    comparing.say_warnings(telling)
    happened, book = comparing.told_events(telling)
    _, compared = comparing.compared(telling, happened)
    other = comparing.otherwise(telling, happened) if compared.differences else ()
    judged = review_events(enumerate(happened, start=1), telling.rules)
    broken = of_rules(name, _judged(happened, telling.rules, book))
    return Checked(
        source=name,
        what="file",
        edition=telling.edition,
        headline=f"{comparing.verdict(compared)}.",
        findings=(
            *of_places(name, compared, book),
            *(msgspec.structs.replace(one, entry=None) for one in broken),
            *of_rounds(name, judged, broken),
        ),
        rounds=tuple(judged),
        lines=(*other, *reviewing.told_lines(judged)),
        data=comparing.as_data(name, compared, book) | {"pairings": reviewing.as_data(judged)},
    )


def _judged(happened: Sequence[AnyEvent], rules: Ruleset, book: Book) -> Iterator[Violation]:
    """Yield which rules a file breaks, as `import` and `verify` would find them."""
    at, hand = now(), Hand(id=HandId("h1"))
    entries = [
        Entry(seq=seq, at=at, hand=hand, cmd=f"check/{seq}", prev=START, events=(event,))
        for seq, event in enumerate(happened, start=1)
    ]
    return checks(book).review(entries, rules)
