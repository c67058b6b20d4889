"""Whole events, typed line by line, exported: the checker and the importer accept their files."""

from pathlib import Path

import pytest

from roundbook.cli.session.read import read_ledger
from tests.chance import alike
from tests.cli.typed import roundbook
from tests.projections.tdf.holds import held
from tests.simulation.run_script import SCRIPTS, Script, in_this_process

EVENTS = {
    "cup_9_seniors_2_juniors": "play-2017",
    "elimination_53": "play-2017",
    "draft_pod_8": "dci-pod",
}


@pytest.mark.parametrize("name", EVENTS)
def test_the_file_of_an_event_is_checked_imported_and_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ROUNDBOOK_HAND", raising=False)
    monkeypatch.delenv("ROUNDBOOK_STATION", raising=False)
    (tmp_path / "event").mkdir()
    with alike(name):
        ran = Script(SCRIPTS / f"{name}.txt", tmp_path / "event", in_this_process).run()
    # The pod of eight was registered by name alone.
    gaps = ["--stand-ins"] if name == "draft_pod_8" else []
    out, again = tmp_path / "out.tdf", tmp_path / "again"
    said = roundbook("file export", "-C", ran.folder, out, "--json", *gaps).data
    assert said["stage"] == 5
    checked = roundbook("file check", out, "--edition", EVENTS[name], "--json").data
    assert checked["files"][0]["differences"] == []
    assert checked["files"][0]["places"] == len(read_ledger(ran.folder).t.players)
    assert roundbook("file import", out, again, "--edition", EVENTS[name]).code == 0
    assert roundbook("verify", again).code == 0
    assert held(read_ledger(again).t) == held(read_ledger(ran.folder).t)
    # And the import goes out as it came in.
    assert roundbook("file export", "-C", again, tmp_path / "twice.tdf").code == 0
    assert (tmp_path / "twice.tdf").read_bytes() == out.read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        ("--players", "24", "--rounds", "5", "--ties", "0.1", "--drops", "0.1", "--late", "0.1"),
        ("--divisions", "7,9,12", "--awarded", "0.2", "--corrections", "0.2", "--drops", "0.2"),
        ("--divisions", "2,3,9", "--rounds", "3", "--late", "0.3"),
    ],
    ids=" ".join,
)
def test_the_file_of_an_invented_event_is_checked_imported_and_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    event, out, again = tmp_path / "event", tmp_path / "out.tdf", tmp_path / "again"
    assert roundbook("lab generate", event, *words).code == 0
    assert roundbook("file export", "-C", event, out, "--stand-ins").code == 0
    assert roundbook("file check", out, "--edition", "play-2017").code == 0
    assert roundbook("file import", out, again, "--edition", "play-2017").code == 0
    assert roundbook("verify", again).code == 0
    assert held(read_ledger(again).t) == held(read_ledger(event).t)
