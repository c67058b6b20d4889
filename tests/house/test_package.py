"""The wheel holds the application and nothing else, and what it needs is pinned for the gate."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.message import Message
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from roundbook.cli.verbs import WORDS
from roundbook.ledger.optional_packages import EXTRAS, missing
from tests.cli.typed import files
from tests.house.test_sbom import closure
from tests.house.tree import PACKAGES, ROOT

pytestmark = pytest.mark.tools

CORE = {"charset-normalizer", "click", "cryptography", "defusedxml", "msgspec", "pydantic"}
CUP = ROOT / "fixtures" / "imports" / "01_cup_two_pods_cut_final.tdf"
MOST = 45_000_000
"""Bytes that a reviewer installs who only reads, with what Python compiles of it."""

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    [file] = out.iterdir()
    return zipfile.ZipFile(file)


def about(wheel: zipfile.ZipFile) -> Message:
    [name] = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    return message_from_bytes(wheel.read(name))


KEPT = {".py", ".toml", ".js", ".css", ".html", ".txt", ".mo", ".svg", ".ttf", ".woff2"}


def test_the_wheel_holds_every_module_and_every_edition(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    kept = {
        f"roundbook/{path.relative_to(ROOT).as_posix()}"
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.suffix in KEPT or path.name == "RELEASED"
    }
    assert kept <= names
    named = ("ledger/rulesets/play_2017.toml", "ledger/rulesets/RELEASED", "cli/archive/page.html")
    assert {f"roundbook/{name}" for name in named} <= names


def test_the_wheel_holds_neither_tests_nor_fixtures_nor_leftovers(wheel: zipfile.ZipFile) -> None:
    rooms = {Path(name).parts[0] for name in wheel.namelist()}
    assert {room for room in rooms if not room.endswith((".dist-info", ".data"))} == {"roundbook"}
    assert [name for name in wheel.namelist() if "__pycache__" in name] == []
    work = [name for name in wheel.namelist() if name.endswith((".po", ".pot"))]
    assert work == [], "a program reads catalogues as they are compiled"


def test_the_wheel_holds_a_manual_page_of_each_command(wheel: zipfile.ZipFile) -> None:
    pages = {
        name.rpartition("/")[2]: wheel.read(name).decode()
        for name in wheel.namelist()
        if ".data/data/share/man/man1/" in name
    }
    assert {*pages} == {"roundbook.1", *(f"roundbook-{verb}.1" for verb in WORDS)}
    assert "\n.SH NAME\nroundbook\\-pair \\- Pair the next round.\n" in pages["roundbook-pair.1"]
    assert '\n.SH "DECK JUDGE"\n' in pages["roundbook-deck.1"]
    assert all(f"\n{verb} ".replace("-", "\\-") in pages["roundbook.1"] for verb in WORDS)
    assert "\\-\\-dry\\-run" in pages["roundbook.1"]
    # Nothing of a help is read as an instruction of man.
    lines = {line for page in pages.values() for line in page.splitlines()}
    told = {line for line in lines if line.startswith((".", "'"))}
    assert {line.split()[0] for line in told} == {".TH", ".SH", ".nf", ".fi"}


def test_the_wheel_says_what_it_is(wheel: zipfile.ZipFile) -> None:
    said = about(wheel)
    assert said["Name"] == "roundbook"
    assert said["Requires-Python"] == ">=3.11"
    assert said["License-Expression"] == "MIT"
    fonts = "projections/reports/paper/fonts/LICENSE.txt"
    others = {f"cli/web/static/{name}.LICENSE.txt" for name in ("icons", "sofia-sans")}
    assert {*said.get_all("License-File", [])} == {"LICENSE", fonts, *others}
    scripts = [name for name in wheel.namelist() if name.endswith("entry_points.txt")]
    assert wheel.read(scripts[0]).decode().split() == [
        "[console_scripts]",
        "roundbook",
        "=",
        "roundbook:main",
    ]


def test_the_wheel_asks_for_no_tool_of_the_workshop(wheel: zipfile.ZipFile) -> None:
    asked = [Requirement(line) for line in about(wheel).get_all("Requires-Dist", [])]
    always = {requirement.name for requirement in asked if requirement.marker is None}
    assert always == CORE
    assert set(about(wheel).get_all("Provides-Extra", [])) == {
        *EXTRAS,
        "all",
        "bench",
        "dev",
        "docs",
        "test",
        "test-all",
    }


def brought_by(extra: str) -> Iterator[str]:
    """Yield the distributions of an extra, with those of the extras that it takes along."""
    for requirement in map(Requirement, PROJECT["optional-dependencies"][extra]):
        if requirement.name == PROJECT["name"]:
            for other in requirement.extras:
                yield from brought_by(other)
        else:
            yield requirement.name


def test_every_module_that_is_left_out_is_known_by_the_extra_that_brings_it() -> None:
    by_module = packages_distributions()
    for name, extra in EXTRAS.items():
        known = {canonicalize_name(by_module[module][0]) for module in extra.modules}
        others = {each for other in EXTRAS if other != name for each in brought_by(other)}
        assert known <= set(brought_by(name)), name
        assert set(brought_by(name)) - known <= others, name
    everything = {one for name in EXTRAS for one in brought_by(name)}
    assert set(brought_by("all")) == everything
    assert not everything & CORE


def test_a_module_that_no_extra_brings_stays_an_error() -> None:
    with pytest.raises(ModuleNotFoundError, match="nobody_has_this"):
        missing(ModuleNotFoundError("No module named 'nobody_has_this'", name="nobody_has_this"))


def pins() -> dict[str, str]:
    lines = (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = [line.split("==") for line in lines if not line.startswith("#")]
    return {canonicalize_name(name): version for name, version in pinned}


@pytest.mark.parametrize("pinned", ["constraints.txt", "verifiers/requirements.txt"])
def test_the_gate_installs_exact_versions_and_names_no_index(pinned: str) -> None:
    for line in (ROOT / ".ci" / pinned).read_text(encoding="utf-8").splitlines():
        assert line.startswith("#") or re.fullmatch(r"[\w.-]+==[\w.]+", line), line


def test_every_pinned_version_is_one_that_the_project_allows() -> None:
    extras = PROJECT["optional-dependencies"].values()
    asked = [*PROJECT["dependencies"], *(line for extra in extras for line in extra)]
    for requirement in map(Requirement, asked):
        if requirement.name != PROJECT["name"]:
            version = pins().get(canonicalize_name(requirement.name))
            assert version is not None, f"{requirement.name} is not pinned"
            assert requirement.specifier.contains(version), f"{requirement} excludes {version}"


OWN = """import cli.main
import ledger
"""
ITS = """import roundbook
"""
USES = """import sys

cup = roundbook.open(sys.argv[1])
first: roundbook.Standing = cup.standings()[0]
print(ledger.mine, cli.main.mine, first.place, first.record)
"""
PROGRAM = f"{OWN}{ITS}{USES}"
"""A program that has a `ledger` and a `cli`, and reads a tournament."""


@pytest.fixture(scope="module")
def site(wheel: zipfile.ZipFile, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which roundbook lies as installed, next to a program's own modules."""
    site = tmp_path_factory.mktemp("site")
    wheel.extractall(site)
    (site / "ledger.py").write_text('mine: str = "my ledger"\n')
    for package in ("projections", "cli"):
        (site / package).mkdir()
        (site / package / "__init__.py").touch()
    (site / "cli" / "main.py").write_text('mine: str = "my cli"\n')
    return site


def python(site: Path, code: str, *words: object) -> subprocess.CompletedProcess[str]:
    """Run Python where `site` is what is installed, outside the checkout."""
    env = os.environ | {"PYTHONPATH": str(site)}
    command = [sys.executable, "-c", code, *map(str, words)]
    return subprocess.run(
        command, cwd=site.parent, env=env, capture_output=True, text=True, check=False
    )


RUN = "import sys; sys.argv[0] = 'roundbook'; from roundbook import main; main()"


def test_the_command_runs_next_to_a_program_with_a_ledger_and_a_cli(site: Path) -> None:
    said = python(site, RUN, "file", "replay", CUP, "--edition", "tom")
    assert (said.returncode, said.stderr) == (0, "")
    assert "All 35 official places" in said.stdout


@pytest.mark.parametrize("program", [f"{OWN}{ITS}{USES}", f"{ITS}{OWN}{USES}"])
def test_a_program_keeps_its_own_ledger_and_cli(site: Path, program: str) -> None:
    """Whichever is imported first; and the program's path is left as it was."""
    code = f"import sys; before = sys.path.copy()\n{program}\nassert sys.path == before"
    said = python(site, code, CUP)
    assert (said.stdout, said.stderr) == ("my ledger my cli 1 4-1-0\n", "")


def mypy(site: Path, program: str) -> tuple[int, str]:
    """Check a program as its author would, where roundbook is installed."""
    (site / "program.py").write_text(program)
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", "", "program.py"]
    said = subprocess.run(command, cwd=site, capture_output=True, text=True, check=False)
    return said.returncode, said.stdout


def test_a_program_is_type_checked_against_what_is_installed(site: Path) -> None:
    assert mypy(site, PROGRAM) == (0, "Success: no issues found in 1 source file\n")
    code, said = mypy(site, f"{PROGRAM}\nreveal_type(cup)\nx: int = first.record\nroundbook.pair\n")
    assert code == 1
    assert 'Revealed type is "roundbook.cli.library.ledger.Ledger"' in said
    assert "Incompatible types in assignment" in said
    assert 'Module has no attribute "pair"' in said


KEEPS = """import sys
from collections import Counter
from fractions import Fraction

import cli.main
import ledger
import roundbook
from roundbook import events, testing


def corrected(cup: roundbook.Ledger) -> Counter[str]:
    \"\"\"An answer of our own: how many results each author corrected.\"\"\"
    found: Counter[str] = Counter()
    for entry in cup.entries:
        for event in entry.events:
            if isinstance(event, events.ResultCorrected):
                found[entry.hand.id] += 1
    return found


def main(folder: str) -> None:
    desk = roundbook.create(folder, "Spring Cup", start="2026-03-07")
    for name in ("Ana Roy", "Ben Ito", "Cleo Fox", "Dan Ash"):
        desk.register(name, birth_year=1990)
    official = desk.given(override=["rounds-differ"], because="a small event")
    official.announce(said={"masters": 3}, prizes=0)
    desk.pair()
    desk.start()
    seen: int = len(desk.ledger().entries)
    answer: roundbook.Answer = desk.report("1", "2-1")
    desk.report("2", "2-0")
    desk.correct("1", "1-2", reason="read upside down")
    desk.fact("example.org/seats/1", "plan-2", data='{"table": 7}')
    try:
        desk.report("masters-9-9", "2-0")
    except roundbook.Refused as refused:
        rule: str | None = refused.rule
        print(rule, refused.citation, refused.hint)
    cup = desk.ledger()
    for entry in cup.follow(after=seen, waits=False):
        print(entry.seq, *(type(event).__name__ for event in entry.events))
    first: roundbook.Standing = cup.standings(after=1)[0]
    why: roundbook.Explanation = cup.explain(first.player)
    rate: Fraction = why.standing.op_win
    print(first.record, rate, dict(corrected(cup)), cup.facts()[0].data)
    print(cup.as_of("before round 1").rounds(), cup.why("masters-1").round, answer.entries[0].seq)
    print(cup.what_if({"masters-1-1": "2-0"}).locked, cup.blame("masters-1-1").made_by)
    told = testing.play("register ana ben; round 1 ana>ben; report 1-1 0-2 ! already-reported")
    print(told.standings()[0].record, bool(cup.verify().damaged))
    print(ledger.mine, cli.main.mine)


main(sys.argv[1])
"""
"""A project with a `ledger` and a `cli` of its own that keeps an event from beginning to end."""

KEPT_SAID = """match-unknown TOP §4 Check the pool, the round and the table: `roundbook pairings`.
9 ResultReported
10 ResultReported
11 ResultCorrected
12 FactAdded
1-0-0 1/4 {'h1': 1} {'table': 7}
[] 1 9
() (7, 11)
1-0-0 False
my ledger my cli
"""


def test_a_foreign_project_keeps_an_event_and_its_types_hold(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It imports, appends, follows, explains, and `mypy --strict` ignores nothing."""
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    said = python(site, KEEPS, tmp_path / "cup")
    assert (said.stderr, said.stdout) == ("", KEPT_SAID)
    code, wrong = mypy(site, f"{KEEPS}\nroundbook.at('x').report('1', '2-0', seats=2)\n")
    assert code == 1
    assert 'Unexpected keyword argument "seats" for "report" of "Desk"' in wrong
    assert wrong.endswith("Found 1 error in 1 file (checked 1 source file)\n")


def test_a_name_that_the_interface_does_not_have_is_said(site: Path) -> None:
    said = python(site, "import roundbook; roundbook.pair")
    assert said.stderr.splitlines()[-1].startswith("AttributeError: roundbook has no 'pair'; its ")


# The core alone: an environment with nothing in it but the wheel and what the wheel asks for.


@pytest.fixture(scope="module")
def core(wheel: zipfile.ZipFile, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a fresh environment; what it needs is copied from the one that runs this."""
    fresh = tmp_path_factory.mktemp("core")
    venv.create(fresh, with_pip=False)
    [site] = fresh.glob("[Ll]ib/**/site-packages")
    for name in closure():
        for file in distribution(name).files or ():
            source = Path(str(distribution(name).locate_file(file)))
            if ".." not in file.parts and source.is_file():
                (site / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, site / file)
    wheel.extractall(site)
    return fresh


def typed(core: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """Type a command in the fresh environment."""
    [python] = [*core.glob("bin/python"), *core.glob("Scripts/python.exe")]
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(
        [python, "-m", "roundbook", *map(str, words)],
        cwd=core,
        env=clean | {"ROUNDBOOK_HOME": str(core / "home")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_core_alone_verifies_replays_and_explains(
    core: Path, record_testsuite_property: Callable[[str, object], None]
) -> None:
    replayed = typed(core, "file", "replay", CUP, "--edition", "tom")
    assert (replayed.returncode, replayed.stderr) == (0, "")
    assert "All 35 official places" in replayed.stdout
    assert typed(core, "file", "import", CUP, "told").returncode == 0
    sealed = typed(core, "archive", "told", "--packed")
    assert sealed.returncode == 0, sealed.stderr
    intact = typed(core, "verify", "told.zip.gz")
    assert (intact.returncode, "intact" in intact.stdout) == (0, True), intact.stderr
    explained = typed(core, "explain", "p1", "-C", "told.zip.gz")
    assert "(p1): place " in explained.stdout
    assert typed(core, "file", "export", "told.html", "-C", "told").returncode == 0
    assert (
        "These extras are not installed: venue, print, xlsx, postgres, oidc, metrics."
        in typed(core, "lab", "doctor", "-C", "told").stdout
    )
    size = sum(file.stat().st_size for file in core.glob("[Ll]ib/**/*") if file.is_file())
    record_testsuite_property("bytes of the core", size)
    print(f"the core alone has {size / 1e6:.1f} MB")  # noqa: T201
    assert size <= MOST


def test_a_verb_that_lacks_an_extra_names_it_and_writes_nothing(core: Path) -> None:
    folder, names = core / "cup", core / "four.csv"
    names.write_text("name,birth year\nAna,1990\nBen,1990\nCho,1990\nDee,1990\n")
    prepared: list[tuple[object, ...]] = [
        ("open", folder, "--name", "Cup"),
        ("register", names, "-C", folder),
        ("announce", "--rounds", "2", "--prizes", "none", "-C", folder),
        ("pair", "-C", folder),
    ]
    for words in prepared:
        done = typed(core, *words)
        assert done.returncode == 0, done.stderr
    before = files(folder)
    lacking: list[tuple[str, str, tuple[object, ...]]] = [
        ("the server needs uvicorn", "venue", ("serve", folder)),
        ("PDFs and QR codes need reportlab", "print", ("post", "--pdf", "a.pdf", "-C", folder)),
        ("workbooks need openpyxl", "xlsx", ("file", "export", "-C", folder, "a.xlsx")),
        (
            "tournaments in a database need psycopg",
            "postgres",
            ("standings", "-C", "postgresql://desk@localhost/events/cup"),
        ),
    ]
    for said, extra, words in lacking:
        refused = typed(core, *words)
        assert (refused.returncode, refused.stdout) == (3, "")
        assert refused.stderr.splitlines() == [
            f"refused: {said}, which is not installed.",
            f"  hint: Install it: pip install 'roundbook[{extra}]'.",
        ]
    assert files(folder) == before
    assert not [*core.glob("a.*")]
