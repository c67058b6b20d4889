"""The deck lists of a tournament: kept next to the ledger, and secret until it is over."""

from collections.abc import Container, Iterator, Sequence
from datetime import date
from hashlib import sha256

from roundbook.cli.places.layout import DECKS
from roundbook.cli.places.members import Anywhere, at
from roundbook.ledger.decks import formats, pools
from roundbook.ledger.decks.deck_list import KeptList, from_bytes, to_bytes
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.events.catalogue import DeckRegistered, RoundStarted, TournamentOpened
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId
from roundbook.projections.decks import Question, judge

MAX_BYTES = 1_000_000
"""The most bytes of a deck list that are read; the longest list needs far fewer."""


def keep(folder: Anywhere, event: DeckRegistered, kept: KeptList, pool: bytes | None) -> None:
    """Save a deck list, and the pool it was checked against, before an entry refers to them."""
    _put(folder, _list_name(event), to_bytes(kept))
    if pool is not None:
        _put(folder, _pool_name(sha256(pool).hexdigest()), pool)


def _list_name(event: DeckRegistered) -> str:
    return f"{DECKS}/{event.player}-{event.commitment}.json"


def _pool_name(digest: str) -> str:
    return f"{DECKS}/pool-{digest}.toml"


def _put(folder: Anywhere, name: str, data: bytes) -> None:
    if not (at(folder).has(name) and at(folder).read(name) == data):
        at(folder).write(name, data, private=True)


def kept_list(folder: Anywhere, event: DeckRegistered) -> KeptList:
    """Return the deck list that a registration commits to. Raises Unreadable if it is missing."""
    name = _list_name(event)
    path = at(folder).where(name)
    if not at(folder).has(name):
        msg = f"the deck list of {event.player} is missing: there is no {path}."
        raise Unreadable(msg, where=path, hint="Restore it from a copy of the folder.")
    kept = from_bytes(at(folder).read(name, MAX_BYTES), path)
    if kept.commitment != event.commitment:
        msg = f"{path} is not the list that was handed in: its digest does not match."
        raise Unreadable(msg, where=path, hint="Restore it from a copy of the folder.")
    named = (kept.deck.cards, sum(line.count for line in kept.deck.unused))
    if named != (event.cards, event.unused):
        msg = f"{path} has {named[0]} cards and {named[1]} unused ones, but the ledger states "
        msg += f"{event.cards} and {event.unused}."
        raise Unreadable(msg, where=path, hint="Ask the player for the deck list.")
    return kept


def contradicting(folder: Anywhere, entries: Sequence[Entry], deck_rules: str) -> Iterator[str]:
    """Yield a sentence for each saved list or pool that does not match the ledger.

    Lists are also checked again: the ledger must not hide a breach.
    """
    events = (event for entry in entries for event in entry.events)
    opened = next((event for event in events if isinstance(event, TournamentOpened)), None)
    for event in _registered(entries):
        if at(folder).has(_list_name(event)):
            try:
                kept = kept_list(folder, event)
                found = _breaches(folder, kept, event, opened.start, deck_rules) if opened else 0
            except Unreadable as trouble:
                yield trouble.message
                continue
            if found > event.breaches:
                yield (
                    f"the deck list of {event.player} has "
                    f"{counted(found, 'breach', many='breaches')}, but the ledger states "
                    f"{event.breaches}."
                )
    for digest in sorted({e.pool_sha256 for e in _registered(entries) if e.pool_sha256}):
        name = _pool_name(digest)
        if not at(folder).has(name):
            continue
        if sha256(at(folder).read(name)).hexdigest() != digest:
            path = at(folder).where(name)
            yield f"{path} is not the card pool that was used: its SHA-256 does not match."


def _breaches(
    folder: Anywhere, kept: KeptList, event: DeckRegistered, on: date, deck_rules: str
) -> int:
    """Return how many breaches a deck list certainly has.

    Facts that are no longer known, such as the venue's languages or the cards handed out, add none.
    """
    rules = formats.rules(deck_rules)
    wanted = rules.format(event.format)
    pool = pools.named(event.pool or "")
    own = _pool_name(event.pool_sha256) if event.pool_sha256 else ""
    if pool is None and own and at(folder).has(own):
        data = at(folder).read(own, pools.MAX_BYTES + 1)
        pool = pools.read(data, at(folder).where(own)), pools.digest(data)
    if wanted is None or (pool and pool[1] != event.pool_sha256):
        return 0
    asked = Question(format=wanted, rules=rules, on=on, pool=pool[0] if pool else None)
    return sum(one.rule != "deck-size" for one in judge(kept.deck, asked).breaches)


def lists_of(folder: Anywhere, players: Container[str]) -> Iterator[str]:
    """Yield the files with deck lists of these players, those of former lists too."""
    for name in at(folder).names(DECKS):  # Their names begin with the player: p17-….
        if name.rpartition("/")[2].partition("-")[0] in players:
            yield name


def missing(folder: Anywhere, entries: Sequence[Entry], players: Container[str]) -> Iterator[str]:
    """Yield a sentence for each latest deck list of these that was lost, which is not a fault."""
    latest = {event.player: event for event in _registered(entries)}
    for player, event in latest.items():
        if player in players and not at(folder).has(_list_name(event)):
            yield f"the deck list of {player} is missing, so its contents are not known."


def without_list(t: Tournament, started: Sequence[RoundStarted]) -> list[PlayerId]:
    """Return the players who start to play without a registered list, if others have one."""
    rounds = [t.rounds[event.pool, event.round] for event in started]
    seated = {
        player: paired.number
        for paired in rounds
        for first in paired.players()
        for player in t.players_of(first)
    }
    return [
        player.id
        for player in t.players.values()
        if t.decks and player.id not in t.decks and seated.get(player.id) == player.losses + 1
    ]


def _registered(entries: Sequence[Entry]) -> Iterator[DeckRegistered]:
    for entry in entries:
        yield from (event for event in entry.events if isinstance(event, DeckRegistered))
