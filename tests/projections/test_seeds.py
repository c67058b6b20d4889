"""The seeds of a single elimination: drawn again by the book, and every order as likely."""

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from itertools import permutations

import pytest
from msgspec.structs import replace

from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import Drawn
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId, Pool
from roundbook.projections.cut.seed_draw import draw_seeds
from tests.scripts import happened, of_all_ages


def field(count: int) -> Tournament:
    return happened(of_all_ages(count, "junior", "senior", "register")).tournament


def secret(number: int) -> str:
    raw = hashlib.sha256(f"secret {number}".encode()).digest()
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def hashed(*parts: str | bytes) -> bytes:
    """SHA-256 of parts, each led by its length in four bytes: docs/pairing.md."""
    data = [part.encode() if isinstance(part, str) else part for part in parts]
    return hashlib.sha256(b"".join(len(d).to_bytes(4, "big") + d for d in data)).digest()


@pytest.mark.rule("TOP-3.2a", "LED-3")
def test_anybody_can_draw_the_seeds_again_by_the_book() -> None:
    """docs/formats.md, with nothing of the product."""
    t = field(11)
    t.apply(ev.EntropyAdded(text="4 2", source="dice"), 50)
    t.apply(ev.PlayerDropped(player=PlayerId("p3"), after=0), 51)
    drawn = draw_seeds(t, secret=secret(1))
    players = [f"p{n}" for n in (1, 2, 4, 5, 6, 7, 8, 9, 10, 11)]
    key = hashed(
        "roundbook draw v1",
        "spring-cup",
        "bracket",
        "0",
        "1",
        hashed("seeds-1", *players),
        urlsafe_b64decode(secret(1) + "="),
        len(b"4 2").to_bytes(4, "big") + b"4 2",
    )
    assert list(drawn.seeds) == sorted(players, key=lambda p: hashed(key, "seeds-1", p))
    assert drawn.drawn == Drawn(draw="seeds-1", number=1, secret=secret(1))
    assert (drawn.pool, drawn.division) == ("bracket", None)


@pytest.mark.rule("TOP-3.2a")
def test_every_order_of_the_seeds_is_as_likely_as_any_other() -> None:
    t = field(4)
    found = Counter(draw_seeds(t, secret=secret(n)).seeds for n in range(2400))
    assert set(found) == set(permutations(t.players))
    expected = 2400 / 24
    chi_square = sum((count - expected) ** 2 / expected for count in found.values())
    assert chi_square < 49.7  # One in a thousand lies above it, with 23 degrees of freedom.


def test_whoever_joins_gives_everybody_other_seeds_and_no_two_draws_are_alike() -> None:
    t = field(9)
    first = draw_seeds(t, secret=secret(1))
    assert draw_seeds(t, secret=secret(1)) == first
    assert draw_seeds(t, secret=secret(2)).seeds != first.seeds
    joined = field(10)
    again = draw_seeds(joined, secret=secret(1)).seeds
    assert [player for player in again if player != "p10"] != list(first.seeds)
    assert replace(first, pool=Pool("other")) != draw_seeds(t, secret=secret(1), pool=Pool("other"))


@pytest.mark.parametrize("count", [0, 1])
def test_nobody_plays_alone(count: int) -> None:
    with pytest.raises(Refused):
        draw_seeds(field(count), secret=secret(1))
