"""Check a proof of one entry, without any ledger."""

from pathlib import Path

import click

from cli.explain import FOUND
from cli.reading import AS_JSON, say_json
from ledger.proofs.checkpoints import vouchers
from ledger.proofs.entries import read_proof
from ledger.proofs.keys import Vkey

FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.command("check-proof")
@click.argument("proof", type=FILE)
@click.argument("line", type=FILE)
@click.option("--key", required=True, help="The public key of the tournament, as `key` shows it.")
@AS_JSON
def command(proof: Path, line: Path, key: str, *, as_json: bool) -> int:
    r"""Check that PROOF proves LINE: it stands in the ledger whose head KEY signed.

    \b
    Example:
      roundbook check-proof dispute.tlog-proof dispute.line --key "roundbook/…+1f2e3d4c+AXk…"

    \b
    Exit codes:
      0 proved    1 not proved
    """
    try:
        vkey = Vkey.parse(key.removeprefix("log "))
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--key") from None
    found = read_proof(proof.read_bytes(), str(proof))
    good, _ = vouchers(found.note, [vkey])
    held = found.holds(line.read_bytes().removesuffix(b"\n"))
    entry, size = found.place + 1, found.checkpoint.size
    if not good:
        said = f"not proved: {vkey.name} did not sign the head in {proof}."
    elif not held:
        said = f"not proved: {line} is not entry {entry} of the {size} that were signed."
    else:
        said = f"proved: {line} is entry {entry} of the {size} that {vkey.name} signed."
    proved = bool(good) and held
    if as_json:
        say_json(proved=proved, entry=entry, size=size, origin=found.checkpoint.origin, said=said)
    else:
        click.echo(said)
    return 0 if proved else FOUND
