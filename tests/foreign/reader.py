"""A second reader of ledgers, written from docs/format.md alone: nothing of roundbook is used.

It reads the record, checks that each line is canonical and names the hash of the line before it,
and says which entries changed a result after it had locked.
"""

import base64
import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any, NoReturn

VERSION = 3
MOST = 65_535
DEEPEST = 16
UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
COMMAND = re.compile(r"[A-Za-z0-9._:/-]{1,100}")


class DamagedError(Exception):
    """A line is not as the specification says; the message begins with its number."""


def hashed(data: bytes) -> str:
    """Return a SHA-256 in unpadded base64url."""
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def leaf(line: bytes) -> str:
    """Return the leaf hash of a line without its LF."""
    return hashed(b"\x00" + line)


def read(data: bytes, head: bytes | None = None) -> list[dict[str, Any]]:
    """Return the entries of a ledger. Raise DamagedError at the first line that is wrong."""
    lines = data.split(b"\n")
    if lines.pop():
        raise DamagedError(f"{len(lines) + 1}: a torn tail")
    entries, before, commands = [], hashed(b""), set()
    for number, line in enumerate(lines, start=1):
        entry = _entry(number, line)
        if entry["prev"] != before:
            raise DamagedError(f"{number}: it names another hash than that of the line before it")
        if entry["cmd"] in commands:
            raise DamagedError(f"{number}: its command has been given before")
        commands.add(entry["cmd"])
        entries.append(entry)
        before = leaf(line)
    if head is not None and json.loads(head) != {"seq": len(lines), "leaf": before}:
        raise DamagedError(f"{len(lines)}: the head names another last line")
    return entries


def _entry(number: int, line: bytes) -> dict[str, Any]:
    def wrong(why: object) -> NoReturn:
        raise DamagedError(f"{number}: {why}")

    if len(line) > MOST:
        wrong("it is too long")
    try:
        entry = json.loads(line, parse_float=wrong, parse_constant=wrong)
    except ValueError as error:
        wrong(error)
    _check(entry, wrong)
    written = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    if written.encode() != line:
        wrong("it is not canonical")
    if {*entry} != {"at", "cmd", "events", "hand", "prev", "seq", "v"} or entry["v"] != VERSION:
        wrong("it is not an entry of this version")
    if entry["seq"] != number or not COMMAND.fullmatch(entry["cmd"]) or not entry["events"]:
        wrong("its number, its command or its events")
    return dict(entry)


def _check(value: Any, wrong: Any, depth: int = 1) -> None:
    """Refuse what no line may contain: deep nesting, odd names, large numbers, unsafe texts."""
    if depth > DEEPEST:
        wrong("it is nested too deep")
    if isinstance(value, dict):
        for name, one in value.items():
            if not name.isascii():
                wrong("a name is not ASCII")
            _check(name, wrong, depth)
            _check(one, wrong, depth + 1)
    elif isinstance(value, list):
        for one in value:
            _check(one, wrong, depth + 1)
    elif isinstance(value, str):
        if UNSAFE.search(value):
            wrong("a text has characters that none may have")
    elif isinstance(value, int) and abs(value) > 2**53 - 1:
        wrong("a number is too large")


Match = tuple[str, int, int]


def broken_locks(entries: list[dict[str, Any]], edition: bytes) -> Iterator[int]:
    """Yield the number of each entry that changed a result after it had locked."""
    until = tomllib.loads(edition.decode())["rounds_until_lock"]
    division: dict[str, str] = {}
    brackets: dict[str, str | None] = {}
    highest: dict[str, int] = {}
    matches: dict[Match, list[str]] = {}
    for entry in entries:
        for event in entry["events"]:
            kind, match = event["event"], tuple(event.get("match") or ())
            if kind in {"result-corrected", "result-withdrawn"} and match in matches:
                pool, number, _ = match
                pools = [pool]
                if pool not in brackets:
                    ages = {division[player] for player in matches[match]}
                    pools += [each for each, age in brackets.items() if age in ages]
                if max(highest.get(each, 0) for each in pools) >= number + until:
                    yield entry["seq"]
            _follow(event, division, brackets, highest, matches)


def _follow(
    event: dict[str, Any],
    division: dict[str, str],
    brackets: dict[str, str | None],
    highest: dict[str, int],
    matches: dict[Match, list[str]],
) -> None:
    """Change what the lock hangs on; every other event is passed over."""
    pool, number = event.get("pool", ""), event.get("round", 0)
    match event["event"]:
        case "player-registered" | "late-player-admitted" | "player-amended":
            if "division" in event:
                division[event["player"]] = event["division"]
        case "cut-made" | "seeds-drawn":
            brackets[pool] = event.get("division")
        case "round-paired" | "round-repaired" | "round-withdrawn" as kind:
            for gone in [each for each in matches if each[:2] == (pool, number)]:
                del matches[gone]
            seats = zip(event.get("tables", ()), event.get("pairings", ()), strict=False)
            matches |= {(pool, number, table): pair for table, pair in seats}
            if kind == "round-paired":
                highest[pool] = max(number, highest.get(pool, 0))
        case "third-place-playoff-paired":
            matches[pool, number, event["table"]] = event["pairing"]
        case _:
            pass
