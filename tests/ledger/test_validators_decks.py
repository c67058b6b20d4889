import pytest

from roundbook.ledger.errors import Refused
from roundbook.ledger.events.decks import DeckRegistered
from roundbook.ledger.events.event import Override
from roundbook.ledger.terms import PlayerId
from tests.scripts import commitment, play

pytestmark = pytest.mark.fast


def handed(player: str, **fields: object) -> str:
    """Return the line of a script in which a player hands in a list."""
    said = {"format": "standard", "cards": 60, **fields}
    more = ",".join(
        f'"{name}":{value}' if isinstance(value, int) else f'"{name}":"{value}"'
        for name, value in said.items()
    )
    bound = commitment(f"{player} {sorted(said.items())}")
    return f'event {{"event":"deck-registered","player":"{player}","commitment":"{bound}",{more}}}'


@pytest.mark.rule("TRF-4a", "TRF-4b")
def test_a_list_may_be_changed_until_round_1_starts_and_not_after() -> None:
    desk = play(f"""
        register ana ben
        {handed("p1")}
        {handed("p1", unused=1)}
        pair 1 ana-ben
        {handed("p1", unused=2)}
        {handed("p2")}
        start 1
        {handed("p1")}                  ! deck-frozen
        {handed("p2", cards=59)}        ! deck-frozen
    """)
    assert desk.tournament.decks.keys() == {"p1", "p2"}
    assert desk.tournament.decks[PlayerId("p1")].unused == 2
    assert len(desk.entries) == 4 + 5 + 1


@pytest.mark.rule("TRF-4b")
def test_who_hands_in_nothing_before_round_1_hands_in_nothing_after() -> None:
    play(f"""
        register ana ben
        {handed("p2")}
        round 1 ana-ben
        {handed("p1")}   ! deck-frozen
    """)


@pytest.mark.rule("TRF-4b")
def test_no_official_may_let_a_deck_change_during_the_tournament() -> None:
    desk = play("register ana ben\nround 1 ana-ben")
    before = len(desk.entries)
    waived = Override(rule="deck-frozen", reason="He asked so nicely.", official="organiser")
    event = DeckRegistered(
        player=PlayerId("p1"),
        commitment=commitment("a deck"),
        format="standard",
        cards=60,
        override=waived,
    )
    with pytest.raises(Refused) as caught:
        desk.post(event)
    assert caught.value.violations[0].rule == "deck-frozen"
    assert len(desk.entries) == before


@pytest.mark.rule("TRF-4a", "TRF-4b")
def test_a_late_player_hands_in_a_list_before_the_first_round_that_they_play() -> None:
    play(f"""
        register ana ben cho
        round 1 ana-ben bye:cho
        report 1-1 2-0
        late dee
        {handed("p4")}
        pair 2 ana-cho ben-dee
        {handed("p4", unused=1)}
        start 2
        {handed("p4")}   ! deck-frozen
    """)


@pytest.mark.rule("TRF-4a", "TRF-4b")
def test_a_player_who_was_left_out_at_first_hands_in_a_list_before_they_play() -> None:
    play(f"""
        register ana ben cho
        drop cho
        round 1 ana-ben
        report 1-1 2-0
        reinstate cho
        {handed("p3")}
        pair 2 ana-cho bye:ben
        start 2
        {handed("p3", unused=1)}   ! deck-frozen
    """)


@pytest.mark.rule("TRF-4b")
def test_a_bye_is_a_round_that_a_player_plays_in() -> None:
    play(f"""
        register ana ben cho
        round 1 ana-ben bye:cho
        report 1-1 2-0
        drop cho
        pair 2 ana-ben ~ rematch
        reinstate cho
        {handed("p3")}   ! deck-frozen
    """)


def test_in_an_elimination_the_list_freezes_with_the_bracket() -> None:
    play(f"""
        open single-elimination
        announce 1
        register ana ben
        seed ana ben
        {handed("p1")}
        bracket: round 1 ana-ben
        {handed("p1")}   ! deck-frozen
    """)


def test_another_pod_that_plays_already_freezes_nothing() -> None:
    play(f"""
        register ana ben
        senior cho dee
        pods masters senior ~ pods-wrong
        round 1 ana-ben
        {handed("p3")}
        {handed("p1")}   ! deck-frozen
    """)


@pytest.mark.rule("TRF-11.1", "TRF-11.2", "TRF-14.2.1", "TRF-14.2.2")
@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("standard", 60),
        ("expanded", 60),
        ("unlimited", 60),
        ("sealed", 40),
        ("solomon-draft", 40),
        ("30-card-constructed", 30),
        ("30-card-limited", 30),
        ("2-on-2-limited", 40),
        ("team-battle-constructed", 60),
    ],
)
def test_a_list_has_the_size_of_its_format_whoever_wrote_the_ledger(name: str, size: int) -> None:
    play(f"""
        open
        register ana
        {handed("p1", format=name, cards=size - 1)}   ! deck-size
        {handed("p1", format=name, cards=size + 1)}   ! deck-size
        {handed("p1", format=name, cards=size)}
    """)


def test_a_format_that_is_not_known_here_has_no_size() -> None:
    play(f"""
        open
        register ana
        {handed("p1", format="theme-deck", cards=61)}
    """)


@pytest.mark.rule("TRF-1a")
def test_a_list_with_breaches_passes_only_with_the_word_of_an_official() -> None:
    play(f"""
        open
        register ana
        {handed("p1", breaches=1)}   ! deck-not-legal
        {handed("p1", breaches=1)}   ~ deck-not-legal
    """)


def test_a_list_is_of_somebody_who_is_registered() -> None:
    play(f"""
        open
        {handed("p1")}   ! player-unknown
    """)
