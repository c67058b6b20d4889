"""Makes a site of pages that are written for the repository: mkdocs asks these hooks.

The pages at its root become pages of the site, README its first one. What only the program knows,
such as the help of every command, is made here. A link to a page leads to that page; a link to code
or to a test, which no site has, becomes its text.
"""

import re
import sys
from pathlib import Path
from posixpath import dirname, join, normpath, relpath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.house.pages import BUILT  # noqa: E402 - where it is has to be known first.

AT_ROOT = {
    "README.md": "index.md",
    **{name: name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")},
}
"""The pages beside docs/, and where each lies in the site."""

DECISIONS = "decisions/index.md"
_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!\w+:|#)([^)#\s]+)(#[^)\s]*)?\)")
_FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the root, those that are made, and the list of decisions."""
    for source, place in AT_ROOT.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, place, content=text))
    for place, made in BUILT.items():
        if beside := files.get_file_from_path(place):
            files.remove(beside)  # In the repository, it says where else to look.
        files.append(File.generated(config, place, content=made()))
    titles = sorted((ROOT / "docs/decisions").glob("0*.md"), reverse=True)
    listed = [f"- [{_title(path)}]({path.name})" for path in titles]
    text = "\n".join(
        ("# Decisions", "", "What was decided, and why, the newest first.", "", *listed)
    )
    files.append(File.generated(config, DECISIONS, content=text))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Let the links of a page lead to pages of the site."""
    place = page.file.src_uri
    inside = {there: here for here, there in AT_ROOT.items()}
    source = inside.get(place, f"docs/{place}")

    def led(link: re.Match[str]) -> str:
        text, target, anchor = link[1], normpath(join(dirname(source), link[2])), link[3] or ""
        if not (ROOT / target).exists() and target != f"docs/{DECISIONS}":
            return link[0]  # mkdocs says that it leads nowhere.
        there = AT_ROOT.get(target) or target.removeprefix("docs/")
        if there == target and target not in AT_ROOT:
            return str(text)
        if (ROOT / target).is_dir():
            there = join(there, "index.md")
        return f"[{text}]({relpath(there, dirname(place) or '.')}{anchor})"

    parts = _FENCE.split(markdown)
    return "".join(part if part.startswith("```") else _LINK.sub(led, part) for part in parts)


def _title(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
