"""The bracket picture: the position of every match, and the lines to the next ones."""

from msgspec import Struct

from roundbook.ledger.phrases import Phrase
from roundbook.ledger.state.round_names import called
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId
from roundbook.projections.bracket.bracket import brackets, third_place
from roundbook.projections.bracket.tree import How, Node, Tree, tree
from roundbook.projections.reports.public_view import Sight

WIDE, HIGH = 208, 52
"""The size of a match's box, in points."""

ASIDE, BELOW, HEAD = 40, 16, 28
"""The space between two rounds, between two matches, and above the first."""

APART = 44
"""The space between the final and the 3rd-place match below it, with its title."""

ACT = 16
"""The space of the line below a match that says what can be done there."""


class Side(Struct, frozen=True, kw_only=True):
    """One player of a box; a name that does not fit is cut off, and is in the list below."""

    player: PlayerId | None
    name: str
    seed: int | None
    games: int | None
    has_won: bool


class Box(Struct, frozen=True, kw_only=True):
    """A match in a picture: its upper left corner, its two players, and its line.

    `line` has the points of the line from the right edge to the next match.
    """

    x: int
    y: int
    node: Node
    first: Side
    second: Side
    line: str


class Drawing(Struct, frozen=True, kw_only=True):
    """A bracket as a picture: its size, its rounds with their left edges, and its matches.

    The 3rd-place match stands below the final, and no line leads to it.
    """

    tree: Tree
    width: int
    height: int
    heads: tuple[tuple[int, int | Phrase], ...]
    boxes: tuple[tuple[Box, ...], ...]
    third_place: Box | None
    winner: str | None


def drawings(sight: Sight) -> list[Drawing]:
    """Return every bracket as a picture."""
    return [_drawing(sight, tree(sight.t, one.pool)) for one in brackets(sight.t)]


def drawings_with_acts(sight: Sight) -> list[Drawing]:
    """Return the same, with room below each match for what can be done there."""
    return [_drawing(sight, tree(sight.t, one.pool), act=ACT) for one in brackets(sight.t)]


def _drawing(sight: Sight, found: Tree, *, act: int = 0) -> Drawing:
    """Return one bracket; each match is halfway between the two that lead to it."""
    seeds = {player: number for number, player in enumerate(found.seeds, start=1)}
    pitch = HIGH + BELOW + act
    height = HEAD + len(found.rounds[0]) * pitch if found.rounds else HEAD
    columns: list[tuple[Box, ...]] = []
    ys = [HEAD + n * pitch for n in range(len(found.rounds[0]) if found.rounds else 0)]
    for depth, nodes in enumerate(found.rounds):
        x = depth * (WIDE + ASIDE)
        boxes = []
        for order, node in enumerate(nodes):
            y = ys[order]
            line = ""
            if depth + 1 < len(found.rounds):
                beside = ys[order ^ 1]
                middle, to = y + HIGH // 2, (y + beside) // 2 + HIGH // 2
                right, turn = x + WIDE, x + WIDE + ASIDE // 2
                line = f"{right},{middle} {turn},{middle} {turn},{to} {x + WIDE + ASIDE},{to}"
            boxes.append(_box(sight, node, seeds, x=x, y=y, line=line))
        columns.append(tuple(boxes))
        ys = [(a + b) // 2 for a, b in zip(ys[::2], ys[1::2], strict=False)]
    third, last = found.third_place or _to_come(sight.t, found), columns[-1][0] if columns else None
    below = last.y + HIGH + act + APART if last else HEAD
    third_box = (
        _box(sight, third, seeds, x=last.x if last else 0, y=below, line="") if third else None
    )
    return Drawing(
        tree=found,
        width=max(1, len(columns)) * (WIDE + ASIDE) - ASIDE,
        height=max(height, below + pitch) if third_box else height,
        heads=tuple(
            (depth * (WIDE + ASIDE), called(sight.t, found.pool, nodes[0].round))
            for depth, nodes in enumerate(found.rounds)
        ),
        boxes=tuple(columns),
        third_place=third_box,
        winner=sight.name(found.winner) if found.winner else None,
    )


def _to_come(t: Tournament, found: Tree) -> Node | None:
    """Return the announced 3rd-place match until it is paired; None if there is none."""
    if not t.announced_third_place or t.closed is not None or len(found.rounds) < 2:
        return None
    last, pair = found.rounds[-1][0], third_place(t, found.pool)
    if pair is None and last.first and last.second:  # One of the two losers has dropped.
        return None
    first, second = pair or (None, None)
    return Node(round=last.round, first=first, second=second, winner=None, how=How.TO_COME)


def _box(sight: Sight, node: Node, seeds: dict[PlayerId, int], *, x: int, y: int, line: str) -> Box:
    """Return a match as a box."""
    games = node.result.games if node.result and node.how is How.PLAYED else None
    first, second = (
        _side(sight, player, seeds, node, games and games[n])
        for n, player in enumerate((node.first, node.second))
    )
    return Box(x=x, y=y, node=node, first=first, second=second, line=line)


def _side(
    sight: Sight, player: PlayerId | None, seeds: dict[PlayerId, int], node: Node, games: int | None
) -> Side:
    """Return one player of a match, or the empty place of a player still to come."""
    return Side(
        player=player,
        name=sight.name(player) if player else "",
        seed=seeds.get(player) if player else None,
        games=games,
        has_won=player is not None and player == node.winner,
    )
