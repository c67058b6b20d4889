"""The print of a dossier page: the same words, so that neither can say more."""

from html.parser import HTMLParser

from msgspec import Struct

from roundbook.projections.reports.paper.document import Column, Heading, Paragraph, Part, Table

SIZES = {"h1": 18.0, "h2": 13.0}
_SILENT = {"style", "title"}
_FRAME = {"html", "head", "body", "meta", "section", "thead", "tbody", "ul", "strong", "div", "tr"}
_KNOWN = {*SIZES, *_SILENT, *_FRAME, "p", "li", "pre", "th", "td", "table"}


def parts_of(page: str) -> tuple[Part, ...]:
    """Return the parts of a page; raise ValueError if it has elements that ours never have."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return tuple(reader.found)


class _Open(Struct):
    """What is open while a page is read."""

    text: list[str]
    small: bool = False
    framed: bool = False
    heads: tuple[str, ...] = ()


class _Reader(HTMLParser):
    """Reads a page from its beginning to its end."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[Part] = []
        self.open = _Open(text=[])
        self.rows: list[list[str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a part."""
        if tag not in _KNOWN:
            raise ValueError(f"roundbook's pages do not contain <{tag}>")
        if tag == "div":
            self.open.framed = True
        elif tag == "table":
            self.open.heads, self.rows = (), []
        elif tag == "tr":
            self.rows.append([])
        if tag not in {"strong", "li"} | _FRAME:
            self.open.text = []
            self.open.small = ("class", "small") in attrs
        if tag == "li":
            self.open.text = ["• "]

    def handle_data(self, data: str) -> None:
        """Take a text."""
        self.open.text.append(data)

    def handle_endtag(self, tag: str) -> None:
        """End a part."""
        text = "".join(self.open.text).strip("\n")
        if tag in SIZES:
            self.found.append(Heading(text=text, size=SIZES[tag]))
        elif tag in {"p", "li"}:
            size = 9.0 if self.open.small else 10.0
            self.found.append(Paragraph(text=text, size=size, framed=self.open.framed))
        elif tag == "pre":
            self.found.append(Paragraph(text=text, size=7.5, exact=True))
        elif tag in {"th", "td"}:
            self.rows[-1].append(text)
        elif tag == "div":
            self.open.framed = False
        elif tag == "table":
            heads, *rows = self.rows
            columns = tuple(Column(head, wraps=head not in {"Entry", "Place"}) for head in heads)
            self.found.append(Table(columns=columns, rows=tuple(map(tuple, rows)), size=9))
        if tag not in {"strong"} | {"tr"}:
            self.open.text = []
