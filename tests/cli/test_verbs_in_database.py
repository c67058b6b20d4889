"""Every verb does in a database what it does in a folder, and answers the same, byte for byte."""

import re
import shutil
from pathlib import Path

import pytest

from roundbook.cli.session.venue import now
from roundbook.cli.verbs import path_of
from tests.cli.acts import EVENTS
from tests.cli.line import Line
from tests.cli.test_acting import prepared, throw
from tests.cli.test_sealed_looks import (
    LOOKS,
    away,  # noqa: F401 - a tournament that was played to its end.
    leaves,
    said,
    writes,
)
from tests.cli.typed import NOON, files, roundbook
from tests.conftest import ROOT
from tests.postgres import Server

pytestmark = pytest.mark.database

SIGN_UPS = tuple(
    f"sign-ups{part}" for part in ("", " open", " accept", " refuse", " check-in", " close")
)
SIGNED_UP = "test_people_sign_up_at_a_tournament_of_a_database_until_it_starts"

ELSEWHERE = {
    "archive": "test_sealing_it_gives_the_same_bytes",
    "decide": "tests/cli/test_database.py::test_two_desks_that_differ_are_decided_in_a_database",
    "desk": "tests/cli/test_database.py::test_a_script_at_the_prompt_keys_into_a_database",
    "doctor": "tests/cli/test_database.py::test_the_doctor_looks_at_a_tournament_in_a_database",
    "backup": "tests/cli/test_database.py::test_a_backup_of_a_database_comes_back_into_one",
    "follow": "tests/cli/test_database.py::test_saves_are_followed_into_a_database",
    "generate": "tests/cli/test_database.py::test_an_invented_event_is_made_in_a_database",
    "import": "tests/cli/test_database.py::test_what_a_file_tells_stands_in_a_database",
    "invite": "tests/web/test_database.py::test_who_was_invited_to_a_database_comes_in",
    "open": "tests/cli/test_database.py::test_a_round_is_played_in_a_database",
    "prepare-database": "tests/cli/test_database.py::test_a_database_is_prepared_once",
    "restore": "tests/cli/test_database.py::test_a_backup_of_a_database_comes_back_into_one",
    "serve": "tests/web/test_database.py::test_the_pages_show_what_lies_in_a_database",
    "tournaments": "tests/cli/test_database.py::test_the_tournaments_of_a_database_are_listed",
    "witness": "test_a_head_is_witnessed_there_as_in_a_folder",
    "transfer": "tests/cli/test_database.py::test_a_tournament_comes_back_from_a_database",
    "settle": "tests/web/test_database.py::test_a_report_of_a_phone_is_kept_in_a_database",
    **dict.fromkeys(SIGN_UPS, f"tests/web/test_database.py::{SIGNED_UP}"),
}
"""Verbs that do more than to write an entry or to look, and the test of each in a database."""

FOLDERS_ONLY = {
    "demo": ("--keep", "{at}"),
    "open-archive": ("cup.zip", "{at}"),
    "practise": ("cup.zip", "{at}"),
}
"""Verbs that make a folder and nothing else; docs/operations.md names them."""

MORE_LOOKS: dict[str, tuple[str, ...]] = {"replay": ()}
"""A verb that looks, and at an archive not alike."""

AFTERWARDS: dict[str, tuple[tuple[str, ...], ...]] = {
    "swiss": (("deck", "show", "p1"), ("deck", "list"), ("penalty",)),
    "draft": (("draft", "order"),),
    "teams": (("team", "list"),),
}
"""What is looked at where an event has it."""

WITHOUT_A_TOURNAMENT = {
    "check-proof",
    "completion",
    "deck judge",
    "deck pool",
    "draft course",
    "edition check",
    "edition diff",
    "edition new",
    "help",
    "plugins",
    "propose",
    "rules",
    "schema",
    *("shelf", "shelf due", "shelf find", "shelf hand-over", "shelf people"),
    *("shelf player", "shelf points"),  # Many, in a folder or a database.
    "verdict",
}


def test_every_verb_is_tried_in_a_database_or_needs_no_tournament() -> None:
    writing = {name for name, command in leaves() if writes(command)} - {"decide", "settle"}
    writing -= {*SIGN_UPS}
    assert writing == {step.verb for _, steps in EVENTS.values() for step in steps}
    looking = {*LOOKS, *MORE_LOOKS, "draft", "draft order"}
    tried = {*writing, *looking, *ELSEWHERE, *FOLDERS_ONLY}
    assert {name for name, _ in leaves()} == tried | WITHOUT_A_TOURNAMENT
    assert not tried & WITHOUT_A_TOURNAMENT
    for test in ELSEWHERE.values():
        file, _, name = test.rpartition("::")
        text = (ROOT / file if file else Path(__file__)).read_text(encoding="utf-8")
        assert f"def {name}" in text, test


@pytest.fixture
def address(postgres: Server) -> str:
    return postgres.hall.replace("?", f"/{postgres.new_name()}?")


def test_a_verb_that_needs_a_folder_says_so_and_the_docs_name_it(there: str) -> None:
    page = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    told = page.partition("which always write to a")[0].rpartition("\n\n")[2]
    assert set(re.findall("`([a-z]+ [a-z-]+)", told)) == set(map(path_of, FOLDERS_ONLY))
    for verb, words in FOLDERS_ONLY.items():
        refused = roundbook(path_of(verb), *(word.replace("{at}", there) for word in words))
        assert (refused.code, refused.out) == (2, "")
        assert refused.err.endswith(": this command needs a folder; it cannot use a database.\n")


# Verbs that look.


@pytest.fixture(scope="module")
def copied(away: Path, postgres: Server) -> str:  # noqa: F811
    """Where a tournament that was played to its end is once more, in a database."""
    address = postgres.new_database().replace("?", "/cup?")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(away)
        patch.setenv("ROUNDBOOK_HOME", str(away / "home"))
        roundbook("file transfer", "cup", address, code=0)
    return address


@pytest.fixture
def there(away: Path, copied: str, monkeypatch: pytest.MonkeyPatch) -> str:  # noqa: F811
    monkeypatch.chdir(away)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(away / "home"))
    moment = now()
    for module in ("clock", "read", "command"):
        monkeypatch.setattr(f"roundbook.cli.session.{module}.now", lambda: moment)
    return copied


@pytest.mark.parametrize("verb", [*LOOKS, *MORE_LOOKS])
def test_a_verb_answers_of_a_database_as_of_a_folder(there: str, verb: str) -> None:
    words = (LOOKS | MORE_LOOKS)[verb]
    answers_json = any(param.name == "as_json" for param in dict(leaves())[verb].params)
    asked = [words, (*words, "--json")] if answers_json else [words]
    for each in asked:
        folder, database = said(verb, "cup", each), said(verb, there, each)
        assert folder[0] in {0, 1, 3}, folder
        code, told, made = database
        for shown in (f"'{there}'", there, there.partition("?")[0]):
            told = told.replace(shown, "cup")
        if each == words:  # How a sentence is broken into lines depends on the name in it.
            told, folder = (
                " ".join(told.split()),
                (folder[0], " ".join(folder[1].split()), folder[2]),
            )
        assert (code, told, made) == folder


def test_sealing_it_gives_the_same_bytes(there: str) -> None:
    assert roundbook("archive", "cup", "--out", "of-folder.zip").code == 0
    assert roundbook("archive", there, "--out", "of-database.zip").code == 0
    assert Path("of-folder.zip").read_bytes() == Path("of-database.zip").read_bytes()


def test_a_head_is_witnessed_there_as_in_a_folder(line: Line, address: str) -> None:
    line.begin("Ana", "Ben")
    assert roundbook("proof head", "-C", line.folder, "--sign").code == 0
    assert roundbook("file transfer", line.folder, address).code == 0
    told = [
        roundbook("proof witness", "-C", place, "--name", "judge")
        for place in (line.folder, address)
    ]
    assert told[0] == told[1]
    assert told[0].out.startswith("6 lines witnessed")
    for place in (line.folder, address):
        assert "judge also signed" in " ".join(roundbook("verify", place).out.split())


def test_an_exercise_is_made_of_it(there: str) -> None:
    slips = []
    for number, source in enumerate(("cup", there)):
        made = roundbook("lab practise", source, f"exercise-{number}", "--json", code=0)
        slips.append([(one["match"], one["result"]) for one in made.data["slips"]])
    assert slips[0] == slips[1] != []


@pytest.mark.parametrize(
    "words",
    [
        ("file check", "{at}"),
        ("file check", "{at}", "--standings"),
        ("file replay", "{at}"),
        ("file diff", "cup", "{at}"),
        ("edition compare", "{at}"),
        ("lab practise", "{at}", "new"),
        ("file import", "{at}", "new"),
        ("shelf tournaments", "{at}"),
        ("file merge", "{at}", "-C", "cup"),
    ],
)
@pytest.mark.usefixtures("impatient")
def test_what_is_said_of_a_database_that_is_down_is_one_sentence_without_its_password(
    there: str, words: tuple[str, ...]
) -> None:
    del there
    down = "postgresql://ana:secret@127.0.0.1:1/events/cup"
    told = roundbook(*(word.replace("{at}", down) for word in words), code=5)
    assert len(told.err.strip().splitlines()) == 2, told.err
    assert "secret" not in told.err + told.out
    assert "postgresql://ana@127.0.0.1:1/events" in " ".join(told.err.split())


# Verbs that write.


@pytest.mark.parametrize("name", EVENTS)
def test_a_verb_writes_into_a_database_what_it_writes_into_a_folder(
    name: str, line: Line, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("clock", "read", "command"):
        monkeypatch.setattr(f"roundbook.cli.session.{module}.now", lambda: NOON)
    begin, steps = EVENTS[name]
    begin(line)
    prepared(tmp_path)
    monkeypatch.chdir(tmp_path)
    shutil.copytree(line.home, tmp_path / "other-home")
    at_home = {str(line.folder): line.home, address: tmp_path / "other-home"}
    monkeypatch.setenv("ROUNDBOOK_HOME", str(at_home[address]))
    assert roundbook("file transfer", line.folder, address).code == 0
    for number, step in enumerate(steps, start=1):
        answers = []
        for place, home in at_home.items():
            monkeypatch.setenv("ROUNDBOOK_HOME", str(home))
            throw(monkeypatch, number)
            answer = roundbook(*step.typed(), "-C", place, "--cmd", f"c{number}", "--json")
            assert answer.code == 0, (step, answer)
            # What a folder near by went on with can be looked up; of a database it is said.
            heard = "" if step.verb == "merge" else answer.err
            said = (answer.out, heard)
            answers.append([one.replace(place, "cup").replace(str(home), "home") for one in said])
        assert answers[0] == answers[1], step
    monkeypatch.setenv("ROUNDBOOK_HOME", str(at_home[address]))
    for looked in AFTERWARDS.get(name, ()):
        shown = [roundbook(*looked, "-C", place).out for place in at_home]
        assert shown[0] == shown[1] != "", looked
    assert roundbook("file transfer", address, tmp_path / "again").code == 0
    kept = {name: data for name, data in files(line.folder).items() if not name.endswith("lock")}
    assert {name: data for name, data in files(tmp_path / "again").items() if name in kept} == kept
