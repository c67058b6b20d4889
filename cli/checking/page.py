"""Writes the findings of `roundbook file check` as one HTML page that can be printed."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from roundbook.cli.checking.findings import GROUPS, Checked, Finding
from roundbook.cli.checking.report import Failed, summed
from roundbook.ledger.phrases import counted
from roundbook.ledger.text import UNSAFE
from roundbook.projections.reports.text import review

_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 60rem; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
caption { font-weight: bold; padding: .25rem 0; text-align: left; }
th, td { border: 1px solid; padding: .25rem .5rem; text-align: left; vertical-align: top; }
.number { text-align: right; }
.error .level { font-weight: bold; }
@media print {
  :root { color-scheme: light; }
  body { font-size: 10pt; margin: 0; max-width: none; padding: 0; }
  .wide { overflow: visible; }
  section { break-before: page; }
  section:first-of-type { break-before: auto; }
  tr, h2, h3 { break-inside: avoid; break-after: avoid; }
  thead { display: table-header-group; }
}
"""


_POLICY = (
    '<meta http-equiv="Content-Security-Policy" '
    "content=\"default-src 'none'; style-src 'unsafe-inline'\">"
)


def page(checked: Sequence[Checked], failed: Sequence[Failed]) -> str:
    """Return a page that shows, for each source, what was checked and what was found."""
    title = "What roundbook file check found"
    rows = [
        [one.source, one.what, str(one.errors), str(one.notes), _verdict(one)] for one in checked
    ]
    rows += [[one.source, "unreadable", "", "", one.trouble.message] for one in failed]
    editions = sorted({one.edition for one in checked if one.edition})
    columns = ("Source", "What", "Errors", "Notes", "Verdict")
    return "\n".join(
        (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            _POLICY,
            f"<title>{title}</title><style>{_STYLE}</style></head><body><main>",
            f"<h1>{title}</h1>",
            _tag("p", summed(checked, failed)),
            *(
                _tag("p", (f"The files were checked against the edition {each}."))
                for each in editions
            ),
            *_table("All sources", columns, rows, numbers=(2, 3)),
            *(part for one in checked for part in _section(one)),
            "</main></body></html>",
            "",
        )
    )


def _verdict(one: Checked) -> str:
    if one.damaged:
        return "damaged or changed"
    if one.errors:
        return "something is wrong"
    return "nothing is wrong"


def _section(one: Checked) -> Iterator[str]:
    """Yield the part about one source."""
    yield f"<section>{_tag('h2', one.source)}"
    yield _tag("p", one.headline)
    for line in (*one.causes, *one.lines):
        yield _tag("p", line.strip())
    for group, about in GROUPS.items():
        found = [each for each in one.findings if each.group == group]
        if found:
            yield _tag("h3", f"{group.capitalize()}: {counted(len(found), 'finding')}")
            yield from _table(about, ("Level", "Kind", "What", "By"), map(_row, found), found=found)
    if not one.findings:
        yield _tag("p", "Nothing was found.")
    if one.ignored:
        yield _tag("p", f"{counted(one.ignored, 'finding')} left out, as you asked.")
    if one.rounds:
        columns = [column.title for column in review.COLUMNS]
        yield from _table("Swiss rounds", columns, review.rows(one.rounds), numbers=(1, 2))
    yield "</section>"


def _row(one: Finding) -> list[str]:
    where = f"entry {one.entry}: " if one.entry else ""
    hint = f" {one.hint}" if one.hint else ""
    causes = " + ".join(filter(None, (one.cause, one.also)))
    why = f" Cause: {causes}." if causes else ""
    what = f"{where}{one.message}{why}{hint}"
    return [one.level, one.kind, what, one.cites or one.decided_by or ""]


def _table(
    caption: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    numbers: Sequence[int] = (),
    found: Sequence[Finding] = (),
) -> Iterator[str]:
    """Yield a table that can be scrolled with the keyboard; its first column names each row."""
    yield f'<div class="wide" tabindex="0" role="region" aria-label="{_safe(caption)}"><table>'
    yield _tag("caption", caption)
    heads = "".join(f'<th scope="col">{_safe(title)}</th>' for title in columns)
    yield f"<thead><tr>{heads}</tr></thead><tbody>"
    for number, row in enumerate(rows):
        marked = f' class="{found[number].level}"' if found else ""
        cells = "".join(
            _cell(text, at, numbers, levelled=bool(found)) for at, text in enumerate(row)
        )
        yield f"<tr{marked}>{cells}</tr>"
    yield "</tbody></table></div>"


def _cell(text: str, at: int, numbers: Sequence[int], *, levelled: bool) -> str:
    """Return a cell: the first one is the row's header, and numbers are right-aligned."""
    if at == 0:
        marked = ' class="level"' if levelled else ""
        return f'<th scope="row"{marked}>{_safe(text)}</th>'
    marked = ' class="number"' if at in numbers else ""
    return f"<td{marked}>{_safe(text)}</td>"


def _tag(name: str, text: str) -> str:
    return f"<{name}>{_safe(text)}</{name}>"


def _safe(text: str) -> str:
    """Return escaped text that cannot change the direction of the text next to it."""
    return escape(UNSAFE.sub("\N{REPLACEMENT CHARACTER}", text))
