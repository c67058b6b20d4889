"""Prove one entry to somebody who has neither the ledger nor roundbook."""

from pathlib import Path

import click

from cli import heads
from cli.absent import LEDGER
from cli.at_hand import serves_files
from cli.reading import Reading, at_ledger, say_json
from cli.voice import echo
from ledger.errors import Refused, Unreadable
from ledger.proofs.entries import prove


@click.command("proof")
@at_ledger("ENTRY")
@click.option("--out", type=click.Path(path_type=Path), help="Write OUT.tlog-proof and OUT.line.")
@serves_files
def command(reading: Reading, number: str, out: Path | None) -> None:
    r"""Prove that ENTRY stands in the ledger, with a file that the programs of others read.

    The proof leads from the exact line to the latest signed head. Whoever has both files and the
    public key needs nothing else, and learns nothing about any other entry. `check-proof` reads it.

    \b
    Examples:
      roundbook proof cup 17
      roundbook proof cup 17 --out dispute
    """
    if not number.isascii() or not number.isdigit():
        raise click.UsageError(f"{number!r} is no number of an entry, such as 17.")
    seq = int(number)
    found = heads.latest(reading.folder)
    if found is None or not 1 <= seq <= found.checkpoint.size:
        covers = found.checkpoint.size if found else 0
        msg = f"entry {seq} is not covered by a signed head: the latest covers {covers} lines."
        raise Refused(msg, hint="Sign the head first: `roundbook head --sign`.")
    tree = heads.tree_of(reading.folder, found.checkpoint.size)
    if tree.root() != found.checkpoint.root:
        msg = f"{found.path} was signed over other lines than these, so that nothing is proved."
        raise Unreadable(msg, where=str(found.path), hint="Look with `roundbook verify`.")
    data = prove(tree, seq - 1, found.checkpoint, found.note).to_bytes()
    line = (reading.folder / LEDGER).read_bytes().split(b"\n")[seq - 1]
    if out:
        out.with_suffix(".tlog-proof").write_bytes(data)
        out.with_suffix(".line").write_bytes(line)
    if reading.as_json:
        say_json(entry=seq, line=line.decode(), proof=data.decode(), key=reading.t.key)
    elif out:
        echo(f"{out.with_suffix('.tlog-proof')} proves {out.with_suffix('.line')}")
    else:
        echo(data.decode(), nl=False)
