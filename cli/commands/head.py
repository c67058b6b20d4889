"""Show the signed head of a ledger, or sign its current state."""

import base64

import click

from roundbook.cli.places import heads, last_seen
from roundbook.cli.places.layout import own_home
from roundbook.cli.places.members import Anywhere
from roundbook.cli.session.command import AT_FOLDER
from roundbook.cli.session.errors import shown
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import AS_JSON, read_ledger, say_answer
from roundbook.cli.session.venue import venue
from roundbook.cli.session.write import serves_files
from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.phrases import counted
from roundbook.projections.reports.api.handouts import SignedHead


@click.command("head")
@AT_FOLDER
@click.option("--sign", is_flag=True, help="Sign the ledger in its current state.")
@AS_JSON
@serves_files
def command(folder: Anywhere, *, sign: bool, as_json: bool) -> None:
    r"""Show the signed head: how many lines it covers, their hash, and who signed it.

    A head is signed when a round starts or is complete, at a cut, at the close, and with the answer
    to a request; --sign signs one at any time. Anyone who keeps a head, on paper or in a message,
    can show later that the ledger is still the same, or has only grown.

    \b
    Examples:
      roundbook proof head
      roundbook proof head -C cup --sign
    """
    if sign:
        here = venue(folder)
        # A signature notes the last line: nobody would be asked why an older copy goes on.
        last_seen.refuse(here.strange, folder, verb="note")
        last_seen.sign(own_home(), folder, here.desk, lambda said: echo(shown(said), err=True))
    ctx = read_ledger(folder)
    found = heads.latest(ctx.folder)
    if found is None:
        msg = "no head of this ledger has been signed yet."
        raise Refused(msg, hint=advice("Sign it: {}.", do("head", "--sign")))
    checkpoint, note = found.checkpoint, found.note
    path = found.path.replace(str(ctx.folder), str(folder), 1)
    if as_json:
        head = SignedHead(
            path=path,
            origin=checkpoint.origin,
            size=checkpoint.size,
            root=base64.b64encode(checkpoint.root).decode(),
            signatures=tuple(one.name for one in note.signatures),
            note=note.to_bytes().decode(),
        )
        say_answer(head)
        return
    echo(f"{path} covers {counted(checkpoint.size, 'line')}:")
    echo(note.to_bytes().decode(), nl=False)
