"""The Python library, following: the public feed of an event that a server shows, line by line."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec
from msgspec import Struct

from roundbook.ledger.errors import UNDECODABLE, Unreadable
from roundbook.ledger.text import short

PATIENCE = 60.0
"""How long a server may be silent, in seconds; it says that it is there every few seconds."""

LONGEST = 1 << 20
"""The longest line that is read, in bytes."""


class Told(Struct, frozen=True, kw_only=True):
    """One public event of a served tournament: its place, its kind, and what it says.

    Rule: what everybody may see, as docs/shelf.md describes the feed (LED-9).
    Units: `mark` is where to resume (`ENTRY.N`), `entry` the number in the ledger, `event` the kind
    as in docs/format.md, `data` the rest as JSON has it.
    Errors: none.

    >>> roundbook.Told(mark="7.1", entry=7, event="round-started", data={"round": 1}).entry
    7
    """

    mark: str
    entry: int
    event: str
    data: Mapping[str, Any]


def follow(address: str, *, after: str = "") -> Iterator[Told]:
    """Yield the public events of a served tournament, and each new one, until it is closed.

    Rule: each event once, in order; keep `mark` and give it as `after` to resume.
    Units: `address` is that of the event's JSON, such as
    `http://127.0.0.1:8000/api/v1/tournaments/cup`; `after` is a mark, empty for the beginning.
    Errors: Unreadable if nobody answers, if the answer is not a feed, or if the connection breaks.

    >>> next(roundbook.follow("nowhere"))
    Traceback (most recent call last):
    roundbook.ledger.errors.Unreadable: 'nowhere' is not the address of a served event.
    """
    if urlsplit(address).scheme not in {"http", "https"} or not urlsplit(address).hostname:
        hint = "Give the address of its JSON, such as http://127.0.0.1:8000/api/v1/tournaments/cup."
        said = f"{short(address)!r} is not the address of a served event."
        raise Unreadable(said, where=address, hint=hint)
    headers = {"Accept": "text/event-stream", **({"Last-Event-ID": after} if after else {})}
    asked = Request(f"{address.rstrip('/')}/feed", headers=headers)  # noqa: S310 - seen above.
    mark = after
    try:
        with urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310
            if answer.status != 200:
                return  # 204: it is closed, and all has been told.
            for told in _events(answer):
                mark = told.mark
                yield told
                if told.event == "tournament-closed":
                    return
    except (HTTPException, OSError) as error:
        if isinstance(error, HTTPError):
            error.close()
        raise _broken(address, mark, error) from error
    raise _broken(address, mark, None)


def _broken(address: str, mark: str, error: Exception | None) -> Unreadable:
    """Return what stopped the feed, and from where it can be resumed."""
    why = f"answered {error.code}" if isinstance(error, HTTPError) else "no longer answers"
    hint = f"Continue with after={mark!r}." if mark else "Check the address, and try again."
    return Unreadable(f"{short(address)} {why}.", where=address, hint=hint)


def _events(answer: Any) -> Iterator[Told]:
    """Yield what a stream of server-sent events says; lines not of the feed are skipped."""
    mark = ""
    while line := answer.readline(LONGEST):
        name, _, value = line.decode("utf-8", "replace").rstrip("\r\n").partition(": ")
        if name == "id":
            mark = value
        elif name == "data" and mark:
            with suppress(*UNDECODABLE, KeyError, TypeError):
                data = msgspec.json.decode(value.encode(), type=dict[str, Any])
                entry, event = int(data.pop("entry")), str(data.pop("event"))
                yield Told(mark=mark, entry=entry, event=event, data=data)
            mark = ""
