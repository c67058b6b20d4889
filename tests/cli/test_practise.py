"""`roundbook lab practise`: a real event as an exercise, with nobody of it in it."""

import json
import shutil
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from roundbook.ledger.events.catalogue import AnyEvent, TeamFormed
from roundbook.ledger.record.entry import START, from_line
from roundbook.ledger.terms import PlayerId
from roundbook.projections.practice.practice import LEFT_OUT, Cast, acts
from tests.any_line import any_line, text_of
from tests.cli.line import Line
from tests.cli.sealed import cup
from tests.cli.typed import IMPORTS, files, lay, roundbook
from tests.scripts import happened

CUP = IMPORTS / "07_cup_mixed_pod_drop_cap_final.tdf"


def generated(*words: object) -> None:
    said = roundbook(
        "lab generate", "cup", "--players", 14, "--rounds", 4, "--seed", "real", *words
    )
    assert said.code == 0, said.err


def practised(source: object, *words: object) -> Any:
    said = roundbook("lab practise", source, "lesson", *words, "--json", code=0)
    return said.data


def places(folder: str, *words: object) -> list[tuple[Any, ...]]:
    rows = roundbook("standings", "-C", folder, "--json", *words).standings
    return [(one["player"], one["place"], one["match_points"], one["op_win"]) for one in rows]


def test_without_mistakes_it_is_the_same_event_under_other_names(here: Path) -> None:
    generated("--corrections", "0.2", "--drops", "0.1", "--late", "0.1")
    made = practised("cup", "--mistakes", 0)
    assert places("lesson") == places("cup", "--as-of", "before round 4")
    said = roundbook("verify", "lesson")
    assert (said.code, "no rules broken" in said.out) == (0, True), said.out
    assert roundbook("lab practise", "lesson", "--check").code == 0
    assert made["slips"]


def test_wrong_results_are_set_right_and_the_event_goes_on(here: Path) -> None:
    generated()
    made = practised("cup", "--mistakes", 2, "--seed", "first lesson")
    assert made["mistakes"] == 2
    said = roundbook("lab practise", "lesson", "--check", "--json", code=1)
    wrong = said.data["wrong"]
    assert len(wrong) == 2
    real = places("cup", "--as-of", "before round 4")
    assert places("lesson") != real
    for one in wrong:
        assert one in made["slips"]
        games = "-".join(map(str, one["games"][:2])) if one["games"] else None
        result = games or {"first": "1", "second": "2"}[one["result"]]
        words = ("--reason", "entered the wrong way round", "-C", "lesson")
        assert roundbook("correct", one["match"], result, *words).code == 0
    said = roundbook("lab practise", "lesson", "--check")
    assert (said.code, "every result matches its slip" in said.out) == (0, True)
    assert places("lesson") == real
    assert roundbook("pair", "-C", "lesson").code == 0
    assert roundbook("verify", "lesson").code == 0


def test_the_same_words_make_the_same_mistakes(here: Path) -> None:
    generated()
    practised("cup")
    first = roundbook("lab practise", "lesson", "--check", "--json").data["wrong"]
    shutil.rmtree("lesson")
    practised("cup")
    assert roundbook("lab practise", "lesson", "--check", "--json").data["wrong"] == first
    shutil.rmtree("lesson")
    practised("cup", "--seed", "another")
    assert roundbook("lab practise", "lesson", "--check", "--json").data["wrong"] != first


def test_nobody_of_the_real_event_is_in_it_and_it_is_left_alone(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for sealed in cup(here / "away", monkeypatch):
        before = files(sealed.line.folder)
        for source in (sealed.line.folder, sealed.file):
            practised(source)
            text = b"".join(files(Path("lesson")).values())
            for name in (b"Ana Lopez", b"Ben Ode", "Cho Mín".encode(), b"O'Fox"):
                assert name not in text
            real = sealed.members["ledger.jsonl"]
            bound = real.split(b'"commitment":"')[1:]
            assert bound
            assert not [one for one in bound if one[:43] in text]
            assert roundbook("lab practise", "lesson", "--check").code == 1
            shutil.rmtree("lesson")
        assert files(sealed.line.folder) == before


def test_an_organisers_file_can_be_practised_with(here: Path) -> None:
    practised(CUP, "--mistakes", 0)
    real = lay(CUP, here / "real")
    assert places("lesson") == places(str(real), "--as-of", "before round 5")
    names = roundbook("standings", "-C", "lesson").out
    assert "Player 0001" in names
    text = b"".join(files(Path("lesson")).values())
    assert b"900000" not in text, "no organiser's id"


def test_it_begins_where_somebody_says(here: Path) -> None:
    generated()
    practised("cup", "--as-of", "before round 2", "--mistakes", 0)
    assert places("lesson") == places("cup", "--as-of", "before round 2")
    said = roundbook("lab practise", "cup", "early", "--as-of", "0")
    assert (said.code, "the tournament had not been opened at that moment" in said.err) == (3, True)
    assert not Path("early").exists()


def test_what_is_no_exercise_is_told_so(here: Path) -> None:
    generated()
    said = roundbook("lab practise", "cup", "--check")
    assert (said.code, "cup is not an exercise" in said.err) == (3, True)
    assert roundbook("lab practise", "cup").code == 2
    practised("cup")
    assert roundbook("lab practise", "cup", "lesson").code == 3
    shown = roundbook("lab practise", "cup", "second").out
    assert "these are the slips:" in shown
    Path("lesson/exercise.json").write_text("{")
    said = roundbook("lab practise", "lesson", "--check")
    assert (said.code, "exercise.json cannot be read" in said.err) == (5, True)


@pytest.mark.rule("LED-6", "LED-9")
def test_hands_are_bound_anew_and_no_words_of_the_real_event_are_kept(
    here: Path, line: Line
) -> None:
    line.enrol("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
    line("note", "The hall is open.", "--as", "Jo Park")
    line("people amend", "h2", "--name", "Jo Parker", "--reason", "misread")
    line(
        *("announce", "--staff", "Judge Jo Park", "--breaks", "lunch at the shop of Jo Park"),
        *("--format", "decks of Jo Park", "--prizes", 1, "--prize", "1=the cup of Jo Park"),
        *("--text", "Prizes by the shop of Jo Parker"),
    )
    line.pair()
    line.play(1)
    practised(line.folder)
    said = roundbook("verify", "lesson", code=0)
    assert "no cryptographic commitment to the names" not in said.out
    assert b"Jo Park" not in b"".join(files(Path("lesson")).values())
    told = roundbook("announce", "-C", "lesson", "--json", code=0).data["announced"]
    assert told["staff"] == told["breaks"] == told["format"] == "as it was at the event"
    assert (told["prizes_by_place"], told["text"]) == ({"1": "a prize"}, "")


@pytest.mark.rule("LED-9")
def test_no_event_keeps_a_word_that_a_person_wrote() -> None:
    chance, cast = Random(9), Cast(repeat(START))  # noqa: S311 - the same events every time.
    opening = {"name": "Practice", "sanction": None}
    seen = set[type]()
    for _ in range(700):
        line = any_line(chance)
        for event in line["events"]:
            event.pop("told", None)  # What a file says of itself, its digest and its time, stays.
        entry = from_line(text_of(line).encode(), 1)
        for _, events in acts([entry], opening, cast):
            seen.update(map(type, events))
            kept = json.dumps(to_builtins(events), ensure_ascii=False)
            assert '"x' not in kept, kept
            assert "é" not in kept, kept
    assert seen == {*get_args(AnyEvent)} - {*LEFT_OUT}


def test_teams_are_called_by_the_player_who_stands_for_them() -> None:
    event = TeamFormed(players=(PlayerId("p3"), PlayerId("p1")), name="Team Rocket")
    [entry] = happened("open").entries[:1]
    [(_, (told,))] = acts([replace(entry, events=(event,))], {}, Cast(iter(())))
    assert told == replace(event, name="Team p3")
