"""The dossier page: one HTML file to print on A4, read on a phone, and keep offline."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape

from msgspec import Struct

from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import Actor, PlayerId
from roundbook.ledger.text import minute_of, with_sides
from roundbook.projections.explain.dossier import Dossier, Then
from roundbook.projections.explain.lock import BESIDES, RULE, LockWhy, State, lock_in_words
from roundbook.projections.explain.what_if import WhatIf
from roundbook.projections.history.history import Happening

# A single HTML page that needs nothing else: no script, font, picture or network.

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
    """Return a whole page; the parts are already HTML, the title is not."""
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
    """Yield a table; on a phone each cell shows the name of its column."""
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


class Proven(Struct, frozen=True, kw_only=True):
    """An entry as its exact line, and the proof that the signed head covers it, if any."""

    seq: int
    line: str
    proof: str | None


class Frame(Struct, frozen=True, kw_only=True):
    """What a page needs besides the dossier: names, the ledger, and the proofs.

    `name` and `by` return what a player and a staff member are called on this page. `head` is the
    signed head as published, `key` the public key; None if there is none. `checks` is the command
    that checks an entry.
    """

    event: str
    edition: str
    entry: int
    tie: str
    name: Callable[[PlayerId], str]
    by: Callable[[Actor], str]
    told: Callable[[Happening], str]
    proven: Sequence[Proven] = ()
    head: str | None = None
    key: str | None = None
    checks: str


def page(found: Dossier, frame: Frame) -> str:
    """Return a dossier as one HTML page that needs nothing else: no script, no font, no network."""
    subject = str(found.match) if found.match else frame.name(found.player or found.players[0])
    title = f"Dossier: {subject}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        paragraph(
            f"{frame.event}, under the edition {frame.edition}; as of entry {frame.entry}.", "small"
        ),
        *_in_short(found, frame),
        *section("What happened, entry by entry", _happened(found.happenings, frame)),
        *section("What the sheet said then, and what is known now", _then(found.then, frame)),
        *(section("If the claim were right", _asked(found.asked, frame)) if found.asked else ()),
        *section("What the rules say", _rules(found.locks)),
        *section("What proves it", _proof(frame)),
    ]
    return whole(title, parts)


def _in_short(found: Dossier, frame: Frame) -> Iterator[str]:
    """Yield the players, the result, the claim, and whether it can still be corrected."""
    yield '<div class="box">'
    for lock in found.locks:
        pair = " and ".join(map(frame.name, lock.players))
        stands = lock.result.in_words(frame.tie) if lock.result else "no result yet"
        stands = with_sides(stands, *map(frame.name, lock.players))
        yield paragraph(f"{lock.match}: {pair}. Recorded: {stands}.")
        if found.match:
            for said in lock_in_words(lock, frame.by(lock.by.hand) if lock.by else ""):
                yield paragraph(said)
        else:
            yield paragraph(_state(lock), "small")
    if found.claim:
        claimed = found.claim.in_words(frame.tie)
        claimed = with_sides(claimed, *map(frame.name, found.locks[0].players))
        yield paragraph(f"Claimed: {claimed}.")
    yield "</div>"


def _state(lock: LockWhy) -> str:
    """Return whether a match can be corrected, in one sentence."""
    by = f" (entry {lock.by.seq})" if lock.by else ""
    match lock.state:
        case State.LOCKED | State.CLOSED:
            return f"Locked{by}."
        case State.SEEDED:
            return f"Settled by the next stage{by}; an official may override the rule."
        case State.ADVANCED:
            return (
                f"Settled by the next round{by}; only the head judge may override the rule, which "
                "does not change who advanced."
            )
        case State.OPEN:
            return f"Can be corrected until {lock.until}."


def _happened(happenings: Iterable[Happening], frame: Frame) -> Iterator[str]:
    """Yield a row for every event, with its number, time and staff member."""
    rows = [
        [
            str(one.seq),
            one.at.isoformat(sep=" ", timespec="seconds"),
            frame.by(one.hand),
            frame.told(one),
            one.why or "",
        ]
        for one in happenings
    ]
    yield from table(("Entry", "Time", "By", "What", "Reason given"), rows)


def _then(then: Sequence[Then], frame: Frame) -> Iterator[str]:
    """Yield a row for every round of these players."""
    if not then:
        yield paragraph("No round with any of these players was paired here.")
        return
    yield paragraph("Records before each round: when it was paired, and now.")
    rows = [
        [
            one.called,
            frame.name(one.player),
            f"{minute_of(one.at)} (entry {one.seq})",
            one.said,
            f"{one.known} – differs" if one.differs else "the same",
        ]
        for one in then
    ]
    yield from table(("Round", "Player", "Paired", "Said then", "Known now"), rows)
    digests = {one.called: one.posted for one in then if one.posted}
    for which, digest in digests.items():
        yield paragraph(f"SHA-256 of the pairings posted for {which}: {digest}", "small")


def _asked(asked: WhatIf | None, frame: Frame) -> Iterator[str]:
    """Yield what the claim would change; nothing of this is recorded."""
    if asked is None or not (asked.places or asked.rounds or asked.cuts):
        yield paragraph("The change would not affect any place, points, pairing or cut.")
        return
    if asked.locked:
        yield paragraph("The result is locked, so this is only a hypothetical question.")
    rows = [
        [
            frame.name(one.player),
            one.division.value,
            f"{one.place or '-'}",
            f"{one.would_be or '-'}",
            f"{one.match_points}",
            f"{one.would_have}",
        ]
        for one in asked.places
    ]
    if rows:
        heads = ("Player", "Division", "Place", "would be", "Points", "would be")
        yield from table(heads, rows)
    for unlike in asked.rounds:
        where = f"Round {unlike.round} of {unlike.pool}"
        least = (
            f"for at least {counted(unlike.players, 'player')}"
            if unlike.players
            else "or not at all"
        )
        yield paragraph(f"{where} would have been paired differently, {least}.")
    for cut in asked.cuts:
        if not (cut.joins or cut.leaves):
            yield paragraph(
                f"The cut of {cut.division} would have the same players in another order."
            )
            continue
        joins = ", ".join(map(frame.name, cut.joins)) or "nobody"
        leaves = ", ".join(map(frame.name, cut.leaves)) or "nobody"
        yield paragraph(
            f"The cut of {cut.division}: {joins} would be in, and {leaves} would be out."
        )


def _rules(locks: Sequence[LockWhy]) -> Iterator[str]:
    """Yield the rules behind the answer, with their sections."""
    yield f"<ul><li><strong>TOP §4</strong>: {escape(RULE)}</li></ul>"
    yield paragraph("How roundbook reads it:")
    yield "<ul>"
    for sentence in dict.fromkeys(BESIDES[lock.state] for lock in locks):
        yield f"<li>{escape(sentence)}</li>"
    yield "</ul>"


def _proof(frame: Frame) -> Iterator[str]:
    """Yield the signed head, and each entry with the proof that the head covers it."""
    if frame.head:
        yield paragraph("The signed head of the ledger:")
        yield f"<pre>{escape(frame.head)}</pre>"
    else:
        yield paragraph("No head of this ledger has been signed, so this page proves nothing yet.")
    if frame.key:
        yield paragraph("The key of the tournament:")
        yield f"<pre>{escape(frame.key)}</pre>"
    if frame.head and frame.key:
        yield paragraph(
            f"To check an entry, save its line and its proof as two files, and run: {frame.checks}"
        )
    for one in frame.proven:
        yield paragraph(f"Entry {one.seq}, its exact line:")
        yield f"<pre>{escape(one.line)}</pre>"
        if one.proof:
            yield paragraph(f"Proof of entry {one.seq}:")
            yield f"<pre>{escape(one.proof)}</pre>"
        else:
            yield paragraph("No signed head covers this entry yet.", "small")
