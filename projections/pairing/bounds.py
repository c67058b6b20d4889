"""The lower bound of each window, and parity between them: no legal round costs less.

A window names all players of some cells and replaces all others by nameless copies, who have met
nobody. Whatever the round, what it does within the window is a pairing of the window, and none of
those costs less than its labels show. docs/pairing.md has the argument.
"""

from collections.abc import Iterator, Mapping, Sequence

from projections.pairing.certificate import Window
from projections.pairing.duality import Opened, Place, costs_more
from projections.pairing.sheet import Sheet
from projections.pairing.states import BYE


def unbound(
    sheet: Sheet, pairs: Sequence[tuple[str, str]], windows: Sequence[Window]
) -> Iterator[str]:
    """Yield why windows do not bound a round, given as all pairs that the objectives weigh."""
    names = {name for pair in pairs for name in pair if name != BYE}
    apart = len({sheet.division[name] for name in names}) > 1
    place = {n: (sheet.bracket[n], sheet.division[n] if apart else "") for n in names}
    cells = sorted(set(place.values()))
    if apart and len(windows) != 1:
        yield "where divisions are mixed, one window has to hold them all"
        return
    bye = any(BYE in pair for pair in pairs)
    blocks: list[range] = []
    for window in windows:
        wrong = _partial(window, place, cells, bye=bye, apart=apart)
        if wrong:
            yield wrong
            return
        if not apart:
            inside = [cells.index(place[name]) for name in window.players if name != BYE]
            blocks.append(range(max(0, min(inside) - 1), min(max(inside) + 1, len(cells) - 1)))
        yield from costs_more(sheet, Opened(window, place, cells), pairs)
    if not apart:
        if sheet.vector(pairs)[0] and not any(BYE in window.players for window in windows):
            yield "the bye is not in the lowest bracket"
        yield from _between(sheet, pairs, [cell[0] for cell in cells], blocks)


def _partial(
    window: Window,
    place: Mapping[str, Place],
    cells: Sequence[Place],
    *,
    bye: bool,
    apart: bool,
) -> str | None:
    """Return what is wrong with whom a window names, and whom its copies stand for."""
    named = [name for name in window.players if name != BYE]
    inside = sorted({place[name] for name in named if name in place})
    if sorted(named) != sorted(name for name, cell in place.items() if cell in inside):
        return "a window names only a part of a cell"
    size = {cell: sum(at == cell for at in place.values()) for cell in cells}
    if apart:
        expected = {cell: size[cell] % 2 for cell in cells if cell not in inside}
        last = False
    else:
        first = cells.index(inside[0]) if inside else 0
        end = first + len(inside)
        if not inside or list(cells[first:end]) != inside:
            return "the brackets of a window are no neighbours"
        last = end == len(cells)
        expected = {}
        if first:
            expected[cells[first - 1]] = sum(size[cell] for cell in cells[:first]) % 2
        if not last:
            expected[cells[end]] = (sum(size[cell] for cell in cells[end:]) + bye) % 2
    if window.players.count(BYE) != (bye and last):
        return "the bye belongs to the window of the lowest bracket"
    copies = {(copy.bracket, copy.division or ""): copy.count % 2 for copy in window.copies}
    if copies != expected or len(window.copies) != len(copies):
        return "the copies of a window do not stand for everybody else"
    return None


def _between(
    sheet: Sheet,
    pairs: Sequence[tuple[str, str]],
    brackets: Sequence[int],
    blocks: Sequence[range],
) -> Iterator[str]:
    """Yield where a round does more than parity asks for between its windows.

    Nor may a pair reach from one window into another: its square would be more than both bounds.
    """
    owner: dict[int, int] = {}
    for block, gaps in enumerate(blocks):
        for gap in gaps:
            if gap in owner:
                yield "two windows weigh the same gap"
            owner[gap] = block
    crossed = [0] * len(brackets)
    for pair in pairs:
        if BYE in pair:
            continue
        high, low = sorted(brackets.index(sheet.bracket[name]) for name in pair)
        reach: dict[int, int] = {}
        for gap in range(high, low):
            crossed[gap] += 1
            part = owner.get(gap, -1 - gap)
            reach[part] = reach.get(part, 0) + brackets[gap + 1] - brackets[gap]
        if len(reach) > 1:
            yield f"{pair[0]} and {pair[1]} pass a bracket between windows"
    for gap, times in enumerate(crossed):
        if times > 1 and gap not in owner:
            yield "a gap between brackets is crossed twice without need"
