"""Edits to an imported .tdf file: only what has changed since is changed, byte for byte.

We write what the file told in our own way, and the tournament as it is now. Only where these two
differ is the file changed. Anything that we do not know, or would write differently, is the same in
both, so it stays as it is.
"""

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from roundbook.ledger.terms import PlayerId
from roundbook.projections.tdf.elements import Element, escaped, lines

# The position of each element of a file, in bytes, so that one can be changed without the others.
# Only for bytes that the importer has read, which are known to be well formed and without a
# document type. Anything that is not an element (comments, instructions, white space) is kept. A
# parser would do if it gave the position of each value: those of the standard library do not, and
# they write a file in their own way.

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

    It runs from `start` to `end`; `inside` is the end of its opening tag, `outside` the start of
    its closing tag; both are `end` for a self-closing element. `attributes` are the positions of
    the values, without their quotes.
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
        """Whether the element is self-closing, such as `<pods/>`."""
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
    assert len(stack) == 1, "every tag in a file that was imported is closed"
    return around.children[0]


def value(data: bytes, span: Span, name: str) -> str | None:
    """Return the value of an attribute; None if there is none."""
    stretch = span.attributes.get(name)
    return plain(data[stretch[0] : stretch[1]]) if stretch else None


def content(data: bytes, span: Span) -> str:
    """Return the text of an element, without comments and surrounding white space."""
    return plain(_TOKEN.sub(b"", data[span.inside : span.outside])).strip()


def asides(inner: bytes) -> bytes:
    """Return the comments and instructions in the content of an element."""
    kept = (found[0] for found in _TOKEN.finditer(inner))
    return b"".join(one for one in kept if one.startswith((b"<!--", b"<?")))


def plain(written: bytes) -> str:
    """Return a stretch of text with its references replaced."""
    return _REFERENCE.sub(_meant, written.decode())


def every(span: Span) -> Iterator[Span]:
    """Yield an element and all elements within it, in the order of the file."""
    yield span
    for child in span.children:
        yield from every(child)


def _opened(token: bytes, start: int, end: int) -> Span:
    name = _NAME.match(token, 1)
    assert name is not None, "a tag must have a name"
    attributes = {}
    for found in _ATTRIBUTE.finditer(token, name.end()):
        part = 2 if found[2] is not None else 3
        attributes[found[1].decode()] = (start + found.start(part), start + found.end(part))
    return Span(name[0].decode(), start, end, end, end, attributes, [])


def _meant(found: re.Match[str]) -> str:
    if found[1]:
        return chr(int(found[1], 16))
    return chr(int(found[2])) if found[2] else _NAMED.get(found[3], found[0])


# The edits: where what the file told, as we write it, differs from what we write now.

_SEATS = ("player", "player1", "player2")
_DELETED = "9"


Edit = tuple[int, int, bytes]
"""The bytes from the first position to the second are replaced by others."""


def edited(data: bytes, old: Element, new: Element, numbers: Mapping[str, PlayerId]) -> bytes:
    """Return the file, changed where `new` differs from `old`; unchanged if nothing differs.

    `data` is a file that the importer can read, `old` what it told, as we write it, and `new` the
    tournament as it is now; `numbers` are its players by their userid.
    """
    if old == new:
        return data
    # The line endings of the file, or of most of its lines.
    newline = "\r\n" if 2 * data.count(b"\r\n") > data.count(b"\n") else "\n"
    work = _Work(data=data, numbers=numbers, newline=newline, edits=[])
    work.merge(root_of(data), old, new, depth=0)
    parts: list[bytes] = []
    at = 0
    # Edits are collected first and applied in one go, so the positions in the file stay valid.
    for start, end, put in sorted(work.edits, key=lambda one: one[:2]):
        assert start >= at, "edits must not overlap"
        parts += [data[at:start], put]
        at = end
    return b"".join([*parts, data[at:]])


class _Work(Struct):
    """A file that is being changed: its bytes, its line endings, and the edits so far."""

    data: bytes
    numbers: Mapping[str, PlayerId]
    newline: str
    edits: list[Edit]

    def merge(self, span: Span, old: Element, new: Element, depth: int) -> None:
        """Change an element of the file wherever `new` differs from `old`."""
        if old == new:
            return
        if new.whole:
            self.replace(span.start, span.end, self.written(new, span, depth).lstrip())
            return
        self._attributes(span, dict(old.attributes), new)
        if new.text is not None:
            self._text(span, new.text)
        elif new.children or old.children:
            self._children(span, old, new, depth)

    def _attributes(self, span: Span, old: Mapping[str, str], new: Element) -> None:
        for name, said in new.attributes:
            if old.get(name) == said:
                continue
            there = span.attributes.get(name)
            if there:
                self.replace(*there, escaped(said))
            else:
                at = span.start + 1 + len(span.tag.encode())
                self.replace(at, at, f' {name}="{escaped(said)}"')

    def _text(self, span: Span, text: str) -> None:
        said = escaped(text)
        if span.closes_itself:
            self._open_up(span, said)
            return
        # Comments written by others are kept, also within a text that changes.
        kept = asides(self.data[span.inside : span.outside]).decode()
        self.replace(span.inside, span.outside, f"{kept}{said}")

    def _children(self, span: Span, old: Element, new: Element, depth: int) -> None:
        here = self._by_name(span)
        before = {child.name: child for child in old.children}
        after = {child.name for child in new.children}
        for name in before:
            if name not in after and name in here:
                self._remove(here[name])
        # A new element goes after the preceding one that is in the file, in our order; several in a
        # row are added at the same position, so they are collected before the edit is made.
        anchor: Span | None = None
        added: dict[int, str] = {}
        for child in new.children:
            there, was = here.get(child.name), before.get(child.name)
            if there is None and was != child:
                at = anchor.end if anchor else span.inside
                model = anchor or (span.children[0] if span.children else None)
                added[at] = added.get(at, "") + self.written(child, model, depth + 1)
            # We would not have written this element before, but do now: its content in the file is
            # unknown to us, so ours replaces all of it.
            elif there is not None and was is None:
                self.replace(there.start, there.end, self.written(child, there, depth + 1).lstrip())
            elif there is not None and was is not None:
                self.merge(there, was, child, depth + 1)
            anchor = there or anchor
        for at, text in added.items():
            self._add(span, at, text, depth)

    def _add(self, span: Span, at: int, text: str, depth: int) -> None:
        """Add elements to another one, each on a line of its own."""
        end = f"{self.newline}{self._indent(span, depth)}"
        if span.closes_itself:
            self._open_up(span, f"{text}{end}")
        elif span.inside == span.outside:
            self.replace(at, at, f"{text}{end}")
        else:
            self.replace(at, at, text)

    def _open_up(self, span: Span, inner: str) -> None:
        """Turn a self-closing element into one with two tags."""
        slash = self.data.rindex(b"/", span.start, span.end)
        at = len(self.data[span.start : slash].rstrip()) + span.start
        self.replace(at, span.end, f">{inner}</{span.tag}>")

    def _remove(self, span: Span) -> None:
        """Remove an element, with its line."""
        start = span.start
        while start and self.data[start - 1 : start] in b" \t":
            start -= 1
        if self.data[start - 1 : start] == b"\n":
            start -= 2 if self.data[start - 2 : start] == b"\r\n" else 1
        else:
            start = span.start
        self.replace(start, span.end, "")

    def _by_name(self, span: Span) -> dict[tuple[str, str], Span]:
        """Return the elements within another one by name and key; of duplicates, the first."""
        found: dict[tuple[str, str], Span] = {}
        for child in span.children:
            # A deleted match is only history in TOM, not the match that we mean.
            if not (child.tag == "match" and value(self.data, child, "outcome") == _DELETED):
                found.setdefault((child.tag, self._key(child, span.tag)), child)
        return found

    def _key(self, span: Span, above: str) -> str:
        """Return the key of an element of the file, as in the elements that we write."""
        match span.tag, above:
            case "player", "players":
                return self._player(span)
            case "pod", "standings":
                return f"{self._said(span, 'category')} {self._said(span, 'type')}"
            case "pod", _:
                return self._said(span, "category")
            case (("round" | "subgroup"), _):
                return self._said(span, "number")
            case "categorycut", _:
                return self._said(span, "key")
            case "value", _:
                return content(self.data, span)
            case "match", _:
                # By the players, in any order: the table and the sides may have changed.
                seats = (child for child in span.children if child.tag in _SEATS)
                return " ".join(sorted(self._player(seat) for seat in seats))
            case _:
                return ""

    def _player(self, span: Span) -> str:
        userid = self._said(span, "userid")
        return self.numbers.get(userid, f"?{userid}")

    def _said(self, span: Span, name: str) -> str:
        return value(self.data, span, name) or ""

    def written(self, element: Element, model: Span | None, depth: int) -> str:
        """Return an element on lines of its own, indented like its sibling `model`."""
        indent = self._indent(model, depth)
        return "".join(f"{self.newline}{line}" for line in lines(element, indent))

    def _indent(self, span: Span | None, depth: int) -> str:
        """Return the white space before an element, if it is the first on its line."""
        if span:
            line = self.data.rfind(b"\n", 0, span.start) + 1
            before = self.data[line : span.start]
            if not before.strip(b" \t"):
                return before.decode()
        return "\t" * depth

    def replace(self, start: int, end: int, text: str) -> None:
        """Replace the bytes from `start` to `end` with a text."""
        self.edits.append((start, end, text.encode()))
