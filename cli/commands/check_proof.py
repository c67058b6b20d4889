"""Check, without the ledger, a proof of one entry, or a proof that a ledger only grew."""

from collections.abc import Sequence
from pathlib import Path

import click
from msgspec import Struct

from roundbook.cli.commands.proof import read_head
from roundbook.cli.session.errors import FOUND
from roundbook.cli.session.named_files import FILE, read_whole
from roundbook.cli.session.read import AS_JSON, say_answer
from roundbook.ledger.phrases import counted
from roundbook.ledger.proofs.checkpoints import vouchers
from roundbook.ledger.proofs.entries import read_proof
from roundbook.ledger.proofs.notes import Vkey
from roundbook.ledger.proofs.tree import joins, read_growth


class LineProved(Struct, frozen=True, kw_only=True):
    """Whether a proof shows that a line is an entry of the ledger whose head was signed."""

    proved: bool
    entry: int
    size: int
    origin: str
    said: str


class GrowthProved(Struct, frozen=True, kw_only=True):
    """Whether a proof shows that a ledger only grew from one signed head to another."""

    proved: bool
    old_size: int
    size: int
    origin: str
    said: str


@click.command("check-proof")
@click.argument("proof", type=FILE)
@click.argument("line", type=FILE, required=False)
@click.option(
    "--between",
    nargs=2,
    type=FILE,
    metavar="OLD NEW",
    help="The two signed heads that the proof links.",
)
@click.option(
    "--key",
    "keys",
    required=True,
    multiple=True,
    help="The tournament's public key, as `roundbook proof key` shows it; repeat the option for "
    "a renewed key.",
)
@AS_JSON
def command(
    proof: Path,
    line: Path | None,
    between: tuple[Path, Path] | None,
    keys: Sequence[str],
    *,
    as_json: bool,
) -> int:
    r"""Check that PROOF proves LINE: the line is in the ledger whose head was signed with KEY.

    With --between, check that PROOF links two signed heads: the newer one only adds lines to the
    older one, and both are signed with KEY. To make a proof, use `roundbook proof entry`.

    \b
    Examples:
      roundbook proof check dispute.tlog-proof dispute.line --key "…+AXk…"
      roundbook proof check growth.consistency --between kept.checkpoint \
        checkpoint --key "…"

    \b
    Exit codes:
      0 proved    1 not proved
    """
    try:
        vkeys = [Vkey.parse(key.removeprefix("log ")) for key in keys]
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--key") from None
    if (line is None) == (between is None):
        raise click.UsageError("give the LINE to prove, or two heads with --between.")
    found: LineProved | GrowthProved
    if line:
        found = _entry(proof, line, vkeys)
    else:
        assert between is not None
        found = _growth(proof, *between, vkeys)
    if as_json:
        say_answer(found)
    else:
        click.echo(found.said)
    return 0 if found.proved else FOUND


def _entry(proof: Path, line: Path, keys: Sequence[Vkey]) -> LineProved:
    """Return whether a proof shows that a line is in the ledger."""
    found = read_proof(read_whole(proof), str(proof))
    good, _ = vouchers(found.note, keys)
    held = found.holds(read_whole(line).removesuffix(b"\n"))
    entry, size = found.place + 1, found.checkpoint.size
    signed = counted(size, "signed entry", "signed entries")
    entries = counted(size, "entry", "entries")
    if not good:
        said = f"not proved: {keys[0].name} did not sign the head in {proof}."
    elif not held:
        said = f"not proved: {line} is not entry {entry} of the {signed}."
    else:
        said = f"proved: {line} is entry {entry} of the {entries} that {keys[0].name} signed."
    proved = bool(good) and held
    origin = found.checkpoint.origin
    return LineProved(proved=proved, entry=entry, size=size, origin=origin, said=said)


def _growth(proof: Path, old: Path, new: Path, keys: Sequence[Vkey]) -> GrowthProved:
    """Return whether a proof links two signed heads."""
    path = read_growth(read_whole(proof), str(proof))
    older, newer = read_head(old), read_head(new)
    sizes = older.checkpoint.size, newer.checkpoint.size
    unsigned = [one.path for one in (older, newer) if not vouchers(one.note, keys)[0]]
    proved = not unsigned and joins(older.checkpoint, newer.checkpoint, path)
    if unsigned:
        said = f"not proved: {keys[0].name} did not sign {unsigned[0]}."
    elif older.checkpoint.origin != newer.checkpoint.origin:
        said = f"not proved: {old} and {new} are heads of two different tournaments."
    elif not proved:
        said = (
            f"not proved: PROOF does not show that the {counted(sizes[1], 'line')} of {new} "
            f"begin with the {counted(sizes[0], 'line')} of {old}."
        )
    else:
        said = (
            f"proved: the {counted(sizes[1], 'line')} of {new} begin with the "
            f"{counted(sizes[0], 'line')} of {old}."
        )
    old_size, size = sizes
    origin = newer.checkpoint.origin
    return GrowthProved(proved=proved, old_size=old_size, size=size, origin=origin, said=said)
