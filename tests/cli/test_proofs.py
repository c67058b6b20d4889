"""Proofs between two signed heads, and a ledger as a folder of tiles, for people who publish it."""

import errno
import os
import shutil
from pathlib import Path

import pytest

from roundbook.cli.places import publish
from roundbook.ledger.proofs.checkpoints import read_checkpoint
from roundbook.ledger.proofs.notes import Vkey, vkey_of
from roundbook.ledger.proofs.tree import Tree, leaf, tiles
from roundbook.ledger.storage import disk
from tests.cli.line import Line
from tests.cli.typed import Said, files

FOUR = ("Ana", "Ben", "Cho", "Dee")


@pytest.fixture
def grown(line: Line, tmp_path: Path) -> tuple[Line, Path]:
    """A tournament in its second round, and a signed head kept from the start of the first."""
    line.begin(*FOUR)
    older = tmp_path / "kept"
    shutil.copy(line.folder / "checkpoint", older)
    line("note", "so that the older head is no whole subtree")
    line.run("proof head", "-C", line.folder, "--sign")
    shutil.copy(line.folder / "checkpoint", older)
    line.play(1)
    line.pair()
    return line, older


def key_of(line: Line) -> str:
    return line("proof key").out.splitlines()[0].removeprefix("log ")


@pytest.mark.rule("LED-6")
def test_an_organiser_is_told_the_code_that_others_compare(line: Line, tmp_path: Path) -> None:
    line.begin(*FOUR)
    code = Vkey.parse(key_of(line)).code
    assert f"its code, to print or to read aloud: {code}\n" in line("proof key").out
    assert f'"code": "{code}"' in line("proof key", "--json").out
    file = tmp_path / "cup.zip"
    sealing = ("archive", "--unfinished", "a trial", "--out", file)
    assert f"your key's code, for people who check the file: {code}\n" in line(*sealing).out
    assert f'"key_code": "{code}"' in line(*sealing, "--json").out


def checked(line: Line, proof: Path, *heads: Path, keys: tuple[str, ...] = ()) -> Said:
    words = [word for key in keys or (key_of(line),) for word in ("--key", key)]
    return line.run("proof check", proof, "--between", *heads, *words)


@pytest.mark.rule("LED-6")
def test_growth_between_two_heads_is_proved_without_the_ledger(
    grown: tuple[Line, Path], tmp_path: Path
) -> None:
    line, older = grown
    newer = line.folder / "checkpoint"
    made = line.run(
        "proof entry", "-C", line.folder, "--between", older, newer, "--out", tmp_path / "growth"
    )
    assert made.code == 0, made.err
    proof = tmp_path / "growth.consistency"
    said = checked(line, proof, older, newer)
    assert (said.code, said.out[:8]) == (0, "proved: ")
    old, new = (read_checkpoint(path.read_bytes())[0].size for path in (older, newer))
    assert old < new
    assert f"the {new} lines of {newer} begin with the {old} lines of {older}" in said.out
    data = line.run("proof entry", "-C", line.folder, "--between", older, newer, "--json").data
    assert data["proof"] == proof.read_text().split()
    assert (data["old_size"], data["size"]) == (old, new)


def test_a_head_and_itself_are_joined_by_nothing(grown: tuple[Line, Path], tmp_path: Path) -> None:
    line, older = grown
    proof = tmp_path / "same.consistency"
    proof.write_text(line.run("proof entry", "-C", line.folder, "--between", older, older).out)
    assert proof.read_bytes() == b""
    assert checked(line, proof, older, older).code == 0


def test_whatever_is_changed_is_not_proved(grown: tuple[Line, Path], tmp_path: Path) -> None:
    line, older = grown
    newer = line.folder / "checkpoint"
    proof = tmp_path / "growth.consistency"
    proof.write_text(line.run("proof entry", "-C", line.folder, "--between", older, newer).out)
    hashes = proof.read_text().splitlines()
    assert len(hashes) > 1
    for less in (hashes[1:], hashes[:-1], hashes[::-1], [*hashes, hashes[0]]):
        proof.write_text("".join(f"{one}\n" for one in less))
        said = checked(line, proof, older, newer)
        assert (said.code, said.out[:27]) == (1, "not proved: PROOF does not ")
    proof.write_text("".join(f"{one}\n" for one in hashes))
    assert checked(line, proof, newer, older).code == 1
    stranger = str(vkey_of(key_of(line).split("+")[0], b"another".ljust(32)))
    said = checked(line, proof, older, newer, keys=(stranger,))
    assert (said.code, "did not sign" in said.out) == (1, True)
    proof.write_text("nonsense\n")
    said = checked(line, proof, older, newer)
    assert (said.code, said.err.split(":")[0]) == (5, "cannot read")


def test_a_head_of_a_renewed_key_is_joined_with_both_keys(
    grown: tuple[Line, Path], tmp_path: Path
) -> None:
    line, older = grown
    first = key_of(line)
    line("proof key", "--renew", "--reason", "the desk was changed")
    proof = tmp_path / "growth.consistency"
    newer = line.folder / "checkpoint"
    proof.write_text(line.run("proof entry", "-C", line.folder, "--between", older, newer).out)
    assert checked(line, proof, older, newer).code == 1
    assert checked(line, proof, older, newer, keys=(first, key_of(line))).code == 0


def test_what_cannot_be_proved_is_said_in_one_sentence(
    grown: tuple[Line, Path], tmp_path: Path
) -> None:
    line, older = grown
    newer = line.folder / "checkpoint"
    said = line.run("proof entry", "-C", line.folder, "--between", newer, older, code=2)
    assert "Give the older head first." in said.err
    assert line.run("proof entry", "-C", line.folder, 3, "--between", older, newer).code == 2
    assert line.run("proof entry", "-C", line.folder).code == 2
    assert line.run("proof check", older, "--key", key_of(line)).code == 2
    other = Line(line.home, tmp_path / "other")
    other.begin(*FOUR)
    said = line.run(
        "proof entry", "-C", line.folder, "--between", older, other.folder / "checkpoint", code=2
    )
    said = line.run("proof entry", "-C", other.folder, "--between", older, older, code=5)
    assert "it belongs to another branch" in said.err
    short = other.folder / "checkpoint"
    said = line.run("proof entry", "-C", other.folder, "--between", short, newer, code=5)
    assert "it is an older copy" in said.err


# --- tiles ---------------------------------------------------------------------------------------


def published(line: Line, to: Path) -> Said:
    return line.run("proof tiles", "-C", line.folder, to, "--json", code=0)


def complete(folder: Path, line: Line) -> None:
    """Assert that every tile that the published head needs is there, byte for byte."""
    head, _ = read_checkpoint((folder / "checkpoint").read_bytes())
    lines = (line.folder / "ledger.jsonl").read_bytes().split(b"\n")[: head.size]
    tree = Tree.over(map(leaf, lines))
    assert tree.root() == head.root
    for name, data in tiles(tree, lines):
        assert (folder / name).read_bytes() == data


def test_tiles_are_published_and_go_on_with_the_ledger(line: Line, tmp_path: Path) -> None:
    line.begin(*FOUR)
    out = tmp_path / "public"
    first = published(line, out).data
    assert (first["written"], first["kept"]) == (2, 0)
    complete(out, line)
    before = files(out)
    assert published(line, out).data["written"] == 0
    assert files(out) == before
    line.play(1)
    assert published(line, out).data["written"] == 2
    complete(out, line)
    said = line.run("proof tiles", "-C", line.folder, out)
    assert said.out.startswith(f"{out} contains ")


def test_a_full_tile_is_never_written_again(line: Line, tmp_path: Path) -> None:
    line.start()
    out = tmp_path / "public"
    rows = [f"Player {number:04},{number},1990" for number in range(1, 249)]
    (tmp_path / "players.csv").write_text("\n".join(("name,id,birth year", *rows, "")))
    line("register", tmp_path / "players.csv")
    for _ in range(3):
        line("note", "still before the tile is full")
    line.run("proof head", "-C", line.folder, "--sign")
    assert published(line, out).data["size"] < 256
    for number in range(12):
        line("note", f"note {number}")
    line.run("proof head", "-C", line.folder, "--sign")
    second = published(line, out).data
    assert second["size"] > 256
    assert second["removed"] == 2
    complete(out, line)
    full = {path: path.stat().st_ino for path in (out / "tile/0/000", out / "tile/entries/000")}
    line("note", "one more")
    line.run("proof head", "-C", line.folder, "--sign")
    published(line, out)
    complete(out, line)
    assert {path: path.stat().st_ino for path in full} == full
    assert not (out / "tile/0/000.p").exists()


@pytest.mark.parametrize("at", range(1, 4))
def test_where_the_disk_fails_the_head_before_keeps_its_tiles(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    line.begin(*FOUR)
    out = tmp_path / "public"
    published(line, out)
    before = (out / "checkpoint").read_bytes()
    line.play(1)
    asked = []

    def failing(path: Path, data: bytes) -> None:
        asked.append(path)
        if len(asked) == at:
            path.with_name(f"{path.name}.new").write_bytes(data[:9])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        original(path, data)

    original = disk.put
    monkeypatch.setattr(publish, "put", failing)
    said = line.run("proof tiles", "-C", line.folder, out)
    assert (said.code, "the disk is full" in said.err) == (5, True)
    assert (out / "checkpoint").read_bytes() == before
    complete(out, line)
    monkeypatch.setattr(publish, "put", original)
    published(line, out)
    complete(out, line)


def test_a_folder_goes_on_with_one_ledger_only(line: Line, tmp_path: Path) -> None:
    line.begin(*FOUR)
    older = tmp_path / "older"
    shutil.copytree(line.folder, older)
    out = tmp_path / "public"
    line.play(1)
    published(line, out)
    before = files(out)
    other = Line(line.home, tmp_path / "other")
    other.begin(*FOUR)
    line.forget()
    for folder, why in ((other.folder, "of another tournament"), (older, "signed only up to line")):
        said = line.run("proof tiles", "-C", folder, out)
        assert (said.code, why in said.err) == (3, True), said.err
        assert files(out) == before
    branch = Line(line.home, older)
    branch("report", "masters-1-1", "0-2")
    branch("report", "masters-1-2", "0-2")
    for _ in range(4):
        branch("note", "the other branch grows")
    branch.run("proof head", "-C", older, "--sign")
    said = line.run("proof tiles", "-C", older, out)
    assert (said.code, "belongs to another branch" in said.err) == (3, True), said.err
    assert files(out) == before


def test_what_lies_there_is_never_published_by_mistake(line: Line, tmp_path: Path) -> None:
    line.begin(*FOUR)
    said = line.run("proof tiles", "-C", line.folder, line.folder)
    assert (said.code, "contains a tournament" in said.err) == (3, True)
    assert not (line.folder / "tile").exists()
    out = tmp_path / "letters"
    out.mkdir()
    (out / "private.txt").write_text("not for everybody")
    said = line.run("proof tiles", "-C", line.folder, out)
    assert (said.code, "files that are not tiles" in said.err) == (3, True)


def test_a_tile_that_was_changed_is_named(line: Line, tmp_path: Path) -> None:
    line.begin(*FOUR)
    out = tmp_path / "public"
    published(line, out)
    [tile] = (out / "tile" / "0").rglob("*.p/*")
    tile.write_bytes(bytes(len(tile.read_bytes())))
    said = line.run("proof tiles", "-C", line.folder, out)
    assert (said.code, str(tile) in said.err) == (5, True)


def test_tiles_without_a_signed_head_are_refused(line: Line, tmp_path: Path) -> None:
    line.start()
    line.run("proof tiles", "-C", line.folder, tmp_path / "public", code=3)
    assert not (tmp_path / "public").exists()
