"""Which texts of a value have to match which pattern, found by the kinds of its fields."""

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct
from msgspec.structs import fields

from roundbook.ledger.terms import MatchId, PoolName


def patterns_of(kind: Any) -> list[str]:
    """Return the patterns that a kind of text is marked with."""
    kind = getattr(kind, "__supertype__", kind)
    metas = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    return [meta.pattern for meta in metas if isinstance(meta, Meta) and meta.pattern]


def marked(kind: Any, value: Any) -> Iterator[tuple[str, str]]:
    """Yield every pattern in a value of a kind, with the text that has to match it."""
    kind = getattr(kind, "__supertype__", kind)
    origin, args = get_origin(kind), get_args(kind)
    if value is None:
        return
    if origin is Annotated:
        yield from ((pattern, value) for pattern in patterns_of(kind))
        yield from marked(args[0], value)
    elif origin in {Union, UnionType}:
        own = [one for one in args if one is not NoneType]
        of_class = [one for one in own if isinstance(one, type) and type(value) is one]
        for one in of_class or own[:1]:
            yield from marked(one, value)
    elif origin is tuple:
        every = args[0] if args[-1:] == (...,) else None
        for place, part in enumerate(value):
            yield from marked(every or args[place], part)
    elif origin is dict:
        for key, part in value.items():
            yield from marked(args[0], key)
            yield from marked(args[1], part)
    else:
        for name, part in _fields(kind).items():
            yield from marked(part, getattr(value, name))


def _fields(kind: Any) -> dict[str, Any]:
    """Return the fields of a Struct or NamedTuple, and their kinds; of anything else none."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        return {one.name: one.type for one in fields(kind)}
    hints = get_type_hints(kind, include_extras=True) if hasattr(kind, "_fields") else {}
    return hints | {"pool": PoolName} if kind is MatchId else hints
