"""Lines with any event and any values that its fields may hold, and lines that nobody may write.

They are made from what msgspec says of our types, so no event and no field is forgotten.
"""

import json
import re
from collections.abc import Container, Iterator, Sequence
from functools import cache, partial
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from roundbook.ledger.record.entry import START, SpelledEntry
from roundbook.ledger.terms import MatchId

PATTERNS = {
    r"^[A-Za-z0-9_-]{43}\Z": START,
    r"^[0-9a-f]{64}\Z": "0123456789abcdef" * 4,
    r"^[A-Za-z0-9_-]{8,64}\Z": "spring_Cup-1",
    r"^[^\s+]{1,200}\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}\Z": f"cup+01234567+{'A' * 44}",
    r"^[ -~]{1,60}\Z": "a key",
}
"""A text for each pattern that none of `SHORT` fits."""

SHORT = ("p1", "p12", "h1", "en", "a-b", "masters", "1")
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 7, 2**53 - 1, "", "x", "X", " ", "p0", "p01", "p1\n", "h1", "é"),
    *([], {}, [[]], {"a": []}, ["p1"], ["p1", "p2"], [1, 2, 3], {"p1": 1}, "x" * 4_100, "A" * 43),
    *("2026-02-29", "2024-02-29", "0000-01-01", "2026-01-01T24:00:00Z", "2026-01-01T00:00:00"),
    *("2026-01-01T00:00:00+00:00", "2026-01-01T00:00:00.5Z", "2026-01-01T00:00:00.500000+05:30"),
    *("2026-01-01T00:00:00.000000Z", "2026-01-01t00:00:00z", "2026-01-01 00:00:00Z"),
)


@cache
def _entry() -> inspect.StructType:
    found = inspect.type_info(SpelledEntry)
    assert isinstance(found, inspect.StructType)
    return found


def any_line(chance: Random) -> dict[str, Any]:
    """Return a line as the canonical form of an entry has it."""
    line: dict[str, Any] = _made(_entry(), chance)
    line["events"] = line["events"][:2]
    return line | {"seq": 1, "prev": START, "v": 3}


def altered(line: dict[str, Any], chance: Random) -> dict[str, Any]:
    """Return a line in which one thing was set, taken away or put in, wherever it is."""
    found: dict[str, Any] = json.loads(json.dumps(line))
    holders = [one for one in _within(found) if one]
    held = chance.choice(holders)
    at = chance.choice([*held]) if isinstance(held, dict) else chance.randrange(len(held))
    match chance.randrange(4):
        case 0:
            del held[at]
        case 1 if isinstance(held, dict):
            fields = [name for kind in _structs() for name in kind]
            held[chance.choice([*fields, "more"])] = chance.choice(ODD)
        case _:
            held[at] = chance.choice(ODD)
    return found | {"seq": 1, "prev": START}


def text_of(line: dict[str, Any]) -> str:
    """Return a line as it is written: with its keys in order, and nothing else."""
    return json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _within(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        yield value
        for each in value.values() if isinstance(value, dict) else value:
            yield from _within(each)


@cache
def _structs() -> list[list[str]]:
    events = next(field for field in _entry().fields if field.name == "events").type
    assert isinstance(events, inspect.VarTupleType)
    assert isinstance(events.item_type, inspect.UnionType)
    kinds = [kind for kind in events.item_type.types if isinstance(kind, inspect.StructType)]
    return [[field.encode_name for field in kind.fields] for kind in kinds]


def _made(kind: Any, chance: Random) -> Any:  # noqa: C901, PLR0912 - a kind for each type.
    match kind:
        case inspect.Metadata():
            return _made(kind.type, chance)
        case inspect.StructType():
            made: dict[str, Any] = {kind.tag_field: kind.tag} if kind.tag_field else {}
            omits = kind.cls.__struct_config__.omit_defaults
            for field in kind.fields:
                absent = not field.required and _default(field) is msgspec.NODEFAULT
                if absent or (omits and not field.required):
                    value = None if chance.random() < 0.5 else _made(field.type, chance)
                    default = _default(field)
                    if value is None or value == default:
                        continue
                    made[field.encode_name] = value
                else:
                    made[field.encode_name] = _made(field.type, chance)
            return made
        case inspect.UnionType():
            return _made(chance.choice(kind.types), chance)
        case inspect.VarTupleType() | inspect.ListType():
            least = kind.min_length or 0
            return [_made(kind.item_type, chance) for _ in range(chance.randint(least, least + 2))]
        case inspect.TupleType():
            return [_made(each, chance) for each in kind.item_types]
        case inspect.NamedTupleType():
            listed = [_made(each.type, chance) for each in kind.fields]
            return ["masters", *listed[1:]] if kind.cls is MatchId else listed
        case inspect.DictType():
            some = range(chance.randint(0, 2))
            return {_made(kind.key_type, chance): _made(kind.value_type, chance) for _ in some}
        case inspect.EnumType():
            return chance.choice([*kind.cls]).value
        case inspect.LiteralType():
            return chance.choice(kind.values)
        case inspect.IntType():
            least, most = kind.ge or 0, kind.le or 9
            return chance.choice([least, most, chance.randint(least, most)])
        case inspect.StrType():
            return _text(kind, chance)
        case inspect.BoolType():
            return chance.random() < 0.5
        case inspect.NoneType():
            return None
        case inspect.DateType():
            return chance.choice(["2026-11-29", "2024-02-29", "0001-01-01", "9999-12-31"])
        case inspect.DateTimeType():
            offset = chance.choice(["Z", "Z", "+05:30", "-23:59"])
            return f"2026-11-29T23:59:{chance.choice(['59', '00', '00.000001'])}{offset}"
        case _:
            raise AssertionError(kind)


def _default(field: inspect.Field) -> Any:
    made = field.default_factory
    default = made() if callable(made) else field.default
    return [*default] if isinstance(default, tuple) else default


def _text(kind: inspect.StrType, chance: Random) -> str:
    if kind.pattern is None:
        least, most = kind.min_length or 0, kind.max_length or 9
        return chance.choice(["x" * least, "é🃏"[:most], "x" * most]) or "x" * least
    fits = [one for one in SHORT if re.search(kind.pattern, one)]
    return chance.choice(fits) if fits else PATTERNS[kind.pattern]


NAMED = {
    *("player", "players", "pairings", "pairing", "absent", "seeds", "lots", "byes", "flights"),
    *("pool", "pools", "pods", "match", "round", "rounds", "table", "tables", "after", "losses"),
    "missed",
}
"""The fields that name what an event is about: players, pools, rounds."""


def any_entry(lines: Sequence[dict[str, Any]], chance: Random, but: Container[str]) -> Any:
    """Return an entry with any events, about what a ledger has, or what it nearly has.

    None of its events is `but`, comes from a file, or is drawn if it can be without a draw.
    """
    events = [event for line in lines for event in line["events"]]
    pools = sorted({event["pool"] for event in events if "pool" in event}) or ["masters"]
    players = [event["player"] for event in events if event["event"] == "player-registered"]

    while True:
        made = any_line(chance)
        for event in made["events"]:
            event.pop("told", None)
            if event["event"] != "deck-check-drawn":
                event.pop("drawn", None)
            else:
                event["drawn"]["draw"] = "deck-checks-1"
            named = sorted(NAMED & {*event})
            event.update({name: _about(event[name], players, pools, chance) for name in named})
        if made["events"] and not any(event["event"] in but for event in made["events"]):
            hand = {"id": "h1", "role": "organiser", "station": "desk"}
            return made | {"hand": hand, "cmd": f"any-{chance.randrange(10**12)}"}


def _about(value: Any, players: list[str], pools: list[str], chance: Random) -> Any:
    """Return a value with players and pools that are there, or nearly, and with small numbers."""
    again = partial(_about, players=players, pools=pools, chance=chance)
    match value:
        case dict():
            return {again(name): again(each) for name, each in value.items()}
        case list():
            return [again(each) for each in value]
        case "p1" | "p12":
            return chance.choice([*players, "p99"])
        case "en" | "h1" | "a-b" | "masters":
            return chance.choice(pools)
        case int() if value > 9:
            return chance.randint(1, 5)
    return value


def with_any_entries(lines: Sequence[bytes], chance: Random, but: Container[str] = ()) -> list[Any]:
    """Return the entries of a ledger with some others between them; they are not chained again."""
    whole = [json.loads(line) for line in lines]
    for _ in range(chance.randint(1, 4)):
        more = any_entry(whole, chance, but)
        at = chance.randrange(1, len(whole))
        whole.insert(at, more | {"at": whole[at]["at"]})
    return whole
