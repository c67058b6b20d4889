"""Makes the files that version 1 promises to read: `python -m tests.house.frozen`.

It plays a small event from beginning to end, keeps the files of every format in fixtures/formats/1,
and writes their digests into docs/stability.md. From version 1.0 on it refuses: these files are
never made again, and tests/house/test_stability.py reads them with the program of the day.
"""

import os
import re
import shutil
import sys
import tomllib
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from roundbook.cli.places.layout import DECKS
from tests.cli.typed import roundbook
from tests.house.promised import LISTS
from tests.house.tree import ROOT

FROZEN = ROOT / "fixtures" / "formats" / "1"
PAGE = ROOT / "docs" / "stability.md"
SUMS = re.compile(r"(?<=^```text\n)(?:[0-9a-f]{64}  \S+\n)*(?=```$)", re.MULTILINE)
"""The digests on that page, as `sha256sum` writes them."""

POOL = """\
name = "club-pool"
format = "standard"
valid_from = 2026-01-01
valid_until = 2026-12-31
cites = "our announcement"

[[sets]]
name = "XY—Flashfire"
codes = ["FLF"]
"""
LIST = "4 Pikachu FLF 27\n56 Lightning Energy FLF 100\n"
STATE = """\
{"players":[{"id":"ana","points":3,"opponents":["ben"]},{"id":"ben","points":0},\
{"id":"cho","points":3,"opponents":["dee"]},{"id":"dee","points":0},\
{"id":"eli","points":3,"had_bye":true}],"round":2,"rounds_planned":3,\
"key":"00000000000000000000000000000000000000000000000000000000000000a1"}
"""
PASSPHRASE = "four words of nobody\n"

SMALL = ("--override", "rounds-differ", "--because", "a small event")
ACTS: tuple[tuple[str, ...], ...] = (
    *(
        ("register", name, "--birth-date", f"{year}-02-01", "--id", f"{year}1")
        for name, year in (
            ("Ana Lima", 1990),
            ("Ben Ito", 1991),
            ("Cho Park", 1992),
            ("Dee Roy", 1993),
            ("Eli Sol", 1994),
        )
    ),
    ("people amend", "p5", "--name", "Eli Sole"),
    ("people staff", "Jo Park", "judge"),
    ("deck register", "p1", "../ana.txt", "--pool", "../pool.toml"),
    ("announce", "--rounds", "2", "--cut", "masters=2", "--prizes", "2", *SMALL),
    ("pair",),
    ("post",),
    ("start",),
    ("report", "1", "2-1"),
    ("correct", "1", "1-2", "--reason", "the slip was upside down"),
    ("report", "2", "1-1-1"),
    ("penalty", "p2", "warning", "--for", "slow play", "--as", "Jo Park", "--role", "judge"),
    ("note", "a fuse blew"),
    ("lab fact", "example.org/seats/1", "plan-1", "--data", '{"rows":4}'),
    ("drop", "p5"),
    ("pair",),
    ("start",),
    ("extend", "1", "3", "--informed"),
    ("report", "1", "2-0"),
    ("report", "2", "2-0"),
    ("cut",),
    ("pair",),
    ("start",),
    ("report", "1", "2-1"),
    ("close", "--end", "2026-11-28"),
    ("proof witness", "--name", "headjudge"),
)
"""The event that is kept: random and awarded rounds, every file that a desk writes, a cut."""


def made(away: Path) -> dict[str, bytes]:
    """Play the event in an empty folder; return the files of every format by their names."""
    (away / "pool.toml").write_text(POOL, "utf-8")
    (away / "ana.txt").write_text(LIST)
    (away / "phrase").write_text(PASSPHRASE)
    os.chdir(away)
    roundbook("edition", "new", "club-2026.toml", "--from", "play-2017", code=0)
    opened = ("--name", "Autumn Cup", "--start", "2026-11-28", "--style", "swiss-plus-cut")
    rules = ("--edition-file", "club-2026.toml", "--format", "standard")
    roundbook("open", "cup", *opened, *rules, code=0)
    os.chdir("cup")
    for words in ACTS:
        roundbook(*words, code=0)
    os.chdir(away)
    roundbook("archive", "cup", "--packed", code=0)
    roundbook("file backup", "open.roundbook-backup", "-C", "cup", code=0)
    locked = ("locked.roundbook-backup", "-C", "cup", "--passphrase-file", "phrase")
    roundbook("file backup", *locked, code=0)
    roundbook("file export", "-C", "cup", "cup.tdf", code=0)
    kept = {
        "cup.zip.gz": (away / "cup.zip.gz").read_bytes(),
        "cup.tdf": (away / "cup.tdf").read_bytes(),
        "open.roundbook-backup": (away / "open.roundbook-backup").read_bytes(),
        "locked.roundbook-backup": (away / "locked.roundbook-backup").read_bytes(),
        "state.json": STATE.encode(),
        "round.json": roundbook("lab propose", stdin=STATE.encode(), code=0).out.encode(),
        "standings.json": roundbook("standings", "-C", "cup", "--json", code=0).out.encode(),
    }
    for name in ("ledger.jsonl", "head", "checkpoint", "people.json", "edition.toml"):
        kept[f"cup/{name}"] = (away / "cup" / name).read_bytes()
    for folder in (DECKS, "witnessed"):
        for file in sorted((away / "cup" / folder).iterdir()):
            kept[f"cup/{folder}/{file.name}"] = file.read_bytes()
    lists = {name: "".join(f"{line}\n" for line in listed()) for name, listed in LISTS.items()}
    return kept | {name: text.encode() for name, text in lists.items()}


def main() -> None:
    """Write all of it."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    if not version.startswith("0."):
        sys.exit(f"this is {version}: the files of version 1 are never made again.")
    with TemporaryDirectory() as away:
        os.environ["ROUNDBOOK_HOME"] = f"{away}/home"
        files = made(Path(away).resolve())
        os.chdir(ROOT)
    shutil.rmtree(FROZEN, ignore_errors=True)
    for name, data in files.items():
        (FROZEN / name).parent.mkdir(parents=True, exist_ok=True)
        (FROZEN / name).write_bytes(data)
    sums = "".join(f"{sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))
    PAGE.write_text(SUMS.sub(sums, PAGE.read_text("utf-8"), count=1), "utf-8")


if __name__ == "__main__":
    main()
