"""Editions as nobody has written them: every field with any value that its own type allows."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from random import Random
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.ruleset import Ruleset, build, parse

Table = dict[str, Any]

BARE = re.compile("[A-Za-z0-9_-]+")


def any_edition(chance: Random, name: str = "ours") -> tuple[bytes, Ruleset]:
    """Return the text of an edition and its rules.

    A released edition is the beginning. Each field is then given values of its type until one
    contradicts nothing; so a new field is tried without a change here.
    """
    table = parse(released.text(chance.choice(released.EDITIONS)))
    hints = get_type_hints(Ruleset, include_extras=True)
    for field in msgspec.structs.fields(Ruleset):
        for _ in range(40 if chance.random() < 0.6 else 0):
            changed = {**table, field.encode_name: any_value(hints[field.name], chance)}
            try:
                build({key: value for key, value in changed.items() if value is not None})
            except msgspec.ValidationError:
                continue
            table = {key: value for key, value in changed.items() if value is not None}
            break
    table["edition"] = name
    return toml(table, chance), build(table)


def any_value(  # noqa: C901 - flat: one case for each kind of type.
    kind: Any, chance: Random
) -> Any:
    """Return a value of a type as TOML holds it, or None where it may be absent."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        plain, meta = parts
        if plain is int:
            return chance.choice([meta.ge, min(meta.le, meta.ge + chance.randint(0, 9)), meta.le])
        return "any words" if plain is str else any_value(plain, chance)
    if origin is Literal:
        return chance.choice(parts)
    if origin in {Union, UnionType}:
        return any_value(chance.choice(parts), chance)
    if origin is tuple and parts[1:] == (...,):
        choices = get_args(parts[0]) if get_origin(parts[0]) is Literal else ()
        if choices:  # Nothing is named twice, and what ends a list of tiebreaks comes last.
            some = chance.sample(choices, chance.randint(0, len(choices)))
            last = [one for one in some if one in {"lot", "file-order"}]
            return [one for one in some if one not in last] + last[:1]
        return [any_value(parts[0], chance) for _ in range(chance.randint(0, 2))]
    if origin is tuple:
        return [any_value(part, chance) for part in parts]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = get_type_hints(kind, include_extras=True)
        fields = msgspec.structs.fields(kind)
        made = {each.encode_name: any_value(hints[each.name], chance) for each in fields}
        return {key: value for key, value in made.items() if value is not None}
    if origin is dict:
        words = ("TOP §4", "TRF §8", "a.b")
        return {one: any_value(parts[1], chance) for one in chance.sample(words, 2)}
    if kind is date:
        return date(2026, chance.randint(1, 12), chance.randint(1, 28))
    if kind is Fraction:
        return str(Fraction(chance.randint(0, 7), chance.randint(7, 9)))
    return {bool: chance.random() < 0.5, str: "ours", type(None): None}[kind]


def toml(table: Mapping[str, Any], chance: Random) -> bytes:
    """Return a table as a person may have typed it: in any order, tables in one line or several."""
    lines: list[str] = []
    later: list[str] = []
    for key, value in chance.sample([*table.items()], len(table)):
        if isinstance(value, dict) and chance.random() < 0.5:
            later += ["", f"[ {key} ]", *_lines(value)]
        elif value and isinstance(value, list) and all(isinstance(one, dict) for one in value):
            lines += [f"{key} = [", *(f"  {_typed(one)}, # one" for one in value), "]"]
        else:
            lines.append(
                f'"{key}"= {_typed(value)}' if chance.random() < 0.2 else f"{key} = {_typed(value)}"
            )
    end = chance.choice(["\n", "\r\n"])
    return f"# any edition{end}{end.join([*lines, *later])}{end}".encode()


def _lines(table: Mapping[str, Any]) -> list[str]:
    """Return each key with its value; a key of more than letters and digits is quoted."""
    return [
        f"{key if BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)} = {_typed(value)}"
        for key, value in table.items()
    ]


def _typed(value: Any) -> str:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return "{ " + ", ".join(_lines(value)) + " }"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(_typed, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
