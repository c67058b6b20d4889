"""A database whose disk is full, for real: a small one is filled, and later has room again."""

from time import monotonic, sleep

import pytest

from tests.cli.line import Line
from tests.cli.test_database import done, noted, refused
from tests.cli.typed import Said, roundbook
from tests.postgres import SmallDisk, on_small_disk

pytestmark = pytest.mark.database


def begun(disk: SmallDisk) -> str:
    """Open a tournament, and write a note; then leave no room on the disk."""
    address = disk.server.new_database().replace("?", "/cup?")
    done(roundbook("open", address, "--name", "Cup", "--start", "2026-03-07"))
    done(noted(address))
    disk.fill()
    return address


def written(address: str) -> tuple[int, Said]:
    """Write notes as long as there is room; return how many entries were acknowledged."""
    for number in range(2, 400):
        if (said := noted(address)).code:
            return number, said
    raise AssertionError("the disk was never full")


def entries(address: str) -> int:
    found: int = done(roundbook("verify", address, "--json")).data["entries"]
    return found


def test_without_room_for_its_tables_a_server_refuses_and_nothing_is_claimed(line: Line) -> None:
    del line
    with on_small_disk(with_log=False) as disk:
        address = begun(disk)
        count, said = written(address)
        refused(said, "is full: nothing was written")
        assert said.out == ""
        refused(noted(address), "is full: nothing was written")
        assert entries(address) == count, "what is there can be read"
        disk.free()
        done(noted(address))
        assert entries(address) == count + 1


def test_without_room_for_its_log_a_server_dies_and_nothing_acknowledged_is_lost(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It cannot even say that its disk is full: nobody knows whether the last entry stands."""
    del line
    monkeypatch.setattr("roundbook.ledger.storage.database.PATIENCE", (0.0, 0.1, 0.4))
    with on_small_disk(with_log=True) as disk:
        address = begun(disk)
        # The piece of log in use still has room; the next one finds none.
        disk.server.ask("SELECT pg_switch_wal()")
        said = noted(address, "--cmd", "note-2")
        refused(said, "not known: the connection to ")
        assert said.out == ""
        # It ends by itself, unless what it throws away when it starts again leaves it some room.
        runs, until = disk.server.data / "postmaster.pid", monotonic() + 20
        while runs.exists() and monotonic() < until:
            sleep(0.05)
        if runs.exists():
            disk.server.stop()
        refused(noted(address), "cannot be reached")
        disk.free()
        disk.server.start()
        assert entries(address) == 2
        done(noted(address, "--cmd", "note-2"))
        assert entries(address) == 3
