"""`roundbook explain` of a table or a round: why these two meet, who says so, what proves it."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.line import Line
from tests.cli.typed import GOLDEN, IMPORTS, lay, roundbook, transcript

EIGHT = ("Ana", "Ben", "Cho", "Dee", "Eve", "Fay", "Gus", "Hal")
CUP = IMPORTS / "01_cup_two_pods_cut_final.tdf"


def explained(line: Line, what: str, *more: str) -> str:
    said = line.run("explain", "-C", line.folder, what, "--proof", *more, code=0)
    return " ".join(said.out.split())


@pytest.mark.rule("LED-3")
def test_a_drawn_round_is_explained_in_eighty_columns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Callable[[str, str], None]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    typed = ("lab generate", "cup", "--players", 9, "--rounds", 4, "--ties", "0.1", "--seed", "why")
    assert roundbook(*typed).code == 0
    golden(
        f"{GOLDEN}/explain_pairing.txt",
        transcript(
            ("explain", "-C", "cup", "masters-3", "--proof"),
            ("explain", "-C", "cup", "masters-2-1"),
        ),
    )


@pytest.mark.rule("LED-1")
def test_a_round_by_hand_is_set_beside_the_best_one(line: Line) -> None:
    line.begin(*EIGHT, played=1)
    pairs = [tuple(pair) for pair in line.paired(1)["pairings"]]
    across = zip(pairs, [*pairs[1:], pairs[0]], strict=True)
    seats = " ".join(f"{high}-{low}" for (high, _), (_, low) in across)
    line("pair", "--by-hand", seats, "--reason", "the printer broke")
    said = explained(line, "masters-2")
    assert "was paired by hand (entry" in said
    assert 'because: "the printer broke"' in said
    assert (
        "The round is worse than the best possible one: 4 pairs straddle the gap between 3 and 0"
        in said
    )
    assert "0 would be enough" in said
    assert said.count("is paired down with") == 4
    assert "odd in number" not in said
    assert "secret" not in said


@pytest.mark.rule("LED-1")
def test_a_round_by_hand_may_be_as_good(line: Line) -> None:
    line.begin(*EIGHT[:4], played=1)
    (one, two), (three, four) = line.paired(1)["pairings"]
    line("pair", "--by-hand", f"{one}-{three} {two}-{four}", "--reason", "by the old list")
    said = explained(line, "masters-2-1")
    assert "are both on 3 points" in said
    assert "No better pairing is possible: this is" in said


@pytest.mark.rule("A-11")
def test_a_rematch_that_an_official_allowed_is_called_one(line: Line) -> None:
    line.begin(*EIGHT[:4], played=1)
    seats = " ".join("-".join(pair) for pair in line.paired(1)["pairings"])
    line(
        *("pair", "--by-hand", seats, "--reason", "they wished it"),
        *("--override", "rematch", "--because", "the organiser allowed it"),
    )
    said = explained(line, "masters-2-1")
    assert "had met before: this is a rematch." in said
    assert "The round is not legal, though a legal pairing was possible" in said
    assert line.run("explain", "-C", line.folder, "masters-2-1", "--json").data["paired"]["tables"][
        0
    ]["why"] == ("rematch")


@pytest.mark.rule("A-42")
def test_a_repaired_round_says_what_the_repair_changed(line: Line) -> None:
    line.enrol(*EIGHT)
    line("announce")
    line("pair")
    before = {p: q for a, b in line.paired(1)["pairings"] for p, q in ((a, b), (b, a))}
    line("drop", "p1")
    line("round repair", "--reason", "p1 went home")
    alone = before["p1"]
    name = EIGHT[int(alone[1:]) - 1]
    said = explained(line, "masters-1")
    assert "was repaired at random, by a recorded draw" in said
    assert f"The repair gave a new opponent, or the bye, to {name} ({alone})." in said
    assert f"Before the repair {name} ({alone}) met Ana (p1)." in said
    assert "by repair-1 (docs/pairing.md)" in said
    data = line.run("explain", "-C", line.folder, "masters-1", "--json").data["paired"]
    assert data["moved"] == [alone]
    assert [one["before"] for one in data["tables"] if one.get("before")] == [{alone: "p1"}]


def test_what_is_corrected_later_changes_no_explanation(line: Line) -> None:
    line.begin(*EIGHT, played=1)
    line("pair")
    before = explained(line, "masters-2")
    line("correct", "masters-1-1", "2", "--reason", "slip read upside down")
    assert explained(line, "masters-2") == before
    assert "masters-1-1" in explained(line, "masters-1", "--as-of", "before round 2")
    early = line.run("explain", "-C", line.folder, "masters-2", "--as-of", "before round 2")
    assert (early.code, early.out) == (3, "")
    assert "no round 2 of masters has been paired." in early.err


def test_what_is_not_there_is_said_in_a_sentence(line: Line) -> None:
    line.begin(*EIGHT)
    for what, sentence in (
        ("masters-9", "no round 9 of masters has been paired."),
        ("juniors-1", "no round 1 of juniors has been paired."),
        ("masters-1-77", "nobody was paired at table 77 in round 1 of masters."),
        ("p77", "there is no player p77"),
    ):
        said = line.run("explain", "-C", line.folder, what)
        assert (said.code, said.out) == (3, "")
        assert said.err.startswith(f"refused: {sentence}")


def test_an_awarded_bye_is_no_lot(line: Line) -> None:
    line.enrol(*EIGHT[:6])
    line("people award-bye", "p2", "1")
    line("announce")
    line("pair")
    said = explained(line, "masters-1")
    assert "no opponent: Ben (p2) Ben (p2) has an awarded bye (TOP §3.1)." in said
    assert "has the bye: the number of players (5) is odd" in said


def test_a_told_round_says_so_and_stands_beside_the_best(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    cup = lay(CUP, tmp_path / "cup")
    said = roundbook("explain", "-C", cup, "masters-2", code=0)
    assert "was not paired here, but imported from a file (entry" in said.out
    assert "No better pairing is possible" in said.out
    assert "secret" not in said.out
    bracket = roundbook("explain", "-C", cup, "masters-cut-7").out
    assert bracket.count("Single elimination: the pairing follows from the seeds") == bracket.count(
        "masters-cut-7-"
    )
    assert "better" not in bracket


def test_pairs_across_divisions_are_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    typed = (
        "lab generate",
        tmp_path / "cup",
        "--divisions",
        "3,3,9",
        "--rounds",
        4,
        "--seed",
        "mix",
    )
    assert roundbook(*typed).code == 0
    rounds = roundbook("history", "-C", tmp_path / "cup", "--json").data["history"]
    named = sorted({one["round"] for one in rounds if one["round"]})
    kinds = set()
    for each in named:
        data = roundbook("explain", "-C", tmp_path / "cup", each, "--json").data["paired"]
        assert data["judged"]["verdict"] in {"parity", "proven", "unproven"}
        assert data["judged"]["measured"]["drawn"] is True
        assert data["checked"] is True
        kinds |= {one["why"] for one in data["tables"]}
        for one in data["tables"]:
            assert all(player in one["sentence"] for player in one["players"])
    assert {"division", "bye"} <= kinds


@pytest.mark.rule("A-11")
def test_past_pairings_that_stood_in_the_way_are_named_and_what_proves_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After seven rounds of fourteen players brackets cannot be paired within themselves."""
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    cup = tmp_path / "cup"
    typed = (
        "lab generate",
        cup,
        "--players",
        14,
        "--rounds",
        8,
        "--drops",
        "0.05",
        "--seed",
        "w14",
    )
    assert roundbook(*typed).code == 0
    met: set[frozenset[str]] = set()
    kinds, forced = set(), 0
    for number in range(1, 9):
        data = roundbook("explain", "-C", cup, f"masters-{number}", "--json").data["paired"]
        assert data["checked"] is True
        kinds.add(data["certificate"]["kind"])
        for one in data["tables"]:
            assert all(frozenset(pair) in met for pair in one.get("met", ()))
            forced += bool(one.get("met"))
        met |= {frozenset(one["players"]) for one in data["tables"]}
    assert forced
    assert {"parity", "window"} <= kinds
    said = " ".join(roundbook("explain", "-C", cup, "masters-8", "--proof").out.split())
    assert re.search(
        r"cannot be paired without a rematch \(Player \d+ \(p\d+\) with Player \d+ \(p", said
    )
    assert "with labels that give a lower bound, which this round meets exactly." in said


def test_a_player_asks_for_the_latest_pairing_or_the_bye(line: Line) -> None:
    line.begin(*EIGHT[:5], played=1)
    line("pair")
    event = line.paired(2)
    ((lucky, _),) = event["byes"]
    said = explained(line, "pairing", lucky)
    assert f"no opponent: {EIGHT[int(lucky[1:]) - 1]} ({lucky})" in said
    assert "masters-2-" not in said
    one, other = event["pairings"][0]
    match = f"masters-2-{event['tables'][0]}"
    latest = explained(line, "pairing", match)
    for player in (one, other):  # The rounds before come below.
        assert explained(line, "pairing", player).startswith(latest.rstrip())
    assert explained(line, "pairing", match) == explained(line, match)


def test_a_kind_says_what_is_asked_for(line: Line) -> None:
    line.start()
    line("register", "Ana", "--birth-year", 1990)
    said = line.run("explain", "-C", line.folder, "pairing", "p1")
    assert (said.code, said.err.splitlines()[0]) == (3, "refused: Ana (p1) has not been paired.")
    said = line.run("explain", "-C", line.folder, "place", "masters-1", code=3)
    assert "no player matches" in said.err
    assert line.run("explain", "-C", line.folder, "place", "p1").code == 0
    said = line.run("explain", "-C", line.folder, "place", "round 1", code=3)
    assert 'no player matches "round 1"' in said.err
