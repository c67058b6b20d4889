"""A bracket at the desk: an event that was imported in its cut is played to its end."""

from typing import Any

import pytest

from roundbook.ledger.errors import Refused
from roundbook.ledger.terms import Pool
from roundbook.projections.rounds.next_bracket_round import mended
from tests.cli.line import Line
from tests.cli.typed import IMPORTS, lay, roundbook
from tests.scripts import play

CUP = IMPORTS / "04b_vgc_cup_top8_paired.tdf"


@pytest.fixture
def cup(line: Line) -> Line:
    lay(CUP, line.folder)
    return line


def played(cup: Line) -> None:
    """The first player of each table wins the quarter-final."""
    for table in range(1, 5):
        cup("report", f"masters-cut-6-{table}", "1")


def last(cup: Line) -> Any:
    return cup.ledger()[-1]["events"][0]


def test_an_imported_cut_is_played_to_its_end(cup: Line) -> None:
    played(cup)
    assert "  table 1: Player 0014 (p4)" in cup("pair").out
    paired = last(cup)
    assert paired["pairings"] == [["p4", "p16"], ["p14", "p15"]]
    assert (paired["round"], paired.get("drawn"), paired.get("reason")) == (7, None, None)
    cup("start")
    cup("report", "masters-cut-7-1", "1")
    said = cup("report", "masters-cut-7-2", "1").out
    assert "next: roundbook pair masters-cut" in said
    assert " (p15).\n" in said, "no Swiss record beside it"
    said = cup("pair", "masters-cut").out
    assert "  table 1: Player 0014 (p4) - " in said
    assert last(cup)["pairings"] == [["p4", "p14"]]
    cup("start")
    assert "next: roundbook close" in cup("report", "masters-cut-8-1", "2").out
    for words in ((), ("masters-cut",)):
        said = cup.refused("pair", *words)
        assert "is finished" in said
        assert "Continue with `roundbook close`." in said
    cup("close")
    placed = roundbook("standings", "-C", cup.folder, "--json").standings
    masters = [one["player"] for one in placed if one["division"] == "Masters"]
    assert masters[:4] == ["p14", "p4", "p16", "p15"]
    assert roundbook("verify", cup.folder).code == 0


def test_a_bracket_round_by_hand_is_the_one_of_the_bracket(cup: Line) -> None:
    played(cup)
    by_hand = ("pair", "masters-cut", "--reason", "typed", "--by-hand")
    said = cup.refused(*by_hand, "p4-p14 p16-p15", rule="bracket-differs")
    assert 'The bracket requires "p4-p16 p14-p15' in said
    cup.refused(*by_hand, "p4-p8 p14-p15", rule="not-due")
    cup(*by_hand, "p4-p16 p14-p15")
    cup("start")
    cup("report", "masters-cut-7-1", "1")
    cup("report", "masters-cut-7-2", "2")
    cup(*by_hand, "p15-p4")
    assert roundbook("verify", cup.folder).code == 0


def test_a_bracket_that_is_not_ready_says_what_it_waits_for(cup: Line) -> None:
    said = cup.refused("pair", "masters-cut")
    assert "the quarter-final round of masters-cut lacks 4 results (tables 1, 2, 3 and 4)" in said
    assert "The next round of a bracket is not paired at random" in said
    assert (
        "The Swiss rounds of all are over: masters-cut has been made. The quarter-final round of "
        "masters-cut lacks" in cup.refused("pair")
    )


def test_a_rehearsed_bracket_round_is_shown_since_nothing_is_drawn(cup: Line) -> None:
    played(cup)
    assert "would be entry" in cup("pair", "--dry-run").out
    assert "Player 0013 (p16)" in cup("pair", "--dry-run").out


@pytest.mark.rule("A-50")
@pytest.mark.parametrize("how", ["round repair", "pair --again --reason corrected"])
def test_a_waiting_bracket_round_changes_where_its_players_are_others_now(
    cup: Line, how: str
) -> None:
    played(cup)
    cup("pair")
    assert "there is nothing to repair" in cup.refused("round repair", "masters-cut")
    said = cup("correct", "masters-cut-6-4", "2", "--reason", "the slip was read upside down").out
    assert "repair it (`roundbook round repair masters-cut`)" in said
    assert "start it unchanged" not in said
    cup.refused("start", rule="seats-changed")
    cup(*how.split())
    assert last(cup)["pairings"] == [["p4", "p16"], ["p14", "p18"]]
    assert last(cup)["tables"] == [1, 2]
    cup("start")
    cup.refused("correct", "masters-cut-6-4", "1", "--reason", "again", rule="cut-result-final")
    assert roundbook("verify", cup.folder).code == 0


@pytest.mark.rule("TOP-3.2d")
def test_who_leaves_an_imported_cut_has_lost_whatever_was_reported(cup: Line) -> None:
    played(cup)
    said = cup("drop", "p4").out
    assert (
        "Player 0014 (p4) loses match masters-cut-6-1, whatever the result was, so Player" in said
    )
    cup("pair")
    there = {player for pair in last(cup)["pairings"] for player in pair}
    first = next(
        event
        for entry in cup.ledger()
        for event in entry["events"]
        if event["event"] == "round-paired" and event["round"] == 6
    )
    (opponent,) = set(first["pairings"][0]) - {"p4"}
    assert f"({opponent}) wins it (TOP §3.2)" in said
    assert opponent in there
    assert "p4" not in there


def test_a_repair_gives_nobody_a_win_over_a_seed_who_left_before_the_cut_began() -> None:
    desk = play("""
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        cut masters ana cho
        masters-cut: pair 2 ana-cho
        drop ana 1
        masters-cut: start 2  ! seats-changed
    """)
    with pytest.raises(Refused, match="cannot be repaired: p1 has dropped"):
        mended(desk.tournament, desk.rules, Pool("masters-cut"), None)


def test_the_games_of_a_winner_come_first_in_the_picture_whichever_side_they_sat(cup: Line) -> None:
    cup("report", "masters-cut-6-1", "2-1")
    cup("report", "masters-cut-6-2", "1-2")
    shown = roundbook("round bracket", "-C", cup.folder).out
    assert shown.count("2-1") == 2
    assert "1-2" not in shown


def test_after_the_final_nobody_is_said_to_advance_any_more(cup: Line) -> None:
    advance = "advance to masters-cut"
    played(cup)
    for pairing in range(2):
        assert advance in roundbook("standings", "-C", cup.folder).out
        cup.pair("masters-cut")
        for table in range(1, 3 - pairing):
            cup("report", f"masters-cut-{7 + pairing}-{table}", "1")
    assert advance not in roundbook("standings", "-C", cup.folder).out


def test_a_question_about_swiss_says_what_it_means_for_a_cut_that_was_played(cup: Line) -> None:
    asked = roundbook("what-if", "-C", cup.folder, "all-5-1", "1").out
    assert "the cut of Masters would have had the same players in another order.\n" in asked
    asked = " ".join(roundbook("what-if", "-C", cup.folder, "all-5-4", "1").out.split())
    assert "would have included Player 0007 and left out Player 0005; the bracket" in asked
    assert asked.count("; the bracket has already started, so it does not change.") == 1


def test_before_a_cut_there_are_no_brackets_in_json(line: Line) -> None:
    line.start()
    assert line.run("round bracket", "-C", line.folder, "--json").data["brackets"] == []
    assert line.run("round bracket", "-C", line.folder, "masters-cut", "--json").code == 3
