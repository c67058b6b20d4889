"""Coming in by a code, being somebody, and being nobody again."""

import re
from datetime import timedelta
from html import unescape
from pathlib import Path

import httpx
import pytest

from roundbook.cli.session.venue import now, random_bytes
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.app import Options, app
from roundbook.cli.web.server.tournaments import TournamentFolder
from tests.cli.line import Line
from tests.web.visitor import Visitor, invited

HOUR = timedelta(hours=1)


def come_in(
    visitor: Visitor, access: AccessStore, seat: AccessRole, **more: object
) -> httpx.Response:
    return visitor.post(f"/join/{invited(access, seat, **more)}")


def form_key(answer: httpx.Response) -> str:
    found = re.search(r'name="key" value="([^"]+)"', answer.text)
    assert found
    return found[1]


def read(answer: httpx.Response) -> str:
    """Return the refusal on a page."""
    found = re.search(r'class="refusal" role="alert"[^>]*>(.*?)</p>', answer.text, re.DOTALL)
    assert found
    return unescape(found[1]).strip()


def test_a_link_shows_the_seat_and_lets_in_only_when_it_is_accepted(
    visitor: Visitor, access: AccessStore
) -> None:
    code = invited(access, AccessRole.ORGANISER)
    shown = visitor.get(f"/join/{code}")
    assert "organiser" in shown.text
    assert not access.doors.sessions
    visitor.post(f"/join/{code}")
    assert [one.name for one in access.doors.sessions] == ["Kim Sun"]
    assert visitor.get("/doors").status_code == 200
    visitor.client.cookies.clear()
    again = visitor.get(f"/join/{code}")
    assert again.status_code == 400
    assert "does not work" in again.text


def test_whoever_opens_a_used_link_while_signed_in_is_told_so_and_goes_on(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    line.start()
    code = invited(access, AccessRole.JUDGE, name="Sam Okafor", tournament="cup")
    visitor.post(f"/join/{code}")
    kept = access.doors
    again = visitor.get(f"/join/{code}")
    assert "You are signed in as Sam Okafor, judge." in again.text
    assert 'href="/t/cup/desk/tables"><span>Continue to the tournaments</span></a>' in again.text
    assert again.status_code == 404
    assert "The link that you followed has been used already, or has expired." in again.text
    for asks in ("does not work", 'class="refusal"', 'name="code"'):
        assert asks not in again.text, "it is no mistake, and there is nothing to do"
    assert access.doors == kept, "to look at a page changes nothing"


def test_a_card_that_is_scanned_again_leads_to_the_players_own_page(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    line.begin("Ana", "Ben")
    code = access.invite_players("cup", ["p1"], lasting=HOUR)["p1"]
    visitor.post(f"/join/{code}")
    again = visitor.get(f"/join/{code}")
    assert (again.status_code, again.url.path) == (200, "/t/cup/mine")
    assert "<bdi>Ana</bdi></h1>" in again.text


@pytest.mark.parametrize(
    ("name", "shown"), [("organiser", "organiser · desk-2"), ("Kim Sun", "Kim Sun · organiser")]
)
def test_whoever_is_named_by_the_seat_is_not_named_twice(
    visitor: Visitor, line: Line, name: str, shown: str
) -> None:
    line.start()
    visitor.come_in(AccessRole.ORGANISER, name=name)
    header = visitor.get("/t/cup/desk").text.partition("<nav")[0]
    assert f'<span class="soft">{shown}' in header


def test_a_code_is_typed_too_and_whoever_is_not_named_says_who_they_are(
    visitor: Visitor, access: AccessStore
) -> None:
    code = invited(access, AccessRole.ORGANISER, name="")
    nameless = visitor.post("/sign-in", data={"code": code.lower().replace("-", " ")})
    assert nameless.status_code == 400
    assert "name" in nameless.text
    visitor.post("/sign-in", data={"code": code.lower(), "name": "  Jo   Park "})
    assert [one.name for one in access.doors.sessions] == ["Jo Park"]


def staffed(line: Line) -> None:
    line.start()
    for name in ("Anna Meyer", "Kim Sun"):
        line("people staff", name, "judge")


NOT_ON_STAFF = (
    '"Anna Mayer" is not the name of a staff member. Did you mean Anna Meyer? The organiser can '
    "add a new staff member first."
)


def test_an_organiser_without_a_name_is_asked_for_one_that_can_reopen(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    """Entries said "organiser", and nobody else could reopen the event after its close."""

    def asked() -> str:
        code = invited(access, AccessRole.ORGANISER, name="")
        assert visitor.post(f"/join/{code}").status_code == 400, "a name is needed"
        return visitor.get(f"/join/{code}").text

    assert re.search('<input id="name" [^>]*maxlength="80" required', asked())
    line.start("--as", "Olga Berg")
    assert 'maxlength="80" value="Olga Berg" required' in asked()
    line.run("open", line.folder.parent / "second", "--name", "Second", "--as", "Bo Lund")
    assert '<option value="Olga Berg"></option>' in asked()
    visitor.post(
        f"/join/{invited(access, AccessRole.ORGANISER, name='')}", data={"name": "Bo Lund"}
    )
    assert [one.name for one in access.doors.sessions] == ["Bo Lund"]


def test_a_name_that_is_only_similar_to_a_staff_members_is_asked_about(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    """A misspelling would add another person for good, as it would after --as."""
    staffed(line)
    code = invited(access, AccessRole.JUDGE, name="", tournament="cup", uses=3)
    for path in (f"/join/{code}", "/sign-in"):
        said = visitor.post(path, data={"code": code, "name": "Anna Mayer"})
        assert said.status_code == 400
        assert read(said) == NOT_ON_STAFF
    assert [one.name for one in access.doors.sessions] == [], "the code still works"
    for name, meant in (("Anna Meyer", "Anna Meyer"), ("Meyer", "Anna Meyer"), ("Bo Lund",) * 2):
        visitor.post(f"/join/{code}", data={"name": name})
        assert [one.name for one in access.doors.sessions] == [meant]


def test_a_station_in_an_invitation_may_not_be_named_after_a_player(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    """Only the first entry was refused, when the person at that desk could do nothing about it."""
    line.enrol("Ana Lima")
    visitor.come_in(AccessRole.ORGANISER)
    fields = {"key": form_key(visitor.get("/doors")), "seat": "judge", "tournament": "cup"}
    said = visitor.post("/doors", data={**fields, "station": "ana-lima"})
    assert "the station name ana-lima contains the name of Ana Lima" in read(said)
    assert not access.doors.invitations
    visitor.post("/doors", data={**fields, "station": "desk-2"})
    assert [one.station for one in access.doors.invitations] == ["desk-2"]


def test_a_name_in_an_invitation_is_checked_in_the_same_way(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    staffed(line)
    visitor.come_in(AccessRole.ORGANISER)
    fields = {"key": form_key(visitor.get("/doors")), "name": "Anna Mayer"}
    said = visitor.post("/doors", data={**fields, "seat": "judge", "tournament": "cup"})
    assert read(said) == NOT_ON_STAFF
    assert [one.name for one in access.doors.invitations] == []
    visitor.post("/doors", data={**fields, "seat": "screen", "tournament": "cup"})
    line("people staff", "Anna Mayer", "judge")
    visitor.post("/doors", data={**fields, "seat": "judge", "tournament": "cup"})
    assert [one.name for one in access.doors.invitations] == ["Anna Mayer", "Anna Mayer"]


def test_a_code_that_does_not_work_says_nothing_about_the_staff(
    visitor: Visitor, line: Line
) -> None:
    staffed(line)
    said = visitor.post("/sign-in", data={"code": "AAAA-AAAA-AAAA", "name": "Anna Mayer"})
    assert "Anna Meyer" not in said.text


def test_the_page_for_codes_is_for_players_too(visitor: Visitor) -> None:
    page = visitor.get("/sign-in").text
    assert "Players and staff sign in with a code" in page
    assert 'id="code-hint">On your card or in your invitation, such as ' in page


def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(visitor: Visitor) -> None:
    visitor.client.follow_redirects = False
    said = visitor.come_in(AccessRole.ORGANISER).headers["set-cookie"].lower()
    assert "httponly" in said
    assert "samesite=lax" in said
    assert "path=/" in said


@pytest.mark.parametrize(
    "headers", [{"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}]
)
def test_nobody_is_signed_in_from_a_page_of_somebody_else(
    visitor: Visitor, access: AccessStore, headers: dict[str, str]
) -> None:
    code = invited(access, AccessRole.ORGANISER)
    assert visitor.post(f"/join/{code}", headers=headers).status_code == 403
    assert not access.doors.sessions


def test_a_foreign_name_for_us_knows_nobody(visitor: Visitor) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    shown = visitor.get("/doors", headers={"host": "evil.example"})
    assert "Sign in" in shown.text
    assert "Who may sign in" not in shown.text


def test_codes_cannot_be_guessed_at_any_speed(visitor: Visitor, access: AccessStore) -> None:
    answers = [visitor.post("/sign-in", data={"code": f"AAAA-AAAA-{n:04}"}) for n in range(22)]
    assert [answer.status_code for answer in answers] == [400] * 20 + [429] * 2
    assert "wait a minute" in answers[-1].text
    assert visitor.get("/join/AAAA-AAAA-AAAA").status_code == 429


def test_whoever_guesses_keeps_nobody_out_who_has_a_code(
    visitor: Visitor, access: AccessStore
) -> None:
    for number in range(25):
        visitor.post("/sign-in", data={"code": f"AAAA-AAAA-{number:04}"})
    code = invited(access, AccessRole.JUDGE)
    assert "judge" in visitor.get(f"/join/{code}").text
    visitor.post(f"/join/{code}")
    assert [one.seat for one in access.doors.sessions] == [AccessRole.JUDGE]


def test_the_organiser_invites_and_signs_out(visitor: Visitor, access: AccessStore) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    key = form_key(visitor.get("/doors"))
    shown = visitor.post("/doors", data={"key": key, "seat": "judge", "name": "Jo Park"})
    code = re.search(r"/join/([0-9A-Z-]+)", shown.text)
    assert code
    with_them = access.enter(code[1])[1]
    assert (with_them.seat, with_them.name) == (AccessRole.JUDGE, "Jo Park")
    visitor.post("/doors/end", data={"key": key, "session": str(with_them.number)})
    assert [one.seat for one in access.doors.sessions] == [AccessRole.ORGANISER]
    left = visitor.post("/sign-out", data={"key": key})
    assert not access.doors.sessions
    assert "You are signed out. To sign in again, ask the organiser for a new code." in left.text


def test_a_form_without_its_key_or_with_an_old_one_does_nothing(
    visitor: Visitor, access: AccessStore
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    for key in ({}, {"key": ""}, {"key": "x" * 32}, {"key": "\N{SNOWMAN}"}):
        assert visitor.post("/doors", data={**key, "seat": "judge"}).status_code == 403
    assert access.doors.invitations == ()


def test_a_judge_does_not_see_the_doors(visitor: Visitor, line: Line) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    assert visitor.get("/doors").status_code == 403


@pytest.mark.parametrize(
    "back", ["//evil.example", "/\\evil.example", "http://evil.example", "/\n/x"]
)
def test_nobody_is_led_away_after_signing_in(
    visitor: Visitor, access: AccessStore, back: str
) -> None:
    visitor.client.follow_redirects = False
    code = invited(access, AccessRole.ORGANISER)
    answer = visitor.ask("POST", f"/join/{code}", params={"back": back})
    assert answer.headers["location"] == "/desk"


def test_a_server_that_starts_again_knows_everybody(access: AccessStore, line: Line) -> None:
    token, session = access.enter(invited(access, AccessRole.SCOREKEEPER))
    again = AccessStore(
        line.home, line.folder.parent, clock=access._clock, random_bytes=access._fresh
    )
    assert again.session(token) == session


def test_who_may_come_in_is_for_the_eyes_of_the_owner_alone(
    access: AccessStore, line: Line
) -> None:
    invited(access, AccessRole.JUDGE)
    kept = next((line.home / "doors").glob("*.json"))
    assert kept.stat().st_mode & 0o077 == 0


def test_a_browser_is_in_at_two_servers_of_one_machine(
    visitor: Visitor, line: Line, tmp_path: Path
) -> None:
    """A cookie is for a machine, whatever the port."""
    line.start()
    (tmp_path / "others").mkdir()
    theirs = AccessStore(line.home, tmp_path / "others", clock=now, random_bytes=random_bytes)
    with Visitor(app(TournamentFolder(tmp_path / "others"), theirs)) as other:
        visitor.come_in(AccessRole.ORGANISER)
        other.client.cookies.jar = visitor.client.cookies.jar
        come_in(other, theirs, AccessRole.ORGANISER)
        assert other.get("/doors").url.path == "/doors"
        assert visitor.get("/doors").url.path == "/doors"
        visitor.post("/sign-out", data={"key": form_key(visitor.get("/doors"))})
        assert other.get("/doors").url.path == "/doors"
        assert visitor.get("/doors").url.path == "/sign-in"


def test_who_was_signed_out_reads_when(
    visitor: Visitor, access: AccessStore, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.start()
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    access.revoke([one.number for one in access.doors.sessions])
    said = visitor.get("/t/cup/desk/tables")
    assert said.url.path == "/sign-in"
    assert re.search(r"You were signed out at [0-2][0-9]:[0-5][0-9]\.", said.text)
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    began = now()
    monkeypatch.setattr(access, "_clock", lambda: began + 5 * HOUR)
    said = visitor.get("/t/cup/desk/tables")
    until = f"{began + 3 * HOUR:%H:%M}", f"{began + 3 * HOUR - timedelta(minutes=1):%H:%M}"
    assert any(f"signed out at {at}." in said.text for at in until), "it was idle for three hours"
    visitor.client.cookies.clear()
    assert "signed out at" not in visitor.get("/sign-in").text


def test_a_mistyped_code_does_not_forget_which_tournament_it_was(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    line.start()
    Line(line.home, line.folder.parent / "other").start()
    code = invited(access, AccessRole.SCOREKEEPER)
    form = r'action="(/sign-in[^"]*)"'
    [first] = re.findall(form, visitor.get("/sign-in?at=cup").text)
    wrong = visitor.post(first.replace("&amp;", "&"), data={"code": "AAAA-AAAA-AAAA"})
    [second] = re.findall(form, wrong.text)
    done = visitor.post(second.replace("&amp;", "&"), data={"code": code})
    assert done.url.path == "/t/cup/desk"


@pytest.mark.parametrize(
    ("address", "is_here"), [("http://127.0.0.1:8420/", True), ("http://192.0.2.7:8420/", False)]
)
def test_no_phone_is_promised_what_only_this_machine_reaches(
    tournaments: TournamentFolder, access: AccessStore, line: Line, address: str, *, is_here: bool
) -> None:
    line.start()
    with Visitor(app(tournaments, access, Options(addresses=(address,)))) as guest:
        come_in(guest, access, AccessRole.ORGANISER)
        page = guest.get("/doors")
        filled = {"key": form_key(page), "seat": "judge", "tournament": "cup"}
        made = guest.post("/doors", data=filled).text
        assert ("the computer that runs the server can reach it" in page.text) is is_here
        assert ("<img" in made) is not is_here
        assert f"{address}join/" in made
        screen = guest.get("/t/cup/screen").text
        assert ("On your phone:" in screen) is not is_here


def test_a_player_is_invited_by_name_and_only_if_registered(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    line.start()
    line("register", "Kai Roth", "--birth-year", 1990)
    visitor.come_in(AccessRole.ORGANISER)
    key = form_key(visitor.get("/doors"))
    filled = {"key": key, "seat": "player", "tournament": "cup"}
    for wrong in ("p99", "Zorro"):
        said = visitor.post("/doors", data={**filled, "player": wrong})
        assert said.status_code == 400
        assert wrong in read(said)
        assert access.doors.invitations == ()
    visitor.post("/doors", data={**filled, "player": "kai"})
    assert [one.player for one in access.doors.invitations] == ["p1"]


def test_an_invitation_says_once_as_what_somebody_signs_in(
    visitor: Visitor, access: AccessStore
) -> None:
    code = invited(access, AccessRole.ORGANISER, name="organiser")
    shown = visitor.get(f"/join/{code}").text
    assert "You are invited as organiser." in shown
    assert "You sign in as" not in shown
    code = invited(access, AccessRole.ORGANISER, name="Kim Sun")
    assert "You sign in as" in visitor.get(f"/join/{code}").text


def test_the_page_of_invitations_knows_the_only_event_and_the_card_names_the_guest(
    tournaments: TournamentFolder, access: AccessStore, line: Line
) -> None:
    line.start()
    address = "http://hall.example/"
    with Visitor(app(tournaments, access, Options(addresses=(address,)))) as guest:
        come_in(guest, access, AccessRole.ORGANISER)
        page = guest.get("/doors")
        assert '<option value="cup" selected>Cup</option>' in page.text, "the only one, by its name"
        filled = {"key": form_key(page), "seat": "scorekeeper", "tournament": "cup"}
        made = guest.post("/doors", data={**filled, "name": "Mia Brandt"}).text
        assert "Invitation for Mia Brandt: scorekeeper" in made
        assert f"Or type the code at {address}sign-in:" in made
        assert "Mia Brandt · scorekeeper · Cup · 1 use" in " ".join(made.split())
        nameless = guest.post("/doors", data=filled).text
        assert "Invitation: scorekeeper" in nameless
        line.run("open", line.folder.parent / "other", "--name", "Other", "--start", "2026-03-08")
        several = guest.get("/doors").text
        assert '<option value="">Choose …</option>' in several.partition('id="tournament"')[2]
        assert '<option value="cup" selected>' not in several
        assert '<option value="cup" selected>' in guest.get("/doors?at=cup").text
        assert 'href="/doors?at=cup"' in guest.get("/t/cup/desk/rounds").text
