"""Behind a host name: what a proxy may say, what others may not, and what a supervisor is told."""

import asyncio
import ipaddress
import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import httpx
import jsonschema_rs
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.app import Options, app
from roundbook.cli.web.server.proxy import HERE, Hosted, proxy_networks, public_address
from roundbook.cli.web.server.tournaments import TournamentFolder
from roundbook.ledger.errors import Misuse
from tests.cli.line import Line
from tests.cli.typed import roundbook
from tests.conftest import ROOT
from tests.programs import needed
from tests.web.served import PATIENCE, Served, reserved_port
from tests.web.visitor import Visitor, invited

HOST = "results.example.org"
PUBLIC = f"https://{HOST}"
DEPLOY = ROOT / "docs" / "deploy"


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    request = Request(scope)
    said = f"{request.url.scheme} {request.client.host if request.client else ''}"
    await PlainTextResponse(said)(scope, receive, send)


def asked(
    peer: str, host: str = HOST, said: Mapping[str, str] = {}, *, proxies: tuple[str, ...] = HERE
) -> str:
    """Return what an application sees of a request that came from `peer`."""
    hosted = Hosted(
        echo,
        address=public_address(PUBLIC),
        proxies=proxy_networks(proxies),
        is_ours=lambda name: name.partition(":")[0] in {HOST, "127.0.0.1"},
    )

    async def ask() -> str:
        transport = httpx.ASGITransport(hosted, client=(peer, 5000))
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}") as client:
            return (await client.get("/", headers=said)).text

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("peer", "said", "seen"),
    [
        ("127.0.0.1", {}, "https 127.0.0.1"),
        ("127.0.0.1", {"x-forwarded-for": "198.51.100.7"}, "https 198.51.100.7"),
        # The first address is what the sender wrote about themselves.
        ("127.0.0.1", {"x-forwarded-for": "10.9.9.9, 198.51.100.7"}, "https 198.51.100.7"),
        ("127.0.0.1", {"x-forwarded-for": "10.9.9.9, 198.51.100.7, ::1"}, "https 198.51.100.7"),
        ("127.0.0.1", {"x-forwarded-for": "nobody"}, "https 127.0.0.1"),
        ("127.0.0.1", {"x-forwarded-for": ""}, "https 127.0.0.1"),
        ("127.0.0.1", {"x-forwarded-proto": "http"}, "https 127.0.0.1"),
        ("203.0.113.9", {"x-forwarded-for": "198.51.100.7"}, "http 203.0.113.9"),
        ("203.0.113.9", {"x-forwarded-proto": "https"}, "http 203.0.113.9"),
    ],
)
def test_only_a_named_proxy_is_believed(peer: str, said: dict[str, str], seen: str) -> None:
    assert asked(peer, HOST, said) == seen


def test_a_proxy_elsewhere_is_named() -> None:
    told, proxies = "198.51.100.7", ("10.0.0.0/16",)
    assert asked("10.0.3.4", HOST, {"x-forwarded-for": told}, proxies=proxies) == f"https {told}"
    assert asked("127.0.0.1", HOST, {"x-forwarded-for": told}, proxies=proxies) == "http 127.0.0.1"


def test_under_another_name_of_ours_the_scheme_is_what_it_was() -> None:
    assert asked("127.0.0.1", "127.0.0.1:8080").startswith("http ")
    assert asked("127.0.0.1", f"{HOST}:8080").startswith("http ")


def test_what_is_for_another_host_is_turned_away() -> None:
    assert asked("127.0.0.1", "evil.example") == f"This is {PUBLIC}/.\n"


@given(st.lists(st.ip_addresses(), min_size=1, max_size=6))
def test_whoever_writes_an_address_of_their_own_first_is_still_known(path: list[object]) -> None:
    mine = "198.51.100.7"
    told = ", ".join([*map(str, path), mine])
    assert asked("127.0.0.1", HOST, {"x-forwarded-for": told}) == f"https {mine}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("results.example.org", "is not an address"),
        ("ftp://results.example.org", "is not an address"),
        ("https://", "is not an address"),
        ("https://me@results.example.org", "is not an address"),
        ("https://results.example.org:x", "is not an address"),
        ("https://results.example.org/cup", "has a path"),
        ("https://results.example.org/?a=b", "has a path"),
        ("https://ergebnisse.münchen.example", "in ASCII"),
        ("https://a b.example", "cannot be a host name"),
    ],
)
def test_an_address_that_is_none_is_said(text: str, why: str) -> None:
    with pytest.raises(Misuse, match=why):
        public_address(text)


def test_an_address_is_written_as_browsers_send_it() -> None:
    assert str(public_address("HTTPS://Results.Example.org:443/")) == f"{PUBLIC}/"
    assert str(public_address("https://results.example.org:8443")) == f"{PUBLIC}:8443/"
    assert str(public_address("http://[::1]:80")) == "http://[::1]/"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--proxy", "10.0.0.5"), "--proxy can only be used with --as"),
        (("--as", PUBLIC, "--proxy", "caddy"), "caddy is neither an address nor a network"),
        (("--as", "example.org"), "example.org is not an address"),
        (("--metrics", "here"), "--metrics takes a port"),
    ],
)
def test_options_that_make_no_sense_are_misuse(
    line: Line, words: tuple[str, ...], why: str
) -> None:
    line.start()
    said = roundbook("serve", line.folder, "--port", 0, *words, code=2)
    assert why in said.err


@pytest.fixture
def hosted(tournaments: TournamentFolder, access: AccessStore) -> Visitor:
    """Return a browser that came through the proxy."""
    options = Options(
        addresses=(f"{PUBLIC}/",),
        names=(HOST,),
        public=public_address(PUBLIC),
        proxies=proxy_networks(HERE),
    )
    return Visitor(app(tournaments, access, options), f"http://{HOST}")


def test_the_staff_signs_in_by_the_public_name_alone(
    hosted: Visitor, access: AccessStore, line: Line
) -> None:
    line.start()
    with hosted:
        code = invited(access, AccessRole.ORGANISER)
        other = hosted.post(f"/join/{code}", headers={"host": "evil.example"})
        assert (other.status_code, other.text) == (421, f"This is {PUBLIC}/.\n")
        plain = hosted.post(f"/join/{code}", headers={"origin": f"http://{HOST}"})
        assert plain.status_code == 403
        ours = hosted.post(f"/join/{code}", headers={"origin": PUBLIC}, follow_redirects=False)
    assert ours.status_code == 303
    assert "Secure" in ours.headers["set-cookie"]
    assert "strict-transport-security" in ours.headers


def test_a_supervisor_is_told_whether_it_runs_and_can_read(
    visitor: Visitor, line: Line, tournaments: TournamentFolder
) -> None:
    line.start()
    assert visitor.get("/healthz").text == "ok\n"
    assert visitor.get("/readyz").text == "ready\n"
    tournaments.folder.rename(tournaments.folder.with_name("gone"))
    gone = visitor.get("/readyz")
    assert gone.status_code == 503
    assert gone.text == (
        "The served folder is missing: it was moved, or its disk was removed. "
        "Put it back where it was.\n"
    )
    for path in ("/", "/t/cup", "/t/cup/standings", "/api/v1/tournaments/cup"):
        assert visitor.get(path).status_code == 503, "no list is not an empty list"
    assert visitor.get("/api/v1/tournaments").json()["detail"] == (
        "The data cannot be read right now; the organiser's terminal shows the reason."
    )
    assert visitor.get("/healthz").status_code == 200


def test_a_folder_without_a_lock_is_missed_if_another_without_tournaments_has_its_path(
    visitor: Visitor, line: Line, tournaments: TournamentFolder
) -> None:
    """A read-only disk has no lock; when it is removed, its mount point is an empty folder."""
    line.start()
    folder = tournaments.folder
    assert "/t/cup" in visitor.get("/").text
    aside = folder.rename(folder.with_name("aside"))
    folder.mkdir()
    (folder / "lost+found").mkdir()
    for path in ("/", "/t/cup", "/api/v1/tournaments", "/readyz"):
        assert visitor.get(path).status_code == 503, path
    assert visitor.get("/readyz").text.startswith("The served folder is not the one that `serve`")
    # The same disk may come back under another number.
    shutil.copytree(aside / "cup", folder / "cup")
    for path in ("/t/cup", "/readyz"):
        assert visitor.get(path).status_code == 200, path


def test_a_folder_without_a_lock_is_not_missed_if_its_last_tournament_is_removed(
    visitor: Visitor, line: Line, tournaments: TournamentFolder
) -> None:
    line.start()
    assert visitor.get("/t/cup").status_code == 200
    shutil.rmtree(tournaments.folder / "cup")
    assert visitor.get("/t/cup").status_code == 404
    assert visitor.get("/readyz").status_code == 200


def test_figures_for_prometheus_and_lines_for_a_log_name_nobody(line: Line) -> None:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1990)
    with (
        reserved_port() as port,
        Served(line.folder.parent, line.home, "--metrics", port, "--log", "json") as served,
    ):
        for path in ("/t/cup/players/p1", "/t/cup/players/p1", "/t/none", "/no/such/page"):
            httpx.get(served.address + path, trust_env=False, timeout=PATIENCE)
        figures = httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False).text
        served.process.terminate()
        lines = [json.loads(each) for each in served.process.communicate()[1].splitlines()]
    route = "/t/{slug}/players/{player}"
    counted = f'roundbook_requests_total{{method="GET",route="{route}",status="200"}} 2.0'
    assert counted in figures
    assert "roundbook_tournaments 1.0" in figures
    assert [(each["route"], each["status"]) for each in lines] == [
        (route, 200),
        (route, 200),
        ("/t/{slug}", 404),
        ("none", 404),
    ]
    assert set(lines[0]) == {"time", "method", "route", "status", "ms", "bytes"}
    assert "p1" not in figures + str(lines)
    assert "cup" not in figures + str(lines)


def test_without_its_package_metrics_says_what_to_install(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.start()
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    said = roundbook("serve", line.folder, "--port", 0, "--metrics", 0, code=3)
    assert "pip install 'roundbook[metrics]'" in said.err


# The files of docs/deploy: what they start is what these tests start.


def started_by(name: str) -> list[str]:
    """Return the words of `roundbook serve` in one of the files."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    if name == "compose.yaml":
        words = yaml.safe_load(text)["services"]["roundbook"]["command"]
    elif name == "Containerfile":
        words = json.loads(text.rpartition("CMD ")[2])
    else:
        line = next(each for each in text.splitlines() if each.startswith("ExecStart="))
        words = line.split()[1:]
    return [str(each) for each in words]


@pytest.mark.parametrize("name", ["compose.yaml", "Containerfile", "roundbook.service"])
def test_what_the_files_start_does_start(line: Line, name: str) -> None:
    line.start()
    verb, folder, *words = started_by(name)
    assert (verb, folder) == ("serve", "/var/lib/roundbook/events")
    if "--metrics" in words:
        words[words.index("--metrics") + 1] = "0"
    with Served(line.folder.parent, line.home, *words) as served:
        ready = httpx.get(f"http://127.0.0.1:{served.port}/readyz", trust_env=False)
    assert ready.text == "ready\n"
    if "--as" in words:
        assert f"The organiser signs in at {PUBLIC}/join/" in served.said


def test_the_compose_file_fits_the_schema_of_its_specification() -> None:
    schema = json.loads((ROOT / "fixtures/deploy/compose.schema.json").read_text("utf-8"))
    fits = jsonschema_rs.validator_for(schema).is_valid
    made = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    assert fits(made)
    server = made["services"]["roundbook"]
    for wrong in ({"comand": "serve"}, {"restart": 3}, {"networks": {"inside": {"ip": "::1"}}}):
        assert not fits(made | {"services": {"roundbook": server | wrong}}), wrong


def test_the_compose_file_holds_what_its_parts_name() -> None:
    made = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services = made["services"]
    mounted = {one.partition(":")[0] for each in services.values() for one in each["volumes"]}
    assert mounted == set(made["volumes"])
    assert all(set(each["networks"]) == {"inside"} for each in services.values())
    server, caddy = services["roundbook"], services["caddy"]
    inside = ipaddress.ip_network(made["networks"]["inside"]["ipam"]["config"][0]["subnet"])
    places = {name: each["networks"]["inside"]["ipv4_address"] for name, each in services.items()}
    assert all(ipaddress.ip_address(one) in inside for one in places.values())
    assert places["caddy"] == server["command"][server["command"].index("--proxy") + 1]
    assert f"{places['roundbook']}:8080" in caddy["command"]
    context = (DEPLOY / server["build"]["context"]).resolve()
    assert (context / server["build"]["dockerfile"]).is_file()
    assert {"restart", "read_only", "cap_drop", "security_opt"} <= set(server)


@pytest.mark.tools
def test_the_unit_is_one_that_systemd_understands(tmp_path: Path) -> None:
    text = (DEPLOY / "roundbook.service").read_text(encoding="utf-8")
    unit = tmp_path / "roundbook.service"
    unit.write_text(text.replace("/opt/roundbook/bin/roundbook", sys.executable))
    analyse = needed("systemd-analyze", called="systemd-analyze")
    done = subprocess.run(
        [analyse, "verify", "--man=no", unit], capture_output=True, text=True, check=False
    )
    mine = [each for each in done.stderr.splitlines() if "roundbook.service" in each]
    assert (done.returncode, mine) == (0, [])
