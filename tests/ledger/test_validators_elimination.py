"""Who is seeded, when seeds are drawn, and what leaving a bracket means, as a judge tells it."""

import pytest

from roundbook.ledger.events.catalogue import PlayerDropped, PlayerReinstated
from roundbook.ledger.events.event import ImportedFrom
from roundbook.ledger.state.rounds import beaten, decision, due, open_matches, still_out, survivors
from roundbook.ledger.terms import MatchId, PlayerId, Pool, Verdict
from roundbook.ledger.validators.elimination import winner
from roundbook.projections.bracket.bracket import eliminated
from tests.rules.faces import IN_FORCE
from tests.scripts import new_desk, play

pytestmark = pytest.mark.fast

BRACKET, CUT = Pool("bracket"), Pool("masters-cut")
TOLD = ImportedFrom(sha256="f" * 64)


@pytest.mark.rule("TOP-3.2a", "TOP-3.2.2")
def test_seeds_are_drawn_once_and_anew_for_who_comes_or_goes_before_the_start() -> None:
    play("""
        open single-elimination
        announce 2
        register ana ben cho
        seed   ana ben            ! seeds-everybody
        seed   ana ben cho cho    ! seeds-everybody
        seed   ana ben cho p9     ! player-unknown
        drop   cho 0
        seed   ana ben cho        ! seeds-everybody
        seed   ana ben
        seed   ben ana            ! seeds-settled
        senior dee
        bracket: pair 1 ana-ben   ! not-seated
        seed   dee ben ana
        bracket: pair 1 ana-ben bye:dee
        junior eva
        seed   eva dee ben ana    ! seeds-settled
        bracket: start 1          ! seats-changed
        bracket: withdraw 1
        seed   eva dee ben ana
        bracket: round 1 eva-ana ben-dee
        seed   dee eva ben ana    ! seeds-settled
        register fay              ! registration-closed
        left-off fay 1            ! registration-closed
        late   fay 1              ! registration-closed
    """)


@pytest.mark.rule("TOP-3", "TOP-3.2.1")
def test_nothing_of_swiss_happens_in_a_single_elimination() -> None:
    play("""
        open single-elimination
        announce 2
        register ana
        junior ben cho dee
        pods masters junior     ! style-kept
        pair 1 ana-ben cho-dee  ! style-kept
        award ana 1             ! style-kept
        tag ben                 ! style-kept
        rounds 3                ! style-kept
        cut masters ana ben     ! style-kept
        seed dee cho ben ana
        bracket: round 1 dee-ana ben-cho
        bracket: report 1-1 1-1 ! tie-in-cut
    """)


def test_a_style_of_ones_own_is_opened_by_an_official_only() -> None:
    play("open other ! style-not-sanctioned")
    desk = play("open other ~ style-not-sanctioned; announce 3; register ana ben; round 1 ana-ben")
    assert desk.entries[0].events[0].override is not None


@pytest.mark.rule("TOP-3.2d", "A-50")
def test_who_leaves_has_lost_and_a_return_in_time_gives_it_back() -> None:
    desk = play("""
        open single-elimination
        announce 2
        register ana ben cho dee
        seed ana ben cho dee
        bracket: round 1 ana-dee cho-ben
        bracket: report 1-1 2-0
        drop ben 1
        drop ana 1
        reinstate ana
        drop ana 1
    """)
    t = desk.tournament
    first, second = MatchId(BRACKET, 1, 1), MatchId(BRACKET, 1, 2)
    assert decision(t, first) is Verdict.SECOND
    assert t.results[first].verdict is Verdict.FIRST
    assert (beaten(t, first), beaten(t, second)) == ((p(1),), (p(2),))
    assert open_matches(t, t.rounds[BRACKET, 1]) == still_out(t, BRACKET) == []
    assert survivors(t, BRACKET) == due(t, BRACKET, 2) == [p(3), p(4)]
    play(
        """
        bracket: pair 2 p3-p1       ! not-due
        bracket: pair 2 p4-p3
        reinstate p1
        bracket: start 2            ! seats-changed
        drop p1 1
        bracket: start 2
        reinstate p1                ! bracket-moved-on
        reinstate p2                ! bracket-moved-on
        reinstate p1 ~ bracket-moved-on
        bracket: report 2-1 2-0
        drop p4 2                   ! bracket-over
        disqualify p4 2
        drop p3 2                   ! bracket-over
        close
        """,
        desk,
    )
    assert winner(desk.tournament, BRACKET) == p(3)
    assert beaten(desk.tournament, first) == (p(1),)


@pytest.mark.rule("TOP-3.2d", "A-50")
def test_who_had_lost_before_leaving_may_return_at_any_time() -> None:
    desk = play(
        """
        open single-elimination
        announce 2
        register ana ben cho dee
        seed ana ben cho dee
        bracket: round 1 ana-dee cho-ben
        bracket: report 1-1 2-0 1-2 2-0
        disqualify dee 1
        bracket: round 2 ana-cho
        reinstate dee
        drop ben 2
        bracket: report 2-1 2-0
        """,
        new_desk(checks=IN_FORCE),
    )
    assert winner(desk.tournament, BRACKET) == p(1)


@pytest.mark.rule("TOP-3.2d", "A-50")
def test_who_left_with_a_bye_stays_out_even_if_an_official_records_the_return() -> None:
    desk = play(
        """
        open single-elimination
        announce 3
        register ana ben cho dee eva
        seed ana ben cho dee eva
        bracket: round 1 eva-dee bye:ana bye:ben bye:cho
        bracket: report 1-1 0-2
        drop ana 1
        bracket: round 2 cho-ben bye:dee
        reinstate ana              ! bracket-moved-on
        reinstate ana ~ bracket-moved-on
        bracket: report 2-1 2-0
        bracket: pair 3 ana-cho    ! not-due
        bracket: round 3 dee-cho
        bracket: report 3-1 2-0
        close
        """,
        new_desk(checks=IN_FORCE),
    )
    assert eliminated(desk.tournament, BRACKET) == {p(5): 1, p(1): 2, p(2): 2, p(3): 3}
    assert winner(desk.tournament, BRACKET) == p(4)


@pytest.mark.rule("A-50")
def test_if_both_players_lose_nobody_is_due_and_the_next_goes_on_without_a_match() -> None:
    play(
        """
        open single-elimination
        announce 3
        register ana ben cho dee eva fay gus hal
        seed ana ben cho dee eva fay gus hal
        bracket: round 1 ana-hal eva-dee cho-fay gus-ben
        bracket: report 1-1 double-loss 1-2 1-2 1-3 2-0 1-4 0-2
        drop gus 1
        bracket: pair 2 cho-ben ana-dee  ! not-due
        bracket: pair 2 cho-ben          ! not-seated
        bracket: pair 2 cho-dee bye:ben  ! bracket-differs
        bracket: round 2 cho-ben bye:dee
        bracket: report 2-1 2-0
        bracket: round 3 dee-cho
        bracket: report 3-1 double-loss  ! bracket-without-winner
        bracket: report 3-1 double-loss  ~ bracket-without-winner
        bracket: pair 4                  ! bracket-differs
        close                            ! bracket-without-winner
        close                            ~ bracket-without-winner
        """,
        new_desk(checks=IN_FORCE),
    )


@pytest.mark.rule("A-89")
def test_both_lose_the_last_match_of_a_bracket_only_if_an_official_lets_it_stand() -> None:
    """In the match for third place they may, and where somebody else is left to advance."""
    play(
        """
        open single-elimination
        announce 2 third
        register ana ben cho dee
        seed ana ben cho dee
        bracket: round 1 ana-dee ben-cho
        bracket: report 1-1 double-loss
        bracket: report 1-2 double-loss  ! bracket-without-winner
        bracket: correct 1-1 2-0
        bracket: report 1-2 double-loss
        bracket: correct 1-1 double-loss ! bracket-without-winner
        """,
        new_desk(checks=IN_FORCE),
    )


@pytest.mark.rule("TOP-3.2d")
def test_in_a_cut_after_swiss_leaving_is_a_loss_from_its_first_round_on() -> None:
    desk = play("""
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        cut masters ana cho ben dee
        masters-cut: round 2 ana-dee ben-cho
        masters-cut: report 2-1 2-0 2-2 2-0
        masters-cut: pair 3 ana-ben
        drop ana 2
        masters-cut: start 3              ! seats-changed
        masters-cut: repair 3 dee-ben
        masters-cut: start 3
        masters-cut: report 3-1 2-1
        drop dee 3                        ! bracket-over
        close
    """)
    assert winner(desk.tournament, CUT) == p(4)
    assert beaten(desk.tournament, MatchId(CUT, 2, 1)) == (p(1),)
    assert decision(desk.tournament, MatchId(Pool("masters"), 1, 1)) is Verdict.FIRST


def test_where_a_file_says_that_somebody_left_its_result_stands() -> None:
    desk = play("""
        register ana ben
        round 1 ana-ben
        report 1-1 2-0
        cut masters ana ben
        masters-cut: round 2 ana-ben
        masters-cut: report 2-1 2-0
    """)
    match = MatchId(CUT, 2, 1)
    t = desk.tournament.copy()
    t.apply(PlayerDropped(player=p(1), after=2, told=TOLD), 99)
    assert decision(t, match) is Verdict.FIRST
    t.apply(PlayerReinstated(player=p(1), reason="The file was wrong."), 100)
    t.apply(PlayerDropped(player=p(1), after=2), 101)
    assert decision(t, match) is Verdict.SECOND


def p(number: int) -> PlayerId:
    return PlayerId(f"p{number}")
