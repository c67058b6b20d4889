"""One page of HTML that needs nothing else: no script, no font, no picture, no network."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

STYLE = """
@page { size: A4; margin: 16mm; }
* { box-sizing: border-box; }
body { font: 11pt/1.45 system-ui, sans-serif; color: #111; background: #fff; margin: 0 auto;
  padding: 1rem; max-width: 50rem; overflow-wrap: break-word; }
h1 { font-size: 1.6em; margin: 0 0 .2em; line-height: 1.2; }
h2 { font-size: 1.15em; margin: 1.6em 0 .4em; border-bottom: 2px solid #111; break-after: avoid; }
p, ul { margin: .4em 0; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3em .5em; border-bottom: 1px solid #bbb; }
th { border-bottom: 2px solid #111; }
tr { break-inside: avoid; }
.number { text-align: right; }
.box { border: 2px solid #111; padding: .4em .8em; margin: .8em 0; break-inside: avoid; }
pre { font: 8pt/1.35 ui-monospace, monospace; white-space: pre-wrap;
  overflow-wrap: anywhere; border: 1px solid #bbb; padding: .5em; margin: .3em 0 .8em; }
.small { font-size: .85em; color: #333; }
@media (max-width: 40em) {
  thead { position: absolute; left: -9999px; }
  tr { display: block; border-bottom: 2px solid #111; padding: .4em 0; }
  td { display: block; border: 0; padding: .1em 0; text-align: left; }
  td:empty { display: none; }
  td::before { content: attr(data-label) ": "; font-weight: 600; }
}
"""


def whole(title: str, parts: Iterable[str]) -> str:
    """Return a whole page; the parts are HTML already, the title is not."""
    body = "".join(f"{part}\n" for part in parts)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
{body}</body>
</html>
"""


def section(title: str, parts: Iterable[str]) -> Iterator[str]:
    """Yield a part of a page under its own heading."""
    yield f"<section><h2>{escape(title)}</h2>"
    yield from parts
    yield "</section>"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield a table; on a phone each cell names its column."""
    yield "<table><thead><tr>"
    yield "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    yield "</tr></thead><tbody>"
    for row in rows:
        cells = zip(heads, row, strict=True)
        told = (f'<td data-label="{escape(head)}">{escape(cell)}</td>' for head, cell in cells)
        yield f"<tr>{''.join(told)}</tr>"
    yield "</tbody></table>"


def paragraph(text: str, kind: str | None = None) -> str:
    """Return a paragraph of plain text."""
    attribute = f' class="{kind}"' if kind else ""
    return f"<p{attribute}>{escape(text)}</p>"
