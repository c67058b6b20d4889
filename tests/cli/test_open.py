from pathlib import Path

import pytest

from roundbook.ledger.rulesets import released
from tests.cli.line import Line
from tests.cli.typed import IMPORTS, roundbook


def test_opening_makes_a_folder_with_the_ledger_the_names_and_a_secret_outside(line: Line) -> None:
    said = line.start("--style", "swiss-plus-cut", "--table", "vg", "--premier", "--sanction", "7")
    (entry,) = line.ledger()
    (event,) = entry["events"]
    assert (event["name"], event["edition"], event["start"]) == ("Cup", "play-2017", "2026-03-07")
    assert (event["style"], event["rounds_table"], event["sanction"]) == (
        "swiss-plus-cut",
        "vg",
        "7",
    )
    assert event["premier"] is True
    assert event["edition_sha256"] == released.digest("play-2017")
    assert (line.home / "chains" / f"{event['commitment']}.json").is_file()
    assert set(line.files()) == {"ledger.jsonl", "head", "people.json"}
    assert said.out.splitlines() == [
        f"entry 1: Cup is open in {line.folder}, from 2026-03-07",
        "rules: play-2017, those of season 2018; the event is in season 2026",
        "sanction number: 7",
        "next: roundbook register FILE",
    ]


def test_only_its_owner_may_read_a_secret(line: Line) -> None:
    line.start()
    (chain,) = (line.home / "chains").iterdir()
    assert chain.stat().st_mode & 0o077 == 0


def test_the_answer_in_json_holds_the_entry(line: Line) -> None:
    said = line.run("open", line.folder, "--name", "Cup", "--json", code=0)
    assert said.data["entries"][0]["seq"] == 1
    assert said.data["dry_run"] is False


def test_a_dry_run_makes_nothing_at_all(line: Line) -> None:
    said = line.run("open", line.folder, "--name", "Cup", "--dry-run", code=0)
    assert "would be entry 1" in said.out
    assert not line.folder.exists()
    assert not line.home.exists()


def test_a_folder_that_is_a_tournament_is_left_alone(line: Line) -> None:
    line.start()
    before, chains = line.files(), list((line.home / "chains").iterdir())
    said = line.run("open", line.folder, "--name", "Other", code=3)
    assert f"refused: {line.folder} is already a tournament.\n" in said.err
    assert line.files() == before
    assert list((line.home / "chains").iterdir()) == chains


def test_a_file_is_no_folder(line: Line) -> None:
    line.folder.write_text("something else")
    said = line.run("open", line.folder, "--name", "Other")
    assert (said.code, said.err.splitlines()[0]) == (
        5,
        f"cannot read: {line.folder} is a file, not a folder.",
    )
    assert line.folder.read_text() == "something else"


def test_where_the_secret_cannot_be_kept_nothing_is_left_behind(line: Line) -> None:
    line.home.write_text("a file where a folder should be")
    said = line.run("open", line.folder, "--name", "Cup", code=5)
    assert "the secret of this tournament cannot be saved in" in said.err
    assert not line.folder.exists()


def test_where_the_folder_cannot_be_made_no_secret_is_left_behind(line: Line) -> None:
    (line.home.parent / "file").write_text("in the way")
    line.run("open", line.home.parent / "file" / "cup", "--name", "Cup", code=5)
    assert list((line.home / "chains").iterdir()) == []


def test_a_repeated_opening_answers_the_first_one(line: Line) -> None:
    words = ("open", line.folder, "--name", "Cup", "--start", "2026-03-07", "--cmd", "o1")
    assert line.run(*words).code == 0
    before = line.files()
    again = line.run(*words, "--json", code=0)
    assert again.data["entries"][0]["seq"] == 1
    assert line.files() == before


def test_a_repeated_opening_with_another_content_is_refused(line: Line) -> None:
    line.run("open", line.folder, "--name", "Cup", "--start", "2026-03-07", "--cmd", "o1")
    before = line.files()
    other = line.run("open", line.folder, "--name", "Mug", "--start", "2026-03-07", "--cmd", "o1")
    assert other.code == 3
    assert "command id o1 was already used by entry 1, with different content" in other.err
    assert line.files() == before


def test_an_edition_of_ones_own_is_kept_with_the_tournament(line: Line, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    text = released.text("play-2017").replace(b'edition = "play-2017"', b'edition = "our-club"')
    mine.write_bytes(text)
    line.start("--edition-file", mine)
    assert (line.folder / "edition.toml").read_bytes() == text
    mine.unlink()
    line("register", "Ana Lopez", "--birth-year", 1990)
    assert line.ledger()[0]["events"][0]["edition"] == "our-club"


def test_an_edition_with_a_mistake_opens_nothing(line: Line, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('edition = "our-club"\n')
    line.run("open", line.folder, "--name", "Cup", "--edition-file", mine, code=5)
    assert not line.folder.exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--start", "tomorrow"), '"tomorrow" is not a date; use the form 2026-03-07.'),
        (("--start", "2026-03-07", "--end", "2026-03-06"), "is before the first day"),
        (("--edition", "dci-mtr", "--table", "vg"), "has no rounds table vg"),
        (("--edition", "tom", "--edition-file", __file__), "not both"),
        (("--cmd", "two words"), '"two words" cannot be used'),
        (("--station", "Desk 1"), '"Desk 1" cannot be used'),
        (("--as", "Eve\x1b[31m"), "control or text-direction characters"),
        (("--override", "rematch"), "must be used together"),
        (("--name", "x" * 201), "the value has 201 characters; at most 200 are allowed."),
        (("--name", "Cup\u202e"), "control or text-direction characters"),
        (("--name", " "), "the value must not be empty."),
    ],
)
def test_what_cannot_be_meant_opens_nothing(
    line: Line, words: tuple[str, ...], sentence: str
) -> None:
    said = line.run("open", line.folder, "--name", "Cup", *words, code=2)
    assert sentence in said.err
    assert not line.folder.exists()


@pytest.mark.parametrize(
    "words",
    [
        ("open", "", "--name", "Cup"),
        ("file import", IMPORTS / "06_challenge_registered_only.tdf", ""),
        ("lab generate", ""),
        ("verify", ""),
        ("standings", "-C", ""),
        ("drop", "p1", "-C", ""),
    ],
)
def test_no_word_at_all_is_no_folder(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[object, ...]
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    said = roundbook(*words, code=2)
    assert "; give" in said.err
    assert list(here.iterdir()) == []


def test_what_may_be_a_mistake_at_the_opening_is_asked_about_by_status(line: Line) -> None:
    line.start()
    inner = line.folder / "sub" / "new"
    line.run("open", inner, "--name", "New", "--start", "2031-03-07", code=0)
    said = line.run("status", "-C", inner, code=0).out
    assert f"this folder is inside the folder of another tournament, {line.folder}: is that" in said
    assert "days away: is the date right?" in said
    assert "is that intended?" in line.run("status", "-C", inner, "--json", code=0).out
    beside = line.folder.parent / "next"
    line.run("open", beside, "--name", "Next", "--start", "2026-03-07", code=0)
    assert "is that intended?" not in line.run("status", "-C", beside, code=0).out


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        (("--edition", "dci-pod"), "dci-pod, source: Eight-player draft pod sheet"),
        (
            ("--start", "2026-11-28", "--edition", "play-2027-notes"),
            f"play-2027-notes, {released.load('play-2027-notes').doubt}",
        ),
    ],
)
def test_an_opening_has_three_lines_and_says_where_its_rules_come_from(
    line: Line, words: tuple[str, ...], rules: str
) -> None:
    said = line.run("open", line.folder, "--name", "Cup", *words, code=0).out.splitlines()
    remark = [released.load(words[-1]).remark] if released.load(words[-1]).remark else []
    assert (said[1], said[2:-1]) == (f"rules: {rules}", remark)


def test_own_rules_are_called_own_at_the_opening(line: Line, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    text = released.text("play-2017").replace(b'edition = "play-2017"', b'edition = "our-club"')
    mine.write_bytes(text.replace(b"one_round_fewer = true", b"one_round_fewer = false"))
    said = line.start("--edition-file", mine).out.splitlines()
    assert len(said) == 3
    assert said[1].startswith("rules: our-club, own rules (")


@pytest.mark.parametrize(
    ("start", "edition", "divisions"),
    [
        ("2026-08-31", "tom", "2026: Junior born 2014 or later, Senior 2010 to 2013, Masters 2009"),
        ("2026-09-01", "tom", "2027: Junior born 2015 or later, Senior 2011 to 2014, Masters 2010"),
        ("2018-01-06", "play-2017", "2018: Junior born 2007 or later, Senior 2003 to 2006"),
        ("2026-09-01", "dci-pod", None),
    ],
)
def test_until_round_1_status_says_who_is_in_which_age_division(
    line: Line, start: str, edition: str, divisions: str | None
) -> None:
    words = ("--name", "Cup", "--start", start, "--edition", edition)
    line.run("open", line.folder, *words, code=0)
    said = " ".join(line.run("status", "-C", line.folder, code=0).out.split())
    if divisions is None:
        assert "age divisions" not in said
        return
    assert f" age divisions of season {divisions}" in said


def test_until_round_1_status_says_where_the_secret_is(line: Line) -> None:
    line.enrol("Ana", "Ben")
    (kept,) = (line.home / "chains").iterdir()
    said = line.run("status", "-C", line.folder, code=0).out
    assert f"which `roundbook file backup` also copies, is here:\n  {kept}\n" in said
    line.first_round()
    assert str(kept) not in line.run("status", "-C", line.folder, code=0).out
