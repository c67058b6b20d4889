"""How a line of the ledger says what it follows, read without decoding the rest of it."""

import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct

from ledger.entries import MAX_LINE, START, leaf_hash
from ledger.terms import Commitment

_END = re.compile(
    rb',"prev":"([A-Za-z0-9_-]{43})","seq":([1-9][0-9]{0,15}),"v":[1-9][0-9]{0,15}\}\Z'
)
_END_SIZE = 98
"""Bytes of the longest end that the pattern matches."""

_JOINT = re.compile(rb'"v":[1-9][0-9]{0,15}\}.\{"', re.DOTALL)
"""Where one line runs into the next because the LF between them has become another byte."""


class Mark(NamedTuple):
    """A place between two lines: how many stand before it, the leaf hash of the last, the byte."""

    seq: int
    leaf: str
    offset: int


BEGINNING = Mark(seq=0, leaf=START, offset=0)


class Claim(NamedTuple):
    """What a line says of itself: the hash of the line before it, and its own number."""

    prev: str
    seq: int


class _Claim(Struct):
    prev: Commitment
    seq: int


_decoder = msgspec.json.Decoder(_Claim)


def claim(line: bytes) -> Claim | None:
    """Return what a line says of itself; None if it says nothing that can be read.

    The fields stand at the end of a canonical line of this schema. Other schemas may put something
    behind them, so that the line has to be decoded.
    """
    found = _END.search(line, max(0, len(line) - _END_SIZE))
    if found:
        return Claim(found[1].decode(), int(found[2]))
    if len(line) > MAX_LINE or not line.startswith(b"{"):
        return None
    try:
        said = _decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return Claim(said.prev, said.seq)


def follow(lines: Sequence[bytes], start: Mark) -> tuple[Mark, Mark]:
    """Go from `start` as far as every line names the one before it and its own number.

    Returns the places before and after the last line that does. That last line is the only one
    that no later line has confirmed; both places are `start` if there is none.
    """
    seq, leaf, before, last = start.seq, start.leaf, start.leaf, 0
    offset = start.offset
    for line in lines:
        said = claim(line)
        if said is None or said != (leaf, seq + 1) or len(line) > MAX_LINE:
            break
        before, leaf = leaf, leaf_hash(line)
        seq += 1
        last = len(line) + 1
        offset += last
    if not last:
        return start, start
    return Mark(seq - 1, before, offset - last), Mark(seq, leaf, offset)


def is_joined(line: bytes) -> bool:
    """Tell whether this is two intact lines with another byte in place of the LF between them."""
    said = claim(line)
    if said is None:
        return False
    return any(
        leaf_hash(line[: joint.end() - 3]) == said.prev for joint in _JOINT.finditer(line[:-1])
    )
