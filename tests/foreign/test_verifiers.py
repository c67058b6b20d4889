"""Programs that nobody here wrote accept what roundbook hands out, and reject what was changed.

Which of them there are depends on the machine: `.ci/verifiers/install .gate/verifiers` fetches
those that come from an index, and each that is missing is named as skipped.
"""

import base64
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from roundbook.cli.places import signing
from roundbook.ledger.proofs.checkpoints import Checkpoint, signed
from roundbook.ledger.proofs.notes import vkey_of
from roundbook.ledger.proofs.tree import Tree, leaf
from tests.cli.line import Line

pytestmark = pytest.mark.tools

HERE = Path(__file__).resolve().parent
INSTALLED = Path(os.environ.get("ROUNDBOOK_VERIFIERS", HERE.parents[1] / ".gate" / "verifiers"))
GO = Path("/usr/share/gocode")
ACCEPTED, REJECTED = 0, 9
PLAYERS, REPORTED, ENTRY = 300, 12, 283

Program = Callable[[Path], list[str]]
"""Gives the command that checks a folder."""


# --- what is handed out --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def handed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return what a stranger is given after a witnessed event, made at the command line.

    `vkey`; `entry.tlog-proof` and `entry.line`; `checkpoint` and `older`, two signed heads, and
    `consistency`, which joins them; `tile/`, all of the ledger. `fork` is no part of it: a head of
    another branch, signed with the same key.
    """
    away = tmp_path_factory.mktemp("event")
    line = Line(away / "home", away / "cup")
    folder = away / "handed"
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROUNDBOOK_HOME", str(line.home))
        line.start()
        rows = [f"Player {number:04},{number},1990" for number in range(1, PLAYERS + 1)]
        (away / "players.csv").write_text("\n".join(("name,id,birth year", *rows, "")))
        line("register", away / "players.csv")
        for verb in ("announce", "pair", "start"):
            line(verb)
        shutil.copy(line.folder / "checkpoint", folder / "older")
        for match in line.tables(1)[:REPORTED]:
            line("report", match, "2-0")
        assert line.run("proof head", "-C", line.folder, "--sign").code == 0
        patch.setenv("ROUNDBOOK_HOME", str(away / "judge"))
        assert line.run("proof witness", "-C", line.folder, "--name", "judge").code == 0
        patch.setenv("ROUNDBOOK_HOME", str(line.home))
        hand_out(line, folder)
        assert line.run("verify", line.folder).code == 0
    return folder


def hand_out(line: Line, folder: Path) -> None:
    """Write all of it but the older head, with the commands of docs/library.md."""
    page = (HERE.parents[1] / "docs" / "library.md").read_text(encoding="utf-8")
    made, grown, *_ = re.findall(
        r"^```sh\n(.*?)^```$",
        page.partition("## Checking with other programs")[2],
        re.MULTILINE | re.DOTALL,
    )
    assert " entry 17 " in made
    commands = (made + grown).replace(" entry 17 ", f" entry {ENTRY} ")
    program = folder.parent / "bin" / "roundbook"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m roundbook "$@"\n')
    program.chmod(0o755)
    env = os.environ | {
        "PATH": os.pathsep.join((str(program.parent), os.environ["PATH"])),
        "PYTHONPATH": str(HERE.parents[1]),
    }
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands],
        cwd=folder.parent, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = (line.folder / "ledger.jsonl").read_bytes().split(b"\n")[:-1]
    origin, size, _ = (folder / "older").read_text(encoding="utf-8").split("\n", 2)
    other = Tree.over(map(leaf, [b"{}", *lines[1 : int(size)]]))
    branch = Checkpoint(origin, int(size), other.root())
    note = signed(branch, origin, signing.current(line.home, b""))
    (folder / "fork").write_bytes(note.to_bytes())


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


# --- the programs --------------------------------------------------------------------------------


def needed(there: bool, what: str) -> None:
    """Skip, and say so at the end of the run, where a program is not on this machine."""
    if not there:
        pytest.skip(f"no {what}")


def openssl(away: Path) -> Program:
    needed(shutil.which("openssl") is not None, "openssl")
    return lambda folder: ["sh", str(HERE / "openssl.sh"), str(folder)]


def go(away: Path) -> Program:
    there = shutil.which("go") is not None and (GO / "src/golang.org/x/mod/sumdb").is_dir()
    needed(there, "golang-go with golang-golang-x-mod-dev")
    built = away / "verify"
    env = {**os.environ, "GO111MODULE": "off", "GOPATH": str(GO), "GOCACHE": str(away / "cache")}
    command = ["go", "build", "-o", str(built), str(HERE / "main.go")]
    made = subprocess.run(command, env=env, cwd=away, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return lambda folder: [str(built), str(folder)]


def sigstore_js(away: Path) -> Program:
    modules = INSTALLED / "npm"
    there = (modules / "node_modules" / "@sigstore" / "verify").is_dir()
    needed(there and shutil.which("node") is not None, "@sigstore/verify")
    return lambda folder: ["node", str(HERE / "sigstore.mjs"), str(modules), str(folder)]


def library(name: str) -> Callable[[Path], Program]:
    def asked(away: Path) -> Program:
        python = INSTALLED / "venv" / "bin" / "python"
        needed(python.exists(), name)
        return lambda folder: [str(python), "-I", str(HERE / "libraries.py"), name, str(folder)]

    return asked


PROGRAMS: dict[str, Callable[[Path], Program]] = {
    "openssl": openssl,
    "go": go,
    "@sigstore/verify": sigstore_js,
    "tlog-scales": library("tlog-scales"),
    "metamorphic-log": library("metamorphic-log"),
    "sigstore": library("sigstore"),
}
PROVING = tuple(PROGRAMS)[1:]
"""All but OpenSSL, which knows signatures and no trees."""
JOINING = ("go", "tlog-scales", "metamorphic-log")
"""Those that are asked whether a ledger only grew."""


@pytest.fixture(scope="module", params=PROGRAMS)
def program(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Program]:
    return request.param, PROGRAMS[request.param](tmp_path_factory.mktemp("program"))


def asked(program: Program, folder: Path) -> tuple[int, str]:
    done = subprocess.run(program(folder), capture_output=True, text=True, check=False, timeout=120)
    return done.returncode, done.stdout + done.stderr


# --- how it is tampered with ---------------------------------------------------------------------


def put(folder: Path, name: str, change: Callable[[str], str]) -> None:
    path = folder / name
    before = path.read_text(encoding="utf-8")
    after = change(before)
    assert after != before, f"{name} was left as it is"
    path.write_text(after, encoding="utf-8")


def heads(folder: Path, change: Callable[[list[str], int], None]) -> None:
    """Change the signed head where it lies and in the proof, given where its text begins."""
    for name in ("checkpoint", "entry.tlog-proof"):
        lines = (folder / name).read_text(encoding="utf-8").split("\n")
        change(lines, 0 if name == "checkpoint" else lines.index("") + 1)
        put(folder, name, lambda _, lines=lines: "\n".join(lines))  # type: ignore[misc]


def flipped(text: str, at: int) -> str:
    data = bytearray(base64.b64decode(text))
    data[at] ^= 1
    return b64(bytes(data))


def root_flipped(folder: Path) -> None:
    def change(lines: list[str], top: int) -> None:
        lines[top + 2] = flipped(lines[top + 2], 17)

    heads(folder, change)


def size_changed(folder: Path) -> None:
    def change(lines: list[str], top: int) -> None:
        lines[top + 1] = str(int(lines[top + 1]) + 1)

    heads(folder, change)


def signature_flipped(folder: Path) -> None:
    def change(lines: list[str], top: int) -> None:
        dash, name, blob = lines[top + 4].split(" ")
        lines[top + 4] = f"{dash} {name} {flipped(blob, 40)}"

    heads(folder, change)


def another_key(folder: Path) -> None:
    put(folder, "vkey", lambda text: f"{vkey_of(text.split('+')[0], b'another'.ljust(32))}\n")


def path_changed(name: str, change: Callable[[list[str]], list[str]]) -> Callable[[Path], None]:
    """Change the hashes of a path: of the proof, below its second line, or of `consistency`."""

    def tamper(folder: Path) -> None:
        def changed(text: str) -> str:
            above, gap, below = text.rstrip("\n").partition("\n\n")
            lines = above.split("\n")
            led = 2 if gap else 0
            end = gap + below + "\n" if gap else "\n"
            return "\n".join((*lines[:led], *change(lines[led:]))) + end

        put(folder, name, changed)

    return tamper


def index_changed(folder: Path) -> None:
    put(
        folder,
        "entry.tlog-proof",
        lambda text: text.replace(f"index {ENTRY - 1}\n", f"index {ENTRY}\n"),
    )


def leaf_changed(folder: Path) -> None:
    put(folder, "entry.line", lambda text: text.replace('"organiser"', '"judge"', 1))


def forked(folder: Path) -> None:
    shutil.copy(folder / "fork", folder / "older")


def tile_flipped(name: str) -> Callable[[Path], None]:
    def tamper(folder: Path) -> None:
        [path, *_] = sorted(path for path in (folder / "tile" / name).rglob("*") if path.is_file())
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)

    return tamper


PROOF = "entry.tlog-proof"
TAMPERED: dict[str, tuple[Callable[[Path], None], tuple[str, ...]]] = {
    "the root is flipped": (root_flipped, tuple(PROGRAMS)),
    "the size is another": (size_changed, tuple(PROGRAMS)),
    "the signature is flipped": (signature_flipped, tuple(PROGRAMS)),
    "the key is another": (another_key, tuple(PROGRAMS)),
    "the index is another": (index_changed, PROVING),
    "the line is another": (leaf_changed, PROVING),
    "the path is cut": (path_changed(PROOF, lambda path: path[:-1]), PROVING),
    "the path is too long": (path_changed(PROOF, lambda path: [*path, path[0]]), PROVING),
    "the path is swapped": (path_changed(PROOF, lambda path: path[::-1]), PROVING),
    "the path is flipped": (
        path_changed(PROOF, lambda path: [flipped(path[0], 3), *path[1:]]),
        PROVING,
    ),
    "the older head is of another branch": (forked, JOINING),
    "what joins the heads is cut": (path_changed("consistency", lambda p: p[:-1]), JOINING),
    "what joins the heads is flipped": (
        path_changed("consistency", lambda path: [*path[:-1], flipped(path[-1], 9)]),
        JOINING,
    ),
    "a line in the tiles is another": (tile_flipped("entries"), ("tlog-scales",)),
    "a hash in the tiles is another": (tile_flipped("0"), ("tlog-scales",)),
}


# --- the tests -----------------------------------------------------------------------------------


@pytest.mark.rule("LED-3", "LED-6")
def test_what_is_handed_out_is_accepted(program: tuple[str, Program], handed: Path) -> None:
    name, ask = program
    code, said = asked(ask, handed)
    assert code == ACCEPTED, f"{name}: {said}"


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize(
    ("program", "tampering"),
    [
        (name, what)
        for name in PROGRAMS
        for what, (_, seen_by) in TAMPERED.items()
        if name in seen_by
    ],
    indirect=["program"],
)
def test_what_was_changed_is_rejected(
    program: tuple[str, Program], handed: Path, tmp_path: Path, tampering: str
) -> None:
    name, ask = program
    shutil.copytree(handed, tmp_path / "forged")
    TAMPERED[tampering][0](tmp_path / "forged")
    code, said = asked(ask, tmp_path / "forged")
    assert code == REJECTED, f"{name}: {said}"


def test_a_program_that_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(globals(), "INSTALLED", tmp_path)
    for name, find in PROGRAMS.items():
        with pytest.raises(pytest.skip.Exception, match=f"no .*{name.lstrip('@')[:8]}"):
            find(tmp_path)
