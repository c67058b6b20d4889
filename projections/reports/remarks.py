"""Notes that go wherever results go: rounds by hand, overrides, reopenings, older copies."""

from collections.abc import Callable, Iterable, Iterator

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.phrases import Phrase, phrase
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId
from roundbook.projections.cut.day_two import kept_from_the_start
from roundbook.projections.history.history import what
from roundbook.projections.podsheet import omp_note
from roundbook.projections.rounds.cut_short import cut_short, short_in_words
from roundbook.projections.rounds.invalidating_rematches import rematches
from roundbook.projections.standings.percentages import forms_that_differ


def decided(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield each round paired by hand, override, reopening and older copy, with its reason.

    They are shown wherever the results go (TOP §3.3.5, A-49, A-74).
    """
    t = Tournament()
    for entry in entries:
        # An override is shown once, however many events of the entry it is in.
        told = dict.fromkeys(said for event in entry.events for said in remarked(t, event))
        yield from (f"entry {entry.seq}: {said}" for said in told)
        t.apply_entry(entry)


def remarked(t: Tournament, event: ev.AnyEvent) -> Iterator[str]:
    """Yield the notes on an event that must be shown, given the tournament before it."""
    by_hand = isinstance(event, ev.Seating) and not (event.drawn or event.told)
    if isinstance(event, ev.Seating) and by_hand and event.pool not in t.cuts:
        yield f"round {event.round} of {event.pool} was paired by hand: {event.reason}"
    if isinstance(event, ev.TournamentReopened):
        yield f"the tournament was reopened: {event.reason}"
    if isinstance(event, ev.HistoryShortened):
        yield f"{what(event)}: {event.reason}"
    if event.override:
        one = event.override
        yield f"the {one.official} overrode {one.named}: {one.reason}"


def two_forms(t: Tournament, rules: Ruleset, name: Callable[[PlayerId], str]) -> list[Phrase]:
    """Return notes on players for whom the pod sheet words another OMP than the one used (A-62)."""
    found = forms_that_differ(t, rules).items()
    return [omp_note(name(player), one.counts, one.as_worded) for player, one in found]


def on_places(t: Tournament, rules: Ruleset, name: Callable[[PlayerId], str]) -> list[Phrase]:
    """Return the notes below standings.

    They are on rematches that make the event invalid, on rounds without a legal pairing (A-78), on
    OMP (A-62), and on a second day that was kept as it began (A-71).
    """
    return [
        *rematches(t, rules),
        *map(short_in_words, cut_short(t)),
        *two_forms(t, rules, name),
        *kept_days(t, rules),
    ]


def kept_days(t: Tournament, rules: Ruleset) -> Iterator[Phrase]:
    """Yield that a second day kept the players of its start, although others would advance now."""
    for pool in t.day_two:
        if kept_from_the_start(t, rules, pool):
            yield phrase(
                "Day two of %(pool)s is played by the players who advanced at its start; later "
                "corrections do not change that.",
                pool=pool,
            )


def remarks(entries: Iterable[Entry]) -> tuple[str, ...]:
    """Return the notes that every table of a tournament must show below its lines."""
    entries = list(entries)
    events = (event for entry in entries[:1] for event in entry.events)
    opened = next((event for event in events if isinstance(event, ev.TournamentOpened)), None)
    return (*map(str, unsanctioned(opened)), *decided(entries))


def unsanctioned(opened: ev.TournamentOpened | None) -> list[str]:
    """Return the note that a fun format is never sanctioned; empty for others (TRF §11, §14)."""
    if opened is None or opened.format is None or not opened.format.fun:
        return []
    return [
        phrase("not sanctioned: %(format)s is a fun format (TRF §14)", format=str(opened.format))
    ]
