"""How many of each division advance: no more than half, and about the same share of each."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from roundbook.ledger.errors import Refused
from roundbook.ledger.people.book import Book
from roundbook.projections.rules_in_force import rules_in_force
from tests.scripts import new_desk, play

# TOP §3.3.5, the single-day table of the card game: the largest field of each row, and its cut. In
# all of these 5 rounds are those of the table, or one fewer.
ROWS = ((20, 4), (64, 8))
OPEN = "open tcg-single-day"
SIZES = st.sampled_from([0, 2, 4, 8, 16, 32])


def row(players: int) -> int:
    """The cut by the table, of 13 players or more."""
    return next(cut for most, cut in ROWS if players <= most)


def judged(script: str) -> str | None:
    """Return the rule that refuses the last line of a script first of all; None for none."""
    try:
        play(script, new_desk(checks=rules_in_force(Book())))
    except Refused as refused:
        return refused.violations[0].rule
    return None


def told(masters: int, seniors: int, *cut: int) -> str | None:
    """Return the rule that an announcement of these cuts breaks, with so many players."""
    names = " ".join(f"s{n}" for n in range(seniors))
    come = f"{OPEN}; crowd {masters}; senior {names}; pods masters senior"
    return judged(f"{come}; announce 5 masters={cut[0]} senior={cut[1]}")


@pytest.mark.rule("A-61", "TOP-3.3a")
@given(masters=st.integers(13, 40), seniors=st.integers(13, 40), one=SIZES, other=SIZES)
@example(masters=16, seniors=32, one=4, other=4)  # Twice the share, and no more.
@example(masters=16, seniors=40, one=4, other=4)
def test_a_cut_is_refused_where_it_is_not_about_the_same_share_as_the_table_would_have(
    masters: int, seniors: int, one: int, other: int
) -> None:
    sizes, fields = (one, other), (masters, seniors)
    expected = None
    if any(size > field for size, field in zip(sizes, fields, strict=True)):
        expected = "cut-unfillable"
    elif any(2 * size > field for size, field in zip(sizes, fields, strict=True)):
        expected = "cut-too-large"
    else:
        rows = (row(masters), row(seniors))
        departs = sizes != rows and all(s or r for s, r in zip(sizes, rows, strict=True))
        now = sorted(Fraction(s, f) for s, f in zip(sizes, fields, strict=True))
        table = sorted(Fraction(r, f) for r, f in zip(rows, fields, strict=True))
        if departs and now[1] > 2 * now[0] and now[1] * table[0] > now[0] * table[1]:
            expected = "cut-shares"
    assert told(masters, seniors, one, other) == expected


@pytest.mark.rule("A-61")
@pytest.mark.parametrize(
    ("size", "rule"), [(2, None), (4, None), (8, "cut-too-large"), (16, "cut-unfillable")]
)
def test_half_of_a_division_may_advance_and_no_more_than_there_are(
    size: int, rule: str | None
) -> None:
    assert judged(f"open; crowd 14; announce 3 masters={size}") == rule
    assert judged(f"open; announce 3 masters={size}; crowd 14") is None


@pytest.mark.rule("A-61")
def test_what_was_announced_before_anybody_came_is_judged_at_the_cut() -> None:
    early = "open; announce 1 masters=4; crowd 6; round 1 1>4 2>5 3>6"
    made = 'event {"event":"cut-made","division":"Masters","pool":"masters-cut","seeds":SEEDS}'
    four = made.replace("SEEDS", '["p1","p2","p3","p4"]')
    assert judged(f"{early}; {four}") == "cut-too-large"
    allowed = early.replace(
        "announce 1 masters=4; crowd 6", "crowd 6; announce 1 masters=4 ~ cut-too-large"
    )
    assert judged(f"{allowed}; {four}") is None


@pytest.mark.rule("A-61")
def test_what_was_let_pass_stands_for_as_long_as_it_is_what_was_announced() -> None:
    allowed = f"{OPEN}; crowd 9; announce 4 masters=8 ~ cut-too-large"
    assert judged(f"{allowed}; announce 4 masters=8 time:60") is None
    assert judged(f"{allowed}; crowd 3; announce 4 masters=8 time:60") == "cut-too-large"
