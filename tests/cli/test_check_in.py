"""Who stands at the door before round 1, who is still to come, and what pairing says of them."""

import pytest

from tests.cli.line import Line

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")


@pytest.fixture
def door(line: Line) -> Line:
    """Return an announced tournament of four, of whom two have come."""
    line.enrol(*FOUR)
    line("announce")
    line("people check-in", "p1", "ben")
    return line


def absent(line: Line) -> list[str]:
    said = line.run("players", "-C", line.folder, "--absent", "--json")
    return [one["player"] for one in said.data["players"]]


def seated(line: Line) -> set[str]:
    round_1 = line.paired(1)
    byes = (bye["player"] for bye in round_1.get("byes", ()))
    return {player for pair in round_1["pairings"] for player in pair} | {*byes}


def test_players_check_in_by_number_and_name_and_one_list_has_the_others(door: Line) -> None:
    assert absent(door) == ["p3", "p4"]
    assert (
        "2 players have not checked in: `roundbook players --absent`"
        in door.run("status", "-C", door.folder).out
    )
    said = door("people check-in", "dee")
    assert said.out == (
        "Entry 8: Dee Fox (p4) checked in.\n3 players have checked in; 1 still to check in.\n"
    )
    assert door("people check-in", "p3").out.endswith("All players have checked in (4).\n")
    assert absent(door) == []
    undone = door("people check-in", "p3", "p4", "--undo", "--json")
    assert undone.data["absent"] == ["p3", "p4"]
    door.refused("people check-in", "p3", "--undo", rule="not-checked-in")
    door.refused("people check-in", "p1", rule="checked-in-already")
    listed = door.run("players", "-C", door.folder).out
    assert [line.split()[-1] for line in listed.splitlines() if "yes" in line] == ["yes"] * 2
    assert "Here" not in door.run("players", "-C", door.folder, "--public").out


def test_of_several_players_those_with_nothing_to_do_are_skipped_and_named(door: Line) -> None:
    door("drop", "p4")
    said = door("people check-in", "p1", "p2", "p3", "p4", "--cmd", "door").out
    assert said == (
        "Entry 9: Cho Min (p3) checked in.\n"
        "2 were here already: Ana Lopez (p1) and Ben Ode (p2).\n"
        "1 had dropped already: Dee Fox (p4).\n"
        "All players have checked in (3).\n"
    )
    assert door("people check-in", "p1", "p2", "p3", "p4", "--cmd", "door").out == said
    door.refused("people check-in", "p1", "p2", rule="checked-in-already")
    undone = door("people check-in", "p3", "p4", "--undo").out
    assert "1 had not checked in: Dee Fox (p4).\n" in undone
    dropped = door("drop", "p3", "p4").out
    assert "1 had dropped already: Dee Fox (p4).\n" in dropped
    door.refused("drop", "p3", "p4", rule="already-out")


def test_as_of_an_earlier_entry_nobody_had_come(door: Line) -> None:
    then = door.run("players", "-C", door.folder, "--absent", "--json", "--as-of", 6)
    assert len(then.data["players"]) == 4


@pytest.mark.rule("TOP-3.1.3a")
def test_a_script_is_told_who_has_not_come_and_pairs_them(door: Line) -> None:
    said = door("pair")
    assert said.err == (
        "Cho Min (p3) and Dee Fox (p4) have not checked in. Absent players are paired anyway; "
        "use --absent drop to drop them.\n"
        "If they are dropped: 2 players would remain. If an absent player arrives, "
        "use `roundbook people reinstate PLAYER --reason …`.\n"
    )
    assert seated(door) == {"p1", "p2", "p3", "p4"}


@pytest.mark.rule("TOP-3.1.3a")
@pytest.mark.parametrize(("typed", "code"), [(b"y\n", 0), (b"\n", 3)])
def test_somebody_at_a_terminal_is_asked_about_those_who_have_not_come(
    door: Line, monkeypatch: pytest.MonkeyPatch, typed: bytes, code: int
) -> None:
    monkeypatch.setattr("roundbook.cli.session.ask.at_terminal", lambda: True)
    said = door.run("pair", "-C", door.folder, stdin=typed)
    assert "have not checked in" in said.err
    assert said.err.split("\n")[2].startswith("Pair? [y/N]: ")
    assert said.code == code


def test_before_players_are_dropped_it_is_said_what_becomes_of_pods_and_cuts(line: Line) -> None:
    """Six Juniors play alone, and five play with the Masters (TOP §3.1.1, §3.1.2; A-61)."""
    line.start()
    for number in range(1, 17):
        line("register", f"Player {number}", "--division", "junior" if number < 7 else "masters")
    line.announce("--rounds", "4", "--cut", "masters=4")
    line("people check-in", *(f"p{number}" for number in (*range(1, 6), *range(7, 14))))
    said = line("pair").err
    assert said.splitlines()[-1] == (
        "If they are dropped: 12 players would remain. 5 Junior and 7 Masters: Junior has fewer "
        "than 6 players, so all play together (TOP §3.1.2), with places for each division. The "
        "Masters cut of 4 is more than half of the 7 players who came. "
        "If an absent player arrives, use `roundbook people reinstate PLAYER --reason …`."
    )


def test_who_has_not_come_is_left_out_in_the_entry_that_pairs(door: Line) -> None:
    said = door("pair", "--absent", "drop")
    assert said.err == ""
    assert ": Cho Min (p3) dropped, before the first round.\n" in said.out
    assert (
        "If an absent player arrives, use `roundbook people reinstate PLAYER --reason …`.\n"
        in said.out
    )
    *dropped, _, _ = door.ledger()[-1]["events"]
    assert [(one["player"], one["after"]) for one in dropped] == [("p3", 0), ("p4", 0)]
    assert seated(door) == {"p1", "p2"}
    door("people reinstate", "p3", "--reason", "stood in the wrong queue")
    door("people check-in", "p3")


def test_a_round_is_withdrawn_with_or_without_the_players_who_were_left_out(door: Line) -> None:
    door("pair", "--absent", "drop")
    door("withdraw", "masters-1", "--reason", "the wrong tables")
    assert absent(door) == []
    door("people reinstate", "p3", "--reason", "is here")
    door("pair", "--absent", "drop")
    said = door("withdraw", "masters-1", "--together", "--reason", "too early").out
    assert ": Cho Min (p3) was reinstated.\n" in said
    assert absent(door) == ["p3"], "the other was left out by an earlier pairing"
    door.pair("--absent", "keep")
    refused = door.refused("withdraw", "masters-1-1", "--together", "--reason", "x", code=2)
    assert "leave this out: it is only for rounds" in refused


def test_who_was_said_to_stay_is_not_asked_about(door: Line) -> None:
    said = door("pair", "--absent", "keep", "--json")
    assert said.data["absent"] == ["p3", "p4"]
    assert said.err == ""
    assert len(seated(door)) == 4


def test_as_long_as_nobody_checks_in_nobody_is_asked(line: Line) -> None:
    line.enrol(*FOUR)
    line("announce")
    assert line("pair").err == ""
    line("start")
    line.play(1)
    assert "checked in" not in line("pair").err
    assert "is over" in line.refused("people check-in", "p1", rule="check-in-over")


def test_everybody_who_has_not_checked_in_is_checked_in_at_once(door: Line) -> None:
    said = door("people check-in", "--all", "--cmd", "all")
    assert door("people check-in", "--all", "--cmd", "all").out == said.out
    assert said.out == (
        "Entry 8: Cho Min (p3) checked in.\nEntry 8: Dee Fox (p4) checked in.\n"
        "All players have checked in (4).\n"
    )
    again = door.refused("people check-in", "--all")
    assert "everybody has checked in already" in again
    for words in ((), ("p3", "--all")):
        refused = door.refused("people check-in", *words, code=2)
        assert "--all: name the players, or check everybody in." in refused
