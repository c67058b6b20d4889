"""Rules for the order of a round: paired, posted, started, complete; then the next one (TOP §4)."""

from roundbook.ledger.errors import Hint, advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.phrases import have, several
from roundbook.ledger.rulesets.divisions import bracket_name
from roundbook.ledger.state.pools import brackets_of, by_sheet, swiss_pools_of
from roundbook.ledger.state.round_names import called, named
from roundbook.ledger.state.rounds import (
    day_two_started,
    due,
    missing_before,
    open_matches,
    planned_rounds,
    rounds_started,
    survivors,
    to_replace,
)
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, MatchId, Pool
from roundbook.ledger.validators.checks import Breach, Found


def next_round(t: Tournament, pool: Pool) -> int:
    """Return the number of the next round; a bracket continues the count from Swiss (TOP §3.3)."""
    cut = None if t.latest.get(pool) else t.cuts.get(pool)
    before = swiss_pools_of(t, cut.division) if cut else [pool]
    return max((t.latest.get(p, 0) for p in before), default=0) + 1


def round_already_started(
    t: Tournament, event: ev.RoundRepaired | ev.RoundWithdrawn | ev.RoundPaired | ev.RoundStarted
) -> Found:
    """A round starts once, and its pairings cannot change after that (TOP §4).

    A file does not contain when a round starts; a round from its saves has started once one of its
    results is known.
    """
    paired = t.rounds.get((event.pool, event.round))
    if paired is None or not paired.started:
        return
    if event.told and paired.told and not any(match in t.results for match, _ in paired.matches()):
        return
    if isinstance(event, ev.RoundStarted):
        missing = open_matches(t, paired)
        yield Breach(
            message=f"{named(t, event.pool, event.round)} has already started.",
            cites="TOP §4",
            hint=advice("Report its results: {}.", do("report", "MATCH", "RESULT"))
            if missing
            else "All of its results are reported, so there is nothing more to start.",
        )
        return
    yield Breach(
        message=f"{named(t, event.pool, event.round)} has started: its pairings cannot change.",
        cites="TOP §4",
        hint="Play the round as it was paired; the next pairing will use corrected records.",
    )


def slips_missing(t: Tournament, event: ev.RoundStarted) -> Found:
    """Match slips must be used at Premier Events, so they are printed before the start (TOP §4)."""
    paired = t.rounds.get((event.pool, event.round))
    if event.told or t.opened is None or not t.opened.premier or paired is None:
        return
    if paired.slips or not paired.pairings:
        return
    yield Breach(
        message=(
            f"this is a Premier Event, but {named(t, event.pool, event.round)} has no match slips."
        ),
        cites="TOP §4",
        hint=advice("Print them: {}.", do("slips", event.pool)),
    )


def round_number(t: Tournament, event: ev.RoundPaired) -> Found:
    """Round numbers have no gaps, except at the start of a bracket in a file (TOP §3.1, §3.3)."""
    if (event.pool, event.round) in t.rounds:
        return
    number = next_round(t, event.pool)
    begins = event.told and event.pool in t.cuts and not t.latest.get(event.pool)
    if event.round == number or (begins and event.round > number):
        return
    yield Breach(
        message=f"the next round of {event.pool} is {number}, not {event.round}.",
        cites="TOP §3.1",
        hint=f"Pair round {number}.",
    )


def round_not_paired(
    t: Tournament, event: ev.RoundRepaired | ev.RoundWithdrawn | ev.RoundPosted | ev.RoundStarted
) -> Found:
    """Only a paired round can be posted, started, repaired or withdrawn (TOP §4)."""
    if (event.pool, event.round) in t.rounds:
        return
    pools = (*t.pods, *t.cuts)
    if pools and event.pool not in pools:
        age = next((one for one in Division if bracket_name(one) == event.pool), None)
        yield Breach(
            message=f"there is no pool {event.pool}.",
            cites="TOP §4",
            hint=advice("Make the cut first: {}.", do("cut", age.lower()))
            if age
            else f"Pools: {', '.join(pools)}.",
        )
        return
    yield Breach(
        message=f"{named(t, event.pool, event.round)} is not paired.",
        cites="TOP §4",
        hint=advice("{} shows the paired rounds.", do("pairings"))
        if isinstance(event, ev.RoundWithdrawn)
        else advice("Pair it first: {}.", do("pair")),
    )


def round_not_started(
    t: Tournament, event: ev.RoundPaired | ev.ResultReported | ev.MatchEnded | ev.TimeExtended
) -> Found:
    """A round must start before it has results and before the next one is paired (TOP §4)."""
    match event:
        case ev.RoundPaired():
            pool, number = event.pool, event.round - 1
        case _ if not _is_playoff(t, event.match):
            pool, number = event.match.pool, event.match.round
        case _:
            return
    paired = t.rounds.get((pool, number))
    if event.told or paired is None or paired.started:
        return
    match event:
        case ev.RoundPaired():
            waits = f"{called(t, pool, event.round)} cannot be paired"
        case ev.TimeExtended():
            waits = f"match {event.match} cannot be extended"
        case _:
            waits = f"match {event.match} cannot have a result yet"
    yield Breach(
        message=f"{waits}: {named(t, pool, number)} has not started.",
        cites="TOP §4",
        hint=advice("Start it first: {}.", do("start")),
    )


def _is_playoff(t: Tournament, match: MatchId) -> bool:
    """Return whether a match is the 3rd-place match, which is played as soon as it is paired."""
    return t.playoffs.get(match.pool) == match


def results_missing(t: Tournament, event: ev.Seating | ev.RoundStarted) -> Found:
    """A round must be complete before the next one is paired (TOP §4).

    One that chose the players of a stage is complete when day two, or the bracket, starts: a result
    that was withdrawn since the pairing could change who plays (A-71).
    """
    cut, made = t.cuts.get(event.pool), t.day_two.get(event.pool)
    day_two = made is not None and event.round == made.after + 1
    begins = day_two or (cut is not None and not rounds_started(t, event.pool))
    if isinstance(event, ev.RoundStarted) and not begins:
        return
    missing = missing_before(t, event.pool, event.round)
    if not missing:
        return
    yield Breach(
        message=f"{named(t, event.pool, event.round)} cannot "
        f"{'start' if isinstance(event, ev.RoundStarted) else 'be paired'}: "
        f"{have(missing, one='has', many='have')} no result.",
        cites="TOP §4",
        hint=_before_next(t, event)
        if isinstance(event, ev.Seating)
        else advice(
            f"Report {'it' if len(missing) == 1 else 'them'} first: {{}}.",
            do("report", str(missing[0]), "RESULT"),
        ),
    )


def _before_next(t: Tournament, event: ev.Seating) -> Hint:
    """Return how to complete the rounds before, and whether they were the last announced ones.

    They have started, so they cannot be withdrawn.
    """
    last = None if event.pool in t.cuts else planned_rounds(t, event.pool)
    over = last is not None and event.round > last
    only = f" Round {last} is the last round that was announced." if over else ""
    return advice(f"Report the results first: {{}}.{only}", do("report", "MATCH", "RESULT"))


def rounds_complete(t: Tournament, event: ev.RoundPaired) -> Found:
    """Swiss ends after the announced rounds, and when the cut is made (TOP §3.1, §3.3; A-1)."""
    if event.pool in t.cuts:
        return
    planned = planned_rounds(t, event.pool)
    made = (one for one in t.cuts.values() if one.seeds)  # Not one that was withdrawn.
    cut = [one.pool for one in made if event.pool in swiss_pools_of(t, one.division)]
    if cut:
        why = f"The cut has been made ({several(sorted(cut))})"
    elif planned is not None and event.round > planned:
        why = f"The announced number of rounds is {planned}"
    else:
        return
    yield Breach(
        message=f"{named(t, event.pool, event.round)} is one round too many. {why}.",
        cites="TOP §3.1",
        hint=_after_swiss(t, event.pool),
    )


def _after_swiss(t: Tournament, pool: Pool) -> Hint:
    """Return what follows the last Swiss round: a bracket, the announced cut, or the close."""
    for age in t.pods.get(pool, ()):
        brackets = brackets_of(t, age)
        if (
            not brackets
            and pool not in t.day_two
            and t.announcement
            and t.announcement.day_two.get(age)
        ):
            return advice("Begin day two: {}.", do("day-two", pool))
        if brackets and len(survivors(t, brackets[-1])) > 1:
            return advice("Pair the bracket: {}.", do("pair", brackets[-1]))
        if not brackets and t.announcement and t.announcement.cut.get(age):
            return advice("Make the cut: {}.", do("cut", age.lower()))
    return advice("Close the tournament once all matches are played: {}.", do("close"))


# A paired round before its start: players who have joined or dropped since, and repairs.


def seats_changed(t: Tournament, event: ev.RoundStarted) -> Found:
    """A round starts with all active players and no dropped players (TOP §3.1, §3.1.3).

    Until the start, players who join or drop change the pairings; after it, nobody does.
    """
    paired = t.rounds.get((event.pool, event.round))
    if paired is None or paired.started:
        return
    seated, expected = set(paired.players()), due(t, event.pool, event.round)
    entitled = set(expected)
    gone = [player for player in paired.players() if player not in entitled]
    missed = [player for player in expected if player not in seated]
    if gone:
        change = f"{have(gone, one='is', many='are')} seated but no longer active"
    elif missed:
        change = f"{have(missed, one='is', many='are')} active but not seated"
    else:
        return
    hint = advice("Repair it, with as few changes as possible: {}.", do("repair"))
    cut = None if rounds_started(t, event.pool) else t.cuts.get(event.pool)
    if not expected:
        played = f"{event.pool}-{event.round}"
        hint = advice(
            "Nobody is left to play it, so withdraw it: {}.",
            do("withdraw", played, "--reason", "…"),
        )
    elif isinstance(cut, ev.CutMade) and (not gone or to_replace(t, event.pool)):
        again = do("cut", cut.division.lower(), "--again")
        hint = advice("Make the cut again, and the next player moves up: {}.", again)
    elif event.pool in t.day_two and not day_two_started(t, event.pool):
        hint = advice(
            "Choose its players again ({}); if nobody moves up, repair it ({}).",
            do("day-two", event.pool, "--again"),
            do("repair"),
        )
    elif isinstance(cut, ev.SeedsDrawn):
        hint = advice(
            "Undo the pairings and draw the seeds again, then pair round 1 (TOP §3.2.2): {}.",
            do("seed", "--reason", "…"),
        )
    elif by_sheet(t) and event.pool in t.pods:
        again = do("pair", event.pool, "--again", "--reason", "…")
        hint = advice("Pair it again from the pod sheet: {}.", again)
    yield Breach(
        message=f"{named(t, event.pool, event.round)} cannot start: {change}.",
        cites="TOP §3.1",
        hint=hint,
    )


def table_changed(t: Tournament, event: ev.RoundRepaired) -> Found:
    """Players who keep their opponent in a repair should keep their table too (TOP §4)."""
    before = t.rounds.get((event.pool, event.round))
    if before is None:
        return
    tables = {frozenset(pair): match.table for match, pair in before.matches()}
    moved = [
        "-".join(pair)
        for table, pair in zip(event.tables, event.pairings, strict=False)
        if tables.get(frozenset(pair), table) != table
    ]
    if not moved:
        return
    yield Breach(
        message=f"these pairings are unchanged, but at different tables: {several(moved)}.",
        cites="TOP §4",
        hint="Leave these players where they are.",
    )


def nothing_repaired(t: Tournament, event: ev.RoundRepaired) -> Found:
    """A repair must change something, so nobody can redraw until they like the result (LED-3)."""
    before = t.rounds.get((event.pool, event.round))
    if before is None:
        return
    posted = {frozenset(pair) for pair in before.pairings} | set(before.byes)
    if posted != {frozenset(pair) for pair in event.pairings} | set(event.byes):
        return
    yield Breach(
        message=f"{named(t, event.pool, event.round)} is unchanged: nothing has been repaired.",
        cites="TOP §4",
        hint=advice(
            "Start it, or pair it again and give a reason: {}.",
            do("pair", event.pool, "--again", "--reason", "…"),
        ),
    )
