import hashlib
import json
import unicodedata
from base64 import urlsafe_b64decode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.people.book import Book, BookEntry, Person, commitment, from_bytes, to_bytes
from roundbook.ledger.people.tidy_names import has_hidden, tidy_name
from roundbook.ledger.terms import HandId, PlayerId

pytestmark = pytest.mark.fast

SALT = "c2FsdHNhbHRzYWx0c2FsdHNhbHRzYWx0c2FsdHNhbHQ"
names = st.text(
    st.characters(categories=("L", "M", "N", "P", "Zs"), max_codepoint=0xFFFF),
    min_size=1,
    max_size=60,
)


def book(*people: Person) -> Book:
    return Book(
        players={PlayerId(f"p{n}"): BookEntry(person=p, salt=SALT) for n, p in enumerate(people, 1)}
    )


def test_a_commitment_is_the_hash_of_salt_and_canonical_json() -> None:
    person = Person(name="Ána", id="7", birth_year=2001)
    plain = json.dumps(
        {"name": "Ána", "id": "7", "birth_year": 2001},
        sort_keys=True, separators=(",", ":"), ensure_ascii=False,
    )  # fmt: skip
    salt = urlsafe_b64decode(SALT + "=")
    digest = hashlib.sha256(salt + plain.encode()).digest()
    assert urlsafe_b64decode(commitment(person, SALT) + "=") == digest


@given(names, names)
def test_different_people_have_different_commitments(one: str, other: str) -> None:
    same = commitment(Person(name=one), SALT) == commitment(Person(name=other), SALT)
    assert same == (one == other)


@given(st.lists(names, max_size=5))
def test_a_book_is_read_as_it_was_written(several: list[str]) -> None:
    kept = Book(
        players=book(*(Person(name=name) for name in several)).players,
        hands={HandId("h1"): "organiser"},
        refused={
            commitment(Person(name="Eve"), SALT): BookEntry(person=Person(name="Eve"), salt=SALT)
        },
    )
    assert from_bytes(to_bytes(kept), "people.json") == kept


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b'{"players":{"x":{}}}', b'{"more":1}', b"\xff", b'{"hands":{"h1":7}}'],
)
def test_a_book_that_makes_no_sense_is_said_in_a_sentence(data: bytes) -> None:
    with pytest.raises(Unreadable, match=r"the names file people\.json cannot be read") as said:
        from_bytes(data, "people.json")
    assert said.value.hint


@given(names)
def test_a_tidy_name_is_tidy_already(text: str) -> None:
    try:
        name = tidy_name(text)
    except ValueError:
        return
    assert tidy_name(name) == name
    assert unicodedata.is_normalized("NFC", name)
    assert "  " not in name
    assert name == name.strip()
    assert 0 < len(name) <= 100


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ana   Lopez ", "Ana Lopez"),
        ("A\u0301na", "Ána"),
        ("Ana\u00a0Lopez", "Ana Lopez"),
        ("山田\u3000太郎", "山田 太郎"),
        ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"),
        ("O’Neil-Smith Jr.", "O’Neil-Smith Jr."),
    ],
)
def test_names_take_one_form(typed: str, name: str) -> None:
    assert tidy_name(typed) == name


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "must not be empty"),
        (" \u3000 ", "must not be empty"),
        ("A\tB", "control or text-direction"),
        ("A\u200bB", "control or text-direction"),
        ("A\u202eB", "control or text-direction"),
        ("A\x9bB", "control or text-direction"),
        ("A\ud800B", "control or text-direction"),
        ("\ufeffAna", "control or text-direction"),
        ("x" * 101, "has 101 characters; at most 100"),
        ("x" * 10_000_000, "has 10,000,000 characters; at most 100"),
    ],
)
def test_what_is_no_name_is_said_in_a_short_sentence(typed: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as said:
        tidy_name(typed)
    assert len(str(said.value)) < 200
    assert not has_hidden(str(said.value))


PEOPLE = book(
    Person(name="Ana López", id="4711"),
    Person(name="Li", id="7"),
    Person(name="山田太郎"),
    Person(name="Jean Luc Picard", id="JL-1701"),
    Person(name="…"),
)


@pytest.mark.rule("LED-9")
@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("Ana López said so", "p1"),
        ("said ANA LOPEZ.", "p1"),
        ("(Lopez, Ana)", "p1"),
        ("A\u0301NA   lo\u0301pez", "p1"),
        ("player 4711 was late", "p1"),
        ("Ana Lópezs mother", "p1"),
        ("Ana López's and ana lopez’s mother", "p1"),
        ("López Anas mother", "p1"),
        ("ask li", "p2"),
        ("相手は山田太郎でした", "p3"),
        ("Picard, Jean Luc left", "p4"),
        ("id jl-1701", "p4"),
    ],
)
def test_a_text_that_names_somebody_is_noticed(text: str, player: str) -> None:
    assert PEOPLE.named_in(text) == player


@pytest.mark.rule("LED-9")
@pytest.mark.parametrize(
    "text",
    [
        "Ana",
        "p1 said so",
        "Lopez",
        "table 7",
        "47110",
        "alive",
        "ana maria lopez",
        "anas lopez",
        "lis",
        "",
        "…",
        "山田",
    ],
)
def test_a_text_that_names_nobody_passes(text: str) -> None:
    assert PEOPLE.named_in(text) is None


@pytest.mark.rule("LED-9")
def test_a_book_that_was_asked_before_is_asked_as_it_is_now() -> None:
    before = book(Person(name="Ana Lima"), Person(name="Ben Ray"))
    text, ana, ben = "Ana Lima beat Ben Ray", PlayerId("p1"), PlayerId("p2")
    assert before.named_in(text) == ana
    named = BookEntry(person=Person(name="Eva Lund"), salt=SALT)
    amended = replace(
        before, players={**before.players, ana: named}, former={ana: (before.players[ana],)}
    )
    assert amended.named_in(text) == ana
    assert amended.named_in(text, bound={named.bound}) == ben
    assert amended.named_in(text, among={ben}) == ben
    assert amended.named_in("Eva Lund left", bound={named.bound}) == ana
    assert replace(before, players={ben: before.players[ben]}).named_in(text) == ben


@given(names, names, names)
def test_a_full_name_is_noticed_wherever_it_stands(before: str, name: str, after: str) -> None:
    kept = any(c.isalnum() for c in unicodedata.normalize("NFKD", name.casefold()))
    found = book(Person(name=name)).named_in(f"{before} {name} {after}")
    assert (found == "p1") or not kept


def test_staff_are_numbered_in_order_and_known_again() -> None:
    first, one = Book().with_hand("Kim")
    second, two = first.with_hand("Jo")
    assert (one, two) == ("h1", "h2")
    assert second.with_hand("Kim") == (second, "h1")
