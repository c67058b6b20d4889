import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.errors import Refused
from roundbook.ledger.record import draws

pytestmark = pytest.mark.fast

SEED = b"\x01" * 32
STATE = hashlib.sha256(b"facts").digest()

# Computed in a shell with printf, xxd, base64 and sha256sum, and printed in docs/pairing.md.
S0 = "u-eVssCWpUZ_gyrCNSv4NAKtrALujz1o51KWpq_dxhg"
S1 = "oNSguEhGQ0iMRYNidb3PLKG_VCI5qmunK7xaWVHPsEQ"
S2 = "cs1uhCLEB_ttCYaQ8RMLfe1-wvf14dML2dUh8BU2N5M"
S3 = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"
KEY = "ae1190108e2f650927b44decc75db4cfdd78c7b63a602b2200be337bb85173ed"
LOTS = {
    "p1": "eef07e6683f1794c2a7d16cfdb402d6661f28b989d2ceb3e404719ba2e376bd8",
    "p2": "9ae0dbcfb0be399549b10a69eadb0e79ed2d723f7d6cabe75e41a7c30a41e8ec",
    "p3": "770a4dd807566d69d547553faee3e86cb1434e69f22fc0808b6730acaae74142",
}


def key_of(**changes: object) -> bytes:
    given_ = {
        "tournament": "T-12345678",
        "pool": "masters",
        "round": 1,
        "draw": 1,
        "state": STATE,
        "secret": S1,
    }
    return draws.key(**given_ | changes)  # type: ignore[arg-type]


def test_the_published_chain_comes_out() -> None:
    assert draws.commitment(SEED, 3) == S0
    assert [draws.secret(SEED, 3, k) for k in (1, 2, 3)] == [S1, S2, S3]


def test_the_published_key_and_lots_come_out() -> None:
    key = key_of()
    assert key.hex() == KEY
    assert {player: draws.lot(key, "0", player).hex() for player in LOTS} == LOTS


def test_a_lot_is_one_hash_of_three_parts_with_their_lengths() -> None:
    by_hand = hashlib.sha256(
        b"\x00\x00\x00\x20" + bytes.fromhex(KEY) + b"\x00\x00\x00\x010" + b"\x00\x00\x00\x02p1"
    )
    assert draws.lot(bytes.fromhex(KEY), "0", "p1") == by_hand.digest()


def test_every_secret_follows_the_one_before_it_and_no_other() -> None:
    assert draws.follows(S1, S0)
    assert draws.follows(S2, S1)
    assert draws.follows(S3, S2)
    assert not draws.follows(S2, S0)
    assert not draws.follows(S0, S1)
    assert not draws.follows(S1, S1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A" * 42,
        "A" * 44,
        S1 + "=",
        S1[:-1] + "F",  # The same 32 bytes, with another value in the two bits that are left over.
        S1.replace("_", "/"),
        "é" * 43,
    ],
)
def test_a_secret_has_one_spelling(text: str) -> None:
    assert not draws.follows(text, S0)
    with pytest.raises(Refused, match="is not a secret"):
        key_of(secret=text)


def test_the_next_secret_is_found_from_the_last_one_revealed() -> None:
    assert [draws.next_secret(SEED, 3, latest) for latest in (S0, S1, S2)] == [S1, S2, S3]


def test_a_chain_that_is_used_up_says_so() -> None:
    with pytest.raises(Refused, match="all 3 secrets of the chain have been revealed"):
        draws.next_secret(SEED, 3, S3)
    with pytest.raises(Refused, match="all 3 secrets"):
        draws.secret(SEED, 3, 4)


def test_secrets_of_another_tournament_are_not_used() -> None:
    with pytest.raises(Refused, match="do not match the chain that the tournament committed to"):
        draws.next_secret(b"\x02" * 32, 3, S0)


@pytest.mark.parametrize(
    "changes",
    [
        {"tournament": "T-12345679"},
        {"pool": "senior"},
        {"round": 2},
        {"draw": 2},
        {"state": hashlib.sha256(b"other facts").digest()},
        {"secret": S2},
        {"entropy": b"3"},
    ],
)
def test_every_part_of_a_key_matters(changes: dict[str, object]) -> None:
    assert key_of(**changes) != key_of()


def test_public_chance_is_written_as_the_page_says() -> None:
    assert draws.joined(["4 2", "6"]) == bytes.fromhex("000000033420320000000136")
    assert draws.joined(["4", "2 6"]) != draws.joined(["4 2", "6"])
    assert draws.joined(["ü"]) == b"\0\0\0\2\xc3\xbc"
    assert draws.joined([]) == b""


def test_parts_cannot_borrow_from_their_neighbours() -> None:
    assert key_of(tournament="T-123456789", pool="0") != key_of(tournament="T-12345678", pool="90")
    assert key_of(round=1, draw=11) != key_of(round=11, draw=1)


@given(st.lists(st.binary(max_size=6), max_size=4), st.lists(st.binary(max_size=6), max_size=4))
def test_two_lists_of_parts_share_a_digest_only_if_they_are_the_same(
    one: list[bytes], other: list[bytes]
) -> None:
    assert (draws.digest(one) == draws.digest(other)) == (one == other)


@given(st.binary(min_size=32, max_size=32), st.integers(1, 30))
def test_a_whole_chain_can_be_checked_from_its_commitment(seed: bytes, length: int) -> None:
    latest = draws.commitment(seed, length)
    for k in range(1, length + 1):
        revealed = draws.secret(seed, length, k)
        assert draws.follows(revealed, latest)
        latest = revealed
    assert hashlib.sha256(seed).digest() == draws.chain(seed, length)[-2]
