"""Custom editions: the rules file of an organiser, and one sentence for every mistake in it.

Released editions are not read here. pydantic reads the file, because it explains mistakes well; it
is slow to load, so import this module only if somebody brings an edition.
"""

import difflib
import hashlib
import reprlib
import tomllib
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from types import GenericAlias, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    StrictBool,
    StrictInt,
    StrictStr,
    TypeAdapter,
    ValidationError,
    create_model,
)
from pydantic_core import ErrorDetails

from roundbook.ledger.errors import Unreadable, advice, do
from roundbook.ledger.rulesets.released import EDITIONS, digest, taken
from roundbook.ledger.rulesets.ruleset import Ruleset, build, fraction, parse
from roundbook.ledger.text import reason

MAX_BYTES = 65_535
"""The longest edition, in bytes: it travels with the tournament."""

MOST_NAMED = 30
"""How many mistakes of one edition are named; the rest are counted."""

_HINT = advice("Correct the file; {} describes every field.", do("schema", "edition"))


def read(text: bytes) -> Ruleset:
    """Read an edition that a person wrote.

    Raise Unreadable with one sentence that names the field. The name of a released edition is
    refused: it would make a ledger look as if it were played by the released rules.
    """
    table = _parsed(text)
    try:
        _form().validate_python(table)
    except ValidationError as mistakes:
        raise _unreadable(mistakes) from None
    try:
        rules = build(table)
    except msgspec.ValidationError as mistake:
        message = f"the edition contradicts itself: {reason(mistake)}."
        raise Unreadable(message, hint=_HINT) from None
    if rules.edition in EDITIONS and hashlib.sha256(text).hexdigest() != digest(rules.edition):
        raise Unreadable(
            taken(rules.edition),
            where="edition",
            hint="Give your edition a different name.",
        )
    return rules


def _parsed(text: bytes) -> dict[str, object]:
    """Return the TOML table of a text; raise Unreadable with the reason if there is none."""
    if len(text) > MAX_BYTES:
        raise Unreadable(f"the edition is longer than {MAX_BYTES} bytes.", hint=_HINT)
    try:
        return parse(text)
    except UnicodeDecodeError as mistake:
        why = f"byte {mistake.start + 1} is not UTF-8"
    except tomllib.TOMLDecodeError as mistake:
        why = reason(mistake)
    except ValueError:
        why = "it contains an invalid number or date"
    except RecursionError:
        why = "it is nested too deeply"
    raise Unreadable(f"the edition is not TOML: {why}.", hint=_HINT)


@lru_cache
def _form() -> TypeAdapter[BaseModel]:
    """Return the pydantic model of an edition, made once."""
    return TypeAdapter(_model(Ruleset))


def _model(struct: type[msgspec.Struct]) -> type[BaseModel]:
    """Return the model of one table: each field of the Struct, under its name on disk.

    Derived, so the model has every field of an edition and no others.
    """
    hints = get_type_hints(struct, include_extras=True)
    fields: dict[str, Any] = {
        known.name: (
            _asked(hints[known.name]),
            Field(... if known.required else known.default, alias=known.encode_name),
        )
        for known in msgspec.structs.fields(struct)
    }
    return create_model(struct.__name__, __config__=ConfigDict(extra="forbid"), **fields)


def _asked(kind: Any) -> Any:
    """Return the pydantic type for a field whose type in the Struct is `kind`."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _model(kind)
    if kind is Fraction:
        return Annotated[Fraction, PlainValidator(fraction)]
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        plain, meta = parts
        bounds = ("ge", "le", "min_length", "max_length", "pattern")
        asked = {name: getattr(meta, name) for name in bounds}
        if meta.pattern:  # pydantic has the end of a text as \z, Python and msgspec as \Z.
            asked["pattern"] = meta.pattern.replace(r"\Z", r"\z")
        return Annotated[_asked(plain), Field(**asked)]
    if origin is dict:
        key, value = parts
        return dict[_asked(key), _asked(value)]  # type: ignore[misc]
    if origin is tuple:
        return GenericAlias(tuple, tuple(part if part is ... else _asked(part) for part in parts))
    if origin in {Union, UnionType}:
        return Union[tuple(_asked(part) for part in parts)]  # noqa: UP007 - made of parts.
    return {int: StrictInt, bool: StrictBool, str: StrictStr}.get(kind, kind)


def _unreadable(mistakes: ValidationError) -> Unreadable:
    """Return the mistakes as sentences that name their fields.

    Unknown names come first: one is often the reason why another name is missing.
    """
    found = sorted(mistakes.errors(), key=lambda mistake: mistake["type"] != "extra_forbidden")
    first, *others = map(_sentence, found[:MOST_NAMED])
    if len(found) > MOST_NAMED:
        others.append(f"{len(found) - MOST_NAMED} more mistakes.")
    return Unreadable(first, where=_place(found[0]["loc"]), hint=_HINT, others=others)


def _sentence(mistake: ErrorDetails) -> str:
    """Return one mistake as a sentence that names its field."""
    place = _place(mistake["loc"])
    match mistake["type"]:
        case "missing":
            return f"{place} is missing."
        case "extra_forbidden":
            top = len(mistake["loc"]) == 1
            near = top and difflib.get_close_matches(place, Ruleset.__struct_fields__, n=1)
            meant = f"; did you mean {near[0]}?" if near else "."
            return f"{place} is not a field of an edition{meant}"
        case "literal_error":
            wrong = reprlib.repr(mistake["input"])
            return f"{place} is {wrong}, but must be {mistake['ctx']['expected']}."
        case "value_error":
            return f"{place}: {mistake['ctx']['error']}."
        case _:
            return f"{place}: {mistake['msg'][:1].lower()}{mistake['msg'][1:]}."


def _place(path: Sequence[int | str]) -> str:
    """Return the place of a mistake as people write it: `tiebreaks[2]`, `vg[0].from`."""
    steps = (
        f"[{step}]" if isinstance(step, int) else f".{step if _bare(step) else reprlib.repr(step)}"
        for step in path
    )
    return "".join(steps).removeprefix(".")


def _bare(name: str) -> bool:
    """Return whether a name can be shown as it is; a quoted TOML name can contain anything."""
    return name.isascii() and name.isidentifier() and len(name) <= 40
