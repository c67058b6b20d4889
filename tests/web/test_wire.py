"""What is sent byte by byte by somebody who means harm, and how much one address may hold."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Self

import pytest

from roundbook.cli.web import serving
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.server.limits import HEAD
from tests.cli.line import Line
from tests.web.at_desk import Desk
from tests.web.test_matrix import addresses, filled_in
from tests.web.test_serve import answered, running
from tests.web.visitor import invited

PATIENCE = 60
HOST = b"Host: 127.0.0.1\r\n"
HIDDEN = b"GET /t/cup/standings HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


class Phone:
    """A phone that has asked for a page, and keeps its connection; `status` is what it was told."""

    def __init__(self, port: int, path: str) -> None:
        self._line = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._line.sendall(b"GET %b HTTP/1.1\r\n%b\r\n" % (path.encode(), HOST))
        self.status = int(self._line.recv(65_536).split(b" ")[1])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._line.close()

    def was_closed(self) -> bool:
        """Tell whether the server has hung up, behind what is left of its answer."""
        self._line.settimeout(0.2)
        try:
            while self._line.recv(65_536):
                pass
        except TimeoutError:
            return False
        return True


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    base = tmp_path_factory.mktemp("wire")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROUNDBOOK_HOME", str(base / "home"))
        (base / "events").mkdir()
        line = Line(base / "home", base / "events" / "cup")
        line.start()
        with running(line) as found:
            yield found


@pytest.mark.parametrize(
    "fields",
    [
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
        b"Content-Length: 5\r\nContent-Length: 6\r\n",
        b"Content-Length: -1\r\n",
        b"Content-Length: +5\r\n",
        b"Content-Length: 0x5\r\n",
        b"Content-Length: 5, 6\r\n",
        b"Transfer-Encoding: xchunked\r\n",
        b"Transfer-Encoding: chunked, identity\r\n",
        b"Transfer-Encoding : chunked\r\n",
        b"Transfer-Encoding:\x0bchunked\r\n",
        b"X: a\r\n Transfer-Encoding: chunked\r\nContent-Length : 5\r\n",
        b"X: a\x00b\r\n",
        b"X\x00: a\r\n",
        b": a\r\n",
    ],
)
def test_no_second_request_is_smuggled_behind_a_first(port: int, fields: bytes) -> None:
    """Two programs that see different ends of a request would mix the requests of two people."""
    said = answered(port, b"POST /sign-in HTTP/1.1\r\n" + HOST + fields + b"\r\n0\r\n\r\n" + HIDDEN)
    assert said.count(b"HTTP/1.1 ") == 1, said
    assert said[9:12] in {b"400", b"413", b"501"}, said
    assert b"connection: close" in said.lower()


@pytest.mark.parametrize("path", addresses("POST"))
def test_nothing_is_smuggled_wherever_it_is_sent(port: int, path: str) -> None:
    both = b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    head = f"POST {filled_in(path)} HTTP/1.1\r\n".encode() + HOST
    said = answered(port, head + both + HIDDEN)
    assert (said.count(b"HTTP/1.1 "), said[9:12]) == (1, b"400"), said


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"TRACE / HTTP/1.1\r\n" + HOST, b"405"),
        (b"CONNECT x:1 HTTP/1.1\r\n" + HOST, b"404"),
        (b"DELETE /t/cup HTTP/1.1\r\n" + HOST, b"405"),
        (b"GET / HTTP/1.1\r\n", b"400"),
        (b"GET / HTTP/1.1\r\n" + HOST + HOST, b"400"),
        (b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"x" * 20_000 + b"\r\n", b"431"),
        (b"GET /t/cup?q=" + b"x" * 17_000 + b" HTTP/1.1\r\n" + HOST, b"431"),
    ],
)
def test_a_head_that_nobody_of_good_will_sends_is_refused(
    port: int, head: bytes, status: bytes
) -> None:
    said = answered(port, head + b"Connection: close\r\n\r\n")
    assert said[9:12] == status, said[:200]
    assert b"traceback" not in said.lower()
    assert b"uvicorn" not in said.lower()
    assert len(head) < HEAD or status == b"431"


def test_one_address_leaves_room_for_the_others(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Up to its share it is served in any case, beyond that only while half of all are free."""
    line.start()
    monkeypatch.setattr(serving, "MOST_CONNECTIONS", 8)
    monkeypatch.setattr(serving, "SHARE", 2)
    asked = b"GET /now HTTP/1.1\r\n" + HOST + b"\r\n"

    async def served(port: int, *, source: str) -> asyncio.StreamWriter | None:
        at = ("127.0.0.1", port)
        reader, writer = await asyncio.open_connection(*at, local_addr=(source, 0))
        try:
            writer.write(asked)
            await writer.drain()
            first = await asyncio.wait_for(reader.read(12), PATIENCE)
        except ConnectionError:
            first = b""
        if first == b"HTTP/1.1 200":
            return writer
        writer.close()
        return None

    async def crowd(port: int) -> tuple[list[bool], list[bool]]:
        greedy = [await served(port, source="127.0.0.1") for _ in range(6)]
        others = [await served(port, source=f"127.0.0.{n}") for n in (2, 2, 3)]
        for writer in filter(None, (*greedy, *others)):
            writer.close()
            await writer.wait_closed()
        return [bool(one) for one in greedy], [bool(one) for one in others]

    with running(line) as port:
        greedy, others = asyncio.run(crowd(port))
        assert greedy == [True] * 4 + [False] * 2
        assert others == [True] * 3
        again, _ = asyncio.run(crowd(port))
        assert again[:2] == [True, True], "what was closed is given back"


def test_a_desk_is_answered_however_many_phones_there_are(
    line: Line, access: AccessStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The phones listen for news, so nothing of theirs is idle, and a further one has to wait."""
    line.begin("Ana", "Ben")
    monkeypatch.setattr(serving, "MOST_CONNECTIONS", 4)
    with running(line) as port, ExitStack() as stack:
        desk = Desk(port, invited(access, AccessRole.SCOREKEEPER))
        stack.callback(desk.hang_up)
        desk.hang_up()
        phones = [stack.enter_context(Phone(port, "/t/cup/live")) for _ in range(5)]
        assert [one.status for one in phones] == [200, 200, 200, 200, 503]
        assert stack.enter_context(Phone(port, "/sign-in")).status == 200
        judge = Desk(port, invited(access, AccessRole.JUDGE), "/t/cup/desk/tables")
        judge.hang_up()
        assert "Ana" in desk.enter("1 1"), (
            "over a connection that was opened while the server was full"
        )


def test_a_phone_takes_the_place_of_an_idle_one_and_not_of_a_desk(
    line: Line, access: AccessStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.begin("Ana", "Ben")
    monkeypatch.setattr(serving, "MOST_CONNECTIONS", 4)
    with running(line) as port, ExitStack() as stack:
        desk = Desk(port, invited(access, AccessRole.SCOREKEEPER))
        stack.callback(desk.hang_up)
        phones = [stack.enter_context(Phone(port, "/now")) for _ in range(5)]
        assert [one.status for one in phones] == [200] * 5
        assert [one.was_closed() for one in phones] == [True, True, False, False, False]
        assert "Ana" in desk.enter("1 1")


def test_a_player_who_is_signed_in_is_no_staff(
    line: Line, access: AccessStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.begin("Ana", "Ben")
    monkeypatch.setattr(serving, "MOST_CONNECTIONS", 4)
    with running(line) as port, ExitStack() as stack:
        code = invited(access, AccessRole.PLAYER, tournament="cup", player="p1")
        player = Desk(port, code, "/t/cup/mine")
        stack.callback(player.hang_up)
        player.hang_up()
        for _ in range(4):
            stack.enter_context(Phone(port, "/t/cup/live"))
        with pytest.raises(AssertionError, match="503"):
            player.look()


def test_no_connection_is_closed_on_which_a_request_has_arrived() -> None:
    crowd = serving.Crowd((), lambda _: False)
    phone, server = socket.socketpair()
    with phone, server:
        held = object.__new__(serving.Patient)
        held.scope = {}  # type: ignore[typeddict-item]
        held.transport = SimpleNamespace(get_extra_info=lambda _: server)  # type: ignore[assignment]
        crowd.idle[held] = None
        phone.send(b"GET / HTTP/1.1")
        assert not crowd.make_room()
        server.recv(100)
        assert held.is_silent


def test_the_log_of_the_machine_says_nothing_of_what_was_sent(
    line: Line, capfd: pytest.CaptureFixture[str]
) -> None:
    line.start()
    with running(line) as port:
        answered(port, b"GET /secret HTTP/9.9\r\n" + HOST + b"Connection: close\r\n\r\n")
    assert "secret" not in "".join(capfd.readouterr())
