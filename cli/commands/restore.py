"""Restore a tournament from a backup."""

from pathlib import Path

import click
from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.args.shared_options import PASSPHRASE_FILE
from roundbook.cli.places import backup
from roundbook.cli.places.layout import own_home
from roundbook.cli.places.members import Anywhere
from roundbook.cli.session.ask import asked_passphrase
from roundbook.cli.session.command import PLACE
from roundbook.cli.session.errors import shown
from roundbook.cli.session.named_files import FileType
from roundbook.cli.session.output import as_typed, echo
from roundbook.cli.session.read import AS_JSON, say_answer
from roundbook.cli.session.venue import CommandOptions, Operator, Venue, venue
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import Refused, advice, option
from roundbook.ledger.events.catalogue import HistoryShortened
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.chain import Head


class BackupRestored(Struct, frozen=True, kw_only=True):
    """A tournament that was restored: up to which line, and what it replaced.

    `replaced` is the new place of the previous folder, `lost` the number of its entries that the
    backup does not have. `secret` and `key` are whether they are now on this machine.
    """

    folder: str
    tournament: str
    name: str
    lines: int
    secret: bool
    key: bool
    replaced: str | None = None
    lost: int = 0


LOST = "The backup names a later line than it holds."
"""Why a restored ledger goes on from an older copy."""


@click.command("restore")
@click.argument("file", type=FileType(backup.ENDING))
@click.argument("folder", metavar="DIR", type=PLACE)
@click.option("--replace", "over", is_flag=True, help="Move aside the tournament that is in DIR.")
@PASSPHRASE_FILE
@AS_JSON
def command(
    file: Path, folder: Anywhere, *, over: bool, passphrase_file: Path | None, as_json: bool
) -> None:
    r"""Restore a tournament from a backup into DIR, and continue with it.

    Use this command when a laptop is lost or a disk is broken. If DIR already contains the
    tournament, restore shows how the two differ and changes nothing; with --replace, the old folder
    is kept next to the new one. The secret of the draws and the signing key go to your user folder
    and overwrite nothing there. Only one machine may continue the event: stop the other one.

    \b
    Examples:
      roundbook file restore cup-entry-105.roundbook-backup cup
      roundbook file restore cup.roundbook-backup cup --replace
    """
    data = backup.to_restore(file)
    if passphrase_file and not backup.is_locked(data):
        raise Refused(
            f"{file} is not encrypted, so a passphrase cannot show that it is yours.",
            hint=advice("If it is yours, leave {} out.", option("--passphrase-file")),
        )
    ask = backup.is_locked(data) and passphrase_file is None
    words = asked_passphrase(passphrase=ask, file=passphrase_file, confirm=False)
    found = backup.from_bytes(data, words, str(file))
    there = backup.compare(folder, found)
    lost = there.lines - there.common if there else 0
    if there and not isinstance(folder, Path):
        raise Refused(
            f"{folder} already contains this tournament. {_difference(there, len(found.lines))}",
            hint="Entries in a database cannot be replaced: restore under another name.",
        )
    if there and not over:
        raise Refused(
            f"{folder} already contains this tournament. {_difference(there, len(found.lines))}",
            hint="Give another folder, or use --replace: the old folder is kept next to the new "
            "one.",
        )
    aside = backup.lay(found, folder, there)
    here = venue(folder, noting=False)
    t = here.desk.tournament
    assert t.opened is not None
    kept = backup.keep_at_home(found, own_home(), t)
    if found.lost:
        here = _continued(folder, found.lost)
    last = here.desk.entries[-1]
    if as_json:
        say_answer(
            BackupRestored(
                folder=str(folder),
                tournament=t.opened.tournament,
                name=t.opened.name,
                lines=t.seq,
                secret=kept.secret,
                key=kept.key,
                replaced=str(aside) if aside else None,
                lost=lost,
            )
        )
        return
    until = f"{last.at:%Y-%m-%d at %H:%M}"
    entries = counted(t.seq, "entry", "entries")
    echo(shown(f"{t.opened.name} is restored in {folder}: {entries}, the last on {until}"))
    if aside:
        echo(shown(f"the previous contents are now in {aside.name}"))
    if kept.alone:
        echo(
            "note: this machine had no signing key; new tournaments will use the one from "
            "the backup."
        )
    for notice in here.notices:
        echo(shown(notice), err=True)
    echo(shown(f"next: roundbook status -C {as_typed(folder)}"))


def _continued(folder: Anywhere, lost: Head) -> Venue:
    """Record in a restored ledger that it has lost its last lines; return its venue (A-74)."""
    manner = CommandOptions(operator=Operator())
    here = venue(folder, manner.operator, accept_shorter=LOST)
    # A database has no `head` of its own that names lines which it does not have.
    event = HistoryShortened(lines=lost.seq, leaf=lost.leaf, reason=LOST)
    here = replace(here, shortened=here.shortened or event)
    WriteContext(venue=here, manner=manner).take()
    return here


def _difference(there: backup.Relation, lines: int) -> str:
    """Return how a folder's ledger differs from a backup with this number of lines."""
    if there.lines == there.common == lines:
        return "The folder and the backup have the same entries."
    if there.common == lines:
        later = counted(there.lines - there.common, "later entry", "later entries")
        return f"The folder has {later} that the backup does not have."
    if there.common == there.lines:
        return f"The backup has {counted(lines - there.common, 'more entry', 'more entries')}."
    return (
        f"The folder and the backup are the same up to entry {there.common}; after that "
        f"the folder has {counted(there.lines - there.common, 'entry', 'entries')} "
        f"and the backup {lines - there.common}."
    )
