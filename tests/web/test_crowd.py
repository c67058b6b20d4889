"""Many at once: those who wait for one tournament keep nobody from another, or from the door."""

import asyncio

from cli.web.hall import Hall
from cli.web.permits import Seat
from cli.web.porch import Porch
from tests.cli.line import Line
from tests.web.events import at
from tests.web.test_signin import come_in, invited
from tests.web.visitor import Visitor

MANY = 100
SOON = 60
"""So many seconds are no wait, but a fault."""


def test_a_hundred_who_wait_for_one_tournament_keep_nobody_from_another(
    visitor: Visitor, hall: Hall, porch: Porch, line: Line
) -> None:
    line.begin("Ana", "Ben")
    at(line, "other").begin("Cho", "Dee")
    hall.look()
    come_in(visitor, porch, Seat.SCOREKEEPER)
    code = invited(porch, Seat.JUDGE)

    async def crowd() -> list[int]:
        client = visitor.client
        with hall.houses["cup"].held():
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
