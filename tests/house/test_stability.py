"""docs/stability.md is kept: what version 1 promised is read, and is still there."""

import json
import re
import shutil
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from roundbook.cli.plugins import KINDS
from roundbook.cli.session import errors
from roundbook.ledger.archive_file import PAGE as VERIFY
from roundbook.ledger.archive_file import README, SUMS, unpacked
from tests.cli.typed import files, roundbook
from tests.house import frozen
from tests.house.frozen import FROZEN, PAGE, PASSPHRASE
from tests.house.promised import LISTS, broken, gone

if TYPE_CHECKING:
    from tests.node.test_page import Ask

FREE = {README, SUMS, VERIFY}
"""The members of an archive whose bytes another version may choose."""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the files of version 1, on a machine that has never seen them."""
    shutil.copytree(FROZEN, tmp_path / "one")
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "one")
    return tmp_path / "one"


def kept(name: str) -> list[str]:
    return (FROZEN / name).read_text("utf-8").splitlines()


def placed(said: Any) -> list[Any]:
    """Return what a later version may not see differently in an answer about standings."""
    keys = ("place", "player", "name", "match_points", "record")
    return [
        [line[key] for key in keys] + [rate["exact"] for rate in line["figures"].values()]
        for block in said["divisions"]
        for line in block["lines"]
    ]


PLACES = placed(json.loads((FROZEN / "standings.json").read_text("utf-8")))


def test_every_file_of_version_1_is_listed_with_its_digest_and_no_other() -> None:
    [sums] = frozen.SUMS.findall(PAGE.read_text("utf-8"))
    listed = {line[66:]: line[:64] for line in sums.splitlines()}
    found = {name: sha256(data).hexdigest() for name, data in files(FROZEN).items()}
    assert len(found) > 15
    assert listed == found


@pytest.mark.fast
@pytest.mark.rule("A-67")
def test_the_ledger_is_intact_its_head_is_signed_and_its_places_are_the_same(here: Path) -> None:
    said = roundbook("verify", "cup", code=0)
    assert "30 entries: intact, no rules broken" in said.out
    assert "headjudge also signed" in said.out
    assert "\nSigned: nothing has been changed since all 30 lines were signed" in said.out
    assert placed(roundbook("standings", "-C", "cup", "--json", code=0).data) == PLACES
    shown = roundbook("deck show", "p1", "-C", "cup", code=0).out
    assert "4 Pikachu" in shown
    assert files(here / "cup").keys() - {".lock"} == files(FROZEN / "cup").keys()


@pytest.mark.fast
@pytest.mark.rule("A-67")
def test_the_archive_is_verified_and_made_again_byte_for_byte(here: Path) -> None:
    assert "30 entries: intact, no rules broken" in roundbook("verify", "cup.zip.gz", code=0).out
    assert placed(roundbook("standings", "-C", "cup.zip.gz", "--json", code=0).data) == PLACES
    roundbook("file unpack", "cup.zip.gz", "again", code=0)
    roundbook("archive", "again", "--out", "again.zip", code=0)
    old = unpacked((here / "cup.zip.gz").read_bytes())
    new = unpacked((here / "again.zip").read_bytes())
    assert old.keys() == new.keys()
    assert [name for name in old.keys() - FREE if old[name] != new[name]] == []


@pytest.mark.fast
@pytest.mark.rule("A-67")
@pytest.mark.parametrize("locked", [False, True])
def test_a_backup_is_restored_and_the_event_goes_on(here: Path, *, locked: bool) -> None:
    (here / "phrase").write_text(PASSPHRASE)
    words = ("locked.roundbook-backup", "--passphrase-file", "phrase")
    roundbook("file restore", *(words if locked else ["open.roundbook-backup"]), "back", code=0)
    for name, data in files(FROZEN / "cup").items():
        assert (here / "back" / name).read_bytes() == data, name
    roundbook("shelf reopen", "-C", "back", "--reason", "a claim came in time", code=0)
    roundbook("proof head", "--sign", "-C", "back", code=0)
    assert "31 entries: intact" in roundbook("verify", "back", code=0).out


@pytest.mark.fast
@pytest.mark.rule("A-67")
def test_rules_and_a_card_pool_of_ones_own_are_taken(here: Path) -> None:
    [pool] = (here / "cup" / "decks").glob("pool-*.toml")
    checked = roundbook("edition check", "cup/edition.toml", "--json", code=0)
    assert checked.data["sha256"] == sha256((here / "cup/edition.toml").read_bytes()).hexdigest()
    (here / "ana.txt").write_text(frozen.LIST)
    day = ("--format", "standard", "--date", "2026-11-28")
    roundbook("deck judge", "ana.txt", "--pool", pool, *day, code=0)


@pytest.mark.fast
@pytest.mark.rule("A-67")
def test_an_export_for_tom_is_read_with_the_same_places(here: Path) -> None:
    roundbook("file import", "cup.tdf", "told", code=0)
    ranked = [
        [one[0], one[2]] for one in placed(roundbook("standings", "-C", "told", "--json").data)
    ]
    assert ranked == [[one[0], one[2]] for one in PLACES]
    roundbook("file export", "-C", "cup", "again.tdf", code=0)
    roundbook("file import", "again.tdf", "again", code=0)
    again = roundbook("standings", "-C", "again", "--json").data
    assert placed(again) == placed(roundbook("standings", "-C", "told", "--json").data)


@pytest.mark.fast
@pytest.mark.rule("A-67")
def test_the_same_state_and_key_give_the_same_round() -> None:
    said = roundbook("lab propose", stdin=(FROZEN / "state.json").read_bytes(), code=0).data
    then = json.loads((FROZEN / "round.json").read_text("utf-8"))
    for one in (said, then):
        one["pairings"] = [pair["players"] for pair in one["pairings"]]
        one["bye"] = one["bye"]["player"]
    parts = ("procedure", "round", "pairings", "bye")
    assert [said[part] for part in parts] == [then[part] for part in parts]


@pytest.mark.node
def test_the_page_of_today_places_the_players_of_then(ask: "Ask") -> None:
    lines = (FROZEN / "cup/ledger.jsonl").read_text("utf-8").splitlines()
    rules = (FROZEN / "cup/edition.toml").read_text("utf-8")
    [answer] = ask("replay", [{"lines": lines, "edition": rules}])
    assert answer["why"] is None
    assert [(row["place"], row["player"]) for row in answer["places"]] == [
        (place, player) for place, player, *_ in PLACES
    ]


@pytest.mark.parametrize("name", LISTS)
def test_what_was_promised_is_still_there(name: str) -> None:
    """To add something is free. What stands here is a broken promise."""
    then, now = kept(name), LISTS[name]()
    shaped = name in {"files.txt", "answers.txt"}
    assert (broken(then, now, written=name == "files.txt") if shaped else gone(then, now)) == []


@pytest.mark.parametrize(
    ("now", "wrong", "written"),
    [
        (["x: P", "P = a:int! b:Q", "Q ~ one|two", "R = a:int"], [], True),
        (["x: O", "O = a:int! b:S c:text", "S ~ one|two|three"], [], True),
        (["P = a:int! b:Q", "Q ~ one|two"], ["x is gone"], True),
        (["x: [P]", "P = a:int! b:Q", "Q ~ one|two"], ["x was P and is [P]"], True),
        (["x: P", "P = b:Q", "Q ~ one|two"], ["P.a is gone"], True),
        (["x: P", "P = a:text! b:Q", "Q ~ one|two"], ["P.a was int and is text"], True),
        (["x: P", "P = a:int! b:Q", "Q ~ two"], ["Q is never one now"], True),
        (["x: P", "P = a:int! b:Q!", "Q ~ one|two"], ["P.b is required now"], True),
        (["x: P", "P = a:int! b:Q c:int!", "Q ~ one|two"], ["P.c is required now"], True),
        (["x: P", "P = a:int b:Q", "Q ~ one|two"], ["P.a is left out at times now"], False),
        (["x: P", "P = a:int b:Q", "Q ~ one|two"], [], True),
        (["x: P", "P = a:int! b:Q! c:int!", "Q ~ one|two"], [], False),
    ],
)
def test_a_broken_promise_about_a_shape_is_found(
    now: list[str], wrong: list[str], *, written: bool
) -> None:
    assert broken(["x: P", "P = a:int! b:Q", "Q ~ one|two"], now, written=written) == wrong


@pytest.mark.parametrize(
    ("now", "wrong"),
    [
        (["x: [A|C|B]", "A = a:int", "B = b:int", "C = c:int"], []),
        (["x: [A|D]", "A = a:int", "D = b:int"], []),
        (["x: [A|B]", "A = a:text", "B = b:int"], ["A.a was int and is text"]),
        (["x: [A]", "A = a:int"], ["x was [A|B] and is [A]"]),
    ],
)
def test_an_event_may_be_added_and_none_may_go(now: list[str], wrong: list[str]) -> None:
    assert broken(["x: [A|B]", "A = a:int", "B = b:int"], now, written=True) == wrong


@pytest.mark.parametrize(
    ("now", "wrong"),
    [
        (["f(a b? *c?)", "g", "h"], []),
        (["f(a b? c? *d?)", "g"], []),
        (["g"], ["f is gone"]),
        (["f(a *c?)", "g"], ["f no longer takes b"]),
        (["f(a *b? *c?)", "g"], ["f takes b elsewhere"]),
        (["f(b? a *c?)", "g"], ["f takes a elsewhere", "f takes b elsewhere"]),
        (["f(a b? *c)", "g"], ["f requires c"]),
        (["f(a b? *c? *d)", "g"], ["f requires d"]),
    ],
)
def test_a_broken_promise_about_a_name_is_found(now: list[str], wrong: list[str]) -> None:
    assert gone(["f(a b? *c?)", "g"], now) == wrong


def test_the_exit_codes_are_those_of_the_page(here: Path) -> None:
    told = dict(re.findall(r"^\| (\d) \| (.+) \|$", PAGE.read_text("utf-8"), re.MULTILINE))
    (here / "broken.tdf").write_text("no file of TOM\n")
    roundbook("open", "running", "--name", "Cup", "--start", "2026-11-28", code=0)
    roundbook("register", "Ana", "--birth-year", "1990", "-C", "running", code=0)
    roundbook("register", "Ben", "--birth-year", "1990", "-C", "running", code=0)
    typed: dict[str, tuple[object, ...]] = {
        "0": ("standings", "-C", "cup"),
        "1": ("file diff", "cup", "running"),
        "2": ("standings", "--no-such-option"),
        "3": ("pair", "-C", "cup"),
        "4": ("people amend", "p1", "--name", "Anna", "-C", "running", "--seen", "1"),
        "5": ("file check", "broken.tdf"),
    }
    assert typed.keys() == told.keys()
    assert {code: str(roundbook(*words).code) for code, words in typed.items()} == {
        code: code for code in told
    }
    assert errors.FOUND == 1


def test_the_plug_in_doors_are_those_of_the_page() -> None:
    text = PAGE.read_text("utf-8")
    assert [door for door in KINDS if f"`{door}`" not in text] == []


def test_the_files_are_made_again_only_before_version_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frozen, "ROOT", tmp_path)
    monkeypatch.setattr(frozen, "FROZEN", tmp_path / "nowhere")
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.0.0"\n')
    with pytest.raises(SystemExit, match="never made again"):
        frozen.main()
