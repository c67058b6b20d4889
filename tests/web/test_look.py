"""The look: words stand out from their ground, and a first visit is small."""

import gzip
import re
from importlib.resources import files
from pathlib import Path

import pytest

from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.staff.page_frame import _groups, _ways
from roundbook.projections.reports.public_view import ACCENTS
from tests.cli.line import Line
from tests.web.visitor import Visitor

STATIC = files("roundbook.cli.web").joinpath("static")
GROUNDS = ("paper", "card", "sunk")
WORDS = (
    *((word, ground) for word in ("ink", "soft", "link") for ground in (*GROUNDS, "tint")),
    *((word, ground) for word in ("good", "bad", "warn") for ground in ("paper", "card")),
    *((word, f"{word}-tint") for word in ("good", "bad", "warn")),
    *(("ink", f"{word}-tint") for word in ("good", "bad", "warn")),
    *((f"d{n}", ground) for n in range(1, 7) for ground in ("paper", "card")),
    *((("card"), f"d{n}") for n in range(1, 7)),
    ("on-accent", "accent"),
    ("on-gold", "gold"),
    ("paper", "ink"),
)
"""Words, and what they stand on: 4.5 to 1 (WCAG 2.2, 1.4.3)."""

SHAPES = tuple((shape, ground) for shape in ("edge", "rim") for ground in GROUNDS)
"""Borders of what is pressed: 3 to 1 (WCAG 2.2, 1.4.11)."""


def tokens(name: str, rule: str = ":root {") -> dict[str, str]:
    """Return the colours that a rule of a style sheet names, by their names: the first one's."""
    root = STATIC.joinpath(name).read_text().partition(rule)[2].partition("}")[0]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", root))


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def ratio(one: str, other: str) -> float:
    """Return the contrast of two colours (WCAG 2.2)."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("accent", ["", *ACCENTS])
@pytest.mark.parametrize("sheets", [("roundbook.css",), ("roundbook.css", "dark.css")])
def test_every_word_stands_out_from_its_ground(sheets: tuple[str, ...], accent: str) -> None:
    """Whatever colour the organiser chose: each rule follows the one that it overrides."""
    colour = dict[str, str]()
    for sheet in sheets:
        colour |= tokens(sheet)
        if accent:
            chosen = tokens(sheet, f'[data-accent="{accent}"] {{')
            assert chosen, sheet
            colour |= chosen
    faint = [pair for pair in WORDS if ratio(colour[pair[0]], colour[pair[1]]) < 4.5]
    assert faint == []
    assert [pair for pair in SHAPES if ratio(colour[pair[0]], colour[pair[1]]) < 3] == []


@pytest.mark.parametrize(
    "sheet", ["roundbook.css", "bracket.css", "charts.css", "desk.css", "codes.css", "dark.css"]
)
def test_only_tokens_have_colours(sheet: str) -> None:
    text = re.sub(
        r"(:root|\[data-accent=\"\w+\"\]) \{.*?\}",
        "",
        STATIC.joinpath(sheet).read_text(),
        flags=re.DOTALL,
    )
    assert set(re.findall(r"#[0-9a-f]{3,8}\b(?!\w)", text)) <= {"#fff"}  # Behind a code of squares.


@pytest.mark.parametrize(
    ("drawn_by", "sheet"),
    [("charts.html", "charts"), ("turn_in.html", "charts"), ("drawn.html", "bracket")],
)
def test_a_page_that_draws_has_the_sheet_of_its_picture(drawn_by: str, sheet: str) -> None:
    """Other pages do without, so that a first visit is small."""
    folder = Path(str(files("roundbook.projections.reports").joinpath("templates")))
    pages = [path.read_text() for path in folder.rglob("*.html")]
    whole = [page for page in pages if "{% extends" in page and f'{drawn_by}" import' in page]
    assert whole
    assert all(f"/static/{sheet}.css" in page for page in whole)


def test_a_first_visit_to_an_event_is_small(visitor: Visitor, line: Line) -> None:
    """Under 20 kB without the typeface, under 60 kB with it."""
    line.start()
    for number in range(40):
        line("register", f"Player Number{number}", "--birth-year", 1990)
    page = visitor.get("/t/cup").text
    names = set(re.findall(r"/static/([\w.-]+)", page))
    assert {"roundbook.css", "icons.svg", "live.js"} <= names
    sent = [page.encode(), *(STATIC.joinpath(name).read_bytes() for name in names)]
    without = sum(len(gzip.compress(part, 6)) for part in sent)
    assert without < 20_000
    assert without + len(STATIC.joinpath("sofia-latin.woff2").read_bytes()) < 60_000


def test_the_typeface_and_the_signs_come_with_their_licences() -> None:
    assert "SIL OPEN FONT LICENSE" in STATIC.joinpath("sofia-sans.LICENSE.txt").read_text()
    assert "ISC License" in STATIC.joinpath("icons.LICENSE.txt").read_text()


def test_every_sign_that_a_page_shows_is_drawn() -> None:
    drawn = set(re.findall(r'symbol id="([\w-]+)"', STATIC.joinpath("icons.svg").read_text()))
    pages = files("roundbook.projections.reports").joinpath("templates")
    texts = [path.read_text() for path in pages.iterdir() if path.name.endswith(".html")]
    shown = {name for text in texts for name in re.findall(r"icon\(\"([\w-]+)\"\)", text)}
    assert shown <= drawn
    shown |= {sign for _, _, sign in _ways(AccessRole.ORGANISER, has_bracket=True, started=False)}
    assert shown <= drawn
    assert {"flag", "swords", "users", "list-ordered", "network", "clock"} <= drawn


def test_the_menu_of_the_desk_is_in_groups_and_short_for_a_judge() -> None:
    menu = _groups(AccessRole.ORGANISER, has_bracket=True, started=False)
    assert [*menu] == ["Now", "People", "Afterwards", "Set-up"]
    judge = _groups(AccessRole.JUDGE, has_bracket=False, started=True)
    in_sight = [title for group in ("Now", "People") for _, title, _ in judge.get(group, ())]
    assert in_sight == ["Tables", "Standings"]
    for seat in AccessRole:
        pages = _ways(seat, has_bracket=True, started=False)
        assert len({goes for goes, _, _ in pages}) == len(pages)


def test_phones_get_the_code_of_styles_and_scripts_without_its_remarks(visitor: Visitor) -> None:
    for name in ("roundbook.css", "desk.css", "desk.js", "live.js"):
        whole, sent = STATIC.joinpath(name).read_text(), visitor.get(f"/static/{name}").text
        assert len(sent) < 0.95 * len(whole)
        assert not re.search(r"^ *//", sent, re.MULTILINE)
        assert name.endswith("js") or "/*" not in sent
        kept = [line for line in whole.splitlines() if not line.strip().startswith(("//", "/*"))]
        missing = [line for line in kept if line.partition("/*")[0].rstrip() not in sent]
        assert missing == []
