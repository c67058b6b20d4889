"""A single elimination by commands alone: seeds, byes, leavers, corrections, places, picture."""

import json
import re
from collections.abc import Callable
from csv import DictReader
from pathlib import Path
from random import Random
from typing import Any

import pytest

from roundbook.cli.session.venue import venue
from roundbook.ledger.events.catalogue import ThirdPlacePlayoffPaired
from roundbook.ledger.rulesets.divisions import BRACKET
from roundbook.ledger.terms import PlayerId
from roundbook.ledger.text import cells_of
from roundbook.projections.bracket.bracket import third_place
from tests.cli.line import Line
from tests.cli.typed import GOLDEN, IMPORTS, lay, rewrite, roundbook, transcript
from tests.projections import elimination

NAMES = ("Ana", "Ben", "Cho", "Dee", "Eva", "Fay", "Gus", "Hal")
DIVISIONS = ("Masters", "Senior", "Junior")


def begin(line: Line, count: int, *words: str) -> list[PlayerId]:
    """Open, register, announce and draw; return the players in order of seed."""
    line.start("--style", "single-elimination", *words)
    roster = line.home.parent / "roster.csv"
    rows = [f"Player {NAMES[n % 8]}{n},{5000 + n},{DIVISIONS[n % 3]}" for n in range(count)]
    roster.write_text("name,id,division\n" + "\n".join(rows))
    line("register", roster)
    line("announce", "--third-place", "--prizes", "8")
    line("round seed")
    return seeds(line)


def seeds(line: Line) -> list[PlayerId]:
    """The seeds that were drawn last."""
    events = [event for entry in line.ledger() for event in entry["events"]]
    drawn: list[list[PlayerId]] = [e["seeds"] for e in events if e["event"] == "seeds-drawn"]
    return drawn[-1]


def read(line: Line, verb: str) -> str:
    """What a reading verb says, on one line."""
    return " ".join(roundbook(verb, "-C", line.folder).out.split())


def seats(line: Line, number: int) -> dict[str, list[str]]:
    """Who sits where in the latest form of a round, by match."""
    events = [event for entry in line.ledger() for event in entry["events"]]
    event = next(
        event
        for event in reversed(events)
        if event["event"] in {"round-paired", "round-repaired"} and event["round"] == number
    )
    matches = [f"bracket-{number}-{table}" for table in event["tables"]]
    return dict(zip(matches, event["pairings"], strict=True))


def last(line: Line) -> Any:
    return line.ledger()[-1]["events"][-1]


def places(line: Line) -> list[str]:
    said = roundbook("standings", "-C", line.folder, "--overall", "--json").standings
    assert [one["place"] for one in said] == list(range(1, len(said) + 1))
    return [one["player"] for one in said]


@pytest.mark.rule("TOP-3.2a", "TOP-3.2b", "TOP-3.2c", "TOP-3.2e", "TOP-3.2.1", "TOP-3.2.3")
@pytest.mark.parametrize(("kind", "games"), [("bo1", "1-0"), ("bo3", "2-1")])
def test_53_players_of_all_ages_from_the_opening_to_the_close(
    line: Line, kind: str, games: str
) -> None:
    order = begin(line, 53, "--match-format", kind)
    said = line("announce", "--text", "Lunch is at one.").out
    assert "53 players: 6 rounds (TOP §3.2)" in said
    assert sorted(order) == sorted(f"p{n}" for n in range(1, 54))
    assert order != [f"p{n}" for n in range(1, 54)]
    chance = Random(53)  # noqa: S311 - dice that fall alike every time.
    settled: dict[tuple[int, frozenset[int]], int] = {}
    for number in range(1, 7):
        line("pair")
        assert len(last(line).get("byes", [])) == (11 if number == 1 else 0)
        if number == 1:
            assert {player for player, _ in last(line)["byes"]} == set(order[:11])
        line("start")
        for match, pair in seats(line, number).items():
            won = chance.choice((0, 1))
            line("report", match, games if won == 0 else games[::-1])
            numbers = [order.index(PlayerId(player)) + 1 for player in pair]
            settled[number, frozenset(numbers)] = numbers[won]
    expected = elimination.play(53, lambda n, one, other: settled[n, frozenset((one, other))])
    without = elimination.places(expected)
    assert places(line) == [order[seed - 1] for seed in without]
    third = play_off(line, games)
    assert "now. The bracket is finished." in line.refused("pair")
    assert "Keep the results until" in line("close").out
    why = roundbook("explain", "-C", line.folder, third).out
    assert re.search(r"Above .*, place 4: lost the\s+3rd-place match\.", why)
    with_it = elimination.places(expected, third=order.index(third) + 1)
    assert places(line) == [order[seed - 1] for seed in with_it]
    assert roundbook("verify", line.folder).code == 0
    divided = roundbook("standings", "-C", line.folder, "--json").standings
    for division in DIVISIONS:
        own = [one for one in divided if one["division"] == division]
        assert [one["player"] for one in own] == [
            player for player in places(line) if player in {one["player"] for one in own}
        ]
        assert own[0]["in_division"] == 1
    whole = roundbook("standings", "-C", line.folder, "--overall", "--json").standings
    knocked = {
        one["player"]: one["out"]["by"]["player"]
        for one in whole
        if one["out"] and one["out"]["met"]
    }
    assert {order.index(p) + 1: order.index(by) + 1 for p, by in knocked.items() if by} == {
        seed: by for seed, (_, by) in expected.out.items()
    }
    why = roundbook("explain", "-C", line.folder, order[52], "--json").data
    assert {step["cites"] for step in why["steps"]} == {"TOP §3.2.3"}
    number, by = expected.out[53]
    assert why["bracket"]["out"] | {"by": why["bracket"]["out"]["by"]["player"]} == {
        "round": number,
        "by": order[by - 1],
        "met": True,
    }
    said = roundbook("standings", "-C", line.folder).out
    for division in DIVISIONS:
        assert f"best in {division}: " in said
    picture = roundbook("round bracket", "-C", line.folder).out
    assert "bracket: Top 64 - Top 16, part 8 of 8" in picture
    assert "bracket: Top 8, quarter-finals - final\n" in picture
    assert "third place: " in picture
    assert "bracket: won by " in picture
    for text in (said, picture, roundbook("explain", "-C", line.folder, order[52]).out):
        assert max(map(cells_of, text.splitlines())) <= 80


def play_off(line: Line, games: str) -> PlayerId:
    """Let the losers of the semi-finals play, and the first of them win."""
    desk = venue(line.folder).desk
    pair = third_place(desk.tournament, BRACKET)
    assert pair is not None
    desk.post(ThirdPlacePlayoffPaired(pool=BRACKET, round=6, pairing=pair, table=9))
    assert "has no result" in line.refused("close", rule="third-place-unplayed")
    line("report", "bracket-6-9", games)
    return pair.first


@pytest.mark.rule("TOP-3.2e")
def test_the_play_off_is_announced_before_the_start_or_not_at_all(line: Line) -> None:
    begin(line, 4)
    said = line("announce", "--no-third-place").out
    assert "third place: a match → not announced" in said
    assert "Players were told something different about the 3rd-place match" in said
    assert "third place: not announced → a match" in line("announce", "--third-place").out
    assert "(third place: a match → not announced)" in read(line, "history")
    line.pair()
    line.refused("announce", "--no-third-place", rule="announcement-late")


@pytest.mark.rule("TOP-3.2.2")
def test_who_comes_before_the_start_breaks_all_matches_or_stays_out(line: Line) -> None:
    before = begin(line, 7)
    line("pair")
    posted = seats(line, 1)
    said = line("register", "Ida Late", "--division", "senior").out
    assert "The seeds no longer match the active players, so they must be drawn again" in said
    assert "roundbook round seed" in line.refused("round repair")
    assert "roundbook round seed" in line.refused("pair", "--again", "--reason", "late")
    # The hint leads to what works here: `repair` would only send on to `seed` (TOP §3.2.2).
    refused = line.refused("start", rule="seats-changed")
    assert "draw the seeds again, then pair round 1" in " ".join(refused.split())
    assert "roundbook round seed --reason" in refused
    assert "roundbook round repair" not in refused
    line.refused("round seed", rule="reason-missing")
    said = line("round seed", "--reason", "p8 came before the start").out
    assert "Round 1 is withdrawn, because all of its matches change (TOP §3.2.2).\n" in said
    assert len(seeds(line)) == 8
    assert seeds(line) != [*before, "p8"]
    kinds = [event["event"] for event in line.ledger()[-1]["events"]]
    assert kinds == ["round-withdrawn", "seeds-drawn"]
    assert last(line)["reason"] == "p8 came before the start"
    line.refused("round seed", "--reason", "I did not like it", rule="seeds-settled")
    line("pair")
    assert last(line).get("byes", []) == []
    assert seats(line, 1) != posted
    line("late", "Jon Later", "--division", "masters", "--refuse", "--reason", "we are seated")
    line("start")
    for words in (
        ("register", "Kim", "--division", "junior"),
        ("register", "Kim", "--division", "junior", "--left-off", "--reason", "forgotten"),
        ("late", "Kim", "--division", "junior", "--informed"),
    ):
        said = line.refused(*words, rule="registration-closed")
        assert "(TOP §3.2.2)" in said
    line.refused("round seed", "--reason", "Kim came", rule="seeds-settled")
    assert roundbook("verify", line.folder).code == 0


@pytest.mark.rule("TOP-3.2.2", "A-99")
def test_the_list_can_be_as_it_was_instead_of_drawing_the_seeds_again(line: Line) -> None:
    begin(line, 7)
    line("pair")
    posted = seats(line, 1)
    line("register", "Ida Late", "--division", "senior")
    said = " ".join(line.refused("round repair").split())
    assert "can also be taken off the list: `roundbook people unregister p8`" in said
    line("people unregister", "p8")
    assert seats(line, 1) == posted
    line("start")


@pytest.mark.rule("TOP-3.2.2")
def test_who_leaves_before_the_start_is_not_in_the_bracket(line: Line) -> None:
    begin(line, 5)
    line("pair")
    line("drop", "p2")
    said = line.refused("round repair")
    assert "roundbook round seed" in said
    assert "people unregister" not in said, "nobody has joined who could be taken off the list"
    line("register", "Ida Late", "--division", "senior")
    assert "people unregister" not in line.refused("round repair"), "the drop would still be there"
    line("people unregister", "p6")
    line("round seed", "--reason", "p2 went home")
    assert sorted(seeds(line)) == ["p1", "p3", "p4", "p5"]
    line.pair()
    assert roundbook("verify", line.folder).code == 0


@pytest.mark.rule("TOP-3.2a", "LED-3")
def test_seeds_are_drawn_again_by_whoever_verifies(line: Line) -> None:
    first, second, *_ = begin(line, 6)
    rewrite(
        line.folder,
        lambda text: (
            text
            if "seeds-drawn" not in text
            else text.replace(f'"{first}","{second}"', f'"{second}","{first}"')
        ),
    )
    said = roundbook("verify", line.folder, code=1)
    assert f"seed 1 should be {first}, not {second}" in said.out + said.err


def test_a_dry_run_shows_nothing_of_the_seeds(line: Line) -> None:
    line.start("--style", "single-elimination")
    for name in NAMES[:5]:
        line("register", name, "--division", "masters")
    before = line.files()
    said = line("round seed", "--dry-run").out
    assert "The seeds of 5 players would be drawn, with 3 byes in round 1.\n" in said
    assert "p1" not in said
    assert json.loads(line("round seed", "--dry-run", "--json").out)["byes"] == 3
    assert line.files() == before
    assert "roundbook round seed" in line.refused("pair")
    assert "no seeds have been drawn yet" in read(line, "standings")
    assert "there is no bracket" in roundbook("round bracket", "-C", line.folder).err


@pytest.mark.rule("TOP-3", "TOP-3.2.1")
def test_a_single_elimination_knows_no_swiss_and_swiss_no_seeds(line: Line) -> None:
    begin(line, 4)
    assert "Play the rounds of its bracket." in line.refused(
        "people award-bye", "p1", 2, rule="style-kept"
    )
    line.refused("people late-tag", "p1", "--set", "--reason", "came late", rule="style-kept")
    line.refused("announce", "--rounds", "3", "--rounds", "junior=2", rule="style-kept")
    line.refused("announce", "--cut", "masters=2", rule="style-kept")
    line.refused("close", rule="bracket-unfinished")
    other = Line(line.home, line.folder.parent / "swiss")
    other.start()
    other("register", "Ana", "--division", "masters")
    assert "this is not a single-elimination tournament" in other.refused("round seed")


@pytest.mark.rule("TOP-3")
def test_another_style_is_not_sanctioned_without_prior_approval(line: Line) -> None:
    style = ("--name", "Cup", "--style", "other")
    said = line.run("open", line.folder, *style, code=3)
    assert "not sanctioned without prior approval" in said.err
    assert not line.folder.exists()
    approval = ("--override", "style-not-sanctioned", "--because", "approved on 1 March")
    line.run("open", line.folder, *style, *approval, code=0)
    sentence = "a tournament in this style is not sanctioned without prior approval (TOP §3)"
    assert sentence in " ".join(read(line, "status").split())
    found = roundbook("verify", line.folder)
    assert "style-not-sanctioned" in found.out
    assert "approved on 1 March" in read(line, "history")
    for sanctioned in ("swiss", "swiss-plus-cut", "single-elimination"):
        folder = line.folder.parent / sanctioned
        line.run("open", folder, "--name", "Cup", "--style", sanctioned, code=0)
        assert "not sanctioned" not in line.run("status", "-C", folder, code=0).out


@pytest.mark.parametrize(
    ("kind", "good", "bad"), [("bo1", ("1-0", "0-1"), "2-1"), ("bo3", ("2-0", "1-2"), "3-0")]
)
def test_results_fit_the_format_and_somebody_wins(
    line: Line, kind: str, good: tuple[str, str], bad: str
) -> None:
    begin(line, 4, "--match-format", kind)
    line.pair()
    line.refused("report", "bracket-1-1", bad, rule="score-impossible")
    line.refused("report", "bracket-1-1", "tie", rule="tie-in-cut")
    line.refused("report", "bracket-1-1", "unplayed", rule="tie-in-cut")
    line("report", "bracket-1-1", good[0])
    line("report", "bracket-1-2", good[1])
    line.refused("correct", "bracket-1-1", "tie", "--reason", "no", rule="tie-in-cut")


@pytest.mark.rule("TOP-3.2d")
@pytest.mark.parametrize("verb", ["drop", "people disqualify"])
def test_who_leaves_has_lost_the_match_whatever_was_reported(line: Line, verb: str) -> None:
    begin(line, 8)
    line.pair()
    pairs = seats(line, 1)
    for match in pairs:
        line("report", match, "1")
    line("pair")
    posted = seats(line, 2)
    winner, loser = pairs["bracket-1-1"]
    leave = (verb, winner, *(("--reason", "hid a card") if verb != "drop" else ()))
    said = line(*leave).out
    assert f"({winner}) loses match" in said
    assert "repair it (`roundbook round repair bracket`)" in said
    line.refused("start", rule="seats-changed")
    tried = line("round repair", "--dry-run").out
    assert "1 of 2 tables of the semi-finals (bracket) is unchanged; " in tried
    assert "out of date" not in tried, "the posted pairings still stand"
    line("round repair")
    now = seats(line, 2)
    assert {match for match in now if now[match] != posted[match]} == {"bracket-2-1"}
    assert sorted(now["bracket-2-1"]) == sorted([*set(posted["bracket-2-1"]) - {winner}, loser])
    shown = roundbook("pairings", "-C", line.folder, "bracket", "--round", "1").out
    how = "drop" if verb == "drop" else "disqualified"
    assert f"right player won ({how})" in shown
    assert f"({how})" in roundbook("round bracket", "-C", line.folder).out
    assert "  Seed  " in shown
    assert "W-L-T" not in shown
    line("people reinstate", winner, "--reason", "it was somebody else")
    line("round repair")
    assert seats(line, 2) == posted
    line(*leave)
    line("round repair")
    line("start")
    back = ("people reinstate", winner, "--reason", "it was somebody else")
    line.refused(*back, rule="bracket-moved-on")
    line(*back, "--override", "bracket-moved-on", "--because", "for the record")
    assert seats(line, 2) == now
    for match in now:
        line("report", match, "1")
    line.pair()
    line("report", "bracket-3-1", "1")
    assert places(line)[0] == seats(line, 3)["bracket-3-1"][0]
    assert winner in places(line)[4:]
    assert "bracket had already moved on" in " ".join(
        roundbook("explain", "-C", line.folder, winner).out.split()
    )
    assert ", and so lost match bracket-1-1" in read(line, "history")
    assert roundbook("verify", line.folder).code == 0


@pytest.mark.rule("TOP-3.2d", "A-50")
def test_an_open_match_is_decided_when_somebody_leaves_and_by_both_for_nobody(line: Line) -> None:
    begin(line, 4)
    line.pair()
    pairs = seats(line, 1)
    line("report", "bracket-1-2", "2")
    assert "The semi-final round of bracket lacks 1 result (table 1)" in line.refused("pair")
    line("drop", pairs["bracket-1-1"][0])
    picture = roundbook("round bracket", "-C", line.folder).out
    # The mark stands behind the one who left, and not behind the opponent who advances.
    [marked] = [row for row in picture.splitlines() if "(drop)" in row]
    number = int(pairs["bracket-1-1"][0][1:]) - 1
    assert f"Player {NAMES[number]}{number} (drop)" in marked
    line("drop", pairs["bracket-1-1"][1])
    assert "is finished" in line.refused("pair")
    assert places(line)[0] == pairs["bracket-1-2"][1]
    line.refused("drop", pairs["bracket-1-2"][1], rule="bracket-over")
    line("close")
    assert roundbook("verify", line.folder).code == 0


@pytest.mark.rule("A-50")
def test_a_correction_moves_the_bracket_until_the_next_round_starts_and_never_after(
    line: Line,
) -> None:
    begin(line, 8)
    line.pair()
    for match in seats(line, 1):
        line("report", match, "1")
    line("pair")
    posted = seats(line, 2)
    line("correct", "bracket-1-4", "2", "--reason", "read upside down")
    line("round repair")
    now = seats(line, 2)
    assert now["bracket-2-1"] == posted["bracket-2-1"]
    assert set(now["bracket-2-2"]) == {
        *(set(posted["bracket-2-2"]) - set(seats(line, 1)["bracket-1-4"])),
        seats(line, 1)["bracket-1-4"][1],
    }
    line("start")
    again = ("correct", "bracket-1-1", "2", "--reason", "wrong after all")
    line.refused(*again, rule="cut-result-final")
    before = places(line)
    line(*again, "--override", "cut-result-final", "--because", "for the record")
    assert places(line) == before
    assert "moved on before the result was corrected" in " ".join(
        roundbook("explain", "-C", line.folder, seats(line, 1)["bracket-1-1"][1]).out.split()
    )
    for match in now:
        line("report", match, "1")
    line("pair")
    assert {player for pair in seats(line, 3).values() for player in pair} == {
        pair[0] for pair in now.values()
    }
    found = roundbook("verify", line.folder, code=0)
    assert "cut-result-final" in found.out


def test_a_bye_for_somebody_else_is_no_round_of_the_bracket(line: Line) -> None:
    order = begin(line, 3)
    pair = ("pair", "bracket", "--reason", "typed", "--by-hand")
    said = line.refused(*pair, f"{order[0]}-{order[1]} bye:{order[2]}", rule="bracket-differs")
    assert f"bye:{order[0]}" in said
    line(*pair, f"{order[1]}-{order[2]} bye:{order[0]}")
    line("start")
    line("report", "bracket-1-1", "1")
    line.pair()
    line("report", "bracket-2-1", "1")
    said = line.refused(*pair, f"bye:{seats(line, 2)['bracket-2-1'][0]}", rule="bracket-differs")
    assert "the bracket is finished" in said


def test_the_picture_of_a_bracket_fits_eighty_columns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Callable[[str, str], None]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    lay(IMPORTS / "01_cup_two_pods_cut_final.tdf", tmp_path / "cut")
    lay(IMPORTS / "04b_vgc_cup_top8_paired.tdf", tmp_path / "top8")
    golden(
        f"{GOLDEN}/bracket.txt",
        transcript(("round bracket", "-C", "cut"), ("round bracket", "-C", "top8", "masters-cut")),
    )
    said = roundbook("round bracket", "-C", "cut", "nowhere", code=3)
    assert "The brackets are: " in said.err
    data = roundbook("round bracket", "-C", "top8", "--json").data["brackets"]
    assert [len(one["matches"]) for one in data[0]["rounds"]] == [4, 2, 1]
    assert {node["how"] for node in data[0]["rounds"][0]["matches"]} == {"paired"}


def test_a_picture_keeps_its_columns_with_long_and_wide_names(line: Line) -> None:
    line.start("--style", "single-elimination")
    for name in ("Maximiliana Hohenlohe-Langenburg", "山田 太郎 すごく長い名前", "Ana", "Bo", "Cy"):
        line("register", name, "--division", "masters")
    line("announce")
    line("round seed")
    line.pair()
    said = roundbook("round bracket", "-C", line.folder).out
    assert max(map(cells_of, said.splitlines())) <= 80
    bars = [cells_of(text[: text.index("|")]) for text in said.splitlines() if "|" in text]
    assert len(set(bars)) <= 3
    assert "[bracket-1-1]" in said


@pytest.mark.rule("A-89")
def test_a_bracket_that_both_finalists_lost_has_no_first_place_in_any_list(line: Line) -> None:
    line.start("--style", "single-elimination")
    for name in ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox"):
        line("register", name, "--birth-year", 1990)
    line("announce")
    line("round seed")
    line("pair")
    line("start")
    line("report", "bracket-1-1", "1")
    line("report", "bracket-1-2", "1")
    line("pair")
    line("start")
    lost = ("report", "bracket-2-1", "double-loss")
    said = line.refused(*lost, rule="bracket-without-winner")
    assert "bracket would have no winner: nobody else is left." in said
    stands = ("--override", "bracket-without-winner", "--because", "Both.")
    line(*lost, *stands)
    line.refused("close", rule="bracket-without-winner")
    line("close", *stands)
    paired = [e for entry in line.ledger() for e in entry["events"] if e["event"] == "round-paired"]
    first = paired[-1]["pairings"][0]
    for words in (("standings",), ("standings", "--overall")):
        rows = line.at(*words, "--json").standings
        places = {row["player"]: row["place"] for row in rows}
        assert sorted(places.values()) == [2, 2, 3, 4]
        assert [places[player] for player in first] == [2, 2]
    file = line.home.parent / "standings.csv"
    assert line.run("file export", "-C", line.folder, file).code == 0
    table = list(DictReader(file.read_text(encoding="utf-8-sig").splitlines()))
    assert sorted(row["place"] for row in table[:4]) == ["2", "2", "3", "4"]


@pytest.mark.rule("A-89")
def test_a_final_whose_players_are_both_out_needs_one_of_them_back(line: Line) -> None:
    begin(line, 4)
    for number in (1, 2):
        line("pair")
        line("start")
        for table in line.paired(number)["tables"]:
            line("report", f"bracket-{number}-{table}", "1-0")
    for player in line.paired(2)["pairings"][0]:
        line("people disqualify", player, "--reason", "unsporting")
    said = line.refused("close", rule="bracket-without-winner")
    assert "bracket has no winner: everybody left in it lost." in said
    assert "so reinstate a player: `roundbook people reinstate p" in said


def test_who_is_asked_to_disqualify_is_told_which_match_is_lost(line: Line) -> None:
    begin(line, 8)
    line.pair()
    winner, _ = seats(line, 1)["bracket-1-1"]
    line("report", "bracket-1-1", "1")
    words = ("people disqualify", winner, "--reason", "hid a card")
    said = line(*words).err
    assert "match bracket-1-1 is lost, whatever its result; earlier results count." in said
