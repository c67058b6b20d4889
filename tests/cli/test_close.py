from datetime import date
from pathlib import Path

import pytest

from roundbook.ledger.rulesets.released import load
from roundbook.ledger.validators.retention import keep_until
from tests.cli.line import Line
from tests.cli.swiss import play
from tests.cli.typed import roundbook

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")


def played(line: Line, result: str = "1") -> None:
    """Play two rounds of four players, as was announced."""
    begin(line)
    line.play(1, result)
    line.pair()
    line.play(2, result)


def begin(line: Line, *words: str, rounds: int = 2) -> None:
    line.start(*words)
    line.register(*FOUR)
    line.first_round(rounds)


@pytest.mark.rule("A-49", "A-76")
def test_the_close_locks_everything_and_the_organiser_may_reopen(line: Line) -> None:
    played(line)
    line("close")
    line.refused("correct", "masters-2-1", "0-2", "--reason", "too late", rule="tournament-closed")
    late = line.refused("register", "Eve", "--birth-year", 1990, rule="tournament-closed")
    assert late.startswith("refused: the tournament is closed.\n"), "no result is told of"
    line("note", "the hall is empty")
    words = ("shelf reopen", "--reason", "closed too early")
    refusal = line.refused(*words, "--role", "judge", rule="reopen-not-organiser")
    assert "Only an organiser can reopen the tournament. Act as one: `--role organiser`." in refusal
    who = ("--as", "Zed Q", "--role", "organiser")
    refusal = line.refused(*words, *who, rule="reopen-not-organiser")
    assert "you cannot reopen the tournament." in refusal
    assert "You are not on the staff list as organiser; an organiser, such as " in refusal
    said = line(*words)
    assert said.out == "Entry 17: the tournament was reopened.\nnext: roundbook close\n"
    line.refused(*words, rule="reopen-not-closed")


@pytest.mark.rule("A-49", "TOP-4h")
def test_what_a_reopening_would_not_allow_does_not_ask_for_one(line: Line) -> None:
    begin(line, rounds=3)
    line.play(1, "1")
    for number in (2, 3):
        line.pair()
        line.play(number, "1")
    line("close")
    words = ("correct", "masters-1-1", "0-2", "--reason", "a slip was misread")
    assert line.refused(*words, rule="tournament-closed") == (
        "refused: the tournament is closed: its results are locked.\n"
        "  also: match masters-1-1 (Ana Lopez (p1) – Cho Min (p3)) is locked: "
        "round 3 has been paired.\n"
        "  rule: tournament-closed (TOP §4)\n"
        "  hint: To note what happened, use `roundbook note`.\n"
    )
    words = ("correct", "masters-2-1", "0-2", "--reason", "a slip was misread")
    assert "roundbook shelf reopen" in line.refused(*words, rule="tournament-closed")


def test_with_results_missing_it_stays_open(line: Line) -> None:
    line.begin(*FOUR)
    said = line.refused("close", rule="round-unfinished")
    assert "round 1 of masters is not finished: masters-1-1 (" in said
    assert ") and masters-1-2 (" in said


@pytest.mark.rule("A-55", "A-78")
def test_a_round_that_nobody_can_pair_does_not_stand_in_the_way_of_the_next_step(
    line: Line,
) -> None:
    """Three have met each other, each has had the bye, and none of them is undefeated."""
    line.enrol(*FOUR[:3])
    line.announce("--rounds", 4)
    for number in (1, 2, 3):
        line.pair()
        line.play(number, "tie")
    assert "All 3 players to be paired have had a bye." in line.at("pair").err
    said = line.run("status", "-C", line.folder, "--json").data["next"]
    assert said["verb"] == "close"
    assert said["args"] == []
    line("close")


@pytest.mark.rule("A-55")
def test_everything_that_is_owed_is_listed_and_passes_for_one_reason(line: Line) -> None:
    line.start("--style", "swiss-plus-cut")
    line.register(*FOUR)
    line.first_round(3, "--cut", "masters=2")
    line.play(1)
    owed = {
        "rounds-unplayed": "1 of 3 announced rounds of masters was played.",
        "cut-unmade": "the announced cut of 2 in Masters was not made.",
    }
    before = line.refused("close", "--dry-run", rule="cut-unmade")
    said = line.refused("close", rule="rounds-unplayed")
    assert said == before
    first, second = owed.values()
    assert said.startswith(f"refused: {first}\n  also: {second}\n  rule: rounds-unplayed (")
    plain = " ".join(said.split())
    assert "`roundbook pair masters`" in plain
    assert "`roundbook cut masters`" in plain
    rules = [word for rule in owed for word in ("--override", rule)]
    assert f"An official may override all of these: `{' '.join(rules)} --because …`." in plain
    told = line.at("close", "--json").data["refused"]
    assert (told["rule"], told["rules"]) == ("rounds-unplayed", [*owed])
    assert (told["message"], told["others"]) == (first, [second])
    line.refused("close", *rules, code=2)
    line.refused("close", *rules[:2], "--because", "the power failed", rule="cut-unmade")
    closed = line("close", *rules, "--because", "the power failed").out
    assert "Entry 11: the tournament was closed.\n" in closed
    assert 'The organiser overrides rounds-unplayed, cut-unmade: "the power failed"\n' in closed
    entry = line.ledger()[-1]
    assert entry["events"][-1]["override"] == {
        "also": ["cut-unmade"],
        "official": "organiser",
        "reason": "the power failed",
        "rule": "rounds-unplayed",
    }
    verified = line.run("verify", line.folder, code=0)
    assert "2 overrides" in verified.out
    shown = " ".join(line.run("history", "-C", line.folder).out.split())
    assert "organiser overrode rounds-unplayed and cut-unmade: the power failed" in shown
    table = line.run("standings", "-C", line.folder, "--as-of", entry["seq"] - 1).out
    assert "the power failed" not in table
    line.refused("shelf reopen", "--reason", "Ana Lopez asked", rule="name-in-text")
    line("shelf reopen", "--reason", "power is back")
    line.refused("close", *rules, "--because", "Ana Lopez left", rule="name-in-text")


@pytest.mark.rule("A-23")
def test_players_who_are_level_in_everything_are_ordered_by_recorded_lots(line: Line) -> None:
    played(line, "tie")
    shared = line.run("standings", "-C", line.folder, "--json").standings
    assert [one["place"] for one in shared] == [1, 1, 1, 1]
    before = line.files()
    named = "Ana Lopez (p1), Ben Ode (p2), Cho Min (p3), Dee Fox (p4)"
    would = line("close", "--dry-run").out
    assert would.startswith("Nothing was written. The tournament would be closed.\n")
    assert (
        f"Masters players tied on every tiebreaker would be ordered at random: {named}.\n" in would
    )
    assert line.files() == before
    said = line("close", "--cmd", "c1")
    lots, closed = line.ledger()[-1]["events"]
    assert closed["event"] == "tournament-closed"
    assert sorted(lots["lots"]) == ["p1", "p2", "p3", "p4"]
    assert (lots["drawn"]["draw"], lots["drawn"]["number"]) == ("lots-1", 3)
    found = line.run("standings", "-C", line.folder, "--json").standings
    assert [one["place"] for one in found] == [1, 2, 3, 4]
    assert [one["player"] for one in found] == lots["lots"]
    assert "Masters players tied on every tiebreaker were ordered at random: " in said.out
    assert "random order" not in said.out, "it is told once"
    before = line.files()
    line("close", "--cmd", "c1")
    assert line.files() == before


def test_a_second_close_draws_no_second_lot(line: Line) -> None:
    played(line, "tie")
    line("close")
    line("shelf reopen", "--reason", "the prizes were not given yet")
    line("close")
    assert [event["event"] for event in line.ledger()[-1]["events"]] == ["tournament-closed"]


def test_an_edition_without_lots_draws_none(line: Line) -> None:
    begin(line, "--edition", "tom", rounds=1)
    line.play(1, "tie")
    line("close")
    assert [event["event"] for event in line.ledger()[-1]["events"]] == ["tournament-closed"]


@pytest.mark.rule("TOP-4f")
def test_it_says_how_long_the_results_are_kept(line: Line) -> None:
    played(line)
    said = line("close", "--end", "2026-11-30")
    assert "Keep the results until 2027-02-28, three months from 2026-11-30 (TOP §4)." in said.out


@pytest.mark.rule("TOP-4f")
@pytest.mark.parametrize(
    ("end", "until"),
    [
        (date(2026, 1, 1), date(2026, 4, 1)),
        (date(2026, 1, 31), date(2026, 4, 30)),
        (date(2027, 11, 30), date(2028, 2, 29)),
        (date(2026, 10, 15), date(2027, 1, 15)),
        (date(2026, 9, 30), date(2026, 12, 30)),
    ],
)
def test_three_months_are_counted_by_the_calendar(end: date, until: date) -> None:
    assert keep_until(end, load("play-2017")) == until


def test_the_close_and_the_help_on_ending_an_event_lead_to_the_export(line: Line) -> None:
    line.begin(*FOUR, played=1)
    said = line.close().out
    assert "A file for TOM needs Player IDs, and nobody here has one.\n" in said
    assert said.splitlines()[-1].startswith("next: roundbook archive")
    shown = roundbook("help", "end").out
    assert all(f"\n  {verb} " in shown for verb in ("file export", "people requests", "archive"))


def test_the_only_player_of_a_division_has_not_won_it(line: Line) -> None:
    line.start()
    line.crowd(masters=5, senior=1)
    line.first_round(1)
    line.report({f"senior-masters-1-{table}": "1" for table in (1, 2, 3)})
    said = line("close").out
    assert "The winner of Masters is " in said
    assert "senior 1 (p6) was the only player in Senior.\n" in said


@pytest.mark.rule("A-78")
def test_an_event_without_a_legal_round_left_is_closed_and_says_so(
    line: Line, tmp_path: Path
) -> None:
    """Four players have met each other after three rounds, and five were announced."""
    line.start("--style", "swiss")
    line.crowd(masters=4)
    line("announce", "--rounds", 5)
    for number in range(3):
        play(line, lambda _first, _second: "tie")
        if number < 2:
            line.refused("close", rule="rounds-unplayed")
    said = "masters: 3 of 5 rounds were played; no legal pairing was left"
    assert said in line.run("status", "-C", line.folder).out
    assert "all rounds have been played" not in line.run("status", "-C", line.folder).out
    assert "next: roundbook close\n" in line.run("status", "-C", line.folder).out
    assert f"\n{said}.\n" in line("close").out
    assert said in " ".join(line.run("standings", "-C", line.folder).out.split())
    assert f"note: {said}." in line.run("verify", line.folder).out
    line.run("file export", "-C", line.folder, tmp_path / "standings.csv")
    assert said in (tmp_path / "standings.csv").read_text(encoding="utf-8-sig")


@pytest.mark.rule("A-78")
def test_a_drop_does_not_excuse_announced_rounds(line: Line) -> None:
    """Three of five are left after two rounds, of whom two have not met."""
    line.start("--style", "swiss")
    line.crowd(masters=6)
    line("announce", "--rounds", 4)
    for _ in range(2):
        play(line, lambda _first, _second: "tie")
    line("drop", "p6")
    line("drop", "p5")
    assert "rounds were played" not in line.run("status", "-C", line.folder).out
    line.refused("close", rule="rounds-unplayed")


def test_after_the_close_no_bracket_is_promised(line: Line) -> None:
    line.enrol(*FOUR)
    line.announce("--rounds", 1)
    begins = "A bracket begins with `roundbook cut`."
    assert begins in line.at("round bracket").err
    line.pair()
    line.play(1)
    line.close()
    said = line.at("round bracket").err
    assert "there is no bracket." in said
    assert begins not in said
