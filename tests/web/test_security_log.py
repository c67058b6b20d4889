"""What happened at the doors is written down, without anybody's name and without a code."""

import asyncio
import stat
from datetime import timedelta
from functools import partial

import msgspec
import pytest

from roundbook.cli.session.venue import now
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.security_log import A_MINUTE, Happening, SecurityLog
from roundbook.cli.web.access.sessions import (
    IDLE,
    AccessStore,
    digest_of,
    digest_of_code,
)
from roundbook.cli.web.app import app
from roundbook.cli.web.public.live import _desk_news, _news
from roundbook.cli.web.server.tournaments import TournamentFolder
from tests.cli.line import Line
from tests.web.test_signin import come_in, form_key
from tests.web.visitor import Visitor, invited


@pytest.fixture
def running(line: Line) -> Line:
    line.begin("Ana Lopez", "Ben Ode")
    return line


def lines(line: Line) -> list[dict[str, object]]:
    [file] = (line.home / "security").glob("*.jsonl")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    return [msgspec.json.decode(text) for text in file.read_bytes().splitlines()]


def test_who_signed_in_failed_and_was_refused_is_written_without_names_and_codes(
    visitor: Visitor, running: Line
) -> None:
    visitor.post("/sign-in", data={"code": "AAAA-BBBB-CCCC"})
    visitor.get("/join/SECRET-CODE-HERE")
    visitor.come_in(AccessRole.PLAYER, name="Ana Lopez", tournament="cup", player="p1")
    visitor.post("/t/cup/desk/do/drop", data={"who": "p2"})
    visitor.post("/join/SECRET-CODE-HERE", headers={"origin": "http://evil.example"})
    visitor.post("/sign-out", data={"key": form_key(visitor.get("/t/cup/mine"))})
    kept = lines(running)
    assert [each["what"] for each in kept] == [
        "code-failed",
        "code-failed",
        "signed-in",
        "refused",
        "refused",
        "signed-out",
    ]
    assert kept[2] == {**kept[2], "session": 1, "role": "player", "address": "127.0.0.1"}
    assert kept[3]["path"] == "POST /t/cup/desk/do/drop"
    assert kept[4]["path"] == "POST /join/…"
    assert all(str(each["at"]).endswith("Z") for each in kept)
    for secret in ("Ana", "Lopez", "SECRET", "AAAA", "p1"):
        assert secret not in str(kept)


def test_the_organiser_is_told_of_codes_that_failed_and_nobody_else_is(
    visitor: Visitor, running: Line
) -> None:
    for _ in range(3):
        visitor.post("/sign-in", data={"code": "AAAA-BBBB-CCCC"})
    visitor.come_in(AccessRole.ORGANISER)
    assert "Codes that do not work: <strong>3</strong>" in visitor.get("/doors").text
    visitor.come_in(AccessRole.SCOREKEEPER, tournament="cup")
    assert "Codes that do not work" not in visitor.get("/doors").text


def test_the_log_is_short_and_survives_a_restart(visitor: Visitor, line: Line) -> None:
    line.start()
    for _ in range(A_MINUTE + 30):
        visitor.app.state.tries._done.clear()
        visitor.app.state.tries._by.clear()
        visitor.post("/sign-in", data={"code": "no"})
    assert len(lines(line)) == A_MINUTE
    again = SecurityLog(line.home, line.folder.parent, clock=now)
    assert len(again.lately(Happening.CODE_FAILED, timedelta(days=1))) == A_MINUTE
    later = now() + timedelta(days=8)
    much_later = SecurityLog(line.home, line.folder.parent, clock=lambda: later)
    for log in (visitor.app.state.security, much_later):
        log._clock = lambda: later
        visitor.app.state.security = log
        visitor.post("/sign-in", data={"code": "no"})
        assert len(lines(line)) == 1, "a server may run for a week, too"


def test_a_log_that_is_damaged_or_cannot_be_written_stops_nobody(
    visitor: Visitor, access: AccessStore, tournaments: TournamentFolder, running: Line
) -> None:
    visitor.post("/sign-in", data={"code": "no"})
    [file] = (running.home / "security").glob("*.jsonl")
    file.write_bytes(b"{\xff\n" + file.read_bytes())
    assert len(SecurityLog(running.home, running.folder.parent, clock=now)._read()) == 1
    file.unlink()
    file.mkdir()
    with Visitor(app(tournaments, access)) as other:
        assert come_in(other, access, AccessRole.SCOREKEEPER).status_code == 200


# --- codes, and sessions that end -----------------------------------------------------------------


def test_a_code_is_kept_so_that_trying_it_is_slow_and_different_in_every_folder(
    access: AccessStore, line: Line
) -> None:
    code = invited(access, AccessRole.JUDGE)
    [kept] = access.doors.invitations
    assert access.doors.salt
    assert kept.digest == digest_of_code(code, access.doors.salt)
    assert kept.digest != digest_of_code(code, "another salt")
    assert kept.digest != digest_of(code.replace("-", ""))
    assert access.invited(code.lower().replace("-", " "))


SCRIPTS = (
    {"sec-fetch-mode": "cors"},
    {"x-part": "yes"},
    {"x-live": "yes"},
    {"accept": "text/event-stream"},
)
"""What a page of ours sends that brings itself up to date, or waits for news."""


@pytest.mark.parametrize(
    ("seat", "script"),
    [
        *((seat, SCRIPTS[0]) for seat in AccessRole),
        *((AccessRole.JUDGE, script) for script in SCRIPTS[1:]),
    ],
)
def test_whoever_does_nothing_for_long_is_signed_out(
    visitor: Visitor, access: AccessStore, running: Line, seat: AccessRole, script: dict[str, str]
) -> None:
    player = "p1" if seat is AccessRole.PLAYER else None
    visitor.come_in(seat, tournament="cup", player=player)
    start = now()
    restless = seat not in {AccessRole.PLAYER, AccessRole.SCREEN}
    for hours, fetched in ((2.9, False), (5.7, True), (6.0, False)):
        at = start + timedelta(hours=hours)
        access._clock = partial([at].__getitem__, 0)
        headers = script if fetched else {}
        stays = not restless or hours < 6
        page = visitor.get("/sign-in", headers=headers).text
        said = "You are signed in" in page or "is signed in on this phone" in page
        assert (said, bool(access.doors.sessions)) == (stays, stays)
    assert timedelta(hours=2.9) < IDLE < timedelta(hours=3.1)


def test_a_desk_that_is_signed_out_hears_nothing_more(
    visitor: Visitor, access: AccessStore, tournaments: TournamentFolder, running: Line
) -> None:
    _, session = access.enter(invited(access, AccessRole.SCOREKEEPER))
    served = tournaments.served("cup")
    assert served

    async def listens() -> list[str]:
        heard = []
        news = _desk_news(served, tournaments, lambda: access.is_in(session), claims=True)
        async for event in news:
            heard.append(event)
            if event.startswith("event: claims"):
                access.revoke([session.number])
                tournaments.wake_desks()
        return heard

    heard = visitor.run(asyncio.wait_for(listens(), 60))
    assert heard[-1].startswith("event: claims")


def test_a_phone_that_is_signed_out_hears_nothing_more(
    visitor: Visitor,
    access: AccessStore,
    tournaments: TournamentFolder,
    running: Line,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("roundbook.cli.web.public.live.HEARTBEAT", 0.05)
    _, session = access.enter(
        access.invite_players("cup", ["p1"], lasting=timedelta(hours=1))["p1"]
    )
    served = tournaments.served("cup")
    assert served

    async def listens() -> list[str]:
        heard = []
        await served.alone(served.look)  # A first look may take longer than a heartbeat.
        async for event in _news(served, tournaments, "p1", lambda: access.is_in(session)):
            heard.append(event)
            if event.startswith("event: entry"):
                access.revoke([session.number])
        return heard

    heard = visitor.run(asyncio.wait_for(listens(), 60))
    assert "event: entry" in heard[1]
    assert len(heard) <= 4
    assert heard[-1].startswith("event: out"), "a refusal is not a lost connection"
