"""The seats of a draft: sizes by the text, order at random, by a recorded draw."""

import hashlib
from collections import Counter
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.desk import Desk
from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.drafts import Draft
from roundbook.ledger.people.book import Book
from roundbook.ledger.record import draws
from roundbook.ledger.validators.decks import table_sizes
from roundbook.projections import drafts
from roundbook.projections.rules_in_force import rules_in_force
from tests.scripts import DRAWS, SEED, new_desk, play

NAMES = [f"n{number}" for number in range(1, 30)]


def desk_of(players: int) -> Desk:
    script = f"register {' '.join(NAMES[:players])}" if players else "note Nobody has come."
    return play(script, new_desk(checks=rules_in_force(Book())))


def secret_of(desk: Desk) -> str:
    return draws.secret(SEED, DRAWS, desk.tournament.draws + 1)


def draw(desk: Desk, draft: Draft | None, reason: str | None = None) -> ev.DraftSeated:
    return drafts.draw(desk.tournament, draft=draft, secret=secret_of(desk), reason=reason)


@pytest.mark.rule("A-32", "TRF-11.2.2")
@given(st.integers(1, 500))
def test_draft_tables_are_as_few_and_as_equal_as_eight_seats_allow(players: int) -> None:
    sizes = table_sizes(players, Draft.BOOSTER)
    assert sum(sizes) == players
    assert max(sizes) <= 8
    assert max(sizes) - min(sizes) <= 1
    assert 8 * (len(sizes) - 1) < players, "with one table fewer somebody would have no seat"
    assert list(sizes) == sorted(sizes, reverse=True)


@pytest.mark.rule("A-32")
@pytest.mark.parametrize(
    ("players", "sizes"),
    [(1, (1,)), (8, (8,)), (9, (5, 4)), (16, (8, 8)), (17, (6, 6, 5)), (25, (7, 6, 6, 6))],
)
def test_some_sizes_by_hand(players: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(players, Draft.ROCHESTER) == sizes


@pytest.mark.rule("POD-2", "LED-3")
def test_the_seats_are_lots_that_anybody_can_reckon() -> None:
    desk = desk_of(9)
    event = draw(desk, Draft.BOOSTER)
    players = [f"p{n}" for n in range(1, 10)]

    def led(*parts: bytes) -> bytes:
        return b"".join(len(part).to_bytes(4, "big") + part for part in parts)

    def sha(*parts: bytes) -> bytes:
        return hashlib.sha256(led(*parts)).digest()

    state = sha(b"seats-1", b"booster", " ".join(players).encode())
    spoken = b"roundbook draw v1", b"spring-cup", b"draft", b"0", b"1"
    secret = draws.chain(SEED, DRAWS)[1]
    key = sha(*spoken, state, secret, b"")
    ordered = sorted(players, key=lambda player: sha(key, b"0", player.encode()))
    assert event.tables == (tuple(ordered[:5]), tuple(ordered[5:]))
    desk.post(event)
    assert desk.tournament.drafts == (event,)


@pytest.mark.rule("POD-2")
def test_every_order_of_seats_is_as_likely() -> None:
    """Three players, 6 orders, 1200 secrets: χ² with 5 degrees of freedom, at 0.1 %."""
    desk = desk_of(3)
    found: Counter[tuple[str, ...]] = Counter()
    for number in range(1200):
        chain = draws.chain(hashlib.sha256(str(number).encode()).digest(), 1)
        secret = draws.secret(chain[-1], 1, 1)
        found[drafts.draw(desk.tournament, draft=None, secret=secret).tables[0]] += 1
    assert len(found) == factorial(3)
    expected = 1200 / factorial(3)
    assert sum((n - expected) ** 2 / expected for n in found.values()) < 20.5


@pytest.mark.rule("TRF-11.2.4")
def test_a_solomon_draft_again_gives_everybody_another_opponent() -> None:
    desk = desk_of(6)
    met: set[frozenset[str]] = set()
    for number in range(3):
        event = draw(desk, Draft.SOLOMON, "The re-draft was announced." if number else None)
        assert [len(circle) for circle in event.tables] == [2, 2, 2]
        pairs = {frozenset(circle) for circle in event.tables}
        assert not met & pairs
        met |= pairs
        desk.post(event)


@pytest.mark.rule("TRF-11.2.4")
def test_two_who_drafted_have_nobody_else_to_draft_with() -> None:
    desk = desk_of(2)
    desk.post(draw(desk, Draft.SOLOMON))
    with pytest.raises(Refused, match="keeps all opponents from an earlier draft apart"):
        draw(desk, Draft.SOLOMON)


@pytest.mark.rule("TRF-11.2.4")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_an_odd_number_does_not_sit_two_by_two(players: int) -> None:
    with pytest.raises(Refused, match=r"there are no active players|cannot sit in pairs"):
        draw(desk_of(players), Draft.SOLOMON)


def test_seats_are_drawn_anew_only_for_a_reason() -> None:
    desk = desk_of(8)
    desk.post(draw(desk, Draft.ROCHESTER))
    with pytest.raises(Refused, match="drawing the draft seats again needs a reason"):
        desk.post(draw(desk, Draft.ROCHESTER))
    desk.post(draw(desk, Draft.ROCHESTER, "Somebody left before the first pack."))
    assert len(desk.tournament.drafts) == 2


def test_who_has_left_has_no_seat() -> None:
    desk = desk_of(3)
    desk.post(ev.PlayerDropped(player=next(iter(desk.tournament.players)), after=0))
    assert sorted(draw(desk, Draft.BOOSTER).tables[0]) == ["p2", "p3"]


def test_seats_without_a_secret_are_refused() -> None:
    desk = desk_of(2)
    bare = ev.DraftSeated(tables=draw(desk, Draft.BOOSTER).tables, draft=Draft.BOOSTER)
    with pytest.raises(Refused, match="reveals no secret"):
        desk.post(bare)
