"""`roundbook file diff`: a copy and what it came from, two laptops, a file and its import."""

import shutil
from pathlib import Path

from tests.cli.line import Line
from tests.cli.typed import IMPORTS, lay, roundbook

FOUR = ("Ana", "Ben", "Cho", "Dee")


def test_a_copy_tells_the_same_until_one_goes_on(line: Line, tmp_path: Path) -> None:
    line.begin(*FOUR)
    copy = tmp_path / "copy"
    shutil.copytree(line.folder, copy)
    said = roundbook("file diff", line.folder, copy)
    assert (said.code, "are identical." in said.out) == (0, True)
    match = f"masters-1-{line.paired(1)['tables'][0]}"
    line("report", match, "2-1")
    line("drop", "p1")
    said = roundbook("file diff", line.folder, copy, "--json", code=1)
    found = said.data["differences"]
    assert [one["where"] for one in found] == ["players", "masters, round 1"]
    assert "dropped after round 1" in found[0]["first"]
    assert "2-1" in found[1]["first"] or "1-2" in found[1]["first"]
    assert found[1]["second"].endswith("no result")
    table = roundbook("file diff", line.folder, copy, code=1)
    assert all(len(row) <= 80 for row in table.out.splitlines())


def test_a_result_is_shown_in_the_order_of_the_slip(line: Line, tmp_path: Path) -> None:
    line.begin(*FOUR)
    copy = tmp_path / "copy"
    shutil.copytree(line.folder, copy)
    line.play(1)
    found = roundbook("file diff", line.folder, copy, "--json").data["differences"]
    names = dict(zip(("p1", "p2", "p3", "p4"), FOUR, strict=True))
    slips = [" – ".join(names[player] for player in pair) for pair in line.paired(1)["pairings"]]
    assert [one["what"] for one in found] == slips
    assert all("a win for the left player" in one["first"] for one in found)


def test_a_file_and_its_import_tell_the_same(line: Line, tmp_path: Path) -> None:
    for file in sorted(IMPORTS.glob("*.tdf")):
        folder = tmp_path / file.stem
        assert line.run("file import", file, folder).code == 0
        roundbook("file diff", folder, file, code=0)


def test_a_fresh_export_tells_the_same_until_the_event_goes_on(line: Line, tmp_path: Path) -> None:
    """No file has room for games, an intentional draw, an announcement or the edition."""
    line.start("--format", "standard")
    for name in (*FOUR, "María Núñez Ibáñez"):
        line("register", name, "--birth-year", "1990")
    line.first_round(4, "--time", "45", "--prizes", "2")
    first, second = line.tables(1)
    line("report", first, "2-0")
    line("report", second, "id")
    file = tmp_path / "cup.tdf"
    assert line.run("file export", "-C", line.folder, file, "--stand-ins").code == 0
    for words in ((line.folder, file), (file, line.folder)):
        said = roundbook("file diff", *words)
        assert (said.code, said.out.endswith(" are identical.\n")) == (0, True), said.out
    (line.folder / "people.json").rename(tmp_path / "people.json")
    assert (
        roundbook("file diff", line.folder, file).code == 0
    )  # By number: placeholders name nobody.
    (tmp_path / "people.json").rename(line.folder / "people.json")
    line("correct", first, "1-2", "--reason", "they had the slip the wrong way round")
    line("drop", "p1")
    found = roundbook("file diff", line.folder, file, "--json").data["differences"]
    assert [one["where"] for one in found] == ["players", "masters, round 1"]


def test_another_save_of_the_same_event_shows_what_came_since(tmp_path: Path) -> None:
    early = lay(IMPORTS / "04b_vgc_cup_top8_paired.tdf", tmp_path / "early.tdf")
    late = lay(IMPORTS / "04c_vgc_cup_final_decided.tdf", tmp_path / "late.tdf")
    said = roundbook("file diff", early, late, "--json", code=1)
    assert {one["where"].split(",")[0] for one in said.data["differences"]} == {"masters-cut"}


def test_what_is_not_there_is_named(line: Line, tmp_path: Path) -> None:
    line.begin(*FOUR)
    said = roundbook("file diff", line.folder, tmp_path / "nowhere.tdf", code=5)
    assert "nowhere.tdf" in said.err


def test_what_judges_do_is_a_difference_of_ledgers_and_not_of_a_file(
    line: Line, tmp_path: Path
) -> None:
    file = IMPORTS / "05_challenge_round1_in_progress_two_pods.tdf"
    assert line.run("file import", file, line.folder).code == 0
    copy = tmp_path / "copy"
    shutil.copytree(line.folder, copy)
    line("penalty", "p1", "warning", "--for", "slow play")
    line("ruling deckcheck", "record", "p1", "--counted", 60)
    line("post")
    assert roundbook("file diff", line.folder, file).code == 0
    said = roundbook("file diff", line.folder, copy, "--json")
    found = {(one["where"].split(",")[0], one["what"]) for one in said.data["differences"]}
    assert "players" in {where for where, _ in found}
    assert "warning for: slow play" in said.out
    assert "deck checked 1 time," in said.out
    assert "state" in {what for _, what in found}


def test_a_ledger_that_only_has_more_entries_is_said_to(line: Line, tmp_path: Path) -> None:
    """An archive, and the folder in which the request for it was recorded and answered."""
    line.begin(*FOUR, played=1)
    line.close()
    file = tmp_path / "cup.zip"
    assert line.run("archive", line.folder, "--out", file).code == 0
    same = roundbook("file diff", line.folder, file)
    assert (same.code, same.out.endswith(" are identical.\n")) == (0, True)
    size = len(line.ledger())
    line("people requests", "record", "--from", "the office")
    line("people requests", "answer", "1", "--with", file)
    for words in ((line.folder, file), (file, line.folder)):
        said = roundbook("file diff", *words, code=1)
        told = " ".join(said.out.split())
        last = (
            f"entry {size + 1} (request 1 came from the office); entry {size + 2} (request 1 was "
        )
        assert f"agree. {line.folder} has 2 more entries: {last}" in told
        data = roundbook("file diff", *words, "--json").data
        assert (data["differences"], data["more_entries"]) == ([], [size + 1, size + 2])


def test_two_copies_with_a_different_note_each_do_not_tell_the_same(
    line: Line, tmp_path: Path
) -> None:
    line.begin(*FOUR)
    copy = tmp_path / "copy"
    shutil.copytree(line.folder, copy)
    size = len(line.ledger())
    for folder in (line.folder, copy):
        assert line.run("note", "the hall is cold", "-C", folder).code == 0
    same = roundbook("file diff", line.folder, copy)
    assert (same.code, same.out.endswith(" are identical.\n")) == (0, True)
    assert line.run("note", "a light is broken", "-C", line.folder).code == 0
    assert line.run("note", "the judges eat at one", "-C", copy).code == 0
    said = roundbook("file diff", line.folder, copy)
    told = " ".join(said.out.split())
    assert (said.code, "identical" in told) == (1, False)
    for folder in (line.folder, copy):
        assert f"{folder} has 1 more entry: entry {size + 2} (note: " in told
    assert roundbook("file diff", line.folder, copy, "--json").data["more_entries"] == [size + 2]


def test_a_published_file_without_a_date_is_said_to_have_none(line: Line) -> None:
    file = IMPORTS.parent / "tournaments" / "10_eight_player_swiss3.json"
    assert roundbook("file import", file, line.folder, "--start", "2026-03-07").code == 0
    found = roundbook("file diff", line.folder, file, "--json").data["differences"]
    days = {one["what"]: (one["first"], one["second"]) for one in found}
    assert days == dict.fromkeys(("first day", "closed"), ("2026-03-07", "date not given"))
