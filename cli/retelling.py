"""Whether a ledger still says what the file tells that it was read from, where that file is kept.

A forger who writes every line anew can name any digest as the source of it. Where the file lies in
`sources/`, it is read and told once more; where it does not, people are told that nobody can.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from cli.counting import counted
from cli.wiring import SOURCES
from ledger.entries import Entry
from ledger.errors import Unreadable
from ledger.events import LatePlayerAdmitted, PlayerAmended, PlayerRegistered, TournamentOpened
from ledger.people import Book, Known, commitment
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import PlayerId


def told(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    """Return the entries that files have told, by the digest of the file."""
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.events and (said := entry.events[0].told):
            found.setdefault(said.sha256, []).append(entry)
    return found


def unkept(folder: Path, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the files that are kept no more, so that nobody can compare what they told."""
    for digest, said in told(entries).items():
        if not _path(folder, digest).is_file():
            some = counted(len(said), "entry", "entries")
            yield f"the file {digest[:16]}… is not kept: {some} cannot be compared."


def unlike(folder: Path, entries: Sequence[Entry], rules: Ruleset, book: Book) -> Iterator[str]:
    """Yield how the ledger contradicts the files that are kept: one sentence for each."""
    events = [event for entry in entries for event in entry.events]
    amended = {event.player for event in events if isinstance(event, PlayerAmended)}
    names = {player: known for player, known in book.players.items() if player not in amended}
    tellings = told(entries)
    if len(tellings) > 1:
        yield f"this ledger is told by {len(tellings)} files, and an import reads one."
    for digest, said in tellings.items():
        path = _path(folder, digest)
        data = path.read_bytes() if path.is_file() else b""
        if sha256(data).hexdigest() == digest:
            try:
                yield from _compared(path, data, said, rules, names)
            except Unreadable as trouble:
                yield f"{path} cannot have told this ledger: {trouble.message}"


def _compared(
    path: Path,
    data: bytes,
    entries: Sequence[Entry],
    rules: Ruleset,
    names: Mapping[PlayerId, Known],
) -> Iterator[str]:
    """Tell the file once more, under the same rules, and compare. Raises Unreadable."""
    from ledger.importers import tdf, tdf_file

    file = tdf_file.read(data)
    opened = entries[0].events[0]
    if not isinstance(opened, TournamentOpened):
        yield f"entry {entries[0].seq} is not the opening, with which {path.name} begins."
        return
    bound = {
        event.player: event.commitment
        for entry in entries
        for event in entry.events
        if isinstance(event, PlayerRegistered | LatePlayerAdmitted)
    }
    people = tdf.people(file)
    players = [PlayerId(f"p{number}") for number in range(1, len(people) + 1)]
    acts = tdf.tell(
        file,
        sha256=path.stem,
        rules=rules,
        edition_sha256=opened.edition_sha256,
        tournament=opened.tournament,
        commitments=[bound.get(player, "") for player in players],
    )
    for entry, act in zip(entries, acts, strict=False):
        if entry.events != act:
            yield f"entry {entry.seq} is not what {path} tells in its place."
            return
    if len(entries) != len(acts):
        yield f"{path} tells {len(acts)} entries, and {len(entries)} of the ledger are told by it."
    for player, person in zip(players, people, strict=True):
        known = names.get(player)
        if known and player in bound and commitment(person, known.salt) != bound[player]:
            yield f"{player} is bound to another name than {path} has in that place."


def _path(folder: Path, digest: str) -> Path:
    return folder / SOURCES / f"{digest}.tdf"
