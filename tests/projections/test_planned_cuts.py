"""The sizes of a cut that are shown when a tournament is announced, with their rounds and time."""

import pytest

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.rulesets import released
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division
from roundbook.projections.cut.planner import planned_cuts
from tests.scripts import opening, player, registered

RULES = released.load("play-2017")


@pytest.mark.rule("TOP-3.3.5")
def test_the_time_beside_a_cut_counts_the_rounds_of_day_two() -> None:
    """TOP §3.3.5: 240 players have nine rounds, then five on day two, then a top 8: seventeen."""
    t = Tournament()
    t.apply(opening(rounds_table="tcg-two-day"), 1)
    for number, event in enumerate(registered(*map(player, range(1, 241))), start=2):
        t.apply(event, number)
    told = ev.AnnouncementMade(rounds=9, minutes=45, cut={Division.MASTERS: 8})
    by_table, announced = (
        {one.size: one for one in planned_cuts(t, RULES, said, swiss={Division.MASTERS: 9})}
        for said in (told, ev.AnnouncementMade(rounds=9, minutes=45, day_two={Division.MASTERS: 4}))
    )
    assert (by_table[8].rounds, by_table[8].minutes) == (9 + 5 + 3, 17 * 45)
    assert (by_table[0].rounds, by_table[0].minutes) == (9 + 5, 14 * 45)
    assert (announced[8].rounds, announced[8].minutes) == (9 + 4 + 3, 16 * 45)


def test_a_cut_that_leaves_nobody_out_is_not_offered() -> None:
    t = Tournament()
    t.apply(opening(), 1)
    for number, event in enumerate(registered(*map(player, range(1, 17))), start=2):
        t.apply(event, number)
    told = ev.AnnouncementMade(rounds=4)
    cuts = planned_cuts(t, RULES, told, swiss={Division.MASTERS: 4}, larger=True)
    assert [one.size for one in cuts] == [0, 2, 4, 8]
