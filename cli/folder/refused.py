"""Commands that were refused, kept beside the ledger: intent counts too (LED-2)."""

from pathlib import Path

import msgspec
from msgspec.structs import replace

from cli.folder.layout import ATTEMPTS
from cli.folder.members import Anywhere, at
from ledger.errors import UNDECODABLE, Unreadable
from ledger.people.book import Book
from ledger.people.privacy import texts
from ledger.record.entry import Attempt, SpelledActor, refuse_odd_pools
from ledger.text import reason


def note(attempt: Attempt, folder: Anywhere | None, book: Book, notices: list[str]) -> None:
    """Keep a refused command, without events that name somebody (LED-9), and without draws.

    What would have been drawn would still be: nobody may know it beforehand. A disk that does not
    take it is remarked in `notices`: what the rule says matters more than that it was said.
    """
    if folder is None or (isinstance(folder, Path) and not folder.is_dir()):
        return
    told = tuple(
        event
        for event in attempt.events
        if not getattr(event, "drawn", None)
        if not any(
            book.named_in(text) or book.names_refused(text, book.refused) for text in texts(event)
        )
    )
    line = msgspec.json.encode(replace(attempt, events=told), order="sorted")
    try:
        at(folder).append(ATTEMPTS, line)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        notices.append(f"the refused command could not be recorded: {why}.")


class _SpelledAttempt(Attempt, frozen=True, omit_defaults=True, kw_only=True):
    """A refused command as it is read: who gave it is held to the patterns of its texts."""

    hand: SpelledActor


def attempts(folder: Anywhere) -> list[Attempt]:
    """Return the commands that were refused; none where none were noted. Raises Unreadable."""
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
    """Return the lines of what was noted, each with its end; none where nothing was."""
    if not at(folder).has(ATTEMPTS):
        return []
    return at(folder).read(ATTEMPTS).splitlines(keepends=True)
