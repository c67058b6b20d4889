"""Somebody who should not be there: withdrawn, merged, or left out of the official file."""

import json
import re

import pytest

from tests.cli.line import Line

pytestmark = pytest.mark.rule("A-99")

FOUR = ("Ana Gil", "Ben Ode", "Cho Min", "Dee Fox")


def enrolled(line: Line) -> None:
    line.start()
    for number, name in enumerate(FOUR, 1):
        line("register", name, "--birth-date", "1990-04-17", "--id", 4710 + number)


def names(line: Line) -> dict[str, str]:
    book = json.loads((line.folder / "people.json").read_bytes())
    return {player: known["person"]["name"] for player, known in book["players"].items()}


def exported(line: Line) -> str:
    out = line.folder.parent / "out.tdf"
    line.run("file export", "-C", line.folder, out, "--force", code=0)
    return out.read_text(encoding="utf-8")


def finish(line: Line) -> None:
    line.first_round()
    line.play(1)
    line.close()


def test_a_withdrawn_registration_is_in_no_list_and_its_number_is_not_given_again(
    line: Line,
) -> None:
    enrolled(line)
    line("register", "Ana Gil", "--birth-year", 1991)
    said = line("people unregister", "p5").out
    assert ": the registration of Ana Gil (p5) was withdrawn.\n" in said
    assert line.ledger()[-1]["events"] == [{"event": "registration-withdrawn", "player": "p5"}]
    assert "p5" not in names(line)
    assert "p5" not in line.run("players", "-C", line.folder).out
    assert "p6" in line("register", "Eve Sol", "--birth-year", 1990, "--id", 4719).out
    assert "there is no player p5" in line.refused("drop", "p5")
    finish(line)
    assert "<lastname>Gil</lastname>" in exported(line)
    assert exported(line).count("<firstname>") == 5
    assert line.run("verify", line.folder).code == 0
    assert "5 players" in line.run("standings", "-C", line.folder).out


@pytest.mark.rule("LED-9")
def test_what_a_killed_program_left_goes_with_the_next_change_of_the_names(line: Line) -> None:
    enrolled(line)
    sent = line.folder.parent / "list.txt"
    sent.write_text("4 Snom SCR 42\n56 Basic Water Energy")
    line("deck register", "p4", sent, "--format", "unlimited")
    kept = {
        one: one.read_bytes()
        for one in (line.folder / "people.json", *(line.folder / "decks").iterdir())
    }
    line("people unregister", "p4")
    for file, content in kept.items():  # As if the power had gone after the entry.
        file.write_bytes(content)
    line("drop", "p1")
    assert "p4" in names(line), "it is none of the names' business"
    line("people amend", "p1", "--name", "Ana Gill", "--reason", "typing")
    assert "p4" not in names(line)
    assert [*(line.folder / "decks").iterdir()] == []
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("LED-9")
def test_a_deck_list_goes_with_the_registration(line: Line) -> None:
    enrolled(line)
    for player, basics in (("p1", 4), ("p4", 3), ("p4", 4)):
        sent = line.folder.parent / "list.txt"
        sent.write_text(f"{basics} Snom SCR 42\n{60 - basics} Basic Water Energy")
        line("deck register", player, sent, "--format", "unlimited")
    decks = line.folder / "decks"
    assert len([*decks.iterdir()]) == 3
    tried = line("people unregister", "p4", "--dry-run").out
    assert "The deck list of p4 would be deleted." in tried
    assert len([*decks.iterdir()]) == 3
    done = line("people unregister", "p4").out
    assert "the registration of Dee Fox (p4) was withdrawn." in done
    assert "The deck list of p4 was deleted." in done
    assert [one.name.partition("-")[0] for one in decks.iterdir()] == ["p1"]
    said = line.run("verify", line.folder)
    assert said.code == 0
    assert "deck list of p4" not in said.out + said.err


def test_a_player_who_is_paired_is_taken_out_of_the_round_with_the_registration(
    line: Line,
) -> None:
    enrolled(line)
    line.register("Eve Sol", "Ghost One")
    line("announce", "--rounds", 3)
    line("pair")
    said = line("people unregister", "Ghost").out
    assert "was withdrawn.\nThe paired round of masters was repaired.\n" in said
    kinds = [event["event"] for event in line.ledger()[-1]["events"]]
    assert kinds == ["player-dropped", "round-repaired", "registration-withdrawn"]
    line("start")
    assert line.run("verify", line.folder).code == 0
    assert "p6" not in line.run("pairings", "-C", line.folder, "--json").out


def test_once_the_round_is_posted_a_reason_is_needed_and_once_it_started_it_is_too_late(
    line: Line,
) -> None:
    enrolled(line)
    line.register("Eve Sol", "Ghost One")
    line("announce", "--rounds", 3)
    line("pair")
    line("post")
    assert "the round is posted, so give a reason." in line.refused(
        "people unregister", "p6", code=2
    )
    line("people unregister", "p6", "--reason", "registered twice")
    line("start")
    said = line.refused("people unregister", "p5", rule="registration-stays")
    assert "the registration of Eve Sol (p5) cannot be withdrawn: round 1 has started" in said
    assert "roundbook drop p5" in said


def test_two_registrations_of_one_person_are_merged_and_what_only_one_has_is_kept(
    line: Line,
) -> None:
    line.start()
    line("register", "Ana Gil", "--birth-year", 1990)
    line("register", "Ana Gil Soto", "--birth-date", "1990-04-17", "--id", 4711)
    said = line.refused("people amend", "p1", "--id", 4711, "--reason", "from the list")
    assert "already registered as Ana Gil Soto (p2)" in said
    assert "roundbook people amend p1 --same-as p2" in said
    done = line("people amend", "p2", "--same-as", "p1").out
    assert "the registration of Ana Gil Soto (p2) was withdrawn: the same person as Ana Gil" in done
    assert "Taken over: Player ID and birthday." in done
    person = json.loads((line.folder / "people.json").read_bytes())["players"]["p1"]["person"]
    assert (person["id"], person["birthday"]) == ("4711", "04-17")
    assert line.run("verify", line.folder).code == 0
    assert "cannot be withdrawn" in line.refused("people amend", "p1", "--same-as", "p1")


def test_whoever_dropped_before_the_start_and_never_played_stops_no_official_file(
    line: Line,
) -> None:
    """The variant of a mistyped Player ID too, which the file would list as a finished player."""
    enrolled(line)
    line("register", "Ana Gil", "--birth-year", 1991)
    line("register", "Ben Ode", "--birth-year", 1991, "--id", 4799)
    line("drop", "p5", "p6")
    line.first_round()
    assert "players match" not in line("report", "masters-1-1", "1").out
    line("report", "masters-1-2", "1")
    line("drop", "Ana Gil")
    line.close()
    lots = [event for entry in line.ledger() for event in entry["events"] if "lots" in event]
    assert not any({"p5", "p6"} & set(re.findall(r"p\d+", json.dumps(one))) for one in lots)
    text = exported(line)
    assert text.count("<firstname>") == 4
    assert "4799" not in text
    assert line.run("verify", line.folder).code == 0


def test_a_latecomer_who_lost_rounds_and_left_stays_in_the_file(line: Line) -> None:
    enrolled(line)
    line.first_round()
    line("late", "Eve Sol", "--birth-date", "1990-04-17", "--id", 4715, "--informed")
    line("drop", "Eve Sol")
    line.play(1)
    line.close()
    assert exported(line).count("<firstname>") == 5
