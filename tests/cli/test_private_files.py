"""Only its owner reads a file with Player IDs, years of birth or hidden names (LED-9)."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.line import Line
from tests.cli.typed import roundbook

OWNER, EVERYBODY = 0o600, 0o644


@pytest.fixture(autouse=True)
def usual_mask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def cup(line: Line) -> Line:
    line.start()
    for name, own in {"Ana Lima": 201, "Ben Ito": 209}.items():
        line("register", name, "--id", own, "--birth-year", 1990)
    for step in ("announce", "pair", "start"):
        line(step)
    return line


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.rule("LED-9")
@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("cup.tdf", ()),
        ("players.csv", ("--private",)),
        ("players.json", ("--private",)),
        ("players.xlsx", ("--private",)),
        ("standings.html", ()),
        ("pairings.csv", ()),
    ],
)
def test_an_export_that_is_not_public_is_its_owners(
    cup: Line, tmp_path: Path, file: str, words: tuple[str, ...]
) -> None:
    """Also in the place of one that everybody could read."""
    (tmp_path / file).touch(0o644)
    roundbook("file export", "-C", cup.folder, tmp_path / file, *words, "--force", code=0)
    assert mode(tmp_path / file) == OWNER


@pytest.mark.parametrize(
    ("file", "words"), [("standings.csv", ("--public",)), ("cup.ics", ("--begins", "10:00"))]
)
def test_what_is_for_everybody_can_be_read_by_everybody(
    cup: Line, tmp_path: Path, file: str, words: tuple[str, ...]
) -> None:
    roundbook("file export", "-C", cup.folder, tmp_path / file, *words, code=0)
    assert mode(tmp_path / file) == EVERYBODY


@pytest.mark.parametrize(
    "words",
    [
        ("pairings", "-C", "CUP", "--pdf", "FILE"),
        ("round slips", "--pdf", "FILE", "-C", "CUP"),
        ("proof dossier", "masters-1-1", "--out", "FILE", "-C", "CUP"),
        ("archive", "CUP", "--unfinished", "a test", "--out", "FILE"),
        ("file backup", "FILE", "-C", "CUP"),
    ],
)
def test_other_files_with_names_are_their_owners(
    cup: Line, tmp_path: Path, words: tuple[str, ...]
) -> None:
    file = tmp_path / ("new.zip" if words[0] == "archive" else "new.pdf")
    named = {"CUP": cup.folder, "FILE": file}
    roundbook(*(named.get(word, word) for word in words), code=0)
    assert mode(file) == OWNER


@pytest.mark.rule("LED-2", "LED-9")
@pytest.mark.parametrize("typed", [("Somebody Else", 209), ("Ana Lima", 201)])
def test_a_refused_command_is_kept_without_the_player_id_that_was_typed(
    cup: Line, typed: tuple[str, int]
) -> None:
    """The person who typed it is told; the file beside the ledger is not."""
    name, own = typed
    said = cup.refused("register", name, "--id", own, "--birth-year", 1990)
    assert f"Player ID {own} belongs to " in said
    attempts = cup.folder / "attempts.jsonl"
    assert mode(attempts) == OWNER
    [kept] = attempts.read_text().splitlines()
    assert '"message":"the message named somebody, so it was not kept."' in kept
    assert str(own) not in kept.replace('"at":', "")
    assert name not in kept
    assert cup.run("proof lint", "-C", cup.folder).code in {0, 1}


@pytest.mark.rule("LED-9")
def test_names_that_are_set_aside_are_their_owners(cup: Line) -> None:
    ledger = cup.folder / "ledger.jsonl"
    whole = ledger.read_bytes()
    ledger.write_bytes(whole[: whole.rindex(b"\n", 0, -1) + 1])
    cup("start", "--accept-shorter", "the disk was replaced")
    aside = cup.folder / "quarantine" / "people.json"
    assert b"Ana Lima" in aside.read_bytes()
    assert mode(aside) == OWNER


@pytest.mark.rule("LED-9")
def test_refused_commands_stay_their_owners_after_an_erasure(cup: Line) -> None:
    """Those that name the erased person are taken out, and the file is written again."""
    cup.refused("note", "Ana Lima was late")
    cup.refused("pair")
    attempts = cup.folder / "attempts.jsonl"
    attempts.write_bytes(
        attempts.read_bytes() + attempts.read_bytes().replace(b"pair", b"Ana Lima")
    )
    cup("people erase", "p1", "--reason", "asked", "--yes")
    assert b"Ana Lima" not in attempts.read_bytes()
    assert mode(attempts) == OWNER
