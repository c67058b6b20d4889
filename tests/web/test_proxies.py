"""A real Caddy and a real nginx in front of the real server, with the files of docs/deploy."""

import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from roundbook.cli.places.https_certificate import made_here
from roundbook.cli.places.layout import CERTIFICATE
from tests.cli.line import Line
from tests.cli.typed import roundbook
from tests.conftest import ROOT
from tests.programs import needed
from tests.web.chromium import chromium, press
from tests.web.served import PATIENCE, Served, reserved_port

pytestmark = pytest.mark.proxy

HOST = "results.example.org"
DEPLOY = ROOT / "docs" / "deploy"


@contextmanager
def caddy(away: Path, *, port: int, to: int, pem: Path) -> Iterator[None]:
    """Run Caddy by docs/deploy/Caddyfile, at another port and with a certificate of the test."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert f"{HOST} {{\n" in text
    text = text.replace(f"{HOST} {{\n", f"https://{HOST}:{port} {{\n\ttls {pem} {pem}\n")
    text = text.replace("127.0.0.1:8080", f"127.0.0.1:{to}")
    file = away / "Caddyfile"
    file.write_text(
        f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system {away}\n}}\n{text}"
    )
    with running(
        needed("caddy", called="Caddy"),
        "run",
        "--config",
        file,
        "--adapter",
        "caddyfile",
        port=port,
    ):
        yield


@contextmanager
def nginx(away: Path, *, port: int, to: int, pem: Path) -> Iterator[None]:
    """Run nginx by docs/deploy/nginx.conf, at another port and with a certificate of the test."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    text = re.sub(r"listen (\[::\]:)?443 ssl", "listen 127.0.0.1:443 ssl", text)
    text = re.sub(r"server \{\s+listen 80;.*?\n\}\n", "", text, flags=re.DOTALL)
    text = text.replace("127.0.0.1:443 ssl", f"127.0.0.1:{port} ssl", 1)
    text = re.sub(r"\n\s+listen 127\.0\.0\.1:443 ssl;", "", text)
    text = re.sub(r"/etc/[^;]*?(fullchain|privkey)\.pem", str(pem), text)
    text = text.replace("127.0.0.1:8080", f"127.0.0.1:{to}")
    temporary = "".join(
        f"{one}_temp_path {away}/{one};"
        for one in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file = away / "nginx.conf"
    file.write_text(
        f"pid {away}/pid; daemon off; error_log stderr;\n"
        f"events {{}}\nhttp {{ access_log off; {temporary}\n{text}}}\n"
    )
    with running(
        needed("nginx", "/usr/sbin/nginx", called="nginx"),
        "-p",
        away,
        "-c",
        file,
        "-e",
        "stderr",
        port=port,
    ):
        yield


@contextmanager
def running(*words: object, port: int) -> Iterator[None]:
    """Run a proxy until it is not wanted any more; it listens when this begins."""
    process = subprocess.Popen(
        list(map(str, words)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    try:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
            except OSError:
                if process.poll() is not None or time.monotonic() > until:
                    process.kill()
                    raise AssertionError(process.communicate()[1]) from None
                time.sleep(0.05)
            else:
                break
        yield
    finally:
        process.terminate()
        process.communicate()


@pytest.fixture(scope="module", params=[caddy, nginx])
def public(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, Served, ssl.SSLContext]]:
    """Return the public address, the server behind it, and what trusts its certificate."""
    base = tmp_path_factory.mktemp("hosted")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROUNDBOOK_HOME", str(base / "home"))
        (base / "events").mkdir()
        line = Line(base / "home", base / "events" / "cup")
        line.enrol("Ana Lopez", "Ben Berg")
        away = base / "away"
        away.mkdir()
        made_here(away, (HOST,), now=datetime.now(UTC), serial=bytes(range(1, 16)))
        pem = away / CERTIFICATE
        with (
            reserved_port() as port,
            Served(base / "events", base / "home", "--as", f"https://{HOST}:{port}") as served,
            request.param(away, port=port, to=served.port, pem=pem),
        ):
            yield f"https://{HOST}:{port}", served, ssl.create_default_context(cafile=str(pem))


@pytest.fixture(autouse=True)
def home(public: "Public", monkeypatch: pytest.MonkeyPatch) -> None:
    """Invite with the codes of the server that runs."""
    monkeypatch.setenv("ROUNDBOOK_HOME", str(public[1].home))


Public = tuple[str, Served, ssl.SSLContext]


@contextmanager
def phone(public: Public) -> Iterator[httpx.Client]:
    """Come in by the public name, which leads to this machine as a name server would say."""
    address, _, trusting = public
    port = int(address.rpartition(":")[2])

    def here(request: httpx.Request) -> None:
        request.url = request.url.copy_with(host="127.0.0.1", port=port)
        request.extensions["sni_hostname"] = HOST

    with httpx.Client(
        base_url=address, verify=trusting, trust_env=False, timeout=PATIENCE
    ) as client:
        client.event_hooks = {"request": [here]}
        yield client


def test_people_come_by_the_host_name_and_the_staff_signs_in(public: Public) -> None:
    address, served, _ = public
    assert f"The organiser signs in at {address}/join/" in served.said
    made = roundbook(
        "people invite", "scorekeeper", "-C", served.folder, "--name", "Kim", "--json"
    ).data
    assert made["link"].startswith(f"{address}/join/")
    with phone(public) as client:
        page = client.get("/t/cup")
        assert page.status_code == 200
        assert "strict-transport-security" in page.headers
        path = made["link"].removeprefix(address)
        entered = client.post(path, headers={"Origin": address}, follow_redirects=False)
        assert entered.status_code == 303, entered.text
        assert entered.headers["set-cookie"].startswith("__Host-")
        assert "Secure" in entered.headers["set-cookie"]


def test_a_form_from_elsewhere_and_a_request_for_another_host_are_refused(public: Public) -> None:
    address, served, _ = public
    made = roundbook("people invite", "judge", "-C", served.folder, "--name", "Kim", "--json").data
    path = made["link"].removeprefix(address)
    with phone(public) as client:
        foreign = client.post(path, headers={"Origin": "https://evil.example"})
        assert foreign.status_code == 403
        other = client.get("/t/cup", headers={"Host": "evil.example"})
        assert "Ana" not in other.text
    straight = httpx.get(f"{served.address}/t/cup", headers={"Host": "evil.example"})
    assert (straight.status_code, straight.text) == (421, f"This is {address}/.\n")


def test_what_a_visitor_says_of_themselves_is_not_believed(public: Public) -> None:
    address, served, _ = public
    told = {"X-Forwarded-For": "203.0.113.77", "X-Forwarded-Proto": "http"}
    with phone(public) as client:
        client.post("/join/2222-3333-4444", headers={"Origin": address, **told})
    logs = [each.read_text() for each in served.home.rglob("*.jsonl")]
    assert any("code-failed" in log for log in logs)
    assert not any("203.0.113.77" in log for log in logs)


def test_news_comes_through_at_once(public: Public) -> None:
    with phone(public) as client, client.stream("GET", "/t/cup/live") as news:
        assert news.headers["content-type"].startswith("text/event-stream")
        assert next(line for line in news.iter_lines() if line.startswith("event:"))


def test_a_browser_signs_in_and_is_brought_up_to_date(public: Public) -> None:
    address, served, _ = public
    made = roundbook(
        "people invite", "organiser", "-C", served.folder, "--name", "Kim", "--json"
    ).data
    with chromium(f"--host-resolver-rules=MAP {HOST} 127.0.0.1") as browser:
        desk = browser.new_context(ignore_https_errors=True).new_page()
        desk.goto(made["link"])
        press(desk.get_by_role("button", name="Sign in"))
        desk.goto(f"{address}/t/cup/desk")
        expect(desk.get_by_text("Sign out").first).to_be_attached()
        watching = browser.new_context(ignore_https_errors=True).new_page()
        watching.goto(f"{address}/t/cup/players")
        roundbook("register", "Zoe Zahn", "--birth-year", 1990, "-C", served.folder / "cup")
        expect(watching.get_by_text("Zoe").first).to_be_visible()
