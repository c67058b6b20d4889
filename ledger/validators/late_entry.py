"""Rules for players who join after the start: their losses, and until when (TOP §3.1.3)."""

from roundbook.ledger.errors import advice, do, option
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import brackets_of, swiss_pools_of
from roundbook.ledger.state.rounds import open_matches, planned_rounds, rounds_started, under_way
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Pool
from roundbook.ledger.validators.checks import Breach, Found


def pool_joined(t: Tournament, event: ev.Joining) -> Pool | None:
    """Return the pool in which a new player will play; None before the pods are formed."""
    return event.pool or next(iter(swiss_pools_of(t, event.division)), None)


def _started(t: Tournament, event: ev.Joining) -> int:
    """Return how many rounds have started in the pool that a new player joins."""
    pool = pool_joined(t, event)
    return rounds_started(t, pool) if pool else 0


def _have_started(number: int) -> str:
    return f"{counted(number, 'round')} {'has' if number == 1 else 'have'} started"


def registration_closed(t: Tournament, event: ev.Joining) -> Found:
    """After round 1 has started, no player is registered as on time (TOP §3.1.3; GTB-2).

    A player who came too late is admitted as late; a player left off the list by mistake takes the
    losses without the tag. Once round 1 has started, nobody joins a single elimination (TOP
    §3.2.2).
    """
    if event.told:
        return
    if t.is_elimination and under_way(t):
        yield Breach(
            message="nobody else can join: round 1 of the elimination has started.",
            cites="TOP §3.2.2",
            hint="Nobody can be added to a bracket that is being played.",
        )
        return
    if isinstance(event, ev.LatePlayerAdmitted) or event.losses:
        return
    pool = pool_joined(t, event)
    if rounds_started(t, pool) if pool else t.pods and under_way(t):
        yield Breach(
            message=f"round 1 has started, so {event.player} cannot join as an on-time player.",
            cites="TOP §3.1.3, GTB",
            hint=advice(
                "If the player came late, use {} (losses and the late tag). If the player was left "
                "off the list by mistake, use {} (losses, but no late tag).",
                do("late"),
                do("register", "--left-off", "--reason", "…"),
            ),
        )


def left_off_losses(t: Tournament, event: ev.PlayerRegistered) -> Found:
    """Players left off the list take a loss for every round already started (GTB-2)."""
    if event.told or not event.losses:
        return
    started = _started(t, event)
    if event.losses == started:
        return
    yield Breach(
        message=f"{event.player} takes {counted(started, 'loss')}, "
        f"not {event.losses}: {_have_started(started)}.",
        cites="TOP §3.1.3, GTB",
        hint="The player takes one loss for every round that has started in the pool.",
    )


def late_losses(t: Tournament, event: ev.LatePlayerAdmitted) -> Found:
    """A late player takes a loss for every round already started (TOP §3.1.3)."""
    if event.told:
        return
    started = _started(t, event)
    if not started or event.losses == started:
        return
    yield Breach(
        message=f"{event.player} takes {counted(started, 'loss')}, "
        f"not {event.losses}: {_have_started(started)}.",
        cites="TOP §3.1.3",
        hint=(
            "The player takes one loss for every round that has started in the "
            "pool; tell the player."
        ),
    )


def late_before_start(t: Tournament, event: ev.LatePlayerAdmitted) -> Found:
    """No player is late before round 1 has started (TOP §3.1.3)."""
    if event.told or _started(t, event):
        return
    yield Breach(
        message=f"{event.player} is not late: round 1 has not started.",
        cites="TOP §3.1.3",
        hint=advice(
            "Use {}; if seeds are drawn, {} then draws them again.",
            do("register"),
            do("seed", "--reason", "…"),
        )
        if t.is_elimination
        else advice(
            "Withdraw round 1 ({}), register the player ({}) and form the team.",
            do("withdraw", "-".join(map(str, min(t.rounds))), "--reason", "…"),
            do("register"),
        )
        if t.teams and t.rounds
        else advice(
            "Use {}; if round 1 is paired, {} then seats the player.", do("register"), do("repair")
        ),
    )


def late_not_informed(t: Tournament, event: ev.LatePlayerAdmitted, rules: Ruleset) -> Found:
    """A late player is told about the losses and, if it counts, the late tag (TOP §3.1.3)."""
    if event.told or event.informed_by:
        return
    tag = " and the late tag" if rules.ranks_late else ""
    below = ", and that late players rank below the others on the same match points"
    yield Breach(
        message=f"{event.player} has not been told about the losses{tag}.",
        cites="TOP §3.1.3",
        hint=advice(
            f"Tell the player about the losses{below * rules.ranks_late}; then add {{}}.",
            option("--informed", of="late"),
        ),
    )


def nothing_left_to_play(t: Tournament, event: ev.Joining) -> Found:
    """No player joins if there is no round left to play (TOP §3.1.3, §3.2.2; A-59)."""
    pool = pool_joined(t, event)
    started = _started(t, event)
    if event.told or pool is None or not started:
        return
    planned = planned_rounds(t, pool)
    if cut := brackets_of(t, event.division):
        why = f"the cut of the {event.division} division has been made ({cut[0]})"
    elif made := t.day_two.get(pool):
        why = f"the players for day two of {pool} were chosen after round {made.after}"
    elif planned is not None and started >= planned:
        why = f"round {started} of {pool}, the last one, has started"
    else:
        return
    yield Breach(
        message=f"{event.player} cannot join: {why}.",
        cites="TOP §3.1.3",
        hint=advice("Tell the person that they cannot join; you can make a note: {}.", do("note")),
    )


def late_entry_closed(t: Tournament, event: ev.Joining, rules: Ruleset) -> Found:
    """If Championship Points are awarded, no player should join after round 2 has started.

    This applies to late players and to players left off the list (TOP §3.1.3; A-5, A-58). Another
    edition may have another round, or wait until it is complete.
    """
    if event.told or not (isinstance(event, ev.LatePlayerAdmitted) or event.losses):
        return
    if t.opened is None or not t.opened.championship_points:
        return
    last, pool = rules.late_entry_until_round, pool_joined(t, event)
    if pool is None or rounds_started(t, pool) < last:
        return
    if rules.late_entry_until == "complete" and open_matches(t, t.rounds[pool, last]):
        return
    has = "has started" if rules.late_entry_until == "started" else "is complete"
    yield Breach(
        message=f"{event.player} is too late: round {last} {has}, "
        "and the event awards Championship Points.",
        cites="TOP §3.1.3",
    )


def late_tag_unchanged(t: Tournament, event: ev.LateTagSet | ev.LateTagCleared) -> Found:
    """A late tag is set on a player without one, and cleared on a player with one (GTB-2)."""
    player = t.players.get(event.player)
    if player is None or player.late != isinstance(event, ev.LateTagSet):
        return
    yield Breach(
        message=f"{player.id} {'already has the' if player.late else 'has no'} late tag.",
        cites="GTB",
        hint="Check the player's number; this player needs no change.",
    )
