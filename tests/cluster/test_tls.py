"""A server that proves who it is, and some that do not: with Debian's PostgreSQL, which has TLS."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.storage.database import Database
from roundbook.ledger.storage.postgres import PostgresStore
from tests.postgres import Server
from tests.stores.lines import lines
from tests.web.served import reserved_port

pytestmark = [pytest.mark.database, pytest.mark.tools]

PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin"), default=Path("/usr/lib/postgresql"))


def openssl(*words: str) -> None:
    subprocess.run(["openssl", *words], check=True, capture_output=True)


def certificate(folder: Path, name: str) -> None:
    """Make a certificate of its own authority, for a server that is called localhost."""
    files = ("-keyout", str(folder / f"{name}.key"), "-out", str(folder / f"{name}.crt"))
    about = ("-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", *files, *about)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a database behind TLS, up to the name of the certificate to trust."""
    with tempfile.TemporaryDirectory(prefix="rb-") as name:
        yield from _behind_tls(Path(name))


def _behind_tls(folder: Path) -> Iterator[str]:
    with reserved_port() as port:
        yield from _at_port(folder, port)


def _at_port(folder: Path, port: int) -> Iterator[str]:
    for name in ("ours", "theirs"):
        certificate(folder, name)
    more = f"""
        listen_addresses = '127.0.0.1'
        port = {port}
        ssl = on
        ssl_cert_file = '{folder}/ours.crt'
        ssl_key_file = '{folder}/server.key'
    """
    server = Server(folder, PROGRAMS, more)
    shutil.copy(folder / "ours.key", folder / "server.key")
    (folder / "server.key").chmod(0o600)
    shutil.chown(folder / "server.key", folder.owner(), folder.group())
    rule = "hostssl all all 127.0.0.1/32 trust\nlocal all all trust\n"
    (server.data / "pg_hba.conf").write_text(rule, encoding="utf-8")
    server.start()
    try:
        address = f"postgresql://owner@localhost:{port}/postgres?sslmode=verify-full"
        Database(f"{address}&sslrootcert={folder}/ours.crt").prepare()
        yield f"{address}&sslrootcert={folder}/"
    finally:
        server.stop()


def test_a_server_that_proves_who_it_is_is_written_to(address: str) -> None:
    database = Database(f"{address}ours.crt")
    store = PostgresStore.create(database, "cup")
    store.append(lines(3), after=0)
    assert store.lines() == lines(3)
    uses = database.ask("SELECT ssl, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
    assert uses == [(True, "TLSv1.3")]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("", "theirs.crt"), "certificate verify failed"),
        (("", "nobody.crt"), "does not exist"),
        (("localhost", "127.0.0.1"), "does not match host name"),
        (("verify-full", "disable"), "no encryption"),
    ],
)
def test_any_other_is_refused_in_one_sentence(
    address: str, change: tuple[str, str], why: str
) -> None:
    old, new = change
    wrong = address + new if not old else f"{address}ours.crt".replace(old, new, 1)
    with pytest.raises(
        Unreadable, match=r"(cannot be reached|refuses the connection): .*\.$"
    ) as refused:
        PostgresStore(Database(wrong), "cup").lines()
    assert why in refused.value.message
    assert "\n" not in refused.value.message
    assert refused.value.hint
