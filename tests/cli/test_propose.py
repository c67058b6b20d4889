"""`roundbook lab propose`: rounds for other programs, one JSON object per line in and out."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.projections.pairing.reasons import Why
from tests.cli.line import SOURCE, Line
from tests.cli.typed import Said, roundbook

PAGE = "docs/library.md"
KEY = "5" * 64
STATE = re.compile(r"`(\w+\.json)`:\n\n```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(
    r"^```console\n(\$ roundbook ([^\n<]*) < (\S+))\n.*?^```$", re.MULTILINE | re.DOTALL
)


def state(*points: int, **fields: Any) -> dict[str, Any]:
    players = [{"id": f"p{n}", "points": each} for n, each in enumerate(points, start=1)]
    return {"players": players, "key": KEY} | fields


def asked(*states: Any) -> Said:
    lines = [each if isinstance(each, bytes) else json.dumps(each).encode() for each in states]
    return roundbook("lab propose", stdin=b"\n".join(lines) + b"\n")


def answers(said: Said) -> list[Any]:
    return [json.loads(line) for line in said.out.splitlines()]


STUCK = {
    "players": [{"id": "ana", "points": 3, "opponents": ["ben"]}, {"id": "ben", "points": 0}],
    "key": KEY,
}


def test_every_example_of_the_page_is_what_the_program_says(
    golden: Callable[[str, str], None],
) -> None:
    page = (SOURCE / PAGE).read_text(encoding="utf-8")
    states = dict(STATE.findall(page))
    codes = {"state.json": 0, "stuck.json": 3}
    assert [*states] == [*codes]

    def run(block: re.Match[str]) -> str:
        typed, words, name = block.groups()
        said = roundbook(*words.split(), stdin=states.pop(name).encode())
        assert (said.code, said.err) == (codes[name], "")
        return f"```console\n{typed}\n{said.out}```"

    golden(PAGE, CONSOLE.sub(run, page))
    assert not states


def test_a_state_is_answered_with_everybody_seated_once() -> None:
    said = asked(state(3, 3, 0, 0, 0))
    assert (said.code, said.err) == (0, "")
    [found] = answers(said)
    seats = [player for table in found["pairings"] for player in table["players"]]
    assert sorted([*seats, found["bye"]["player"]]) == ["p1", "p2", "p3", "p4", "p5"]
    assert found["certificate"]["kind"] == "parity"
    assert found["pairings"][0]["reason"]
    assert found["bye"]["reason"]


def test_without_an_odd_one_there_is_no_bye() -> None:
    [found] = answers(asked(state(0, 0)))
    assert found["bye"] is None
    assert sorted(found["pairings"][0]["players"]) == ["p1", "p2"]


def test_a_state_may_go_over_several_lines_and_says_the_same() -> None:
    one = state(6, 3, 3, 0)
    spread = json.dumps(one, indent=2).encode()
    assert asked(spread) == asked(one)


def test_the_order_of_players_and_opponents_changes_nothing() -> None:
    one = state(*[3] * 20, *[0] * 21)
    for player, other in zip(one["players"][::2], one["players"][1::2], strict=False):
        player["opponents"] = [other["id"], "gone"]
    turned = one | {
        "players": [p | {"opponents": p.get("opponents", [])[::-1]} for p in one["players"][::-1]]
    }
    assert asked(turned).out == asked(one).out


@pytest.mark.rule("A-11")
def test_one_state_without_a_legal_round_is_refused_with_its_witness() -> None:
    said = asked(STUCK)
    assert said.code == 3
    [found] = answers(said)
    assert found["refused"]["message"].startswith("round 1 cannot be paired without a rematch")
    shows_it(STUCK, **found["refused"]["witness"])


def shows_it(field: dict[str, Any], *, groups: list[list[str]], others: list[str]) -> None:
    """Check a witness by its own words: more odd groups than others, and no way out of a group."""
    met = {frozenset((p["id"], o)) for p in field["players"] for o in p.get("opponents", [])}
    met |= {frozenset((p["id"], "bye")) for p in field["players"] if p.get("had_bye")}
    everybody = {p["id"] for p in field["players"]}
    everybody |= {"bye"} if len(everybody) % 2 else set()
    assert len(groups) > len(others)
    for group in groups:
        assert len(group) % 2 == 1
        outside = everybody - set(group) - set(others)
        assert all(frozenset((one, other)) in met for one in group for other in outside)


@pytest.mark.rule("A-11")
@given(st.integers(2, 7), st.data())
def test_there_is_a_round_or_a_witness_that_there_is_none(count: int, data: st.DataObject) -> None:
    one = state(*[0] * count)
    names = [player["id"] for player in one["players"]]
    for player in one["players"]:
        others = st.sampled_from([name for name in names if name != player["id"]])
        player["opponents"] = sorted(data.draw(st.sets(others)))
        player["had_bye"] = data.draw(st.booleans())
    said = asked(one)
    [found] = answers(said)
    if said.code == 3:
        shows_it(one, **found["refused"]["witness"])
    else:
        assert said.code == 0
        assert len(found["pairings"]) == count // 2


def test_a_refusal_among_several_is_an_answer_like_any_other() -> None:
    said = asked(state(0, 0), STUCK)
    assert said.code == 0
    assert ["refused" in each for each in answers(said)] == [False, True]


def test_a_bad_line_is_named_and_the_others_go_on() -> None:
    said = asked(state(0, 0), b"", b"nonsense", state(0, -1), state(3, 3))
    assert said.code == 5
    first, bad, worse, last = answers(said)
    assert first["pairings"] == answers(asked(state(0, 0)))[0]["pairings"]
    assert last["pairings"]
    assert bad["error"]["message"] == "line 3: it is not JSON: expecting value, at character 1."
    assert worse["error"]["message"] == "line 4: players[1].points must be 0 or more."
    assert worse["error"]["where"] == "line 4"


def test_one_bad_state_over_several_lines_is_one_mistake() -> None:
    said = asked(json.dumps(state(-1), indent=2).encode())
    assert said.code == 5
    [found] = answers(said)
    assert found["error"]["message"] == "the state: players[0].points must be 0 or more."


@pytest.mark.parametrize("nothing", [b"", b"\n\n  \n"])
def test_nothing_is_no_state(nothing: bytes) -> None:
    said = roundbook("lab propose", stdin=nothing)
    assert (said.code, said.out) == (5, "")
    assert said.err.startswith("cannot read: no state was given on stdin.\n")


def test_a_thousand_states_are_answered_in_their_order() -> None:
    keys = [f"{n:064x}" for n in range(1000)]
    said = asked(*(state(3, 3, 0, 0, key=key, round=n % 99 + 1) for n, key in enumerate(keys)))
    found = answers(said)
    assert [each["round"] for each in found] == [n % 99 + 1 for n in range(1000)]
    assert len({json.dumps(each["pairings"]) for each in found}) > 1


def test_each_answer_comes_before_the_next_question_is_asked(line: Line) -> None:
    """Another program sends a state, reads its answer, and only then knows what to send next."""
    process = line.process("lab propose")
    assert process.stdin
    assert process.stdout
    for players in (2, 3, 4):
        process.stdin.write(json.dumps(state(*[0] * players)).encode() + b"\n")
        process.stdin.flush()
        found = json.loads(process.stdout.readline())
        assert len(found["pairings"]) == players // 2
    out, err = process.communicate()
    assert (process.returncode, out, err) == (0, b"", b"")


def test_what_would_turn_the_line_of_a_terminal_is_spelled_out() -> None:
    one = state(0, 0)
    one["players"][0]["opponents"] = ["\u202e"]
    said = asked(one | {"odd\u202e": 1})
    assert said.out.isascii()
    assert answers(said)[0]["error"]["message"] == "line 1: odd? is not a field of a state."


def test_the_page_explains_every_word_of_a_reason() -> None:
    page = (SOURCE / PAGE).read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z]+)` \|", page.partition("| `why` |")[2], re.MULTILINE)
    assert sorted(rows) == sorted(Why)


def test_it_is_enough_if_one_of_two_players_names_the_other() -> None:
    players = [
        {"id": "a", "points": 3, "opponents": ["b"]},
        {"id": "b", "points": 3},
        {"id": "c", "points": 0, "opponents": ["d"]},
        {"id": "d", "points": 0},
    ]
    for key in ("00", "01", "02", "Ff"):
        said = roundbook("lab propose", stdin=json.dumps({"players": players, "key": key}).encode())
        met = {frozenset(table["players"]) for table in said.data["pairings"]}
        assert said.code == 0
        assert not met & {frozenset("ab"), frozenset("cd")}
