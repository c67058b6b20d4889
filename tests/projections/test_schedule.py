"""Rounds and cut by attendance: every row of every table, both its edges, and what lies outside."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.ledger.rulesets.released import load
from roundbook.ledger.rulesets.tables import RoundsTable
from roundbook.ledger.terms import Division
from roundbook.projections.rounds_by_attendance import swiss_rounds

J, S, M, OPEN = Division.JUNIOR, Division.SENIOR, Division.MASTERS, Division.OPEN
IMPORTS = Path(__file__).resolve().parents[2] / "fixtures" / "imports"
PLAY = ("play-2017", "tom", "top-2017-literal")
HUGE = 1_000_000

# The tables as they are printed, copied from the document and not from the edition:
# from, to, Swiss rounds, rounds of day two, cut, total rounds.
VG = [
    (8, 8, 3, 0, 2, 4),
    (9, 16, 4, 0, 4, 6),
    (17, 32, 5, 0, 8, 8),
    (33, 64, 6, 0, 8, 9),
    (65, 128, 7, 0, 8, 10),
    (129, 226, 8, 0, 8, 11),
    (227, 256, 8, 0, 16, 12),
    (257, 409, 9, 0, 16, 13),
    (410, 512, 9, 0, 32, 14),
    (513, HUGE, 10, 0, 32, 15),
]
TWO_DAY = [
    (8, 8, 3, 0, 0, 3),
    (9, 12, 4, 0, 4, 6),
    (13, 20, 5, 0, 4, 7),
    (21, 32, 5, 0, 8, 8),
    (33, 64, 6, 0, 8, 9),
    (65, 128, 7, 0, 8, 10),
    (129, 226, 8, 0, 8, 11),
    (227, 799, 9, 5, 8, 17),
    (800, HUGE, 9, 6, 8, 18),
]
SINGLE_DAY = [
    (8, 8, 3, 0, 0, 3),
    (9, 12, 4, 0, 4, 6),
    (13, 20, 5, 0, 4, 7),
    (21, 32, 5, 0, 8, 8),
    (33, 64, 6, 0, 8, 9),
    (65, 128, 7, 0, 8, 10),
    (129, 226, 8, 0, 8, 11),
    (227, 409, 9, 0, 8, 12),
    (410, HUGE, 10, 0, 8, 13),
]
PRINTED: dict[RoundsTable, list[tuple[int, int, int, int, int, int]]] = {
    "vg": VG,
    "tcg-two-day": TWO_DAY,
    "tcg-single-day": SINGLE_DAY,
}
ROWS = [(table, *row) for table, rows in PRINTED.items() for row in rows]
TABLES = list(PRINTED)
LOG2 = {0: 0, 2: 1, 4: 2, 8: 3, 16: 4, 32: 5}

tables = st.sampled_from(TABLES)
fields = st.dictionaries(st.sampled_from([J, S, M]), st.integers(0, 1_200))


@pytest.mark.rule("TOP-3.3.5")
@pytest.mark.parametrize("edition", PLAY)
@pytest.mark.parametrize(("table", "least", "most", "swiss", "day_two", "cut", "total"), ROWS)
def test_both_edges_of_every_row(
    edition: str,
    table: RoundsTable,
    least: int,
    most: int,
    swiss: int,
    day_two: int,
    cut: int,
    total: int,
) -> None:
    for players in (least, (least + most) // 2, most):
        found = swiss_rounds({M: players}, table, load(edition))
        (masters,) = found.divisions
        assert (found.rounds, masters.day_two_rounds, masters.cut) == (swiss, day_two, cut)
        assert found.total(M) == total
        assert found.listed


@pytest.mark.rule("TOP-3.3.5")
@pytest.mark.parametrize(("table", "least", "most", "swiss", "day_two", "cut", "total"), ROWS)
def test_the_printed_totals_are_swiss_plus_the_rounds_of_the_cut(
    table: RoundsTable, least: int, most: int, swiss: int, day_two: int, cut: int, total: int
) -> None:
    assert swiss + day_two + LOG2[cut] == total
    row = next(row for row in load("play-2017").rows(table) if row.least == least)
    assert (row.most or HUGE) == most


@pytest.mark.rule("TOP-3.3.5")
@pytest.mark.parametrize("table", TABLES)
def test_an_edition_has_the_printed_rows_and_no_more(table: RoundsTable) -> None:
    for edition in PLAY:
        assert len(load(edition).rows(table)) == len(PRINTED[table])


@pytest.mark.rule("TOP-3.3.5")
@pytest.mark.parametrize(("players", "second_day"), [(226, False), (227, True), (800, True)])
def test_a_second_day_is_for_the_best_32_or_everybody_with_two_losses(
    players: int, second_day: bool
) -> None:
    (masters,) = swiss_rounds({M: players}, "tcg-two-day", load("play-2017")).divisions
    row = load("play-2017").row_for("tcg-two-day", players)
    assert row is not None
    assert row.day_two_cut == ("x-2-0-or-32" if second_day else None)
    assert (bool(masters.day_two_rounds), masters.day_two_points) == (second_day, None)


@pytest.mark.rule("TOP-3.3.5a", "A-15")
@pytest.mark.parametrize(
    ("players", "rounds", "cuts"),
    [
        # Their totals of 14, 11, 10 and 25 would give 5, 4, 4 and 5 rounds.
        ({J: 2, S: 12}, 4, {J: 0, S: 4}),
        ({J: 2, S: 9}, 4, {J: 0, S: 4}),
        ({J: 2, S: 8}, 3, {J: 0, S: 0}),
        ({S: 2, M: 23}, 5, {S: 0, M: 8}),
        ({J: 5, S: 5, M: 5}, 3, {J: 0, S: 0, M: 0}),
        ({J: 5, S: 9, M: 300}, 9, {J: 0, S: 4, M: 8}),
        ({J: 5, S: 0, M: 33}, 6, {J: 0, M: 8}),
    ],
)
def test_the_largest_division_decides_the_rounds_and_each_its_own_cut(
    players: dict[Division, int], rounds: int, cuts: dict[Division, int]
) -> None:
    found = swiss_rounds(players, "tcg-single-day", load("play-2017"))
    assert (found.rounds, found.cuts) == (rounds, cuts)


@pytest.mark.rule("TOP-3.3.5b")
@pytest.mark.parametrize(("table", "row"), [(row[0], row[1:]) for row in ROWS])
def test_one_swiss_round_less_is_an_option(
    table: RoundsTable, row: tuple[int, int, int, int, int, int]
) -> None:
    least, most, swiss, _, cut, total = row
    for players in (least, most):
        found = swiss_rounds({M: players}, table, load("play-2017"), one_less=True)
        assert (found.rounds, found.cuts, found.total(M)) == (swiss - 1, {M: cut}, total - 1)
        assert found.cites.endswith("players, one round fewer")


@pytest.mark.rule("TOP-3.3.5b")
def test_a_single_round_is_not_made_less() -> None:
    rules = replace(load("dci-mtr"), fewest_rounds=1)
    found = swiss_rounds({OPEN: 2}, "vg", rules, one_less=True)
    assert (found.rounds, found.cites) == (1, "not in any rounds table")


@pytest.mark.rule("A-18")
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("players", range(1, 8))
def test_a_field_below_the_table_plays_three_rounds_without_a_cut(
    table: RoundsTable, players: int
) -> None:
    found = swiss_rounds({M: players}, table, load("tom"))
    assert (found.rounds, found.cuts, found.total(M)) == (3, {M: 0}, 3)
    assert (found.listed, found.cites) == (False, "too few for the rounds table in TOP §3.3.5")
    assert found.divisions[0].cites == "too few for the rounds table in TOP §3.3.5"


def test_a_schedule_cites_the_row_of_the_rounds_and_of_every_cut() -> None:
    found = swiss_rounds({M: 21, S: 12, J: 8}, "tcg-single-day", load("play-2017"))
    assert found.cites == "TOP §3.3.5, TCG single-day, 21-32 players"
    assert [each.cites for each in found.divisions] == [
        "TOP §3.3.5, TCG single-day, 8 players",
        "TOP §3.3.5, TCG single-day, 9-12 players",
        "TOP §3.3.5, TCG single-day, 21-32 players",
    ]
    assert swiss_rounds({M: 513}, "vg", load("tom")).cites == "TOP §3.3.5, VG, 513+ players"


def test_a_division_without_players_has_no_cut_and_no_total() -> None:
    found = swiss_rounds({M: 9, S: 0}, "vg", load("tom"))
    assert found.cuts == {M: 4}
    with pytest.raises(KeyError):
        found.total(S)
    nobody = swiss_rounds({}, "vg", load("tom"))
    assert (nobody.rounds, nobody.listed, nobody.cuts) == (3, False, {})


@pytest.mark.rule("POD-1")
def test_the_pod_sheet_is_eight_players_and_three_rounds() -> None:
    rules = load("dci-pod")
    found = swiss_rounds({OPEN: 8}, "tcg-single-day", rules)
    assert (found.rounds, found.cuts, found.listed) == (3, {OPEN: 0}, True)
    assert found.cites == "Pod sheet, TCG single-day, 4+ players"
    assert (rules.times.best_of_three, rules.times.extra_turns) == (50, 5)


@pytest.mark.parametrize(
    ("players", "rounds"), [(2, 3), (8, 3), (9, 4), (16, 4), (17, 5), (64, 6), (65, 7)]
)
def test_without_a_table_the_rounds_leave_one_player_undefeated(players: int, rounds: int) -> None:
    found = swiss_rounds({OPEN: players}, "tcg-single-day", load("dci-mtr"))
    assert (found.rounds, found.cuts, found.listed) == (rounds, {OPEN: 0}, False)
    assert found.cites == "not in any rounds table"


# What the official program did: the players of each division of a pod, the table, and the file in
# which the Swiss rounds and the size of each cut can be counted.
PLAYED: list[tuple[str, str, RoundsTable, dict[Division, int]]] = [
    ("01_cup_two_pods_cut_final", "8", "tcg-single-day", {J: 2, S: 12}),
    ("01_cup_two_pods_cut_final", "2", "tcg-single-day", {M: 21}),
    ("03_challenge_five_players_final", "10", "tcg-single-day", {J: 1, M: 4}),
    ("04c_vgc_cup_final_decided", "10", "vg", {S: 1, M: 18}),
    ("07_cup_mixed_pod_drop_cap_final", "10", "tcg-single-day", {S: 2, M: 23}),
    ("08_challenge_awarded_bye_drop_final", "2", "tcg-single-day", {M: 9}),
]


@pytest.mark.rule("TOP-3.3.5", "TOP-3.3.5a", "A-15", "A-18")
@pytest.mark.parametrize(("name", "category", "table", "players"), PLAYED)
def test_real_events_had_these_rounds_and_were_offered_these_cuts(
    name: str, category: str, table: RoundsTable, players: dict[Division, int]
) -> None:
    saved = (IMPORTS / f"{name}.tdf").read_text(encoding="utf-8")
    pod = re.findall(rf'<pod category="{category}" stage.*?</pod>', saved, re.DOTALL)[0]
    found = swiss_rounds(players, table, load("tom"))
    assert found.rounds == len(re.findall(r'<round number="\d+" type="[23]"', pod))
    for division, cut in found.cuts.items():
        key = {J: 0, S: 1, M: 2}[division]
        block = re.findall(rf'<categorycut key="{key}">.*?</categorycut>', saved, re.DOTALL)[0]
        assert max(map(int, re.findall(r"<value>(\d+)<", block))) == cut


# --- laws -----------------------------------------------------------------------------------------


@given(fields, tables)
def test_a_mixed_pod_plays_as_long_as_its_largest_division_alone(
    players: dict[Division, int], table: RoundsTable
) -> None:
    found = swiss_rounds(players, table, load("play-2017"))
    alone = {
        d: swiss_rounds({d: number}, table, load("play-2017")) for d, number in players.items()
    }
    assert found.rounds == max((one.rounds for one in alone.values()), default=3)
    for division, number in players.items():
        if number:
            assert found.cuts[division] == alone[division].cuts[division]


@given(st.integers(0, 2_000), st.integers(0, 2_000), tables)
def test_more_players_never_play_fewer_rounds(one: int, other: int, table: RoundsTable) -> None:
    fewer, more = sorted((one, other))
    rules = load("play-2017")
    small, large = (swiss_rounds({M: n}, table, rules) for n in (fewer, more))
    assert small.rounds <= large.rounds
    assert small.cuts.get(M, 0) <= large.cuts.get(M, 0)


@given(st.integers(1, 5_000), tables)
def test_a_cut_is_never_larger_than_the_field_and_needs_no_bye(
    players: int, table: RoundsTable
) -> None:
    found = swiss_rounds({M: players}, table, load("play-2017"))
    cut = found.cuts[M]
    assert cut <= players
    assert found.total(M) == found.rounds + found.divisions[0].day_two_rounds + LOG2[cut]
