"""One room opens what lies in a tournament's folder, and what lies in the user's own."""

import ast
import re
from collections.abc import Iterator

from roundbook.cli.places import layout
from roundbook.cli.places.layout import MEMBERS
from tests.house.tree import ROOT, modules

ROOM = "cli/places/"
FILES = {one.name for one in MEMBERS if "." in one.name} | {layout.KEYS}
SHELVES = {one.name for one in MEMBERS if one.shelf} | {
    layout.CHAINS,
    layout.SEEN,
    layout.WITNESSED_HEADS,
    layout.DOORS,
    layout.CLAIMS,
    layout.SECURITY,
}
NAMES = {name for name, value in vars(layout).items() if name.isupper() and isinstance(value, str)}

PLACES = {"folder", "home", "own_home"}
"""What a tournament's folder, and the user's own, are called all over the program."""

HANDS = {
    "exists",
    "glob",
    "is_dir",
    "is_file",
    "iterdir",
    "joinpath",
    "mkdir",
    "open",
    "read_bytes",
    "read_text",
    "rename",
    "resolve",
    "rglob",
    "rmdir",
    "stat",
    "touch",
    "unlink",
    "write_bytes",
    "write_text",
}
"""What is done in folders and to files."""

OTHERS = {
    "cli/printing/fonts.py": "the folders of typefaces, some of which lie in the user's home",
    "cli/checking/sources.py": "a folder of files to check, which is no tournament",
}
"""Where these words mean another folder."""


def breaches(text: str) -> Iterator[str]:
    """Yield what a module does to what lies in such a folder, with its own hands."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Constant(value=str(word)) if word in FILES or _shelved(word):
                yield f"line {node.lineno} names {word!r}"
            case ast.BinOp(left=left, op=ast.Div(), right=right) if (
                _called(left) in PLACES or _called(right) in NAMES
            ):
                yield f"line {node.lineno} joins {ast.unparse(node)}"
            case ast.Call(func=ast.Attribute(value=of, attr=hand)) if (
                hand in HANDS and _called(of) in PLACES
            ):
                yield f"line {node.lineno} does {ast.unparse(node)}"
            case _:
                pass


def _shelved(word: str) -> bool:
    """Tell whether a word begins with a shelf: `sources/` and what follows."""
    return bool(re.fullmatch(rf"({'|'.join(sorted(SHELVES))})/\S*", word))


def _called(node: ast.expr) -> str:
    """Return by which word a thing is called: `folder` for `ctx.folder`, too."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=func):
            return _called(func)
        case _:
            return ""


def test_nobody_else_opens_what_lies_in_a_tournaments_folder() -> None:
    found = {
        path.as_posix(): said
        for path in modules()
        if path.parts[0] == "cli"
        and not path.as_posix().startswith(ROOM)
        and path.as_posix() not in OTHERS
        if (said := [*breaches((ROOT / path).read_text(encoding="utf-8"))])
    }
    assert found == {}


def test_the_rule_bites() -> None:
    for wrong in (
        "(ctx.folder / LEDGER).read_bytes()",
        "place / PEOPLE",
        "Path(name, 'people.json')",
        "folder / 'notes'",
        "own_home() / 'seen'",
        "f'sources/{digest}.tdf'",
        "here.folder.iterdir()",
        "folder.is_dir()",
        "where = 'witnessed/000012.checkpoint'",
    ):
        assert [*breaches(wrong)], wrong
    for right in ("members.read(folder, LEDGER)", "'in people.json'"):
        assert [*breaches(right)] == [], right


def test_files_are_renamed_in_one_place_alone() -> None:
    """So what is seen of a few commands (tests/cli/test_strange_files.py) is so of all.

    Whoever does not wait for the disk there keeps what can be made again, or promises nothing.
    """
    texts = {path.as_posix(): (ROOT / path).read_text(encoding="utf-8") for path in modules()}
    renames = re.compile(
        r"[.]rename\(|\bos[.](?:replace|renames?|link)\b|shutil[.]move|[.]replace\(\w+\)"
    )
    assert {path for path, text in texts.items() if renames.search(text)} == {
        "ledger/storage/disk.py"
    }
    assert {path for path, text in texts.items() if "wait=False" in text} == {
        "cli/places/members.py",  # An archive that is unpacked.
        "cli/web/access/security_log.py",
    }


OWN_FILES = {
    "cli/archive/contents.py",
    "cli/web/server/responses.py",
    "ledger/decks/released.py",
    "ledger/reference/library.py",
    "ledger/reference/search.py",
    "ledger/storage/database.py",
    "projections/reports/languages.py",
    "projections/reports/rendering.py",
}
"""What lies in the package is read without a thought."""
BESIDES = {
    "cli/places/opened_archive.py",  # The first bytes of what is a file.
    "cli/printing/fonts.py",  # Typefaces of the system.
}


def test_files_of_others_are_read_by_one_reader_that_waits_for_nobody() -> None:
    """A pipe or a device in the place of a file hung an edition, long after all else was mended."""
    reads = re.compile(r"\.read_(?:bytes|text)\(|\.open\(\"r")
    found = {
        path.as_posix()
        for path in modules()
        if reads.search((ROOT / path).read_text(encoding="utf-8"))
    }
    assert found == OWN_FILES | BESIDES


def test_every_member_stands_in_the_specification() -> None:
    """Somebody should be able to write a second verifier from docs/format.md alone."""
    text = (ROOT / "docs" / "format.md").read_text(encoding="utf-8")
    [table] = re.findall(r"^## The folder\n(.*?)^## ", text, flags=re.MULTILINE | re.DOTALL)
    known = set(re.findall(r"`([^`]+)`", re.sub(r"^Unrevealed.*", "", table, flags=re.DOTALL)))
    assert {one.name + "/" * one.shelf for one in MEMBERS} <= known
