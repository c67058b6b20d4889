import hashlib
from base64 import urlsafe_b64decode

import pytest

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.record import draws
from roundbook.ledger.rulesets import released
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId
from roundbook.projections.standings import lots
from roundbook.projections.standings.percentages import basis
from roundbook.projections.standings.standings import lines, standings
from roundbook.projections.standings.tiebreaks import lot
from tests.scripts import DRAWS, SEED, play

RULES = released.load("play-2017")
TIES = """
    register ana ben cho dee
    round 1  ana-ben cho-dee
    report   1-1 1-1  1-2 1-1
"""


def tied() -> Tournament:
    """Return a tournament in which four players are level in everything."""
    return play(TIES).tournament


def draw(t: Tournament, secret: str) -> ev.LotDrawn:
    groups = lots.level(t, RULES)[Division.MASTERS]
    return lots.draw(t, division=Division.MASTERS, groups=groups, secret=secret)


def test_players_who_share_a_place_are_level() -> None:
    assert lots.level(tied(), RULES) == {Division.MASTERS: [("p1", "p2", "p3", "p4")]}


def test_an_edition_that_orders_by_file_has_nobody_level() -> None:
    assert lots.level(tied(), released.load("tom")) == {}


def test_where_places_are_clear_nobody_is_level() -> None:
    t = play("register ana ben\nround 1 ana-ben\nreport 1-1 2-0").tournament
    assert lots.level(t, RULES) == {}


@pytest.mark.rule("A-23")
def test_the_lots_order_everybody_who_was_level() -> None:
    t = tied()
    t.apply(draw(t, draws.secret(SEED, DRAWS, 1)), 9)
    placed = [(one.place, one.player) for one in standings(t, RULES)]
    assert [place for place, _ in placed] == [1, 2, 3, 4]
    assert tuple(player for _, player in placed) == t.lots[Division.MASTERS]
    assert lots.level(t, RULES) == {}


@pytest.mark.rule("LED-3")
def test_anybody_can_draw_the_lots_again_by_the_book() -> None:
    """The key and each lot are SHA-256 over parts that are led by their lengths."""

    def sha(*parts: bytes) -> bytes:
        return hashlib.sha256(b"".join(len(p).to_bytes(4, "big") + p for p in parts)).digest()

    t = tied()
    secret = draws.secret(SEED, DRAWS, 1)
    event = draw(t, secret)
    assert event.drawn is not None
    state = sha(b"lots-1", b"masters", b"p1 p2 p3 p4")
    revealed = urlsafe_b64decode(secret + "=")
    key = sha(
        b"roundbook draw v1", b"spring-cup", b"masters", b"0",
        str(event.drawn.number).encode(), state, revealed, b"",
    )  # fmt: skip
    by_hand = sorted(["p1", "p2", "p3", "p4"], key=lambda p: sha(key, b"lots-1", p.encode()))
    assert list(event.lots) == by_hand


def test_another_secret_gives_another_order_sooner_or_later() -> None:
    t = tied()
    orders = {draw(t, draws.secret(SEED, DRAWS, k)).lots for k in range(1, 8)}
    assert len(orders) > 1


def test_lots_order_only_players_who_all_have_one() -> None:
    t = tied()
    level = [*lines(t, basis(t, RULES)).values()]
    split = lot([PlayerId("p2"), PlayerId("p1")])
    assert [[one.player for one in part] for part in split(level[:2])] == [["p2"], ["p1"]]
    assert split(level) == [level]


def test_lots_that_were_drawn_before_stay() -> None:
    t = tied()
    t.apply(draw(t, draws.secret(SEED, DRAWS, 1)), 9)
    before = t.lots[Division.MASTERS]
    groups = [(before[1], before[2])]
    again = lots.draw(
        t, division=Division.MASTERS, groups=groups, secret=draws.secret(SEED, DRAWS, 2)
    )
    assert again.lots[:2] == (before[0], before[3])
    assert set(again.lots[2:]) == {before[1], before[2]}
