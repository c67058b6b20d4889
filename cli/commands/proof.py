"""Prove that an entry is in a ledger, or that a ledger only grew, for people without it."""

from pathlib import Path

import click

from roundbook.cli.places import heads
from roundbook.cli.places.layout import lines
from roundbook.cli.places.members import Anywhere
from roundbook.cli.session.named_files import FILE, read_whole, write_file
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.cli.session.write import serves_files
from roundbook.ledger.errors import Refused, Unreadable, advice, do
from roundbook.ledger.phrases import counted
from roundbook.ledger.proofs.checkpoints import Signed
from roundbook.ledger.proofs.entries import prove
from roundbook.ledger.proofs.tree import Tree, to_bytes
from roundbook.projections.reports.api.handouts import EntryProof, GrowthProof


@click.command("proof")
@at_ledger("[ENTRY]")
@click.option(
    "--between",
    nargs=2,
    type=FILE,
    metavar="OLD NEW",
    help="Prove that the ledger has only grown between these signed heads.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="The path of the files to write: PATH.tlog-proof and PATH.line.",
)
@serves_files
def command(
    ctx: ReadContext, number: str | None, between: tuple[Path, Path] | None, out: Path | None
) -> None:
    r"""Prove that ENTRY is in the ledger, in a standard format that other programs can check.

    The proof links the exact line to the latest signed head. Anyone with both files and the public
    key can check the proof, and learns nothing about any other entry. Check the proof with
    `roundbook proof check`.

    With --between, prove that a newer signed head only adds lines to an older one: nothing was
    removed or changed. That proof is written to PATH.consistency.

    \b
    Examples:
      roundbook proof entry -C cup 17
      roundbook proof entry -C cup 17 --out dispute
      roundbook proof entry --between kept.checkpoint checkpoint --out growth
    """
    if between and number is None:
        _prove_growth(ctx, *between, out)
    elif between:
        raise click.UsageError("give an ENTRY, or two heads with --between, not both.")
    elif number is None:
        raise click.UsageError("give the ENTRY, such as 17, or two heads with --between.")
    else:
        _of_entry(ctx, number, out)


def _of_entry(ctx: ReadContext, number: str, out: Path | None) -> None:
    """Prove one entry."""
    if not number.isascii() or not number.isdigit():
        raise click.UsageError(f"{number!r} is not the number of an entry, such as 17.")
    seq = int(number)
    found = heads.latest(ctx.folder)
    if found is None or not 1 <= seq <= found.checkpoint.size:
        covers = found.checkpoint.size if found else 0
        msg = f"entry {seq} is not covered by a signed head: the latest covers {covers} lines."
        raise Refused(msg, hint=advice("Sign the head first: {}.", do("head", "--sign")))
    tree = heads.tree_of(ctx.folder, found.checkpoint.size)
    if tree.root() != found.checkpoint.root:
        msg = f"{found.path} does not match this ledger, so no proof was made."
        raise Unreadable(msg, where=found.path, hint=advice("Check with {}.", do("verify")))
    data = prove(tree, seq - 1, found.checkpoint, found.note).to_bytes()
    line = lines(ctx.folder)[seq - 1]
    if out:
        write_file(out.with_suffix(".line"), line, public=True)  # Alone, it claims nothing.
        write_file(out.with_suffix(".tlog-proof"), data, public=True)
    if ctx.as_json:
        say_answer(EntryProof(entry=seq, line=line.decode(), proof=data.decode(), key=ctx.t.key))
    elif out:
        echo(f"{out.with_suffix('.tlog-proof')} proves {out.with_suffix('.line')}")
    else:
        echo(data.decode(), nl=False)


def _prove_growth(ctx: ReadContext, old: Path, new: Path, out: Path | None) -> None:
    """Prove that the lines of the newer head begin with those of the older one."""
    older, newer = read_head(old), read_head(new)
    data = to_bytes(joining(ctx.folder, older, newer))
    sizes = older.checkpoint.size, newer.checkpoint.size
    if out:
        write_file(out.with_suffix(".consistency"), data, public=True)
    if ctx.as_json:
        path, key = tuple(data.decode().split()), ctx.t.key
        say_answer(GrowthProof(old_size=sizes[0], size=sizes[1], proof=path, key=key))
    elif out:
        grew = f"only grew from {counted(sizes[0], 'line')} to {sizes[1]}"
        echo(f"{out.with_suffix('.consistency')} proves that the ledger {grew}")
    else:
        echo(data.decode(), nl=False)


def read_head(path: Path) -> Signed:
    """Return the signed head in a file. Raises Unreadable."""
    return heads.read_signed(read_whole(path), str(path))


def joining(folder: Anywhere, older: Signed, newer: Signed) -> list[bytes]:
    """Return the hashes that join two signed heads of the ledger in `folder` (a consistency proof).

    Raises a usage error if the newer head comes first, Refused for an empty head, and Unreadable
    for a head of different lines.
    """
    old, new = older.checkpoint, newer.checkpoint
    if old.size > new.size:
        msg = f"{older.path} covers {counted(old.size, 'line')}, and {newer.path} only {new.size}."
        raise click.UsageError(f"{msg} Give the older head first.")
    if old.size == 0:
        msg = f"{older.path} covers no lines, so it matches every ledger and proves nothing."
        raise Refused(msg, hint="Give a head that covers at least one line.")
    tree = heads.tree_of(folder, new.size)
    for one in (older, newer):
        _must_be_of(tree, one)
    return tree.consistency(old.size)


def _must_be_of(tree: Tree, one: Signed) -> None:
    """Raise Unreadable if a head was not signed for the beginning of these lines."""
    size = one.checkpoint.size
    if size > tree.size:
        msg = (
            f"{one.path} covers {size} lines, but the ledger has only {tree.size}: it is an "
            "older copy."
        )
    elif tree.root(size) != one.checkpoint.root:
        msg = f"{one.path} does not match this ledger: it belongs to another branch."
    else:
        return
    raise Unreadable(
        msg, where=one.path, hint=advice("Check with {}.", do("verify", "--head", "FILE"))
    )
