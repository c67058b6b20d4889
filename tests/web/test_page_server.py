"""The ground of the server: pages that are made once, headers, languages, odd addresses."""

import gzip
import shutil
from pathlib import Path
from time import thread_time
from typing import Any

import pytest

from roundbook.cli.web.access.guard import is_own_name
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.server import tournaments as server
from roundbook.cli.web.server.tournaments import TournamentFolder
from roundbook.projections.reports.languages import LANGUAGES, best
from roundbook.projections.reports.public_view import slug_of
from roundbook.projections.reports.rendering import FILTERS, render
from tests.cli.line import Line
from tests.web.test_acts import hidden
from tests.web.visitor import Visitor

HTML = "text/html; charset=utf-8"
KINDS = {
    "/": HTML,
    "/t/cup": HTML,
    "/t/nothing": HTML,
    "/sign-in": HTML,
    "/static/roundbook.css": "text/css; charset=utf-8",
    "/static/live.js": "text/javascript; charset=utf-8",
    "/static/roundbook.svg": "image/svg+xml",
    "/static/sofia-latin.woff2": "font/woff2",
    "/now": "text/plain; charset=utf-8",
    "/api/v1/tournaments": "application/json",
}


def test_every_answer_forbids_inline_scripts_and_frames(visitor: Visitor, line: Line) -> None:
    line.start()
    for path, kind in KINDS.items():
        headers = visitor.get(path).headers
        assert headers["content-type"] == kind, path
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


def test_a_page_that_is_known_is_not_sent_again(visitor: Visitor, line: Line) -> None:
    line.start()
    first = visitor.get("/t/cup")
    again = visitor.get("/t/cup", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    line("register", "Ada Winter", "--birth-year", 1990)
    changed = visitor.get("/t/cup", headers={"If-None-Match": first.headers["etag"]})
    assert changed.status_code == 200
    assert "1 player" in changed.text


def test_letters_and_icons_are_at_hand_before_a_page_of_the_desk_is_drawn(
    visitor: Visitor, line: Line
) -> None:
    """A fallback font and missing icons flashed up on every page that followed a form."""
    line.begin("Ana", "Ben")
    visitor.come_in(AccessRole.SCOREKEEPER)
    head = visitor.get("/t/cup/desk/rounds").text.partition("</head>")[0]
    assert 'rel="preload" href="/static/sofia-latin.woff2" as="font"' in head
    kept = {
        name: visitor.get(f"/static/{name}").headers["cache-control"]
        for name in ("sofia-latin.woff2", "icons.svg", "desk.css")
    }
    assert kept == {
        "sofia-latin.woff2": "max-age=86400",
        "icons.svg": "max-age=60, stale-while-revalidate=86400",
        "desk.css": "no-cache",
    }


def test_a_page_goes_out_packed_where_the_browser_can_unpack_it(
    visitor: Visitor, line: Line
) -> None:
    line.start()
    headers, packed = visitor.raw("/t/cup", headers={"Accept-Encoding": "gzip"})
    assert headers["content-encoding"] == "gzip"
    plain = visitor.get("/t/cup", headers={"Accept-Encoding": "gzip;q=0, identity"})
    assert "content-encoding" not in plain.headers
    assert gzip.decompress(packed) == plain.content
    assert "Accept-Encoding" in plain.headers["vary"]


@pytest.mark.rule("LED-8")
def test_a_page_is_made_once_for_all_who_ask(
    visitor: Visitor, line: Line, tournaments: TournamentFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.start()
    visitor.get("/t/cup")
    served = tournaments.at("cup")

    def never(*words: Any) -> None:
        raise AssertionError(words)

    monkeypatch.setattr("roundbook.cli.web.public.players.render", never)
    assert visitor.get("/t/cup?whatever=1").status_code == 200
    assert served.shown is not None
    assert served.shown.pages.size > 0


@pytest.mark.parametrize(
    "path",
    [
        "/t/../../ledger.jsonl",
        "/t/cup/../cup/people.json",
        "/t/cup/ledger.jsonl",
        "/t/%2e%2e/people.json",
        "/t/..%2f..%2fetc%2fpasswd",
        "/static/..%2fapp.py",
        "/static/",
        "/static",
        "/t/",
        "/t/cup%00",
        "/events/",
    ],
)
def test_no_address_leads_to_a_file(visitor: Visitor, line: Line, path: str) -> None:
    line.start()
    answer = visitor.get(path, follow_redirects=False)
    assert answer.status_code == 404
    assert "cup" not in answer.text


def test_what_a_folder_is_called_becomes_a_plain_address() -> None:
    assert slug_of("Regional Zürich 2026") == "regional-zurich-2026"
    assert slug_of("../..") == "event"
    assert slug_of("日本") == "event"


def test_two_folders_with_one_name_have_two_addresses(line: Line) -> None:
    for name in ("Cup!", "cup?"):
        line.folder = line.folder.parent / name
        line.start()
    assert sorted(TournamentFolder(line.folder.parent).folders) == ["cup", "cup-2"]


def test_a_tournament_that_is_opened_later_is_found(visitor: Visitor, line: Line) -> None:
    assert visitor.get("/t/cup").status_code == 404
    line.start()
    assert visitor.get("/t/cup").status_code == 200
    assert "Cup" in visitor.get("/").text


def test_a_folder_that_is_renamed_or_gone_is_not_there_any_more(
    visitor: Visitor, line: Line
) -> None:
    line.start()
    assert visitor.get("/t/cup").status_code == 200
    other = line.folder.rename(line.folder.parent / "other")
    assert visitor.get("/t/cup").status_code == 404
    assert visitor.get("/t/other").status_code == 200
    shutil.rmtree(other)
    assert visitor.get("/t/other").status_code == 404


def test_addresses_that_lead_nowhere_do_not_keep_us_looking(
    visitor: Visitor, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.start()
    looked = list[Path]()

    def slowly(folder: Path, **_: object) -> list[Path]:
        looked.append(folder)
        began = thread_time()
        while thread_time() < began + 0.05:  # It is a folder of very many.
            pass
        return [line.folder]

    monkeypatch.setattr("roundbook.cli.places.layout.tournaments", slowly)
    monkeypatch.setattr("roundbook.cli.web.server.tournaments.REST", 10_000)
    answers = visitor.at_once([f"/t/nothing-{number}" for number in range(50)])
    assert {answer.status_code for answer in answers} == {404}
    assert len(looked) == 1
    assert visitor.get("/t/cup").status_code == 200


def test_a_ledger_that_is_damaged_is_said_to_be_so_and_stops_no_other(
    visitor: Visitor, line: Line
) -> None:
    line.start()
    ledger = line.folder / "ledger.jsonl"
    whole = ledger.read_bytes()
    ledger.write_bytes(b"once upon a time\n")
    answer = visitor.get("/t/cup")
    assert answer.status_code == 503
    assert str(line.folder) not in answer.text
    assert "cannot be read" in visitor.get("/").text
    ledger.write_bytes(whole)
    assert visitor.get("/t/cup").status_code == 200


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("first", ["/", "/t/cup"])
def test_damage_in_what_the_server_has_read_is_noticed_and_nothing_is_written(
    visitor: Visitor, line: Line, first: str
) -> None:
    line.begin("Ada Winter", "Bruno Castel")
    visitor.come_in(AccessRole.SCOREKEEPER)
    assert visitor.get("/t/cup").status_code == 200
    fields = {**hidden(visitor.get("/t/cup/desk/players").text), "verb": "register"}
    ledger = line.folder / "ledger.jsonl"
    whole = ledger.read_bytes()
    damaged = whole.replace(b'"p1"', b'"p9"', 1)
    ledger.write_bytes(damaged)
    for path in (first, "/", "/t/cup"):
        shown = visitor.get(path)
        assert shown.status_code == (200 if path == "/" else 503)
        assert "cannot be read" in shown.text
    assert visitor.post("/t/cup/desk/players", data={**fields, "who": "Cho"}).status_code == 503
    assert ledger.read_bytes() == damaged
    ledger.write_bytes(whole)
    assert visitor.get("/t/cup").status_code == 200
    assert "cannot be read" not in visitor.get("/").text


def test_names_that_are_damaged_meanwhile_leave_the_numbers(visitor: Visitor, line: Line) -> None:
    line.begin("Ada Winter", "Bruno Castel")
    assert "Winter, Ada" in visitor.get("/t/cup/players").text
    people = line.folder / "people.json"
    whole = people.read_bytes()
    people.write_bytes(b"{")
    shown = visitor.get("/t/cup/players")
    assert shown.status_code == 200
    assert "Ada" not in shown.text
    assert "p1" in shown.text
    people.write_bytes(whole)
    assert "Winter, Ada" in visitor.get("/t/cup/players").text


def test_why_a_ledger_cannot_be_read_is_told_once_and_not_to_every_phone(
    visitor: Visitor, line: Line, caplog: pytest.LogCaptureFixture
) -> None:
    line.start()
    (line.folder / "ledger.jsonl").write_bytes(b"once upon a time\n")
    for path in ("/t/cup", "/t/cup/clock", "/api/v1/tournaments/cup") * 10:
        assert visitor.get(path).status_code == 503
    [told] = caplog.records
    assert str(line.folder) in told.getMessage()


def test_a_body_that_is_too_large_is_refused_before_it_is_read(visitor: Visitor) -> None:
    assert visitor.post("/t/cup", content=b"x" * 1_000_001).status_code == 413

    async def unending() -> Any:
        for _ in range(20):
            yield b"x" * 100_000

    assert visitor.post("/t/cup", content=unending()).status_code == 413


def test_many_who_ask_at_once_are_answered_by_one_look_and_one_making(
    visitor: Visitor, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.begin("Ada Winter", "Bruno Castel")
    made: list[str] = []

    def counted(name: str, *words: Any, **more: Any) -> str:
        made.append(name)
        return render(name, *words, **more)

    monkeypatch.setattr("roundbook.cli.web.public.players.render", counted)
    answers = visitor.at_once(["/t/cup/pairings"] * 200)
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert made == ["pairings.html"]


def test_a_page_that_breaks_says_sorry_under_the_same_headers(
    visitor: Visitor, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.start()

    def broken(*words: Any, **more: Any) -> str:
        raise ZeroDivisionError(words, more)

    monkeypatch.setattr("roundbook.cli.web.public.players.render", broken)
    answer = visitor.get("/t/cup")
    assert answer.status_code == 500
    assert "ZeroDivision" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "Nothing was recorded; please try again" in answer.text


def test_what_another_desk_writes_is_shown_at_once(visitor: Visitor, line: Line) -> None:
    line.start()
    for number in range(1, 5):
        line("register", f"Player Number{number}", "--birth-year", 1990)
        noun = "player" if number == 1 else "players"
        assert f"{number} {noun}" in visitor.get("/t/cup").text


def test_a_busy_house_lets_a_version_stand_for_longer_than_its_pages_took(
    visitor: Visitor, line: Line, tournaments: TournamentFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.start()
    visitor.get("/t/cup")
    monkeypatch.setattr(server, "CHEAP", 0.05)
    tournaments.at("cup").spent = 1000.0
    line("register", "Ada Winter", "--birth-year", 1990)
    assert "1 player" not in visitor.get("/t/cup").text
    tournaments.at("cup").spent = server.CHEAP
    assert "1 player" in visitor.get("/t/cup").text


def test_a_restored_copy_and_an_amended_name_are_followed(visitor: Visitor, line: Line) -> None:
    line.start()
    before = line.files()
    line("register", "Ada Winter", "--birth-year", 1990)
    assert "Winter, Ada" in visitor.get("/t/cup/players").text
    line("people amend", "p1", "--name", "Ada Summer", "--reason", "she told us")
    assert "Summer, Ada" in visitor.get("/t/cup/players").text
    for name, data in before.items():
        (line.folder / name).write_bytes(data)
    (line.folder / "people.json").unlink()
    assert "Ada" not in visitor.get("/t/cup/players").text


@pytest.mark.rule("LED-9")
def test_a_page_between_the_two_writes_of_an_amendment_does_not_keep_the_old_name(
    visitor: Visitor, line: Line
) -> None:
    """Seed 100831: the names were read before the entry, and not again after it."""
    line.start()
    line("register", "Ada Winter", "--birth-year", 1990)
    before = line.files()
    line("people amend", "p1", "--name", "Ada Summer", "--reason", "she told us")
    after = line.files()
    for name in ("ledger.jsonl", "head"):  # The names are written first.
        (line.folder / name).write_bytes(before[name])
    assert "Winter, Ada" in visitor.get("/t/cup/players").text
    for name in ("ledger.jsonl", "head"):
        (line.folder / name).write_bytes(after[name])
    assert "Summer, Ada" in visitor.get("/t/cup/players").text


def test_what_a_browser_likes_best_decides_the_language() -> None:
    assert best("xx, en;q=0.1") == "en"
    assert best("en;q=0", otherwise="nothing") == "nothing"
    assert best(";;;q=,,en;q=zzz" * 99, otherwise="nothing") == "nothing"


def test_a_language_is_chosen_in_the_address_and_remembered(
    visitor: Visitor, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A language without a catalogue is English under another name, and kept apart."""
    monkeypatch.setitem(LANGUAGES, "xx", "Xxish")
    line.start()
    assert '<html lang="en">' in visitor.get("/t/cup").text
    assert '<html lang="xx">' in visitor.get("/t/cup?lang=xx").text
    assert '<html lang="xx">' in visitor.get("/t/cup").text
    assert '<html lang="en">' in visitor.get("/t/cup?lang=en").text
    visitor.client.cookies.clear()
    asked = visitor.get("/t/cup", headers={"Accept-Language": "xx-YY,en;q=0.5"})
    assert '<html lang="xx">' in asked.text
    assert "Accept-Language" in asked.headers["vary"]
    assert '<html lang="en">' in visitor.get("/t/cup?lang=../../etc").text
    assert "set-cookie" not in visitor.get("/t/cup?lang=zz").headers


def test_another_tournament_is_noticed_even_under_the_number_of_the_old_file(
    line: Line, tournaments: TournamentFolder
) -> None:
    """A disk may give the file of a new ledger the number of one that was removed."""
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1990)
    tournaments.look()
    with tournaments.at("cup").held() as here:
        first = here.desk.tournament.opened
    other = line.folder.parent / "other"
    begun = line.run("open", other, "--name", "Cup of a longer name", "--start", "2026-03-07")
    assert begun.code == 0
    assert line.run("register", "Ben Ode", "--birth-year", 1990, "-C", other).code == 0
    for name in ("people.json", "head", "ledger.jsonl"):  # Written over: the numbers stay.
        (line.folder / name).write_bytes((other / name).read_bytes())
    with tournaments.at("cup").held() as here:
        again = here.desk.tournament.opened
    assert first
    assert again
    assert again.tournament != first.tournament
    assert again.name == "Cup of a longer name"


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("127.0.0.1:8080", True),
        ("[::1]:8080", True),
        ("localhost", True),
        ("venue.local:8080", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example:8080", False),
        ("[::1", False),
        ("", False),
    ],
)
def test_only_names_that_no_stranger_can_own_are_ours(host: str, ours: bool) -> None:
    assert is_own_name(host) is ours


def test_a_phone_breaks_no_record_and_a_deck_list_has_its_parts() -> None:
    records, cards = FILTERS["with_records"], FILTERS["cards"]
    assert records("Ana <b> (p1) 0-1-0 - masters-1-2, 2-1.") == (
        'Ana &lt;b&gt; (p1) <span class="score">0-1-0</span> - masters-1-2, 2-1.'
    )
    deck = "Pok\u00e9mon: 4\n4 Pikachu SVI 25\nEnergy: 56\n56 Basic {L} Energy"
    assert cards(deck) == (
        "<b>Pok\u00e9mon: 4</b>\n4 Pikachu SVI 25\n\n<b>Energy: 56</b>\n56 Basic {L} Energy"
    )
