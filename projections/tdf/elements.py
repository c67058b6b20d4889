"""XML elements exactly as TOM writes them, byte for byte.

TOM writes from templates, not through a library: some empty elements close with a space before the
slash and some without, a round opens with a space before its end, and an empty container is two
tags on two lines, an empty text two tags on one.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
CONTAINER, ROUND, TIGHT, SPACED = ">", " >", "/>", " />"
"""How an opening tag ends: a container, a round, and the two kinds of empty element."""

_ESCAPED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"}
_SPECIAL = re.compile("[&<>\"']")
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that are not allowed in any XML file, even escaped."""


class Element(Struct, frozen=True):
    """An element with its attributes in order, and either a text or other elements.

    `key` identifies it among siblings of the same name, by what it is about, however that is
    written. If it is `whole`, all of it is written again when anything in it changes.
    """

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    children: tuple["Element", ...] = ()
    text: str | None = None
    end: str = CONTAINER
    key: str = ""
    whole: bool = False

    @property
    def name(self) -> tuple[str, str]:
        """What identifies the element among its siblings."""
        return self.tag, self.key


def text(tag: str, value: object) -> Element:
    """Return an element with a text: `<state></state>` if it is empty."""
    return Element(tag, text=_word(value))


def within(
    tag: str,
    /,
    *children: Element,
    about: object = "",
    end: str = CONTAINER,
    whole: bool = False,
    **attributes: object,
) -> Element:
    """Return an element around others, with its key, and its attributes in this order."""
    said = tuple((name, _word(value)) for name, value in attributes.items())
    return Element(tag, said, children, end=end, key=str(about), whole=whole)


def escaped(value: str) -> str:
    """Return a text as written in a file; characters not allowed in XML are replaced."""
    plain = _NO_XML.sub("\ufffd", value)
    return _SPECIAL.sub(lambda found: _ESCAPED[found[0]], plain)


def lines(element: Element, indent: str = "") -> Iterator[str]:
    """Yield an element line by line, without line endings."""
    said = "".join(f' {name}="{escaped(value)}"' for name, value in element.attributes)
    opening = f"{indent}<{element.tag}{said}"
    if element.text is not None:
        yield f"{opening}>{escaped(element.text)}</{element.tag}>"
        return
    yield f"{opening}{element.end}"
    if element.end not in {TIGHT, SPACED}:
        for child in element.children:
            yield from lines(child, f"{indent}\t")
        yield f"{indent}</{element.tag}>"


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
