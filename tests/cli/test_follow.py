"""`roundbook file follow`: the saves of an organiser's program, told while the event is run."""

import hashlib
import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from roundbook.cli.tom.follow import followed
from roundbook.ledger.importers.tdf.reader import read
from tests.cli.line import Line
from tests.cli.typed import GOLDEN, IMPORTS, Said, files, rewrite, roundbook, transcript
from tests.tom import FIRST, MASTERS, OPEN, SECOND, TIE, Tom

CUP = tuple(
    IMPORTS / f"{name}.tdf"
    for name in (
        "04a_vgc_cup_round4_paired",
        "04b_vgc_cup_top8_paired",
        "04c_vgc_cup_final_decided",
    )
)
NOON = 1_777_723_200_000_000_000


def flat(text: str) -> str:
    """Return what is said with each sentence in one line, however it was wrapped."""
    return re.sub("\n +", " ", text)


class Hall:
    """A folder into which the program saves, each save a minute after the one before."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ledger = folder.parent / "cup"
        self._minutes = count(1)
        folder.mkdir()

    def put(self, name: str, data: bytes, *, at: int | None = None) -> Path:
        """Save a file; `at` is its minute, where it is not the next one."""
        path = self.folder / name
        path.write_bytes(data)
        minute = next(self._minutes) if at is None else at
        os.utime(path, ns=(NOON + minute * 60_000_000_000,) * 2)
        return path

    def follow(self, *words: object, code: int = 0, file: str = "") -> Said:
        """Follow the folder once, or one file in it, which is what TOM has now."""
        place = self.folder / file
        said = roundbook("file follow", place, "-C", self.ledger, "--once", *words, code=code)
        return said._replace(out=flat(said.out), err=flat(said.err))

    def take(self, name: str, data: bytes, *words: object, code: int = 0, file: str = "") -> Said:
        """Save a file, and follow."""
        self.put(name, data)
        return self.follow(*words, code=code, file=file)

    def entries(self) -> list[Any]:
        """Return the entries, as they stand on disk."""
        lines = (self.ledger / "ledger.jsonl").read_bytes().splitlines()
        return [json.loads(line) for line in lines]

    def events(self, *kinds: str) -> list[Any]:
        """Return the events of some kinds."""
        found = [event for entry in self.entries() for event in entry["events"]]
        return [event for event in found if event["event"] in kinds]


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hall:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    return Hall(tmp_path / "saves")


def masters(players: int = 8) -> Tom:
    """An event of Masters, round 1 paired."""
    tom = Tom(category=MASTERS)
    tom.join(players)
    tom.pair()
    return tom


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def standing(folder: Path) -> Any:
    said = roundbook("standings", "-C", folder, "--json").standings
    return [(one["id"], one["place"], one["record"]) for one in said]


# --- what is told ---------------------------------------------------------------------------------


@pytest.mark.rule("LED-3", "LED-4")
def test_the_saves_of_a_cup_make_the_ledger_that_the_last_one_tells(hall: Hall) -> None:
    for at, file in enumerate(CUP, start=1):
        hall.take(file.name, file.read_bytes())
        alone = hall.folder.parent / f"alone{at}"
        assert roundbook("file import", file, alone).code == 0
        assert standing(hall.ledger) == standing(alone)
    assert "entries: intact, no rules broken.\n" in roundbook("verify", hall.ledger).out
    said = {event["told"]["sha256"] for entry in hall.entries() for event in entry["events"]}
    assert said == {sha(file.read_bytes()) for file in CUP}
    kept = {path.name for path in (hall.ledger / "sources").iterdir()}
    assert kept == {f"{digest}.tdf" for digest in said}


def test_each_save_is_said_in_one_line(hall: Hall, golden: Callable[[str, str], None]) -> None:
    tom = masters()
    hall.put("cup_r1-begin.tdf", tom.save())
    tom.play(1, FIRST, TIE)
    hall.put("cup_r1-end.tdf", tom.save())
    tom.drop(8)
    tom.pair()
    hall.put("cup_r2-begin.tdf", tom.save())
    hall.put("cup.tdf", tom.save())
    tom.tables(1)[0].outcome = SECOND
    tom.play(2)
    hall.put("cup_r2-end.tdf", tom.save())
    typed = ("file follow", "saves", "-C", "cup", "--once")
    golden(f"{GOLDEN}/follow.txt", transcript(typed, typed))


@pytest.mark.rule("LED-4")
def test_a_correction_names_both_saves_and_breaks_nothing_in_time(hall: Hall) -> None:
    tom = masters()
    tom.play(1)
    first = tom.save()
    hall.put("cup_r1-end.tdf", first)
    tom.pair()
    second = tom.save()
    hall.put("cup_r2-begin.tdf", second)
    tom.tables(1)[0].outcome = SECOND
    third = tom.save()
    hall.take("cup.tdf", third)
    [corrected] = hall.events("result-corrected")
    assert corrected["told"]["sha256"] == sha(third)
    both = f"Save {sha(third)[:16]} differs from save {sha(first)[:16]}."
    assert corrected["reason"] == both
    assert roundbook("verify", hall.ledger).code == 0


@pytest.mark.rule("LED-4", "A-48")
def test_a_result_that_changed_after_the_lock_is_told_and_reported(hall: Hall) -> None:
    tom = masters()
    tom.play(1)
    first = tom.save()
    hall.put("cup_r1-end.tdf", first)
    for number in (2, 3):
        tom.pair()
        tom.play(number)
    assert "violation" not in hall.take("cup_r3-end.tdf", tom.save()).out
    tom.tables(1)[0].outcome = SECOND
    last = tom.save()
    said = hall.take("cup.tdf", last, code=1)
    assert "match masters-1-1 is locked: round 3 has been paired. [result-locked]" in said.out
    assert f"Save {sha(last)[:16]} differs from save {sha(first)[:16]}." in said.out
    verified = roundbook("verify", hall.ledger, code=1)
    assert f"from the save {sha(last)[:16]}…" in verified.out
    assert f"differs from save {sha(first)[:16]}." in flat(verified.out)
    assert standing(hall.ledger) == alone(hall, last)


def alone(hall: Hall, data: bytes) -> Any:
    """Return the standings of a save that is imported into a folder of its own."""
    folder = hall.folder.parent / sha(data)[:8]
    file = folder.with_suffix(".tdf")
    file.write_bytes(data)
    assert roundbook("file import", file, folder).code == 0
    return standing(folder)


def test_a_pairing_that_changed_after_the_start_is_told_and_reported(hall: Hall) -> None:
    tom = masters()
    tom.tables(1)[3].outcome = FIRST
    hall.put("one.tdf", tom.save())
    one, other = tom.tables(1)[:2]
    one.players[1], other.players[1] = other.players[1], one.players[1]
    said = hall.take("two.tdf", tom.save(), code=1)
    assert "round 1 of masters has started: its pairings cannot change." in said.out
    [repaired] = hall.events("round-repaired")
    assert len(repaired["pairings"]) == 4
    assert roundbook("verify", hall.ledger).code == 1


def test_a_pairing_that_changed_before_the_start_is_a_repair(hall: Hall) -> None:
    tom = masters()
    hall.put("one.tdf", tom.save())
    one, other = tom.tables(1)[:2]
    one.players[1], other.players[1] = other.players[1], one.players[1]
    assert "violation" not in hall.take("two.tdf", tom.save()).out
    assert len(hall.events("round-repaired")) == 1
    assert roundbook("verify", hall.ledger).code == 0


def test_a_player_who_comes_back_has_lost_the_rounds_in_between(hall: Hall) -> None:
    """The rounds stay as paired, also for a player who has dropped meanwhile."""
    tom = masters()
    tom.play(1)
    tom.drop(3)
    hall.put("one.tdf", tom.save())
    tom.pair()
    tom.play(2)
    tom.drop(1)
    hall.put("two.tdf", tom.save())
    tom.reinstate(3)
    tom.pair()
    said = hall.take("three.tdf", tom.save())
    assert "three.tdf: p3 was reinstated, with 1 loss; round 3 of masters paired" in said.out
    assert not hall.events("round-repaired", "result-corrected")
    assert standing(hall.ledger) == alone(hall, tom.save())
    assert roundbook("verify", hall.ledger).code == 0


def test_a_player_who_came_back_and_dropped_again_between_two_saves_played_meanwhile(
    hall: Hall,
) -> None:
    tom = masters()
    tom.play(1)
    tom.drop(3)
    hall.put("one.tdf", tom.save())
    tom.reinstate(3, lost=False)
    tom.pair()
    tom.play(2)
    tom.drop(3)
    hall.take("two.tdf", tom.save())
    assert roundbook("verify", hall.ledger).code == 0


def test_a_player_who_vanished_after_a_result_is_told_and_reported(hall: Hall) -> None:
    tom = masters()
    tom.play(1)
    hall.take("cup.tdf", tom.save(), file="cup.tdf")
    gone = tom.players.pop(0).userid
    tom.rounds[0] = [match for match in tom.rounds[0] if gone not in match.players]
    tom.players[0].left = (1, 1)
    last = tom.save()
    said = hall.take("cup.tdf", last, code=1, file="cup.tdf")
    assert "p1 has a result in masters-1-1, so cannot count as never having played." in said.out
    assert f"This comes from save {sha(last)[:16]}." in said.out
    assert roundbook("verify", hall.ledger).code == 1


def test_a_record_that_goes_back_is_told_and_reported(hall: Hall) -> None:
    tom = masters()
    tom.play(1)
    older = tom.copy()
    tom.pair()
    tom.tables(2)[0].outcome = FIRST
    hall.take("cup.tdf", tom.save(), file="cup.tdf")
    older.saves = tom.saves
    said = hall.take("cup.tdf", older.save(), file="cup.tdf", code=1)
    assert "cup.tdf: round 2 of masters was withdrawn" in said.out
    assert "round 2 of masters has started: its pairings cannot change." in said.out
    assert standing(hall.ledger) == alone(hall, (hall.folder / "cup.tdf").read_bytes())


@pytest.mark.rule("LED-4")
def test_opening_an_end_file_and_pairing_again_breaks_nothing(hall: Hall) -> None:
    tom = masters()
    tom.play(1, FIRST, SECOND)
    ended = tom.save()
    hall.put("cup_r1-end.tdf", ended)
    hall.put("cup.tdf", ended)
    older = tom.copy()
    tom.pair()
    hall.take("cup_r2-begin.tdf", tom.save())
    older.saves = 7
    hall.put("cup.tdf", ended)  # The same bytes again: nothing to say.
    assert hall.follow().out == "followed 0 saves: 0 entries in " + f"{hall.ledger}\n"
    older.drop(1)
    older.drop(2)
    older.pair()
    last = older.save()
    said = hall.take("cup_r2-begin.tdf", last)
    assert said.out.startswith("r2-begin: p1 dropped, after round 1; p2 dropped, after round 1; ")
    assert "violation" not in said.out
    assert roundbook("verify", hall.ledger).code == 0
    assert standing(hall.ledger) == alone(hall, last)


def test_a_whole_lawful_event_breaks_no_rule_save_by_save(hall: Hall) -> None:
    tom = Tom(category=MASTERS)
    tom.join(9)
    tom.join(came=False)
    tom.someone(1).byes = 1
    said = ""

    def save(name: str) -> None:
        nonlocal said
        said += hall.take(name, tom.save()).out

    save("cup.tdf")
    for number in (1, 2, 3, 4):
        tom.pair()
        save(f"cup_r{number}-begin.tdf")
        if number == 1:
            tom.someone(10).late = 1
            tom.join()
            save("cup.tdf")
        tom.play(number, FIRST, SECOND, FIRST, FIRST, SECOND)
        save(f"cup_r{number}-end.tdf")
        if number == 2:
            tom.drop(9)
            save("cup.tdf")
            tom.someone(9).left = None
            tom.someone(3).first = "Renamed"
            save("cup.tdf")
    tom.cut([userid for userid, _, _ in standing(hall.ledger)][:4])
    save("cup_r5-begin.tdf")
    tom.play(5)
    tom.cut_on()
    save("cup_r6-begin.tdf")
    tom.play(6)
    tom.finalised = True
    save("cup.tdf")
    assert "violation" not in said
    for what in (
        "p10 dropped, before the first round",
        "p10 joined Masters late, with 1 loss and the late tag",
        "p9 dropped, after round 2",
        "p9 was reinstated",
        "the details of p3 were corrected",
        "the cut of Masters was made",
        "the tournament was closed",
    ):
        assert said.count(what) == 1, what
    verified = roundbook("verify", hall.ledger)
    assert (verified.code, "no rules broken" in verified.out) == (0, True)
    assert standing(hall.ledger) == alone(hall, (hall.folder / "cup.tdf").read_bytes())


def test_what_was_finalised_and_changed_again_is_opened_for_it(hall: Hall) -> None:
    tom = masters()
    tom.play(1)
    tom.finalised = True
    hall.take("cup.tdf", tom.save())
    tom.tables(1)[0].outcome = TIE
    last = tom.save()
    said = hall.take("cup.tdf", last)
    assert said.out.startswith("cup.tdf: the tournament was reopened; match masters-1-1 was ")
    assert standing(hall.ledger) == alone(hall, last)


def test_a_finished_import_that_was_reopened_is_closed_again_with_the_day_of_its_file(
    hall: Hall,
) -> None:
    tom = masters()
    tom.play(1)
    tom.finalised = True
    hall.take("cup.tdf", tom.save())
    at = ("-C", hall.ledger)
    assert roundbook("shelf reopen", "--reason", "a name is wrong", *at).code == 0
    assert "next: roundbook close" in roundbook("status", *at).out
    said = roundbook("close", *at)
    assert "Keep the results until 2026-08-02" in said.out, said


def test_a_third_place_match_is_said_by_its_name(hall: Hall) -> None:
    data = (IMPORTS / "hand" / "third_place.tdf").read_bytes()
    assert "1 result of the 3rd-place match of masters-cut" in hall.take("cup.tdf", data).out


def test_a_cut_that_was_taken_back_can_be_looked_at(hall: Hall) -> None:
    tom = masters()
    tom.play(1)
    older = tom.copy()
    tom.cut(tom.leaders(4))
    hall.take("cup.tdf", tom.save())
    older.saves = 5
    last = older.save()
    hall.take("cup.tdf", last, code=1, file="cup.tdf")
    assert standing(hall.ledger) == alone(hall, last)
    for verb in ("verify", "pairings", "round bracket", "history", "proof lint", "file check"):
        assert "Traceback" not in roundbook(verb, hall.ledger).err
    older.cut(older.leaders(2))
    again = older.save()
    hall.take("cup.tdf", again, file="cup.tdf")
    assert len(hall.events("cut-made")[-1]["seeds"]) == 2


# --- which save comes when ------------------------------------------------------------------------


def test_saves_that_were_copied_at_once_are_told_in_the_order_of_the_event(hall: Hall) -> None:
    """A copy may give every file the time of copying, in the order of the alphabet."""
    tom = masters()
    begin = tom.save()
    tom.play(1)
    end = tom.save()
    tom.pair()
    for name, data in (("a", tom.save()), ("b", end), ("c", begin)):
        path = hall.put(f"{name}.tdf", data, at=3)
        os.utime(path, ns=(NOON + ord(name), NOON + ord(name)))
    said = hall.follow()
    assert [line.split(":")[0] for line in said.out.splitlines()[:3]] == ["c.tdf", "b.tdf", "a.tdf"]
    assert "violation" not in said.out


@pytest.mark.rule("A-70")
def test_an_older_save_that_turns_up_late_brings_nothing_and_is_said(hall: Hall) -> None:
    tom = masters()
    early = tom.save()
    tom.play(1)
    hall.put("cup_r1-end.tdf", tom.save(), at=9)
    hall.follow()
    before = files(hall.ledger)
    hall.put("cup_r1-begin.tdf", early, at=20)
    said = hall.follow()
    why = "r1-end contains everything in this file, and also 4 results"
    kept = "The file is kept, but changes nothing."
    sentence = f"r1-begin: older than a save that was already followed ({why}). {kept}\n"
    assert said.out.startswith(sentence)
    assert files(hall.ledger) == {**before, f"sources/{sha(early)}.tdf": early}


@pytest.mark.rule("A-70")
def test_saves_that_contain_each_other_go_by_the_clocks_inside(hall: Hall) -> None:
    """The date of a file lies; TOM's clock and the times of the matches are looked at first."""
    tom = masters()
    tom.play(1)
    early = tom.save()
    tom.tables(1)[0].outcome = SECOND
    hall.put("late.tdf", tom.save(), at=2)
    hall.follow()
    hall.put("early.tdf", early, at=50)
    (said,) = (json.loads(line) for line in hall.follow("--json").out.splitlines())
    assert (said["state"], said["newer"]) == ("older", "late.tdf")
    assert said["why"] == "TOM's clock shows 1 seconds in this file, but 2 in late.tdf"
    same_clock = tom.save().replace(b"<timeelapsed>3<", b"<timeelapsed>2<")
    hall.put("noon.tdf", same_clock.replace(b"11:00:00", b"10:59:00"), at=60)
    assert "the latest time in this file is 2026-05-02 10:59:00, but" in hall.follow().out
    hall.put("copied.tdf", same_clock.replace(b"Sample City", b"Other City"), at=1)
    assert "the file was written before late.tdf" in hall.follow().out
    assert len(hall.events("result-reported")) == 4


@pytest.mark.rule("A-70")
@pytest.mark.parametrize("order", [(2, 1, 0), (1, 2, 0), (1, 0, 2)], ids=str)
def test_saves_in_any_order_end_as_ordered_ones(hall: Hall, order: tuple[int, ...]) -> None:
    """Each save comes alone."""
    for path in (CUP[at] for at in order):
        hall.take(path.name, path.read_bytes())
    assert standing(hall.ledger) == alone(hall, CUP[-1].read_bytes())
    kept = {path.name for path in (hall.ledger / "sources").iterdir()}
    assert kept == {f"{sha(path.read_bytes())}.tdf" for path in CUP}


@pytest.mark.rule("A-68")
def test_a_player_in_no_pod_is_admitted_by_the_save_that_seats_them(hall: Hall) -> None:
    tom = masters()
    hidden = tom.save().replace(b'<player userid="9000008" />', b"")
    hall.put("one.tdf", without_matches(hidden, "9000008"))
    said = hall.follow(code=1)  # The opponent has no match either, and is due.
    assert "1 player is not in any pod, match or standings" in said.err
    assert "p8 is registered but does not play" in said.out
    assert len(standing(hall.ledger)) == 7
    tom.play(1)
    hall.take("two.tdf", tom.save())
    assert standing(hall.ledger) == alone(hall, (hall.folder / "two.tdf").read_bytes())


def without_matches(data: bytes, userid: str) -> bytes:
    """Return a save without the matches of a player."""
    parts = re.split(rb"(?=\t{6}<match )|(?<=</match>\n)", data)
    return b"".join(part for part in parts if f'userid="{userid}"/>'.encode() not in part)


def test_a_save_that_was_seen_is_silent(hall: Hall) -> None:
    tom = masters()
    data = tom.save()
    hall.take("cup.tdf", data)
    before = files(hall.ledger)
    said = hall.take("copy.tdf", data)
    assert said.out == f"followed 0 saves: 0 entries in {hall.ledger}\n"
    assert files(hall.ledger) == before


def test_a_save_in_which_nothing_changed_is_kept_all_the_same(hall: Hall) -> None:
    tom = masters()
    hall.take("cup.tdf", tom.save())
    again = tom.save()
    assert hall.take("cup.tdf", again).out.startswith("cup.tdf: nothing new\n")
    assert (hall.ledger / "sources" / f"{sha(again)}.tdf").read_bytes() == again
    assert roundbook("verify", hall.ledger).code == 0


def test_a_save_with_another_heading_alone_is_said_and_is_the_one_that_is_exported(
    hall: Hall,
) -> None:
    tom = masters()
    tom.play(1)
    tom.finalised = True
    tom.sanction = ""
    hall.take("cup.tdf", tom.save())
    tom.sanction = "26-10-123456"
    numbered = tom.save()
    said = hall.take("cup.tdf", numbered).out
    assert "note: TOM's file now has the sanction number 26-10-123456." in said
    assert exported(hall, "out.tdf") == numbered
    later = numbered.replace(b"<startdate>05/02/2026<", b"<startdate>05/03/2026<")
    assert later != numbered
    said = hall.take("cup.tdf", later).err  # The end of the event has moved as well.
    assert "now has the start 2026-05-03. Divisions still depend on the first date" in said
    assert exported(hall, "out.tdf") == later
    again = tom.save().replace(b"<startdate>05/02/2026<", b"<startdate>05/03/2026<")
    assert hall.take("cup.tdf", again).out.startswith("cup.tdf: nothing new\n")
    assert roundbook("verify", hall.ledger).code == 0


def test_another_heading_is_said_beside_a_result(hall: Hall) -> None:
    tom = masters()
    hall.take("cup.tdf", tom.save())
    tom.play(1)
    hall.put("cup.tdf", tom.save().replace(b"Sample City", b"Lyon"))
    assert "note: TOM's file now has a different city." in hall.follow().err


def test_one_file_that_is_saved_again_and_again_is_followed(hall: Hall) -> None:
    tom = masters()
    for number in (1, 2, 3):
        path = hall.put("cup.tdf", tom.save())
        assert roundbook("file follow", path, "-C", hall.ledger, "--once").code == 0
        tom.play(number)
        tom.pair()
    assert len(hall.events("round-paired")) == 3
    assert roundbook("verify", hall.ledger).code == 0


# --- what cannot be taken -------------------------------------------------------------------------


@pytest.mark.parametrize("cut_off", [0, 1, 40, 900])
def test_a_save_that_stays_half_written_is_said_and_writes_nothing(
    hall: Hall, cut_off: int
) -> None:
    tom = masters()
    hall.put("cup_r1-begin.tdf", tom.save())
    tom.play(1)
    said = hall.take("cup_r1-end.tdf", tom.save()[:cut_off], code=5)
    assert said.err.startswith("cannot read cup_r1-end.tdf: ")
    assert said.out.endswith("1 not read\n")
    assert hall.events("result-reported") == []
    assert "4 results of round 1 of masters" in hall.take("cup_r1-end.tdf", tom.save()).out


def test_a_save_of_another_event_is_left_aside(hall: Hall) -> None:
    hall.put("cup.tdf", masters().save())
    said = hall.take("other.tdf", CUP[0].read_bytes(), code=5)
    assert "cannot read other.tdf: this save belongs to another event, 25-03-900004; " in said.err
    assert len([*followed(hall.ledger)]) == 1


def test_a_ledger_that_is_run_at_the_desk_is_not_followed_into(hall: Hall) -> None:
    words = ("--name", "Cup", "--start", "2026-05-02")
    assert roundbook("open", hall.ledger, *words).code == 0
    said = hall.take("cup.tdf", masters().save(), code=5)
    assert "was opened at the desk, not from a save." in said.err


def test_where_nothing_is_saved_that_is_said(hall: Hall) -> None:
    said = hall.follow(code=5)
    assert said.err.startswith(f"cannot read: {hall.folder} contains no saves.")
    nowhere = hall.folder / "nowhere" / "cup.tdf"
    said = roundbook("file follow", nowhere, "-C", hall.ledger, "--once")
    assert (said.code, "is neither a file nor a folder" in said.err) == (5, True)
    assert not hall.ledger.exists()


def test_after_an_erasure_nothing_is_followed_any_more(hall: Hall) -> None:
    tom = masters()
    hall.take("cup.tdf", tom.save())
    asked = ("-C", hall.ledger)
    early = ("--override", "retention-running", "--because", "the parents insist")
    erased = roundbook("people erase", "p1", *asked, *early, "--reason", "asked to", "--yes")
    if erased.code:
        erased = roundbook("people erase", "p1", *asked, "--reason", "asked to")
    assert erased.code == 0, erased
    tom.play(1)
    assert "people were erased from" in hall.take("cup.tdf", tom.save(), code=5).err
    assert not list((hall.ledger / "sources").glob("*")) or not (hall.ledger / "sources").exists()


# --- what proves it -------------------------------------------------------------------------------


def test_an_import_goes_on_being_followed_and_the_desk_may_write_beside_it(hall: Hall) -> None:
    tom = masters()
    file = hall.put("cup.tdf", tom.save())
    assert roundbook("file import", file, hall.ledger).code == 0
    assert roundbook("note", "the hall is cold", "-C", hall.ledger).code == 0
    assert roundbook("post", "-C", hall.ledger).code == 0
    tom.play(1)
    assert "4 results of round 1 of masters" in hall.take("cup.tdf", tom.save()).out
    roundbook("verify", hall.ledger, code=0)


def test_a_player_id_corrected_in_the_program_is_an_amendment(hall: Hall) -> None:
    tom = masters()
    tom.play(1)
    one = tom.save()
    hall.take("one.tdf", one)
    before = len(hall.entries())
    old = tom.someone(1).userid
    tom.pair()
    two = tom.save().replace(old.encode(), b"1234567")
    said = hall.take("two.tdf", two).out
    assert said.startswith("two.tdf: the details of p1 were corrected; "), said
    assert "round 2 of masters paired" in said
    assert len(hall.events("player-registered")) == 8
    assert not hall.events("player-dropped", "round-repaired")
    assert exported(hall, "out.tdf") == two
    assert roundbook("verify", hall.ledger).code == 0
    back = tom.save()  # The first number was right after all.
    hall.put("three.tdf", back)
    assert hall.follow().out.startswith("three.tdf: the details of p1 were corrected")
    assert len(hall.events("player-amended")) == 2
    assert exported(hall, "out.tdf") == back
    assert exported(hall, "out.tdf", "--as-of", before) == one
    assert roundbook("verify", hall.ledger).code == 0


def named_at_last(tom: Tom, number: int, userid: str, first: str, last: str) -> None:
    """Give the nth player another Player ID and another name, in every round."""
    one = tom.someone(number)
    for match in (match for played in tom.rounds for match in played):
        match.players = [userid if each == one.userid else each for each in match.players]
    one.userid, one.first, one.last = userid, first, last


def test_a_placeholder_whose_id_and_name_change_in_one_save_is_amended(hall: Hall) -> None:
    tom = masters()
    tom.play(1)
    hall.take("one.tdf", tom.save())
    tom.pair()
    hall.take("two.tdf", tom.save())
    tom.play(2)
    named_at_last(tom, 1, "6054871", "Ernesto", "González")
    three = tom.save()
    said = hall.take("three.tdf", three).out
    assert said.startswith("three.tdf: the details of p1 were corrected"), said
    assert len(hall.events("player-registered")) == 8
    assert len(hall.events("player-amended")) == 1
    assert not hall.events("player-dropped", "round-repaired", "round-withdrawn")
    people = roundbook("players", "-C", hall.ledger, "--json").data["players"]
    assert [one["name"] for one in people if one["player"] == "p1"] == ["Ernesto González"]
    assert exported(hall, "out.tdf") == three
    assert roundbook("verify", hall.ledger).code == 0


def test_two_placeholders_who_met_are_both_known_by_their_seats(hall: Hall) -> None:
    tom = masters()
    tom.play(1)
    hall.take("one.tdf", tom.save())
    listed = [one.userid for one in tom.players]
    for at, userid in enumerate([*tom.tables(1)[0].players]):
        named_at_last(tom, listed.index(userid) + 1, f"605487{at}", "Nova", f"Name {at}")
    said = hall.take("two.tdf", tom.save()).out
    assert len(hall.events("player-registered")) == 8, said
    assert len(hall.events("player-amended")) == 2
    assert not hall.events("player-dropped", "round-repaired")


def test_somebody_new_at_another_table_is_nobody_who_was_there_before(hall: Hall) -> None:
    """One out and one in, but not the same match: a new player."""
    tom = masters()
    hall.take("one.tdf", tom.save())
    named_at_last(tom, 1, "6054871", "Ernesto", "New")
    first, second, *_ = tom.tables(1)
    first.players, second.players = second.players, first.players
    hall.take("two.tdf", tom.save())
    assert len(hall.events("player-registered")) == 9
    assert not hall.events("player-amended")


def test_a_player_id_amended_here_is_known_when_the_program_has_it_too(
    hall: Hall, line: Line
) -> None:
    tom = masters()
    hall.take("one.tdf", tom.save())
    line("people amend", "p1", "--id", "1234567", "--reason", "typo")
    hall.put("two.tdf", tom.save().replace(tom.someone(1).userid.encode(), b"1234567"))
    assert hall.follow().out.startswith("two.tdf: nothing new\n")
    assert roundbook("verify", hall.ledger).code == 0


@pytest.mark.parametrize("what", [("--name", "Zed O'Zed"), ("--id", "1234567")])
def test_a_player_amended_here_stays_so_when_the_next_save_is_followed(
    hall: Hall, line: Line, what: tuple[str, str]
) -> None:
    tom = masters()
    hall.take("one.tdf", tom.save())
    line("people amend", "p1", *what, "--reason", "typo")
    book = (hall.ledger / "people.json").read_bytes()
    tom.play(1)
    assert "p1" not in hall.take("two.tdf", tom.save()).out
    assert (hall.ledger / "people.json").read_bytes() == book
    said = roundbook("verify", hall.ledger)
    assert (said.code, "note:" in said.out) == (0, False), said.out


def test_the_archive_of_a_followed_event_is_whole(hall: Hall) -> None:
    tom = masters()
    hall.take("cup.tdf", tom.save())
    assert roundbook("note", "the hall is cold", "-C", hall.ledger).code == 0
    tom.play(1)
    tom.finalised = True
    hall.take("cup.tdf", tom.save())
    assert roundbook("archive", hall.ledger).code == 0
    verified = roundbook("verify", f"{hall.ledger}.zip", code=0)
    assert verified.out.count("is not here") == 2


@pytest.mark.rule("LED-6")
def test_a_change_that_no_save_tells_is_found(hall: Hall) -> None:
    tom = masters()
    hall.take("one.tdf", tom.save())
    tom.play(1, TIE)
    hall.take("two.tdf", tom.save())
    rewrite(hall.ledger, lambda line: line.replace('"verdict":"tie"', '"verdict":"first"'))
    said = roundbook("verify", hall.ledger, code=5)
    assert "does not match" in said.out


@pytest.mark.rule("LED-6")
def test_nobody_borrows_the_word_of_a_save_that_is_not_there(hall: Hall) -> None:
    tom = masters()
    hall.take("one.tdf", tom.save())
    tom.play(1, TIE)
    last = tom.save()
    hall.take("two.tdf", last)
    first = hall.entries()[0]["events"][0]["told"]["sha256"]
    (hall.ledger / "sources" / f"{first}.tdf").unlink()
    said = roundbook("verify", hall.ledger, code=5)
    assert "is not, so the two cannot be compared." in said.out


def test_a_program_gets_one_line_per_save(hall: Hall) -> None:
    tom = masters()
    first = tom.save()
    hall.put("cup_r1-begin.tdf", first)
    tom.play(1)
    hall.put("cup_r1-end.tdf", tom.save())
    said = [json.loads(line) for line in hall.follow("--json").out.splitlines()]
    assert [one["save"] for one in said] == ["r1-begin", "r1-end"]
    assert [one["state"] for one in said] == ["told", "told"]
    assert said[0]["sha256"] == sha(first)
    assert said[1]["brought"] == ["4 results of round 1 of masters"]
    numbers = [entry["seq"] for entry in hall.entries()]
    assert [*said[0]["entries"], *said[1]["entries"]] == numbers
    assert said[1]["violations"] == []


# --- as a process ---------------------------------------------------------------------------------


@pytest.fixture
def following(hall: Hall, tmp_path: Path) -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    """Begin processes that follow the hall; none outlives the test."""
    line = Line(tmp_path / "home", hall.ledger)
    begun: list[subprocess.Popen[bytes]] = []

    def begin() -> subprocess.Popen[bytes]:
        words = ("file follow", hall.folder, "-C", hall.ledger, "--interval", "0.1")
        begun.append(line.process(*words))
        return begun[-1]

    yield begin
    for process in begun:
        process.kill()
        process.communicate()


def until(true: Callable[[], bool]) -> None:
    """Wait until something holds; a minute is more than any machine needs."""
    for _ in range(1200):
        if true():
            return
        time.sleep(0.05)
    raise AssertionError("it never came")


def await_told(hall: Hall, digest: str) -> None:
    until(lambda: digest in told(hall))


@pytest.mark.rule("LED-6")
def test_a_process_follows_slow_saves_and_is_killed_and_nothing_is_doubled_or_lost(
    hall: Hall, following: Callable[[], subprocess.Popen[bytes]]
) -> None:
    tom = masters(12)
    saves = [("cup_r1-begin.tdf", tom.save())]
    for number in (1, 2, 3):
        tom.play(number, FIRST, TIE, SECOND)
        saves.append((f"cup_r{number}-end.tdf", tom.save()))
        tom.pair()
        saves.append((f"cup_r{number + 1}-begin.tdf", tom.save()))
    process = following()
    for at, (name, data) in enumerate(saves):
        path = hall.put(name, data[: len(data) // 2], at=at)
        time.sleep(0.15)
        with path.open("ab") as rest:
            rest.write(data[len(data) // 2 :])
        os.utime(path, ns=(NOON + at * 60_000_000_000,) * 2)
        if at in {1, 3, 4}:
            if at != 3:  # Otherwise it is killed wherever it is just now.
                await_told(hall, sha(data))
            process.kill()
            process.communicate()
            process = following()
    await_told(hall, sha(saves[-1][1]))
    until(lambda: len(hall.events("round-paired")) == 4)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert b"Traceback" not in err
    assert out.decode().splitlines()[-1].startswith("followed ")
    verified = roundbook("verify", hall.ledger)
    assert (verified.code, "no rules broken" in verified.out) == (0, True), verified
    assert len(hall.events("result-reported")) == 18
    assert standing(hall.ledger) == alone(hall, saves[-1][1])


def told(hall: Hall) -> set[str]:
    """Return the digests in whole lines on disk, while somebody else is writing them."""
    path = hall.ledger / "ledger.jsonl"
    text = path.read_bytes() if path.exists() else b""
    lines = text[: text.rfind(b"\n") + 1].splitlines()
    return {json.loads(line)["events"][0]["told"]["sha256"] for line in lines}


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("left", [0, 1, 5, 20])
def test_a_save_that_was_half_told_is_finished(hall: Hall, left: int) -> None:
    tom = masters()
    tom.play(1)
    data = tom.save()
    hall.take("cup.tdf", data)
    whole = [entry["events"] for entry in hall.entries()]
    lines = (hall.ledger / "ledger.jsonl").read_bytes().splitlines(keepends=True)
    (hall.ledger / "ledger.jsonl").write_bytes(b"".join(lines[:left]))
    if left:
        rewrite(hall.ledger, lambda line: line)
    else:
        (hall.ledger / "head").unlink()
        (hall.ledger / "checkpoint").unlink(missing_ok=True)
    hall.follow()
    assert [entry["events"] for entry in hall.entries()][:left] == whole[:left]
    assert len(hall.entries()) == len(whole)
    assert roundbook("verify", hall.ledger).code == 0


def test_a_match_that_was_taken_back_is_open_again(hall: Hall) -> None:
    tom = masters()
    tom.play(1)
    hall.take("cup.tdf", tom.save(), file="cup.tdf")
    tom.tables(1)[0].outcome = OPEN
    said = hall.take("cup.tdf", tom.save(), file="cup.tdf").out
    assert "cup.tdf: the result of match masters-1-1 was withdrawn" in said
    assert roundbook("verify", hall.ledger).code == 0


# --- and out again --------------------------------------------------------------------------------


def exported(hall: Hall, name: str, *words: object) -> bytes:
    path = hall.folder.parent / name
    roundbook("file export", "-C", hall.ledger, path, "--force", *words, code=0)
    return path.read_bytes()


def test_every_save_that_was_followed_goes_out_as_it_came_in(hall: Hall) -> None:
    tom = masters(9)
    saves = [tom.save()]
    tom.play(1, FIRST, TIE)
    saves.append(tom.save())
    tom.drop(3)
    tom.join()
    tom.pair()
    saves.append(tom.save())
    tom.play(2, SECOND)
    tom.drop(5, status=2)
    tom.players.reverse()
    saves.append(tom.save())
    tom.rounds[1][-1].outcome = TIE
    tom.finalised = True
    saves.append(tom.save())
    last: list[int] = []
    for number, data in enumerate(saves):
        hall.take("cup.tdf", data)
        assert exported(hall, "out.tdf") == data
        last.append(len(hall.entries()))
        for before, seq in zip(saves, last, strict=False):
            assert exported(hall, "back.tdf", "--as-of", seq) == before, (number, seq)


def test_what_a_desk_adds_to_a_followed_event_changes_its_latest_save_alone(hall: Hall) -> None:
    tom = masters(8)
    hall.take("cup.tdf", tom.save())
    tom.play(1)
    tom.drop(3)
    tom.join(2)
    latest = tom.save()
    hall.take("cup.tdf", latest)
    assert roundbook("drop", "p7", "-C", hall.ledger).code == 0
    out = exported(hall, "out.tdf")
    found, had = read(out), read(latest)
    left = {one.userid for one in found.players if one.left}
    assert left == {tom.someone(3).userid, tom.someone(7).userid}
    assert [one.userid for one in found.players] == [one.userid for one in had.players]
    assert out.partition(b"<pods>")[2] == latest.partition(b"<pods>")[2]


def test_without_a_save_in_between_a_followed_event_is_written_as_a_whole(hall: Hall) -> None:
    tom = masters(8)
    first = hall.put("cup.tdf", tom.save()).read_bytes()
    hall.follow()
    tom.play(1)
    tom.drop(3)
    hall.take("cup.tdf", tom.save())
    (hall.ledger / "sources" / f"{sha(first)}.tdf").unlink()
    out = hall.folder.parent / "out.tdf"
    said = roundbook("file export", "-C", hall.ledger, out)
    assert (said.code, "so the export no longer matches it byte for byte." in said.out) == (
        0,
        True,
    ), said
    assert [one.userid for one in read(out.read_bytes()).players if one.left] == [
        tom.someone(3).userid
    ]


def test_a_player_deleted_before_round_1_is_not_in_the_file_of_an_event_run_on_here(
    hall: Hall, line: Line
) -> None:
    tom = Tom(category=MASTERS)
    tom.join(5)
    hall.put("one.tdf", tom.save())
    gone = tom.players.pop().userid
    assert "p5 dropped, before the first round" in hall.take("two.tdf", tom.save()).out
    line("round new-secrets", "--reason", "the laptop with TOM broke")
    line("announce")
    line("pair")
    out = exported(hall, "out.tdf")
    found = read(out)
    assert gone.encode() not in out
    assert [one.userid for one in found.players if one.starter] == [
        one.userid for one in tom.players
    ]
    assert [len(group.players) for pod in found.pods for group in pod.subgroups] == [4]


def test_a_time_that_no_file_told_is_not_that_of_the_import(hall: Hall) -> None:
    """TOM 1.74 does not say when a round was paired, which is what a bye is stamped with."""
    tom = masters(9)
    tom.play(1)
    tom.finalised = True
    hall.take("cup.tdf", tom.save())
    (hall.ledger / "sources" / f"{sha(tom_bytes(hall))}.tdf").unlink()
    whole = read(exported(hall, "out.tdf"))
    assert whole.last_day() == whole.data.startdate


def tom_bytes(hall: Hall) -> bytes:
    return (hall.folder / "cup.tdf").read_bytes()


def test_a_cut_that_was_undone_in_the_program_is_said_as_such(hall: Hall) -> None:
    """By then the round of the cut had been paired: what it locked stays locked (A-40, A-48)."""
    tom = masters(8)
    tom.play(1, FIRST)
    tom.pair()
    tom.play(2, FIRST)
    hall.take("cup.tdf", tom.save())
    before = tom.copy()
    tom.cut(tom.leaders(4))
    hall.put("cup.tdf", tom.save())
    assert "the semi-final round of masters-cut paired, 2 tables" in hall.follow(code=1).out
    before.saves = 90
    before.tables(1)[0].outcome = TIE
    said = hall.take("cup.tdf", before.save(), code=1, file="cup.tdf").out
    assert "the cut of Masters was withdrawn; match masters-1-1 was corrected to a tie" in said
    assert "the cut of the Masters division was withdrawn after it had been made." in said
    assert "match masters-1-1 is locked: round 3 of masters-cut was paired, and withdrawing it" in (
        " ".join(said.split())
    )
    verified = flat(roundbook("verify", hall.ledger).out)
    assert "If players still advance, make the cut again in TOM." in verified
    assert "Take 2, 4, 8" not in verified


def test_whoever_waits_for_the_first_save_is_told_what_is_waited_for(tmp_path: Path) -> None:
    line = Line(tmp_path / "home", tmp_path / "cup")
    process = line.process("file follow", tmp_path / "saves", "-C", line.folder)
    assert process.stderr
    try:
        said = process.stderr.readline().decode()
    finally:
        process.kill()
        process.communicate()
    place = tmp_path / "saves"
    assert said == f"waiting for saves in {place}, which does not exist yet; press Ctrl-C to stop\n"
