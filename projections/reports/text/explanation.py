"""Why a player stands there, a round was paired so, a match is locked: the answer to read out."""

from collections.abc import Callable, Iterator

from ledger.errors import Hint
from ledger.terms import HandId, PlayerId
from projections.explain import bracket
from projections.explain.bye import Granted
from projections.explain.lock import LockWhy, lock_in_words
from projections.explain.pairing import PairingWhy
from projections.explain.place import explain_place
from projections.reports.text import pairing, place
from projections.reports.text.reading import Reading, named, who_wrote
from projections.reports.text.tables import WIDTH, wrapped


def why_place(player: PlayerId, ctx: Reading) -> list[str]:
    """Return every fraction, or the way through the bracket, that a place follows from."""
    names = _names(ctx)
    way = bracket.course(ctx.t, ctx.rules, player)
    found = explain_place(ctx.t, ctx.rules, player)
    said = [] if way and way.pure else place.lines(found, names)
    if way:
        said += [*([""] if said else []), *bracket.lines(way, names)]
    return said


def why_paired(
    found: PairingWhy, granted: Granted | None, ctx: Reading, *, advise: Callable[[str | Hint], str]
) -> Iterator[str]:
    """Yield why a round was paired so, and who granted a bye that was awarded.

    `advise` says what somebody can do to see it for themselves.
    """
    by = ctx.book.hands.get(HandId(found.hand.id), found.hand.id)
    by = by if by == found.hand.role else f"{by}, {found.hand.role}"
    for indent, text in pairing.paragraphs(found, _names(ctx), by=by):
        yield from _paragraph(indent, advise(text))
    if granted:
        at = granted.at.isoformat(sep=" ", timespec="minutes")[:16]
        by = who_wrote(ctx, granted.hand)
        because = f', because: "{granted.reason}"' if granted.reason else ""
        yield ""
        yield from _paragraph(0, f"It was granted by {by}, {at} (entry {granted.seq}){because}.")


def why_locked(found: LockWhy, ctx: Reading) -> Iterator[str]:
    """Yield who met, how it ended, and why the result is locked or until when it is not."""
    first, second = (named(ctx, player) for player in found.players)
    result = found.result.in_words(ctx.rules.tie_word) if found.result else "no result yet"
    yield f"{found.match}: {first} and {second}, {result}"
    _, said = lock_said(found, ctx)
    for line in said:
        yield from _paragraph(2, line)


def lock_said(found: LockWhy, ctx: Reading) -> tuple[str | None, list[str]]:
    """Return who wrote the entry that settled a match, if one did, and its state in sentences."""
    by = who_wrote(ctx, found.by.hand) if found.by else None
    return by, lock_in_words(found, by or "")


def _paragraph(indent: int, text: str) -> Iterator[str]:
    """Yield the lines of a paragraph, of which the later ones stand further in."""
    first, *rest = wrapped(text, WIDTH - indent - 2)
    yield f"{' ' * indent}{first}".rstrip()
    for line in rest:
        yield f"{' ' * (indent + 2)}{line}"


def _names(ctx: Reading) -> dict[PlayerId, str]:
    """Return the names of the players that have one, as they are shown."""
    names = {number: ctx.name(number) for number in ctx.t.players}
    return {number: name for number, name in names.items() if name != number}
