"""Events of the season 2027 at a terminal: what is said of rules that come from notes."""

import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from roundbook.cli.acts import opening
from roundbook.cli.commands import open as open_
from tests.cli.line import Line
from tests.cli.typed import roundbook

IMPORTS = Path(__file__).resolve().parents[2] / "fixtures" / "imports"
NOTES = "play-2027-notes"
UNCHECKED = f"{NOTES}: from public notes, not checked against the documents of 1 September 2026"
START = ("--start", "2026-11-28")
TOLD = ("--format", "Standard", "--staff", "Ana judges.", "--breaks", "none")
"""What players of this season are told before round 1, besides the rounds and the cut."""


def of_season(line: Line, *words: str, players: int = 0) -> None:
    line.run("open", line.folder, "--name", "Cup", *START, "--edition", NOTES, *words)
    for number in range(players):
        line.at("register", f"Player {number:03}", "--birth-year", "1990")


def test_open_status_and_verify_say_first_that_the_rules_come_from_notes(line: Line) -> None:
    said = line.run(
        "open", line.folder, "--name", "Cup", *START, "--edition", NOTES, "--table", "vg-two-day"
    )
    assert said.out.splitlines()[1] == f"rules: {UNCHECKED.replace(': ', ', ')}"
    for verified in (line.at("status"), line.run("verify", line.folder)):
        shown = " ".join(verified.out.split())
        assert UNCHECKED in shown
        assert shown.index(UNCHECKED) < 60
    assert line.at("status", "--json").data["unchecked"] == UNCHECKED.partition(": ")[2]
    assert line.run("verify", line.folder, "--json").data["unchecked"] == UNCHECKED


def test_open_says_that_league_events_have_to_be_run_in_tom(line: Line) -> None:
    """By the notes on the handbook; roundbook then follows (README says so as well)."""
    opened = ("open", line.folder, "--name", "Cup", "--start", "2026-11-28")
    said = line.run(*opened, "--edition", NOTES, "--table", "tcg-swiss-only", "--dry-run", code=0)
    assert "League Challenges and League Cups have to be run in TOM" in " ".join(said.out.split())
    assert "have to be run in TOM" not in line.run(*opened, "--dry-run", code=0).out
    numbered = line.run(*opened, "--sanction", "26-11-000123", "--dry-run", code=0)
    assert "have to be run in TOM" in numbered.out, "whatever edition it is run by"


def test_where_an_edition_has_no_time_for_keeping_results_verify_names_none(line: Line) -> None:
    line.start("--edition", NOTES, masters=4)
    told = ("--format", "Standard", "--staff", "Ana judges", "--breaks", "none")
    few = ("--override", "rounds-differ", "--because", "few")
    line("announce", "--rounds", 1, *told, *few)
    line.pair()
    for table in (1, 2):
        line("report", table, 1)
    line.close()
    assert "results are kept" not in line.run("verify", line.folder, code=0).out


def test_rules_that_were_checked_say_nothing_of_the_kind(line: Line) -> None:
    line.run("open", line.folder, "--name", "Cup", "--start", "2018-03-04")
    for verified in (line.at("status"), line.run("verify", line.folder)):
        assert "not checked" not in verified.out
    assert line.at("status", "--json").data["unchecked"] is None


def test_a_table_that_the_edition_lacks_is_refused_with_those_that_it_has(line: Line) -> None:
    said = line.run("open", line.folder, "--name", "Cup", "--table", "tcg-swiss-only", code=2)
    assert (
        "the edition play-2017 has no rounds table tcg-swiss-only; its tables are "
        "tcg-single-day, tcg-two-day and vg." in " ".join(said.err.split())
    )
    assert not line.folder.exists()


def test_an_asymmetrical_cut_is_refused_at_announce_with_the_reason(line: Line) -> None:
    of_season(line, "--table", "tcg-two-day", "--style", "swiss-plus-cut", players=9)
    said = line.at("announce", code=3)
    assert "9 Masters an asymmetrical cut, top 2" in said.err
    assert "no rules document says how it is played." in " ".join(said.err.split())
    own = line.at("announce", "--cut", "masters=4").out
    assert "4 rounds were announced" in own


def test_one_round_fewer_is_no_option_of_this_season(line: Line) -> None:
    of_season(line, players=9)
    said = line.at("announce", "--one-less", code=3)
    assert f"{NOTES} does not allow one round fewer than the rounds table." in said.err
    assert line.at("status", "--json").data["next"]["verb"] == "announce"


@pytest.mark.parametrize(("players", "rounds"), [(12, 4), (14, 4), (17, 5)])
def test_a_league_challenge_has_the_rounds_of_its_own_table(
    line: Line, players: int, rounds: int
) -> None:
    of_season(line, "--table", "tcg-swiss-only", players=players)
    said = line.at("announce").out
    assert f"{rounds} rounds were announced" in said
    assert "TRH §5.5.6, TCG Swiss-only" in said
    assert "no cut" not in said


GAME_2 = (
    *("--games", "1", "--on", "game", "--time", "in-turn", "--last-turn-ended"),
    *("--prizes", "6-2"),
)


def test_a_verdict_follows_the_edition_in_result_words_and_citation() -> None:
    """The situations in which the rules of 2016 named another winner (SEASON 2027, §11)."""
    new = roundbook("ruling verdict", "--edition", NOTES, "--elimination", *GAME_2)
    assert "result: 1-0 (a win for the left player)" in new.out
    assert "TCG-H §7.4.4.3 row 9" in new.out
    old = roundbook("ruling verdict", "--edition", "play-2017", "--elimination", *GAME_2)
    assert "game 2: won by the right player" in old.out
    assert "Single Prize Sudden Death decides the match" in old.out
    level = ("--elimination", "--games", "1,2", "--time", "between-games")
    new = roundbook("ruling verdict", "--edition", NOTES, *level)
    assert "next: a tiebreaker game with six Prize cards decides the match" in new.out
    assert "Sudden Death" not in new.out
    said = roundbook("ruling verdict", "--edition", NOTES, *level, "--json").data
    assert said["next"]["step"] == "decider"
    assert "tiebreaker game" in said["next_in_words"]
    wrong = roundbook("ruling verdict", "--edition", NOTES, "--on", "sudden-death")
    assert "refused: a tiebreaker game follows only a game" in wrong.err


def test_the_verdict_on_a_match_of_the_event_follows_its_edition(line: Line) -> None:
    of_season(line, "--style", "single-elimination", players=4)
    line.at("announce", *TOLD, code=0)
    line.at("round seed", code=0)
    line.at("pair", code=0)
    line.at("start", code=0)
    seen = line.at("time-called", "1", *GAME_2, "--report", code=0)
    assert "Result: 1-0 (a win for Player 0" in seen.out
    assert "TCG-H §7.4.4.3 row 9" in seen.out
    assert "TRF" not in seen.out
    wrong = line.at("correct", "1", "0-2", "--reason", "it was the other", code=3)
    assert "rule: verdict-differs (TCG-H §7.4.4.3 row 9)" in wrong.err
    assert line.run("verify", line.folder, code=0).out


def test_no_section_of_2017_is_cited_where_this_season_has_none(line: Line) -> None:
    of_season(line, "--table", "tcg-swiss-only", players=4)
    line.at("announce", code=0)
    line.at("pair", code=0)
    refused = line.at("report", "1", "2-0", code=3)
    assert "rule: round-not-started\n" in refused.err
    closed = line.at("close", "--dry-run", code=3)
    assert "TOP §" not in closed.err


# Which edition an event gets: at a terminal it is asked, elsewhere it is said.

SEASONS = [
    # the clock, what is proposed
    (date(2026, 8, 31), False),
    (date(2026, 9, 1), True),
    (date(2027, 8, 31), True),
    (date(2027, 9, 1), False),
]


@pytest.mark.parametrize(("day", "proposed"), SEASONS)
def test_open_proposes_the_edition_of_the_day_and_keeps_the_default(
    line: Line, monkeypatch: pytest.MonkeyPatch, day: date, *, proposed: bool
) -> None:
    for module in (open_, opening):
        monkeypatch.setattr(module, "today", lambda: day)
    said = line.run("open", line.folder, "--name", "Cup", code=0)
    assert "rules: play-2017, " in said.out
    stands = line.run("status", "-C", line.folder, code=0).out
    assert (f"with --edition {NOTES} or rules of your own" in stands) == proposed
    assert "tom-2027-notes" not in stands


@pytest.mark.parametrize(
    ("typed", "edition"), [("", "play-2017"), ("1", "play-2017"), ("2", NOTES), (" 2 ", NOTES)]
)
def test_at_a_terminal_open_asks_which_rules(
    line: Line, monkeypatch: pytest.MonkeyPatch, typed: str, edition: str
) -> None:
    asked: list[str] = []

    def answer(lines: Sequence[str], question: str, **_: str) -> str:
        asked.extend((*lines, question))
        return typed.strip()

    monkeypatch.setattr(open_, "at_terminal", lambda: True)
    monkeypatch.setattr(open_, "answered", answer)
    said = line.run("open", line.folder, "--name", "Cup", *START, code=0)
    assert asked == [
        "rules (this is season 2027):",
        "  1  play-2017: the newest checked against their documents (season 2018)",
        f"  2  {NOTES}: this season's, but from public notes and not checked",
        "Number [1 to 2; Enter for 1]",
    ]
    [rules] = [text for text in said.out.splitlines() if text.startswith("rules: ")]
    assert rules == (
        f"rules: {UNCHECKED.replace(':', ',')}" if edition == NOTES else f"rules: {edition}"
    )


def test_nobody_is_asked_about_an_event_of_another_season_or_with_a_named_edition(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_, "at_terminal", lambda: True)
    monkeypatch.setattr(open_, "answered", lambda *_: pytest.fail("nothing is asked"))
    line.run("open", line.folder, "--name", "Cup", "--start", "2018-03-04", code=0)
    other = line.folder.with_name("other")
    line.run("open", other, "--name", "Cup", *START, "--edition", "dci-mtr", code=0)
    third = line.folder.with_name("third")
    line.run("open", third, "--name", "Cup", *START, "--json", code=0)
    taken = line.run("open", third, "--name", "Cup", *START)
    assert "third is already a tournament." in taken.err
    new = line.folder.with_name("new")
    days = line.run("open", new, "--name", "Cup", *START, "--end", "2020-01-01", code=2)
    assert "the last day (--end) is before the first day (--start)." in days.err


def test_an_answer_that_is_no_number_opens_nothing(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_, "at_terminal", lambda: True)
    monkeypatch.setattr(open_, "answered", lambda *_, **__: "3")
    said = line.run("open", line.folder, "--name", "Cup", *START, code=2)
    assert '"3" is not one of these numbers; nothing was opened.' in said.err
    assert not line.folder.exists()


# Files of TOM: the edition of their season, if it has a table for their mode.

FILE = IMPORTS / "08_challenge_awarded_bye_drop_final.tdf"


@pytest.mark.parametrize(
    ("day", "mode", "edition"),
    [
        ("10/04/2026", "LEAGUECHALLENGE", "tom-2027-notes"),
        ("10/04/2026", "TCG1DAY", "tom-2027-notes"),
        ("10/04/2026", "CUSTOM", "tom-2027-notes"),
        ("10/04/2026", "TCG2DAY", "tom"),
        ("08/31/2026", "LEAGUECHALLENGE", "tom"),
    ],
)
def test_import_and_follow_choose_the_edition_by_day_and_mode(
    line: Line, tmp_path: Path, day: str, mode: str, edition: str
) -> None:
    text = FILE.read_text("utf-8")
    assert "10/04/2026" in text
    file = tmp_path / "save.tdf"
    again = re.sub(r'mode="[^"]*"', f'mode="{mode}"', text, count=1).replace("10/04/2026", day)
    file.write_text(again, "utf-8")
    line.run("file import", file, line.folder)
    assert line.at("status", "--json").data["edition"] == edition
    followed = tmp_path / "followed"
    line.run("file follow", file, "-C", followed, "--once")
    assert line.run("status", "-C", followed, "--json").data["edition"] == edition


def test_a_running_league_challenge_of_14_has_4_rounds_this_season(line: Line) -> None:
    """Variant 2 has 4 rounds for 13 to 16 players; the single-day table has 5."""
    of_season(line, "--table", "tcg-swiss-only", players=14)
    line.at("announce", code=0)
    file = line.folder.with_name("challenge.tdf")
    line.at("pair", code=0)
    line.run("file export", "-C", line.folder, file, "--placeholders", code=0)
    taken = line.folder.with_name("taken")
    line.run("file import", file, taken)
    pools = line.run("status", "-C", taken, "--json").data["pools"]
    assert [one["of"] for one in pools] == [4]


def test_format_staff_and_breaks_are_announced_this_season(line: Line) -> None:
    """TRH §3.3.3; what is recorded already need not be told again."""
    of_season(line, "--table", "tcg-swiss-only", "--format", "standard", players=4)
    line.at("announce", code=0)
    line.at("pair", code=0)
    said = line.at("start", code=3).err
    assert "the staff and when there are breaks have not been announced" in said
    assert "rule: announcement-incomplete (TRH §3.3.3, TRH §5.5.7)" in said
    line.at("people staff", "Ana Judge", "judge", code=0)
    line.at("announce", "--breaks", "none", code=0)
    line.at("start", code=0)


def test_results_need_not_be_kept_this_season_and_names_may_go_after_the_event(line: Line) -> None:
    """No rule on how long was found in the notes; the default edition has three months."""
    of_season(line, "--table", "tcg-swiss-only", players=4)
    said = line.at("people erase", "--all", "--yes", code=3).err
    assert "results are kept until the tournament is over" in said
    closed = line.close("--end", "2026-11-28").out
    assert "The rules of this event do not say how long results must be kept." in closed
    assert "three months" not in closed


# Decks: the rules of deck building and the pool follow the edition.


def test_a_deck_is_checked_by_the_rules_and_the_pool_of_the_season(
    line: Line, tmp_path: Path
) -> None:
    """SEASON 2027, §7 and §11.4: marks, the second Friday, Radiant; no section of 2016."""
    of_season(line, "--format", "standard", players=4)
    file = tmp_path / "deck.txt"
    cards = ("2 Radiant Greninja (H)", "4 Pikachu (G)", "4 Raichu (Delta Reign 1)")
    file.write_text("\n".join([*cards, "50 Fire Energy"]), "utf-8")
    said = line.at("deck", "register", "p1", file)
    told = " ".join(f"{said.out}{said.err}".split())
    assert "the text on the card allows 1 (Radiant)" in told
    assert "has the regulation mark G; the legal marks are H, I, J" in told
    assert "Delta Reign" not in told
    assert "TRF" not in told
    assert "rule: deck-not-legal" in told
    file.write_text("4 Pikachu (H)\n56 Fire Energy\n", "utf-8")
    said = line.at("deck", "register", "p1", file, code=0)
    assert "standard-2027-notes: from public notes, not checked" in " ".join(said.out.split())
    registered = line.ledger()[-1]["events"][0]
    assert registered["pool"] == "standard-2027-notes"
    assert line.run("verify", line.folder, code=0).out


@pytest.mark.parametrize(
    ("day", "legal"), [("2026-11-19", False), ("2026-11-20", True), ("2026-11-27", True)]
)
def test_a_new_set_is_legal_from_the_second_friday_on(
    tmp_path: Path, day: str, *, legal: bool
) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("4 Raichu (Delta Reign 1)\n56 Fire Energy\n", "utf-8")
    asked = ("deck", "judge", file, "--format", "standard", "--pool", "standard-2027-notes")
    said = roundbook(*asked, "--date", day)
    assert said.code == (0 if legal else 1)
    assert ("is legal from 2026-11-20" in said.out) == (not legal)


# What follows from the edition, and is said of nothing else.


def test_a_rematch_that_was_overridden_is_said_to_make_the_event_invalid(line: Line) -> None:
    """At once, in the status, below the standings and by `verify`; not after round 3."""
    of_season(line, "--table", "tcg-swiss-only", players=4)
    line.at("announce", "--rounds", "4", *TOLD, code=0)
    sides = {1: "p1-p2 p3-p4", 2: "p1-p2 p3-p4", 3: "p1-p3 p2-p4", 4: "p1-p3 p2-p4"}
    invalid = "Round {} of masters has a rematch: by play-2027-notes, a rematch up to round 3 makes"
    for number, pairs in sides.items():
        again = ("--override", "rematch", "--because", "asked for") if number in {2, 4} else ()
        typed = ("pair", "masters", "--by-hand", pairs, "--reason", "by hand", *again)
        said = " ".join(line.at(*typed, code=0).out.split())
        assert (invalid.format(number) in said) == (number == 2)
        line.at("start", code=0)
        for match in line.tables(number):
            line.at("report", match, "2-0", code=0)
    for told in (line.at("status"), line.at("standings"), line.run("verify", line.folder)):
        shown = " ".join(told.out.split())
        assert invalid.format(2) in shown
        assert "the event invalid" in shown
        assert invalid.format(3) not in shown
        assert invalid.format(4) not in shown


@pytest.mark.parametrize("edition", [NOTES, "play-2017"])
def test_a_late_player_is_told_of_the_tag_only_where_it_decides_places(
    line: Line, edition: str
) -> None:
    """The tiebreakers of this season are without it; those of 2017 begin with it."""
    opened = ("--name", "Cup", "--start", "2026-11-28", "--edition", edition)
    line.run("open", line.folder, *opened, code=0)
    line.crowd(masters=4)
    line.at("announce", *TOLD, "--prizes", "none", code=0)
    line.at("pair", code=0)
    line.at("start", code=0)
    refused = line.at("late", "Eva Late", "--division", "masters", code=3)
    said = refused.err + line.at("late", "Eva Late", "--division", "masters", "--informed").out
    for match in line.tables(1):
        line.at("report", match, "2-0", code=0)
    said += line.at("explain", "p5", code=0).out
    below = edition == "play-2017"
    assert ("about the losses and the late tag" in said) == below
    assert ("late players rank below" in said) == below
    assert ("ranks below others" in said) == below
    assert ("ranks below on-time players" in said) == below


# The Expanded format: the bans that are known, and what nobody knows of them.


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("4 Hex Maniac (ROS 75)", "Hex Maniac is banned in expanded"),
        ("4 Shaymin-EX (ROS 77)", "Shaymin-EX (Roaring Skies) is banned in expanded"),
        ("4 Unown (LOT 90)", "Unown (Lost Thunder 90) is banned in expanded"),
        ("4 Duskull (XYZ 1)", "Duskull may be banned in expanded: only one of its prints"),
        ("4 Medicham V (XYZ 1)", "Medicham V may be banned in expanded: one list has it"),
        ("4 Unown (LOT 89)", ""),
        ("4 Shaymin-EX (PR-XY 148)", ""),
        ("4 Pikachu (XY 42)", ""),
    ],
)
def test_a_deck_of_expanded_is_checked_by_the_bans_of_the_season(
    tmp_path: Path, card: str, said: str
) -> None:
    file = tmp_path / "deck.txt"
    file.write_text(f"{card}\n56 Fire Energy\n", "utf-8")
    asked = ("deck", "judge", file, "--format", "expanded", "--pool", "expanded-2027-notes")
    told = roundbook(*asked, "--date", "2026-11-28")
    assert told.code == (1 if " is banned" in said else 0)
    shown = " ".join(told.out.split())
    assert said in shown
    assert ("banned" in shown) == bool(said)
    assert "expanded-2027-notes: from public notes, not checked" in shown
    assert "TRF" not in shown


def test_an_event_of_expanded_takes_the_pool_of_its_season(line: Line, tmp_path: Path) -> None:
    of_season(line, "--format", "expanded", players=4)
    file = tmp_path / "deck.txt"
    file.write_text("4 Pikachu (XY 42)\n56 Fire Energy\n", "utf-8")
    line.at("deck", "register", "p1", file, code=0)
    assert line.ledger()[-1]["events"][0]["pool"] == "expanded-2027-notes"
