"""Every seat at every address with every verb: what its table does not list does not happen."""

import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from starlette.routing import Route

from roundbook.cli.keying import one_line
from roundbook.cli.places.phone_claims import PlayerReports
from roundbook.cli.session.venue import CommandOptions, venue
from roundbook.cli.session.write import outcome
from roundbook.cli.verbs import VERBS
from roundbook.cli.web import permitted
from roundbook.cli.web.access.permissions import AT_DESK, MAY, ROLES, SEES_ALL, AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.app import ROUTES, app
from roundbook.cli.web.public import calls_and_messages, match_claims
from roundbook.cli.web.server.tournaments import TournamentFolder
from roundbook.cli.web.staff.act_pages import is_here
from roundbook.cli.web.staff.every_form import FORMS
from roundbook.projections.offers import offers
from tests.cli.line import Line
from tests.web.test_signin import HOUR, come_in, form_key
from tests.web.visitor import Visitor

PLACES = {
    "slug": "cup",
    "player": "p1",
    "match": "masters-1-1",
    "name": "roundbook.css",
    "code": "AAAA-AAAA-AAAA",
    "verb:path": "drop",
    "rest:path": "nowhere",
    "word": "nothing",
}
"""What stands in an address for each of its parts: an address with another part has to say so."""

UNENDING = {
    "/live",
    "/t/{slug}/live",
    "/t/{slug}/desk/live",
    "/t/{slug}/mine/live",
    "/t/{slug}/sign-up/live",
}

SECRET = "Zelda Quietly"
"""Somebody who wants to be named to nobody but the staff."""

GUESTS = [*AccessRole, None]

ALL_STAFF = "organiser head-judge judge scorekeeper"
READS = f"{ALL_STAFF} auditor"
SEES = {
    "/desk": f"{READS} entry-station screen",
    "/desk/shelf": "",  # For who organises all of them: see test_shelf_pages.
    "/desk/shelf/find": "",
    "/desk/shelf/hand-over": "",
    "/desk/shelf/people": "",
    "/desk/shelf/player": "",
    "/desk/shelf/points": "",
    "/doors": "organiser scorekeeper",
    "/t/{slug}/mine": "player nobody",
    "/t/{slug}/desk": "organiser scorekeeper entry-station",
    "/t/{slug}/desk/acts": f"{ALL_STAFF} entry-station",
    "/t/{slug}/desk/archive": "organiser",
    "/t/{slug}/desk/ask": READS,
    "/t/{slug}/desk/ask/{verb:path}": READS,
    "/t/{slug}/desk/bracket": READS,
    "/t/{slug}/desk/check-in": ALL_STAFF,
    "/t/{slug}/desk/claims": "organiser scorekeeper entry-station",
    "/t/{slug}/desk/codes": "organiser scorekeeper",
    "/t/{slug}/desk/correct/{match}": "organiser head-judge scorekeeper",
    "/t/{slug}/desk/do/{verb:path}": "organiser head-judge scorekeeper",
    "/t/{slug}/desk/flights": "organiser scorekeeper",
    "/t/{slug}/desk/hand/{kind}": "organiser scorekeeper",
    "/t/{slug}/desk/history": READS,
    "/t/{slug}/desk/lists/{kind}": "organiser scorekeeper",
    "/t/{slug}/desk/look": "organiser",
    "/t/{slug}/desk/messages": "organiser head-judge scorekeeper",
    "/t/{slug}/desk/players": "organiser head-judge scorekeeper",
    "/t/{slug}/desk/print": READS,
    "/t/{slug}/desk/print/{verb:path}": READS,
    "/t/{slug}/desk/rounds": "organiser head-judge scorekeeper",
    "/t/{slug}/desk/saves": "organiser",
    "/t/{slug}/desk/sign-ups": "organiser scorekeeper",
    "/t/{slug}/desk/sign-ups/flyer": "organiser scorekeeper",
    "/t/{slug}/desk/standings": READS,
    "/t/{slug}/desk/tables": ALL_STAFF,
    "/t/{slug}/desk/tables/{match}": ALL_STAFF,
    "/t/{slug}/desk/teams": "organiser scorekeeper",
    "/t/{slug}/desk/tom-file": "organiser",
    "/t/{slug}/desk/tom-file/file": "organiser",
    "/t/{slug}/desk/{rest:path}": f"{READS} entry-station",
}
"""Who sees which page that is not for everybody; `do` is that of a drop."""

WITHOUT_FORM = {"archive", "head", "import", "settle", "sign-ups"}
"""Verbs whose page is no form: the archive, the beginning of a tournament, the waiting list, and a
table with its reports."""


FOR_EVERYBODY = {"/sign-out", "/sign-in", "/join/{code}", "/t/{slug}/sign-up"}
"""Forms that need no session; who signs up stands on a list: see test_sign_up.py."""


def addresses(method: str) -> list[str]:
    """Return every address that the table of routes has for a method."""
    return [
        route.path
        for room in ROUTES
        for route in room
        if isinstance(route, Route)
        and method in (route.methods or ())
        and route.path not in UNENDING
    ]


def filled_in(path: str, **other: str) -> str:
    """Return an address with something in place of its parts."""
    places = {**PLACES, "kind": "deck" if "/hand/" in path else "players", **other}
    return re.sub(r"\{([^}]+)\}", lambda part: places[part[1]], path)


class Watched:
    """The doors of a running tournament, and every verb that comes through them, with its hand."""

    def __init__(
        self, line: Line, tournaments: TournamentFolder, access: AccessStore, stack: ExitStack
    ) -> None:
        self.line, self.access = line, access
        self.given = list[tuple[str, str, str]]()
        self._made = app(tournaments, access)
        self._stack = stack

    def watch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Note every verb, by each of the ways that lead to an act."""
        admitted, given = permitted._admitted, one_line._given

        def note(verb: str, manner: CommandOptions) -> None:
            operator = manner.operator
            self.given.append((verb.partition(" ")[0], operator.role.value, operator.station))

        def let_in(request: Any, verb: str, *others: Any) -> Any:
            found = admitted(request, verb, *others)
            if not isinstance(found, str):
                note(verb, found[1])
            return found

        def keyed(here: Any, manner: CommandOptions, acts: Any, answer: Any, giving: Any) -> Any:
            for act in acts:
                if giving.allowed(act.verb):
                    note(act.verb, manner)
            return given(here, manner, acts, answer, giving)

        def agreed(here: Any, manner: CommandOptions, do: Any) -> Any:
            note("report", manner)
            return outcome(here, manner, do)

        def called(here: Any, manner: CommandOptions, do: Any) -> Any:
            note("call", manner)
            return outcome(here, manner, do)

        monkeypatch.setattr(permitted, "_admitted", let_in)
        monkeypatch.setattr(one_line, "_given", keyed)
        monkeypatch.setattr(match_claims, "outcome", agreed)
        monkeypatch.setattr(calls_and_messages, "outcome", called)

    def guest(self, seat: AccessRole | None, tournament: str | None = "cup") -> tuple[Visitor, str]:
        """Return somebody in a seat, or the public, and the key of their forms."""
        guest = self._stack.enter_context(Visitor(self._made))
        if seat is None:
            return guest, "x"
        player = "p1" if seat is AccessRole.PLAYER else None
        come_in(guest, self.access, seat, tournament=tournament, player=player, station=seat.value)
        session = self.access.doors.sessions[-1]
        assert session.seat is seat
        return guest, session.form_key


@pytest.fixture
def watched(
    line: Line, tournaments: TournamentFolder, access: AccessStore, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Watched]:
    line.enrol("Ana Lopez", "Ben Ode", "Cho Park")
    line("register", SECRET, "--birth-year", 1990, "--display", "anonymous")
    line.first_round()
    with ExitStack() as stack:
        found = Watched(line, tournaments, access, stack)
        found.watch(monkeypatch)
        yield found


@pytest.mark.parametrize("seat", GUESTS)
def test_no_seat_gives_a_verb_that_its_table_does_not_list(
    watched: Watched, seat: AccessRole | None
) -> None:
    guest, key = watched.guest(seat)
    may = MAY[seat] if seat else frozenset()
    before = watched.line.files()
    barred = [part for part in {**VERBS, **FORMS} if part.partition(" ")[0] not in may]
    assert barred
    for part in [*barred, "nothing", "../open"]:
        path = f"/t/cup/desk/do/{part.replace(' ', '/')}"
        for answer in (guest.get(path), guest.post(path, data={"key": key, "typed": "CLOSE"})):
            refused = answer.status_code in {403, 404} or answer.url.path == "/sign-in"
            assert refused, f"{seat} at {path}: {answer.status_code}"
    assert watched.line.files() == before
    assert not watched.given


@pytest.mark.parametrize("seat", sorted(ROLES))
def test_every_verb_of_a_seat_has_a_page(watched: Watched, seat: AccessRole) -> None:
    guest, key = watched.guest(seat)
    listed = set(re.findall(r'href="/t/cup/desk/do/([^"?]+)"', guest.get("/t/cup/desk/acts").text))
    mine = [form for form in FORMS.values() if form.verb.partition(" ")[0] in MAY[seat]]
    every = {form.verb.replace(" ", "/") for form in mine if is_here(form)}
    desk = venue(watched.line.folder).desk
    now = {one.verb.replace(" ", "/") for one in offers(desk.tournament, desk.rules, seat.value)}
    now -= {"staff", "proxy"}  # They are offered to people on the staff list.
    assert now & every <= listed <= every, "what is offered is on the list"
    assert not listed & {"seed", "team/form", "team/split"}, "no event of this style has them"
    before = watched.line.files()
    for part in every:
        page = f"/t/cup/desk/do/{part}"
        assert guest.get(page).status_code == 200
        watched.given.clear()
        answer = guest.post(page, data={"key": key, "dry-run": "yes", "cmd": f"a-{len(part)}"})
        assert answer.status_code in {200, 409, 422}, f"{seat} at {part}: {answer.status_code}"
        assert watched.given == [(part.split("/")[0], ROLES[seat].value, seat.value)]
    assert watched.line.files() == before


def test_every_verb_that_writes_has_a_form_and_every_page_of_the_desk_a_row() -> None:
    """What is added later is no part of the matrix before somebody has said whose it is."""
    writing = {verb.name for verb in VERBS.values() if verb.roles}
    assert writing == {form.partition(" ")[0] for form in FORMS} | WITHOUT_FORM
    closed = {path for path in addresses("GET") if re.search("/(desk|doors|mine)", path)}
    assert closed == set(SEES)


@pytest.mark.parametrize("seat", GUESTS)
def test_whatever_is_sent_wherever_gives_only_what_the_seat_may(
    watched: Watched, seat: AccessRole | None
) -> None:
    """A form with every field that any page knows, sent to every address that takes one."""
    guest, key = watched.guest(seat)
    everything = {
        "key": key,
        "line": "1 1 d2",
        "what": "masters-1",
        "who": "p1",
        "match": "masters-1-1",
        "result": "2-0",
        "reason": "because",
        "name": "Eve",
        "seat": "organiser",
        "said": "won",
        "allowed": "yes",
        "title": "Mine",
        "typed": "WITHDRAW",
        "preview": "yes",
    }
    own = MAY[seat] if seat else frozenset()
    for path in addresses("POST"):
        if path == "/sign-out":
            continue
        verbs = ("pair", "start", "post", "register", "close") if "{slug}" in path else ("",)
        for verb in verbs:
            there = filled_in(path, **{"verb:path": verb})
            answer = guest.post(there, data={**everything, "verb": verb, "pool": "masters"})
            assert answer.status_code < 500, there
    if seat is AccessRole.PLAYER:
        assert set(watched.given) <= {("call", "scorekeeper", "phones")}
        return
    assert {verb for verb, _, _ in watched.given} <= own
    if seat is not None and seat in ROLES:
        hands = {(role, station) for _, role, station in watched.given}
        assert hands <= {(ROLES[seat].value, seat.value)}
    else:
        assert not watched.given
    if seat is not AccessRole.ORGANISER:
        inside = {one.seat for one in watched.access.doors.invitations}
        assert AccessRole.ORGANISER not in inside


@pytest.mark.parametrize("seat", GUESTS)
def test_no_address_breaks_and_none_of_the_desk_opens_to_who_has_no_business_there(
    watched: Watched, seat: AccessRole | None
) -> None:
    guest, _ = watched.guest(seat)
    named = seat is not None and (seat in AT_DESK or seat in SEES_ALL)
    before = watched.line.files()
    for path in addresses("GET"):
        for player in ("p1", "p4", "p99"):
            answer = guest.get(filled_in(path, player=player))
            assert answer.status_code < 500, path
            if not named:
                assert SECRET not in answer.text, path
        if path in SEES:
            answer = guest.get(filled_in(path))
            led = answer.url.path == "/sign-in" or (
                path == "/t/{slug}/desk" and answer.url.path.endswith("/tables")
            )
            closed = answer.status_code == 403 or led
            assert closed == ((seat or "nobody") not in SEES[path].split()), f"{seat} at {path}"
    assert watched.line.files() == before, "nothing is written by looking"


@pytest.mark.parametrize("seat", sorted(AccessRole))
def test_nobody_acts_at_a_tournament_that_is_not_theirs(watched: Watched, seat: AccessRole) -> None:
    guest, key = watched.guest(seat, tournament="other")
    before = watched.line.files()
    for path in addresses("POST"):
        if "{slug}" in path and path not in FOR_EVERYBODY:
            there = filled_in(path, **{"verb:path": "drop"})
            filled = {"key": key, "who": "p1", "line": "1 1", "verb": "pair", "allowed": "yes"}
            assert guest.post(there, data=filled).status_code in {403, 404}, there
    for path in addresses("GET"):
        if "/desk" in path and "{slug}" in path:
            assert guest.get(filled_in(path)).status_code in {403, 404}, path
    assert watched.line.files() == before
    assert not (watched.line.home / "claims").exists()


@pytest.mark.parametrize("seat", sorted(AccessRole))
def test_a_session_that_was_ended_is_nobody_everywhere(watched: Watched, seat: AccessRole) -> None:
    guest, key = watched.guest(seat)
    watched.access.revoke([one.number for one in watched.access.doors.sessions])
    before = watched.line.files()
    guest.client.follow_redirects = False
    for path in addresses("POST"):
        if path in FOR_EVERYBODY:
            continue
        answer = guest.post(filled_in(path), data={"key": key, "who": "p1", "line": "1 1"})
        assert answer.headers.get("location", "").startswith("/sign-in"), path
    assert watched.line.files() == before


def test_what_a_signed_in_person_sees_is_kept_by_no_browser(watched: Watched) -> None:
    guest, _ = watched.guest(AccessRole.ORGANISER, tournament=None)
    private = {"/desk", "/doors", *(path for path in addresses("GET") if "/desk" in path)}
    for path in sorted(private):
        answer = guest.get(filled_in(path))
        if answer.status_code == 200:
            assert answer.headers["cache-control"] == "no-store", path
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "unsafe" not in answer.headers["content-security-policy"]


def test_public_pages_are_the_same_bytes_for_everybody(watched: Watched) -> None:
    nobody, _ = watched.guest(None)
    chief, _ = watched.guest(AccessRole.ORGANISER)
    for path in addresses("GET"):
        if path.startswith("/t/{slug}") and "/desk" not in path and not path.endswith("/mine"):
            there = filled_in(path)
            assert nobody.get(there).content == chief.get(there).content, path
    assert 'href="/sign-in?at=cup"' in nobody.get("/t/cup").text
    assert chief.get("/sign-in?at=cup").url.path == "/t/cup/desk"
    assert nobody.get("/sign-in?at=cup").url.path == "/sign-in"


def test_nobody_comes_with_the_folder_in_which_another_tournament_begins(watched: Watched) -> None:
    """A rehearsal is cleared away: its judges, codes, phones and claims are none of the day's."""
    line, access = watched.line, watched.access
    chief, _ = watched.guest(AccessRole.ORGANISER, tournament=None)
    key = form_key(chief.get("/doors"))
    filled = {"key": key, "seat": "judge", "tournament": "cup", "name": "Eve"}
    said = chief.post("/doors", data=filled).text
    judge, phone, late = watched.guest(None)[0], watched.guest(None)[0], watched.guest(None)[0]
    judge.post(f"/join/{code_in(said)}")
    cards = chief.post("/t/cup/desk/codes", data={"key": key}).text
    codes = dict(
        re.findall(r"<span>(p[0-9]+)</span>.*?<code>([0-9A-Z-]+)</code>", cards, re.DOTALL)
    )
    phone.post(f"/join/{codes['p1']}")
    chief.post("/t/cup/desk/claims/switch", data={"key": key, "allowed": "yes"})
    assert judge.get("/t/cup/desk/tables").status_code == 200
    match = re.search(r"&amp;match=([^#]+)#", phone.get("/t/cup/mine").text)
    assert match
    own = form_key(phone.get("/t/cup/mine"))
    phone.post("/t/cup/mine", data={"key": own, "match": match[1], "said": "won"})
    reports = PlayerReports(access.home, line.folder)
    assert reports.read().claims

    shutil.rmtree(line.folder)
    line.enrol("Ana Lopez", "Ben Ode", "Cho Park", SECRET)
    for verb in ("announce", "pair", "start"):
        line(verb)
    for path in ("/t/cup/desk/tables", "/t/cup/desk/do/penalty", "/t/cup/desk/history"):
        answer = judge.get(path)
        assert answer.status_code == 403
        assert SECRET not in answer.text
    assert phone.get("/t/cup/mine").status_code == 403
    late.post(f"/join/{codes['p2']}")
    assert late.get("/t/cup/mine").status_code == 403
    assert chief.get("/t/cup/desk/tables").status_code == 200, "who is invited to all is so still"
    assert 'name="match"' not in chief.get("/t/cup/desk/claims").text, "nothing waits"
    card = access.invite_players("cup", ["p1"], lasting=HOUR)
    again, _ = watched.guest(None)
    again.post(f"/join/{card['p1']}")
    assert "I won" not in again.get("/t/cup/mine").text, "nobody has allowed it here"


def code_in(page: str) -> str:
    """Return the code that a page shows, this once."""
    found = re.search(r"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}", page)
    assert found
    return found[0]
