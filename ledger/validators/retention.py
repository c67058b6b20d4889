"""What is kept for three months is handed over when asked for, and erased only after that."""

from collections.abc import Iterator

from ledger.errors import Violation
from ledger.events import catalogue as ev
from ledger.events.catalogue import AnyEvent
from ledger.events.retention import keep_until
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.validators.phrasing import count, have


def request_number(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Requests for what is kept are numbered in the order in which they came (TOP §4)."""
    if not isinstance(event, ev.RequestRecorded) or event.number == len(t.requests) + 1:
        return
    yield Violation(
        rule="request-number",
        seq=entry.seq,
        message=f"the next request is number {len(t.requests) + 1}, not {event.number}.",
        cites="TOP §4",
        hint="Record it with `roundbook requests record`, which counts by itself.",
    )


def request_unknown(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Only a request that was recorded can be answered (TOP §4)."""
    if not isinstance(event, ev.RequestAnswered) or event.number in t.requests:
        return
    there = f"the last one is {len(t.requests)}" if t.requests else "none has been recorded"
    yield Violation(
        rule="request-unknown",
        seq=entry.seq,
        message=f"there is no request {event.number}: {there}.",
        cites="TOP §4",
        hint="Record who asks first: `roundbook requests record --from …`.",
    )


def request_answered(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """A request is answered once; who asks for more makes another request (TOP §4)."""
    if not isinstance(event, ev.RequestAnswered) or event.number not in t.answers:
        return
    yield Violation(
        rule="request-answered",
        seq=entry.seq,
        message=f"request {event.number} has been answered already.",
        cites="TOP §4",
        hint=f"Print its receipt with `roundbook requests receipt {event.number}`, "
        "or record another request.",
    )


def nobody_erased(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """An erasure says whom it is about (A-43)."""
    if not isinstance(event, ev.PeopleErased) or event.everybody or event.named:
        return
    yield Violation(
        rule="nobody-erased",
        seq=entry.seq,
        message="nobody is named who should be erased.",
        cites="A-43",
        hint="Name the player (`roundbook redact p17 --reason …`), or --all after three months.",
    )


def erased_already(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Who was erased stays so: nobody erases them again, or writes down anew who they were."""
    named = event.named if isinstance(event, ev.PeopleErased) else ()
    if isinstance(event, ev.PlayerAmended):
        named = (event.player,)
    gone = list(dict.fromkeys(who for who in named if who in t.erased))
    if not gone:
        return
    yield Violation(
        rule="erased-already",
        seq=entry.seq,
        message=f"{have(gone, one='was', many='were')} erased by entry {t.erased[gone[0]]}.",
        cites="A-43, LED-9",
        hint="What may be left in the folder of who was erased, `roundbook redact` takes away.",
    )


def retention_running(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Results are kept for three months; until then one person is erased, for a reason (TOP §4).

    The three months begin with the last day of a tournament that is closed. Whoever asks for
    themselves, or for their child, need not wait for them; but the book of names is not emptied.
    """
    if not isinstance(event, ev.PeopleErased):
        return
    people = len(event.named)
    if not event.everybody and people <= 1:
        return
    until = keep_until(t.ended) if t.closed and t.ended else None
    if until and entry.at.date() > until:
        return
    whom = "everybody" if event.everybody else count(people, "person", many="people")
    why = f"results are kept until {until}" if until else "the three months begin with the close"
    yield Violation(
        rule="retention-running",
        seq=entry.seq,
        message=f"{whom} cannot be erased at once yet: {why}.",
        cites="TOP §4, A-43",
        hint="One person can be, with a reason: `roundbook redact p17 --reason …`.",
    )
