"""An explanation of a place: whoever reckons the printed fractions again gets the printed place."""

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundbook.ledger.desk import Desk
from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId
from roundbook.projections.explain.place import Explanation, explain_place
from roundbook.projections.reports.text.explanations import lines
from roundbook.projections.standings.standings import standings
from tests.scripts import happened, play, player

EDITIONS = ("play-2017", "tom", "top-2017-literal", "dci-pod", "dci-mtr")
FIGURES = ("Op Win %", "Op Op Win %", "Opponents' game-win %")
SHARE = re.compile(r"  counts (\S+)$")
RESULT = re.compile(r"^  = .*?(\S+) = (\d+\.\d\d)%$")


def told() -> Desk:
    """Two divisions in one pod: byes of both kinds, a tie, a late player and two who left."""
    return happened("""
        crowd 6
        senior 7 8 9
        event {"event":"pods-formed","pods":{"masters":["Senior","Masters"]}}
        rounds 4
        round 1 1>2:2-1 3=4:1-1-1 5<6:0-2 7>8:2-0 9
        drop 8 1
        late 10 1
        round 2 1>6:2-0 9<7:1-2 3>2:2-1 10>5:2-1 awarded:4
        drop 5 2
        round 3 1=7:1-1-1 3>9:2-0 4/6 10<2:1-2
    """)


def recomputed(printed: list[str]) -> dict[str, tuple[Fraction, Fraction, str]]:
    """Reckon each figure again from what is printed: (our mean, printed mean, printed %)."""
    found: dict[str, tuple[Fraction, Fraction, str]] = {}
    title, counts = "", list[Fraction]()
    for text in printed:
        if ":" in text and not text.startswith(" "):
            title, counts = text.split(":")[0], []
        elif share := SHARE.search(text):
            counts.append(Fraction(share[1]))
        elif (result := RESULT.match(text)) and counts:
            mean = sum(counts, Fraction(0)) / len(counts)
            found[title] = (mean, Fraction(result[1]), result[2])
    return found


@pytest.mark.rule("T2", "T3", "GTB-9")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_printed_fractions_give_the_printed_figures_and_those_are_the_standings(
    edition: str,
) -> None:
    t, rules = told().tournament, load(edition)
    for one in standings(t, rules):
        figures = recomputed(lines(explain_place(t, rules, one.player), {}))
        ours = (one.op_win, one.op_op_win, one.op_game_win)
        for title, figure in zip(FIGURES, ours, strict=True):
            if title in figures:
                mean, printed, percent = figures[title]
                assert mean == printed == figure
                assert abs(Fraction(percent) - 100 * mean) <= Fraction(1, 200)
        shown = ("op-op-win" in rules.tiebreaks) + ("op-game-win" in rules.tiebreaks)
        assert len(figures) == 1 + shown


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_rounds_add_up_to_the_match_points(edition: str) -> None:
    t, rules = told().tournament, load(edition)
    for one in standings(t, rules):
        found = explain_place(t, rules, one.player)
        assert sum(part.match_points for part in found.rounds) == one.match_points
        printed = lines(found, {})
        rounds = [text for text in printed if re.match(r"  round \d", text)]
        [total] = [text for text in printed if text.startswith("  together")]
        assert sum(int(text.split()[-1]) for text in rounds) == int(total.split()[-1])


@pytest.mark.parametrize("edition", EDITIONS)
def test_neighbours_tell_the_same_story_from_both_sides(edition: str) -> None:
    t, rules = told().tournament, load(edition)
    found = {p: explain_place(t, rules, p) for p in t.players}
    for one in found.values():
        for step in one.steps:
            [back] = [s for s in found[step.other].steps if s.other == one.player]
            assert (back.mine, back.theirs) == (step.theirs, step.mine)
            assert (back.decided_by, back.level_on) == (step.decided_by, step.level_on)
            assert back.is_above != step.is_above
            assert step.cites
            if step.is_above:
                assert step.decided_by is None or one.standing.decided_by == step.decided_by


@pytest.mark.parametrize("edition", EDITIONS)
@given(name=st.text(st.characters(categories=["L", "Zs"]), max_size=60))
@settings(max_examples=10)
def test_no_line_is_wider_than_a_terminal_whatever_the_names(edition: str, name: str) -> None:
    t, rules = told().tournament, load(edition)
    names = dict.fromkeys(t.players, name)
    for p in t.players:
        assert max(len(text) for text in lines(explain_place(t, rules, p), names)) <= 80


def share_of(found: Explanation, number: int) -> tuple[Fraction | None, Fraction, tuple[str, ...]]:
    [one] = [share for share in found.op_win.shares if share.opponent == player(number)]
    return one.rate, one.counts, one.notes


@pytest.mark.rule("GTB-4", "GTB-7", "A-9")
def test_floor_cap_byes_and_freeze_are_noted_where_they_matter() -> None:
    t = told().tournament
    guide = load("play-2017")
    assert share_of(explain_place(t, guide, player(7)), 8) == (
        Fraction(0),
        Fraction(1, 4),
        ("counts as 25.00%, the minimum for an opponent",),
    )
    assert share_of(explain_place(t, guide, player(7)), 9) == (
        Fraction(0),
        Fraction(1, 4),
        ("1 bye left out", "counts as 25.00%, the minimum for an opponent"),
    )
    t.apply(ev.PlayerDropped(player=player(7), after=3), 99)
    assert share_of(explain_place(t, guide, player(1)), 7) == (
        Fraction(5, 6),
        Fraction(3, 4),
        ("dropped after round 3, so at most 75.00%",),
    )
    frozen = explain_place(t, load("tom"), player(8))
    assert frozen.looks_at == "the records after round 1, when p8 dropped"
    assert explain_place(t, guide, player(8)).looks_at is None
    assert share_of(frozen, 7)[1] == 1


@pytest.mark.rule("A-46")
def test_a_player_without_an_opponent_is_told_what_the_figure_is_then() -> None:
    built = happened("crowd 3; round 1 1>2 3")
    found = explain_place(built.tournament, load("play-2017"), player(3))
    assert found.op_win.note == "no opponents, so counts as 25.00%"
    assert "  no opponents, so counts as 25.00%" in lines(found, {})


@pytest.mark.rule("A-23", "T4", "T5")
def test_the_steps_name_the_clause_its_values_and_its_source() -> None:
    built = happened("crowd 3; round 1 1>2 3; round 2 2>3 1; round 3 3>1 2")
    rules = load("play-2017")
    above, below = explain_place(built.tournament, rules, player(2)).steps
    assert (above.other, above.decided_by) == (player(1), "head-to-head")
    assert (above.mine, above.theirs) == ("lost in round 1", "won in round 1")
    assert (below.other, below.decided_by) == (player(3), "last-opponent")
    level = "6 match points, Op Win % 50.00, Op Op Win % 50.00"
    assert below.mine == f"p3 ({level}, beat p1)"
    assert below.theirs == f"p1 ({level}, lost to p3)"
    assert below.level_on[:3] == ("match-points", "op-win", "op-op-win")
    assert below.cites == "TOP §3.1.4.1 (5)"


@pytest.mark.rule("T5", "A-22", "GTB-11")
def test_of_last_opponents_only_the_figures_up_to_the_one_that_decides_are_named() -> None:
    built = happened("crowd 4; round 1 1>3 2>4; round 2 1>4 2>3; round 3 3>4 1 2")
    [step] = explain_place(built.tournament, load("play-2017"), player(2)).steps[:1]
    assert (step.mine, step.theirs) == ("p3 (3 match points)", "p4 (0 match points)")


@pytest.mark.rule("A-7", "A-23")
def test_no_section_is_cited_where_the_rules_say_nothing() -> None:
    """TOP §3.1.4.1 (5) is the standing of the last opponent: it speaks of no draw."""
    drawn = happened("crowd 2; round 1 1=2; lots masters 2 1").tournament
    [step] = explain_place(drawn, load("play-2017"), player(1)).steps
    assert (step.decided_by, step.cites) == ("lot", "")
    gone = happened("crowd 3; drop 3 0; round 1 1>2").tournament
    [*_, last] = explain_place(gone, load("play-2017"), player(3)).steps
    assert (last.decided_by, last.cites) == ("never-played", "")
    for t, number in ((drawn, 1), (gone, 3)):
        [said] = [
            line
            for line in lines(explain_place(t, load("play-2017"), player(number)), {})
            if "decided by a random draw" in line or "decided by having played" in line
        ]
        assert "§" not in said


@pytest.mark.rule("A-23")
def test_level_neighbours_are_told_that_a_lot_will_order_them() -> None:
    built = happened("crowd 2; round 1 1=2")
    found = explain_place(built.tournament, load("play-2017"), player(1))
    assert [step.decided_by for step in found.steps] == [None]
    [step] = found.steps
    assert (step.to_draw, step.cites) == (True, "")
    assert "lot" not in step.level_on
    assert any("a random draw will order them" in text for text in lines(found, {}))


@pytest.mark.rule("A-23")
def test_after_the_close_no_lot_is_promised() -> None:
    built = happened("crowd 2; round 1 1=2")
    built.tournament.closed = ev.TournamentClosed()
    found = explain_place(built.tournament, load("play-2017"), player(1))
    assert [step.to_draw for step in found.steps] == [False]
    assert not any("random draw" in text for text in lines(found, {}))


@pytest.mark.rule("A-8")
def test_a_disqualified_player_has_figures_and_no_neighbours() -> None:
    t = told().tournament
    t.apply(ev.PlayerDisqualified(player=player(1), after=3), 99)
    found = explain_place(t, load("tom"), player(1))
    assert found.steps == ()
    assert "no place, disqualified" in lines(found, {})[0]
    assert player(1) not in {s.other for s in explain_place(t, load("tom"), player(3)).steps}


def test_a_player_who_does_not_exist_is_refused() -> None:
    with pytest.raises(Refused) as refusal:
        explain_place(Tournament(), load("tom"), PlayerId("p9"))
    assert refusal.value.message == "there is no player p9."


def test_the_names_stand_beside_the_numbers() -> None:
    t = told().tournament
    printed = lines(explain_place(t, load("tom"), player(1)), {player(2): "Ben Example"})
    assert any("Ben Example (p2)" in text for text in printed)


@pytest.mark.rule("TOP-3.3.6b")
def test_the_place_in_a_cut_is_explained_by_the_bracket_and_the_seed() -> None:
    built = told()
    play("cut masters 1 3 2", built)
    t = built.tournament
    first, third = (explain_place(t, load("tom"), player(n)).steps[-1] for n in (1, 2))
    assert (first.other, first.decided_by) == (player(3), "seed")
    assert (first.mine, first.theirs, first.cites) == ("seed 1", "seed 2", "TOP §3.3.6.1")
    assert (third.decided_by, third.mine) == ("cut", "seed 3 of the cut")
    assert third.theirs == "outside the cut"


@pytest.mark.rule("A-20")
@pytest.mark.parametrize(
    ("number", "edition", "said"),
    [
        (1, "tom", "rounds 2 and later, on day two"),
        (1, "play-2017", None),
        (3, "tom", "the records after round 1, at the end of day one"),
        (3, "play-2017", "the records after round 1, at the end of day one"),
    ],
)
def test_which_day_the_percentages_look_at_is_said(
    number: int, edition: str, said: str | None
) -> None:
    built = happened("crowd 4; round 1 1>3 2>4; day-two 1 1 2; round 2 2>1")
    found = explain_place(built.tournament, load(edition), player(number))
    assert found.looks_at == said


def test_an_awarded_bye_is_noted_in_both_readings() -> None:
    t = told().tournament
    found = explain_place(t, load("tom"), player(3))
    assert share_of(found, 4)[2] == (
        "an awarded bye counts as a win and a round played; a bye from a pairing is left out",
    )
    assert share_of(explain_place(t, load("play-2017"), player(3)), 4)[2] == ("1 bye left out",)
    own = explain_place(t, load("tom"), player(4)).op_win.shares
    assert [(one.round, one.counts) for one in own if one.opponent is None] == [(2, Fraction(1))]
