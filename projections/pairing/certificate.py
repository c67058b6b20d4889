"""What a drawn round says about itself, so nobody has to trust the program that drew it.

`projections.pairing.verifying` checks every word of it without the engine; docs/pairing.md says why
it is a proof.
"""

from enum import StrEnum

from msgspec import Struct


class Kind(StrEnum):
    """How it is shown that no better pairing exists.

    `parity`: no gap between brackets is crossed by two pairs. `window`: each window carries a lower
    bound that the round meets, and parity does the rest. `trial`: the field has at most 12 players,
    and anyone who checks it tries every round. `unproven`: the round is legal, and that is all.
    """

    PARITY = "parity"
    WINDOW = "window"
    TRIAL = "trial"
    UNPROVEN = "unproven"


class Objectives(Struct, frozen=True, kw_only=True):
    """How good a round is; the smaller the better, the first difference counts.

    `bye` is how many brackets the bye stands above the lowest, `across` how many pairs cross
    divisions, `gaps` how many straddle each gap between neighbouring brackets from the top, and
    `squares` the sum of the squares of how many brackets each pair goes down.
    """

    bye: int
    across: int
    gaps: tuple[int, ...]
    squares: int

    def vector(self) -> tuple[int, ...]:
        """Return the objectives in order of importance."""
        return (self.bye, self.across, *self.gaps, self.squares)


class Copies(Struct, frozen=True, kw_only=True):
    """Nameless players of a window: any that stand outside it, as if they had met nobody.

    They may meet each other at no cost. `bracket` counts from 0, the highest; `division` is none
    where a window stands for everybody above or below it.
    """

    bracket: int
    count: int
    division: str | None = None


class Circle(Struct, frozen=True, kw_only=True):
    """An odd set of vertices, of whom one at least must look outside; `label` is what that costs.

    Labels are whole numbers in decimal, since they pass what other programs hold in a number.
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
    """Why nobody can be paired if `bye` has the bye: the groups are odd, the others too few."""

    bye: str
    groups: tuple[tuple[str, ...], ...]
    others: tuple[str, ...]


class Certificate(Struct, frozen=True, kw_only=True):
    """The proof that a round is the best there is.

    `refused` belongs to a field of several divisions, where the bye is drawn first: who of the
    lower brackets could not have it, and why. `following` is one way to pair the round after this
    one, `bye` among the names, where the draw looked ahead.
    """

    kind: Kind
    objectives: Objectives
    windows: tuple[Window, ...] = ()
    refused: tuple[NoRound, ...] = ()
    following: tuple[tuple[str, str], ...] | None = None


DRAW = "search-1"
"""The name of the drawing procedure that docs/pairing.md specifies."""


REMATCHES = "rematches-1"
"""The procedure for the fewest rematches, where no round is legal."""

REPAIR = "repair-1"
"""The procedure of a repair, which docs/repair.md specifies."""

SPARING = {DRAW: "search-2", REMATCHES: "rematches-2", REPAIR: "repair-2"}
"""What each of these is called where somebody who may have the random bye awaits an awarded one:
it falls on somebody else where it can (A-56)."""


def spares(procedure: str) -> bool:
    """Tell whether a procedure keeps the random bye from players who await an awarded one."""
    return procedure in SPARING.values()
