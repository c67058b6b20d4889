"""What is shown around the lines at the prompt: how far the rounds are, and what others wrote."""

from datetime import datetime, timedelta

from cli.explain import shown
from cli.keying.hall import hall_of
from cli.keying.words import status
from cli.wiring import Venue
from ledger.desk import Desk
from ledger.record.entry import Entry
from projections.history.history import what, with_names
from projections.rounds.clock import RoundClock, clocks


def clock_and_count(desk: Desk, now: datetime) -> str:
    """Return how far the rounds are, and the time that they have left: `41 of 52 in · 31:05`."""
    t = desk.tournament
    count = status(t, hall_of(t)) or "no round"
    running = clocks(desk.entries, desk.rules)
    times = [said for one in running if (said := _left(one, now, several=len(running) > 1))]
    return " · ".join((count, *([", ".join(times)] if times else [])))


def news_line(entry: Entry, here: Venue) -> str:
    """Return an entry of another desk: who wrote it, and what, with names."""
    name, hand = here.book.hands.get(entry.hand.id, entry.hand.id), entry.hand
    more = [word for word in (hand.role.value, hand.station) if word not in {name, "desk"}]
    by = f"{name} ({', '.join(more)})" if more else name
    tie = here.desk.rules.tie_word
    said = "; ".join(what(event, tie) for event in entry.events)
    named = with_names(said, here.book.name)
    return shown(f"entry {entry.seq} by {by}: {named}")


def _left(one: RoundClock, now: datetime, *, several: bool) -> str:
    left = one.left(now)
    if left is None:
        return ""
    minutes, seconds = divmod(max(left, timedelta(0)) // timedelta(seconds=1), 60)
    said = f"{minutes}:{seconds:02} left" if left > timedelta(0) else "time"
    return f"{one.pool} {said}" if several else said
