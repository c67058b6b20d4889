"""Rules for the seats of a round: every active player is paired once, with a new opponent."""

from collections import Counter

from roundbook.ledger.errors import advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.phrases import counted, have, several
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.round_names import named
from roundbook.ledger.state.rounds import beaten, due, latest_round, open_matches
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, PlayerId
from roundbook.ledger.validators.checks import Breach, Found


def seated(event: ev.Seating) -> list[PlayerId]:
    """Return all players with a seat, a bye or a loss in a round, once for each."""
    at_tables = [player for pairing in event.pairings for player in pairing]
    return [*at_tables, *(bye.player for bye in event.byes), *event.absent]


def seated_twice(t: Tournament, event: ev.Seating | ev.ThirdPlacePlayoffPaired) -> Found:
    """No player plays two matches in one round, or against themselves (TOP §3.1)."""
    if isinstance(event, ev.ThirdPlacePlayoffPaired):
        if event.pool in t.playoffs:
            yield Breach(
                message=f"the 3rd-place match is already paired: {t.playoffs[event.pool]}.",
                cites="TOP §3.3.6.1",
                hint=advice("{} shows its table.", do("pairings")),
            )
            return
        times = Counter(event.pairing)
    else:
        times = Counter(seated(event))
    twice = [player for player, n in times.items() if n > 1]
    if not twice:
        return
    yield Breach(
        message=f"{have(twice, one='is', many='are')} seated more than once in "
        f"{named(t, event.pool, event.round)}.",
        cites="TOP §3.1",
        hint="Give every player one match or one bye.",
    )


def not_due(t: Tournament, event: ev.Seating | ev.ThirdPlacePlayoffPaired) -> Found:
    """Only players of the pool who are present and have not dropped are paired (TOP §3.1, §3.1.1).

    In a bracket, beaten players do not play; only losers of a semi-final play for 3rd place.
    """
    if isinstance(event, ev.ThirdPlacePlayoffPaired):
        entitled = _lost(t, event)
        wrong = [player for player in event.pairing if player not in entitled]
    elif event.pool not in t.pods and event.pool not in t.cuts:
        return  # A pool that does not exist is `pods-missing` or `pool-unknown`.
    else:
        entitled = set(due(t, event.pool, event.round))
        wrong = [player for player in seated(event) if player not in entitled]
    wrong = [player for player in dict.fromkeys(wrong) if player in t.players]
    if not wrong:
        return
    yield Breach(
        message=f"{have(wrong, one='does', many='do')} not play in "
        f"{named(t, event.pool, event.round)}.",
        cites="TOP §3.1",
        hint=(
            "They have dropped, were knocked out, did not advance, joined later, or play in "
            "another pool: leave them out."
        ),
    )


def _lost(t: Tournament, event: ev.ThirdPlacePlayoffPaired) -> set[PlayerId]:
    """Return the players who lost a match of the previous round, the semi-finals (TOP §3.3.6.1)."""
    semis = [m for m in t.matches if (m.pool, m.round) == (event.pool, event.round - 1)]
    lost = {player for match in semis for player in beaten(t, match)}
    return {player for player in lost if player in t.players and not t.players[player].out}


def not_seated(t: Tournament, event: ev.Seating) -> Found:
    """Every active player plays every round or has a bye (TOP §3.1)."""
    there = set(seated(event))
    missing = [player for player in due(t, event.pool, event.round) if player not in there]
    if not missing:
        return
    yield Breach(
        message=f"{have(missing, one='is', many='are')} not seated in "
        f"{named(t, event.pool, event.round)}.",
        cites="TOP §3.1",
        hint="Seat every active player (bye:p9 is a bye for p9), or drop those who do not play.",
    )


def absent_untold(t: Tournament, event: ev.Seating) -> Found:
    """Only an imported round may have a loss without an opponent (TOP §3.1)."""
    if event.told or not event.absent:
        return
    yield Breach(
        message=f"{several(event.absent)} cannot lose {named(t, event.pool, event.round)} "
        "without an opponent.",
        cites="TOP §3.1",
        hint="Pair them, and report who did not show up, or drop them first.",
    )


def tables_count(t: Tournament, event: ev.Seating) -> Found:
    """Every pairing has a table (TOP §4)."""
    if len(event.tables) == len(event.pairings):
        return
    yield Breach(
        message=f"{named(t, event.pool, event.round)} has "
        f"{counted(len(event.pairings), 'pairing')} and {counted(len(event.tables), 'table')}.",
        cites="TOP §4",
        hint="Give one table for each pairing.",
    )


def table_twice(t: Tournament, event: ev.Seating | ev.ThirdPlacePlayoffPaired) -> Found:
    """No two matches of a round are played at one table (TOP §4)."""
    if isinstance(event, ev.ThirdPlacePlayoffPaired):
        there = t.rounds.get((event.pool, event.round))
        tables = [event.table, *(there.tables if there else ())]
    else:
        tables = list(event.tables)
        playoff = t.playoffs.get(event.pool)
        if playoff and playoff.round == event.round:
            tables.append(playoff.table)
    twice = sorted(table for table, n in Counter(tables).items() if n > 1)
    if not twice:
        return
    yield Breach(
        message=f"table {several(twice)} is used twice in {named(t, event.pool, event.round)}.",
        cites="TOP §4",
        hint="Give each match its own table.",
    )


def table_in_play(t: Tournament, event: ev.Seating | ev.ThirdPlacePlayoffPaired) -> Found:
    """No match gets a table where another pool is still playing (TOP §4)."""
    if event.told:
        return
    tables = event.tables if isinstance(event, ev.Seating) else (event.table,)
    playing: dict[int, MatchId] = {}
    for pool in sorted(t.latest):
        paired = latest_round(t, pool)
        if pool != event.pool and paired:
            playing.update((match.table, match) for match in open_matches(t, paired))
    taken = [table for table in tables if table in playing]
    if not taken:
        return
    matches = [playing[table] for table in taken]
    which = have(taken, one="is", many="are")
    yield Breach(
        message=f"table{'s' * (len(taken) > 1)} {which} taken: "
        f"{have(matches, one='has', many='have')} no result yet.",
        cites="TOP §4",
        hint="Choose tables that are free, or wait for the results.",
    )


def rematch(t: Tournament, event: ev.Seating, rules: Ruleset) -> Found:
    """No player meets the same opponent twice in Swiss, if it can be avoided (TOP §3.1; A-11).

    An edition may say until which round a rematch makes the whole event invalid.
    """
    if event.pool in t.cuts:
        return
    met = {
        frozenset(pairing)
        for match, pairing in t.matches.items()
        # Without the round itself, which may be posted already and paired again.
        if match.pool == event.pool and match.round < event.round
    }
    again = ["-".join(pairing) for pairing in event.pairings if frozenset(pairing) in met]
    if not again:
        return
    until = rules.rematch_invalidates_until
    why = f": a rematch up to round {until} makes the event invalid" * (event.round <= until)
    yield Breach(
        message=f"these players have met before: {several(again)}.",
        cites="TOP §3.1",
        hint=f"Pair them differently{why}.",
    )
