"""The API page: the description of the public JSON API for people to read."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from projections.reports.api.openapi import description
from projections.reports.rendering import render


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
