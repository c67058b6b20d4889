"""`roundbook explain lock` and `explain bye`: since when, by whom, until when; and why this bye."""

import pytest

from tests.cli.line import Line

SIX = ("Ana", "Ben", "Cho", "Dee", "Eve", "Fay")


def said(line: Line, *words: str) -> str:
    found = line.run("explain", "-C", line.folder, *words, code=0)
    return " ".join(found.out.split())


@pytest.mark.rule("TOP-4h", "A-48", "A-49")
def test_a_match_says_until_when_it_can_be_corrected_and_then_who_locked_it(line: Line) -> None:
    line.begin(*SIX, played=1)
    match = line.tables(1)[0]
    assert f"{match} can be corrected until round 3 is paired" in said(line, "lock", match)
    line.pair()
    line.play(2)
    line("pair", "--as", "Bea")
    entry = len(line.ledger())
    text = said(line, "lock", match)
    assert f"{match} is locked: its record can no longer be altered (TOP §4)." in text
    assert "Round 3, the second subsequent round, was paired at " in text
    assert f"by Bea (organiser) (entry {entry})." in text
    data = line.run("explain", "-C", line.folder, "lock", match, "--json").data
    assert (data["state"], data["by"]["seq"], data["by"]["round"]) == ("locked", entry, 3)
    assert f"{line.tables(2)[0]} can be corrected until the tournament is closed" in said(
        line, "lock", line.tables(2)[0]
    )
    line("withdraw", "masters-3", "--reason", "it was too early")
    assert "That round has since been withdrawn; the results it locked stay locked." in said(
        line, "lock", match
    )
    line.close()
    assert "is locked: the tournament is closed." in said(line, "lock", line.tables(2)[0])


def test_an_awarded_bye_names_who_granted_it(line: Line) -> None:
    line.enrol(*SIX)
    line("people award-bye", "p1", "1", "--reason", "won the last cup")
    entry = len(line.ledger())
    line("announce")
    line("pair")
    text = said(line, "bye", "p1")
    assert "no opponent: Ana (p1)" in text
    assert f'(entry {entry}), because: "won the last cup".' in text
    data = line.run("explain", "-C", line.folder, "bye", "p1", "--json").data
    assert data["granted"]["seq"] == entry
    drawn = line.paired(1)["byes"][-1][0]
    assert f"({drawn}) has the bye" in said(line, "bye", drawn)
    assert "granted" not in said(line, "bye", drawn)


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("lock", "p1"), 2, '"p1" is not a match; use a name such as masters-3-7.'),
        (("lock", "masters-9-1"), 3, "match masters-9-1 has not been paired."),
        (("bye", "p1"), 3, "Ana (p1) has had no bye."),
    ],
)
def test_what_is_not_there_is_refused(
    line: Line, words: tuple[str, ...], code: int, why: str
) -> None:
    line.begin(*SIX)
    found = line.run("explain", "-C", line.folder, *words)
    assert (found.code, found.out) == (code, "")
    assert why in found.err
