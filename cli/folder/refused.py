"""Commands that were refused, kept beside the ledger: intent counts too (LED-2)."""

from pathlib import Path

import msgspec
from msgspec.structs import replace

from ledger.people.book import Book
from ledger.people.privacy import texts
from ledger.record.entry import Attempt

ATTEMPTS = "attempts.jsonl"


def note(attempt: Attempt, folder: Path | None, book: Book, notices: list[str]) -> None:
    """Keep a refused command, without events that name somebody (LED-9), and without draws.

    What would have been drawn would still be: nobody may know it beforehand. A disk that does not
    take it is remarked in `notices`: what the rule says matters more than that it was said.
    """
    if folder is None or not folder.is_dir():
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
        with (folder / ATTEMPTS).open("ab") as file:
            file.write(line + b"\n")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        notices.append(f"the refused command could not be noted: {reason}.")
