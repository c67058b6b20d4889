"""Who is in: players drop, come back, are disqualified, and are granted byes in advance."""

from collections.abc import Iterable

from msgspec import Struct

from cli.acts.act import Done
from cli.desk.write import WriteContext
from ledger.events.catalogue import (
    ByeAwarded,
    LateTagCleared,
    LateTagSet,
    PlayerDisqualified,
    PlayerDropped,
    PlayerReinstated,
)
from ledger.record.entry import Entry
from ledger.state.queries import latest_started
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId
from projections.explain.place import Explanation, explain_place
from projections.standings.standings import standings


def drop(ctx: WriteContext, players: Iterable[PlayerId]) -> Done:
    """Let players leave after the latest round that has started (TOP §3.2 for a bracket)."""
    leaving = tuple(dict.fromkeys(players))
    return Done(
        entries=tuple(
            ctx.take(
                lambda t: [PlayerDropped(player=p, after=latest_started(t, p)) for p in leaving]
            )
        )
    )


def reinstate(ctx: WriteContext, player: PlayerId, *, reason: str) -> Done:
    """Take back a drop or a disqualification."""
    return Done(entries=(ctx.post(PlayerReinstated(player=player, reason=reason)),))


def award_bye(ctx: WriteContext, player: PlayerId, *, number: int, reason: str | None) -> Done:
    """Grant a player a bye in a round that is not paired yet (TOP §3.1)."""
    return Done(entries=(ctx.post(ByeAwarded(player=player, round=number, reason=reason)),))


def disqualify(ctx: WriteContext, player: PlayerId, *, reason: str | None) -> Done:
    """Disqualify a player, who has no place from now on."""
    return Done(
        entries=tuple(
            ctx.take(
                lambda t: [
                    PlayerDisqualified(
                        player=player, after=latest_started(t, player), reason=reason
                    )
                ]
            )
        )
    )


class TagChanged(Struct, frozen=True, kw_only=True):
    """A late tag that was set or cleared, and whose places hang on it (TOP §3.1.4.1; GTB-2).

    `moved` are those whose place it decides, with their place with the tag and without. `why`
    explains the place of the player for a support ticket; None where the tag decides nothing.
    """

    entries: tuple[Entry, ...]
    player: PlayerId
    late: bool
    moved: tuple[tuple[PlayerId, int | None, int | None], ...] = ()
    why: Explanation | None = None


def change_tag(ctx: WriteContext, player: PlayerId, *, late: bool, reason: str) -> TagChanged:
    """Set or clear the late tag of a player."""
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
    return {one.player: one.place for one in standings(t, ctx.rules)}
