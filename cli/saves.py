"""What the saves of an event have told a ledger, save by save, from the files that are kept."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from cli.kept import is_kept, path_of, told
from ledger.errors import Unreadable
from ledger.importers.tdf import events, reader
from ledger.importers.tdf.changes import Acts, tell_changes
from ledger.importers.tdf.players import Listed, listed_by
from ledger.importers.tdf.shapes import TdfFile
from ledger.people.book import Person
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId

Bind = Callable[[PlayerId, Person], str]
"""Gives the commitment of a person whom a save lists for the first time, or otherwise."""


class Before(NamedTuple):
    """Where a ledger stood before a save: the tournament, the listed players, the saves so far.

    `saves` are the digests of the saves that told its entries.
    """

    t: Tournament
    listed: Mapping[str, Listed]
    saves: Mapping[int, str]


def before(folder: Path, entries: Sequence[Entry], digest: str) -> Before:
    """Return where a ledger stood before the first entry that a save has told, or stands now.

    Raises Unreadable if a save before it is not kept: then nobody knows who is who.
    """
    t, listed, saves = Tournament(), dict[str, Listed](), dict[int, str]()
    for other, said in told(entries).items():
        if other == digest:
            break
        _go_on(t, entries, said[0].seq - 1)
        if not is_kept(folder, other) or path_of(folder, other).suffix != ".tdf":
            msg = f"the save {other[:16]}… has told {len(said)} of the entries, and is not kept."
            hint = "Put its bytes back into sources/, or follow the event into a new folder."
            raise Unreadable(msg, where=str(path_of(folder, other)), hint=hint)
        listed = listed_by(_people(path_of(folder, other)), listed, len(t.players))
        saves |= {entry.seq: other for entry in said}
    first = told(entries).get(digest)
    _go_on(t, entries, first[0].seq - 1 if first else len(entries))
    return Before(t, listed, saves)


def acts(
    stood: Before,
    file: TdfFile,
    *,
    digest: str,
    rules: Ruleset,
    edition_sha256: str,
    tournament: str,
    bind: Bind,
) -> Acts:
    """Return what a save tells beyond `stood`. Raises Unreadable if it contradicts itself."""
    people = events.people(file)
    listed = listed_by(people, stood.listed, len(stood.t.players))
    bound = []
    for person in people:
        known, player = stood.listed.get(person.id), listed[person.id].player
        registered = stood.t.players.get(player)
        same = known is not None and known.person == person
        bound.append(registered.commitment if same and registered else bind(player, person))
    return tell_changes(
        stood.t,
        file,
        sha256=digest,
        rules=rules,
        edition_sha256=edition_sha256,
        tournament=tournament,
        commitments=bound,
        numbers={userid: one.player for userid, one in listed.items()},
        saves=stood.saves,
    )


def _go_on(t: Tournament, entries: Sequence[Entry], upto: int) -> None:
    for entry in entries[t.seq : upto]:
        t.follow(entry)


@lru_cache(maxsize=512)
def _people(path: Path) -> tuple[Person, ...]:
    """Return who stands in a kept save, whose name is its digest. Raises Unreadable."""
    return tuple(events.people(reader.read(path.read_bytes())))
