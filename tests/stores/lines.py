"""Lines of a ledger as a desk would write them, for tests of how they hang together."""

from collections.abc import Callable
from datetime import datetime, timedelta, timezone

from roundbook.ledger.events.catalogue import AnyEvent, NoteMade, PlayerRegistered, ResultReported
from roundbook.ledger.record.chain import BEGINNING, Head, Mark
from roundbook.ledger.record.entry import Entry, leaf_hash, to_line
from roundbook.ledger.terms import Actor, Division, HandId, MatchId, PlayerId, Pool, Score, won

VENUE = timezone(timedelta(hours=1))
HAND = Actor(id=HandId("h1"))


def event(number: int) -> AnyEvent:
    """Return one event of several kinds, in turn."""
    match number % 3:
        case 0:
            table = MatchId(Pool("masters"), 1, number)
            return ResultReported(match=table, result=won(Score(2, number % 2)))
        case 1:
            return PlayerRegistered(
                player=PlayerId(f"p{number}"), division=Division.MASTERS, commitment="A" * 43
            )
        case _:
            return NoteMade(text=f"Table {number} läuft länger.")


def note(number: int) -> AnyEvent:
    """Return an event that is short."""
    return NoteMade(text=f"Table {number}")


def entry(number: int, prev: str, *, cmd: str, happens: Callable[[int], AnyEvent] = event) -> Entry:
    """Return entry `number`, at a minute of its own."""
    at = datetime(2026, 1, 2, 10, tzinfo=VENUE) + timedelta(minutes=number)
    events = (happens(number),)
    return Entry(seq=number, at=at, hand=HAND, cmd=cmd, prev=prev, events=events)


def lines(
    count: int,
    *,
    start: Mark = BEGINNING,
    cmd: str = "c",
    happens: Callable[[int], AnyEvent] = event,
) -> list[bytes]:
    """Return `count` lines that follow each other from `start` on."""
    made, prev = [], start.leaf
    for number in range(start.seq + 1, start.seq + count + 1):
        made.append(to_line(entry(number, prev, cmd=f"{cmd}{number}", happens=happens)))
        prev = leaf_hash(made[-1])
    return made


def data(held: list[bytes]) -> bytes:
    """Return the bytes of a ledger file with these lines."""
    return b"".join(line + b"\n" for line in held)


def head(held: list[bytes]) -> Head:
    """Return the head of a ledger that ends with these lines, which are all of it."""
    return Head(leaf=leaf_hash(held[-1]), seq=len(held))


def mark(held: list[bytes]) -> Mark:
    """Return the place behind these lines, which are all of it."""
    return Mark(len(held), leaf_hash(held[-1]), len(data(held))) if held else BEGINNING
