"""What a forger does to a tournament's folder, from the clumsy to one who has read the source."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from roundbook.ledger.record.chain import Head
from roundbook.ledger.record.entry import START, leaf_hash

LEDGER, HEAD, CHECKPOINT = "ledger.jsonl", "head", "checkpoint"
_END = re.compile(rb'"prev":"[^"]{43}","seq":[0-9]+,"v":([0-9]+)\}\Z')

Files = dict[str, bytes]
"""A tournament's folder: every file by its path."""


class Act(NamedTuple):
    """What is done to the lines at place `at`, counted from 1."""

    name: str
    change: Callable[[list[bytes], int], list[bytes]]


def removed(lines: list[bytes], at: int) -> list[bytes]:
    return [*lines[: at - 1], *lines[at:]]


def doubled(lines: list[bytes], at: int) -> list[bytes]:
    return [*lines[:at], *lines[at - 1 :]]


def swapped(lines: list[bytes], at: int) -> list[bytes]:
    return [*lines[: at - 1], lines[at], lines[at - 1], *lines[at + 1 :]]


def inserted(lines: list[bytes], at: int) -> list[bytes]:
    """Put a line behind another that stands elsewhere too, further on or further back."""
    return [*lines[:at], lines[(at + len(lines) // 2) % len(lines)], *lines[at:]]


ACTS = (
    Act("removed", removed),
    Act("doubled", doubled),
    Act("swapped with the next", swapped),
    Act("followed by one from elsewhere", inserted),
)


def lines_of(files: Files) -> list[bytes]:
    return files[LEDGER].split(b"\n")[:-1]


def with_lines(files: Files, lines: list[bytes]) -> Files:
    """Put other lines in place, and touch nothing else."""
    return files | {LEDGER: b"".join(line + b"\n" for line in lines)}


def headed(files: Files) -> Files:
    """Let `head` agree with the last line."""
    lines = lines_of(files)
    return files | {HEAD: Head(leaf=leaf_hash(lines[-1]), seq=len(lines)).to_bytes()}


def chained(files: Files) -> Files:
    """Number all lines anew, let each name the one before it, and `head` the last."""
    prev, lines = START, []
    for number, line in enumerate(lines_of(files), start=1):
        end = f'"prev":"{prev}","seq":{number},"v":'.encode()
        lines.append(_END.sub(rb"%s\1}" % end, line))
        prev = leaf_hash(lines[-1])
    return headed(with_lines(files, lines))


def unsigned(files: Files) -> Files:
    """Take every signed head away."""
    return {
        name: data
        for name, data in files.items()
        if name != CHECKPOINT and not name.startswith("witnessed/")
    }


def lay(files: Files, folder: Path) -> Path:
    """Write these files, and no others, into a folder."""
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder
