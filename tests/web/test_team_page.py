"""What the page of each player of a team says (A-65)."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from html import unescape
from itertools import chain

import pytest

from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.app import app
from roundbook.cli.web.server.tournaments import TournamentFolder
from tests.cli.line import Line
from tests.cli.test_team import EIGHT, formed, match_of
from tests.web.test_acts import hidden, offered
from tests.web.test_signin import HOUR, come_in, form_key
from tests.web.visitor import Visitor


def read(visitor: Visitor, path: str) -> str:
    """Return a page as people read it."""
    return re.sub("</?bdi>", "", unescape(visitor.get(path).text))


class Hall:
    """A team battle of four teams, the organiser's desk, and phones for players."""

    def __init__(
        self, line: Line, tournaments: TournamentFolder, access: AccessStore, stack: ExitStack
    ) -> None:
        self.line, self.access, self._stack = line, access, stack
        self._made = app(tournaments, access)
        formed(line)
        line.announce("--rounds", 2)
        self.desk = self.visitor()
        come_in(self.desk, access, AccessRole.ORGANISER, tournament="cup", name="Kim Sun")

    def visitor(self) -> Visitor:
        return self._stack.enter_context(Visitor(self._made))

    def phone(self, player: str) -> Visitor:
        phone = self.visitor()
        phone.post(f"/join/{self.access.invite_players('cup', [player], lasting=HOUR)[player]}")
        return phone

    def mine(self, player: str) -> str:
        return read(self.phone(player), "/t/cup/mine")

    def page(self, path: str) -> str:
        return read(self.desk, f"/t/cup/desk/{path}".rstrip("/"))

    def switch(self, **fields: str) -> None:
        key = form_key(self.desk.get("/t/cup/desk/claims"))
        self.desk.post("/t/cup/desk/claims/switch", data={"key": key, **fields})

    def start(self) -> None:
        self.line.pair()


@pytest.fixture
def hall(line: Line, tournaments: TournamentFolder, access: AccessStore) -> Iterator[Hall]:
    with ExitStack() as stack:
        yield Hall(line, tournaments, access, stack)


@pytest.mark.rule("A-65")
def test_the_page_of_each_of_a_team_says_where_it_plays(line: Line, visitor: Visitor) -> None:
    formed(line)
    line("announce", "--rounds", 2)
    for player in ("p1", "p2"):
        assert "dropped" not in visitor.get(f"/t/cup/players/{player}").text
    line.pair()
    tables = line.paired(1)
    at = next(
        table
        for table, pair in zip(tables["tables"], tables["pairings"], strict=True)
        if "p1" in pair
    )
    said = visitor.get("/t/cup/players/p2").text
    assert "plays for team Rocket (Ana Ash &amp; Ben Bay)" in said
    assert f'<span>Table</span> <b class="plate">{at}</b>' in said
    assert "dropped" not in said
    line("report", f"masters-1-{at}", "2-0")
    record = [
        re.findall(r"<b[^>]*>(\d-\d-\d)</b>", visitor.get(f"/t/cup/players/{one}").text)
        for one in ("p1", "p2")
    ]
    assert record[0] == record[1] != []
    line("drop", "p1")
    assert "dropped" in visitor.get("/t/cup/players/p2").text


@pytest.mark.rule("A-65")
def test_both_players_of_a_team_are_counted_on_the_page_of_the_event(
    line: Line, visitor: Visitor
) -> None:
    formed(line)
    line("announce", "--rounds", 2)
    assert "8 players" in visitor.get("/t/cup").text
    line("drop", "p7")
    assert "6 players" in visitor.get("/t/cup").text, "a team never came"


@pytest.mark.rule("A-65")
def test_cards_are_printed_for_both_players_of_a_team_until_it_drops(hall: Hall) -> None:
    hall.line("drop", "p7")
    key = form_key(hall.desk.get("/t/cup/desk/codes"))
    shown = hall.desk.post("/t/cup/desk/codes", data={"key": key}).text
    assert re.findall(r"<span>(p[0-9]+)</span>", shown) == ["p1", "p2", "p3", "p4", "p5", "p6"]


@pytest.mark.rule("A-65", "TRF-4a")
def test_both_players_of_a_team_hand_in_a_list_by_phone_until_they_play(hall: Hall) -> None:
    hall.switch(decks="yes")
    phone, text = hall.phone("p2"), "4 Pikachu SVI 25\n56 Basic {L} Energy SVE 4\n"
    data = {"key": form_key(phone.get("/t/cup/mine")), "list": text, "anyway": "yes"}
    assert "Sent: 60 cards." in phone.post("/t/cup/mine", data=data).text
    assert "Deck list of" in hall.page("claims")
    hall.line("drop", "p7")
    dropped = hall.phone("p8")
    refused = dropped.post("/t/cup/mine", data=data | {"key": form_key(dropped.get("/t/cup/mine"))})
    assert refused.status_code == 409
    assert "You have dropped, so your deck list can no longer change" in refused.text
    hall.start()
    refused = phone.post("/t/cup/mine", data=data)
    assert "Your first round has started, so your deck list can no longer change" in refused.text


@pytest.mark.rule("A-65")
def test_either_player_of_a_team_reports_and_the_latest_report_counts(hall: Hall) -> None:
    hall.switch(allowed="yes")
    hall.start()
    match = match_of(hall.line, "p1")
    pair = next(two for two in hall.line.paired(1)["pairings"] if "p1" in two)
    other = next(one for one in pair if one != "p1")
    ours, partner = hall.phone("p1"), hall.phone("p2")
    theirs = hall.phone(f"p{int(other[1:]) + 1}")
    for phone in (ours, partner, theirs):
        page = read(phone, "/t/cup/mine")
        assert "How did the match end?" in page
        assert "We won" in page
        assert "I won" not in page
        assert "Either of you can report for your team" in page

    def say(phone: Visitor, word: str) -> str:
        key = form_key(phone.get("/t/cup/mine"))
        phone.post("/t/cup/mine", data={"key": key, "match": match, "said": word})
        return read(phone, "/t/cup/mine")

    assert "Sent: We lost." in say(ours, "lost")
    assert "Sent: We won." in say(partner, "won"), "it replaces the report of the other"
    assert "Sent: We won." in read(ours, "/t/cup/mine")
    shown = hall.page("claims")
    assert "Rocket (Ana Ash & Ben Bay) won" in shown
    assert shown.count(">Keep Rocket") == 1
    assert "Recorded" in say(theirs, "lost")
    assert "Recorded" in read(ours, "/t/cup/mine")
    assert "Recorded" in read(partner, "/t/cup/mine")


@pytest.mark.rule("A-65")
def test_either_player_of_a_team_asks_to_drop_and_it_counts_for_both(hall: Hall) -> None:
    hall.start()
    partner = hall.phone("p2")
    page = partner.get("/t/cup/mine")
    assert "Drop after this match" in page.text
    assert "This counts for your whole team." in page.text
    partner.post("/t/cup/mine", data={"key": form_key(page), "leaves": "yes"})
    for player in ("p1", "p2"):
        assert "You asked to drop: the desk has been told" in hall.mine(player)
    shown = hall.desk.get("/t/cup/desk/claims")
    assert "Drop Rocket (Ana Ash & Ben Bay)" in unescape(shown.text)
    hall.desk.post("/t/cup/desk/claims", data={**hidden(shown.text), "drop": "p1"})
    assert "You have dropped" in hall.mine("p2")


@pytest.mark.rule("A-65", "TRF-14.3")
def test_the_phone_says_who_sits_where_from_its_own_seat(hall: Hall) -> None:
    hall.start()
    pair = next(two for two in hall.line.paired(1)["pairings"] if "p1" in two)
    first, second = ((one, f"p{int(one[1:]) + 1}") for one in pair)
    names = {f"p{number}": name for number, name in enumerate(EIGHT, 1)}
    clockwise = (first[0], second[1], first[1], second[0])
    for at, player in enumerate(clockwise):
        seats = [names[one] for one in (*clockwise[at:], *clockwise[:at])]
        page = hall.mine(player)
        told = re.findall(
            r"<li>([^<]*)</li>", page.partition('id="seats"')[2].partition("</ol>")[0]
        )
        assert told == [f"{seats[0]} (you)", *seats[1:]]
    assert 'id="seats"' not in read(hall.visitor(), "/t/cup/players/p1")


@pytest.mark.rule("A-65", "TRF-14.3")
def test_a_late_team_is_told_clearly_what_can_be_done(hall: Hall) -> None:
    """A round that is paired has fixed the teams; one that has not started can be withdrawn."""
    hall.line("pair")
    page = hall.page("teams")
    assert "Round 1 has been paired, so no late team can join" in page
    assert "/desk/do/withdraw?what=masters-1" in page
    late = hall.line.refused("register", "Ida Ik", "--birth-year", 1990, rule="team-too-late")
    assert "teams can only be formed before round 1 is paired" in late
    hall.line("withdraw", "masters-1", "--reason", "a late team")
    hall.line.register("Ida Ik", "Jo Jay")
    hall.line("team", "form", "Aces", "p9", "p10")
    hall.start()
    paired = hall.line.paired(1)
    assert "p9" in {*chain.from_iterable(paired["pairings"]), *(one[0] for one in paired["byes"])}
    assert "Round 1 has started, so no late team can join" in hall.page("teams")
    assert "withdraw?what=" not in hall.page("teams")


@pytest.mark.rule("A-65")
def test_a_partner_of_another_division_has_the_place_of_the_team(
    line: Line, visitor: Visitor
) -> None:
    line.start("--format", "team-battle-constructed")
    for name, year in (("Ana", 1990), ("Ben", 1990), ("Cho", 1990), ("Sam", 2010)):
        line("register", name, "--birth-year", year)
    line("team", "form", "Rocket", "p1", "p4")
    line("team", "form", "Plasma", "p2", "p3")
    line.first_round(2)
    line("report", "masters-1-1", "2-0")
    page = read(visitor, "/t/cup/players/p4")
    assert "Senior" in page
    assert re.search(r"place [12] of 2\b", page)
    assert "Recorded" in page
    api = "/api/v1/tournaments/cup/players"
    one = visitor.get(f"{api}/p4").json()
    assert (one["of"], one["left"]) == (2, False)
    (line_of_one,) = [each for each in visitor.get(api).json()["players"] if each["player"] == "p4"]
    assert (line_of_one["left"], line_of_one["left_after"]) == (False, None)
    at = visitor.get("/t/cup/standings/p4")
    assert at.status_code == 200


@pytest.mark.rule("A-65")
def test_the_desk_lists_both_players_of_a_team_with_the_state_of_the_team(hall: Hall) -> None:
    page = hall.page("players")
    assert "dropped" not in page
    assert "reinstate" not in page
    assert page.count('<span class="soft">Rocket</span>') == 2
    dropping = hall.page("do/drop?who=p2")
    assert "<h1>Drop Rocket (Ana Ash & Ben Bay)</h1>" in dropping, "a drop is the team's"
    assert "Ana Ash (p1) and Ben Bay (p2). This counts for the whole team." in dropping
    assert 'name="who" value="p1"' in dropping
    assert page.count("/desk/do/drop?who=p2") == 1
    assert page.count("/desk/do/penalty?who=p2") == 1
    hall.line("people check-in", "p1", "p2", "p3")
    door = hall.page("check-in")
    assert "Dropped" not in door
    assert "3 of 8" in door
    hall.line("drop", "p7")
    door = hall.page("check-in")
    assert "Dropped or disqualified (2)" in door
    assert "3 of 6" in door
    assert door.count("/desk/do/reinstate?who=p7") == 1
    assert door.count("/desk/do/reinstate?who=p8") == 1
    assert 'name="who" value="p7"' in hall.page("do/reinstate?who=p8")


@pytest.mark.rule("A-65")
def test_what_a_partner_plays_is_told_of_the_team(hall: Hall) -> None:
    hall.start()
    hall.line("round slips")
    page = read(hall.desk, "/t/cup/players/p2")
    assert re.search(
        r"On the slip, the (upper|lower) line is that of Rocket \(Ana Ash & Ben Bay\)", page
    )


@pytest.mark.rule("A-65")
def test_judges_find_a_table_by_either_player_and_can_name_all_four(hall: Hall) -> None:
    hall.start()
    match = match_of(hall.line, "p1")
    for wanted in ("Ben", "p2", "Rocket"):
        assert hall.desk.get(f"/t/cup/desk/tables?table={wanted}").url.path.endswith(match)
    table = hall.page(f"tables/{match}")
    assert "Rocket (Ana Ash & Ben Bay)" in table
    for player, name in (("p1", "Ana Ash"), ("p2", "Ben Bay")):
        assert f'value="{player}" required><span>{name}</span>' in table
        assert f"/desk/do/deckcheck/record?who={player}" in table
    form = hidden(hall.desk.get(f"/t/cup/desk/tables/{match}").text)
    asked = {"verb": "penalty", "who": "p2", "penalty": "warning", "infraction": "Slow."}
    done = hall.desk.post(f"/t/cup/desk/tables/{match}", data=form | asked)
    assert "Ben Bay: warning" in unescape(done.text)


@pytest.mark.rule("A-65")
def test_the_desk_names_the_teams_where_matches_are_listed(hall: Hall) -> None:
    hall.start()
    match = match_of(hall.line, "p1")
    for path in ("rounds", "", f"correct/{match}", "tables"):
        assert "Rocket (Ana Ash & Ben Bay)" in hall.page(path), path


@pytest.mark.rule("A-65")
def test_messages_and_the_history_name_people_and_teams(hall: Hall) -> None:
    hall.line("message", "p1 and p2 to the desk, please.")
    for said in (hall.mine("p2"), read(hall.visitor(), "/t/cup"), hall.page("messages")):
        assert "Ana Ash and Ben Bay to the desk, please." in said
    hall.line("drop", "p1")
    told = hall.page("history")
    assert "Ana Ash and Ben Bay are the team Rocket" in told
    assert "Rocket (Ana Ash & Ben Bay) dropped" in told
    form = hidden(hall.desk.get("/t/cup/desk/check-in").text)
    done = hall.desk.post("/t/cup/desk/check-in", data=form | {"who": "p3"})
    assert "Cho Cox (p3) checked in" in unescape(done.text)


@pytest.mark.rule("A-65")
def test_a_team_that_is_not_whole_is_left_out_of_round_1_by_a_button(hall: Hall) -> None:
    hall.line("people check-in", "p1", "p3", "p4", "p5", "p6", "p7", "p8")
    asked = hall.desk.get("/t/cup/desk/rounds")
    form = {**hidden(asked.text), "verb": "pair"}
    refused = hall.desk.post("/t/cup/desk/rounds", data=form)
    assert "3 teams would remain." in unescape(refused.text)
    form = {**hidden(refused.text), "verb": "pair", "absent": "drop"}
    assert hall.desk.post("/t/cup/desk/rounds", data=form).status_code == 200
    assert len(hall.line.paired(1)["byes"]) == 1


@pytest.mark.rule("A-65")
def test_players_are_counted_as_people_and_teams_where_teams_are_placed(hall: Hall) -> None:
    assert "8 players are registered, in 4 teams. " in hall.page("rounds")
    assert "of 4 players" not in hall.page("do/announce")
    assert "4 of 8" not in hall.page("rounds")
    assert "4 teams" in read(hall.visitor(), "/t/cup/standings")
    assert "4 teams" in hall.page("do/announce")


@pytest.mark.rule("A-65")
def test_the_desk_forms_lists_and_splits_teams(hall: Hall) -> None:
    page = hall.page("teams")
    assert "Rocket: Ana Ash p1 and Ben Bay p2" in " ".join(re.sub("<[^>]+>", "", page).split())
    assert "Seats" not in page
    assert '/desk/teams">' in hall.page("rounds"), "the list of steps leads there"
    form = hidden(hall.desk.get("/t/cup/desk/do/team/split?who=p2").text)
    said = hall.desk.post(
        "/t/cup/desk/do/team/split", data=form | {"who": "p2", "reason": "They swapped."}
    )
    assert said.url.path == "/t/cup/desk/teams"
    assert "Without a partner (2)" in said.text
    assert "8 players are registered; there are 3 teams so far. " in hall.page("rounds")
    form = hidden(hall.desk.get("/t/cup/desk/do/team/form").text)
    taken = form | {"name": "Plasma", "who": "p1", "partner": "p2"}
    refused = hall.desk.post("/t/cup/desk/do/team/form", data=taken)
    assert "There is already a team with the name Plasma." in refused.text
    assert '/t/cup/desk/teams">Teams</a>' in refused.text
    said = hall.desk.post(
        "/t/cup/desk/do/team/form", data=taken | {"name": "Aces"} | hidden(refused.text)
    )
    assert "Ana Ash (p1) and Ben Bay (p2) are the team Aces" in said.text
    hall.start()
    page = hall.page("teams")
    assert "no team can change" in page
    assert "Split" not in page
    assert "Seats" in page


@pytest.mark.rule("A-65")
def test_all_forms_offer_teams_and_players_until_round_1_is_paired(
    hall: Hall, visitor: Visitor, line: Line
) -> None:
    changing = {"Form a team", "Split a team", "Import a list of teams"}
    joining = {"Register a player", "Import a list of players"}
    hall.line("register", "Ida Ik", "--birth-year", 1990)
    hall.line("register", "Jo Jay", "--birth-year", 1990)
    before = {*offered(hall.page("acts"))}
    assert changing | joining | {"Teams"} <= before
    hall.line("drop", "p9", "p10")
    hall.line("pair")
    assert before - {*offered(hall.page("acts"))} == changing | joining
    single = Line(line.home, line.folder.parent / "single")
    single.begin("Ana", "Ben")
    come_in(visitor, hall.access, AccessRole.ORGANISER, tournament="single")
    alone = {*offered(visitor.get("/t/single/desk/acts").text)}
    assert "Register a player" in alone
    assert not alone & (changing | {"Teams"})


@pytest.mark.rule("A-65")
def test_teams_are_not_formed_before_there_are_players_and_nobody_joins_after_the_start(
    hall: Hall, visitor: Visitor, line: Line
) -> None:
    hall.line("pair")
    assert "The clock starts in 2 minutes. A round that has started" in hall.page("rounds")
    other = Line(line.home, line.folder.parent / "other")
    other.start("--format", "team-battle-constructed")
    come_in(visitor, hall.access, AccessRole.ORGANISER, tournament="other")
    page = visitor.get("/t/other/desk/rounds").text
    assert re.findall(r'<li class="is-(\w+)"><a[^>]*>(?:(?!</a>).)*Form teams', page) == ["waits"]
    where, data = "/t/other/desk/lists/players", b"name,birth year,team\nAna Ash,1990,Aces\n"
    form = hidden(visitor.get(where).text)
    judged = visitor.post(where, data=form, files={"file": ("all.csv", data, "text/csv")}).text
    assert "Teams are not read here: form them, or import them, once" in judged


def test_the_desk_imports_a_list_of_teams(hall: Hall) -> None:
    for first in ("p1", "p3"):
        hall.line("team", "split", first, "--reason", "They swapped.")
    where = "/t/cup/desk/lists/teams"
    listed = {
        "file": ("teams.csv", b"team,first,second\nAces,p1,p4\nKings,Ben Bay,p3\n", "text/csv")
    }
    judged = hall.desk.post(where, data=hidden(hall.desk.get(where).text), files=listed)
    assert "2 teams can be formed" in judged.text
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in judged.text.split("<tr>")[1:]]
    assert rows[0] == ["Team", "First player", "Second player"]
    assert [row[0] for row in rows[1:]] == ["<bdi>Aces</bdi>", "<bdi>Kings</bdi>"]
    assert "Ben Bay" in rows[2][1]
    assert "This would be" not in judged.text
    assert "ithout a partner" not in judged.text, "the list itself pairs them"
    assert "Form these teams" in judged.text
    packed = dict(re.findall(r'name="(name|packed)" value="([^"]*)"', judged.text))
    done = hall.desk.post(where, data=hidden(judged.text) | packed)
    assert "Go to the teams" in done.text
    assert "Kings: Ben Bay" in re.sub("<[^>]+>", "", hall.page("teams"))


@pytest.mark.rule("A-65")
def test_everybody_finds_both_players_of_a_team_by_their_own_names(hall: Hall) -> None:
    hall.start()
    visitor = hall.visitor()
    page = " ".join(re.sub("<[^>]+>", "", read(visitor, "/t/cup/players")).split())
    table = match_of(hall.line, "p1")[-1]
    for name in ("Ash, Ana", "Bay, Ben"):
        assert f"{name} table {table}, against " in page
    assert visitor.get("/t/cup/players?find=Ben").url.path == "/t/cup/players/p2"
    found = read(visitor, "/t/cup/players?find=Rocket")
    assert "Ash, Ana" in found
    assert "Bay, Ben" in found
    assert "Rocket (Ana Ash & Ben Bay)" in read(visitor, "/t/cup/pairings?find=Ben")


@pytest.mark.rule("A-65")
def test_the_latest_entries_and_the_history_name_the_teams_of_a_match(hall: Hall) -> None:
    hall.start()
    match = match_of(hall.line, "p1")
    hall.line("report", match, "2-0")
    hall.line("penalty", "p2", "warning", "--for", "Slow.", "--match", match)
    there = f"at table {match.rpartition('-')[2]}"
    for path in ("", "history"):
        page = hall.page(path)
        assert re.search(r"a win for \w+ \(\w+ \w+ & \w+ \w+\)", page), path
        assert re.search(rf"Ben Bay was given a warning {there} \(\w+ \(", page), path
