"""Copy a tournament to another folder or a database, to continue there."""

import click
from msgspec import Struct

from roundbook.cli.places import hosted
from roundbook.cli.places.layout import is_file
from roundbook.cli.places.members import Anywhere
from roundbook.cli.session.command import PLACE
from roundbook.cli.session.errors import shown
from roundbook.cli.session.output import as_typed, echo
from roundbook.cli.session.read import AS_JSON, looked_at, say_answer
from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.phrases import counted


class TournamentTransferred(Struct, frozen=True, kw_only=True):
    """A tournament that was copied: from, to, its lines, and the other files."""

    source: str
    target: str
    lines: int
    members: tuple[str, ...]


@click.command("transfer")
@click.argument("source", metavar="DIR", type=PLACE)
@click.argument("target", metavar="NEW", type=PLACE)
@AS_JSON
def command(source: Anywhere, target: Anywhere, *, as_json: bool) -> None:
    r"""Copy the tournament in DIR to NEW, byte for byte, to continue there.

    DIR and NEW may each be a folder, or a tournament in a database. Use this command to move a
    tournament: from a hall without a network to the server, or from the server to a laptop. Names,
    lists, files and signed heads are copied; secrets and keys stay in your user folder. Continue
    with only one copy: if both are used, you have two tournaments, and `roundbook file merge` shows
    where they split.

    \b
    Examples:
      roundbook file transfer cup postgresql://desk@db.example.org/events/cup
      roundbook file transfer postgresql://desk@db.example.org/events/cup home
    """
    if is_file(source):
        msg = f"{source} is a file, not a tournament's folder or database."
        hint = advice("Unpack an archive with {}.", do("open-archive", str(source), str(target)))
        raise Refused(msg, hint=hint)
    looked_at(source)
    done = hosted.copy(source, target)
    if as_json:
        say_answer(
            TournamentTransferred(
                source=str(source), target=str(target), lines=done.lines, members=done.members
            )
        )
        return
    beside = counted(len(done.members), "file")
    echo(shown(f"{counted(done.lines, 'entry', 'entries')} and {beside} are in {target}"))
    echo(shown(f"continue only there, and leave {source} unchanged"))
    echo(shown(f"next: roundbook status -C {as_typed(target)}"))
