"""From an element to a value that is known to make sense, or to a sentence that says what does not.

A shape is a frozen model of one kind of element: a field `@name` is an attribute, any other field
the text of a child. What no shape knows is counted, never silently left out.
"""

import re
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from ledger.errors import Unreadable
from ledger.importers.tree import ANOTHER_SAVE, Node, refused


class Shape(BaseModel):
    """What all shapes share: where the element stands in the file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    line: int
    path: str


S = TypeVar("S", bound=Shape)

Unread = dict[str, list[int]]
"""What was not read: the path of each unknown thing, without numbers, and its lines."""


def fill(
    node: Node,
    shape: type[S],
    unread: Unread,
    inside: Mapping[str, object] = MappingProxyType({}),
    *,
    claimed: Collection[str] = (),
) -> S:
    """Make a shape of an element; `inside` are fields that were read already, by name.

    `claimed` are the names of children that were read into one of them. Raises Unreadable, naming
    the line, if something is missing, twice, or makes no sense.
    """
    known = {field.alias or name for name, field in shape.model_fields.items()}
    values: dict[str, object] = {"line": node.line, "path": node.path, **inside}
    for name, value in node.attributes.items():
        if f"@{name}" in known:
            values[f"@{name}"] = value.strip()
        else:
            note(unread, f"{node.path}/@{name}", node.line)
    if node.text:
        note(unread, f"{node.path}/text()", node.line)
    for child in node.children:
        if child.tag in inside or child.tag in claimed:
            continue
        if child.tag not in known or child.tag in {"line", "path"}:
            note(unread, child.path, child.line)
        elif child.tag in values:
            raise refused(child, f"<{child.tag}> stands twice in one <{node.tag}>")
        else:
            _note_below(child, unread)
            values[child.tag] = child.text
    try:
        return shape.model_validate(values)
    except ValidationError as error:
        raise _in_words(error, node) from None


def _in_words(error: ValidationError, node: Node) -> Unreadable:
    """Return the first thing that is wrong with an element as a sentence."""
    found = error.errors()[0]
    name = str(found["loc"][0])
    what = f"attribute {name[1:]}" if name.startswith("@") else f"<{name}>"
    if found["type"] == "missing":
        return refused(node, f"<{node.tag}> has no {what}", ANOTHER_SAVE)
    at = next((child for child in node.children if child.tag == name), node)
    return refused(at, f"{what} {found['ctx']['error']}")


def each(
    node: Node | None, tag: str, shape_of: Callable[[Node, Unread], S], unread: Unread
) -> tuple[S, ...]:
    """Make shapes of all children of one name in an element that only holds them."""
    if node is None:
        return ()
    for name in node.attributes:
        note(unread, f"{node.path}/@{name}", node.line)
    if node.text:
        note(unread, f"{node.path}/text()", node.line)
    for child in node.children:
        if child.tag != tag:
            note(unread, child.path, child.line)
    return tuple(shape_of(child, unread) for child in node.all(tag))


def note(unread: Unread, path: str, line: int) -> None:
    """Note something that was not read, by its path without numbers."""
    kind = re.sub(r"\[[0-9]+\]", "", path)
    unread.setdefault(kind if kind.isascii() else ascii(kind), []).append(line)


def _note_below(leaf: Node, unread: Unread) -> None:
    """Note what stands in an element that should hold nothing but text."""
    for name in leaf.attributes:
        note(unread, f"{leaf.path}/@{name}", leaf.line)
    for child in leaf.children:
        note(unread, child.path, child.line)
