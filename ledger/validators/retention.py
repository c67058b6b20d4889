"""Rules for requests for results, and for erasing people when they need not be kept (TOP §4)."""

from calendar import monthrange
from datetime import MAXYEAR, date

from roundbook.ledger.errors import advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.phrases import counted, have
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.validators.checks import Breach, Found

_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def months(rules: Ruleset) -> str:
    """Return how long results are kept: `three months` (TOP-4f)."""
    number = rules.retention_months
    said = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{said} month" if number == 1 else f"{said} months"


def keep_until(end: date, rules: Ruleset) -> date | None:
    """Return the last day on which results are kept: three months after the end, by most editions.

    If that month is too short, it is its last day. None if no rule says how long.
    """
    if not rules.retention_months:
        return None
    year, month = divmod(end.year * 12 + end.month - 1 + rules.retention_months, 12)
    if year > MAXYEAR:
        return date.max
    return date(year, month + 1, min(end.day, monthrange(year, month + 1)[1]))


def request_number(t: Tournament, event: ev.RequestRecorded) -> Found:
    """Requests for results are numbered in the order received (TOP §4)."""
    if event.number == len(t.requests) + 1:
        return
    yield Breach(
        message=f"the next request is number {len(t.requests) + 1}, not {event.number}.",
        cites="TOP §4",
        hint=advice(
            "Record the request with {}, which gives it the next number.", do("requests record")
        ),
    )


def request_unknown(t: Tournament, event: ev.RequestAnswered) -> Found:
    """Only a request that was recorded can be answered (TOP §4)."""
    if event.number in t.requests:
        return
    there = f"the last one is {len(t.requests)}" if t.requests else "none has been recorded"
    yield Breach(
        message=f"there is no request {event.number}: {there}.",
        cites="TOP §4",
        hint=advice("Record the request first: {}.", do("requests record", "--from", "…")),
    )


def request_answered(t: Tournament, event: ev.RequestAnswered) -> Found:
    """A request is answered once; asking for more needs another request (TOP §4)."""
    if event.number not in t.answers:
        return
    yield Breach(
        message=f"request {event.number} has already been answered.",
        cites="TOP §4",
        hint=advice(
            "Print its receipt with {}, or record another request.",
            do("requests receipt", str(event.number)),
        ),
    )


def nobody_erased(t: Tournament, event: ev.PeopleErased) -> Found:
    """An erasure must specify the person to erase (A-43)."""
    if event.everybody or event.named:
        return
    yield Breach(
        message="nobody to erase was named.",
        cites="TOP §4",
        hint=advice(
            "Name the player ({}). Once results need no longer be kept, --all erases everybody.",
            do("erase", "p17", "--reason", "…"),
        ),
    )


def erased_already(t: Tournament, event: ev.PeopleErased | ev.PlayerAmended) -> Found:
    """Erased people stay erased: they are not erased again, and their data is not changed."""
    named = event.named if isinstance(event, ev.PeopleErased) else ()
    if isinstance(event, ev.PlayerAmended):
        named = (event.player,)
    gone = list(dict.fromkeys(who for who in named if who in t.erased))
    if not gone:
        return
    yield Breach(
        message=f"{have(gone, one='was', many='were')} erased by entry {t.erased[gone[0]]}.",
        cites="TOP §4",
        hint=advice("{} removes any of their data that is left in the folder.", do("erase", *gone)),
    )


def retention_running(t: Tournament, event: ev.PeopleErased, entry: Entry, rules: Ruleset) -> Found:
    """While results have to be kept, people are erased only one by one (TOP §4).

    That time begins with the last day of a closed tournament. People who ask for themselves or for
    their child need not wait; but the names file is not emptied.
    """
    people = len(event.named)
    if not event.everybody and people <= 1:
        return
    ended = t.ended if t.closed else None
    until = keep_until(ended, rules) if ended else None
    last = until or ended  # Without a period, names may go on the day after the last one.
    if last and entry.at.date() > last:
        return
    whom = "all people" if event.everybody else counted(people, "person", many="people")
    if last:
        why = f"results are kept until {last}"
    elif rules.retention_months:
        kept = f"results are kept for {months(rules)} after the last day"
        why = f"{kept}, and the tournament is not closed yet"
    else:
        why = "results are kept until the tournament is over"
    yield Breach(
        message=f"the names of {whom} cannot be erased together yet: {why}.",
        cites="TOP §4",
        hint=advice(
            "Erase the name of a single person, with a reason: {}.",
            do("erase", "p17", "--reason", "…"),
        ),
    )
