"""Countersign the head of a ledger, after checking that the ledger only grew."""

import hashlib

import click
from msgspec import Struct

from roundbook.cli.args.types import WordsType
from roundbook.cli.places import heads
from roundbook.cli.places.layout import own_home
from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.signing import current
from roundbook.cli.session.command import AT_FOLDER
from roundbook.cli.session.read import AS_JSON, say_answer
from roundbook.cli.session.venue import now, random_bytes
from roundbook.cli.verify.inspect import inspect
from roundbook.ledger.errors import Refused, Unreadable, advice, do
from roundbook.ledger.phrases import counted
from roundbook.ledger.proofs.checkpoints import Checkpoint, cosignature
from roundbook.ledger.proofs.notes import COSIGNATURE, vkey_of


class Witnessed(Struct, frozen=True, kw_only=True):
    """A countersigned head: its lines, the witness's key, and the note."""

    size: int
    witness: str
    note: str


@click.command("witness")
@AT_FOLDER
@click.option("--name", default="witness", type=WordsType(100), help="The name of your key.")
@AS_JSON
def command(folder: Anywhere, *, name: str, as_json: bool) -> None:
    r"""Countersign the latest signed head: from a second laptop, as head judge, or in the office.

    The whole ledger is verified first. The last head that you signed is remembered. A ledger that
    does not continue from the head you last signed is refused, and both heads are shown. Copy the
    file `checkpoint` and the folder `witnessed` back to the machine that runs the event.

    \b
    Examples:
      roundbook proof witness -C copy-of-cup --name headjudge
    """
    report = inspect(folder)
    if report.wrong:
        raise Unreadable(f"this ledger cannot be witnessed: {report.wrong}", where=str(folder))
    found = heads.latest(folder)
    if found is None:
        msg = "no head of this ledger has been signed yet, so there is nothing to countersign."
        raise Refused(
            msg, hint=advice("The people who run the event can sign it: {}.", do("head", "--sign"))
        )
    home, checkpoint = own_home(), found.checkpoint
    _refuse_fork(folder, checkpoint.size, heads.last_witnessed(home, checkpoint))
    seed = _witness_seed(current(home, random_bytes(32)))
    try:
        key = vkey_of(name, seed, COSIGNATURE)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--name") from None
    line = cosignature(found.note.text, name, seed, int(now().timestamp()))
    note = found.note.with_more([line])
    heads.keep_witnessed(home, folder, note)
    if as_json:
        text = note.to_bytes().decode()
        say_answer(Witnessed(size=checkpoint.size, witness=str(key), note=text))
        return
    click.echo(
        f"{counted(checkpoint.size, 'line')} witnessed; people who trust you need this line:"
    )
    click.echo(f"witness {name} {key}")


def _witness_seed(seed: bytes) -> bytes:
    """Return the seed of the user's witness key, which is never the key that signs ledgers."""
    return hashlib.sha256(b"roundbook proof witness v1\n" + seed).digest()


def _refuse_fork(folder: Anywhere, size: int, before: Checkpoint | None) -> None:
    """Refuse a ledger that does not begin with the lines witnessed before."""
    if before is None:
        return
    tree = heads.tree_of(folder, size)
    if before.size <= size and tree.root(before.size) == before.root:
        return
    held = tree.root(min(before.size, size)).hex()[:16]
    raise Refused(
        f"the last head you witnessed covers {counted(before.size, 'line')} with the root "
        f"{before.root.hex()[:16]}…; this ledger ({counted(size, 'line')}) has the root {held}… "
        "for the same lines.",
        hint=(
            "This ledger is another branch, or an older copy: ask the people who run the event "
            "for the right one."
        ),
    )
