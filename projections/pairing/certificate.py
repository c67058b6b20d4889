"""The certificate of a drawn round, so nobody has to trust the program that drew it.

`projections.pairing.verifying` checks all of it without the engine; docs/pairing.md explains why it
is a proof.
"""

from enum import StrEnum

from msgspec import Struct


class Kind(StrEnum):
    """How the certificate shows that no better pairing exists.

    `parity`: no gap between brackets is crossed by two pairs. `window`: each window gives a lower
    bound that the round meets, and parity does the rest. `trial`: the field has at most 12 players,
    so a checker tries every round. `unproven`: the round is legal, but nothing more is shown.
    """

    PARITY = "parity"
    WINDOW = "window"
    TRIAL = "trial"
    UNPROVEN = "unproven"


class Objectives(Struct, frozen=True, kw_only=True):
    """The objectives of a round: smaller is better, and the first difference counts.

    `bye` is how many brackets the bye is above the lowest, `across` how many pairs cross divisions,
    `gaps` how many straddle each gap between neighbouring brackets from the top, and `squares` the
    sum of the squares of how many brackets each pair goes down.
    """

    bye: int
    across: int
    gaps: tuple[int, ...]
    squares: int

    def vector(self) -> tuple[int, ...]:
        """Return the objectives in order of importance."""
        return (self.bye, self.across, *self.gaps, self.squares)


class Copies(Struct, frozen=True, kw_only=True):
    """Nameless players of a window: they stand for players outside it, as if they had met nobody.

    They may meet each other at no cost. `bracket` counts from 0, the highest; `division` is absent
    if a window stands for everybody above or below it.
    """

    bracket: int
    count: int
    division: str | None = None


class Circle(Struct, frozen=True, kw_only=True):
    """An odd set of vertices, of which at least one must pair outside; `label` is its price.

    Labels are whole numbers in decimal, since they are larger than the numbers of other programs.
    """

    vertices: tuple[int, ...]
    label: str


class Window(Struct, frozen=True, kw_only=True):
    """A part of the field that was solved exactly, and the dual solution that proves the bound.

    The vertices are `players` in order (the bye among them, as `bye`) and then all `copies`;
    `labels` has a number for each of them.
    """

    players: tuple[str, ...]
    copies: tuple[Copies, ...]
    labels: tuple[str, ...]
    circles: tuple[Circle, ...]


class NoRound(Struct, frozen=True, kw_only=True):
    """Why the others cannot be paired if `bye` has the bye: odd groups, and too few others."""

    bye: str
    groups: tuple[tuple[str, ...], ...]
    others: tuple[str, ...]


class Certificate(Struct, frozen=True, kw_only=True):
    """The proof that a round is the best there is.

    `refused` is for a field of several divisions, where the bye is drawn first: the players of
    lower brackets who could not have it, and why. `following` is one way to pair the round after
    this one, `bye` among the names, if the draw looked ahead.
    """

    kind: Kind
    objectives: Objectives
    windows: tuple[Window, ...] = ()
    refused: tuple[NoRound, ...] = ()
    following: tuple[tuple[str, str], ...] | None = None


DRAW = "draw-1"
"""The name of the drawing procedure that docs/pairing.md specifies."""

REMATCHES = "rematch-1"
"""The procedure for the fewest rematches, if no round is legal."""

REPAIR = "repair-1"
"""The procedure of a repair, which docs/pairing.md specifies."""

SPARING = frozenset({DRAW, REMATCHES, REPAIR})
"""The procedures that keep the random bye from players who await an awarded one (A-56)."""
