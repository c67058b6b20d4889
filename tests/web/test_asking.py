"""Questions at the desk: verbs that look, as of any moment, for whoever may see all."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

import roundbook
from roundbook.cli.args.choices import Explained
from roundbook.cli.printing.posting import FontMissing
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.staff import questions
from roundbook.cli.web.staff.questions import QUESTIONS
from roundbook.projections.explain.blame import Figure, MatchCell
from tests.cli.line import Line
from tests.cli.swiss import last, play
from tests.web.by_pages import plain
from tests.web.test_signin import come_in
from tests.web.visitor import Visitor

ASK = "/t/cup/desk/ask"


@pytest.fixture
def played(visitor: Visitor, access: AccessStore, line: Line) -> Visitor:
    line.start()
    line.crowd(Masters=6)
    line.announce("--rounds", 3, "--cut", "masters=4", "--override", "cut-too-large")
    play(line)
    come_in(visitor, access, AccessRole.AUDITOR)
    return visitor


def test_every_question_has_a_page_and_is_on_the_list(played: Visitor, line: Line) -> None:
    listed = played.get(ASK).text
    before = line.files()
    for verb, question in QUESTIONS.items():
        path = f"{ASK}/{verb.replace(' ', '/')}"
        may_ask = AccessRole.AUDITOR in question.seats
        assert (path in listed) is may_ask
        assert (question.says in plain(listed)) is may_ask
        shown = played.get(path)
        assert shown.status_code == (200 if may_ask else 403)
        assert '<option value=""></option>' not in shown.text, (
            "an empty line says nothing about what it means"
        )
    assert line.files() == before


@pytest.mark.parametrize(
    ("verb", "words", "answer"),
    [
        ("standings", {}, "Masters 1"),
        ("standings", {"as_of": "before round 1 was paired"}, "Masters 1"),
        ("explain", {"about": "p1"}, "Op Win"),
        ("explain", {"kind": "lock", "about": "masters-1-1"}, "masters-1-1"),
        ("what-if", {"ask": "yes", "results": "masters-1-1=tie"}, "Masters"),
        ("blame", {"about": "p1", "cell": "points"}, "p1"),
        ("blame", {"about": "p1", "cell": "op-game-win"}, "p1"),
        ("history", {"ask": "yes", "match": "masters-1-1"}, "masters-1-1"),
        ("history", {"ask": "yes", "round": "masters-1"}, "round 1 of Masters"),
        ("verify", {"ask": "yes"}, "intact"),
        ("lint", {"ask": "yes"}, "lint"),
        ("explain", {"kind": "pairing", "about": "p1"}, "Round 1 of Masters"),
        ("pairings", {"number": "1"}, "Masters, round 1"),
        ("penalties", {"who": "p1"}, "No penalty for p1 is on record."),
        ("clock", {"pool": "masters"}, "No clock is running."),
        ("posted", {}, "Nothing has been posted yet."),
        ("requests", {}, "No request for the results of this tournament has been recorded."),
        ("deckcheck/status", {}, "that should be checked, for 6 players"),
    ],
)
def test_a_question_is_answered_and_nothing_is_written(
    played: Visitor, line: Line, verb: str, words: dict[str, str], answer: str
) -> None:
    before = line.files()
    said = played.get(f"{ASK}/{verb}", params=words)
    assert said.status_code == 200, said.text
    assert answer in said.text
    assert line.files() == before


def test_no_two_kinds_of_explanation_have_the_same_answer(played: Visitor, line: Line) -> None:
    line("pair")
    at_terminal, on_the_page = dict[str, str](), dict[str, str]()
    for kind in Explained:
        about = "masters-1-1" if kind is Explained.LOCK else "p1"
        said = line.run("explain", "-C", line.folder, kind, about)
        at_terminal[kind] = said.out + said.err
        shown = played.get(f"{ASK}/explain?kind={kind}&about={about}").text
        on_the_page[kind] = shown.partition("</form>")[2]
    assert len({*at_terminal.values()}) == len(Explained)
    assert len({*on_the_page.values()}) == len(Explained)


def test_a_question_that_names_nobody_is_refused_in_a_sentence(played: Visitor) -> None:
    said = played.get(f"{ASK}/explain", params={"about": "nobody"})
    assert said.status_code == 422
    assert 'role="alert"' in said.text
    assert 'value="nobody"' in said.text
    assert played.get(f"{ASK}/explain", params={"about": "p1", "as_of": "never"}).status_code == 422


def test_a_place_is_explained_by_rows_with_every_figure_of_the_answer_for_programs(
    played: Visitor, line: Line
) -> None:
    """Nothing is typed text: neighbours, rounds and opponents are rows of tables."""
    play(line)
    for who in ("p1", "p4"):
        facts = json.loads(line.run("explain", "-C", line.folder, who, "--json").out)
        page = played.get(f"{ASK}/explain", params={"about": who}).text.partition("</form>")[2]
        said = plain(page)
        assert "<pre" not in page
        assert f"Place {facts['standing']['place']} in Masters" in said
        neighbours = page.count('class="list compared"')
        assert neighbours == len(facts["steps"]) + len(facts["misses"])
        assert page.count('class="decides"') == neighbours
        for name in ("op-win", "op-op-win"):
            rows = page.partition(f'<details id="{name}" open>')[2].partition("</details>")[0]
            shares = facts["figures"][name.replace("-", "_")]["of"]
            assert rows.count('<th scope="row">') == len(shares) > 1
            for share in shares:
                assert f"about={share['opponent']['player']}" in rows
                assert share["counts"]["exact"] in rows
        for part in facts["rounds"]:
            assert f"about={part['opponent']['player']}" in page
        assert said.index("How this place was decided") < said.index("TOP and GTB are the rules")


def test_an_answer_about_an_earlier_moment_says_which(played: Visitor, line: Line) -> None:
    play(line)
    then = {"about": "p1", "as_of": "before round 2 was paired"}
    said = played.get(f"{ASK}/explain", params=then).text.partition("</form>")[2]
    assert re.search("As of entry [0-9]+ of the ledger", plain(said))
    assert "&amp;as_of=before" in said, "an opponent is asked about at the same moment"
    assert "3 match points" in plain(said)


@pytest.mark.parametrize("verb", ["standings", "pairings", "history", "verify", "lint", "clock"])
def test_an_answer_is_headings_rows_and_tables_in_the_words_of_the_hall(
    played: Visitor, verb: str
) -> None:
    said = played.get(f"{ASK}/{verb}", params={"ask": "yes"}).text
    answer = said.partition('<div class="answer">')[2].partition("</main>")[0]
    assert "<pre" not in answer
    assert not re.search("masters-1-[0-9]|op-op-win", plain(answer))
    if verb != "lint":  # Its table names what was written at night, if the test runs then.
        assert ("<table" in answer) == (verb in {"standings", "pairings", "history"})


def test_a_sheet_is_printed_again(played: Visitor, line: Line) -> None:
    line("post", "masters")
    listed = played.get(f"{ASK}/posted").text
    assert "the pairings of round 1 of Masters" in listed
    number = str(len(line.ledger()))
    again = played.get(f"{ASK}/posted", params={"entry": number}).text
    assert "masters, round 1: pairings" in again
    assert "not byte for byte" not in again


@pytest.mark.parametrize(
    ("verb", "words", "sentence"),
    [
        ("history", {"match": "x"}, "is not a match; give pool, round and table"),
        ("history", {"round": "masters-9"}, "The ledger contains nothing about masters-9."),
        ("history", {"round": "masters-1-1"}, "is a match; give a round such as masters-1."),
        ("clock", {"pool": "seniors"}, "has been paired"),
        ("pairings", {"number": "0"}, "Round: "),
        ("posted", {"entry": "999"}, "Entry 999 posted nothing."),
        ("blame", {"about": "masters-1-1", "cell": "points"}, "is not a possible value"),
        ("requests/receipt", {"ask": "yes"}, "Number: this field must be filled in."),
        ("draft/order", {"ask": "yes"}, "No draft seats have been drawn yet."),
        ("standings", {"as_of": "never"}, "As of: "),
        ("standings", {"as_of": "2999-01-01T00:00"}, "Leave “As of” empty"),
        ("what-if", {"ask": "yes"}, "Enter a different result, or a player"),
    ],
)
def test_what_makes_no_sense_is_said_without_the_words_of_a_terminal(
    played: Visitor, verb: str, words: dict[str, str], sentence: str
) -> None:
    said = played.get(f"{ASK}/{verb}", params=words)
    assert said.status_code == 422
    assert sentence in said.text
    assert "`roundbook" not in said.text
    assert "--" not in said.text.partition('role="alert"')[2].partition("</div>")[0]


@pytest.mark.parametrize("verb", ["open", "close", "drop", "report", "requests record", "key"])
def test_no_verb_that_writes_is_a_question(played: Visitor, verb: str) -> None:
    assert played.get(f"{ASK}/{verb.replace(' ', '/')}").status_code == 404


def test_a_dossier_is_a_file_of_its_own(played: Visitor) -> None:
    said = played.get(f"{ASK}/dossier", params={"about": "masters-1-1"})
    assert said.headers["content-disposition"].startswith("inline"), "it is a page"
    assert "Masters" in said.text
    style = said.text.partition("<style>")[2].partition("</style>")[0]
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}';" in said.headers["content-security-policy"]
    kept = played.get(f"{ASK}/dossier", params={"about": "masters-1-1", "save": "yes"})
    assert kept.headers["content-disposition"].startswith("attachment")
    assert "Save as a file</button>" in played.get(f"{ASK}/dossier").text


def test_a_dossier_is_found_by_the_number_of_a_table(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    come_in(visitor, access, AccessRole.JUDGE)
    said = visitor.get(f"{ASK}/dossier", params={"about": "2"})
    assert said.headers["content-disposition"] == 'inline; filename="cup-2.html"'
    assert "masters-1-2" in said.text


def test_penalties_are_rows_that_say_who_and_what_first(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    line.begin("Ana", "Ben")
    line("penalty", "p1", "warning", "--for", "slow play")
    line("penalty", "p1", "--withdraw", len(line.ledger()), "--reason", "the wrong player")
    come_in(visitor, access, AccessRole.JUDGE)
    said = visitor.get(f"{ASK}/penalties").text
    assert '<table class="stack">' in said
    titles = re.findall('<th scope="col"[^>]*>([^<]+)</th>', said)
    assert titles == ["Player", "Penalty", "For", "Entry", "Time"]
    assert (
        '<th scope="row" data-label="Player">Ana (p1)</th><td data-label="Penalty">warning</td>'
        in said
    )
    assert "[withdrawn: &#34;the wrong player&#34;]" in said


def test_a_screen_asks_nothing(visitor: Visitor, access: AccessStore, line: Line) -> None:
    line.begin("Ana", "Ben")
    come_in(visitor, access, AccessRole.ENTRY)
    assert visitor.get(ASK).status_code == 403
    assert visitor.get(f"{ASK}/history").status_code == 403


def test_standings_at_the_desk_name_everybody_in_full_and_show_the_cut(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1990, "--display", "anonymous")
    line.crowd(Masters=5)
    line.announce("--rounds", 3, "--cut", "masters=4", "--override", "cut-too-large")
    play(line)
    assert "Ana Lopez" not in visitor.get("/t/cup/standings").text
    come_in(visitor, access, AccessRole.SCOREKEEPER)
    shown = visitor.get("/t/cup/desk/standings").text
    assert "Ana Lopez" in shown
    assert shown.count('class="cut-line"') == 1
    assert "A cut to the top 4 has been announced." in shown


@pytest.mark.rule("TOP-4a", "A-92")
def test_nobody_has_a_place_anywhere_before_round_1_is_complete(
    visitor: Visitor, access: AccessStore, line: Line, tmp_path: Path
) -> None:
    line.start()
    line.crowd(Masters=9)
    line("announce")
    come_in(visitor, access, AccessRole.SCOREKEEPER)

    def places() -> list[set[str]]:
        """Return the places of all nine in each table of standings, as it writes them."""
        terminal = line.run("standings", "-C", line.folder, "--plain").out.splitlines()
        pages = [visitor.get(f"/t/cup/{page}").text for page in ("standings", "desk/standings")]
        cells = [
            re.findall(r'<tr(?: id="p\d+")?><td class="number"[^>]*>([^<]*)</td>', page)
            for page in pages
        ]
        line.run("file export", "-C", line.folder, tmp_path / "standings.csv", "--force")
        rows = (tmp_path / "standings.csv").read_text(encoding="utf-8-sig").splitlines()[1:10]
        answers = [
            line.run("standings", "-C", line.folder, "--json").standings,
            visitor.get("/api/v1/tournaments/cup/standings").json()["divisions"][0]["lines"],
        ]
        found = [
            [row.split()[0] for row in terminal if re.search(r" [0-9]-[0-9]-[0-9] ", row)],
            *cells,
            [row.split(",")[1] for row in rows],
            *([str(one["place"] or "") for one in answer] for answer in answers),
            [str(one.place or "") for one in roundbook.open(line.folder).standings()],
        ]
        assert [len(each) for each in found] == [9] * 7
        return [{*each} for each in found]

    def of_one(who: str) -> list[object]:
        return [
            line.run("explain", "-C", line.folder, who).out,
            json.loads(line.run("explain", "-C", line.folder, who, "--json").out)["standing"][
                "place"
            ],
            re.findall("No place yet|Place 1", visitor.get(f"/t/cup/standings/{who}").text),
            re.findall("place 1 of 9", visitor.get(f"/t/cup/players/{who}").text),
        ]

    nobody = [{"-"}, {"–"}, {"–"}, {""}, {""}, {""}, {""}]
    assert places() == nobody
    line("pair")
    line("start")
    bye, first = line.paired(1)["byes"][0][0], line.paired(1)["pairings"][0][0]
    assert places() == nobody, "a bye alone puts nobody above anybody"
    said, *shown = of_one(bye)
    assert "no place yet, as no round of Masters is complete" in str(said)
    assert shown == [None, ["No place yet"], []]
    later = "The standings count a round once all its results are in."
    assert later in visitor.get("/t/cup/standings").text
    own = first, f"/t/cup/players/{first}", f"/t/cup/standings/{first}"
    assert not any(later in visitor.get(page).text for page in own[1:]), "nothing differs yet"
    *some, last_one = line.tables(1)
    for match in some:
        line("report", match, "1")
    assert places() == nobody, "a table is after a round"
    line("report", last_one, "1")
    assert all("1" in each for each in places())
    said, *shown = of_one(first)
    assert "place 1 in Masters" in str(said)
    assert shown == [1, ["Place 1"], ["place 1 of 9"]]


def test_the_only_player_of_a_division_reads_that_there_is_no_other(
    visitor: Visitor, line: Line
) -> None:
    line.start()
    line.crowd(Junior=1, Masters=3)
    line("announce")
    play(line)
    assert "no other player in this division" in visitor.get("/t/cup/standings/p1").text
    assert "no other player in this division" not in visitor.get("/t/cup/standings/p2").text


@pytest.mark.rule("A-92")
def test_every_surface_shows_the_table_after_the_last_complete_round(
    visitor: Visitor, access: AccessStore, line: Line, tmp_path: Path
) -> None:
    """In round 2 Masters 1 wins at the first table; their own page and the switch show it."""
    line.start()
    line.crowd(Masters=9)
    line("announce")
    play(line)
    line("pair")
    line("start")
    match = line.tables(2)[0]
    winner, _ = line.paired(2)["pairings"][0]
    line("report", match, "1")
    come_in(visitor, access, AccessRole.SCOREKEEPER)
    state = "after round 1; round 2: 1 of 4 in"
    for page in ("standings", "desk/standings", "screen?show=standings"):
        assert state in visitor.get(f"/t/cup/{page}").text
    row = rf'<tr id="{winner}">.*?<td class="number">(\d+)</td><td class="score wide">([\d-]+)</td>'
    [(points, record)] = re.findall(row, visitor.get("/t/cup/standings").text, re.DOTALL)
    assert record in {"1-0-0", "0-1-0"}
    own = plain(visitor.get(f"/t/cup/players/{winner}").text)
    assert state in own
    live_record = {"1-0-0": "2–0–0", "0-1-0": "1–1–0"}[record]
    assert live_record in own.replace("-", "–"), "a player's own record is the live one"
    later = "The standings count a round once all its results are in."
    for page in ("standings", f"standings/{winner}", f"players/{winner}"):
        assert later in visitor.get(f"/t/cup/{page}").text, page
    waits = line.paired(2)["pairings"][1][0]
    for page in (f"standings/{waits}", f"players/{waits}"):
        assert later not in visitor.get(f"/t/cup/{page}").text, "both say the same of this player"
    assert state in plain(visitor.get(f"/t/cup/standings/{winner}").text)
    line.run("file export", "-C", line.folder, tmp_path / "standings.csv", "--force")
    rows = (tmp_path / "standings.csv").read_text(encoding="utf-8-sig").splitlines()
    assert any(f",{winner}," in each and f",{points}," in each for each in rows)
    desk = visitor.get("/t/cup/desk/standings").text
    assert 'href="/t/cup/desk/standings?live=yes">Show the running table' in desk
    live = visitor.get("/t/cup/desk/standings?live=yes").text
    assert "round 2 so far: 1 of 4 in" in live
    assert "live=yes" not in visitor.get("/t/cup/standings").text, "the switch is the staff's"
    program = visitor.get("/api/v1/tournaments/cup/standings").json()
    assert program["live"] is False
    running = {"round": 2, "there": 1, "every": 4}
    assert program["divisions"][0]["after"] == [{"pool": "masters", "after": 1, "running": running}]


def test_a_bracket_at_the_desk_has_what_can_be_done_at_each_match(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    """The tree is the public one; a match leads on only while what it offers is accepted."""

    def offered() -> list[str]:
        page = visitor.get("/t/cup/desk/bracket").text
        picture, words = page.split("Match by match")
        ways = [re.findall(r'href="(/t/cup/desk[/?][ct][^"]*)"', part) for part in (picture, words)]
        in_picture = [way for way in ways[0] if "masters-cut" in way]
        assert [way for way in ways[1] if "masters-cut" in way] == in_picture
        for way in in_picture:
            assert visitor.get(way).status_code == 200
        return in_picture

    line.start("--style", "swiss-plus-cut")
    line.crowd(Masters=10)
    line.announce("--rounds", 3, "--cut", "masters=4", "--third-place")
    for _ in range(3):
        play(line)
    line("cut")
    come_in(visitor, access, AccessRole.ORGANISER)
    assert offered() == [], "nothing is paired"
    line.pair()
    semi = last(line, "round-paired")["round"]
    tables = [f"masters-cut-{semi}-{n}" for n in (1, 2)]
    assert offered() == [f"/t/cup/desk?table={one}" for one in tables]
    line("report", tables[0], "2-0")
    assert offered() == [f"/t/cup/desk/correct/{tables[0]}", f"/t/cup/desk?table={tables[1]}"]
    line("report", tables[1], "2-0")
    line("round third-place")
    play(line)
    assert f"/t/cup/desk?table=masters-cut-{semi + 1}-2" in offered()
    line("report", f"masters-cut-{semi + 1}-2", "2-0")
    assert len(offered()) == 4, "the third place too"
    line.close()
    assert offered() == [], "a closed tournament corrects nothing"


def test_a_judge_sees_the_bracket_and_no_act_for_others(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    line.start("--style", "single-elimination", Masters=4)
    line("announce")
    line("round seed")
    line.pair()
    line("report", "bracket-1-1", "2-0")
    come_in(visitor, access, AccessRole.JUDGE)
    page = visitor.get("/t/cup/desk/bracket").text
    assert page.count("<rect") == 3
    assert "/desk/correct/" not in page
    assert "?table=" not in page


def test_a_font_that_is_missing_is_no_option_of_a_terminal(
    played: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def again(*_: object) -> object:
        raise FontMissing(["ab" * 32])

    monkeypatch.setattr(questions, "sheet_again", again)
    said = played.get(f"{ASK}/posted", params={"entry": 1})
    assert said.status_code == 422
    assert "ab" * 32 in said.text
    assert "--font" not in said.text


@pytest.mark.parametrize("seat", [AccessRole.ENTRY, AccessRole.JUDGE])
def test_the_rule_that_refused_is_a_link_to_what_it_says(
    visitor: Visitor, access: AccessStore, line: Line, seat: AccessRole
) -> None:
    line.begin("Ana", "Ben")
    come_in(visitor, access, seat, tournament="cup")
    said = visitor.get(f"{ASK}/rules", params={"about": "TRF §7.2"}).text
    assert "TRF §7.2" in said
    assert "/desk/do/extend" in said if seat is AccessRole.JUDGE else "/desk/do/" not in said
    assert (f'href="{ASK}"' in said) == (seat is AccessRole.JUDGE), "no door that is closed"
    assert "TRF §3" in visitor.get(f"{ASK}/rules", params={"about": "TRF §3.99"}).text
    assert "TRF §7.2" in visitor.get(f"{ASK}/rules", params={"about": "extra time"}).text
    assert "No section is about" in visitor.get(f"{ASK}/rules", params={"about": "zzyzx"}).text
    listed = visitor.get(f"{ASK}/rules").text
    assert "?about=TRF%20%C2%A77.2" in listed


def test_questions_and_forms_stand_in_groups_by_their_titles_alone(
    played: Visitor, access: AccessStore
) -> None:
    come_in(played, access, AccessRole.ORGANISER)
    asked, forms = (played.get(f"/t/cup/desk/{page}").text for page in ("ask", "acts"))
    for page, group, title in (
        (asked, "Judges", "Penalties"),
        (forms, "Round by round", "Pair a round"),
    ):
        inside = page.partition(f"<h2>{group}</h2>")[2].partition("</section>")[0]
        titles = re.findall(r"<a [^>]*>([^<]+)</a>", inside)
        assert titles == sorted(titles)
        assert title in titles
    for verb in ("blame", "lint", "what-if"):
        assert f">{verb}<" not in asked


@pytest.mark.parametrize("cell", [*Figure, *MatchCell])
def test_the_page_offers_every_figure_that_the_command_explains(
    played: Visitor, cell: Figure | MatchCell
) -> None:
    assert f"<option>{cell}</option>" in played.get(f"{ASK}/blame").text


@pytest.mark.parametrize("seat", [AccessRole.ENTRY, AccessRole.JUDGE])
def test_the_desk_and_a_judges_phone_look_up_words_as_the_terminal_does(
    visitor: Visitor, access: AccessStore, line: Line, seat: AccessRole
) -> None:
    line.begin("Ana", "Ben")
    come_in(visitor, access, seat, tournament="cup")

    def found(about: str) -> str:
        return visitor.get(f"{ASK}/rules", params={"about": about}).text

    assert found("coin fell off the table").index("§3.5.1 Coins") < found(
        "coin fell off the table"
    ).index("TRF §10")
    similar = found("slevee")
    assert "No section is about &#34;slevee&#34;." in similar
    assert "Similar words" in similar
    assert '<a href="?about=sleeves">sleeves</a>' in similar
    some = found("worn slevee")
    assert "No section contains &#34;slevee&#34;." in some
    assert "TRF §2 Sleeves" in some
    assert "Leave the field empty" in found("zzyzx")
    silent = found("I want to concede")
    assert "The documents do not speak of conceding." in silent
    assert "TRF §1.2 Who has the last word" in silent
