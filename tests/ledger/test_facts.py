"""Facts of other programs: kept and hashed, bounded, shown as theirs, and used by no rule."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.facts import MAX_DATA
from roundbook.ledger.people.book import Book, BookEntry, Person
from roundbook.ledger.people.privacy import names_stay_out
from roundbook.ledger.record.entry import from_line, to_line
from roundbook.ledger.validators.in_force import VALIDATORS
from roundbook.projections.history.history import history
from roundbook.projections.standings.standings import standings
from tests.scripts import new_desk, play

pytestmark = pytest.mark.fast

SPEC = "example.org/seats/1"
FACT = ev.FactAdded(spec=SPEC, id="plan-2", data={"table": 7, "who": "p1"})
LINES = [
    "crowd 4",
    "pods masters",
    "round 1 p1>p2 p3=p4",
    "correct 1-1 0-2",
    "round 2 p1>p3 p2<p4",
    "drop p2",
]


def test_a_fact_is_shown_as_a_fact_by_its_program() -> None:
    desk = play("register ana ben")
    desk.post(FACT)
    *_, last = history(desk.entries)
    assert last.what == f'a fact by {SPEC}: plan-2 {{"table":7,"who":"p1"}}'
    desk.post(ev.FactAdded(spec=SPEC, id="plan-3"))
    *_, last = history(desk.entries)
    assert last.what == f"a fact by {SPEC}: plan-3"


@given(st.lists(st.integers(0, len(LINES)), min_size=1, max_size=4))
def test_no_rule_and_no_figure_rests_on_facts(places: list[int]) -> None:
    """Wherever facts stand, the same acts are allowed and the same places come of them."""
    told = [*LINES]
    for number, place in enumerate(sorted(places, reverse=True)):
        fact = json.dumps({"event": "fact-added", "spec": SPEC, "id": f"f{number}"})
        told.insert(place, f"event {fact}")
    without, desk = play("; ".join(LINES)), play("\n".join(told))
    assert len(desk.entries) == len(without.entries) + len(places)
    assert standings(desk.tournament, desk.rules) == standings(without.tournament, without.rules)


def test_a_closed_tournament_still_takes_facts() -> None:
    desk = play("crowd 4; round 1 p1>p2 p3>p4; close ~ rounds-unplayed")
    assert desk.post(FACT).events == (FACT,)
    with pytest.raises(Refused):
        desk.post(ev.EntropyAdded(text="4", source="dice"))


def test_a_fact_names_nobody() -> None:
    person = BookEntry(person=Person(name="Ana Roy"), salt="A" * 43)
    book = Book(players={"p1": person})  # type: ignore[dict-item]
    desk = new_desk(checks=(*VALIDATORS, names_stay_out(book)))
    play("open; announce 3; crowd 2", desk)
    for data, name in (({"who": "Ana Roy"}, "x"), ({"Ana Roy": 1}, "x"), ({}, "ana-roy")):
        with pytest.raises(Refused, match="the text names p1"):
            desk.post(ev.FactAdded(spec=SPEC, id=name, data=data))
    assert desk.post(FACT).seq == 4


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        ({"x": 1.5}, "float"),
        ({"x": 2**53}, "int"),
        ({"ü": 1}, "regex"),
        ({"x": {"x": {"x": {"x": {}}}}}, "object"),
        ({"x": "a" * 501}, "length"),
        ({f"k{n}": "a" * 500 for n in range(9)}, "at most 4,096 are allowed"),
        ([1], "array"),
    ],
)
def test_a_fact_is_bounded(data: object, wrong: str) -> None:
    fact = {"event": "fact-added", "spec": SPEC, "id": "x", "data": data}
    with pytest.raises(msgspec.ValidationError, match=wrong):
        msgspec.convert(fact, ev.FactAdded)


@pytest.mark.parametrize("more", [0, 1])
def test_the_largest_fact_is_read_back_and_no_larger_one_is_made(more: int) -> None:
    texts = ["a" * 450] * 9
    room = MAX_DATA - len(msgspec.json.encode({"k": texts}))
    data = {"k": (*texts, "a" * (room - len(',""') + more))}
    if more:
        with pytest.raises(ValueError, match="4,097 bytes; at most 4,096 are allowed"):
            ev.FactAdded(spec=SPEC, id="x", data=data)
        return
    entry = play("crowd 2").post(ev.FactAdded(spec=SPEC, id="x", data=data))
    assert from_line(to_line(entry), entry.seq) == entry
