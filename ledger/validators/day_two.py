"""Who plays the second day of Swiss: whom it may take, and when (TOP §3.3.5)."""

from collections import Counter
from collections.abc import Iterator

from ledger import events as ev
from ledger.entries import Entry
from ledger.errors import Violation
from ledger.events import AnyEvent
from ledger.field import latest_round, open_matches, pool_of, rounds_of
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import PlayerId, Pool
from ledger.tournament import Tournament
from ledger.validators.wording import count, have


def day_two_too_late(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Who plays the second day can change until its first round starts (TOP §3.3.5; A-44)."""
    if not isinstance(event, ev.DayTwoMade):
        return
    made = t.day_two.get(event.pool)
    begun = [pool for pool, cut in t.cuts.items() if _divisions(t, event.pool) & {cut.division}]
    if begun:
        why = f"the cut has been made, as {begun[0]}"
    elif made is None:
        return
    elif any(paired.number > made.after for paired in rounds_of(t, event.pool)):
        why = f"round {made.after + 1} has been paired"
    elif set(made.players) == set(event.players) and made.after == event.after:
        why = "with the same players"
    else:
        return
    yield Violation(
        rule="day-two-too-late",
        seq=entry.seq,
        message=f"the second day of {event.pool} has been made: {why}.",
        cites="TOP §3.3.5, A-44",
        hint="Go on with it as it stands; a paired round that has not started can be withdrawn.",
    )


def day_two_too_early(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """The second day is made when the rounds of the first are played and every result is in.

    `after` is the round that was played last (TOP §3.3.5).
    """
    if not isinstance(event, ev.DayTwoMade):
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
    yield Violation(
        rule="day-two-too-early",
        seq=entry.seq,
        message=f"the second day of {event.pool} cannot be made: {why}.",
        cites="TOP §3.3.5",
        hint="Finish the rounds of the first day.",
    )


def day_two_player(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """The second day takes players of its pool who are still in, each once (TOP §3.3.5; A-19)."""
    if not isinstance(event, ev.DayTwoMade):
        return
    times = Counter(event.players)
    wrong = [player for player in times if _barred(t, event.pool, player) or times[player] > 1]
    if wrong:
        why = f"{have(wrong, one='cannot play', many='cannot play')} it"
    elif len(times) < 2:
        why = f"{count(len(times), 'player')} would play it"
    else:
        return
    yield Violation(
        rule="day-two-player",
        seq=entry.seq,
        message=f"the second day of {event.pool} cannot be made: {why}.",
        cites="TOP §3.3.5, A-19",
        hint="Take players of the pool who have not left, each once.",
    )


def _barred(t: Tournament, pool: Pool, player: PlayerId) -> bool:
    known = t.players.get(player)
    if known is None:
        return False  # Whom nobody registered is `player-unknown`.
    return known.out or pool_of(t, known) != pool


def _divisions(t: Tournament, pool: Pool) -> set[object]:
    return set(t.pods.get(pool, ()))
