"""Finalised files of the official program: all its places, seeds and bracket positions are ours.

The files are read here by the shortest way there is, and not by the importer.
"""

from collections import defaultdict
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import (
    Bye,
    ByeKind,
    Division,
    MatchId,
    Pairing,
    PlayerId,
    Pool,
    Result,
    Verdict,
)
from roundbook.projections.bracket.bracket import next_round, positions
from roundbook.projections.standings.standings import standings

IMPORTS = Path(__file__).resolve().parents[2] / "fixtures" / "imports"
FINAL = (
    "01_cup_two_pods_cut_final.tdf",
    "02_prerelease_mixed_pod_drops_final.tdf",
    "03_challenge_five_players_final.tdf",
    "07_cup_mixed_pod_drop_cap_final.tdf",
    "08_challenge_awarded_bye_drop_final.tdf",
)
WITH_CUT = (FINAL[0], FINAL[3], "04b_vgc_cup_top8_paired.tdf", "04c_vgc_cup_final_decided.tdf")
CATEGORIES = {"0": Division.JUNIOR, "1": Division.SENIOR, "2": Division.MASTERS}
VERDICTS = {"1": Verdict.FIRST, "2": Verdict.SECOND, "3": Verdict.TIE, "10": Verdict.DOUBLE_LOSS}


def season(start: str) -> int:
    month, _, year = start.split("/")
    return int(year) + (int(month) >= 9)


def division(born: str, year: int) -> Division:
    age = year - int(born[-4:])
    if age <= 12:
        return Division.JUNIOR
    return Division.SENIOR if age <= 16 else Division.MASTERS


def text(element: ET.Element, path: str) -> str:
    return element.findtext(path) or ""


@cache
def told(name: str) -> tuple[Tournament, dict[str, PlayerId]]:
    """Return the tournament that a file tells, and who its players are."""
    root = ET.parse(IMPORTS / name).getroot()  # noqa: S314 - a file of this checkout.
    year = season(text(root, "data/startdate"))
    people = root.findall("players/player")
    ids = {p.attrib["userid"]: PlayerId(f"p{n}") for n, p in enumerate(people, start=1)}
    t = Tournament()
    for one in people:
        held = division(text(one, "birthdate"), year)
        registered = ev.PlayerRegistered(
            player=ids[one.attrib["userid"]], division=held, commitment="A" * 43
        )
        t.apply(registered, 1)
    for pod in root.findall("pods/pod"):
        for part in pod.findall("rounds/round"):
            tell_round(t, people, ids, Pool(f"pod{pod.attrib['category']}"), part)
    for one in people:
        if (left := one.find("dropped")) is not None and text(left, "status") == "1":
            gone = ids[one.attrib["userid"]]
            t.apply(ev.PlayerDropped(player=gone, after=int(text(left, "round"))), 1)
    if root.attrib["stage"] == "5":
        t.apply(ev.TournamentClosed(), 1)
    return t, ids


def tell_round(
    t: Tournament, people: list[ET.Element], ids: dict[str, PlayerId], pod: Pool, part: ET.Element
) -> None:
    """Tell a round; one of a cut is told once for each division that plays in it."""
    held: dict[Pool, list[tuple[MatchId, Pairing, str]]] = defaultdict(list)
    byes: list[Bye] = []
    for match in part.findall("matches/match"):
        outcome = match.attrib["outcome"]
        seats = [
            ids[s.attrib["userid"]] for s in match if s.tag in {"player", "player1", "player2"}
        ]
        if len(seats) == 1:
            byes.append(Bye(seats[0], ByeKind.AWARDED if outcome == "4" else ByeKind.RANDOM))
            continue
        pool = pod
        if part.attrib["type"] == "1":
            played = t.players[seats[0]].division
            pool = Pool(f"{played.lower()}-cut")
            if pool not in t.cuts:
                cut(t, people, ids, pool, played)
        table = int(text(match, "tablenumber"))
        where = MatchId(pool, int(part.attrib["number"]), table)
        held[pool].append((where, Pairing(*seats), outcome))
    for pool, matches in held.items():
        t.apply(
            ev.RoundPaired(
                pool=pool,
                round=int(part.attrib["number"]),
                pairings=tuple(pair for _, pair, _ in matches),
                tables=tuple(where.table for where, _, _ in matches),
                byes=tuple(byes),
            ),
            1,
        )
        t.apply(ev.RoundStarted(pool=pool, round=int(part.attrib["number"])), 1)
        for where, _, outcome in matches:
            if outcome in VERDICTS:
                result = Result(verdict=VERDICTS[outcome])
                t.apply(ev.ResultReported(match=where, result=result), 1)


def cut(
    t: Tournament, people: list[ET.Element], ids: dict[str, PlayerId], pool: Pool, held: Division
) -> None:
    seeds = {
        int(text(p, "seed")): ids[p.attrib["userid"]]
        for p in people
        if text(p, "seed") and t.players[ids[p.attrib["userid"]]].division == held
    }
    t.apply(ev.CutMade(division=held, pool=pool, seeds=tuple(seeds[n] for n in sorted(seeds))), 1)


@pytest.mark.parametrize("name", FINAL)
@pytest.mark.rule("A-3", "A-4", "A-6", "A-46", "TOP-3.1.2c", "TOP-3.3.6a", "TOP-3.3.6b")
def test_every_official_place_is_ours(name: str) -> None:
    t, ids = told(name)
    ours = {one.player: (one.division, one.place) for one in standings(t, load("tom"))}
    root = ET.parse(IMPORTS / name).getroot()  # noqa: S314 - a file of this checkout.
    official = {
        ids[one.attrib["id"]]: (CATEGORIES[pod.attrib["category"]], int(one.attrib["place"]))
        for pod in root.findall("standings/pod")
        if pod.attrib["type"] == "finished"
        for one in pod.findall("player")
    }
    assert official
    assert ours == official


@pytest.mark.parametrize("name", WITH_CUT)
@pytest.mark.rule("TOP-3.3a")
def test_the_cut_takes_whom_our_swiss_standings_put_first(name: str) -> None:
    t, _ = told(name)
    assert t.cuts
    for made in t.cuts.values():
        swiss = [
            one.player
            for one in standings(t, load("tom"), swiss_only=True)
            if one.division == made.division and not one.dropped
        ]
        assert tuple(swiss[: len(made.seeds)]) == made.seeds


@pytest.mark.parametrize("name", WITH_CUT)
@pytest.mark.rule("TOP-3.2a")
def test_the_positions_of_a_bracket_are_those_of_the_file(name: str) -> None:
    t, ids = told(name)
    root = ET.parse(IMPORTS / name).getroot()  # noqa: S314 - a file of this checkout.
    for made in t.cuts.values():
        orders = {
            int(text(p, "order")): ids[p.attrib["userid"]]
            for p in root.findall("players/player")
            if ids[p.attrib["userid"]] in made.seeds
        }
        assert positions(made.seeds) == tuple(orders[n] for n in sorted(orders))


@pytest.mark.parametrize("name", WITH_CUT)
def test_the_next_round_of_a_bracket_is_the_one_the_file_pairs(name: str) -> None:
    full, _ = told(name)
    for made in full.cuts.values():
        t = full.copy()
        later = sorted(number for pool, number in full.rounds if pool == made.pool)
        for number in later:
            for after in later:
                if after >= number:
                    t.apply(ev.RoundWithdrawn(pool=made.pool, round=after, reason="test"), 2)
            posted = next_round(t, made.pool)
            assert posted is not None
            official = full.rounds[made.pool, number]
            assert (posted.number, posted.byes) == (number, ())
            assert posted.pairings == official.pairings
            t = full.copy()
