"""Many at once: those who wait for one tournament keep nobody from another, or from the door."""

import asyncio
import threading
from typing import Any

import pytest

from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.server.tournaments import TournamentFolder
from roundbook.projections.reports.rendering import render
from tests.cli.line import Line
from tests.web.events import at
from tests.web.visitor import Visitor, invited

MANY = 100
SOON = 60
"""So many seconds are no wait, but a fault."""


def test_a_hundred_who_wait_for_one_tournament_keep_nobody_from_another(
    visitor: Visitor, tournaments: TournamentFolder, access: AccessStore, line: Line
) -> None:
    line.begin("Ana", "Ben")
    at(line, "other").begin("Cho", "Dee")
    tournaments.look()
    visitor.come_in(AccessRole.SCOREKEEPER)
    code = invited(access, AccessRole.JUDGE)

    async def crowd() -> list[int]:
        client = visitor.client
        with tournaments.at("cup").held():
            waiting = [asyncio.create_task(client.get("/t/cup/desk")) for _ in range(MANY)]
            for _ in range(MANY):
                await asyncio.sleep(0)  # Until all of them wait.
            async with asyncio.timeout(SOON):
                served = [
                    await client.get("/t/other"),
                    await client.get("/t/other/desk"),
                    await client.get(f"/join/{code}"),
                ]
            assert not any(one.done() for one in waiting)
        served += await asyncio.gather(*waiting)
        return [answer.status_code for answer in served]

    assert visitor.run(crowd()) == [200] * (MANY + 3)


def test_a_page_of_the_staff_is_made_where_it_holds_up_nobody(
    visitor: Visitor, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list of two thousand takes a tenth of a second, in which all phones are answered."""
    line.begin("Ana", "Ben")
    made = dict[str, threading.Thread]()

    def watched(template: str, *words: Any, **values: Any) -> str:
        made[template] = threading.current_thread()
        return render(template, *words, **values)

    monkeypatch.setattr("roundbook.cli.web.server.page_routes.render", watched)
    visitor.come_in(AccessRole.ORGANISER)
    for path in ("/t/cup/desk/players", "/t/cup/desk/tables", "/doors", "/desk"):
        assert visitor.get(path).status_code == 200
    assert len(made) == 4
    assert threading.main_thread() not in made.values()
