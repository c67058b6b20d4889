"""A tournament in a database: the same commands, the same answers, and troubles of its own."""

import re
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from gzip import decompress as gunzip
from pathlib import Path
from shlex import quote, split
from threading import Timer
from time import sleep
from typing import Any, LiteralString

import pytest

from roundbook.cli.places.database import named
from roundbook.cli.places.layout import MEMBERS
from roundbook.cli.places.refused import attempts
from roundbook.ledger.errors import BEFORE, Unreadable
from roundbook.ledger.storage.database import Database, Lost
from roundbook.ledger.storage.postgres import PostgresStore
from tests.cli.line import Line
from tests.cli.typed import IMPORTS, Said, files, roundbook
from tests.ledger.test_versions import OLD, cannot_read
from tests.postgres import Server

pytestmark = pytest.mark.database

FIXTURES = IMPORTS.parent
FINAL = sorted(IMPORTS.glob("*.tdf"))[2]


@pytest.fixture
def address(postgres: Server) -> str:
    """Where a tournament can be begun that no other test knows."""
    return postgres.hall.replace("?", f"/{postgres.new_name()}?")


@pytest.fixture
def cup(line: Line, address: str) -> str:
    """A tournament whose first round is being played."""
    words: tuple[tuple[object, ...], ...] = (
        *(("register", name, "--birth-year", 1990) for name in ("Ana", "Ben", "Cem", "Dan")),
        ("announce", "--prizes", "none"),
        ("pair",),
        ("start",),
    )
    done(roundbook("open", address, "--name", "Cup", "--start", "2026-03-07"))
    for each in words:
        done(roundbook(*each, "-C", address))
    return address


def done(said: Said) -> Said:
    assert said.code == 0, said.err
    return said


def test_a_round_is_played_in_a_database(cup: str) -> None:
    for table in (1, 2):
        done(roundbook("report", f"masters-1-{table}", "1", "-C", cup))
    standings = done(roundbook("standings", "-C", cup, "--json")).standings
    assert [line["record"] for line in standings] == ["1-0-0", "1-0-0", "0-1-0", "0-1-0"]
    assert done(roundbook("status", "-C", cup)).out.startswith("Cup\n")
    assert "intact, no rules broken" in done(roundbook("verify", cup)).out
    assert "masters-1-2" in done(roundbook("history", "-C", cup, "--json")).out
    assert done(roundbook("explain", "-C", cup, "p1")).out.startswith("Ana (p1): place ")
    done(roundbook("pair", "-C", cup))


def test_a_command_waits_for_a_server_that_starts(
    postgres: Server, cup: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundbook.ledger.storage.database.PATIENCE", (0.0, *[0.1] * 300))
    monkeypatch.setattr("roundbook.ledger.storage.database.LONG", 0.1)
    postgres.stop()
    start = Timer(0.5, postgres.start)
    start.start()
    try:
        said = roundbook("standings", "-C", cup)
    finally:
        start.join()
    assert said.code == 0, said.err
    assert said.err.count("does not answer yet; waiting for up to half a minute") == 1


def test_a_refused_command_changes_nothing_and_is_noted(cup: str) -> None:
    before = done(roundbook("verify", cup)).out
    said = roundbook("report", "masters-2-1", "1", "-C", cup)
    assert (said.code, "there is no" in said.err) == (3, True), said.err
    assert done(roundbook("verify", cup)).out == before
    [noted] = attempts(named(cup))
    assert "masters-2-1" in noted.message


@pytest.mark.rule("LED-9")
def test_who_is_erased_is_gone_from_the_database(postgres: Server, cup: str) -> None:
    done(roundbook("drop", "p4", "-C", cup))
    done(roundbook("people erase", "p4", "--reason", "they asked", "-C", cup, "--yes"))
    held = postgres.ask("SELECT data FROM roundbook_names.member", database=postgres.hall)
    name = cup.partition("?")[0].rpartition("/")[2]
    mine = postgres.ask(
        "SELECT data FROM roundbook_names.member m JOIN roundbook.tournament t"
        " ON t.id = m.tournament WHERE t.name = %s",
        name,
        database=postgres.hall,
    )
    assert held
    assert mine
    assert not any(b"Dan" in data for (data,) in mine)
    assert "Dan" not in done(roundbook("standings", "-C", cup)).out


@pytest.mark.rule("A-67")
@pytest.mark.parametrize("verb", ["standings", "verify", "history"])
def test_a_ledger_of_before_is_refused_in_a_database_too(
    postgres: Server, line: Line, verb: str
) -> None:
    name = postgres.new_name()
    old = (OLD / "cup/ledger.jsonl").read_bytes().splitlines()
    PostgresStore.create(Database(postgres.hall), name).append(old, after=0)
    cannot_read(verb, "-C", postgres.hall.replace("?", f"/{name}?"), sentence=f"line 1 {BEFORE}.")


NO_ROUNDS = {"limitless.json", "standings.csv"}
"""Published standings alone: nobody can make a tournament of them."""

EVERY = sorted(
    path
    for folder in ("imports", "tournaments")
    for path in (FIXTURES / folder).rglob("*")
    if path.suffix in {".tdf", ".json", ".csv", ".gz"}
    and "lists" not in path.parts
    and path.name not in NO_ROUNDS
)
"""Every tournament among the fixtures."""
ARCHIVE = Path("sealed.zip")
"""An archive of an invented event, which is made where it is needed."""
SAMPLED = [
    pytest.param(path, id=path.name, marks=[pytest.mark.long] * (number % 5 > 0))
    for number, path in enumerate([ARCHIVE, *EVERY])
]
"""All of these, of which the gate tries each fifth."""


def laid(source: Path, folder: Path) -> Said:
    """Make a tournament's folder of a fixture."""
    if source == ARCHIVE:
        event, source = folder.parent / "sealed", folder.parent / ARCHIVE
        done(roundbook("lab generate", event, "--players", 6, "--rounds", 2, "--seed", "sealed"))
        done(roundbook("archive", event, "--out", source))
        return roundbook("file unpack", source, folder)
    if source.suffix == ".gz":
        packed, source = source, folder.parent / source.stem
        source.write_bytes(gunzip(packed.read_bytes()))
    said = roundbook("file import", source, folder)
    if "add --start" in said.err:
        said = roundbook("file import", source, folder, "--start", "2026-03-07")
    return said


@pytest.mark.parametrize("source", SAMPLED)
def test_a_tournament_comes_back_from_a_database_byte_for_byte(
    line: Line, address: str, source: Path
) -> None:
    done(laid(source, line.folder))
    roundbook("report", "masters-99-1", "1", "-C", line.folder)  # A refused command, kept too.
    home = line.folder.parent / "home-again"
    said = done(roundbook("file transfer", line.folder, address, "--json")).data
    beside = {".lock", ".people.lock"}
    if source == ARCHIVE:  # What is for readers of the archive is not the tournament's.
        ours = {member.name for member in MEMBERS}
        beside |= {name for name in files(line.folder) if name.partition("/")[0] not in ours}
    kept = {name: data for name, data in files(line.folder).items() if name not in beside}
    assert sorted([*said["members"], "head", "ledger.jsonl"]) == sorted(kept)
    assert "attempts.jsonl" in kept
    done(roundbook("file transfer", address, home))
    assert {name: data for name, data in files(home).items() if name != ".lock"} == kept
    # An opened archive is compared with its list, and a tournament has none.
    looked_at = home if source == ARCHIVE else line.folder
    verified = roundbook("verify", home)
    assert verified.out == roundbook("verify", looked_at).out
    assert source != ARCHIVE or ": intact, no rules broken." in verified.out
    for name in [*kept, *({"sources"} if (line.folder / "sources").exists() else ())]:
        if name.startswith(("people.json", "sources")):
            old, new = (folder / name for folder in (line.folder, home))
            assert new.stat().st_mode == old.stat().st_mode, name


def test_a_tournament_goes_on_where_it_was_copied_to(cup: str, line: Line) -> None:
    done(roundbook("report", "masters-1-1", "1", "-C", cup))
    done(roundbook("proof head", "-C", cup, "--sign"))
    done(roundbook("file transfer", cup, line.folder))
    done(roundbook("report", "masters-1-2", "1", "-C", line.folder))
    assert "intact" in done(roundbook("verify", line.folder)).out
    done(roundbook("pair", "-C", line.folder))


def test_a_tournament_goes_there_and_back_each_time_under_a_free_name(
    line: Line, address: str
) -> None:
    """As docs/operations.md says; a name in use is refused both ways, and another is proposed."""
    line.begin("Ana", "Ben", "Cem", "Dan")
    name = named(address).name
    for source, old, new in (
        (line.folder, line.folder, address),
        (address, line.folder, line.folder.with_name("cup-2")),
        (line.folder.with_name("cup-2"), address, address.replace(name, f"{name}-2")),
    ):
        said = roundbook("file transfer", source, old)
        assert (said.code, "is already a tournament" in said.err) == (3, True), said.err
        free = old.name if isinstance(old, Path) else name
        assert f"Copy it under a name that is not in use, such as {free}-2." in said.err
        done(roundbook("file transfer", source, new))
        done(roundbook("note", "one more", "-C", new))
    entries = done(roundbook("verify", new, "--json")).data["entries"]
    assert entries == len(line.ledger()) + 3
    for old, free in ((line.folder, f"{line.folder.name}-3"), (address, f"{name}-3")):
        assert f"such as {free}." in roundbook("file transfer", new, old).err, "-2 is in use by now"


def test_the_commands_of_the_page_are_carried_out(
    line: Line, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (FIXTURES.parent / "docs" / "operations.md").read_text(encoding="utf-8")
    server = postgres.new_database()
    blocks = re.findall(r"^```text\n(roundbook .*?)^```$", page, re.MULTILINE | re.DOTALL)
    commands = [command for block in blocks for command in block.splitlines()]
    assert len(commands) == 6
    line.begin("Ana", "Ben")
    monkeypatch.chdir(line.folder.parent)
    for command in commands:
        _, *words = split(
            re.sub(
                r"postgresql://desk@db\.example\.org/events(/[\w-]+)?",
                lambda told: server.replace("?", f"{told[1] or ''}?"),
                command,
            )
        )
        done(roundbook(*words))
    assert "Ana" in done(roundbook("players", "-C", "cup-2")).out


def test_a_copy_that_breaks_off_leaves_nothing(
    line: Line, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.begin("Ana", "Ben")

    def full(*_: object, **__: object) -> None:
        raise Unreadable("the disk is full.", where="there")

    with monkeypatch.context() as broken:
        broken.setattr("roundbook.ledger.storage.postgres.PostgresStore.append", full)
        assert roundbook("file transfer", line.folder, address).code == 5
    assert "does not contain a tournament" in roundbook("status", "-C", address).err
    done(roundbook("file transfer", line.folder, address))
    said = roundbook("file transfer", line.folder, address)
    assert (said.code, "is already a tournament" in said.err) == (3, True)
    said = roundbook("file transfer", line.folder.parent / "nowhere", address)
    assert (said.code, "does not contain a tournament" in said.err) == (5, True)


def test_a_database_is_prepared_once_and_then_takes_tournaments(
    postgres: Server, line: Line
) -> None:
    address = postgres.new_database(prepared=False)
    cup = address.replace("?", "/cup?")
    said = roundbook("open", cup, "--name", "Cup", "--start", "2026-03-07")
    assert (said.code, "roundbook file database" in said.err) == (5, True), said.err
    assert done(roundbook("file database", address, "--json")).data["new"]
    assert "was already prepared" in done(roundbook("file database", address)).out
    done(roundbook("open", cup, "--name", "Cup", "--start", "2026-03-07"))
    other = postgres.new_database(prepared=False)
    there = quote(other.replace("?", "/NAME?"))
    assert f"next: roundbook open {there} --name" in done(roundbook("file database", other)).out
    said = roundbook("file database", "events")
    assert (said.code, "is not a database address" in said.err) == (2, True)


def test_rules_of_another_season_need_another_tournament_not_a_folder(
    line: Line, address: str
) -> None:
    done(roundbook("open", address, "--name", "Cup", "--start", "2026-11-28"))
    said = " ".join(done(roundbook("status", "-C", address)).out.split())
    assert "for other rules, open the event again elsewhere, with --edition" in said
    assert "folder" not in said


@pytest.mark.usefixtures("impatient")
def test_the_tournaments_of_a_database_are_listed_by_name(postgres: Server, line: Line) -> None:
    hall = postgres.new_database()
    assert "there is no tournament here" in done(roundbook("shelf tournaments", hall)).out
    for name in ("spring", "autumn"):
        at = hall.replace("?", f"/{name}?")
        done(roundbook("open", at, "--name", name.title(), "--start", "2026-03-07"))
    found = done(roundbook("shelf tournaments", hall, "--json")).data["tournaments"]
    assert [(one["folder"], one["entries"]) for one in found] == [("autumn", 1), ("spring", 1)]
    assert "Spring" in done(roundbook("shelf tournaments", hall)).out
    nowhere = roundbook("shelf tournaments", "postgresql://127.0.0.1:1/events")
    assert (nowhere.code, "cannot be reached" in nowhere.err) == (5, True)


def test_what_a_file_tells_stands_in_a_database_as_in_a_folder(line: Line, address: str) -> None:
    done(roundbook("file import", FINAL, address))
    done(roundbook("file import", FINAL, line.folder))
    here, there = (
        done(roundbook("standings", "-C", at, "--json")) for at in (line.folder, address)
    )
    assert here.standings == there.standings
    assert done(roundbook("verify", address)).out == done(roundbook("verify", line.folder)).out


def test_who_may_only_read_sees_numbers_in_place_of_names(postgres: Server, cup: str) -> None:
    if not postgres.ask("SELECT 1 FROM pg_roles WHERE rolname = 'visitor'"):
        postgres.ask("CREATE ROLE visitor LOGIN IN ROLE roundbook_reader")
    visitor = cup.replace("owner@", "visitor@")
    said = done(roundbook("standings", "-C", visitor))
    assert "p1" in said.out
    assert "Ana" not in said.out
    assert "Players are shown by number" in said.err
    said = roundbook("report", "masters-1-1", "1", "-C", visitor, code=5)
    assert "does not let this user" in said.err
    assert done(roundbook("history", "-C", cup, "--json")).out.count("was reported") == 0


def test_an_opening_that_comes_to_nothing_leaves_nothing(
    postgres: Server, address: str, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as at_once:
        at_once.setattr("roundbook.ledger.storage.postgres.PostgresStore.append", stopped)
        said = roundbook("open", address, "--name", "Cup", "--start", "2026-03-07")
    assert said.code != 0
    assert "does not contain a tournament" in roundbook("standings", "-C", address).err
    done(roundbook("open", address, "--name", "Cup", "--start", "2026-03-07"))


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("standings", "-C", "{at}"), 5, "does not contain a tournament"),
        (
            ("standings", "-C", "postgresql://h/d"),
            2,
            "does not name a tournament; add its name after",
        ),
        (("verify", "postgresql://ana:secret@127.0.0.1:1/d/cup"), 5, "cannot be reached"),
        (("note", "hello", "-C", "{at}"), 5, "does not contain a tournament"),
        (("serve", "{at}"), 3, "does not contain a tournament"),
        (("file restore", FINAL, "{at}"), 5, "is not a backup"),
        (("file backup", "{at}-file", "-C", "{at}"), 5, "does not contain a tournament"),
    ],
)
@pytest.mark.usefixtures("impatient")
def test_what_cannot_be_done_is_said_in_one_sentence(
    line: Line, address: str, words: tuple[object, ...], code: int, told: str
) -> None:
    said = roundbook(*(str(word).replace("{at}", address) for word in words))
    assert (said.code, told in said.err) == (code, True), said.err
    assert "secret" not in said.err


def test_a_script_at_the_prompt_keys_into_a_database(cup: str) -> None:
    said = done(roundbook("desk", "-C", cup, "--json", stdin=b"1 1\n2 1\n"))
    assert '"in":"2 of 2 in"' in said.out
    assert len(done(roundbook("standings", "-C", cup, "--json")).standings) == 4


def test_saves_are_followed_into_a_database(line: Line, address: str) -> None:
    done(roundbook("file follow", FINAL, "-C", address, "--once"))
    done(roundbook("file follow", FINAL, "-C", line.folder, "--once"))
    told = [
        done(roundbook("standings", "-C", at, "--json")).standings for at in (address, line.folder)
    ]
    assert told[0] == told[1] != []
    assert done(roundbook("verify", address)).out == done(roundbook("verify", line.folder)).out


def test_an_invented_event_is_made_in_a_database(line: Line, address: str) -> None:
    words = ("--players", 8, "--seed", 7)
    done(roundbook("lab generate", address, *words))
    done(roundbook("lab generate", line.folder, *words))
    done(roundbook("file transfer", address, line.folder.parent / "home-again"))
    kept = files(line.folder.parent / "home-again")
    assert {name: kept[name] for name in ("ledger.jsonl", "people.json", "checkpoint")} == {
        name: files(line.folder)[name] for name in ("ledger.jsonl", "people.json", "checkpoint")
    }


def test_where_nobody_knows_whether_an_entry_stands_that_is_said_and_a_repeat_is_safe(
    cup: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answers of the server are lost, though all is done there."""
    asked = Database.ask

    def lost(self: Database, query: Any, *values: object) -> Any:
        answer = asked(self, query, *values)
        if "roundbook.append" in str(query) and "privilege" not in str(query):
            raise Lost
        return answer

    words = ("report", "masters-1-1", "1", "-C", cup, "--cmd", "slip-1")
    with monkeypatch.context() as cut:
        cut.setattr(Database, "ask", lost)
        cut.setattr("roundbook.ledger.storage.database.PATIENCE", (0, 0))
        said = roundbook(*words)
    assert said.code == 5
    assert said.err.startswith("not known: the connection to postgresql://"), said.err
    assert "`roundbook history -C " in said.err
    done(roundbook(*words))
    told = done(roundbook("history", "-C", cup, "--json")).data
    assert str(told).count("'cmd': 'slip-1'") <= 1
    assert "intact" in done(roundbook("verify", cup)).out


def test_without_the_extra_its_name_is_said(
    address: str, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (
        "roundbook.cli.places.database",
        "roundbook.ledger.storage.database",
        "roundbook.ledger.storage.postgres",
    ):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.delattr("roundbook.cli.places.database", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    said = roundbook("standings", "-C", address)
    assert (said.code, "pip install 'roundbook[postgres]'" in said.err) == (3, True), said.err


def test_a_folder_costs_no_driver(line: Line) -> None:
    """Whoever has a folder loads nothing of a database."""
    line.start()
    code = (
        "import sys; from roundbook.cli.main import main\n"
        "sys.argv[1:] = ['standings', sys.argv[1]]\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "assert not {'psycopg', 'roundbook.cli.places.database'} & set(sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, str(line.folder)],
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr.decode()


def test_a_backup_of_a_database_comes_back_into_one(cup: str, line: Line, postgres: Server) -> None:
    saved, again = line.home / "cup.roundbook-backup", cup.replace("?", "-again?")
    said = done(roundbook("file backup", saved, "-C", cup, "--json")).data
    assert (said["secret"], said["key"]) == (True, True)
    done(roundbook("file restore", saved, again))
    assert (
        done(roundbook("standings", "-C", again)).out == done(roundbook("standings", "-C", cup)).out
    )
    for name, at in (("one", cup), ("two", again), ("three", line.folder)):
        if at is line.folder:
            done(roundbook("file restore", saved, at))
        done(roundbook("file transfer", at, line.home / name))
    one, two, three = (files(line.home / name) for name in ("one", "two", "three"))
    assert {**one, ".lock": b""} == {**two, ".lock": b""} == {**three, ".lock": b""}
    done(roundbook("report", "masters-1-1", "1", "-C", again))
    for options in ((), ("--replace",)):
        said = roundbook("file restore", saved, again, *options, code=3)
        assert "The folder has 1 later entry that the backup does not have." in said.err
        assert "database cannot be replaced" in said.err
    broken = postgres.hall.replace("?", "/no-name-of-one!?")
    assert roundbook("file restore", saved, broken).code == 5


def test_a_branch_in_a_database_is_merged(cup: str, line: Line) -> None:
    done(roundbook("file transfer", cup, line.folder))
    done(roundbook("report", "masters-1-1", "1", "-C", cup))
    said = done(roundbook("file merge", cup, "-C", line.folder, "--accept-shorter", "a branch"))
    assert ": 1 entry from " in said.out
    assert roundbook("file merge", line.folder.parent / "nowhere", "-C", line.folder).code == 5


def test_two_desks_that_differ_are_decided_in_a_database(cup: str, line: Line) -> None:
    done(roundbook("file transfer", cup, line.folder))
    done(roundbook("report", "masters-1-1", "1", "-C", cup))
    line.at("report", "masters-1-1", "2", "--accept-shorter", "a branch", code=0)
    assert roundbook("file merge", line.folder, "-C", cup).code == 1
    [left] = re.findall(r"Entry (\d+):", roundbook("ruling decide", "-C", cup).out)
    done(roundbook("ruling decide", left, "--take", "--reason", "misread", "-C", cup))
    assert "Nothing is left to decide." in roundbook("ruling decide", "-C", cup).out


def test_the_doctor_looks_at_a_tournament_in_a_database(cup: str) -> None:
    found = roundbook("lab doctor", "-C", cup, "--json").data["findings"]
    assert [one["said"] for one in found if one["what"] == "database"] == [
        "The database accepts entries, and waits until they are written to disk."
    ]
    said = roundbook("lab doctor", "-C", cup.replace("?", "-nowhere?"))
    assert (said.code, "does not contain a tournament" in said.out) == (1, True)
    read_only = f"{cup}&options=-c%20default_transaction_read_only%3Don"
    said = roundbook("lab doctor", "-C", read_only)
    assert (said.code, "is read-only" in said.out) == (1, True)


# Bad input: each trouble is one sentence, nothing is lost, and nothing is claimed.


@pytest.fixture
def own(postgres: Server, line: Line) -> str:
    """A tournament in a database of its own, to which a test may do anything."""
    del line
    address = postgres.new_database().replace("?", "/cup?")
    done(roundbook("open", address, "--name", "Cup", "--start", "2026-03-07"))
    return address


def noted(address: str, *more: object) -> Said:
    return roundbook("note", "the hall is open", "-C", address, *more)


def refused(said: Said, words: str) -> None:
    """Hold that a command ended with one sentence, and what to do."""
    assert said.code == 5, said.err
    sentence, hint = said.err.strip().split("\n")
    assert words in sentence
    assert sentence.endswith(".")
    assert hint.startswith("  hint: ")


FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON roundbook.line EXECUTE FUNCTION full_disk()
"""


DROPPED = "DROP TRIGGER full_disk ON roundbook.line"
RIGHT = "UPDATE roundbook.version SET number = 1"


@pytest.mark.parametrize(
    ("wrong", "mended", "words"),
    [
        ("UPDATE roundbook.version SET number = 0", RIGHT, "belong to an older roundbook"),
        ("UPDATE roundbook.version SET number = 2", RIGHT, "belong to a newer roundbook"),
        (FULL, DROPPED, "is full: nothing was written"),
    ],
    ids=["older", "newer", "full"],
)
def test_what_is_wrong_with_a_database_is_said_and_later_the_command_works(
    postgres: Server, own: str, wrong: LiteralString, mended: LiteralString, words: str
) -> None:
    hall = own.replace("/cup?", "?")
    postgres.ask(wrong, database=hall)
    refused(noted(own), words)
    postgres.ask(mended, database=hall)
    done(noted(own))
    assert done(roundbook("verify", own, "--json")).data["entries"] == 2


@pytest.mark.usefixtures("impatient")
def test_a_database_that_is_read_only_down_or_not_ours_to_write_says_so(
    postgres: Server, own: str
) -> None:
    if not postgres.ask("SELECT 1 FROM pg_roles WHERE rolname = 'visitor'"):
        postgres.ask("CREATE ROLE visitor LOGIN IN ROLE roundbook_reader")
    refused(noted(f"{own}&options=-c%20default_transaction_read_only%3Don"), "is read-only")
    refused(noted(own.replace("owner@", "visitor@")), "does not let this user")
    postgres.stop()
    try:
        refused(noted(own), "cannot be reached")
    finally:
        postgres.start()
    assert done(roundbook("verify", own, "--json")).data["entries"] == 1
    done(noted(own))


def test_a_standby_that_is_gone_while_a_commit_waits_leaves_it_not_known(
    postgres: Server, own: str
) -> None:
    """The operator ends the wait: what the server then calls done is not claimed."""
    postgres.ask("ALTER SYSTEM SET synchronous_standby_names = 'away'")
    postgres.ask("SELECT pg_reload_conf()")
    try:
        with ThreadPoolExecutor(1) as desk:
            running = desk.submit(noted, own, "--cmd", "note-1")
            while not running.done():
                postgres.ask(
                    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity"
                    " WHERE wait_event = 'SyncRep'"
                )
                sleep(0.01)
            said = running.result()
    finally:
        postgres.ask("ALTER SYSTEM RESET synchronous_standby_names")
        postgres.ask("SELECT pg_reload_conf()")
    refused(said, "a standby of ")
    assert said.err.startswith("not known: ")
    done(noted(own, "--cmd", "note-1"))
    assert done(roundbook("verify", own, "--json")).data["entries"] == 2


def test_a_standby_that_stays_away_leaves_it_not_known(
    postgres: Server, own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody ends the wait: the command does, and claims nothing."""
    monkeypatch.setattr("roundbook.ledger.storage.database.ANSWER", 1.0)
    postgres.ask("ALTER SYSTEM SET synchronous_standby_names = 'away'")
    postgres.ask("SELECT pg_reload_conf()")
    try:
        said = noted(own, "--cmd", "note-1")
        refused(said, "has not answered for 1 seconds")
        assert said.err.startswith("not known: ")
        assert said.out == ""
        # The first entry still holds the turn on the server, which is what refuses the second.
        monkeypatch.setattr("roundbook.ledger.storage.database.ANSWER", 60.0)
        monkeypatch.setattr("roundbook.ledger.storage.database.TURN", 1)
        refused(noted(own), "other desks have been writing to ")
    finally:
        postgres.ask("ALTER SYSTEM RESET synchronous_standby_names")
        postgres.ask("SELECT pg_reload_conf()")
    done(noted(own, "--cmd", "note-1"))
    assert done(roundbook("verify", own, "--json")).data["entries"] == 2


def test_two_ledgers_of_one_tournament_are_told_apart(own: str, line: Line) -> None:
    """Whoever goes on at home and in the database learns it from the next command at either."""
    done(roundbook("file transfer", own, line.folder))
    done(noted(own))
    said = noted(str(line.folder))
    refused(said, "ends with line 1, but line 2 was written when it was in postgresql://")
    done(noted(str(line.folder), "--accept-shorter", "the network was down"))
    assert "Work in only one of the two; " in done(noted(own)).err


@pytest.mark.usefixtures("impatient")
@pytest.mark.rule("LED-9")
def test_the_events_of_a_database_are_on_a_shelf(
    postgres: Server, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Indexed by several processes, each with a connection of its own."""
    monkeypatch.setattr("roundbook.cli.shelf.index.FEW", 0)
    hall = postgres.new_database()
    shelf = ("shelf", "-C", hall, "--json")
    assert done(roundbook(*shelf)).data["events"] == []
    cup, again = (hall.replace("?", f"/{name}?") for name in ("cup", "open"))
    done(roundbook("file import", FINAL, cup))
    done(roundbook("open", again, "--name", "Open", "--start", "2026-03-07"))
    found = done(roundbook(*shelf)).data
    told = {one["event"]["event"]: one["event"] for one in found["events"]}
    assert (found["read"], sorted(told)) == (2, ["cup", "open"])
    assert (told["cup"]["what"], told["cup"]["state"]) == ("ledger", "closed")
    assert done(roundbook(*shelf)).data["read"] == 0
    folder = line.home / "events"
    done(roundbook("file import", FINAL, folder / "cup"))
    beside = done(roundbook("shelf", "-C", folder, "--json")).data["events"][0]["event"]
    assert {**told["cup"], "same": ""} == {**beside, "same": ""}
    joined = done(roundbook("shelf", "-C", folder, "--also", hall, "--json")).data["events"]
    assert {one["event"]["event"] for one in joined} == {"cup", cup, again}
    done(roundbook("shelf", "-C", folder, "--also", "none"))
    [index] = (line.home / "shelves").glob("*.sqlite")
    assert stat.S_IMODE(index.stat().st_mode) == 0o600
    who = done(roundbook("shelf", "find", "a", "-C", hall, "--json")).data["people"][0]["person"]
    history = ("shelf", "player", who, "-C", hall)
    before = done(roundbook(*history, "--json")).data
    index.unlink()
    assert done(roundbook(*history, "--json")).data == before
    assert who.encode() in index.read_bytes()
    done(roundbook("people erase", who, "-C", cup, "--reason", "they asked", "--yes"))
    assert who.encode() not in index.read_bytes()
    assert "there is no player" in roundbook(*history).err
    assert roundbook("shelf", "-C", hall).out.count("erase --all -C postgresql://") <= 1
    alone = roundbook("shelf", "-C", cup)
    assert (alone.code, "cup is a tournament, not a folder" in alone.err) == (3, True)
    nowhere = roundbook("shelf", "-C", "postgresql://127.0.0.1:1/events")
    assert (nowhere.code, "cannot be reached" in nowhere.err) == (5, True)
