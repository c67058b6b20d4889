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


class Seen:
    """What the lock hangs on, in the order of events; every other event is passed over."""

    def __init__(self) -> None:
        self.division: dict[str, str] = {}
        self.brackets: dict[str, str | None] = {}
        self.highest: dict[str, int] = {}
        self.matches: dict[Match, list[str]] = {}
        self.results: set[Match] = set()
        self.held: dict[Match, dict[str, int]] = {}

    def latest(self, match: Match) -> int:
        """Return the highest round of the pools that lock a match."""
        pools = [match[0]]
        if match[0] not in self.brackets:
            ages = {self.division[player] for player in self.matches[match]}
            pools += [each for each, age in self.brackets.items() if age in ages]
        held = self.held.get(match, {})
        return max(max(self.highest.get(each, 0), held.get(each, 0)) for each in pools)

    def follow(self, event: dict[str, Any]) -> None:
        """Change what the lock hangs on."""
        pool, number = event.get("pool", ""), event.get("round", 0)
        match event["event"]:
            case "player-registered" | "late-player-admitted" | "player-amended":
                if "division" in event:
                    self.division[event["player"]] = event["division"]
            case "cut-made" | "seeds-drawn":
                self.brackets[pool] = event.get("division")
            case "round-paired" | "round-repaired" | "round-withdrawn" as kind:
                for gone in [each for each in self.matches if each[:2] == (pool, number)]:
                    del self.matches[gone]
                    self.results.discard(gone)
                seats = zip(event.get("tables", ()), event.get("pairings", ()), strict=False)
                self.matches |= {(pool, number, table): pair for table, pair in seats}
                if kind == "round-paired":
                    self.highest[pool] = max(number, self.highest.get(pool, 0))
            case "third-place-playoff-paired":
                self.matches[pool, number, event["table"]] = event["pairing"]
            case "third-place-playoff-withdrawn":
                self.matches.pop(match_of(event), None)
                self.results.discard(match_of(event))
            case _:
                self._results(event)

    def _results(self, event: dict[str, Any]) -> None:
        match event["event"]:
            case "result-reported":
                self.results.add(match_of(event))
            case "result-withdrawn":
                self.results.discard(match_of(event))
            case "history-shortened":
                paired = event.get("paired", {})
                for each in self.results:
                    before = self.held.get(each, {})
                    self.held[each] = {
                        name: max(before.get(name, 0), paired.get(name, 0))
                        for name in {*before, *paired}
                    }
            case _:
                pass


def match_of(event: dict[str, Any]) -> Match:
    """Return the match that an event is about."""
    pool, number, table = event["match"]
    return pool, number, table


def broken_locks(entries: list[dict[str, Any]], edition: bytes) -> Iterator[int]:
    """Yield the number of each entry that changed a result after it had locked."""
    until = tomllib.loads(edition.decode())["rounds_until_lock"]
    seen = Seen()
    for entry in entries:
        for event in entry["events"]:
            if event["event"] in {"result-corrected", "result-withdrawn"}:
                match = match_of(event)
                if match in seen.matches and seen.latest(match) >= match[1] + until:
                    yield entry["seq"]
            seen.follow(event)
