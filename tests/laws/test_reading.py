"""Reading many lines at once is reading each of them; patterns are held as msgspec holds them."""

import base64
import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from roundbook.cli.places.layout import ATTEMPTS
from roundbook.cli.places.refused import attempts
from roundbook.ledger.errors import UNDECODABLE, Unreadable
from roundbook.ledger.events.catalogue import AnyEvent, PlayerRegistered
from roundbook.ledger.people.book import Book
from roundbook.ledger.proofs.tree import leaf
from roundbook.ledger.record.chain import BEGINNING, Followed, Mark, claim, follow
from roundbook.ledger.record.entry import (
    BATCH,
    Entry,
    SpelledEntry,
    entries_of,
    from_line,
    leaf_hash,
    leaves_of,
    to_line,
    written,
)
from roundbook.ledger.terms import Division, PlayerId
from tests.laws.patterns import marked
from tests.laws.test_entries import entries as any_entries
from tests.stores.lines import data, lines

pytestmark = pytest.mark.fast

RULES = Path(__file__).parents[2] / "fixtures" / "rules"
BOOK = msgspec.json.Decoder(Book)
MANY = lines(2 * BATCH + 20)
ODD = (b" ", b"0", b'"', b"\\", b"\n", b"\x7f", b"\xff", "\u202e".encode(), b"P", b"{}", b"")

Answer = tuple[list[Entry], str | None]


def answer(read: Callable[[Sequence[bytes]], Iterable[Entry]], held: Sequence[bytes]) -> Answer:
    """Return what is read up to the first line that is refused, and the words of the refusal."""
    found: list[Entry] = []
    try:
        found.extend(read(held))
    except Unreadable as trouble:
        return found, trouble.message
    return found, None


def singly(held: Sequence[bytes]) -> Iterable[Entry]:
    return map(from_line, held, range(1, len(held) + 1))


@st.composite
def nearly_right(draw: st.DrawFn) -> list[bytes]:
    """Draw some hundred lines in which a few bytes may be others."""
    held = MANY[: draw(st.integers(0, len(MANY)))]
    for _ in range(draw(st.integers(0, 3)) if held else 0):
        number = draw(st.integers(0, len(held) - 1))
        line = held[number]
        start = draw(st.integers(0, len(line)))
        end = draw(st.integers(start, min(len(line), start + 2)))
        held[number] = line[:start] + draw(st.sampled_from(ODD)) + line[end:]
    return held


def spelled(line: bytes, field: str, text: str) -> bytes:
    """Return a line of which a text is another, in canonical form."""
    return msgspec.json.encode(msgspec.json.decode(line) | {field: text}, order="sorted")


@given(nearly_right())
@example(MANY)
@example([*MANY[:3], MANY[4], MANY[3]])
@example([*MANY[:BATCH], MANY[BATCH].replace(b'"h1"', b'"x1"')])
@example([*MANY[:BATCH], MANY[BATCH].replace(b'"desk"', b'"Desk"')])
@example([*MANY[:7], MANY[7].replace(b'"cmd":"', b'"cmd":"a b'), *MANY[8:]])
@example([*MANY[:7], spelled(MANY[7], "cmd", ""), *MANY[8:]])
@example([*MANY[:7], spelled(MANY[7], "cmd", "a" * 101), *MANY[8:]])
@example([*MANY[:7], spelled(MANY[7], "cmd", "a\nb"), *MANY[8:]])
@example([*MANY[:7], spelled(MANY[7], "prev", "+" * 43), *MANY[8:]])
@example([*MANY[:7], spelled(MANY[7], "prev", "ä" * 43), *MANY[8:]])
@example([MANY[0], MANY[1] + b"\n" + MANY[2]])
@example([*MANY[:7], b"", *MANY[7:]])
@example([*MANY[:7], MANY[7].replace(b'"v":3', b'"v":4')])
@example([*MANY[:7], MANY[7].replace("ä".encode(), "\u202e".encode())])
def test_many_lines_are_read_as_one_by_one_and_refused_in_the_same_words(held: list[bytes]) -> None:
    assert answer(entries_of, held) == answer(singly, held)


@given(st.integers(0, len(MANY)))
def test_lines_behind_others_keep_their_numbers(before: int) -> None:
    assert [*entries_of(MANY[before:], before)] == [*singly(MANY)][before:]


# --- patterns -------------------------------------------------------------------------------------

WRONG = "A b"
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
TEXTS = ("p7", "p0", "p1234567", "h1", "masters", "Masters", "a b", "", "x\n", "ä", "A" * 43)


def said_by(read: Callable[[bytes], object], text: bytes) -> str | None:
    try:
        read(text)
    except UNDECODABLE as error:
        return str(error)
    return None


def text_at(value: Any, place: int) -> str:
    """Return text number `place` of a value."""
    before, after = msgspec.json.encode(value), changed(value, place, WRONG)[0]
    texts, others = (TEXT.findall(one.decode()) for one in (before, msgspec.json.encode(after)))
    unlike = [one for one, other in zip(texts, others, strict=True) if one != other]
    return unlike[0] if unlike else ""


def changed(value: Any, place: int, text: str) -> tuple[Any, int]:
    """Return a value whose text number `place` is another, and how many texts are still to go."""
    if isinstance(value, str):
        return (text if place == 0 else value), place - 1
    if isinstance(value, dict):
        parts = []
        for key, part in value.items():
            other, place = changed(part, place, text)
            key_now, place = changed(key, place, text)
            parts.append((key_now, other))
        return dict(parts), place
    if isinstance(value, list):
        items = []
        for item in value:
            other, place = changed(item, place, text)
            items.append(other)
        return items, place
    return value, place


@given(any_entries, st.integers(0, 60), st.sampled_from(TEXTS))
def test_what_is_read_matches_every_pattern(entry: Entry, place: int, text: str) -> None:
    """Any text of a line, keys included, is another: it is read if it matches, or refused."""
    plain, _ = changed(msgspec.json.decode(to_line(entry)), place, text)
    line = msgspec.json.encode(plain, order="sorted")
    try:
        found = from_line(line, entry.seq)
    except Unreadable:
        return
    assert all(re.match(pattern, text) for pattern, text in marked(SpelledEntry, found))


def one_of_each() -> list[bytes]:
    """Return a line of the fixtures for every sort of event that they hold."""
    found: dict[str, bytes] = {}
    for path in sorted(RULES.glob("*.ledger")):
        for line in path.read_bytes().splitlines():
            for event in msgspec.json.decode(line)["events"]:
                found.setdefault(event["event"], line)
    return sorted(set(found.values()))


@pytest.mark.parametrize("line", one_of_each(), ids=range(len(one_of_each())))
def test_patterns_are_held_in_every_text_of_every_sort_of_event(line: bytes) -> None:
    """A text that matches no pattern, in the place of one that has to, is refused."""
    plain = msgspec.json.decode(line)
    matching = {text for _, text in marked(SpelledEntry, from_line(line, plain["seq"]))}
    assert len(matching) > 3
    place, left, held = 0, -1, set[str]()
    while left < 0:
        other, left = changed(plain, place, WRONG)
        try:
            from_line(msgspec.json.encode(other, order="sorted"), plain["seq"])
        except Unreadable:
            held.add(text_at(plain, place))
        place += 1
    there = {text_at(plain, number) for number in range(place)}  # A default may be left out.
    assert matching & there <= held


def registered(number: int) -> AnyEvent:
    return PlayerRegistered(
        player=PlayerId(f"p{number}"), division=Division.MASTERS, commitment="A" * 43
    )


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b'"p2"', b'"p02"', r"'^p[1-9][0-9]{0,5}\\Z' - at `$.events[0].player`"),
        (b'"h1"', b'"h1 "', r"'^h[1-9][0-9]{0,5}\\Z' - at `$.hand.id`"),
        (b'"desk"', b'"Desk"', r"'^[a-z0-9][a-z0-9-]{0,31}\\Z' - at `$.hand.station`"),
        (b'"c2"', b'""', r"'^[A-Za-z0-9._:/-]{1,100}\\Z' - at `$.cmd`"),
        (b'"prev":"', b'"prev":"A', r"'^[A-Za-z0-9_-]{43}\\Z' - at `$.prev`"),
    ],
)
def test_an_id_that_is_misspelt_is_refused_with_its_pattern_and_place(
    old: bytes, new: bytes, words: str
) -> None:
    line = lines(2, happens=registered)[1]
    assert old in line
    _, said = answer(lambda held: entries_of(held, 1), [line.replace(old, new)])
    assert said == f"line 2 is not an entry: Expected `str` matching regex {words}."


def test_a_pool_that_is_misspelt_is_refused_also_deep_inside_an_event() -> None:
    line = MANY[2]
    assert b'"match":["masters",' in line
    _, said = answer(lambda held: entries_of(held, 2), [line.replace(b'"masters"', b'"Masters"')])
    assert said == (
        r"line 3 is not an entry: Expected `str` matching regex '^[a-z][a-z0-9-]{0,31}\\Z'"
        " - at `$.events[0].match[0]`."
    )


def test_a_pool_that_is_misspelt_is_refused_also_among_refused_commands(tmp_path: Path) -> None:
    held = b'{"after":1,"at":"2026-03-07T09:00:00Z","cmd":"c1","events":[{"event":"note-made",'
    held += b'"match":["%s",1,1],"text":"x"}],"hand":{"id":"h1"},"message":"m","rule":"r"}\n'
    (tmp_path / ATTEMPTS).write_bytes(held % b"masters")
    assert len(attempts(tmp_path)) == 1
    (tmp_path / ATTEMPTS).write_bytes(held % b"Masters")
    with pytest.raises(Unreadable, match=r"matching regex .* - at `\$.events\[0\].match\[0\]`"):
        attempts(tmp_path)


def test_a_book_of_names_keeps_its_patterns() -> None:
    """It names players and hands as the ledger does."""
    assert said_by(BOOK.decode, b'{"hands":{"x1":"Ana"}}')
    assert BOOK.decode(b'{"hands":{"h1":"Ana"}}').hands


# --- hashes ---------------------------------------------------------------------------------------


@given(st.lists(st.binary(max_size=80), max_size=12))
def test_hashes_of_many_lines_and_how_they_are_written_are_those_of_each(held: list[bytes]) -> None:
    names = [
        base64.urlsafe_b64encode(hashlib.sha256(b"\0" + line).digest()).decode().rstrip("=")
        for line in held
    ]
    assert leaves_of(held) == [leaf(line) for line in held]
    assert written(leaves_of(held)) == names == [leaf_hash(line) for line in held]


def far(held: Sequence[bytes], start: Mark) -> Followed:
    """Say how far lines follow one another, by looking at them singly."""
    before = after = start
    for line in held:
        if claim(line) != (after.leaf, after.seq + 1) or len(line) > 65_535:
            break
        end = after.offset + len(line) + 1
        before, after = after, Mark(after.seq + 1, leaf_hash(line), end)
    return Followed(before, after, [leaf(line) for line in held[: after.seq - start.seq]])


@given(nearly_right(), st.integers(0, 3))
@example(MANY, 0)
@example([MANY[0], MANY[1].replace(b'"v":3', b'"v":4')], 0)
def test_lines_follow_one_another_as_far_as_each_says_so(held: list[bytes], known: int) -> None:
    start = far(MANY[:known], BEGINNING).after
    assert start.offset == len(data(MANY[:known]))
    assert follow(held[known:], start) == far(held[known:], start)
