"""Save a tournament with its secret and its key in a backup file."""

from itertools import chain, count
from pathlib import Path

import click
from msgspec import Struct

from roundbook.cli.args.shared_options import PASSPHRASE, PASSPHRASE_FILE
from roundbook.cli.places import backup, layout
from roundbook.cli.places.layout import own_home
from roundbook.cli.places.members import Anywhere
from roundbook.cli.session.ask import asked_passphrase
from roundbook.cli.session.command import AT_FOLDER
from roundbook.cli.session.errors import shown
from roundbook.cli.session.named_files import write_file
from roundbook.cli.session.output import as_typed, echo
from roundbook.cli.session.read import AS_JSON, say_answer
from roundbook.cli.session.venue import random_bytes, venue
from roundbook.ledger.errors import Refused
from roundbook.ledger.phrases import counted


class BackupWritten(Struct, frozen=True, kw_only=True):
    """A backup that was saved: how many lines the ledger has, and what the backup contains.

    `secret` is whether it contains the secret of future draws, `key` whether it contains the key
    that signs heads.
    """

    file: str
    bytes: int
    lines: int
    secret: bool
    key: bool
    encrypted: bool


@click.command("backup")
@click.argument("to", metavar="TO", type=click.Path(path_type=Path))
@AT_FOLDER
@PASSPHRASE
@PASSPHRASE_FILE
@AS_JSON
def command(
    to: Path,
    folder: Anywhere,
    *,
    passphrase: bool,
    passphrase_file: Path | None,
    as_json: bool,
) -> None:
    r"""Save the tournament, its names, its secret and its key in one file, to continue elsewhere.

    TO is a file or a folder, for example on a USB stick; in a folder, the file is named after the
    tournament and its last entry. You can make backups while the event runs, as often as you like:
    nobody has to stop working. The file lets anyone continue the event, so keep it to yourself, or
    add --passphrase. `roundbook file restore` brings the tournament back. To give results to
    anybody else, use `roundbook archive`.

    \b
    Examples:
      roundbook file backup /media/stick
      roundbook file backup cup.roundbook-backup -C cup --passphrase
    """
    here = venue(folder, noting=False)
    t, last = here.desk.tournament, here.desk.entries[-1]
    made = backup.make(folder, own_home(), t, last.at)
    words = asked_passphrase(passphrase=passphrase, file=passphrase_file, confirm=True)
    data = backup.to_bytes(made, words, random_bytes(backup.SALT + backup.NONCE))
    backup.from_bytes(data, words, str(to))  # A backup that cannot be read again is useless.
    file = to
    if not (to.suffix or to.exists()):
        msg = f"there is no folder {to} for the backup."
        raise Refused(msg, hint=f"Create the folder, or give a file, such as {to}{backup.ENDING}.")
    if to.is_dir():
        file = _place(to, f"{layout.name_of(folder)}-entry-{t.seq}", data)
    elif file.exists():
        raise Refused(f"{file} already exists.", hint="Give another file name, or a folder.")
    write_file(file, data)
    contents = made.contents
    if as_json:
        say_answer(
            BackupWritten(
                file=str(file),
                bytes=len(data),
                lines=t.seq,
                secret=contents.secret,
                key=contents.key,
                encrypted=words is not None,
            )
        )
        return
    for notice in here.notices:
        echo(shown(notice), err=True)
    locked = ", encrypted" if words is not None else ""
    echo(shown(f"{file}: {counted(t.seq, 'entry', 'entries')}, {len(data):,} bytes{locked}"))
    for name in made.left_out:
        echo(shown(f"note: {name} is not part of a tournament, so it was left out."), err=True)
    missing = [
        what
        for what, there in (
            ("the secret of the tournament's draws", contents.secret or t.chain is None),
            ("the key that signs the ledger", contents.key or t.key is None),
        )
        if not there
    ]
    for what in missing:
        echo(shown(f"note: {what} is not on this machine, so it is not in the backup."), err=True)
    echo(shown(f"to restore the backup: roundbook file restore {as_typed(file)} DIR"))


def _place(among: Path, name: str, data: bytes) -> Path:
    """Return the file of a backup, numbered if a different file has the same name."""
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    files = (among / f"{one}{backup.ENDING}" for one in names)
    return next(file for file in files if not file.exists() or backup.read_file(file) == data)
