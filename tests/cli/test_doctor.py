"""`roundbook lab doctor`: what stands in the way of an event is said before it begins."""

import shutil
import socket
import stat
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from roundbook.cli.commands import doctor
from roundbook.cli.places.serving import say_where, sole
from roundbook.ledger import optional_packages
from tests.cli.line import Line
from tests.cli.test_schema import fits
from tests.cli.typed import roundbook


class Usage(NamedTuple):
    """What a disk says of itself."""

    total: int
    used: int
    free: int


def found(*words: object) -> dict[str, tuple[str, str]]:
    """Return how everything is, and what is said of it."""
    said = roundbook("lab doctor", *(word for one in words for word in ("-C", one)), "--json")
    fits(said.data, "doctor")
    findings = {one["what"]: (one["health"], one["said"]) for one in said.data["findings"]}
    assert said.code == int(any(health == "bad" for health, _ in findings.values()))
    return findings


def test_a_machine_without_a_tournament_is_looked_at_too(tmp_path: Path) -> None:
    assert set(found(tmp_path)) >= {"Python", "disk", "files", "secrets", "pages"}
    assert not list(tmp_path.iterdir())


def test_all_is_well_where_an_event_was_opened(line: Line) -> None:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1990)
    said = found(line.folder)
    assert {health for health, _ in said.values()} <= {"good", "note"}
    assert said["draws"][1].startswith("The secret is here: ")
    assert said["signature"] == ("good", "This machine signs the heads of the ledger.")
    assert said["fonts"] == ("good", "All names can be printed.")
    assert said["rules"][1].startswith("play-2017")
    text = roundbook("lab doctor", "-C", line.folder).out
    assert "good  ledger: " in text


def test_what_an_interrupted_write_left_is_named(line: Line) -> None:
    line.start()
    assert "left over" not in str(found(line.folder)["files"])
    beside = line.folder.with_name("cup.zip.new")
    for draft in (line.folder / "people.json.new", beside, line.folder.with_name("own.txt.new")):
        draft.write_bytes(b"")
    said = roundbook("lab doctor", "-C", line.folder).out
    assert f"left over from an interrupted write: {line.folder / 'people.json.new'}, {beside}." in (
        said.replace("\n", " ")
    )
    assert "hint: Delete the files that end in .new" in said


def test_a_folder_from_another_machine_cannot_draw(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1990)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "other"))
    said = found(line.folder)
    assert said["draws"] == ("bad", "The secret of this tournament is not on this machine.")
    assert said["signature"] == (
        "note",
        "This machine does not have the key that signs this ledger.",
    )
    assert "roundbook round new-secrets" in roundbook("lab doctor", "-C", line.folder).out


def test_a_clock_that_is_behind_the_ledger_is_told(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.start()
    monkeypatch.setattr(doctor, "now", lambda: datetime(2001, 1, 1, tzinfo=UTC))
    assert found(line.folder)["clock"][0] == "bad"


def test_a_full_disk_is_told_before_it_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for free, health in ((5_000_000, "bad"), (500_000_000, "note"), (5_000_000_000, "good")):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: Usage(0, 0, free))
        assert found(tmp_path)["disk"][0] == health


def test_a_port_in_use_and_a_folder_that_is_served_are_two_things(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.start()
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        monkeypatch.setattr(doctor, "PORT", other.getsockname()[1])
        assert found(line.folder)["pages"][0] == "note"
        with sole(line.folder):
            say_where(line.folder, "http://192.0.2.7:8080/")
            said = found(line.folder)["pages"]
    assert said == ("good", "This folder is being served at http://192.0.2.7:8080/.")


def test_secrets_that_others_may_change_are_told(line: Line) -> None:
    line.start()
    assert found(line.folder)["secrets"][0] == "good"
    line.home.chmod(stat.S_IRWXU | stat.S_IRWXO)
    assert found(line.folder)["secrets"][0] == "bad"


def test_a_damaged_ledger_is_said_in_a_sentence(line: Line) -> None:
    line.start()
    ledger = line.folder / "ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes().replace(b'"seq":1', b'"seq":7', 1) + b"x\n")
    health, said = found(line.folder)["ledger"]
    assert health == "bad"
    assert said.endswith(".")


@pytest.mark.parametrize(
    ("prefix", "command"),
    [
        ("/srv/bea/cup/.venv", "pip install 'roundbook[xlsx]'"),
        (
            "/srv/bea/.local/share/pipx/venvs/roundbook",
            "pipx install --force 'roundbook[venue,print,xlsx,oidc,metrics]'",
        ),
        (
            "/srv/bea/.local/share/uv/tools/roundbook",
            "uv tool install 'roundbook[venue,print,xlsx,oidc,metrics]'",
        ),
    ],
)
def test_a_missing_extra_is_named_with_what_installs_it(
    monkeypatch: pytest.MonkeyPatch, prefix: str, command: str
) -> None:
    """Those that are there are named too: pipx and uv would take them away."""
    away = {"openpyxl", "psycopg"}
    there = monkeypatch.setattr
    there(optional_packages, "find_spec", lambda name: None if name in away else name)
    there("sys.prefix", prefix)
    there("sys.platform", "linux")
    refused = optional_packages.missing(ModuleNotFoundError(name="openpyxl"))
    assert refused.hint == f"Install it: {command}."
    there("sys.platform", "win32")
    assert optional_packages.to_install(["xlsx"]) == command.replace("'", '"')


def test_the_doctor_names_missing_extras(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        optional_packages, "find_spec", lambda name: None if name == "openpyxl" else name
    )
    assert found(tmp_path)["packages"] == ("note", "These extras are not installed: xlsx.")
