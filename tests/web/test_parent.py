"""What a parent asked at an event: while a round is played, before leaving, at the end."""

import re

import pytest

from tests.cli.line import Line
from tests.cli.swiss import crowd, finish, last, lower_wins, play
from tests.web.test_players import read
from tests.web.visitor import Visitor

LAST = "You have dropped: this is your last match."


@pytest.fixture
def cup(line: Line) -> Line:
    """Round 1 of 3 of two divisions is being played; one has a cut."""
    line.start("--style", "swiss-plus-cut")
    crowd(line, Junior=8, Masters=8)
    line.announce(
        *("--rounds", 3, "--cut", "masters=2", "--time", 50, "--override", "cut-too-large"),
        *("--override", "rounds-differ", "--because", "a small event"),
    )
    line("pair")
    line("start")
    return line


def won(line: Line, pool: str) -> str:
    """Report the first match of a pool; return who won it."""
    paired = next(
        event
        for entry in line.ledger()
        for event in entry["events"]
        if event["event"] == "round-paired" and event["pool"] == pool
    )
    first, second = paired["pairings"][0]
    verdict = lower_wins(first, second)
    line("report", f"{pool}-1-{paired['tables'][0]}", verdict)
    return str(first if verdict == "1" else second)


def test_a_place_is_so_far_while_others_play(visitor: Visitor, cup: Line) -> None:
    player = won(cup, "junior")
    assert "place 1 of 8 so far (" in read(visitor, f"/t/cup/players/{player}")
    assert "Place 1 in Junior so far" in read(visitor, f"/t/cup/standings/{player}")
    finish(cup)
    assert "so far" not in read(visitor, f"/t/cup/players/{player}")
    assert "Place 1 in Junior, shared" in read(visitor, f"/t/cup/standings/{player}")


def test_a_cut_moves_only_those_who_are_still_in_it(visitor: Visitor, cup: Line) -> None:
    finish(cup)
    play(cup)
    play(cup)
    cup("cut")
    cup("pair")
    cup("start")
    [finalists] = last(cup, "round-paired")["pairings"]
    for number in range(9, 17):
        said = read(visitor, f"/t/cup/players/p{number}")
        assert ("so far" in said) is (f"p{number}" in finalists)


def test_the_clock_of_the_round_stays_for_players_whose_match_is_over(
    visitor: Visitor, cup: Line
) -> None:
    player = won(cup, "junior")
    said = read(visitor, f"/t/cup/players/{player}")
    assert "Your match is over." in said
    assert re.search(r"Still being played: round 1 · .*Time is called at \d\d:\d\d", said)
    assert "data-clock" in visitor.get(f"/t/cup/players/{player}").text
    finish(cup)
    assert "Still being played" not in read(visitor, f"/t/cup/players/{player}")


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
    assert "You have dropped: you do not play this match." in said
    assert LAST not in said


def test_the_cut_is_told_by_its_name(visitor: Visitor, cup: Line) -> None:
    del cup
    said = read(visitor, "/t/cup")
    assert "Masters: cut to the top 2, who play single elimination" in said
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
    assert "All rounds are over. First place: Junior 1. Standings" in said
    assert said.count("First place") == 1, "Masters have a cut"
    assert 'href="/t/cup/standings?division=Junior">Standings' in visitor.get("/t/cup").text
    cup("cut")
    play(cup)
    assert "3–0–0 in the Swiss rounds · in the final against" in read(visitor, "/t/cup")
    cup.close()
    said = read(visitor, "/t/cup")
    assert "All places" in said
    assert "3–0–0 · Why first?" in said, "Junior had no final"
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
