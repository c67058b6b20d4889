"""Plug-ins: asked only for what is unknown here, each fault a sentence, none when verifying."""

import sys
from pathlib import Path

import pytest

from tests.cli.line import Line
from tests.cli.plugged import plugged
from tests.cli.typed import IMPORTS, files

RESULTS = """
round;player1;player2;result
1;Ana Roy;Ben Ito;2-1
1;Cleo Fox;Dan Ash;2-0
2;Ana Roy;Cleo Fox;2-0
2;Ben Ito;Dan Ash;0-2
"""
ODD = "NIGHTPAIR 1\nAna Roy>Ben Ito\n"
"""A file in a format that nobody knows but a plug-in."""

READS = f'''
ASKED = []

def read(name, data):
    ASKED.append(name)
    if not data.startswith(b"NIGHTPAIR"):
        return None
    return """{RESULTS}""".lstrip()
'''
LOOKS = """
def look(ledger):
    for entry in ledger.entries:
        if any(type(event).__name__ == "PlayerDropped" for event in entry.events):
            yield entry.seq, "somebody left."
"""


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    path = tmp_path / "cup.npr"
    path.write_text(ODD)
    return path


def test_a_file_of_an_unknown_format_is_read_by_an_importer(
    line: Line, tmp_path: Path, odd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugged(tmp_path, monkeypatch, "nightpair", READS, importers="nightpair = nightpair:read")
    said = line.run("file import", odd, line.folder, "--start", "2026-03-07", code=0)
    assert "warning: " in said.err
    assert "it was read by the plug-in nightpair (nightpair 1.0)." in said.err
    assert line.run("standings", "-C", line.folder).out.index("Ana Roy") > 0
    kept = [path.read_bytes() for path in (line.folder / "sources").iterdir()]
    assert kept == [RESULTS.lstrip().encode()]


def test_whoever_verifies_needs_no_plug_in_and_none_is_loaded(
    line: Line, tmp_path: Path, odd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        plugged(tmp_path, patch, "nightpair", READS, importers="nightpair = nightpair:read")
        line.run("file import", odd, line.folder, "--start", "2026-03-07", code=0)
    code = "raise SystemExit('loaded')"
    members = {"importers": "trap = trap:read", "remarks": "trap = trap:look"}
    plugged(tmp_path, monkeypatch, "trap", code, **members)
    assert line.run("verify", line.folder).code == 0
    assert line.run("archive", line.folder, "--out", tmp_path / "cup.zip", code=0)
    assert line.run("verify", tmp_path / "cup.zip").code == 0
    assert line.run("proof lint", "-C", line.folder, "--only", "second-bye").code == 0
    assert line.run("file check", IMPORTS / "02_prerelease_mixed_pod_drops_final.tdf").code == 0
    assert "trap" not in sys.modules


def test_a_known_file_is_never_shown_to_an_importer(
    tmp_path: Path, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugged(tmp_path, monkeypatch, "greedy", READS, importers="greedy = greedy:read")
    save = IMPORTS / "03_challenge_five_players_final.tdf"
    assert line.run("file check", save, code=0)
    torn = tmp_path / "torn.tdf"
    torn.write_bytes(save.read_bytes()[:2000])
    assert "breaks off inside" in line.run("file check", torn, code=5).err
    assert "greedy" not in sys.modules
    assert line.run("file import", tmp_path / "none.npr", line.folder, code=5)
    assert "greedy" not in sys.modules


def test_the_first_importer_that_knows_the_file_is_believed(
    line: Line, tmp_path: Path, odd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the order of their names; one that does not know it says nothing."""
    none = "def read(name, data):\n    return None\n"
    plugged(tmp_path, monkeypatch, "aaa", none, importers="aaa = aaa:read")
    plugged(tmp_path, monkeypatch, "nightpair", READS, importers="nightpair = nightpair:read")
    plugged(tmp_path, monkeypatch, "zzz", "1 / 0", importers="zzz = zzz:read")
    said = line.run("file check", odd)
    assert "plug-in nightpair" in said.err
    assert "zzz" not in said.out + said.err


NOTHING = "def read(name, data):\n    return 3\n"
ODD_AGAIN = "def read(name, data):\n    return 'still odd'\n"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import no_such_module", "cannot be loaded: ModuleNotFoundError: No module named"),
        ("raise SystemExit(7)", "cannot be loaded: SystemExit"),
        ("read = 3", "cannot be called"),
        ("def other(): pass", "cannot be loaded: AttributeError"),
        (
            "def read(name, data):\n    raise ValueError('line 3\\nis odd')",
            "ValueError: line 3?is odd",
        ),
        ("def read(name, data):\n    raise SystemExit", "failed: SystemExit."),
        ("def read():\n    pass", "failed: TypeError: read() takes 0 positional arguments"),
        (NOTHING, "failed: it returned int, not the text of a file."),
    ],
)
def test_an_importer_that_fails_is_one_sentence_with_its_name(
    line: Line, tmp_path: Path, odd: Path, monkeypatch: pytest.MonkeyPatch, code: str, said: str
) -> None:
    plugged(tmp_path, monkeypatch, "broken", code, importers="broken = broken:read")
    told = line.run("file import", odd, line.folder, code=5)
    first, *hints = told.err.splitlines()
    assert first.startswith("cannot read: the plug-in broken of broken 1.0 ")
    assert said in first
    assert hints == ["  hint: Ask its authors, or leave it out: `roundbook --no-plugins …`."]
    assert not line.folder.exists()


def test_what_an_importer_made_is_checked_like_any_file(
    line: Line, tmp_path: Path, odd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugged(tmp_path, monkeypatch, "vague", ODD_AGAIN, importers="vague = vague:read")
    said = line.run("file import", odd, line.folder, code=5)
    assert said.err.startswith(f"cannot read: {odd}: line 1: this is not XML")
    assert not line.folder.exists()


@pytest.mark.parametrize(
    ("says", "told"),
    [("one\\ntwo", "2 lines, which are not shown."), ("one", "1 line, which is not shown.")],
)
def test_a_plug_in_that_prints_is_told_off_and_nothing_of_it_is_shown(
    line: Line, tmp_path: Path, odd: Path, monkeypatch: pytest.MonkeyPatch, says: str, told: str
) -> None:
    loud = READS.replace("    ASKED", f"    print('{says}')\n    ASKED") + "print('loading')\n"
    plugged(tmp_path, monkeypatch, "loud", loud, importers="loud = loud:read")
    said = line.run("file check", odd, "--json")
    assert f"the plug-in loud printed {told}" in said.err
    assert said.data
    assert "loading" not in said.out + said.err


def test_without_plug_ins_nothing_is_asked(
    line: Line, tmp_path: Path, odd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    members = {"importers": "nightpair = nightpair:read", "remarks": "left = nightpair:look"}
    plugged(tmp_path, monkeypatch, "nightpair", READS + LOOKS, **members)
    line.begin("Ana", "Ben")
    assert "this is not XML" in line.run("--no-plugins", "file", "check", odd, code=5).err
    said = line.run("--no-plugins", "proof", "lint", "-C", line.folder, "--only", "left", code=2)
    assert "Plug-ins are switched off." in said.err
    monkeypatch.setenv("ROUNDBOOK_NO_PLUGINS", "1")
    assert "this is not XML" in line.run("file check", odd, code=5).err
    assert "nightpair" not in sys.modules
    monkeypatch.delenv("ROUNDBOOK_NO_PLUGINS")
    assert "plug-in nightpair" in line.run("file check", odd).err


def test_a_remark_is_asked_by_its_name_alone(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugged(tmp_path, monkeypatch, "leavers", LOOKS, remarks="left = leavers:look")
    line.begin("Ana", "Ben", "Cho")
    line("drop", "Ana")
    before, entries = files(line.folder), len(line.ledger())
    assert "somebody left" not in line.run("proof lint", "-C", line.folder).out
    assert "leavers" not in sys.modules
    said = line.run("proof lint", "-C", line.folder, "--only", "left", "--json", code=1)
    assert said.data["remarks"] == [{"lint": "left", "seq": entries, "message": "somebody left."}]
    assert (
        "somebody left." in line.run("proof lint", "-C", line.folder, "--only", "left", code=1).out
    )
    assert files(line.folder) == before


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def look(ledger):\n    raise KeyError('place')", "failed: KeyError: 'place'."),
        ("def look(ledger):\n    yield 1, 'a.'\n    1 / 0", "failed: ZeroDivisionError"),
        ("def look(ledger):\n    return ['odd']", "made a remark that is not an entry's number"),
        (
            "def look(ledger):\n    return [(0, 'before')]",
            "made a remark on entry 0, which does not exist",
        ),
        ("def look(ledger):\n    return 7", "failed: it returned int, not remarks."),
    ],
)
def test_a_remark_that_fails_is_one_sentence_with_its_name(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, said: str
) -> None:
    plugged(tmp_path, monkeypatch, "grumpy", code, remarks="grumpy = grumpy:look")
    line.begin("Ana", "Ben")
    first, *_ = line.run(
        "proof lint", "-C", line.folder, "--only", "grumpy", code=5
    ).err.splitlines()
    assert first.startswith("cannot read: the plug-in grumpy of grumpy 1.0 ")
    assert said in first


def test_a_remark_that_nobody_knows_is_said(line: Line) -> None:
    line.begin("Ana", "Ben")
    said = line.run("proof lint", "-C", line.folder, "--only", "no-such", code=2).err
    assert "there is no finding 'no-such', and no plug-in of that name is in use." in said


def test_the_plug_ins_are_listed_with_what_is_wrong(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert line.run("lab plugins", code=0).out.startswith("No plug-ins are installed.")
    plugged(tmp_path, monkeypatch, "nightpair", READS, importers="nightpair = nightpair:read")
    assert line.run("lab plugins", code=0).out == "importer nightpair (nightpair 1.0)\n"
    plugged(tmp_path, monkeypatch, "broken", "1 / 0", remarks="broken = broken:look")
    said = line.run("lab plugins", "--json", code=1).data
    assert said["used"] is True
    assert [(one["kind"], one["name"], bool(one.get("wrong"))) for one in said["plugins"]] == [
        ("importer", "nightpair", False),
        ("remark", "broken", True),
    ]
    out = line.run("lab plugins", code=1).out
    assert "  the plug-in broken of broken 1.0 cannot be loaded: ZeroDivisionError: " in out
    monkeypatch.delitem(sys.modules, "broken", raising=False)
    assert "Plug-ins are switched off." in line.run("--no-plugins", "lab", "plugins", code=0).out


def test_the_prompt_uses_plug_ins_as_the_command_that_began_it(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugged(tmp_path, monkeypatch, "leavers", LOOKS, remarks="left = leavers:look")
    line.begin("Ana", "Ben", "Cho")
    line("drop", "Ana")
    typed = b"proof lint --only left\nquit\n"
    said = line.run("--no-plugins", "desk", "-C", line.folder, stdin=typed)
    assert "Plug-ins are switched off." in said.out + said.err
    assert "leavers" not in sys.modules
    assert "somebody left." in line.run("desk", "-C", line.folder, stdin=typed).out
