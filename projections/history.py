"""Who did what, when and why: every event as a sentence, for all or for one player, match or round.

Nothing is left out and nothing summed up. What was corrected later stands here with what it was.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from msgspec import Struct

from ledger.events import catalogue as ev
from ledger.record.entry import Entry
from ledger.state.queries import brackets_seeded, rounds_started
from ledger.state.subjects import listed
from ledger.state.tournament import Tournament
from ledger.terms import Hand, MatchId, PlayerId, Pool
from projections.sentences import flight_of, pairing_of, what, why

RoundOf = tuple[Pool, int]
"""A round by its pool and number."""


class Happening(Struct, frozen=True, kw_only=True):
    """One event of the ledger, in words.

    `what` is a sentence without its end, with players by number; `why` the reason given. `players`,
    `match` and `round` are what it is about. `told` is the digest of the file that says so,
    `allowed` the official's words where a rule was overridden.
    """

    seq: int
    at: datetime
    hand: Hand
    what: str
    why: str | None = None
    told: str | None = None
    allowed: str | None = None
    players: tuple[PlayerId, ...] = ()
    match: MatchId | None = None
    round: RoundOf | None = None


def history(
    entries: Iterable[Entry],
    *,
    player: PlayerId | None = None,
    match: MatchId | None = None,
    round_of: RoundOf | None = None,
    tie: str = "tie",
) -> Iterator[Happening]:
    """Yield every event in order, or only those about a player, a match, a round.

    With several filters an event has to be about each of them. Events about everybody, such as a
    round that was started, belong to no player; the pairing of a round does, to whoever is in it.
    `tie` is what the edition calls one.
    """
    t = Tournament()
    for entry in entries:
        for event in entry.events:
            found = _happening(t, entry, event, player, tie)
            if (
                (player is None or player in found.players)
                and (match is None or match in _matches(found, event))
                and (round_of is None or round_of == found.round)
            ):
                yield found
            t.happen(event, entry.seq)
        t.seq = entry.seq


def line(happening: Happening) -> str:
    """Return a happening as one line: entry, time, hand, what, why."""
    at = happening.at.isoformat(sep=" ", timespec="seconds")
    hand = f"{happening.hand.id} ({happening.hand.role}, {happening.hand.station})"
    because = f" - {happening.why}" if happening.why else ""
    told = " [told by a file]" if happening.told else ""
    allowed = f" [{happening.allowed}]" if happening.allowed else ""
    return f"{happening.seq} {at} {hand}: {happening.what}{because}{told}{allowed}"


def _happening(
    t: Tournament, entry: Entry, event: ev.AnyEvent, asked: PlayerId | None, tie: str
) -> Happening:
    """Return an event in words, as it was when it happened."""
    match = getattr(event, "match", None)
    players = _players(t, event, match)
    said = what(event, tie)
    if isinstance(event, ev.Seating) and asked in players and asked:
        said = pairing_of(event, asked)
    if isinstance(event, ev.FlightsAssigned) and asked in players and asked:
        said = flight_of(event, asked)
    if isinstance(event, ev.ResultReported | ev.ResultCorrected | ev.ResultWithdrawn) and players:
        said = f"{said} ({' against '.join(players)})"
    if isinstance(event, ev.ResultCorrected | ev.ResultWithdrawn) and match in t.results:
        said = f"{said}, before: {t.results[match].in_words(tie)}"
        playing = [pool for pool in brackets_seeded(t, match) if rounds_started(t, pool)]
        said += f"; not used for seeding {', '.join(playing)} (A-40)" if playing else ""
    if isinstance(event, ev.PlayerDropped | ev.PlayerDisqualified):
        said += "".join(f", and so has lost match {lost}" for lost in _lost_by_leaving(t, event))
    override = event.override
    return Happening(
        seq=entry.seq,
        at=entry.at,
        hand=entry.hand,
        what=said,
        why=why(event),
        told=event.told.sha256 if event.told else None,
        allowed=f"{override.official} allowed {override.rule}: {override.reason}"
        if override
        else None,
        players=players,
        match=match,
        round=_round(event, match),
    )


def _lost_by_leaving(
    t: Tournament, event: ev.PlayerDropped | ev.PlayerDisqualified
) -> list[MatchId]:
    """Return the match of a bracket that somebody loses by leaving (TOP §3.2)."""
    return [
        match
        for match, pair in t.matches.items()
        if match.pool in t.cuts and match.round == event.after and event.player in pair
    ]


def _players(t: Tournament, event: ev.AnyEvent, match: MatchId | None) -> tuple[PlayerId, ...]:
    """Return the players whom an event is about."""
    several = listed(event)
    if several:
        return several
    player: PlayerId | None = getattr(event, "player", None)
    seated = t.matches.get(match, ()) if match else ()
    return tuple(dict.fromkeys([*seated, *([player] if player else [])]))


def _round(event: ev.AnyEvent, match: MatchId | None) -> RoundOf | None:
    """Return the round that an event is about."""
    match event:
        case (
            ev.RoundPaired()
            | ev.RoundRepaired()
            | ev.RoundWithdrawn()
            | ev.RoundPosted()
            | ev.RoundStarted()
            | ev.ThirdPlacePlayoffPaired()
        ):
            return (event.pool, event.round)
        case ev.DeckCheckDrawn() if event.pool and event.round:
            return (event.pool, event.round)
        case _:
            return (match.pool, match.round) if match else None


def _matches(found: Happening, event: ev.AnyEvent) -> tuple[MatchId, ...]:
    """Return the matches that an event is about: all of a round that is paired."""
    match event:
        case ev.RoundPaired() | ev.RoundRepaired():
            return tuple(MatchId(event.pool, event.round, table) for table in event.tables)
        case ev.ThirdPlacePlayoffPaired():
            return (MatchId(event.pool, event.round, event.table),)
        case _:
            return (found.match,) if found.match else ()
