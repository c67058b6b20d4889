"""Penalties, rulings, proxies, deck checks, no-shows; and how long a division can still change."""

from collections.abc import Iterator
from typing import get_args

import pytest
from msgspec import inspect

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.judging import OK, CheckItem, Penalty
from roundbook.ledger.people.book import Book, BookEntry, Person
from roundbook.ledger.people.privacy import names_stay_out, texts
from roundbook.ledger.terms import Division, PlayerId, Verdict
from tests.scripts import new_desk, opening, play

pytestmark = pytest.mark.fast

ITEMS = '"cards":"ok","contents":"ok","legibility":"ok","references":"ok"'
PENALTY = '"event":"penalty-issued","penalty":"warning","infraction":"Slow."'


def test_a_penalty_is_withdrawn_once_and_only_where_it_stands() -> None:
    desk = play(f"""
        open
        register ana ben
        event {{{PENALTY},"player":"p1"}}
        event {{"event":"penalty-withdrawn","player":"p2","entry":4,"reason":"x"}} ! penalty-unknown
        event {{"event":"penalty-withdrawn","player":"p1","entry":3,"reason":"x"}} ! penalty-unknown
        event {{"event":"penalty-withdrawn","player":"p1","entry":4,"reason":"x"}}
        event {{"event":"penalty-withdrawn","player":"p1","entry":4,"reason":"x"}} ! penalty-unknown
        event {{{PENALTY},"player":"p7"}}                            ! player-unknown
        event {{{PENALTY},"player":"p1","match":["masters",1,1]}}    ! match-unknown
    """)
    assert desk.tournament.penalties == {}


@pytest.mark.rule("TRF-1.2")
def test_only_the_head_judge_rules() -> None:
    ruling = '{"event":"note-made","text":"It counts as printed.","ruling":true}'
    listed = "open\nstaff h2 head-judge"
    play(f"{listed}\nevent {ruling} ! ruling-not-head-judge")
    for role in ("organiser", "judge", "scorekeeper"):
        play(f"{listed}\nhand {role}\nevent {ruling} ! ruling-not-head-judge")
    play(f"{listed}\nhand head-judge\nevent {ruling}")


@pytest.mark.rule("TRF-5b")
def test_a_deck_check_looks_at_everything_and_says_what_came_of_a_fault() -> None:
    check = '"event":"deck-checked","player":"p1"'
    worn = f'"items":{{{ITEMS},"sleeves":"Two are worn."}}'
    desk = play(f"""
        open
        register ana
        event {{{check},"items":{{"sleeves":"ok"}}}}                ! deck-check-incomplete
        event {{{check},"items":{{{ITEMS},"sleeves":"ok"}}}}        ! deck-check-incomplete
        event {{{check},"items":{{"sleeves":"ok"}}}}                ~ deck-check-incomplete
        event {{{check},"counted":60,{worn}}}                       ! deck-check-outcome
        event {{{check},"counted":60,{worn},"outcome":"Replaced."}}
    """)
    player = PlayerId("p1")
    items = {**dict.fromkeys(CheckItem, OK), CheckItem.SLEEVES: "Two are worn."}
    desk.post(
        ev.DeckChecked(player=player, items=items, counted=60),
        ev.PenaltyIssued(player=player, penalty=Penalty.WARNING, infraction="Worn sleeves."),
    )
    assert desk.tournament.deck_checks == {"p1": 3}


@pytest.mark.rule("TRF-5a")
def test_a_premier_event_does_not_close_without_a_deck_check_unless_somebody_answers_for_it() -> (
    None
):
    begun = "open premier\nregister ana\n"
    play(begun + "close ! deck-checks-missing")
    play(begun + "close ~ deck-checks-missing")
    ok = f'"items":{{{ITEMS},"sleeves":"ok"}}'
    play(f'{begun}event {{"event":"deck-checked","player":"p1","counted":60,{ok}}}\nclose')
    play("open\nregister ana\nclose")


@pytest.mark.rule("A-51")
@pytest.mark.parametrize(
    ("who", "verdict", "games", "lawful"),
    [
        ("first", "second", "", True),
        ("second", "first", "", True),
        ("both", "double-loss", "", True),
        ("first", "first", "", False),
        ("first", "tie", "", False),
        ("first", "unplayed", "", False),
        ("both", "second", "", False),
        ("first", "second", ',"games":[0,2,0]', False),
    ],
)
def test_whoever_does_not_come_has_lost(who: str, verdict: str, games: str, lawful: bool) -> None:
    result = f'{{"verdict":"{verdict}","no_show":"{who}"{games}}}'
    said = f'event {{"event":"result-reported","match":["masters",1,1],"result":{result}}}'
    desk = play(f"""
        register ana ben
        round 1 ana-ben
        {said} {"" if lawful else "! no-show-result"}
    """)
    reported = desk.tournament.results.values()
    assert [one.verdict for one in reported] == ([Verdict(verdict)] if lawful else [])


def test_a_division_can_change_while_it_moves_nobody() -> None:
    desk = play("""
        open
        register ana ben cho dee
        amend ana senior
        pods senior-masters
        announce 3
        senior-masters: round 1 ana-ben cho-dee
        amend ana masters
        amend ben junior                    ! division-settled
    """)
    ages = [player.division for player in desk.tournament.players.values()]
    assert ages == [Division.MASTERS] * 4


def test_nobody_moves_to_another_pool_once_rounds_are_paired() -> None:
    play("""
        open
        announce 3
        register ana ben
        senior cho dee
        pods masters senior ~ pods-wrong
        amend ana senior
        amend ana masters
        pair 1 ana-ben
        amend cho masters                   ! division-settled
        withdraw 1
        amend cho masters
    """)


def test_a_text_is_judged_by_the_names_of_its_time() -> None:
    ana = BookEntry(person=Person(name="Ana Archer"), salt="A" * 43)
    guest = BookEntry(person=Person(name="Guest One"), salt="B" * 43)
    cho = BookEntry(person=Person(name="Cho Carter"), salt="C" * 43)
    book = Book(
        players={PlayerId("p1"): ana}, former={PlayerId("p1"): (guest,)}, refused={cho.bound: cho}
    )
    desk = new_desk(checks=(names_stay_out(book),))
    one = PlayerId("p1")

    def said(text: str) -> list[str]:
        entry = desk.rehearse([lambda _: [ev.NoteMade(text="x")]])[0]
        note = ev.NoteMade(text=text)
        return [v.rule for v in desk.checks.judge(desk.tournament, entry, note, desk.rules)]

    desk.post(opening())
    desk.post(ev.PlayerRegistered(player=one, division=Division.MASTERS, commitment=guest.bound))
    assert said("Ana Archer is here") == []
    assert said("Guest One is here") == ["name-in-text"]
    assert said("Cho Carter is here") == []
    desk.post(ev.PlayerAmended(player=one, commitment=ana.bound, reason="The name was given."))
    desk.post(ev.EntryRefused(commitment=cho.bound, reason="Would hold up the round."))
    for name in ("Ana Archer", "Guest One", "Cho Carter"):
        assert said(f"{name} is here") == ["name-in-text"]
    assert said("Cho is here") == []


WORDS = {
    *("reason", "text", "source", "infraction", "card", "outcome", "reference", "breaks"),
    *("format", "staff"),
}
OTHERS = {
    ("TournamentOpened", "name"),  # Nobody is registered yet.
    ("TournamentOpened", "sanction"),
    ("StaffNamed", "role"),
    ("TeamFormed", "name"),
    ("AnnouncementMade", "prizes_by_place"),
    ("DeckChecked", "items"),
    ("FactAdded", "data"),
}


def kinds(found: inspect.Type) -> Iterator[inspect.Type]:
    """Yield what a field can hold, and what that holds, but no event of its own."""
    yield found
    match found:
        case inspect.UnionType(types=within) | inspect.TupleType(item_types=within):
            pass
        case inspect.ListType(item_type=one) | inspect.VarTupleType(item_type=one):
            within = (one,)
        case inspect.DictType(key_type=key, value_type=one):
            within = (key, one)
        case _:
            within = ()
    for one in within:
        yield from kinds(one)


@pytest.mark.rule("LED-9")
def test_every_word_that_an_event_holds_is_looked_through_for_names() -> None:
    """A field for somebody's own words that is added later is none that `texts` knows."""
    found = {
        (kind.__name__, field.encode_name)
        for kind in get_args(ev.AnyEvent)
        for field in inspect.type_info(kind).fields  # type: ignore[attr-defined]
        for one in kinds(field.type)
        if isinstance(one, inspect.StrType) and one.pattern is None
    }
    assert {(kind, field) for kind, field in found if field not in WORDS} == OTHERS
    team = ev.TeamFormed(players=(PlayerId("p1"), PlayerId("p2")), name="Ana Archer")
    checked = ev.DeckChecked(player=PlayerId("p1"), items={CheckItem.CARDS: "Ana"})
    assert [*texts(team), *texts(checked)] == ["Ana Archer", "Ana"]
