import pytest

from tests.cli.line import Line

FOUR = ("Ana", "Ben", "Cho", "Dee")


def paired(line: Line) -> None:
    line.enrol(*FOUR)
    line("pair")


@pytest.mark.rule("TOP-2a")
def test_without_an_announcement_only_an_official_starts_round_1(line: Line) -> None:
    paired(line)
    line.refused("start", rule="announcement-missing")
    said = line("start", "--override", "announcement-missing", "--because", "said aloud at ten")
    assert said.out == (
        "Entry 7: round 1 of masters was started.\n"
        "The pairings of round 1 of masters were not posted. Post them now: "
        "`roundbook post masters`.\n"
        "Print the match slips: `roundbook round slips masters`.\n"
        "next: roundbook report masters-1-1 RESULT\n"
    )
    override = line.ledger()[-1]["events"][0]["override"]
    assert override == {
        "official": "organiser",
        "reason": "said aloud at ten",
        "rule": "announcement-missing",
    }


def test_another_rule_is_not_let_pass_by_that(line: Line) -> None:
    paired(line)
    line.refused(
        "start", "--override", "rematch", "--because", "why not", rule="announcement-missing"
    )


@pytest.mark.rule("TOP-4b")
def test_a_round_starts_once(line: Line) -> None:
    paired(line)
    line("announce")
    line("start", "masters")
    line.refused("start", "masters", rule="round-already-started")
    assert "there is no paired round to start" in line.refused("start")
    line.refused("withdraw", "masters-1", "--reason", "too late", rule="round-already-started")


def test_an_unknown_pool_cannot_start(line: Line) -> None:
    paired(line)
    line.refused("start", "juniors", rule="round-not-paired")


def test_a_drop_after_the_pairing_changes_the_seats(line: Line) -> None:
    paired(line)
    line("announce")
    said = line("drop", "p1")
    changed = "Round 1 of masters no longer matches the active players: repair it"
    assert changed in said.out
    said = line("post", "--out", line.home.parent / "round-1.txt")
    assert said.out.count(changed) == 1
    assert said.out.endswith("\nnext: roundbook round repair masters\n")
    line.refused("start", rule="seats-changed")
    line("withdraw", "masters-1", "--reason", "p1 has dropped")
    line("pair")
    assert "no longer matches" in line("people reinstate", "p1", "--reason", "stays after all").out
    line("withdraw", "masters-1", "--reason", "p1 is back")
    line("pair")
    said = line("register", "Eve", "--birth-year", 1990)
    assert "no longer matches" in said.out


@pytest.mark.rule("LED-5")
def test_a_repeated_start_answers_the_first(line: Line) -> None:
    paired(line)
    line("announce")
    first = line("start", "--cmd", "s1").out
    before = line.files()
    assert line("start", "--cmd", "s1").out == first
    assert line.files() == before


def test_a_round_of_byes_alone_asks_for_no_result(line: Line) -> None:
    line.enrol("Ana", "Ben")
    line("announce", "--rounds", 2)
    line("people award-bye", "p1", 1)
    line("people award-bye", "p2", 1)
    said = line("pair")
    assert "round 1 of masters was paired: 0 matches and 2 byes.\n" in said.out
    assert "table" not in said.out
    assert line("start").out.endswith("next: roundbook pair masters\n")
    line("pair")
    assert line("start").out.endswith("next: roundbook report masters-2-1 RESULT\n")


def test_where_no_round_waits_the_hint_is_what_can_be_done(line: Line) -> None:
    paired(line)
    line("announce")
    line("start")
    report = "hint: Continue with `roundbook report masters-1-1 RESULT`."
    assert report in line.refused("start")
    line.play(1)
    assert "hint: Continue with `roundbook pair masters`." in line.refused("start")
