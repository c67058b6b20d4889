"""Signed heads (checkpoints) in a tournament's folder, made at the end of a stage or on request.

`checkpoint` is the latest and is replaced by the next one, so each head that somebody witnessed is
also kept in `witnessed/`, named by its size.
"""

from collections.abc import Callable
from pathlib import Path

from roundbook.cli.places import layout as own
from roundbook.cli.places import signing
from roundbook.cli.places.layout import CHECKPOINT, LEDGER, LOCK, WITNESSED
from roundbook.cli.places.members import Anywhere, at, set_aside
from roundbook.ledger.desk import Desk
from roundbook.ledger.errors import Refused, Unreadable, advice, do
from roundbook.ledger.proofs.checkpoints import Checkpoint, Signed, read_checkpoint, signed
from roundbook.ledger.proofs.notes import Note
from roundbook.ledger.proofs.tree import Tree, leaf

Say = Callable[[str], object]
"""What takes a sentence for people."""


def quiet(_: str) -> None:
    """Ignore a message."""


def sign(home: Path, folder: Anywhere, desk: Desk, say: Say = quiet) -> Signed:
    """Sign the current head of a ledger. Raises Refused, and Unreadable.

    `say` is told if something else was in its place.
    """
    t = desk.tournament
    if t.opened is None or t.key is None:
        msg = "this ledger does not name a key to sign its head with."
        key = do("key", "--adopt", "--reason", "…")
        if t.closed is not None:
            reopen = do("reopen", "--reason", "…")
            hint = advice(
                "Reopen the tournament ({}), give it a key ({}) and close it again.", reopen, key
            )
            raise Refused(msg, hint=hint)
        raise Refused(msg, hint=advice("Give it a key: {}.", key))
    name = signing.origin(t.opened)
    seed = signing.seed_of(home, name, t.key)
    if seed is None:
        raise signing.not_here(closed=t.closed is not None)
    return sign_with(seed, folder, desk, say)


def sign_with(seed: bytes, folder: Anywhere, desk: Desk, say: Say = quiet) -> Signed:
    """Sign the current head of a ledger with this key. Raises Unreadable."""
    assert desk.tournament.opened, "only an opened tournament has a name to sign"
    name = signing.origin(desk.tournament.opened)
    tree = tree_of(folder, desk.tournament.seq)
    checkpoint = Checkpoint(name, tree.size, tree.root())
    return keep(folder, signed(checkpoint, name, seed), say)


def keep(folder: Anywhere, note: Note, say: Say = quiet) -> Signed:
    """Save a signed head as the latest; return the latest one. Raises Unreadable, and OSError.

    A head that covers more lines stays, since another desk was quicker; one of the same lines adds
    its signatures to the new one. A file that is not a head of this ledger goes to the quarantine.
    """
    new = read_signed(note.to_bytes(), at(folder).where(CHECKPOINT))
    with at(folder).held(LOCK):
        before = at(folder).read(CHECKPOINT) if at(folder).is_taken(CHECKPOINT) else b""
        old = _head_of(folder, before)
        if old and old.checkpoint.size > new.checkpoint.size:
            return old
        if old and old.checkpoint == new.checkpoint:
            ours = {(one.name, one.key_id) for one in note.signatures}
            others = (one for one in old.note.signatures if (one.name, one.key_id) not in ours)
            new = new._replace(note=note.with_more(others))
        if before and not old:
            aside = set_aside(folder, CHECKPOINT, before)
            say(f"{CHECKPOINT} was not a signed head of this ledger: it was moved to {aside}.")
        at(folder).write(CHECKPOINT, new.note.to_bytes())
    return new


def _head_of(folder: Anywhere, data: bytes) -> Signed | None:
    """Return a signed head of the ledger in `folder`; None if it is not one."""
    try:
        found = read_signed(data, at(folder).where(CHECKPOINT))
    except Unreadable:
        return None
    tree = tree_of(folder, found.checkpoint.size)
    is_ours = (tree.size, tree.root()) == (found.checkpoint.size, found.checkpoint.root)
    return found if is_ours else None


def is_of_others(folder: Anywhere) -> bool:
    """Tell whether the signed head of a folder covers other lines than it has."""
    if not at(folder).is_taken(CHECKPOINT):
        return False
    return _head_of(folder, at(folder).read(CHECKPOINT)) is None


def keep_witnessed(home: Path, folder: Anywhere, note: Note) -> None:
    """Save a head that this user witnessed: at home, in `witnessed/`, and as the latest."""
    checkpoint, _ = read_checkpoint(note.to_bytes(), folder.name)
    remembered = _witnessed_by_user(checkpoint)
    own.keep_at_home(home, remembered, note.to_bytes(), "the witnessed head")
    at(folder).write(f"{WITNESSED}/{checkpoint.size:06}.checkpoint", note.to_bytes())
    keep(folder, note)


def last_witnessed(home: Path, of: Checkpoint) -> Checkpoint | None:
    """Return the last head of a tournament that this user witnessed, or None. Raises Unreadable."""
    name = _witnessed_by_user(of)
    if not at(home).has(name):
        return None
    return read_checkpoint(at(home).read(name), at(home).where(name))[0]


def _witnessed_by_user(checkpoint: Checkpoint) -> str:
    return f"{own.WITNESSED_HEADS}/{checkpoint.origin.rpartition('/')[2]}.checkpoint"


def read_signed(data: bytes, where: str) -> Signed:
    """Return a signed head from its bytes. Raises Unreadable."""
    return Signed(where, *read_checkpoint(data, where))


def tree_of(folder: Anywhere, size: int) -> Tree:
    """Return the tree over the first `size` lines of a ledger, hashed from its bytes."""
    return Tree.over(map(leaf, at(folder).read(LEDGER).split(b"\n")[:size]))


def latest(folder: Anywhere) -> Signed | None:
    """Return the latest signed head, or None. Raises Unreadable."""
    return _of(folder, CHECKPOINT) if at(folder).is_taken(CHECKPOINT) else None


def kept(folder: Anywhere) -> list[Signed]:
    """Return all signed heads in a folder, witnessed ones first. Raises Unreadable."""
    last = latest(folder)
    return [*witnessed(folder), last] if last else witnessed(folder)


def witnessed(folder: Anywhere) -> list[Signed]:
    """Return the witnessed heads, the shortest first."""
    named = at(folder).names(WITNESSED)
    return [_of(folder, name) for name in named if name.endswith(".checkpoint")]


def _of(folder: Anywhere, name: str) -> Signed:
    return read_signed(at(folder).read(name), at(folder).where(name))
