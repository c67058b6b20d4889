"""Who was erased is on no page that is asked for afterwards, whatever was kept ready before."""

import unicodedata
from datetime import UTC, datetime

import pytest

from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.server import tournaments as server
from roundbook.cli.web.server.tournaments import TournamentFolder
from tests.cli.line import Line
from tests.web.events import running
from tests.web.test_signin import HOUR
from tests.web.tour import TOUR
from tests.web.visitor import Visitor, invited

NAME, BEFORE = "Zoë Żółćkowska", "Zuzanna Żółćkowska"
OPEN = ("", "/standings", "/rounds", "/rounds/1", "/players", "/history", "/events")


def pages(slug: str) -> list[str]:
    """Every page there is of a tournament, for whoever may look."""
    every = {path for paths in TOUR.values() for path in paths}
    return sorted(
        {path.replace("/t/running", f"/t/{slug}") for path in every if "/t/running" in path}
    )


def shown(visitor: Visitor, slug: str) -> list[str]:
    """Return the pages and answers in which a part of the name stands."""
    found = []
    api = [f"/api/v1/tournaments/{slug}{one}" for one in OPEN]
    for path in [*pages(slug), *api]:
        text = unicodedata.normalize("NFC", visitor.get(path).text).casefold()
        if "zoë" in text or "zuzanna" in text or "żółć" in text or "\\u017c\\u00f3\\u0142" in text:
            found.append(path)
    return found


@pytest.mark.rule("LED-9")
def test_no_page_names_who_was_erased_since_it_was_kept_ready(
    visitor: Visitor,
    tournaments: TournamentFolder,
    line: Line,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cup = running(line)
    cup("people amend", "p1", "--name", BEFORE, "--reason", "as it is written")
    cup("people amend", "p1", "--name", NAME, "--reason", "as it is spelt")
    visitor.come_in(AccessRole.ORGANISER)
    assert len(shown(visitor, "running")) > 9
    served = tournaments.served("running")
    assert served
    monkeypatch.setattr(server, "CHEAP", 0.05)
    served.spent = 60.0  # A busy tournament, which waits before it shows what is new.
    cup("people erase", "p1", "--reason", "the family asked", "--yes")
    assert shown(visitor, "running") == []
    for path in (*line.home.rglob("*"), *cup.folder.rglob("*")):
        if path.is_file():
            data = path.read_bytes().decode("utf-8", "replace").casefold()
            assert "zoë" not in data, path
            assert "żółć" not in data, path


def kept(line: Line) -> str:
    """Return all that lies in the user's own folder."""
    found = [path.read_text(encoding="utf-8") for path in line.home.rglob("*.json")]
    return "\n".join(found)


@pytest.mark.rule("LED-9")
def test_who_is_erased_is_signed_out_and_nobody_else(access: AccessStore, line: Line) -> None:
    line.begin(NAME, "Ana Lopez", "Ben Ode", "Kim Sun")
    code = invited(access, AccessRole.PLAYER, name=NAME, tournament="cup", player="p1")
    phone, _ = access.enter(code)
    code = invited(access, AccessRole.PLAYER, name="", tournament="cup", player="p1")
    nick, _ = access.enter(code, name="Zozo")
    invited(access, AccessRole.JUDGE, name=f"{NAME}")
    codes = access.invite_players("cup", ["p2"], lasting=HOUR)
    other, _ = access.enter(codes["p2"])
    judge, _ = access.enter(invited(access, AccessRole.JUDGE, name="Kim Sun"))
    before = line.run("people erase", "p1", "--reason", "x", "--dry-run", "-C", line.folder)
    assert "3 sign-ins" in before.out
    assert access.session(phone)
    line("people erase", "p1", "--reason", "the family asked", "--yes")
    assert [access.session(each) for each in (phone, nick)] == [None, None]
    assert access.session(other)
    assert access.session(judge)
    assert [one.seat for one in access.doors.invitations] == []
    for word in ("Zo\u00eb", "\u017b\u00f3\u0142\u0107kowska", "Zozo"):
        assert word not in kept(line)


def test_a_sign_in_that_has_ended_goes_too(
    access: AccessStore, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.begin(NAME, "Ana Lopez")
    access.enter(invited(access, AccessRole.PLAYER, name=NAME, tournament="cup", player="p1"))
    monkeypatch.setattr("roundbook.cli.session.clock.now", lambda: datetime(2036, 1, 1, tzinfo=UTC))
    assert NAME in kept(line)
    line("people erase", "p1", "--reason", "the family asked", "--yes")
    assert NAME not in kept(line)


def test_of_the_staff_whoever_is_erased_is_signed_out(access: AccessStore, line: Line) -> None:
    line.begin("Ana Lopez", "Ben Ode")
    line("note", "hello", "--as", "Kim Sun")
    hand = line.ledger()[-1]["hand"]["id"]
    judge, _ = access.enter(invited(access, AccessRole.JUDGE, name="Kim Sun"))
    line("people erase", hand, "--reason", "asked", "--yes")
    assert access.session(judge) is None
    assert "Kim Sun" not in kept(line)


def test_a_namesake_who_stays_stays_signed_in(access: AccessStore, line: Line) -> None:
    line.begin("Kim Sun", "Ben Ode")
    line("note", "hello", "--as", "Kim Sun")
    judge, _ = access.enter(invited(access, AccessRole.JUDGE, name="Kim Sun"))
    line("people erase", "p1", "--reason", "asked", "--yes")
    assert access.session(judge)
