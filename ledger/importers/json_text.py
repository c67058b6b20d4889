"""Strict reading of foreign JSON, and its mistakes in words."""

import json
from collections.abc import Iterable
from typing import Any, NoReturn

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from roundbook.ledger.text import short

_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "is not a field of {noun}",
    "model_type": "must be an object",
    "dict_type": "must be an object",
    "list_type": "must be a list",
    "bool_type": "must be true or false",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "greater_than_equal": "must be {ge} or more",
    "less_than_equal": "must be {le} or less",
    "string_type": "must be text",
    "string_unicode": "must be text",
    "string_too_short": "must not be empty",
    "string_too_long": "must have at most {max_length} characters",
    "string_pattern_mismatch": "does not have the expected form",
    "literal_error": "must be {expected}",
    "too_short": "must not be empty",
    "too_long": "must have at most {max_length} entries",
}
"""What is said about a field, by the type of its mistake."""


def decoded(data: bytes, *, infinite: bool = False) -> Any:
    """Return what JSON contains; raise ValueError with half a sentence.

    A name that appears twice in one object is a mistake, since it is unclear which is meant, and so
    is NaN or Infinity, unless `infinite` says that they are checked later.
    """
    try:
        constant = float if infinite else _no_number
        return json.loads(data.decode(), object_pairs_hook=_once, parse_constant=constant)
    except json.JSONDecodeError as mistake:
        said = f"{mistake.msg[:1].lower()}{mistake.msg[1:]}"
        what = f"it is not JSON: {said}, at character {mistake.pos + 1}"
    except UnicodeDecodeError as mistake:
        what = f"byte {mistake.start + 1} is not UTF-8 text"
    except _Twice as mistake:
        what = f"{short(mistake.args[0])} appears twice in one object"
    except RecursionError:
        what = "it is nested too deeply"
    except ValueError:
        what = "it contains an invalid number"
    raise ValueError(what)


class _Twice(Exception):  # noqa: N818 - it never leaves this module.
    """A name appears twice in one object, so it is unclear which is meant."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _Twice(name)
        found[name] = value
    return found


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


def sentence(mistakes: ValidationError, noun: str) -> str:
    """Return the first mistake in words; an unknown name is often the reason why one is missing."""
    return in_words(min(mistakes.errors(), key=lambda one: one["type"] != "extra_forbidden"), noun)


def in_words(mistake: ErrorDetails, noun: str) -> str:
    """Return a mistake in words: the path in the file, as people write it, and what is wrong."""
    words = _WORDS.get(mistake["type"])
    place = path(mistake["loc"])
    if words is None:
        return f"{place} cannot be used: {mistake['msg']}"
    return f"{place or noun} {words.format_map({'noun': noun, **mistake.get('ctx', {})})}"


def path(steps: Iterable[int | str]) -> str:
    """Return a place in a file, as people write it: `players[2].points`."""
    named = (step for step in steps if step != "[key]")
    parts = (f"[{step}]" if isinstance(step, int) else f".{short(step)}" for step in named)
    return "".join(parts).removeprefix(".")
