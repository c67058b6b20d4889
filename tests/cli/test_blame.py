"""`roundbook proof blame`: which entries made what stands there."""

import pytest

from tests.cli.line import Line

FOUR = ("Ana", "Ben", "Cho", "Dee")


def entry_of(line: Line, event: str, **fields: object) -> int:
    """The number of the one entry that holds such an event."""
    [seq] = [
        entry["seq"]
        for entry in line.ledger()
        for one in entry["events"]
        if one["event"] == event and all(one[name] == value for name, value in fields.items())
    ]
    return int(seq)


def test_a_corrected_result_is_made_by_its_pairing_and_its_correction(line: Line) -> None:
    """Without the report the correction still stands: the report made nothing any more."""
    line.begin(*FOUR)
    match = line.tables(1)[0]
    line("report", match, "2-0")
    line("correct", match, "0-2", "--reason", "the slip was read upside down")
    paired = entry_of(line, "round-paired")
    corrected = entry_of(line, "result-corrected")
    data = line.run("proof blame", "-C", line.folder, match, "--json").data
    assert data["made_by"] == [paired, corrected]
    said = line.run("proof blame", "-C", line.folder, match)
    name = FOUR[int(line.paired(1)["pairings"][0][1][1:]) - 1]
    assert said.out.startswith(f"{match} result: 0-2 (a win for {name})\n")
    assert (
        "2 entries decided this value: if any one of them were missing, it would change."
        in said.out
    )
    assert f"  results: entry {corrected}\n  pairings: entry {paired}\n" in said.out
    assert "upside down" not in said.out
    proved = line.run("proof blame", "-C", line.folder, match, "--proof").out
    assert proved.index("\nresults:\n") < proved.index("upside down")
    assert proved.index("upside down") < proved.index("\npairings:\n")
    text = line.run("proof blame", "-C", line.folder, match, "pairing").out
    assert "1 entry decided this value: if it were missing, it would change." in text


def test_points_are_made_by_registration_pairing_and_the_own_result(line: Line) -> None:
    line.begin(*FOUR, played=1)
    (first, _), _ = line.paired(1)["pairings"]
    data = line.run("proof blame", "-C", line.folder, first, "points", "--json").data
    registered = entry_of(line, "player-registered", player=first)
    reported = entry_of(line, "result-reported", match=_match(line))
    assert data["value"] == 3
    assert data["made_by"] == [registered, entry_of(line, "round-paired"), reported]
    place = line.run("proof blame", "-C", line.folder, first)
    assert place.out.splitlines()[0].__contains__(f"({first}) ")
    assert " place: " in place.out.splitlines()[0]


def test_a_secure_place_is_said_in_words(line: Line) -> None:
    line.begin(*FOUR, "Eva", "Fay", "Gus", "Hal", played=2)
    data = line.run("standings", "-C", line.folder, "--json").standings
    winner = next(one["player"] for one in data if one["place"] == 1)
    line.pair()
    line.play(3)
    said = line.run("proof blame", "-C", line.folder, winner).out
    made = line.run("proof blame", "-C", line.folder, winner, "--json").data["made_by"]
    kinds = [
        one["event"] for entry in line.ledger() for one in entry["events"] if entry["seq"] in made
    ]
    secure = not {"result-reported", "round-paired"} & set(kinds)
    assert ("No single result or pairing decides this value: " in said) is secure


def _match(line: Line) -> list[object]:
    return ["masters", 1, line.paired(1)["tables"][0]]


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("p1", "colour"), 2, '"colour" is not a possible value; use one of place, points'),
        (("masters-1-1", "place"), 2, "use one of pairing, result."),
        (("masters-9-9",), 3, "match masters-9-9 has not been paired."),
        (("nobody",), 3, "no player matches"),
    ],
)
def test_what_is_no_cell_is_refused(
    line: Line, words: tuple[str, ...], code: int, why: str
) -> None:
    line.begin(*FOUR)
    said = line.run("proof blame", "-C", line.folder, *words)
    assert (said.code, said.out) == (code, "")
    assert why in said.err


@pytest.mark.rule("A-92")
def test_a_figure_is_that_of_the_standings_after_the_last_complete_round(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee", played=1)
    line.pair()
    lines = line.run("standings", "-C", line.folder, "--json").standings
    first = next(one for one in lines if one["match_points"] == 3)
    points = ("proof blame", "-C", line.folder, first["player"], "points", "--json")
    before = line.run(*points, code=0).data
    number = next(
        n
        for n, pair in zip(line.paired(2)["tables"], line.paired(2)["pairings"], strict=True)
        if first["player"] in pair
    )
    side = line.paired(2)["pairings"][line.paired(2)["tables"].index(number)]
    won = 1 if side[0] == first["player"] else 2
    line("report", f"masters-2-{number}", won)
    after = line.run(*points, code=0).data
    assert (after["value"], after["made_by"]) == (before["value"], before["made_by"])
    assert after["value"] == 3, "as the standings show, while round 2 is being played"
    line("report", f"masters-2-{3 - number}", 1)
    assert line.run(*points, code=0).data["value"] == 6
