"""Where each element of a file stands, byte for byte: so that one can be changed and no other.

Only for bytes that the importer has read: that they are well formed, and hold no document type, is
known. What is not an element (comments, instructions, white space) belongs to nobody and is kept.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

_TOKEN = re.compile(
    rb"""<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>|<[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>""",
    re.DOTALL,
)
_NAME = re.compile(rb"[^\s/>]+")
_ATTRIBUTE = re.compile(rb"""([^\s=/>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_REFERENCE = re.compile(r"&(?:#x([0-9a-fA-F]+)|#([0-9]+)|(\w+));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_ASIDE = (b"<!--", b"<?", b"<![CDATA[")


class Span(Struct):
    """An element in the bytes of a file.

    It runs from `start` to `end`; `inside` is where its opening tag has ended, `outside` where its
    closing tag begins; both are `end` for an element that closes itself. `attributes` are the
    stretches of the values, without their quotes.
    """

    tag: str
    start: int
    inside: int
    outside: int
    end: int
    attributes: dict[str, tuple[int, int]]
    children: list["Span"]

    @property
    def closes_itself(self) -> bool:
        """Whether it is one tag: `<pods/>`."""
        return self.inside == self.end


def root_of(data: bytes) -> Span:
    """Return the root element of a file that the importer has read."""
    around = Span("", 0, 0, len(data), len(data), {}, [])
    stack = [around]
    for found in _TOKEN.finditer(data):
        token = found[0]
        if token.startswith(_ASIDE):
            continue
        if token.startswith(b"</"):
            done = stack.pop()
            done.outside, done.end = found.start(), found.end()
            continue
        opened = _opened(token, found.start(), found.end())
        stack[-1].children.append(opened)
        if not token.endswith(b"/>"):
            stack.append(opened)
    assert len(stack) == 1, "what the importer has read closes what it opens"
    return around.children[0]


def value(data: bytes, span: Span, name: str) -> str | None:
    """Return what an attribute says; None where there is none."""
    stretch = span.attributes.get(name)
    return plain(data[stretch[0] : stretch[1]]) if stretch else None


def content(data: bytes, span: Span) -> str:
    """Return the text of an element, without the comments in it and the space around it."""
    return plain(_TOKEN.sub(b"", data[span.inside : span.outside])).strip()


def asides(inner: bytes) -> bytes:
    """Return the comments and instructions in the content of an element, one after the other."""
    kept = (found[0] for found in _TOKEN.finditer(inner))
    return b"".join(one for one in kept if one.startswith((b"<!--", b"<?")))


def plain(written: bytes) -> str:
    """Return what a stretch of text means, its references replaced."""
    return _REFERENCE.sub(_meant, written.decode())


def every(span: Span) -> Iterator[Span]:
    """Yield an element and all within it, in the order of the file."""
    yield span
    for child in span.children:
        yield from every(child)


def _opened(token: bytes, start: int, end: int) -> Span:
    name = _NAME.match(token, 1)
    assert name is not None, "a tag has a name"
    attributes = {}
    for found in _ATTRIBUTE.finditer(token, name.end()):
        part = 2 if found[2] is not None else 3
        attributes[found[1].decode()] = (start + found.start(part), start + found.end(part))
    return Span(name[0].decode(), start, end, end, end, attributes, [])


def _meant(found: re.Match[str]) -> str:
    if found[1]:
        return chr(int(found[1], 16))
    return chr(int(found[2])) if found[2] else _NAMED.get(found[3], found[0])
