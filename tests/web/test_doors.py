"""Invitations and sessions, as values."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import (
    DAY,
    LETTERS,
    AccessList,
    Invitation,
    code_of,
    digest_of_code,
    from_bytes,
    known_of,
    spelled,
    to_bytes,
)
from roundbook.ledger.errors import Unreadable

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
CODE = "ABCD-EFGH-JKMN"


def invitation(code: str, *, uses: int = 1, seat: AccessRole = AccessRole.JUDGE) -> Invitation:
    return Invitation(
        digest=digest_of_code(code, ""),
        seat=seat,
        name="Jo Park",
        station="floor",
        tournament="cup",
        until=NOON + HOUR,
        uses=uses,
    )


def entered(doors: AccessList, code: str, token: str) -> AccessList:
    found = doors.invited(code, NOON)
    assert found
    return doors.entering(found, token=token, form_key="f", now=NOON, name=found.name)[0]


def test_a_code_lets_in_once() -> None:
    doors = entered(AccessList().inviting(invitation("ABCD-EFGH-JKMN")), "abcd efgh jkmn", "token")
    session = known_of(doors).session("token", NOON)
    assert session
    assert (session.seat, session.name, session.station) == (AccessRole.JUDGE, "Jo Park", "floor")
    assert doors.invited("ABCD-EFGH-JKMN", NOON) is None


def test_a_code_for_three_lets_in_three() -> None:
    doors = AccessList().inviting(invitation(CODE, uses=3))
    for number in range(3):
        doors = entered(doors, CODE, f"token {number}")
    assert doors.invited(CODE, NOON) is None
    assert [each.number for each in doors.sessions] == [1, 2, 3]


def test_an_invitation_and_a_session_end_by_themselves() -> None:
    doors = AccessList().inviting(invitation(CODE, uses=2))
    assert doors.invited(CODE, NOON + HOUR) is None
    doors = entered(doors, CODE, "token")
    assert known_of(doors).session("token", NOON + DAY - timedelta(seconds=1))
    assert known_of(doors).session("token", NOON + DAY) is None
    assert doors.at(NOON + DAY) == AccessList(given=1)


def test_a_revoked_session_is_nobody_and_its_number_is_not_given_again() -> None:
    doors = AccessList().inviting(invitation(CODE, uses=3))
    doors = entered(doors, CODE, "first")
    doors = doors.revoking([1])
    assert known_of(doors).session("first", NOON) is None
    doors = entered(doors, CODE, "second")
    assert [each.number for each in doors.sessions] == [2]


def test_neither_codes_nor_tokens_are_kept() -> None:
    code, token = code_of(bytes(range(16))), "a token that nobody knows"
    doors = AccessList().inviting(invitation(code, uses=2))
    kept = to_bytes(entered(doors, code, token)).decode()
    assert token not in kept
    assert code not in kept
    assert spelled(code) not in kept


@given(st.binary(min_size=8, max_size=32))
def test_a_code_can_be_read_aloud_and_typed(chance: bytes) -> None:
    """What people hear as O, I or L is what it looks like; case and dashes do not matter."""
    code = code_of(chance)
    assert set(code) <= set(LETTERS) | {"-"}
    heard = code.lower().replace("0", "o").replace("1", "l").replace("-", " ")
    assert spelled(heard) == spelled(code) == code.replace("-", "")


def test_codes_differ_by_every_bit_they_are_made_of() -> None:
    codes = {code_of((1 << bit).to_bytes(8, "big")) for bit in range(60)}
    assert len(codes) == 60


def test_what_is_kept_comes_back() -> None:
    doors = entered(AccessList().inviting(invitation(CODE, uses=2)), CODE, "token")
    assert from_bytes(to_bytes(doors), "doors.json") == doors


@pytest.mark.parametrize("data", [b"", b"{", b'{"sessions": 3}', b"\xff\xfe", b'{"other": []}'])
def test_a_damaged_file_is_one_sentence(data: bytes) -> None:
    with pytest.raises(
        Unreadable, match=r"list of people who may sign in, .*doors\.json, cannot be read"
    ):
        from_bytes(data, "doors.json")
