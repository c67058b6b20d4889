"""Players at the desk: registered, taken in as a list, admitted late, found again."""

import re

import pytest

from roundbook.cli.web.access.permissions import AccessRole
from tests.cli.line import Line
from tests.web.by_pages import plain
from tests.web.test_acts import hidden
from tests.web.visitor import Visitor

PLAYERS = "/t/cup/desk/players"
LIST = "/t/cup/desk/lists/players"


@pytest.fixture
def desk(visitor: Visitor, line: Line) -> Visitor:
    line.start()
    visitor.come_in(AccessRole.SCOREKEEPER)
    return visitor


def join(desk: Visitor, verb: str, **fields: str) -> str:
    form = hidden(desk.get(PLAYERS).text)
    return desk.post(PLAYERS, data={**form, "verb": verb, **fields}).text


def test_a_player_is_registered_and_found_by_letters(desk: Visitor, line: Line) -> None:
    join(desk, "register", who="Ana López", division="masters", own_id="4711")
    join(desk, "register", who="Ben Ode", birth_year="1990")
    assert len([e for e in line.ledger() if e["events"][0]["event"] == "player-registered"]) == 2
    shown = desk.get(PLAYERS, params={"find": "lop"}).text
    assert "Ana López" in shown
    assert "Ben Ode" not in shown


def test_what_is_wrong_is_said_beside_what_was_filled_in(desk: Visitor, line: Line) -> None:
    before = line.ledger()
    said = join(desk, "register", who="Ana Lopez", birth_year="soon")
    assert 'value="Ana Lopez"' in said
    assert 'role="alert"' in said
    assert line.ledger() == before


@pytest.mark.parametrize("name", ["=cmd|calc.csv", "--help", "-", "/etc/passwd", "people.csv"])
def test_no_name_is_taken_for_a_file_of_this_machine(desk: Visitor, line: Line, name: str) -> None:
    (line.folder / "people.csv").write_text("name,division\nMallory,masters\n", encoding="utf-8")
    said = join(desk, "register", who=name, division="masters")
    assert "Mallory" not in said
    assert "Mallory" not in (line.folder / "people.json").read_text(encoding="utf-8")


def test_a_list_is_judged_and_then_taken_in_whole(desk: Visitor, line: Line) -> None:
    data = b"first name,last name,birth year\nAna,Lopez,1990\nBen,Ode,1991\n"
    before = line.ledger()
    form = hidden(desk.get(LIST).text)
    judged = desk.post(LIST, data=form, files={"file": ("people.csv", data, "text/csv")}).text
    said = plain(judged)
    assert "2 players can be registered" in said
    assert "has a question" not in said
    assert not re.search("was registered|would contain|Nothing was written", said)
    assert "2 Ana Lopez Masters 1990" in said
    assert line.ledger() == before
    packed = re.search(r'name="packed" value="([^"]+)"', judged)
    assert packed
    again = {**hidden(judged), "name": "people.csv", "packed": packed[1]}
    desk.post(LIST, data=again)
    assert len(line.ledger()) == len(before) + 2
    desk.post(LIST, data=again)
    assert len(line.ledger()) == len(before) + 2, "sent twice, it is taken in once"


def test_what_is_odd_in_a_list_stands_at_its_line(desk: Visitor, line: Line) -> None:
    """Also who may be registered already; and nothing is offered that would do nothing."""
    join(desk, "register", who="Ben Ode", division="masters")
    data = (
        b"player id,first name,last name,date of birth,fee\n"
        b"1234567,Ana,Lopez,2014-05-03,paid\n"
        b"1234568,Ben,Ode,1991-11-20,paid\n"
        b"12,Cho,Sun 2,1925-01-02,\n"
    )
    files = {"file": ("people.csv", data, "text/csv")}
    page = desk.post(LIST, data=hidden(desk.get(LIST).text), files=files).text
    said = plain(page)
    assert "3 players can be registered; 2 lines have a question" in said
    assert "2 Ana Lopez Junior 3 May 2014 1234567 3 Ben Ode Masters" in said
    assert "1234568 Has the same name as p1: are they two different people?" in said
    assert "Not read: fee." in said
    odd = re.findall('<tr class="is-odd">(.*?)</tr>', page)
    assert [plain(one).split()[0] for one in odd] == ["3", "4"]
    assert "The name has digits in it." in plain(odd[1])
    assert "Born in 1925; is that right?" in plain(odd[1])
    again = {**hidden(page), "skip_known": "skip-known"}
    packed = re.search(r'name="packed" value="([^"]+)"', page)
    assert packed
    desk.post(LIST, data={**again, "name": "people.csv", "packed": packed[1]})
    before = line.ledger()
    known = desk.post(
        LIST, data={**hidden(desk.get(LIST).text), "skip_known": "x"}, files=files
    ).text
    assert "Nobody in this list is new, 3 are registered already" in plain(known)
    assert "Register these players" not in known
    assert line.ledger() == before


def test_a_long_list_is_told_by_its_sizes_and_every_line(desk: Visitor) -> None:
    data = "\n".join(["name,division", *(f"Given{n} Family,masters" for n in range(1, 13))])
    files = {"file": ("people.csv", data.encode(), "text/csv")}
    page = desk.post(LIST, data=hidden(desk.get(LIST).text), files=files).text
    judged = plain(page)
    assert "12 players can be registered" in judged
    assert "12 in Masters." in judged
    assert all(f"Given{n} Family Masters" in judged for n in range(1, 13))
    packed = re.search(r'name="packed" value="([^"]+)"', page)
    assert packed
    taken = desk.post(LIST, data={**hidden(page), "name": "people.csv", "packed": packed[1]}).text
    assert "12 players were registered: 12 in Masters." in taken
    assert "and 9 more." in taken
    assert "“Players”" not in taken, "its button goes there"
    assert 'href="/t/cup/desk/players">Go to the players</a>' in taken[taken.index("<main") :]
    assert "`" not in taken
    assert "are new" not in taken


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("typo.csv", b"name,birth year\nAna,19o5\n", "typo.csv, line 2, Ana: "),
        ("old.xls", bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600), "old.xls is "),
        ("list.pdf", b"%PDF-1.4\n", "list.pdf, line 1: the list needs a column called name"),
        ("empty.csv", b"", "empty.csv is empty."),
    ],
)
def test_a_list_that_is_refused_goes_by_the_name_that_it_came_with(
    desk: Visitor, name: str, data: bytes, said: str
) -> None:
    """Never by the one it has on the server."""
    form = hidden(desk.get(LIST).text)
    page = desk.post(LIST, data=form, files={"file": (name, data, "text/csv")}).text
    assert said in page
    assert "roundbook-" not in page


def test_whoever_has_no_players_yet_is_led_to_them(desk: Visitor) -> None:
    page = desk.get("/t/cup/desk/rounds").text
    assert "Nobody is registered yet." in page
    assert f'href="{LIST}"' in page
    assert "Pair round 1" not in page
    join(desk, "register", who="Ana López", division="masters")
    assert "Pair round 1" in desk.get("/t/cup/desk/rounds").text


def test_a_list_that_is_wrong_names_the_line(desk: Visitor, line: Line) -> None:
    data = b"name,division\nAna,masters\nBen,grandmasters\n"
    before = line.ledger()
    form = hidden(desk.get(LIST).text)
    said = desk.post(LIST, data=form, files={"file": ("people.csv", data, "text/csv")})
    assert said.status_code == 422
    assert "line 3" in said.text
    assert "Traceback" not in said.text
    assert line.ledger() == before


def test_a_list_in_an_encoding_that_is_in_doubt_is_asked_about(desk: Visitor) -> None:
    data = "name;year\nJosé Niño;2001\n".encode("cp1252")
    form = hidden(desk.get(LIST).text)
    said = desk.post(LIST, data=form, files={"file": ("people.csv", data, "text/csv")}).text
    assert "José Niño" in said
    assert "José Nińo" in said
    assert "name its encoding: “Encoding”." in said
    form |= {"encoding": "Windows-1252"}
    judged = desk.post(LIST, data=form, files={"file": ("people.csv", data, "text/csv")}).text
    assert "José Nińo" not in judged
    assert '<input type="hidden" name="encoding" value="Windows-1252">' in judged


def test_after_the_start_whoever_comes_is_late(visitor: Visitor, line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    visitor.come_in(AccessRole.HEAD_JUDGE)
    assert "Admit" in visitor.get(PLAYERS).text
    said = join(visitor, "late", name="Eva", division="masters", informed="informed")
    assert "told by Kim Sun" in said, "by name, as everywhere"
    assert line.ledger()[-1]["events"][0]["event"] == "late-player-admitted"
    assert "late tag" in visitor.get(PLAYERS).text


def test_nobody_is_told_that_nobody_is_registered_once_somebody_is(desk: Visitor) -> None:
    join(desk, "register", who="Ana López", division="masters")
    page = desk.get("/t/cup/desk/rounds").text
    assert "1 player is registered" in page
    assert "obody is registered" not in page


def test_a_list_that_was_taken_in_leads_on(desk: Visitor) -> None:
    form = hidden(desk.get(LIST).text)
    data = b"name,division\nAna,masters\nBen,masters\nCho,masters\nDee,masters\n"
    judged = desk.post(LIST, data=form, files={"file": ("people.csv", data, "text/csv")}).text
    packed = re.search(r'name="packed" value="([^"]+)"', judged)
    assert packed
    assert "Go to the players" not in judged
    sent = {**hidden(judged), "name": "people.csv", "packed": packed[1]}
    taken = desk.post(LIST, data=sent, follow_redirects=False)
    assert taken.status_code == 303, "a browser that goes back sends nothing again"
    page = desk.get(taken.headers["location"]).text
    assert ">Go to the players</a>" in page
    assert '<a class="button" href="/t/cup/desk/do/announce">Next: Announce</a>' in page
    main = page[page.index("<main") : page.index("</main>")]
    assert main.count('/desk/players"') == 1, "one button to the players"
    assert 'href="/t/cup/desk/players" aria-current="true"' in page, "the tab of the players"


def test_one_player_after_the_other_is_typed_into_the_same_open_form(desk: Visitor) -> None:
    page = join(desk, "register", who="Ana López", division="masters")
    assert "<details open><summary>Register a player</summary>" in page
    assert "<details><summary>Register a player</summary>" in desk.get(PLAYERS).text


def test_single_elimination_offers_only_what_it_has(visitor: Visitor, line: Line) -> None:
    line.start("--style", "single-elimination", Masters=4)
    visitor.come_in(AccessRole.ORGANISER, tournament="cup")
    for page in ("/t/cup/desk/bracket", "/t/cup/bracket"):
        assert "once the seeds are drawn." in visitor.get(page).text
    swiss = (
        *("Award a bye", ">Late tag<", "the late tag<", "Make the cut", "Begin day two"),
        "flights",
    )
    players = ""
    for commands in ([], ["announce", "round seed", "pair", "start"]):
        for command in commands:
            line(command)
        acts, players = visitor.get("/t/cup/desk/acts").text, visitor.get(PLAYERS).text
        assert ("Draw the seeds</a>" in acts) == (not commands), "seeds are drawn once"
        shown = re.sub(r'data-words="[^"]*"', "", acts) + players  # "Find" knows all fields.
        assert [title for title in swiss if title in shown] == []
        assert "<summary>Drop" in players or ">Drop</a>" in players
    assert "Import a list of players" not in players


def test_an_event_with_swiss_rounds_draws_no_seeds(desk: Visitor) -> None:
    acts = desk.get("/t/cup/desk/acts").text
    assert "Draw the seeds" not in acts
    assert (
        "<b>Make the cut</b>: No division has two active players, so there is no cut to make."
        in acts
    )


def listed(page: str) -> list[str]:
    """Return the players of the list, in order."""
    return re.findall(r'<th scope="row">([^<]+?) *<', page)


def test_the_list_is_filtered_and_sorted_by_its_address(desk: Visitor, line: Line) -> None:
    """Each filter leaves its players, and a column turns their order round."""
    for name, born in (("Ana Lopez", "1990"), ("Ben Ode", "2016"), ("Cho Sun", "1991")):
        join(desk, "register", who=name, birth_year=born)
    line("people check-in", "p3")
    line("drop", "p1")

    def shown(**asked: str) -> list[str]:
        return listed(desk.get(PLAYERS, params=asked).text)

    assert shown() == ["Ana Lopez", "Ben Ode", "Cho Sun"]
    assert shown(sort="-name") == ["Cho Sun", "Ben Ode", "Ana Lopez"]
    assert shown(division="Junior") == ["Ben Ode"]
    assert shown(state="out") == ["Ana Lopez"]
    assert shown(state="in", here="no") == ["Ben Ode"]
    assert shown(here="yes") == ["Cho Sun"]
    assert shown(state="nonsense", sort="nonsense") == ["Ana Lopez", "Ben Ode", "Cho Sun"]
    page = desk.get(PLAYERS, params={"division": "Masters", "sort": "number"}).text
    assert listed(page) == ["Ana Lopez", "Cho Sun"]
    assert (
        'aria-sort="ascending"><a href="/t/cup/desk/players?division=Masters&amp;sort=-number"'
        in page
    )


def test_several_players_are_named_before_they_are_dropped_together(
    desk: Visitor, line: Line
) -> None:
    for name in ("Ana Lopez", "Ben Ode", "Cho Sun"):
        join(desk, "register", who=name, division="masters")
    line("drop", "p3")
    page = desk.get(PLAYERS).text
    ticks = re.findall(r'form="several" name="who" value="(p[0-9]+)"', page)
    assert ticks == ["p1", "p2"], "nobody is offered who has dropped"
    [way] = re.findall(r'formaction="([^"]+/do/drop)"', page)
    asked = desk.get(way, params={"who": ticks}).text
    assert "2 players: Ana Lopez (p1), Ben Ode (p2)." in plain(asked)
    hid = re.search(r'name="who" value="([^"]*)"', asked)
    assert hid
    desk.post(way, data={**hidden(asked), "who": hid[1]})
    events = [event for entry in line.ledger() for event in entry["events"]]
    assert [e["player"] for e in events if e["event"] == "player-dropped"] == ["p3", "p1", "p2"]


def test_of_several_players_those_who_are_here_already_are_skipped_and_one_button_undoes_all(
    desk: Visitor, line: Line
) -> None:
    for name in ("Ana Lopez", "Ben Ode", "Cho Sun"):
        join(desk, "register", who=name, division="masters")
    line("people check-in", "p2")
    way = "/t/cup/desk/do/check-in"
    asked = desk.get(way, params={"who": ["p1", "p2", "p3"]}).text
    said = desk.post(way, data={**hidden(asked), "who": "p1\np2\np3"}).text
    assert "1 was here already: Ben Ode (p2)." in plain(said)
    assert len(line.ledger()[-1]["events"]) == 2
    [(goes, title)] = re.findall(r'href="([^"]+)"[^>]*>(Undo: [^<]+)<', said)
    assert title == "Undo: check-in of 2 players"
    undo = desk.get(goes.replace("&amp;", "&")).text
    assert "2 players: Ana Lopez (p1), Cho Sun (p3)." in plain(undo)
    desk.post(way, data={**hidden(undo), "who": "p1\np3", "undo": "undo"})
    assert [(e["event"], e["player"]) for e in line.ledger()[-1]["events"]] == [
        ("check-in-undone", "p1"),
        ("check-in-undone", "p3"),
    ]


def test_after_a_drop_the_form_for_another_player_is_not_in_the_way(
    desk: Visitor, line: Line
) -> None:
    join(desk, "register", who="Ana Lopez", division="masters")
    assert "<details open><summary>Register" in join(
        desk, "register", who="Ben Ode", division="masters"
    ), "the next one at the door"
    way = "/t/cup/desk/do/drop"
    dropped = desk.post(way, data={**hidden(desk.get(way).text), "who": "p1"}).text
    assert "Ana Lopez (p1) dropped" in dropped
    assert "<details open><summary>Register" not in dropped
    assert line.ledger()[-1]["events"][0]["event"] == "player-dropped"


def test_the_form_for_a_late_player_says_once_what_being_late_costs(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ana Lopez", "Ben", "Cho", "Dee")
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = plain(visitor.get(PLAYERS).text)
    assert "Tell the player first: 1 loss in Masters" in page
    assert page.count("the late tag") == 2, "what to tell, and the box that confirms it"


def test_names_are_pasted_and_nothing_is_chosen_again(desk: Visitor, line: Line) -> None:
    """A refusal keeps the pasted text; one division counts for all who have none."""
    form = hidden(desk.get(LIST).text)
    nothing = desk.post(LIST, data={**form, "check": "yes"})
    assert nothing.status_code == 422
    assert "Choose a file, or paste the list." in nothing.text
    names = "Ana López\nBen Kurz\nCho Min"
    refused = desk.post(LIST, data={**form, "check": "yes", "pasted": names})
    assert refused.status_code == 422
    assert f"{names}</textarea>" in refused.text
    said = plain(refused.text)
    assert "the list has no header row, and no line gives a date of birth or a division" in said
    assert "If everybody is in one division, name it: “Division”." in said
    assert "name&#34;" not in refused.text, "no column that is not there"
    form = hidden(refused.text) | {"division": "Senior"}
    checked = desk.post(LIST, data={**form, "check": "yes", "pasted": names}).text
    assert "3 players can be registered" in checked
    assert "The pasted list was read as UTF-8, lines without a header row." in checked
    assert f"{names}</textarea>" in checked, "to correct it"
    packed = re.search(r'name="packed" value="([^"]+)"', checked)
    assert packed
    sent = {**hidden(checked), "division": "Senior", "name": "the pasted list"}
    desk.post(LIST, data={**sent, "packed": packed[1]})
    events = [one for entry in line.ledger() for one in entry["events"]]
    assert [one["division"] for one in events if "division" in one] == ["Senior"] * 3


def test_a_file_that_was_refused_need_not_be_chosen_again(desk: Visitor, line: Line) -> None:
    join(desk, "register", who="Ben Ode", division="masters")
    data = b"name,division\nBen Ode,masters\nCho Min,masters\n"
    form, files = hidden(desk.get(LIST).text), {"file": ("people.csv", data, "text/csv")}
    refused = desk.post(LIST, data={**form, "check": "yes"}, files=files).text
    assert "people.csv is still loaded; you do not need to choose it again." in refused
    kept = dict(re.findall(r'name="(name|packed)" value="([^"]*)"', refused))
    before = line.ledger()
    sent = {**hidden(refused), **kept, "check": "yes", "skip_known": "skip-known"}
    checked = desk.post(LIST, data=sent).text
    assert "1 player can be registered, 1 is registered already" in checked
    assert line.ledger() == before, "it is checked first"


def test_a_list_is_undone_as_one_act_until_a_round_is_paired(desk: Visitor, line: Line) -> None:
    join(desk, "register", who="Dee Vogt", division="masters")
    form = hidden(desk.get(LIST).text)
    data = b"name,division\nAna Lopez,masters\nBen Ode,masters\nCho Min,masters\n"
    checked = desk.post(LIST, data=form, files={"file": ("people.csv", data, "text/csv")}).text
    packed = re.search(r'name="packed" value="([^"]+)"', checked)
    assert packed
    assert "Undo this list" not in checked
    taken = desk.post(LIST, data={**hidden(checked), "name": "x.csv", "packed": packed[1]})
    assert 'name="undo" value="p2 p3 p4">Withdraw all 3 registrations</button>' in taken.text
    before, undo = line.ledger(), {**hidden(taken.text), "undo": "p2 p3 p4"}
    said = desk.post(LIST, data=undo).text
    assert "Undone: 3 registrations were withdrawn, and the names deleted." in said
    events = [one["event"] for entry in line.ledger()[len(before) :] for one in entry["events"]]
    assert events == ["registration-withdrawn"] * 3
    assert len(line.ledger()) == len(before) + 1
    assert "Ben Ode" not in (line.folder / "people.json").read_text(encoding="utf-8")
    assert "Undo this list" not in desk.get(str(taken.url)).text, "it is undone"
    join(desk, "register", who="Ana Lopez", division="masters")
    line("announce")
    line("pair")
    refused = desk.post(LIST, data={**hidden(desk.get(LIST).text), "undo": "p5"})
    assert refused.status_code == 422
    assert "cannot be withdrawn: Ana Lopez (p5) is paired" in plain(refused.text)
