"""What a parent asked at an event: while a round is played, before leaving, at the end."""

import re

import pytest

from roundbook.cli.web.access.permissions import AccessRole
from tests.cli.line import Line
from tests.cli.swiss import finish, last, lower_wins, number, play
from tests.web.events import at_the_cut
from tests.web.test_players import read
from tests.web.test_signin import form_key
from tests.web.visitor import Visitor

LAST = "has dropped: this is the last match."


@pytest.fixture
def cup(line: Line) -> Line:
    """Round 1 of 3 of two divisions is being played; one has a cut."""
    line.start("--style", "swiss-plus-cut", Junior=8, Masters=8)
    line.announce(
        *("--rounds", 3, "--cut", "masters=2", "--time", 50, "--override", "cut-too-large"),
        *("--override", "rounds-differ", "--because", "a small event"),
    )
    line.pair()
    return line


def won(line: Line, pool: str, number: int = 1) -> str:
    """Report the first match of a round of a pool; return who won it."""
    paired = next(
        event
        for entry in line.ledger()
        for event in entry["events"]
        if event["event"] == "round-paired"
        if (event["pool"], event["round"]) == (pool, number)
    )
    first, second = paired["pairings"][0]
    verdict = lower_wins(first, second)
    line("report", f"{pool}-{number}-{paired['tables'][0]}", verdict)
    return str(first if verdict == "1" else second)


def test_a_place_is_so_far_while_others_play(visitor: Visitor, cup: Line) -> None:
    finish(cup)
    cup("pair")
    cup("start")
    player = won(cup, "junior", 2)
    state = "after round 1; round 2: 1 of "
    own, why = (read(visitor, f"/t/cup/{page}/{player}") for page in ("players", "standings"))
    assert re.search(rf"place \d of 8, {state}", own)
    assert re.search(rf"Place \d in Junior(, shared)?, {state}", why)
    finish(cup)
    assert state not in read(visitor, f"/t/cup/players/{player}")
    assert state not in read(visitor, f"/t/cup/standings/{player}")


def test_a_cut_moves_only_those_who_are_still_in_it(visitor: Visitor, cup: Line) -> None:
    finish(cup)
    play(cup)
    play(cup)
    cup("cut")
    cup.pair()
    [finalists] = last(cup, "round-paired")["pairings"]
    for own in range(9, 17):
        said = read(visitor, f"/t/cup/players/p{own}")
        assert ("results still to come" in said) is (f"p{own}" in finalists)


def test_the_clock_of_the_round_stays_for_players_whose_match_is_over(
    visitor: Visitor, cup: Line
) -> None:
    player = won(cup, "junior")
    said = read(visitor, f"/t/cup/players/{player}")
    assert "This match is over." in said
    assert re.search(r"Not over yet: round 1 · .*Time is called at \d\d:\d\d", said)
    assert "data-clock" in visitor.get(f"/t/cup/players/{player}").text
    finish(cup)
    assert "Not over yet" not in read(visitor, f"/t/cup/players/{player}")


def test_the_clock_page_says_what_everybody_waits_for(visitor: Visitor, cup: Line) -> None:
    finish(cup)
    told = "Round 1 is over. The tables for round 2 are not posted yet."
    said = read(visitor, "/t/cup/clock")
    assert f"Junior : {told} Masters : {told}" in said
    cup("pair", "junior")
    cup("post", "junior")
    assert "Junior : round 2, posted, not started yet" in read(visitor, "/t/cup/clock")
    cup("start", "junior")
    assert f"Masters : {told}" in read(visitor, "/t/cup/clock")
    assert "No round is being played" not in read(visitor, "/t/cup/clock")
    play(cup, pool="masters")
    finish(cup)
    play(cup)
    said = read(visitor, "/t/cup/clock")
    assert "Masters : The Swiss rounds are over. The cut has not been made yet." in said
    assert "Junior" not in said
    cup("cut")
    play(cup)
    cup.close()
    assert "The tournament is over." in read(visitor, "/t/cup/clock")


def test_a_player_who_dropped_plays_the_round_that_is_being_played(
    visitor: Visitor, cup: Line
) -> None:
    assert "Leaving early?" in read(visitor, "/t/cup/players/p1")
    assert LAST not in read(visitor, "/t/cup/players/p1")
    cup("drop", "p1")
    said = read(visitor, "/t/cup/players/p1")
    assert LAST in said
    assert "Leaving early?" not in said
    finish(cup)
    assert LAST not in read(visitor, "/t/cup/players/p1")
    cup("pair")
    cup("post")
    cup("drop", "p2")
    said = read(visitor, "/t/cup/players/p2")
    assert "has dropped and will not play this match." in said
    assert LAST not in said


def test_the_cut_is_told_by_its_name(visitor: Visitor, cup: Line) -> None:
    del cup
    said = read(visitor, "/t/cup")
    assert "Masters: the top 2 advance to single elimination." in said
    told = "There is no cut in Junior: the Swiss rounds decide the places."
    assert told in read(visitor, "/t/cup/players/p1")
    assert "There is no cut" not in read(visitor, "/t/cup/players/p9")


def test_a_list_of_tables_says_from_when_the_records_are(visitor: Visitor, cup: Line) -> None:
    told = "Each record is from before this round."
    assert told not in read(visitor, "/t/cup/pairings"), "nobody has one in round 1"
    finish(cup)
    play(cup)
    play(cup)
    for by in ("name", "table"):
        assert told in read(visitor, f"/t/cup/pairings?by={by}&pool=junior")
    cup("cut")
    play(cup)
    assert told not in read(visitor, "/t/cup/pairings?pool=masters-cut")


def test_a_division_that_is_over_names_its_first_before_the_cut_of_another(
    visitor: Visitor, cup: Line
) -> None:
    finish(cup)
    play(cup)
    play(cup)
    said = read(visitor, "/t/cup")
    final = "The places are final once the tournament is closed."
    over = f"All rounds of this division are over. {final}"
    assert f"{over} First place: Junior 1. Standings" in said
    assert said.count("First place") == 1, "Masters have a cut"
    assert over in read(visitor, "/t/cup/standings?division=junior"), "as the page of the event"
    assert "the tournament is not over" in read(visitor, "/t/cup/standings"), "Masters have a cut"
    assert "Now All rounds of this division are over. " in read(visitor, "/t/cup/players/p1")
    assert 'href="/t/cup/standings?division=Junior">Standings' in visitor.get("/t/cup").text
    cup("cut")
    play(cup)
    assert "3–0–0 in the Swiss rounds · won the final against" in read(visitor, "/t/cup")
    for page in ("standings", "standings?division=junior"):
        assert f"All rounds are over. {final}" in read(visitor, f"/t/cup/{page}")
    cup.close()
    said = read(visitor, "/t/cup")
    assert "All places" in said
    assert "3–0–0 · Why first place?" in said, "Junior had no final"
    said = read(visitor, "/t/cup/players/p1")
    assert "Final result The tournament is over." in said


def test_a_phone_finds_other_players_too(visitor: Visitor, cup: Line) -> None:
    del cup
    visitor.get("/t/cup/mine?me=p1")
    said = read(visitor, "/t/cup")
    assert said.index("Find a player") > said.index("My match")


def test_an_opponent_who_counts_more_than_the_record_has_a_reason(
    visitor: Visitor, cup: Line
) -> None:
    finish(cup)
    said = read(visitor, "/t/cup/standings/p1")
    least = "counts as 25.00%, the minimum for an opponent"
    assert re.search(rf"Junior \d\.? {least} 0-1-0 0 25\.00% 1/4", said)
    loser = read(visitor, "/t/cup/standings/p4")
    assert f"one of their opponents {least}" in loser
    assert "lateness" not in said, "nobody came late"


@pytest.fixture
def semi_finals(line: Line) -> Line:
    """Of eight the first four play; a match for third place was announced."""
    line.start("--style", "swiss-plus-cut")
    names = ("Mía Montoya", "Mia Meyer", *(f"Ana {letter}orn" for letter in "BCDFGH"))
    for name in names:
        line("register", name, "--division", "junior")
    line.announce("--rounds", 3, "--cut", "junior=4", "--time", 45, "--third-place")
    for _ in range(3):
        play(line)
    line("cut")
    line.pair()
    return line


def test_a_result_that_a_bracket_plays_on_by_is_not_said_to_be_open(
    visitor: Visitor, semi_finals: Line
) -> None:
    correct = "semi-finals can be corrected until the next round starts"
    swiss = "can be corrected until the single-elimination bracket starts"
    assert swiss not in read(visitor, "/t/cup/players/p1"), "it has started"
    finish(semi_finals)
    assert correct in read(visitor, "/t/cup/players/p1")
    semi_finals("pair")
    semi_finals("post")
    assert correct in read(visitor, "/t/cup/players/p1")
    assert "until the next round starts" in read(visitor, "/t/cup/pairings?pool=junior-cut&round=4")
    semi_finals("start")
    assert correct not in read(visitor, "/t/cup/players/p1"), "the rules refuse it now"
    shown = read(visitor, "/t/cup/pairings?pool=junior-cut&round=4")
    assert "until the next round starts" not in shown


def test_a_bracket_is_on_the_screen_and_names_the_match_for_third_place(
    visitor: Visitor, semi_finals: Line
) -> None:
    third = "Third place to be decided – to be decided"
    assert third in read(visitor, "/t/cup/bracket"), "it was announced"
    finish(semi_finals)
    assert third not in read(visitor, "/t/cup/bracket"), "those who lost are known"
    assert "Third place Ana" in read(visitor, "/t/cup/bracket")
    for show in ("", "?show=bracket"):
        screen = visitor.get(f"/t/cup/screen{show}").text
        assert 'aria-label="Picture of the bracket"' in screen, show
    assert "Pairings" not in read(visitor, "/t/cup/screen?show=bracket")


def test_an_event_says_how_long_it_still_takes(visitor: Visitor, semi_finals: Line) -> None:
    assert "About 2 rounds of 45 minutes are left." in read(visitor, "/t/cup")
    finish(semi_finals)
    assert "About 1 round of 45 minutes is left." in read(visitor, "/t/cup")
    lost = next(n for n in range(1, 9) if "did not make" in read(visitor, f"/t/cup/players/p{n}"))
    told = r"did not make the cut\. \S.* has played their last match: place \d of 8\."
    assert re.search(told, read(visitor, f"/t/cup/players/p{lost}"))


def test_before_round_1_the_rounds_of_the_cut_are_counted_too(visitor: Visitor, line: Line) -> None:
    line.start("--style", "swiss-plus-cut", Masters=8)
    line.announce("--rounds", 3, "--cut", "masters=4", "--time", 45)
    left = "About 5 rounds of 45 minutes are left. 2 of them are only for players who advance."
    assert left in read(visitor, "/t/cup")
    line.pair()
    assert "About 5 rounds of 45 minutes are left." in read(visitor, "/t/cup")
    finish(line)
    assert "About 4 rounds of 45 minutes are left." in read(visitor, "/t/cup")


def test_two_children_whose_names_differ_by_a_mark_are_told_apart(
    visitor: Visitor, semi_finals: Line
) -> None:
    del semi_finals
    shown = visitor.get("/t/cup/players?find=mi").text
    assert "<bdi>Mía M. (p1)</bdi>" in shown
    assert "<bdi>Mia M. (p2)</bdi>" in shown
    assert "p1 · Junior" in shown
    surname = visitor.get("/t/cup/players?find=Montoya").text
    assert 'href="/t/cup/players">All players</a>' in surname, "no surname is shown"


def test_a_sentence_that_ends_with_a_shortened_name_has_one_full_stop(
    visitor: Visitor, semi_finals: Line
) -> None:
    finish(semi_finals)
    pages = [visitor.get(f"/t/cup/standings/p{n}").text for n in range(1, 9)]
    assert any("Knocked out by" in page for page in pages)
    assert not [page for page in pages if re.search(r"\.</bdi>(</\w+>)*\.", page)]


def test_a_winner_of_a_bracket_won_the_final_and_the_figures_have_their_rules(
    visitor: Visitor, semi_finals: Line
) -> None:
    finish(semi_finals)
    play(semi_finals)
    pages = [read(visitor, f"/t/cup/standings/p{n}") for n in range(1, 9)]
    assert sum("Won the final (TOP §3.3.6)." in page for page in pages) == 1
    assert "An opponent counts as at least 25.00%." in pages[0]
    assert (
        "An opponent who dropped before the last Swiss round counts as at most 75.00%." in pages[0]
    )
    assert "Byes from the pairings do not count here." in pages[0]


def test_a_german_page_has_its_days_and_figures(visitor: Visitor, cup: Line) -> None:
    finish(cup)
    visitor.get("/t/cup?lang=de")
    assert '<time datetime="2026-03-07">7. März 2026</time>' in visitor.get("/t/cup").text
    shown = read(visitor, "/t/cup/standings/p1")
    assert re.search(r"mindestens 25,00 %", shown)
    assert not re.search(r"\d\.\d\d ?%", shown)


def test_a_page_of_ones_own_leads_to_the_one_to_share(visitor: Visitor, cup: Line) -> None:
    del cup
    own = visitor.get("/t/cup/mine?me=p3").text
    assert 'href="/t/cup/players/p3">Public page to share' in own


@pytest.fixture
def apart(line: Line) -> Line:
    """Junior plays 3 rounds and Masters 5, each with a cut to the top 4; nothing is paired yet."""
    line.start("--style", "swiss-plus-cut", Junior=8, Masters=13)
    line.announce(
        *("--rounds", "junior=3", "--rounds", "masters=5", "--time", 45),
        *("--cut", "junior=4", "--cut", "masters=4"),
    )
    return line


def test_the_announced_cuts_are_listed_from_the_youngest_division(
    visitor: Visitor, line: Line
) -> None:
    """As everywhere else: an entry keeps its divisions in the order of the alphabet."""
    line.start("--style", "swiss-plus-cut", Junior=8, Senior=8, Masters=8)
    cuts = (f"{age}=2" for age in ("masters", "senior", "junior"))
    line.announce("--time", 45, *(word for cut in cuts for word in ("--cut", cut)))
    listed = re.findall(r"(\w+): the top 2 advance", read(visitor, "/t/cup"))
    assert listed == ["Junior", "Senior", "Masters"]


def test_each_division_is_told_its_own_rounds(visitor: Visitor, apart: Line) -> None:
    said = read(visitor, "/t/cup")
    assert "Junior: 3 rounds of Swiss. Masters: 5 rounds of Swiss." in said
    junior, masters = "About 5 rounds of 45", "About 7 rounds of 45"
    assert f"Junior · {junior}" in said
    assert f"Masters · {masters}" in said
    visitor.come_in(AccessRole.PLAYER, tournament="cup", player="p1")
    assert "The top 4 of 8 advance after 3 rounds." in read(visitor, "/t/cup/mine?need=1")
    apart("drop", "p8")
    told = "The top 4 of 7 advance after 3 rounds. Nothing is decided yet. 1 player who has dropped"
    assert told in read(visitor, "/t/cup/mine?need=1")
    apart("people reinstate", "p8", "--reason", "is here after all")
    apart.pair()
    said = read(visitor, "/t/cup")
    assert "Junior: 3 rounds of Swiss. Masters: 5 rounds of Swiss." in said
    assert f"Junior · {junior}" in said
    assert f"Masters · {masters}" in said
    assert junior in read(visitor, "/t/cup/players/p1")
    assert masters in read(visitor, "/t/cup/players/p9")


def test_a_division_that_is_over_is_told_no_rounds_of_another(
    visitor: Visitor, apart: Line
) -> None:
    for _ in range(3):
        play(apart)
    apart("cut", "junior")
    said = read(visitor, "/t/cup")
    assert (
        "Junior cut These players advance, in the order of their seeds: Junior 1. Junior 2." in said
    )
    assert "Junior · About 2 rounds of 45" in said
    assert "Masters · About 4 rounds of 45" in said
    assert "Next opponent: Junior 4. (Top 4, semi-finals)." in read(visitor, "/t/cup/players/p1")
    play(apart, pool="junior-cut")
    assert "These players advance" not in read(visitor, "/t/cup")
    assert "Next opponent: Junior 2. (final)." in read(visitor, "/t/cup/players/p1")
    play(apart, pool="junior-cut")
    said = read(visitor, "/t/cup")
    assert "Junior ·" not in said
    assert "Masters · About 4 rounds of 45" in said
    own = read(visitor, "/t/cup/players/p1")
    assert "rounds of 45" not in own
    assert "Next opponent" not in own


def test_the_record_of_a_player_in_the_bracket_is_that_of_the_swiss_rounds(
    visitor: Visitor, semi_finals: Line
) -> None:
    finish(semi_finals)
    said = read(visitor, "/t/cup/players/p1")
    assert "3-0-0 (wins, losses and ties in the Swiss rounds)" in said
    assert re.search(r"Top 4, semi-finals \S.* table \d+ won", said)
    assert "(wins, losses, ties)" in read(visitor, "/t/cup/players/p8")


def test_who_drops_in_the_bracket_is_warned_and_reads_no_contradiction(
    visitor: Visitor, semi_finals: Line
) -> None:
    finish(semi_finals, lambda first, second: "2-1" if number(first) < number(second) else "1-2")
    pairs = last(semi_finals, "round-paired")["pairings"]
    [other] = [one for pair in pairs if "p1" in pair for one in pair if one != "p1"]
    visitor.come_in(AccessRole.PLAYER, tournament="cup", player="p1")
    warned = "If you drop, you lose this match, even if you have already won it"
    assert read(visitor, "/t/cup/mine").count(warned) == 1
    assert "Drop from the tournament" in read(visitor, "/t/cup/mine"), (
        "not after the match: it is lost"
    )
    leaving = read(visitor, "/t/cup/players/p1").partition("Leaving early?")[2]
    assert warned in leaving, "a parent reads it too"
    assert warned not in read(visitor, "/t/cup/players/p8")
    key = form_key(visitor.get("/t/cup/mine"))
    asked = visitor.post("/t/cup/mine", data={"key": key, "leaves": "yes"})
    assert asked.text.count(warned) == 1, "the wish can still be withdrawn"
    visitor.come_in(AccessRole.ORGANISER, tournament="cup", name="Kim")
    at_desk = read(visitor, "/t/cup/desk/claims")
    assert re.search(r"then loses the match at table \d+, even if it is already won", at_desk)
    semi_finals("drop", "p1")
    said = read(visitor, "/t/cup/players/p1")
    assert "Lost because of a drop · reported: 2–1 Recorded" in said
    assert "Lost 2–1" not in said
    won = read(visitor, f"/t/cup/players/{other}")
    assert "Won because of a drop · reported: 1–2 Recorded" in won
    assert "Won 1–2" not in won


def test_a_final_that_nobody_has_begun_is_not_won_by_a_drop(
    visitor: Visitor, semi_finals: Line
) -> None:
    """The drop costs the semi-final; until the final is repaired, no page says that it was won."""
    finish(semi_finals)
    semi_finals("pair")
    semi_finals("post")
    [[first, second]] = last(semi_finals, "round-paired")["pairings"]
    semi_finals("drop", first)
    for who in (first, second):
        said = read(visitor, f"/t/cup/players/{who}")
        record = said[said.index("Match record") :]
        final = record[record.index(" Final ") :].partition("Top 4")[0]
        assert "because of a drop" not in final
        assert "paired, not started yet" in final
    assert "opponent dropped" not in read(visitor, "/t/cup/pairings")
    [tables] = [
        one["tables"] for one in visitor.get("/api/v1/tournaments/cup/pairings").json()["pairings"]
    ]
    assert [one["by_leaving"] for one in tables] == [False]
    semi = read(visitor, f"/t/cup/players/{first}")
    assert "lost because of a drop" in semi[semi.index("Top 4") :]


def test_the_words_of_a_tournament_are_explained(visitor: Visitor, cup: Line) -> None:
    del cup
    assert 'href="/t/cup/words">What do these words mean?' in visitor.get("/t/cup").text
    said = read(visitor, "/t/cup/words")
    for word in ("Swiss rounds", "Bye", "The cut", "Seed", "Single elimination"):
        assert f" {word} " in said
    assert "A win is worth 3 match points, a tie 1." in said
    assert "Setzplatz" in read(visitor, "/t/cup/words?lang=de")


def test_the_list_of_other_rounds_leaves_out_the_one_above(visitor: Visitor, cup: Line) -> None:
    finish(cup)
    play(cup)
    others = read(visitor, "/t/cup/pairings").partition("Other rounds")[2]
    assert "Junior, round 1" in others
    assert "Junior, round 2" not in others
    first = read(visitor, "/t/cup/pairings?pool=junior&round=1").partition("Other rounds")[2]
    assert "Junior, round 2" in first
    assert "Junior, round 1" not in first


def test_the_screen_shows_no_finished_round_while_another_is_played(
    visitor: Visitor, cup: Line
) -> None:
    finish(cup)
    assert "Junior 1" in read(visitor, "/t/cup/screen?show=pairings")
    cup.pair("masters")
    for show in ("", "?show=pairings"):
        said = read(visitor, f"/t/cup/screen{show}")
        assert "Masters 1" in said
        assert "Junior 1" not in said
    assert 'href="/t/cup">Cup</a>' in visitor.get("/t/cup/screen").text, "a way back"


def test_a_place_is_explained_with_names_and_its_sources(visitor: Visitor, line: Line) -> None:
    line.enrol("Ana", "Ben", "Cho", "Dee", "Eva", "Fay")
    line.announce("--rounds", 3)
    for _ in range(3):
        play(line)
    every = [read(visitor, f"/t/cup/standings/p{player}") for player in range(1, 7)]
    for said in every:
        assert not re.search(r"\bp[1-9]\b", said.partition("As of entry")[0])
    assert any("TOP and GTB are the rules for tournaments and for tiebreakers." in s for s in every)


def test_players_of_one_name_learn_where_their_number_is(
    visitor: Visitor, semi_finals: Line
) -> None:
    del semi_finals
    told = "The number is on the player's card"
    assert told in read(visitor, "/t/cup/players?find=mi")
    assert told not in read(visitor, "/t/cup/players")


def test_the_picture_of_a_bracket_says_what_its_numbers_are(
    visitor: Visitor, semi_finals: Line
) -> None:
    del semi_finals
    said = read(visitor, "/t/cup/bracket")
    assert "The small numbers are the seeds. Swipe the picture sideways" in said


GOING_ON = ("being played", "still to come", "so far", "as they are now", "not started", "Still in")
BY_TABLE = "/pairings?by=table"
CLOSED = ("/players", "/pairings", BY_TABLE, "/standings", "/bracket", "/clock", "/screen")


def test_nothing_goes_on_any_more_in_an_event_that_was_closed_early(
    visitor: Visitor, line: Line
) -> None:
    cup = at_the_cut(line)
    assert "being played" in read(visitor, "/t/top-cut/pairings")
    assert "Still in." in read(visitor, "/t/top-cut/standings/p1")
    cup.close("--end", "2026-03-07")
    for page in ("", *CLOSED, "/players/p1", "/standings/p1", "/mine?me=p1"):
        said = read(visitor, f"/t/top-cut{page}")
        assert [one for one in GOING_ON if one in said] == [], page
    assert "against" not in read(visitor, "/t/top-cut/players")
    assert "Standings" in read(visitor, "/t/top-cut/screen").partition("Screen")[2]
    for show in ("clock", "pairings"):
        said = read(visitor, f"/t/top-cut/screen?show={show}")
        assert said.endswith("The tournament is over."), show
    assert "semi-finals: not played" in read(visitor, "/t/top-cut/players/p1")
    assert "The bracket was not played to its end." in read(visitor, "/t/top-cut/standings/p1")
