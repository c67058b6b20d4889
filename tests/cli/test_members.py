"""What lies with a tournament goes through one pair of hands: what they promise."""

import errno
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest
from psycopg import errors

from roundbook.cli.places.database import named
from roundbook.cli.places.layout import (
    ATTEMPTS,
    HEAD,
    LEDGER,
    LOCK,
    PEOPLE,
    PEOPLE_LOCK,
    QUARANTINE,
    SOURCES,
)
from roundbook.cli.places.members import NO_FILE, Folder, Place, below, set_aside
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.storage import disk
from roundbook.ledger.storage.database import Database
from tests.stores.lines import data, head, lines

if TYPE_CHECKING:
    from tests.postgres import Server

SAVE = f"{SOURCES}/abc.tdf"


@pytest.fixture(params=["folder", pytest.param("database", marks=pytest.mark.database)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """The place of a new tournament without a line."""
    there: Place = Folder(tmp_path / "cup")
    if request.param == "database":
        server: Server = request.getfixturevalue("postgres")
        there = named(server.hall.replace("?", f"/{server.new_name()}?"))
    there.make()
    return there


# What every place promises.


def test_what_was_written_is_read_back_byte_for_byte(place: Place) -> None:
    whole = bytes(range(256)) * 5
    assert (place.has(SAVE), place.is_taken(SAVE)) == (False, False)
    assert place.names(SOURCES) == []
    for text in (b"first", b"", whole):
        place.write(SAVE, text)
        assert place.read(SAVE) == text
    assert place.read(SAVE, 3) == whole[:3]
    assert (place.has(SAVE), place.names(SOURCES)) == (True, [SAVE])


def test_what_is_not_there_is_said_as_of_a_file(place: Place) -> None:
    for most in (-1, 3):
        with pytest.raises(FileNotFoundError):
            place.read(PEOPLE, most)


def test_a_shelf_names_its_own_in_order_also_further_below(place: Place) -> None:
    names = [f"{SOURCES}/b.tdf", f"{SOURCES}/a/z.tdf", f"{SOURCES}/a.tdf", f"{SOURCES}x/no.tdf"]
    for name in names:
        place.write(name, b"x")
    assert place.names(SOURCES) == sorted(names[:3])


def test_what_was_removed_is_gone_and_removing_twice_is_no_trouble(place: Place) -> None:
    place.write(SAVE, b"x", private=True)
    for _ in range(2):
        place.remove(SAVE)
        place.settle(SOURCES)
        place.settle()
        assert (place.has(SAVE), place.names(SOURCES)) == (False, [])


def test_lines_are_added_behind_those_that_are_there(place: Place) -> None:
    place.append(ATTEMPTS, b"one")
    place.append(ATTEMPTS, b"two")
    assert place.read(ATTEMPTS) == b"one\ntwo\n"
    place.write(ATTEMPTS, b"two\n")
    place.append(ATTEMPTS, b"three")
    assert place.read(ATTEMPTS) == b"two\nthree\n"


def test_eight_who_add_lines_lose_none_and_each_keeps_its_order(place: Place) -> None:
    def adding(who: int) -> None:
        for number in range(9):
            place.append(ATTEMPTS, f"{who} {number}".encode())

    with ThreadPoolExecutor(8) as desks:
        list(desks.map(adding, range(8)))
    lines = [tuple(map(int, line.split())) for line in place.read(ATTEMPTS).splitlines()]
    assert len(lines) == 72
    assert all([n for w, n in lines if w == who] == [*range(9)] for who in range(8))


def test_a_version_is_another_after_each_write(place: Place) -> None:
    seen = [place.version(PEOPLE)]
    assert seen == [NO_FILE]
    for text in (b"a", b"ab", b"ab"):
        place.write(PEOPLE, text)
        seen.append(place.version(PEOPLE))
    assert len(set(seen)) == len(seen)
    assert place.version(PEOPLE) == seen[-1]


def test_the_ledger_and_its_head_are_read_like_members(place: Place) -> None:
    assert (place.read(LEDGER), place.has(LEDGER), place.has(HEAD)) == (b"", True, False)
    before = place.version(LEDGER)
    held = lines(3)
    place.store().append(held, after=0)
    assert place.read(LEDGER) == data(held)
    assert place.read(LEDGER, len(held[0])) == held[0]
    assert place.read(HEAD) == head(held).to_bytes()
    assert place.version(LEDGER) not in {before, NO_FILE}
    assert not place.store().survey().damage


def test_a_place_is_made_once(place: Place) -> None:
    with pytest.raises(Unreadable, match="is already a tournament"):
        place.make()
    assert place.where(PEOPLE).endswith(f"/{place.name}/{PEOPLE}")
    assert f"/{place.name}" in place.whole


def test_who_holds_a_lock_is_alone_and_lets_go_however_it_ends(place: Place) -> None:
    inside: list[int] = []
    most: list[int] = []

    def turn(who: int) -> None:
        with suppress(KeyError), place.held(PEOPLE_LOCK):
            inside.append(who)
            place.write(PEOPLE, b"%d" % who)
            most.append(len(inside))
            inside.remove(who)
            raise KeyError

    with ThreadPoolExecutor(4) as desks:
        list(desks.map(turn, range(12)))
    assert most == [1] * 12


# How a database holds a lock.


@pytest.fixture
def cup(postgres: "Server") -> Place:
    place = named(postgres.hall.replace("?", f"/{postgres.new_name()}?"))
    place.make()
    return place


def ended(postgres: "Server", *, holding: bool) -> None:
    """End the connections that hold a lock, or those that do not."""
    ask = (
        "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity"
        " WHERE application_name = 'roundbook' AND (state = 'idle in transaction') = %s"
    )
    assert postgres.ask(ask, holding)[0][0]


@pytest.mark.database
def test_a_lock_leaves_nothing_behind_and_who_only_reads_can_hold_none(
    postgres: "Server", cup: Place
) -> None:
    if not postgres.ask("SELECT 1 FROM pg_roles WHERE rolname = 'looker'"):
        postgres.ask("CREATE ROLE looker LOGIN IN ROLE roundbook_reader")
    reader = postgres.hall.replace("owner@", "looker@")
    with psycopg.connect(reader, autocommit=True) as looker, ThreadPoolExecutor(1) as desk:
        looker.execute("SELECT pg_advisory_lock(hashtext('roundbook'))")
        looker.execute(
            "SELECT pg_advisory_lock(hashtext(lock), id::int) FROM roundbook.tournament,"
            " unnest(ARRAY['.people.lock', '.lock']) lock"
        )
        for table in (b"roundbook_names.member", b"roundbook.member", b"roundbook.tournament"):
            with pytest.raises(errors.InsufficientPrivilege):
                looker.execute(b"SELECT name FROM %s FOR KEY SHARE" % table)
        with (
            pytest.raises(Unreadable, match="does not let this user do this"),
            named(f"{reader.replace('?', f'/{cup.name}?')}").held(PEOPLE_LOCK),
        ):
            pytest.fail("who only reads held a lock")

        def writing() -> None:
            with cup.held(PEOPLE_LOCK), cup.held(LOCK):
                cup.write(PEOPLE, b"x")

        running = desk.submit(writing)
        try:
            running.result(timeout=60)
        finally:
            looker.close()
    ask = "SELECT name FROM roundbook_names.member WHERE name LIKE '%%lock'"
    assert postgres.ask(ask, database=postgres.hall) == []
    assert not Database(postgres.hall).prepare()


@pytest.mark.database
def test_whose_lock_is_lost_writes_nothing_more(postgres: "Server", cup: Place) -> None:
    with cup.held(PEOPLE_LOCK):
        cup.write(PEOPLE, b"one")
        ended(postgres, holding=True)
        with pytest.raises(Unreadable, match="was lost, and others may have written since"):
            cup.write(PEOPLE, b"two")
    assert cup.read(PEOPLE) == b"one"
    with cup.held(PEOPLE_LOCK):
        cup.write(PEOPLE, b"two")


@pytest.mark.database
def test_a_lock_outlives_the_connection_that_writes(postgres: "Server", cup: Place) -> None:
    with cup.held(PEOPLE_LOCK):
        cup.write(PEOPLE, b"one")
        ended(postgres, holding=False)
        cup.write(PEOPLE, b"two")
    assert cup.read(PEOPLE) == b"two"


@pytest.mark.database
def test_who_waits_too_long_for_a_lock_is_told_so(
    cup: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundbook.ledger.storage.database.TURN", 1)
    with (
        cup.held(PEOPLE_LOCK),
        pytest.raises(Unreadable, match="other desks have been writing to"),
        cup.held(PEOPLE_LOCK),
    ):
        pytest.fail("two held a lock")


@pytest.mark.database
def test_from_a_server_that_is_read_only_one_copies_without_a_lock(
    postgres: "Server", cup: Place
) -> None:
    cup.write(PEOPLE, b"one")
    read_only = "?options=-c%20default_transaction_read_only%3Don&"
    there = named(postgres.hall.replace("?", f"/{cup.name}{read_only}"))
    with there.held(PEOPLE_LOCK):
        assert there.read(PEOPLE) == b"one"
        with pytest.raises(Unreadable, match="is read-only"):
            there.write(PEOPLE, b"two")


def test_what_is_set_aside_is_kept_for_good_and_the_same_once(place: Place) -> None:
    for text in (b"one", b"two", b"one", b"two"):
        set_aside(place, PEOPLE, text)
    found = {name: place.read(name) for name in place.names(QUARANTINE)}
    assert found == {f"{QUARANTINE}/{PEOPLE}": b"one", f"{QUARANTINE}/{PEOPLE}-2": b"two"}


# What only a folder does.


@pytest.mark.rule("LED-9")
@pytest.mark.skipif(os.name != "posix", reason="Rights of files are those of POSIX.")
def test_what_is_private_is_so_from_the_first_byte_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = tmp_path / f"{PEOPLE}.new"
    draft.write_bytes(b"left by a crash")
    draft.chmod(0o644)
    modes = []

    def looking(fd: int) -> None:
        modes.append(stat.S_IMODE(os.fstat(fd).st_mode))

    monkeypatch.setattr(disk, "make_durable", looking)
    Folder(tmp_path).write(PEOPLE, b"names", private=True)
    assert modes == [0o600]
    assert stat.S_IMODE((tmp_path / PEOPLE).stat().st_mode) == 0o600


@pytest.mark.parametrize("step", ["_write_once", "make_durable", "Path.replace"])
def test_where_the_disk_says_no_the_old_one_stays_and_no_draft_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    Folder(tmp_path).write(PEOPLE, b"old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(f"roundbook.ledger.storage.disk.{step}", full)
    with pytest.raises(Unreadable, match="the disk is full"):
        Folder(tmp_path).write(PEOPLE, b"new")
    assert Folder(tmp_path).read(PEOPLE) == b"old"
    assert [path.name for path in tmp_path.iterdir()] == [PEOPLE]


def test_tournaments_are_found_below_a_folder_and_nothing_is_looked_for_in_them(
    tmp_path: Path,
) -> None:
    for name in ("b", "a/cup", "a/cup/copy", ".hidden", "one/two/three"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / LEDGER).touch()
    found = [path.relative_to(tmp_path).as_posix() for path in below(tmp_path, LEDGER, deepest=2)]
    assert found == ["a/cup", "b"]
