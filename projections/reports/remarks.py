"""What stays said wherever results go: rounds by hand, overrides, reopenings (TOP §3.3.5, A-49)."""

from collections.abc import Callable, Iterable, Iterator

from ledger.events import catalogue as ev
from ledger.phrases import Phrase, phrase
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId
from projections.podsheet.sheet import omp_note
from projections.standings.percentages import forms_that_differ


def decided(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield each round that was paired by hand, each override and each reopening, with its reason.

    They stay visible wherever the results go (TOP §3.3.5, A-49).
    """
    t = Tournament()
    for entry in entries:
        # What an official let pass is told once, however many events it stands in.
        told = dict.fromkeys(said for event in entry.events for said in remarked(t, event))
        yield from (f"entry {entry.seq}: {said}" for said in told)
        t.apply_entry(entry)


def remarked(t: Tournament, event: ev.AnyEvent) -> Iterator[str]:
    """Yield what has to be remarked of an event, in a tournament as it was before."""
    by_hand = isinstance(event, ev.Seating) and not (event.drawn or event.told)
    if isinstance(event, ev.Seating) and by_hand and event.pool not in t.cuts:
        yield f"round {event.round} of {event.pool} was paired by hand: {event.reason}"
    if isinstance(event, ev.TournamentReopened):
        yield f"the tournament was reopened: {event.reason}"
    if event.override:
        one = event.override
        yield f"the {one.official} overrode {one.named}: {one.reason}"


def two_forms(t: Tournament, rules: Ruleset, name: Callable[[PlayerId], str]) -> list[Phrase]:
    """Return for whom the sheet of a pod words another OMP than the one that counts (A-62)."""
    found = forms_that_differ(t, rules).items()
    return [omp_note(name(player), one.counts, one.as_worded) for player, one in found]


def remarks(entries: Iterable[Entry]) -> tuple[str, ...]:
    """Return what every table of a tournament has to say below its lines."""
    entries = list(entries)
    events = (event for entry in entries[:1] for event in entry.events)
    opened = next((event for event in events if isinstance(event, ev.TournamentOpened)), None)
    return (*map(str, unsanctioned(opened)), *decided(entries))


def unsanctioned(opened: ev.TournamentOpened | None) -> list[str]:
    """Return the line that an event is never sanctioned; none for all others (TRF §11, §14)."""
    if opened is None or opened.format is None or not opened.format.fun:
        return []
    return [
        phrase("not sanctioned: %(format)s is a fun format (TRF §14)", format=str(opened.format))
    ]
