"""A tournament in one line: when it was, how far it has come, and until when it is kept."""

from datetime import date

from msgspec import Struct

from ledger.state.queries import latest_round, open_matches
from ledger.state.tournament import Tournament
from projections.retention import kept_until


class Overview(Struct, frozen=True, kw_only=True):
    """What a list of tournaments shows of each.

    `state` is in words; `end` the last day, once the tournament is closed; `keep_until` the last
    day on which its results have to be kept, `requests_open` how many of those who asked for them
    wait; `erased` whether anybody was erased.
    """

    name: str
    tournament: str
    start: date
    end: date | None
    state: str
    players: int
    keep_until: date | None
    requests_open: int
    erased: int


def overview(t: Tournament) -> Overview | None:
    """Return a tournament in one line; None before it is opened."""
    if t.opened is None:
        return None
    return Overview(
        name=t.opened.name,
        tournament=t.opened.tournament,
        start=t.opened.start,
        end=t.ended or t.opened.end,
        state=_state(t),
        players=len(t.players),
        keep_until=kept_until(t),
        requests_open=len(t.requests.keys() - t.answers.keys()),
        erased=len(t.erased.keys() & t.players.keys()),
    )


def _state(t: Tournament) -> str:
    """Return how far a tournament has come: the furthest round of any pool."""
    if t.closed:
        return "closed"
    latest = [paired for pool in t.latest if (paired := latest_round(t, pool))]
    if not latest:
        return "registration"
    last = max(latest, key=lambda paired: paired.number)
    if not last.started:
        return f"round {last.number} paired"
    done = not any(open_matches(t, paired) for paired in latest)
    return f"round {last.number} {'played' if done else 'running'}"
