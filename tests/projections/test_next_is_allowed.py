"""What comes next is allowed, in states that walks of `tests/laws/test_offers.py` found.

Each test names the kind of event and the seed of the walk that came upon it.
"""

import pytest
from msgspec.structs import replace

from roundbook.ledger.desk import Desk
from roundbook.ledger.errors import Do, do
from roundbook.ledger.people.book import Book
from roundbook.ledger.terms import Style
from roundbook.projections.offers import is_offered, of_pool, offers, why_not
from roundbook.projections.progress import progress
from roundbook.projections.rounds.needs_repair import to_mend
from roundbook.projections.rules_in_force import rules_in_force
from tests.scripts import MASTERS, new_desk, opening, play


def next_of(desk: Desk) -> Do:
    """Return what comes next, which has to be allowed."""
    found = progress(desk.tournament, desk.rules)
    assert found.next, "something comes next"
    assert is_offered(desk.tournament, desk.rules, found.next.verb), found.next
    return found.next


def due(desk: Desk) -> set[str]:
    """Return the verbs of everything that is due."""
    found = progress(desk.tournament, desk.rules)
    return {one.next.verb for one in found.steps if one.next}


def mending(desk: Desk) -> str:
    """Return what has to be mended, in words."""
    return " ".join(str(one) for one in to_mend(desk.tournament, desk.rules))


def without_secrets(style: Style, text: str) -> Desk:
    """Play a script in an event that was never given secrets to draw with."""
    desk = new_desk()
    desk.post(replace(opening(style=style), commitment=None))
    return play(text, desk)


@pytest.mark.rule("TOP-4g")
def test_without_secrets_a_waiting_round_is_paired_again_by_hand() -> None:
    """Told, seed 7: a repair draws, and there is nothing to draw with."""
    desk = without_secrets(
        Style.SWISS,
        """
        announce 3
        register ana ben cho dee eve
        round 1 ana>ben cho>dee eve
        pair 2 ana-cho eve-ben dee
        drop dee
        """,
    )
    again = do("pair", "masters", "--again", "--by-hand", "SEATS", "--reason", "…")
    assert next_of(desk) == again
    assert of_pool(desk.tournament, desk.rules, "pair", MASTERS) == again
    assert "pair it again by hand" in mending(desk)
    refused = why_not(desk.tournament, desk.rules, "repair")
    assert refused
    assert refused.rule == "secret-wrong"


@pytest.mark.rule("TOP-3.2b")
def test_without_secrets_a_chain_begins_before_seeds_are_drawn() -> None:
    """Told elimination, seed 40."""
    desk = without_secrets(Style.SINGLE_ELIMINATION, "register ana ben cho dee; announce 2")
    assert next_of(desk) == do("new-secrets", "--reason", "…")


def test_an_elimination_whose_round_was_withdrawn_has_its_seeds_drawn_again_and_no_close() -> None:
    """Elimination, seed 54: two players dropped after round 1 was withdrawn."""
    desk = play(
        """
        open single-elimination
        announce 3
        register ana ben cho dee eve
        seed ana ben cho dee eve
        bracket: pair 1 dee-eve ana ben cho
        bracket: withdraw 1
        drop eve 0
        """
    )
    assert next_of(desk) == do("seed", "--reason", "…")
    assert "close" not in due(desk)


@pytest.mark.rule("A-50")
def test_a_final_that_nobody_is_left_to_play_is_withdrawn() -> None:
    """Elimination, seed 34: both players who could have had a seat of the final are out."""
    desk = play(
        """
        open single-elimination
        announce 2
        register ana ben cho dee
        seed ana ben cho dee
        bracket: round 1 ana>dee cho<ben
        bracket: pair 2 ana-ben
        bracket: drop ben
        bracket: drop cho
        """
    )
    assert next_of(desk) == do("withdraw", "bracket-2", "--reason", "…")
    assert "withdraw it, as no match is left" in mending(desk)
    assert not is_offered(desk.tournament, desk.rules, "repair")
    play("bracket: withdraw 2", desk)
    assert next_of(desk).verb == "close"


@pytest.mark.rule("A-89")
def test_a_bracket_whose_last_players_all_left_is_closed_by_an_override() -> None:
    """Nobody is left who could win it, so an official has to let it stand."""
    desk = play(
        """
        open single-elimination
        announce 2
        register ana ben cho dee
        seed ana ben cho dee
        bracket: round 1 ana>dee cho<ben
        bracket: pair 2 ana-ben
        bracket: drop ana; bracket: drop ben; bracket: drop cho; bracket: drop dee
        bracket: withdraw 2
        """
    )
    close = do("close", "--override", "bracket-without-winner", "--because", "…")
    assert progress(desk.tournament, desk.rules).next == close


@pytest.mark.rule("A-78")
def test_a_swiss_round_that_has_no_legal_match_left_is_withdrawn() -> None:
    """Those who are left have met: the round waits, and no repair of it is legal."""
    desk = play(
        """
        announce 3
        register ana ben cho dee
        round 1 ana>ben cho>dee
        pair 2 ana-cho ben-dee
        drop cho; drop dee
        """
    )
    assert next_of(desk) == do("withdraw", "masters-2", "--reason", "…")
    assert not is_offered(desk.tournament, desk.rules, "repair")
    play("withdraw 2", desk)
    assert next_of(desk).verb == "close"


def test_a_player_without_a_partner_needs_one_before_a_team_is_formed() -> None:
    """Teams, seed 3."""
    desk = play("open swiss team-battle-constructed; register ana ben cho")
    assert next_of(desk) == do("team form", "NAME", "p1", "p2")
    play(
        'event {"event":"team-formed","players":["p1","p2"],"name":"The Two"}',
        desk,
    )
    assert next_of(desk) == do("register", "NAME", "--birth-year", "YEAR")


@pytest.mark.rule("A-44")
def test_a_cut_is_made_again_only_with_other_seeds() -> None:
    """Pod, seed 2: the seeds by the standings are the seeds that the cut has."""
    desk = play(
        """
        announce 2 masters=2
        register ana ben cho dee
        round 1 dee>cho ben>ana
        round 2 dee>ben cho>ana
        cut masters dee ben
        """
    )
    same = do("cut", "masters", "--again")
    assert same not in offers(desk.tournament, desk.rules)
    play("drop p4 2", desk)
    assert same in offers(desk.tournament, desk.rules)
    assert next_of(desk) == same


@pytest.mark.rule("TOP-4d")
def test_a_result_of_an_earlier_round_that_was_withdrawn_is_reported_before_the_close() -> None:
    """Ages, seed 16."""
    desk = play(
        """
        announce 2
        register ana ben cho dee
        round 1 ana>ben cho>dee
        round 2 ana>cho ben>dee
        """
    )
    assert next_of(desk).verb == "close"
    play("withdraw 1-2 ~ result-locked", desk)
    assert next_of(desk) == do("report", "masters-1-2", "RESULT")
    assert "close" not in due(desk)


@pytest.mark.rule("A-55")
def test_an_event_whose_only_round_was_withdrawn_is_not_closed_but_set_up_again() -> None:
    """Solomon, seed 31: nobody was left to pair again, and no round had been played."""
    desk = play("announce 2; register ana ben; pair 1 ana-ben; withdraw 1; drop ben 0")
    assert next_of(desk).verb == "register"
    assert "close" not in due(desk)


@pytest.mark.rule("A-56")
def test_a_bye_that_an_awarded_one_follows_is_repaired() -> None:
    """Cut, seed 47: the random bye goes to a player who awaits no other."""
    desk = play(
        """
        register ana ben cho dee eve
        award eve 2
        pair 1 ana-ben cho-dee eve
        """
    )
    assert is_offered(desk.tournament, desk.rules, "repair")


@pytest.mark.rule("TOP-4g")
def test_an_awarded_bye_that_is_not_posted_is_repaired() -> None:
    """Swiss, seed 136: the player came back, and nobody else has to move."""
    desk = play(
        """
        register ana ben cho dee eve
        award eve 1
        drop eve 0
        pair 1 ana-ben cho-dee
        reinstate eve
        """,
        new_desk(checks=rules_in_force(Book())),
    )
    assert next_of(desk) == do("repair", "masters")
    play("repair 1 p1-p2 p3-p4 awarded:p5", desk)
    assert next_of(desk).verb == "post"


@pytest.mark.rule("A-71")
def test_a_second_day_whose_round_waits_is_made_again() -> None:
    """Told, seed 161, and any other kind: the waiting round is withdrawn with it."""
    desk = play(
        """
        announce 2
        register ana ben cho dee eve
        round 1 ana>ben cho>dee eve
        round 2 ana>cho eve>ben dee
        day-two 2 ana eve cho dee
        rounds 3
        pair 3 ana-dee eve-cho
        disqualify ana 2
        """
    )
    assert next_of(desk) == do("day-two", "masters", "--again")
