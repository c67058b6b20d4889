"""Pairing checks: a round matches the bracket, the repair or the pod sheet."""

from roundbook.ledger.errors import Hint, Refused, advice, do
from roundbook.ledger.events.catalogue import (
    AnnouncementMade,
    RoundPaired,
    RoundRepaired,
    RoundsSet,
    RoundWithdrawn,
    Seating,
)
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import by_sheet
from roundbook.ledger.state.round_names import named
from roundbook.ledger.state.rounds import open_matches, rounds_of
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId
from roundbook.ledger.validators.checks import Breach, Found
from roundbook.projections.bracket.bracket import NextRound, next_round
from roundbook.projections.cut.planner import schedules
from roundbook.projections.pairing.certificate import REPAIR
from roundbook.projections.pairing.pod_sheet import POD_SHEET, propose_by_sheet
from roundbook.projections.pairing.repair import fewest_changes, opponents, repair
from roundbook.projections.rounds.flights import as_announced
from roundbook.projections.rounds.outgrown_announcements import in_pure_swiss

# A round of a bracket follows the bracket.


def bracket_differs(t: Tournament, event: Seating, entry: Entry) -> Found:
    """Winners meet as the bracket's seeds say: 1 and 8, 5 and 4, … (TOP §3.2, §3.3).

    Players without an opponent advance without a match: the highest seeds in round 1, and later the
    player whose two possible opponents both lost (A-50). Which players may be seated is checked by
    `not-due` and `not-seated`, which come first.
    """
    if event.pool not in t.cuts:
        return
    before = t
    if (event.pool, event.round) in t.rounds:
        before = t.copy()  # A round paired again is checked as if for the first time.
        again = RoundWithdrawn(pool=event.pool, round=event.round, reason="paired anew")
        before.apply(again, entry.seq)
    expected = next_round(before, event.pool)
    if expected is None:
        if not any(open_matches(before, paired) for paired in rounds_of(before, event.pool)):
            yield _astray(t, event, "the bracket is finished", "Close the tournament.")
        return
    here, there = _seated(event), _seated(expected)
    if here == there or frozenset().union(*here) != frozenset().union(*there):
        return
    wrong = min(there - here, key=lambda seats: (-len(seats), sorted(seats)))
    said = " meets ".join(sorted(wrong)) if len(wrong) > 1 else f"{next(iter(wrong))} has a bye"
    hint = advice(
        "The bracket requires {}; {} pairs it that way.", _typed(expected), do("pair", event.pool)
    )
    yield _astray(t, event, said, hint)


def _astray(t: Tournament, event: Seating, wrong: str, hint: str | Hint) -> Breach:
    return Breach(
        message=f"{named(t, event.pool, event.round)} does not follow the bracket: {wrong}.",
        cites="TOP §3.2, §3.3",
        hint=hint,
    )


def _seated(one: Seating | NextRound) -> set[frozenset[PlayerId]]:
    """Return the pairings, and each bye as a player alone, without any order."""
    return {*map(frozenset, one.pairings), *(frozenset([bye.player]) for bye in one.byes)}


def _typed(expected: NextRound) -> str:
    """Return a round as typed by hand, in quotes: at most its first eight pairings and byes."""
    typed = [f"{first}-{second}" for first, second in expected.pairings]
    typed += [f"bye:{bye.player}" for bye in expected.byes]
    more = " …" if typed[8:] else ""
    return f'"{" ".join(typed[:8])}{more}"'


# A repaired round changes no more than necessary.


def repair_differs(t: Tournament, event: RoundRepaired, rules: Ruleset) -> Found:
    """A random repair has the pairings and byes that its secret gives (TOP §4, LED-3).

    Procedures unknown to roundbook are not checked.
    """
    if event.drawn is None or event.drawn.draw != REPAIR:
        return
    drawn = event.drawn
    try:
        found = repair(t, rules, pool=event.pool, secret=drawn.secret)
    except Refused as refusal:
        wrong = f"no random draw was possible: {refusal.message.rstrip('.')}"
    else:
        here = opponents(event.pairings, event.byes)
        there = opponents(found.pairings, found.byes)
        differing = sum(here.get(player) != other for player, other in there.items())
        if found.round != event.round or here == there:
            return  # `round-not-paired` reports the wrong round, and comes first.
        wrong = f"{counted(differing, 'player')} would have a different opponent"
    yield Breach(
        message=f"{named(t, event.pool, event.round)} does not match the random repair: {wrong}.",
        cites="TOP §4",
        hint=(
            "Post the random pairings without changes, or repair "
            "the round by hand and give the reason."
        ),
    )


def repair_too_wide(t: Tournament, event: RoundRepaired, rules: Ruleset) -> Found:
    """A repair by hand should change as few players' pairings as possible (TOP §4, A-42)."""
    if event.drawn is not None and event.drawn.draw == REPAIR:
        return  # Random repairs are checked by `repair-differs`.
    paired = t.rounds.get((event.pool, event.round))
    if paired is None:
        return
    try:
        least = fewest_changes(t, rules, pool=event.pool)
    except Refused:
        return  # Nothing better can be proposed.
    before = opponents(paired.pairings, paired.byes)
    now = opponents(event.pairings, event.byes)
    changed = sum(before.get(player) != other for player, other in now.items())
    if changed <= least:
        return
    would_do = "no change is needed" if least == 0 else f"{least} would be enough"
    yield Breach(
        message=f"the repair of {named(t, event.pool, event.round)} changes "
        f"{counted(changed, 'player')}, but {would_do}.",
        cites="TOP §4",
        hint=advice("Repair it at random: {}.", do("repair")),
    )


# A pod follows its sheet for as long as the sheet gives the pairings.


def sheet_left(t: Tournament, event: RoundPaired, rules: Ruleset) -> Found:
    """A pod's round follows the sheet wherever the sheet says who meets whom (POD-3, A-37).

    Rounds paired by hand (which have a reason) and imported rounds are not checked.
    """
    if event.drawn is None or not by_sheet(t):
        return
    if event.drawn.draw == POD_SHEET:
        return  # Rounds by the sheet are checked by `draw-differs`.
    try:
        found = propose_by_sheet(t, rules, pool=event.pool, secret=event.drawn.secret)
    except Refused:
        return  # The sheet gives no more rounds, or `secret-wrong` reports the secret.
    if found.round != event.round:
        return  # `round-number` reports the wrong round, and comes first.
    yield Breach(
        message=f"{named(t, event.pool, event.round)} must follow the pod sheet, but was paired "
        f"by {event.drawn.draw}.",
        cites="POD",
        hint=advice("Use {}, which follows the pod sheet.", do("pair")),
    )


# The announced number of Swiss rounds is that of the table, or one fewer.


def rounds_differ(
    t: Tournament, event: AnnouncementMade | RoundsSet, entry: Entry, rules: Ruleset
) -> Found:
    """Swiss with a cut has the rounds of the table, or one fewer, or needs a reason (TOP §3.3.5).

    Compared with the attendance at that moment. Not checked if there is none, if no row of the
    table fits, for the rounds of day two, and for an announcement that leaves the rounds as they
    were announced. The tables are guidelines for Swiss plus single elimination: in pure Swiss
    another number is only pointed out (A-80).
    """
    if event.told or in_pure_swiss(t):
        return
    own = {each.pool for each in entry.events if isinstance(each, RoundsSet)}
    said = event.flights if isinstance(event, AnnouncementMade) else None
    for pool, schedule in schedules(as_announced(t, rules, said), rules).items():
        # If the same entry gives the rounds of one pool, the number for all pools does not apply to
        # it.
        if isinstance(event, RoundsSet):
            about = event.pool in {None, pool}
        else:
            # Rounds that a later announcement only repeats were not chosen for these players; that
            # they no longer fit is a hint, not a breach.
            stands = pool in t.planned or t.planned.get(None) == event.rounds
            about = pool not in own and not stands
        least = max(schedule.rounds - rules.one_round_fewer, 1)
        if about and schedule.listed and not least <= event.rounds <= schedule.rounds:
            fewer = "or one fewer, " if rules.one_round_fewer else ""
            yield Breach(
                message=f"according to the rounds table, {pool} has {schedule.rounds} "
                f"rounds, {fewer}not {event.rounds}.",
                cites=schedule.cites.partition(",")[0],
                hint=advice(
                    "Take the number from the rounds table: {}.",
                    do("announce", "--rounds", "table"),
                ),
            )
            return
