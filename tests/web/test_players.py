"""What everybody sees of a tournament, from the empty page to the last place."""

import html
import re
from datetime import date, timedelta

import pytest
from msgspec.structs import replace

from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.app import Options, app
from roundbook.cli.web.server.tournaments import TournamentFolder
from roundbook.projections.reports.event_page import ListedTournament, in_order
from roundbook.projections.reports.names import last_first
from tests.cli.line import Line
from tests.cli.swiss import finish, last, play
from tests.web import events
from tests.web.visitor import Visitor


def words(text: str) -> str:
    """Return what is read on a page, without its marks, on one line."""
    main = text[text.index("<main") : text.index("</main>")]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", main)).split())


def read(visitor: Visitor, path: str) -> str:
    """Return what is read at an address, which has to be there."""
    answer = visitor.get(path)
    assert answer.status_code == 200, (path, answer.text)
    return words(answer.text)


def test_before_anybody_is_registered_the_pages_say_so(visitor: Visitor, line: Line) -> None:
    line.start()
    assert "Nobody is registered yet" in read(visitor, "/t/cup")
    assert "Nobody is registered yet" in read(visitor, "/t/cup/standings")
    assert "No pairings are posted yet" in read(visitor, "/t/cup/pairings")
    assert "No round is being played at the moment" in read(visitor, "/t/cup/clock")
    assert "There is no bracket" in read(visitor, "/t/cup/bracket")
    assert "Welcome" in read(visitor, "/t/cup/screen")


def test_the_staff_find_their_way_in_by_what_the_link_does(visitor: Visitor, line: Line) -> None:
    line.start()
    for page in ("/t/cup", "/t/cup/players"):
        assert '" rel="nofollow">Staff: sign in or return</a>' in visitor.get(page).text
    assert (
        "Personal: anmelden oder zurück"
        in visitor.get("/t/cup", headers={"Accept-Language": "de"}).text
    )
    start = visitor.get("/").text
    assert "Who needs to sign in?" in start
    assert 'href="/sign-in?at=-" rel="nofollow">Sign in</a>' in start
    assert "Choose your tournament" in start


def test_a_start_page_without_tournaments_says_what_will_appear(visitor: Visitor) -> None:
    start = visitor.get("/").text
    assert "As soon as staff open one, its pairings, standings and clock appear" in start
    assert "Choose your tournament" not in start
    assert "Who needs to sign in?" in start


def test_a_round_that_has_not_started_is_not_being_played(visitor: Visitor, line: Line) -> None:
    line.enrol("Ana Lopez", "Ben Ode")
    for verb in ("announce", "pair", "post"):
        line(verb)
    shown = read(visitor, "/t/cup/players/p1")
    assert "not started yet" in shown
    assert "being played" not in shown
    line("start")
    assert "being played" in read(visitor, "/t/cup/players/p1")


def test_between_rounds_the_pages_say_what_comes_next(visitor: Visitor, line: Line) -> None:
    line.start(Masters=4)
    line.first_round(2, "--cut", "masters=2", "--time", 50)
    for page in ("/t/cup", "/t/cup/players/p1", "/t/cup/screen"):
        assert "The clock starts in" in visitor.get(page).text, "the round itself is being played"
        assert "begins in" not in visitor.get(page).text
    first, second = line.tables(1)
    line("report", first, "1")
    winner = line.paired(1)["pairings"][line.paired(1)["tables"].index(int(first[-1]))][0]
    assert "is over" not in read(visitor, "/t/cup")
    assert "This match is over. The next table will appear here" in read(
        visitor, f"/t/cup/players/{winner}"
    )
    line("report", second, "1")
    said = "Round 1 is over. The tables for round 2 are not posted yet:"
    for paired in (False, True):  # What is paired and not posted is nobody's business yet.
        if paired:
            line("pair")
        assert f"{said} they will appear here." in read(visitor, "/t/cup")
        for player in ("p1", "p4"):
            assert f"{said} they will appear here." in read(visitor, f"/t/cup/players/{player}")
    line("post")
    assert "is over" not in read(visitor, "/t/cup")
    line("start")
    finish(line)
    assert "is over" not in read(visitor, "/t/cup"), "the cut comes next, and no third round"
    comes = "The Swiss rounds are over. Once the cut is made, this page shows who advances."
    assert comes in read(visitor, "/t/cup")
    line("cut")
    assert "The Swiss rounds are over." not in read(visitor, "/t/cup")


def test_between_rounds_of_a_bracket_the_event_page_names_the_next(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "single-elimination", Masters=4)
    line("announce")
    line("round seed")
    play(line)
    said = "This round is over. Next: final. Its tables are not posted yet: they will appear here."
    assert said in read(visitor, "/t/cup")
    play(line)
    assert "This round is over." not in read(visitor, "/t/cup")


def test_three_letters_find_a_player_whatever_marks_stand_on_them(
    visitor: Visitor, line: Line
) -> None:
    line.enrol("Zoë Ångström", "Ada Winter", "Adam Wint", "Łukasz Żak", "山田 太郎")

    def found(letters: str) -> list[str]:
        page = visitor.get("/t/cup/players", params={"find": letters})
        only = str(page.url).rpartition("/players/")[2]
        return [only] if page.history else re.findall(r'/players/(p\d+)"', page.text)

    assert found("zoe") == found("ANG") == found("ång") == ["p1"]
    assert set(found("ada")) == {"p2", "p3"}
    assert found("ada winter") == ["p2"]
    assert found("山田") == ["p5"]
    assert found("p4") == found("4") == ["p4"]
    assert found("xyz") == []
    assert "Try the first name or fewer letters" in read(visitor, "/t/cup/players?find=xyz")


def test_one_hit_leads_to_the_line_and_what_was_chosen_stays(visitor: Visitor, line: Line) -> None:
    line.start()
    for name, age in (("Elif Yıldız", "senior"), ("Jürgen Müller", "masters"),  # noqa: RUF001
                      ("Anna Mueller", "masters"), ("Ben Ode", "senior")):  # fmt: skip
        line("register", name, "--division", age, "--display", "full")
    for verb in ("announce", "pair", "start"):
        line(verb)

    def led(path: str, letters: str) -> str:
        return str(visitor.get(f"/t/cup/{path}", params={"find": letters}).url).partition("/t/")[2]

    assert led("players", "yildiz") == "cup/players/p1"
    assert led("standings", "yildiz") == "cup/standings?division=Senior&sort=place#p1"
    chosen = visitor.get("/t/cup/standings?sort=name&division=masters&find=jürgen").url
    assert str(chosen).endswith("/standings?division=Masters&sort=name#p2")
    assert str(visitor.get("/t/cup/pairings?by=table&find=ode").url).endswith("by=table#p4")
    for letters in ("müller", "mueller"):
        page = visitor.get("/t/cup/standings", params={"find": letters, "sort": "name"}).text
        assert "2 players found." in words(page)
        assert re.findall(r'href="[^"]*sort=name#(p\d+)"', page) == ["p3", "p2"]
    for path in ("standings", "standings?sort=name", "pairings", "pairings?by=table"):
        page = visitor.get(f"/t/cup/{path}").text
        assert all(page.count(f'id="p{number}"') == 1 for number in range(1, 5)), path
    page = visitor.get("/t/cup/standings?sort=name&division=masters").text
    assert re.findall(r'<th scope="row"><a [^>]*><bdi>([^<]+)', page) == [
        "Mueller, Anna",
        "Müller, Jürgen",
    ]
    assert 'standings?division=Senior&amp;sort=name"' in page


def test_tournaments_stand_by_day_today_first_and_a_page_at_a_time(
    visitor: Visitor, line: Line
) -> None:
    today = date(2026, 3, 7)
    start = {"old": -9, "older": -30, "now": 0, "next": 3, "later": 60, "days": -1}
    known = [
        ListedTournament(slug=slug, name=slug, start=today + timedelta(days))
        for slug, days in start.items()
    ]
    known[-1] = replace(known[-1], end=today)
    known.append(ListedTournament(slug="odd", name="odd"))
    order = [one.slug for one in in_order(known, today)]
    assert order == ["days", "now", "next", "later", "old", "older", "odd"]
    whens = ["today", "today", "coming", "coming", "over", "over", "unknown"]
    assert [one.when(today) for one in in_order(known, today)] == whens
    for number in range(52):
        folder = line.folder.parent / f"cup-{number:02}"
        line.run("open", folder, "--name", "Cup", "--start", "2020-01-02")
    first = visitor.get("/").text
    assert first.count('href="/t/') == 50
    assert "page 1 of 2" in words(first)
    assert '<span class="soft">cup-00</span>' in first, "all are called Cup"
    assert visitor.get("/?page=2").text.count('href="/t/') == 2
    assert "page 2 of 2" in words(visitor.get("/?page=999").text)
    assert "page 1 of 2" in words(visitor.get("/?page=-1").text)


def test_a_player_sees_the_table_the_opponent_and_the_clock(visitor: Visitor, line: Line) -> None:
    line.begin("Ada Winter", "Bruno Castel")
    said = read(visitor, "/t/cup/players/p1")
    assert re.search(r"Masters, round 1 .*Table 1 .*against Bruno Castel", said)
    assert "On the slip" not in said, "no slip was printed"
    line("round slips")
    said = read(visitor, "/t/cup/players/p1")
    first = line.paired(1)["pairings"][0][0] == "p1"
    assert f"On the slip, the {'upper' if first else 'lower'} line is that of Ada Winter" in said
    page = visitor.get("/t/cup/players/p1").text
    assert re.search(r'data-begins="\d{13}" data-ends="\d{13}"', page)
    assert "Time is called at" in said


@pytest.mark.rule("TOP-4i")
def test_a_player_reads_the_record_and_until_when_to_object(visitor: Visitor, line: Line) -> None:
    line.begin("Ada Winter", "Bruno Castel", "Cleo Marsh", "Dario Lund")
    line.play(1, "2-1")
    said = read(visitor, "/t/cup/players/" + line.paired(1)["pairings"][0][0])
    assert "1-0-0 (wins, losses, ties) · 3 match points" in said
    wrong = "Something wrong? Tell the desk."
    assert f"{wrong} Round 1 can be corrected until round 3 is paired." in said
    assert "won 2–1 can be corrected until round 3 is paired" in said
    line.pair()
    line.play(2, "1-1")
    said = read(visitor, "/t/cup/players/" + line.paired(1)["pairings"][0][0])
    closed = "can be corrected until the tournament is closed."
    both = f"{wrong} Round 1 can be corrected until round 3 is paired. Round 2 {closed}"
    assert both in said, "each round as its own row says"
    assert "can be corrected until round 3 is paired" in said
    assert "can be corrected until the tournament is closed" in said
    line("pair")
    said = read(visitor, "/t/cup/players/" + line.paired(1)["pairings"][0][0])
    assert f"{wrong} Round 2 {closed}" in said
    assert "won 2–1 can no longer change" in said


@pytest.mark.rule("LED-4")
def test_a_correction_stands_with_what_was_there_before_and_the_reason(
    visitor: Visitor, line: Line
) -> None:
    cup = events.running(line)
    first = last(cup, "result-corrected")["match"]
    match = first if isinstance(first, str) else "-".join(map(str, first))
    table = int(match.rsplit("-", 1)[1])
    paired = last(cup, "round-paired")
    pair = paired["pairings"][paired["tables"].index(table)]
    mine = read(visitor, f"/t/running/players/{pair[0]}")
    assert "round 2 corrected: 1–2 the slip was read upside down" in mine
    assert "round 2 reported: 2–1" in mine
    theirs = read(visitor, f"/t/running/players/{pair[1]}")
    assert "round 2 corrected: 2–1" in theirs
    assert "round 2 reported: 1–2" in theirs


@pytest.mark.rule("LED-9")
def test_what_is_nobody_elses_business_stands_on_no_page(visitor: Visitor, line: Line) -> None:
    line.begin("Ada Winter", "Bruno Castel")
    line("penalty", "p1", "warning", "--for", "marked cards")
    for path in ("", "/players", "/players/p1", "/pairings", "/standings", "/standings/p1"):
        page = visitor.get(f"/t/cup{path}").text
        assert not re.search(r"\b1990\b", page)  # a clock's milliseconds may hold these digits
        assert "marked cards" not in page


def test_a_bye_is_told_to_whoever_has_it(visitor: Visitor, line: Line) -> None:
    line.begin("Ada Winter", "Bruno Castel", "Cleo Marsh")
    bye = line.paired(1)["byes"][0]
    player = bye["player"] if isinstance(bye, dict) else bye[0]
    assert "has a bye in round 1: it counts as a win." in read(visitor, f"/t/cup/players/{player}")


@pytest.mark.rule("LED-9")
def test_names_are_shown_as_the_players_chose(visitor: Visitor, line: Line) -> None:
    line.start()
    line("register", "Grown Person", "--birth-year", 1990)
    line("register", "Little Child", "--birth-year", 2019)
    line("register", "Shy Person", "--birth-year", 1990, "--display", "anonymous")
    said = read(visitor, "/t/cup/players")
    assert "Person, Grown" in said
    assert "Little C." in said
    assert "Shy" not in said
    assert "Little Child" not in said
    assert "is private" in read(visitor, "/t/cup/players/p3")


def test_a_name_is_never_more_than_a_name(visitor: Visitor, line: Line) -> None:
    events.running(line)
    paths = ["", "/players", "/pairings", "/pairings?by=table", "/standings", "/screen"]
    paths += [f"/players/p{n}" for n in range(1, 14)] + [f"/standings/p{n}" for n in range(1, 14)]
    for path in paths:
        text = visitor.get(f"/t/running{path}").text
        assert "<script>alert" not in text
        assert "Sons &#34;x&#34;" in text or 'Sons "x"' not in text
    everybody = read(visitor, "/t/running/players")
    for name in events.HOSTILE:
        assert last_first(name) in everybody
    hostile = visitor.get("/t/running/players", params={"find": '"><script>x</script>\u202e'})
    assert "<script>x" not in hostile.text
    assert "\u202e" not in hostile.text


def test_standings_have_no_figures_before_the_first_result_and_say_what_is_compared(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ada Winter", "Bruno Castel", "Cleo Marsh", "Dario Adam")
    before = read(visitor, "/t/cup/standings")
    assert "Op Win % –" in before
    assert "25.00" not in before.partition("Choose a name")[0].partition("What the figures")[0]
    line.play(1, "2-0")
    assert "Op Win % –" not in read(visitor, "/t/cup/standings")
    pages = [html.unescape(read(visitor, f"/t/cup/standings/p{n}")) for n in range(1, 5)]
    why = next(page for page in pages if "Below" in page)
    assert re.search(r"match points TOP[^A-Z]* 0 3 ", why), "each side has its own column"
    foot = visitor.get("/t/cup/standings").text.partition("<footer>")[2]
    shown, _, folded = foot.partition("</summary>")
    assert "Last change:" in shown
    assert "entry" not in shown, "that is in the fold"
    assert re.match(r"<p>As of entry [0-9]+ of the ledger\.", folded)


@pytest.mark.rule("TOP-4d")
def test_pairings_stand_by_name_and_by_table(visitor: Visitor, line: Line) -> None:
    line.begin("Ada Winter", "Bruno Castel", "Cleo Marsh", "Dario Adam")
    page = visitor.get("/t/cup/pairings").text
    names = re.findall(r'<th scope="row"><a [^>]*><bdi>([^<]+)</bdi></a>', page)
    assert names == ["Adam, Dario", "Castel, Bruno", "Marsh, Cleo", "Winter, Ada"]
    page = visitor.get("/t/cup/pairings?by=table").text
    assert re.findall(r'<th scope="row" class="number"><span class="plate">(\d+)', page) == [
        "1",
        "2",
    ]
    line.play(1, "2-0")
    assert "2–0" in read(visitor, "/t/cup/pairings?by=table")
    line("pair")
    line("post")
    for by in ("name", "table"):
        said = read(visitor, f"/t/cup/pairings?by={by}")
        assert said.count("1-0-0") == said.count("0-1-0") == 2


def test_earlier_rounds_can_be_read_and_others_cannot(visitor: Visitor, line: Line) -> None:
    events.running(line)
    assert "round 1" in read(visitor, "/t/running/pairings?round=1")
    assert "round 1" in read(visitor, "/t/running/pairings?round=1&pool=Masters")
    for wrong in ("round=9", "round=x", "round=-1", "round=²", "pool=nowhere", "round=99999"):
        assert visitor.get(f"/t/running/pairings?{wrong}").status_code == 404
    assert visitor.get("/t/running/standings?division=nowhere").status_code == 404


def test_every_place_has_a_reason(visitor: Visitor, line: Line) -> None:
    events.running(line)
    for number in range(1, 14):
        said = read(visitor, f"/t/running/standings/p{number}")
        assert re.search(r"Place \d+ in Masters", said)
        assert re.search(r"(Below|Above|Tied with)", said)
        assert "Op Win %: how often a player's opponents won, on average." in said
        assert "how often those opponents' opponents won, on average." in said
    said = read(visitor, "/t/running/standings")
    assert "Op Win %: how often a player's opponents won, on average." in said
    assert "A win is worth 3 match points, a tie 1." in said
    assert "A record such as 1-0-0 counts wins, losses and ties." in said
    for nobody in ("p14", "p0", "P1", "p1%20", "constructor", "1"):
        assert visitor.get(f"/t/running/standings/{nobody}").status_code == 404


def test_a_bracket_is_a_picture_and_stands_in_words_too(visitor: Visitor, line: Line) -> None:
    events.at_the_cut(line)
    page = visitor.get("/t/top-cut/bracket").text
    assert page.count("<rect") == 7
    said = read(visitor, "/t/top-cut/bracket")
    assert len(re.findall(r" beat ", said)) == 4
    assert said.count("to be decided") == 2
    events.knock_out(line)
    said = read(visitor, "/t/knock-out/bracket")
    assert ": bye" in said
    assert "knocked out by" in read(visitor, "/t/knock-out/standings/p9").lower()


def test_after_the_close_the_places_stand_on_the_first_page(visitor: Visitor, line: Line) -> None:
    events.over(line)
    said = read(visitor, "/t/over")
    assert "The tournament is over. These are the final standings." in said
    assert "All places" in said
    final = "The tournament is over. These are the final standings."
    assert final in read(visitor, "/t/over/standings")
    assert "Wrong?" not in read(visitor, "/t/over/players/p1")


def test_somebody_who_was_erased_is_a_number(visitor: Visitor, line: Line) -> None:
    events.over(line)
    people = line.folder.parent / "over" / "people.json"
    assert "Masters 1" in read(visitor, "/t/over/players")
    people.unlink()
    said = read(visitor, "/t/over/standings")
    assert "Masters 1" not in said
    assert "p1" in said
    assert "erased" in read(visitor, "/t/over/players/p1")


def test_a_clock_ends_when_the_round_and_each_longer_match_do(visitor: Visitor, line: Line) -> None:
    cup = events.running(line)
    said = read(visitor, "/t/running/clock")
    assert "Tables with extra time" in said
    assert "5 extra minutes" in said
    page = visitor.get("/t/running/clock").text
    [(begins, ends)] = re.findall(r'data-begins="(\d+)" data-ends="(\d+)"', page)
    assert int(ends) - int(begins) == 50 * 60 * 1000
    data = cup.run("round clock", "-C", cup.folder, "--json").data["clocks"][0]
    assert said.count(str(data["ends_at"])[11:16]) >= 1


def test_both_players_read_why_they_have_extra_time_and_keep_it_in_their_history(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    pair = line.paired(1)["pairings"][0]
    line("extend", "masters-1-1", 5, "--informed", "--reason", "a deck check")
    for player in pair:
        said = html.unescape(read(visitor, f"/t/cup/players/{player}"))
        assert "This match has 5 extra minutes. a deck check" in said
        assert "round 1: 5 extra minutes a deck check" in said
    line("extend", "masters-1-1", 3, "--instead", "--informed", "--reason", "typed twice")
    line("report", "masters-1-1", "1")
    for player in pair:
        said = html.unescape(read(visitor, f"/t/cup/players/{player}"))
        assert "round 1: 5 extra minutes a deck check" in said
        assert "round 1: the extra time was changed to 3 minutes typed twice" in said
    other = read(visitor, f"/t/cup/players/{line.paired(1)['pairings'][1][0]}")
    assert "extra" not in other


def test_the_screen_shows_where_to_sit_and_then_who_stands_where(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ada Winter", "Bruno Castel")
    assert "Winter, Ada against Castel, Bruno 1" in read(visitor, "/t/cup/screen")
    assert "Standings" not in read(visitor, "/t/cup/screen")
    assert "Winter, Ada against Castel" not in read(visitor, "/t/cup/screen?part=1/2")
    assert "Winter, Ada against Castel" in read(visitor, "/t/cup/screen?part=2/2")
    assert "0 of 1 results in" in read(visitor, "/t/cup/screen?show=clock")
    for wrong in ("part=3/2", "show=all", "look=red"):
        assert visitor.get(f"/t/cup/screen?{wrong}").status_code == 404
    line.play(1, "2-0")
    assert "Standings" in read(visitor, "/t/cup/screen")
    assert "Standings" not in read(visitor, "/t/cup/screen?show=pairings")


def test_the_screen_draws_the_line_of_the_cut_until_it_is_made(
    visitor: Visitor, line: Line
) -> None:
    """There is no line while the players tied for its last place share it."""
    line.start(Masters=8)
    line.announce("--rounds", 2, "--cut", "masters=2")
    shown = "/t/cup/screen?show=standings"
    play(line)
    assert "last-in" not in visitor.get(shown).text
    play(line)
    lines = re.findall(r'<li value="(\d)"( class="last-in")?>', visitor.get(shown).text)
    assert [place for place, marked in lines if marked] == ["2"]
    assert "Top 2" in read(visitor, shown)
    line("cut")
    assert "last-in" not in visitor.get(shown).text


def test_an_address_on_the_screen_breaks_at_its_slashes_alone(
    tournaments: TournamentFolder, access: AccessStore, line: Line
) -> None:
    line.start(Masters=2)
    with Visitor(
        app(tournaments, access, Options(addresses=("http://the-hall.example/",)))
    ) as guest:
        shown = guest.get("/t/cup/screen?show=clock").text
    parts = [f'<span class="whole">{one}</span>' for one in ("the-hall.example/", "t/", "cup")]
    assert "<wbr>".join(parts) in shown


def test_the_screen_has_the_division_of_the_opponent_after_the_opponent(
    visitor: Visitor, line: Line
) -> None:
    line.start(Senior=2, Masters=2)
    line.announce("--rounds", 1)
    line.pair()
    shown = re.findall("<small>(.*?)</small>", visitor.get("/t/cup/screen").text)
    assert len(shown) == 4
    for one in shown:
        assert 0 < one.index("against ") < one.index('<span class="chip d'), one


def test_the_screen_marks_who_has_dropped_and_leaves_room_for_names_to_the_browser(
    visitor: Visitor, line: Line
) -> None:
    """A name in the picture of a bracket is cut off by its width, not after some letters."""
    line.start()
    names = ("Elisabeth-Charlotte von Au", "Ben Okafor", "Cho Park", "Dee Fox")
    for name in names:
        line("register", name, "--division", "masters")
    line.announce("--rounds", 1, "--cut", "masters=2")
    play(line)
    line("drop", "p4")
    shown = visitor.get("/t/cup/screen?show=standings").text
    assert shown.count('<span class="flag">dropped</span>') == 1
    line("cut")
    picture = visitor.get("/t/cup/screen?show=bracket").text.partition("<svg role")[2]
    assert f'<p class="who">{names[0]}</p>' in picture


def test_a_screen_is_light_or_dark_as_it_is_told(visitor: Visitor, line: Line) -> None:
    line.start()
    dark = {
        look: re.findall(r'dark.css" media="([^"]+)"', visitor.get(f"/t/cup/screen{look}").text)
        for look in ("", "?look=dark", "?look=light")
    }
    liked = "screen and (prefers-color-scheme: dark)"
    assert dark == {"": [liked], "?look=dark": ["screen"], "?look=light": []}


def test_the_page_of_a_draft_says_whether_basic_energy_is_provided(
    visitor: Visitor, line: Line
) -> None:
    line.start("--format", "booster-draft", Masters=4)
    line("announce", "--basic-energy", "--energy-told-ahead")
    said = read(visitor, "/t/cup")
    assert "Basic Energy is provided." in said
    assert "This was also announced before the day of the event." in said
    told = line.run("announce", "-C", line.folder, "--json").data["announced"]
    assert (told["basic_energy"], told["energy_told_ahead"]) == (True, True)


@pytest.mark.rule("TOP-2a", "TOP-2b")
def test_the_page_says_all_that_the_poster_says(visitor: Visitor, line: Line) -> None:
    line.start("--style", "swiss-plus-cut", "--format", "solomon-draft", Masters=64, Senior=9)
    line("round flights", "masters=2")
    line.announce(
        *("--prizes", "none", "--third-place", "--text", "Lunch at 1.", "--time", 60),
        *("--cut", "masters=8", "--cut", "senior=none", "--day-two", "masters=2"),
        *("--no-basic-energy", "--energy-told-ahead", "--redraft", "--cooperative-draft"),
        *("--override", "cut-shares"),
    )
    *poster, reminder = line.run("announce", "-C", line.folder, "--json").data["lines"]
    assert reminder.startswith("Check your record every round")
    assert {"There are no prizes.", "Senior: no cut.", "Masters play in 2 flights."} <= {*poster}
    said = read(visitor, "/t/cup")
    assert [one for one in poster if one not in said] == []


def test_a_champion_of_single_elimination_has_no_record_of_swiss(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "single-elimination", Masters=2)
    line("announce")
    line("round seed")
    play(line)
    for path in ("/t/cup", "/t/cup/screen"):
        said = read(visitor, path)
        assert re.search("[Cc]hampion Masters [12] Won the final against Masters [12]", said)
        assert "Swiss" not in said


@pytest.mark.parametrize(
    ("verb", "how"), [("drop", "dropped"), ("people disqualify", "disqualified")]
)
def test_a_bracket_tells_a_disqualification_from_a_drop(
    visitor: Visitor, line: Line, verb: str, how: str
) -> None:
    line.start("--style", "single-elimination", Masters=4)
    line("announce")
    line("round seed")
    line.pair()
    player, other = last(line, "round-paired")["pairings"][0]
    line(verb, player, *(("--reason", "hid a card") if verb == "people disqualify" else ()))
    gone, on = (f"Masters {one.removeprefix('p')}" for one in (player, other))
    was = "was disqualified" if how == "disqualified" else how
    assert f"{on} advances because {gone} {was}" in read(visitor, "/t/cup/bracket")
    assert f"right player won (opponent {how})" in read(visitor, "/t/cup/pairings?by=table")
    cause = "disqualification" if how == "disqualified" else "drop"
    leaving = "disqualification" if how == "disqualified" else "dropping"
    gone_page = read(visitor, f"/t/cup/players/{player}")
    assert f"lost because of a {cause}" in gone_page
    assert f"{gone} {'was disqualified.' if was != how else 'has dropped from the'}" in gone_page
    assert f"won because of a {cause}" in read(visitor, f"/t/cup/players/{other}")
    assert f"lost to {on} by {leaving}" in read(visitor, f"/t/cup/standings/{player}")
    assert f"advanced because {gone} {was}" in read(visitor, f"/t/cup/standings/{other}")
    line("report", "bracket-1-2", "2-0")
    told = line.run("explain", "-C", line.folder, other).out
    assert f"won against {gone} ({player}), who {was}" in " ".join(told.split())


def test_the_champion_is_known_when_the_final_is_in(visitor: Visitor, line: Line) -> None:
    line.start("--style", "swiss-plus-cut", Masters=8)
    line.announce("--rounds", 3, "--cut", "masters=2")
    for _ in range(3):
        play(line)
    line("cut")
    line.pair()
    assert "champion" not in read(visitor, "/t/cup")
    final, [pair] = "masters-cut-4-1", last(line, "round-paired")["pairings"]
    first, second = (f"Masters {player.removeprefix('p')}" for player in pair)
    line("report", final, "2-1")
    for path in ("/t/cup", "/t/cup/screen"):
        assert re.search(
            f"Masters champion {first} [0-3]–[0-3]–0 in the Swiss rounds · "
            f"won the final against {second} 2–1",
            read(visitor, path),
        )
    line("correct", final, "1-2", "--reason", "the slip was read upside down")
    assert f"won the final against {first} 2–1" in read(visitor, "/t/cup")
    line.close()
    assert f"Masters champion {second}" in read(visitor, "/t/cup")


def test_a_tournament_alone_is_the_whole_hall(line: Line, access: AccessStore) -> None:
    line.start()
    with Visitor(app(TournamentFolder(line.folder), access)) as visitor:
        assert "Cup" in read(visitor, "/")
        assert str(visitor.get("/").url).endswith("/t/cup")


def test_standings_of_many_are_shown_division_by_division(
    visitor: Visitor, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    from roundbook.cli.web.public import players

    monkeypatch.setattr(players, "MANY", 5)
    line.start(Masters=5, Senior=4)
    assert "Senior 1" not in read(visitor, "/t/cup/standings")
    assert "Senior 1" in read(visitor, "/t/cup/standings?division=Senior")


def test_nobody_moved_up_for_a_disqualified_player_or_one_far_down(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", masters=6)
    line.announce("--rounds", 1, "--cut", "masters=2", "--third-place")
    play(line)
    order = [one["player"] for one in line.run("standings", "-C", line.folder, "--json").standings]
    line("people disqualify", order[5], "--reason", "hid a card")
    line("drop", order[4])
    line("cut")
    out = read(visitor, f"/t/cup/standings/{order[5]}")
    assert "A disqualified player has no place and cannot advance." in out
    assert "disqualified after round 1" in out
    left = read(visitor, f"/t/cup/standings/{order[4]}")
    assert "dropped after round 1" in left
    for text in (out, left):
        assert "moved up" not in text


def test_an_organiser_who_lost_the_browser_reads_where_the_code_is(visitor: Visitor) -> None:
    assert "type “roundbook people invite organiser”." in visitor.get("/sign-in?at=-").text
