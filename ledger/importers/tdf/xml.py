"""Reading an XML file into a tree of elements with their lines, safely and strictly."""

import re
from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime
from types import MappingProxyType
from typing import Annotated, TypeVar
from xml.etree.ElementTree import ParseError
from xml.parsers.expat import ErrorString, XMLParserType, errors

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import XMLParser
from msgspec import Struct
from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from roundbook.ledger.archive_file import BACKUP, GZIP, RESTORE
from roundbook.ledger.errors import Hint, UnknownFormat, Unreadable, advice, do
from roundbook.ledger.text import UNSAFE

# Files of other kinds that somebody may take for a tournament file.

_LIST = do("register", "FILE")
_SAVE = advice("Use the .tdf file that TOM saved; for a list of players, use {}.", _LIST)
_KINDS: Mapping[bytes, tuple[str, str | Hint]] = {
    b"%pdf-": ("a PDF", _SAVE),
    b"pk\x03\x04": (
        "a workbook or an archive",
        advice(
            f"{_SAVE.text} Unpack an archive with {{}}.",
            _LIST,
            do("open-archive", "FILE", "DIR"),
        ),
    ),
    bytes.fromhex("d0cf11e0a1b11ae1"): ("a workbook in an old format or with a password", _SAVE),
    b"<!doctype html": ("a web page", _SAVE),
    BACKUP: ("a backup", RESTORE),
    GZIP: ("a compressed file", "Unpack it, and use the file that it contains."),
}
"""The bytes, in lowercase, with which each kind begins, and what to do."""

MAX_BYTES = 20_000_000
"""Far more than any tournament needs: two thousand players and ten rounds take three million."""

MAX_ELEMENTS = 1_000_000
MAX_DEPTH = 16

SAVE_AGAIN = "Open the tournament in TOM, correct this, save it, and import the new save."
THIS_FILE = "Check that this is the .tdf file that TOM saved."
ANOTHER_SAVE = (
    "Use an earlier save: TOM keeps two saves of each round, with names that end in -begin "
    "and -end."
)

_UTF8 = {"utf-8", "utf8"}
_DECLARED = re.compile(rb"""\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([^"'>]{0,40})["']""")
_BREAKS_OFF = {
    errors.codes[errors.XML_ERROR_NO_ELEMENTS],
    errors.codes[errors.XML_ERROR_UNCLOSED_TOKEN],
    errors.codes[errors.XML_ERROR_PARTIAL_CHAR],
    errors.codes[errors.XML_ERROR_UNCLOSED_CDATA_SECTION],
}


class Node(Struct, frozen=True):
    """An element: its name, its path from the root, its line, and its content."""

    tag: str
    path: str
    line: int
    attributes: dict[str, str]
    text: str
    children: tuple["Node", ...]

    def children_named(self, tag: str) -> list["Node"]:
        """Return the children with this name, in order."""
        return [child for child in self.children if child.tag == tag]

    def maybe(self, tag: str) -> "Node | None":
        """Return the only child with this name, or None; raise Unreadable if there are several."""
        found = self.children_named(tag)
        if len(found) > 1:
            raise refused(found[1], f"<{tag}> appears twice in one <{self.tag}>")
        return found[0] if found else None

    def child_named(self, tag: str) -> "Node":
        """Return the only child with this name; raise Unreadable unless there is exactly one."""
        found = self.maybe(tag)
        if found is None:
            raise refused(self, f"<{self.tag}> has no <{tag}>", ANOTHER_SAVE)
        return found


def refused(node: "Node | Shape", what: str, do: str = SAVE_AGAIN) -> Unreadable:
    """Return the refusal of a file: what is wrong, in which line and element, and what to do."""
    where = f"line {node.line}, {node.path}"
    return Unreadable(f"{where}: {what}.", where=where, hint=do)


def unfit(line: int, what: str, do: str, *, inside: str = "") -> Unreadable:
    """Return the refusal of a file if no element can be named, or only the one around the fault."""
    where = f"line {line}"
    return Unreadable(f"{where}: {what}.", where=f"{where}, {inside}" if inside else where, hint=do)


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
        what = "the file declares a document type or entities, which no tournament file does"
        distrust = "Do not trust this file; ask for the save that TOM wrote."
        raise unfit(target.line, what, distrust) from None
    except ParseError as error:
        raise _broken(error, target) from None
    assert target.root is not None, "an XML file that can be parsed has a root element"
    return target.root


def _refuse_unfit(data: bytes) -> None:
    if not data.strip():
        raise Unreadable("the file is empty.", where="line 1", hint=ANOTHER_SAVE)
    if len(data) > MAX_BYTES:
        raise Unreadable(
            f"the file has {len(data):,} bytes; a tournament file has at most {MAX_BYTES:,}.",
            hint="Check that this is the file you meant.",
        )
    first = data[:32].lstrip().lower()
    for begin, (kind, hint) in _KINDS.items():
        if first.startswith(begin):
            raise UnknownFormat(
                f"this is {kind}, not a tournament file.", where="line 1", hint=hint
            )
    declared = _DECLARED.match(data.removeprefix(b"\xef\xbb\xbf"))
    if declared and declared[1].decode("latin-1").lower() not in _UTF8:
        name = ascii(declared[1].decode("latin-1"))
        what = f"the file declares the encoding {name}; a tournament file must be in UTF-8"
        raise unfit(1, what, SAVE_AGAIN)
    try:
        data.decode()
    except UnicodeDecodeError as error:
        what = f"byte {error.start + 1} of the file is not UTF-8"
        original = "The file was changed or damaged after TOM saved it; use the original."
        refusal = unfit(data.count(b"\n", 0, error.start) + 1, what, original)
        is_xml = first.startswith((b"<", b"\xef\xbb\xbf<"))
        raise (refusal if is_xml else UnknownFormat.of(refusal)) from None


def _broken(error: ParseError, target: "_Target") -> Unreadable:
    line = error.position[0]
    if target.open and error.code in _BREAKS_OFF:
        inside = target.open[-1].path
        return unfit(line, f"the file breaks off inside {inside}", ANOTHER_SAVE, inside=inside)
    what = f"this is not XML, so it is not a tournament file ({ErrorString(error.code)})"
    refusal = unfit(line, what, THIS_FILE)
    return refusal if target.open else UnknownFormat.of(refusal)


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
    """The receiver of the parser's calls; the protocol is the parser's."""

    def __init__(self) -> None:
        self.place: XMLParserType | None = None
        self.open: list[_Open] = []
        self.root: Node | None = None
        self.elements = 0

    @property
    def line(self) -> int:
        """The current line of the parser."""
        return self.place.CurrentLineNumber if self.place else 1

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Begin an element."""
        self.elements += 1
        if len(self.open) == MAX_DEPTH or self.elements > MAX_ELEMENTS:
            more = "more deeply nested" if len(self.open) == MAX_DEPTH else "more"
            what = f"the file has {more} elements than any tournament file"
            raise unfit(self.line, what, "Check that this is the file you meant.")
        path = name = tag if tag.isascii() and len(tag) <= 40 else ascii(tag[:40])
        if self.open:
            above = self.open[-1]
            above.seen[tag] = nth = above.seen.get(tag, 0) + 1
            path = f"{above.path}/{name}" if nth == 1 else f"{above.path}/{name}[{nth}]"
        self.open.append(_Open(tag, path, self.line, attributes, [], [], {}))

    def data(self, text: str) -> None:
        """Add text to the innermost element."""
        if self.open:
            self.open[-1].texts.append(text)

    def end(self, _tag: str) -> None:
        """End the innermost element."""
        one = self.open.pop()
        text = "".join(one.texts).strip()
        node = Node(one.tag, one.path, one.line, one.attributes, text, tuple(one.children))
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node

    def close(self) -> None:
        """End the file."""


# From an element to a valid value, or to a sentence that says what is wrong. A shape is a frozen
# model of one kind of element: a field `@name` is an attribute, any other field the text of a
# child. What no shape knows is counted, never silently left out.


class Shape(BaseModel):
    """The base of all shapes, with the place of the element in the file."""

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
    the line, if something is missing, repeated, or makes no sense.
    """
    known = {field.alias or name for name, field in shape.model_fields.items()} - {"line", "path"}
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
        if child.tag not in known:
            note(unread, child.path, child.line)
        elif child.tag in values:
            raise refused(child, f"<{child.tag}> appears twice in one <{node.tag}>")
        else:
            _note_below(child, unread)
            values[child.tag] = child.text
    try:
        return shape.model_validate(values)
    except ValidationError as error:
        raise _in_words(error, node) from None


def _in_words(error: ValidationError, node: Node) -> Unreadable:
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
    """Make shapes of all children with one name in an element that contains nothing else."""
    if node is None:
        return ()
    for name in node.attributes:
        note(unread, f"{node.path}/@{name}", node.line)
    if node.text:
        note(unread, f"{node.path}/text()", node.line)
    for child in node.children:
        if child.tag != tag:
            note(unread, child.path, child.line)
    return tuple(shape_of(child, unread) for child in node.children_named(tag))


def note(unread: Unread, path: str, line: int) -> None:
    """Note something that was not read, by its path without numbers."""
    kind = re.sub(r"\[[0-9]+\]", "", path)
    unread.setdefault(kind if kind.isascii() else ascii(kind), []).append(line)


def _note_below(leaf: Node, unread: Unread) -> None:
    """Note children and attributes of an element that should contain only text."""
    for name in leaf.attributes:
        note(unread, f"{leaf.path}/@{name}", leaf.line)
    for child in leaf.children:
        note(unread, child.path, child.line)


# The values in an organiser's file, each read strictly or refused in words.

MAX_WORDS = 200
"""The longest name or word in a file, in characters."""


def shown(text: str) -> str:
    """Return a text as it can be shown safely: short, and without odd characters."""
    return ascii(text if len(text) <= 40 else f"{text[:40]}...")


def _read(pattern: str, made: Callable[[str], object], what: str) -> BeforeValidator:
    """Return a validator that makes a value of a text that fits a pattern.

    It refuses any other text with `what`, and also one that fits but has no value, such as the 31st
    of February.
    """

    def value(text: str) -> object:
        try:
            if re.fullmatch(pattern, text):
                return made(text)
        except ValueError:
            pass
        raise ValueError(f"is {shown(text)}, which is {what}")

    return BeforeValidator(value)


def _words(text: str) -> str:
    if len(text) > MAX_WORDS:
        raise ValueError(f"has {len(text):,} characters; at most {MAX_WORDS} can be read")
    if UNSAFE.search(text):
        raise ValueError(f"is {shown(text)}, which contains control or text-direction characters")
    return text


def _day(text: str) -> date:
    month, day, year = map(int, text.split("/"))
    return date(year, month, day)


def _time(text: str) -> datetime | None:
    """Return a time without a zone, since the file gives none; None for an empty text."""
    return datetime.strptime(text, "%m/%d/%Y %H:%M:%S") if text else None  # noqa: DTZ007


def code(what: str, *known: int) -> BeforeValidator:
    """Return a check that a number is one of the known codes of something."""
    return _read("|".join(map(str, known)), int, f"not a known {what}")


_WHOLE = "not a whole number from 0 to 999999"
_DAY = "[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}"
_TIME = "[0-9]{2}/[0-9]{2}/[0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2}"

Whole = Annotated[int, _read("[0-9]{1,6}", int, _WHOLE)]
Setting = Annotated[int, _read("[0-9]{0,6}", lambda text: int(text or 0), _WHOLE)]
"""A whole number that may be left empty, which is 0."""
Seed = Annotated[int | None, _read("[0-9]{0,6}", lambda text: int(text or 0) or None, _WHOLE)]
"""A number from 1; 0 or nothing for a player who has none."""
Seconds = Annotated[int, _read("-?[0-9]{1,12}", int, "not a number of seconds")]
"""A length of time, below 0 if the time has run out."""
Truth = Annotated[bool, _read("true|false", "true".__eq__, "neither true nor false")]
Words = Annotated[str, BeforeValidator(_words)]
Day = Annotated[date, _read(_DAY, _day, "not a date in the form MM/DD/YYYY")]
LocalTime = Annotated[
    datetime | None, _read(f"({_TIME})?", _time, "not a time in the form MM/DD/YYYY HH:MM:SS")
]
UserId = Annotated[str, _read("[0-9]{1,20}", str, "not a player's number")]
