"""What is put up and handed out for a round: printed, recorded, shown again, proved."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

from roundbook.cli.printing.round_text import sheet_text
from roundbook.cli.session.read import ReadContext
from roundbook.ledger.events.catalogue import TeamFormed
from roundbook.ledger.events.posting import PostedSheet
from roundbook.ledger.people.book import Book, BookEntry, Display, Person, with_teams, without_teams
from roundbook.ledger.people.public_names import as_asked
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId, Pool
from roundbook.ledger.text import cells_of
from roundbook.projections.rounds.rounds import posted_round
from tests.cli.line import Line
from tests.scripts import play

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
BY_HAND = ("--reason", "an example without chance")


def paired(line: Line, *words: object) -> None:
    line.start(*words)
    line.register(*FOUR)
    line("announce", "--rounds", 3)
    line("pair", "--by-hand", "p1-p2 p3-p4", *BY_HAND)


def second_round(line: Line) -> None:
    line("start")
    line("report", "masters-1-1", "2-0")
    line("report", "masters-1-2", "1-1-1")
    line("pair", "--by-hand", "p1-p3 p2-p4", *BY_HAND)


@pytest.mark.rule("TOP-4d", "TOP-4i", "TOP-4a")
def test_the_pairings_are_posted_with_records_and_the_reminder_to_check_them(line: Line) -> None:
    paired(line)
    second_round(line)
    said = line("post")
    assert said.out == (
        "Cup\n"
        "masters, round 2: pairings\n"
        "\n"
        "Player      Table  Record     Opponent\n"
        "Fox, Dee        2  0-0-1 (1)  Ode, Ben\n"
        "Lopez, Ana      1  1-0-0 (3)  Min, Cho\n"
        "Min, Cho        1  0-0-1 (1)  Lopez, Ana\n"
        "Ode, Ben        2  0-1-0 (0)  Fox, Dee\n"
        "\n"
        "Check your record and report mistakes: round 1 can be corrected until round 3 is\n"
        "paired, this one until the tournament is closed (TOP §4).\n"
        "\n"
    )
    assert said.err.startswith("Entry 12: round 2 of masters was posted.\n")
    assert said.err.endswith("next: roundbook start masters\n")
    [event] = line.ledger()[-1]["events"]
    assert event["sha256"] == sha256(said.out.encode()).hexdigest()
    assert "sheet" not in event
    assert "masters, round 2: posted\n" in line.run("pairings", "-C", line.folder).out


def test_a_round_that_started_is_posted_again_without_a_word_on_the_next(line: Line) -> None:
    line.begin("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
    said = line("post", "--out", line.home.parent / "round-1.txt").out
    assert ": round 1 of masters was posted.\nWritten to " in said


def test_the_rounds_of_several_divisions_are_told_together(line: Line) -> None:
    line.start(masters=8, senior=8)
    line("announce")
    line("pair")
    said = line("post").err
    assert said.startswith(
        "Entry 20: round 1 of senior was posted.\nEntry 20: round 1 of masters was posted.\n"
    )
    line("start")
    told = line.run("explain", "-C", line.folder, "round 1", code=2)
    assert "give a round with its pool, such as senior-1 or masters-1." in told.err


@pytest.mark.rule("TOP-4d")
def test_a_bye_stands_where_the_name_is_looked_for(line: Line) -> None:
    line.start()
    names = ("Mia Weiß", "Oskar Čapek", "Jan Żak", "Anna Müller", "Anna Müller")
    for number, name in enumerate(names, start=1):
        line("register", name, "--birth-year", 1990, "--id", number)
    refused = line.refused("post")
    assert "hint: Continue with `roundbook announce --prizes N`." in refused
    line("announce", "--rounds", 3)
    line("pair", "--by-hand", "p1-p3 p2-p5 bye:p4", *BY_HAND)
    listed = line("post").out.splitlines()[4:9]
    assert [one[:17].strip() for one in listed] == [
        "Čapek, Oskar",
        "Müller, Anna (p4)",
        "Müller, Anna (p5)",
        "Weiß, Mia",
        "Żak, Jan",
    ]
    assert listed[1].endswith("  bye")


@pytest.mark.rule("TOP-4d", "TOP-4i", "TOP-4c", "TRF-7.2")
def test_a_slip_has_the_match_the_records_the_boxes_and_the_reminder(line: Line) -> None:
    paired(line)
    second_round(line)
    said = line("round slips")
    slips = said.out.split("- " * 39 + "-\n")
    assert len(slips) == 3
    assert slips[2] == ""
    assert slips[0] == (
        "Cup\n"
        "masters, round 2, table 1                                      match masters-2-1\n"
        "\n"
        "Player          Record     Game 1  Game 2  Game 3  Match  Drop\n"
        "Ana Lopez (p1)  1-0-0 (3)  [ ]     [ ]     [ ]     [ ]    [ ]\n"
        "Cho Min (p3)    0-0-1 (1)  [ ]     [ ]     [ ]     [ ]    [ ]\n"
        "tie                        [ ]     [ ]     [ ]     [ ]\n"
        "\n"
        "Signed   __________________________________   __________________________________\n"
        "\n"
        "Time     45 minutes and 3 turns\n"
        "Extra    ______ minutes, both players told by __________________________\n"
        "Check your record and report mistakes: round 1 can be corrected until round 3 is\n"
        "paired, this one until the tournament is closed (TOP §4).\n"
    )
    assert "match masters-2-2\n" in slips[1]
    [event] = line.ledger()[-1]["events"]
    assert (event["sheet"], event["sha256"]) == ("slips", sha256(said.out.encode()).hexdigest())
    assert "masters, round 2: paired\n" in line.run("pairings", "-C", line.folder).out


@pytest.mark.rule("TRF-7.2")
def test_slips_that_are_printed_again_say_what_a_match_was_given_more(line: Line) -> None:
    paired(line)
    line("start")
    line("extend", "masters-1-2", 5, "--informed")
    said = line("round slips", "--round", 1).out
    assert said.count("Extra    5 minutes, both players told by") == 1


def test_a_match_of_one_game_has_one_box(line: Line) -> None:
    paired(line, "--match-format", "bo1")
    assert "Player          Record     Match  Drop\n" in line("round slips").out


def test_a_match_of_a_bracket_cannot_be_ticked_as_a_tie() -> None:
    desk = play("""
        register ana ben
        round 1 ana-ben
        report 1-1 2-0
        cut masters ana ben
        masters-cut: pair 2 ana-ben
    """)
    t, rules = desk.tournament, desk.rules
    ctx = ReadContext(folder=Path(), entries=desk.entries, t=t, rules=rules, book=Book())
    texts = [
        sheet_text(PostedSheet.SLIPS, [one], ctx)
        for pool, number in ((Pool("masters"), 1), (Pool("masters-cut"), 2))
        if (one := posted_round(t, rules, pool, number))
    ]
    assert ["\ntie  " in text for text in texts] == [True, False]
    assert "\np1      1-0-0 (3)  [ ]" in texts[1]


def test_however_long_the_names_are_a_sheet_fits_eighty_columns(line: Line) -> None:
    line.run("open", line.folder, "--name", "A cup of many words " * 8, "--start", "2026-03-07")
    line.register("Ana " * 20 + "Lopez", "B" * 100, "王小明" * 10, "Dee")
    line("announce", "--rounds", 3)
    line("pair")
    text = line("round slips").out + line("post").out
    assert [row for row in text.splitlines() if cells_of(row) > 80] == []
    assert text.count("B") >= 300


@pytest.mark.rule("TOP-4e")
def test_what_is_written_to_a_file_is_what_is_recorded_and_can_be_proved(line: Line) -> None:
    paired(line)
    file = line.home.parent / "round-1.txt"
    said = line("post", "masters", "--out", file)
    assert f"\nWritten to {file}.\n" in said.out
    digest = sha256(file.read_bytes()).hexdigest()
    assert line.ledger()[-1]["events"][0]["sha256"] == digest
    proved = line.run("proof posted", "-C", line.folder, "--check", file, code=0)
    assert "entry 8, " in proved.out
    assert f"the pairings of round 1 of masters\n  SHA-256 {digest}\n" in proved.out
    file.write_text(file.read_text().replace("Ana", "Eve"))
    other = line.run("proof posted", "-C", line.folder, "--check", file)
    assert (other.code, other.out) == (1, f"{file} does not match anything that was posted.\n")


@pytest.mark.rule("TOP-4e")
def test_pairings_slips_and_standings_of_every_past_round_can_be_shown_again(line: Line) -> None:
    paired(line)
    first = line("post").out
    slips = line("round slips").out
    second_round(line)
    line("correct", "masters-1-1", "0-2", "--reason", "the slip was read upside down")
    listed = line.run("proof posted", "-C", line.folder, "--json").data["posted"]
    assert [(one["entry"], one["sheet"], one["round"]) for one in listed] == [
        (8, "pairings", 1),
        (9, "slips", 1),
    ]
    told = line.run("proof posted", "-C", line.folder).out
    assert re.match(r"entry 8, \d{4}-\d\d-\d\d \d\d:\d\d: the pairings of round 1", told), told
    assert line.run("proof posted", "-C", line.folder, "--entry", 8) == (0, first, "")
    assert line.run("proof posted", "-C", line.folder, "--entry", 9) == (0, slips, "")
    then = line.run("standings", "-C", line.folder, "--as-of", "before round 2", "--json").standings
    now = line.run("standings", "-C", line.folder, "--json").standings
    assert [one["match_points"] for one in then] == [3, 1, 1, 0]
    assert then[0]["player"] == "p1"
    assert now[0]["player"] == "p2"


@pytest.mark.rule("TOP-4e")
def test_what_cannot_be_printed_as_it_was_is_said(line: Line) -> None:
    paired(line)
    text = line("post").out
    book = line.folder / "people.json"
    book.write_text(book.read_text().replace("Ana Lopez", "Ana Lopes"))
    said = line.run("proof posted", "-C", line.folder, "--entry", 8, code=1)
    assert said.out == text.replace("Lopez, Ana", "Lopes, Ana")
    assert "not byte for byte what was posted" in said.err
    assert line.run("proof posted", "-C", line.folder, "--entry", 8, "--json").data["same"] is False


def test_two_pods_are_posted_as_one_sheet_with_one_digest(line: Line) -> None:
    line.start()
    rows = [f"{age} {n},{age}" for age in ("junior", "masters") for n in range(6)]
    path = line.home.parent / "crowd.csv"
    path.write_text("\n".join(["name,division", *rows]))
    line("register", path)
    line("announce")
    line("pair")
    said = line("post")
    events = line.ledger()[-1]["events"]
    assert sorted(event["pool"] for event in events) == ["junior", "masters"]
    assert {event["sha256"] for event in events} == {sha256(said.out.encode()).hexdigest()}
    seq = len(line.ledger())
    assert line.run("proof posted", "-C", line.folder, "--entry", seq).out == said.out


@pytest.mark.rule("LED-5")
def test_a_repeated_posting_answers_the_first_and_prints_the_same(line: Line) -> None:
    paired(line)
    first = line("post", "--cmd", "p1")
    before = line.files()
    line.run("report", "masters-1-1", 1)
    assert line("post", "--cmd", "p1") == first
    assert line.files() == before


def test_a_dry_run_prints_and_records_nothing(line: Line) -> None:
    paired(line)
    before = line.files()
    file = line.home.parent / "slips.txt"
    said = line("round slips", "--dry-run")
    assert said.out.startswith("Cup\nmasters, round 1, table 1")
    slips = "the slips of round 1 of masters"
    would = f"Nothing was written.\nThis would be entry 8: {slips} were prepared.\n"
    assert said.err.startswith(would)
    line("round slips", "--dry-run", "--out", file)
    assert not file.exists()
    assert line.files() == before


def test_in_json_the_text_comes_with_its_digest(line: Line) -> None:
    paired(line)
    data = line("round slips", "--json").data
    assert data["sha256"] == sha256(data["text"].encode()).hexdigest()
    assert data["entries"][0]["events"][0]["sha256"] == data["sha256"]


def test_where_there_is_nothing_to_print_it_says_so(line: Line) -> None:
    line.start()
    assert "no round is waiting to start" in line.refused("post")
    line("register", "Ana", "--birth-year", 1990)
    line("announce", "--rounds", 3)
    line("pair", "--by-hand", "bye:p1", *BY_HAND)
    assert "no match to print a slip for" in line.refused("round slips")
    assert "no round of junior is waiting to start" in line.refused("post", "juniors")
    assert "round 7 has not been paired" in line.refused("post", "--round", 7)
    assert line.run("proof posted", "-C", line.folder).out == "nothing has been posted yet.\n"
    assert "entry 1 posted nothing" in line.run("proof posted", "-C", line.folder, "--entry", 1).err
    both = line.run("proof posted", "-C", line.folder, "--entry", 1, "--check", __file__)
    assert (both.code, "not both" in both.err) == (2, True)


def test_a_file_that_cannot_be_written_is_one_sentence_and_nothing_is_recorded(line: Line) -> None:
    paired(line)
    said = line.refused("post", "--out", line.folder / "no" / "where.txt", code=5)
    assert "could not be written: No such file or directory." in said


def test_a_file_that_is_there_is_not_written_over(line: Line) -> None:
    paired(line)
    assert "already exists" in line.refused("post", "--out", line.folder / "ledger.jsonl")
    file = line.home.parent / "round-1.txt"
    line("post", "--out", file, "--cmd", "p1")
    text = file.read_bytes()
    assert "already exists" in line.refused("round slips", "--out", file)
    line("post", "--out", file, "--cmd", "p1")
    file.unlink()
    line("post", "--out", file, "--cmd", "p1")
    assert file.read_bytes() == text
    file.write_text("something else")
    assert "already exists" in line.refused("post", "--out", file, "--cmd", "p1")
    assert file.read_text() == "something else"


@pytest.mark.rule("TOP-4a")
def test_pairings_show_how_far_a_round_has_come(line: Line) -> None:
    def title() -> str:
        return line.run("pairings", "-C", line.folder).out.splitlines()[2]

    paired(line)
    assert title() == "masters, round 1: paired"
    line("post")
    assert title() == "masters, round 1: posted"
    line("start")
    assert title() == "masters, round 1: started, 0 of 2 results in"
    line("report", "masters-1-1", 1)
    line("report", "masters-1-2", 1)
    assert title() == "masters, round 1: completed, 2 of 2 results in"


@pytest.mark.rule("TOP-4c", "TOP-4a")
def test_a_premier_event_starts_no_round_without_slips(line: Line) -> None:
    paired(line, "--premier")
    line("post")
    said = line.refused("start", rule="slips-missing")
    assert "this is a Premier Event, but round 1 of masters has no match slips." in said
    assert "Print them: `roundbook round slips masters`." in said
    anyway = ("--override", "slips-missing", "--because", "printed by TOM")
    assert "were not posted" not in line("start", *anyway).out
    line("report", "masters-1-1", 1)
    line("report", "masters-1-2", 1)
    line("pair", "--by-hand", "p1-p3 p2-p4", *BY_HAND)
    line("round slips")
    line("pair", "--again", "--by-hand", "p1-p4 p2-p3", *BY_HAND)
    line.refused("start", rule="slips-missing")  # Those were of other pairings.
    line("round slips")
    said = line("start", "--json").data
    [unposted] = said["unposted"]
    assert (unposted["pool"], unposted["round"]) == ("masters", 2)


@pytest.mark.rule("TOP-4c")
def test_another_event_may_start_without_slips_and_unposted(line: Line) -> None:
    paired(line)
    said = line("start").out
    assert "The pairings of round 1 of masters were not posted. Post them now: " in said
    assert "must use match slips" not in said
    assert "TOP §4" not in said


@pytest.mark.rule("LED-9")
@pytest.mark.parametrize("pdf", [False, True])
def test_a_wall_shows_names_as_players_asked_and_is_printed_again(line: Line, *, pdf: bool) -> None:
    """A player's own wish counts on every posting; with --public also what is so for children."""
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1990, "--display", "initial")
    line("register", "Ben Ode", "--birth-year", 1990, "--display", "anonymous")
    line("register", "Cho Min", "--birth-year", 2018)
    line("register", "Dee Fox", "--birth-year", 1990)
    line.announce("--rounds", 3)
    line("pair")
    paper = ("--pdf", line.folder.parent / "1.pdf") if pdf else ()
    said = line("post", *paper).out
    if not pdf:
        assert "Ana L." in said
        assert "p2" in said
        assert "Min, Cho" in said
        assert not any(word in said for word in ("Lopez", "Ode"))
    paper = ("--pdf", line.folder.parent / "2.pdf") if pdf else ()
    said = line("post", "--public", *paper).out
    if not pdf:
        assert "Cho M." in said
        assert "Min" not in said
    assert pdf or "Ana Lopez" in line("round slips").out
    for entry in line.ledger()[-2 if pdf else -3 :]:
        assert line.run("proof posted", "-C", line.folder, "--entry", entry["seq"]).code == 0


@pytest.mark.rule("LED-9")
def test_what_was_posted_with_a_full_name_is_printed_again_after_the_player_asked_for_another(
    line: Line,
) -> None:
    paired(line)
    assert "Lopez, Ana" in line("post").out
    entry = line.ledger()[-1]["seq"]
    line("people amend", "p1", "--display", "initial", "--reason", "asked")
    again = line.run("proof posted", "-C", line.folder, "--entry", entry, code=0)
    assert "Lopez, Ana" in again.out


@pytest.mark.rule("LED-9", "A-65")
def test_teams_are_taken_apart_before_names_are_shortened() -> None:
    ana = BookEntry(person=Person(name="Ana Lopez"), salt="a" * 22, display=Display.INITIAL)
    ben = BookEntry(person=Person(name="Ben Ode"), salt="b" * 22)
    book = Book(players={PlayerId("p1"): ana, PlayerId("p2"): ben})
    t = Tournament()
    players = (PlayerId("p1"), PlayerId("p2"))
    t.teams = {PlayerId("p1"): TeamFormed(name="Foxes", players=players)}
    assert without_teams(with_teams(book, t), t) == book
    assert with_teams(as_asked(book, t), t).name(PlayerId("p1")) == "Foxes (Ana L. & Ben Ode)"
    assert without_teams(book, t) == book
