from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.cli.session.errors import hint_of
from roundbook.ledger.desk import Desk
from roundbook.ledger.errors import Conflict, Refused, Unreadable
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import ImportedFrom
from roundbook.ledger.record.entry import Attempt, leaf_hash, to_line
from roundbook.ledger.state.subjects import changed_by, in_words
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.storage import disk
from roundbook.ledger.storage.jsonl import JsonlStore
from roundbook.ledger.storage.store import MemoryStore
from roundbook.ledger.terms import Actor, Division, HandId, MatchId, PlayerId, Pool, Result, Verdict
from tests.scripts import commitment, new_desk, opening, play

pytestmark = pytest.mark.fast

MASTERS = Pool("masters")
FOUR = "register ana ben cho dee\nround 1 ana-ben cho-dee"


def result(table: int, verdict: Verdict = Verdict.FIRST) -> ev.ResultReported:
    return ev.ResultReported(match=MatchId(MASTERS, 1, table), result=Result(verdict=verdict))


def correction(table: int, verdict: Verdict = Verdict.SECOND) -> ev.ResultCorrected:
    match = MatchId(MASTERS, 1, table)
    return ev.ResultCorrected(match=match, result=Result(verdict=verdict), reason="misread")


def two_desks(folder: Path) -> tuple[Desk, Desk]:
    """Return two desks at one tournament of four players, whose first round has started."""
    JsonlStore.create(folder)
    play(FOUR, new_desk(JsonlStore(folder)))
    one, other = new_desk(JsonlStore(folder)), new_desk(JsonlStore(folder))
    other.hand = Actor(id=HandId("h2"))
    return one, other


@pytest.mark.rule("LED-1")
def test_an_entry_says_who_when_and_what_it_follows() -> None:
    desk = play(FOUR)
    for before, entry in zip(desk.entries, desk.entries[1:], strict=False):
        assert entry.seq == before.seq + 1
        assert entry.prev == leaf_hash(to_line(before))
        assert entry.hand.id == "h1"
        assert entry.at > before.at


@pytest.mark.rule("LED-5")
def test_results_of_different_tables_do_not_stand_in_each_others_way(tmp_path: Path) -> None:
    one, other = two_desks(tmp_path / "cup")
    first = one.post(result(1), cmd="one")
    second = other.post(result(2), cmd="other")
    assert (first.seq, second.seq) == (9, 10)
    one.refresh()
    assert one.tournament.results == other.tournament.results
    assert len(one.tournament.results) == 2


@pytest.mark.parametrize(
    ("thing", "said"),
    [
        (("match", "masters-1-1"), "match masters-1-1"),
        (("round", "masters", "2"), "round 2 of masters"),
        (("cut", "Masters"), "the Masters cut"),
        (("day-two", "masters"), "day two of masters"),
    ],
)
def test_what_was_changed_meanwhile_is_said_in_words(thing: tuple[str, ...], said: str) -> None:
    assert in_words(thing) == said


@pytest.mark.rule("LED-5")
def test_two_results_of_one_table_are_a_conflict_that_names_the_entry(tmp_path: Path) -> None:
    one, other = two_desks(tmp_path / "cup")
    one.post(result(1), cmd="one")
    with pytest.raises(Conflict, match="entry 9 changed match masters-1-1 while") as conflict:
        other.post(result(1, Verdict.SECOND), cmd="other")
    assert "entry 9" in (hint_of(conflict.value) or "")
    assert other.tournament.seq == 9
    other.post(correction(1), cmd="other/again")


@pytest.mark.rule("LED-5")
def test_a_result_for_a_round_that_was_paired_anew_is_a_conflict(tmp_path: Path) -> None:
    JsonlStore.create(tmp_path / "cup")
    desk = new_desk(JsonlStore(tmp_path / "cup"))
    play("register ana ben cho dee\npair 1 ana-ben cho-dee", desk)
    late = new_desk(JsonlStore(tmp_path / "cup"))
    seats = desk.tournament.rounds[MASTERS, 1]
    desk.post(ev.RoundWithdrawn(pool=MASTERS, round=1, reason="wrong seats"))
    desk.post(
        ev.RoundPaired(
            pool=MASTERS, round=1, pairings=seats.pairings[::-1], tables=(1, 2), reason="by hand"
        )
    )
    desk.post(ev.RoundStarted(pool=MASTERS, round=1))
    with pytest.raises(Conflict, match="entry 10 changed round 1 of masters"):
        late.post(result(1), cmd="late")


@pytest.mark.rule("LED-5")
def test_a_person_may_say_up_to_which_entry_they_had_looked(tmp_path: Path) -> None:
    one, _ = two_desks(tmp_path / "cup")
    one.post(result(1), cmd="one")
    with pytest.raises(Conflict):
        one.post(correction(1), cmd="two", seen=8)
    one.post(correction(1), cmd="two", seen=9)


@pytest.mark.rule("LED-5")
def test_a_repeated_command_answers_its_first_entry(tmp_path: Path) -> None:
    one, other = two_desks(tmp_path / "cup")
    first = one.post(result(1), cmd="same")
    one.post(correction(1), cmd="then")
    assert other.post(result(1), cmd="same") == first
    assert other.tournament.seq == 10
    attempts = list[Attempt]()
    third = new_desk(JsonlStore(tmp_path / "cup"), attempts=attempts)
    with pytest.raises(Refused, match="command id same was already used by entry 9"):
        third.post(result(2), cmd="same")
    assert [attempt.rule for attempt in attempts] == ["command-reused"]


@pytest.mark.rule("LED-6")
def test_a_repeat_is_answered_once_its_first_entry_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who wrote it may have been killed before waiting for it: only the head tells."""
    one, other = two_desks(tmp_path / "cup")
    first = one.post(result(1), cmd="same")
    waits = list[int]()
    monkeypatch.setattr(disk, "make_durable", waits.append)
    assert other.post(result(1), cmd="same") == first
    other.confirm()
    assert not waits
    (tmp_path / "cup/head").unlink()
    assert other.post(result(1), cmd="same") == first
    other.confirm()
    assert len(waits) == 2


@pytest.mark.rule("LED-5")
def test_a_repeat_is_asked_what_it_would_have_done_then() -> None:
    desk = play(FOUR)

    def leave(t: Tournament) -> Sequence[ev.AnyEvent]:
        after = max((r.number for r in t.rounds.values() if r.started), default=0)
        return [ev.PlayerDropped(player=PlayerId("p1"), after=after)]

    first = desk.append([leave], cmd="leave")
    desk.post(result(1))
    desk.post(result(2))
    desk.post(ev.PlayerReinstated(player=PlayerId("p1"), reason="back again"))
    assert desk.append([leave], cmd="leave") == first


@given(st.integers(0, 3))
def test_several_acts_are_written_in_one_go_and_resume(cut: int) -> None:
    desk = play(FOUR)
    acts = [lambda _, n=n: [ev.NoteMade(text=f"note {n}")] for n in range(3)]
    part = desk.append(acts[:cut], cmd="notes")
    whole = desk.append(acts, cmd="notes")
    assert whole[:cut] == part
    assert [entry.cmd for entry in whole] == ["notes", "notes/2", "notes/3"]
    assert desk.tournament.seq == 11


def test_if_one_of_several_acts_is_refused_none_is_written() -> None:
    desk = play(FOUR)
    with pytest.raises(Refused):
        desk.append([lambda _: [result(1)], lambda _: [result(1)]])
    assert desk.tournament.seq == 8
    assert desk.tournament.results == {}


def test_if_one_of_several_events_is_refused_none_is_written() -> None:
    desk = play(FOUR)
    with pytest.raises(Refused):
        desk.post(result(1), ev.PlayerDropped(player=PlayerId("p9"), after=1))
    assert desk.tournament.results == {}


def test_what_must_stand_first_is_written_after_the_judging_and_before_the_entry() -> None:
    store = MemoryStore()
    desk = play(FOUR, new_desk(store))
    held: list[int] = []
    desk.append([lambda _: [result(1)]], before=lambda: held.append(len(store.lines())))
    assert held == [8]
    with pytest.raises(Refused):
        desk.append([lambda _: [result(1)]], before=lambda: held.append(len(store.lines())))
    assert held == [8]


@pytest.mark.rule("LED-2")
def test_every_refusal_is_noted_and_writes_nothing() -> None:
    attempts = list[Attempt]()
    desk = play(FOUR, new_desk(attempts=attempts))
    with pytest.raises(Refused):
        desk.post(correction(1), cmd="x")
    (attempt,) = attempts
    assert (attempt.rule, attempt.cmd, attempt.after) == ("not-reported", "x", 8)
    assert attempt.events == (correction(1),)
    assert "masters-1-1" in attempt.message
    assert desk.tournament.seq == 8


def test_an_act_that_refuses_is_noted_too() -> None:
    attempts = list[Attempt]()
    desk = play(FOUR, new_desk(attempts=attempts))

    def never(t: Tournament) -> Sequence[ev.AnyEvent]:
        raise Refused("this cannot be done.")

    with pytest.raises(Refused, match="this cannot be done"):
        desk.append([never])
    assert [attempt.rule for attempt in attempts] == ["not-possible"]


def test_what_could_not_be_read_back_is_never_written() -> None:
    desk = play(FOUR)
    for text in ("x" * 2001, "", "\x00", "a\u202eb"):
        with pytest.raises((Refused, Unreadable)):
            desk.post(ev.NoteMade(text=text))
    assert desk.tournament.seq == 8


def test_a_rehearsal_judges_and_writes_nothing() -> None:
    desk = play(FOUR)
    (entry,) = desk.rehearse([lambda _: [result(1)]])
    assert entry.seq == 9
    assert desk.tournament.seq == 8
    assert desk.tournament.results == {}
    with pytest.raises(Refused):
        desk.rehearse([lambda _: [correction(1)]])


def test_a_rehearsal_refuses_what_the_act_would(tmp_path: Path) -> None:
    one, other = two_desks(tmp_path / "cup")
    other.post(result(1), cmd="a")
    with pytest.raises(Conflict):
        one.rehearse([lambda _: [correction(1)]], seen=8)
    assert one.rehearse([lambda _: [result(1)]], cmd="a") == other.entries[-1:]
    with pytest.raises(Refused, match="already used by entry 9"):
        one.rehearse([lambda _: [result(2)]], cmd="a")


def test_before_the_opening_there_are_no_rules() -> None:
    with pytest.raises(Refused, match="there is no tournament here yet"):
        new_desk().rules  # noqa: B018 - asking is the test.
    with pytest.raises(Refused):
        new_desk().post(result(1))


@pytest.mark.rule("LED-5")
@given(st.randoms(use_true_random=False))
def test_however_desks_take_turns_nothing_is_lost_and_all_agree(chance: Random) -> None:
    store = MemoryStore()
    names = " ".join(f"n{n}" for n in range(8))
    tables = " ".join(f"n{n}-n{n + 1}" for n in range(0, 8, 2))
    play(f"register {names}\nround 1 {tables}", new_desk(store))
    desks = [new_desk(store) for _ in range(3)]
    done: dict[MatchId, Result] = {}
    for turn in range(12):
        desk, table = chance.choice(desks), chance.randint(1, 4)
        verdict = chance.choice([Verdict.FIRST, Verdict.SECOND, Verdict.TIE])
        event = result(table, verdict)
        try:
            desk.post(event, cmd=f"turn-{turn}")
        except Conflict:
            assert event.match in done
        except Refused:
            assert event.match in done
        else:
            assert event.match not in done
            done[event.match] = event.result
    for desk in desks:
        desk.refresh()
        assert desk.tournament.results == done
        assert desk.entries == desks[0].entries


def test_a_hand_may_change_between_entries() -> None:
    desk = play(FOUR)
    desk.hand = replace(desk.hand, station="table-1")
    assert desk.post(result(1)).hand.station == "table-1"


# --- two doors: the desk's own, and the one for what a file tells --------------------------------

FILE, OTHER = "f" * 64, "e" * 64


def said_by(sha256: str, event: ev.AnyEvent) -> ev.AnyEvent:
    return replace(event, told=ImportedFrom(sha256=sha256))


LOCKED = """
    register ana ben cho dee
    round 1  ana-ben cho-dee
    report   1-1 2-0  1-2 2-0
    round 2  ana-cho ben-dee
    report   2-1 2-0  2-2 2-0
    round 3  ana-dee ben-cho
"""


@pytest.mark.rule("LED-1")
def test_nobody_borrows_the_word_of_a_file_to_pass_the_lock() -> None:
    """A told correction of a locked match breaks no rule that looks at events: the door refuses."""
    attempts: list[Attempt] = []
    desk = play(LOCKED, new_desk(attempts=attempts))
    before = len(desk.entries)
    for events in ([said_by(FILE, correction(1))], [result(1), said_by(FILE, correction(1))]):
        with pytest.raises(Refused, match="gives a file as its source") as refused:
            desk.post(*events)
        assert "`roundbook file import`" in (hint_of(refused.value) or "")
    assert [attempt.rule for attempt in attempts] == ["told-at-desk", "told-at-desk"]
    with pytest.raises(Refused, match="was opened at the desk"):
        desk.record(FILE, [lambda _: [said_by(FILE, correction(1))]])
    with pytest.raises(Refused, match="gives a file as its source"):
        desk.rehearse([lambda _: [said_by(FILE, correction(1))]])
    assert len(desk.entries) == before


@pytest.mark.rule("LED-1")
def test_a_file_records_its_own_word_and_no_other() -> None:
    desk = new_desk()
    desk.record(FILE, [lambda _: [said_by(FILE, opening())]])
    joins = ev.PlayerRegistered(
        player=PlayerId("p1"), division=Division.MASTERS, commitment=commitment("ana")
    )
    for event in (joins, said_by(OTHER, joins)):
        with pytest.raises(Refused, match="is not in the file"):
            desk.record(FILE, [lambda _, event=event: [event]])  # type: ignore[misc]
    assert len(desk.entries) == 1
    desk.record(OTHER, [lambda _: [said_by(OTHER, joins)]])  # A later save of the same event.
    assert desk.tournament.players.keys() == {"p1"}


@pytest.mark.rule("LED-1")
def test_what_a_file_tells_is_written_though_it_breaks_a_rule() -> None:
    desk = new_desk()
    note = said_by(FILE, ev.LateTagSet(player=PlayerId("p9"), reason="The file says so."))
    desk.record(FILE, [lambda _: [said_by(FILE, opening())], lambda _: [note]])
    assert [one.seq for one in desk.checks.review(desk.entries, desk.rules)] == [2]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (ev.CheckInUndone(player=PlayerId("p7")), "the check-in of p7"),
        (ev.MessageWithdrawn(entry=12), "the message of entry 12"),
        (ev.HandRenamed(hand=HandId("h3"), commitment="", reason="x"), "staff member h3"),
        (ev.RequestRecorded(number=2, source="the office"), "request 2 for the results"),
        (ev.RoundsSet(rounds=3), "the tournament itself"),
    ],
)
def test_what_another_desk_has_changed_is_named_in_words(event: ev.AnyEvent, words: str) -> None:
    assert in_words(changed_by(event)[0]) == words
