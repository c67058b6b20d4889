"""What would stand, had one entry never been written: the ledger folded without it.

A fold believes what it is told, so that it can be asked about a ledger with a gap. Where an entry
did nothing but report a result that nobody touched again, taking the result away does the same.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from ledger.events import catalogue as ev
from ledger.record.entry import Entry
from ledger.state.tournament import Tournament
from ledger.terms import MatchId, PlayerId


def without(entries: Sequence[Entry], asked: frozenset[int]) -> Iterator[tuple[int, Tournament]]:
    """Yield, for each number asked for, the tournament that the other entries tell."""
    whole = Tournament.of(entries)
    alone = reported_alone(entries, whole)
    before = Tournament()
    for place, entry in enumerate(entries):
        if entry.seq in asked and entry.seq in alone:
            other = whole.copy()
            for match in alone[entry.seq]:
                del other.results[match]
            yield entry.seq, other
        elif entry.seq in asked:
            other = before.copy()
            for later in entries[place + 1 :]:
                other.follow(later)
            yield entry.seq, other
        before.follow(entry)


def reported_alone(entries: Sequence[Entry], whole: Tournament) -> dict[int, list[MatchId]]:
    """Return the entries that only reported results which nothing has touched since."""
    told: Counter[MatchId] = Counter()
    seated: Counter[MatchId] = Counter()
    only: dict[int, list[MatchId]] = {}
    for entry in entries:
        results = [e.match for e in entry.events if isinstance(e, ev.ResultReported)]
        if len(results) == len(entry.events):
            only[entry.seq] = results
        for event in entry.events:
            match event:
                case ev.ResultReported() | ev.ResultCorrected() | ev.ResultWithdrawn():
                    told[event.match] += 1
                case ev.RoundPaired() | ev.RoundRepaired():
                    seated.update(MatchId(event.pool, event.round, n) for n in event.tables)
                case ev.ThirdPlacePlayoffPaired():
                    seated[MatchId(event.pool, event.round, event.table)] += 1
                case _:
                    pass
    return {
        seq: matches
        for seq, matches in only.items()
        if all(told[m] == seated[m] == 1 and m in whole.results for m in matches)
    }


def registered_alone(entries: Sequence[Entry]) -> dict[int, PlayerId]:
    """Return the entries that only registered one player, who was not registered again."""
    found: dict[int, PlayerId] = {}
    times: Counter[PlayerId] = Counter()
    for entry in entries:
        for event in entry.events:
            if isinstance(event, ev.PlayerRegistered | ev.LatePlayerAdmitted):
                times[event.player] += 1
                if len(entry.events) == 1:
                    found[entry.seq] = event.player
    return {seq: player for seq, player in found.items() if times[player] == 1}
