"""Ids match the pattern of their kind; many are looked at together, which is quicker than singly.

msgspec asks a pattern about every text by itself, which was most of the time of reading a ledger. A
text whose type is marked with `Matching` is decoded as any text, and `mismatched` then asks about
each distinct one once. What it finds is decoded again with the patterns in msgspec: so the words of
a refusal are always those of msgspec.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import chain
from operator import attrgetter
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import Meta, Struct, defstruct
from msgspec.structs import fields

Kind = TypeVar("Kind", bound=Struct)

KNOWN = 10_000
"""How many texts of a sort are remembered to match."""

Many = Callable[[], Iterable[Any]]
"""Gives many values of a kind, from the first on, as often as it is asked."""

Look = Callable[[Many], bool]
"""Tells whether a text in one of many values of a kind does not match."""

UNDECODABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What msgspec raises at bytes that are not what they should be."""


class Matching(NamedTuple):
    """Marks a text: what it has to match, from its first character to its last.

    `returns` says whether the same texts come again and again, as the numbers of players do.
    """

    pattern: str
    returns: bool = True


def decode(kind: type[Kind], data: bytes) -> Kind:
    """Read JSON as a value of a kind, every pattern held; raises one of UNDECODABLE.

    What msgspec decodes without the patterns is asked about them afterwards. Of several faults the
    first in the text is named: that is what msgspec says when it is asked with the patterns.
    """
    try:
        value: Kind | None = _decoder(kind).decode(data)
    except UNDECODABLE:
        value = None
    if value is None or mismatched(kind, [value]):
        _decoder(with_patterns(kind)).decode(data)
        raise AssertionError("msgspec decodes with the patterns what it refused without them")
    return value


def mismatched(kind: Any, values: Sequence[Any]) -> bool:
    """Tell whether one of these values of a kind holds a text that its mark does not allow."""
    look = _look(kind)
    return look is not None and look(values.__iter__)


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


# --- looking at many ------------------------------------------------------------------------------


@cache
def _look(kind: Any) -> Look | None:
    """Return how to look at many values of a kind at once; None if no text in them is marked."""
    kind = getattr(kind, "__supertype__", kind)
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        marks = [mark for mark in args[1:] if isinstance(mark, Matching)]
        return _of_texts(marks[0]) if marks else _look(args[0])
    if origin in {Union, UnionType}:
        return _of_one_of([one for one in args if one is not NoneType])
    if origin is tuple:
        return _of_parts([(args[0], chain.from_iterable)])
    if origin is dict:
        keys, texts = chain.from_iterable, lambda maps: chain.from_iterable(map(dict.values, maps))
        return _of_parts([(args[0], keys), (args[1], texts)])
    return _of_parts([(part, partial(map, attrgetter(path))) for path, part in _paths(kind)])


def _paths(kind: Any, above: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the fields of a kind by their paths, in place of one that has fields, those of it."""
    for name, part in _fields(kind).items():
        if _fields(part):
            yield from _paths(part, f"{above}{name}.")
        else:
            yield f"{above}{name}", part


def _of_texts(mark: Matching) -> Look:
    """Look at many texts in one go: each with a LF behind it, and no LF in any."""
    one = mark.pattern.removeprefix("^").removesuffix(r"\Z")
    match = re.compile(rf"(?:{one}\n)*\Z").match
    known: set[str] = set()

    def is_odd(texts: Collection[str]) -> bool:
        joined = "\n".join([*texts, ""])
        return match(joined) is None or joined.count("\n") != len(texts)

    def look(texts: Many) -> bool:
        if known.issuperset(texts()):
            return False
        new = set(texts()) - known
        if is_odd(new):
            return True
        if len(known) + len(new) <= KNOWN:
            known.update(new)
        return False

    return look if mark.returns else lambda texts: is_odd([*texts()])


def _of_parts(parts: Iterable[tuple[Any, Callable[[Sequence[Any]], Iterable[Any]]]]) -> Look | None:
    """Look at parts of every value: of which kind they are, and how to get all of them."""
    looks = [(look, part) for kind, part in parts if (look := _look(kind))]

    def look_at(values: Many) -> bool:
        every = [*values()]
        return any(look(partial(part, every)) for look, part in looks)

    return look_at if looks else None


def _of_one_of(kinds: Sequence[Any]) -> Look | None:
    """Look at values of one kind or None, or of classes, which tell them apart."""
    if len(kinds) == 1:
        return _of_parts([(kinds[0], lambda values: [one for one in values if one is not None])])
    looks = {kind: look for kind in kinds if (look := _look(kind))}
    assert all(isinstance(kind, type) for kind in looks), "a union is of classes"

    def look_at(values: Many) -> bool:
        every = [*values()]
        found = set(map(type, every))
        if len(found) == 1:  # So it is nearly always.
            return any(look(every.__iter__) for look in map(looks.get, found) if look)
        found &= looks.keys()
        return any(looks[kind]([v for v in every if type(v) is kind].__iter__) for kind in found)

    return look_at if looks else None


def _fields(kind: Any) -> dict[str, Any]:
    """Return the fields of a Struct or NamedTuple, and their kinds; of anything else none."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        return {one.name: one.type for one in fields(kind)}
    return get_type_hints(kind, include_extras=True) if hasattr(kind, "_fields") else {}


# --- asking msgspec -------------------------------------------------------------------------------


@cache
def with_patterns(kind: Any) -> Any:
    """Return the kind of what msgspec accepts when it holds every marked text to its pattern."""
    kind = getattr(kind, "__supertype__", kind)
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        marks = [Meta(pattern=m.pattern) if isinstance(m, Matching) else m for m in args[1:]]
        return Annotated[with_patterns(args[0]), *marks]
    if origin in {Union, UnionType}:
        return Union[tuple(map(with_patterns, args))]  # noqa: UP007 - there is no other way.
    if origin in {tuple, dict}:
        return origin[tuple(one if one is ... else with_patterns(one) for one in args)]
    if not _fields(kind):
        return kind
    named = {name: with_patterns(part) for name, part in _fields(kind).items()}
    if not issubclass(kind, Struct):
        return type(kind.__name__, (kind,), {"__annotations__": named})
    how, optional = kind.__struct_config__, {one.name for one in fields(kind) if not one.required}
    return defstruct(
        kind.__name__,
        [(name, part, None) if name in optional else (name, part) for name, part in named.items()],
        tag_field=how.tag_field,
        tag=how.tag,
        forbid_unknown_fields=how.forbid_unknown_fields,
        kw_only=True,
    )
