"""A release is carried out by one command, up to the tag; this carries it out in a copy."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Callable
from email import message_from_bytes
from hashlib import sha256
from pathlib import Path

import pytest

from roundbook.cli.archive.contents import page
from tests.house.test_sbom import bill as fresh_bill
from tests.house.tree import ROOT, files

pytestmark = pytest.mark.tools

VERSION = "9.8.7"
NEW = "- Something that is new."
Run = Callable[..., subprocess.CompletedProcess[str]]


def runs_in(copy: Path) -> Run:
    """Return what runs a command in a copy of the checkout."""
    here = str(Path(sys.executable).parent)
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | {
        "PATH": os.pathsep.join([here, os.environ["PATH"]]),
        "PYTHONPATH": str(copy),
        "HOME": str(copy.parent),
        **{f"GIT_{who}_NAME": "somebody" for who in ("AUTHOR", "COMMITTER")},
        **{f"GIT_{who}_EMAIL": "somebody@example.org" for who in ("AUTHOR", "COMMITTER")},
    }

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(words, cwd=copy, env=env, capture_output=True, text=True, check=False)

    return run


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of what is released, in which everything is committed."""
    copy = tmp_path_factory.mktemp("release") / "checkout"
    for path in files():
        if path.parts[0] in {"fixtures", "tests"} and path.parts[1] not in {"imports", "commands"}:
            continue
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, copy / path)
    # Right after a release there is nothing new to tell yet.
    changes = (copy / "CHANGELOG.md").read_text(encoding="utf-8")
    told = changes.replace("## Unreleased\n", f"## Unreleased\n\n{NEW}\n", 1)
    (copy / "CHANGELOG.md").write_text(told, encoding="utf-8")
    run = runs_in(copy)
    for words in (("init", "-q", "-b", "main"), ("add", "-A"), ("commit", "-qm", "all of it")):
        done = run("git", *words)
        assert done.returncode == 0, done.stderr
    return copy


@pytest.fixture
def run(checkout: Path, tmp_path: Path) -> Run:
    """Return what runs a command in a copy of one's own."""
    shutil.copytree(checkout, tmp_path / "own")
    return runs_in(tmp_path / "own")


@pytest.fixture(scope="module")
def released(checkout: Path) -> Path:
    """Carry the release out, and return where."""
    copy = checkout.with_name("released")
    shutil.copytree(checkout, copy)
    done = runs_in(copy)("bash", ".ci/release", VERSION)
    assert done.returncode == 0, done.stdout + done.stderr
    (copy.parent / "told").write_text(done.stdout, encoding="utf-8")
    return copy


@pytest.fixture(scope="module")
def out(released: Path) -> Path:
    """Return the folder of what is handed out."""
    return released / "dist" / VERSION


REFUSED = {
    "name the version": (),
    "comes before": ("0.0.9",),
    "not committed": (VERSION,),
    "nothing about": (VERSION,),
}


@pytest.mark.parametrize("why", REFUSED)
def test_what_cannot_be_released_is_said_in_a_sentence_and_nothing_is_changed(
    run: Run, why: str
) -> None:
    if why == "not committed":
        run("git", "rm", "-q", "--cached", "SECURITY.md")
    if why == "nothing about":
        run(
            "bash",
            "-c",
            "printf '# Changelog\\n\\n## Unreleased\\n\\n## 0.1.0\\n\\n- x\\n' > CHANGELOG.md",
        )
        run("git", "commit", "-qam", "an empty changelog")
    status = run("git", "status", "--porcelain").stdout
    done = run("bash", ".ci/release", *REFUSED[why])
    assert done.returncode == 1
    assert re.fullmatch(rf"release: .*{why}.*\n", done.stderr), done.stderr
    assert run("git", "status", "--porcelain").stdout == status
    assert run("git", "tag").stdout == ""


def test_a_release_that_cannot_be_built_changes_nothing(run: Run) -> None:
    run("bash", "-c", "rm .ci/rooms.py && git commit -qam 'without what lays out a wheel'")
    done = run("bash", ".ci/release", VERSION)
    assert done.returncode == 1
    assert done.stderr == "release: it could not be finished, so nothing was changed.\n"
    assert "rooms.py" in done.stdout
    assert run("git", "status", "--porcelain").stdout == ""
    assert run("git", "tag").stdout == ""


def test_the_version_is_committed_and_the_tag_is_left_to_a_person(
    released: Path, out: Path
) -> None:
    run = runs_in(released)
    assert run("git", "status", "--porcelain").stdout == ""
    assert run("git", "tag").stdout == ""
    told = (released.parent / "told").read_text(encoding="utf-8")
    [command] = [line for line in told.splitlines() if line.startswith("  git tag ")]
    assert f"  git push origin main v{VERSION}\n  python -m twine upload " in told
    notes = (out / f"roundbook-{VERSION}.md").read_text(encoding="utf-8")
    assert run("bash", "-c", command).returncode == 0
    contents = run("git", "tag", "-l", "--format=%(contents)", f"v{VERSION}").stdout
    again = run("bash", ".ci/release", VERSION)
    run("git", "tag", "-d", f"v{VERSION}")
    assert contents.strip() == notes.strip()
    assert (again.returncode, again.stderr) == (1, f"release: v{VERSION} is tagged already.\n")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first = changes.partition("## Unreleased\n")[2].partition("\n## ")[0].strip()
    whole = f"{NEW}\n\n{first}".strip()
    assert notes.startswith(f"# roundbook {VERSION}\n\n{whole}\n\n")
    changed = (released / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(
        rf"^## Unreleased\n\n## {VERSION}, \d{{4}}-\d\d-\d\d\n\n\S", changed, re.MULTILINE
    )
    project = tomllib.loads((released / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["version"] == VERSION
    touched = run("git", "show", "--name-only", "--format=", "HEAD").stdout
    assert touched.split() == [".ci/sbom.cdx.json", "CHANGELOG.md", "pyproject.toml"]


def test_what_is_handed_out_is_whole_and_hashed(out: Path) -> None:
    wheel, source = f"roundbook-{VERSION}-py3-none-any.whl", f"roundbook-{VERSION}.tar.gz"
    ends = ("cdx.json", "check.json", "man.tar.gz", "md", "notices.txt", "verify.html")
    others = {f"roundbook-{VERSION}.{end}" for end in ends}
    handed = {wheel, source, *others}
    sums = (out / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    assert {line[66:]: line[:64] for line in sums} == {
        name: sha256((out / name).read_bytes()).hexdigest() for name in handed
    }
    assert {path.name for path in out.iterdir()} == handed | {"SHA256SUMS"}
    assert (out / f"roundbook-{VERSION}.verify.html").read_bytes() == page()
    bill = json.loads((out / f"roundbook-{VERSION}.cdx.json").read_text(encoding="utf-8"))
    now = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    wanted = fresh_bill()
    wanted["metadata"]["component"]["version"] = VERSION
    own, new = (f'"pkg:pypi/roundbook@{version}"' for version in (now, VERSION))
    assert bill == json.loads(json.dumps(wanted).replace(own, new))
    checked = json.loads((out / f"roundbook-{VERSION}.check.json").read_text(encoding="utf-8"))
    assert len(checked["files"]) == len([*ROOT.glob("fixtures/imports/*.tdf")])
    assert not checked["unreadable"]
    with zipfile.ZipFile(out / wheel) as made:
        about = f"roundbook-{VERSION}.dist-info"
        told = message_from_bytes(made.read(f"{about}/METADATA"))
        assert told["Version"] == VERSION
        [inside] = [name for name in made.namelist() if name.startswith(f"{about}/sboms/")]
        assert json.loads(made.read(inside)) == bill
        manual = {name for name in made.namelist() if "/share/man/man1/" in name}
    with tarfile.open(out / f"roundbook-{VERSION}.man.tar.gz") as packed:
        assert {Path(name).name for name in packed.getnames()} == {
            Path(name).name for name in manual
        }
    with tarfile.open(out / source) as packed:
        names = {*packed.getnames()}
    expected = {"cli/main.py", "pyproject.toml", ".ci/run", ".github/workflows/ci.yml"}
    assert {f"roundbook-{VERSION}/{name}" for name in expected} <= names


def test_what_is_made_by_others_is_named_with_its_licence(out: Path) -> None:
    text = (out / f"roundbook-{VERSION}.notices.txt").read_text(encoding="utf-8")
    shipped = [*(path for path in files() if path.name.endswith("LICENSE.txt"))]
    assert len(shipped) == 3
    for path in shipped:
        assert (ROOT / path).read_text(encoding="utf-8").strip() in text
    for one in fresh_bill()["components"]:
        [said] = re.findall(rf"^{one['name']} {one['version']}: (.+)$", text, re.MULTILINE)
        assert said == next((each["expression"] for each in one.get("licenses", ())), said), one[
            "name"
        ]


def test_a_library_without_the_text_of_its_licence_stops_a_release(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spec = importlib.util.spec_from_file_location("notices", ROOT / ".ci/notices.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert "click 8" in "\n".join(module.notices(VERSION))
    monkeypatch.setattr(module, "texts", lambda _known: iter(()))
    with pytest.raises(SystemExit, match=r"has no text of its licence: find it before the release"):
        [*module.notices(VERSION)]


def test_an_index_shows_the_readme_without_a_link_that_leads_nowhere(out: Path) -> None:
    with zipfile.ZipFile(out / f"roundbook-{VERSION}-py3-none-any.whl") as made:
        data = made.read(f"roundbook-{VERSION}.dist-info/METADATA")
    told = message_from_bytes(data)
    assert told["Description-Content-Type"] == "text/markdown"
    shown = told.get_payload()
    assert isinstance(shown, str)
    assert shown.startswith("# roundbook\n")
    assert re.findall(r"\]\((?!https://|#)[^)]*\)", shown) == []
    assert "lab demo" in shown


def test_whoever_carries_it_out_again_gets_the_same_bytes(released: Path, out: Path) -> None:
    """The version is raised already: nothing is committed once more."""
    run = runs_in(released)
    head = run("git", "rev-parse", "HEAD").stdout
    before = (out / "SHA256SUMS").read_bytes()
    shutil.rmtree(out)
    done = run("bash", ".ci/release", VERSION)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (out / "SHA256SUMS").read_bytes() == before
    assert run("git", "rev-parse", "HEAD").stdout == head
    assert run("git", "status", "--porcelain").stdout == ""
