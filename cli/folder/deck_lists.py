"""The deck lists of a tournament, which stand beside the ledger and are secret until it is over."""

from collections.abc import Iterator, Sequence
from datetime import date
from hashlib import sha256
from pathlib import Path

from ledger.decks import formats, pools
from ledger.decks.lists import KeptList, from_bytes, to_bytes
from ledger.errors import Unreadable
from ledger.events.catalogue import DeckRegistered, RoundStarted, TournamentOpened
from ledger.record.entry import Entry
from ledger.state.tournament import Tournament
from ledger.storage.disk import put, unwritten
from ledger.validators.phrasing import count, have
from projections.decks.judging import Question, judge

DECKS = "decks"
"""The folder of the lists: each named by its player and its commitment."""


MAX_BYTES = 1_000_000
"""So much of a list is read: far more than the longest one takes."""


def path_of(folder: Path, event: DeckRegistered) -> Path:
    """Return where the list of a registration stands."""
    return folder / DECKS / f"{event.player}-{event.commitment}.json"


def pool_path(folder: Path, digest: str) -> Path:
    """Return where a card pool stands that the organiser brought."""
    return folder / DECKS / f"pool-{digest}.toml"


def keep(folder: Path, event: DeckRegistered, kept: KeptList, pool: bytes | None) -> None:
    """Write a list, and the pool it was judged by, before they are referred to."""
    _put(path_of(folder, event), to_bytes(kept))
    if pool is not None:
        _put(pool_path(folder, sha256(pool).hexdigest()), pool)


def _put(path: Path, data: bytes) -> None:
    if path.is_file() and path.read_bytes() == data:
        return
    try:
        path.parent.mkdir(exist_ok=True)
        put(path, data)
    except OSError as error:
        raise unwritten(error, path) from error


def kept_list(folder: Path, event: DeckRegistered) -> KeptList:
    """Return the list that a registration is bound to. Raises Unreadable if there is no such."""
    path = path_of(folder, event)
    if not path.is_file():
        msg = f"the deck list of {event.player} is missing: there is no {path}."
        raise Unreadable(msg, where=str(path), hint="Restore it from a copy of the folder.")
    with path.open("rb") as file:
        kept = from_bytes(file.read(MAX_BYTES), str(path))
    if kept.commitment != event.commitment:
        msg = f"{path} is not the list that was handed in: its digest is another."
        raise Unreadable(msg, where=str(path), hint="Restore it from a copy of the folder.")
    named = (kept.deck.cards, sum(line.count for line in kept.deck.unused))
    if named != (event.cards, event.unused):
        msg = f"{path} names {named[0]} cards and {named[1]} unused ones, the record "
        msg += f"{event.cards} and {event.unused}."
        raise Unreadable(msg, where=str(path), hint="Ask who handed in the list.")
    return kept


def contradicting(folder: Path, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the kept lists and pools that are not what the record is bound to.

    A list is judged again too: the record may not be silent on a breach that is there.
    """
    events = (event for entry in entries for event in entry.events)
    opened = next((event for event in events if isinstance(event, TournamentOpened)), None)
    for event in _registered(entries):
        if path_of(folder, event).is_file():
            try:
                kept = kept_list(folder, event)
                found = _breaches(folder, kept, event, opened.start) if opened else 0
            except Unreadable as trouble:
                yield trouble.message
                continue
            if found > event.breaches:
                yield (
                    f"the deck list of {event.player} has {count(found, 'breach', many='breaches')}"
                    f", and the record states {event.breaches}."
                )
    for digest in sorted({e.pool_sha256 for e in _registered(entries) if e.pool_sha256}):
        path = pool_path(folder, digest)
        if path.is_file() and sha256(path.read_bytes()).hexdigest() != digest:
            yield f"{path} is not the card pool that was brought: its SHA-256 is another."


def _breaches(folder: Path, kept: KeptList, event: DeckRegistered, on: date) -> int:
    """Return how many breaches a list has, whatever else was known when it was handed in.

    What is not known here any more - languages of the venue, cards handed out - adds none.
    """
    rules = formats.rules()
    wanted = rules.format(event.format)
    pool = pools.named(event.pool or "")
    if pool is None and event.pool_sha256 and pool_path(folder, event.pool_sha256).is_file():
        path = pool_path(folder, event.pool_sha256)
        with path.open("rb") as file:
            data = file.read(pools.MAX_BYTES + 1)
        pool = pools.read(data, str(path)), pools.digest(data)
    if wanted is None or (pool and pool[1] != event.pool_sha256):
        return 0
    asked = Question(format=wanted, rules=rules, on=on, pool=pool[0] if pool else None)
    return sum(one.rule != "deck-size" for one in judge(kept.deck, asked).breaches)


def missing(folder: Path, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield that a player's latest list is not there: it was erased or lost, which is no fault."""
    latest = {event.player: event for event in _registered(entries)}
    for player, event in latest.items():
        if not path_of(folder, event).is_file():
            yield f"the deck list of {player} is missing: nobody can say what was in it."


def without_list(t: Tournament, started: Sequence[RoundStarted]) -> list[str]:
    """Return a warning of who begins to play without having handed in a list, where others have."""
    rounds = [t.rounds[event.pool, event.round] for event in started]
    seated = {player: paired.number for paired in rounds for player in paired.players()}
    beginning = [
        player.id
        for player in t.players.values()
        if player.id not in t.decks and seated.get(player.id) == player.losses + 1
    ]
    if not (t.decks and beginning):
        return []
    handed = have(beginning, one="has", many="have")
    return [f"warning: {handed} handed in no deck list (`roundbook deck list`)"]


def _registered(entries: Sequence[Entry]) -> Iterator[DeckRegistered]:
    for entry in entries:
        yield from (event for event in entry.events if isinstance(event, DeckRegistered))
