"""The file for TOM goes out from a page, and is the same as that of the command."""

import html
import re
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest

from roundbook.cli.tom.header import GAME_TITLES, HEADER, MODE_TITLES
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.ledger.importers.tdf.reader import read
from roundbook.ledger.importers.tdf.shapes import GAMES, MODES
from tests.cli.line import Line
from tests.web.test_acts import hidden
from tests.web.visitor import Visitor

PAGE = "/t/cup/desk/tom-file"
GIVEN = {"sanction": "26-11-000001", "city": "Bonn", "organizer": "Jo & Park"}


def said(visitor: Visitor) -> str:
    return html.unescape(" ".join(re.sub("<[^>]+>", " ", visitor.get(PAGE).text).split()))


def written(visitor: Visitor, fields: Mapping[str, str]) -> httpx.Response:
    """Send the form, and return the file that the page then sends."""
    page = visitor.post(PAGE, data=fields)
    assert page.status_code == 200, page.text
    [goes] = re.findall(r'<meta http-equiv="refresh" content="0;url=([^"]+)">', page.text)
    return visitor.get(goes)


def exported(line: Line, *words: object) -> bytes:
    file = line.home / "command.tdf"
    assert line.run("file export", "-C", line.folder, file, "--force", *words).code == 0
    return file.read_bytes()


def played(line: Line) -> None:
    line.start()
    for number, name in enumerate(("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox"), start=1):
        line("register", name, "--birth-date", f"1990-02-0{number}", "--id", 4000 + number)
    line.first_round(1)
    line.play(1)


def test_the_file_is_the_one_that_the_command_writes(visitor: Visitor, line: Line) -> None:
    played(line)
    line.close()
    visitor.come_in(AccessRole.ORGANISER)
    form = hidden(visitor.get(PAGE).text)
    plain = written(visitor, form)
    assert plain.content == exported(line)
    assert plain.headers["cache-control"] == "no-store"
    assert plain.headers["content-disposition"] == 'attachment; filename="cup.tdf"'
    options = (word for name, text in GIVEN.items() for word in ("--set", f"{name}={text}"))
    filled = written(visitor, {**form, **GIVEN})
    assert filled.content == exported(line, *options)
    file = read(filled.content)
    assert (file.data.id, file.data.city) == (GIVEN["sanction"], GIVEN["city"])
    assert file.data.organizer
    assert file.data.organizer.name == GIVEN["organizer"]


def test_the_page_asks_for_every_field_of_the_header_and_names_each_once(
    visitor: Visitor, line: Line
) -> None:
    played(line)
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get(PAGE).text
    for one in HEADER:
        assert f'name="{one.name}"' in page
    assert "What is still empty can also be filled in later, in TOM." in said(visitor)
    assert said(visitor).count("Sanction number") == 1, "the field shows that it is empty"
    assert "The tournament is not closed" in page


def test_what_is_not_changed_leaves_an_imported_file_byte_for_byte(
    visitor: Visitor, line: Line
) -> None:
    file = Path("fixtures/imports/02_prerelease_mixed_pod_drops_final.tdf")
    line.folder.parent.mkdir(exist_ok=True)
    assert line.run("file import", file, line.folder).code == 0
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get(PAGE).text
    stands = dict(re.findall(r'name="([a-z]+)" value="([^"]*)"', page))
    for name, choices in re.findall(
        r'<select[^>]* name="([a-z]+)"[^>]*>(.*?)</select>', page, re.DOTALL
    ):
        [stands[name]] = re.findall(r'value="([^"]*)" selected', choices)
    same = {one.name: html.unescape(stands[one.name]) for one in HEADER}
    assert written(visitor, {**hidden(page), **same}).content == file.read_bytes()
    other = written(visitor, {**hidden(page), **same, "city": "Bonn"}).content
    assert other == exported(line, "--set", "city=Bonn")
    assert other != file.read_bytes()


def test_missing_details_are_named_and_placeholders_have_to_be_chosen(
    visitor: Visitor, line: Line
) -> None:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1990)
    line("register", "Ben Ode", "--birth-date", "1991-03-04", "--id", 4002)
    visitor.come_in(AccessRole.ORGANISER)
    text = said(visitor)
    assert "details that are missing: the Player ID of Ana Lopez (p1)." in text
    assert "use “Placeholders for what is missing”, which fills in" in text
    assert text.count("Player ID of Ana Lopez (p1)") == 1
    assert "The date of birth of Ana Lopez (p1): 27 February is written" in text
    form = hidden(visitor.get(PAGE).text)
    refused = visitor.post(PAGE, data={**form, "city": "Bonn"})
    assert refused.status_code == 422
    assert 'value="Bonn"' in refused.text, "what was filled in stays"
    done = written(visitor, {**form, "placeholders": "placeholders"})
    assert done.content == exported(line, "--placeholders")
    assert "`" not in text
    assert "--" not in text


def test_what_the_file_cannot_contain_is_listed(visitor: Visitor, line: Line) -> None:
    played(line)
    line("note", "the hall is cold")
    visitor.come_in(AccessRole.ORGANISER)
    assert "What the file cannot contain" in said(visitor)
    assert "Notes: 1" in said(visitor)


@pytest.mark.parametrize("minutes", ["", "-1", "soon", "1000"])
def test_a_wrong_number_of_minutes_is_refused_at_its_field(
    visitor: Visitor, line: Line, minutes: str
) -> None:
    played(line)
    visitor.come_in(AccessRole.ORGANISER)
    form = hidden(visitor.get(PAGE).text)
    refused = visitor.post(PAGE, data={**form, "roundtime": minutes})
    assert refused.status_code == 422
    assert "The minutes must be a number from 0 to 999." in refused.text
    assert 'id="f-roundtime-wrong"' in refused.text
    refused = visitor.post(PAGE, data={**form, "mode": "NONSENSE"})
    assert refused.status_code == 422
    assert "is not one of CUSTOM, GOPREMIER" in refused.text


def test_the_codes_of_tom_are_chosen_by_words_and_each_has_some(
    visitor: Visitor, line: Line
) -> None:
    played(line)
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get(PAGE).text
    for code, title in (
        ("TRADING_CARD_GAME", "Trading card game"),
        ("LEAGUECHALLENGE", "League Challenge"),
    ):
        assert f'<option value="{code}" selected>{title} ({code})</option>' in page
    assert page.index('name="mode"') < page.index("<summary>More</summary>"), "nobody overlooks it"
    assert GAME_TITLES.keys() == GAMES
    assert MODE_TITLES.keys() == MODES


@pytest.mark.parametrize("played_with", ["sealed", "booster-draft"])
def test_a_limited_event_without_a_cut_is_proposed_as_a_prerelease(
    visitor: Visitor, line: Line, played_with: str
) -> None:
    """Every edition has a rounds table, but that does not make it a League Challenge."""
    line.start("--format", played_with)
    assert line.ledger()[0]["events"][0]["rounds_table"], "as the edition says"
    line("register", "Ana Kim", "--birth-year", 1990)
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get(PAGE).text
    assert '<option value="PRERELEASE" selected>Prerelease (PRERELEASE)</option>' in page


def test_a_tournament_that_fits_into_no_file_says_so_at_once(visitor: Visitor, line: Line) -> None:
    line.start("--format", "team-battle-constructed")
    for name in ("Ana", "Ben", "Cho", "Dee"):
        line("register", name, "--division", "masters")
    line("team", "form", "Rocket", "p1", "p2")
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get(PAGE)
    assert page.status_code == 200
    assert "does not fit into a .tdf file: it cannot contain teams." in page.text
    assert "Download the file" not in page.text
    assert 'href="/t/cup/desk/archive"' in page.text
    assert (
        visitor.post(PAGE, data=hidden(visitor.get("/t/cup/desk/archive").text)).status_code == 422
    )


def test_it_is_found_by_the_word_tom_and_from_the_archive(visitor: Visitor, line: Line) -> None:
    played(line)
    visitor.come_in(AccessRole.ORGANISER)
    found = visitor.get("/t/cup/desk/acts?find=tom").text
    assert re.search(rf'<li data-words="[^"]*"><a href="{PAGE}">File for TOM', found)
    assert f'href="{PAGE}"' in visitor.get("/t/cup/desk/archive").text


@pytest.mark.parametrize("seat", [AccessRole.SCOREKEEPER, AccessRole.HEAD_JUDGE])
def test_it_is_only_for_who_may_have_the_archive(
    visitor: Visitor, line: Line, seat: AccessRole
) -> None:
    played(line)
    visitor.come_in(seat)
    assert visitor.get(PAGE).status_code == 403
    assert PAGE not in visitor.get("/t/cup/desk/acts").text


def test_after_the_download_the_page_keeps_what_was_filled_in_and_says_what_can_wait(
    visitor: Visitor, line: Line
) -> None:
    played(line)
    line.close()
    visitor.come_in(AccessRole.ORGANISER)
    assert visitor.get(f"{PAGE}/file").url.path == PAGE, "nothing was filled in yet"
    form = hidden(visitor.get(PAGE).text)
    page = visitor.post(PAGE, data={**form, "city": "Bonn", "organizer": "Kim Sun"}).text
    assert "The file is being downloaded." in page
    for each in (page, visitor.get(PAGE).text):
        assert 'name="city" value="Bonn"' in each
        assert 'name="organizer" value="Kim Sun"' in each
    again = visitor.get(PAGE).text
    assert "being downloaded" not in again
    assert "http-equiv" not in again
    assert "What is still empty can also be filled in later, in TOM." in said(visitor)
    assert "Bonn" not in "".join(map(str, line.ledger()))
    visitor.client.cookies.clear()
    visitor.come_in(AccessRole.ORGANISER, name="somebody else")
    assert "Bonn" not in visitor.get(PAGE).text


def test_the_games_that_the_file_leaves_out_are_counted_and_the_winners_are_not(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
    line("report", line.tables(1)[0], "2-1")
    line("report", line.tables(1)[1], "no-show:2")
    visitor.come_in(AccessRole.ORGANISER)
    text = said(visitor)
    assert "The games of 1 match (it contains only who won)" in text
    assert "Who did not show up, in 1 match (it contains only who won)" in text
