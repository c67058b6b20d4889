"""Plays the Swiss rounds of an event at the real command line, for tests of what comes after."""

from collections.abc import Callable
from typing import Any

from tests.cli.line import Line

Decide = Callable[[str, str], str]
"""Says how a match ends: `1`, `2` or `tie`, given its two players."""


def number(player: str) -> int:
    return int(player.removeprefix("p"))


def lower_wins(first: str, second: str) -> str:
    """The player with the lower number wins."""
    return "1" if number(first) < number(second) else "2"


def play(line: Line, decide: Decide = lower_wins, pool: str = "") -> None:
    """Pair, start and report one round of every pool that is ready, or of one."""
    line.pair(*([pool] if pool else []))
    finish(line, decide)


def two_rounds(line: Line, players: int, *told: object) -> None:
    """Announce an event of Masters, and play two rounds of it."""
    line.start(Masters=players)
    line.announce(*told)
    play(line)
    play(line)


def finish(line: Line, decide: Decide = lower_wins) -> None:
    """Report every match that is out, in one list."""
    events = [event for entry in line.ledger() for event in entry["events"]]
    reported = {"-".join(map(str, e["match"])) for e in events if e["event"] == "result-reported"}
    seats: dict[tuple[str, int], dict[str, list[str]]] = {}
    for event in events:
        where = (event.get("pool"), event.get("round"))
        if event["event"] in {"round-paired", "round-repaired"}:
            seats[where] = {
                f"{where[0]}-{where[1]}-{table}": pair
                for table, pair in zip(event["tables"], event["pairings"], strict=True)
            }
        elif event["event"] == "round-withdrawn":
            seats.pop(where, None)
    line.report(
        {
            match: decide(first, second)
            for matches in seats.values()
            for match, (first, second) in matches.items()
            if match not in reported
        }
    )


def standings(line: Line) -> list[dict[str, Any]]:
    """Return the standings as a program gets them."""
    said = line.run("standings", "-C", line.folder, "--json")
    placed: list[dict[str, Any]] = said.standings
    return placed


def last(line: Line, kind: str) -> dict[str, Any]:
    """Return the last event of a kind in the ledger."""
    events = [event for entry in line.ledger() for event in entry["events"]]
    found: dict[str, Any] = next(e for e in reversed(events) if e["event"] == kind)
    return found
