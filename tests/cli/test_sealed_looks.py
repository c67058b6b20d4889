"""An archive answers every verb that looks as the folder did when it was sealed."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from roundbook.cli.verbs import VERBS, load, path_of
from roundbook.ledger.archive_file import compressed, packed, unpacked
from tests.cli.line import Line
from tests.cli.sealed import summed
from tests.cli.swiss import play
from tests.cli.typed import Said, files, roundbook

LOOKS = {
    "announcement": (),
    "bracket": ("masters-cut",),
    "blame": ("p1",),
    "calls": (),
    "check": (),
    "clock": (),
    "compare-editions": ("tom",),
    "deck list": (),
    "deck show": ("p1",),
    "deckcheck form": ("p1",),
    "deckcheck status": (),
    "diff": ("cup",),
    "dossier": ("masters-1-1", "--out", "dossier.html"),
    "explain": ("p1",),
    "export": ("cup.csv",),
    "feed": (),
    "head": (),
    "history": (),
    "lint": (),
    "messages": (),
    "pairings": (),
    "penalties": (),
    "players": (),
    "podsheet": (),
    "posted": (),
    "proof": ("3", "--out", "entry"),
    "record": ("p1",),
    "requests": (),
    "requests receipt": ("1",),
    "standings": (),
    "status": (),
    "team list": (),
    "team seats": (),
    "tiles": ("public",),
    "verify": (),
    "what-if": ("--result", "masters-1-1=0-2"),
}
"""What is typed after the tournament."""

BY_WORD = {"check", "compare-editions", "diff", "replay", "verify"}
"""Verbs whose object is a folder or a file; the others are told the tournament by -C."""

NOT_OF_ONE = {
    "archive": "seals a folder",
    "check-proof": "two files of a proof",
    "completion": "a shell",
    "deck judge": "a deck list alone",
    "deck pool": "a card pool that roundbook carries",
    "demo": "an event of its own",
    "desk": "a prompt at which people write",
    "doctor": "this machine",
    "draft": "a draft that is to come",
    "draft course": "the rules of drafts",
    "draft order": "a draft that is to come",
    "edition": "a file of rules",
    "follow": "the saves of TOM",
    "generate": "an event of its own",
    "sign-ups": "the people who wait beside the ledger",
    "help": "pages about commands",
    "import": "files of others",
    "invite": "the pages that are served",
    "merge": "writes into a folder",
    "open": "a new folder",
    "open-archive": "an archive as it is",
    "transfer": "a tournament that goes on elsewhere",
    "prepare-database": "a database without a tournament",
    "backup": "saves a folder",
    "restore": "a backup, which is no archive",
    "plugins": "what other packages bring",
    "practise": "makes a folder of its own of an archive, or checks one that it made",
    "propose": "a file of another program",
    "replay": "compares with what each of them has recorded, the table of an archive too",
    "rules": "the rules as they stand",
    "schema": "the shape of an answer",
    "serve": "folders that people write in",
    "shelf": "many tournaments",
    "shelf player": "many tournaments",
    "shelf points": "many tournaments",
    "shelf find": "many tournaments",
    "tournaments": "many tournaments",
    "verdict": "a match that is played, or none",
    "witness": "writes a signature into the folder",
}
"""Verbs that look at no single tournament, or go on with it, and why."""


def leaves() -> Iterator[tuple[str, click.Command]]:
    """Yield every command that there is, by what is typed."""
    for name in VERBS:
        command = load(name)
        if isinstance(command, click.Group):
            yield from ((f"{name} {each}", below) for each, below in command.commands.items())
            if not command.invoke_without_command:
                continue
        yield name, command


def writes(command: click.Command) -> bool:
    return any(param.name == "accept_shorter" for param in command.params)


@pytest.fixture(scope="module")
def away(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where a tournament lies next to its archive; its folder has gone on since."""
    away = tmp_path_factory.mktemp("sealed")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(away)
        patch.setenv("ROUNDBOOK_HOME", str(away / "home"))
        line = Line(away / "home", Path("cup"))
        line.start("--style", "swiss-plus-cut", masters=5)
        line.announce("--rounds", 2, "--cut", "masters=2")
        line("pair")
        line("post", "--out", "round.txt")
        line("start")
        line("penalty", "p1", "warning", "--for", "tardiness")
        for table in line.tables(1):
            line("report", table, "2-1")
        play(line)
        line("cut")
        line.pair()
        line("report", "masters-cut-3-1", "2-0")
        line("people requests", "record", "--from", "the office")
        line("close")
        assert line.run("archive", "cup").code == 0
        assert line.run("archive", "cup", "--packed").code == 0
    return away


@pytest.fixture
def there(away: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(away)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(away / "home"))
    return away


def fed(source: str) -> Said:
    """Run the one verb that writes bytes, in a process of its own."""
    with Line(Path(os.environ["ROUNDBOOK_HOME"]), Path(source)).process(
        "lab feed", "-C", source
    ) as ours:
        out, err = ours.communicate()
    assert b'"standings"' in out or b"paired" in out
    return Said(ours.returncode, out.decode(), err.decode())


def said(verb: str, source: str, words: tuple[str, ...]) -> tuple[int, str, dict[str, bytes]]:
    """Return the code, what a verb says of a source, and the files that it makes."""
    before = set(Path().iterdir())
    place = (source,) if verb in BY_WORD else ("-C", source)
    answer = roundbook(path_of(verb), *place, *words) if verb != "feed" else fed(source)
    made: dict[str, bytes] = {}
    for path in sorted(set(Path().iterdir()) - before):
        made |= files(path) if path.is_dir() else {path.name: path.read_bytes()}
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    told = (answer.out + answer.err).replace("cup.zip.gz", "cup").replace("cup.zip", "cup")
    return answer.code, told, made


@pytest.mark.parametrize(
    ("verb", "sealed"),
    [
        *((verb, "cup.zip.gz") for verb in LOOKS),
        *((verb, "cup.zip") for verb in ("check", "feed", "standings", "verify")),
    ],
)
def test_an_archive_answers_as_the_folder_did_when_it_was_sealed(
    there: Path, verb: str, sealed: str
) -> None:
    words = LOOKS[verb]
    folder, archive = said(verb, "cup", words), said(verb, sealed, words)
    assert archive == folder
    assert "roundbook-" not in archive[1], "where it was laid out is nobody's business"


WRITES = ("note", "pair", "close", "erase", "key", "requests record", "archive")
MORE = {"note": ("x",), "erase": ("p1",), "requests record": ("--from", "the office")}


@pytest.mark.parametrize("verb", WRITES)
def test_a_verb_that_writes_says_how_to_make_a_folder_of_it(there: Path, verb: str) -> None:
    before = (there / "cup.zip").read_bytes()
    place = ("cup.zip",) if verb == "archive" else ("-C", "cup.zip")
    answer = roundbook(path_of(verb), *MORE.get(verb, ()), *place, code=5)
    assert answer.err.splitlines() == [
        "cannot read: cup.zip is a file, not a tournament's folder.",
        "  hint: Make a folder from the file: `roundbook file unpack cup.zip DIR`.",
    ]
    assert (there / "cup.zip").read_bytes() == before


@pytest.mark.parametrize("verb", LOOKS)
def test_every_verb_says_update_of_a_ledger_that_a_newer_roundbook_wrote(
    there: Path, tmp_path: Path, verb: str
) -> None:
    newer = tmp_path / "newer"
    shutil.copytree("cup", newer)
    lines = (newer / "ledger.jsonl").read_bytes().splitlines()
    last = json.loads(lines[-1]) | {"v": 9}
    last["events"] = [{"event": "player-cloned", "player": "p1"}]
    lines[-1] = json.dumps(last, sort_keys=True, separators=(",", ":")).encode()
    (newer / "ledger.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
    (newer / "head").unlink()
    place = (newer,) if verb in BY_WORD else ("-C", newer)
    answer = roundbook(path_of(verb), *place, *LOOKS[verb])
    assert f"line {len(lines)} was written by a newer roundbook (" in answer.err + answer.out, (
        answer
    )
    assert "Update roundbook." in answer.err + answer.out
    assert (answer.code, "damaged" in answer.err + answer.out) == (5, False)


def test_an_archive_that_is_damaged_forged_or_none_is_refused_in_a_sentence(there: Path) -> None:
    data = (there / "cup.zip").read_bytes()
    forged = unpacked(data)
    lines = forged["ledger.jsonl"].replace(b'"first"', b'"second"', 1)
    cases = {
        "cut.zip": (data[:-9], "cut.zip"),
        "changed.zip": (packed(forged | {"ledger.jsonl": lines}), "SHA256SUMS"),
        "resealed.zip": (
            summed(forged | {"ledger.jsonl": lines}),
            "resealed.zip: ledger.jsonl is ",
        ),
        "cup.txt": (b"Cup", "cup.txt is a file, not a tournament's folder."),
        "cut.zip.gz": (compressed(data)[:-9], "its gzip wrapper is cut short."),
        "list.gz": (
            compressed(b"Ana Lopez"),
            "list.gz is not an archive from roundbook: its end is",
        ),
    }
    for name, (written, sentence) in cases.items():
        Path(name).write_bytes(written)
        answer = roundbook("standings", "-C", name)
        assert (answer.code, answer.out, sentence in answer.err) == (5, "", True), answer.err
        assert "roundbook-" not in answer.err


@pytest.mark.parametrize("name", ["cup.zip", "cup.zip.gz"])
def test_who_imports_an_archive_is_told_what_opens_it(there: Path, name: str) -> None:
    answer = roundbook("file import", name, "new")
    assert (answer.code, answer.out) == (5, "")
    assert answer.err.splitlines() == [
        f"cannot read: {name} looks like an archive, not a tournament file.",
        f"  hint: Unpack the file into a folder: `roundbook file unpack {name} DIR`.",
    ]
    assert not Path("new").exists()


def test_what_was_laid_out_is_gone_when_the_command_has_ended(
    there: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert roundbook("standings", "-C", "cup.zip").code == 0
    assert roundbook("explain", "-C", "cup.zip", "nobody").code == 3
    assert list(tmp_path.iterdir()) == []


def test_every_verb_looks_or_writes_or_says_why_not() -> None:
    found = {name for name, command in leaves() if not writes(command)}
    known = {*LOOKS, *NOT_OF_ONE}
    assert {name for name in found if name not in known and name.split()[0] not in known} == set()
    assert {name for name in LOOKS if name not in dict(leaves())} == set()
