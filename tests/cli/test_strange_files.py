"""What is no file, or an endless one, in a folder from somebody else or behind an option."""

import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from roundbook.cli.places import heads
from roundbook.ledger.proofs.notes import Signature
from tests.cli.line import DURABLE, SOURCE, Line
from tests.cli.typed import roundbook, words_of

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Pipes and devices are those of POSIX.")


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def endless(path: Path) -> None:
    """Make a file of 3 GB, which takes no room on the disk."""
    with path.open("wb") as file:
        file.truncate(3 << 30)


def folder(path: Path) -> None:
    path.mkdir()


IMPORTS = SOURCE / "fixtures" / "imports"
KINDS = (pipe, device, endless, folder)
Kind = Callable[[Path], None]


COMMANDS = 8
"""So many commands a test gives at most."""


@pytest.fixture(autouse=True)
def _no_waiting() -> Iterator[None]:
    """Break off what waits, however slow the machine is, and what works without end.

    A whole test here takes less than a second. What it works is counted, and not what else is
    worked beside it, so a second of it for each command is enough, and time to wait is generous.
    """

    def hangs(*_: object) -> None:
        pytest.fail("it waits for a file that has no end")

    def works(*_: object) -> None:
        pytest.fail("it reads a file that has no end")

    clocks = {signal.SIGALRM: hangs, signal.SIGVTALRM: works}
    before = {each: signal.signal(each, told) for each, told in clocks.items()}
    signal.setitimer(signal.ITIMER_VIRTUAL, COMMANDS)
    signal.setitimer(signal.ITIMER_REAL, 60)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    for each, told in before.items():
        signal.signal(each, told)


@pytest.fixture
def cup(line: Line) -> Line:
    line.begin("Ana Lopez", "Ben Ode")
    return line


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "name",
    [
        "ledger.jsonl",
        "head",
        "people.json",
        "checkpoint",
        "witnessed/000002.checkpoint",
        "attempts.jsonl",
        ".lock",
        ".people.lock",
        "edition.toml",
    ],
)
def test_a_member_that_is_no_file_ends_every_command_with_one_sentence(
    cup: Line, name: str, kind: Kind
) -> None:
    path = cup.folder / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    kind(path)
    for words in (
        ("verify", cup.folder),
        ("standings", "-C", cup.folder),
        ("archive", cup.folder, "--unfinished", "it is a test", "--out", cup.home / "cup.zip"),
        ("note", "hello", "-C", cup.folder),
        ("report", "masters-9-9", "2-0", "-C", cup.folder),
    ):
        said = roundbook(*words)
        assert said.code in {0, 1, 3, 5}, said
        first = [each for each in said.err.splitlines() if not each.startswith(" ")]
        assert len(first) <= 3, said.err


@pytest.mark.parametrize("kind", [pipe, device, folder])
def test_a_ledger_that_is_no_file_is_called_what_it_is(cup: Line, kind: Kind) -> None:
    path = cup.folder / "ledger.jsonl"
    path.unlink()
    kind(path)
    what = f"is a {kind.__name__}, not a file."
    if path.is_symlink():
        what = "is a link, and roundbook does not follow links in a tournament's folder."
    for words in (
        ("verify", cup.folder),
        ("standings", "-C", cup.folder),
        ("note", "x", "-C", cup.folder),
    ):
        said = roundbook(*words, code=5)
        assert said.err.splitlines()[0] == f"cannot read: {path} {what}"


@pytest.mark.parametrize("data", ["{", '{"x": 1}', "[]", ""])
def test_names_that_cannot_be_read_are_said_in_one_sentence(cup: Line, data: str) -> None:
    (cup.folder / "people.json").write_text(data)
    said = roundbook("verify", cup.folder, code=5)
    assert said.out.count("people.json") == 1, said.out


@pytest.mark.parametrize("kind", KINDS[:3])
@pytest.mark.parametrize("name", ["people.json", "checkpoint", "witnessed/000002.checkpoint"])
def test_verify_names_the_member_that_is_no_file(cup: Line, name: str, kind: Kind) -> None:
    path = cup.folder / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    kind(path)
    said = roundbook("verify", cup.folder, code=5)
    wanted = (
        "has more than 67,108,864 bytes" if kind is endless else f"is a {kind.__name__}, not a file"
    )
    if "/" in name and path.is_symlink():
        wanted = "is a link, and roundbook does not follow links"
    assert f"{path} {wanted}" in said.out + said.err


@pytest.mark.parametrize("kind", KINDS[:3])
@pytest.mark.parametrize(
    "words",
    [
        ("verify", "CUP", "--trust", "FILE"),
        ("verify", "CUP", "--head", "FILE"),
        ("verify", "FILE.zip"),
        ("file unpack", "FILE.zip", "NEW"),
        ("file restore", "FILE", "NEW"),
        ("open", "NEW", "--name", "Cup", "--edition-file", "FILE"),
        ("register", "FILE.csv", "-C", "CUP"),
        ("report", "FILE.csv", "-C", "CUP"),
        ("file import", "FILE.tdf", "NEW"),
        ("file check", "FILE.tdf"),
        ("file replay", "FILE.tdf"),
        ("proof check", "FILE", "FILE", "--key", "k+00000000+AAAA"),
        ("round slips", "CUP", "--pdf", "NEW.pdf", "--font", "FILE"),
        ("edition", "check", "FILE"),
        ("edition", "new", "NEW.toml", "--from", "FILE.toml"),
        ("edition", "diff", "tom", "FILE.toml"),
        ("file check", "--find-edition", "FILE.json"),
        ("file check", str(IMPORTS / "06_challenge_registered_only.tdf"), "--edition", "FILE.toml"),
        ("edition compare", "FILE.tdf"),
        ("file follow", "FILE.tdf", "-C", "NEW", "--once"),
        ("lab practise", "FILE.zip", "NEW"),
        ("team", "read", "FILE", "-C", "CUP"),
        ("deck", "judge", "FILE", "--format", "standard"),
        ("deck", "register", "p1", "FILE", "--format", "standard", "-C", "CUP"),
        ("serve", "CUP", "--certificate", "FILE"),
        ("file merge", "FILE", "-C", "CUP"),
    ],
)
def test_an_option_that_names_no_file_ends_with_one_sentence(
    cup: Line, tmp_path: Path, words: tuple[str, ...], kind: Kind
) -> None:
    _one_sentence(cup, tmp_path, words, kind)


@pytest.mark.parametrize("kind", [pipe, device])
@pytest.mark.parametrize(
    "words",
    [
        ("proof posted", "-C", "CUP", "--check", "FILE"),
        ("people requests", "answer", "1", "--with", "FILE", "-C", "CUP"),
    ],
)
def test_the_digest_of_what_is_no_file_is_not_awaited(
    cup: Line, tmp_path: Path, words: tuple[str, ...], kind: Kind
) -> None:
    _one_sentence(cup, tmp_path, words, kind)


def _one_sentence(cup: Line, tmp_path: Path, words: tuple[str, ...], kind: Kind) -> None:
    strange = next(word for word in words if word.startswith("FILE"))
    path = tmp_path / strange.replace("FILE", "strange")
    kind(path)
    places = {strange: path, "CUP": cup.folder, "NEW": tmp_path / "new", "NEW.pdf": tmp_path / "p"}
    said = roundbook(*(places.get(word, word) for word in words))
    assert said.code in {2, 5}, said
    assert 1 <= said.err.count("\n") <= 4, said
    assert "remove" not in said.err, "it may be a device of the system"
    assert not (tmp_path / "new").exists()


def test_our_writing_follows_no_link_into_another_file(cup: Line, tmp_path: Path) -> None:
    """A folder from somebody else leads nobody to write over what is theirs."""
    for name in ("proof head", "attempts.jsonl", "people.json.new", "checkpoint.new", ".serving"):
        (cup.folder / name).unlink(missing_ok=True)
        (tmp_path / name).write_text("mine")
        (cup.folder / name).symlink_to(tmp_path / name)
    cup("note", "hello")
    cup.at("report", "masters-9-9", "2-0")
    cup.run("proof head", "-C", cup.folder, "--sign")
    for name in ("proof head", "attempts.jsonl", "people.json.new", "checkpoint.new", ".serving"):
        assert (tmp_path / name).read_text() == "mine"


@pytest.mark.parametrize("shelf", ["sources", "quarantine", "decks"])
@pytest.mark.parametrize("verb", ["erase", "backup", "transfer"])
def test_a_folder_of_links_leads_nobody_to_files_elsewhere(
    cup: Line, tmp_path: Path, shelf: str, verb: str
) -> None:
    """An erasure deletes what it finds on these shelves, and a backup hands it on."""
    words = {
        "erase": ("people erase", "p1", "--reason", "a parent asked", "--yes", "-C", cup.folder),
        "backup": ("file backup", tmp_path / "b.roundbook-backup", "-C", cup.folder),
        "transfer": ("file transfer", cup.folder, tmp_path / "moved"),
    }[verb]
    mine = tmp_path / "mine"
    (mine / "below").mkdir(parents=True)
    for name in ("letter.txt", "below/p1.txt"):
        (mine / name).write_text("Ana")
    shutil.rmtree(cup.folder / shelf, ignore_errors=True)
    (cup.folder / shelf).symlink_to(mine)
    said = roundbook(*words, code=5)
    assert f"{shelf} is a link, and roundbook does not follow links" in said.err
    assert {path.name for path in mine.rglob("*.txt")} == {"letter.txt", "p1.txt"}
    (cup.folder / shelf).unlink()
    (cup.folder / shelf).mkdir()
    (cup.folder / shelf / "linked").symlink_to(mine / "letter.txt")
    said = roundbook(*words)
    if verb == "erase" and shelf != "quarantine":
        assert said.code == 0, said.err
        assert (cup.folder / shelf / "linked").is_symlink() == (shelf == "decks")
    else:
        assert "linked is a link, and roundbook does not follow links" in said.err
    assert (mine / "letter.txt").read_text() == "Ana"


@pytest.mark.parametrize(
    "words",
    [
        ("proof dossier", "p1", "--out", "FILE", "-C", "CUP"),
        ("proof dossier", "p1", "--pdf", "FILE", "-C", "CUP"),
        ("proof entry", "1", "--out", "FILE", "-C", "CUP"),
    ],
)
def test_a_full_disk_leaves_the_file_that_was_there(
    cup: Line, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """A limit on the size of files acts like a full disk: a write takes only a part."""
    cup.run("proof head", "-C", cup.folder, "--sign")
    printed = "--pdf" in words  # A printed file never replaces another one.
    file = tmp_path / ("kept.pdf" if printed else "kept.tlog-proof")
    before = b"what was there"
    if not printed:
        file.write_bytes(before)
    places = {"FILE": file, "CUP": cup.folder}
    code = (
        "import resource, sys; from roundbook.cli.main import main; "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY)); "
        "sys.exit(main())"
    )
    said = subprocess.run(
        # Without -B, Python would write bytecode that is cut short too.
        [sys.executable, "-B", "-c", code, *words_of([places.get(word, word) for word in words])],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (said.returncode, said.stderr[:13]) == (5, "cannot write:")
    assert "the disk is full, or a limit is reached: nothing was written to" in said.stderr
    assert [*tmp_path.glob("kept*")] == ([] if printed else [file])
    assert printed or file.read_bytes() == before


# --- the signed head ------------------------------------------------------------------------------


@pytest.mark.rule("LED-6")
def test_a_signed_head_is_never_replaced_by_one_of_fewer_lines(cup: Line) -> None:
    cup.run("proof head", "-C", cup.folder, "--sign")
    small = heads.latest(cup.folder)
    cup("note", "hello")
    cup.run("proof head", "-C", cup.folder, "--sign")
    large = heads.latest(cup.folder)
    assert small
    assert large
    assert small.checkpoint.size < large.checkpoint.size
    assert heads.keep(cup.folder, small.note) == large
    assert heads.latest(cup.folder) == large


def test_a_witness_is_not_lost_when_the_same_lines_are_signed_again(cup: Line) -> None:
    cup.run("proof head", "-C", cup.folder, "--sign")
    signed = heads.latest(cup.folder)
    assert signed
    witness = Signature("a-witness", b"\1\2\3\4", bytes(72))
    heads.keep(cup.folder, signed.note.with_more([witness]))
    cup.run("proof head", "-C", cup.folder, "--sign")
    kept = heads.latest(cup.folder)
    assert kept
    assert kept.note.signatures == (*signed.note.signatures, witness)


@pytest.mark.rule("LED-6")
def test_a_head_of_other_lines_is_put_aside_and_not_kept_for_ever(cup: Line) -> None:
    """Whoever goes on with a shorter ledger, for a reason, can sign it again."""
    cup.run("proof head", "-C", cup.folder, "--sign")
    lost = (cup.folder / "checkpoint").read_bytes()
    path = cup.folder / "ledger.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:3]))
    said = cup("note", "hello", "--accept-shorter", "the disk was swapped").err
    assert "checkpoint was not a signed head of this ledger: it was moved to quarantine/ch" in said
    assert cup.run("proof head", "-C", cup.folder, "--sign", code=0).err == ""
    now = heads.latest(cup.folder)
    assert now
    assert now.checkpoint.size == 5, "three lines, that others are lost, and the note"
    assert (cup.folder / "quarantine" / "checkpoint").read_bytes() == lost
    assert roundbook("verify", cup.folder).code == 0


def test_many_who_sign_at_once_lose_no_head_and_go_never_back(cup: Line) -> None:
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", SIGNS, str(cup.folder)],
            cwd=SOURCE,
            env={**os.environ, "PYTHONPATH": str(SOURCE)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for run in runs:
        out, err = run.communicate()
        sizes = [int(each) for each in out.split()]
        assert (run.returncode, err) == (0, "")
        assert sizes == sorted(sizes)


SIGNS = """
import sys
from pathlib import Path
from roundbook.cli.places import heads
from roundbook.ledger.proofs.checkpoints import Checkpoint
from roundbook.ledger.proofs.notes import Note, Signature
folder = Path(sys.argv[1])
for size in (1, 2, 3, 4, 5) * 20:
    tree = heads.tree_of(folder, size)
    note = Note(Checkpoint("x", size, tree.root()).text(), (Signature("x", b"abcd", b"ab"),))
    print(heads.keep(folder, note).checkpoint.size)
"""


# --- what may be read by whom, and what the disk knows --------------------------------------------


@pytest.mark.rule("LED-9")
def test_what_holds_names_is_for_the_eyes_of_its_owner(cup: Line, tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        file, laid = tmp_path / "cup.zip", tmp_path / "laid"
        roundbook("archive", cup.folder, "--unfinished", "a test", "--out", file, code=0)
        assert roundbook("file unpack", file, laid).code == 0
    finally:
        os.umask(before)
    for path in (file, *(each for each in laid.rglob("*") if each.is_file())):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


def test_after_every_rename_its_folder_is_synced(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same as below, seen from within: wherever system calls cannot be traced."""
    waiting: set[Path] = set()
    renamed = 0
    replace = os.replace

    def renames(here: str | Path, there: str | Path) -> None:
        nonlocal renamed
        replace(here, there)
        if "seen" not in Path(there).parts:  # What was seen is no promise.
            waiting.add(Path(there).parent)
            renamed += 1

    def syncs(fd: int) -> None:
        waiting.difference_update(
            [one for one in waiting if os.path.samestat(one.stat(), os.fstat(fd))]
        )

    monkeypatch.setattr(os, "replace", renames)
    monkeypatch.setattr(os, "fsync", syncs)
    for words in (
        ("open", line.folder, "--name", "Cup", "--start", "2026-03-07"),
        ("register", "Ana", "--birth-year", "1990", "-C", line.folder),
        ("proof head", "-C", line.folder, "--sign"),
        ("people erase", "p1", "--reason", "she asked", "--yes", "-C", line.folder),
        ("file import", IMPORTS / "03_challenge_five_players_final.tdf", line.home / "imported"),
    ):
        assert roundbook(*words).code == 0
        assert not waiting, words
    assert renamed >= 8


@pytest.mark.tools
def test_every_name_that_was_changed_is_on_the_disk_before_anything_is_said(
    line: Line, tmp_path: Path
) -> None:
    """A rename is lost with the power unless its folder was synced: a name with it, or all draws.

    The system calls of the real program are read, what it renames, and which folders it syncs.
    """
    traces = shutil.which("strace")
    probe = [traces or "", "-o", "/dev/null", "true"]
    if traces is None or subprocess.run(probe, capture_output=True, check=False).returncode:
        pytest.skip("no strace that can trace system calls: only seen from within")
    env = {**os.environ, "PYTHONPATH": str(SOURCE), "ROUNDBOOK_HOME": str(line.home)}
    renamed = 0
    for words in (
        ("open", line.folder, "--name", "Cup", "--start", "2026-03-07"),
        ("register", "Ana", "--birth-year", "1990", "-C", line.folder),
        ("proof head", "-C", line.folder, "--sign"),
    ):
        log = tmp_path / f"{words[0]}.trace"
        strace = [traces, "-f", "-y", "-o", str(log), "-e", CALLS, sys.executable, "-c", DURABLE]
        done = subprocess.run([*strace, *words_of(words)], cwd=SOURCE, env=env, check=False)
        assert done.returncode == 0
        calls = log.read_text(errors="replace").splitlines()
        for at, call in enumerate(calls):
            if " rename" not in call or "/seen/" in call:  # What was seen is no promise.
                continue
            place = Path(call.split('"')[3]).parent
            renamed += 1
            assert any("sync(" in each and f"<{place}>)" in each for each in calls[at:]), call
    assert renamed >= 4


CALLS = "trace=rename,renameat,renameat2,fsync,fdatasync"


@pytest.mark.parametrize("name", ["ledger.jsonl", ".lock", ".serving"])
def test_a_link_in_the_place_of_a_file_leads_no_writer_elsewhere(
    cup: Line, tmp_path: Path, name: str
) -> None:
    """The ledger of somebody else would be written, and cut back, without their lock."""
    theirs = tmp_path / "theirs"
    shutil.copytree(cup.folder, theirs)
    with (theirs / "ledger.jsonl").open("ab") as ledger:
        ledger.write(b"JUNK")  # A writer moves this to the quarantine.
    (theirs / name).touch()
    before = (theirs / "ledger.jsonl").read_bytes(), (theirs / name).read_bytes()
    (cup.folder / name).unlink(missing_ok=True)
    (cup.folder / name).symlink_to(theirs / name)
    verbs: dict[str, list[tuple[object, ...]]] = {
        "ledger.jsonl": [
            ("standings", "-C", cup.folder),
            ("verify", cup.folder),
            ("proof head", "-C", cup.folder),
            ("file backup", tmp_path / "b.roundbook-backup", "-C", cup.folder),
            ("note", "x", "-C", cup.folder),
        ],
        ".lock": [("note", "x", "-C", cup.folder)],
        ".serving": [("serve", cup.folder), ("serve", cup.folder.parent)],
    }
    for words in verbs[name]:
        said = roundbook(*words, code=5)
        assert f"{cup.folder / name} is a link, and roundbook does not follow links" in said.err, (
            words
        )
    assert ((theirs / "ledger.jsonl").read_bytes(), (theirs / name).read_bytes()) == before
    assert not (theirs / "quarantine").exists()
    assert not (tmp_path / "b.roundbook-backup").exists()
