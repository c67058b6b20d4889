"""The season 2027 as public notes give it: what its edition changes, played at a desk.

The rows are those of the notes on the Tournament Rules Handbook (TRH §5.5.6), typed from them and
not from the edition.
"""

import pytest

from roundbook.ledger.errors import Refused
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.terms import Division, PlayerId
from roundbook.ledger.validators.in_force import VALIDATORS
from roundbook.projections.audits import AUDITS
from roundbook.projections.cut.day_two import attendance
from roundbook.projections.rounds_by_attendance import swiss_rounds
from tests.scripts import Script, new_desk, play

M = Division.MASTERS
PLAY, TOM = "play-2027-notes", "tom-2027-notes"
HUGE = 1_000_000

# players from, to; rounds and cut of Variant 1, rounds of Variant 2, rounds and cut of Variant 3.
VARIANTS = [
    (4, 7, (3, 0), 3, (3, 0)),
    (8, 8, (3, 2), 3, (3, 0)),
    (9, 12, (4, 4), 4, (4, 4)),
    (13, 16, (4, 4), 4, (5, 4)),
    (17, 20, (5, 8), 5, (5, 4)),
    (21, 32, (5, 8), 5, (5, 8)),
    (33, 64, (6, 8), 6, (6, 8)),
    (65, 128, (7, 8), 7, (7, 8)),
    (129, 226, (8, 8), 8, (8, 8)),
    (227, 256, (8, 16), 8, (9, 8)),
    (257, 409, (9, 16), 9, (9, 8)),
    (410, 512, (9, 32), 9, (10, 8)),
    (513, HUGE, (10, 32), 10, (10, 8)),
]
# players from, to; rounds in all, those and the points of phase 1, those of phase 2, the cut.
TWO_PHASES = [
    (4, 8, 3, 3, None, 0, 0),
    (9, 16, 4, 4, None, 0, 2),
    (17, 32, 6, 6, None, 0, 4),
    (33, 64, 7, 7, None, 0, 6),
    (65, 128, 9, 7, 13, 2, 8),
    (129, 256, 10, 8, 16, 2, 8),
    (257, 512, 11, 8, 16, 3, 8),
    (513, 1024, 12, 8, 16, 4, 8),
    (1025, 2048, 13, 8, 16, 5, 8),
    (2049, 4096, 14, 8, 16, 6, 8),
    (4097, 8192, 15, 9, 19, 6, 8),
]


@pytest.mark.parametrize("edition", [PLAY, TOM])
@pytest.mark.parametrize(("least", "most", "vg", "swiss_only", "single_day"), VARIANTS)
def test_both_edges_of_every_row_of_the_single_day_tables(
    edition: str,
    least: int,
    most: int,
    vg: tuple[int, int],
    swiss_only: int,
    single_day: tuple[int, int],
) -> None:
    rules = load(edition)
    for players in (least, most):
        found = {
            table: (schedule.rounds, schedule.cuts[M], schedule.listed)
            for table in ("vg", "tcg-swiss-only", "tcg-single-day")
            for schedule in [swiss_rounds({M: players}, table, rules)]
        }
        assert found == {
            "vg": (*vg, True),
            "tcg-swiss-only": (swiss_only, 0, True),
            "tcg-single-day": (*single_day, True),
        }


@pytest.mark.rule("A-79")
@pytest.mark.parametrize("table", ["tcg-two-day", "vg-two-day"])
@pytest.mark.parametrize(("least", "most", "whole", "first", "points", "second", "cut"), TWO_PHASES)
def test_both_edges_of_every_row_of_the_two_phases(
    table: str,
    least: int,
    most: int,
    whole: int,
    first: int,
    points: int | None,
    second: int,
    cut: int,
) -> None:
    assert first + second == whole
    for players in (least, most):
        schedule = swiss_rounds({M: players}, table, load(PLAY))
        (masters,) = schedule.divisions
        assert (schedule.rounds, masters.day_two_rounds, masters.day_two_points) == (
            *(first, second),
            points,
        )
        assert (masters.cut, masters.asymmetrical) == (cut, cut > 0)


@pytest.mark.parametrize("edition", [PLAY, TOM])
def test_an_edition_from_notes_says_so_in_its_name_and_in_words(edition: str) -> None:
    rules = load(edition)
    assert edition.endswith("-notes")
    assert rules.unchecked == (
        "from public notes, not checked against the documents of 1 September 2026"
    )
    assert rules.season == 2027


def test_places_are_reckoned_as_tom_reckons_them_and_only_the_season_differs() -> None:
    old, new = load("tom"), load(TOM)
    differ = {name for name in old.__struct_fields__ if getattr(old, name) != getattr(new, name)}
    assert differ == {
        *("edition", "title", "source", "unchecked", "meant_from", "meant_until"),
        *(
            "verdicts",
            "deck_rules",
            "citations",
            "rounds_source",
            "vg",
            "tcg_two_day",
            "tcg_single_day",
            "tables",
            "times",
            "divisions",
        ),
    }


NAMES = ("ana", "ben", "cho", "dee")
FOUR = """
    register ana ben cho dee
    round 1  ana-ben cho-dee
    report   1-1 2-0 1-2 2-0
"""


def test_late_entry_ends_when_round_3_is_complete_and_not_when_it_starts() -> None:
    play(f"""
        open {PLAY} points
        announce 4
        {FOUR}
        round  2  ana-cho ben-dee
        report 2-1 2-0 2-2 2-0
        round  3  ana-dee ben-cho
        report 3-1 2-0
        late eva 3
        report 3-2 2-0
        late fay 3                      ! late-entry-closed
        late fay 3                      ~ late-entry-closed
    """)


def test_without_championship_points_anybody_may_join_while_a_round_is_left() -> None:
    play(f"""
        open {PLAY}
        announce 4
        {FOUR}
        round  2  ana-cho ben-dee
        report 2-1 2-0 2-2 2-0
        round  3  ana-dee ben-cho
        report 3-1 2-0 3-2 2-0
        late eva 3
    """)


@pytest.mark.parametrize(("edition", "came"), [(PLAY, 4), ("play-2017", 5), (TOM, 5)])
def test_whoever_comes_after_round_1_is_paired_does_not_count_for_the_rounds(
    edition: str, came: int
) -> None:
    desk = play(f"""
        open {edition}
        announce 4
        {FOUR}
        late eva 1
    """)
    assert attendance(desk.tournament, load(edition), M) == came


def test_only_players_of_the_card_game_may_agree_on_a_draw() -> None:
    agreed = (
        'event {"event":"result-reported","match":["masters",1,1],'
        '"result":{"verdict":"tie","agreed":true}}'
    )
    refusals = {"vg": "! tie-agreed", "vg-two-day": "! tie-agreed", "tcg-swiss-only": ""}
    for table, refusal in refusals.items():
        play(f"""
            open {PLAY} {table} swiss
            announce 3
            register ana ben cho dee
            round 1 ana-ben cho-dee
            {agreed} {refusal}
        """)


def test_a_rematch_in_the_first_rounds_is_refused_with_its_consequence() -> None:
    desk = play(f"""
        open {PLAY} swiss
        announce 4
        {FOUR}
    """)
    again = Script(desk)
    again.names = {name: PlayerId(f"p{n}") for n, name in enumerate(NAMES, start=1)}
    with pytest.raises(Refused) as told:
        again.play("pair 2 ana-ben cho-dee")
    assert told.value.violations[0].rule == "rematch"
    hint = "Pair them differently: a rematch up to round 3 makes the event invalid."
    assert told.value.violations[0].hint == hint


def test_the_table_has_no_round_fewer_this_season() -> None:
    """Eight players have three rounds; the rules of 2017 let the organiser play two."""
    for edition, refusal in ((PLAY, "! rounds-differ"), ("play-2017", "")):
        desk = new_desk(checks=(*VALIDATORS, *AUDITS))
        play(
            f"""
            open {edition} tcg-single-day
            crowd 12
            announce 3 masters=4 {refusal}
            """,
            desk,
        )


def test_a_cut_with_championship_points_is_best_of_three() -> None:
    for words, refusal in (("bo1 points", "! cut-of-single-games"), ("bo1", ""), ("points", "")):
        play(f"""
            open {PLAY} {words}
            announce 1 masters=2
            crowd 8
            round 1 1>5 2>6 3>7 4>8
            cut masters 1 2 {refusal}
        """)


@pytest.mark.parametrize(
    ("edition", "penalty", "refusal"),
    [
        (PLAY, "quadruple-prize", ""),
        (PLAY, "prize", "! penalty-not-in-edition"),
        ("play-2017", "prize", ""),
        ("play-2017", "quadruple-prize", "! penalty-not-in-edition"),
    ],
)
def test_a_judge_gives_the_penalties_of_the_edition(
    edition: str, penalty: str, refusal: str
) -> None:
    given = '{"event":"penalty-issued","player":"p1","penalty":"PENALTY","infraction":"Too slow."}'
    play(f"""
        open {edition}
        register ana
        event {given.replace("PENALTY", penalty)} {refusal}
    """)
