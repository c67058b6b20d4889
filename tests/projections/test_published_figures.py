"""Events whose figures somebody else has published, told as events and computed anew."""

import json
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from roundbook.ledger.desk import Desk
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.projections.bracket.bracket import next_round
from roundbook.projections.standings.percentages import basis, share
from roundbook.projections.standings.standings import Standing, standings
from tests.scripts import MASTERS, happened, play, player

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "tournaments"
REGIONAL = "09_regional_masters_531.json"
DCI = ("10_eight_player_swiss3.json", "11_eight_player_swiss3.json", "12_eight_player_swiss3.json")
SWISS = 14
FIRST_DAY = 9


def read(name: str) -> Any:
    return json.loads((FIXTURES / name).read_text(encoding="utf-8"))


def number_of(published: str) -> int:
    """P0115 is p115: the file lists its players in this order."""
    return int(published.removeprefix("P"))


@cache
def regional() -> Desk:
    """A regional of two days: nine rounds, five more for 56 players, and a cut to eight."""
    people = read(REGIONAL)["players"]
    told = happened(f"open tom; crowd 300; crowd {len(people) - 300}; rounds {SWISS}")
    assert [number_of(one["id"]) for one in people] == list(range(1, len(people) + 1))
    for number in range(1, SWISS + 1):
        if number == FIRST_DAY + 1:
            taken = [f"{number_of(p['id'])}" for p in people if str(number) in p["rounds"]]
            play(f"day-two {FIRST_DAY} {' '.join(taken)}", told)
        play(f"round {number} {seats(people, number)}", told)
        for one in people:
            if one["dropped_after_round"] == number:
                leaves = "disqualify" if one["disqualified"] else "drop"
                play(f"{leaves} {number_of(one['id'])} {number}", told)
    return told


def seats(people: list[Any], number: int) -> str:
    """Return the matches and byes of a round as a script has them, by table."""
    marks = {"W": ">", "L": "<", "T": "=", None: "?"}
    found = list[str]()
    seen: set[str] = set()
    for one in people:
        part = one["rounds"].get(str(number))
        if part is None or one["id"] in seen:
            continue
        if part["opponent"] == "BYE":
            found.append(f"{number_of(one['id'])}")
            continue
        seen.add(part["opponent"])
        mark = marks[part["result"]]
        found.append(f"{number_of(one['id'])}{mark}{number_of(part['opponent'])}")
    return " ".join(found)


def differing(lines: list[Standing], which: str, ours: Callable[[Standing], Fraction]) -> list[str]:
    """Return the players whose published percentage is not ours, to four decimals."""
    published = {number_of(p["id"]): p for p in read(REGIONAL)["players"]}
    return [
        published[int(line.player[1:])]["id"]
        for line in lines
        if abs(
            ours(line)
            - Fraction(published[int(line.player[1:])]["published_win_percentages"][which])
        )
        > Fraction(1, 10_000)
    ]


@pytest.mark.rule("T2", "T3", "A-3", "A-4", "A-6", "A-9", "A-20", "GTB-4", "GTB-5", "GTB-7")
def test_every_percentage_of_a_regional_is_ours_when_unplayed_matches_count_as_opponents() -> None:
    t, rules = regional().tournament, load("tom")
    lines = standings(t, rules, count_unplayed=True)
    b = basis(t, rules, count_unplayed=True)
    assert len(lines) == 531
    assert differing(lines, "opp", lambda line: line.op_win) == []
    assert differing(lines, "oppopp", lambda line: line.op_op_win) == []
    assert differing(lines, "self", lambda line: share(b, line.player, b.spans[line.player])) == []


def test_only_the_four_unplayed_players_and_their_opponents_differ_by_the_edition_itself() -> None:
    lines = standings(regional().tournament, load("tom"))
    apart = differing(lines, "opp", lambda line: line.op_win)
    assert sorted(apart) == ["P0115", "P0285", "P0489", "P0530"]
    assert len(differing(lines, "oppopp", lambda line: line.op_op_win)) == 23


@pytest.mark.rule("A-20")
def test_second_day_players_stand_above_all_others_and_count_the_second_day_only() -> None:
    t, rules = regional().tournament, load("tom")
    lines = standings(t, rules)
    taken = set(t.day_two[MASTERS].players)
    assert {line.player for line in lines[:56]} == taken
    b = basis(t, rules)
    assert {b.spans[p].after for p in taken} == {FIRST_DAY}
    assert {b.spans[p].after for p in t.players if p not in taken} == {0}


@pytest.mark.rule("A-8", "TOP-3.3.6a", "TOP-3.3.6b")
def test_every_place_of_a_regional_that_its_percentages_decide_is_ours() -> None:
    published = {number_of(p["id"]): p["placing"] for p in read(REGIONAL)["players"]}
    lines = standings(with_cut(), load("tom"), count_unplayed=True)
    assert [line.player for line in lines if line.place is None] == ["p475"]
    claims = Counter((line.match_points, line.op_win, line.op_op_win) for line in lines)
    parted = [
        line
        for line in lines
        if line.place and claims[line.match_points, line.op_win, line.op_op_win] == 1
    ]
    assert len(parted) == 531 - 1 - 6
    for line in parted:
        assert line.place == published[int(line.player[1:])], line


def with_cut() -> Tournament:
    """The regional with its cut to eight: quarter-finals, semi-finals, final."""
    told, pool = regional.__wrapped__(), Pool("masters-cut")
    seeds = [line.player for line in standings(told.tournament, load("tom"))[:8]]
    play(f"cut masters {' '.join(seeds)}", told)
    for number in range(SWISS + 1, SWISS + 4):
        played = seats(read(REGIONAL)["players"], number)
        pairs = {frozenset(map(player, re.split("[><]", pair))) for pair in played.split()}
        posted = next_round(told.tournament, pool)
        assert posted is not None
        assert {frozenset(pair) for pair in posted.pairings} == pairs
        play(f"{pool}: round {number} {played}", told)
    assert next_round(told.tournament, pool) is None
    return told.tournament


def dci(name: str) -> Desk:
    """An event of eight players and three rounds, with games; who is not seated again has left."""
    event = read(name)
    told = happened("open dci-mtr; crowd 8")
    previous: set[int] = set(range(1, 9))
    for number, part in enumerate(event["rounds"], start=1):
        seated, now = list[str](), set[int]()
        for match in part["matches"]:
            games = "-".join(str(match["games"][key]) for key in ("player1", "player2", "drawn"))
            first, second = (int(seat(match[key])[1:]) for key in ("player1", "player2"))
            seated.append(f"{first}-{second}:{games}")
            now |= {first, second}
        for gone in sorted(previous - now):
            play(f"drop {gone} {number - 1}", told)
        previous = now
        play(f"round {number} {' '.join(seated)}", told)
    return told


def seat(name: str) -> PlayerId:
    return player(int(name.removeprefix("Player ")))


@pytest.mark.rule("A-36", "POD-10")
@pytest.mark.parametrize("name", DCI)
def test_every_published_figure_and_place_of_a_dci_event_is_ours(name: str) -> None:
    published = {seat(one["player"]): one for one in read(name)["published_standings"]}
    lines = standings(dci(name).tournament, load("dci-mtr"))
    assert len(lines) == len(published) == 8
    for line in lines:
        theirs = published[line.player]
        assert line.game_win is not None
        assert line.op_game_win is not None
        assert (line.division, line.place) == (Division.MASTERS, theirs["rank"])
        assert line.match_points == theirs["points"]
        for ours, key in ((line.op_win, "omw"), (line.game_win, "gw"), (line.op_game_win, "ogw")):
            assert abs(ours - Fraction(theirs[key])) <= Fraction(1, 10_000_000), (line.player, key)
