"""What a database adds to the promises: rights, guards, versions, and answers that never came."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from time import sleep
from typing import LiteralString

import psycopg
import pytest
from psycopg import errors, sql

from roundbook.cli.session.errors import typed
from roundbook.ledger.errors import NotKnown, Unreadable
from roundbook.ledger.record.chain import Head
from roundbook.ledger.storage import database
from roundbook.ledger.storage.database import Database, Lost, Silent, without_password
from roundbook.ledger.storage.postgres import PostgresStore
from roundbook.ledger.storage.store import Behind
from tests.postgres import Server
from tests.stores.lines import data, head, lines, mark
from tests.stores.writers import going_on

pytestmark = pytest.mark.database

TEN = lines(10)
NEXT = lines(2, start=mark(TEN))


@pytest.fixture
def name(postgres: Server) -> str:
    """A tournament of ten lines, in the database that tests share."""
    name = postgres.new_name()
    PostgresStore.create(Database(postgres.hall), name).append(TEN, after=0)
    return name


@pytest.fixture
def store(postgres: Server, name: str) -> PostgresStore:
    return PostgresStore(Database(postgres.hall), name)


@pytest.fixture(scope="module", autouse=True)
def people(postgres: Server) -> None:
    """Some users: one who may write, one who may read, and one who may nothing."""
    postgres.new_database()  # Which makes the roles.
    postgres.ask("CREATE ROLE scribe LOGIN IN ROLE roundbook_writer")
    postgres.ask("CREATE ROLE guest LOGIN IN ROLE roundbook_reader")
    postgres.ask("CREATE ROLE stranger LOGIN")


def by(user: str, address: str) -> str:
    return address.replace("owner@", f"{user}@")


# Guards: nothing is changed or removed, whoever asks.

FORBIDDEN = (
    "UPDATE roundbook.line SET body = body",
    "DELETE FROM roundbook.line",
    "TRUNCATE roundbook.line",
    "TRUNCATE roundbook.tournament CASCADE",
    "DELETE FROM roundbook.tournament",
    "UPDATE roundbook.tournament SET size = 3, leaf = sha256('x')",
    "UPDATE roundbook.tournament SET name = name || 'x', size = size + 1",
)
NOT_THEIRS = (
    *FORBIDDEN,
    "INSERT INTO roundbook.line SELECT id, size + 1, 'x' FROM roundbook.tournament",
    "INSERT INTO roundbook.tournament (name) VALUES ('mine')",
    "ALTER TABLE roundbook.line DISABLE TRIGGER never",
    "SET session_replication_role = replica",
    "UPDATE roundbook.version SET number = 9",
)


@pytest.mark.parametrize("silenced", [False, True])
@pytest.mark.parametrize("statement", FORBIDDEN)
def test_its_owner_changes_and_removes_nothing_even_with_triggers_silenced(
    postgres: Server, store: PostgresStore, statement: str, silenced: bool
) -> None:
    with psycopg.connect(postgres.hall, autocommit=True) as owner:
        if silenced:
            owner.execute("SET session_replication_role = replica")
        with pytest.raises(psycopg.DatabaseError, match="never changed or removed"):
            owner.execute(statement.encode())
    assert store.lines() == TEN


@pytest.mark.parametrize("user", ["scribe", "guest"])
@pytest.mark.parametrize("statement", NOT_THEIRS)
def test_who_writes_and_who_reads_has_no_other_way_in(
    postgres: Server, user: str, statement: str
) -> None:
    with (
        psycopg.connect(by(user, postgres.hall), autocommit=True) as connection,
        pytest.raises(errors.InsufficientPrivilege),
    ):
        connection.execute(statement.encode())


def test_a_writer_appends_a_reader_reads_and_a_stranger_does_neither(
    postgres: Server, name: str
) -> None:
    scribe, guest, stranger = (
        PostgresStore(Database(by(user, postgres.hall)), name)
        for user in ("scribe", "guest", "stranger")
    )
    scribe.ready()
    scribe.append(NEXT, after=10)
    assert guest.lines(after=10) == NEXT
    with pytest.raises(Unreadable, match="does not let this user write"):
        guest.ready()
    with pytest.raises(Unreadable, match="does not let this user"):
        guest.append(lines(1, start=mark([*TEN, *NEXT])), after=12)
    with pytest.raises(Unreadable, match="does not let this user"):
        PostgresStore.create(Database(by("guest", postgres.hall)), "guests")
    with pytest.raises(Unreadable, match="does not let this user"):
        stranger.lines()


@pytest.mark.parametrize(
    "stray",
    [
        b"x",
        NEXT[0] + b" ",
        NEXT[0].replace(b'"seq":11', b'"seq":12'),
        NEXT[0].replace(b'"v":3}', b'"v":3,"x":"\xff"}'),
        TEN[-1],
    ],
)
def test_a_program_that_asks_the_server_itself_breaks_no_chain(
    postgres: Server, name: str, store: PostgresStore, stray: bytes
) -> None:
    with (
        psycopg.connect(by("scribe", postgres.hall), autocommit=True) as scribe,
        pytest.raises(psycopg.DatabaseError, match=r"line 11 does not follow line 10\."),
    ):
        scribe.execute("SELECT roundbook.append(%s, 10, %s)", (name, [stray]))
    assert store.lines() == TEN


# Damage, and what is not there.


def test_a_ledger_as_the_server_keeps_it_is_surveyed_like_a_file(store: PostgresStore) -> None:
    found = store.survey()
    assert (found.lines, found.clean, found.end) == (TEN, True, mark(TEN))


@contextmanager
def unguarded(postgres: Server) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """Do what only the owner can, and whoever holds the disks: take the guards away."""
    with psycopg.connect(postgres.hall) as owner:
        owner.execute("ALTER TABLE roundbook.line DISABLE TRIGGER never")
        yield owner
        owner.execute("ALTER TABLE roundbook.line ENABLE ALWAYS TRIGGER never")


@pytest.mark.parametrize(
    ("statement", "at"),
    [
        ("UPDATE roundbook.line SET body = overlay(body PLACING 'X' FROM 30) WHERE seq = 4", 4),
        ("DELETE FROM roundbook.line WHERE seq = 6", 6),
        ("UPDATE roundbook.line SET body = overlay(body PLACING 'X' FROM 30) WHERE seq = 10", 10),
        ("DELETE FROM roundbook.line WHERE seq > 8", 8),
        ("DELETE FROM roundbook.line WHERE true", 0),
    ],
)
def test_damage_is_named_by_its_line_and_never_repaired_by_forgetting(
    postgres: Server, name: str, store: PostgresStore, statement: str, at: int
) -> None:
    whose = sql.SQL(" AND tournament = (SELECT id FROM roundbook.tournament WHERE name = {})")
    with unguarded(postgres) as owner:
        owner.execute(statement.encode() + whose.format(name).as_bytes(owner))
    with pytest.raises(Unreadable, match=f"is damaged at line {at}:") as caught:
        store.lines()
    assert caught.value.where == f"line {at}"
    assert not store.survey().clean


def test_a_head_of_the_server_before_is_no_damage(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A standby took over after the head was read, without a line that was never acknowledged."""
    now = store.head()
    assert now
    heads = iter([Head(leaf=now.leaf, seq=now.seq + 1)])
    monkeypatch.setattr(PostgresStore, "head", lambda _: next(heads, now))
    assert store.lines(after=8) == TEN[8:]


def test_a_tournament_that_is_not_there_is_named(postgres: Server) -> None:
    store = PostgresStore(Database(postgres.hall), "nowhere")
    for ask in (store.lines, store.survey, lambda: store.append(TEN, after=0)):
        with pytest.raises(Unreadable, match="does not contain a tournament nowhere"):
            ask()


def test_a_name_is_taken_once(postgres: Server, name: str) -> None:
    with pytest.raises(Unreadable, match=f"{name} is already a tournament"):
        PostgresStore.create(Database(postgres.hall), name)


@pytest.mark.parametrize("wrong", ["", "Cup", "../cup", "a b", "a" * 64, "ümlaut"])
def test_a_name_that_is_none_makes_nothing(postgres: Server, wrong: str) -> None:
    with pytest.raises(Unreadable, match="must have 1 to 63 lowercase letters"):
        PostgresStore.create(Database(postgres.hall), wrong)


# The database itself: its tables, its settings, the way there.


def test_preparing_twice_changes_nothing_and_what_is_not_prepared_says_so(
    postgres: Server,
) -> None:
    address = postgres.new_database(prepared=False)
    store = PostgresStore(Database(address), "cup")
    with pytest.raises(Unreadable, match="has not been prepared"):
        store.lines()
    assert Database(address).prepare()
    PostgresStore.create(Database(address), "cup").append(TEN, after=0)
    assert not Database(address).prepare()
    assert store.lines() == TEN


def test_of_some_who_prepare_a_database_at_once_one_does_it(postgres: Server) -> None:
    address = postgres.new_database(prepared=False)
    with ThreadPoolExecutor(6) as owners:
        made = list(owners.map(lambda _: Database(address).prepare(), range(6)))
    assert sorted(made) == [False] * 5 + [True]
    PostgresStore.create(Database(address), "cup").append(TEN, after=0)


def test_lines_are_found_by_their_index_in_a_young_database_too(postgres: Server) -> None:
    """What is known of a table of few lines says: read them all. By the thousand, that is slow."""
    address = postgres.new_database()
    PostgresStore.create(Database(address), "cup").append(TEN, after=0)
    postgres.ask("ANALYZE roundbook.line", database=address)
    ask: LiteralString = (
        "EXPLAIN SELECT body FROM roundbook.line WHERE tournament = %s AND seq BETWEEN 1 AND 10"
    )
    assert "Seq Scan" in str(postgres.ask(ask, 1, database=address))
    asked = Database(address)
    for _ in range(8):  # After five times, the server plans it for whatever is asked.
        assert "Index Scan" in str(asked.read(ask, 1))


@pytest.mark.parametrize(("number", "words"), [(0, "an older"), (2, "a newer")])
def test_tables_of_another_version_are_left_alone(
    postgres: Server, number: int, words: str
) -> None:
    address = postgres.new_database()
    PostgresStore.create(Database(address), "cup")
    postgres.ask("UPDATE roundbook.version SET number = %s", number, database=address)
    for ask in (PostgresStore(Database(address), "cup").lines, Database(address).prepare):
        with pytest.raises(
            Unreadable, match=(f"belong to {words} roundbook: version {number}, not 1")
        ):
            ask()


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("postgresql://ana:secret@127.0.0.1:1/hall?connect_timeout=2", "cannot be reached: "),
        ("postgresql:///hall?host=/nowhere&password=secret", "nowhere.* No such file or directory"),
        ("postgresql://ana:secret@[/hall", "is not a database address"),
        ("secretary=secret", "is not a database address"),
    ],
)
@pytest.mark.usefixtures("impatient")
def test_a_database_that_cannot_be_reached_is_named_without_its_password(
    address: str, words: str
) -> None:
    with pytest.raises(Unreadable, match=words) as caught:
        PostgresStore(Database(address), "cup").lines()
    assert "secret@" not in caught.value.message
    assert "password=secret" not in caught.value.message


@pytest.mark.parametrize(
    ("server", "attempts"),
    [("127.0.0.1:1", 4), ("/hall?host=/nowhere", 4), ("no-such-host.invalid", 1)],
)
def test_the_first_connection_waits_for_a_server_but_not_for_a_misspelt_one(
    server: str, attempts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits, told = list[float](), list[str]()
    monkeypatch.setattr("roundbook.ledger.storage.database.sleep", waits.append)
    asked = Database(f"postgresql://{server}", patience=(0.0, 1.0, 2.0, 4.0), say=told.append)
    for ask in (lambda: asked.read("SELECT 1"), asked.prepare):
        with pytest.raises(Unreadable, match="cannot be reached: "):
            ask()
    assert waits == [1.0, 2.0, 4.0][: attempts - 1] * 2
    assert len(told) == (2 if attempts > 1 else 0)
    assert all("does not answer yet" in one for one in told)


@pytest.mark.parametrize("words", ["nobody@", "nowhere"])
def test_the_first_connection_does_not_wait_for_a_wrong_name(postgres: Server, words: str) -> None:
    wrong = {"nobody@": by("nobody", postgres.hall), "nowhere": postgres.address("nowhere")}
    told = list[str]()
    with pytest.raises(Unreadable, match=r"answers, but refuses the connection: .*does not exist"):
        Database(wrong[words], say=told.append).read("SELECT 1")
    assert not told


def test_a_server_that_does_not_wait_for_its_disks_is_read_and_not_written(
    postgres: Server, store: PostgresStore
) -> None:
    postgres.stop()
    postgres.start("fsync = off\n")
    try:
        assert store.lines() == TEN
        with pytest.raises(Unreadable, match="does not wait until entries are on its disks"):
            store.ready()
    finally:
        postgres.stop()
        postgres.start()
    store.ready()


def test_a_user_who_does_not_wait_for_the_disk_is_made_to(postgres: Server) -> None:
    address = f"{postgres.hall}&options=-c%20synchronous_commit%3Doff"
    assert Database(address).read("SHOW synchronous_commit") == [("on",)]
    address = f"{postgres.hall}&options=-c%20synchronous_commit%3Dremote_apply"
    assert Database(address).read("SHOW synchronous_commit") == [("remote_apply",)]


def test_a_database_that_is_read_only_says_so(postgres: Server, name: str) -> None:
    address = f"{postgres.hall}&options=-c%20default_transaction_read_only%3Don"
    store = PostgresStore(Database(address), name)
    assert store.lines() == TEN
    with pytest.raises(Unreadable, match="is read-only"):
        store.ready()
    with pytest.raises(Unreadable, match="is read-only"):
        store.append(NEXT, after=10)


# Many writers, a server that goes away, and answers that never come.


@pytest.mark.rule("LED-5")
def test_eight_writers_lose_nothing_and_double_nothing(postgres: Server) -> None:
    name = postgres.new_name()
    PostgresStore.create(Database(postgres.hall), name)
    stores = [PostgresStore(Database(postgres.hall), name) for _ in range(8)]
    with ThreadPoolExecutor(8) as desks:
        done = list(desks.map(going_on, stores, [6] * 8, "abcdefgh"))
    held = stores[0].lines()
    assert sorted(held) == sorted(line for mine in done for line in mine)
    assert all([line for line in held if line in mine] == mine for mine in done)


def test_a_server_that_crashes_is_waited_for_and_nothing_acknowledged_is_lost(
    postgres: Server,
) -> None:
    names = [postgres.new_name() for _ in range(3)]
    stores = [PostgresStore.create(Database(postgres.hall), name) for name in names]
    back = Event()
    with ThreadPoolExecutor(3) as desks:
        running = [desks.submit(going_on, store, 20, "x", back) for store in stores]
        try:
            while len(stores[0].lines()) < 20:
                sleep(0.005)
            postgres.stop()
            postgres.start()
        finally:
            back.set()
        done = [one.result() for one in running]
    for name, mine in zip(names, done, strict=True):
        assert PostgresStore(Database(postgres.hall), name).lines() == mine


def test_a_server_that_stays_away_leaves_it_open_whether_a_line_stands(
    postgres: Server, name: str
) -> None:
    store = PostgresStore(Database(postgres.hall, patience=(0, 0.05)), name)
    assert store.lines() == TEN
    postgres.stop()
    try:
        with pytest.raises(NotKnown, match="the entry may or may not have been recorded"):
            store.append(NEXT, after=10)
        with pytest.raises(Unreadable, match="no longer answers"):
            store.lines()
    finally:
        postgres.start()
    assert store.lines() == TEN
    store.append(NEXT, after=10)


@pytest.fixture
def standby_away(postgres: Server) -> Iterator[Callable[[], None]]:
    """Make every commit wait for a standby that is not there; what is returned brings it back."""
    postgres.ask("ALTER SYSTEM SET synchronous_standby_names = 'away'")

    def back() -> None:
        postgres.ask("ALTER SYSTEM RESET synchronous_standby_names")
        postgres.ask("SELECT pg_reload_conf()")

    postgres.ask("SELECT pg_reload_conf()")
    yield back
    back()


def waiting(postgres: Server, *, but: int = 0) -> int:
    """Wait until a desk waits for the standby, another one than `but`, and return its process."""
    query = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND pid <> %s"
    for _ in range(6_000):
        if found := postgres.ask(query, but):
            return int(found[0][0])
        sleep(0.01)
    raise AssertionError("nobody waits for the standby")


def appending(store: PostgresStore) -> "Future[None]":
    desk = ThreadPoolExecutor(1)
    running = desk.submit(store.append, NEXT, after=10)
    desk.shutdown(wait=False)
    return running


def test_a_wait_for_the_standby_that_somebody_ends_is_not_taken_for_success(
    postgres: Server, store: PostgresStore, standby_away: Callable[[], None]
) -> None:
    """The server then answers as if all were done, and only warns, also where warnings are off."""
    quiet = Database(f"{postgres.hall}&options=-c%20client_min_messages%3Derror")
    running = appending(PostgresStore(quiet, store.where.rpartition("/")[2]))
    postgres.ask("SELECT pg_cancel_backend(%s)", waiting(postgres))
    with pytest.raises(NotKnown, match=r"a standby of .* did not confirm"):
        running.result()
    standby_away()
    with pytest.raises(Behind):
        store.append(NEXT, after=10)


def test_a_line_that_stands_here_counts_only_once_the_standby_has_it_too(
    postgres: Server, store: PostgresStore, standby_away: Callable[[], None]
) -> None:
    """Whoever lost the connection asks again, and that too waits for the standby."""
    running = appending(store)
    first = waiting(postgres)
    postgres.ask("SELECT pg_terminate_backend(%s)", first)
    waiting(postgres, but=first)
    assert PostgresStore(Database(postgres.hall), store.where.rpartition("/")[2]).lines() == [
        *TEN,
        *NEXT,
    ]
    assert not running.done()
    standby_away()
    assert running.result() is None
    assert store.lines() == [*TEN, *NEXT]


def test_a_standby_that_stays_away_leaves_it_open_whether_a_line_stands(
    postgres: Server,
    store: PostgresStore,
    standby_away: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody ends the wait, and the server says nothing: the desk does not wait for ever."""
    monkeypatch.setattr(database, "ANSWER", 0.5)
    store.lines()
    with pytest.raises(NotKnown, match=r"has not answered for 0 seconds: the entry may or may not"):
        store.append(NEXT, after=10)
    name = postgres.new_name()
    with pytest.raises(NotKnown, match=r"has not answered.*: the tournament may or may not"):
        PostgresStore.create(Database(postgres.hall), name)
    assert store.lines() == TEN, "what no standby has is not shown"
    standby_away()
    with pytest.raises(Behind):
        store.append(NEXT, after=10)
    assert store.lines(after=10) == NEXT


def test_who_waits_too_long_for_others_has_written_nothing(
    postgres: Server, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "TURN", 1)
    store = PostgresStore(Database(by("scribe", postgres.hall)), name)
    with psycopg.connect(by("scribe", postgres.hall)) as other:
        other.execute("SELECT roundbook.append(%s, 10, %s)", (name, NEXT))
        with pytest.raises(Unreadable, match=r"other desks have been writing to .* for 1 seconds"):
            store.append(NEXT, after=10)
        other.rollback()
    assert store.lines() == TEN
    store.append(NEXT, after=10)


def test_what_others_wrote_while_the_connection_was_lost_is_not_taken_for_ours(
    postgres: Server, name: str
) -> None:
    store = PostgresStore(Database(postgres.hall), name)
    store.lines()
    rivals = lines(2, start=mark(TEN), cmd="rival")
    postgres.stop()
    postgres.start()
    PostgresStore(Database(postgres.hall), name).append(rivals, after=10)
    with pytest.raises(Behind):
        store.append(NEXT, after=10)
    assert store.lines(after=10) == rivals


def test_its_bytes_are_those_of_the_file(store: PostgresStore) -> None:
    assert b"".join(line + b"\n" for line in store.lines()) == data(TEN)
    found = store.survey()
    assert (found.end.leaf, found.end.seq) == (head(TEN).leaf, 10)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://u:pass@h/db/cup", "postgresql://u@h/db/cup"),
        ("postgresql://u:pa/ss@h/db/cup", "postgresql://u@h/db/cup"),
        ("postgresql://u:p@ss@h:5432,i:5433/db", "postgresql://u@h:5432,i:5433/db"),
        ("postgresql://h:5432,i:5433/db", "postgresql://h:5432,i:5433/db"),
        ("postgresql://h/db?user=u&password=pass", "postgresql://h/db?user=u&password="),
    ],
)
def test_an_address_is_shown_without_its_password(address: str, shown: str) -> None:
    assert without_password(address) == shown


@pytest.mark.parametrize("lost", [Lost(), Silent("it said nothing"), NotKnown("x", where="it")])
def test_a_lost_answer_to_a_new_tournament_does_not_speak_of_an_entry(
    lost: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> None:
        raise lost

    nowhere = Database("postgresql:///nowhere")
    monkeypatch.setattr(nowhere, "ask", gone)
    with pytest.raises(NotKnown, match="the tournament may or may not have been created") as said:
        PostgresStore.create(nowhere, "cup")
    assert "roundbook status" in typed(said.value.hint or "")
