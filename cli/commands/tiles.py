"""Publish the signed part of a ledger as tiles that any web server can serve."""

from pathlib import Path

import click

from roundbook.cli.places import heads
from roundbook.cli.places.layout import lines as lines_of
from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.publish import publish
from roundbook.cli.session.command import AT_FOLDER
from roundbook.cli.session.read import AS_JSON, read_ledger, say_answer
from roundbook.ledger.errors import Refused, Unreadable, advice, do
from roundbook.ledger.phrases import counted
from roundbook.ledger.proofs.tree import Tree, leaf
from roundbook.projections.reports.api.handouts import PublishedTiles


@click.command("tiles")
@AT_FOLDER
@click.argument("out", metavar="FOLDER", type=click.Path(path_type=Path))
@AS_JSON
def command(folder: Anywhere, out: Path, *, as_json: bool) -> None:
    r"""Write the signed part of the ledger to FOLDER, as tiles (C2SP tlog-tiles).

    Any web server can serve FOLDER unchanged, and third-party log tools can read it: every line up
    to the latest signed head, the hashes above them, and that head. Run the command again after
    each round: it writes only the new lines, and then the head. FOLDER belongs to one ledger; a
    different one, or an older copy, is refused.

    Anyone can then read the lines in FOLDER. They contain no names, except in texts that staff
    wrote, but show by number who won, dropped or was penalised.

    \b
    Examples:
      roundbook proof tiles public
      roundbook proof head --sign && roundbook proof tiles public
    """
    place = read_ledger(folder).folder
    found = heads.latest(place)
    if found is None:
        msg = "no head of this ledger has been signed, and without one, tiles prove nothing."
        raise Refused(msg, hint=advice("Sign it: {}.", do("head", "--sign")))
    size = found.checkpoint.size
    lines = lines_of(place)[:size]
    tree = Tree.over(map(leaf, lines))
    if tree.size != size or tree.root() != found.checkpoint.root:
        msg = f"{found.path} does not match this ledger, so nothing was published."
        raise Unreadable(msg, where=found.path, hint=advice("Check with {}.", do("verify")))
    done = publish(out, found, lines, tree)
    if as_json:
        say_answer(PublishedTiles(folder=str(out), size=size, **done._asdict()))
        return
    wrote = f"{counted(done.written, 'tile')} written, {done.kept} already there"
    click.echo(f"{out} contains {counted(size, 'line')}: {wrote}.")
