"""How a line of the ledger says what it follows, read without decoding the rest of it."""

import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct

from ledger.entries import BATCH, MAX_LINE
from ledger.leaves import START, leaf_hash, leaves_of, written
from ledger.patterns import UNDECODABLE
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
    except UNDECODABLE:
        return None
    return Claim(said.prev, said.seq)


class Followed(NamedTuple):
    """How far lines follow one another: the places before and after the last that does.

    `leaves` are the hashes of those lines, 32 bytes each.
    """

    before: Mark
    after: Mark
    leaves: list[bytes]


def follow(lines: Sequence[bytes], start: Mark) -> Followed:
    """Go from `start` as far as every line names the one before it and its own number.

    The last line that does is the only one that no later line has confirmed; both places are
    `start` if there is none.
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
    """Return how many lines, from the first, name the leaf hash at their place, and their number.

    At the end of nearly every line stand the very bytes in which `claim` would find both.
    """
    ends = [
        f',"prev":"{leaf}","seq":{seq},"v":1}}'.encode()
        for seq, leaf in enumerate(leaves, before + 1)
    ]
    if all(map(bytes.endswith, lines, ends)) and max(map(len, lines)) <= MAX_LINE:
        return len(lines)
    for good, (line, leaf) in enumerate(zip(lines, leaves, strict=False)):
        if claim(line) != (leaf, before + good + 1) or len(line) > MAX_LINE:
            return good
    return len(lines)


def is_joined(line: bytes) -> bool:
    """Tell whether this is two intact lines with another byte in place of the LF between them."""
    said = claim(line)
    if said is None:
        return False
    return any(
        leaf_hash(line[: joint.end() - 3]) == said.prev for joint in _JOINT.finditer(line[:-1])
    )
