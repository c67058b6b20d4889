"""Checking that the lines of a ledger follow one another up to its head, and finding damage.

The lines up to the head are protected: a bad or missing one is damage. After the head only whole
lines count, and the rest of a write that was cut short is torn. Nothing here raises.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct

from roundbook.ledger.errors import UNDECODABLE, Unreadable
from roundbook.ledger.record.entry import (
    BATCH,
    START,
    VERSION,
    check_line,
    leaf_hash,
    leaves_of,
    written,
)
from roundbook.ledger.terms import MAX_INT, MAX_LINE, Commitment

# The number and hash of the last line: they protect the end of a ledger, as no later line does.


class Head(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last line of a ledger: its leaf hash in unpadded base64url, and its number."""

    leaf: Commitment
    seq: Annotated[int, Meta(ge=1, le=MAX_INT)]

    def to_bytes(self) -> bytes:
        """Return the content of the file `head`: canonical JSON and a LF."""
        return _encoder.encode(self) + b"\n"

    @classmethod
    def from_bytes(cls, data: bytes) -> "Head | None":
        """Read the file `head`; None if it is not exactly what `to_bytes` writes."""
        try:
            head = _decoder.decode(data)
        except UNDECODABLE:
            return None
        return head if head.to_bytes() == data else None


_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder(Head)


# The end of a line, which names the line before it, read without decoding the rest.

_END = re.compile(
    rb',"prev":"([A-Za-z0-9_-]{43})","seq":([1-9][0-9]{0,15}),"v":[1-9][0-9]{0,15}\}\Z'
)
_END_SIZE = 98
"""The most bytes that the pattern matches."""

_JOINT = re.compile(rb'"v":[1-9][0-9]{0,15}\}.\{"', re.DOTALL)
"""Where one line runs into the next because the LF between them has become another byte."""


class Mark(NamedTuple):
    """A place between two lines: the number and leaf hash of the line before it, and the byte."""

    seq: int
    leaf: str
    offset: int


BEGINNING = Mark(seq=0, leaf=START, offset=0)


class Claim(NamedTuple):
    """What a line says about itself: the hash of the line before it, and its own number."""

    prev: str
    seq: int


class _Claim(Struct):
    prev: Commitment
    seq: int


_decoder_links = msgspec.json.Decoder(_Claim)


def claim(line: bytes) -> Claim | None:
    """Return what a line says about itself; None if it says nothing readable.

    The fields are at the end of a canonical line of our version. Others may put something after
    them, so then the line has to be decoded.
    """
    # Only the end is searched: a search from the first byte would go through the whole line. No
    # text can look like it, since in a text a backslash precedes every quotation mark.
    found = _END.search(line, max(0, len(line) - _END_SIZE))
    if found:
        return Claim(found[1].decode(), int(found[2]))
    if len(line) > MAX_LINE or not line.startswith(b"{"):
        return None
    try:
        said = _decoder_links.decode(line)
    except UNDECODABLE:
        return None
    return Claim(said.prev, said.seq)


class Followed(NamedTuple):
    """How far lines follow one another: the places before and after the last good line.

    `leaves` are the hashes of those lines, 32 bytes each.
    """

    before: Mark
    after: Mark
    leaves: list[bytes]


def follow(lines: Sequence[bytes], start: Mark) -> Followed:
    """Follow the lines from `start` as long as each names the one before it and its own number.

    The last good line is the only one that no later line has confirmed; both places are `start` if
    there is none.
    """
    before, after, hashes = start, start, list[bytes]()
    for at in range(0, len(lines), BATCH):
        batch = lines[at : at + BATCH]
        found = leaves_of(batch)
        leaves = [after.leaf, *written(found)]
        if good := _how_many(batch, leaves, after.seq):
            end = after.offset + sum(map(len, batch[:good])) + good
            last = end - len(batch[good - 1]) - 1
            before = Mark(after.seq + good - 1, leaves[good - 1], last)
            after = Mark(after.seq + good, leaves[good], end)
            hashes += found[:good]
        if good < len(batch):
            break
    return Followed(before, after, hashes)


def _how_many(lines: Sequence[bytes], leaves: Sequence[str], before: int) -> int:
    """Return how many lines, from the first, name their own number and the hash before them.

    Nearly every line ends with the very bytes in which `claim` would find both.
    """
    # Comparing bytes is over ten times quicker than a pattern, and just as strict: these bytes can
    # be there only if `claim` would find the same two values in them.
    ends = [
        f',"prev":"{leaf}","seq":{seq},"v":{VERSION}}}'.encode()
        for seq, leaf in enumerate(leaves, before + 1)
    ]
    if all(map(bytes.endswith, lines, ends)) and max(map(len, lines)) <= MAX_LINE:
        return len(lines)
    for good, (line, leaf, end) in enumerate(zip(lines, leaves, ends, strict=False)):
        named = line.endswith(end) or claim(line) == (leaf, before + good + 1)
        if not named or len(line) > MAX_LINE:
            return good
    return len(lines)


def is_joined(line: bytes) -> bool:
    """Return whether this is two intact lines with another byte in place of the LF between them."""
    said = claim(line)
    if said is None:
        return False
    return any(
        leaf_hash(line[: joint.end() - 3]) == said.prev for joint in _JOINT.finditer(line[:-1])
    )


# Where the lines of a ledger stop following one another, and which of them is to blame.
#
# Line i is altered if its leaf hash differs from what line i+1, or the head, says. Of two
# neighbours only the later one is reported, since its own `prev` may be what changed; nothing then
# confirms the earlier one, which may be altered too. A line confirmed in this way needs no further
# check; one that nothing confirms must at least be canonical.


class Piece(NamedTuple):
    """The bytes between two LFs, which may be a line, a part of one, or two of them."""

    line: bytes
    offset: int
    leaf: str
    claim: Claim | None


class Finding(NamedTuple):
    """A piece taken for the line of this number; `fault` says why it is not that line."""

    number: int
    piece: Piece
    fault: str | None = None
    torn: bool = False


def scan(lines: list[bytes], tail: bytes, before: Mark, head: Head | None) -> Iterator[Finding]:
    """Yield every piece after `before` with its number, found from the confirmed lines.

    The pieces between two confirmed lines are a run. If it has as many pieces as lines are missing,
    each piece is one of them; if not, a LF was lost or added, or a line was moved.
    """
    pieces, rest = _pieces(lines, tail, before.offset)
    number, leaf, at = before.seq + 1, before.leaf, 0
    last = head.seq if head else 0
    # From anchor to anchor: lines that confirm each other need no check, so one altered byte
    # affects only the lines around it, not every later line.
    for index, anchor in enumerate(pieces):
        if anchor.claim is None or not _confirmed(pieces, index, number, head):
            continue
        goal = anchor.claim.seq
        in_place = at == index and number == goal
        for finding in () if in_place else _closed_run(pieces[at:index], anchor, number, leaf):
            # Zeros after the head are what a power cut leaves if the disk had lengthened the file
            # before its bytes arrived: nobody was told that this line had been written.
            torn = finding.number > last and b"\0" in finding.piece.line
            yield finding._replace(torn=torn)
            if torn:
                return
        fault = _follows(anchor.claim.prev, goal, leaf) if in_place else None
        yield Finding(goal, anchor, fault)
        number, leaf, at = goal + 1, anchor.leaf, index + 1
    yield from _open_run(pieces[at:], rest, Mark(number - 1, leaf, 0), head)


def _pieces(lines: list[bytes], tail: bytes, offset: int) -> tuple[list[Piece], Piece]:
    pieces = []
    for line in lines:
        pieces.append(Piece(line, offset, leaf_hash(line), claim(line)))
        offset += len(line) + 1
    return pieces, Piece(tail, offset, "", None)


def _confirmed(pieces: list[Piece], index: int, number: int, head: Head | None) -> bool:
    """Return whether the next line, or the head, names this piece as a line from `number` on."""
    piece = pieces[index]
    # A copy of earlier lines further down also confirms itself, so the number has to lie ahead.
    if piece.claim is None or piece.claim.seq < number:
        return False
    if head and head.leaf == piece.leaf and head.seq == piece.claim.seq:
        return True
    behind = pieces[index + 1].claim if index + 1 < len(pieces) else None
    return behind == (piece.leaf, piece.claim.seq + 1)


def _closed_run(
    run: list[Piece], anchor: Piece, number: int, leaf: str | None
) -> Iterator[Finding]:
    """Check the pieces before a confirmed line that does not name them."""
    assert anchor.claim
    goal = anchor.claim.seq
    in_place = len(run) == goal - number
    for piece in run:
        fault = _fault(piece, number, leaf) if number < goal else _between(number)
        if fault is None and in_place and number == goal - 1:
            fault = f"line {number} has been altered: line {goal} gives a different hash for it."
        yield Finding(number, piece, fault)
        if fault and not in_place:
            return
        # After a bad line the next has nothing to follow: only its form is checked, so one altered
        # line is blamed once.
        number, leaf = number + 1, None if fault else piece.leaf
    if number < goal:
        yield Finding(number, anchor, f"line {number} is missing: line {goal} is in its place.")


def _open_run(run: list[Piece], tail: Piece, before: Mark, head: Head | None) -> Iterator[Finding]:
    """Check the end of the file, which only the head may protect."""
    number, leaf = before.seq + 1, before.leaf
    last = head.seq if head else 0
    for index, piece in enumerate(run):
        fault = _fault(piece, number, leaf)
        if fault is None and head and number == last and piece.leaf != head.leaf:
            fault = f"line {number} has been altered: `head` gives a different hash for it."
        beyond = number > last and len(tail.line) <= MAX_LINE
        torn = bool(fault) and beyond and _cut(piece, run[index + 1 :])
        yield Finding(number, piece, fault, torn)
        if fault:
            return
        number, leaf = number + 1, piece.leaf
    if len(tail.line) > MAX_LINE:
        yield Finding(number, tail, f"line {number} is longer than {MAX_LINE:,} bytes.")
    elif head and number <= last and leaf_hash(tail.line[:-1]) == head.leaf:
        yield Finding(number, tail, f"line {number} has lost its line ending.")
    elif tail.line:
        yield Finding(number, tail, "", torn=True)


def _fault(piece: Piece, number: int, leaf: str | None) -> str | None:
    """Return what is wrong with a piece taken for line `number`, which should follow `leaf`."""
    try:
        prev = check_line(piece.line, number)
    except Unreadable as trouble:
        if is_joined(piece.line):
            return f"line {number} has lost its line ending and runs into the next."
        return trouble.message
    return _follows(prev, number, leaf)


def _follows(prev: str, number: int, leaf: str | None) -> str | None:
    if leaf in {prev, None}:
        return None
    return (
        f"line {number} does not follow line {number - 1}: it gives a different hash for that line."
    )


def _between(number: int) -> str:
    return f"there is something before line {number} that does not belong there."


def _cut(piece: Piece, rest: list[Piece]) -> bool:
    """Return whether a bad piece after the head is the rest of a write that was cut short.

    Then nothing good follows it, unless a power cut left zeros before what did reach the disk. A
    good line with a wrong number or hash was written whole, so it is damage.
    """
    if len(piece.line) > MAX_LINE or _canonical(piece):
        return False
    return b"\0" in piece.line or not any(_canonical(other) for other in rest)


def _canonical(piece: Piece) -> bool:
    if piece.claim is None:
        return False
    try:
        check_line(piece.line, piece.claim.seq)
    except Unreadable:
        return False
    return True


class Damage(Struct, frozen=True):
    """A line that has changed: its number, the byte where it begins, and a sentence.

    Rule: a line is what its successor's `prev`, or the head, says it is (docs/format.md).
    Units: `line` counts from 1, `offset` is in bytes from 0.
    Errors: none.

    >>> roundbook.Damage(3, 512, "line 3 is not an entry.").line
    3
    """

    line: int
    offset: int
    sentence: str


class Ahead(NamedTuple):
    """The head names line `head`, but the ledger ends with line `lines`: its end was cut off."""

    lines: int
    head: int

    @property
    def sentence(self) -> str:
        """Return a sentence with both numbers."""
        return (
            f"the ledger ends with line {self.lines}, but `head` names line {self.head}: "
            "its end was cut off, or it was copied while a desk was writing."
        )


class Survey(NamedTuple):
    """The result of checking a ledger.

    `lines` are the whole lines from the start up to the first damage, without LF, `leaves` their
    hashes, 32 bytes each, and `end` is the place after them. `later` are the intact lines after a
    damage, by number. `torn` is the rest of a write that was cut short: nobody was told that it had
    been written. `ahead` and `head_wrong` are about the head; the latter is a sentence.
    """

    lines: list[bytes]
    leaves: list[bytes]
    end: Mark
    later: dict[int, bytes]
    damage: tuple[Damage, ...]
    torn: bytes
    ahead: Ahead | None
    head_wrong: str | None

    @property
    def clean(self) -> bool:
        """Whether lines and head agree; a torn write is not a disagreement."""
        return not (self.damage or self.ahead or self.head_wrong)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Sentences that people should read although nothing is damaged."""
        torn = (
            f"a write was cut short: the last {len(self.torn):,} bytes, after line "
            f"{self.end.seq}, are left out."
        )
        ahead = self.ahead.sentence if self.ahead else ""
        wrong = (
            f"{self.head_wrong} The next entry will write `head` again." if self.head_wrong else ""
        )
        return tuple(filter(None, (torn if self.torn else "", ahead, wrong)))


def survey(data: bytes, head: Head | None, start: Mark = BEGINNING) -> Survey:
    """Check the bytes of a ledger from `start` on.

    `head` is None if it is missing or cannot be read. Offsets count from the first byte of the
    ledger, even if `start` is further on.
    """
    whole = data.split(b"\n")
    tail = whole.pop()
    before, after, leaves = follow(whole, start)
    if (
        head == Head(leaf=after.leaf, seq=after.seq)
        and not tail
        and len(whole) == after.seq - start.seq
    ):
        # Every line names the one before it, and the head the last: there is nothing left to check.
        return Survey(whole, leaves, after, {}, (), b"", None, None)
    # A head that contradicts lines which confirm one another is the wrong one: trusting it would
    # call intact lines damaged. Then it protects nothing, and is rewritten later.
    wrong = _wrong_head(head, whole, start, after)
    trusted = None if wrong else head
    # Nothing confirms the last good line, so it is checked with the rest.
    known = before.seq - start.seq
    lines, end, later = whole[:known], before, dict[int, bytes]()
    damage: list[Damage] = []
    torn, reached = b"", before.seq
    for number, piece, fault, is_torn in scan(whole[known:], tail, before, trusted):
        if is_torn:
            torn = data[piece.offset - start.offset :]
            continue
        reached = number
        if fault:
            damage.append(Damage(number, piece.offset, fault))
            continue
        if trusted and number == trusted.seq and piece.leaf != trusted.leaf:
            wrong = f"`head` and the next line give different hashes for line {number}."
        if damage:
            later[number] = piece.line
        else:
            lines.append(piece.line)
            end = Mark(number, piece.leaf, piece.offset + len(piece.line) + 1)
    cut = trusted and reached < trusted.seq and not (damage and damage[-1].line == reached)
    return Survey(
        lines=lines,
        leaves=leaves[:known] + leaves_of(lines[known:]),
        end=end,
        later=later,
        damage=tuple(damage),
        torn=torn,
        ahead=Ahead(reached, trusted.seq) if trusted and cut else None,
        head_wrong=wrong,
    )


def _wrong_head(head: Head | None, whole: list[bytes], start: Mark, after: Mark) -> str | None:
    """Return why a head cannot be trusted: it contradicts lines that confirm one another."""
    if head is None:
        return "`head` is missing or cannot be read." if whole or start.seq else None
    if head.seq > after.seq:
        # If the head hashes one of these lines, only its number is wrong. Any other may name lines
        # that were cut off.
        linked = enumerate(whole[: after.seq - start.seq], start.seq + 1)
        number = next((n for n, line in linked if leaf_hash(line) == head.leaf), None)
        return f"`head` gives the number of line {number} as {head.seq}." if number else None
    index = head.seq - start.seq
    # Only the head confirms the last line, so if these two disagree, the line may be the wrong one.
    if index < 0 or index >= max(1, after.seq - start.seq):
        return None
    leaf = leaf_hash(whole[index - 1]) if index else start.leaf
    if leaf == head.leaf:
        return None
    return f"`head` and the next line give different hashes for line {head.seq}."
