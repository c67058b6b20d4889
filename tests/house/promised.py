"""What version 1 promises of shapes and names, as lists that a later version is compared with.

A list has a line for each shape: `Place = place:int name:text|null …`. The names on its left are
labels: a class may be renamed, since two lists are compared from what people see (the tag of an
event, the name of an answer) downwards.
"""

import inspect
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import click
import msgspec

import roundbook
from roundbook.cli.commands.schema import ANSWERS, FILES, exact
from roundbook.cli.places.backup import Contents
from roundbook.cli.verbs import WORDS
from roundbook.ledger.decks import released as decks
from roundbook.ledger.decks.deck_list import KeptList
from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.chain import Head
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets import released as editions
from roundbook.projections.reports.api.openapi import description
from tests.cli.test_commands_page import help_at, parts_of

WRITTEN: dict[str, type] = {
    "entry": Entry,
    "head": Head,
    "names": Book,
    "deck": KeptList,
    "backup": Contents,
    **FILES,
}
"""What people's files are made of, beside the events: roundbook reads them."""

WHOLE = {"Ruleset", "Tournament"}
"""Public classes of which only what the docs use is promised: each has all there is to know."""

LABEL = re.compile(r"(?:\w+\.)*[A-Z]\w*")
CHOICE = re.compile(rf"{LABEL.pattern}(?:\|{LABEL.pattern})+")
"""One of several shapes, such as the events: more of them may come, so they are told by name."""

NEEDED = "!"
ROOT = re.compile(r"[a-z][\w -]*: ")
SHAPE = re.compile(r"([\w.]+) ([=~:]) (.*)")


class Shape(NamedTuple):
    """The fields of a shape with their kinds, or the words that a value may be."""

    fields: Mapping[str, str]
    needed: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()


def shapes(roots: Mapping[str, type]) -> list[str]:
    """Return a line for each root with its label, and one for each shape that it is made of."""
    made, parts = msgspec.json.schema_components([*roots.values()], schema_hook=exact)
    lines = [f"{name}: {kind(one)}" for name, one in zip(roots, made, strict=True)]
    for label, part in parts.items():
        if "enum" in part:
            lines.append(f"{label} ~ {'|'.join(sorted(map(str, part['enum'])))}")
        elif "properties" in part:
            needed = {*part.get("required", ())}
            fields = (
                f"{name}:{kind(one)}{NEEDED if name in needed else ''}"
                for name, one in sorted(part["properties"].items())
            )
            lines.append(f"{label} = {' '.join(fields)}")
        else:
            lines.append(f"{label} : {kind(part)}")
    return sorted(lines)


def kind(field: Mapping[str, Any]) -> str:
    """Return what a value may be: `text`, `[Place]` for a list, `{int}` for an object by name."""
    match field:
        case {"$ref": ref}:
            return str(ref).rpartition("/")[2]
        case {"anyOf": choices}:
            return "|".join(sorted(map(kind, choices)))
        case {"enum": _} | {"const": _}:
            return "word"
        case {"type": "array", "prefixItems": items}:
            return f"[{'+'.join(map(kind, items))}]"
        case {"type": "array"}:
            return f"[{kind(field.get('items', {}))}]"
        case {"type": "object"}:
            within = field.get("additionalProperties", {})
            return f"{{{kind(within) if isinstance(within, dict) else 'any'}}}"
        case {"type": plain}:
            return {"string": "text", "integer": "int", "boolean": "bool"}.get(plain, str(plain))
        case _:
            return "any"


def events() -> dict[str, type]:
    """Return the class of every event by its tag on disk."""
    return {one.__struct_config__.tag: one for one in AnyEvent.__args__}


def files() -> list[str]:
    """Return what the lines of a ledger and the other files are made of."""
    return shapes({**{f"event {tag}": one for tag, one in events().items()}, **WRITTEN})


def answers() -> list[str]:
    """Return what `--json` prints and `/api/v1` answers, and the addresses below it."""
    asked = [
        f"GET {path} ({one['name']})"
        for path, said in description()["paths"].items()
        for one in (*said["get"]["parameters"], {"name": ""})
    ]
    return [*sorted(asked), *shapes(ANSWERS)]


def commands() -> list[str]:
    """Return every command with its options, a line each."""
    return sorted(
        f"{part}({' '.join(f'{option}?' for option in sorted(_options(help_at(part)[0])))})"
        for verb in WORDS
        for part in parts_of(verb)
    )


def _options(command: click.Command) -> Iterator[str]:
    for one in command.params:
        if isinstance(one, click.Option):
            yield from (*one.opts, *one.secondary_opts)


def python() -> list[str]:
    """Return every public name of Python, with what is asked of it and what it has."""
    lines = []
    for name in roundbook.__all__:
        said = getattr(roundbook, name)
        if inspect.isclass(said):
            lines.append(f"class {name}")
            lines += [f"{name}.{part}" for part in _parts(said) if name not in WHOLE]
        elif inspect.ismodule(said):
            lines.append(f"module {name}")
        else:
            lines.append(f"{name}{_asked(said)}")
    lines += [
        f"testing.{name}{_asked(getattr(roundbook.testing, name))}" for name in ("play", "happened")
    ]
    lines += [f"events.{one.__name__}" for one in events().values()]
    return sorted(lines)


def _parts(kind: type) -> Iterator[str]:
    for name in sorted(one for one in dir(kind) if not one.startswith("_")):
        said = inspect.getattr_static(kind, name)
        yield f"{name}{_asked(said)}" if inspect.isfunction(said) else name


def _asked(function: Any) -> str:
    """Return the parameters of a function; `?` after those that may be left out."""
    told = (
        f"{'*' if one.kind is one.KEYWORD_ONLY else ''}{one.name}"
        f"{'' if one.default is one.empty else '?'}"
        for one in inspect.signature(function).parameters.values()
        if one.name != "self"
    )
    return f"({' '.join(told)})"


def released() -> list[str]:
    """Return every released edition, card pool and set of deck rules with its digest."""
    return sorted(
        [
            *(f"edition {name} {editions.digest(name)}" for name in editions.EDITIONS),
            *(f"deck file {name} {digest}" for name, digest in decks.names().items()),
        ]
    )


LISTS = {
    "files.txt": files,
    "answers.txt": answers,
    "commands.txt": commands,
    "python.txt": python,
    "released.txt": released,
}
"""What version 1 promises, by the file in fixtures/formats/1 that keeps it."""


def broken(then: list[str], now: list[str], *, written: bool) -> list[str]:
    """Return what a list promised then and does not keep now.

    `written` is for what people's files contain: roundbook has to read the old ones, so no field
    may become required. What it says is read by programs, so no field may become optional.
    """
    old, new, roots = _known(then), _known(now), _roots(now)
    plain = {line for line in then if not ROOT.match(line) and not SHAPE.fullmatch(line)}
    wrong = sorted(f"{line} is gone" for line in plain.difference(now))
    compared, waiting = set[tuple[str, str]](), list[tuple[str, str]]()

    def follow(where: str, was: str, given: str | None) -> None:
        if given is None:
            wrong.append(f"{where} is gone")
        elif not (pairs := _compared(was, given)):
            wrong.append(f"{where} was {was} and is {given}")
        else:
            waiting.extend(pairs[1:])

    for root, was in _roots(then).items():
        follow(root, was, roots.get(root))
    while waiting:
        pair = waiting.pop()
        if pair in compared:
            continue
        compared.add(pair)
        before, after = old[pair[0]], new[pair[1]]
        wrong += [f"{pair[0]} is never {word} now" for word in sorted(before.words - after.words)]
        for name, kind_then in before.fields.items():
            follow(f"{pair[0]}.{name}", kind_then, after.fields.get(name))
        if written:
            stricter, how = after.needed - before.needed, "required"
        else:
            stricter, how = before.needed & {*after.fields} - after.needed, "left out at times"
        wrong += [f"{pair[0]}.{name} is {how} now" for name in sorted(stricter)]
    return wrong


def _compared(was: str, given: str) -> list[tuple[str, str]]:
    """Return the labels to compare if a kind is kept, after that of the kind itself."""
    outer = tuple(LABEL.sub("@", CHOICE.sub("@|@", one)) for one in (was, given))
    if outer[0] != outer[1]:
        return []
    choices = [*zip(CHOICE.findall(was), CHOICE.findall(given), strict=True)]
    if any(these.count("|") > those.count("|") for these, those in choices):
        return []
    alone = (LABEL.findall(CHOICE.sub("", one)) for one in (was, given))
    kept = (
        (label, label)
        for these, those in choices
        for label in these.split("|")
        if label in those.split("|")
    )
    return [(was, given), *zip(*alone, strict=True), *kept]


def gone(then: list[str], now: list[str]) -> list[str]:
    """Return which names were promised then and are gone, or can no longer be called as then."""
    names = dict(map(_called, now))
    wrong = []
    for line in then:
        name, was = _called(line)
        if (given := names.get(name)) is None:
            wrong.append(f"{name} is gone")
            continue
        known = {one.rstrip("?").lstrip("*"): one for one in given}
        for at, one in enumerate(was):
            plain = one.rstrip("?").lstrip("*")
            if plain not in known:
                wrong.append(f"{name} no longer takes {plain}")
            elif not one.startswith(("*", "-")) and (
                known[plain].startswith("*") or given[at] != known[plain]
            ):
                wrong.append(f"{name} takes {plain} elsewhere")
            elif one.endswith("?") and not known[plain].endswith("?"):
                wrong.append(f"{name} requires {plain}")
        were = {one.rstrip("?").lstrip("*") for one in was}
        wrong += [
            f"{name} requires {plain}"
            for plain, one in known.items()
            if plain not in were and not one.endswith("?")
        ]
    return wrong


def _called(line: str) -> tuple[str, list[str]]:
    name, _, rest = line.partition("(")
    return name, rest.removesuffix(")").split()


def _roots(lines: list[str]) -> dict[str, str]:
    found = (line.partition(": ") for line in lines if ROOT.match(line))
    return {name: kind for name, _, kind in found}


def _known(lines: list[str]) -> dict[str, Shape]:
    """Return the shapes of a list by their labels."""
    found = {}
    for line in lines:
        if ROOT.match(line) or not (shape := SHAPE.fullmatch(line)):
            continue
        label, sign, rest = shape.groups()
        if sign == "~":
            found[label] = Shape({}, words=frozenset(rest.split("|")))
            continue
        fields = dict(one.split(":", 1) for one in rest.split()) if sign == "=" else {"": rest}
        found[label] = Shape(
            {name: one.rstrip(NEEDED) for name, one in fields.items()},
            needed=frozenset(name for name, one in fields.items() if one.endswith(NEEDED)),
        )
    return found
