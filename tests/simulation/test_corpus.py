"""Page and program give every forgery of the corpus the verdict that its maker wrote down."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from roundbook.ledger.archive_file import unpacked
from roundbook.ledger.evidence import Level
from roundbook.ledger.proofs.policy import read_policy
from tests.cli.sealed import Cup, chained, cup, headed, lines_of, resealed, with_lines
from tests.node.test_page import Ask
from tests.simulation.corpus import FAMILIES, Forgery, corpus
from tests.simulation.test_verdicts import found, own_key, scene_of

pytestmark = pytest.mark.node


@pytest.fixture(scope="module")
def sealed_cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cup]:
    with pytest.MonkeyPatch.context() as patch:
        yield from cup(tmp_path_factory.mktemp("cup"), patch)


def judge(sealed_cup: Cup, ask: Ask, away: Path, *, seed: int, number: int) -> list[Forgery]:
    """Let both judge a part of the corpus, and compare them with its makers."""
    scene = scene_of(sealed_cup, away, seed)
    forgeries = [*corpus(scene.members, scene.older, seed, number)]
    requests = []
    for at, one in enumerate(forgeries):
        file = away / f"{seed}-{at}.zip"
        file.write_bytes(one.data)
        given = {"file": str(file), "given": one.key or sealed_cup.key}
        requests += [{"file": str(file)}, given]
    answers = iter([answer["verdict"]["level"] for answer in ask("review", requests)])
    unlike = []
    for at, one in enumerate(forgeries):
        policy = read_policy(f"log {one.key or sealed_cup.key}\n".encode())
        program = found(one.data, away), found(one.data, away, policy)
        page = next(answers), next(answers)
        if not program == page == (one.alone, one.trusted):
            unlike.append(
                f"{seed}-{at}, {one.what}: its maker says {one.alone}, {one.trusted}; "
                f"program {', '.join(program)}; page {', '.join(page)}"
            )
    assert unlike == []
    return forgeries


@pytest.mark.rule("LED-6")
def test_300_forgeries_get_the_verdict_of_their_maker_from_both(
    sealed_cup: Cup, ask: Ask, tmp_path: Path
) -> None:
    forgeries = judge(sealed_cup, ask, tmp_path, seed=1, number=300)
    assert len({one.what for one in forgeries}) > 10 * len(FAMILIES)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
def test_3000_forgeries_get_the_verdict_of_their_maker_from_both(
    sealed_cup: Cup, ask: Ask, tmp_path: Path, seed: int
) -> None:
    judge(sealed_cup, ask, tmp_path, seed=seed, number=300)


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("at", ["round-paired", "result-reported"], ids=["before", "after"])
def test_a_3rd_place_match_at_a_table_of_a_round_is_one_match_to_both(
    sealed_cup: Cup, ask: Ask, tmp_path: Path, at: str
) -> None:
    """Paired before the round, it has the round's players; it goes when that table goes."""
    scene = scene_of(sealed_cup, tmp_path, 1)
    lines = [json.loads(line) for line in lines_of(scene.members)]
    where, [paired] = next(
        (number, line["events"])
        for number, line in enumerate(lines)
        if [event["event"] for event in line["events"]] == ["round-paired"]
    )
    playoff = {
        "event": "third-place-playoff-paired",
        "pool": paired["pool"],
        "round": paired["round"],
        "table": 2,
        "pairing": paired["pairings"][0],
    }
    again = {key: value for key, value in paired.items() if key != "drawn"} | {
        "event": "round-repaired",
        "tables": [1, 3],
        "reason": "x",
    }
    added = [playoff] if at == "round-paired" else [playoff, again]
    place = where if at == "round-paired" else where + 1
    entry = {**lines[where], "cmd": "third-place", "events": added}
    made = chained([json.dumps(one).encode() for one in (*lines[:place], entry, *lines[place:])])
    data = resealed(own_key(scene, headed(with_lines(scene.members, made))))
    file = tmp_path / "third.zip"
    file.write_bytes(data)
    [answer] = ask("review", [{"file": str(file)}])
    assert (found(data, tmp_path), answer["verdict"]["level"]) == (Level.SIGNED, Level.SIGNED)
    rounds = unpacked(data)["tables/rounds.csv"].decode()
    assert rounds.count("third place") == (1 if at == "round-paired" else 0)
