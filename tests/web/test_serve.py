"""The verb `serve`: where it listens, one server for a folder, a clean stop, limits."""

import asyncio
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import httpx
import pytest

from roundbook.cli.places.serving import say_where, sole
from roundbook.cli.session.venue import now, random_bytes
from roundbook.cli.web import serving
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.app import Options
from roundbook.cli.web.public import live
from roundbook.cli.web.server.limits import HEAD
from roundbook.cli.web.server.tournaments import TournamentFolder
from tests.cli.line import Line
from tests.cli.typed import roundbook
from tests.web.served import PATIENCE, Served


def get(served: Served, path: str) -> httpx.Response:
    return httpx.get(served.address + path, trust_env=False, timeout=PATIENCE)


def test_only_this_machine_is_let_in_unless_somebody_says_so(line: Line) -> None:
    line.start()
    with Served(line.folder.parent, line.home) as served:
        assert served.addresses == [f"http://127.0.0.1:{served.port}"]
        assert "Only this machine can connect" in served.said
        assert get(served, "/t/cup").status_code == 200


def test_the_local_network_is_shown_its_address_as_a_code(line: Line) -> None:
    line.start()
    with Served(line.folder, line.home, "--lan") as served:
        assert served.address == f"http://127.0.0.1:{served.port}"
        assert "Only this machine" not in served.said
        if len(served.addresses) > 1:  # A machine without a network has no other address.
            assert "█" in served.said
        assert get(served, "/t/cup").status_code == 200


def test_a_second_server_of_a_folder_is_refused_and_a_killed_one_leaves_no_trace(
    line: Line,
) -> None:
    line.start()
    with Served(line.folder.parent, line.home) as served:
        said = roundbook("serve", line.folder.parent, "--port", 0, code=5)
        assert said.err.startswith("cannot read: ")
        assert f"is already being served: {served.address}/." in said.err
        served.process.kill()
        served.process.wait()
    with Served(line.folder.parent, line.home) as again:
        assert get(again, "/t/cup").status_code == 200


@pytest.mark.parametrize(("one", "other"), [("", "cup"), ("cup", ""), ("cup", ".."), ("..", "cup")])
def test_no_two_servers_have_a_tournament_between_them(line: Line, one: str, other: str) -> None:
    line.start()
    around = line.folder.parent
    with sole(around / one):
        say_where(around / one, "http://192.0.2.7:8080/")
        said = roundbook("serve", around / other, "--port", 0)
    assert said.code == 5
    assert said.err.count("is already being served: http://192.0.2.7:8080/.") == 1
    with sole(around / other):
        pass


def test_tournaments_next_to_each_other_may_have_a_server_each(line: Line) -> None:
    line.start()
    other = line.folder.parent / "other"
    other.mkdir()
    with sole(line.folder), sole(other):
        assert not (line.folder.parent / ".serving").exists(), "to look makes no lock"


def test_a_port_that_is_taken_and_a_folder_that_is_none_are_said_in_a_sentence(line: Line) -> None:
    line.start()
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        said = roundbook("serve", line.folder, "--port", other.getsockname()[1])
    assert said.code == 5
    assert "the server cannot use port" in said.err
    said = roundbook("serve", line.folder / "nowhere")
    assert (said.code, said.out) == (5, "")
    assert "is not a folder" in said.err


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_a_stop_is_clean_though_somebody_still_listens(line: Line, stop: signal.Signals) -> None:
    line.start()
    with Served(line.folder, line.home) as served:
        with httpx.stream(
            "GET", served.address + "/t/cup/live", trust_env=False, timeout=PATIENCE
        ) as answer:
            first = next(answer.iter_text())
            assert first.startswith("retry: ")
            served.process.send_signal(stop)
            out, err = served.process.communicate(timeout=PATIENCE)
        assert (served.process.returncode, err) == (0, "")
        assert out.endswith("stopped.\n")


def test_whoever_listens_is_told_of_every_entry_and_of_nothing_else(line: Line) -> None:
    line.start()
    with Served(line.folder, line.home) as served:
        address = served.address + "/t/cup/live"
        with httpx.stream("GET", address, trust_env=False, timeout=PATIENCE) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            assert answer.headers["cache-control"] == "no-store"
            news = answer.iter_lines()
            for seq in range(1, 4):
                told = next(one for one in news if one.startswith("data: "))
                assert told.startswith(f"data: {seq}-"), told
                line("register", f"Player Number{seq}", "--birth-year", 1990)


def test_whoever_asks_for_news_without_wanting_them_is_answered_at_once(line: Line) -> None:
    """A HEAD has an end; the next request on the same connection is answered too."""
    line.start()
    with (
        Served(line.folder, line.home) as served,
        httpx.Client(base_url=served.address, trust_env=False, timeout=PATIENCE) as client,
    ):
        for path in ("/t/cup/live", "/api/v1/tournaments/cup/feed"):
            said = client.head(path, headers={"Accept": "text/event-stream"})
            assert said.headers["content-type"].startswith("text/event-stream")
            assert client.get("/now").status_code == 200


def test_two_who_lost_the_server_do_not_come_back_at_once(line: Line) -> None:
    line.start()
    pauses = set()
    with Served(line.folder, line.home) as served:
        for _ in range(6):
            address = served.address + "/t/cup/live"
            with httpx.stream("GET", address, trust_env=False, timeout=PATIENCE) as answer:
                first = next(answer.iter_lines())
            pauses.add(int(first.removeprefix("retry: ")))
    assert len(pauses) > 1
    assert min(pauses) >= live.RETRY_FROM
    assert max(pauses) < live.RETRY_FROM + live.RETRY_OVER


def test_serving_writes_nothing_but_its_own_lock(line: Line) -> None:
    line.begin("Ada Winter", "Bruno Castel")
    before = line.files()
    with Served(line.folder.parent, line.home) as served:
        for path in ("/", "/t/cup", "/t/cup/players/p1", "/t/cup/standings/p1", "/t/cup/screen"):
            assert get(served, path).status_code in {200, 307}
    assert line.files() == before
    assert {path.name for path in line.folder.parent.iterdir()} == {"cup", ".serving"}


def test_no_address_that_was_asked_for_is_written_down(line: Line) -> None:
    line.start()
    with Served(line.folder.parent, line.home) as served:
        for path in ("/join/secret-token", "/t/cup?key=secret-token", "/secret-token%0a"):
            get(served, path)
        served.process.send_signal(signal.SIGTERM)
        out, err = served.process.communicate(timeout=PATIENCE)
    assert "secret-token" not in out + err


@contextmanager
def running(line: Line) -> Iterator[int]:
    """Run the server in a thread of this process, and return its port."""
    with serving_in_a_thread(line) as (_, port):
        yield port


@contextmanager
def serving_in_a_thread(line: Line) -> Iterator[tuple[serving.Server, int]]:
    """Run the server in a thread of this process; return it, and its port."""
    listening = serving.bound("127.0.0.1", 0)
    folder = line.folder.parent
    access = AccessStore(line.home, folder, clock=now, random_bytes=random_bytes)
    server = serving.server(TournamentFolder(folder), access, Options())
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield server, listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


def answered(port: int, *parts: bytes) -> bytes:
    """Send bytes to the server, and return everything that it says until it hangs up."""

    async def ask() -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for part in parts:
            writer.write(part)
            await writer.drain()
        said = await asyncio.wait_for(reader.read(), PATIENCE)
        writer.close()
        return said

    return asyncio.run(ask())


def test_whoever_asks_too_slowly_or_for_nothing_is_sent_away(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.start()
    monkeypatch.setattr(serving, "HEADER_SECONDS", 0.3)
    with running(line) as port:
        assert answered(port) == b""
        assert answered(port, b"GET /t/cup HTTP/1.1\r\nHost: x\r\n") == b""
        whole = b"GET /now HTTP/1.1\r\nHost: x\r\n\r\n"
        said = answered(port, whole, b"GET /now HTTP/1.1\r\nHo")
        assert said.startswith(b"HTTP/1.1 200 OK")


ASKED = b"GET /static/roundbook.css HTTP/1.1\r\nHost: x\r\n\r\n"
LAST = ASKED.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")


def test_whoever_never_reads_the_answer_is_given_up(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More is asked for than the system holds back for anybody."""
    line.start()
    monkeypatch.setattr(serving, "TAKING_SECONDS", 0.3)
    with serving_in_a_thread(line) as (server, port), socket.socket() as phone:
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        phone.connect(("127.0.0.1", port))
        phone.settimeout(1)
        while True:
            try:
                phone.sendall(ASKED * 100)
            except OSError:  # Nothing is taken from us any more, or nobody is there.
                break
        wait_until(lambda: not server.server_state.connections)
        assert answered(port, LAST).startswith(b"HTTP/1.1 200 OK")


def test_whoever_reads_slowly_is_served_whole(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    line.start()
    monkeypatch.setattr(serving, "TAKING_SECONDS", 30)
    with serving_in_a_thread(line) as (_, port), socket.socket() as phone:
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        phone.connect(("127.0.0.1", port))
        phone.sendall(ASKED * 100 + LAST)
        said = b""
        while part := phone.recv(20_000):
            said += part
        assert said.count(b"HTTP/1.1 200 OK") == 101


def wait_until(happened: Callable[[], bool]) -> None:
    """Wait for a state of the server, for a minute at most."""
    for _ in range(1200):
        if happened():
            return
        time.sleep(0.05)
    raise AssertionError("it has not happened")


def test_an_answer_does_not_wait_for_the_phone_to_say_that_it_has_the_half() -> None:
    """What is sent in two parts goes out in two parts (TCP_NODELAY), and not 40 ms later."""

    async def is_sent_at_once(listening: socket.socket) -> bool:
        seen = asyncio.get_running_loop().create_future()

        def come(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            held = writer.get_extra_info("socket")
            seen.set_result(bool(held.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))
            writer.close()

        async with await asyncio.start_server(come, sock=listening):
            _, writer = await asyncio.open_connection(*listening.getsockname())
            writer.close()
            return bool(await seen)

    assert asyncio.run(is_sent_at_once(serving.bound("127.0.0.1", 0)))


def test_a_head_that_is_too_large_is_refused(line: Line) -> None:
    line.start()
    with running(line) as port:
        head = b"GET / HTTP/1.1\r\nHost: x\r\nX-Much: " + b"x" * HEAD * 2
        assert answered(port, head).startswith(b"HTTP/1.1 4")


def test_help_of_serve_loads_no_server() -> None:
    program = (
        "import sys; from roundbook.cli.commands import serve; "
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert {"starlette", "uvicorn", "jinja2", "segno", "asyncio"} & set(loaded) == set()
