"""The figures of a draft pod, and its places, from the JSON lines of a ledger and nothing else.

Written from the prose of the sheet (POD-9 to POD-13, A-35, A-36, A-38, A-39), for a pod in which
everybody plays three rounds or has a bye. As the sheet has it, points count from 0 to 9 and games
from 0 to 3.
"""

import json
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple


class Figures(NamedTuple):
    """What ranks a player: points, OMP from 3 to 9, GWP from 0 to 3, OGP from 1 to 3."""

    points: int
    omp: Fraction
    gwp: Fraction
    ogp: Fraction


def reckon(folder: Path) -> tuple[dict[str, Figures], list[str]]:
    """Return the figures of everybody, and all of them from the first place to the last."""
    pairs: dict[tuple[int, int], tuple[str, str]] = {}
    points: dict[str, int] = defaultdict(int)
    met: dict[str, list[str]] = defaultdict(list)
    games: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    lots: list[str] = []
    for line in (folder / "ledger.jsonl").read_text(encoding="utf-8").splitlines():
        for event in json.loads(line)["events"]:
            if event["event"] == "round-paired":
                assert not event.get("byes"), "a pod with a bye is not reckoned here"
                for table, pair in zip(event["tables"], event["pairings"], strict=True):
                    pairs[event["round"], table] = tuple(pair)
            elif event["event"] == "result-reported":
                _, number, table = event["match"]
                one, other = pairs[number, table]
                won, lost, drawn = event["result"]["games"]
                points[one] += 3 if won > lost else 1 if won == lost else 0
                points[other] += 3 if lost > won else 1 if won == lost else 0
                met[one].append(other)
                met[other].append(one)
                games[one].append((won, lost, drawn))
                games[other].append((lost, won, drawn))
            elif event["event"] == "lot-drawn":
                lots = event["lots"]
    gwp = {}
    for player, played in games.items():
        won, drawn = (sum(game[n] for game in played) for n in (0, 2))
        gwp[player] = Fraction(3 * won + drawn, sum(map(sum, played)))
    found = {}
    for player, opponents in met.items():
        omp = Fraction(sum(max(3, points[one]) for one in opponents), len(opponents))
        ogp = sum((max(Fraction(1), gwp[one]) for one in opponents), Fraction(0)) / len(opponents)
        found[player] = Figures(points[player], omp, gwp[player], ogp)
    drawn_at = {player: place for place, player in enumerate(lots)}
    order = sorted(found, key=lambda p: (*(-figure for figure in found[p]), drawn_at.get(p, -1)))
    return found, order
