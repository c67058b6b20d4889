"""Takes back what a hand has entered last: by a new entry that says so, never by deleting one."""

import re
from collections.abc import Sequence

from cli.keying.spoken import Wrong
from cli.keying.verbs import Given
from cli.params import as_typed
from ledger.events.catalogue import (
    AnyEvent,
    PlayerDropped,
    ResultCorrected,
    ResultReported,
    ResultWithdrawn,
)
from ledger.record.entry import Entry
from ledger.state.tournament import Tournament
from ledger.terms import Hand, MatchId, Result
from projections.history.history import what

WHY = "taken back by whoever entered it"

_UNDO = re.compile(r"undo/([1-9][0-9]*)(?:\.[0-9]+)?(?::.*)?\Z", re.ASCII)


def undoing(
    t: Tournament,
    entries: Sequence[Entry],
    hand: Hand,
    *,
    reason: str | None = None,
    cmd: str | None = None,
) -> tuple[Entry, tuple[Given, ...]] | Wrong:
    """Return the entry that is taken back, and what does it.

    It is the last one of this hand at this station that was not taken back yet. Whether a rule
    still allows it, the rule will say. `cmd` is the id of this command: where it took something
    back before, that is answered, and nothing is left to do.
    """
    before = _taken_back_by(cmd, entries) if cmd else None
    if before:
        return before, ()
    entry = _last(entries, hand)
    if entry is None:
        return Wrong(sentence="you have entered nothing here that could be taken back.")
    acts: list[Given] = []
    for number, event in enumerate(reversed(entry.events), start=1):
        act = _against(event, t, entries[: entry.seq - 1], reason or WHY)
        if isinstance(act, str):
            said = f"entry {entry.seq} cannot be taken back: {act}"
            return Wrong(sentence=said)
        own = f"undo/{entry.seq}" if number == 1 else f"undo/{entry.seq}.{number}"
        own = f"{own}:{cmd}" if cmd else own
        acts.append(Given(verb=act.verb, words=act.words, options=act.options, cmd=own))
    return entry, tuple(acts)


def _taken_back_by(cmd: str, entries: Sequence[Entry]) -> Entry | None:
    """Return the entry that this command took back before."""
    for entry in entries:
        found = _UNDO.match(entry.cmd)
        if found and entry.cmd.partition(":")[2] == cmd:
            return entries[int(found[1]) - 1]
    return None


def _last(entries: Sequence[Entry], hand: Hand) -> Entry | None:
    """Return the last entry of a hand that takes nothing back and was not taken back."""
    undone = {int(found[1]) for entry in entries if (found := _UNDO.match(entry.cmd))}
    for entry in reversed(entries):
        own = (entry.hand.id, entry.hand.station) == (hand.id, hand.station)
        if own and entry.seq not in undone and not _UNDO.match(entry.cmd):
            return entry
    return None


def _against(event: AnyEvent, t: Tournament, before: Sequence[Entry], reason: str) -> Given | str:
    """Return what takes an event back, or why nothing does."""
    why = {"reason": reason}
    if event.told:
        return "a file told it."
    match event:
        case ResultReported() if t.results.get(event.match) == event.result:
            return Given(verb="withdraw", words=(str(event.match),), options=why)
        case ResultCorrected() if t.results.get(event.match) == event.result:
            earlier = _result_in(before, event.match)
            assert earlier is not None, "only a result that stands is corrected"
            words = (str(event.match), as_typed(earlier))
            return Given(verb="correct", words=words, options=why)
        case ResultWithdrawn() if event.match not in t.results:
            earlier = _result_in(before, event.match)
            assert earlier is not None, "only a result that stands is withdrawn"
            return Given(verb="report", words=(str(event.match), as_typed(earlier)))
        case PlayerDropped() if t.players[event.player].out:
            return Given(verb="reinstate", words=(event.player,), options=why)
        case ResultReported() | ResultCorrected() | ResultWithdrawn():
            return f"what it says of {event.match} was changed since; look with `history`."
        case PlayerDropped():
            return f"{event.player} is back already."
        case _:
            return f"{what(event)}; u takes back results and drops."


def _result_in(entries: Sequence[Entry], match: MatchId) -> Result | None:
    """Return the result that a match has after these entries."""
    for entry in reversed(entries):
        for event in reversed(entry.events):
            if isinstance(event, ResultWithdrawn) and event.match == match:
                return None
            if isinstance(event, ResultReported | ResultCorrected) and event.match == match:
                return event.result
    return None
