"""What somebody sends who means harm: nothing gets through, nothing breaks, nothing is written."""

import re
from datetime import timedelta

import pytest

from roundbook.cli.web.access.form_drafts import MOST, FormDrafts, Unsent
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from tests.cli.line import Line
from tests.web.test_acts import hidden
from tests.web.test_matrix import addresses, filled_in
from tests.web.test_signin import form_key
from tests.web.visitor import Visitor, invited

BIDI = "Ana \N{RIGHT-TO-LEFT OVERRIDE}neB"


@pytest.fixture
def running(line: Line) -> Line:
    line.begin("Ana", "Ben", "Cho", "Dee")
    return line


@pytest.mark.parametrize("name", [BIDI, "A\x00B", "A" * 10_000, "\N{ZERO WIDTH SPACE}"])
def test_nobody_comes_in_under_a_name_that_cannot_be_read(
    visitor: Visitor, access: AccessStore, name: str
) -> None:
    code = invited(access, AccessRole.JUDGE, name="")
    answer = visitor.post(f"/join/{code}", data={"name": name})
    assert answer.status_code == 400
    assert not access.doors.sessions


def test_a_name_that_is_a_script_is_shown_and_not_run(visitor: Visitor) -> None:
    visitor.come_in(AccessRole.ORGANISER, name="<script>alert(1)</script>")
    shown = visitor.get("/doors").text
    assert "<script>alert" not in shown
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown


@pytest.mark.parametrize("cmd", ["x" * 70_000, BIDI, "a b", 'x"}', "\x00", "\N{SNOWMAN}"])
@pytest.mark.parametrize("way", ["desk", "desk/do/drop", "desk/rounds"])
def test_the_id_of_a_command_is_one_of_ours_or_refused(
    visitor: Visitor, running: Line, cmd: str, way: str
) -> None:
    """It stands in the ledger, which nobody could read any more if it held anything at all."""
    visitor.come_in(AccessRole.SCOREKEEPER)
    key = hidden(visitor.get("/t/cup/desk/do/drop").text)["key"]
    before = running.files()
    filled = {"key": key, "cmd": cmd, "line": "1 1", "who": "p1", "verb": "pair"}
    assert visitor.post(f"/t/cup/{way}", data=filled).status_code in {400, 413}
    assert running.files() == before


def test_a_rule_passes_only_for_who_may_and_has_typed_it(visitor: Visitor, running: Line) -> None:
    tables = running.tables(1)
    passing = {"override": "round-not-complete", "because": "no time", "typed": "OVERRIDE"}
    before = running.files()
    visitor.come_in(AccessRole.ENTRY)
    form = hidden(visitor.get("/t/cup/desk/do/report").text)
    filled = {**form, "match": tables[0], "result": "1", **passing}
    assert visitor.post("/t/cup/desk/do/report", data=filled).status_code == 403
    visitor.come_in(AccessRole.SCOREKEEPER)
    form = hidden(visitor.get("/t/cup/desk/do/report").text)
    filled = {**form, "match": tables[0], "result": "1", **passing}
    assert visitor.post("/t/cup/desk/do/report", data=filled).status_code == 403
    visitor.come_in(AccessRole.ORGANISER)
    form = hidden(visitor.get("/t/cup/desk/do/report").text)
    filled = {**form, "match": tables[0], "result": "1", **passing}
    assert visitor.post("/t/cup/desk/do/report", data={**filled, "typed": ""}).status_code == 422
    assert (
        visitor.post("/t/cup/desk/do/report", data={**filled, "override": BIDI}).status_code == 422
    )
    assert (
        visitor.post("/t/cup/desk/do/report", data={**filled, "because": BIDI}).status_code == 422
    )
    assert running.files() == before


def test_a_dangerous_act_is_typed_at_whatever_address_it_is_sent_to(
    visitor: Visitor, running: Line
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    form = hidden(visitor.get("/t/cup/desk/do/drop").text)
    before = running.files()
    said = visitor.post("/t/cup/desk/do/close", data=form)
    assert said.status_code == 422
    assert "Type CLOSE" in said.text
    assert running.files() == before


@pytest.mark.parametrize(
    ("verb", "words"),
    [
        ("close", {}),
        ("disqualify", {"who": "p1", "reason": "said so"}),
        ("new-secrets", {"reason": "lost"}),
        ("withdraw", {"what": "masters-1", "reason": "wrong"}),
        ("pair", {"again": "again", "reason": "wrong"}),
        ("erase", {"who": "p1"}),
    ],
)
def test_whoever_has_a_dangerous_act_judged_types_nothing_and_writes_nothing(
    visitor: Visitor, running: Line, verb: str, words: dict[str, str]
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    page = f"/t/cup/desk/do/{verb}"
    shown = visitor.get(page)
    filled = {**hidden(shown.text), **words}
    before = running.files()
    said = visitor.post(page, data={**filled, "dry-run": "yes"})
    assert not re.search("Type [A-Z ]+ to confirm", said.text)
    assert running.files() == before
    assert re.search("Type [A-Z ]+ to confirm", visitor.post(page, data=filled).text)
    assert running.files() == before


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://[broken"},
        {"origin": "http://127.0.0.1.evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "same-origin", "origin": "http://evil.example"},
        {"host": "evil.example", "origin": "http://evil.example"},
    ],
)
def test_a_form_from_elsewhere_does_nothing(
    visitor: Visitor, access: AccessStore, running: Line, headers: dict[str, str]
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    form = hidden(visitor.get("/t/cup/desk/do/drop").text)
    before, inside = running.files(), access.doors.sessions
    visitor.client.follow_redirects = False
    sent = {**form, "who": "p1", "line": "1 1", "verb": "pair", "allowed": "yes", "code": "AAAA"}
    for path in set(addresses("POST")) - {"/t/{slug}/desk/{rest:path}"}:
        answer = visitor.post(filled_in(path), data=sent, headers=headers)
        assert answer.status_code in {303, 403}, path
        assert "set-cookie" not in answer.headers
        assert answer.headers.get("location", "/sign-in").startswith("/sign-in"), path
    assert running.files() == before
    assert access.doors.sessions == inside


def test_a_session_that_ended_says_that_nothing_was_recorded_and_leads_back(
    visitor: Visitor, access: AccessStore, running: Line
) -> None:
    visitor.come_in(AccessRole.SCOREKEEPER)
    form = hidden(visitor.get("/t/cup/desk/do/drop").text)
    access.revoke([one.number for one in access.doors.sessions])
    before = running.files()
    said = visitor.post(
        "/t/cup/desk/do/drop",
        data={**form, "who": ""},
        headers={"referer": "http://127.0.0.1/t/cup/desk/do/drop"},
    )
    assert "was not recorded" in said.text
    assert "has been kept" not in said.text, "nothing had been typed"
    assert running.files() == before
    assert said.url.params["back"] == "/t/cup/desk/do/drop"
    code = invited(access, AccessRole.SCOREKEEPER)
    back = re.search(r'action="(/sign-in[^"]*)"', said.text)
    assert back
    again = visitor.post(back[1].replace("&amp;", "&"), data={"code": code})
    assert again.url.path == "/t/cup/desk/do/drop"


def test_what_was_typed_when_a_session_ended_is_sent_after_signing_in(
    visitor: Visitor, access: AccessStore, running: Line
) -> None:
    visitor.come_in(AccessRole.SCOREKEEPER)
    form = hidden(visitor.get("/t/cup/desk/do/drop").text)
    access.revoke([one.number for one in access.doors.sessions])
    before = running.files()
    filled = {**form, "who": "p1\np2", "empty": " ", "typed": "DROP", "key": "old-key"}
    said = visitor.post("/t/cup/desk/do/drop", data=filled)
    assert "was not recorded" in said.text
    assert "has been kept" in said.text
    assert running.files() == before
    assert visitor.get(said.url.params["back"]).url.path == "/sign-in", "first somebody signs in"
    back = re.search(r'action="(/sign-in[^"]*)"', said.text)
    assert back
    code = invited(access, AccessRole.SCOREKEEPER)
    again = visitor.post(back[1].replace("&amp;", "&"), data={"code": code})
    assert again.url.path.startswith("/again/")
    assert ">p1\np2</textarea>" in again.text
    assert "old-key" not in again.text
    assert 'name="empty"' not in again.text
    assert "DROP" not in again.text, "what makes sure is typed anew"
    assert running.files() == before
    sent = {**hidden(again.text), "who": "p1"}
    assert sent["cmd"] == form["cmd"], "it stays one act, however often it is sent"
    assert visitor.post("/t/cup/desk/do/drop", data=sent).status_code == 200
    assert any(e["event"] == "player-dropped" for e in running.ledger()[-1]["events"])


def test_what_was_kept_is_offered_after_a_new_link_as_well_and_only_once(
    visitor: Visitor, access: AccessStore, running: Line
) -> None:
    visitor.come_in(AccessRole.JUDGE)
    table = "/t/cup/desk/tables/masters-1-1"
    form = hidden(visitor.get(table).text)
    access.revoke([one.number for one in access.doors.sessions])
    player = running.paired(1)["pairings"][0][0]
    filled = {**form, "verb": "note", "text": "both knew", "who": player, "ruling": "ruling"}
    assert "has been kept" in visitor.post(table, data=filled).text
    again = visitor.come_in(AccessRole.JUDGE)
    assert again.url.path.startswith("/again/")
    assert "Add a note, table 1" in again.text
    shown = re.sub("<[^>]+>", " ", again.text)
    assert re.search(rf"Player:\s+[^<]+ \({player}\)", shown), "a name, and not only a number"
    assert "Verb" not in shown
    assert 'name="text" value="both knew"' in again.text
    sent = {name: filled[name] for name in ("verb", "text", "who")} | hidden(again.text)
    assert visitor.post(table, data=sent).status_code == 200
    assert visitor.come_in(AccessRole.JUDGE).url.path == "/t/cup/desk/tables"


def test_what_is_typed_into_a_foreign_page_is_kept_for_nobody(
    visitor: Visitor, running: Line
) -> None:
    data = {"who": "p1"}
    for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}):
        said = visitor.post("/t/cup/desk/do/drop", data=data, headers=headers)
        assert "has been kept" not in said.text
        assert "/again/" not in str(said.url)


def test_nobody_is_shown_as_their_own_what_a_stranger_has_filled_in(
    visitor: Visitor, running: Line
) -> None:
    """Whoever gets the address from somebody else finds no form to send in their own name."""
    filled = visitor.post("/t/cup/desk/do/drop", data={"who": "p1"})
    address = filled.url.params["back"]
    visitor.come_in(AccessRole.SCOREKEEPER)
    assert "p1" in visitor.get(address).text
    visitor.client.cookies.delete(f"again-{address.rpartition('/')[2]}")
    assert visitor.get(address).status_code == 404


def test_too_much_is_kept_for_nobody_and_the_oldest_goes_first(
    visitor: Visitor, running: Line
) -> None:
    much = visitor.post("/t/cup/desk/do/note", data={"text": "x" * 30_000})
    assert "has been kept" not in much.text
    shelf = FormDrafts()
    words = [shelf.save_draft(Unsent(path="/", fields={}, quiet={})) for _ in range(MOST + 1)]
    assert shelf.find(words[0]) is None
    assert shelf.find(words[1]) is not None


def test_a_form_of_an_earlier_session_does_nothing(
    visitor: Visitor, access: AccessStore, running: Line
) -> None:
    visitor.come_in(AccessRole.SCOREKEEPER)
    form = hidden(visitor.get("/t/cup/desk/do/drop").text)
    visitor.come_in(AccessRole.SCOREKEEPER)
    before = running.files()
    said = visitor.post("/t/cup/desk/do/drop", data={**form, "who": "p1"})
    assert said.status_code == 403
    assert running.files() == before
    assert len(access.doors.sessions) == 1, "the same browser has given up its earlier seat"


def test_a_session_that_has_run_out_is_nobody(
    visitor: Visitor, access: AccessStore, running: Line
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    form = hidden(visitor.get("/t/cup/desk/do/drop").text)
    later = access._clock() + timedelta(hours=19)
    access._clock = lambda: later
    before = running.files()
    answer = visitor.post("/t/cup/desk/do/drop", data={**form, "who": "p1"})
    assert answer.url.path == "/sign-in"
    assert visitor.get("/doors").url.path == "/sign-in"
    assert running.files() == before


def test_the_way_back_from_who_may_sign_in_is_to_the_desk_that_one_came_from(
    visitor: Visitor, running: Line
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    assert 'href="/doors?at=cup"' in visitor.get("/t/cup/desk/rounds").text
    page = visitor.get("/doors?at=cup")
    made = visitor.post(
        "/doors?at=cup",
        data={"key": form_key(page), "seat": "judge", "tournament": "cup", "name": "Jo"},
    )
    ended = visitor.post("/doors/end?at=cup", data={"key": form_key(page), "all": "yes"})
    for shown in (page, made, ended):
        assert '<a class="button second" href="/t/cup/desk">Back to the desk</a>' in shown.text
        assert 'action="/doors?at=cup"' in shown.text
    assert "elsewhere" not in visitor.get("/doors?at=elsewhere").text


def test_a_scorekeeper_signs_out_nobody_whom_they_could_not_invite(
    visitor: Visitor, access: AccessStore, running: Line
) -> None:
    _, chief = access.enter(invited(access, AccessRole.ORGANISER, tournament="cup"))
    _, judge = access.enter(invited(access, AccessRole.JUDGE, tournament="cup"))
    waiting = invited(access, AccessRole.JUDGE, tournament="cup")
    visitor.come_in(AccessRole.SCOREKEEPER, tournament="cup")
    key = form_key(visitor.get("/doors"))
    for fields in ({"session": str(chief.number)}, {"session": str(judge.number)}):
        assert visitor.post("/doors/end", data={"key": key, **fields}).status_code == 404
    visitor.post("/doors/end", data={"key": key, "all": "yes"})
    assert {one.seat for one in access.doors.sessions} == {
        AccessRole.ORGANISER,
        AccessRole.JUDGE,
        AccessRole.SCOREKEEPER,
    }
    assert access.invited(waiting)


@pytest.mark.parametrize("player", ["p0", "17", "../p1", "p1/../../doors", "p1\r\nx: y", "p" * 99])
def test_a_player_is_a_number_and_nothing_else(
    visitor: Visitor, access: AccessStore, running: Line, player: str
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    key = form_key(visitor.get("/doors"))
    filled = {"key": key, "seat": "player", "tournament": "cup", "player": player}
    assert visitor.post("/doors", data=filled).status_code == 400
    assert visitor.post("/doors", data={**filled, "seat": "judge"}).status_code == 400
    assert not access.doors.invitations


def test_a_damaged_file_of_the_doors_closes_them_and_nothing_else(
    visitor: Visitor, running: Line
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    kept = next((running.home / "doors").glob("*.json"))
    kept.write_text("{")
    closed = visitor.get("/doors")
    assert closed.status_code == 503
    assert "The data for this page cannot be read or written" in closed.text
    assert visitor.get("/t/cup").status_code == 200
    kept.unlink()
    assert visitor.get("/doors").url.path == "/sign-in"


@pytest.mark.parametrize(
    "kind",
    [
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=x; charset=rot13",
        'multipart/form-data; boundary="\x7f',
        "application/json",
        "text/plain; charset=\x01",
        "",
    ],
)
@pytest.mark.parametrize(
    "body", [b"", b"--x", b"--x\r\n\r\n\r\n--x--", b"\xff" * 400, b"a&" * 9_000]
)
def test_a_form_that_is_none_is_refused(
    visitor: Visitor, running: Line, kind: str, body: bytes
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    before = running.files()
    for path in ("/t/cup/desk", "/t/cup/desk/lists/players", "/doors", "/sign-in", "/join/AAAA"):
        answer = visitor.post(path, content=body, headers={"content-type": kind})
        assert 400 <= answer.status_code < 500
    assert running.files() == before


@pytest.mark.parametrize(
    "path",
    [
        "/static/../cli/web/app.py",
        "/static/..%2f..%2fcli%2fmain.py",
        "/static/%2e%2e/%2e%2e/etc/passwd",
        "/static/",
        "/t/..%2f..%2fetc",
        "/t/%00/desk",
        "/t/cup/%2e%2e/%2e%2e/people.json",
        "/t/cup/people.json",
        "/t/cup/players/..%2f..%2fpeople.json",
        "/t/cup/desk/do/..%2f..%2fopen",
        "/t/cup/desk/correct/%ff%fe",
        "/t/cup/desk/lists/%0d%0aset-cookie:%20a=b",
        "/join/%0d%0aset-cookie:%20a=b",
        "//evil.example/%2f..",
        "/t/" + "a" * 9_000,
    ],
)
def test_an_address_leads_nowhere_else(visitor: Visitor, running: Line, path: str) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    answer = visitor.get(path)
    assert answer.status_code in {400, 404, 429}
    assert "commitment" not in answer.text
    assert "a=b" not in answer.headers.get("set-cookie", "")


@pytest.mark.parametrize(
    "what", ["masters-1", " MASTERS-1 ", "masters-cut-1", "masters-cut-flight-2"]
)
def test_a_whole_round_is_taken_back_by_who_may_and_has_typed_it(
    visitor: Visitor, running: Line, what: str
) -> None:
    before = running.files()
    for seat, status in ((AccessRole.ENTRY, 403), (AccessRole.SCOREKEEPER, 422)):
        visitor.come_in(seat)
        form = hidden(visitor.get("/t/cup/desk/do/withdraw").text)
        filled = {**form, "what": what, "reason": "wrong", "typed": "x"}
        said = visitor.post("/t/cup/desk/do/withdraw", data=filled)
        assert said.status_code == status
        assert (status == 403) or "Type WITHDRAW" in said.text
    assert running.files() == before
