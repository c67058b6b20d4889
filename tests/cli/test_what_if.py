"""`roundbook what-if`: what a correction would change, with nothing written."""

import pytest

from tests.cli.line import Line

EIGHT = ("Ana", "Ben", "Cho", "Dee", "Eve", "Fay", "Gus", "Hal")


def test_a_correction_shows_places_rounds_and_that_it_is_locked(line: Line) -> None:
    line.begin(*EIGHT, played=2)
    line("pair")
    before = line.files()
    match = f"masters-1-{line.paired(1)['tables'][0]}"
    said = line.run("what-if", "-C", line.folder, "--result", f"{match}=0-2", code=0)
    assert (
        f"The result of {match} is locked (TOP §4), so this is only a hypothetical question."
        in said.out
    )
    assert "round 2 of masters would have been paired differently, for at least " in said.out
    assert "Points" in said.out
    assert line.files() == before
    data = line.run("what-if", "-C", line.folder, "--result", f"{match}=0-2", "--json").data
    assert data["locked"] == [match]
    assert {one["round"] for one in data["rounds"]} >= {2}
    assert sum(one["would_have"] - one["match_points"] for one in data["places"]) == 0


def test_of_a_round_that_was_withdrawn_and_paired_again_only_the_last_pairing_counts(
    line: Line,
) -> None:
    line.begin(*EIGHT, played=1)
    match = f"masters-1-{line.paired(1)['tables'][0]}"
    line("pair")
    line("withdraw", "masters-2", "--reason", "a slip was missing")
    line("pair")
    said = line.run("what-if", "-C", line.folder, match, "0-2")
    assert said.out.count("round 2 of masters would have been paired differently") == 1


def test_the_same_result_changes_nothing(line: Line) -> None:
    line.begin(*EIGHT, played=1)
    match = f"masters-1-{line.paired(1)['tables'][0]}"
    said = line.run("what-if", "-C", line.folder, "--result", f"{match}=2-0")
    assert "The change would not affect any place, points, pairing or cut." in said.out


def test_a_match_and_its_result_are_typed_as_for_a_correction(line: Line) -> None:
    line.begin(*EIGHT, played=1)
    match = f"masters-1-{line.paired(1)['tables'][0]}"
    old = line.run("what-if", "-C", line.folder, "--result", f"{match}=0-2", code=0)
    for result in ("0-2", "0:2", "02"):
        assert line.run("what-if", "-C", line.folder, match, result).out == old.out


def test_a_late_tag_and_a_drop_can_be_asked_about(line: Line) -> None:
    line.begin(*EIGHT, played=1)
    winner = line.paired(1)["pairings"][0][0]
    said = line.run("what-if", "-C", line.folder, "--late", winner, "--json", code=0)
    assert any(one["player"] == winner for one in said.data["places"])
    assert line.run("what-if", "-C", line.folder, "--on-time", "p1", "--drop", "p2").code == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((), 2, "give a change to try"),
        (("--result", "masters-1-1"), 2, "is not an outcome; use the form masters-1-3=2-1"),
        (("--result", "masters-9-1=2-0"), 3, "match masters-9-1 has not been paired."),
        (("masters-1-1", "9-9"), 3, "9-9 cannot happen in a best of three."),
        (("--drop", "p99"), 3, "there is no player p99"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    line: Line, words: tuple[str, ...], code: int, said: str
) -> None:
    line.begin(*EIGHT)
    found = line.run("what-if", "-C", line.folder, *words)
    assert (found.code, found.out) == (code, "")
    assert said in found.err


def test_the_cost_of_a_correction_says_whom_it_reaches(line: Line) -> None:
    """Held against the pairings themselves: who sat opposite whom."""
    line.begin(*EIGHT, played=2)
    met: dict[str, set[str]] = {}
    for number in (1, 2):
        for a, b in line.paired(number)["pairings"]:
            met.setdefault(a, set()).add(b)
            met.setdefault(b, set()).add(a)
    table, pair = line.paired(1)["tables"][0], set(line.paired(1)["pairings"][0])
    match = f"masters-1-{table}"
    data = line.run("what-if", "-C", line.folder, "--result", f"{match}=0-2", "--json").data
    [found] = data["costs"]
    assert (found["match"], found["rounds"], set(found["players"])) == (match, 1, pair)
    opponents = {player for player in met if met[player] & pair} - pair
    assert set(found["opponents"]) == opponents
    near = pair | opponents
    beyond = {player for player in met if met[player] & (opponents | pair)} - near
    assert set(found["beyond"]) == beyond
    reported = line.ledger()[found["entry"] - 1]["events"][0]
    assert (reported["event"], reported["match"]) == ("result-reported", ["masters", 1, table])
    moved = [abs(one["place"] - one["would_be"]) for one in data["places"]]
    said = " ".join(line.run("what-if", "-C", line.folder, "--result", f"{match}=0-2").out.split())
    assert (
        f"cost of correcting {match}: reported in entry {found['entry']}, with 1 round paired"
        in said
    )
    assert f"the furthest by {max(moved)}." in said


def test_a_cost_names_no_figure_of_nobody(line: Line) -> None:
    """In round 1 nobody else has met the two, and nothing was paired since."""
    line.begin(*EIGHT)
    line("report", "masters-1-1", "2-0")
    said = " ".join(line.run("what-if", "-C", line.folder, "masters-1-1", "1-2").out.split())
    assert "It affects 2 records and the Op Win % of these players. " in said
    assert " 0 " not in said.partition("cost of")[2]
