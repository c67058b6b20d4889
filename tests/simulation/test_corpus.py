"""Page and program give every forgery of the corpus the verdict that its maker wrote down."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from roundbook.ledger.proofs.policy import read_policy
from tests.cli.sealed import Cup, cup
from tests.node.test_page import Ask
from tests.simulation.corpus import FAMILIES, Forgery, corpus
from tests.simulation.test_verdicts import found, scene_of

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
