"""States of a round in JSON: what makes sense is read, and anything else gets one sentence."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.importers.states_json import HINT, is_json, numbered, read_state

pytestmark = pytest.mark.fast

KEY = "0123456789abcdef" * 4
ANA: dict[str, Any] = {"id": "ana", "points": 3}
WHOLE: dict[str, Any] = {"players": [ANA], "key": KEY}


def written(**fields: object) -> bytes:
    return json.dumps(WHOLE | fields).encode()


def ana(**fields: object) -> bytes:
    return written(players=[ANA | fields])


def test_a_whole_state_is_read_as_it_was_written() -> None:
    player = ANA | {"division": "Masters", "opponents": ["ben"], "had_bye": True}
    fields = {"round": 2, "rounds_planned": 5, "age_modified": True}
    state = read_state(written(players=[player], **fields), "line 1")
    assert state.model_dump() == {"players": [player], "key": KEY, **fields}


def test_what_is_left_out_has_a_meaning() -> None:
    state = read_state(written(), "line 1")
    [one] = state.players
    assert (one.division, one.opponents, one.had_bye) == (None, [], False)
    assert (state.round, state.rounds_planned, state.age_modified) == (1, None, False)


BAD_KEY = "key must be bytes in hexadecimal: 2 to 128 digits, an even number of them"
WRONG: list[tuple[bytes, str]] = [
    (b"", "it is not JSON: expecting value, at character 1"),
    (b"{", "it is not JSON: expecting property name enclosed in double quotes, at character 2"),
    (b"\xff", "byte 1 is not UTF-8 text"),
    (b"null", "it is not a JSON object"),
    (b"[]", "it is not a JSON object"),
    (b"[" * 100_000, "it is nested too deeply"),
    (b"{}", "players is missing"),
    (written(key=None), "key must be text"),
    (written(key=""), BAD_KEY),
    (written(key="abc"), BAD_KEY),
    (written(key="ab" * 65), BAD_KEY),
    (written(key=KEY + "\n"), BAD_KEY),
    (written(seed=1), "seed is not a field of a state"),
    (written(round=0), "round must be 1 or more"),
    (written(round=1000), "round must be 999 or less"),
    (written(rounds_planned="5"), "rounds_planned must be a whole number"),
    (written(age_modified=1), "age_modified must be true or false"),
    (written(players=[]), "players must not be empty"),
    (written(players={}), "players must be a list"),
    (written(players=["ana"]), "players[0] must be an object"),
    (written(players=[ANA, ANA]), "the player ana appears twice"),
    (written(players=[{"id": "ana"}]), "players[0].points is missing"),
    (ana(points="3"), "players[0].points must be a whole number"),
    (ana(points=3.0), "players[0].points must be a whole number"),
    (ana(points=True), "players[0].points must be a whole number"),
    (ana(points=-1), "players[0].points must be 0 or more"),
    (ana(points=2**53), "players[0].points must be 9007199254740991 or less"),
    (ana(points=float("nan")), "it contains an invalid number"),
    (ana().replace(b"3", b"3" * 5000), "it contains an invalid number"),
    (ana(id=""), "players[0].id must not be empty"),
    (ana(id="a b"), "players[0].id must not contain spaces"),
    (ana(id="a" * 65), "players[0].id must have at most 64 characters"),
    (ana(id="\ud800"), "players[0].id must be text"),
    (ana(id="a\u202eb"), "the id a?b contains control or text-direction characters"),
    (ana(id="bye"), "no player can have the id bye, which is used for the bye itself"),
    (ana(name="Ana"), "players[0].name is not a field of a state"),
    (ana(opponents="ben"), "players[0].opponents must be a list"),
    (ana(opponents=["ben", 7]), "players[0].opponents[1] must be text"),
    (ana(opponents=["ana"]), "the player ana is listed as their own opponent"),
    (ana(division=""), "players[0].division must not be empty"),
    (written(age_modified=True), "the player ana has no division, but the pairing is age-modified"),
    (b'{"key": 1, "key": 2}', "key appears twice in one object"),
]


@pytest.mark.parametrize(("line", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_what_makes_no_sense_gets_one_sentence_with_its_line(line: bytes, sentence: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_state(line, "line 7")
    assert (caught.value.message, caught.value.hint) == (f"line 7: {sentence}.", HINT)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["players", "key", "round", "id", "points", "division", "odd"]),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@given(JSON.map(lambda value: json.dumps(value).encode()) | st.binary())
def test_nothing_that_anybody_sends_ends_in_a_traceback(line: bytes) -> None:
    said = "line 1: ."
    try:
        read_state(line, "line 1")
    except Unreadable as trouble:
        said = trouble.message
    assert said.startswith("line 1: ")
    assert said.endswith(".")
    assert "\n" not in said


def test_empty_lines_are_passed_over_and_counted() -> None:
    assert list(numbered([b"a\n", b"\n", b"  \r\n", b"b"])) == [(1, b"a\n"), (4, b"b")]


def test_a_line_that_is_only_a_part_is_no_json() -> None:
    assert is_json(b'{"a": 1}\n')
    assert not is_json(b"{\n")
    assert not is_json(b"[" * 100_000)
