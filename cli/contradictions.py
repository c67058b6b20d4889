"""Where a tournament's folder contradicts itself, and what in it is odd: one sentence each."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

from cli.absent import LEDGER
from cli.kept import path_of
from ledger.events.catalogue import (
    DeckCheckDrawn,
    DraftSeated,
    FlightsAssigned,
    LatePlayerAdmitted,
    LotDrawn,
    PlayerRegistered,
    RoundPaired,
    RoundRepaired,
    SeedsDrawn,
    TournamentOpened,
)
from ledger.record.chain import Survey
from ledger.record.entry import Entry
from ledger.storage.folder import HEAD
from projections.cut import seed_draw
from projections.drafts.seats import SEATS
from projections.judging import deck_checks
from projections.pairing import certificate
from projections.pairing.pod_sheet import POD_SHEET
from projections.pairing.repair import REPAIR
from projections.rounds import flights
from projections.standings import lots


def of_head(folder: Path, survey: Survey) -> Iterator[str]:
    """Yield how the head contradicts the lines that are there."""
    if survey.ahead:
        yield survey.ahead.sentence
    if survey.head_wrong and (folder / HEAD).exists():
        yield survey.head_wrong


def of_commands(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the command ids that stand twice, so that nobody knows what a repeat would answer."""
    first: dict[str, int] = {}
    for entry in entries:
        before = first.setdefault(entry.cmd, entry.seq)
        if before != entry.seq:
            yield f"entries {before} and {entry.seq} have the same command id {entry.cmd}."


def of_opening(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield that there is nothing to judge by: only the opening names the rules (LED-1)."""
    if not entries:
        yield f"{LEDGER} has no entry: a tournament has its opening at least."
    elif not any(isinstance(event, TournamentOpened) for event in entries[0].events):
        yield "entry 1 is not the opening of a tournament, so nothing says which rules to judge by."


def of_told(folder: Path, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the entries that call themselves told by a file where no file can have told them.

    An import writes all that its file tells before anything is done at the desk. Many rules are
    silent on what a file tells, so nobody may borrow its word. The saves of an event that is
    followed from its opening on go on telling: those are kept, and told once more, all or none of
    them; of none it is said that nobody can compare what they told.
    """
    at_desk = 0
    followed = bool(entries and entries[0].events and entries[0].events[0].told)
    gone = followed and not any(_is_kept(folder, one) for one in entries)
    for entry in entries:
        told = all(event.told for event in entry.events)
        if not told and any(event.told for event in entry.events):
            yield f"entry {entry.seq} is told by a file in part only."
        elif (
            told
            and entry.events
            and at_desk
            and not (gone or (followed and _is_kept(folder, entry)))
        ):
            yield (
                f"entry {entry.seq} is said to be told by a file, and entry {at_desk} before it "
                "was made at the desk."
            )
        at_desk = at_desk or (0 if told else entry.seq)


def _is_kept(folder: Path, entry: Entry) -> bool:
    """Tell whether the save that told an entry is there to be told once more."""
    said = entry.events[0].told if entry.events else None
    return said is not None and path_of(folder, said.sha256).is_file()


def of_sources(folder: Path, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the kept files that are not what was told; one that is missing was erased."""
    told = {event.told.sha256 for entry in entries for event in entry.events if event.told}
    for digest in sorted(told):
        path = path_of(folder, digest)
        if path.is_file() and sha256(path.read_bytes()).hexdigest() != digest:
            yield f"{path} is not the file that was imported: its SHA-256 is another."


def odd_times(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield where the clock went backwards: the order is that of the numbers, whatever it says."""
    for before, entry in pairwise(entries):
        if entry.at < before.at:
            yield (
                f"entry {entry.seq} is dated {entry.at.isoformat()}, before entry {before.seq} "
                f"of {before.at.isoformat()}: a clock was set back, or wrong."
            )


def unknown_draws(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the draws by a procedure that this program does not know, and so cannot check."""
    known = {
        RoundPaired: {certificate.DRAW, certificate.REMATCHES, POD_SHEET},
        RoundRepaired: {REPAIR},
        LotDrawn: {lots.DRAW},
        DraftSeated: {SEATS},
        DeckCheckDrawn: {deck_checks.DRAW},
        FlightsAssigned: {flights.ASSIGN},
        SeedsDrawn: {seed_draw.DRAW},
        PlayerRegistered: {flights.ADMIT},
        LatePlayerAdmitted: {flights.ADMIT},
    }
    for entry in entries:
        for event in entry.events:
            drawn = getattr(event, "drawn", None)
            if drawn and type(event) in known:
                draw = drawn.draw
                if draw not in known[type(event)]:
                    yield (
                        f"entry {entry.seq} was written by a newer roundbook: nobody here knows "
                        f"the draw {draw}, so that it cannot be checked; install a newer one."
                    )
