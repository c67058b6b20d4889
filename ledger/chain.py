"""Whether a ledger hangs together from its first line to its head; what is wrong is said.

The lines up to the head are protected: one that is bad or missing is damage. Behind the head only
whole lines count, and what a write left that was cut short is torn. Nothing here raises.
"""

from typing import NamedTuple

from ledger.breaks import look
from ledger.entries import leaf_hash
from ledger.head import Head
from ledger.leaves import leaves_of
from ledger.links import BEGINNING, Mark, follow


class Damage(NamedTuple):
    """A line that is not what was written: its number, the byte where it begins, a sentence."""

    line: int
    offset: int
    sentence: str


class Ahead(NamedTuple):
    """The head names line `head`, the ledger ends with line `lines`: the end was cut off."""

    lines: int
    head: int

    @property
    def sentence(self) -> str:
        """Say both numbers."""
        return (
            f"the ledger ends with line {self.lines}, but `head` names line {self.head}: "
            "its end was cut off, or it was copied while a desk wrote."
        )


class Survey(NamedTuple):
    """What was found.

    `lines` are the whole lines from the start up to the first damage, without LF, `leaves` their
    hashes, 32 bytes each, and `end` is the place behind them. `later` are the intact lines behind a
    damage, by number. `torn` is what a write left that was cut short: nobody was told that it had
    been written. `ahead` and `head_wrong` are about the head; the latter is a sentence. `unheaded`
    counts the lines that are newer than the head.
    """

    lines: list[bytes]
    leaves: list[bytes]
    end: Mark
    later: dict[int, bytes]
    damage: tuple[Damage, ...]
    torn: bytes
    ahead: Ahead | None
    head_wrong: str | None
    unheaded: int

    @property
    def clean(self) -> bool:
        """Whether lines and head agree; a torn write is no disagreement."""
        return not (self.damage or self.ahead or self.head_wrong)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What people should know though it damages nothing: one sentence each."""
        torn = (
            f"a write was cut short: the last {len(self.torn):,} bytes, behind line "
            f"{self.end.seq}, are left out."
        )
        ahead = self.ahead.sentence if self.ahead else ""
        wrong = f"{self.head_wrong} The next entry writes it anew." if self.head_wrong else ""
        return tuple(filter(None, (torn if self.torn else "", ahead, wrong)))


def survey(data: bytes, head: Head | None, start: Mark = BEGINNING) -> Survey:
    """Look at the bytes of a ledger from `start` on.

    `head` is None where it is missing or cannot be read. Offsets count from the first byte of the
    ledger, also where `start` is further on.
    """
    whole = data.split(b"\n")
    tail = whole.pop()
    before, after, leaves = follow(whole, start)
    if (
        head == Head(leaf=after.leaf, seq=after.seq)
        and not tail
        and len(whole) == after.seq - start.seq
    ):
        # Every line names the one before it, and the head the last: nothing is left to ask.
        return Survey(whole, leaves, after, {}, (), b"", None, None, 0)
    wrong = _wrong_head(head, whole, start, after)
    trusted = None if wrong else head
    known = before.seq - start.seq
    lines, end, later = whole[:known], before, dict[int, bytes]()
    damage: list[Damage] = []
    torn, reached = b"", before.seq
    for number, piece, fault, is_torn in look(whole[known:], tail, before, trusted):
        if is_torn:
            torn = data[piece.offset - start.offset :]
            continue
        reached = number
        if fault:
            damage.append(Damage(number, piece.offset, fault))
            continue
        if trusted and number == trusted.seq and piece.leaf != trusted.leaf:
            wrong = f"`head` names another hash for line {number} than the line behind it."
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
        unheaded=max(0, end.seq - trusted.seq) if trusted else end.seq,
    )


def _wrong_head(head: Head | None, whole: list[bytes], start: Mark, after: Mark) -> str | None:
    """Say why a head is not to be believed: it contradicts lines that confirm one another."""
    if head is None:
        return "`head` is missing or cannot be read." if whole or start.seq else None
    if head.seq > after.seq:
        linked = enumerate(whole[: after.seq - start.seq], start.seq + 1)
        number = next((n for n, line in linked if leaf_hash(line) == head.leaf), None)
        return f"`head` gives line {number} the number {head.seq}." if number else None
    index = head.seq - start.seq
    if index < 0 or index >= max(1, after.seq - start.seq):
        return None
    leaf = leaf_hash(whole[index - 1]) if index else start.leaf
    if leaf == head.leaf:
        return None
    return f"`head` names another hash for line {head.seq} than the line behind it."
