"""What an export makes of a ledger: the bytes, and what is said about them."""

from collections.abc import Callable, Mapping

import click
from msgspec import Struct

from cli.desk.read import ReadContext
from cli.desk.venue import venue
from cli.folder import sources
from cli.folder.sources import told
from cli.printing.table_files import FORMATS, TABLES, Wanted
from cli.tom.follow import before
from ledger.errors import Unreadable
from ledger.events.catalogue import PeopleErased
from ledger.importers.tdf.events import people
from ledger.importers.tdf.players import listed_by
from ledger.importers.tdf.reader import read
from ledger.phrases import counted
from ledger.record.entry import Entry
from projections.tdf.export import Source


class ExportOptions(Struct, frozen=True, kw_only=True):
    """What was asked for beside the format.

    Of a .tdf file stand-ins for what is not known, and words for its head; of others the tables.
    """

    stand_ins: bool = False
    heading: Mapping[str, str] = {}
    wanted: Wanted = Wanted(tables=TABLES)


class Exported(Struct, frozen=True, kw_only=True):
    """A file that is to be written, what it holds, and lines about it for people.

    `tables` are those of a file of tables. `stage` and `how` are of a .tdf file: how far it has
    come, and whether it was kept, changed or written as a whole; why the byte-exact export has
    ended, and what a .tdf file cannot say.
    """

    data: bytes
    format: str
    tables: tuple[str, ...] = ()
    stage: int | None = None
    how: str | None = None
    byte_exact_ended: str | None = None
    unsaid: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def table(form: str) -> Callable[[ReadContext, ExportOptions], Exported]:
    """Return what writes tables or the schedule in one form."""

    def written(ctx: ReadContext, asked: ExportOptions) -> Exported:
        data = FORMATS[form](ctx, asked.wanted)
        what = ("schedule",) if form == "ics" else asked.wanted.tables
        return Exported(data=data, format=form, tables=tuple(what), notes=(", ".join(what),))

    return written


STAGES = {1: "registration", 3: "configured", 4: "running", 5: "finalised"}
_HOW = {
    "kept": "the imported file, byte for byte",
    "changed": "the imported file, updated from the ledger",
    "written": "written from the ledger",
}


def tdf(ctx: ReadContext, asked: ExportOptions) -> Exported:
    """Return the tournament as a .tdf file of TOM. Raises Refused, Unreadable."""
    from projections.tdf.export import tdf_file

    if click.get_current_context().params.get("public"):
        raise click.UsageError("a .tdf file is for the organiser's program; leave --public out.")
    whole = ctx.entries if ctx.as_of is None else venue(ctx.folder).desk.entries
    source, ended = beginning(ctx, whole)
    found = tdf_file(
        ctx.entries,
        ctx.rules,
        ctx.book,
        source,
        heading=dict(asked.heading),
        stand_ins=asked.stand_ins,
    )
    notes = [f"{STAGES[found.stage]} (stage {found.stage}), {_HOW[found.how]}"]
    if ended:
        notes.append(ended)
    if found.unsaid:
        notes.append(f"{counted(len(found.unsaid), 'thing')} cannot be stored in a .tdf file:")
        notes += [f"  {one}" for one in found.unsaid]
    return Exported(
        data=found.data,
        format="tdf",
        stage=found.stage,
        how=found.how,
        byte_exact_ended=ended,
        unsaid=tuple(found.unsaid),
        notes=tuple(notes),
    )


# The file that an export goes on from: what was imported, or the latest save that was followed.

_ENDED = "so the export is no longer identical byte for byte."


def beginning(ctx: ReadContext, entries: list[Entry]) -> tuple[Source | None, str | None]:
    """Return the file that was imported, or the latest save that was followed, or why it cannot be.

    Which is the latest, the entries that are read say: they may go up to an earlier moment.
    """
    opening = entries[0].events[0].told if entries else None
    if opening is None:
        return None, None
    if any(isinstance(event, PeopleErased) for entry in entries for event in entry.events):
        # Whatever lies there still: it names people who are erased.
        return None, "the imported file was deleted when somebody was erased, " + _ENDED
    digest = [opening.sha256, *told(ctx.entries)][-1]
    if not sources.lies_there(ctx.folder, digest):
        return None, "the imported file is not in sources/, " + _ENDED
    if not sources.is_kept(ctx.folder, digest):
        return None, "the imported file in sources/ was changed and is not used, " + _ENDED
    if sources.ending(ctx.folder, digest) != "tdf":
        return None, None
    data = sources.read(ctx.folder, digest)
    try:
        stood = before(ctx.folder, entries, digest)
    except Unreadable as trouble:
        return None, f"{trouble.message.rstrip('.')}: {_ENDED}"
    listed = listed_by(people(read(data)), stood.listed, len(stood.t.players))
    return Source(data, entries, {userid: one.player for userid, one in listed.items()}), None
