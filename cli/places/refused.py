"""Refused commands, kept next to the ledger (`attempts.jsonl`): intent counts too (LED-2)."""

from pathlib import Path

import msgspec
from msgspec.structs import replace

from roundbook.cli.places.layout import ATTEMPTS
from roundbook.cli.places.members import Anywhere, at
from roundbook.ledger.errors import UNDECODABLE, Unreadable
from roundbook.ledger.people.book import Book
from roundbook.ledger.people.privacy import texts
from roundbook.ledger.record.entry import Attempt, SpelledActor, refuse_odd_pools
from roundbook.ledger.text import reason

UNKEPT = "the message named somebody, so it was not kept."
"""Recorded in the place of a message with a name or a Player ID."""


def note(attempt: Attempt, folder: Anywhere | None, book: Book, notices: list[str]) -> None:
    """Record a refused command without names and Player IDs (LED-9), and without draws.

    A refused draw would come out the same when it is made, so it must stay unknown. If the disk
    fails, a notice says so: the rule's answer matters more than its record.
    """
    if folder is None or (isinstance(folder, Path) and not folder.is_dir()):
        return

    def names_somebody(text: str) -> bool:
        return bool(book.named_in(text) or book.names_refused(text, book.refused))

    told = tuple(
        event
        for event in attempt.events
        if not getattr(event, "drawn", None) and not any(map(names_somebody, texts(event)))
    )
    # What was said to the person who typed an ID is not kept for others to read.
    message = UNKEPT if names_somebody(attempt.message) else attempt.message
    line = msgspec.json.encode(replace(attempt, events=told, message=message), order="sorted")
    try:
        at(folder).append(ATTEMPTS, line)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        notices.append(f"the refused command could not be recorded: {why}.")


class _SpelledAttempt(Attempt, frozen=True, omit_defaults=True, kw_only=True):
    """A refused command as read, with the actor checked against the patterns for texts."""

    hand: SpelledActor


def attempts(folder: Anywhere) -> list[Attempt]:
    """Return the refused commands; none if none were recorded. Raises Unreadable."""
    found = list[Attempt]()
    for number, line in enumerate(lines(folder), start=1):
        try:
            attempt = msgspec.json.decode(line.rstrip(b"\r\n"), type=_SpelledAttempt)
            refuse_odd_pools(attempt.events)
            found.append(attempt)
        except UNDECODABLE as error:
            path = at(folder).where(ATTEMPTS)
            msg = f"line {number} of {path} is not a refused command: {reason(error)}."
            hint = "Move the file aside: the ledger does not need it."
            raise Unreadable(msg, where=f"line {number}", hint=hint) from error
    return found


def lines(folder: Anywhere) -> list[bytes]:
    """Return the lines of the file with their line ends; none if there is no file."""
    if not at(folder).has(ATTEMPTS):
        return []
    return at(folder).read(ATTEMPTS).splitlines(keepends=True)
