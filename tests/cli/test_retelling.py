"""A ledger that was read from a file still says what the file says, as long as it is kept."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from roundbook.cli.session.venue import venue
from roundbook.ledger.events.catalogue import PlayerAmended
from roundbook.ledger.people.book import Person, commitment
from roundbook.ledger.terms import PlayerId
from tests.cli.typed import IMPORTS, Said, lay, rewrite, roundbook

SAMPLES = sorted(IMPORTS.glob("*.tdf"))
SMALL = IMPORTS / "03_challenge_five_players_final.tdf"
RESULT = '"verdict":"first"'
WHY = "the ledger was changed, or another version of roundbook imported it"


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    return lay(SMALL, tmp_path / "cup")


def source(cup: Path) -> Path:
    [path] = (cup / "sources").iterdir()
    return path


def turned(cup: Path) -> int:
    """Let a player lose who won, and hide it from every hash; return the entry."""
    ledger = (cup / "ledger.jsonl").read_text(encoding="utf-8").splitlines()
    seq = next(number for number, line in enumerate(ledger, start=1) if RESULT in line)
    other = RESULT.replace("first", "second")
    rewrite(cup, lambda line: line.replace(RESULT, other) if f'"seq":{seq},' in line else line)
    return seq


def damaged(cup: Path) -> str:
    said: Said = roundbook("verify", cup)
    assert said.code == 5, said.out
    return said.out


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.name)
@pytest.mark.rule("LED-3")
def test_every_file_tells_the_same_again(tmp_path: Path, file: Path) -> None:
    said = roundbook("verify", lay(file, tmp_path / "cup"), "--json")
    assert (said.data["faults"], said.data["remarks"]) == ([], [])


@pytest.mark.rule("LED-6")
def test_a_result_that_the_file_does_not_tell_is_named(cup: Path) -> None:
    seq = turned(cup)
    assert f"damaged: entry {seq} does not match {source(cup)}: {WHY}." in damaged(cup)


@pytest.mark.rule("LED-6")
def test_under_an_invented_digest_people_are_told_that_nothing_proves_it(cup: Path) -> None:
    turned(cup)
    invented = hashlib.sha256(b"no such file").hexdigest()
    was = source(cup).stem
    rewrite(cup, lambda line: line.replace(was, invented))
    source(cup).unlink()
    count = (cup / "ledger.jsonl").read_bytes().count(b"\n")
    said = roundbook("verify", cup, code=0)
    note = f"note: the file {invented[:16]}… is not here, so {count} entries cannot be compared."
    assert note in said.out


@pytest.mark.rule("LED-6")
def test_of_two_digests_one_is_invented(cup: Path) -> None:
    seq = turned(cup)
    invented = hashlib.sha256(b"no such file").hexdigest()
    was = source(cup).stem
    rewrite(cup, lambda s: s.replace(was, invented) if f'"seq":{seq},' in s else s)
    assert f"damaged: entry {seq + 1} does not match {source(cup)}: {WHY}." in damaged(cup)


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("left", [1, 7, 17])
def test_an_end_that_the_file_tells_is_missed(cup: Path, left: int) -> None:
    lines = (cup / "ledger.jsonl").read_bytes().splitlines(keepends=True)
    (cup / "ledger.jsonl").write_bytes(b"".join(lines[:left]))
    rewrite(cup, lambda line: line)
    told = f"gives {len(lines)} entries, but {left} in the ledger name it as their source: {WHY}."
    assert told in damaged(cup)


def no_file(data: bytes) -> bytes:
    return data[: len(data) // 2]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (no_file, "this ledger cannot have come from"),
        (lambda _: b"", "this ledger cannot have come from"),
    ],
)
def test_a_file_that_tells_nothing_has_told_nothing(
    cup: Path, change: Callable[[bytes], bytes], said: str
) -> None:
    """The digest is that of a file which is kept, but no tournament can be read from it."""
    path = source(cup)
    data = change(path.read_bytes())
    digest = hashlib.sha256(data).hexdigest()
    was = path.stem
    path.with_stem(digest).write_bytes(data)
    path.unlink()
    rewrite(cup, lambda line: line.replace(was, digest))
    assert said in damaged(cup)


@pytest.mark.rule("LED-6")
def test_players_who_changed_places_in_the_record_and_in_the_book_are_named(cup: Path) -> None:
    book = json.loads((cup / "people.json").read_bytes())
    first, second = book["players"]["p1"], book["players"]["p2"]
    bound = [commitment(Person(**known["person"]), known["salt"]) for known in (first, second)]
    book["players"]["p1"], book["players"]["p2"] = second, first
    (cup / "people.json").write_text(json.dumps(book), encoding="utf-8")
    swapped = {bound[0]: bound[1], bound[1]: bound[0]}

    def swap(line: str) -> str:
        old = next((one for one in bound if one in line), None)
        return line.replace(old, swapped[old]) if old else line

    rewrite(cup, swap)
    assert f"the name of p1 in {source(cup)} does not match the ledger." in damaged(cup)


def test_what_is_done_at_the_desk_afterwards_is_no_matter_of_the_file(cup: Path) -> None:
    assert roundbook("note", "the hall is cold", "-C", cup).code == 0
    assert roundbook("verify", cup).code == 0


def test_a_name_that_was_put_right_since_is_no_contradiction(cup: Path) -> None:
    assert roundbook("shelf reopen", "--reason", "a wrong name", "-C", cup).code == 0
    book = json.loads((cup / "people.json").read_bytes())
    book["players"]["p1"] = {"person": {"name": "Right Name", "id": "7"}, "salt": "B" * 42 + "E"}
    right = commitment(Person(name="Right Name", id="7"), "B" * 42 + "E")
    event = PlayerAmended(player=PlayerId("p1"), commitment=right, reason="The list was wrong.")
    venue(cup).desk.post(event)
    (cup / "people.json").write_text(json.dumps(book), encoding="utf-8")
    roundbook("verify", cup, code=0)
