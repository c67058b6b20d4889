"""Entries: one numbered line of the ledger is one command, its events, and the hash before it.

Canonical bytes are RFC 8785 on a narrow profile: ASCII keys in order, no floats, integers within
±(2^53 - 1), no control or bidi characters in text, at most 65,535 bytes. On that profile msgspec
with `order="sorted"` writes exactly what RFC 8785 requires.
"""

import base64
import hashlib
import math
from binascii import b2a_base64
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain, count, groupby
from operator import attrgetter, ne
from string import ascii_letters, digits
from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta, Struct

from roundbook.ledger.errors import (
    UNDECODABLE,
    UPDATE,
    OtherVersion,
    Refused,
    Unreadable,
    insist_version,
)
from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.events.event import Moment
from roundbook.ledger.terms import (
    MAX_INT,
    MAX_LINE,
    STATION,
    Actor,
    Commitment,
    Hand,
    Pool,
    PoolName,
)
from roundbook.ledger.text import UNSAFE, reason

# The hash of a line, used by the next line and by the tree (RFC 6962 §2.1). 33 bytes are 44 digits
# of base64: with a byte after each hash, many can be encoded at once.


def leaf_hash(line: bytes) -> str:
    """Return the leaf hash of a line without its LF, in unpadded base64url."""
    # As `written` would; a single hash, of which each entry needs several, takes a third of that.
    digits = b2a_base64(hashlib.sha256(b"\x00" + line).digest(), newline=False)
    return digits.translate(_URL_SAFE, b"=").decode()


_URL_SAFE = bytes.maketrans(b"+/", b"-_")


def leaves_of(lines: Iterable[bytes]) -> list[bytes]:
    """Return the hash of each of these lines, 32 bytes each: SHA-256 of 0x00 and the line."""
    sha256 = hashlib.sha256
    return [sha256(b"\x00" + line).digest() for line in lines]


def written(leaves: Iterable[bytes]) -> list[str]:
    """Return these hashes, 32 bytes each, as lines write them: in unpadded base64url."""
    digits = base64.urlsafe_b64encode(b"\x00".join([*leaves, b""])).decode()
    return [digits[at : at + 43] for at in range(0, len(digits), 44)]


START = base64.urlsafe_b64encode(hashlib.sha256(b"").digest()).rstrip(b"=").decode()
"""The hash that the first line gives for the line before it: SHA-256 of nothing."""


# Refused commands, which are kept next to the ledger.


class Attempt(Struct, frozen=True, omit_defaults=True):
    """A command that was refused: kept next to the ledger, not in it (LED-2)."""

    at: datetime
    hand: Actor
    cmd: str
    after: int
    rule: str
    message: str
    events: tuple[AnyEvent, ...] = ()


MAX_DEPTH = 16  # An entry of ours is nested six levels deep.

BATCH = 100
"""Lines that are decoded together: enough to be quick, few enough to stay in the cache."""


VERSION = 3
"""The version of the format of a line. No reader knows 1 and 2, which were before version 1.0."""

CMD = r"^[A-Za-z0-9._:/-]{1,100}\Z"
"""The pattern of the id of a command."""


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """One command as it was recorded.

    `seq` counts from 1. `at` is the clock of the desk; it does not decide the order. `cmd` makes a
    repeated command harmless. `prev` is the leaf hash of the line before. `v` is the version of
    the format. The patterns of `cmd`, `prev` and `hand` are in `SpelledEntry`.

    Rule: entries are never changed, only followed by others (docs/format.md).
    Units: `at` is a time with its offset, to the second; `events` are in the order they happened.
    Errors: none; an entry that cannot be read raises Unreadable before there is one.

    >>> cup.entries[0].seq, type(cup.entries[0].events[0]).__name__
    (1, 'TournamentOpened')
    """

    seq: Annotated[int, Meta(ge=1, le=MAX_INT)]
    at: Moment
    hand: Actor
    cmd: Annotated[str, Meta(min_length=1, max_length=100)]
    prev: Annotated[str, Meta(min_length=43, max_length=43)]
    v: Annotated[int, Meta(ge=1, le=MAX_INT)] = VERSION
    events: tuple[AnyEvent, ...]


# Every line has these four texts, and checking each while decoding takes a third of a replay. So
# msgspec checks them if a line is read by itself, and `_spelled` checks many lines at once. The
# pool of a match, which nearly every line names, takes a fifth: `refuse_odd_pools`, and `_spelled`.


class SpelledActor(Actor, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """Who wrote an entry, with the patterns of the texts."""

    id: Hand
    station: Annotated[str, Meta(pattern=STATION)] = "desk"


class SpelledEntry(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """An entry with the patterns of its texts, used only to check one and report what is wrong."""

    hand: SpelledActor
    cmd: Annotated[str, Meta(pattern=CMD)]
    prev: Commitment


def each_event(entries: Iterable[Entry]) -> Iterator[tuple[Entry, AnyEvent]]:
    """Yield every event in order, with its entry."""
    return ((entry, event) for entry in entries for event in entry.events)


_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder(Entry)
_speller = msgspec.json.Decoder(SpelledEntry)
_plain = msgspec.json.Decoder(dict[str, Any])
_HINT = "Restore the file from a copy."


def to_line(entry: Entry) -> bytes:
    """Return the canonical bytes of an entry, without the LF.

    Raise Refused if it would be too long or contain a value that no reader accepts, and Unreadable
    if it contains text that looks like something else. The bytes can always be read back.
    """
    assert entry.v == VERSION, f"entry {entry.seq} is not in the format that roundbook writes"
    try:
        line = _encoder.encode(entry)
    except UnicodeEncodeError as error:
        msg = f"entry {entry.seq} contains text that is not Unicode."
        raise Unreadable(msg, where=f"entry {entry.seq}", hint="Write it again.") from error
    if len(line) > MAX_LINE:
        msg = (
            f"entry {entry.seq} would take {len(line):,} bytes; a line can have at "
            f"most {MAX_LINE:,}."
        )
        raise Refused(
            msg, hint="Split the entry: put fewer players in one pool, or write a shorter text."
        )
    refuse_unsafe(line, entry.seq)
    try:
        again = _spelled_entry(line)
    except UNDECODABLE as error:
        msg = f"entry {entry.seq} cannot be written: {reason(error)}."
        raise Refused(msg, hint="Correct the value named in the message.") from error
    if again.at != entry.at or _encoder.encode(again) != line:
        msg = f"entry {entry.seq} cannot be written: a value would change when read back."
        raise Refused(msg, hint="Write times with a time-zone offset in whole minutes.")
    return line


def from_line(line: bytes, number: int) -> Entry:
    """Read line `number` of a ledger back into an entry.

    Raise Unreadable, naming the line, if it is not canonical or not an entry, and OtherVersion if
    it is in another version of the format, or has an event that only a newer roundbook knows.
    """
    try:
        entry = _spelled_entry(line)
    except UNDECODABLE as error:
        plain = _check_plain(line, number)
        insist_version(plain.get("v"), VERSION, f"line {number}", f"line {number}")
        if tag := _unknown_event(plain.get("events")):
            msg = f"line {number} was written by a newer roundbook (event {tag[:40]})."
            raise OtherVersion(msg, where=f"line {number}", hint=UPDATE) from error
        msg = f"line {number} is not an entry: {reason(error)}."
        raise Unreadable(msg, where=f"line {number}", hint=_HINT) from error
    # The version first: a line of another format is not damaged, and must not look so.
    insist_version(entry.v, VERSION, f"line {number}", f"line {number}")
    if len(line) > MAX_LINE or _encoder.encode(entry) != line:
        _check_plain(line, number)
        raise _not_canonical(number)  # A value is not written as roundbook writes it.
    refuse_unsafe(line, number)
    if entry.seq != number:
        raise _misplaced(number)
    return entry


_TAGS = frozenset(str(kind.__struct_config__.tag) for kind in get_args(AnyEvent))
"""The events that this roundbook knows."""


def _unknown_event(events: object) -> str | None:
    """Return the tag of the first event of a plain line that this roundbook does not know."""
    listed = events if isinstance(events, list) else []
    tags = (one.get("event") for one in listed if isinstance(one, dict))
    return next((tag for tag in tags if isinstance(tag, str) and tag not in _TAGS), None)


def _spelled_entry(line: bytes) -> Entry:
    """Decode one line and check all its texts; raise what `UNDECODABLE` names."""
    # This one only checks: its entries are of another class than those that are read in batches.
    _speller.decode(line)
    entry = _decoder.decode(line)
    refuse_odd_pools(entry.events)
    return entry


def refuse_odd_pools(events: Sequence[AnyEvent]) -> None:
    """Check the pool of every match that these events name: see `PoolName`.

    Raise ValidationError, naming the place as msgspec does.
    """
    for at, event in enumerate(events):
        for pool in _pools((event,)):
            try:
                msgspec.convert(pool, PoolName)
            except msgspec.ValidationError as error:
                msg = f"{error} - at `$.events[{at}].match[0]`"
                raise msgspec.ValidationError(msg) from error


def _pools(events: Iterable[AnyEvent]) -> set[Pool]:
    """Return the pools of the matches that these events name in their field `match`."""
    matches = (getattr(event, "match", None) for event in events)
    return {match.pool for match in matches if match}


def check_line(line: bytes, number: int) -> str:
    """Check that a line of any version is canonical; return the hash of the line before it.

    Raise Unreadable, naming the line.
    """
    plain = _check_plain(line, number)
    refuse_unsafe(line, number)
    prev, seq = plain.get("prev"), plain.get("seq")
    # A line with `true` for its number would pass as line 1.
    if not isinstance(prev, str) or seq != number or isinstance(seq, bool):
        raise _misplaced(number)
    return prev


def _check_plain(line: bytes, number: int) -> dict[str, Any]:
    """Return the decoded line; refuse it unless it is the canonical form of its content."""
    where = f"line {number}"
    if len(line) > MAX_LINE:
        msg = f"line {number} is longer than {MAX_LINE:,} bytes."
        raise Unreadable(msg, where=where, hint=_HINT)
    try:
        plain = _plain.decode(line)
        same = _encoder.encode(plain) == line
    except UNDECODABLE as error:
        msg = f"line {number} cannot be read: {reason(error)}."
        raise Unreadable(msg, where=where, hint=_HINT) from error
    if not same or not all(map(_in_profile, _values(plain))):
        raise _not_canonical(number)
    return plain


def _values(plain: object) -> Iterator[object]:
    """Yield every value of a decoded line; one nested too deep as infinity, which is refused.

    How deep a decoder can go differs between versions of Python, and what is canonical must not.
    """
    level = [plain]
    for _ in range(MAX_DEPTH):
        yield from level
        maps = [value.values() for value in level if isinstance(value, dict)]
        level = list(chain(*maps, *(value for value in level if isinstance(value, list))))
    if level:
        yield math.inf


def _in_profile(value: object) -> bool:
    """Return whether a value is in the profile: ASCII keys, no floats, small integers."""
    if isinstance(value, dict):
        return all(map(str.isascii, value))
    if isinstance(value, int):
        return -MAX_INT <= value <= MAX_INT
    return not isinstance(value, float)


def is_plain(line: bytes) -> bool:
    """Return whether a line is unescaped ASCII, as nearly every one is, so nothing can be odd."""
    return line.isascii() and b"\\" not in line and b"\x7f" not in line


def refuse_unsafe(line: bytes, number: int) -> None:
    """Refuse control and bidi characters; nearly always a quick check of the bytes is enough."""
    if is_plain(line):
        return
    if any(map(_is_unsafe, _values(_plain.decode(line)))):
        msg = f"line {number} contains control or text-direction characters."
        raise Unreadable(
            msg, where=f"line {number}", hint="Write the text without these characters."
        )


def _is_unsafe(value: object) -> bool:
    if isinstance(value, dict):
        return any(map(UNSAFE.search, value))
    return isinstance(value, str) and UNSAFE.search(value) is not None


def _not_canonical(number: int) -> Unreadable:
    msg = f"line {number} is not in canonical form: it was not written by roundbook."
    return Unreadable(msg, where=f"line {number}", hint=_HINT)


def _misplaced(number: int) -> Unreadable:
    msg = f"line {number} does not contain its own number and the hash of the line before it."
    return Unreadable(msg, where=f"line {number}", hint=_HINT)


# Decoding many lines, a hundred at a time: quicker than one by one.

_SEQ, _VERSION = attrgetter("seq"), attrgetter("v")
_HAND, _CMD, _PREV = attrgetter("hand"), attrgetter("cmd"), attrgetter("prev")
_EVENTS = attrgetter("events")
_IN_HASH = (ascii_letters + digits + "_-").encode()
_IN_CMD = _IN_HASH + b".:/"
_hand = msgspec.json.Decoder(SpelledActor)


def entries_of(lines: Sequence[bytes], after: int = 0) -> Iterator[Entry]:
    """Return the entries after line `after`, as `from_line` would read each.

    They are decoded lazily, in batches. Raise Unreadable at the first line that `from_line`
    refuses, with its message.
    """
    starts = range(0, len(lines), BATCH)
    return chain.from_iterable(_batch(lines[at : at + BATCH], after + at) for at in starts)


def _batch(lines: Sequence[bytes], before: int) -> Iterable[Entry]:
    entries = _at_once(lines, before)
    if entries is None:  # Then one of them is odd, or damaged.
        return map(from_line, lines, count(before + 1))
    return entries


def _at_once(lines: Sequence[bytes], before: int) -> Sequence[Entry] | None:
    """Return the entries of these lines; None if any has to be checked by itself.

    Encoded again they must give the same bytes, so every line is canonical.
    """
    # One call for a hundred lines takes a fifth less time than a hundred calls. Whatever is wrong
    # with any of them, the only answer here is to check each. So the messages are in one place,
    # `from_line`, and this function need not know which line it was.
    data = b"\n".join([*lines, b""])
    try:
        entries = _decoder.decode_lines(data)
        if not _spelled(entries):
            return None
        for number, line in () if is_plain(data) else enumerate(lines, before + 1):
            refuse_unsafe(line, number)
    except (*UNDECODABLE, Unreadable):
        return None
    # A LF inside a line, or a blank line, gives a different number of entries or different bytes.
    as_written = _encoder.encode_lines(entries) == data and len(entries) == len(lines)
    if (
        not as_written
        or (len(data) > MAX_LINE and max(map(len, lines)) > MAX_LINE)
        or any(map(ne, map(_SEQ, entries), count(before + 1)))
        or any(map(VERSION.__ne__, map(_VERSION, entries)))
    ):
        return None
    return entries


def _spelled(entries: Sequence[Entry]) -> bool:
    """Return whether the texts of these entries match the patterns of `SpelledEntry`.

    One staff member writes many lines in a row, so each run is checked once; the decoder has
    counted the characters of the other texts. Raise what `UNDECODABLE` names.
    """
    for hand, _ in groupby(map(_HAND, entries)):
        _hand.decode(_encoder.encode(hand))
    msgspec.convert(_pools(chain.from_iterable(map(_EVENTS, entries))), set[PoolName])
    odd = "".join(map(_CMD, entries)).encode().translate(None, _IN_CMD)
    return not odd and not "".join(map(_PREV, entries)).encode().translate(None, _IN_HASH)
