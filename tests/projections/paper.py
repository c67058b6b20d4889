"""What tests of paper share: our fonts as bytes, slips and pages to look at, what a PDF says."""

from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from pathlib import Path

import reportlab
from pypdf import PdfReader

from roundbook.projections.reports.paper.slips import Player, PrintedSlip
from roundbook.projections.reports.paper.typefaces import Face, Typefaces, typefaces

SHIPPED = files("roundbook.projections.reports.paper") / "fonts"
KHMER = Path(reportlab.__file__).parent / "fonts" / "hb-test.ttf"
"""A font that ReportLab ships for its own tests: it has two letters that ours lack."""
KHMER_NAME = "\N{KHMER LETTER CHA}\N{KHMER LETTER NO}"


def face(data: bytes) -> Face:
    return Face(sha256=sha256(data).hexdigest(), data=data)


def ours(*others: Face) -> Typefaces:
    regular, bold = (
        face(SHIPPED.joinpath(f"DejaVuSansCondensed{kind}.ttf").read_bytes())
        for kind in ("", "-Bold")
    )
    return typefaces([regular, *others], [bold])


def pages_of(data: bytes) -> list[str]:
    """What each page of a PDF says, line by line."""
    return [page.extract_text() for page in PdfReader(BytesIO(data)).pages]


def words(data: bytes) -> str:
    """What a PDF says, with single spaces: lines are broken where there was no more room."""
    return " ".join(" ".join(pages_of(data)).split())


def slip(
    table: int, first: str = "Lopez, Ana", second: str = "Ode, Ben", tie: str | None = "tie"
) -> PrintedSlip:
    return PrintedSlip(
        event="Cup",
        where="masters, round 3",
        match=f"masters-3-{table}",
        place=f"Table {table}",
        matched=f"match masters-3-{table}",
        first=Player(name=first, about="p1 · id …0001 · Masters", record="1-0-1, 4 points"),
        second=Player(name=second, about="p2 · id …0002 · Masters", record="0-1-1, 1 point"),
        games=3,
        tie=tie,
        time="Time: 50 minutes and 3 turns. Extra: ______ minutes, both players told by ______",
        reminder="Check your record (TOP §4).",
    )


def in_order(found: str, *expected: str) -> bool:
    """Whether a text holds others, each after the one before."""
    at = 0
    for each in expected:
        at = found.find(each, at)
        if at < 0:
            return False
        at += len(each)
    return True


def joined(lines: Sequence[str]) -> str:
    """The letters of a text, wherever its lines were broken."""
    return "".join("".join(lines).split())
