"""Drops, reinstatements, disqualifications, check-ins, awarded byes and late tags."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.session.write import Done, WriteContext
from roundbook.ledger.errors import Hint, advice, do
from roundbook.ledger.events.catalogue import (
    ByeAwarded,
    CheckInUndone,
    LateTagCleared,
    LateTagSet,
    PlayerCheckedIn,
    PlayerDisqualified,
    PlayerDropped,
    PlayerReinstated,
)
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.check_in import absent
from roundbook.ledger.state.rounds import beaten, latest_started, open_matches, rounds_missed
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, PlayerId
from roundbook.projections.explain.place import Explanation, explain_place
from roundbook.projections.rounds.needs_repair import to_mend
from roundbook.projections.standings.shown import shown


class Lost(NamedTuple):
    """A match in a bracket and the player who lost it by dropping, whatever its result (TOP §3.2).

    `winner` is the opponent; None if that player has dropped too.
    """

    match: MatchId
    player: PlayerId
    winner: PlayerId | None

    def said(self, named: Callable[[PlayerId], str]) -> str:
        """Return it as a clause, with the names of the players."""
        wins = f", so {named(self.winner)} wins it" if self.winner else ""
        return f"{named(self.player)} loses match {self.match}, whatever the result was{wins}"


class Attendance(Struct, frozen=True, kw_only=True):
    """Players who dropped or returned, and the consequences.

    Of several `players`, those who had dropped already are in no entry.
    `lost` are matches lost by dropping, `still_open` those of disqualified players that still need
    a result. `missed` are rounds that started without a returning player, each a loss; `untagged`
    is what to do about a late tag that they may need; `to_repair` is what to do about rounds that
    have not started and no longer fit the players.
    """

    entries: tuple[Entry, ...]
    players: tuple[PlayerId, ...]
    lost: tuple[Lost, ...] = ()
    still_open: tuple[MatchId, ...] = ()
    missed: tuple[int, ...] = ()
    untagged: Hint | None = None
    to_repair: tuple[Hint, ...] = ()


def drop(ctx: WriteContext, players: Iterable[PlayerId]) -> Attendance:
    """Drop players after the latest round that has started (TOP §3.2 for a bracket).

    A player whose team is dropped by another of these players needs no entry.
    """
    leaving = tuple(dict.fromkeys(players))

    def act(t: Tournament) -> list[PlayerDropped]:
        def is_done(one: PlayerId) -> bool:
            first = t.entrant(one)
            is_out = one in t.players and t.is_out(one)
            return is_out or (one != first and first in leaving)

        todo = some_of(leaving, is_done)
        return [PlayerDropped(player=p, after=latest_started(t, p)) for p in todo]

    return _attendance(ctx, ctx.take(act), leaving)


def some_of(
    players: tuple[PlayerId, ...], has_nothing: Callable[[PlayerId], bool]
) -> tuple[PlayerId, ...]:
    """Return those of several players for whom there is something to do.

    If there is nobody, all are returned: the rule that refuses them says why.
    """
    return tuple(one for one in players if not has_nothing(one)) or players


def reinstate(ctx: WriteContext, player: PlayerId, *, reason: str) -> Attendance:
    """Undo a drop or a disqualification; rounds that started meanwhile are losses (A-60)."""

    def act(t: Tournament) -> list[PlayerReinstated]:
        missed = rounds_missed(t, ctx.rules, player)
        return [PlayerReinstated(player=player, reason=reason, missed=missed)]

    return _attendance(ctx, ctx.take(act), (player,))


def disqualify(ctx: WriteContext, player: PlayerId, *, reason: str) -> Attendance:
    """Disqualify a player, who then has no place, for a reason that is never public (A-90)."""
    entries = ctx.take(
        lambda t: [
            PlayerDisqualified(player=player, after=latest_started(t, player), reason=reason)
        ]
    )
    found = _attendance(ctx, entries, (player,))
    return replace(found, still_open=tuple(_open(ctx.after(entries), player)))


def _open(t: Tournament, player: PlayerId) -> Iterator[MatchId]:
    """Yield the matches of a player that have started and have no result."""
    entrant = t.entrant(player)
    for paired in t.rounds.values():
        if paired.started and entrant in paired.players():
            yield from (match for match in open_matches(t, paired) if entrant in t.matches[match])


def _attendance(
    ctx: WriteContext, entries: Iterable[Entry], players: tuple[PlayerId, ...]
) -> Attendance:
    done = tuple(entries)
    events = (event for entry in done for event in entry.events)
    missed = tuple(n for e in events if isinstance(e, PlayerReinstated) for n in e.missed)
    return Attendance(
        entries=done,
        players=players,
        missed=missed,
        untagged=_untagged(ctx, players[0]) if missed else None,
        lost=lost_by(ctx.tournament, of_events(done)),
        to_repair=tuple(to_mend(ctx.tournament, ctx.rules)),
    )


def of_events(entries: Iterable[Entry]) -> tuple[PlayerId, ...]:
    """Return the players whom entries drop, reinstate or disqualify, or check in or out."""
    about = PlayerDropped | PlayerReinstated | PlayerDisqualified | PlayerCheckedIn | CheckInUndone
    events = (event for entry in entries for event in entry.events)
    return tuple(event.player for event in events if isinstance(event, about))


def _untagged(ctx: WriteContext, player: PlayerId) -> Hint | None:
    """Return what to do if a reinstated player may have arrived late (TOP §3.1.3).

    Returning sets no late tag (A-60). But a player who was left out of round 1 as absent, and has
    played nothing since, is as late as one who was not registered. A player who checked in was
    there. None also if the edition does not rank by the tag.
    """
    t = ctx.tournament
    played = any(paired.started and player in paired.players() for paired in t.rounds.values())
    known = t.players[player].late or player in t.checked_in
    if played or known or not ctx.rules.ranks_late:
        return None
    return advice(
        "{} has no late tag. If the player arrived after the start, set the tag: {} (TOP §3.1.3).",
        ctx.named(player),
        do("late-tag", player, "--set", "--reason", "…"),
    )


def lost_by(t: Tournament, players: Iterable[PlayerId]) -> tuple[Lost, ...]:
    """Return the bracket matches that players have lost by dropping (TOP §3.2)."""
    return tuple(
        Lost(match, player, next((one for one in pair if one not in beaten(t, match)), None))
        for player in players
        if (known := t.players.get(player))
        for match, pair in t.matches.items()
        if match.pool in t.cuts and match.round == known.after and player in pair
    )


def at_stake(t: Tournament, player: PlayerId) -> MatchId | None:
    """Return the bracket match that a player would lose by dropping now, even if it is won."""
    known = t.players.get(player)
    if known is None or known.out:
        return None
    after = latest_started(t, player)
    return next(
        (
            match
            for match, pair in t.matches.items()
            if match.pool in t.cuts and match.round == after and player in pair
            if player not in beaten(t, match)
        ),
        None,
    )


class CheckedIn(Struct, frozen=True, kw_only=True):
    """Players who were checked in, or whose check-in was undone; `absent` are still missing.

    Of several `players`, those for whom there was nothing to do are in no entry. `came` is the
    number of active players who have checked in.
    """

    entries: tuple[Entry, ...]
    players: tuple[PlayerId, ...]
    came: int
    absent: tuple[PlayerId, ...]


def check_in(ctx: WriteContext, players: Iterable[PlayerId], *, undo: bool = False) -> CheckedIn:
    """Check players in before round 1, or undo that (TOP §3.1.3)."""
    who = tuple(dict.fromkeys(players))
    kind = CheckInUndone if undo else PlayerCheckedIn

    def act(t: Tournament) -> list[PlayerCheckedIn | CheckInUndone]:
        def has_nothing(one: PlayerId) -> bool:
            here = one in t.checked_in
            return not here if undo else here or (one in t.players and t.is_out(one))

        return [kind(player=each) for each in some_of(who, has_nothing)]

    entries = ctx.take(act)
    t = ctx.after(entries)
    came = sum(not t.is_out(each) for each in t.checked_in)
    return CheckedIn(entries=tuple(entries), players=who, came=came, absent=tuple(absent(t)))


def award_bye(ctx: WriteContext, player: PlayerId, *, number: int, reason: str | None) -> Done:
    """Grant a player a bye in a round that is not paired yet (TOP §3.1)."""
    return Done(entries=(ctx.post(ByeAwarded(player=player, round=number, reason=reason)),))


class TagChanged(Struct, frozen=True, kw_only=True):
    """A late tag that was set or cleared, and the places that depend on it (TOP §3.1.4.1; GTB-2).

    `moved` are the players whose place it decides, with their places with and without the tag.
    `why` explains the player's place for a support ticket; None if the tag decides nothing.
    """

    entries: tuple[Entry, ...]
    player: PlayerId
    late: bool
    moved: tuple[tuple[PlayerId, int | None, int | None], ...] = ()
    why: Explanation | None = None


def change_tag(ctx: WriteContext, player: PlayerId, *, late: bool, reason: str) -> TagChanged:
    """Set or clear a player's late tag."""
    entry = ctx.post((LateTagSet if late else LateTagCleared)(player=player, reason=reason))
    before = Tournament.replay(ctx.venue.desk.entries[: entry.seq - 1])
    now = before.copy()
    now.apply_entry(entry)
    was, stands = _places(before, ctx), _places(now, ctx)
    having, lacking = (stands, was) if late else (was, stands)
    moved = tuple(
        (each, having[each], lacking[each]) for each in stands if stands[each] != was.get(each)
    )
    found = explain_place(now, ctx.rules, player)
    decides = moved and found.rounds
    return TagChanged(
        entries=(entry,),
        player=player,
        late=late,
        moved=moved if decides else (),
        why=found if decides else None,
    )


def _places(t: Tournament, ctx: WriteContext) -> dict[PlayerId, int | None]:
    return {one.player: one.place for one in shown(t, ctx.rules)}
