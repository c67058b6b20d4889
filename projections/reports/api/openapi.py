"""The OpenAPI 3.1 description of the public JSON API, made from its resources, and its page."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from roundbook.projections.reports.api.basics import FeedLine, Problem
from roundbook.projections.reports.api.event import Tournaments
from roundbook.projections.reports.api.resources import (
    FROM,
    LIST_WORDS,
    PLAYER,
    RESOURCES,
    ROOT,
    SLUG,
    Word,
)
from roundbook.projections.reports.rendering import render

VERSION = "1.1.0"
"""The first number is that of the URLs; the second grows when something is added."""

ABOUT = """\
What anyone may see of the tournaments served here, as read-only JSON, without a key.
Names are shown as the players chose. Figures are exact fractions (`"2/3"`), next to the
printed percentage. There are no floats.

In version 1, fields, resources and kinds of events may be added: ignore what you do not know.
Nothing is removed, renamed or given another meaning; that would be `/api/v2`, served next to it.

Every answer except a stream or an error has an `ETag`: ask again with `If-None-Match`, and `304`
says that nothing has changed.
Pages on other sites may ask too (CORS). Errors are problem documents with a sentence (RFC 9457).
"""

JSON = "application/json"
PROBLEM = "application/problem+json"
LINES = "application/x-ndjson"
STREAM = "text/event-stream"

_REF = "#/components/schemas/{name}"
_SHAPES: tuple[type[Struct], ...] = (
    Tournaments,
    *(each.answer for each in RESOURCES),
    FeedLine,
    Problem,
)


def description() -> dict[str, Any]:
    """Return the description of everything that can be requested."""
    refs, shapes = msgspec.json.schema_components(_SHAPES, ref_template=_REF)
    answers = dict(zip((each.__name__ for each in _SHAPES), refs, strict=True))
    paths: dict[str, Any] = {
        ROOT: {"get": _operation("tournaments", TITLE, answers["Tournaments"], LIST_WORDS)},
    }
    for each in RESOURCES:
        answer = answers[each.answer.__name__]
        words = (*in_path(each.path), *each.words)
        paths[f"{ROOT}/{{slug}}{each.path}"] = {
            "get": _operation(each.name, each.title, answer, words)
        }
    paths[f"{ROOT}/{{slug}}/feed"] = {"get": _feed()}
    return {
        "openapi": "3.1.0",
        "info": {"title": "roundbook", "version": VERSION, "description": ABOUT},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": shapes, "responses": _responses(answers["Problem"])},
    }


TITLE = "The tournaments served here"
FEED = "What the public may know, as it happens: one object for each event"
FEED_ABOUT = """\
Lines of JSON, up to the latest entry. With `Accept: text/event-stream`, the same objects are sent
as server-sent events until the tournament closes. The `id` of each event is `ENTRY.N`. A client
that lost the connection sends the last `id` as `Last-Event-ID` (browsers do so automatically), and
receives every later event exactly once; if it has everything of a closed tournament, `204`.
An event `away` says that the data cannot be read now, and `back` that it can be read again.
"""


def in_path(path: str) -> tuple[Word, ...]:
    """Return the parameters in a path below a tournament."""
    return (SLUG, *(word for word in (PLAYER,) if f"{{{word.name}}}" in path))


def _operation(
    name: str, title: str, answer: Mapping[str, Any], words: Sequence[Word]
) -> dict[str, Any]:
    """Return what can be asked at one address."""
    return {
        "operationId": name,
        "summary": title,
        "parameters": [_parameter(word) for word in words] + [_known()],
        "responses": {
            "200": {
                "description": "The current answer.",
                "headers": {"ETag": {"schema": {"type": "string"}}},
                "content": {JSON: {"schema": dict(answer)}},
            },
            **_refusals(words),
        },
    }


def _feed() -> dict[str, Any]:
    """Return what can be requested from the feed."""
    words = (SLUG, FROM)
    last = {
        "name": "Last-Event-ID",
        "in": "header",
        "description": "The `id` of the last event that was received.",
        "schema": {"type": "string", "pattern": "^[0-9]{1,9}([.][0-9]{1,9})?$"},
    }
    text = {"schema": {"type": "string", "description": "Each line or event is a `FeedLine`."}}
    return {
        "operationId": "feed",
        "summary": FEED,
        "description": FEED_ABOUT,
        "parameters": [*(_parameter(word) for word in words), last, _known()],
        "responses": {
            "200": {"description": "What has happened.", "content": {LINES: text, STREAM: text}},
            "204": {"description": "The tournament is closed: the stream has nothing more."},
            **_refusals(words),
        },
    }


def _parameter(word: Word) -> dict[str, Any]:
    """Return one parameter, in the path or after the `?`."""
    is_path = word in (SLUG, PLAYER)
    return {
        "name": word.name,
        "in": "path" if is_path else "query",
        "required": is_path,
        "description": word.about,
        "schema": dict(word.schema),
    }


def _known() -> dict[str, Any]:
    """Return the header that avoids sending the same answer twice."""
    return {
        "name": "If-None-Match",
        "in": "header",
        "description": "The `ETag` of the answer you already have.",
        "schema": {"type": "string"},
    }


def _refusals(words: Sequence[Word]) -> dict[str, Any]:
    """Return the other answers that a URL may give."""
    codes = ("304", "400", *(("404",) if SLUG in words else ()), "503")
    return {code: {"$ref": f"#/components/responses/{code}"} for code in codes}


def _responses(problem: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers that are the same everywhere."""
    content = {PROBLEM: {"schema": dict(problem)}}
    return {
        "304": {"description": "Nothing has changed since."},
        "400": {"description": "A query parameter is not valid.", "content": content},
        "404": {"description": "There is nothing at this address.", "content": content},
        "503": {"description": "The data cannot be read right now.", "content": content},
    }


# The API page: the same description for people to read.


class Asking(Struct, frozen=True, kw_only=True):
    """One URL, with its parameters, and the shape of its answer."""

    path: str
    title: str
    about: str
    words: tuple[tuple[str, str], ...]
    answer: str | None


class ShapeField(Struct, frozen=True, kw_only=True):
    """A field of a shape: its name, the kind of its value, and what it means."""

    name: str
    kind: str
    about: str


class Shape(Struct, frozen=True, kw_only=True):
    """The shape of an answer, or of a part of one."""

    name: str
    about: str
    fields: tuple[ShapeField, ...]
    values: tuple[str, ...]


def paper() -> str:
    """Return the page, in English like the names of the fields."""
    whole = description()
    return render(
        "api.html",
        "en",
        about=whole["info"]["description"].strip().split("\n\n"),
        version=whole["info"]["version"],
        askings=[_asking(path, said["get"]) for path, said in whole["paths"].items()],
        shapes=[_shape(name, said) for name, said in whole["components"]["schemas"].items()],
    )


def _asking(path: str, said: Mapping[str, Any]) -> Asking:
    """Return one URL."""
    content = said["responses"]["200"]["content"]
    shape = next(iter(content.values()))["schema"].get("$ref", "")
    return Asking(
        path=path,
        title=said["summary"],
        about=said.get("description", ""),
        words=tuple((one["name"], one["description"]) for one in said["parameters"]),
        answer=shape.rpartition("/")[2] or None,
    )


def _shape(name: str, said: Mapping[str, Any]) -> Shape:
    """Return one shape, field by field."""
    return Shape(
        name=name,
        about=said.get("description", ""),
        fields=tuple(
            ShapeField(name=each, kind=kind_of(field), about=field.get("description", ""))
            for each, field in said.get("properties", {}).items()
        ),
        values=tuple(map(str, said.get("enum", ()))),
    )


def kind_of(field: Mapping[str, Any]) -> str:
    """Return in a few words what a value may be: `text or null`, `list of Who`."""
    if "anyOf" in field:
        return " or ".join(kind_of(each) for each in field["anyOf"])
    if "$ref" in field:
        return str(field["$ref"]).rpartition("/")[2]
    match field.get("type"):
        case "array" if "prefixItems" in field:
            return f"list of {len(field['prefixItems'])} numbers"
        case "array":
            return f"list of {kind_of(field['items'])}"
        case "object":
            return f"object of {kind_of(field['additionalProperties'])}"
        case "string":
            return str(field.get("format", "text"))
        case "integer":
            return "whole number"
        case "boolean":
            return "true or false"
        case other:
            return str(other)
