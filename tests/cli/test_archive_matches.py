"""The page of an archive lists the matches of a player, and who corrected which result."""

import json
from pathlib import Path

import pytest

from roundbook.cli.archive.contents import page
from roundbook.ledger.archive_file import unpacked
from tests.cli.line import Line
from tests.node.test_page import Ask

FIVE = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox", "Eli Roy")
BUDGET = 240_000
"""As much as the page may weigh in every archive, in bytes."""


@pytest.mark.node
@pytest.mark.rule("LED-6")
def test_a_parent_finds_the_matches_of_a_child_with_every_correction(
    line: Line, ask: Ask, tmp_path: Path
) -> None:
    line.begin(*FIVE, played=1)
    line("correct", "masters-1-1", "1-2", "--reason", "read upside down", "--as", "Cem Ay")
    at = line.ledger()[-1]["seq"]
    line.pair()
    line("report", "masters-2-1", "1-1")
    file = tmp_path / "cup.zip"
    line.run("archive", line.folder, "--unfinished", "It rained.", "--out", file, code=0)
    rows = json.loads(unpacked(file.read_bytes())["tables/rounds.json"])
    [shown], [review] = ask("matches", [{"file": str(file)}]), ask("review", [{"file": str(file)}])
    assert {*shown} == {f"p{number}" for number in range(1, 6)}
    wanted: dict[str, list[str]] = {player: [] for player in shown}
    by = f"corrected by Cem Ay (organiser) in entry {at}"
    for row in rows:
        where = f"Round {row['round']} of masters"
        if row["second"] is None:
            wanted[row["first"]].append(f"{where}, random bye.")
            continue
        table, one, other = row["table"], row["first_name"], row["second_name"]
        ends = {
            (1, 1): (f"lost 1-2 against {other} ({by})", f"won 2-1 against {one} ({by})"),
            (1, 2): (f"won against {other}", f"lost against {one}"),
            (2, 1): (f"tied 1-1 with {other}", f"tied 1-1 with {one}"),
            (2, 2): (f"no result yet against {other}", f"no result yet against {one}"),
        }[row["round"], table]
        for player, end in zip((row["first"], row["second"]), ends, strict=True):
            wanted[player].append(f"{where}, table {table}: {end}.")
    assert shown == wanted
    [said] = [one["said"] for one in review["checks"] if one["name"] == "The corrections"]
    assert said[0].startswith(
        f"Results were changed after they had been entered: masters-1-1 {by}."
    )
    [said] = [one["said"] for one in review["checks"] if one["name"] == "The names"]
    assert said[0].startswith("5 names of players and 2 of staff checked against the commitments ")
    bare = tmp_path / "bare.zip"
    line.run("archive", line.folder, "--unfinished", "-", "--anonymous", "--out", bare, code=0)
    [hidden] = ask("matches", [{"file": str(bare)}])
    assert f"corrected by h2 (organiser) in entry {at}" in str(hidden)


@pytest.mark.node
@pytest.mark.rule("LED-6")
def test_a_result_that_was_withdrawn_and_entered_again_is_marked(
    line: Line, ask: Ask, tmp_path: Path
) -> None:
    line.begin(*FIVE[:4], played=1)
    line("withdraw", "masters-1-2", "--reason", "the slip was another one")
    line("report", "masters-1-2", "0-2")
    file = tmp_path / "cup.zip"
    line.run("archive", line.folder, "--unfinished", "It rained.", "--out", file, code=0)
    [shown] = ask("matches", [{"file": str(file)}])
    withdrawn = [
        said for said in shown.values() if "withdrawn by the organiser in entry" in said[0]
    ]
    assert sorted(" 0-2 " in said[0] for said in withdrawn) == [False, True]


def test_the_page_stays_small_enough_for_every_archive() -> None:
    assert len(page()) <= BUDGET
