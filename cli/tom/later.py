"""A save that is dropped on a page: of which tournament it is a later one, and what it brings."""

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cli.desk.venue import Venue
from cli.folder.sources import began_with_save, told
from cli.tom.follow import foretell, kept_saves, newer
from cli.tom.watch import Save, why_older
from ledger.errors import Trouble, Unreadable
from ledger.events.catalogue import TournamentOpened
from ledger.importers.tdf.players import is_same_event
from ledger.importers.tdf.reader import read
from ledger.text import with_names


class LaterSave(Struct, frozen=True, kw_only=True):
    """What a save would bring to a tournament; or in one sentence why it cannot be added to it.

    `is_known` is whether everything in it is recorded already.
    """

    event: str
    brought: tuple[str, ...] = ()
    violations: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    wrong: str = ""
    is_known: bool = False


def save_of(name: str, data: bytes) -> Save:
    """Return a file that came with a form as a save. Raises Unreadable.

    Nobody knows when it was written: where nothing else decides, it is the later one.
    """
    try:
        return Save(path=Path(name), written=1, data=data, file=read(data))
    except Unreadable as wrong:
        raise Unreadable(f"{name}: {wrong.message}", where=wrong.where, hint=wrong.hint) from None


def is_of(opened: TournamentOpened, save: Save) -> bool:
    """Tell whether a save is surely of a tournament, where nobody has said so.

    Without a sanction number on both sides, the name and the first day have to be the same.
    """
    data = save.file.data
    if not is_same_event(data, sanction=opened.sanction, name=opened.name, start=opened.start):
        return False
    is_numbered = bool(opened.sanction and data.id)
    return is_numbered or (opened.name, opened.start) == (data.name, data.startdate)


def weigh(here: Venue, save: Save) -> LaterSave:
    """Return what a save would bring to an open tournament; nothing is written."""
    t, entries = here.desk.tournament, here.desk.entries
    name = t.opened.name if t.opened else ""
    if wrong := _wrong(here, save):
        return LaterSave(event=name, wrong=wrong)
    if save.sha256 in told(entries):
        return LaterSave(event=name, is_known=True)
    kept = [replace(one, path=Path("the latest save")) for one in kept_saves(here.folder, entries)]
    if than := newer(save, kept):
        earlier = f"{save.path.name} is an earlier save of {name}: {why_older(save, than)}."
        return LaterSave(event=name, wrong=earlier)
    try:
        found = foretell(here, save)
    except Trouble as trouble:
        return LaterSave(event=name, wrong=f"{save.path.name}: {trouble.message}")
    named = here.book.named
    return LaterSave(
        event=name,
        brought=tuple(with_names(line, named) for line in found.brought),
        violations=tuple(with_names(one.message, named) for one in found.violations),
        notes=tuple(save.file.warnings),
        is_known=not found.entries,
    )


def _wrong(here: Venue, save: Save) -> str:
    """Return why no save, or not this one, can be added to a tournament."""
    t = here.desk.tournament
    if t.opened is None or not began_with_save(here.folder, t.opened):
        return "This tournament did not begin with a save from TOM, so none can be added to it."
    if t.erased:
        return f"People were erased from {t.opened.name}; a save would bring their names back."
    data, opened = save.file.data, t.opened
    if not is_same_event(data, sanction=opened.sanction, name=opened.name, start=opened.start):
        other = data.name or "an event without a name"
        return f"{save.path.name} is a save of another event, {other}, not of {t.opened.name}."
    return ""
