"""The organiser's colour, logo and contact: chosen at the desk, outside the record."""

import html
import io
import json
import re
import struct
import zlib
from collections import Counter
from datetime import date, timedelta
from importlib.resources import files

import httpx
import pytest
from PIL import Image

from roundbook.cli.places.appearance import HEAVY, PNG, SIDE, keep_look, look_of
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.phrases import phrase
from roundbook.projections.reports.event_page import ListedTournament, RoundNow
from roundbook.projections.reports.public_view import ACCENTS, EventLook
from roundbook.projections.reports.rendering import render
from roundbook.projections.rounds.rounds import State
from tests.cli.line import Line
from tests.web.by_pages import plain
from tests.web.test_signin import form_key
from tests.web.visitor import Visitor

STYLE = files("roundbook.cli.web").joinpath("static", "roundbook.css").read_text()
LOOK, PUBLIC = "/t/cup/desk/look", ("/t/cup", "/t/cup/players", "/t/cup/screen")


def picture(kind: str = "PNG", size: tuple[int, int] = (90, 60), **more: object) -> bytes:
    """A red picture, as a program writes it."""
    out = io.BytesIO()
    Image.new("RGB", size, "#c8102e").save(out, kind, **more)
    return out.getvalue()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def bomb(wide: int, high: int) -> bytes:
    """A picture of few bytes that says it is very large."""
    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    data = zlib.compress(b"\0" * 1_000_000)
    return PNG + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def kinds(data: bytes) -> set[str]:
    """The parts of a PNG, by their names; nothing follows the last."""
    found, at = set(), len(PNG)
    while at < len(data):
        long, kind = struct.unpack(">I4s", data[at : at + 8])
        found.add(kind.decode())
        at += 12 + long
    assert at == len(data)
    return found


def swollen_text() -> bytes:
    """A small picture with a remark that unpacks to a hundred megabytes."""
    whole = picture()
    at = whole.index(b"IDAT") - 4
    remark = chunk(b"zTXt", b"Comment\0\0" + zlib.compress(b"x" * 100_000_000))
    return whole[:at] + remark + whole[at:]


HOSTILE = {
    "nothing": b"",
    "a page": b"<!doctype html><script>alert(1)</script>",
    "a drawing": b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    "a film": picture("GIF"),
    "a web picture": picture("WEBP"),
    "a raw picture": picture("BMP"),
    "paper": b"%!PS-Adobe-3.0\n%%BoundingBox: 0 0 9 9\n(/etc/passwd) run\n",
    "half a picture": picture()[:60],
    "a sign alone": PNG,
    "noise": PNG + bytes(range(256)) * 40,
    "a very large one": bomb(60_000, 60_000),
    "one that is large enough to hurt": bomb(4_001, 4_001),
    "no pixels where some are said": bomb(3_000, 3_000)[:120],
    "a strip": picture(size=(400, 100)),
    "a tower": picture(size=(20, 90)),
    "a long remark": swollen_text(),
    "far too many bytes": picture() + b"\0" * 900_000,
}


@pytest.fixture
def organiser(visitor: Visitor, line: Line) -> Visitor:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1990)
    visitor.come_in(AccessRole.ORGANISER)
    return visitor


def choose(desk: Visitor, **fields: str) -> httpx.Response:
    return desk.post(LOOK, data={"key": form_key(desk.get(LOOK)), **fields})


def bring(desk: Visitor, data: bytes, name: str = "logo.png") -> httpx.Response:
    key = form_key(desk.get(LOOK))
    return desk.post(LOOK, data={"key": key}, files={"file": (name, data, "image/png")})


def test_a_colour_is_seen_on_every_page_and_is_no_entry(organiser: Visitor, line: Line) -> None:
    before, seen = line.ledger(), organiser.get("/t/cup").headers["etag"]
    assert "data-accent" not in organiser.get("/t/cup").text
    shown = choose(organiser, accent="green")
    assert 'value="green" checked' in shown.text
    for path in PUBLIC:
        assert '<html lang="en"' in organiser.get(path).text
        assert 'data-accent="green"' in organiser.get(path).text.partition("<head>")[0], path
    assert organiser.get("/t/cup").headers["etag"] != seen
    assert line.ledger() == before
    choose(organiser, accent="blue")
    assert "data-accent" not in organiser.get("/t/cup").text, "blue is our own"
    wrong = choose(organiser, accent="red;}body{display:none")
    assert wrong.status_code == 422
    assert "Choose one of the colours" in wrong.text


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_logo_is_kept_as_a_small_picture_of_ours(
    organiser: Visitor, line: Line, kind: str
) -> None:
    said = Image.Exif()
    said[0x010E], said[0x013B] = "Ana Lopez in her kitchen", "Ana Lopez"
    sent = picture(kind, (900, 600), exif=said) + b"<script>alert(1)</script>"
    assert b"kitchen" in sent
    assert organiser.get("/t/cup/logo.png").status_code == 404
    assert bring(organiser, sent).status_code == 200
    address = ""
    for path in PUBLIC:
        page = organiser.get(path).text
        found = re.search(r'<img class="logo" src="([^"]+)" width="(\d+)" height="(\d+)"', page)
        assert found, path
        assert (found[2], found[3]) == ("256", "171")
        address = found[1]
        assert 'class="logo" data-letter' not in page
    answer = organiser.get(address)
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    for word in (b"kitchen", b"Ana", b"script"):
        assert word not in answer.content
    assert kinds(answer.content) <= {"IHDR", "IDAT", "IEND"}
    with Image.open(io.BytesIO(answer.content)) as kept:
        assert (kept.format, kept.size) == ("PNG", (SIDE, 171))
        red, green, _, alpha = kept.convert("RGBA").resize((1, 1)).tobytes()
        assert red > 190
        assert green < 30
        assert alpha == 255
    assert bring(organiser, picture(size=(40, 40))).status_code == 200
    assert address not in organiser.get("/t/cup").text, "another logo has another address"
    choose(organiser, **{"no-logo": "yes"})
    assert organiser.get("/t/cup/logo.png").status_code == 404
    assert 'data-letter="C"' in organiser.get("/t/cup").text


def test_a_photograph_is_small_too(organiser: Visitor) -> None:
    out = io.BytesIO()
    Image.effect_noise((700, 700), 90).convert("RGB").save(out, "JPEG")
    assert bring(organiser, out.getvalue()).status_code == 200
    assert len(organiser.get("/t/cup/logo.png").content) < HEAVY * 1.5


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_no_logo_is_refused_in_a_sentence_and_changes_nothing(
    organiser: Visitor, line: Line, what: str
) -> None:
    bring(organiser, picture())
    before, logo = line.files(), organiser.get("/t/cup/logo.png").content
    refused = bring(organiser, HOSTILE[what])
    assert refused.status_code == 422, what
    assert 'role="alert"' in refused.text
    assert line.files() == before
    assert organiser.get("/t/cup/logo.png").content == logo


@pytest.mark.parametrize(
    "seat", [*(seat for seat in AccessRole if seat is not AccessRole.ORGANISER), None]
)
def test_nobody_else_changes_the_look(
    visitor: Visitor, line: Line, seat: AccessRole | None
) -> None:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1990)
    if seat:
        more = {"tournament": "cup", "player": "p1"} if seat is AccessRole.PLAYER else {}
        visitor.come_in(seat, **more)
    before = line.files()
    answer = visitor.post(LOOK, data={"accent": "red", "key": "x"})
    assert answer.status_code == 403 or answer.url.path == "/sign-in"
    assert line.files() == before


@pytest.mark.parametrize(
    ("look", "logo"),
    [
        (b"{", picture()),
        (b'{"accent":"x\\" onload=\\"alert(1)","logo":true}', b"<script>alert(1)</script>"),
        (b'{"accent":"red","logo":true}', PNG + b"\0" * 400_000),
        (b'{"accent":"red","logo":true,"more":1}', picture()),
        (b'{"accent":"red","logo":true}', None),
    ],
)
def test_what_somebody_else_puts_there_breaks_no_page(
    organiser: Visitor, line: Line, look: bytes, logo: bytes | None
) -> None:
    choose(organiser, accent="teal")
    (line.folder / "look.json").write_bytes(look)
    if logo is not None:
        (line.folder / "logo.png").write_bytes(logo)
    page = organiser.get("/t/cup")
    assert page.status_code == 200
    assert "alert" not in page.text
    assert organiser.get("/t/cup/logo.png").status_code == 404
    assert organiser.get(LOOK).status_code == 200


def test_it_goes_with_the_tournament_and_an_erasure_leaves_it(
    organiser: Visitor, line: Line
) -> None:
    choose(organiser, accent="pink")
    bring(organiser, picture())
    choose(organiser, contact="Card Club")
    mine = look_of(line.folder)
    assert (mine.accent, mine.contact) == ("pink", "Card Club")
    copy = line.folder.parent / "copy"
    file = line.home.parent / "cup.backup"
    assert line.run("file backup", file, "-C", line.folder).code == 0
    assert line.run("file restore", file, copy).code == 0
    assert look_of(copy) == mine
    said = line("people erase", "p1", "--reason", "asked", "--dry-run").out
    assert "logo" not in said
    assert "look" not in said


@pytest.mark.parametrize(
    ("lang", "word"),
    [("en", "Contact: "), ("de", "Kontakt: "), ("es", "Contacto: "), ("fr", "Contact\u00a0: ")],
)
def test_parents_read_whom_to_write_to_before_and_after_the_close(
    organiser: Visitor, access: AccessStore, line: Line, lang: str, word: str
) -> None:
    before = line.ledger()
    asks = "The pages tell parents to write to the organiser after the event"
    line("people", "sign-ups", "open")
    for page in ("/t/cup/desk/claims", "/t/cup/desk/sign-ups"):
        assert asks in organiser.get(page).text
    choose(organiser, contact="  Card Club,\thello+kids@cards.example.org. +49 30 1234 ")
    for page in ("/t/cup/desk/claims", "/t/cup/desk/sign-ups"):
        assert asks not in organiser.get(page).text
    address = "hello+kids@cards.example.org"
    link = f'<a href="mailto:{address}">{address}</a>'
    shown = f"{word}<bdi>Card Club, {link}. +49 30 1234</bdi>"
    for page in ("privacy", "sign-up"):
        assert shown in organiser.get(f"/t/cup/{page}?lang={lang}").text, page
    card = access.invite_players("cup", ["p1"], lasting=timedelta(hours=1))["p1"]
    for page in ("/sign-in?", "/sign-in?card=yes&at=cup", f"/join/{card}?"):
        assert organiser.get(f"{page}&lang={lang}").text.count(shown) == 1, page
    assert word not in organiser.get(f"/t/cup?lang={lang}").text
    assert line.ledger() == before
    line.close("--end", "2026-03-07")
    for page in ("", "/privacy", "/standings", "/players/p1", "/sign-up"):
        assert organiser.get(f"/t/cup{page}?lang={lang}").text.count(shown) == 1, page
    assert "after the close, on every page for players." in organiser.get("/t/cup/desk/look").text
    assert shown not in organiser.get(f"/t/cup/screen?lang={lang}").text, "that page is the hall's"
    choose(organiser, contact="")
    assert word not in organiser.get(f"/t/cup/privacy?lang={lang}").text


@pytest.mark.parametrize("text", ["x" * 201, "Ana\u202eevil", "a\x00b"])
def test_a_contact_line_that_is_too_long_or_hides_something_is_refused(
    organiser: Visitor, line: Line, text: str
) -> None:
    choose(organiser, contact="Card Club")
    refused = choose(organiser, contact=text)
    assert refused.status_code == 422
    assert "The contact line" in refused.text
    assert look_of(line.folder).contact == "Card Club"
    kept = f'{{"accent":"red","contact":{json.dumps(text)}}}'
    (line.folder / "look.json").write_text(kept)
    assert look_of(line.folder) == EventLook(), "nor is it shown if somebody else puts it there"


def test_a_contact_line_is_text_and_nothing_else(organiser: Visitor) -> None:
    hostile = (
        '<script>alert(1)</script> javascript:alert(2) "a\'onclick=b"@c.example {{ 7*7 }} %(line)s'
    )
    choose(organiser, contact=hostile)
    for page in ("/t/cup/privacy", LOOK):
        shown = organiser.get(page).text
        assert (
            html.escape(hostile, quote=True).replace("&#x27;", "&#39;").replace("&quot;", "&#34;")
            in shown
        )
        assert "<script>alert" not in shown
        assert "mailto:" not in shown


def test_an_erasure_names_a_contact_line_with_the_name(organiser: Visitor, line: Line) -> None:
    choose(organiser, contact="Ana Lopez, ana@example.org")
    said = line("people erase", "p1", "--reason", "asked", "--dry-run").out
    assert "the contact line contains the name: change it on the page “Colour, logo" in said


def test_a_disk_that_is_full_leaves_the_look_before(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.start()
    keep_look(line.folder, EventLook(accent="red"))

    def full(*_: object, **__: object) -> None:
        raise Unreadable("no space left on device.", where="logo.png")

    monkeypatch.setattr("roundbook.cli.places.members.Folder.write", full)
    with pytest.raises(Unreadable):
        keep_look(line.folder, EventLook(accent="green", logo=picture()))
    monkeypatch.undo()
    assert look_of(line.folder) == EventLook(accent="red")


def test_the_desk_offers_every_colour_that_is_checked(organiser: Visitor) -> None:
    assert tuple(re.findall(r'name="accent" value="(\w+)"', organiser.get(LOOK).text)) == ACCENTS


@pytest.mark.parametrize(
    ("state", "kind", "words"),
    [
        (State.PAIRED, "", "paired, not started yet"),
        (State.POSTED, "", "posted, not started yet"),
        (State.STARTED, "is-running", "being played"),
        (State.COMPLETED, "is-complete", "complete"),
    ],
)
def test_the_index_says_beside_its_dot_how_far_a_round_is(
    state: State, kind: str, words: str
) -> None:
    """The words tell all apart; the colour tells what waits, what runs and what is over."""
    known = RoundNow(pools=(), number=2, of=5, called=phrase("round 2"), state=state)
    cup = ListedTournament(slug="cup", name="Cup", start=date(2026, 3, 7), players=8, now=(known,))
    page = render(
        "tournaments.html",
        "en",
        shelves=[("today", [cup])],
        version="1",
        names=Counter(["Cup"]),
        page=1,
        pages=1,
        count=1,
        find="",
        more="",
        is_long=False,
    )
    [(found, said)] = re.findall(r'<span class="stage(.*?)">(.*?)</span>\n</a>', page, re.DOTALL)
    assert (found.strip(), plain(said)) == (kind, f"Round 2 of 5 · {words}")
    colours = re.findall(r"\.stage(\.[\w-]+)?::before \{[^}]*background: (.*?);", STYLE)
    assert len({colour for _, colour in colours}) == len(colours) == 3
