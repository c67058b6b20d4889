"""What a save of a followed event has brought, in few words: one line for people who are busy."""

from collections import Counter
from collections.abc import Iterable

from ledger.events import catalogue as ev
from projections.history.history import what


def news(events: Iterable[ev.AnyEvent], tie: str = "tie") -> list[str]:
    """Return what these events have brought: what is usual counted, what is not in full."""
    joined = byes = 0
    reported: Counter[tuple[str, int]] = Counter()
    found: list[str] = []
    at: dict[tuple[str, int], int] = {}
    for event in events:
        match event:
            case ev.TournamentOpened():
                found.append(what(event, tie))
            case ev.PlayerRegistered():
                joined += 1
            case ev.ByeAwarded():
                byes += 1
            case ev.RoundPaired() if event.reason is None:
                found.append(_paired(event))
            case ev.ResultReported():
                key = event.match.pool, event.match.round
                if key not in at:
                    at[key] = len(found)
                    found.append("")
                reported[key] += 1
            case ev.RoundsSet() | ev.PodsFormed():
                pass  # They follow from the attendance.
            case _:
                found.append(what(event, tie))
    for (pool, number), place in at.items():
        results = _count(reported[pool, number], "result")
        found[place] = f"{results} of round {number} of {pool}"
    head = [f"{_count(joined, 'player')} registered"] * bool(joined)
    head += [f"{_count(byes, 'bye')} awarded"] * bool(byes)
    opened = 1 if found and found[0].count(" was opened under ") else 0
    return [*found[:opened], *head, *found[opened:]]


def _paired(event: ev.RoundPaired) -> str:
    byes = f", {_count(len(event.byes), 'bye')}" if event.byes else ""
    tables = _count(len(event.tables), "table")
    return f"round {event.round} of {event.pool} paired, {tables}{byes}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun if number == 1 else f'{noun}s'}"
