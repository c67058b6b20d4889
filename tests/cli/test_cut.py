"""Swiss and then single elimination, from the announcement to the last place."""

import json
import re
from typing import Any

import pytest

from roundbook.cli.places.layout import own_home
from roundbook.cli.places.phone_claims import PlayerReports
from roundbook.cli.session.venue import Operator, venue
from roundbook.ledger.events.catalogue import (
    PlayerRegistered,
    PodsFormed,
    RoundPaired,
    RoundStarted,
)
from roundbook.ledger.terms import Division, Pairing, PlayerId, Pool
from tests.cli.line import Line
from tests.cli.swiss import finish, last, lower_wins, play, standings
from tests.cli.typed import roundbook
from tests.scripts import commitment


def tie(first: str, second: str) -> str:
    return "tie"


def begin(line: Line, rounds: int | None, cut: str, *words: str, **divisions: int) -> None:
    """Open a Swiss event with a cut, with everybody registered and told."""
    line.start("--style", "swiss-plus-cut", *words)
    line.crowd(**divisions)
    said = ["--rounds", rounds, "--cut", cut] if rounds else []
    line.announce(*said, "--third-place")


def nine(line: Line) -> None:
    """Nine Masters play the four rounds that the table has; four of them play on."""
    begin(line, None, "", masters=9)
    for _ in range(4):
        play(line)


def test_a_refused_pair_after_swiss_leads_to_the_cut_that_was_announced(line: Line) -> None:
    nine(line)
    assert "Continue with `roundbook cut`." in line.refused("pair")
    said = line.refused("pair", "masters", rule="rounds-complete")
    assert "Make the cut: `roundbook cut masters`." in said
    line("cut")
    said = line.refused("pair", "masters", rule="rounds-complete")
    assert "Pair the bracket: `roundbook pair masters-cut`." in said


@pytest.mark.parametrize("act", ["cut", "day-two", "third-place"])
def test_somebody_at_a_terminal_is_told_what_is_open_before_people_play_on(
    line: Line, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    typed, asks, leaves = {
        "cut": ("cut", "Make the cut?", "p9"),
        "day-two": ("round day-two", "Begin day two?", "p9"),
        "third-place": ("round third-place", "Pair the 3rd-place match?", "p4"),
    }[act]
    if act == "day-two":
        line.start("--style", "swiss-plus-cut", "--table", "tcg-two-day", masters=9)
        line.announce("--rounds", 1, "--day-two", "masters=1", "--cut", "masters=2")
        play(line)
    else:
        nine(line)
    if act == "third-place":
        line("cut")
        play(line)
    where = venue(line.folder, Operator())
    wish = PlayerReports(own_home(), where.folder)
    wish.change(lambda kept: kept.wishing(leaves, leaves=True), where.desk.tournament)
    monkeypatch.setattr("roundbook.cli.session.ask.at_terminal", lambda: True)
    before, words = line.files(), (*typed.split(), "-C", line.folder)
    said = roundbook(*words, stdin=b"n\n", code=3).err
    assert f"({leaves}) has asked on the phone page to drop: `roundbook drop {leaves} -C" in said
    assert f"{asks} [y/N]: " in said
    assert line.files() == before
    assert "[y/N]" not in roundbook(*words, "--dry-run").err
    roundbook(*words, stdin=b"y\n")
    assert line.files() != before
    assert "[y/N]" not in roundbook(*words, code=3).err, "what is refused asks nothing"
    if act == "day-two":
        assert "[y/N]" not in roundbook(*words, "--undo").err


def test_a_bracket_cannot_be_paired_before_its_cut_and_the_hint_makes_it(line: Line) -> None:
    nine(line)
    said = line.refused("pair", "masters-cut")
    assert "the cut of masters has not been made" in said
    assert "Make the cut first: `roundbook cut masters`." in said
    assert "there is no pool senior-cut." in line.refused("pair", "senior-cut")


def test_places_in_a_bracket_are_provisional_until_its_final(line: Line) -> None:
    note = "note: masters-cut is not finished: the places of players still in it are provisional"
    nine(line)
    assert "provisional" not in line.run("standings", "-C", line.folder).out
    line("cut")
    for _ in range(2):
        assert note in " ".join(line.run("standings", "-C", line.folder).out.split())
        play(line, pool="masters-cut")
    assert "provisional" not in line.run("standings", "-C", line.folder).out


def third_place(line: Line, pool: str = "masters-cut") -> None:
    """Pair the 3rd-place match, as was announced."""
    line("round third-place", pool)
    made: Any = last(line, "third-place-playoff-paired")
    line("report", f"{pool}-{made['round']}-{made['table']}", "1")


def places(line: Line) -> list[Any]:
    return [one["player"] for one in standings(line)]


@pytest.mark.rule("TOP-3.3.1", "TOP-3.3a")
def test_divisions_apart_have_rounds_and_cuts_of_their_own(line: Line) -> None:
    """Masters play four rounds and a cut of four; eight Seniors three, and no cut."""
    begin(line, None, "", masters=9, senior=8)
    told = last(line, "announcement-made")
    assert (told["rounds"], told["cut"]) == (4, {"Masters": 4, "Senior": 0})
    assert (last(line, "rounds-set")["pool"], last(line, "rounds-set")["rounds"]) == ("senior", 3)
    for _ in range(4):
        play(line)
    assert "masters-cut: 4 of 9 players (44%) advance" in line("cut").out
    seniors = [one["player"] for one in standings(line) if one["division"] == "Senior"]
    play(line)
    play(line)
    assert [one["player"] for one in standings(line) if one["division"] == "Senior"] == seniors
    third_place(line)
    line("close")
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("TOP-3.3a", "TOP-3.3.6a", "TOP-3.3.6c")
def test_swiss_goes_on_to_a_cut_and_to_every_place(line: Line) -> None:
    nine(line)
    swiss = places(line)
    place = {one["player"]: one["place"] for one in standings(line)}
    said = line("cut").out
    assert "The Masters cut, masters-cut: 4 of 9 players (44%) advance.\n" in said
    assert f"Just out: masters {swiss[4][1:]} ({swiss[4]}), below masters " in said
    assert "Pairing the cut locks the Masters results of round 3 (TOP §4).\n" in said
    assert last(line, "cut-made")["seeds"] == swiss[:4]
    assert "next: roundbook post masters-cut" in line("pair", "masters-cut").out
    assert last(line, "round-paired")["pairings"] == [[swiss[0], swiss[3]], [swiss[2], swiss[1]]]
    line("start")
    line.refused("round third-place")
    finish(line, lambda one, other: "1" if swiss.index(one) < swiss.index(other) else "2")
    line("round third-place", "masters-cut")
    line.pair()
    assert "next: roundbook report" in line("report", "masters-cut-6-1", "2").out
    assert "masters-cut-6-2" in line.refused("close", rule="third-place-unplayed")
    playoff: Any = last(line, "third-place-playoff-paired")
    assert sorted(playoff["pairing"]) == sorted(swiss[2:4])
    line("report", "masters-cut-6-2", "1" if playoff["pairing"][0] == swiss[3] else "2")
    line("close")
    final: Any = last(line, "round-paired")
    winner, loser = final["pairings"][0][::-1]
    assert places(line)[:4] == [winner, loser, swiss[3], swiss[2]]
    # Who is tied on everything shares a place until the lots of the close.
    assert [place[one] for one in places(line)[4:]] == [place[one] for one in swiss[4:]]
    assert line.run("verify", line.folder).code == 0


def test_the_final_is_offered_while_the_match_for_third_place_is_played(line: Line) -> None:
    begin(line, 3, "masters=4", masters=8)
    for _ in range(3):
        play(line)
    line("cut")
    line.pair("masters-cut")
    line("report", "masters-cut-4-1", "1")
    said = line("report", "masters-cut-4-2", "1").out
    assert "next: roundbook round third-place masters-cut\n" in said
    assert "next: roundbook pair masters-cut\n" in line("round third-place").out
    status = line.run("status", "-C", line.folder)
    assert "next: roundbook pair masters-cut\n" in status.out
    steps = line.run("status", "-C", line.folder, "--json").data["steps"]
    stands = {one["round"]: one["stand"] for one in steps if one["pools"] == ["masters-cut"]}
    assert (stands[4], stands[5]) == ("done", "now")
    line.pair("masters-cut")
    assert (
        "next: roundbook report masters-cut-5-2 RESULT\n"
        in line("report", "masters-cut-5-1", "1").out
    )
    assert "next: roundbook close\n" in line("report", "masters-cut-5-2", "1").out


@pytest.mark.rule("TOP-3.3.6b")
def test_a_match_for_third_place_paired_by_mistake_is_withdrawn(line: Line) -> None:
    begin(line, 3, "masters=4", masters=8)
    for _ in range(3):
        play(line)
    line("cut")
    line.pair("masters-cut")
    line("report", "masters-cut-4-1", "1")
    line("report", "masters-cut-4-2", "1")
    line("round third-place", "--table", 2)
    line("call", "masters-cut-5-2")
    said = line("withdraw", "masters-cut-5-2", "--reason", "one of the two has gone home").out
    assert "the 3rd-place match at table 2 was withdrawn: one of the two has gone home" in said
    assert "next: roundbook round third-place masters-cut\n" in said
    assert "calls" not in line.run("status", "-C", line.folder).out
    line.refused("report", "masters-cut-5-2", "1", rule="match-unknown")
    line.refused("withdraw", "masters-cut-5-2", "--reason", "again", rule="match-unknown")
    line("round third-place", "--table", 7)
    line("report", "masters-cut-5-7", "1")
    said = line("withdraw", "masters-cut-5-7", "--reason", "reported for another table").out
    assert "the result of match masters-cut-5-7 was withdrawn" in said, "the match goes on"
    line("report", "masters-cut-5-7", "2")
    line("withdraw", "masters-cut-5-7", "--reason", "they did not play after all")
    line("withdraw", "masters-cut-5-7", "--reason", "there is no time for it")
    line.pair("masters-cut")
    line("report", "masters-cut-5-1", "1")
    line.refused("close", rule="third-place-unplayed")
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("TOP-3.3.6b", "TOP-3.3.6c")
def test_without_an_announced_play_off_the_better_seed_is_third(line: Line) -> None:
    line.start("--style", "swiss-plus-cut", masters=8)
    line.announce("--rounds", 1, "--cut", "masters=4")
    play(line)
    line("cut")
    seeds: Any = last(line, "cut-made")["seeds"]
    play(line, lambda one, other: "1" if seeds.index(one) > seeds.index(other) else "2")
    assert places(line)[2:4] == seeds[:2]
    line.refused("round third-place", "masters-cut", rule="playoff-unannounced")
    line(
        "round third-place",
        "--table",
        7,
        "--override",
        "playoff-unannounced",
        "--because",
        "All agree.",
    )
    assert last(line, "third-place-playoff-paired")["table"] == 7
    line("report", "masters-cut-3-7", "2")
    assert places(line)[2:4] == list(last(line, "third-place-playoff-paired")["pairing"])[::-1]


@pytest.mark.rule("A-23", "TOP-3.3a")
def test_a_tie_at_the_line_is_decided_by_a_recorded_lot(line: Line) -> None:
    """Sixteen players who have tied all their matches: a lot says who is in the top eight."""
    begin(line, 2, "masters=8", masters=16)
    play(line, tie)
    play(line, tie)
    assert {one["place"] for one in standings(line)} == {1}
    before = line.files()
    rehearsed = line("cut", "--dry-run").out
    assert rehearsed.startswith(
        "Nothing was written. In masters-cut, these tied players would be ordered at random: "
        "masters 1 (p1), masters 10 (p10), "
    )
    assert "Seed 1" not in rehearsed
    assert line.files() == before
    said = line("cut", "--cmd", "c1").out
    assert "\nOrdered at random: " in said
    assert "random order" not in said, "it is told once"
    assert "\nSeed 1: " in said
    lots, cut = line.ledger()[-1]["events"]
    assert (lots["event"], lots["drawn"]["draw"]) == ("lot-drawn", "lots-1")
    assert cut["seeds"] == lots["lots"][:8]
    before = line.files()
    line("cut", "--cmd", "c1")
    assert line.files() == before
    assert places(line) == lots["lots"]
    said = line.run("explain", "-C", line.folder, lots["lots"][8]).out
    assert "decided by a random draw:" in said
    for _ in range(3):
        play(line)
    third_place(line)
    line("close")
    assert line.ledger()[-1]["events"] == [{"event": "tournament-closed"}]
    assert places(line)[8:] == lots["lots"][8:]
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("A-44", "A-40")
def test_who_leaves_before_the_bracket_starts_makes_room_for_the_next(line: Line) -> None:
    nine(line)
    swiss = places(line)
    line("cut")
    seeded = shown(line)
    assert "(drop)" not in seeded
    line("pair", "masters-cut")
    again = (
        "A seeded player has dropped, so the Masters cut must be made again: "
        "`roundbook cut masters --again`"
    )
    assert again in line("drop", swiss[1]).out
    assert again in " ".join(line("status").out.split()), "also once the bracket is paired"
    assert "roundbook cut masters --again" in line.refused("round repair")
    assert "roundbook cut masters --again" in line.refused("start")
    assert shown(line) == seeded, "nobody advances because of a drop: others are seeded"
    line("withdraw", "masters-cut-5", "--reason", "a seed left")
    assert shown(line) == seeded
    said = line.refused("pair", rule="seeds-outdated")
    assert f"cannot be paired: masters {swiss[1][1:]} ({swiss[1]}) has dropped." in said
    assert "Make the cut again: `roundbook cut masters --again`." in said
    assert "--override seeds-outdated" in said
    let = ("--override", "seeds-outdated", "--because", "a bye was agreed")
    line("pair", "masters-cut", *let)
    assert "(drop)" in shown(line), "an official let it be paired"
    assert "next: roundbook post masters-cut" in line.run("status", "-C", line.folder).out
    line("drop", swiss[2])
    line.refused("start", rule="seats-changed")
    line("people reinstate", swiss[2], "--reason", "back")
    line("start", "--dry-run")
    said = line("cut", "--again").out
    assert last(line, "round-withdrawn")["round"] == 5
    assert last(line, "cut-made")["seeds"] == [swiss[0], *swiss[2:5]]
    assert f"Seed 4: masters {swiss[4][1:]} (" in said
    assert places(line)[:6] == [swiss[0], *swiss[2:5], swiss[1], swiss[5]]
    explained = line.run("explain", "-C", line.folder, swiss[1]).out
    assert "had dropped, so the next player in the standings moved up" in explained
    line.refused("cut", "--again")
    line.pair()
    line("drop", swiss[2])
    line.refused("cut", "masters", "--again", rule="cut-twice")
    finish(line)
    assert line.run("verify", line.folder).code == 0


def shown(line: Line) -> str:
    """The picture of the bracket without the heading, which names the entry."""
    return line.run("round bracket", "-C", line.folder).out.partition("\n\n")[2]


@pytest.mark.rule("A-44")
def test_whoever_starts_a_bracket_is_told_what_comes_before(line: Line) -> None:
    nine(line)
    line("cut")
    assert "Continue with `roundbook pair masters-cut`." in line.refused("start")
    line("drop", last(line, "cut-made")["seeds"][1])
    assert "Continue with `roundbook cut masters --again`." in line.refused("start")


@pytest.mark.rule("A-44")
def test_a_cut_of_two_has_no_winner_while_its_cut_has_to_be_made_again(line: Line) -> None:
    begin(line, 1, "masters=2", masters=4)
    play(line)
    line("cut")
    gone = last(line, "cut-made")["seeds"][0]
    line("people disqualify", gone, "--reason", "hid a card")
    assert "won by" not in shown(line)
    status = line.run("status", "-C", line.folder).out
    assert "A seeded player was disqualified, so the Masters cut must be made again" in status
    said = line.refused("pair", "masters-cut")
    assert f"must be made again: masters {gone[1:]} ({gone}) was disqualified." in said


@pytest.mark.rule("A-44")
def test_a_bracket_whose_cut_must_be_made_again_delays_no_other_pool(line: Line) -> None:
    line.start("--style", "swiss-plus-cut", masters=8, senior=8)
    line.announce("--rounds", 2, "--cut", "masters=4", "--cut", "senior=4")
    play(line)
    line("pair", "masters")
    line("start", "masters")
    for table in range(5, 9):
        line("report", f"masters-2-{table}", "1")
    line("cut", "masters")
    line("drop", last(line, "cut-made")["seeds"][0])
    said = line("pair").out
    assert ": round 2 of senior was paired: 4 matches.\n" in said
    assert "A seeded player has dropped, so the Masters cut must be made again:" in said
    assert [one["pool"] for one in line.ledger()[-1]["events"]] == ["senior"]
    line.refused("pair", rule="seeds-outdated")
    line.refused("pair", "masters-cut", rule="seeds-outdated")


@pytest.mark.rule("A-44")
def test_an_override_of_outdated_seeds_pairs_the_one_bracket_that_needs_it(line: Line) -> None:
    """Another pool is ready, and nobody asked for it to be paired."""
    line.start("--style", "swiss-plus-cut", masters=8, senior=8)
    line.announce("--rounds", 2, "--cut", "masters=4", "--cut", "senior=4")
    play(line)
    let = ("--override", "seeds-outdated", "--because", "a bye was agreed")
    line("pair", "masters")
    line("start", "masters")
    for table in range(5, 9):
        line("report", f"masters-2-{table}", "1")
    line("cut", "masters")
    line("drop", last(line, "cut-made")["seeds"][0])
    line("pair", *let)
    assert last(line, "round-paired")["pool"] == "masters-cut"
    assert [one["pool"] for one in line.ledger()[-1]["events"]] == ["masters-cut"]
    line("withdraw", "masters-cut-3", "--reason", "too early")
    line("pair")
    line("start", "senior")
    for table in range(1, 5):
        line("report", f"senior-2-{table}", "1")
    line("cut", "senior")
    line("drop", last(line, "cut-made")["seeds"][0])
    said = line.refused("pair", *let)
    assert re.search("the seeds of ([a-z]+-cut) and ([a-z]+-cut) are outdated, and only one", said)
    assert "Choose the pool: " in said
    line("pair", "senior-cut", *let)
    assert last(line, "round-paired")["pool"] == "senior-cut"


@pytest.mark.rule("A-40")
def test_a_bracket_starts_that_an_official_let_be_paired_until_the_standings_change_again(
    line: Line,
) -> None:
    begin(line, 1, "masters=2", masters=4)
    play(line)
    line("cut")
    correct = ("correct", "masters-1-1", "--reason", "misread")
    line(*correct, "2")
    line.refused("pair", "masters-cut", rule="seeds-outdated")
    let = ("--override", "seeds-outdated", "--because", "the final has been announced")
    line("pair", "masters-cut", *let)
    line(*correct, "id")
    line.refused("start", "masters-cut", rule="seeds-outdated")
    line(*correct, "2")
    line.refused("start", "masters-cut", rule="seeds-outdated")
    line("withdraw", "masters-cut-2", "--reason", "again")
    line("pair", "masters-cut", *let)
    line("start", "masters-cut")
    assert line.run("verify", line.folder).code == 0


def test_the_last_result_of_the_final_and_the_close_say_who_won(line: Line) -> None:
    begin(line, 1, "masters=2", masters=4)
    play(line)
    line("cut")
    line.pair("masters-cut")
    first, second = last(line, "round-paired")["pairings"][0]
    said = line("report", "masters-cut-2-1", "2")
    won = f"The winner of Masters is masters {second[1:]} ({second}).\n"
    assert won in said.out
    assert won not in line("correct", "masters-cut-2-1", "1", "--reason", "misread").out
    assert f"The winner of Masters is masters {first[1:]} ({first}).\n" in line("close").out


@pytest.mark.rule("A-8")
def test_nobody_moved_up_for_a_disqualified_player_far_down(line: Line) -> None:
    nine(line)
    swiss = places(line)
    line("people disqualify", swiss[8], "--reason", "hid a card")
    line("drop", swiss[7])
    line("cut")
    explained = line.run("explain", "-C", line.folder, swiss[8]).out
    assert "  a disqualified player has no place and cannot advance.\n" in explained
    assert "disqualified after round 4" in explained
    assert "dropped" not in explained
    assert "moved up" not in explained
    explained = line.run("explain", "-C", line.folder, swiss[7]).out
    assert "dropped after round 4" in explained
    assert "decided by match points" in explained


@pytest.mark.rule("A-40")
def test_a_correction_moves_the_seeds_until_the_bracket_starts_and_never_after(line: Line) -> None:
    begin(line, 1, "masters=2", masters=4)
    play(line)
    line("cut")
    first, second = last(line, "round-paired")["pairings"]
    seeds: Any = last(line, "cut-made")["seeds"]
    line("pair")
    match = 1 if seeds[0] in first else 2
    upset = "2" if (first, second)[match - 1][0] == seeds[0] else "1"
    said = line("correct", f"masters-1-{match}", upset, "--reason", "misread").out
    again = "The standings have changed, so the Masters cut must be made again:"
    assert f"{again} `roundbook cut masters --again`" in said
    line.refused("start", rule="seeds-outdated")
    line("cut", "--again")
    now: Any = last(line, "cut-made")["seeds"]
    assert seeds[0] not in now
    line.pair()
    back = ("correct", f"masters-1-{match}", "1" if upset == "2" else "2", "--reason", "again")
    line.refused(*back, rule="seeding-frozen")
    said = line(*back, "--override", "seeding-frozen", "--because", "It has to be right.").out
    assert (
        "The correction does not change the seeds of masters-cut, which has already started" in said
    )
    shown = " ".join(line.run("history", "-C", line.folder).out.split())
    assert "not used for seeding masters-cut" in shown
    line.refused("cut", "masters", "--again", rule="cut-twice")
    assert last(line, "cut-made")["seeds"] == now
    said = line.run("explain", "-C", line.folder, seeds[0]).out
    assert "the seeds were fixed before the standings last changed" in said
    assert set(places(line)[:2]) == set(now)


@pytest.mark.rule("A-15", "TOP-3.3.2", "TOP-3.3.5a")
def test_out_of_a_mixed_pod_each_division_has_a_bracket_of_its_own_size(line: Line) -> None:
    begin(line, None, "", masters=13, senior=9, junior=2)
    assert last(line, "announcement-made")["cut"] == {"Masters": 4, "Senior": 4, "Junior": 0}
    assert last(line, "announcement-made")["rounds"] == 5
    for _ in range(5):
        play(line)
    swiss = {d: [o["player"] for o in standings(line) if o["division"] == d] for d in DIVISIONS}
    line("cut")
    cuts = {event["division"]: event for event in line.ledger()[-1]["events"]}
    assert {cut["pool"] for cut in cuts.values()} == {"masters-cut", "senior-cut"}
    assert cuts["Masters"]["seeds"] == swiss["Masters"][:4]
    assert cuts["Senior"]["seeds"] == swiss["Senior"][:4]
    assert (
        "Junior has no cut: 2 players, too few for the rounds table in TOP §3.3.5"
        in line.refused("cut", "junior")
    )
    made = "every cut has already been made: senior-cut, masters-cut"
    refused = line.refused("cut")
    assert made in refused
    assert "Continue with `roundbook pair`." in refused
    for _ in range(2):
        play(line)
    third_place(line, "senior-cut")
    third_place(line, "masters-cut")
    refused = line.refused("cut")
    assert made in refused
    assert "Continue with `roundbook close`." in refused
    line("close")
    assert line.run("verify", line.folder).code == 0


DIVISIONS = ("Masters", "Senior", "Junior")


@pytest.mark.rule("A-15", "A-18")
def test_nine_seniors_and_two_juniors_have_a_cut_of_four_seniors(line: Line) -> None:
    begin(line, None, "", senior=9, junior=2)
    assert last(line, "announcement-made")["cut"] == {"Senior": 4, "Junior": 0}
    assert last(line, "announcement-made")["rounds"] == 4
    for _ in range(4):
        play(line)
    assert "senior-cut: 4 of 9 players" in line("cut").out


@pytest.mark.rule("A-18", "TOP-3.3.5c")
def test_a_field_below_the_table_has_no_cut_unless_a_reason_is_given(line: Line) -> None:
    begin(line, None, "", "--premier", masters=7)
    assert last(line, "announcement-made")["rounds"] == 3
    for _ in range(3):
        play(line)
    said = line.refused("cut")
    assert "Masters has no cut: 7 players, too few for the rounds table in TOP §3.3.5." in said
    said = line.refused("cut", "masters", "--size", "4", code=2)
    need = "--reason: a cut to a different number of players needs a reason: Masters has no cut"
    assert need in said
    said = line("cut", "masters", "--size", "2", "--reason", "The shop asked for it.").out
    few = "too few for the rounds table in TOP §3.3.5"
    assert f"At a Premier Event the Masters cut is at most 0 ({few}).\n" in said
    assert last(line, "cut-made")["reason"] == "The shop asked for it."
    assert "shop asked for it." in line.run("history", "-C", line.folder).out


@pytest.mark.rule("A-18")
@pytest.mark.parametrize(("table", "seeds"), [("vg", 2), ("tcg-single-day", 0)])
def test_eight_players_have_a_final_on_video_and_no_cut_with_cards(
    line: Line, table: str, seeds: int
) -> None:
    begin(line, None, "", "--table", table, masters=8)
    for _ in range(3):
        play(line)
    if seeds:
        assert f"masters-cut: {seeds} of 8 players (25%) advance" in line("cut").out
    else:
        assert "Masters has no cut: 8 players, TOP §3.3.5" in line.refused("cut")


@pytest.mark.rule("TOP-3.3.5d")
def test_another_size_than_was_announced_has_a_reason_that_stays_when_it_is_made_again(
    line: Line,
) -> None:
    begin(line, 1, "masters=4", masters=8)
    play(line)
    line.refused("cut", "--size", "8", code=2)
    line("cut", "masters", "--size", "2", "--reason", "The hall closes at eight.")
    assert "`roundbook cut DIVISION --again --size N --reason …`" in line.refused("cut", "--again")
    seeds: Any = last(line, "cut-made")["seeds"]
    line("drop", seeds[0])
    line("cut", "--again")
    again = last(line, "cut-made")
    assert again["reason"] == "The hall closes at eight."
    assert len(again["seeds"]) == 2
    assert "the cut takes 8, but only 7 players in Masters can still advance" in line.refused(
        "cut", "masters", "--again", "--size", "8", "--reason", "All of them."
    )


def test_a_cut_waits_for_the_rounds_that_were_announced(line: Line) -> None:
    begin(line, 3, "masters=2", masters=4)
    line.refused("cut", "masters", rule="cut-too-early")
    play(line)
    assert "1 of 3 rounds has been played" in line.refused("cut", rule="swiss-unfinished")
    line("cut", "--override", "swiss-unfinished", "--because", "A storm is coming.")
    assert line.run("verify", line.folder).code == 0


def test_plain_swiss_and_divisions_that_are_not_there_have_no_cut(line: Line) -> None:
    line.start(masters=9)
    line("announce")
    for _ in range(4):
        play(line)
    assert "Masters has no cut: the style of the tournament is swiss." in line.refused("cut")
    assert "Senior has no cut" in line.refused("cut", "senior")
    assert "the Masters cut has not been made" in line.refused("cut", "masters", "--again")
    none = line.refused("cut", "--again")
    assert "no cut needs to be made again" in none
    assert "--size" not in none


def test_the_last_round_names_what_follows(line: Line) -> None:
    begin(line, 1, "masters=4", masters=8)
    line.pair()
    for table in (1, 2, 3):
        line("report", f"masters-1-{table}", "1")
    assert "next: roundbook cut" in line("report", "masters-1-4", "1").out
    line("cut")
    line.pair()
    line("report", "masters-cut-2-1", "1")
    line("report", "masters-cut-2-2", "1")
    line.pair()
    said = line("report", "masters-cut-3-1", "1").out
    assert "next: roundbook round third-place masters-cut" in said
    line("round third-place")
    assert "next: roundbook close" in line("report", "masters-cut-3-1".replace("-1", "-2"), "1").out
    assert lower_wins("p1", "p2") == "1"


def in_flights(line: Line, letters: str, each: int) -> None:
    """Let Masters play one round in flights, each of so many players, an even number."""
    line.start("--style", "swiss-plus-cut")
    line.announce("--rounds", 1, "--cut", f"masters={2 * len(letters)}")
    at = venue(line.folder, Operator()).desk
    pools = [Pool(f"masters-{letter}") for letter in letters]
    for number in range(1, len(pools) * each + 1):
        at.post(
            PlayerRegistered(
                player=PlayerId(f"p{number}"),
                division=Division.MASTERS,
                commitment=commitment(number),
                pool=pools[(number - 1) // each],
            )
        )
    at.post(PodsFormed(pods=dict.fromkeys(pools, (Division.MASTERS,))))
    for begin_at, pool in enumerate(pools):
        players = [PlayerId(f"p{begin_at * each + n}") for n in range(1, each + 1)]
        at.post(
            RoundPaired(
                pool=pool,
                round=1,
                pairings=tuple(Pairing(*players[n : n + 2]) for n in range(0, each, 2)),
                tables=tuple(range(100 * begin_at + 1, 100 * begin_at + each // 2 + 1)),
                reason="As they came.",
            )
        )
        at.post(RoundStarted(pool=pool, round=1))


@pytest.mark.rule("FL-7")
def test_every_flight_sends_two_into_a_cut_of_four(line: Line) -> None:
    """Six play in each flight: three have won, and a lot says which two of them go on."""
    in_flights(line, "ab", 6)
    finish(line)
    said = line("cut").out
    seeds = last(line, "cut-made")["seeds"]
    assert sum(seed in {"p1", "p3", "p5"} for seed in seeds) == 2
    assert sum(seed in {"p7", "p9", "p11"} for seed in seeds) == 2
    lots = last(line, "lot-drawn")["lots"]
    assert [seed for seed in lots if seed in seeds] == seeds
    for flight in "ab":
        assert f"Just out of masters-{flight}: p" in said
    missed = next(p for p in ("p1", "p3", "p5") if p not in seeds)
    inside = [seed for seed in lots if seed in {"p1", "p3", "p5"} and seed in seeds]
    explained = line.run("explain", "-C", line.folder, missed).out
    assert "Missed the cut of 4 (masters-cut); its last player from masters-a in" in explained
    assert f"Swiss order is {inside[-1]}" in " ".join(explained.split())
    assert explained.splitlines()[3].startswith("Missed the cut"), "the real reason comes first"
    line.refused("cut", "masters", "--again", "--size", "6", "--reason", "Why not.")
    line("drop", seeds[0])
    line("cut", "--again")
    winners = {"p1", "p3", "p5"} if seeds[0] in {"p1", "p3", "p5"} else {"p7", "p9", "p11"}
    assert set(last(line, "cut-made")["seeds"]) >= winners - {seeds[0]}
    play(line, pool="masters-cut")
    play(line, pool="masters-cut")
    line("close")
    assert "lots-differ" not in line.run("verify", line.folder).out


@pytest.mark.rule("A-44", "A-40")
def test_every_way_leads_to_a_new_seeding_when_a_seed_leaves_a_paired_bracket(line: Line) -> None:
    nine(line)
    line("cut")
    line("pair", "masters-cut")
    line("drop", last(line, "cut-made")["seeds"][1])
    for typed in (("start",), ("round repair", "masters-cut"), ("pair", "masters-cut"), ("close",)):
        assert "roundbook cut masters --again" in line.refused(*typed), typed


def test_the_status_names_the_rounds_of_a_bracket_and_counts_none_through(line: Line) -> None:
    nine(line)
    line("cut")
    assert "masters-cut Top 4, semi-finals not paired next:" in " ".join(line("status").out.split())
    line("pair", "masters-cut")
    said = line("status").out
    assert "single elimination: Top 4, semi-finals\n" in said
    assert "masters-cut Top 4, semi-finals paired" in " ".join(said.split())
    gone, _ = last(line, "round-paired")["pairings"][0]
    line("drop", gone)
    posted = line("post", "masters-cut").err
    assert "so the match is lost" not in posted, "another player takes the place"
    assert "must be made again: `roundbook cut masters --again" in posted
    line("cut", "--again")
    play(line)
    line("pair", "masters-cut")
    gone, _ = last(line, "round-paired")["pairings"][0]
    line("drop", gone)
    posted = line("post", "masters-cut").err
    assert posted.count("so the match is lost (TOP §3.2)") == 1
    assert f"({gone}) has dropped, so the match is lost (TOP §3.2)" in posted


def test_without_players_the_refusals_of_cut_and_third_place_say_what_is_missing(
    line: Line,
) -> None:
    line.start()
    assert "hint: Register the players: `roundbook register NAME" in line.refused("cut")
    for pool in ((), ("senior-cut",)):
        assert "no cut has been made yet" in line.refused("round third-place", *pool)


@pytest.mark.rule("FL-7", "A-40")
def test_a_result_that_changes_a_cut_of_flights_is_told_alike_by_all_that_tell_it(
    line: Line,
) -> None:
    """What-if, status, the refusal to start and the new cut name the same player and seed."""
    in_flights(line, "ab", 6)
    finish(line)
    line("cut")
    line("pair", "masters-cut")
    before = last(line, "cut-made")["seeds"]
    leaves = next(seed for seed in before if seed in {"p1", "p3", "p5"})
    matches = venue(line.folder, Operator()).desk.tournament.matches
    match = str(next(match for match, pair in matches.items() if leaves in pair))
    if_so = line.run("what-if", "-C", line.folder, match, "2").out
    line("correct", match, "2", "--reason", "The other way round.")
    status = line.run("status", "-C", line.folder).out
    assert "so the Masters cut must be made again: `roundbook cut masters --again`" in status
    assert "next: roundbook cut masters --again" in status
    said = line.refused("start", "masters-cut", rule="seeds-outdated")
    line("cut", "masters", "--again")
    after = last(line, "cut-made")["seeds"]
    [joins] = {*after} - {*before}
    assert joins in {"p1", "p2", "p3", "p4", "p5", "p6"}, "each flight sends the same number"
    assert f"would have included {joins} and left out {leaves}" in " ".join(if_so.split())
    assert "the bracket has not started, so the cut would be made again" in " ".join(if_so.split())
    wrong = next(n for n, pair in enumerate(zip(before, after, strict=True)) if len({*pair}) > 1)
    assert f"seed {wrong + 1} is {after[wrong]} now" in said
    assert "must be made again" not in line.run("status", "-C", line.folder).out


def test_the_next_step_names_the_override_that_a_cut_needs(line: Line) -> None:
    """A late player takes a division into a cut of its own after none was announced."""
    line.start("--style", "swiss-plus-cut", junior=8, masters=10)
    line.first_round()
    for division in ("junior", "masters"):
        line("late", f"Late {division}", "--division", division, "--informed")
    finish(line)
    for _ in range(3):
        play(line)
    step = "roundbook cut --override cut-shares --because …"
    assert f"next: {step}\n" in line.run("status", "-C", line.folder).out
    line.refused("cut", rule="cut-shares")
    line("cut", "--override", "cut-shares", "--because", "none was announced")
    assert last(line, "cut-made")["division"] == "Masters"


def test_a_cut_made_again_with_its_own_size_needs_no_new_reason(line: Line) -> None:
    line.start("--style", "swiss-plus-cut", masters=8)
    line.announce("--rounds", 1, "--cut", "masters=4")
    play(line)
    line("cut", "--size", 2, "--reason", "The hall closes at eight.")
    line("drop", last(line, "cut-made")["seeds"][0])
    line.refused("cut", "--again", "--size", 3, code=2)
    line("cut", "--again", "--size", 2)
    assert last(line, "cut-made")["reason"] == "The hall closes at eight."


@pytest.mark.rule("A-72")
def test_nobody_is_said_to_have_dropped_because_a_result_was_corrected_too_late(line: Line) -> None:
    """The final has started with the winner of a semi-final whose result is then corrected."""
    line.start("--style", "swiss-plus-cut")
    line.crowd(masters=8)
    line.announce("--rounds", 3, "--cut", "masters=4")
    for _ in range(3):
        play(line)
    line("cut")
    play(line)
    (first, second), _ = last(line, "round-paired")["pairings"]
    table = last(line, "round-paired")["tables"][0]
    line("pair")
    line("start")
    match = f"masters-cut-4-{table}"
    result = next(
        event["result"]["verdict"]
        for entry in line.ledger()
        for event in entry["events"]
        if event["event"] == "result-reported" and event["match"] == ["masters-cut", 4, table]
    )
    winner, loser = (first, second) if result == "first" else (second, first)
    other = "2" if result == "first" else "1"
    let = ("--override", "cut-result-final", "--because", "the slip says so")
    line("correct", match, other, "--reason", "misread", *let)
    entry = line.ledger()[-1]["seq"]
    before = f"the bracket had already moved on before the result was corrected (entry {entry})"
    shown = " ".join(line.run("round bracket", "-C", line.folder).out.split())
    assert f"advanced from {match}: {before}" in shown
    assert "drop" not in shown
    nodes = json.loads(line.run("round bracket", "-C", line.folder, "--json").out)["brackets"][0][
        "rounds"
    ][0]
    node = next(one for one in nodes["matches"] if one["match"] == match)
    assert (node["how"], node["corrected"], node["winner"]) == ("gone on", entry, winner)
    for player, how in ((winner, "advanced, not "), (loser, "eliminated, and ")):
        said = " ".join(line.run("explain", "-C", line.folder, player).out.split())
        assert how in said
        assert before in said
        assert "drop" not in said
    assert line.run("verify", line.folder).code == 0
