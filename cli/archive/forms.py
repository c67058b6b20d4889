"""The forms of tables, objects and lines, derived from our own types: the page reads by them.

So the page reads every field and no others, and no list of fields is kept twice.
"""

from collections.abc import Mapping
from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, UNSET, Meta, Struct, UnsetType
from msgspec.structs import FieldInfo, fields

from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.events.event import Event
from roundbook.ledger.record.entry import SpelledEntry
from roundbook.ledger.terms import MatchId, PoolName, RoundNumber, Table

Kind = list[Any]
"""What a field may hold, as `fieldOf` in forms.js reads it: a word, and what bounds it."""

Form = dict[str, list[Any]]
"""The fields of a table or object by their names on disk: the kind of each, its default, a mark."""

ABSENT = "absent"
"""Marks an optional field without a default: without a value, it is left out."""

OMITTED = "omitted"
"""Marks a field of a line whose default is never written, so one fact always has the same bytes."""


def form_of(struct: type[Struct], *but: str, line: bool = False) -> Form:
    """Return the form of a table or object, `but` for some fields.

    People may write a default out, but a `line` is canonical, which leaves no choice. No default is
    a fraction, so each is a value of JSON.
    """
    hints = get_type_hints(struct, include_extras=True)
    form: Form = {}
    for one in fields(struct):
        if one.name not in but:
            default = _default(one)
            if line and default and ABSENT not in default:
                default = [*default, OMITTED] if struct.__struct_config__.omit_defaults else []
            form[one.encode_name] = [_kind(hints[one.name], line), *default]
    return form


def line_forms() -> dict[str, Any]:
    """Return the form of an entry, and of each event by its tag; all events have the `common`."""
    shared = [field.name for field in fields(Event)]
    return {
        "entry": form_of(SpelledEntry, "events", line=True),
        "common": form_of(Event, line=True),
        "events": {
            kind.__struct_config__.tag: form_of(kind, *shared, line=True)
            for kind in get_args(AnyEvent)
        },
    }


def _default(field: FieldInfo) -> list[Any]:
    """Return the default of a field as JSON; nothing if it is required."""
    if field.default_factory is not NODEFAULT:
        return [field.default_factory()]
    if field.default is UNSET:
        return [None, ABSENT]
    return [] if field.required else [field.default]


def _kind(kind: Any, line: bool) -> Kind:  # noqa: FBT001 - a kind for each type.
    """Return what a field of this type may hold."""
    if kind is MatchId:
        kind = tuple[PoolName, RoundNumber, Table]  # See `refuse_odd_pools`.
    kind = getattr(kind, "__supertype__", kind)
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        plain, meta = parts
        return _bounded(plain, meta, line)
    if origin is Literal:
        return ["one", list(parts)]
    if origin in {Union, UnionType}:
        held = [_kind(part, line) for part in parts if part not in {NoneType, UnsetType}]
        one = held[0] if len(held) == 1 else ["any", held]
        return ["maybe", one] if NoneType in parts else one
    if origin is tuple or issubclass(origin or kind, tuple):
        if parts[1:] == (...,):
            return ["list", _kind(parts[0], line)]
        parts = parts or tuple(get_type_hints(kind, include_extras=True).values())
        return ["pair", [_kind(part, line) for part in parts]]
    if origin in {dict, Mapping}:
        return ["map", *(_kind(part, line) for part in parts)]
    if issubclass(kind, Struct):
        return ["table", form_of(kind, line=line)]
    if issubclass(kind, StrEnum):
        return ["one", list(kind)]
    days = {date: "date", datetime: "moment"} if line else {date: "day"}
    return [({bool: "flag", str: "text", Fraction: "rate"} | days)[kind]]


def _bounded(plain: Any, meta: Meta, line: bool) -> Kind:  # noqa: FBT001 - as above.
    """Return what a field of a type with bounds may hold."""
    bounds = (meta.min_length, meta.max_length)
    if getattr(plain, "__supertype__", plain) is int:
        return ["whole", meta.ge, meta.le]
    if get_origin(plain) is tuple:
        return [*_kind(plain, line), *bounds]
    return ["moment"] if plain is datetime else ["text", *bounds, meta.pattern]
