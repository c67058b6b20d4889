"""`roundbook file merge`: two laptops that went on alone, and one ledger again."""

import shutil
from pathlib import Path

import pytest

from tests.cli.line import Line

SIX = ("Ana", "Ben", "Cho", "Dee", "Eve", "Fay")


@pytest.fixture
def two(line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Line, Line]:
    """One tournament on two laptops, each with a home of its own; the first is the one in use."""
    line.begin(*SIX)
    shutil.copytree(line.folder, tmp_path / "laptop-two")
    first, second, _ = line.tables(1)
    away = Line(tmp_path / "second-home", tmp_path / "laptop-two")
    monkeypatch.setenv("ROUNDBOOK_HOME", str(away.home))
    away("report", first, "2-0", "--as", "Bea")
    away("report", second, "2-1", "--as", "Bea")
    away("note", "the venue closes at six")
    monkeypatch.setenv("ROUNDBOOK_HOME", str(line.home))
    return line, away


def test_results_of_other_matches_and_notes_are_told_here_with_their_original(
    two: tuple[Line, Line],
) -> None:
    line, away = two
    *_, third = line.tables(1)
    line("report", third, "0-2")
    before = away.files()
    dry = line("file merge", away.folder, "--dry-run")
    assert dry.out.startswith("would be entries 12 to 14: ")
    assert ": 3 entries from " in dry.out
    said = line("file merge", away.folder)
    assert f"3 entries from {away.folder}; the two are the same up to entry" in said.out
    assert away.files() == before
    kept = [e for e in line.ledger() if e["cmd"].startswith("merge/")]
    assert [event["event"] for event in kept[0]["events"]] == ["result-reported", "note-made"]
    note = kept[0]["events"][1]["text"]
    original = away.ledger()[-3]
    assert f"entry {original['seq']} of another branch, {original['at'][:10]}" in note
    assert kept[0]["cmd"] == f"merge/{away.ledger()[-2]['prev']}"
    assert line.run("verify", line.folder).code == 0
    again = line("file merge", away.folder)
    assert "nothing to add from " in again.out


def test_what_both_tell_otherwise_is_named_and_left(two: tuple[Line, Line]) -> None:
    line, away = two
    first, _, _ = line.tables(1)
    line("report", first, "0-2")
    said = line.at("file merge", away.folder, code=1)
    assert ": 2 entries from " in said.out
    assert "1 entry to decide on:" in said.out
    assert f"match {first} was reported: 2-0" in said.out
    assert "; here, it was reported: 0-2" in said.out
    data = line.at("file merge", away.folder, "--json")
    assert [one["seq"] for one in data.data["undecided"]] == [away.ledger()[-3]["seq"]]


def _open(line: Line) -> list[str]:
    """Return what `status` names as being at odds."""
    found: list[str] = line.run("status", "-C", line.folder, "--json").data["at_odds"]
    return found


def test_the_slip_of_the_other_desk_stays_open_until_somebody_decides(
    two: tuple[Line, Line],
) -> None:
    line, away = two
    first, _, _ = line.tables(1)
    line("report", first, "0-2")
    line.at("file merge", away.folder, "--dry-run", code=1)
    assert _open(line) == []
    line.at("file merge", away.folder, code=1)
    (kept,) = [e for e in line.ledger() if e["cmd"].startswith("undecided/")]
    event = kept["events"][0]
    slip = away.ledger()[-3]
    assert (event["entry"], event["at"]) == (slip["seq"], slip["at"])
    assert [event["match"], event["result"]] == [
        slip["events"][0][field] for field in ("match", "result")
    ]
    (told,) = _open(line)
    assert f"there, match {first} was reported: 2-0 (a win for the left player), as" in told
    assert f"`roundbook ruling decide {kept['seq']}`" in told
    assert told in " ".join(line.run("status", "-C", line.folder).out.split())
    assert "undecided" in line.run("proof lint", "-C", line.folder).out
    assert "to decide: there, match" in line.run("history", first, "-C", line.folder).out
    again = line.at("file merge", away.folder, code=1)
    assert [
        one["entry"] for one in line.at("file merge", away.folder, "--json").data["undecided"]
    ] == [kept["seq"]]
    assert "nothing to add from " in again.out
    assert f"Entry {kept['seq']}:" in line("ruling decide").out
    said = line("ruling decide", kept["seq"], "--keep", "--reason", "both players confirm it")
    assert "Nothing else is left to decide." in said.out
    assert _open(line) == []
    assert "undecided" not in line.run("proof lint", "-C", line.folder).out
    assert "1 decided" in line("file merge", away.folder).out
    line.refused(
        "ruling decide", kept["seq"], "--keep", "--reason", "again", rule="contradiction-gone"
    )
    assert "Nothing is left to decide." in line("ruling decide").out
    assert line.run("verify", line.folder).code == 0


@pytest.mark.parametrize("how", ["take", "correct"])
def test_the_other_result_is_taken_and_a_correction_decides_too(
    two: tuple[Line, Line], how: str
) -> None:
    line, away = two
    first, _, _ = line.tables(1)
    line("report", first, "0-2")
    line.at("file merge", away.folder, code=1)
    seq = line.ledger()[-1]["seq"]
    if how == "take":
        assert (
            "corrected to 2-0"
            in line("ruling decide", seq, "--take", "--reason", "misread here").out
        )
    else:
        line("correct", first, "2-0", "--reason", "misread here")
    assert _open(line) == []
    last = line.ledger()[-1]["events"][0]
    assert (last["event"], last["result"]["games"]) == ("result-corrected", [2, 0, 0])
    # The other laptop learns of the decision, and has nothing to decide about its own slip.
    back = away.at("file merge", line.folder)
    assert "to decide on" not in back.out
    assert not any("contradiction" in e["events"][0]["event"] for e in away.ledger())


def test_what_is_not_a_result_is_kept_and_cannot_be_taken(
    two: tuple[Line, Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    line, away = two
    monkeypatch.setenv("ROUNDBOOK_HOME", str(away.home))
    away("penalty", "p1", "warning", "--for", "slow play")
    monkeypatch.setenv("ROUNDBOOK_HOME", str(line.home))
    assert "repeat the command here" in line.at("file merge", away.folder, code=1).out
    seq = line.ledger()[-1]["seq"]
    said = line.refused("ruling decide", seq, "--take", "--reason", "it counts")
    assert "is not about a result" in said
    assert f"roundbook ruling decide {seq} --keep" in said
    assert "give the reason" in line.refused("ruling decide", seq, "--keep", code=2)
    assert "the result recorded here" in line.refused(
        "ruling decide", seq, "--reason", "x y z", code=2
    )


def test_after_the_close_a_note_is_added_and_a_result_is_to_be_decided(
    two: tuple[Line, Line],
) -> None:
    line, away = two
    line.play(1, "2-0")
    line.close()
    said = line.at("file merge", away.folder, code=1)
    assert "match masters-1-2 was reported: 2-1" in " ".join(said.out.split())
    assert ": 1 entry from " in said.out


def test_what_a_rule_refuses_here_is_to_be_decided(
    two: tuple[Line, Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A drop says after which round; here the next one has started since."""
    line, away = two
    monkeypatch.setenv("ROUNDBOOK_HOME", str(away.home))
    away("drop", "p1")
    monkeypatch.setenv("ROUNDBOOK_HOME", str(line.home))
    for match, result in zip(line.tables(1), ("2-0", "2-1", "0-2"), strict=True):
        line("report", match, result)
    line.pair()
    said = line.at("file merge", away.folder, code=1)
    assert f"1 entry from {away.folder}, 2 already here; " in said.out
    assert f"entry {len(away.ledger())} of the other branch was refused here (p1 " in said.out


def test_two_doors_that_went_on_alone_are_one_list_of_who_has_come(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.enrol(*SIX)
    shutil.copytree(line.folder, tmp_path / "back-door")
    away = Line(tmp_path / "second-home", tmp_path / "back-door")
    monkeypatch.setenv("ROUNDBOOK_HOME", str(away.home))
    away("people check-in", "p1", "--as", "Bea")
    away("people check-in", "p2", "--as", "Bea")
    monkeypatch.setenv("ROUNDBOOK_HOME", str(line.home))
    line("people check-in", "p3")
    line("people check-in", "p2")
    assert f"1 entry from {away.folder}, 1 already here; " in line("file merge", away.folder).out
    here = line.run("players", "-C", line.folder, "--json").data["players"]
    assert [one["player"] for one in here if one["checked_in"]] == ["p1", "p2", "p3"]


def test_two_tournaments_are_refused(line: Line, tmp_path: Path) -> None:
    line.start()
    other = Line(line.home, tmp_path / "other")
    other.start()
    said = line.at("file merge", other.folder, code=3)
    assert "no line in common" in said.err


def test_the_folder_itself_is_not_another_branch(line: Line) -> None:
    line.begin(*SIX)
    assert "is this tournament's own folder" in line.refused("file merge", line.folder)


@pytest.mark.parametrize(("ours", "added"), [("2-0", True), ("0-2", False)])
def test_who_drops_on_a_slip_is_not_lost_beside_a_result_that_both_have(
    two: tuple[Line, Line], monkeypatch: pytest.MonkeyPatch, ours: str, added: bool
) -> None:
    line, away = two
    *_, third = line.tables(1)
    player = line.paired(1)["pairings"][-1][1]
    monkeypatch.setenv("ROUNDBOOK_HOME", str(away.home))
    away("report", third, "2-0", "--drop", player, "--as", "Bea")
    monkeypatch.setenv("ROUNDBOOK_HOME", str(line.home))
    line("report", third, ours)
    said = " ".join(line.at("file merge", away.folder).out.split())
    assert ("to decide on" in said) is not added
    dropped = [event for entry in line.ledger() for event in entry["events"]
               if event["event"] == "player-dropped"]  # fmt: skip
    assert [event["player"] for event in dropped] == [player] * added
    if not added:
        assert f"(with it: {player} dropped" in said


def test_of_two_who_dropped_there_the_one_who_is_new_here_drops(
    two: tuple[Line, Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    line, away = two
    monkeypatch.setenv("ROUNDBOOK_HOME", str(away.home))
    away("drop", "p1", "p2", "--as", "Bea")
    monkeypatch.setenv("ROUNDBOOK_HOME", str(line.home))
    line("drop", "p1")
    said = line("file merge", away.folder)
    assert "to decide on" not in said.out
    dropped = [event["player"] for entry in line.ledger() for event in entry["events"]
               if event["event"] == "player-dropped"]  # fmt: skip
    assert dropped == ["p1", "p2"]
