"""Rounds that were really played: from the same state, ours is legal and at least as good."""

import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.importers.tdf.events import people, tell
from roundbook.ledger.importers.tdf.reader import read
from roundbook.ledger.rulesets.released import digest, load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import ByeKind
from roundbook.projections.pairing.engine import draw
from roundbook.projections.pairing.inputs import facts_of
from roundbook.projections.pairing.proposal import field_of
from roundbook.projections.pairing.state import DrawnRound, Field, FieldPlayer
from roundbook.projections.pairing.verifying import verify_round
from tests.projections.pairing import oracle
from tests.projections.pairing.simulated import position

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
FILES = sorted((FIXTURES / "imports").glob("*.tdf"))
REGIONAL = json.loads((FIXTURES / "tournaments" / "09_regional_masters_531.json").read_bytes())
KEY = b"\x05" * 32
POINTS = {"W": 3, "T": 1, "L": 0}


def rounds_of(path: Path) -> list[tuple[Field, oracle.Try]]:
    """Every Swiss round of a file, with the state it was paired from."""
    rules = load("tom")
    data = path.read_bytes()
    acts = tell(
        read(data),
        sha256=hashlib.sha256(data).hexdigest(),
        rules=rules,
        edition_sha256=digest("tom"),
        tournament="told-tournament",
        commitments=["A" * 43 for _ in people(read(data))],
    )
    t = Tournament()
    found: list[tuple[Field, oracle.Try]] = []
    for seq, event in enumerate((event for act in acts for event in act), 1):
        if isinstance(event, ev.RoundPaired) and event.pool not in t.cuts:
            field = field_of(t, facts_of(t, rules, pool=event.pool), KEY)
            byes = [bye.player for bye in event.byes if bye.kind == ByeKind.RANDOM]
            seated = {p for pair in event.pairings for p in pair} | set(byes)
            here = tuple(player for player in field.players if player.id in seated)
            assert len(here) == len(seated)
            real = oracle.Try(tuple((a, b) for a, b in event.pairings), byes[0] if byes else None)
            found.append((replace(field, players=here), real))
        t.apply(event, seq)
    return found


def at_least_as_good(field: Field, real: oracle.Try) -> DrawnRound:
    """Draw a round from a state, prove it, and hold it against the real one.

    Where divisions are mixed the bye is drawn before anybody is paired, and how many pairs cross
    divisions depends on it: there ours is drawn for those whom the real bye left.
    """
    if field.age_modified and real.bye is not None:
        drawn = draw(field)
        assert verify_round(field, drawn, drawn.certificate) == []
        field = replace(field, players=tuple(p for p in field.players if p.id != real.bye))
        real = real._replace(bye=None)
    drawn = draw(field)
    assert verify_round(field, drawn, drawn.certificate) == []
    where = position(field)
    ours = oracle.vector(where, sorted_by_points(where, oracle.Try(drawn.pairs, drawn.bye)))
    assert ours <= oracle.vector(where, sorted_by_points(where, real))
    return drawn


def sorted_by_points(where: oracle.Position, one: oracle.Try) -> oracle.Try:
    """The oracle wants the higher player of each pair first."""
    pairs = [sorted(pair, key=lambda p: -where.points[p]) for pair in one.pairs]
    return oracle.Try(tuple((a, b) for a, b in pairs), one.bye)


@pytest.mark.rule("TOP-3.1e", "TOP-3.1.2b", "A-12", "A-14")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_round_of_a_real_file_is_better_than_ours(path: Path) -> None:
    for field, real in rounds_of(path):
        at_least_as_good(field, real)


def test_the_files_have_rounds_to_compare() -> None:
    kinds = Counter(field.age_modified for path in FILES for field, _ in rounds_of(path))
    assert kinds[True] > 5
    assert kinds[False] >= 10


@pytest.mark.rule("TOP-3.1e", "A-12")
def test_no_round_of_a_regional_of_531_is_better_than_ours() -> None:
    """Rebuilt from each player's own list; whoever has no opponent in a round has the bye."""
    points: Counter[str] = Counter()
    met: dict[str, set[str]] = {player["id"]: set() for player in REGIONAL["players"]}
    had_bye: set[str] = set()
    compared = 0
    for number in map(str, range(1, 10)):
        here = {p["id"]: p["rounds"][number] for p in REGIONAL["players"] if number in p["rounds"]}
        pairs = {
            frozenset((player, row["opponent"]))
            for player, row in here.items()
            if here.get(row.get("opponent"), {}).get("opponent") == player
        }
        seated = {player for pair in pairs for player in pair}
        field = Field(
            players=tuple(
                FieldPlayer(
                    id=player,
                    points=points[player],
                    opponents=frozenset(met[player]),
                    had_bye=player in had_bye,
                )
                for player in sorted(seated)
            ),
            key=KEY.hex(),
            round=int(number),
        )
        real = oracle.Try(tuple((a, b) for a, b in map(sorted, pairs)), None)
        if seated:
            drawn = draw(field)
            assert verify_round(field, drawn, drawn.certificate) == []
            mine, theirs = (vector(field, one) for one in (drawn.pairs, real.pairs))
            assert mine <= theirs
            compared += 1
        for player, row in here.items():
            points[player] += POINTS.get(row["result"], 3)
            if player in seated:
                met[player].add(row["opponent"])
            else:
                had_bye.add(player)
    assert compared >= 8


def vector(field: Field, pairs: tuple[tuple[str, str], ...]) -> tuple[int, ...]:
    """The gaps and squares of a round without a bye."""
    levels = sorted({player.points for player in field.players}, reverse=True)
    at = {player.id: levels.index(player.points) for player in field.players}
    steps = [sorted((at[a], at[b])) for a, b in pairs]
    gaps = [sum(high <= gap < low for high, low in steps) for gap in range(len(levels) - 1)]
    return (*gaps, sum((low - high) ** 2 for high, low in steps))
