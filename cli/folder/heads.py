"""Signed heads in a tournament's folder: made when something has ended, or when asked for.

`checkpoint` is the latest; one that somebody has witnessed is kept in `witnessed/` as well, by its
size, since the next one takes the place of the first.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from cli.folder import last_seen_head, signing
from cli.folder.layout import LEDGER
from ledger.desk import Desk
from ledger.errors import Refused, Trouble
from ledger.events import catalogue as ev
from ledger.proofs.checkpoints import Checkpoint, read_checkpoint, signed
from ledger.proofs.notes import Note
from ledger.proofs.tree import Tree, leaf
from ledger.record.entry import Entry
from ledger.state.queries import open_matches
from ledger.state.tournament import Tournament
from ledger.storage.disk import unwritten

CHECKPOINT, WITNESSED = "checkpoint", "witnessed"
_ENDS = (
    ev.RoundStarted,
    ev.CutMade,
    ev.DayTwoMade,
    ev.TournamentClosed,
    ev.TournamentReopened,
    ev.RequestAnswered,
    ev.PeopleErased,
    ev.KeyRotated,
)


class Signed(NamedTuple):
    """A signed head as it lies in a folder: where, what it says, and who signed it."""

    path: Path
    checkpoint: Checkpoint
    note: Note


def after(home: Path, folder: Path, desk: Desk, done: Sequence[Entry], say: list[str]) -> None:
    """Remember the last line, and sign the head if these entries have ended something.

    What goes wrong is said and stops nobody: the entries stand, and the next head will cover them.
    """
    last_seen_head.remember(home, desk)
    t = desk.tournament
    if t.key is None or t.opened is None or not _ended(t, done):
        return
    try:
        if signing.seed_of(home, signing.origin(t.opened), t.key) is None:
            say.append("the head was not signed: the key of this ledger is on another machine.")
        else:
            sign(home, folder, desk)
    except (Trouble, OSError) as error:
        say.append(f"the head was not signed: {error}")


def sign(home: Path, folder: Path, desk: Desk) -> Signed:
    """Sign the head of a ledger as it stands. Raises Refused, and Unreadable."""
    t = desk.tournament
    if t.opened is None or t.key is None:
        msg = "this ledger names no key that could sign its head."
        raise Refused(msg, hint="Give it one: `roundbook key --renew --reason …`.")
    name = signing.origin(t.opened)
    seed = signing.seed_of(home, name, t.key)
    if seed is None:
        msg = "the key of this ledger is not on this machine, so that its head cannot be signed."
        hint = "Sign where it was opened, or begin a new key: `roundbook key --renew --reason …`."
        raise Refused(msg, hint=hint)
    tree = tree_of(folder, desk.tournament.seq)
    checkpoint = Checkpoint(name, tree.size, tree.root())
    return keep(folder / CHECKPOINT, signed(checkpoint, name, seed))


def keep(path: Path, note: Note) -> Signed:
    """Write a signed head in one step. Raises Unreadable."""
    draft = path.with_suffix(".new")
    try:
        path.parent.mkdir(exist_ok=True)
        draft.write_bytes(note.to_bytes())
        draft.replace(path)
    except OSError as error:
        raise unwritten(error, path) from error
    return Signed(path, *read_checkpoint(note.to_bytes(), str(path)))


def tree_of(folder: Path, size: int) -> Tree:
    """Return the tree over the first `size` lines of a ledger, hashed from its bytes."""
    lines = (folder / LEDGER).read_bytes().split(b"\n")[:size]
    return Tree.over(map(leaf, lines))


def latest(folder: Path) -> Signed | None:
    """Return the latest signed head; None if none was made. Raises Unreadable."""
    path = folder / CHECKPOINT
    return Signed(path, *read_checkpoint(path.read_bytes(), str(path))) if path.is_file() else None


def kept(folder: Path) -> list[Signed]:
    """Return every signed head of a folder, those that were witnessed first. Raises Unreadable."""
    paths = sorted((folder / WITNESSED).glob("*.checkpoint"))
    found = [Signed(path, *read_checkpoint(path.read_bytes(), str(path))) for path in paths]
    last = latest(folder)
    return [*found, last] if last else found


def _ended(t: Tournament, done: Iterable[Entry]) -> bool:
    """Tell whether a round, a part of the tournament, or all of it ended with these entries."""
    for entry in done:
        for event in entry.events:
            if isinstance(event, _ENDS):
                return True
            if isinstance(event, ev.ResultReported):
                paired = t.rounds.get((event.match.pool, event.match.round))
                if paired and not open_matches(t, paired):
                    return True
    return False
