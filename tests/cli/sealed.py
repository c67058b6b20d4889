"""A small tournament that was signed, witnessed, closed and sealed, and what forgers make of it."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from roundbook.cli.archive.contents import policy, recorded, sealed
from roundbook.ledger import archive_file as names
from roundbook.ledger.archive_file import packed, unpacked
from roundbook.ledger.people.book import Book, from_bytes
from roundbook.ledger.proofs.tree import Tree, leaf, tiles
from roundbook.ledger.record.chain import Head
from roundbook.ledger.record.entry import from_line, leaf_hash
from roundbook.ledger.rulesets.ruleset import decode
from tests.cli.line import Line

Members = dict[str, bytes]
FOUR = ("Ana Lopez", "=Ben Ode", "Cho Mín", 'Dee "D" O\'Fox & <b>Co</b>, Jr')


class Cup(NamedTuple):
    """The tournament, its archive, the key that signed it, and an older copy of its folder."""

    line: Line
    file: Path
    key: str
    witness: str
    older: Path

    @property
    def members(self) -> Members:
        return unpacked(self.file.read_bytes())


def cup(away: Path, patch: pytest.MonkeyPatch) -> Iterator[Cup]:
    """Play, witness, close and seal it; what follows is done by a reviewer on another machine."""
    home = away / "home"
    patch.setenv("ROUNDBOOK_HOME", str(home))
    line = Line(home, away / "cup")
    line.enrol(*FOUR)
    line("announce", "--rounds", 2)
    line.pair()
    line.play(1)
    older = away / "older"
    copied(line.folder, older)
    line.pair()
    line.play(2, "2-1")
    line("note", "the office asked for the archive")
    line("close")
    key = line("proof key").out.splitlines()[0].removeprefix("log ")
    patch.setenv("ROUNDBOOK_HOME", str(away / "judge"))
    witness = line.run("proof witness", "-C", line.folder, "--name", "judge").out.splitlines()[-1]
    patch.setenv("ROUNDBOOK_HOME", str(home))
    file = away / "cup.zip"
    line.run("archive", line.folder, "--out", file, code=0)
    patch.setenv("ROUNDBOOK_HOME", str(away / "reviewer"))
    yield Cup(line, file, key, witness, older)


def copied(folder: Path, to: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            (to / path.relative_to(folder)).parent.mkdir(parents=True, exist_ok=True)
            (to / path.relative_to(folder)).write_bytes(path.read_bytes())


def summed(members: Members) -> bytes:
    """Pack members with a list of sums that fits, as every forger does."""
    return packed(members | {names.SUMS: names.sums(members)})


def lines_of(members: Members) -> list[bytes]:
    return members[names.LEDGER].split(b"\n")[:-1]


def with_lines(members: Members, lines: Sequence[bytes]) -> Members:
    """Put other lines into an archive, and change nothing else."""
    return members | {names.LEDGER: b"".join(line + b"\n" for line in lines)}


def chained(lines: Sequence[bytes]) -> list[bytes]:
    """Number and chain lines anew, as a forger with a program does."""
    made: list[bytes] = []
    prev = json.loads(lines[0])["prev"]
    for number, line in enumerate(lines, start=1):
        entry = json.loads(line) | {"seq": number, "prev": prev}
        text = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        made.append(text.encode())
        prev = leaf_hash(made[-1])
    return made


def resealed(members: Members) -> bytes:
    """Make everything anew that follows from the record, as a forger with roundbook does."""
    what = recorded(members)
    entries = [from_line(line, seq) for seq, line in enumerate(what.lines, start=1)]
    book = from_bytes(what.people, "people.json") if what.people else Book()
    return packed(sealed(what, entries, decode(what.edition), book))


def listed(members: Members, key: str) -> Members:
    """Make the list of keys and the tiles anew, which follow from the lines whatever they say."""
    kept = {name: data for name, data in members.items() if not name.startswith(f"{names.TILES}/")}
    lines = lines_of(members)
    return kept | {names.KEYS: policy([key])} | dict(tiles(Tree.over(map(leaf, lines)), lines))


def headed(members: Members) -> Members:
    """Let the head name the last line that is there."""
    lines = lines_of(members)
    head = Head(leaf=leaf_hash(lines[-1]), seq=len(lines)).to_bytes()
    return members | {names.HEAD: head}


def replaced(members: Members, old: bytes, new: bytes) -> Members:
    """Change a word in the last line that has it, and chain everything behind it anew."""
    lines = lines_of(members)
    at = max(number for number, line in enumerate(lines) if old in line)
    lines[at] = lines[at].replace(old, new, 1)
    return headed(with_lines(members, chained(lines)))


Forgery = Callable[[Members], bytes]
