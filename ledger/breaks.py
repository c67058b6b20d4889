"""Where the lines of a ledger stop following one another, and which of them is to blame.

Line i is altered where its leaf hash differs from what line i+1, or the head, says; of two
neighbours the later, since its altered words accuse the one before. A line that is confirmed so
needs no further look; one that nothing confirms must at least be canonical.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ledger.entries import MAX_LINE, check_line, leaf_hash
from ledger.errors import Unreadable
from ledger.head import Head
from ledger.links import Claim, Mark, claim, is_joined


class Piece(NamedTuple):
    """What stands between two LFs, which may be a line, a part of one, or two of them."""

    line: bytes
    offset: int
    leaf: str
    claim: Claim | None


class Finding(NamedTuple):
    """A piece taken for a line of this number; `fault` says why it is not that line."""

    number: int
    piece: Piece
    fault: str | None = None
    torn: bool = False


def look(lines: list[bytes], tail: bytes, before: Mark, head: Head | None) -> Iterator[Finding]:
    """Give every piece from `before` on its number, by the lines that are confirmed.

    What stands between two confirmed lines is a run. Where it has as many pieces as lines are
    wanted, each piece is one of them; otherwise a LF was lost or made, or a line was moved.
    """
    pieces, rest = _pieces(lines, tail, before.offset)
    number, leaf, at = before.seq + 1, before.leaf, 0
    last = head.seq if head else 0
    for index, anchor in enumerate(pieces):
        if anchor.claim is None or not _confirmed(pieces, index, number, head):
            continue
        goal = anchor.claim.seq
        in_place = at == index and number == goal
        for finding in () if in_place else _closed_run(pieces[at:index], anchor, number, leaf):
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
    """Tell whether the line behind, or the head, names this piece as a line from `number` on."""
    piece = pieces[index]
    if piece.claim is None or piece.claim.seq < number:
        return False
    if head and head.leaf == piece.leaf and head.seq == piece.claim.seq:
        return True
    behind = pieces[index + 1].claim if index + 1 < len(pieces) else None
    return behind == (piece.leaf, piece.claim.seq + 1)


def _closed_run(
    run: list[Piece], anchor: Piece, number: int, leaf: str | None
) -> Iterator[Finding]:
    """Judge what stands before a confirmed line that does not name it."""
    assert anchor.claim
    goal = anchor.claim.seq
    in_place = len(run) == goal - number
    for piece in run:
        fault = _fault(piece, number, leaf) if number < goal else _between(number)
        if fault is None and in_place and number == goal - 1:
            fault = f"line {number} has been altered: line {goal} names another hash for it."
        yield Finding(number, piece, fault)
        if fault and not in_place:
            return
        number, leaf = number + 1, None if fault else piece.leaf
    if number < goal:
        yield Finding(number, anchor, f"line {number} is missing: line {goal} stands there.")


def _open_run(run: list[Piece], tail: Piece, before: Mark, head: Head | None) -> Iterator[Finding]:
    """Judge the end of the file, which only the head may protect."""
    number, leaf = before.seq + 1, before.leaf
    last = head.seq if head else 0
    for index, piece in enumerate(run):
        fault = _fault(piece, number, leaf)
        if fault is None and head and number == last and piece.leaf != head.leaf:
            fault = f"line {number} has been altered: `head` names another hash for it."
        beyond = number > last and len(tail.line) <= MAX_LINE
        torn = bool(fault) and beyond and _cut(piece, run[index + 1 :])
        yield Finding(number, piece, fault, torn)
        if fault:
            return
        number, leaf = number + 1, piece.leaf
    if len(tail.line) > MAX_LINE:
        yield Finding(number, tail, f"line {number} is longer than {MAX_LINE:,} bytes.")
    elif head and number <= last and leaf_hash(tail.line[:-1]) == head.leaf:
        yield Finding(number, tail, f"line {number} has lost its line end.")
    elif tail.line:
        yield Finding(number, tail, "", torn=True)


def _fault(piece: Piece, number: int, leaf: str | None) -> str | None:
    """Say what is wrong with a piece taken for line `number`; `leaf` is what it should follow."""
    try:
        prev = check_line(piece.line, number)
    except Unreadable as trouble:
        if is_joined(piece.line):
            return f"line {number} has lost its line end and runs into the next."
        return trouble.message
    return _follows(prev, number, leaf)


def _follows(prev: str, number: int, leaf: str | None) -> str | None:
    if leaf in {prev, None}:
        return None
    return f"line {number} does not follow line {number - 1}: it names another hash for it."


def _between(number: int) -> str:
    return f"something stands before line {number} that does not belong there."


def _cut(piece: Piece, rest: list[Piece]) -> bool:
    """Tell whether a bad piece beyond the head is what a write leaves that was cut short.

    Then nothing good stands behind it, unless a power cut left zeros before what did reach the
    disk. A good line with a wrong number or hash was written whole, so it is damage.
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
