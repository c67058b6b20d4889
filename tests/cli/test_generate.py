"""`roundbook lab generate`: events that never took place, lawful and always the same."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundbook.cli.commands import generate
from roundbook.ledger.events.catalogue import (
    ByeAwarded,
    LatePlayerAdmitted,
    PlayerDropped,
    ResultCorrected,
    ResultReported,
    RoundPaired,
    TournamentClosed,
)
from roundbook.ledger.storage.store import MemoryStore
from roundbook.ledger.terms import Division, Verdict
from roundbook.projections.practice.invented import Dice, Plan
from tests.cli.line import PROGRAM, SOURCE
from tests.cli.typed import files, roundbook

WORDS = (
    *("--players", 24, "--rounds", 5, "--ties", "0.1", "--drops", "0.1", "--late", "0.1"),
    *("--awarded", "0.1", "--divisions", "6,5,13", "--corrections", "0.2", "--seed", "small"),
)
PINNED = "fixtures/commands/generate.txt"


def made(folder: Path, *words: object) -> dict[str, bytes]:
    roundbook("lab generate", folder, *words, code=0)
    return files(folder)


def events(plan: Plan) -> list[Any]:
    desk, _ = generate._played(plan, MemoryStore())
    return [event for entry in desk.entries for event in entry.events]


@pytest.mark.rule("LED-3")
def test_an_invented_event_breaks_no_rule(tmp_path: Path) -> None:
    made(tmp_path / "cup", *WORDS)
    said = roundbook("verify", tmp_path / "cup")
    assert (
        said.code,
        " entries: intact, no rules broken.\nSigned: nothing has been changed since all "
        in said.out,
    ) == (0, True)


def test_the_same_words_give_the_same_bytes_and_others_give_others(tmp_path: Path) -> None:
    first, again = made(tmp_path / "a", *WORDS), made(tmp_path / "b", *WORDS)
    other = made(tmp_path / "c", *WORDS[:-1], "other")
    assert first == again
    assert set(first) >= {"ledger.jsonl", "people.json", "head"}
    assert first["ledger.jsonl"] != other["ledger.jsonl"]
    assert first["people.json"] != other["people.json"]


def test_no_process_and_no_hash_seed_writes_other_bytes(
    tmp_path: Path, golden: Callable[[str, str], None]
) -> None:
    """What is pinned was written elsewhere, by another process with another hash seed."""
    digests = [
        f"{hashlib.sha256(data).hexdigest()}  {name}\n"
        for name, data in made(tmp_path / "here", *WORDS).items()
        if name in {"ledger.jsonl", "people.json"}
    ]
    golden(PINNED, f"$ roundbook lab generate DIR {' '.join(map(str, WORDS))}\n{''.join(digests)}")
    for seed in ("1", "2"):
        folder = tmp_path / seed
        subprocess.run(
            [sys.executable, "-c", PROGRAM, "lab", "generate", str(folder), *map(str, WORDS)],
            env=os.environ | {"PYTHONPATH": str(SOURCE), "PYTHONHASHSEED": seed},
            check=True,
            stdout=subprocess.DEVNULL,
        )
        assert files(folder) == files(tmp_path / "here")


def other_pythons() -> list[str]:
    """Every other Python in PATH that has what roundbook needs."""
    own = f"python3.{sys.version_info.minor}"
    names = [f"python3.{minor}" for minor in range(11, 16)]
    found = [path for name in names if name != own and (path := shutil.which(name))]
    needs = "import click, defusedxml, msgspec, pydantic"
    return [
        path
        for path in found
        if subprocess.run([path, "-c", needs], capture_output=True, check=False).returncode == 0
    ]


@pytest.mark.tools
def test_no_other_python_that_is_here_writes_other_bytes(tmp_path: Path) -> None:
    """The pinned digests hold every Python that runs this suite; here two run side by side."""
    pythons = other_pythons()
    if not pythons:
        pytest.skip("no other Python with our dependencies")
    here = made(tmp_path / "here", *WORDS)
    for number, python in enumerate(pythons):
        folder = tmp_path / str(number)
        subprocess.run(
            [python, "-c", PROGRAM, "lab", "generate", str(folder), *map(str, WORDS)],
            env=os.environ | {"PYTHONPATH": str(SOURCE)},
            check=True,
            stdout=subprocess.DEVNULL,
        )
        assert files(folder) == here, python


def test_what_was_asked_for_happens() -> None:
    plan = Plan(
        seed="much",
        rounds=4,
        divisions={Division.JUNIOR: 9, Division.SENIOR: 2, Division.MASTERS: 39},
        ties=Fraction(1, 5),
        drops=Fraction(1, 10),
        late=Fraction(1, 10),
        awarded=Fraction(1, 5),
        corrections=Fraction(1, 5),
    )
    happened = events(plan)
    kinds = [type(event) for event in happened]
    assert kinds.count(LatePlayerAdmitted) == 5
    assert kinds.count(TournamentClosed) == 1
    reported = [event for event in happened if isinstance(event, ResultReported)]
    assert len(reported) == sum(len(e.pairings) for e in happened if isinstance(e, RoundPaired))
    ties = sum(event.result.verdict is Verdict.TIE for event in reported)
    assert 0 < ties < len(reported) / 2
    assert 0 < kinds.count(ResultCorrected) < len(reported) / 2
    assert 0 < kinds.count(PlayerDropped) < 30
    assert 0 < kinds.count(ByeAwarded) < 30


def test_nothing_happens_that_was_not_asked_for() -> None:
    plan = Plan(seed="quiet", rounds=3, divisions={Division.MASTERS: 8})
    happened = events(plan)
    odd = (LatePlayerAdmitted, PlayerDropped, ByeAwarded, ResultCorrected)
    assert not [event for event in happened if isinstance(event, odd)]
    reported = [event for event in happened if isinstance(event, ResultReported)]
    assert len(reported) == 12
    assert all(event.result.verdict is not Verdict.TIE for event in reported)


def test_a_field_that_has_played_itself_out_ends_there(tmp_path: Path) -> None:
    said = roundbook("lab generate", tmp_path / "four", "--players", 4, "--rounds", 9, "--json")
    assert said.data["rounds"] == 3
    assert roundbook("verify", tmp_path / "four").code == 0


SHARES = st.fractions(0, 1, max_denominator=8)
PLANS = st.builds(
    Plan,
    seed=st.text(max_size=5),
    rounds=st.integers(1, 6),
    divisions=st.fixed_dictionaries({d: st.integers(0, 9) for d in generate.AGES}).filter(
        lambda divisions: sum(divisions.values()) >= 2
    ),
    ties=SHARES,
    drops=SHARES,
    late=SHARES,
    awarded=SHARES,
    corrections=SHARES,
)


@settings(max_examples=40)
@given(PLANS)
def test_whatever_is_asked_for_the_desk_refuses_none_of_it(plan: Plan) -> None:
    """The desk raises on the first breach of any rule; the last thing that happens is the close."""
    assert isinstance(events(plan)[-1], TournamentClosed)


@given(st.fractions(0, 1, max_denominator=20), st.text())
def test_dice_hit_as_often_as_their_share_says(share: Fraction, seed: str) -> None:
    dice = Dice(seed)
    hits = sum(dice.hits(share, "asked", n) for n in range(400))
    assert abs(Fraction(hits, 400) - share) < Fraction(1, 6)


def test_a_share_of_nothing_never_hits_and_all_always_do() -> None:
    dice = Dice("")
    assert not any(dice.hits(Fraction(0), n) for n in range(1000))
    assert all(dice.hits(Fraction(1), n) for n in range(1000))


def test_what_is_said_names_the_next_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = roundbook("lab generate", "cup", "--players", 8, "--rounds", 3)
    assert said.out == (
        "an invented event: 8 players, 3 rounds, 12 matches\n"
        "30 entries are in cup\n"
        "next: roundbook file check cup\n"
        "      roundbook standings -C cup\n"
    )


def test_a_bar_is_shown_at_a_terminal_only(tmp_path: Path) -> None:
    quiet = roundbook("lab generate", tmp_path / "a", "--players", 4)
    seen = roundbook("lab generate", tmp_path / "b", "--players", 4, at_terminal=True)
    assert quiet.err == ""
    assert " acts\r" in seen.err
    assert files(tmp_path / "a") == files(tmp_path / "b")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--ties", "1.5"), '"1.5" is not a share; use a number from 0 to 1.'),
        (("--ties", "1e99999999"), '"1e99999999" is not a share'),
        (("--drops", "nan"), '"nan" is not a share'),
        (("--late", "1/0"), '"1/0" is not a share'),
        (("--divisions", "1,2"), '"1,2" is not three numbers; use --divisions 20,20,24.'),
        (("--divisions", "1,2,x"), '"1,2,x" is not three numbers'),
        (
            ("--divisions", "1,2,3", "--players", 7),
            "the divisions add up to 6 players; they must add up to 7.",
        ),
        (
            ("--divisions", "1,0,0"),
            "the divisions add up to 1 player; they must add up to at least 2.",
        ),
        (("--players", 1), "1 is not in the range"),
    ],
)
def test_nonsense_is_refused_before_anything_is_written(
    tmp_path: Path, words: tuple[object, ...], sentence: str
) -> None:
    said = roundbook("lab generate", tmp_path / "cup", *words, code=2)
    assert sentence in said.err
    assert list(tmp_path.iterdir()) == []


def test_a_tournament_that_is_there_is_not_touched(tmp_path: Path) -> None:
    before = made(tmp_path / "cup", "--players", 4)
    said = roundbook("lab generate", tmp_path / "cup", "--players", 6, code=3)
    assert "is already a tournament." in said.err
    assert files(tmp_path / "cup") == before


def test_the_people_of_a_season_come_again(here: Path) -> None:
    """A third of them at each event, with the same ID, name and year of birth each time."""
    season = ("--season", "spring", "--divisions", "4,4,8", "--rounds", "3")
    for number in range(3):
        made(here / f"cup-{number}", *season, "--seed", number)
    roundbook("lab generate", "other", "--season", "autumn", *season[2:], "--seed", 0, code=0)
    books = [
        json.loads((here / name / "people.json").read_text(encoding="utf-8"))["players"].values()
        for name in ("cup-0", "cup-1", "cup-2", "other")
    ]
    people = [{one["person"]["id"]: one["person"] for one in book} for book in books]
    assert [len(one) for one in people] == [16] * 4
    met = 0
    for one, other in combinations(people[:3], 2):
        again = one.keys() & other.keys()
        met += len(again)
        assert all(one[who] == other[who] for who in again)
    assert met, "nobody came again"
    assert any(people[3].get(who, told) != told for who, told in people[0].items())
    who = next(iter(people[0].keys() & (people[1].keys() | people[2].keys())))
    said = roundbook("shelf", "player", who, "--json", code=0).data
    expected = {f"cup-{at}" for at in range(3) if who in people[at]}
    assert {one["event"] for one in said["placings"]} - {"other"} == expected
    assert set(said["levels"].values()) == {"signed"}
