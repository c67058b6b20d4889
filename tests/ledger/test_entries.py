import hashlib
from base64 import urlsafe_b64encode
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import msgspec
import pytest

from roundbook.ledger.errors import Refused, Unreadable
from roundbook.ledger.events.catalogue import (
    AnyEvent,
    NoteMade,
    PlayerDropped,
    PlayerRegistered,
    ResultReported,
    RoundPaired,
)
from roundbook.ledger.record.entry import (
    START,
    Entry,
    check_line,
    from_line,
    leaf_hash,
    to_line,
)
from roundbook.ledger.terms import (
    MAX_LINE,
    Actor,
    Division,
    HandId,
    MatchId,
    Pairing,
    PlayerId,
    Pool,
    Score,
    won,
)

pytestmark = pytest.mark.fast

NOON = datetime(2026, 1, 2, 12, 30, tzinfo=timezone(timedelta(hours=1)))
HAND = Actor(id=HandId("h1"))

HIDDEN = r"^line 1 contains control or text-direction characters\.$"


def made(*events: AnyEvent, seq: int = 1, at: datetime = NOON) -> Entry:
    return Entry(seq=seq, at=at, hand=HAND, cmd="c1", prev=START, events=events)


NOTE = made(NoteMade(text="x"))
LINE = to_line(NOTE)
MATCH = MatchId(Pool("masters"), 1, 14)


# --- bytes ----------------------------------------------------------------------------------------


@pytest.mark.rule("LED-1")
def test_an_entry_has_exactly_these_bytes() -> None:
    result = ResultReported(match=MATCH, result=won(Score(2, 1)))
    drop = PlayerDropped(player=PlayerId("p7"), after=1)
    assert to_line(made(result, drop)) == (
        b'{"at":"2026-01-02T12:30:00+01:00","cmd":"c1","events":[{"event":"result-reported",'
        b'"match":["masters",1,14],"result":{"games":[2,1,0],"verdict":"first"}},'
        b'{"after":1,"event":"player-dropped","player":"p7"}],'
        b'"hand":{"id":"h1","role":"organiser","station":"desk"},'
        b'"prev":"47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU","seq":1,"v":3}'
    )


def test_the_hash_of_a_line_is_a_leaf_of_rfc_6962() -> None:
    digest = hashlib.sha256(b"\x00L123456").digest()
    assert digest.hex() == "395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56"
    assert leaf_hash(b"L123456") == urlsafe_b64encode(digest).decode().rstrip("=")


def test_a_line_of_the_longest_size_is_written_and_one_byte_more_is_refused() -> None:
    def note(size: int) -> Entry:
        spare = 16
        notes = [NoteMade(text="x" * 1990) for _ in range(32)]
        room = size - len(to_line(made(*notes, NoteMade(text="x" * spare)))) + spare
        return made(*notes, NoteMade(text="x" * room))

    longest = to_line(note(MAX_LINE))
    assert len(longest) == MAX_LINE
    assert from_line(longest, 1) == note(MAX_LINE)
    with pytest.raises(
        Refused, match=r"^entry 1 would take 65,536 bytes; a line can have at most 65,535\.$"
    ):
        to_line(note(MAX_LINE + 1))
    for read in (from_line, check_line):
        with pytest.raises(Unreadable, match=r"^line 1 is longer than 65,535 bytes\.$"):
            read(longest.replace(b"xxx", b"xxxx", 1), 1)


def test_a_round_that_is_too_large_is_refused_before_it_is_written() -> None:
    pairings = tuple(Pairing(PlayerId(f"p{n}"), PlayerId(f"p{n + 1}")) for n in range(1, 16_001, 2))
    paired = RoundPaired(
        pool=Pool("masters"), round=1, pairings=pairings, tables=tuple(range(1, 8001))
    )
    with pytest.raises(Refused) as caught:
        to_line(made(paired))
    assert (
        caught.value.hint
        == "Split the entry: put fewer players in one pool, or write a shorter text."
    )


# --- what is not written --------------------------------------------------------------------------

UNSAFE = ["\0", "\n", "\x1b[2J", "\x7f", "\x85", "\u061c", "\u200e", "\u202e", "\u2028", "\u2066"]
UNSAFE += ["\u2069", "\ufeff", "\u200f", "\u2029", "\x9b"]


@pytest.mark.parametrize("text", UNSAFE)
def test_control_and_direction_characters_are_neither_written_nor_read(text: str) -> None:
    bad = made(NoteMade(text=f"a{text}b"))
    with pytest.raises(Unreadable, match=HIDDEN):
        to_line(bad)
    for read in (from_line, check_line):
        with pytest.raises(Unreadable, match=HIDDEN):
            read(msgspec.json.encode(bad, order="sorted"), 1)


def test_a_control_character_in_the_name_of_a_field_of_a_newer_version_is_refused() -> None:
    line = LINE.replace(b'"v":3', b'"v":4,"x\\u0007":1')
    with pytest.raises(Unreadable, match=HIDDEN):
        check_line(line, 1)


@pytest.mark.parametrize("text", ["Zoë 日本 😀", 'a "quoted" \\ word', "é", "a\u200db", "–…"])
def test_any_other_text_is_kept_as_it_is(text: str) -> None:
    entry = made(NoteMade(text=text))
    assert from_line(to_line(entry), 1) == entry


def test_text_that_is_no_unicode_is_refused() -> None:
    """What a terminal in another encoding hands in."""
    with pytest.raises(Unreadable, match=r"^entry 1 contains text that is not Unicode\.$"):
        to_line(made(NoteMade(text="M\udcfcller")))


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (
            made(NoteMade(text="x" * 2001)),
            "entry 1 cannot be written: Expected `str` of length <= 2000 - at `$.events[0].text`.",
        ),
        (
            made(
                PlayerRegistered(
                    player=PlayerId("ana"), division=Division.MASTERS, commitment="A" * 43
                )
            ),
            (
                "entry 1 cannot be written: Expected `str` matching regex '^p[1-9][0-9]{0,5}\\\\Z'"
                " - at `$.events[0].player`."
            ),
        ),
        (
            made(NoteMade(text="x"), seq=0),
            "entry 0 cannot be written: Expected `int` >= 1 - at `$.seq`.",
        ),
        (
            made(NoteMade(text="x"), at=NOON.replace(tzinfo=None)),
            "entry 1 cannot be written: Expected `datetime` with a timezone component - at `$.at`.",
        ),
    ],
)
def test_nothing_is_written_that_could_not_be_read_back(entry: Entry, message: str) -> None:
    with pytest.raises(Refused) as caught:
        to_line(entry)
    assert caught.value.message == message


def test_an_offset_that_json_cannot_tell_is_refused() -> None:
    """Seconds of an offset would be dropped, and the time be another one."""
    odd = timezone(timedelta(minutes=53, seconds=28))
    with pytest.raises(Refused, match=r"a value would change when read back\.$"):
        to_line(made(NoteMade(text="x"), at=NOON.replace(tzinfo=odd)))


# --- what is not read -----------------------------------------------------------------------------

CANONICAL = r"line 1 is not in canonical form: it was not written by roundbook."


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b'"cmd":"c1"', b'"cmd":"c0","cmd":"c1"', CANONICAL),
        (b'"seq":1', b'"seq":1.0', CANONICAL),
        (b'"seq":1', b'"seq":1e0', CANONICAL),
        (b'"seq":1', b'"seq":-0', CANONICAL),
        (b'"seq":1', b'"seq":9007199254740993', CANONICAL),
        (b'"seq":1', b'"seq":' + b"9" * 400, CANONICAL),
        (b'"cmd":', b'"cmd": ', CANONICAL),
        (b'"text":"x"', b'"text":"\\u0078"', CANONICAL),
        (b'"text":"x"', b'"text":"\\/"', CANONICAL),
        (b'{"at"', b' {"at"', CANONICAL),
        (b'"v":3}', b'"v":3} ', CANONICAL),
        (b'"v":3}', b'"v":3}\r', CANONICAL),
        (b'"event":"note-made","text":"x"', b'"text":"x","event":"note-made"', CANONICAL),
        (b'"v":3}', b'"v":3,"\xc3\xa9":1}', CANONICAL),
        (
            b'"text":"x"',
            b'"text":"\\ud800"',
            (
                "line 1 cannot be read: "
                "JSON is malformed: unexpected end of escaped utf-16 surrogate pair (byte 87)."
            ),
        ),
        (
            b'"text":"x"',
            b'"text":"\xff"',
            (
                "line 1 cannot be read: 'utf-8' codec can't decode byte 0xff in position 0: "
                "invalid start byte."
            ),
        ),
        (
            b'"text":"x"',
            b'"text":"\x00"',
            "line 1 cannot be read: JSON is malformed: invalid character (byte 80).",
        ),
        (b'"v":3}', b'"v":3', "line 1 cannot be read: Input data was truncated."),
        (
            b'"v":3}',
            b'"v":3}{}',
            "line 1 cannot be read: JSON is malformed: trailing characters (byte 208).",
        ),
    ],
)
def test_a_line_that_is_not_the_canonical_form_of_its_meaning_is_refused(
    old: bytes, new: bytes, message: str
) -> None:
    assert old in LINE
    for read in (from_line, check_line):
        with pytest.raises(Unreadable) as caught:
            read(LINE.replace(old, new, 1), 1)
        assert caught.value.message.split(" (byte")[0] == message.split(" (byte", maxsplit=1)[0]
        assert caught.value.where == "line 1"


@pytest.mark.parametrize("line", [b"", b"[]", b"null", b"7", b'"x"', b"\xef\xbb\xbf{}"])
def test_what_is_no_object_is_refused(line: bytes) -> None:
    for read in (from_line, check_line):
        with pytest.raises(Unreadable, match=r"^line 4 cannot be read: .*\.$"):
            read(line, 4)


@pytest.mark.parametrize("depth", [16, 100, 500, 900, 1000, 5000, 32_000])
def test_a_line_of_any_depth_gets_a_sentence(depth: int) -> None:
    nest = b"[" * depth + b"]" * depth
    for line in (
        b'{"a":' + nest + b"}",
        LINE.replace(b'{"event"', b'{"a":' + nest + b',"event"'),
        b'{"a":' * depth + b"1" + b"}" * depth,
    ):
        for read in (from_line, check_line):
            with pytest.raises(Unreadable, match=r"^line 1 .*\.$"):
                read(line, 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"2026-01-02T12:30:00+01:00", b"2026-01-02t12:30:00+01:00"),
        (b"2026-01-02T12:30:00+01:00", b"2026-01-02T12:30:00.000+01:00"),
        (b"2026-01-02T12:30:00+01:00", b"2026-01-02T12:30:00+00:00"),
        (b'"text":"x"', b'"text":"x","told":null'),
    ],
)
def test_the_same_fact_always_has_the_same_bytes(old: bytes, new: bytes) -> None:
    """A line that is canonical JSON, but says something in another way than roundbook does."""
    with pytest.raises(Unreadable) as caught:
        from_line(LINE.replace(old, new), 1)
    assert caught.value.message == CANONICAL


def test_a_time_in_utc_is_read_back() -> None:
    entry = made(NoteMade(text="x"), at=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
    assert from_line(to_line(entry), 1) == entry


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"note-made", b"note-mad", "line 1 was written by a newer roundbook (event note-mad)."),
        (
            b'"text":"x"',
            b'"text":"x","who":"p1"',
            "line 1 is not an entry: Object contains unknown",
        ),
        (b'"text":"x"', b'"text":7', "line 1 is not an entry: Expected `str`, got `int` - at "),
        (b',"v":3', b"", "line 1 is not in canonical form"),
        (b'"v":3', b'"v":0', "line 1 is not an entry: Expected `int` >= 1"),
    ],
)
def test_a_line_that_means_nothing_says_where(old: bytes, new: bytes, message: str) -> None:
    with pytest.raises(Unreadable) as caught:
        from_line(LINE.replace(old, new), 1)
    assert caught.value.message.startswith(message)


def test_a_hostile_line_gets_a_short_answer() -> None:
    with pytest.raises(Unreadable) as caught:
        from_line(LINE.replace(b'"text"', b'"' + b"z" * 60_000 + b'"'), 1)
    assert len(caught.value.message) < 300


@pytest.mark.parametrize("seq", [b"2", b"true", b'"1"', b"null"])
def test_a_line_must_say_its_own_number(seq: bytes) -> None:
    line = LINE.replace(b'"seq":1', b'"seq":' + seq)
    with pytest.raises(Unreadable) as caught:
        check_line(line, 1)
    assert (
        caught.value.message
        == "line 1 does not contain its own number and the hash of the line before it."
    )
    with pytest.raises(Unreadable):
        from_line(line, 1)


# --- newer versions -------------------------------------------------------------------------------

NEWER: list[dict[str, Any]] = [
    {"v": 99},
    {"v": 98, "events": [{"event": "player-cloned", "player": "p1", "deep": {"a": [1, {}]}}]},
    {"v": 97, "zone": "Europe/Berlin", "after-v": [True, None, "ü"]},
    {"v": 96, "hand": None, "at": 12},
]


@pytest.mark.parametrize("changes", NEWER)
def test_a_newer_line_can_be_checked_but_not_understood(changes: dict[str, Any]) -> None:
    plain = msgspec.json.decode(LINE) | changes
    line = msgspec.json.encode(plain, order="sorted")
    assert check_line(line, 1) == START
    with pytest.raises(Unreadable) as caught:
        from_line(line, 1)
    assert caught.value.message == (
        f"line 1 was written by a newer roundbook (version {changes['v']})."
    )
    assert caught.value.hint == "Update roundbook."
