"""`roundbook verify`: everything that is wrong is found and named, and nothing else."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.line import Line
from tests.cli.typed import GOLDEN, IMPORTS, files, lay, rewrite, roundbook, transcript

SAMPLES = sorted(IMPORTS.glob("*.tdf"))
CUP = IMPORTS / "01_cup_two_pods_cut_final.tdf"
SMALL = IMPORTS / "03_challenge_five_players_final.tdf"

UNSIGNED = "Not signed: the ledger was imported from a file and names no key."


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    return lay(CUP, tmp_path / "cup")


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.name)
def test_a_lawful_file_is_a_lawful_ledger(tmp_path: Path, file: Path) -> None:
    folder = lay(file, tmp_path / "made")
    entries = (folder / "ledger.jsonl").read_bytes().count(b"\n")
    said = roundbook("verify", folder)
    assert (said.code, said.err) == (0, "")
    # An edition from public notes says so first.
    assert said.out.endswith(f"{entries} entries: intact, no rules broken.\n{UNSIGNED}\n")


@pytest.mark.rule("LED-7")
def test_a_copy_of_the_folder_verifies(cup: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for name, data in files(cup).items():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes(data)
    assert roundbook("verify", copy).code == 0


def test_one_changed_byte_of_any_line_is_named_by_its_number(cup: Path) -> None:
    ledger = cup / "ledger.jsonl"
    whole = ledger.read_bytes()
    offset = 0
    for number, line in enumerate(whole.splitlines(keepends=True), start=1):
        at = offset + len(line) // 2
        ledger.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        said = roundbook("verify", cup, "--json", code=5)
        assert [damage["line"] for damage in said.data["damage"]] == [number]
        assert [damage["offset"] for damage in said.data["damage"]] == [offset]
        offset += len(line)


def test_several_damaged_lines_are_all_named(cup: Path) -> None:
    ledger = cup / "ledger.jsonl"
    lines = ledger.read_bytes().split(b"\n")
    for number in (10, 50, 120):
        lines[number - 1] = lines[number - 1].replace(b'"v":3', b'"v":4')
    ledger.write_bytes(b"\n".join(lines))
    said = roundbook("verify", cup, code=5)
    assert [line[:8] for line in said.out.splitlines()[:3]] == ["damaged:"] * 3
    for number in (10, 50, 120):
        assert f"line {number} " in said.out
    assert (
        "This copy is damaged: ask for a good one. "
        "The organiser can restore a backup with `roundbook file restore`"
    ) in " ".join(said.out.split())
    assert "its end is missing" not in said.out, "a signed head covers lines that are damaged"
    assert "people.json" not in said.out, "the damaged lines may have registered them"
    ledger.write_bytes(b"")
    assert "people.json" not in roundbook("verify", cup).out


def test_an_end_that_was_cut_off_is_said_with_both_numbers(cup: Path) -> None:
    ledger = cup / "ledger.jsonl"
    ledger.write_bytes(b"".join(ledger.read_bytes().splitlines(keepends=True)[:99]))
    said = roundbook("verify", cup, code=5)
    assert "99" in said.out
    assert "144" in said.out


def test_a_head_that_is_wrong_is_damage_and_one_that_is_missing_a_note(cup: Path) -> None:
    head = cup / "head"
    kept = head.read_bytes()
    head.write_bytes(kept.replace(b'"leaf":"', b'"leaf":"x'))
    assert roundbook("verify", cup).code == 5
    head.unlink()
    said = roundbook("verify", cup, code=0)
    assert said.out.startswith("note: head is missing, so nothing confirms the last line.")


def test_a_write_that_was_cut_short_is_a_note(cup: Path) -> None:
    with (cup / "ledger.jsonl").open("ab") as ledger:
        ledger.write(b'{"at":"2026-03-07T12:')
    said = roundbook("verify", cup, code=0)
    assert "a write was cut short" in said.out
    assert "144 entries: intact" in said.out


def test_a_name_that_was_changed_is_named_by_number(cup: Path) -> None:
    book = cup / "people.json"
    text = book.read_text(encoding="utf-8")
    book.write_text(text.replace("Player 0020", "Player 0099"), encoding="utf-8")
    said = roundbook("verify", cup, code=1)
    assert said.out.splitlines() == [
        "p5: what people.json says about this person does not match the ledger.",
        "144 entries: intact, no rules broken, wrong details of 1 person.",
        "Not proved: a name does not match its cryptographic commitment in the ledger.",
    ]


def test_a_name_that_was_erased_is_no_fault(cup: Path) -> None:
    book = cup / "people.json"
    people = json.loads(book.read_bytes())
    del people["players"]["p5"]
    book.write_text(json.dumps(people), encoding="utf-8")
    assert roundbook("verify", cup).code == 0
    book.unlink()
    said = roundbook("verify", cup, code=0)
    assert "note: people.json is missing" in said.out


def test_a_source_that_was_changed_is_damage_and_one_that_was_erased_is_not(cup: Path) -> None:
    [source] = (cup / "sources").iterdir()
    source.write_bytes(source.read_bytes().replace(b"Player", b"player", 1))
    said = roundbook("verify", cup, code=5)
    assert "is not the file that was imported" in said.out
    source.unlink()
    assert roundbook("verify", cup).code == 0


def test_rules_that_are_not_the_ones_named_are_damage(cup: Path) -> None:
    text = (cup / "ledger.jsonl").read_text(encoding="utf-8")
    digest = json.loads(text.splitlines()[0])["events"][0]["edition_sha256"]
    rewrite(cup, lambda line: line.replace(digest, "0" * 64))
    said = roundbook("verify", cup, code=5)
    assert "damaged: edition: the name tom belongs to a released edition." in said.out
    rewrite(cup, lambda line: line.replace('"edition":"tom"', '"edition":"ours"'))
    said = roundbook("verify", cup, code=5)
    assert "the rules of this tournament (the edition ours) are not on this machine." in said.out


@pytest.mark.rule("LED-5")
def test_two_entries_of_one_command_are_damage(cup: Path) -> None:
    first = json.loads((cup / "ledger.jsonl").read_bytes().splitlines()[0])["cmd"]
    rewrite(cup, lambda line: line.replace(f'"cmd":"{first}/7"', f'"cmd":"{first}/3"'))
    said = roundbook("verify", cup, code=5)
    assert f"damaged: entries 3 and 7 have the same command id {first}/3.\n" in said.out


@pytest.mark.rule("LED-3")
def test_a_breach_that_hangs_together_is_found_by_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Callable[[str, str], None]
) -> None:
    """A ledger that was forged from its first line to its head breaks no hash, but a rule."""
    monkeypatch.chdir(tmp_path)
    folder = lay(SMALL, tmp_path / "forged")
    [source] = (folder / "sources").iterdir()
    source.unlink()
    text = (folder / "ledger.jsonl").read_text(encoding="utf-8")
    table = next(
        event["match"]
        for line in text.splitlines()
        for event in json.loads(line)["events"]
        if event["event"] == "result-reported"
    )
    written = json.dumps(table, separators=(",", ":"))
    elsewhere = json.dumps([table[0], table[1], 77], separators=(",", ":"))
    rewrite(folder, lambda line: line.replace(f'"match":{written}', f'"match":{elsewhere}'))
    golden(f"{GOLDEN}/verify_forged.txt", transcript(("verify", "forged"), code=1))
    [first, *_] = roundbook("verify", "forged", "--json").data["violations"]
    assert first["rule"] == "match-unknown"
    assert first["told"] == source.stem


def test_everything_that_is_wrong_is_reported_at_once(cup: Path) -> None:
    book = cup / "people.json"
    text = book.read_text(encoding="utf-8")
    book.write_text(text.replace("Player 0020", "Player 0099"), encoding="utf-8")
    rewrite(cup, lambda line: line.replace('"match":["masters",1,', '"match":["masters",9,'))
    lines = (cup / "ledger.jsonl").read_bytes().splitlines(keepends=True)
    (cup / "ledger.jsonl").write_bytes(b"".join(lines[:-1]))
    said = roundbook("verify", cup, code=5)
    assert said.out.count("rule: match-unknown") == 10
    assert "p5: what people.json says" in said.out
    assert "143" in said.out


def test_an_empty_ledger_holds_no_tournament(tmp_path: Path) -> None:
    (tmp_path / "ledger.jsonl").touch()
    said = roundbook("verify", tmp_path, code=5)
    assert "ledger.jsonl is empty" in said.out


@pytest.mark.parametrize("entries", [10, 1_000])
def test_who_waits_at_a_terminal_sees_how_far_it_has_come(
    cup: Path, monkeypatch: pytest.MonkeyPatch, entries: int
) -> None:
    monkeypatch.setattr("roundbook.cli.commands.verify.LONG", entries)
    monkeypatch.setenv("TERM", "xterm")
    said = roundbook("verify", cup, at_terminal=True)
    assert (said.code, said.out) == (0, f"144 entries: intact, no rules broken.\n{UNSIGNED}\n")
    assert ("\r144 of 144 lines" in said.err) == (entries < 144)
    assert "judging" not in roundbook("verify", cup).err


def test_a_round_that_was_paired_again_is_a_note(line: Line) -> None:
    line.enrol("Ana", "Ben", "Cho", "Dee")
    line("announce")
    line("pair")
    assert "paired again" not in roundbook("verify", line.folder).out
    line("withdraw", "masters-1", "--reason", "somebody is late")
    line("register", "Eve", "--birth-year", 1990)
    line("register", "Fay", "--birth-year", 1990)
    line("pair")
    again = len(line.ledger())
    line("drop", "p1")
    line("drop", "p2")
    line("round repair")
    said = roundbook("verify", line.folder, code=0)
    assert said.out.startswith(
        f"note: round 1 of masters was paired again by entry {again} and round 1 of masters was "
        f"repaired by entry {len(line.ledger())}.\n"
    )
