"""Invented seasons: people with a Player ID come again, and everything is reckoned here too."""

import json
from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.cli.typed import roundbook

ROUNDS = 3
RULE = """
rule = "league-2026"
title = "League 2026"
best = 3

[[tier]]
name = "cups"
events = ["cup-*"]
places = [{ from = 1, to = 1, points = 10 }, { from = 2, to = 4, points = 4 }]

[[tier]]
name = "opens"
events = ["open-*"]
best = 1
places = [{ from = 1, to = 1, points = 25 }, { from = 2, to = 6, points = 6, players = 6 }]
"""


class Season(NamedTuple):
    """The places at each event by Player ID, and who beat whom how often."""

    places: dict[str, dict[str, int]]
    beaten: Counter[tuple[str, str]]
    tied: Counter[tuple[str, str]]


def invent(
    folder: Path, events: int, *, ledgers: int = 0, archives: int = 0, seed: int = 1
) -> Season:
    """Write a season: first ledgers, then archives, then published files."""
    chance = Random(seed)  # noqa: S311 - invented.
    people = {f"{70_000 + number}": f"Player {number:03}" for number in range(6 + events // 2)}
    season = Season({}, Counter(), Counter())
    for number in range(1, events + 1):
        comers = chance.sample(sorted(people), 6)
        name = f"{'cup' if number % 3 else 'open'}-{number:04}"
        text, places = event(name, {who: people[who] for who in comers}, chance, season)
        file = folder / f"{name}.json"
        file.write_text(json.dumps(text), encoding="utf-8")
        kept = f"{name}.json"
        if number <= ledgers + archives:
            day = ("--start", f"2026-{1 + number % 12:02}-{1 + number % 28:02}")
            roundbook("file import", file, folder / name, *day, code=0)
            file.unlink()
            kept = name
            # A ledger has its own places, by the edition's tiebreakers.
            shown = roundbook("standings", "-C", folder / name, "--json", code=0).standings
            places = {one["id"]: one["place"] for one in shown}
        if ledgers < number <= ledgers + archives:
            roundbook("archive", folder / name, "--out", folder / f"{name}.zip", code=0)
            for path in sorted((folder / name).rglob("*"), reverse=True):
                path.rmdir() if path.is_dir() else path.unlink()
            (folder / name).rmdir()
            kept = f"{name}.zip"
        season.places[kept] = places
    return season


def event(
    name: str, people: dict[str, str], chance: Random, season: Season
) -> tuple[dict[str, Any], dict[str, int]]:
    """Return a published event of three rounds, and the places; a draw is rare."""
    points = Counter[str]()
    played: dict[str, dict[str, Any]] = defaultdict(dict)
    records = {who: {"wins": 0, "losses": 0, "ties": 0} for who in people}
    # A circle: in each round everybody meets somebody new.
    seats = [*people]
    for number in range(1, ROUNDS + 1):
        for one, other in zip(seats[:3], reversed(seats[3:]), strict=True):
            tie = chance.random() < 0.1
            won, lost = (one, other) if chance.random() < 0.5 else (other, one)
            if tie:
                season.tied.update([(one, other), (other, one)])
                points.update([one, other])
                results = {one: "T", other: "T"}
            else:
                season.beaten[won, lost] += 1
                points[won] += 3
                results = {won: "W", lost: "L"}
            for who, against in ((one, other), (other, one)):
                said = results[who]
                played[who][f"{number}"] = {"opponent": against, "result": said}
                records[who][{"W": "wins", "L": "losses", "T": "ties"}[said]] += 1
        seats = [seats[0], seats[-1], *seats[1:-1]]
    order = sorted(people, key=lambda who: (-points[who], who))
    places = {who: at for at, who in enumerate(order, start=1)}
    players = [
        {
            "id": who,
            "name": people[who],
            "placing": places[who],
            "record": records[who],
            "rounds": played[who],
        }
        for who in people
    ]
    return {"label": name, "players": players}, places
