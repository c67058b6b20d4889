"""The status of an event, for the staff: every pool's progress, and what comes next."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum

from msgspec import Struct

from roundbook.ledger.errors import Do
from roundbook.ledger.rulesets.divisions import seasons_later
from roundbook.ledger.rulesets.own_rules import own_rules
from roundbook.ledger.state.check_in import absent
from roundbook.ledger.state.rounds import calls_judge, under_way
from roundbook.ledger.state.tournament import Player, Tournament
from roundbook.ledger.terms import Division, Style
from roundbook.projections.progress import Phase, Progress, Step, unseated_players
from roundbook.projections.reports.api.basics import (
    MatchText,
    Moment,
    Where,
    Who,
    moment,
    taken,
    who,
)
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.rounds.clock import clocks
from roundbook.projections.rounds.rounds import State as RoundState


class PlayerState(StrEnum):
    """Whether a player is still active."""

    IN = "in"
    LATE = "late"
    DROPPED = "dropped"
    DISQUALIFIED = "disqualified"


def state_of(t: Tournament, player: Player) -> PlayerState:
    """Return whether a player is still active; for a team member, whether the team is.

    Late players are active players with the late tag.
    """
    player = t.players[t.entrant(player.id)]
    if player.disqualified:
        return PlayerState.DISQUALIFIED
    if player.out:
        return PlayerState.DROPPED
    return PlayerState.LATE if player.late else PlayerState.IN


class PoolProgress(Struct, frozen=True, kw_only=True):
    """The progress of a pool: its latest round `of` how many, and the matches without a result.

    `every` is how many matches the round has. `seconds_left` is below 0 once time has been called,
    and null if no clock runs; `next` is null if the pool has finished, or waits for others.
    """

    pool: Where
    divisions: tuple[Division, ...]
    bracket: bool
    round: int
    of: int | None
    state: RoundState | None
    missing: tuple[MatchText, ...]
    every: int
    seconds_left: int | None
    next: Do | None


class EventStatus(Struct, frozen=True, kw_only=True):
    """The status of an event, and what comes next.

    `unchecked` says why the values of the edition are not certain, null if they are. `own_rules`
    says how rules that somebody wrote differ from their parent, null if they are released.
    `seasons_later` is by how many seasons the event is later than its rules. `at_odds` are
    sentences about what needs attention, `waiting` active players without a seat, `claims` how many
    results reported on phones wait for the desk, and `deck_lists` how many deck lists; `calls` are
    tables that call a judge, longest wait first, `absent` is how many players have not checked in
    before round 1, once anybody has. `next` is null once the tournament is closed and archived.
    """

    as_of: Moment
    edition: str
    unchecked: str | None
    own_rules: str | None
    season: int | None
    seasons_later: int
    style: Style | None
    phase: Phase
    players: dict[str, int]
    pools: tuple[PoolProgress, ...]
    at_odds: tuple[str, ...]
    waiting: tuple[Who, ...]
    claims: int
    deck_lists: int
    calls: tuple[MatchText, ...]
    absent: int
    steps: tuple[Step, ...]
    next: Do | None
    also: tuple[Do, ...]


def event_status(
    sight: Sight,
    found: Progress,
    *,
    at: datetime,
    at_odds: Iterable[str],
    claims: int,
    deck_lists: int,
) -> EventStatus:
    """Return the status of an event; `at` is the moment at which the clocks are read."""
    t = sight.t
    ends = {(one.pool, one.round): one.left(at) for one in clocks(sight.entries, sight.rules, t)}
    states = Counter(state_of(t, one) for one in t.players.values())
    return taken(
        EventStatus,
        found,
        as_of=moment(sight),
        edition=sight.rules.edition,
        unchecked=sight.rules.doubt,
        own_rules=own_rules(sight.rules) or None,
        season=sight.rules.season,
        seasons_later=seasons_later(t.opened.start, sight.rules) if t.opened else 0,
        style=t.opened.style if t.opened else None,
        players={state: states[state] for state in PlayerState if states[state]},
        pools=tuple(
            taken(
                PoolProgress,
                one,
                seconds_left=left // timedelta(seconds=1)
                if (left := ends.get((one.pool, one.round))) is not None
                else None,
            )
            for one in found.lanes
        ),
        at_odds=tuple(at_odds),
        waiting=tuple(who(sight, player) for player in unseated_players(t, found.lanes)),
        claims=claims,
        deck_lists=deck_lists,
        calls=tuple(str(match) for match in t.calls if calls_judge(t, match)),
        absent=len(absent(sight.t)) if sight.t.checked_in and not under_way(sight.t) else 0,
    )
