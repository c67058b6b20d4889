"""Who sits where is for everybody once it is put up, and for the desk alone before (TOP §4)."""

import pytest
from hypothesis import given

from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, Pool
from roundbook.projections.rounds.published import as_put_up, held_back, is_put_up
from tests.scripts import play
from tests.strategies import tournaments

MASTERS = Pool("masters")
PAIRED = """
    register ana ben cho dee
    round 1  ana-ben cho-dee
    report   1-1 2-0  1-2 2-1
    pair 2   ana-cho ben-dee
"""


def seen(script: str) -> list[int]:
    """Return the rounds that everybody sees after a script."""
    return [number for _, number in as_put_up(play(script).tournament).rounds]


@pytest.mark.rule("TOP-4a")
@pytest.mark.parametrize(
    ("then", "rounds"),
    [
        ("", [1]),
        ("post 2", [1, 2]),
        ("start 2", [1, 2]),
        ("post 2\n repair 2 ana-dee ben-cho ~ pairing-differs", [1]),
        ("post 2\n repair 2 ana-dee ben-cho ~ pairing-differs\n post 2", [1, 2]),
        ("post 2\n withdraw 2", [1]),
    ],
)
def test_a_round_is_seen_from_its_posting_or_its_start_on(then: str, rounds: list[int]) -> None:
    assert seen(f"{PAIRED}\n {then}") == rounds


def test_slips_are_no_posting() -> None:
    digest = "a" * 64
    said = f'"pool": "masters", "round": 2, "sha256": "{digest}", "sheet": "slips"'
    assert seen(f'{PAIRED}\n event {{"event": "round-posted", {said}}}') == [1]


@pytest.mark.rule("TOP-4h")
def test_what_is_not_put_up_locks_all_the_same() -> None:
    t = play(PAIRED).tournament
    public = as_put_up(t)
    assert public.ever_paired[MASTERS] == 2
    assert public.latest[MASTERS] == 1
    assert MatchId(MASTERS, 2, 1) not in public.matches
    assert MatchId(MASTERS, 2, 1) in t.matches, "the tournament itself stays as it is"


@given(tournaments())
def test_everybody_sees_the_tournament_without_what_is_held_back(entries: list[Entry]) -> None:
    t = Tournament()
    for entry in entries:
        t.apply_entry(entry)
        public, hidden = as_put_up(t), held_back(t)
        assert {(one.pool, one.number) for one in hidden} == t.rounds.keys() - public.rounds.keys()
        assert all(is_put_up(public, one) for one in public.rounds.values())
        assert all(is_put_up(t, one) for one in t.rounds.values() if one.started)
        assert not any(one.posted or one.started for one in hidden)
        assert public.results == t.results
        assert public.players == t.players
