"""Another language draws the same rounds: docs/pairing.md says enough to write a second program."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from roundbook.ledger.events.catalogue import RoundPaired
from roundbook.ledger.record import draws
from roundbook.ledger.record.entry import from_line
from roundbook.ledger.rulesets import released
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import ByeKind
from roundbook.projections.pairing.inputs import facts_of
from tests.cli.line import Line
from tests.cli.typed import roundbook
from tests.programs import needed

pytestmark = pytest.mark.node

HERE = Path(__file__).resolve().parent
EVENTS = {
    "three divisions": ("--divisions", "22,21,45", "--rounds", 6),
    "one field": ("--players", 150, "--rounds", 7),
    "one small field": ("--players", 9, "--rounds", 4),
}
LIVELY = (
    *("--ties", "0.1", "--drops", "0.05", "--late", "0.05", "--awarded", "0.05"),
    *("--corrections", "0.1", "--seed", "for another language"),
)


def found_node() -> str:
    """Return the program by which another language draws the same rounds."""
    return needed("node", called="Node.js")


@pytest.fixture(scope="module")
def node() -> str:
    return found_node()


@pytest.fixture(scope="module", params=EVENTS)
def ledger(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the ledger of an invented event in which everything happens that bears on a draw."""
    folder = tmp_path_factory.mktemp("events") / "cup"
    roundbook("lab generate", folder, *EVENTS[request.param], *LIVELY, code=0)
    return folder / "ledger.jsonl"


def drawn_again(node: str, ledger: Path) -> list[dict[str, Any]]:
    run = [node, str(HERE / "lots.mjs"), str(ledger)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def drawn_here(ledger: Path) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return of every drawn round what is reckoned here, and how it stands in the ledger."""
    rules = released.load(released.EDITIONS[0])
    t = Tournament()
    found = []
    for number, line in enumerate(ledger.read_bytes().splitlines(), start=1):
        entry = from_line(line, number)
        for event in entry.events:
            if isinstance(event, RoundPaired) and event.drawn and t.opened:
                facts = facts_of(t, rules, pool=event.pool)
                key = draws.key(
                    tournament=t.opened.tournament,
                    pool=event.pool,
                    round=event.round,
                    draw=event.drawn.number,
                    state=facts.state,
                    secret=event.drawn.secret,
                    entropy=b"".join(
                        len(one.text.encode()).to_bytes(4, "big") + one.text.encode()
                        for one in t.entropy
                        if one.pool in {None, event.pool}
                    ),
                )
                lots = {player: draws.lot(key, "0", player).hex() for player in facts.players}
                reckoned = {
                    "pool": event.pool,
                    "round": event.round,
                    "draw": event.drawn.number,
                    "follows": True,
                    "state": facts.state.hex(),
                    "key": key.hex(),
                    "lots": lots,
                }
                byes = [bye.player for bye in event.byes if bye.kind is ByeKind.RANDOM]
                stands = {
                    "pairings": [list(pair) for pair in event.pairings],
                    "bye": byes[0] if byes else None,
                }
                found.append((reckoned, stands))
            t.apply(event, entry.seq)
    return found


@pytest.mark.rule("LED-3")
def test_another_language_finds_the_same_secrets_keys_and_lots(node: str, ledger: Path) -> None:
    there, here = drawn_again(node, ledger), drawn_here(ledger)
    assert len(there) == len(here) > 3
    for theirs, (ours, _) in zip(there, here, strict=True):
        assert {name: theirs[name] for name in ours} == ours


def test_another_language_seats_everybody_at_the_same_tables(node: str, ledger: Path) -> None:
    """Wherever lots alone decide a round of one division: nobody there is told what we drew."""
    rounds = list(zip(drawn_again(node, ledger), drawn_here(ledger), strict=True))
    decided = [(theirs["drawn"], ours) for theirs, (_, ours) in rounds if theirs["drawn"]]
    for theirs, ours in decided:
        assert theirs == ours
    large = [theirs for theirs, _ in rounds if len(theirs["lots"]) > 16]
    assert len(decided) * 2 >= len(large), "windows settle few rounds of events of this size"


@pytest.mark.rule("LED-3")
def test_another_language_takes_the_dice_of_the_stage_into_the_key(
    node: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    line = Line(tmp_path / "home", tmp_path / "cup")
    line.start()
    for number in range(20):
        line("register", f"Player {number}", "--birth-year", 1990)
    line("announce")
    line("round entropy", "4 2 – ü", "--source", "dice at the stage")
    line.pair()
    line.play(1)
    line("round entropy", "9", "--source", "dice at the stage", "--pool", "masters")
    line("pair")
    there, here = (
        drawn_again(node, line.folder / "ledger.jsonl"),
        drawn_here(line.folder / "ledger.jsonl"),
    )
    assert len(there) == len(here) == 2
    for theirs, (ours, stands) in zip(there, here, strict=True):
        assert {name: theirs[name] for name in ours} == ours
        assert theirs["drawn"] in (None, stands)
    assert there[0]["drawn"], "lots alone decide the first round"


@pytest.mark.rule("FL-4", "FL-6", "LED-3")
def test_another_language_draws_the_same_flights_and_those_of_late_players(
    node: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    line = Line(tmp_path / "home", tmp_path / "cup")
    line.start("--style", "swiss-plus-cut")
    names = "\n".join(f"Player {number},1990" for number in range(129))
    (tmp_path / "crowd.csv").write_text(f"name,birth year\n{names}\n")
    line("register", tmp_path / "crowd.csv")
    line("drop", "p77")
    line("round flights", "masters=2")
    line("round flights", "masters=4", "--reason", "the hall closes at six")
    line("round entropy", "4 2", "--source", "dice at the stage")
    line("register", "Ana Lopez", "--birth-year", 1990)
    line.first_round()
    for number in range(5):
        line("late", f"Late {number}", "--birth-year", 1990, "--informed")
    ledger = line.folder / "ledger.jsonl"
    happened = [event for entry in line.ledger() for event in entry["events"]]
    flown = [
        {"division": event["division"], "flights": event["flights"]}
        for event in happened
        if event["event"] == "flights-assigned"
    ]
    joined = [
        {"player": event["player"], "flight": event["pool"]}
        for event in happened
        if event.get("drawn", {}).get("draw") == "late-flight-1"
    ]
    assert [len(one["flights"]) for one in flown] == [2, 4]
    assert len(joined) == 6
    there = drawn_again(node, ledger)
    assert [one for one in there if "flights" in one] == flown
    assert [one for one in there if "flight" in one] == joined
    rounds = [one for one in there if "key" in one]
    for theirs, (ours, stands) in zip(rounds, drawn_here(ledger), strict=True):
        assert {name: theirs[name] for name in ours} == ours
        assert theirs["drawn"] == stands


def test_another_language_notices_a_secret_that_does_not_follow(
    node: str, ledger: Path, tmp_path: Path
) -> None:
    forged = tmp_path / "forged.jsonl"
    lines = ledger.read_text(encoding="utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if '"drawn"' in line)
    entry = json.loads(lines[at])
    entry["events"][0]["drawn"]["secret"] = "A" * 43
    lines[at] = json.dumps(entry)
    forged.write_text("\n".join(lines) + "\n", encoding="utf-8")
    first, second, *others = drawn_again(node, forged)
    assert (first["follows"], second["follows"]) == (False, False)
    assert all(one["follows"] for one in others)
