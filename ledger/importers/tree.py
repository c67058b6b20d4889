"""An XML file as a tree of elements that know where they stand; what is dangerous is refused."""

import re
from xml.etree.ElementTree import ParseError
from xml.parsers.expat import ErrorString, XMLParserType, errors

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import XMLParser
from msgspec import Struct

from ledger.errors import Unreadable
from ledger.importers.other_kinds import refuse_other_kinds

MAX_BYTES = 20_000_000
"""Far more than any tournament needs: two thousand players and ten rounds take three million."""

MAX_ELEMENTS = 1_000_000
MAX_DEPTH = 16

SAVE_AGAIN = "Open the tournament in TOM, put this right, save it, and import the new save."
ANOTHER_SAVE = "Take an earlier save: TOM keeps one of each round, named -begin and -end."

_UTF8 = {"utf-8", "utf8"}
_DECLARED = re.compile(rb"""\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([^"'>]{0,40})["']""")
_BREAKS_OFF = {
    errors.codes[errors.XML_ERROR_NO_ELEMENTS],
    errors.codes[errors.XML_ERROR_UNCLOSED_TOKEN],
    errors.codes[errors.XML_ERROR_PARTIAL_CHAR],
    errors.codes[errors.XML_ERROR_UNCLOSED_CDATA_SECTION],
}


class Node(Struct, frozen=True):
    """An element: its name, its path from the root, its line, and what stands in it."""

    tag: str
    path: str
    line: int
    attributes: dict[str, str]
    text: str
    children: tuple["Node", ...]

    def all(self, tag: str) -> list["Node"]:
        """Return the children of one name, in order."""
        return [child for child in self.children if child.tag == tag]

    def maybe(self, tag: str) -> "Node | None":
        """Return the only child of a name, or none; raises Unreadable if there are several."""
        found = self.all(tag)
        if len(found) > 1:
            raise refused(found[1], f"<{tag}> stands twice in one <{self.tag}>")
        return found[0] if found else None

    def one(self, tag: str) -> "Node":
        """Return the only child of a name; raises Unreadable if there is none or more."""
        found = self.maybe(tag)
        if found is None:
            raise refused(self, f"<{self.tag}> has no <{tag}>", ANOTHER_SAVE)
        return found


def refused(
    node: object, what: str, do: str = SAVE_AGAIN, *, path: str = "", line: int = 0
) -> Unreadable:
    """Return the refusal of a file: what is wrong, in which line and element, and what to do."""
    path = path or getattr(node, "path", "")
    line = line or getattr(node, "line", 0)
    return Unreadable(f"line {line}, {path}: {what}.", where=f"line {line}, {path}", hint=do)


def parse(data: bytes) -> Node:
    """Read the bytes of an XML file into its root element. Raises Unreadable."""
    _refuse_unfit(data)
    target = _Target()
    parser = XMLParser(target=target, encoding="utf-8", forbid_dtd=True)
    target.place = parser.parser
    try:
        parser.feed(data)
        parser.close()
    except DefusedXmlException:
        raise Unreadable(
            f"line {target.line}: the file declares a document type or entities, which no "
            "tournament file does.",
            where=f"line {target.line}",
            hint="Do not trust this file; ask for the save that TOM wrote.",
        ) from None
    except ParseError as error:
        raise _broken(error, target) from None
    assert target.root is not None, "a parser that closes has seen a root"
    return target.root


def _refuse_unfit(data: bytes) -> None:
    if not data.strip():
        raise Unreadable("the file is empty.", where="line 1", hint=ANOTHER_SAVE)
    if len(data) > MAX_BYTES:
        raise Unreadable(
            f"the file has {len(data):,} bytes; a tournament file has at most {MAX_BYTES:,}.",
            hint="Check that this is the file you meant.",
        )
    refuse_other_kinds(data)
    declared = _DECLARED.match(data.removeprefix(b"\xef\xbb\xbf"))
    if declared and declared[1].decode("latin-1").lower() not in _UTF8:
        name = ascii(declared[1].decode("latin-1"))
        raise Unreadable(
            f"line 1: the file says that it is written in {name}; a tournament file is in UTF-8.",
            where="line 1",
            hint=SAVE_AGAIN,
        )
    try:
        data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unreadable(
            f"line {line}: byte {error.start + 1} of the file is not UTF-8.",
            where=f"line {line}",
            hint="The file was changed or damaged after TOM saved it; take the original.",
        ) from None


def _broken(error: ParseError, target: "_Target") -> Unreadable:
    line = error.position[0]
    if target.open and error.code in _BREAKS_OFF:
        inside = target.open[-1].path
        return Unreadable(
            f"line {line}: the file breaks off inside {inside}.",
            where=f"line {line}, {inside}",
            hint=ANOTHER_SAVE,
        )
    return Unreadable(
        f"line {line}: this is not XML, so it is no tournament file ({ErrorString(error.code)}).",
        where=f"line {line}",
        hint="Check that this is the .tdf file that TOM saved.",
    )


class _Open(Struct):
    """An element whose end has not come yet."""

    tag: str
    path: str
    line: int
    attributes: dict[str, str]
    texts: list[str]
    children: list[Node]
    seen: dict[str, int]


class _Target:
    """What the parser tells as it goes along; the protocol is the parser's."""

    def __init__(self) -> None:
        self.place: XMLParserType | None = None
        self.open: list[_Open] = []
        self.root: Node | None = None
        self.elements = 0

    @property
    def line(self) -> int:
        """The line where the parser stands."""
        return self.place.CurrentLineNumber if self.place else 1

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        self.elements += 1
        if len(self.open) == MAX_DEPTH or self.elements > MAX_ELEMENTS:
            what = "deeper nested" if len(self.open) == MAX_DEPTH else "more"
            raise Unreadable(
                f"line {self.line}: the file has {what} elements than any tournament file.",
                where=f"line {self.line}",
                hint="Check that this is the file you meant.",
            )
        path = name = tag if tag.isascii() and len(tag) <= 40 else ascii(tag[:40])
        if self.open:
            above = self.open[-1]
            above.seen[tag] = nth = above.seen.get(tag, 0) + 1
            path = f"{above.path}/{name}" if nth == 1 else f"{above.path}/{name}[{nth}]"
        self.open.append(_Open(tag, path, self.line, attributes, [], [], {}))

    def data(self, text: str) -> None:
        """Text stands in the innermost element."""
        if self.open:
            self.open[-1].texts.append(text)

    def end(self, _tag: str) -> None:
        """The innermost element ends."""
        done = self.open.pop()
        text = "".join(done.texts).strip()
        children = tuple(done.children)
        node = Node(done.tag, done.path, done.line, done.attributes, text, children)
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node

    def close(self) -> None:
        """The file ends."""
