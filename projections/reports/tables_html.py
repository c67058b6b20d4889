"""Rows as a page of its own, without script, image or link."""

from collections.abc import Sequence
from html import escape

from projections.reports.grids import grid
from projections.reports.rows import Row

_STYLE = (
    "body{font:1rem/1.5 system-ui,sans-serif;margin:1rem;color-scheme:light dark}"
    "div{overflow-x:auto}table{border-collapse:collapse}"
    "th,td{border:1px solid #8888;padding:.25rem .5rem;text-align:left}"
)


def bytes_of(title: str, rows: Sequence[Row], remarks: Sequence[str] = ()) -> bytes:
    """Return a page with one table, and below it what has to be remarked."""
    head, *body = grid(rows) or [[]]
    lines = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f'<h1>{escape(title)}</h1><div tabindex="0"><table>',
        f"<thead><tr>{''.join(f'<th scope=col>{escape(cell)}</th>' for cell in head)}</tr></thead>",
        "<tbody>",
        *(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>" for cells in body),
        f"</tbody></table></div>{_remarked(remarks)}</html>",
    ]
    return "\n".join((*lines, "")).encode(errors="replace")


def _remarked(remarks: Sequence[str]) -> str:
    if not remarks:
        return ""
    items = "".join(f"<li>{escape(said)}</li>" for said in remarks)
    return f"\n<h2>remarks</h2><ul>{items}</ul>"
