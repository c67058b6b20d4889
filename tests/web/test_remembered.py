"""A phone that remembers a player: what a parent reads there, from the first round to the end."""

import re

import pytest

from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from tests.cli.line import Line
from tests.cli.swiss import finish
from tests.web.test_players import read
from tests.web.test_signin import HOUR, form_key
from tests.web.visitor import Visitor

LEAVING = "Leaving early? Tell the desk before the next round is paired"
SCAN = "To do more with this phone, such as calling a judge, you need the card"


@pytest.fixture
def cup(line: Line) -> Line:
    """Two divisions in round 1, and a cut in one of them."""
    line.start()
    for name, age in (("Mila Novak", "junior"), ("Ole Berg", "junior"), ("Carla Novak", "masters"),
                      ("Dan Fox", "masters"), ("Eva Lund", "masters"), ("Finn Ode", "masters"),
                      ):  # fmt: skip
        line("register", name, "--division", age)
    line.first_round(2, "--cut", "masters=2", "--override", "cut-too-large")
    return line


def keep(visitor: Visitor, player: str) -> None:
    """Tap "This is me, or my child" on the page of a player."""
    assert visitor.get(f"/t/cup/mine?me={player}").url.path == "/t/cup/mine"


@pytest.mark.usefixtures("cup")
def test_a_phone_keeps_several_children_and_switches_between_them(visitor: Visitor) -> None:
    keep(visitor, "p1")
    assert "Players on this phone" not in visitor.get("/t/cup/mine").text, "there is one"
    assert "Keep this player on this phone too" in read(visitor, "/t/cup/players/p3")
    other = visitor.get("/t/cup/mine?me=p3").text
    assert "<bdi>Carla Novak</bdi></h1>" in other
    switch = other.partition('aria-label="Players on this phone"')[2].partition("</ul>")[0]
    ways = re.findall(r'href="([^"]+)"[^>]*><bdi>([^<]+)<', switch)
    address = "/t/cup/mine?me={}&amp;kept=yes".format
    assert ways == [(address("p3"), "Carla Novak"), (address("p1"), "Mila N.")]
    back = visitor.get("/t/cup/mine?me=p1&kept=yes").text
    assert "<bdi>Mila N.</bdi></h1>" in back
    switch = back.partition('aria-label="Players on this phone"')[2].partition("</ul>")[0]
    assert re.findall("<bdi>([^<]+)<", switch) == [name for _, name in ways], "the order stays"
    for kept in ("p1", "p3"):
        page = read(visitor, f"/t/cup/players/{kept}")
        assert "Keep this player" not in page
        assert "This page is kept on this phone." in page
    assert "Keep this player on this phone too" in read(visitor, "/t/cup/players/p2")
    assert 'href="/t/cup/players?keep=yes">Keep another player on this phone too</a>' in back
    told = "then tap “Keep this player on this phone too” on their page."
    assert told in read(visitor, "/t/cup/players?keep=yes")
    assert told in read(visitor, "/t/cup/players?keep=yes&find=novak")
    assert 'name="keep" value="yes"' in visitor.get("/t/cup/players?keep=yes").text, "the search"
    assert told not in read(visitor, "/t/cup/players")
    assert "<bdi>Mila N.</bdi></h1>" in visitor.get("/t/cup/mine").text, "until it is switched"
    assert visitor.get("/t/cup/mine?me=p99").url.path == "/t/cup/players", "nobody is called so"
    assert "<bdi>Mila N.</bdi></h1>" in visitor.get("/t/cup/mine").text, "and nobody is forgotten"
    reloaded = visitor.get("/t/cup/mine?me=p3&kept=yes", headers={"x-live": "yes"}).text
    assert "<bdi>Carla Novak</bdi></h1>" in reloaded, "a tab stays with its child"
    assert "<bdi>Mila N.</bdi></h1>" in visitor.get("/t/cup/mine").text, "no tab turns the phone"
    assert f'href="{address("p3")}" aria-current="page"' in reloaded, "so does its own button"


@pytest.mark.usefixtures("cup")
def test_who_is_removed_from_a_phone_is_said_and_is_not_kept_again(visitor: Visitor) -> None:
    keep(visitor, "p1")
    visitor.get("/t/cup/mine?me=p3")
    left = visitor.get("/t/cup/mine?forget=p1").text
    assert "<bdi>Carla Novak</bdi></h1>" in left, "only the one that was shown is removed"
    assert "<bdi>Mila N.</bdi> was removed from this phone." in left
    assert "This is now the page of <bdi>Carla Novak</bdi>." in left
    assert "Players on this phone" not in left
    gone = visitor.get("/t/cup/mine?me=p1&kept=yes").text
    assert "<bdi>Mila N.</bdi> was removed from this phone." in gone
    assert "no longer signed in" not in gone, "this phone never had a card"
    assert 'href="/t/cup/players/p1">To keep this player again, open their page</a>' in gone
    assert "<bdi>Carla Novak</bdi></h1>" in gone
    assert "Players on this phone" not in visitor.get("/t/cup/mine").text, "nobody is kept again"
    assert "Carla Novak was removed from this phone." in read(visitor, "/t/cup/mine?forget=p3")
    assert "This page shows your own match, but" in read(visitor, "/t/cup/mine")
    alone = read(visitor, "/t/cup/mine?me=p3&kept=yes")
    assert "Carla Novak was removed from this phone. To keep this player again" in alone
    assert "card from the desk." not in alone, "keeping needs no card"
    assert "was removed" not in read(visitor, "/t/cup/mine?me=p3&removed=p3"), "kept again"
    visitor.get("/t/cup/mine?forget=p3")
    alone = read(visitor, "/t/cup/mine?as=p3")  # A tab of the last one, who was signed out.
    told = (
        "Carla Novak is no longer signed in on this phone. "
        "No player is signed in on this phone now."
    )
    assert told in alone


@pytest.mark.usefixtures("cup")
def test_a_phone_that_keeps_a_child_still_finds_everybody(visitor: Visitor) -> None:
    keep(visitor, "p1")
    page = visitor.get("/t/cup").text
    bar = page.partition('class="thumb"')[2].partition("</nav>")[0]
    shown = re.findall(r'<li><a href="/t/cup(/?[a-z]*)[?"]', bar)
    assert shown == ["/mine", "/pairings", "/players", "/standings"]
    assert page.index('role="search"') < page.index("Masters"), "on the first screen"


@pytest.mark.usefixtures("cup")
def test_a_phone_that_keeps_several_names_each_to_whose_place_it_leads(visitor: Visitor) -> None:
    jump = (
        r'href="([^"]+)"><svg[^>]*>(?:<use[^>]*>)?</svg>(?:<span>)?Jump to ([^<]*(?:<bdi>[^<]+)?)'
    )

    def jumps(listed: str = "standings") -> list[tuple[str, str]]:
        return re.findall(jump, visitor.get(f"/t/cup/{listed}").text)

    assert jumps() == []
    keep(visitor, "p1")
    assert jumps() == [("/t/cup/jump", "me")]
    assert jumps("pairings") == [("/t/cup/jump?to=pairings", "me")]
    found = visitor.get("/t/cup/jump?to=pairings").url
    assert (found.path, found.fragment) == ("/t/cup/pairings", "p1")
    keep(visitor, "p3")
    assert [name for _, name in jumps()] == ["<bdi>Carla Novak", "<bdi>Mila N."]
    for (line, _), player in zip(jumps(), ("p3", "p1"), strict=True):
        address, _, row = line.replace("&amp;", "&").partition("#")
        assert row == player
        assert f'<tr id="{player}">' in visitor.get(address).text
    assert [name for _, name in jumps("pairings")] == ["<bdi>Carla Novak", "<bdi>Mila N."]
    for (line, _), player in zip(jumps("pairings"), ("p3", "p1"), strict=True):
        address, _, row = line.replace("&amp;", "&").partition("#")
        assert row == player
        marked = re.findall(r'<tr id="(\w+)" class="own">', visitor.get(address).text)
        assert sorted(marked) == ["p1", "p3"]
    tables = visitor.get("/t/cup/pairings?by=table").text
    assert tables.count('<tr class="own">') == 2, "both matches"
    visitor.client.cookies.clear()
    assert jumps() == jumps("pairings") == [], "one phone does not see whom another keeps"


@pytest.mark.usefixtures("cup")
def test_a_phone_is_led_from_the_event_to_its_match(visitor: Visitor) -> None:
    assert "Find a player" in read(visitor, "/t/cup")
    keep(visitor, "p1")
    said = read(visitor, "/t/cup")
    assert said.index("My match") < said.index("Find a player")


@pytest.mark.usefixtures("cup")
def test_a_division_without_a_cut_is_told_so(visitor: Visitor) -> None:
    told = "There is no cut in Junior: the Swiss rounds decide the places."
    keep(visitor, "p1")
    assert told in read(visitor, "/t/cup/mine")
    keep(visitor, "p3")
    assert "There is no cut" not in read(visitor, "/t/cup/mine")
    assert "What do I need for the cut?" in read(visitor, "/t/cup/mine")


def test_without_a_cut_anywhere_nobody_is_told_of_one(visitor: Visitor, line: Line) -> None:
    line.begin("Ada Winter", "Bruno Castel")
    keep(visitor, "p1")
    assert "no cut in" not in read(visitor, "/t/cup/mine")


def test_a_phone_says_what_to_do_before_leaving_until_there_is_nothing_left_to_play(
    visitor: Visitor, cup: Line
) -> None:
    keep(visitor, "p1")
    said = read(visitor, "/t/cup/mine")
    assert LEAVING in said
    assert SCAN in said
    assert "Type the code on my card" in said
    assert LEAVING in read(visitor, "/t/cup/players/p1"), "before it is kept"
    finish(cup)
    assert LEAVING in read(visitor, "/t/cup/mine")
    cup("drop", "p1")
    said = read(visitor, "/t/cup/mine")
    assert "Mila N. has dropped from the tournament." in said, "a parent may keep it"
    assert "This page is kept on this phone." in said
    assert LEAVING not in said
    assert SCAN not in said


def test_a_place_that_two_have_is_shared_and_at_the_end_the_phone_says_it(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ada Winter", "Bruno Castel", "Cleo Marsh", "Dario Lund")
    for match in line.tables(1):
        line("report", match, "tie")
    keep(visitor, "p1")
    assert "tied for place 1 of 4 (" in read(visitor, "/t/cup/mine")
    line.pair()
    line.play(2, "1")
    winner = line.paired(2)["pairings"][0][0]
    line("correct", line.tables(2)[1], "tie", "--reason", "a mistake")
    keep(visitor, winner)
    assert "place 1 of 4 (" in read(visitor, "/t/cup/mine")
    line.close()
    said = read(visitor, "/t/cup/mine")
    assert re.search(r"The tournament is over\. Final place of [A-Z]\w+ \w+ ?: 1 of 4\.", said)
    assert SCAN not in said
    assert LEAVING not in said


def test_the_page_of_a_player_names_the_player_and_only_the_own_one_says_you(
    visitor: Visitor, cup: Line
) -> None:
    cup("drop", "p3")
    finish(cup)
    said = read(visitor, "/t/cup/players/p3")
    assert "Carla Novak has dropped from the tournament." in said
    assert "Match record" in said
    assert not re.search(r"\b[Yy]ours?\b|\bYou\b", said)
    visitor.come_in(AccessRole.PLAYER, tournament="cup", player="p3")
    assert "You have dropped from the tournament." in read(visitor, "/t/cup/mine")


@pytest.mark.usefixtures("cup")
def test_a_phone_that_is_signed_in_keeps_others_too_and_acts_for_its_own(visitor: Visitor) -> None:
    visitor.come_in(AccessRole.PLAYER, tournament="cup", player="p1")
    visitor.get("/t/cup/mine")
    assert "Keep this player on this phone too" in read(visitor, "/t/cup/players/p3")
    other = visitor.get("/t/cup/mine?me=p3").text
    assert "<bdi>Carla Novak</bdi></h1>" in other
    assert "Type the code on my card" in other
    assert "How did the match end?" not in other, "this phone does not have that card"
    assert '<a href="/t/cup/mine?as=p1"><bdi>Mila N.</bdi></a>' in other
    assert '<input id="code"' in visitor.get("/sign-in?card=yes&at=cup").text
    own = visitor.get("/t/cup/mine").text
    assert "<bdi>Mila N.</bdi></h1>" in own
    assert '<a href="/t/cup/mine?me=p3&amp;kept=yes"><bdi>Carla Novak</bdi></a>' in own
    assert 'href="?forget=p3"' in other
    left = visitor.get("/t/cup/mine?forget=p3").text
    assert "<bdi>Carla Novak</bdi> was removed from this phone." in left
    assert "Players on this phone" not in left
    again = visitor.get("/t/cup/mine?me=p3&kept=yes").text
    assert "<bdi>Mila N.</bdi></h1>" in again, "a page that was left open keeps nobody again"
    assert "Players on this phone" not in again


@pytest.mark.usefixtures("cup")
def test_a_phone_with_several_players_asks_for_whom_on_public_pages(
    visitor: Visitor, access: AccessStore
) -> None:
    way = 'href="/t/cup/mine?which=yes"'
    keep(visitor, "p3")
    assert "My matches" not in visitor.get("/t/cup").text
    code = access.invite_players("cup", ["p1"], lasting=HOUR)["p1"]
    assert visitor.post(f"/join/{code}").url.query == b"as=p1", "the address names the player"
    for page in ("", "/pairings", "/standings", "/players/p2", "/sign-up", "/clock"):
        shown = visitor.get(f"/t/cup{page}").text
        assert way in shown, page
        assert "My matches" in shown
        assert 'href="/t/cup/mine"' not in shown, page
    choice = visitor.get("/t/cup/mine?which=yes").text
    people = choice.partition('<ul class="people"')[2].partition("</ul>")[0]
    assert re.findall(r'href="([^"]+)"><b><bdi>([^<]+)<', people) == [
        ("/t/cup/mine?me=p3&amp;kept=yes", "Carla Novak"),
        ("/t/cup/mine?as=p1", "Mila N."),
    ]
    assert "table " in people
    visitor.get("/t/cup/mine?forget=p3")
    assert "<bdi>Mila N.</bdi></h1>" in visitor.get("/t/cup/mine?which=yes").text, "one is left"


@pytest.mark.usefixtures("cup")
def test_the_sign_in_page_names_every_player_of_a_phone(
    visitor: Visitor, access: AccessStore
) -> None:
    for code in access.invite_players("cup", ["p1", "p3"], lasting=HOUR).values():
        visitor.post(f"/join/{code}")
    both = read(visitor, "/sign-in")
    for name in ("Carla Novak", "Mila N."):
        for said in ("{} is signed in on this", "Continue to the page of {}", "Sign out {}"):
            assert said.format(name) in both, name
    refused = visitor.post("/sign-in", data={"code": "0000-0000-0000"}).text
    assert refused.index("was mistyped") < refused.index("is signed in on")
    assert "was mistyped. Ask the desk for a new card, or the organiser for" in refused
    for player in ("p1", "p3"):
        assert f'href="/t/cup/mine?as={player}"' in refused
        assert f'action="/sign-out?as={player}"' in refused


@pytest.mark.usefixtures("cup")
def test_a_player_who_was_erased_is_kept_by_no_phone(visitor: Visitor, line: Line) -> None:
    for player in ("p1", "p3"):
        keep(visitor, player)
    line("people", "erase", "p1", "--reason", "asked", "--yes")
    said = read(visitor, "/t/cup/mine?me=p1&kept=yes")
    assert "A player whose name was erased was removed from this phone." in said
    assert "Players on this phone" not in visitor.get("/t/cup/mine").text
    public = visitor.get("/t/cup/players/p1").text
    assert "Keep this player on this phone" not in public
    assert "me=p1" not in public
    assert visitor.get("/t/cup/mine?me=p1").url.path == "/t/cup/players"
    visitor.come_in(AccessRole.PLAYER, tournament="cup", player="p3")
    assert "<bdi>Carla Novak</bdi></h1>" in visitor.get("/t/cup/mine?me=p1").text
    assert "Players on this phone" not in visitor.get("/t/cup/mine").text


@pytest.mark.usefixtures("cup")
def test_of_an_erased_player_the_phone_says_no_number(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    for code in access.invite_players("cup", ["p1", "p3"], lasting=HOUR).values():
        visitor.post(f"/join/{code}")
    line("people", "erase", "p1", "--reason", "asked", "--yes")
    said = read(visitor, "/t/cup/mine?as=p1")
    assert "A player whose name was erased is no longer signed in on this phone." in said
    assert "p1 is no longer" not in said


@pytest.mark.usefixtures("cup")
def test_a_card_on_a_phone_that_is_signed_in_names_its_player(
    visitor: Visitor, access: AccessStore
) -> None:
    visitor.come_in(AccessRole.PLAYER, tournament="cup", player="p1")
    code = access.invite_players("cup", ["p3"], lasting=HOUR)["p3"]
    said = read(visitor, f"/join/{code}")
    assert "Mila N. is signed in on this phone." in said
    assert "Carla Novak" in said
    assert "Mila N. stays signed in on this phone too." in said
    assert said.index("You sign in as") < said.index("Mila N. is signed in on")


@pytest.mark.usefixtures("cup")
def test_a_phone_with_two_cards_acts_for_each_child_on_its_own_page(
    visitor: Visitor, access: AccessStore
) -> None:
    codes = access.invite_players("cup", ["p1", "p2", "p3"], lasting=HOUR)
    for player in ("p1", "p3"):
        visitor.post(f"/join/{codes[player]}")
    shown = visitor.get("/t/cup/mine")
    assert "<bdi>Carla Novak</bdi></h1>" in shown.text
    assert '<a href="/t/cup/mine?as=p1"><bdi>Mila N.</bdi></a>' in shown.text
    first = visitor.get("/t/cup/mine?as=p1")
    assert "<bdi>Mila N.</bdi></h1>" in first.text
    assert "Call a judge" in first.text
    assert "<bdi>Mila N.</bdi></h1>" in visitor.get("/t/cup/mine").text, "the last one opened"
    by_itself = visitor.get("/t/cup/mine?as=p3", headers={"x-live": "yes"})
    assert "<bdi>Carla Novak</bdi></h1>" in by_itself.text, "a tab stays with its child"
    assert "<bdi>Mila N.</bdi></h1>" in visitor.get("/t/cup/mine").text, "no tab turns the phone"
    own = read(visitor, "/t/cup/mine")
    assert "Sign out Mila N. Carla Novak stays signed in on this phone. To sign Mila N. in" in own
    assert all(f"Yes, {act} Mila N." in own for act in ("sign out", "drop"))
    old = {"key": form_key(shown), "leaves": "yes"}
    not_theirs = visitor.post("/t/cup/mine?as=p1", data=old)
    assert not_theirs.status_code == 403, "no child for another"
    assert 'href="/t/cup/mine?as=p1">My match<' in not_theirs.text
    asked = visitor.post("/t/cup/mine?as=p3", data=old)
    assert "<bdi>Carla Novak</bdi></h1>" in asked.text, "the form of a tab acts for its child"
    assert "You asked to drop" in asked.text
    assert "You asked to drop" not in visitor.get("/t/cup/mine?me=p1").text
    gone = visitor.post("/t/cup/mine?as=p2", data=old)
    assert (gone.status_code, "This player is no longer signed in on this phone" in gone.text) == (
        403,
        True,
    )
    typed = visitor.post("/sign-in", data={"code": codes["p3"]})
    assert "<bdi>Carla Novak</bdi></h1>" in typed.text, "a used card that is typed does the same"
    used = visitor.get(f"/join/{codes['p3']}")
    assert "<bdi>Carla Novak</bdi></h1>" in used.text, "a card leads to its own child"
    visitor.post("/sign-out?as=p3", data={"key": form_key(used)})
    closed = visitor.get("/t/cup/mine?as=p3", headers={"x-live": "yes"})
    assert "<bdi>Carla Novak</bdi> is no longer signed in on this phone." in closed.text
    assert visitor.get("/t/cup/mine/live?as=p3").url.path == "/sign-in", "no news of another child"
    assert visitor.post("/t/cup/mine?as=p3", data=old).status_code == 403
    left = visitor.get("/t/cup/mine?as=p3").text  # A tap on a page that was left open.
    assert "<bdi>Mila N.</bdi></h1>" in left, "only one of them was signed out"
    assert "Call a judge" in left
    assert "Players on this phone" not in left
    alone = " ".join(re.sub("<[^>]+>", " ", left).split())
    assert "Sign out To sign in again, you need a new card from the desk. Yes, sign me out" in alone
    visitor.get("/t/cup/mine?me=p2")
    assert "Sign out Mila N. This phone will no longer keep the other" in read(
        visitor, "/t/cup/mine"
    )
    visitor.get("/t/cup/mine?forget=p2")
    other = " ".join(re.sub("<[^>]+>", "", visitor.get(f"/join/{codes['p3']}").text).split())
    told = (
        "This card has been used already, or has expired. To sign in again, or for another player, "
        "ask the desk for a new card."
    )
    onward = "Mila N. is signed in on this phone. Continue to the page of Mila N."
    assert other.index(told) < other.index(onward), "first what became of this card"
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    assert [one.seat for one in access.doors.sessions] == [AccessRole.JUDGE], "staff alone"


@pytest.mark.parametrize("announced", [(), ("--text", "Prizes at the stage at six.")])
def test_who_has_played_the_last_match_is_led_to_what_was_announced(
    visitor: Visitor, line: Line, announced: tuple[str, ...]
) -> None:
    line.enrol("Ana Lopez", "Ben Ode", "Cho Sun", "Dee Vogt")
    line.announce("--rounds", 2, "--cut", "masters=2", *announced)
    for number in (1, 2):
        line.pair()
        line.play(number, "1")
    line("cut")
    line("pair")
    finalists = {*line.paired(1)["pairings"][0]}
    out = min({"p1", "p2", "p3", "p4"} - finalists)
    leads = '<a href="/t/cup#announced">Announcements</a>'
    assert (leads in visitor.get(f"/t/cup/players/{out}").text) == bool(announced)
    assert leads not in visitor.get(f"/t/cup/players/{min(finalists)}").text
    assert 'id="announced"' in visitor.get("/t/cup").text, "it leads somewhere"


def test_a_corrected_result_stands_at_the_top_of_the_own_page_while_it_can_change(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ana Lopez", "Ben Ode", "Cho Sun", "Dee Vogt")
    line.play(1, "2-0")
    line.pair()
    winner, loser = line.paired(1)["pairings"][0]
    line("correct", line.tables(1)[0], "1-2", "--reason", "the slip was misread")
    for player, result in ((winner, "1–2"), (loser, "2–1")):
        keep(visitor, player)
        own = read(visitor, "/t/cup/mine").partition("Match record")[0]
        assert f"Round 1 corrected: {result} the slip was misread" in own
    assert "corrected" not in read(visitor, f"/t/cup/players/{winner}").partition("Match rec")[0]
    line.play(2, "2-0")
    line.pair()
    assert "corrected" not in read(visitor, "/t/cup/mine").partition("Match record")[0]


def test_after_the_close_nobody_is_sent_to_the_desk_or_promised_reports(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    line.begin("Ana Lopez", "Ben Ode")
    line.play(1, "2-0")
    line("correct", line.tables(1)[0], "1-2", "--reason", "the slip was misread")
    code = access.invite_players("cup", ["p1"], lasting=HOUR)["p1"]
    visitor.post(f"/join/{code}")
    sent, told = ("Something wrong? Tell the desk.", "a new card from the desk"), "report for both"
    assert all(one in read(visitor, "/t/cup/mine") for one in sent)
    assert told in read(visitor, "/t/cup/players?keep=yes")
    other = access.invite_players("cup", ["p2"], lasting=HOUR)["p2"]
    line.close()
    own = read(visitor, "/t/cup/mine")
    assert "Round 1 corrected: " in own
    assert not any(one in own for one in sent)
    assert told not in read(visitor, "/t/cup/players?keep=yes")
    pages = ["mine", "mine?me=p2", "mine?which=yes", "mine?gone=p2", "players/p1", "players"]
    pages += ["", "standings", "pairings", "bracket", "clock", "decks", "sign-up", "words"]
    for page in (*(f"/t/cup/{page}".rstrip("/") for page in pages), "/sign-in?at=cup"):
        said = read(visitor, page)
        assert "My match" not in said, page
        assert not any(one in said for one in (*sent, "the desk for a new card")), page
    assert "My results" in read(visitor, "/t/cup/mine?which=yes")
    assert "desk" not in visitor.get(f"/join/{other[::-1]}").text.partition("<main")[2]
    with Visitor(visitor.app) as stranger:
        assert "This page shows your own result, but" in read(stranger, "/t/cup/mine")
        assert "My result" in read(stranger, "/t/cup/mine")
        used = stranger.post("/sign-in", data={"code": "0000-0000-0000"}).text
        assert "mistyped. Staff can ask the organiser for a new invitation." in used
        stranger.post(f"/join/{other}")
        late = stranger.post("/t/cup/mine?as=p1", data={"key": "1", "shows": "yes"})
        assert "so nothing was recorded.</p>" in late.text
        assert ">My result</a>" in late.text
    visitor.come_in(AccessRole.ORGANISER, tournament="cup")
    codes = read(visitor, "/t/cup/desk/codes")
    assert "report their match" not in codes
    assert "read how they finished: the tournament is closed." in codes
    phones = read(visitor, "/t/cup/desk/claims")
    assert "The tournament is closed: players can no longer report results" in phones
    assert "May deck lists be shown?" in phones, "that holds after the close"
    assert not any(one in phones for one in ("May players report", "Codes for players", "to drop?"))


@pytest.mark.usefixtures("cup")
def test_every_kept_player_has_an_address_of_their_own_so_no_tab_turns(visitor: Visitor) -> None:
    first = visitor.get("/t/cup/mine?me=p1").url
    second = visitor.get("/t/cup/mine?me=p3").url
    assert (first.query, second.query) == (b"me=p1&kept=yes", b"me=p3&kept=yes")
    for again in ({}, {"x-live": "yes"}):
        assert "<bdi>Mila N.</bdi></h1>" in visitor.get(str(first), headers=again).text
    assert visitor.get("/t/cup/mine?asks=yes").url.query == b"me=p1&kept=yes&asks=yes"


@pytest.mark.usefixtures("cup")
def test_beside_a_card_a_player_who_was_removed_is_not_kept_again_by_a_reload(
    visitor: Visitor,
) -> None:
    visitor.come_in(AccessRole.PLAYER, player="p1")
    visitor.get("/t/cup/mine")
    kept = visitor.get("/t/cup/mine?me=p3").url
    assert kept.query == b"me=p3&kept=yes"
    assert "<bdi>Carla Novak</bdi></h1>" in visitor.get(str(kept)).text
    visitor.get("/t/cup/mine?forget=p3")
    back = visitor.get(str(kept)).text
    assert "<bdi>Mila N.</bdi></h1>" in back
    assert "<bdi>Carla Novak</bdi> was removed from this phone." in back
    assert "Players on this phone" not in visitor.get("/t/cup/mine").text
