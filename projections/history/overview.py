"""A tournament at a glance: how far it is, and what is new."""

from collections import Counter
from collections.abc import Iterable
from datetime import date

from msgspec import Struct

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.round_names import called, named
from roundbook.ledger.state.rounds import latest_round, open_matches
from roundbook.ledger.state.tournament import Tournament
from roundbook.projections.history.history import what
from roundbook.projections.history.requests import kept_until


class Overview(Struct, frozen=True, kw_only=True):
    """What a list of tournaments shows of each one.

    `state` is in words; `end` is the last day, once known; `keep_until` is the last day on which
    the results have to be kept, None while it is not closed, or if no rule says how long;
    `requests_open` is how many requests are not answered; `erased` is how many players were erased.
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


def overview(t: Tournament, rules: Ruleset) -> Overview | None:
    """Return a tournament in one line; None if it has not been opened."""
    if t.opened is None:
        return None
    return Overview(
        name=t.opened.name,
        tournament=t.opened.tournament,
        start=t.opened.start,
        end=t.ended or t.opened.end,
        state=_state(t),
        players=len(t.players),
        keep_until=kept_until(t, rules),
        requests_open=len(t.requests.keys() - t.answers.keys()),
        erased=len(t.erased.keys() & t.players.keys()),
    )


def _state(t: Tournament) -> str:
    """Return how far a tournament has come, by the furthest round of any pool."""
    if t.closed:
        return "closed"
    latest = [paired for pool in t.latest if (paired := latest_round(t, pool))]
    if not latest:
        return "registration"
    last = max(latest, key=lambda paired: paired.number)
    if not last.started:
        return f"{called(t, last.pool, last.number)} {'posted' if last.posted else 'paired'}"
    done = not any(open_matches(t, paired) for paired in latest)
    return f"{called(t, last.pool, last.number)} {'played' if done else 'running'}"


# News: what a save of a followed file has brought, in few words, for busy staff.


def news(t: Tournament, events: Iterable[ev.AnyEvent]) -> list[str]:
    """Return what these events have brought: usual ones counted, unusual ones in full.

    `t` is the tournament after these events.
    """
    joined = byes = 0
    reported = Counter[str]()
    found: list[str] = []
    at = dict[str, int]()
    for event in events:
        match event:
            case ev.TournamentOpened():
                found.append(what(event))
            case ev.PlayerRegistered():
                joined += 1
            case ev.ByeAwarded():
                byes += 1
            case ev.RoundPaired() if event.reason is None:
                found.append(_paired(t, event))
            case ev.ResultReported():
                pool, number, _ = event.match
                third = t.playoffs.get(pool) == event.match
                key = f"the 3rd-place match of {pool}" if third else named(t, pool, number)
                if key not in at:
                    at[key] = len(found)
                    found.append("")
                reported[key] += 1
            case ev.RoundsSet() | ev.PodsFormed():
                pass  # They follow from the number of players.
            case _:
                found.append(what(event, t=t))
    for key, place in at.items():
        found[place] = f"{counted(reported[key], 'result')} of {key}"
    head = [f"{counted(joined, 'player')} registered"] * bool(joined)
    head += [f"{counted(byes, 'bye')} awarded"] * bool(byes)
    opened = 1 if found and found[0].count(" was opened under ") else 0
    return [*found[:opened], *head, *found[opened:]]


def _paired(t: Tournament, event: ev.RoundPaired) -> str:
    parts = [
        counted(len(event.tables), "table"),
        *([counted(len(event.byes), "bye")] if event.byes else ()),
        *([counted(len(event.absent), "loss", "losses")] if event.absent else ()),
    ]
    return f"{named(t, event.pool, event.round)} paired, {', '.join(parts)}"
