"""Compares a ledger with the kept files that it was imported from.

A forger who rewrites every line can name any digest as its source. Files kept in `sources/` are
read again, in order, and their entries compared; for a file that was not kept, a notice says that
it cannot be compared.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from roundbook.cli.places import sources
from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.sources import told
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.people.book import Book, BookEntry, Person, commitment
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.terms import PlayerId

Bind = Callable[[PlayerId, Person], str]
Acts = list[tuple[ev.AnyEvent, ...]]

_WHY = "the ledger was changed, or another version of roundbook imported it"
"""What explains a difference: a file is read as this version imports it."""


def unkept(folder: Anywhere, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield a sentence for each file that is no longer kept, so cannot be compared."""
    for digest, said in told(entries).items():
        if not sources.lies_there(folder, digest):
            some = counted(len(said), "entry", "entries")
            yield f"the file {digest[:16]}… is not here, so {some} cannot be compared."


def uncompared(folder: Anywhere, entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return how many entries cannot be compared with their file, as the verdict names them."""
    files = told(entries).items()
    count = sum(len(said) for digest, said in files if not sources.lies_there(folder, digest))
    return (counted(count, "imported entry", "imported entries"),) if count else ()


def unlike(folder: Anywhere, entries: Sequence[Entry], rules: Ruleset, book: Book) -> Iterator[str]:
    """Yield a sentence for each way in which the ledger contradicts the kept files."""
    events = [event for entry in entries for event in entry.events]
    amended = {event.player for event in events if isinstance(event, ev.PlayerAmended)}
    names = {player: known for player, known in book.players.items() if player not in amended}
    missing: str | None = None
    for digest, said in told(entries).items():
        if not sources.lies_there(folder, digest):
            missing = missing or digest
        elif missing:
            yield (
                f"the save {digest[:16]}… is kept here, but the earlier save {missing[:16]}… is "
                "not, so the two cannot be compared."
            )
            return
        elif sources.is_kept(folder, digest):
            try:
                yield from _compared(folder, digest, entries, said, rules, names)
            except Unreadable as trouble:
                path = sources.where(folder, digest)
                yield f"this ledger cannot have come from {path}: {trouble.message}"
                return


def _compared(
    folder: Anywhere,
    digest: str,
    entries: Sequence[Entry],
    said: Sequence[Entry],
    rules: Ruleset,
    names: Mapping[PlayerId, BookEntry],
) -> Iterator[str]:
    """Read a file again under the same rules, and compare its entries. Raises Unreadable."""
    from roundbook.cli.tom.follow import acts, before
    from roundbook.ledger.importers.tdf import reader

    path, kind = sources.where(folder, digest), sources.extension(folder, digest)
    data = sources.read(folder, digest)
    stood = before(folder, entries, digest)
    opened = stood.t.opened or said[0].events[0]
    if not isinstance(opened, ev.TournamentOpened):
        yield f"entry {said[0].seq} does not open a tournament, but {digest}.{kind} does."
        return
    bound = {
        event.player: event.commitment
        for entry in said
        for event in entry.events
        if isinstance(event, ev.Joining | ev.PlayerAmended)
    }
    asked: dict[PlayerId, Person] = {}

    def bind(player: PlayerId, person: Person) -> str:
        asked[player] = person
        return bound.get(player, "")

    again = (
        _published(path, data, opened, bind)
        if kind != "tdf"
        else acts(
            stood,
            reader.read(data),
            digest=digest,
            rules=rules,
            edition_sha256=opened.edition_sha256,
            tournament=opened.tournament,
            bind=bind,
            match_format=opened.match_format,
        )
    )
    for entry, act in zip(said, again, strict=False):
        if entry.events != act:
            yield f"entry {entry.seq} does not match {path}: {_WHY}."
            return
    if len(said) != len(again):
        given = counted(len(again), "entry", "entries")
        named = f"{len(said)} in the ledger name it as their source"
        yield f"{path} gives {given}, but {named}: {_WHY}."
    for player, person in asked.items():
        known = names.get(player)
        if known and player in bound and commitment(person, known.salt) != bound[player]:
            yield f"the name of {player} in {path} does not match the ledger."


def _published(path: str, data: bytes, opened: ev.TournamentOpened, bind: Bind) -> Acts:
    """Read a published file again. Raises Unreadable."""
    from roundbook.cli.tom.organiser_file import telling_of

    telling = telling_of(path, data, opened.edition, opened.start)
    people = enumerate(telling.people(), start=1)
    bound = [bind(PlayerId(f"p{number}"), person) for number, person in people]
    return telling.bound_acts(bound, opened.tournament)
