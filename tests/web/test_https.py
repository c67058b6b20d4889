"""Pages over HTTPS: the certificate, its fingerprint on invitations, cookies, what is refused."""

import os
import socket
import ssl
import stat
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import httpx
import pytest

from roundbook.cli.places.https_certificate import made_here
from roundbook.cli.places.layout import CERTIFICATE
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.app import Options, app
from roundbook.cli.web.server.tournaments import TournamentFolder
from tests.cli.line import Line
from tests.cli.typed import roundbook
from tests.web.served import Served
from tests.web.test_signin import form_key
from tests.web.visitor import Visitor, invited

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
HOSTS = ("127.0.0.1", "localhost")
SERIAL = bytes(15)


def kept(home: Path) -> bytes:
    return (home / CERTIFICATE).read_bytes()


def test_a_certificate_is_kept_until_it_is_of_no_more_use(tmp_path: Path) -> None:
    first = made_here(tmp_path, HOSTS, now=NOON, serial=SERIAL)
    assert first.names == ("localhost",)
    assert made_here(tmp_path, HOSTS[:1], now=NOON, serial=SERIAL).fingerprint == first.fingerprint
    assert stat.S_IMODE((tmp_path / CERTIFICATE).stat().st_mode) == 0o600
    for hosts, now in (
        ((*HOSTS, "192.168.1.7"), NOON),
        ((*HOSTS, "192.168.1.7"), NOON + timedelta(days=28)),
    ):
        before = kept(tmp_path)
        again = made_here(tmp_path, hosts, now=now, serial=SERIAL)
        assert kept(tmp_path) != before
        assert again.fingerprint != first.fingerprint


def test_the_fingerprint_is_what_a_browser_shows(tmp_path: Path) -> None:
    made = made_here(tmp_path, HOSTS, now=NOON, serial=SERIAL)
    pem = kept(tmp_path).decode()
    der = ssl.PEM_cert_to_DER_cert(pem[pem.index("-----BEGIN CERT") :])
    assert made.fingerprint.replace(":", "").lower() == sha256(der).hexdigest()


@pytest.mark.parametrize("damage", ["empty", "cut", "another key", "a key alone", "ended"])
def test_a_certificate_that_is_of_no_use_is_said_in_a_sentence(
    tmp_path: Path, line: Line, damage: str
) -> None:
    line.start()
    now = datetime(2020, 1, 1, tzinfo=UTC) if damage == "ended" else datetime.now(UTC)
    made_here(tmp_path, HOSTS, now=now, serial=SERIAL)
    pem = kept(tmp_path)
    at = pem.index(b"-----BEGIN CERT")
    file, key = tmp_path / "venue.pem", tmp_path / "venue.key"
    made_here(tmp_path, ("another",), now=now, serial=SERIAL)
    file.write_bytes(
        {"empty": b"", "cut": pem[: at + 200], "a key alone": pem[:at]}.get(damage, pem)
    )
    key.write_bytes(kept(tmp_path) if damage == "another key" else pem)
    said = roundbook("serve", line.folder, "--certificate", file, "--key", key, code=5)
    assert said.err.count("\n") == 2
    wanted = {
        "another key": "does not contain the unencrypted",
        "ended": "expired on 2020",
    }
    assert wanted.get(damage, "does not contain a certificate in PEM format") in said.err


def test_a_key_without_its_certificate_is_misuse(line: Line, tmp_path: Path) -> None:
    line.start()
    (tmp_path / "key").touch()
    said = roundbook("serve", line.folder, "--key", tmp_path / "key", code=2)
    assert "--key can only be used with --certificate" in said.err


@pytest.fixture
def secure(tournaments: TournamentFolder, access: AccessStore) -> Visitor:
    options = Options(names=("events.example",), fingerprint="AB:CD")
    return Visitor(app(tournaments, access, options), "https://events.example")


def test_cookies_are_for_this_host_and_for_encrypted_pages_alone(
    secure: Visitor, access: AccessStore, line: Line
) -> None:
    line.start()
    secure.client.follow_redirects = False
    with secure:
        code = invited(access, AccessRole.SCOREKEEPER)
        entered = secure.post(f"/join/{code}")
        lang = secure.get("/t/cup?lang=de")
        lost = secure.post("/t/cup/desk/do/drop", data={"who": "p1"}, headers={"cookie": "x=y"})
        out = secure.post("/sign-out", data={"key": form_key(secure.get("/t/cup/desk"))})
    for answer in (entered, lang, lost, out):
        said = answer.headers["set-cookie"]
        assert said.startswith("__Host-")
        for word in ("Secure", "HttpOnly", "SameSite=lax", "Path=/"):
            assert word in said, said
        assert "Domain" not in said
        assert answer.headers["strict-transport-security"] == "max-age=31536000; includeSubDomains"
    assert out.headers["clear-site-data"] == '"cache", "storage"'


def test_the_name_of_our_certificate_is_ours_and_no_other(
    secure: Visitor, access: AccessStore, line: Line
) -> None:
    line.start()
    code = invited(access, AccessRole.SCOREKEEPER)
    with secure:
        elsewhere = {"host": "evil.example", "origin": "https://evil.example"}
        assert secure.post(f"/join/{code}", headers=elsewhere).status_code == 403
        plain = {"origin": "http://events.example"}
        assert secure.post(f"/join/{code}", headers=plain).status_code == 403
        ours = {"origin": "https://events.example"}
        assert secure.post(f"/join/{code}", headers=ours).url.path == "/t/cup/desk"


def test_the_fingerprint_stands_on_an_invitation(
    secure: Visitor, access: AccessStore, line: Line
) -> None:
    line.start()
    with secure:
        secure.post(f"/join/{invited(access, AccessRole.ORGANISER)}")
        key = form_key(secure.get("/doors"))
        made = secure.post("/doors", data={"key": key, "seat": "judge"})
        line("register", "Ana Lopez", "--birth-year", 1990)
        cards = secure.post("/t/cup/desk/codes", data={"key": key})
    assert "<code>AB:CD</code>" in made.text
    assert "Its SHA-256: AB CD" in cards.text


def test_without_encryption_no_browser_is_told_to_insist_on_it(
    visitor: Visitor, line: Line
) -> None:
    line.start()
    answer = visitor.get("/t/cup?lang=de")
    assert "strict-transport-security" not in answer.headers
    assert "Secure" not in answer.headers["set-cookie"]


@pytest.mark.skipif(os.name != "posix", reason="The server is stopped by a signal.")
def test_the_real_server_speaks_tls_and_nothing_older_or_plainer(line: Line) -> None:
    line.start()
    with Served(line.folder, line.home, "--https") as served:
        assert served.address.startswith("https://127.0.0.1:")
        trusting = ssl.create_default_context(cafile=str(line.home / CERTIFICATE))
        with httpx.Client(verify=trusting) as client:
            page = client.get(f"{served.address}/t/cup")
            assert page.status_code == 200
            assert "strict-transport-security" in page.headers
        with socket.create_connection(("127.0.0.1", served.port)) as raw:
            wrapped = trusting.wrap_socket(raw, server_hostname="127.0.0.1")
            der = wrapped.getpeercert(binary_form=True)
            assert wrapped.version() == "TLSv1.3"
            wrapped.close()
        assert der
        assert sha256(der).hexdigest().upper() in served.said.replace(":", "")
        with (
            httpx.Client(verify=trusting) as client,
            client.stream("GET", f"{served.address}/t/cup/live") as news,
        ):
            assert next(line for line in news.iter_lines() if line.startswith("event:"))
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        old.set_ciphers("ALL:@SECLEVEL=0")
        old.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
        with pytest.warns(DeprecationWarning, match="TLSv1_1"):
            old.maximum_version = ssl.TLSVersion.TLSv1_1
        with (
            socket.create_connection(("127.0.0.1", served.port)) as raw,
            pytest.raises((ssl.SSLError, ConnectionError)),
        ):
            old.wrap_socket(raw)
        with pytest.raises(httpx.HTTPError), httpx.Client() as plain:
            plain.get(f"http://127.0.0.1:{served.port}/")
        invited_as = roundbook("people invite", "judge", "-C", line.folder, "--json").data
        assert invited_as["link"].startswith("https://")
        assert invited_as["certificate_sha256"].replace(":", "").lower() == sha256(der).hexdigest()
