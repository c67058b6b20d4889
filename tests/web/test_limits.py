"""How much may come in, how slowly, and how often."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from starlette.types import Message, Scope

from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.server.limits import CLAIMS, FILE, FORM, MINUTE, Limits, RateLimit
from roundbook.cli.web.server.problems import TurnedAwayError
from tests.cli.line import Line
from tests.web.test_signin import form_key
from tests.web.visitor import Visitor

PARTS = {"content-type": "multipart/form-data; boundary=x"}


@pytest.mark.parametrize(
    ("seat", "path", "headers", "largest"),
    [
        (None, "/sign-in", {}, FORM),
        (None, "/sign-in", PARTS, FORM),
        (None, "/t/cup/desk/lists/players", PARTS, FORM),
        (AccessRole.SCOREKEEPER, "/sign-in", PARTS, FORM),
        (AccessRole.SCOREKEEPER, "/t/cup/desk", {}, FORM),
        (AccessRole.SCOREKEEPER, "/t/cup/desk/lists/players", {}, FORM),
        (AccessRole.SCOREKEEPER, "/t/cup/desk/lists/players", PARTS, FILE),
        (AccessRole.SCOREKEEPER, "/t/cup/mine", PARTS, FORM),
    ],
)
def test_a_form_is_small_and_only_the_desk_brings_files(
    visitor: Visitor,
    line: Line,
    seat: AccessRole | None,
    path: str,
    headers: dict[str, str],
    largest: int,
) -> None:
    line.start()
    if seat is not None:
        visitor.come_in(seat)
    just, over = (
        visitor.post(path, content=b"x" * n, headers=headers) for n in (largest, largest + 1)
    )
    assert just.status_code != 413
    assert over.status_code == 413

    async def unending() -> AsyncIterator[bytes]:
        while True:
            yield b"x" * 10_000

    assert visitor.post(path, content=unending(), headers=headers).status_code == 413


@pytest.mark.parametrize("said", ["-1", "x", "1e3", "9" * 5_000, "+5", "\u0663"])
def test_a_length_that_is_none_is_refused(visitor: Visitor, said: str) -> None:
    headers = {"content-length": said.encode()}
    assert visitor.post("/sign-in", content=b"code=1", headers=headers).status_code == 413


def test_what_comes_in_at_once_is_bounded_and_room_is_given_back() -> None:
    sent = list[int]()

    async def app(*_: object) -> None:
        sent.append(200)

    limits = Limits(app, at_once=100)
    scope = {"type": "http", "method": "POST", "path": "/", "headers": []}

    async def one(gate: asyncio.Event) -> None:
        parts = [b"x" * 60, b""]

        async def receive() -> Message:
            if len(parts) == 1:
                await gate.wait()
            return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent.append(message["status"])

        await limits(scope, receive, send)

    async def three() -> None:
        gate = asyncio.Event()
        first = asyncio.create_task(one(gate))
        await asyncio.sleep(0)
        await one(gate)
        assert sent == [503]
        gate.set()
        await first
        await one(gate)

    asyncio.run(three())
    assert sent == [503, 200, 200]
    assert set(limits.room.values()) == {100}


def test_what_strangers_send_slowly_leaves_the_desk_its_room() -> None:
    answered = list[tuple[bool, int]]()

    async def app(scope: Scope, *_: object) -> None:
        answered.append((scope["known"], 200))

    limits = Limits(app, at_once=100, is_known=lambda scope: bool(scope["known"]))

    async def one(gate: asyncio.Event, *, known: bool) -> None:
        parts = [b"x" * 60, b""]

        async def receive() -> Message:
            if len(parts) == 1:
                await gate.wait()
            return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                answered.append((known, message["status"]))

        scope = {"type": "http", "method": "POST", "path": "/", "headers": [], "known": known}
        await limits(scope, receive, send)

    async def crowd() -> None:
        gate, open_gate = asyncio.Event(), asyncio.Event()
        open_gate.set()
        slow = asyncio.create_task(one(gate, known=False))
        await asyncio.sleep(0)
        await one(open_gate, known=False)
        await one(open_gate, known=True)
        gate.set()
        await slow

    asyncio.run(crowd())
    assert answered == [(False, 503), (True, 200), (False, 200)]


def test_tries_of_the_last_minute_count_by_whom_and_in_all() -> None:
    at = [0.0]
    tries = RateLimit(lambda: at[0], each=2, most=3)
    tries.count("a", "wait")
    tries.count("a", "wait")
    with pytest.raises(TurnedAwayError, match="wait") as refused:
        tries.count("a", "wait")
    assert refused.value.status == 429
    tries.count("b", "wait")
    with pytest.raises(TurnedAwayError):
        tries.count("c", "wait")
    at[0] = MINUTE
    tries.count("c", "wait")
    assert not tries.are_spent("a")


def test_a_phone_that_sends_without_end_is_told_to_wait_and_the_desk_is_not(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ana", "Ben")
    visitor.come_in(AccessRole.PLAYER, tournament="cup", player="p1")
    filled = {"key": form_key(visitor.get("/t/cup/mine")), "said": "won"}
    answers = [visitor.post("/t/cup/mine", data=filled).status_code for _ in range(CLAIMS + 1)]
    assert answers == [403] * CLAIMS + [429]
    visitor.come_in(AccessRole.SCOREKEEPER, tournament="cup")
    filled = {"key": form_key(visitor.get("/t/cup/desk")), "line": "nonsense"}
    answers = [visitor.post("/t/cup/desk", data=filled).status_code for _ in range(CLAIMS + 1)]
    assert set(answers) == {422}
