"""The page reckons by the fields of an archive's edition, and checks the lock, as we do."""

import json
import re
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.entry import Entry, to_line
from roundbook.ledger.rulesets import custom, released
from roundbook.ledger.rulesets.own_rules import fields_that_differ, own_rules, parent_of
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.validators import lock
from roundbook.ledger.validators.checks import Check, Checks
from roundbook.projections.reports.export_tables import places
from roundbook.projections.reports.remarks import decided
from roundbook.projections.standings.shown import settled as counted
from roundbook.projections.standings.standings import standings
from tests.cli.line import Line
from tests.editions import any_edition
from tests.laws.test_stages import between_stages
from tests.node.test_page import Ask, packed, without_name
from tests.strategies import dice, simulate
from tests.wild import wild_event

pytestmark = pytest.mark.node


def as_page(value: Any) -> Any:
    """Return rules as the page holds them: a fraction as its two numbers, in text."""
    match value:
        case Fraction():
            return {"top": str(value.numerator), "bottom": str(value.denominator)}
        case msgspec.Struct():
            fields = msgspec.structs.fields(value)
            return {one.encode_name: as_page(getattr(value, one.name)) for one in fields}
        case tuple():
            return [as_page(one) for one in value]
        case date():
            return value.isoformat()
        case _:
            return value


def test_it_reads_every_edition_as_roundbook_does_and_names_rules_of_ones_own(ask: Ask) -> None:
    chance = Random(4)  # noqa: S311 - chosen once, the same for ever.
    texts = [released.text(name) for name in released.EDITIONS]
    texts += [any_edition(chance)[0] for _ in range(100)]
    for text, answer in zip(
        texts, ask("edition", [{"data": packed(each)} for each in texts]), strict=True
    ):
        rules = custom.read(text)
        assert json.loads(answer["rules"]) == as_page(rules), text.decode()
        if rules.edition not in released.EDITIONS:
            differ = fields_that_differ(rules, parent_of(rules))
            assert answer["own"] == {"said": own_rules(rules), "fields": differ}, text.decode()


UNREAD = (
    *("divisions", "pods", "tables", "vg", "tcg_two_day", "tcg_single_day"),
    *("citations", "penalties", "verdicts", "rematch_invalidates_until", "meant_"),
)
"""Contradictions in these fields are left to roundbook: no place hangs on them."""


def mistyped(chance: Random) -> Iterator[bytes]:
    """Yield texts that differ in a letter or a line from one that is right."""
    text = released.text(chance.choice(released.EDITIONS)).replace(
        b'edition = "', b'edition = "my-', 1
    )
    lines = text.split(b"\n")
    at = chance.randrange(len(lines))
    yield b"\n".join([*lines[:at], *lines[at + 1 :]])
    yield b"\n".join([*lines[: at + 1], lines[at], *lines[at + 1 :]])
    yield b"\n".join(
        [*lines[:at], chance.choice([b"[x]", b"x.y = 1", b"[[vg]]", b"[times]"]), *lines[at:]]
    )
    for _ in range(6):
        place = chance.randrange(len(text))
        some = chance.choice(
            [
                b"",
                b'"',
                b"'",
                b"[",
                b"]",
                b"{",
                b"}",
                b"=",
                b"_",
                b"0",
                b"1",
                b"9",
                b"-",
                b"+",
                b"#",
            ]
        )
        some = chance.choice(
            [
                some,
                b"\\",
                b"\\u0041",
                b".",
                b",",
                b"\r",
                b"\t",
                b" ",
                b"\n",
                b'"""',
                b"'''",
                b"\x00",
                b"\xff",
                b"true",
            ]
        )
        yield text[:place] + some + text[place + chance.randint(0, 2) :]


def test_it_takes_for_an_edition_what_roundbook_takes(ask: Ask) -> None:
    chance = Random(5)  # noqa: S311 - chosen once, the same for ever.
    texts = [text for _ in range(150) for text in mistyped(chance)]
    taken = 0
    for text, answer in zip(
        texts, ask("edition", [{"data": packed(each)} for each in texts]), strict=True
    ):
        why = ""
        try:
            rules: Ruleset | None = custom.read(text)
        except Unreadable as trouble:
            rules, why = None, trouble.message
        if rules:
            taken += 1
            assert "fault" not in answer, (answer, text)
            assert json.loads(answer["rules"]) == as_page(rules), text
        elif not (
            why.startswith("the edition contradicts itself") and any(name in why for name in UNREAD)
        ):
            assert "fault" in answer, (why, text)
    assert 100 < taken < len(texts) - 100


def same_places(ask: Ask, cases: list[tuple[list[Entry], bytes, Ruleset]]) -> None:
    """Ask the page and roundbook for the places of events under editions; both say the same."""
    requests = [
        {"lines": [to_line(entry).decode() for entry in entries], "edition": text.decode()}
        for entries, text, _ in cases
    ]
    for (entries, text, rules), answer in zip(cases, ask("replay", requests), strict=True):
        told = [*map(to_line, entries), text.decode()]
        assert answer["why"] is None, told
        t = Tournament.replay(entries)
        for name, state in (("places", t), ("settled", counted(t))):
            ours = [without_name(dict(row)) for row in places(standings(state, rules), Book())]
            assert answer[name] == ours, (name, told)


@given(dice())
@settings(max_examples=4, deadline=None)
def test_places_under_any_edition_are_the_same_to_the_last_place(ask: Ask, chance: Random) -> None:
    same_places(ask, [(simulate(chance).desk.entries, *any_edition(chance)) for _ in range(12)])


@pytest.mark.long
@given(dice())
@settings(max_examples=150, deadline=None)
def test_places_under_many_editions_are_the_same(ask: Ask, chance: Random) -> None:
    same_places(ask, [(simulate(chance).desk.entries, *any_edition(chance)) for _ in range(25)])


@given(dice())
@settings(max_examples=4, deadline=None)
def test_places_of_events_that_nobody_would_hold_are_the_same(ask: Ask, chance: Random) -> None:
    """With flights, teams, pods, drafts, the second day, awarded byes, in any order."""
    same_places(ask, [(wild_event(chance), *any_edition(chance)) for _ in range(25)])


@pytest.mark.long
@given(dice())
@settings(max_examples=200, deadline=None)
def test_places_of_many_events_that_nobody_would_hold_are_the_same(
    ask: Ask, chance: Random
) -> None:
    same_places(ask, [(wild_event(chance), *any_edition(chance)) for _ in range(50)])


LOCK = Checks([Check(lock.result_locked)])


@pytest.mark.rule("A-40", "A-48")
def test_it_finds_every_result_that_was_changed_after_it_had_locked(ask: Ask) -> None:
    chance = Random(6)  # noqa: S311 - chosen once, the same for ever.
    plain = released.text("play-2017"), released.load("play-2017")
    cases = [
        (wild_event(chance, closes=False), *(any_edition(chance) if number % 2 else plain))
        for number in range(120)
    ]
    requests = [
        {"lines": [to_line(entry).decode() for entry in entries], "edition": text.decode()}
        for entries, text, _ in cases
    ]
    locked = 0
    for (entries, _, rules), answer in zip(cases, ask("replay", requests), strict=True):
        ours = [one.seq for one in LOCK.review(entries, rules)]
        theirs = [int(one.split(":")[0].removeprefix("entry ")) for one in answer["locks"]]
        assert theirs == ours, answer["locks"]
        locked += len(ours)
    assert locked > 10


@pytest.mark.parametrize(
    ("edition", "cited"), [("play-2027-notes", "TRH §5.3.1.1"), ("play-2017", "TOP §4")]
)
def test_the_page_cites_the_documents_of_the_edition(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, edition: str, cited: str
) -> None:
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    line = Line(tmp_path / "home", tmp_path / "cup")
    line.start("--edition", edition, masters=4)
    line.announce(
        "--rounds", "1", "--format", "Standard", "--staff", "Ana judges.", "--breaks", "none"
    )
    line.pair()
    line.play(1)
    line("close")
    file = tmp_path / "cup.zip"
    line.run("archive", line.folder, "--out", file, code=0)
    [found] = ask("review", [{"file": str(file)}])
    said = json.dumps({**found, "title": ""}, ensure_ascii=False)
    assert f"the second subsequent round was paired ({cited})" in said
    assert {*re.findall(r"\b(?:TOP|TRF|GTB)\b", said)} == ({"TOP"} if cited == "TOP §4" else set())


def test_the_page_says_that_a_rematch_makes_the_event_invalid(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the words of `verify`, and only up to the round that the edition names."""
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    line = Line(tmp_path / "home", tmp_path / "cup")
    line.start("--edition", "play-2027-notes", masters=4)
    told = ("--format", "Standard", "--staff", "Ana judges.", "--breaks", "none")
    line.announce("--rounds", "2", *told)
    for number in (1, 2):
        again = ("--override", "rematch", "--because", "asked for") if number == 2 else ()
        line.pair("--by-hand", "p1-p2 p3-p4", "--reason", "no draw", *again)
        line.play(number)
    line("close")
    file = tmp_path / "cup.zip"
    line.run("archive", line.folder, "--out", file, code=0)
    [found] = ask("review", [{"file": str(file)}])
    [said] = [one["said"] for one in found["checks"] if one["name"] == "What officials decided"]
    invalid = [one for one in said if "makes the event invalid" in one]
    assert len(invalid) == 1
    verified = line.run("verify", line.folder, code=0).out
    assert " ".join(invalid[0].split()) in " ".join(verified.split())


@pytest.mark.rule("A-71", "A-44")
def test_whatever_happens_between_two_stages_the_page_places_everybody_alike(ask: Ask) -> None:
    """It also names every override with which a stage began with other players."""
    desks = [between_stages(Random(seed)).desk for seed in range(60)]  # noqa: S311
    asked = [{"lines": [to_line(entry).decode() for entry in desk.entries]} for desk in desks]
    let = 0
    for desk, answer in zip(desks, ask("replay", asked), strict=True):
        t, rules = desk.tournament, released.load("play-2017")
        assert answer["decided"] == [*decided(desk.entries)]
        for seen, placed in ((t, "places"), (counted(t), "settled")):
            rows = places(standings(seen, rules), Book())
            assert answer[placed] == [without_name(dict(row)) for row in rows]
        let += any("outdated" in said for said in answer["decided"])
    assert let, "an official let a stage begin with other players"
