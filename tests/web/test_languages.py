"""Whoever plays reads every page in their language: chosen in the address, or by the browser."""

import html
import re
from datetime import UTC, date, datetime
from functools import cache
from types import SimpleNamespace

import pytest

from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.server.listing import ListPage
from roundbook.cli.web.staff.tournaments import Shelf
from roundbook.projections.reports.languages import LANGUAGES, dated, translations
from roundbook.projections.reports.names import by_last_name
from roundbook.projections.reports.rendering import render
from tests.cli.line import Line
from tests.cli.swiss import finish
from tests.house.catalogues import TRANSLATED, kept, said
from tests.web import events
from tests.web.visitor import Visitor

PAGES = (
    "/",
    "/nothing",
    "/sign-in",
    "/join/wrong",
    "/t/empty",
    "/t/empty/players",
    "/t/empty/pairings",
    "/t/empty/standings",
    "/t/empty/clock",
    "/t/empty/bracket",
    "/t/empty/screen",
    "/t/registered/players/p1",
    "/t/registered/standings/p1",
    "/t/paired/players/p1",
    "/t/paired/pairings",
    "/t/running",
    "/t/running/nothing",
    "/t/running/players",
    "/t/running/players?find=ada",
    "/t/running/players?find=zzz",
    "/t/running/players/p1",
    "/t/running/players/p99",
    "/t/running/pairings",
    "/t/running/pairings?by=table",
    "/t/running/pairings?round=1",
    "/t/running/standings",
    "/t/running/standings/p1",
    "/t/running/standings/p3",
    "/t/running/clock",
    "/t/running/screen",
    "/t/running/screen?show=standings",
    "/t/top-cut",
    "/t/top-cut/bracket",
    "/t/top-cut/players/p1",
    "/t/top-cut/players/p9",
    "/t/top-cut/standings/p1",
    "/t/top-cut/standings/p9",
    "/t/knock-out/bracket",
    "/t/knock-out/standings",
    "/t/knock-out/standings/p1",
    "/t/over",
    "/t/over/screen",
    "/t/over/players/p1",
)
"""Every page of players and of the public, at every stage, with what is missing and mistyped."""

OTHERS_WORDS = {"Lunch is after round 2.", "the slip was read upside down", "English", "Welcome"}
"""What people wrote themselves, and what a language calls itself."""


@cache
def english(language: str) -> tuple[str, ...]:
    """Return the longest part of every English message that has another text in a language."""
    words, found = translations(language), set()
    for one in said():
        for text in (one.id,) if isinstance(one.id, str) else one.id:
            told = words.pgettext(one.context, text) if one.context else words.gettext(text)
            part = max(re.split(r"%\(\w+\)s|%%", text), key=len).strip(" ,.:;()")
            if " " in part and len(part) > 7 and part not in told:
                found.add(part)
    return tuple(sorted(found))


def text_of(page: str) -> str:
    """Return what is read on a page, and read aloud."""
    spoken = " ".join(re.findall(r'(?:aria-label|alt|title|placeholder)="([^"]*)"', page))
    bare = re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL)
    for word in OTHERS_WORDS:
        bare = bare.replace(word, "")
    return html.unescape(f"{re.sub('<[^>]*>', ' ', bare)} {spoken}")


@pytest.fixture
def stages(line: Line) -> None:
    events.stages(line)


@pytest.mark.usefixtures("stages")
def test_no_page_of_players_says_anything_in_english_in_another_language(visitor: Visitor) -> None:
    for language in TRANSLATED:
        for path in PAGES:
            page = visitor.get(path, headers={"Accept-Language": language}).text
            assert f'<html lang="{language}"' in page, path
            read = " ".join(text_of(page).split())
            left = [each for each in english(language) if each in read]
            assert left == [], f"{path} in {language}"


@pytest.mark.usefixtures("stages")
def test_the_numbers_and_the_names_are_the_same_in_every_language(visitor: Visitor) -> None:
    """Only words are translated, and the decimal point: who meets whom and every figure stay."""
    for path in ("/t/running/pairings", "/t/running/standings", "/t/top-cut/standings/p9"):
        told = set()
        for language in LANGUAGES:
            page = visitor.get(path, headers={"Accept-Language": language}).text
            main = page.partition("<main")[2].partition("</main>")[0]
            names = tuple(re.findall(r"<bdi>(.*?)</bdi>", main))
            figures = re.findall(r"\d+[.,]\d\d|\d+/\d+|\d\d:\d\d|\d-\d-\d", main)
            assert not [one for one in figures if ("." if language != "en" else ",") in one]
            figures = [one.replace(",", ".") for one in figures]
            assert names, path
            told.add((names, tuple(sorted(figures))))
        assert len(told) == 1, path


@pytest.mark.parametrize(
    ("language", "day"),
    [("en", "8 Nov 2026"), ("de", "8. Nov. 2026"), ("es", "8 nov 2026"), ("fr", "8 nov. 2026")],
)
def test_a_day_has_its_month_in_letters(language: str, day: str) -> None:
    words = translations(language)
    assert dated(date(2026, 11, 8), words) == dated("2026-11-08", words) == day
    assert dated(datetime(2026, 11, 8, 23, 59, tzinfo=UTC), words) == day
    assert dated("", words) == ""
    months = {dated(date(2026, n, 1), words).split()[1] for n in range(1, 13)}
    assert len(months) == 12


ISO = re.compile(r"\b20\d\d-\d\d-\d\d\b")


def test_no_page_that_people_read_shows_a_day_as_files_have_it(
    visitor: Visitor, line: Line
) -> None:
    """Forms have it in their fields, and the log of the staff has it with the second."""
    line.begin("Ana", "Ben", "Cho", "Dee")
    finish(line)
    line.close("--end", "2026-03-08")
    visitor.come_in(AccessRole.ORGANISER, tournament=None)
    public = ("/", "/t/cup", "/t/cup/standings", "/t/cup/players/p1", "/t/cup/screen")
    staff = ("/desk", "/desk/shelf", "/t/cup/desk/archive", "/t/cup/desk/rounds")
    for path in (*public, *staff):
        shown = re.sub(r"<[^>]*>", " ", visitor.get(path).text)
        assert not ISO.search(shown), path
    assert "7 Mar 2026" in visitor.get("/t/cup").text
    assert "keep until 8 Jun 2026" in visitor.get("/desk").text
    assert "8 Jun 2026" in visitor.get("/desk/shelf").text
    assert "until 8 Jun 2026 (TOP" in visitor.get("/t/cup/desk/archive").text


def test_the_menu_of_languages_calls_each_by_its_own_name(visitor: Visitor, line: Line) -> None:
    line.start()
    page = visitor.get("/t/cup?lang=fr").text
    for code, name in LANGUAGES.items():
        assert re.search(
            rf'<a href="\?lang={code}" lang="{code}" hreflang="{code}"[^>]*>{name}</a>', page
        )
    assert 'hreflang="fr" aria-current="true"' in page
    assert '<html lang="fr">' in visitor.get("/t/cup").text, "it is remembered"


def test_a_language_that_was_chosen_stays_where_an_address_leads_on(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ana", "Ben")
    kept = ("mine?me=p1", "mine?as=p2", "mine?me=p2&kept=yes", "mine", "mine?forget=p2")
    for path in (*kept, "jump", "players?find=Ana"):
        for language in ("de", "en"):
            to = visitor.get(f"/t/cup/{path}{'&' if '?' in path else '?'}lang={language}")
            assert to.history, f"{path} leads on"
            assert f'<html lang="{language}"' in to.text, path
        visitor.get("/t/cup/mine?me=p1")
    visitor.get("/t/cup?lang=de", headers={"x-live": "yes"})
    assert '<html lang="en"' in visitor.get("/t/cup").text, (
        "a tab that renews itself decides nothing"
    )


@pytest.mark.parametrize(
    ("liked", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("it,es;q=0.7,en;q=0.3", "es"),
        ("en;q=0.2,fr;q=0.4", "fr"),
        ("pl,cs;q=0.9", "en"),
        ("de;q=0, fr;q=0.1", "fr"),
        ("*", "en"),
        ("fr;q=nan,de", "de"),
    ],
)
def test_a_browser_says_what_is_liked(
    visitor: Visitor, line: Line, liked: str, language: str
) -> None:
    line.start()
    answer = visitor.get("/t/cup", headers={"Accept-Language": liked})
    assert f'<html lang="{language}"' in answer.text
    assert "Accept-Language" in answer.headers["vary"]


def test_a_code_that_opens_nothing_is_refused_in_the_language_of_the_page(
    visitor: Visitor, line: Line
) -> None:
    line.start()
    headers = {"Accept-Language": "de", "Origin": "http://127.0.0.1"}
    page = visitor.post("/sign-in", data={"code": "ABCD"}, headers=headers)
    assert page.status_code == 400
    assert "Dieser Code gilt nicht" in page.text
    assert 'role="alert" lang="en"' not in page.text


CHAMPIONS = {"Champion", "%(division)s champion"}
MASCULINE = {
    "es": r"[Cc]ampeón|\bjugador\b(?! o jugadora)|registrado|inscrito|\bla ID\b",
    "fr": r"[Vv]ainqueur|qualifié|éliminé|disqualifié|\bjoueur\b(?<!ou joueur)|\bpremier en",
    "de": r"\bSieger\b(?!/in)|\bSpieler\b(?!/in)|Meister\b",
}


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_sentence_about_somebody_by_name_is_right_for_a_girl_too(language: str) -> None:
    about = re.compile(r"%\((name|winner|loser|player|seat)\)s")
    for message in kept(language):
        key = message.id if isinstance(message.id, str) else message.id[0]
        if (about.search(key) and "switch" not in key) or key in {
            "Champion",
            "%(division)s champion",
        }:
            assert not re.search(MASCULINE[language], str(message.string)), message.string


def test_a_name_stands_apart_from_what_is_around_it(visitor: Visitor, line: Line) -> None:
    """Arabic beside a number neither turns the number nor the sentence."""
    line.begin("محمد علي", "山田 太郎")
    for path in ("/t/cup/pairings", "/t/cup/standings", "/t/cup/players", "/t/cup/players/p1"):
        page = visitor.get(path).text
        main = page.partition("<main")[2]
        apart = ("<bdi>محمد علي</bdi>", "<bdi>علي, محمد</bdi>")
        assert any(name in main for name in apart), path
        for name in apart:
            main = main.replace(name, "")
        assert "محمد" not in main, path


def test_names_are_ordered_alike_whatever_marks_they_carry() -> None:
    names = [
        "Öhm",
        "Zuber",
        "Ähre",
        "Ahrens",
        "Łoś",
        "Lund",
        "Østby",
        "Oswald",
        "ähle",
        "ßa",
        "Sab",
    ]
    assert sorted(names, key=by_last_name) == [
        "ähle",
        "Ähre",
        "Ahrens",
        "Łoś",
        "Lund",
        "Öhm",
        "Østby",
        "Oswald",
        "Sab",
        "ßa",
        "Zuber",
    ]


def test_a_page_of_the_staff_is_in_one_language() -> None:
    """The staff's own pages are in English, and say so, whatever the browser likes."""
    session = SimpleNamespace(name="Ana", form_key="k", seat=SimpleNamespace(value="organiser"))
    shelf = Shelf((), ListPage(1, 1, (), 0), "", 0)
    page = render(
        "desk/tournaments.html", "de", session=session, shelf=shelf, can_open=False, invites=True
    )
    assert '<html lang="en">' in page
    assert "Skip to the content" in page
