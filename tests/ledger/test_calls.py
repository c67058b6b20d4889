"""A table that calls a judge, and what the desk tells the hall."""

import pytest

from roundbook.ledger.terms import Division, MatchId, PlayerId, Pool
from roundbook.projections.history.history import history
from roundbook.projections.judging.calls_and_messages import is_for, messages, open_calls
from tests.scripts import happened, play

pytestmark = pytest.mark.fast

HALL = """
    register ana ben cho dee
    round 1  ana-ben cho-dee
"""


def table(number: int, played: int = 1) -> MatchId:
    return MatchId(Pool("masters"), played, number)


@pytest.mark.rule("TRF-1.2")
def test_a_table_has_one_call_until_a_judge_has_been_there() -> None:
    desk = play(f"""{HALL}
        call 1-9                        ! match-unknown
        call 1-1 cho                    ! caller-elsewhere
        call 1-1 p9                     ! player-unknown
        take 1-1                        ! call-missing
        done 1-1                        ! call-missing
        call 1-1 ana
        call 1-1 ben                    ! call-again
        take 1-1
        take 1-1                        ! call-taken-already
        call 1-1                        ! call-again
        done 1-1
        call 1-1
        done 1-1
        report 1-1 2-0  1-2 2-0
        call 1-2
        pair 2   ana-cho ben-dee
        call 1-1                        ! call-too-late
        done 1-2
        call 2-1
    """)
    assert [*desk.tournament.calls] == [table(1, 2)]
    said = [line.what for line in history(desk.entries, match=table(1)) if "call" in line.what]
    assert said[:3] == [
        "a judge was called to match masters-1-1, by p1",
        "the call from match masters-1-1 was taken: a judge is on the way",
        "the call from match masters-1-1 was closed",
    ]


@pytest.mark.rule("TRF-1.2")
def test_calls_wait_in_the_order_in_which_they_came_and_those_taken_come_last() -> None:
    desk = play(f"""{HALL}
        call 1-2 dee
        call 1-1
        hand judge
        take 1-2
    """)
    first, second = open_calls(desk.tournament, desk.entries)
    assert (first.match, first.taken_by, first.player) == (table(1), None, None)
    assert (second.match, second.player) == (table(2), "p4")
    assert second.taken_by is not None
    assert second.taken_by.role == "judge"
    assert second.taken_at == desk.entries[-1].at
    assert second.at == desk.entries[second.seq - 1].at


@pytest.mark.rule("TRF-1.2")
def test_a_result_ends_the_calls_before_it_and_none_after_it() -> None:
    ended = f"""{HALL}
        call 1-1 ana
        take 1-1
        call 1-2
        report 1-1 2-0
    """
    desk = play(ended)
    assert [one.match for one in open_calls(desk.tournament, desk.entries)] == [table(2)]
    called = [line.what for line in history(desk.entries, match=table(1)) if "call" in line.what]
    assert len(called) == 2, "the record stays"
    play(f"{ended}done 1-1")  # A judge may still say so, as ledgers do.
    again = play(f"""{ended}
        call 1-1 ana
        call 1-1 ben                    ! call-again
    """)
    first, second = open_calls(again.tournament, again.entries)
    assert (first.match, second.match, second.taken_by) == (table(2), table(1), None)


def test_a_call_waits_again_if_the_result_after_it_is_withdrawn() -> None:
    desk = play(f"{HALL}call 1-1 ana\nreport 1-1 2-0\nwithdraw 1-1")
    assert [one.match for one in open_calls(desk.tournament, desk.entries)] == [table(1)]


def test_a_round_that_is_taken_back_takes_its_calls_with_it() -> None:
    t = happened("crowd 2; pair 1 1-2; call 1-1; take 1-1; withdraw 1").tournament
    assert not t.calls
    assert not t.taken


def test_messages_stand_until_they_are_taken_back() -> None:
    desk = play(f"""{HALL}
        tell Lunch until 13:00.
        tell p1 has lost a deck.
        tell-no-more 3                      ! message-gone
    """)
    texts = [one.text for one in messages(desk.tournament, desk.entries)]
    assert texts == ["p1 has lost a deck.", "Lunch until 13:00."]
    oldest = messages(desk.tournament, desk.entries)[-1]
    assert oldest.at == desk.entries[oldest.seq - 1].at
    again = play(f"{HALL}tell Lunch until 13:00.\ntell-no-more {oldest.seq}").tournament
    assert not again.messages


def test_a_message_is_for_its_division_and_its_table_and_otherwise_for_everybody() -> None:
    desk = play(f"""{HALL}
        event {{"event":"message-sent","text":"All.","division":"Senior"}}
        event {{"event":"message-sent","text":"Two.","match":["masters",1,2]}}
        tell Everybody.
    """)
    for_all, table_2, seniors = messages(desk.tournament, desk.entries)
    assert seniors.division is Division.SENIOR
    told = {
        one.text: [p for p in desk.tournament.players if is_for(one, desk.tournament, p)]
        for one in (for_all, table_2, seniors)
    }
    assert told == {"Everybody.": ["p1", "p2", "p3", "p4"], "Two.": ["p3", "p4"], "All.": []}
    assert is_for(for_all, desk.tournament, PlayerId("p9"))
    said = [line.what for line in history(desk.entries)][-3:]
    assert said == [
        "the desk told Senior: All.",
        "the desk told match masters-1-2: Two.",
        "the desk told everybody: Everybody.",
    ]


def test_a_message_to_a_table_ends_with_its_match_and_one_about_the_result_with_the_round() -> None:
    tells = 'event {"event":"message-sent","text":"Hello.","match":["masters",1,1]}'

    def is_shown(script: str) -> bool:
        desk = play(f"{HALL}{script}")
        [one] = messages(desk.tournament, desk.entries)
        return is_for(one, desk.tournament, PlayerId("p1"))

    assert is_shown(tells)
    assert not is_shown(f"{tells}\nreport 1-1 2-0")
    assert is_shown(f"report 1-1 2-0\n{tells}")
    assert not is_shown(f"report 1-1 2-0 1-2 2-0\n{tells}\npair 2 ana-cho ben-dee")


@pytest.mark.rule("A-65")
def test_messages_calls_and_penalties_at_a_table_are_for_both_players_of_a_team() -> None:
    penalty = '"event":"penalty-issued","penalty":"warning","infraction":"Slow.","match":'
    desk = play(f"""
        open team-battle-constructed
        register ana cho dee eve
        senior fay
        event {{"event":"team-formed","players":["p1","p5"],"name":"Rocket"}}
        event {{"event":"team-formed","players":["p2","p3"],"name":"Plasma"}}
        drop eve 0
        announce 2
        round 1 ana-cho
        event {{"event":"message-sent","text":"Table.","match":["masters",1,1]}}
        event {{"event":"message-sent","text":"Seniors.","division":"Senior"}}
        event {{"event":"message-sent","text":"Masters.","division":"Masters"}}
        event {{"event":"judge-called","match":["masters",1,1],"player":"p4"}} ! caller-elsewhere
        event {{"event":"judge-called","match":["masters",1,1],"player":"p5"}}
        event {{{penalty}["masters",1,1],"player":"p5"}}
        event {{{penalty}["masters",1,1],"player":"p4"}} ! penalty-elsewhere
    """)
    told = {
        one.text: [p for p in desk.tournament.players if is_for(one, desk.tournament, p)]
        for one in messages(desk.tournament, desk.entries)
    }
    assert told == {
        "Table.": ["p1", "p2", "p3", "p5"],
        "Seniors.": ["p5"],
        "Masters.": ["p1", "p2", "p3", "p4", "p5"],
    }
