"""Exports a ledger as a .tdf file for TOM or as tables: the bytes, and notes about them."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from roundbook.cli.places import sources
from roundbook.cli.places.sources import told
from roundbook.cli.printing.table_files import FORMATS, TABLES, Wanted
from roundbook.cli.session.read import ReadContext
from roundbook.cli.session.venue import venue
from roundbook.cli.tom.follow import before
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.events.catalogue import PeopleErased
from roundbook.ledger.importers.tdf.events import people
from roundbook.ledger.importers.tdf.players import listed_by, seats_of
from roundbook.ledger.importers.tdf.reader import read
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.divisions import as_tom_divides
from roundbook.ledger.state.pools import active_by_division
from roundbook.projections.tdf.export import Source


class ExportOptions(Struct, frozen=True, kw_only=True):
    """The options of an export besides the format.

    For a .tdf file: stand-ins for unknown facts, and texts for its head; for others: the tables.
    """

    stand_ins: bool = False
    heading: Mapping[str, str] = {}
    wanted: Wanted = Wanted(tables=TABLES)


class Exported(Struct, frozen=True, kw_only=True):
    """An exported file, its contents, and notes on it for people.

    `tables` is for a file of tables. For a .tdf file: `stage` is how far the event has got, and
    `how` is whether the imported file was kept, changed, or written as a whole; `byte_exact_ended`
    is why byte-exact export ended, and `doubt` why TOM may not be able to read the file; `unsaid`
    is what a .tdf file cannot contain, and `to_complete` what it needs and the ledger does not
    contain; `of_players` are those that are about players.
    """

    data: bytes
    format: str
    tables: tuple[str, ...] = ()
    stage: int | None = None
    how: str | None = None
    byte_exact_ended: str | None = None
    doubt: str | None = None
    unsaid: tuple[str, ...] = ()
    of_players: tuple[str, ...] = ()
    to_complete: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def table(form: str) -> Callable[[ReadContext, ExportOptions], Exported]:
    """Return the function that writes tables or the schedule in one format."""

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


def tdf(ctx: ReadContext, asked: ExportOptions, whole: Sequence[Entry] | None = None) -> Exported:
    """Return the tournament as a .tdf file for TOM. Raises Refused, Unreadable.

    `whole` are all entries, if the caller has them and those of `ctx` end at an earlier moment.
    """
    from roundbook.projections.tdf.export import tdf_file

    if whole is None:
        whole = ctx.entries if ctx.as_of is None else venue(ctx.folder).desk.entries
    source, ended = beginning(ctx, [*whole])
    found = tdf_file(
        ctx.entries,
        ctx.rules,
        ctx.book,
        source,
        heading=dict(asked.heading),
        stand_ins=asked.stand_ins,
    )
    notes = [f"{STAGES[found.stage]} (stage {found.stage}), {_HOW[found.how]}"]
    notes += filter(None, (ended, found.doubt))
    if tom := as_tom_divides(active_by_division(ctx.t), ctx.rules) if source is None else None:
        notes.append(tom)
    notes += filter(None, [_apart_in_tom(ctx)])
    for listed, what in (
        (found.unsaid, "a .tdf file cannot contain, for example:"),
        (
            found.to_complete,
            "check or complete these in TOM, or with `--force --set NAME=TEXT`:",
        ),
    ):
        notes += [what, *(f"  {one}" for one in listed)] if listed else []
    return Exported(
        data=found.data,
        format="tdf",
        stage=found.stage,
        how=found.how,
        byte_exact_ended=ended,
        doubt=found.doubt,
        unsaid=found.unsaid,
        of_players=found.of_players,
        to_complete=found.to_complete,
        notes=tuple(notes),
    )


def _apart_in_tom(ctx: ReadContext) -> str | None:
    """Return for how many players TOM's rules give other percentages; None if for nobody."""
    from roundbook.projections.standings.standings import standings

    if ctx.t.opened is None or not ctx.t.results:
        return None
    toms = released.load(released.for_file(ctx.t.opened.start))
    ours, theirs = (
        {one.player: ((one.op_win, one.op_op_win), one.place) for one in standings(ctx.t, rules)}
        for rules in (ctx.rules, toms)
    )
    apart, moved = (
        sum(theirs.get(player, own)[what] != own[what] for player, own in ours.items())
        for what in (0, 1)
    )
    of = f"{apart} of {counted(len(ours), 'player')}"
    have = "has" if apart == 1 else "have"
    others = f"and {counted(moved, 'player has', 'players have')} a different place"
    places = others if moved else "but the same places"
    than = f"different percentages than under {ctx.rules.edition}"
    said = f"by TOM's rules, {of} {have} {than}, {places}"
    return said if apart else None


# The file that an export continues: the imported one, or the latest save that was followed.

_ENDED = "so the export no longer matches it byte for byte."


def beginning(ctx: ReadContext, entries: list[Entry]) -> tuple[Source | None, str | None]:
    """Return the .tdf file that the export continues, or why not; neither if there never was one.

    `entries` decide which save is the latest: they may end at an earlier moment.
    """
    opening = entries[0].events[0].told if entries else None
    if opening is None:
        return None, None
    if any(isinstance(event, PeopleErased) for entry in entries for event in entry.events):
        # Any file that is still there names people who were erased.
        return None, "the imported file was deleted when somebody was erased, " + _ENDED
    digest = [opening.sha256, *told(ctx.entries)][-1]
    if not sources.lies_there(ctx.folder, digest):
        return None, "the imported file is not in sources/, " + _ENDED
    if not sources.is_kept(ctx.folder, digest):
        return None, "the imported file in sources/ was changed and is not used, " + _ENDED
    if sources.extension(ctx.folder, digest) != "tdf":
        return None, None
    data = sources.read(ctx.folder, digest)
    try:
        stood = before(ctx.folder, entries, digest)
    except Unreadable as trouble:
        return None, f"{trouble.message.rstrip('.')}: {_ENDED}"
    file = read(data)
    listed = listed_by(people(file), stood.listed, stood.t.last_number, seats_of(file))
    return Source(data, entries, {userid: one.player for userid, one in listed.items()}), None
