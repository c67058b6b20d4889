"""What holds of every erasure: no byte of a name is left, and nobody else loses one."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.cli.places.erasure import carry_out, plan
from roundbook.ledger.events.catalogue import PeopleErased
from roundbook.ledger.people.book import Book, BookEntry, Person, from_bytes, to_bytes
from roundbook.ledger.people.privacy import betrays, erased_terms, persons, still_in, without
from roundbook.ledger.people.tidy_names import tidy_name
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets import released
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import HandId, PlayerId
from roundbook.projections.standings.standings import standings
from tests.strategies import tournaments

pytestmark = pytest.mark.fast

RULES = released.load("play-2017")


def tidy(text: str) -> str | None:
    try:
        return tidy_name(text)
    except ValueError:
        return None


LETTERS = st.characters(categories=("Lu", "Ll", "Lo"))
WORD = st.text(LETTERS, min_size=4, max_size=9)
NAMES = st.builds("{} {}".format, WORD, WORD).map(tidy).filter(bool) | st.sampled_from(
    ["Ana Lopez", "Zoë Kraft", "Ömer O'Neil-Şahin", "山田太郎", "สมชาย ใจดี"]
)
IDS = st.integers(10**6, 10**7 - 1).map(str) | st.just("")
PEOPLE = st.lists(
    st.builds(Person, name=NAMES, id=IDS, birth_year=st.integers(1950, 2015)),
    min_size=2,
    max_size=5,
    unique_by=(lambda person: person.name.casefold(), lambda person: person.id or person.name),
)


def book_of(people: list[Person]) -> Book:
    players = {
        PlayerId(f"p{n}"): BookEntry(person=one, salt="A" * 43)
        for n, one in enumerate(people, start=1)
    }
    return Book(players=players, hands={HandId("h1"): "organiser"})


def written(name: str, data: st.DataObject) -> str:
    """A name as one file or another may hold it."""
    first, _, last = name.partition(" ")
    text = data.draw(
        st.sampled_from([name, name.upper(), name.lower(), f"{last}, {first}", f"x{name}s"])
    )
    return json.dumps({"text": f"so {text}, yes"}, ensure_ascii=data.draw(st.booleans()))


def traces(folder: Path, text: str) -> list[str]:
    """Return the files with a text in any case, plain or escaped: reckoned without our code."""
    forms = {text.casefold(), json.dumps(text)[1:-1].casefold()}
    return [
        str(path.relative_to(folder))
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and any(form in path.read_bytes().decode(errors="replace").casefold() for form in forms)
    ]


@pytest.mark.rule("LED-9", "A-43")
@given(PEOPLE, st.data())
def test_no_byte_of_who_was_erased_is_left_and_the_others_stay(
    people: list[Person], data: st.DataObject
) -> None:
    book, gone = book_of(people), data.draw(st.integers(1, len(people)))
    who, person = f"p{gone}", people[gone - 1]
    with TemporaryDirectory() as away:
        folder = Path(away)
        (folder / "people.json").write_bytes(to_bytes(book))
        (folder / "people.json.new").write_bytes(to_bytes(book))
        for name in ("sources", "quarantine", "decks"):
            (folder / name).mkdir()
        (folder / "sources" / "x.tdf").write_text(person.name, encoding="utf-8")
        (folder / "quarantine" / "people.json").write_bytes(to_bytes(book))
        (folder / "quarantine" / "torn").write_text(written(person.name, data), encoding="utf-8")
        lines = [written(one.name, data) for one in people] + ['{"rule":"match-unknown"}']
        (folder / "attempts.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        found = plan(folder, book, {who}, everybody=False)
        assert not found.empty
        carry_out(found)
        assert traces(folder, person.name) == []
        if person.id:
            assert traces(folder, person.id) == []
        kept = from_bytes((folder / "people.json").read_bytes(), "people.json")
        assert set(kept.players) == set(book.players) - {who}
        assert kept.hands == book.hands
        assert "match-unknown" in (folder / "attempts.jsonl").read_text(encoding="utf-8")
        assert plan(folder, kept, {who}, everybody=False).empty


@given(PEOPLE, st.data())
def test_who_is_taken_out_is_out_and_nobody_else(people: list[Person], data: st.DataObject) -> None:
    book = book_of(people)
    gone = data.draw(st.sets(st.sampled_from(sorted(book.players))))
    left = without(book, gone)
    assert still_in(left, gone) == []
    assert {one.name for one in persons(book, gone)} == {book.name(player) for player in gone}
    for player, known in book.players.items():
        assert left.players.get(player) == (None if player in gone else known)
    assert without(left, gone) == left


class Fuller(Book, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A book that keeps more by a player's number than today's does."""

    former: dict[PlayerId, tuple[BookEntry, ...]] = {}  # noqa: RUF012 - msgspec gives each its own.


@given(PEOPLE)
def test_whatever_else_a_book_keeps_of_somebody_goes_too(people: list[Person]) -> None:
    one, *others = people
    known = tuple(BookEntry(person=other, salt="A" * 43) for other in others)
    book = Fuller(players=book_of([one]).players, former={PlayerId("p1"): known})
    assert persons(book, ["p1"]) == people
    left = without(book, {"p1"})
    assert (left, still_in(left, ["p1"])) == (Fuller(), [])
    assert still_in(Fuller(former=book.former), ["p1"]) == ["p1"]


@given(st.lists(NAMES, min_size=1, max_size=3), WORD)
def test_a_text_without_a_name_betrays_nobody(names: list[str], other: str) -> None:
    wanted = erased_terms([Person(name=name) for name in names])
    text = f"the match at table 9 was not paired: 7 {len(other)}"
    assert not betrays(text.encode(), wanted)
    assert betrays(f"{text} {names[0]}".encode(), wanted, as_words=True)


@pytest.mark.rule("A-43")
@given(tournaments(), st.data())
def test_an_erasure_changes_neither_places_nor_rules(
    entries: list[Entry], data: st.DataObject
) -> None:
    """The record never held a name: so nothing that follows from it moves."""
    t = Tournament.replay(entries)
    left = [player for player in t.players if player not in t.erased]
    if not left:
        return
    who = data.draw(st.sampled_from(left))
    event = PeopleErased(players=(who,), reason="The parents asked.")
    after = t.copy()
    after.apply(event, t.seq + 1)
    assert standings(after, RULES) == standings(t, RULES)
    assert after.erased == {**t.erased, who: t.seq + 1}
    changed = {name for name, value in vars(after).items() if value != vars(t)[name]}
    assert changed <= {"erased", "changed"}
