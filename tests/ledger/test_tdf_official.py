"""What a file says officially comes out as it stands there, and our own answers agree with it."""

from itertools import groupby
from pathlib import Path

import pytest

from roundbook.ledger.importers.tdf.reader import official, read
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.terms import Division, PlayerId
from roundbook.projections.standings.standings import standings
from tests.ledger.tdf_told import LAWFUL, SAMPLES, followed, hand_written, plain

pytestmark = pytest.mark.fast

AGES = {"0": Division.JUNIOR, "1": Division.SENIOR, "2": Division.MASTERS}
FINALISED = [path for path in LAWFUL if 'stage="5" version' in path.read_text()]


def test_eight_files_are_finalised() -> None:
    assert [path.stem.split("_")[0] for path in FINALISED] == [
        *("01", "02", "03", "07", "08"),
        *("late", "odd", "third"),
    ]


@pytest.mark.parametrize("path", LAWFUL, ids=lambda path: path.stem)
def test_official_places_seeds_and_orders_are_those_of_the_file(path: Path) -> None:
    data = path.read_bytes()
    root, number, _ = plain(data)
    found = official(read(data))
    in_file: dict[tuple[Division, str], list[tuple[str, str | None]]] = {}
    for pod in root.iterfind("standings/pod"):
        rows = [(number[row.attrib["id"]], row.get("place")) for row in pod]
        if rows:
            in_file[AGES[pod.attrib["category"]], pod.attrib["type"]] = rows
    in_ours: dict[tuple[Division, str], list[tuple[str, str | None]]] = {}
    for division, placed in found.places.items():
        in_ours[division, "finished"] = [(player, str(place)) for player, place in placed]
    for division, listed in found.unfinished.items():
        in_ours[division, "dnf"] = [(player, None) for player in listed]
    assert in_ours == in_file
    for tag, ours in (("seed", found.seeds), ("order", found.orders)):
        assert ours == {
            number[player.attrib["userid"]]: int(player.findtext(tag, ""))
            for player in root.iterfind("players/player")
            if player.find(tag) is not None
        }


@pytest.mark.parametrize("path", FINALISED, ids=lambda path: path.stem)
def test_the_told_ledger_gives_every_official_place(path: Path) -> None:
    data = path.read_bytes()
    found = official(read(data))
    lines = standings(followed(data), load("tom"))
    ours = {
        division: tuple((line.player, line.place) for line in group if line.place is not None)
        for division, group in groupby(lines, key=lambda line: line.division)
    }
    assert ours == found.places


def test_the_samples_hold_ninety_official_places() -> None:
    places = [official(read(path.read_bytes())).places for path in SAMPLES]
    assert sum(len(rows) for found in places for rows in found.values()) == 35 + 16 + 5 + 25 + 9


def test_who_was_disqualified_is_listed_without_a_place() -> None:
    found = official(read(hand_written("odd_outcomes")))
    assert found.unfinished == {Division.MASTERS: (PlayerId("p8"),)}
    assert PlayerId("p8") not in dict(found.places[Division.MASTERS])


def test_one_list_for_all_is_the_open_division() -> None:
    text = hand_written("third_place").decode()
    text = text.replace('<pod category="2" type="finished"', '<pod category="10" type="finished"')
    assert list(official(read(text.encode())).places) == [Division.OPEN]
