"""Make the pictures of README and docs/ anew: `python -m tests.pictures`, after pages have changed.

A small event is played and served, a browser looks at it, and docs/pictures has what it saw.
"""

import os
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser

from tests.cli.line import Line
from tests.web.chromium import chromium
from tests.web.served import Served

HERE = Path(__file__).resolve().parents[1] / "docs/pictures"
COLOURS, GAP = 128, 30
"""Of a picture, and the pixels between two of them."""


def seen(browser: Browser, *steps: str, wide: int, high: int = 720) -> Image.Image:
    """Return what a window shows after some steps: an address, a file, or what is pressed."""
    page = browser.new_page(viewport={"width": wide, "height": high}, device_scale_factor=1.5)
    for step in steps:
        if "://" in step:
            page.goto(step)
        elif step.endswith(".zip"):
            page.set_input_files("#file", step)
            page.wait_for_selector("#found .verdict")
        else:
            page.click(step)
    page.wait_for_timeout(500)
    shot = page.screenshot()
    page.close()
    return Image.open(BytesIO(shot)).convert("RGB")


def keep(name: str, *pictures: Image.Image) -> None:
    """Keep pictures side by side in one file."""
    wide = sum(one.width + GAP for one in pictures) - GAP
    whole = Image.new("RGB", (wide, max(one.height for one in pictures)), "white")
    at = 0
    for one in pictures:
        whole.paste(one, (at, 0))
        at += one.width + GAP
    small = whole.quantize(COLOURS, dither=Image.Dither.NONE)
    small.save(HERE / f"{name}.png", optimize=True)


def play(line: Line) -> None:
    """Play a round and a half of an event of 24."""
    line.run("lab demo", "--players", line.home / "players.csv")
    words = ("--name", "Autumn Cup", "--start", "2026-11-21", "--style", "swiss-plus-cut")
    line.run("open", line.folder, *words)
    line("register", line.home / "players.csv")
    line("announce", "--prizes", "8")
    for number in (1, 2):
        line("pair")
        line("post", "--out", line.home / f"{number}.txt")
        line("start")
        tables = line.tables(number)
        for at, match in enumerate(tables if number == 1 else tables[:5]):
            line("report", match, ("2-0", "2-1", "0-2", "1-2", "1-1-1")[at % 5])


def main() -> None:
    """Play, serve, look."""
    with TemporaryDirectory() as away, chromium() as browser:
        os.environ["ROUNDBOOK_HOME"] = away
        line = Line(Path(away), Path(away, "events", "autumn-cup"))
        play(line)
        over, sealed = Line(Path(away, "home"), Path(away, "cup")), Path(away, "cup.zip")
        over.begin("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox", "Eli Sand", "Fay Roy", played=3)
        over.close()
        over.run("archive", over.folder, "--out", sealed)
        line.run("file unpack", sealed, Path(away, "opened"))
        page = Path(away, "opened", "verify.html").as_uri()
        keep("verify", seen(browser, page, str(sealed), wide=900, high=620))
        with Served(line.folder.parent, line.home) as served:
            here = f"{served.address}/t/autumn-cup"
            phone = seen(browser, f"{here}/standings", wide=390)
            way_in = f"{served.address}/join/{served.code}"
            desk = seen(browser, way_in, "main button", f"{here}/desk", wide=1100)
            keep("event", desk, phone)
            keep("screen", seen(browser, f"{here}/screen?show=pairings&look=light", wide=1280))


if __name__ == "__main__":
    main()
