"""Rules for the cut, the second day and the 3rd-place match (TOP §3.3)."""

from collections import Counter
from collections.abc import Callable, Sequence

from roundbook.ledger.errors import advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.phrases import counted, have, several
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import (
    LEAST_PER_FLIGHT,
    active_by_division,
    brackets_of,
    each_sends,
    pool_of,
    swiss_pools_of,
)
from roundbook.ledger.state.rounds import (
    day_two_started,
    latest_round,
    open_matches,
    rounds_of,
    rounds_started,
)
from roundbook.ledger.state.tournament import Player, Tournament
from roundbook.ledger.terms import MatchFormat, PlayerId
from roundbook.ledger.validators.checks import Breach, Found


def cut_of_single_games(t: Tournament, event: ev.CutMade, rules: Ruleset) -> Found:
    """A cut that awards Championship Points is best of three, if the edition says so."""
    if event.told or t.opened is None or not event.seeds or not rules.cut_best_of_three:
        return
    if not t.opened.championship_points or t.opened.match_format is MatchFormat.BEST_OF_THREE:
        return
    yield Breach(
        message=f"the {event.division} cut would be single games, but must be best of three.",
        cites="TOP §3.3",
        hint="Next time, open an event with a cut as best of three (bo3).",
    )


def cut_size(t: Tournament, event: ev.CutMade) -> Found:
    """A cut has 2, 4, 8, 16, … players, so nobody needs a bye (TOP §3.3)."""
    size = len(event.seeds)
    if size >= 2 and (size.bit_count() == 1 or t.is_elimination):
        return
    of_nobody = f"the cut of the {event.division} division was withdrawn after it had been made."
    yield Breach(
        message=f"a cut of {counted(size, 'player')} does not make a full bracket."
        if size
        else of_nobody,
        cites="TOP §3.3",
        hint="Take 2, 4, 8, 16 or 32 players."
        if size
        else "If players still advance, make the cut again in TOM.",
    )


def cut_unfillable(t: Tournament, event: ev.AnnouncementMade, rules: Ruleset) -> Found:
    """A cut is no larger than its division, once its players are known (TOP §3.3; A-61)."""
    if event.told or "cut" not in rules.announced or not t.players:
        return
    came = active_by_division(t)
    for division, size in event.cut.items():
        if size > came[division]:
            yield Breach(
                message=(
                    f"a cut of {size} is too large: the {division} division has "
                    f"only {counted(came[division], 'player')}."
                ),
                cites="TOP §3.3",
                hint=advice(
                    "Register the players first, or announce a smaller cut, or none: {}.",
                    do("announce", "--cut", f"{division.lower()}=none"),
                ),
            )


def cut_unannounced(t: Tournament, event: ev.CutMade) -> Found:
    """A cut of another size than announced needs a reason (TOP §2, §3.3.5)."""
    if event.told or event.reason or t.is_elimination:
        return
    if t.announcement is None or not t.announcement.cut:
        return  # No cut was announced; a missing announcement is `announcement-missing`.
    size, announced = len(event.seeds), t.announcement.cut.get(event.division, 0)
    if size == announced:
        return
    yield Breach(
        message=(
            f"the {event.division} cut takes {counted(size, 'player')}, but "
            f"{announced or 'none'} {'was' if announced < 2 else 'were'} "
            "announced."
        ),
        cites="TOP §2, §3.3.5",
        hint="Use the announced number, or give a reason (--size … --reason …).",
    )


def cut_flights(t: Tournament, event: ev.CutMade | ev.AnnouncementMade) -> Found:
    """Every flight sends the same number of players to the cut, and at least two (TOP §3.3.3).

    A cut that flights cannot fill so is not announced either (A-82).
    """
    if isinstance(event, ev.AnnouncementMade):
        yield from () if event.told else _flights_not_served(t, event)
        return
    flights = swiss_pools_of(t, event.division)
    if len(flights) < 2:
        return
    came = Counter(pool_of(t, t.players[seed]) for seed in event.seeds if seed in t.players)
    numbers = [came[flight] for flight in flights]
    if min(numbers) == max(numbers) >= 2:
        return
    told = ", ".join(f"{number} of {pool}" for pool, number in zip(flights, numbers, strict=True))
    yield Breach(
        message=f"the {event.division} cut takes {told if len(told) < 60 else 'uneven numbers'}.",
        cites="TOP §3.3.3",
        hint=advice("Take the same number from each flight, two or more; {} does that.", do("cut")),
    )


def _flights_not_served(t: Tournament, event: ev.AnnouncementMade) -> Found:
    """Yield each announced cut that the flights of its division cannot fill."""
    for division, size in event.cut.items():
        flights = len(t.flights.get(division, ()))
        if flights and size and each_sends(t, division, size) is None:
            least = LEAST_PER_FLIGHT * flights
            yield Breach(
                message=f"a cut of {size} cannot be taken from the {flights} flights of "
                f"{division}.",
                cites="TOP §3.3.3.2",
                hint=advice(
                    "Each flight must send the same number, at least two: {}, or twice as many.",
                    do("announce", "--cut", f"{division.lower()}={least}"),
                ),
            )


def cut_twice(t: Tournament, event: ev.CutMade) -> Found:
    """A division has one bracket; its seeds may change until play starts (A-40, A-44)."""
    for pool in brackets_of(t, event.division):
        if pool != event.pool:
            why = f"its bracket is {pool}"
        elif rounds_started(t, pool):
            why = "it is being played"
        elif t.cuts[pool].seeds == event.seeds:
            why = "the seeds are the same"
        else:
            continue
        yield Breach(
            message=f"the cut of the {event.division} division has already been made: {why}.",
            cites="TOP §3.3",
            hint="Continue with the current bracket.",
        )
        return


def cut_player(t: Tournament, event: ev.CutMade) -> Found:
    """A cut has only active players of its division, each once (TOP §3.3; A-15, A-44)."""
    wrong = _barred(t, event.seeds, lambda one: one.division == event.division or t.is_elimination)
    if not wrong:
        return
    yield Breach(
        message=f"{have(wrong, one='cannot be a seed', many='cannot be seeds')} "
        f"of the {event.division} cut.",
        cites="TOP §3.3",
        hint=(
            "Choose players in the division who have not dropped, each only once; "
            "the next player in the standings moves up."
        ),
    )


def _barred(
    t: Tournament, players: Sequence[PlayerId], belongs: Callable[[Player], bool]
) -> list[PlayerId]:
    """Return players who are listed twice, have dropped, or do not belong there."""
    times = Counter(players)
    here = [t.players[one] for one in times if one in t.players]  # Others are `player-unknown`.
    barred = {one.id for one in here if one.out or not belongs(one)}
    return [player for player in times if times[player] > 1 or player in barred]


def cut_too_early(t: Tournament, event: ev.CutMade) -> Found:
    """A cut is made after the Swiss rounds, when every result is in (TOP §3.3)."""
    if t.is_elimination:
        return
    swiss = swiss_pools_of(t, event.division)
    rounds = [paired for paired in t.rounds.values() if paired.pool in swiss]
    missing = [match for paired in rounds for match in open_matches(t, paired)]
    if rounds and not missing:
        return
    why = f"{have(missing, one='has', many='have')} no result" if rounds else "no round was played"
    yield Breach(
        message=f"the {event.division} cut cannot be made: {why}.",
        cites="TOP §3.3",
        hint="Finish the Swiss rounds of the division first.",
    )


# The second day of Swiss: which players, and when (TOP §3.3.5).


def day_two_too_late(t: Tournament, event: ev.DayTwoMade) -> Found:
    """The players of day two can change until its first round starts (TOP §3.3.5; A-71)."""
    made = t.day_two.get(event.pool)
    begun = [pool for pool, cut in t.cuts.items() if cut.division in t.pods.get(event.pool, ())]
    if begun:
        why = f"the cut has been made ({begun[0]})"
    elif made is None:
        return
    elif day_two_started(t, event.pool):
        why = f"round {made.after + 1} has started"
    elif set(made.players) == set(event.players) and made.after == event.after:
        why = ""
    else:
        return
    chosen = f"the players for day two of {event.pool} can no longer be chosen: {why}."
    yield Breach(
        message=chosen if why else f"day two of {event.pool} already has these players.",
        cites="TOP §3.3.5",
        hint="Continue with the bracket." if begun else "Continue with day two.",
    )


def day_two_too_early(t: Tournament, event: ev.DayTwoMade) -> Found:
    """Day two is made after the rounds of day one, when every result is in.

    `after` is the last round that was played (TOP §3.3.5).
    """
    if not event.players:
        return
    latest = latest_round(t, event.pool)
    missing = [match for paired in rounds_of(t, event.pool) for match in open_matches(t, paired)]
    if latest is None:
        why = "no round was played"
    elif missing:
        why = f"{have(missing, one='has', many='have')} no result"
    elif not latest.started:
        why = f"round {latest.number} has not started"
    elif latest.number != event.after:
        why = f"the last round is {latest.number}, not {event.after}"
    else:
        return
    yield Breach(
        message=f"day two of {event.pool} cannot begin: {why}.",
        cites="TOP §3.3.5",
        hint="Finish the first day's rounds.",
    )


def day_two_player(t: Tournament, event: ev.DayTwoMade) -> Found:
    """Day two has only active players of its pool, each once (TOP §3.3.5; A-19)."""
    wrong = _barred(t, event.players, lambda one: pool_of(t, one) == event.pool)
    if wrong:
        why = f"{several(wrong)} cannot take part"
    elif not event.players and event.pool in t.day_two:
        return  # It is withdrawn.
    elif len(set(event.players)) < 2:
        why = f"{counted(len(set(event.players)), 'player')} would take part"
    else:
        return
    yield Breach(
        message=f"day two of {event.pool} cannot begin: {why}.",
        cites="TOP §3.3.5",
        hint="Choose players in the pool who have not dropped, each only once.",
    )


# The 3rd-place match (TOP §3.3.6.1).


def playoff_unannounced(t: Tournament, event: ev.ThirdPlacePlayoffPaired) -> Found:
    """A 3rd-place match is played only if it was announced (TOP §3.2, §3.3.6.1)."""
    if event.told:
        return
    if t.announced_third_place:
        return
    yield Breach(
        message=f"no 3rd-place match was announced for {event.pool}.",
        cites="TOP §3.3.6.1",
        hint="Of those who lost the semi-finals, the one who lost to the winner takes third place."
        if t.is_elimination
        else "Of those who lost the semi-finals, the one with the better seed takes third place.",
    )


def playoff_missing(t: Tournament, event: ev.ThirdPlacePlayoffWithdrawn) -> Found:
    """Only a 3rd-place match that is paired can be withdrawn (TOP §3.3.6.1)."""
    if t.playoffs.get(event.match.pool) == event.match:
        return
    yield Breach(
        message=f"{event.match} is not a 3rd-place match, so it cannot be withdrawn like one.",
        cites="TOP §3.3.6.1",
        hint=advice("{} lists the brackets.", do("bracket")),
    )


def playoff_played(t: Tournament, event: ev.ThirdPlacePlayoffWithdrawn) -> Found:
    """A 3rd-place match with a result is not withdrawn (TOP §3.3.6.1)."""
    if event.match not in t.results or t.playoffs.get(event.match.pool) != event.match:
        return
    yield Breach(
        message=f"the 3rd-place match {event.match} has a result.",
        cites="TOP §3.3.6.1",
        hint=advice(
            "If the result is wrong, withdraw it first: {}.",
            do("withdraw", str(event.match), "--reason", "…"),
        ),
    )
