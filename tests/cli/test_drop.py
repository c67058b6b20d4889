import pytest

from tests.cli.line import Line

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
WHAT = (
    "Cho Min (p3) of Masters will not play again and will have no final place; the results so far "
    "count.\n"
)


def test_several_players_leave_in_one_entry(line: Line) -> None:
    line.begin(*FOUR)
    said = line("drop", "p1", "ben", "p1")
    gone = ("Ana Lopez (p1)", "Ben Ode (p2)")
    assert said.out == "".join(f"Entry 9: {who} dropped, after round 1.\n" for who in gone)
    assert [event["after"] for event in line.ledger()[-1]["events"]] == [1, 1]


@pytest.mark.rule("A-7")
def test_before_the_start_no_round_counts(line: Line) -> None:
    line.start()
    line("register", "Ana", "--birth-year", 1990)
    line("drop", "p1")
    assert line.ledger()[-1]["events"][0]["after"] == 0


def test_nobody_leaves_twice(line: Line) -> None:
    line.begin(*FOUR)
    line("drop", "p1", "--cmd", "d1")
    line.refused("drop", "p1", rule="already-out")
    line("drop", "p1", "--cmd", "d1")
    said = line("drop", "p2", "p1").out
    assert "(p2) dropped, after round 1.\n1 had dropped already: " in said
    assert len(line.ledger()[-1]["events"]) == 1


def test_a_player_is_back_for_a_reason(line: Line) -> None:
    line.begin(*FOUR)
    line.refused("people reinstate", "p1", "--reason", "not gone", rule="not-out")
    line("drop", "p1")
    said = line("people reinstate", "p1", "--reason", "it was somebody else")
    assert said.out == "Entry 10: Ana Lopez (p1) was reinstated.\n"
    assert "--reason" in line.refused("people reinstate", "p1", code=2)


@pytest.mark.rule("A-60")
def test_who_is_back_is_told_which_rounds_are_lost(line: Line) -> None:
    line.begin(*FOUR)
    line.play(1)
    line("drop", "p1")
    line("pair")
    line("start")
    said = line("people reinstate", "p1", "--reason", "the bus was late")
    assert ": Ana Lopez (p1) was reinstated, with 1 loss.\n" in said.out
    assert "The player is back, with 1 loss for round 2 (TOP §3.1.3).\n" in said.out
    assert line.ledger()[-1]["events"][0]["missed"] == [2]
    line.play(2)
    assert (
        "round 2   lost without an opponent"
        in line.run("explain", "-C", line.folder, "p1", "--proof").out
    )


@pytest.mark.parametrize(("typed", "code"), [(b"y\n", 0), (b"\n", 3)])
def test_somebody_at_a_terminal_is_asked_before_a_player_is_disqualified(
    line: Line, monkeypatch: pytest.MonkeyPatch, typed: bytes, code: int
) -> None:
    line.begin(*FOUR)
    monkeypatch.setattr("roundbook.cli.session.ask.at_terminal", lambda: True)
    said = line.run(
        "people disqualify", "cho", "--reason", "hid a card", "-C", line.folder, stdin=typed
    )
    assert said.err.startswith(f"{WHAT}Disqualify Cho Min (p3)? [y/N]: ")
    assert said.code == code
    assert ("disqualified" in line.run("history", "-C", line.folder).out) is not bool(code)


def test_the_open_match_of_a_disqualified_player_is_to_be_reported(line: Line) -> None:
    line.begin(*FOUR)
    pairs = line.paired(1)["pairings"]
    (table,) = (n for n, pair in zip(line.paired(1)["tables"], pairs, strict=True) if "p3" in pair)
    said = line("people disqualify", "Cho", "--reason", "unsporting conduct, severe")
    assert said.out == (
        "Entry 9: Cho Min (p3) was disqualified, after round 1.\n"
        f"Match masters-1-{table} still needs a result: "
        f"`roundbook report masters-1-{table} RESULT`.\n"
    )


@pytest.mark.rule("A-8")
def test_a_disqualified_player_has_no_place(line: Line) -> None:
    line.begin(*FOUR)
    line.play(1)
    said = line("people disqualify", "Cho", "--reason", "unsporting conduct, severe")
    told = "Entry 11: Cho Min (p3) was disqualified, after round 1."
    assert said.out == f"{told}\nnext: roundbook pair masters\n"
    assert said.err == WHAT
    found = line.run("standings", "-C", line.folder, "--json").standings
    assert [one["player"] for one in found if one["place"] is None] == ["p3"]
    line.refused("drop", "p3", rule="already-out")
