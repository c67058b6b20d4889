"""Events of the season 2027 at a terminal: what is said of rules that come from notes."""

import pytest

from tests.cli.line import Line

NOTES = "play-2027-notes"
UNCHECKED = f"{NOTES}: from public notes, not checked against the documents of 1 September 2026"
START = ("--start", "2026-11-28")


def of_season(line: Line, *words: str, players: int = 0) -> None:
    line.run("open", line.folder, "--name", "Cup", *START, "--edition", NOTES, *words)
    for number in range(players):
        line.at("register", f"Player {number:03}", "--birth-year", "1990")


def test_open_status_and_verify_say_first_that_the_rules_come_from_notes(line: Line) -> None:
    said = line.run(
        "open", line.folder, "--name", "Cup", *START, "--edition", NOTES, "--table", "vg-two-day"
    )
    assert UNCHECKED in " ".join(said.out.splitlines()[0].split())
    for verified in (line.at("status"), line.run("verify", line.folder)):
        shown = " ".join(verified.out.split())
        assert UNCHECKED in shown
        assert shown.index(UNCHECKED) < 60
    assert line.at("status", "--json").data["unchecked"] == UNCHECKED.partition(": ")[2]
    assert line.run("verify", line.folder, "--json").data["unchecked"] == UNCHECKED


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
    assert "no document at hand says how it is played." in " ".join(said.err.split())
    own = line.at("announce", "--cut", "masters=4").out
    assert "announced: 4 Swiss rounds" in own


def test_one_round_fewer_is_no_option_of_this_season(line: Line) -> None:
    of_season(line, players=9)
    said = line.at("announce", "--one-less", code=3)
    assert f"{NOTES} does not know one round fewer than the rounds table." in said.err
    assert line.at("status", "--json").data["next"]["verb"] == "announce"


@pytest.mark.parametrize(("players", "rounds"), [(12, 4), (14, 4), (17, 5)])
def test_a_league_challenge_has_the_rounds_of_its_own_table(
    line: Line, players: int, rounds: int
) -> None:
    of_season(line, "--table", "tcg-swiss-only", players=players)
    said = line.at("announce").out
    assert f"announced: {rounds} Swiss rounds" in said
    assert "TRH §5.5.6, TCG swiss-only" in said
    assert "no cut" not in said
