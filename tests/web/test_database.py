"""Tournaments of a database on the pages: from several servers at once, and while it is away."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from threading import get_ident
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

import pytest

from roundbook.cli.places import database, members
from roundbook.cli.places.appearance import keep_look, look_of
from roundbook.cli.places.database import ServedDatabase, served
from roundbook.cli.places.hosted import FolderOfMany, Places, Stamps
from roundbook.cli.places.layout import MEMBERS, SERVING
from roundbook.cli.places.serving import say_where, serving
from roundbook.cli.session.venue import now, random_bytes, today
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import FIRST, AccessStore
from roundbook.cli.web.app import app
from roundbook.cli.web.server import listing
from roundbook.cli.web.server import tournaments as server
from roundbook.cli.web.server.tournaments import TournamentFolder
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.storage.database import Database
from roundbook.projections.reports.public_view import EventLook
from tests.cli.line import Line
from tests.cli.typed import Said, roundbook
from tests.postgres import Server, cluster
from tests.web.test_acts import hidden
from tests.web.test_opening import dropped
from tests.web.test_signin import come_in
from tests.web.visitor import Visitor

pytestmark = pytest.mark.database

PATIENCE = 20
"""So many seconds something may take that is known in a moment."""


def done(said: Said) -> Said:
    assert said.code == 0, said.err
    return said


def soon(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    until = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < until
        sleep(0.01)


@pytest.fixture
def hall(postgres: Server, line: Line, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database with a tournament, `cup`, whose first round is being played."""
    del line  # A home of our own.
    for module in (server, listing):
        monkeypatch.setattr(module, "REST", 0)
    monkeypatch.setattr(server, "CHEAP", float("inf"))
    monkeypatch.setattr(listing, "PATIENCE", None)
    address = postgres.new_database()
    opened(address, "cup")
    cup = at(address, "cup")
    for name in ("Ana", "Ben", "Cem", "Dan"):
        done(roundbook("register", name, "--birth-year", 1990, "-C", cup))
    done(roundbook("announce", "--prizes", "none", "-C", cup))
    done(roundbook("pair", "-C", cup))
    done(roundbook("start", "-C", cup))
    return address


def at(hall: str, name: str) -> str:
    return hall.replace("?", f"/{name}?")


def opened(hall: str, name: str) -> None:
    done(roundbook("open", at(hall, name), "--name", name.title(), "--start", "2026-03-07"))


@pytest.fixture
def serve(line: Line) -> Iterator[Callable[[str], tuple[Visitor, AccessStore, ServedDatabase]]]:
    """Start servers of a database: for each somebody who looks at it, and its doors."""
    with ExitStack() as running:

        def start(address: str) -> tuple[Visitor, AccessStore, ServedDatabase]:
            places = served(address)
            running.enter_context(places.followed())
            access = AccessStore(line.home, places, clock=now, random_bytes=random_bytes)
            pages = app(TournamentFolder(places), access)
            return running.enter_context(Visitor(pages)), access, places

        yield start


Serve = Callable[[str], tuple[Visitor, AccessStore, ServedDatabase]]


def test_the_pages_show_what_lies_in_a_database(hall: str, serve: Serve) -> None:
    visitor, _, places = serve(hall)
    assert visitor.get("/readyz").text == "ready\n"
    assert "Ana" in visitor.get("/t/cup/pairings").text
    assert visitor.get("/t/other").status_code == 404
    opened(hall, "late")
    soon(lambda: len(places.tournaments()) == 2)
    assert "Late" in visitor.get("/t/late").text
    assert all(name in visitor.get("/").text for name in ("Cup", "Late"))


def test_two_servers_show_each_others_slips(hall: str, serve: Serve) -> None:
    here, _, _ = serve(hall)
    there, _, _ = serve(at(hall, "cup"))
    for visitor in (here, there):
        assert "1 of 2 in" not in visitor.get("/t/cup/standings").text
    done(roundbook("report", "masters-1-1", "1", "-C", at(hall, "cup")))
    for visitor in (here, there):
        soon(lambda one=visitor: "1 of 2 in" in one.get("/t/cup/standings").text)  # type: ignore[misc]
    assert here.get("/t/cup/standings").headers["etag"]


def test_whether_to_look_again_is_known_without_asking(
    hall: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The event loop asks it for every page: it may wait for no network."""
    connected, here = Database._connected, get_ident()

    def not_from_here(asked: Database) -> Any:
        """The thread that waits for news may connect at any time."""
        return pytest.fail("it was asked") if get_ident() == here else connected(asked)

    places = served(hall)
    with places.followed():
        every = TournamentFolder(places)
        cup = every.at("cup")
        cup.look()
        with monkeypatch.context() as cut_off:
            cut_off.setattr(Database, "_connected", not_from_here)
            assert not cup.is_due(0.0)
            assert every.served("cup") is cup
            assert every.served("nowhere") is None
        done(roundbook("report", "masters-1-1", "1", "-C", at(hall, "cup")))
        soon(lambda: cup.is_due(0.0))


def test_without_any_news_it_is_looked_now_and_then(
    hall: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that follows another takes no listeners."""
    monkeypatch.setattr(database, "EVERY", 0.05)

    def deaf(_: Database, seconds: float) -> set[str]:
        sleep(seconds)
        return set()

    monkeypatch.setattr(Database, "heard", deaf)
    places = served(hall)
    with places.followed():
        [cup] = places.tournaments()
        before = places.stamps(cup)
        done(roundbook("report", "masters-1-1", "1", "-C", at(hall, "cup")))
        soon(lambda: places.stamps(cup) != before)


def test_a_database_that_goes_away_is_said_in_a_sentence_and_comes_back(
    postgres: Server, hall: str, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "AGAIN", 0.05)
    visitor, _, _ = serve(hall)
    assert "Ana" in visitor.get("/t/cup/pairings").text
    postgres.stop()
    try:
        soon(lambda: visitor.get("/readyz").status_code == 503)
        assert visitor.get("/readyz").text.count("\n") == 1
        assert str(postgres.folder) not in visitor.get("/t/cup/pairings").text
        for path in ("/t/cup/pairings", "/", "/api/v1/tournaments", "/api/v1/tournaments/cup"):
            assert visitor.get(path).status_code == 503
        assert visitor.get("/healthz").status_code == 200
    finally:
        postgres.start()
    soon(lambda: visitor.get("/readyz").status_code == 200)
    assert "Ana" in visitor.get("/t/cup/pairings").text
    assert visitor.get("/api/v1/tournaments").json()["tournaments"][0]["name"] == "Cup"
    done(roundbook("report", "masters-1-1", "1", "-C", at(hall, "cup")))
    soon(lambda: "1 of 2 in" in visitor.get("/t/cup/standings").text)


def test_a_tournament_that_was_listed_without_its_name_gets_it_back(
    hall: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database went away between the look at its versions and that at the first line."""
    monkeypatch.setattr(listing, "REST", 0)
    places = served(hall)
    every = TournamentFolder(places, places.found())
    lines = listing.TournamentList(every, today)
    with monkeypatch.context() as away:

        def cut_off(folder: object) -> Entry:
            raise Unreadable("it is away.", where=str(folder))

        away.setattr(listing, "first_entry", cut_off)
        assert [one.name for one in lines.look().lines] == ["cup"]
    assert [one.name for one in lines.look().lines] == ["Cup"]


def test_a_desk_opens_a_tournament_in_the_database_and_reports_there(
    hall: str, serve: Serve, postgres: Server, line: Line
) -> None:
    visitor, access, _ = serve(hall)
    come_in(visitor, access, AccessRole.ORGANISER)
    form = {**hidden(visitor.get("/desk").text), "title": "Herbst-Cup"}
    first, again = (visitor.post("/desk", data=form) for _ in range(2))
    assert first.url.path == again.url.path == "/t/herbst-cup/desk/players"
    form = hidden(visitor.get("/t/cup/desk").text)
    assert visitor.post("/t/cup/desk", data={**form, "line": "1 1"}).status_code == 200
    assert "1 of 2 in" in visitor.get("/t/cup/standings").text, (
        "what is written here is shown at once"
    )
    line.run("file transfer", at(hall, "cup"), line.folder)
    zipped = line.home.parent / "autumn.zip"
    done(roundbook("archive", line.folder, "--out", zipped, "--unfinished", "a copy"))
    assert dropped(visitor, "autumn.zip", zipped.read_bytes()).url.path == "/t/autumn/desk"
    assert "intact" in done(roundbook("verify", at(hall, "autumn"))).out
    kept = postgres.ask(
        "SELECT name FROM roundbook.member UNION SELECT name FROM roundbook_names.member",
        database=hall,
    )
    beside = {name.partition("/")[0] for (name,) in kept}
    assert beside <= {member.name for member in MEMBERS} - {SERVING}, "and no door"


def test_who_was_invited_to_a_database_comes_in(hall: str, serve: Serve) -> None:
    visitor, _, _ = serve(hall)
    said = done(
        roundbook("people invite", "scorekeeper", "-C", hall, "--name", "Kim", "--json")
    ).data
    assert said["link"] is None
    assert visitor.post(f"/join/{said['code']}").status_code == 200
    assert visitor.get("/t/cup/desk").status_code == 200
    said = done(
        roundbook("people invite", "player", "-C", hall, "--tournament", "cup", "--player", "p1")
    )
    no = roundbook("people invite", "player", "-C", hall, "--tournament", "cup", "--player", "p9")
    assert (no.code, "no player in that tournament has the number" in no.err) == (3, True)


def test_an_invitation_leads_to_a_server_of_the_database_while_one_runs(hall: str) -> None:
    with serving(served(hall)):
        say_where(served(hall), "http://127.0.0.1:1/")
        with serving(served(hall)):  # Another one may run beside it.
            said = done(roundbook("people invite", "judge", "-C", hall, "--json")).data
        assert said["link"] == f"http://127.0.0.1:1/join/{said['code']}"
    assert done(roundbook("people invite", "judge", "-C", hall, "--json")).data["link"] is None


def test_a_code_of_one_tournament_of_a_database_that_is_served_is_made_there(hall: str) -> None:
    """The server of the whole database would not know it."""
    cup = at(hall, "cup")
    assert roundbook("people invite", "judge", "-C", cup).code == 0
    with serving(served(hall)):
        said = roundbook("people invite", "judge", "-C", cup)
        assert (said.code, said.out) == (3, "")
        assert f"{served(cup)} is served with the tournaments in {served(hall)}, so" in said.err
        assert f"`roundbook people invite judge -C '{hall}' --tournament cup`" in said.err
        player = roundbook("people invite", "player", "-C", cup, "--player", "p1", "--hours", "2")
        assert f"'{hall}' --tournament cup --player p1 --hours 2`" in player.err
        assert roundbook("people invite", "judge", "-C", hall, "--tournament", "cup").code == 0


def test_doors_belong_to_the_tournament_whoever_asks_for_it(hall: str) -> None:
    as_visitor = hall.replace("owner@", "visitor:secret@") + "&connect_timeout=3"
    assert served(hall).whole == served(as_visitor).whole
    assert served(at(hall, "cup")).whole == served(at(as_visitor, "cup")).whole
    assert served(hall).whole != served(at(hall, "cup")).whole
    assert "secret" not in str(served(as_visitor))


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("postgresql://ana:secret@127.0.0.1:1/events", "cannot be reached"),
        ("postgresql://ana:secret@127.0.0.1:1/events/cup", "cannot be reached"),
    ],
)
@pytest.mark.usefixtures("impatient")
def test_a_database_that_is_down_is_not_served(line: Line, address: str, told: str) -> None:
    for verb in (("serve", address), ("people invite", "judge", "-C", address)):
        said = roundbook(*verb)
        assert (said.code, told in said.err, "secret" in said.err) == (5, True, False), said.err


def test_a_tournament_that_is_not_there_is_not_served(hall: str) -> None:
    said = roundbook("serve", at(hall, "nowhere"), code=3)
    assert "does not contain a tournament" in said.err


@pytest.mark.rule("LED-9")
@pytest.mark.rule("LED-9")
def test_people_sign_up_at_a_tournament_of_a_database_until_it_starts(
    hall: str, serve: Serve
) -> None:
    """The waiting list is with the names, where who may only read the ledger cannot look."""
    opened(hall, "spring")
    where, kept = at(hall, "spring"), "SELECT count(*) FROM roundbook_names.member WHERE name = %s"
    done(roundbook("people", "sign-ups", "open", "-C", where))
    visitor, _, _ = serve(hall)
    for name in ("Ana", "Ben", "Zed"):
        typed = {"first": name, "last": "Quokka", "birth_year": "1990", "once": f"{name:A<22}"}
        said = visitor.post("/t/spring/sign-up", data=typed)
        assert "Waiting for the desk" in said.text
    assert Database(hall).read(kept, "sign-ups.json") == [(1,)]
    assert (
        "Ana Quokka (p1) was registered"
        in done(roundbook("people", "sign-ups", "accept", 1, 2, "-C", where)).out
    )
    done(roundbook("announce", "--rounds", 1, "--prizes", "none", "--override", "rounds-differ",
                   "--because", "it is small", "-C", where))  # fmt: skip
    for verb in ("pair", "start"):
        done(roundbook(verb, "-C", where))
    assert Database(hall).read(kept, "sign-ups.json") == [(0,)]
    assert "had not accepted by then were deleted" in visitor.get("/t/spring/sign-up").text


def test_a_report_of_a_phone_is_kept_in_a_database(hall: str, serve: Serve) -> None:
    visitor, access, _ = serve(hall)
    come_in(visitor, access, AccessRole.ORGANISER, tournament="cup", name="Kim Sun")
    key = hidden(visitor.get("/t/cup/desk/claims").text)["key"]
    visitor.post("/t/cup/desk/claims/switch", data={"key": key, "allowed": "yes"})
    cup = at(hall, "cup")
    phones = access.invite_players("cup", ["p1", "p2", "p3", "p4"], lasting=FIRST)
    for player, code in phones.items():
        visitor.post("/sign-out", data={"key": key})
        visitor.post(f"/join/{code}")
        key = hidden(visitor.get("/t/cup/mine").text)["key"]
        match = re.search("match=([^#&]+)#now", visitor.get("/t/cup/mine").text)
        filled = {"key": key, "match": match[1] if match else "", "said": "won"}
        assert visitor.post("/t/cup/mine", data=filled).status_code == 200, player
    said = done(roundbook("ruling", "settle", 1, "p1", "-C", cup)).out
    assert "was reported" in said
    assert "already has a result" in roundbook("ruling", "settle", 1, "p1", "-C", cup).err


def test_who_is_erased_from_a_database_is_signed_out_of_its_pages(hall: str, line: Line) -> None:
    doors = [
        AccessStore(line.home, served(one), clock=now, random_bytes=random_bytes)
        for one in (hall, at(hall, "cup"))
    ]
    for one in doors:
        one.invite(AccessRole.JUDGE, name="Ana", station="floor", tournament=None, lasting=FIRST)
        one.invite(AccessRole.JUDGE, name="Kim", station="floor", tournament=None, lasting=FIRST)
    done(roundbook("drop", "p1", "-C", at(hall, "cup")))
    done(
        roundbook("people erase", "p1", "--reason", "asked", "--yes", "-C", at(hall, "cup")),
    )
    for one in doors:
        assert [each.name for each in one.doors.invitations] == ["Kim"]


def test_pages_go_on_with_the_standby_and_every_slip_that_was_acknowledged(
    serve: Serve, line: Line
) -> None:
    del line
    with cluster() as (a, b, c):
        base = urlsplit(a.new_database()).path
        hosts = ",".join(str(one.folder) for one in (a, b, c))
        hall = f"postgresql://owner@{base}?host={hosts}&target_session_attrs=read-write"
        opened(hall, "cup")
        visitor, access, _ = serve(hall)
        come_in(visitor, access, AccessRole.ORGANISER)
        for name in ("Ana", "Ben"):
            done(roundbook("register", name, "--birth-year", 1990, "-C", at(hall, "cup")))
        a.kill()
        b.promote()
        c.follow(b)
        soon(lambda: visitor.get("/readyz").status_code == 200)
        soon(lambda: "Ben" in visitor.get("/t/cup/desk/players").text)
        done(roundbook("register", "Cem", "--birth-year", 1990, "-C", at(hall, "cup")))
        soon(lambda: "Cem" in visitor.get("/t/cup/desk/players").text)


# What both kinds of places promise.


@pytest.fixture(params=["folder", "database"])
def places(request: pytest.FixtureRequest, hall: str, line: Line) -> Iterator[Places]:
    """The same tournament, in a folder of tournaments and in a database."""
    if request.param == "database":
        made: Places = served(hall)
    else:
        done(roundbook("file transfer", at(hall, "cup"), line.folder))
        made = FolderOfMany(line.folder.parent)
    with made.followed():
        yield made


def test_every_kind_of_places_keeps_its_promises(places: Places, hall: str) -> None:
    assert not places.is_one
    assert places.missing() == ""
    [cup] = places.tournaments()
    assert cup.name == "cup"
    assert places.holds(cup)
    seen = places.look(cup)
    assert places.stamps(cup) == seen == Stamps.of(cup)
    done(roundbook("report", "masters-1-1", "1", "-C", str(cup)))
    soon(lambda: places.stamps(cup) != seen)
    assert places.stamps(cup).people == seen.people
    keep_look(cup, EventLook(accent="red"))
    soon(lambda: places.stamps(cup).look != seen.look)
    assert places.stamps(cup) == Stamps.of(cup)
    assert look_of(cup) == EventLook(accent="red")
    fresh = places.new("cup")
    assert fresh.name == "cup-2"
    assert not places.holds(fresh)
    assert [one.name for one in places.tournaments()] == ["cup"]
    done(roundbook("open", str(fresh), "--name", "Two", "--start", "2026-03-07"))
    soon(lambda: {one.name for one in places.tournaments()} == {"cup", "cup-2"})
    assert places.new("cup").name == "cup-3"
    # Without an entry, such as while somebody opens it, a tournament has its name all the same.
    members.at(places.new("cup")).make()
    assert places.new("cup").name == "cup-4"
