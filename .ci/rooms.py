"""Lays out a wheel: everything under the one name `roundbook`, its manual pages where `man` looks.

Hatch reads this when it builds. An editable install needs none of it: there roundbook.py finds the
three packages next to itself. The pages (`man roundbook`, `man roundbook-pair`) are made of
fixtures/commands/help.txt, which a test writes from the help of the commands: so nothing has to be
imported here.
`python .ci/rooms.py PAGES.tar.gz` packs the pages alone, for packages of other systems.
"""

import gzip
import io
import re
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOMS = ("ledger", "projections", "cli")
LEFT = {".po", ".pot", ".pyc"}
"""What is no part of a wheel: what translators work on, and what Python compiled."""
# What a package has and a module does not need: a way to run it, and a word to type checkers that
# its annotations are meant for them, too (PEP 561).
MARKS = {"__main__.py": "from roundbook import main\n\nmain()\n", "py.typed": ""}
SOURCE = "fixtures/commands/help.txt"
ABOUT = "run a tournament on the record, and show whether anything was changed"


def pages(source: str) -> Iterator[tuple[str, str]]:
    """Yield every page by its file: that of the program, and of each command with those below."""
    head, *parts = re.split(r"^## (.+)\n", source, flags=re.MULTILINE)
    lines = dict(re.findall(r"^- \[`(.+?)`\]\(.*?\): (.+)$", head, flags=re.MULTILINE))
    shared, *helps = zip(parts[::2], map(_in_fence, parts[1::2]), strict=True)
    codes = head.partition("Exit codes: ")[2].partition("\n\n")[0]
    listed = "\n".join(f"{verb:<16} {line}" for verb, line in lines.items())
    told = [("Commands", listed), shared, ("Exit codes", codes), ("See also", "roundbook help")]
    yield "roundbook.1", _page("roundbook", ABOUT, told)
    for verb, line in lines.items():
        own = [(name, text) for name, text in helps if name.split()[0] == verb]
        yield f"roundbook-{verb}.1", _page(f"roundbook-{verb}", line, own)


def _in_fence(body: str) -> str:
    return body.partition("```text\n")[2].partition("```")[0]


def _page(name: str, about: str, sections: list[tuple[str, str]]) -> str:
    """Return a page in the language of man; the lines of a help stay as they are."""
    said = [f'.TH "{name.upper()}" "1" "" "roundbook"', ".SH NAME", _roff(f"{name} - {about}")]
    for title, text in sections:
        said += [f'.SH "{_roff(title.upper())}"', ".nf", _roff(text.rstrip()), ".fi"]
    return "\n".join((*said, ""))


def _roff(text: str) -> str:
    """Return a text in which no character means something to man."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", plain, flags=re.MULTILINE)


class Rooms(BuildHookInterface[Any]):
    """The three folders of the checkout in one package, with roundbook.py as its `__init__`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add them and the manual pages to a wheel that is shipped."""
        self.made = Path(tempfile.mkdtemp())
        if version != "standard":
            return
        build_data["force_include"] |= {
            str(path): f"roundbook/{path.relative_to(self.root).as_posix()}"
            for room in ROOMS
            for path in sorted(Path(self.root, room).rglob("*"))
            if path.is_file() and path.suffix not in LEFT
        }
        build_data["force_include"]["roundbook.py"] = "roundbook/__init__.py"
        for name, text in MARKS.items():
            (self.made / name).write_text(text, encoding="utf-8")
            build_data["force_include"][str(self.made / name)] = f"roundbook/{name}"
        for name, text in pages(Path(self.root, SOURCE).read_text(encoding="utf-8")):
            (self.made / name).write_text(text, encoding="utf-8")
            build_data["shared_data"][str(self.made / name)] = f"share/man/man1/{name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind."""
        del version, build_data, artifact_path
        shutil.rmtree(self.made)


def pack(source: Path, to: Path) -> None:
    """Pack the manual pages; the same pages give the same bytes."""
    with (
        to.open("wb") as file,
        gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w") as tar,
    ):
        for name, text in sorted(pages(source.read_text(encoding="utf-8"))):
            data = text.encode()
            entry = tarfile.TarInfo(f"man1/{name}")
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))


if __name__ == "__main__":
    pack(Path(__file__).resolve().parents[1] / SOURCE, Path(sys.argv[1]))
