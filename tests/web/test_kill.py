"""The server is killed in the middle of entry, again and again: what was acknowledged stands."""

import random
import threading
import time
from collections.abc import Iterator
from http.client import HTTPException

import pytest

from tests.cli.line import Line
from tests.web.at_desk import Desk
from tests.web.served import Served

BEFORE = 5
"""The server is killed after so many slips at most, somewhere in the next one or two."""


@pytest.fixture
def running(line: Line) -> Line:
    """Round 1 of forty players is being played."""
    line.start(Masters=40)
    line.first_round()
    return line


def slips() -> Iterator[str]:
    """Yield what is keyed in: each table's result, then another one for it, and so on."""
    for table in range(1, 21):
        yield f"{table} 1"
    for number in range(1000):
        winner = 2 - number // 20 % 2
        yield f"{number % 20 + 1} {winner} because it was misread, {number}"


def entered(line: Line) -> list[str]:
    """Return what the ledger holds, as lines that were keyed in."""
    said = []
    for entry in line.ledger():
        for event in entry["events"]:
            if event["event"] in {"result-reported", "result-corrected"}:
                table, verdict = event["match"][2], event["result"]["verdict"]
                winner = {"first": 1, "second": 2}[verdict]
                why = f" because {event['reason']}" if "reason" in event else ""
                said.append(f"{table} {winner}{why}")
    return said


@pytest.mark.parametrize("kills", [4, pytest.param(40, marks=pytest.mark.long)])
def test_kill_at_any_moment_loses_no_result_that_was_acknowledged(
    running: Line, kills: int
) -> None:
    """Every line is in the ledger once: those whose answer came, and those sent again."""
    chance = random.Random(20260307)  # noqa: S311 - the same moments each time, more or less.
    keyed, acknowledged, port = slips(), list[str](), 0
    desk, pending = None, None
    for _ in range(kills):
        with Served(running.folder.parent, running.home, port=port) as served:
            port = served.port
            if desk is None:
                desk = Desk(port, served.code)
            elif pending is None:
                desk.look()
            killer, took = None, 0.0
            for count in range(chance.randint(1, BEFORE), -1_000, -1):
                if count == 0:
                    killer = threading.Timer(chance.uniform(0, 2 * took), served.process.kill)
                    killer.start()
                pending, began = pending or next(keyed), time.monotonic()
                try:
                    desk.enter(pending)
                except (OSError, HTTPException):
                    break
                took = time.monotonic() - began
                acknowledged.append(pending)
                pending = None
            assert killer is not None, "the server went by itself"
            killer.join()
            served.process.wait()
            assert entered(running)[: len(acknowledged)] == acknowledged
            desk.hang_up()
    assert len(acknowledged) >= kills
    assert entered(running) in (acknowledged, [*acknowledged, pending])
    said = running.run("verify", running.folder)
    assert said.code == 0, said
