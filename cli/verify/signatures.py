"""Whether the signed heads of a folder fit its ledger, and whose signatures stand below them."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from msgspec import Struct

from cli.desk.named_files import read_whole
from cli.folder import heads, signing
from cli.folder.heads import Signed
from ledger.errors import Refused, Unreadable, advice, do
from ledger.events.catalogue import KeyRotated, TournamentOpened
from ledger.proofs.checkpoints import vouchers
from ledger.proofs.notes import Vkey
from ledger.proofs.policy import Policy
from ledger.proofs.tree import Tree
from ledger.record.entry import Entry
from ledger.state.tournament import Tournament


class Vouched(Struct, frozen=True, kw_only=True):
    """What the signed heads show: up to which line, by which keys; and what is wrong with them."""

    size: int = 0
    by: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


def vouched(
    folder: Path, entries: Sequence[Entry], leaves: Sequence[bytes], policy: Policy | None = None
) -> Vouched:
    """Look at every signed head of a folder. Nothing is raised: what cannot be read is a fault.

    `leaves` are the hashes of the lines, 32 bytes each.

    A head counts if it is of this tournament, of lines that are there, and signed by the key that
    the ledger itself named by then. With a policy the latest must be signed as it asks.
    """
    try:
        found = heads.kept(folder)
    except Unreadable as trouble:
        return Vouched(faults=(trouble.message,))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        return Vouched(faults=(f"the signed head cannot be read: {reason}.",))
    tree = Tree.over(leaves if found else ())
    faults = [fault for one in found for fault in _faults(one, tree, entries)]
    last = found[-1] if found else None
    trusted = [one.key for one in vouchers(last.note, policy.keys())[0]] if last and policy else []
    if policy and last is None:
        faults.append("no signed head lies here, so that no trusted key vouches for anything.")
    elif policy and last and not policy.satisfied(trusted):
        names = ", ".join(key.name for key in trusted) or "none"
        faults.append(f"{last.path} is not signed as the policy asks: of its keys {names} did.")
    if last is None or faults:
        return Vouched(faults=tuple(faults))
    known = [*_own_key(last, entries), *(policy.keys() if policy else ())]
    by = {str(one.key): None for one in vouchers(last.note, known)[0]}
    return Vouched(size=last.checkpoint.size, by=tuple(by))


def _faults(one: heads.Signed, tree: Tree, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield what is wrong with one signed head: the first thing that is."""
    size, path = one.checkpoint.size, one.path
    opened = Tournament.replay(entries[:1]).opened
    if opened and one.checkpoint.origin != signing.origin(opened):
        yield f"{path} is the head of another tournament, {one.checkpoint.origin}."
    elif size > tree.size:
        yield (
            f"{path} was signed over {size} lines, and the ledger has {tree.size}: "
            "its end is missing."
        )
    elif tree.root(size) != one.checkpoint.root:
        yield (
            f"{path} was signed over other lines than these: the root of the first {size} is "
            f"{tree.root(size).hex()[:16]}…, signed was {one.checkpoint.root.hex()[:16]}…."
        )
    else:
        yield from _unsigned(one, entries)


def _unsigned(one: heads.Signed, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield that a head is not signed by the key that the ledger named by then."""
    key = _own_key(one, entries)
    good, forged = vouchers(one.note, key)
    if forged:
        yield f"the signature in {one.path} is forged or damaged: {forged[0]} did not write it."
    elif not good:
        others = ", ".join(signature.name for signature in one.note.signatures)
        named = f"the ledger names {key[0]}" if key else "the ledger names none"
        yield f"{one.path} is signed by another key, of {others}; {named}."


def _own_key(one: heads.Signed, entries: Sequence[Entry]) -> list[Vkey]:
    """Return the key that the ledger had named when it was as long as the head says."""
    named = None
    for entry in entries[: one.checkpoint.size]:
        for event in entry.events:
            if isinstance(event, TournamentOpened | KeyRotated):
                named = event.public_key
    try:
        return [Vkey.parse(named)] if named else []
    except ValueError:
        return []


# Proves that a ledger only grew between two signed heads that somebody has.


def read_head(path: Path) -> Signed:
    """Return a signed head from a file of its own. Raises Unreadable."""
    return heads.read_signed(read_whole(path), str(path))


def joining(folder: Path, older: Signed, newer: Signed) -> list[bytes]:
    """Return the hashes that join two signed heads of the ledger in `folder`.

    Raises Refused where there is nothing to be joined, and Unreadable where a head is not of these
    lines: no path can be found then, and nobody could make one.
    """
    old, new = older.checkpoint, newer.checkpoint
    if old.size > new.size:
        msg = f"{older.path} covers {old.size} lines, {newer.path} only {new.size}."
        raise click.UsageError(f"{msg} Name the older head first.")
    if old.size == 0:
        msg = f"{older.path} covers no line, and every ledger extends it: nothing is to be proved."
        raise Refused(msg, hint="Name a head that was signed when there were lines.")
    tree = heads.tree_of(folder, new.size)
    for one in (older, newer):
        _must_be_of(tree, one)
    return tree.consistency(old.size)


def _must_be_of(tree: Tree, one: Signed) -> None:
    """Raise Unreadable if a head was not signed over the beginning of these lines."""
    size = one.checkpoint.size
    if size > tree.size:
        msg = f"{one.path} covers {size} lines, and the ledger has {tree.size}: it is older."
    elif tree.root(size) != one.checkpoint.root:
        msg = f"{one.path} was signed over other lines than these: it is of another branch."
    else:
        return
    raise Unreadable(
        msg, where=one.path, hint=advice("Look with {}.", do("verify", "--head", "FILE"))
    )
